/** What the cells of the board show: the game, a step of an explanation, or the regions being drawn. */

import { type CellView, cellView, type Mark } from './board';
import type { Game } from './game';
import { digits, type State } from './model';
import type { Step } from './protocol';
import type { Rules } from './rules';

/** A step shown on the board. */
export interface VisibleStep {
  step: Step;
  /** How much the board reveals: 1 nothing, 2 houses and cells, 3 all candidates with their marks. */
  level: 1 | 2 | 3;
}

/** By the number that a step uses for them. */
const MARKS: Mark[] = ['plain', 'fact', 'placed', 'eliminated', 'other'];

/** Returns for each blank cell its candidates without the eliminated ones. */
export function openCandidates(state: State, rules: Rules): number[][] {
  const removed = [...state.board.removed, ...rules.excluded];
  const candidates = rules.candidates(digits(state));
  const left = candidates.map((of, cell) => of.filter((digit) => !state.eliminated[cell].includes(digit)));
  for (let at = 0; at < removed.length; at += 2) {
    left[removed[at]] = left[removed[at]].filter((digit) => digit !== removed[at + 1]);
  }
  return left;
}

/** Returns what each cell shows. */
export function sceneViews(game: Game): CellView[] {
  const { mode, step } = game.now;
  const { regions } = game.state.board;
  if (mode === 'regions' && regions) return regionViews(game, regions);
  return step && step.level > 1 ? stepViews(game, step) : gameViews(game);
}

function gameViews({ now, selection, state }: Game): CellView[] {
  const { conflict, lastEntered, pointed, rules, wrong } = now;
  const all = digits(state);
  const { geometry } = state.board;
  const { active } = selection;
  const peers = selection.cells.length === 1 ? rules.peers(active) : new Set<number>();
  const clashing = rules.clashes(all);
  const candidates = now.showsCandidates ? openCandidates(state, rules) : null;
  /** Returns the class of a digit that is wrong or contradicts another, with a description. */
  const fault = (cell: number): [name: string, description: string] | null => {
    if (wrong.has(cell)) return ['wrong', 'wrong'];
    if (clashing.cells.has(cell)) return [cell === lastEntered ? 'wrong' : 'clash', 'breaks a rule'];
    return conflict.has(cell) ? ['conflict', 'part of a contradiction'] : null;
  };
  return all.map((digit, cell) => {
    const view = cellView(geometry.text(digit), state.givens[cell] > 0 ? 'given' : 'filled');
    view.colour = state.colours[cell];
    view.isSelected = selection.has(cell);
    if (candidates) {
      view.candidates = candidates[cell].map((mark) => [mark, state.corner[cell].includes(mark) ? 'marked' : 'plain']);
    } else {
      view.corner = state.corner[cell];
      view.centre = state.centre[cell];
    }
    const found = fault(cell);
    const classes = [
      peers.has(cell) && 'peer',
      clashing.houses.has(cell) && 'clash-house',
      digit > 0 && digit === all[active] && cell !== active && 'same',
      pointed.has(cell) && 'pointed',
      conflict.has(cell) && 'conflict',
      found?.[0],
    ];
    view.classes = joined(classes);
    if (found) [, view.description] = found;
    return view;
  });
}

function joined(classes: (string | false | undefined)[]): string {
  return [...new Set(classes.filter(Boolean))].join(' ');
}

function stepViews({ now, selection, state }: Game, { step, level }: VisibleStep): CellView[] {
  const houses = new Set(step.houses);
  const facts = new Set(step.cells);
  const blockers = new Set(level === 3 ? step.blockers : []);
  const { geometry } = state.board;
  const views = state.givens.map((given, cell) => {
    const view = cellView(geometry.text(step.placed[cell]), given > 0 ? 'given' : 'filled');
    // The selection must not look like a part of the step.
    view.classes = joined([
      facts.has(cell) ? 'facts' : houses.has(cell) && 'house',
      blockers.has(cell) && 'blocker',
      now.pointed.has(cell) && 'pointed',
      selection.active === cell && 'active',
    ]);
    if (facts.has(cell)) view.description = 'part of the step';
    if (blockers.has(cell)) view.description = 'leaves no other place';
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

function regionViews({ state, selection }: Game, regions: number[]): CellView[] {
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
