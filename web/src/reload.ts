/** What a link leaves out and a reload keeps: marks, eliminated candidates and colours. The browser has them with
 * the address. */

import type { State } from './model';
import type { Page } from './page';

type Kept = Pick<State, 'corner' | 'centre' | 'eliminated' | 'colours'> & { showsCandidates: boolean };

/** Returns what the browser should keep. */
export function keptBy({ state, showsCandidates }: Page): Kept {
  const { corner, centre, eliminated, colours } = state;
  return { corner, centre, eliminated, colours, showsCandidates };
}

/** Adds what the browser has kept to the puzzle on the page, if it belongs to it. */
export function restore(page: Page, kept: unknown): void {
  if (kept === null || typeof kept !== 'object') return;
  const { showsCandidates, ...marks } = kept as Kept;
  const { state } = page;
  const lists = [marks.corner, marks.centre, marks.eliminated, marks.colours];
  if (lists.some((list) => list?.length !== page.geometry.cells)) return;
  page.showsCandidates = showsCandidates;
  page.change({ ...state, ...marks }, true);
}
