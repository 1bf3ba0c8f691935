/** The state of the puzzle on the page: board, givens and what the player has entered. */

import { Geometry } from './geometry';

/** A constraint on the board. */
export interface Drawn {
  /** The text form, such as `cage 15 r1c1 r1c2`. */
  text: string;
  /** The name that reports use: the setter's title, or the text. */
  label: string;
  name: string;
  /** The number in front of the cells, or nothing. Several digits are joined, as they are typed. */
  value: string;
  /** The cells in the order of the text. */
  cells: number[];
}

export interface Board {
  /** The lines about cells and digits, such as `board 6x9`; none for a square whose digits count from 1. */
  lines: string[];
  geometry: Geometry;
  /** Rows and columns of a box; one row if there are no boxes. */
  rows: number;
  columns: number;
  /** For each cell of the grid, its region, counted from 1, or 0 if it is in none. */
  regions: number[] | null;
  variants: string[];
  constraints: Drawn[];
  /** Eliminated candidates: cell, digit, cell, digit, … */
  removed: number[];
}

export interface State {
  board: Board;
  /** For each cell, the number of its digit or 0. */
  givens: number[];
  /** For each cell, the digit entered by the player or 0. */
  filled: number[];
  /** For each cell, the pencil marks in its corners, in ascending order. */
  corner: number[][];
  /** For each cell, the pencil marks in its centre, in ascending order. */
  centre: number[][];
  /** For each cell, the candidates that the player or a step has eliminated, in ascending order. */
  eliminated: number[][];
  /** For each cell, the number of its colour or 0. */
  colours: number[];
}

/** Returns the square with boxes of this size, or without boxes if they have one row. */
export function squareBoard(rows: number, columns: number): Board {
  const geometry = Geometry.square(rows * columns);
  return { lines: [], geometry, rows, columns, regions: null, variants: [], constraints: [], removed: [] };
}

export function empty(board: Board): State {
  const { cells } = board.geometry;
  const zeros = () => new Array<number>(cells).fill(0);
  const lists = () => Array.from({ length: cells }, (): number[] => []);
  return { board, givens: zeros(), filled: zeros(), corner: lists(), centre: lists(), eliminated: lists(), colours: zeros() };
}

export function withGivens(board: Board, givens: ArrayLike<number>): State {
  return { ...empty(board), givens: Array.from(givens) };
}

/** Returns the digit of each cell, given or entered. */
export function digits(state: State): number[] {
  return state.givens.map((given, cell) => given || state.filled[cell]);
}

/** Returns the board with its givens only. */
export function cleared(state: State): State {
  return withGivens(state.board, state.givens);
}

/** Splits a flat list into pairs of a cell and a digit. */
export function pairs(flat: ArrayLike<number>): [cell: number, digit: number][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]]);
}
