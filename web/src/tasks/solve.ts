/** Fills in the solution. */

import { cleared } from '../model';
import { paragraph } from '../names';
import { type Context, withoutAnswer } from './context';

export async function solve({ game, panel, engine, verdicts }: Context): Promise<void> {
  panel.close();
  const found = await panel.run('Solving…', () => engine.ask('solve', game.fields, {}));
  if (!found) return;
  const { solution } = found;
  if (!solution) {
    panel.show('No solution', paragraph(withoutAnswer(found)));
    return;
  }
  const { state } = game;
  const filled = Array.from(solution, (digit, cell) => (state.givens[cell] > 0 ? 0 : digit));
  verdicts.solvedByProgram(filled);
  game.change({ ...cleared(state), filled, colours: state.colours });
  game.setMode('fill');
}
