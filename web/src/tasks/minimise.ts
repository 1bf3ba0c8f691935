/** Removes givens while the solution stays unique. */

import { button, h } from '../dom';
import { digits } from '../model';
import { withButtons } from '../names';
import { sentence } from '../words';
import { type Context, withoutAnswer } from './context';

export async function minimise(context: Context, seed?: number): Promise<void> {
  const { page, panel, engine } = context;
  panel.close();
  const { state } = page;
  const found = await panel.run('Removing givens…', () => engine.ask('minimise', page.fields, [seed]));
  if (!found) return;
  if (!found.cells) {
    panel.show('Minimise', h('p', {}, ...withButtons(sentence(withoutAnswer(found)))));
    return;
  }
  if (found.removed === 0) {
    panel.show('Minimal', h('p', {}, `All ${found.left} givens are necessary.`));
    return;
  }
  const givens = Array.from(found.cells);
  // On a board with entries, a removed given becomes an entry, so that a solution stays complete.
  const hasEntries = state.filled.some((digit) => digit > 0);
  const all = hasEntries ? digits(state) : state.filled;
  page.change({ ...state, givens, filled: all.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) });
  const again = () => {
    page.change(state);
    void minimise(context, Math.floor(Math.random() * 2 ** 32));
  };
  panel.show(
    'Minimal',
    h('p', {}, `${found.removed} givens removed. All ${found.left} that remain are necessary.`),
    h('div', { class: 'row-of' }, button('Try another way', again)),
  );
}
