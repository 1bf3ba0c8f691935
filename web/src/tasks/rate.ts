/** The difficulty of the puzzle. */

import { h } from '../dom';
import { ABOUT_FACTS, counted, difficulty, heading } from '../words';
import type { Context } from './context';

const LEVELS =
  'Easy puzzles need only singles; medium ones, locked candidates; hard ones, pairs, triples or an X-wing; expert ones, wings, a swordfish or short chains; fiendish and extreme ones, longer chains and nets. The number is the score on the scale of Sudoku Explainer.';

export async function rate({ game, panel, engine }: Context): Promise<void> {
  panel.close();
  const rating = await panel.run('Rating…', () => engine.ask('rate', game.fields, {}));
  if (!rating) return;
  const bars = h('div', { class: 'bars' });
  rating.sizes.forEach((count, index) => {
    if (count === 0) return;
    const facts = counted(index + 1, 'fact');
    bars.append(
      h('span', {}, facts),
      h('meter', { min: 0, max: rating.steps, value: count, 'aria-label': `steps of ${facts}` }),
      h('span', {}, String(count)),
    );
  });
  panel.show(
    heading(difficulty(rating)),
    h('p', {}, `The hardest step is ${rating.name}. The solution takes ${counted(rating.steps, 'step')}.`),
    h('p', { class: 'soft' }, LEVELS),
    h(
      'details',
      {},
      h('summary', {}, 'Steps by number of facts'),
      h('p', { class: 'soft' }, `${ABOUT_FACTS} The more a step needs, the harder it is to find.`),
      bars,
    ),
  );
}
