/** The variants the page knows, and the rules of a board in words. */

import type { Board } from './model';

export interface Variant {
  /** The name in links and in the library. */
  name: string;
  words: string;
  /** The rule, as a sentence. */
  rule: string;
}

export const VARIANTS: Variant[] = [
  { name: 'diagonal', words: 'both diagonals', rule: 'Each of the two long diagonals contains every digit once.' },
  { name: 'windoku', words: 'windows', rule: 'Each of the shaded windows contains every digit once.' },
  { name: 'disjoint-groups', words: 'disjoint groups', rule: 'Cells in the same position of their boxes have different digits.' },
  { name: 'anti-knight', words: 'anti-knight', rule: 'Cells a knight’s move apart, as in chess, have different digits.' },
  { name: 'anti-king', words: 'anti-king', rule: 'Cells that touch at a corner have different digits.' },
  { name: 'negative-ratio', words: 'no other ratios', rule: 'Cells that share an edge without a dot never have the ratio of a black dot.' },
  { name: 'negative-xv', words: 'no other X or V', rule: 'Cells that share an edge without X or V never add up to 5 or 10.' },
  { name: 'non-consecutive', words: 'non-consecutive', rule: 'Cells that share an edge never hold consecutive digits, such as 4 and 5.' },
];

/** Describes the board in a few words. */
export function describeBoard(board: Board): string {
  const { geometry, lines } = board;
  const { variables } = geometry;
  const parts = [`${geometry.rows}×${geometry.columns}`];
  for (const [name, ...words] of lines.map((line) => line.split(' '))) {
    if (name === 'samurai') parts.push(name);
    if (name === 'grids') parts.push(`${words.length} grids`);
    if (name === 'digits') parts.push(`digits ${words[0].replace('-', '–')}`);
  }
  if (board.regions) parts.push('jigsaw');
  else if (board.rows === 1) parts.push(lines.includes('raw') ? 'no rows, columns or boxes' : 'no boxes');
  else if (board.rows !== board.columns) parts.push(`boxes of ${board.rows}×${board.columns}`);
  for (const { name, words } of VARIANTS) if (board.variants.includes(name)) parts.push(words);
  if (variables.length > 0) parts.push(`${variables.length} ${variables.length === 1 ? 'variable' : 'variables'}`);
  const constraints = board.constraints.length;
  if (constraints > 0) parts.push(`${constraints} ${constraints === 1 ? 'constraint' : 'constraints'}`);
  const removed = board.removed.length / 2;
  if (removed > 0) parts.push(`${removed} ${removed === 1 ? 'candidate' : 'candidates'} removed`);
  return parts.join(' · ');
}

/** Explains the rules that ordinary Sudoku does not have, a sentence for each. */
export function extraRules(board: Board, ofConstraints: string[]): string[] {
  const rules = VARIANTS.filter(({ name }) => board.variants.includes(name)).map(({ rule }) => rule);
  const { lines, regions } = board;
  const isSquare = lines.length === 0;
  if (regions) {
    const isWhole = isSquare && !regions.includes(0);
    rules.unshift(isWhole ? 'Each outlined region contains every digit once.' : 'Digits do not repeat in an outlined region.');
  }
  if (lines.includes('raw')) rules.unshift('Digits can repeat in rows and columns.');
  else if (lines.some((line) => /^(samurai|grids)/.test(line))) rules.unshift('Each of the overlapping grids is a Sudoku of its own.');
  else if (board.rows === 1 && !regions) {
    rules.unshift(
      isSquare
        ? 'Only rows and columns contain every digit once; there are no boxes.'
        : 'Digits do not repeat in rows and columns; there are no boxes.',
    );
  }

  return [...rules, ...ofConstraints];
}
