/** All steps to the solution, one after the other. */

import { announce, button, h } from '../dom';
import { eliminate } from '../edit';
import { digits, pairs } from '../model';
import { translated } from '../names';
import type { Step } from '../protocol';
import { counted, heading } from '../words';
import type { Context } from './context';
import { describeStep } from './describe';
import { StepList } from './step_list';

const NO_STEP = 'There is no further step: the puzzle has several solutions, and every candidate occurs in one of them.';

export async function explain(context: Context): Promise<void> {
  const { game, panel, engine, verdicts } = context;
  panel.close();
  const hasEntries = game.state.filled.some((digit) => digit > 0);
  let explanation: Explanation | null = null;
  const end = await panel.run('Searching for the next step…', (report) =>
    engine.ask('explain', game.fields, game.entries, (step) => {
      explanation ??= new Explanation(context);
      explanation.add(step);
      report(`${explanation.count} steps…`);
    }),
  );
  const shown = explanation as Explanation | null;
  if (!end) return;
  if (!shown) {
    const isFull = digits(game.state).every((digit) => digit > 0);
    panel.show('Explanation', h('p', {}, isFull ? 'The board is full.' : NO_STEP));
  } else if (end.solution) {
    shown.finish(`${counted(shown.count, 'step')} to the solution, each checked.`);
  } else if (end.refuted) {
    const isUnique = verdicts.current?.verdict === 'unique';
    const reason = isUnique && hasEntries ? 'something you have entered is wrong' : 'there is no solution';
    shown.finish(`${counted(shown.count, 'step')} to a contradiction: ${reason}.`);
  } else {
    shown.finish(
      `The puzzle has several solutions, and logic goes no further than ${shown.count === 1 ? 'this step' : `these ${shown.count} steps`}.`,
    );
  }
}

/** The steps found so far, and the one that is shown. */
class Explanation {
  private readonly steps: Step[] = [];
  private at = 0;
  private readonly number = h('span', { class: 'grow', id: 'step-number' });
  private readonly words = h('div', { class: 'result-step', id: 'step-words' });
  private readonly end = h('p', { class: 'soft', id: 'steps-end' });
  private readonly list: StepList;

  constructor(private readonly context: Context) {
    this.list = new StepList((step) => this.goTo(step), context.verdicts.hardest);
    const go = (label: string, name: string, to: () => number) =>
      button(label, () => this.goTo(to()), { class: 'icon', 'aria-label': name });
    context.panel.show(
      'Step by step',
      h(
        'div',
        { class: 'row-of' },
        go('«', 'First step', () => 0),
        go('‹', 'Previous step', () => this.at - 1),
        this.number,
        go('›', 'Next step', () => this.at + 1),
        go('»', 'Last step', () => this.steps.length - 1),
      ),
      this.words,
      this.list.element,
      this.end,
    );
    context.panel.onKey = (key) => {
      const to = this.after(key);
      if (to !== undefined) this.goTo(to);
      return to !== undefined;
    };
  }

  get count(): number {
    return this.steps.length;
  }

  add(step: Step): void {
    this.steps.push(step);
    this.list.add(step);
    if (this.steps.length === 1) this.goTo(0);
    else this.number.textContent = `${this.at + 1} of ${this.count}`;
  }

  /** Returns the step that a key leads to, if it does. */
  private after(key: string): number | undefined {
    const steps: Record<string, number> = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.count - 1 };
    return steps[key];
  }

  /** Says how the explanation ends. */
  finish(words: string): void {
    this.end.textContent = words;
  }

  private goTo(step: number): void {
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    const current = this.steps[this.at];
    this.context.game.showStep({ step: current, level: 3 });
    this.words.replaceChildren(
      h('h3', {}, heading(current.technique)),
      ...describeStep(current),
      button('Fill in up to here', () => this.fillUpTo(this.at), { class: 'link' }),
    );
    this.number.textContent = `${this.at + 1} of ${this.count}`;
    this.list.select(this.at);
    announce(`${current.technique}: ${translated(current.conclusion)}`);
  }

  /** Enters the digits of the steps up to this one, and eliminates what they eliminate in cells that stay blank. */
  private fillUpTo(at: number): void {
    const { game } = this.context;
    const step = this.steps[at];
    const { givens, corner, centre } = game.state;
    const filled = Array.from(step.placed, (digit, cell) => (givens[cell] > 0 ? 0 : digit));
    for (const [cell, digit] of pairs(step.places)) filled[cell] = digit;
    const left = (marks: number[][]) => marks.map((of, cell) => (filled[cell] > 0 ? [] : of));
    if (game.now.mode !== 'fill') game.setMode('fill');
    const state = { ...game.state, filled, corner: left(corner), centre: left(centre) };
    const eliminated = this.steps.slice(0, at + 1).flatMap(({ eliminates }) => pairs(eliminates));
    const open = eliminated.filter(([cell]) => givens[cell] === 0 && filled[cell] === 0);
    if (open.length > 0) game.setShowsCandidates(true);
    game.change(eliminate(state, open));
  }
}
