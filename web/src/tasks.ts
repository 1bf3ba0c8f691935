/** The action buttons: each asks a question and shows the answer. */

import { BoardView, cellView } from './board';
import { button, byId, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import { digits, pairs } from './model';
import type { Page } from './page';
import type { Step, Verdict } from './protocol';
import { type Verdicts, sentence } from './verdict';

export type Task = 'hint' | 'explain' | 'candidates' | 'solve' | 'rate' | 'minimise' | 'count' | 'clear';

const COUNT_LIMIT = 1_000_000;
const NO_STEP = 'There is no further step: every candidate occurs in some solution.';

export class Tasks {
  private readonly result = byId('result');
  private steps: Step[] = [];
  private at = 0;
  private explanation: { solution: Uint16Array | null; refuted: boolean } | null = null;
  private stepList: { element: HTMLElement; count: number } | null = null;

  constructor(
    private readonly page: Page,
    private readonly engine: Engine,
    private readonly failed: (error: Failure) => void,
  ) {
    byId('cancel').onclick = () => this.cancel();
  }

  start(task: Task, verdicts: Verdicts): void {
    const { page } = this;
    if (page.mode === 'regions') page.setMode('givens');
    switch (task) {
      case 'hint':
        return void this.hint();
      case 'explain':
        return void this.explain();
      case 'candidates':
        return void this.candidates();
      case 'solve':
        return void this.solve();
      case 'rate':
        return void this.rate();
      case 'minimise':
        return void this.minimise();
      case 'count':
        return void this.count(COUNT_LIMIT);
      case 'clear': {
        const { state } = page;
        page.change({ ...state, filled: state.filled.map(() => 0), notes: state.notes.map(() => []) });
        verdicts.draw();
      }
    }
  }

  cancel(): void {
    this.engine.cancel();
  }

  /** Closes the answer, because the puzzle it refers to has changed. */
  close(): void {
    if (this.engine.isBusy) this.cancel();
    this.result.hidden = true;
    this.stepList = null;
    this.steps = [];
    if (this.page.visibleStep) this.page.showStep(null);
  }

  /** Asks a question. If it takes long, shows its progress and a button to cancel it. */
  async run<T>(title: string, ask: (report: (progress: string) => void) => Promise<T>): Promise<T | undefined> {
    const working = byId('working');
    const text = byId('working-text');
    const timer = setTimeout(() => {
      working.hidden = false;
    }, 200);
    text.textContent = title;
    try {
      return await ask((progress) => {
        text.textContent = progress;
      });
    } catch (error) {
      if (error instanceof Failure) this.failed(error);
      else if (error instanceof NoAnswer) this.show('No answer', h('p', {}, sentence(error.message)));
      else if (!(error instanceof Cancelled)) throw error;
      else if (this.steps.length === 0 && !this.engine.isBusy) this.show('Cancelled', h('p', { class: 'soft' }, 'Nothing was changed.'));
      return undefined;
    } finally {
      if (!this.engine.isBusy) {
        clearTimeout(timer);
        working.hidden = true;
      }
    }
  }

  /** Shows an answer. */
  show(title: string, ...content: Node[]): void {
    this.stepList = null;
    this.result.hidden = false;
    // On narrow screens the answer is below the board.
    requestAnimationFrame(() => {
      if (this.result.getBoundingClientRect().top > innerHeight - 80) this.result.scrollIntoView({ block: 'nearest' });
    });
    this.result.replaceChildren(
      h('header', {}, h('h2', {}, title), button('×', () => this.close(), { class: 'close', 'aria-label': 'Close the answer' })),
      ...content,
    );
  }

  /** Says that a question has no answer because of the verdict. */
  private showNoAnswer(verdict: Partial<Verdict>): void {
    const reason = {
      none: 'The puzzle has no solution',
      multiple: 'The puzzle has more than one solution',
      unknown: 'The search was not finished',
      unique: 'The puzzle has one solution',
    }[verdict.verdict ?? 'unknown'];
    this.show('No answer', h('p', {}, sentence(verdict.reason ? `${reason}: ${verdict.reason}` : reason)));
  }

  // ---- Hint ----

  private async hint(): Promise<void> {
    this.close();
    const { page } = this;
    const found = await this.run('Searching for the next step…', () => this.engine.ask('hint', page.fields, [page.state.filled]));
    if (!found) return;
    if (found.verdict === 'multiple') {
      this.show('Hint', h('p', {}, 'Your entries can only be checked if the puzzle has one solution, and it has several.'));
      return;
    }
    if (found.verdict) return this.showNoAnswer(found);
    const wrong = pairs(found.wrong ?? []).map(([cell]) => cell);
    if (wrong.length > 0) {
      page.wrong = new Set(wrong);
      page.draw();
      const [title, advice] =
        wrong.length === 1
          ? ['One digit is wrong', 'It is marked on the board. Remove it, then ask for the next step.']
          : [`${wrong.length} digits are wrong`, 'They are marked on the board. Remove them, then ask for the next step.'];
      this.show(
        title,
        h('p', {}, advice),
        h(
          'div',
          { class: 'row-of' },
          button('Remove', () => {
            const filled = page.state.filled.map((digit, cell) => (wrong.includes(cell) ? 0 : digit));
            page.change({ ...page.state, filled });
          }, { class: 'primary' }),
        ),
      );
    } else if (found.step) {
      this.showHint(found.step, 1);
    } else {
      this.show(
        'Hint',
        h('p', {}, found.solved ? 'The puzzle is solved.' : NO_STEP),
      );
    }
  }

  private showHint(step: Step, level: 1 | 2 | 3): void {
    const { page } = this;
    page.showStep({ step, level });
    const next = () => this.showHint(step, (level + 1) as 2 | 3);
    const content: Node[] = [h('p', { class: 'conclusion' }, sentence(`${step.name} ${step.place}`))];
    if (level === 2) content.push(h('p', {}, `Look at ${joined(step.facts)}.`));
    if (level === 3) content.push(...this.describeStep(step));
    const buttons = level < 3
      ? [button(level === 1 ? 'Tell me more' : 'Show the step', next, { class: 'primary' })]
      : [
          button('Apply', () => this.apply(step), { class: 'primary' }),
          button('Explain from here', () => void this.explain()),
        ];
    this.show('Hint', ...content, h('div', { class: 'row-of' }, ...buttons));
    this.result.querySelector<HTMLElement>('.primary')?.focus();
  }

  /** Applies a step to the board. */
  private apply(step: Step): void {
    const { page } = this;
    const { state } = page;
    const filled = [...state.filled];
    const notes = [...state.notes];
    for (const [cell, digit] of pairs(step.places)) {
      filled[cell] = digit;
      notes[cell] = [];
    }
    for (const [cell, digit] of pairs(step.eliminates)) {
      const marks = notes[cell].length > 0 ? notes[cell] : candidatesOf(step, cell);
      notes[cell] = marks.filter((mark) => mark !== digit);
    }
    page.change({ ...state, filled, notes });
  }

  // ---- Explain ----

  private async explain(): Promise<void> {
    this.close();
    const { page } = this;
    this.explanation = null;
    this.at = 0;
    const steps: Step[] = [];
    this.steps = steps;
    const end = await this.run('Searching for the next step…', (report) =>
      this.engine.ask('explain', page.fields, [page.state.filled], (step) => {
        if (this.steps !== steps) return;
        steps.push(step);
        report(`${steps.length} steps…`);
        this.showSteps(steps.length === 1);
      }),
    );
    if (!end || this.steps !== steps) return;
    this.explanation = end;
    if (steps.length === 0) {
      const isFull = end.solution !== null;
      this.show('Explanation', h('p', {}, isFull ? 'The puzzle is solved.' : NO_STEP));
    } else {
      this.showSteps(false);
    }
  }

  /** Shows the steps so far. Draws only the new ones. */
  private showSteps(isFirst: boolean): void {
    const { steps } = this;
    if (isFirst || !this.stepList) {
      const list = h('ol', { class: 'steps', 'aria-label': 'Steps' });
      const move = (by: number) => () => this.goTo(this.at + by);
      this.show(
        'Step by step',
        h(
          'div',
          { class: 'row-of' },
          button('«', () => this.goTo(0), { class: 'icon', 'aria-label': 'First step' }),
          button('‹', move(-1), { class: 'icon', 'aria-label': 'Previous step' }),
          h('span', { class: 'grow', id: 'step-number' }),
          button('›', move(1), { class: 'icon', 'aria-label': 'Next step', id: 'next-step' }),
          button('»', () => this.goTo(this.steps.length - 1), { class: 'icon', 'aria-label': 'Last step' }),
        ),
        h('div', { class: 'result-step', id: 'step-words' }),
        list,
        h('p', { class: 'soft', id: 'steps-end' }),
      );
      this.stepList = { element: list, count: 0 };
      this.goTo(0);
    }
    const { stepList } = this;
    for (; stepList.count < steps.length; stepList.count += 1) {
      const number = stepList.count;
      stepList.element.append(
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', onclick: () => this.goTo(number) },
            h('span', {}, String(number + 1)),
            h('span', {}, steps[number].technique),
            h('span', { class: 'soft' }, steps[number].conclusion),
          ),
        ),
      );
    }
    this.markCurrentStep();
    const { explanation } = this;
    const end = byId('steps-end');
    if (!explanation) end.textContent = '';
    else if (explanation.solution) end.textContent = `${steps.length} steps to the solution, each checked.`;
    else if (explanation.refuted) end.textContent = `${steps.length} steps to a contradiction: there is no solution.`;
    else end.textContent = `The puzzle has several solutions, and logic goes no further than these ${steps.length} steps.`;
  }

  private goTo(step: number): void {
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    const current = this.steps[this.at];
    this.page.showStep({ step: current, level: 3 });
    byId('step-words').replaceChildren(
      h('h3', {}, sentence(current.technique).replace(/\.$/, '')),
      ...this.describeStep(current),
      button('Fill in up to here', () => this.fillUpTo(current), { class: 'link' }),
    );
    this.markCurrentStep();
  }

  private markCurrentStep(): void {
    byId('step-number').textContent = `${this.at + 1} of ${this.steps.length}`;
    const items = this.stepList?.element.querySelectorAll('button');
    items?.forEach((item, number) => {
      if (number !== this.at) item.removeAttribute('aria-current');
      else if (!item.hasAttribute('aria-current')) {
        item.setAttribute('aria-current', 'step');
        // Scroll the list but not the page.
        const list = this.stepList?.element;
        if (list) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
  }

  private fillUpTo(step: Step): void {
    const { page } = this;
    const { givens, notes } = page.state;
    const filled = Array.from(step.placed, (digit, cell) => (givens[cell] > 0 ? 0 : digit));
    for (const [cell, digit] of pairs(step.places)) filled[cell] = digit;
    page.change({ ...page.state, filled, notes: notes.map((marks, cell) => (filled[cell] > 0 ? [] : marks)) });
  }

  private describeStep(step: Step): Node[] {
    const count = step.facts.length;
    const proof = step.least >= count ? 'the fewest possible here' : `at least ${step.least} are needed`;
    const content: Node[] = [
      h('p', { class: 'conclusion' }, sentence(step.conclusion)),
      h('p', { class: 'argument' }, sentence(step.argument)),
    ];
    if (count > 1) content.push(h('p', { class: 'soft' }, `${count} facts, ${proof}: ${joined(step.facts)}.`));
    content.push(
      h(
        'p',
        { class: 'legend', 'aria-hidden': 'true' },
        h('span', {}, h('b', { class: 'fact' }, '4'), ' used'),
        h('span', {}, h('b', { class: 'placed' }, '4'), ' placed'),
        h('span', {}, h('b', { class: 'eliminated' }, '4'), ' eliminated'),
      ),
    );
    return content;
  }

  // ---- Other actions ----

  private async candidates(): Promise<void> {
    this.close();
    const { page } = this;
    const { state } = page;
    const marks = await this.run('Searching for candidates…', () => this.engine.ask('marks', page.fields, [state.filled]));
    if (!marks) return;
    this.setNotes(marks);
    this.show(
      'Candidates',
      h('p', {}, 'The pencil marks are the digits that nothing on the board rules out.'),
      h('div', { class: 'row-of' }, button('Keep only those in a solution', () => void this.exactCandidates())),
    );
  }

  private async exactCandidates(): Promise<void> {
    this.close();
    const { page } = this;
    const found = await this.run('Searching for candidates…', () => this.engine.ask('candidates', page.fields, []));
    if (!found) return;
    if (!found.candidates) return this.showNoAnswer(found);
    const notes = this.setNotes(found.candidates);
    const single = notes.filter((marks) => marks.length === 1).length;
    const more = notes.filter((marks) => marks.length > 1).length;
    this.show(
      'Candidates',
      h('p', {}, 'Each pencil mark occurs in some solution, and no other digit does.'),
      h('p', { class: 'soft' }, `${single} cells are decided, ${more} have more than one digit.`),
    );
  }

  /** Sets the pencil marks of all blank cells. */
  private setNotes(candidates: Uint16Array[]): number[][] {
    const { page } = this;
    const { state } = page;
    const isBlank = (cell: number) => state.givens[cell] === 0 && state.filled[cell] === 0;
    const notes = candidates.map((digits, cell) => (isBlank(cell) ? Array.from(digits) : []));
    if (page.mode !== 'fill') page.setMode('fill');
    page.change({ ...state, notes });
    return notes;
  }

  private async solve(): Promise<void> {
    this.close();
    const { page } = this;
    const { state } = page;
    const found = await this.run('Solving…', () => this.engine.ask('solve', page.fields, []));
    if (!found) return;
    if (!found.solution) return this.showNoAnswer(found);
    const filled = Array.from(found.solution, (digit, cell) => (state.givens[cell] > 0 ? 0 : digit));
    page.change({ ...state, filled, notes: state.notes.map(() => []) });
    page.setMode('fill');
  }

  private async rate(): Promise<void> {
    this.close();
    const rating = await this.run('Rating…', () => this.engine.ask('rate', this.page.fields, []));
    if (rating === undefined) return;
    if (rating === null) {
      this.show('Rating', h('p', {}, 'Only a puzzle with one solution can be rated.'));
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
    this.show(
      sentence(rating.level).replace(/\.$/, ''),
      h('p', {}, `The hardest step is ${/^[aeiou]/.test(rating.technique) ? 'an' : 'a'} ${rating.technique}. The solution takes ${rating.steps} steps, by number of facts:`),
      bars,
      h('p', { class: 'soft' }, 'Easy: singles. Medium: 1 fact. Hard: 2. Expert: 3. Fiendish: 4 to 6. Extreme: 7 or more.'),
    );
  }

  private async minimise(seed?: number): Promise<void> {
    this.close();
    const { page } = this;
    const { state } = page;
    const found = await this.run('Removing givens…', () => this.engine.ask('minimise', page.fields, [seed]));
    if (!found) return;
    if (!found.cells) return this.showNoAnswer(found);
    if (found.removed === 0) {
      this.show('Minimal', h('p', {}, `All ${found.left} givens are necessary.`));
      return;
    }
    const givens = Array.from(found.cells);
    const before = state;
    // On a board with entries, a removed given becomes an entry, so that a solution stays complete.
    const hasEntries = state.filled.some((digit) => digit > 0);
    const all = hasEntries ? digits(state) : state.filled;
    page.change({ ...state, givens, filled: all.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) });
    this.show(
      'Minimal',
      h('p', {}, `${found.removed} givens removed. All ${found.left} that remain are necessary.`),
      h(
        'div',
        { class: 'row-of' },
        button('Try another way', () => {
          page.change(before);
          void this.minimise(Math.floor(Math.random() * 2 ** 32));
        }),
      ),
    );
  }

  private async count(limit: number): Promise<void> {
    this.close();
    const number = new Intl.NumberFormat('en');
    const found = await this.run('Counting…', (report) =>
      this.engine.ask('count', this.page.fields, [limit], (count) => report(`${number.format(count)} solutions…`)),
    );
    if (!found) return;
    const { count, complete } = found;
    const solutions = count === 1 ? 'solution' : 'solutions';
    if (complete) this.show(`${number.format(count)} ${solutions}`, h('p', { class: 'soft' }, 'There are no others.'));
    else {
      this.show(
        `At least ${number.format(count)} ${solutions}`,
        h('div', { class: 'row-of' }, button('Keep counting', () => void this.count(limit * 1000))),
      );
    }
  }

  /** Shows two solutions side by side, with their differences marked. */
  compare(verdict: Verdict): void {
    const { solution, other } = verdict;
    if (!solution || !other) return;
    this.close();
    const { state, houses } = this.page;
    let differences = 0;
    const figure = (title: string, grid: Uint16Array, against: Uint16Array) => {
      const view = new BoardView(title, false);
      view.layOut(state.board, houses);
      view.draw(
        Array.from(grid, (digit, cell) => {
          const one = cellView(digit, state.givens[cell] > 0 ? 'given' : 'found');
          if (digit !== against[cell]) {
            one.classes = 'differs';
            one.description = `differs from ${against[cell]}`;
          }
          return one;
        }),
      );
      return h('figure', {}, h('figcaption', {}, title), view.element);
    };
    solution.forEach((digit, cell) => {
      if (digit !== other[cell]) differences += 1;
    });
    this.show(
      'Two solutions',
      h('p', {}, `They differ in ${differences} of ${solution.length} cells. A given in any of these cells would rule out one solution.`),
      h('div', { class: 'pair' }, figure('First', solution, other), figure('Second', other, solution)),
    );
  }
}

function candidatesOf(step: Step, cell: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < step.candidates.length; at += 3) {
    if (step.candidates[at] === cell) found.push(step.candidates[at + 1]);
  }
  return found;
}

function joined(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
