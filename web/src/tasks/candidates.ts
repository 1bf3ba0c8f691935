/** The candidates that occur in some solution. */

import { h } from '../dom';
import { digits } from '../model';
import { paragraph } from '../names';
import { type Context, withoutAnswer } from './context';

/** Shows the candidates, and eliminates those that occur in no solution. */
export async function candidates({ game, panel, engine }: Context): Promise<void> {
  panel.close();
  const found = await panel.run('Searching for candidates…', () => engine.ask('candidates', game.fields, {}));
  if (!found) return;
  if (!found.candidates) {
    panel.show('No candidates', paragraph(withoutAnswer(found)));
    return;
  }
  const all = digits(game.state);
  const exact = found.candidates;
  const possible = game.now.rules.candidates(all);
  const eliminated = possible.map((of, cell) => of.filter((digit) => !exact[cell].includes(digit)));
  game.setShowsCandidates(true);
  if (game.now.mode !== 'fill') game.setMode('fill');
  game.change({ ...game.state, eliminated });
  const blank = exact.filter((_, cell) => all[cell] === 0);
  const decided = blank.filter((of) => of.length === 1).length;
  panel.show(
    'Candidates of all solutions',
    h('p', {}, 'Each candidate on the board occurs in some solution.'),
    h('p', { class: 'soft' }, `${decided} blank cells have one candidate, ${blank.length - decided} have more.`),
  );
}
