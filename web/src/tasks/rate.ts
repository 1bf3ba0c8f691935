/** The difficulty of the puzzle. */

import { h } from '../dom';
import { sentence } from '../words';
import type { Context } from './context';

export async function rate({ page, panel, engine }: Context): Promise<void> {
  panel.close();
  const rating = await panel.run('Rating…', () => engine.ask('rate', page.fields, []));
  if (rating === undefined) return;
  if (rating === null) {
    panel.show('Rating', h('p', {}, 'Only a puzzle with one solution can be rated.'));
    return;
  }
  const bars = h('div', { class: 'bars' });
  rating.sizes.forEach((count, index) => {
    if (count === 0) return;
    const facts = index === 0 ? '1 fact' : `${index + 1} facts`;
    bars.append(
      h('span', {}, facts),
      h('meter', { min: 0, max: rating.steps, value: count, 'aria-label': `steps of ${facts}` }),
      h('span', {}, String(count)),
    );
  });
  const article = /^[aeiou]/.test(rating.technique) ? 'an' : 'a';
  panel.show(
    sentence(rating.level).replace(/\.$/, ''),
    h('p', {}, `The hardest step is ${article} ${rating.technique}. The solution takes ${rating.steps} steps, by number of facts:`),
    bars,
    h('p', { class: 'soft' }, 'Easy: singles. Medium: 1 fact. Hard: 2. Expert: 3. Fiendish: 4 to 6. Extreme: 7 or more.'),
  );
}
