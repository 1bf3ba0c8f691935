/** What the cells of the board show: the game, a step of an explanation, or the regions being drawn. */

import { type CellView, type Mark, cellView } from './board';
import { type State, digits } from './model';
import type { Step } from './protocol';
import type { Rules } from './rules';
import type { Selection } from './selection';

/** A step shown on the board. */
export interface VisibleStep {
  step: Step;
  /** How much the board reveals: 1 nothing, 2 houses and cells, 3 all candidates with their marks. */
  level: 1 | 2 | 3;
}

/** Everything that determines what the board shows. */
export interface Scene {
  state: State;
  rules: Rules;
  selection: Selection;
  showsCandidates: boolean;
  /** The cells of givens that contradict each other. */
  conflict: Set<number>;
  /** Cells with wrong entries, once the user has asked for them. */
  wrong: Set<number>;
  /** Cells named in a text that the user has clicked on. */
  pointed: Set<number>;
}

/** By the number that a step uses for them. */
const MARKS: Mark[] = ['plain', 'fact', 'placed', 'eliminated', 'other'];

/** Returns for each blank cell its candidates without the eliminated ones. */
export function openCandidates({ state, rules }: Scene): number[][] {
  const removed = [...state.board.removed, ...rules.outside];
  const candidates = rules.candidates(digits(state));
  const left = candidates.map((of, cell) => of.filter((digit) => !state.eliminated[cell].includes(digit)));
  for (let at = 0; at < removed.length; at += 2) {
    left[removed[at]] = left[removed[at]].filter((digit) => digit !== removed[at + 1]);
  }
  return left;
}

export function gameViews(scene: Scene): CellView[] {
  const { state, rules, selection, conflict, wrong, pointed } = scene;
  const all = digits(state);
  const { geometry } = state.board;
  const { active } = selection;
  const peers = selection.cells.length === 1 ? rules.peers(active) : new Set<number>();
  const clashing = rules.clashes(all);
  const candidates = scene.showsCandidates ? openCandidates(scene) : null;
  return all.map((digit, cell) => {
    const isGiven = state.givens[cell] > 0;
    const view = cellView(geometry.text(digit), isGiven ? 'given' : 'filled');
    view.colour = state.colours[cell];
    view.isSelected = selection.has(cell);
    if (candidates) {
      view.candidates = candidates[cell].map((mark) => [mark, state.corner[cell].includes(mark) ? 'marked' : 'plain']);
    } else {
      view.corner = state.corner[cell];
      view.centre = state.centre[cell];
    }
    const classes: string[] = [];
    if (peers.has(cell)) classes.push('peer');
    if (digit > 0 && digit === all[active] && cell !== active) classes.push('same');
    if (pointed.has(cell)) classes.push('pointed');
    if (conflict.has(cell)) {
      classes.push('conflict');
      view.description = 'part of a contradiction';
    } else if (wrong.has(cell) || (clashing.has(cell) && !isGiven)) {
      classes.push('wrong');
      view.description = wrong.has(cell) ? 'wrong' : 'breaks a rule';
    }
    view.classes = classes.join(' ');
    return view;
  });
}

export function stepViews({ state, selection, pointed }: Scene, { step, level }: VisibleStep): CellView[] {
  const houses = new Set(step.houses);
  const facts = new Set(step.cells);
  const { geometry } = state.board;
  const views = state.givens.map((given, cell) => {
    const view = cellView(geometry.text(step.placed[cell]), given > 0 ? 'given' : 'filled');
    view.isSelected = selection.has(cell);
    const classes: string[] = [];
    if (facts.has(cell)) classes.push('facts');
    else if (houses.has(cell)) classes.push('house');
    if (pointed.has(cell)) classes.push('pointed');
    view.classes = classes.join(' ');
    if (facts.has(cell)) view.description = 'part of the step';
    if (level < 3 && view.text === '') {
      view.corner = state.corner[cell];
      view.centre = state.centre[cell];
    }
    return view;
  });
  if (level === 3) {
    for (let at = 0; at < step.candidates.length; at += 3) {
      const [cell, digit, mark] = step.candidates.slice(at, at + 3);
      views[cell].candidates.push([digit, MARKS[mark]]);
      if (MARKS[mark] === 'placed') views[cell].description = `is ${geometry.text(digit)}`;
      if (MARKS[mark] === 'eliminated') views[cell].description = `is not ${geometry.text(digit)}`;
    }
  }
  return views;
}

export function regionViews({ state, selection }: Scene, regions: number[]): CellView[] {
  return state.givens.map((given, cell) => {
    const region = regions[cell] ?? 0;
    const view = cellView(region > 0 ? String(region) : '', 'filled');
    const hue = ((region - 1) * 137.5) % 360;
    view.isSelected = selection.has(cell);
    view.description = `${region > 0 ? `region ${region}` : 'no region'}${given > 0 ? `, given ${state.board.geometry.text(given)}` : ''}`;
    if (region > 0) {
      view.classes = 'region';
      view.region = `light-dark(hsl(${hue} 65% 88%), hsl(${hue} 30% 24%))`;
    }
    return view;
  });
}
