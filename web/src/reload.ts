/** What a link leaves out and a reload keeps: entries, marks, eliminated candidates and colours. The browser has
 * them with the address. */

import type { Game } from './game';
import type { State } from './model';

type Kept = Pick<State, 'filled' | 'corner' | 'centre' | 'eliminated' | 'colours'> & { showsCandidates: boolean };

/** Returns what the browser should keep. */
export function keptBy({ now, state }: Game): Kept {
  const { filled, corner, centre, eliminated, colours } = state;
  return { filled, corner, centre, eliminated, colours, showsCandidates: now.showsCandidates };
}

/** Adds what the browser has kept to the puzzle on the page, if it belongs to it. */
export function restore(game: Game, kept: unknown): void {
  if (kept === null || typeof kept !== 'object') return;
  const { showsCandidates, ...entries } = kept as Kept;
  const { state } = game;
  const lists = [entries.filled, entries.corner, entries.centre, entries.eliminated, entries.colours];
  if (lists.some((list) => list?.length !== game.geometry.cells)) return;
  game.setShowsCandidates(showsCandidates);
  game.change({ ...state, ...entries }, true);
}
