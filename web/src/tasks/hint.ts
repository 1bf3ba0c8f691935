/** The next step, revealed in three levels. */

import { button, h } from '../dom';
import { applyStep, toggleMark } from '../edit';
import { pairs } from '../model';
import { paragraph, withButtons } from '../names';
import type { Step } from '../protocol';
import { heading, joined, sentence } from '../words';
import { showMistakes } from './check';
import type { Context } from './context';
import { describeStep } from './describe';
import { explain } from './explain';

const SEVERAL = 'This puzzle has several solutions, so logic alone cannot finish it.';

export async function hint(context: Context): Promise<void> {
  const { game, panel, engine, verdicts } = context;
  panel.close();
  const found = await panel.run('Searching for the next step…', () =>
    engine.ask('hint', game.fields, { ...game.entries, known: verdicts.known }),
  );
  if (!found) return;
  const compare = () =>
    h(
      'div',
      { class: 'row-of' },
      button('Compare two solutions', () => verdicts.compare()),
    );
  if (found.end === 'unchecked') {
    panel.show('Several solutions', h('p', {}, `${SEVERAL} Your entries cannot be checked for the same reason.`), compare());
  } else if (found.error !== null) {
    const words = found.verdict === 'none' ? 'The puzzle has no solution' : 'The search was not finished';
    panel.show('No hint', paragraph(`${words}: ${found.error}`));
  } else if (found.wrong.length > 0) {
    showMistakes(
      context,
      pairs(found.wrong).map(([cell]) => cell),
    );
  } else if (found.missing.length > 0) {
    showMissing(context, pairs(found.missing));
  } else if (found.step) {
    showHint(context, found.step, 1, found.verdict === 'multiple');
  } else if (found.end === 'solved') {
    panel.show('Solved', h('p', {}, 'Every cell has its digit.'));
  } else {
    panel.show('Several solutions', h('p', {}, `${SEVERAL} Every candidate that is left occurs in one of them.`), compare());
  }
}

function showHint(context: Context, step: Step, level: 1 | 2 | 3, hasSeveral: boolean): void {
  const { game, panel } = context;
  game.showStep({ step, level });
  const next = () => showHint(context, step, (level + 1) as 2 | 3, hasSeveral);
  const content: Node[] = [];
  if (level < 3) content.push(h('p', { class: 'conclusion' }, ...withButtons(sentence(`${step.name} ${step.place}`))));
  if (level === 2) content.push(paragraph(`Look at ${joined(step.facts)}`));
  if (level === 3) content.push(...describeStep(step));
  if (hasSeveral) content.push(h('p', { class: 'soft' }, `${SEVERAL} This step holds in all of them.`));
  const buttons =
    level < 3
      ? [button(level === 1 ? 'Tell me more' : 'Show the step', next, { class: 'primary' })]
      : [
          button('Apply', () => apply(context, step), { class: 'primary' }),
          button('Explain from here', () => void explain(context)),
        ];
  const title = level === 3 ? heading(step.technique) : 'Hint';
  panel.show(title, ...content, h('div', { class: 'row-of' }, ...buttons));
  panel.focusButton();
}

/** Applies a step to the board. Candidates are shown from then on if it eliminates any. */
function apply({ game }: Context, step: Step): void {
  if (step.eliminates.length > 0) game.setShowsCandidates(true);
  if (game.now.mode !== 'fill') game.setMode('fill');
  game.change(applyStep(game.state, pairs(step.places), pairs(step.eliminates), game.now.rules));
}

/** Reports candidates of the solution that the player has eliminated. */
function showMissing({ game, panel }: Context, missing: [cell: number, digit: number][]): void {
  const cells = missing.map(([cell]) => cell);
  game.markWrong(cells);
  const restore = () => {
    game.change(missing.reduce((state, [cell, digit]) => toggleMark(state, [cell], digit, 'eliminated'), game.state));
  };
  const [title, words] =
    missing.length === 1
      ? ['A candidate is missing', 'The digit of the marked cell has been eliminated.']
      : ['Candidates are missing', 'The digits of the marked cells have been eliminated.'];
  panel.show(title, h('p', {}, words), h('div', { class: 'row-of' }, button('Restore', restore, { class: 'primary' })));
}
