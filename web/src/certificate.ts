/** Certificates: the answer with a proof that other programs can check. */

import type { Certificate } from './protocol';

/** The files of a certificate, with instructions for checking it. */
export function certificateFiles({ verdict, files: texts }: Certificate): [string, string][] {
  const files = Object.entries(texts).map(([extension, text]): [string, string] => [`puzzle.${extension}`, text]);
  const claim = {
    unique:
      'The puzzle has exactly one solution, in puzzle.solution. puzzle.cnf states the rules, the givens\nand "not this solution"; puzzle.drat proves that nothing satisfies all of these.',
    none: 'The puzzle has no solution. puzzle.cnf states the rules and the givens; puzzle.drat proves\nthat nothing satisfies both.',
    multiple: 'The puzzle has more than one solution. puzzle.solutions contains two of them.',
  }[verdict];
  const instructions =
    'Check it with any DRAT checker, such as rate (cargo install rate) or drat-trim:\n\n    rate puzzle.cnf puzzle.drat\n\nIt should end with "s VERIFIED". You need not trust the program that made the proof, only the checker\nand that the clauses express the rules and the givens. The variable of a candidate is\nc*n + d, where c counts the cells before it in reading order, n is the number of digits, and d is\nthe number of its digit, from 1; comments in the file explain others, if there are any.';
  files.push(['README.txt', `${claim}\n${texts.drat ? `\n${instructions}\n` : ''}`]);
  return files;
}
