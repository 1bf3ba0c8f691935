/** Links that contain the puzzle and the entries, as the fragment of a URL. */

import { type State, sizeOf, withGivens } from './model';
import { VARIANTS } from './variants';

const LARGEST_SIZE = 400;

/** The fragment is not a puzzle; the message says what was expected. */
export class BadLink extends Error {}

const SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function encode(cells: number[], largest: number): string {
  if (largest < SYMBOLS.length) return cells.map((value) => SYMBOLS[value]).join('');
  return cells.join('_');
}

function decode(text: string, size: number, field: string): number[] {
  const isNumbers = size >= SYMBOLS.length;
  const cells = isNumbers
    ? text.split('_').map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : -1))
    : Array.from(text, (symbol) => (symbol === '0' ? 0 : SYMBOLS.indexOf(symbol)));
  if (cells.length !== size * size) {
    throw new BadLink(`expected ${size * size} cells in ${field}, found ${cells.length}`);
  }
  if (cells.some((value) => value < 0 || value > size)) {
    throw new BadLink(`expected digits from 1 to ${size} in ${field}`);
  }
  return cells;
}

/** Encodes the puzzle and the entries as the fragment of a URL. */
export function toFragment(state: State): string {
  const { board, givens, filled } = state;
  const size = sizeOf(board);
  const parts = [`puzzle=${encode(givens, size)}`];
  if (board.regions) parts.push(`regions=${encode(board.regions.map((region) => region + 1), size)}`);
  else if (board.rows !== 3 || board.columns !== 3) parts.push(`box=${board.rows}x${board.columns}`);
  if (board.variants.length > 0) parts.push(`variants=${board.variants.join('+')}`);
  if (board.constraints.length > 0) parts.push(`constraints=${encodeURIComponent(board.constraints.join(';'))}`);
  if (board.removed.length > 0) parts.push(`removed=${board.removed.join('_')}`);
  if (filled.some((digit) => digit > 0)) parts.push(`filled=${encode(filled, size)}`);
  return `#${parts.join('&')}`;
}

/** Decodes the state in a fragment, or returns `null` if it has none. */
export function fromFragment(fragment: string): State | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B'));
  const puzzle = fields.get('puzzle');
  if (puzzle === null) return null;
  const box = fields.get('box');
  const map = fields.get('regions');
  const shape = /^(\d{1,3})x(\d{1,3})$/.exec(box ?? '3x3');
  if (!shape) throw new BadLink(`expected box rows and columns such as 3x3, found ${quoted(box ?? '')}`);
  let [rows, columns] = [Number(shape[1]), Number(shape[2])];
  let regions: number[] | null = null;
  if (map !== null) {
    const cells = map.includes('_') ? map.split('_').length : map.length;
    [rows, columns] = [1, Math.round(Math.sqrt(cells))];
    regions = decode(map, columns, 'the regions').map((region) => region - 1);
    if (regions.some((region) => region < 0)) throw new BadLink('expected a region for each cell');
  }
  const size = rows * columns;
  if (size < 4 || size > LARGEST_SIZE) throw new BadLink(`expected a board of 4 to ${LARGEST_SIZE} rows, found ${size}`);
  const variants = (fields.get('variants') ?? '').split('+').filter((name) => name !== '');
  for (const name of variants) {
    if (!VARIANTS.some((known) => known.name === name)) throw new BadLink(`expected a variant, found ${quoted(name)}`);
  }
  const constraints = (fields.get('constraints') ?? '').split(';').filter((text) => text !== '');
  const removed = (fields.get('removed') ?? '').split('_').filter((word) => word !== '').map(Number);
  const isPossible = (value: number, at: number) => (at % 2 === 0 ? value < size * size : value > 0 && value <= size);
  if (removed.length % 2 > 0 || !removed.every((value, at) => Number.isInteger(value) && value >= 0 && isPossible(value, at))) {
    throw new BadLink('expected candidates of the board as removed');
  }
  const givens = decode(puzzle, size, 'the puzzle');
  const state = withGivens({ rows, columns, regions, variants, constraints, removed }, givens);
  const filled = fields.get('filled');
  if (filled === null) return state;
  const entries = decode(filled, size, 'the entries');
  return { ...state, filled: entries.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) };
}

function quoted(text: string): string {
  return `“${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`;
}
