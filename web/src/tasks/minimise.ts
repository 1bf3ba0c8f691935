/** Removes givens while the solution stays unique. */

import { button, h } from '../dom';
import { digits } from '../model';
import { counted } from '../words';
import type { Context } from './context';

export async function minimise(context: Context, seed?: number): Promise<void> {
  const { game, panel, engine } = context;
  panel.close();
  const { state } = game;
  const found = await panel.run('Removing givens…', () => engine.ask('minimise', game.fields, { seed }));
  if (!found) return;
  const { cells: givens } = found;
  const removed = found.removed.length;
  const left = givens.filter((digit) => digit > 0).length;
  if (removed === 0) {
    const words = left === 0 ? 'There are no givens to remove.' : `All ${left} givens are necessary.`;
    panel.show('Minimal', h('p', {}, words));
    return;
  }
  // On a board with entries, a removed given becomes an entry, so that a solution stays complete.
  const hasEntries = state.filled.some((digit) => digit > 0);
  const all = hasEntries ? digits(state) : state.filled;
  game.change({ ...state, givens, filled: all.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) });
  const again = () => {
    game.change(state);
    void minimise(context, Math.floor(Math.random() * 2 ** 32));
  };
  panel.show(
    'Minimal',
    h(
      'p',
      {},
      `${counted(removed, 'given')} removed. ${left === 0 ? 'None is necessary.' : `All ${left} that remain are necessary.`}`,
    ),
    h('div', { class: 'row-of' }, button('Try another way', again)),
  );
}
