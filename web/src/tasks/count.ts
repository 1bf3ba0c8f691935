/** The number of solutions. */

import { button, h } from '../dom';
import type { Context } from './context';

const FIRST_LIMIT = 1_000_000;

export async function count(context: Context, limit = FIRST_LIMIT): Promise<void> {
  const { game, panel, engine } = context;
  panel.close();
  const number = new Intl.NumberFormat('en');
  const found = await panel.run('Counting…', (report) =>
    engine.ask('count', game.fields, { limit }, (soFar) => report(`${number.format(soFar)} solutions…`)),
  );
  if (!found) return;
  const solutions = found.count === 1 ? 'solution' : 'solutions';
  const total = `${number.format(found.count)} ${solutions}`;
  if (found.complete) panel.show(total, h('p', { class: 'soft' }, 'There are no others.'));
  else {
    const more = button('Keep counting', () => void count(context, limit * 1000));
    panel.show(`At least ${total}`, h('div', { class: 'row-of' }, more));
  }
}
