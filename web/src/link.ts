/** Links that contain the puzzle and the entries, as the fragment of a URL. */

import { Geometry } from './geometry';
import { type State, pairs, withGivens } from './model';
import type { PuzzleFields } from './protocol';
import { VARIANTS } from './variants';

const LARGEST_SIZE = 400;

/** The fragment is not a puzzle; the message says what was expected. */
export class BadLink extends Error {}

const NOT_REMOVED = 'expected candidates of the board as removed';

const SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function encode(cells: ArrayLike<number>): string {
  const values = Array.from(cells);
  if (values.every((value) => value < SYMBOLS.length)) return values.map((value) => SYMBOLS[value]).join('');
  return values.join('_');
}

function decode(text: string): number[] {
  if (text.includes('_')) return text.split('_').map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : -1));
  return Array.from(text, (symbol) => (symbol === '0' ? 0 : SYMBOLS.indexOf(symbol)));
}

/** Encodes the puzzle and the entries as the fragment of a URL. */
export function toFragment(state: State): string {
  const { board, givens, filled } = state;
  const parts = [`puzzle=${encode(givens)}`];
  if (board.lines.length > 0) parts.push(`board=${encodeURIComponent(board.lines.join(';'))}`);
  if (board.regions) parts.push(`regions=${encode(board.regions)}`);
  else if (board.rows !== 3 || board.columns !== 3) parts.push(`box=${board.rows}x${board.columns}`);
  if (board.variants.length > 0) parts.push(`variants=${board.variants.join('+')}`);
  if (board.constraints.length > 0) parts.push(`constraints=${encodeURIComponent(board.constraints.join(';'))}`);
  if (board.removed.length > 0) parts.push(`removed=${board.removed.join('_')}`);
  if (filled.some((digit) => digit > 0)) parts.push(`filled=${encode(filled)}`);
  return `#${parts.join('&')}`;
}

/** A puzzle and the entries, if there are any. */
export interface Link {
  puzzle: PuzzleFields & { cells: number[] };
  filled: string | null;
}

/** Decodes the puzzle in a fragment, or returns `null` if it has none. Only the library knows the cells of a
 * board that is described by lines. */
export function fromFragment(fragment: string): Link | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B'));
  const puzzle = fields.get('puzzle');
  if (puzzle === null) return null;
  const list = (field: string, separator: string) => (fields.get(field) ?? '').split(separator).filter((text) => text !== '');
  const box = fields.get('box');
  const map = fields.get('regions');
  const shape = /^(\d{1,3})x(\d{1,3})$/.exec(box ?? '3x3');
  if (!shape) throw new BadLink(`expected box rows and columns such as 3x3, found ${quoted(box ?? '')}`);
  let [rows, columns] = [Number(shape[1]), Number(shape[2])];
  const regions = map === null ? null : decode(map);
  if (regions) [rows, columns] = [1, Math.round(Math.sqrt(regions.length))];
  if (regions?.some((region) => region < 0)) throw new BadLink('expected a region for each cell');
  const variants = list('variants', '+');
  for (const name of variants) {
    if (!VARIANTS.some((known) => known.name === name)) throw new BadLink(`expected a variant, found ${quoted(name)}`);
  }
  const removed = list('removed', '_').map(Number);
  if (removed.length % 2 > 0 || removed.some((value) => !Number.isInteger(value) || value < 0)) throw new BadLink(NOT_REMOVED);
  const lines = list('board', ';');
  const link = { lines, rows, columns, regions, variants, constraints: list('constraints', ';'), removed, cells: decode(puzzle) };
  return { puzzle: link, filled: fields.get('filled') };
}

/** Returns the geometry of a board, or `null` if lines describe it. */
export function squareOf({ lines, rows, columns }: PuzzleFields): Geometry | null {
  if (lines.length > 0) return null;
  const size = rows * columns;
  if (size < 4 || size > LARGEST_SIZE) throw new BadLink(`expected a board of 4 to ${LARGEST_SIZE} rows, found ${size}`);
  return Geometry.square(size);
}

/** Returns the state that a link describes, on a board with this geometry. */
export function stateOf({ puzzle, filled }: Link, geometry: Geometry): State {
  const { cells, digits, gridCells } = geometry;
  const check = (values: number[], count: number, field: string) => {
    if (values.length !== count) throw new BadLink(`expected ${count} cells in ${field}, found ${values.length}`);
    return values;
  };
  const checkDigits = (values: number[], field: string) => {
    const isDigit = (value: number) => value >= 0 && value <= digits;
    if (!check(values, cells, field).every(isDigit)) throw new BadLink(`expected digits from 1 to ${digits} in ${field}`);
    return values;
  };
  const { cells: givens, ...board } = puzzle;
  if (board.regions) check(board.regions, gridCells, 'the regions');
  if (!pairs(board.removed).every(([cell, digit]) => cell < cells && digit > 0 && digit <= digits)) throw new BadLink(NOT_REMOVED);
  const state = withGivens({ ...board, geometry }, checkDigits(givens, 'the puzzle'));
  if (filled === null) return state;
  const entries = checkDigits(decode(filled), 'the entries');
  return { ...state, filled: entries.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) };
}

function quoted(text: string): string {
  return `“${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`;
}
