/** Edits of the puzzle: each takes a state and cells, and returns the state after the edit. */

import type { State } from './model';
import type { Rules } from './rules';

export type Marks = 'corner' | 'centre' | 'eliminated';

/** Replaces the values of some cells. */
function withCells<T>(values: T[], cells: number[], value: (old: T, cell: number) => T): T[] {
  const changed = [...values];
  for (const cell of cells) changed[cell] = value(values[cell], cell);
  return changed;
}

/** Sets givens, or removes them if `digit` is 0. */
export function setGivens(state: State, cells: number[], digit: number): State {
  return {
    ...withoutMarks(state, cells),
    givens: withCells(state.givens, cells, () => digit),
    filled: withCells(state.filled, cells, () => 0),
  };
}

/** Enters a digit, or removes it if all cells have it. Pencil marks that it rules out go. */
export function fill(state: State, cells: number[], digit: number, rules: Rules): State {
  const isEverywhere = cells.every((cell) => state.filled[cell] === digit);
  if (isEverywhere) return { ...state, filled: withCells(state.filled, cells, () => 0) };
  const seen = [...new Set(cells.flatMap((cell) => [...rules.peers(cell)]))];
  const without = (marks: number[][]) => withCells(marks, seen, (old) => old.filter((mark) => mark !== digit));
  const own = withoutMarks(state, cells);
  return {
    ...own,
    filled: withCells(state.filled, cells, () => digit),
    corner: without(own.corner),
    centre: without(own.centre),
  };
}

/** Adds a pencil mark to the cells, or removes it if all of them have it. */
export function toggleMark(state: State, cells: number[], digit: number, marks: Marks): State {
  const isEverywhere = cells.every((cell) => state[marks][cell].includes(digit));
  const change = (old: number[]) => {
    const others = old.filter((mark) => mark !== digit);
    return isEverywhere ? others : [...others, digit].sort((one, other) => one - other);
  };
  return { ...state, [marks]: withCells(state[marks], cells, change) };
}

/** Colours the cells, or removes the colour if all of them have it. */
export function paintColour(state: State, cells: number[], colour: number): State {
  const isEverywhere = cells.every((cell) => state.colours[cell] === colour);
  return { ...state, colours: withCells(state.colours, cells, () => (isEverywhere ? 0 : colour)) };
}

/** Removes the entries of the cells or, where there are none, their pencil marks or, if there are none either, their colours. */
export function erase(state: State, cells: number[]): State {
  if (cells.some((cell) => state.filled[cell] > 0)) return { ...state, filled: withCells(state.filled, cells, () => 0) };
  const marks = (['corner', 'centre', 'eliminated'] as const).map((kind) => state[kind]);
  if (cells.some((cell) => marks.some((of) => of[cell].length > 0))) return withoutMarks(state, cells);
  return paintColour(state, cells, 0);
}

/** Enters digits and eliminates candidates, as a step does. */
export function applyStep(state: State, places: [number, number][], eliminates: [number, number][], rules: Rules): State {
  const placed = places.reduce((before, [cell, digit]) => fill(before, [cell], digit, rules), state);
  return eliminate(placed, eliminates);
}

/** Eliminates candidates, and removes the pencil marks for them. */
export function eliminate(state: State, candidates: [number, number][]): State {
  return candidates.reduce((before, [cell, digit]) => {
    const marked = before.eliminated[cell].includes(digit) ? before : toggleMark(before, [cell], digit, 'eliminated');
    const without = (marks: number[][]) => withCells(marks, [cell], (old) => old.filter((mark) => mark !== digit));
    return { ...marked, corner: without(marked.corner), centre: without(marked.centre) };
  }, state);
}

function withoutMarks(state: State, cells: number[]): State {
  const none = (): number[] => [];
  return {
    ...state,
    corner: withCells(state.corner, cells, none),
    centre: withCells(state.centre, cells, none),
    eliminated: withCells(state.eliminated, cells, none),
  };
}
