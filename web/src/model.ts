/** The state of the page (board, givens, entries, pencil marks) and the links that encode it. */

export interface Board {
  /** Rows and columns of a box; one row if there are no boxes. */
  rows: number;
  columns: number;
  /** For each cell, its region, counted from 0. */
  regions: number[] | null;
  variants: string[];
  /** Eliminated candidates: cell, digit, cell, digit, … */
  removed: number[];
}

export interface State {
  board: Board;
  /** For each cell, its digit or 0. */
  givens: number[];
  /** For each cell, the digit entered by the player or 0. */
  filled: number[];
  /** For each cell, its pencil marks in ascending order. */
  notes: number[][];
}

export const LARGEST_SIZE = 400;

export const VARIANTS: [name: string, words: string][] = [
  ['diagonal', 'both diagonals'],
  ['windoku', 'windows'],
  ['disjoint-groups', 'disjoint groups'],
  ['anti-knight', 'anti-knight'],
  ['anti-king', 'anti-king'],
  ['non-consecutive', 'non-consecutive'],
];

export function sizeOf(board: Board): number {
  return board.rows * board.columns;
}

export function empty(board: Board): State {
  const cells = sizeOf(board) ** 2;
  const blank = () => new Array<number>(cells).fill(0);
  return { board, givens: blank(), filled: blank(), notes: Array.from({ length: cells }, () => []) };
}

export function withGivens(board: Board, givens: ArrayLike<number>): State {
  return { ...empty(board), givens: Array.from(givens) };
}

/** Returns the digit of each cell, given or entered. */
export function digits(state: State): number[] {
  return state.givens.map((given, cell) => given || state.filled[cell]);
}

/** Splits a flat list into pairs of a cell and a digit. */
export function pairs(flat: ArrayLike<number>): [cell: number, digit: number][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]]);
}

/** Describes the board in words. */
export function describeBoard(board: Board): string {
  const size = sizeOf(board);
  const parts = [`${size}×${size}`];
  if (board.regions) parts.push('jigsaw');
  else if (board.rows === 1) parts.push('no boxes');
  else if (board.rows !== board.columns) parts.push(`boxes of ${board.rows}×${board.columns}`);
  for (const [name, words] of VARIANTS) if (board.variants.includes(name)) parts.push(words);
  const removed = board.removed.length / 2;
  if (removed > 0) parts.push(`${removed} ${removed === 1 ? 'candidate' : 'candidates'} removed`);
  return parts.join(' · ');
}

/** The undo history. */
export class History {
  private states: State[];
  private at = 0;

  constructor(first: State) {
    this.states = [first];
  }

  get now(): State {
    return this.states[this.at];
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.states.length;
  }

  push(state: State): void {
    this.states = [...this.states.slice(Math.max(0, this.at - 500), this.at + 1), state];
    this.at = this.states.length - 1;
  }

  undo(): void {
    if (this.canUndo) this.at -= 1;
  }

  redo(): void {
    if (this.canRedo) this.at += 1;
  }
}

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

export class BadLink extends Error {}

/** Encodes the puzzle and the entries as the fragment of a URL. */
export function toFragment(state: State): string {
  const { board, givens, filled } = state;
  const size = sizeOf(board);
  const parts = [`puzzle=${encode(givens, size)}`];
  if (board.regions) parts.push(`regions=${encode(board.regions.map((region) => region + 1), size)}`);
  else if (board.rows !== 3 || board.columns !== 3) parts.push(`box=${board.rows}x${board.columns}`);
  if (board.variants.length > 0) parts.push(`variants=${board.variants.join('+')}`);
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
    if (!VARIANTS.some(([known]) => known === name)) throw new BadLink(`expected a variant, found ${quoted(name)}`);
  }
  const removed = (fields.get('removed') ?? '').split('_').filter((word) => word !== '').map(Number);
  const isPossible = (value: number, at: number) => (at % 2 === 0 ? value < size * size : value > 0 && value <= size);
  if (removed.length % 2 > 0 || !removed.every((value, at) => Number.isInteger(value) && value >= 0 && isPossible(value, at))) {
    throw new BadLink('expected candidates of the board as removed');
  }
  const givens = decode(puzzle, size, 'the puzzle');
  const state = withGivens({ rows, columns, regions, variants, removed }, givens);
  const filled = fields.get('filled');
  if (filled === null) return state;
  const entries = decode(filled, size, 'the entries');
  return { ...state, filled: entries.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) };
}

function quoted(text: string): string {
  return `“${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`;
}
