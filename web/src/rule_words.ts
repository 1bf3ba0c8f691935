/** The rules of a board in words. */

import type { Geometry } from './geometry';
import type { Board, Drawn } from './model';
import { counted } from './words';

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
  parts.push(...board.variants);
  if (variables.length > 0) parts.push(counted(variables.length, 'variable'));
  const constraints = board.constraints.length;
  if (constraints > 0) parts.push(counted(constraints, 'constraint'));
  const removed = board.removed.length / 2;
  if (removed > 0) parts.push(`${counted(removed, 'candidate')} removed`);
  return parts.join(' · ');
}

/** Explains the rules that ordinary Sudoku does not have, a sentence for each, before those of the variants and
 * drawn constraints. */
export function extraRules(board: Board, others: string[]): string[] {
  const rules = [...others];
  const { lines, regions } = board;
  const isSquare = lines.length === 0;
  if (regions) {
    const isWhole = isSquare && !regions.includes(0);
    rules.unshift(isWhole ? 'Each outlined region contains every digit once.' : 'Digits do not repeat in an outlined region.');
  }
  if (lines.includes('raw')) rules.unshift('Digits can repeat in rows and columns.');
  else if (lines.some((line) => /^(samurai|grids)/.test(line)))
    rules.unshift('Each of the overlapping grids is a Sudoku of its own.');
  else if (board.rows === 1 && !regions) {
    rules.unshift(
      isSquare
        ? 'Only rows and columns contain every digit once; there are no boxes.'
        : 'Digits do not repeat in rows and columns; there are no boxes.',
    );
  }
  return rules;
}

/** Returns a sentence about the totals that a cage can have, or nothing if it can have its own. */
export function impossibleTotal({ name, value, cells }: Drawn, { highest, lowest }: Geometry): string {
  if (name !== 'cage' || value === '') return '';
  const total = (first: number) => (cells.length * (2 * first + cells.length - 1)) / 2;
  const [least, most] = [total(lowest), total(highest - cells.length + 1)];
  if (Number(value) > most) return ` ${cells.length} different digits total at most ${most}.`;
  return Number(value) < least ? ` ${cells.length} different digits total at least ${least}.` : '';
}
