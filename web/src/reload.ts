/** What a link leaves out and a reload keeps: entries, marks, eliminated candidates and colours. The browser has
 * them with the address. */

import type { State } from './model';
import type { Page } from './page';

type Kept = Pick<State, 'filled' | 'corner' | 'centre' | 'eliminated' | 'colours'> & { showsCandidates: boolean };

/** Returns what the browser should keep. */
export function keptBy({ state, showsCandidates }: Page): Kept {
  const { filled, corner, centre, eliminated, colours } = state;
  return { filled, corner, centre, eliminated, colours, showsCandidates };
}

/** Adds what the browser has kept to the puzzle on the page, if it belongs to it. */
export function restore(page: Page, kept: unknown): void {
  if (kept === null || typeof kept !== 'object') return;
  const { showsCandidates, ...entries } = kept as Kept;
  const { state } = page;
  const lists = [entries.filled, entries.corner, entries.centre, entries.eliminated, entries.colours];
  if (lists.some((list) => list?.length !== page.geometry.cells)) return;
  page.showsCandidates = showsCandidates;
  page.change({ ...state, ...entries }, true);
}
