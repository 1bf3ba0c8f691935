/** Checks what the player has entered. */

import { button, h } from '../dom';
import { digits } from '../model';
import { paragraph } from '../names';
import { joined } from '../words';
import { type Context, withoutAnswer } from './context';

export async function check(context: Context): Promise<void> {
  const { game, panel, engine } = context;
  panel.close();
  const { state } = game;
  const entered = state.filled.filter((digit) => digit > 0).length;
  const found = await panel.run('Checking…', () => engine.ask('check', game.fields, {}));
  if (!found) return;
  if (found.verdict === 'none' || found.verdict === 'unknown') {
    panel.show('Check', paragraph(withoutAnswer(found)));
  } else if (entered === 0) {
    panel.show('Nothing to check', h('p', {}, 'Choose “Fill in” and enter digits. They are checked here.'));
  } else if (found.verdict === 'multiple') {
    await checkWithoutSolution(context);
  } else {
    const { solution } = found;
    const wrong = state.filled.flatMap((digit, cell) => (digit > 0 && digit !== solution?.[cell] ? [cell] : []));
    if (wrong.length > 0) showMistakes(context, wrong);
    else panel.show(...allRight(entered, digits(state).filter((digit) => digit === 0).length));
  }
}

function allRight(entered: number, left: number): [string, Node] {
  if (left === 0) return ['Solved', h('p', {}, 'Every digit is right.')];
  const words = entered === 1 ? 'Your digit is right' : `All ${entered} digits that you have entered are right`;
  return ['No mistakes', h('p', {}, `${words}. ${left} ${left === 1 ? 'cell is' : 'cells are'} left.`)];
}

/** With several solutions, entries are right if some solution has them all. */
async function checkWithoutSolution({ game, panel, engine }: Context): Promise<void> {
  const found = await panel.run('Checking…', () => engine.ask('check', { ...game.fields, cells: digits(game.state) }, {}));
  if (!found) return;
  const words =
    found.verdict === 'none'
      ? 'The puzzle has several solutions, but none with all the digits you have entered.'
      : 'The puzzle has several solutions, and your digits occur in at least one of them.';
  panel.show(found.verdict === 'none' ? 'There is a mistake' : 'No mistakes', h('p', {}, words));
}

/** Marks wrong entries, and offers to remove them. */
export function showMistakes({ game, panel }: Context, wrong: number[]): void {
  game.markWrong(wrong);
  const remove = () => {
    const filled = game.state.filled.map((digit, cell) => (wrong.includes(cell) ? 0 : digit));
    game.change({ ...game.state, filled });
  };
  const names = joined(wrong.map((cell) => `${game.geometry.name(cell)}=${game.geometry.text(game.state.filled[cell])}`));
  const [title, label] =
    wrong.length === 1 ? ['One digit is wrong', 'Remove it'] : [`${wrong.length} digits are wrong`, 'Remove them'];
  panel.show(
    title,
    paragraph(`${names}, marked on the board`),
    h('div', { class: 'row-of' }, button(label, remove, { class: 'primary' })),
  );
}
