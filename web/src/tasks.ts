/** The buttons: each asks a question and shows the answer. */

import { BoardView, cellView } from './board';
import { button, byId, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import type { Page } from './page';
import type { Step, Verdict } from './protocol';
import { type Verdicts, sentence } from './verdict';

export type Task = 'hint' | 'explain' | 'candidates' | 'solve' | 'rate' | 'minimise' | 'count' | 'clear';

const COUNT_LIMIT = 1_000_000;

export class Tasks {
  private readonly result = byId('result');
  private steps: Step[] = [];
  private at = 0;
  private explained: { solution: Uint16Array | null; refuted: boolean } | null = null;
  private drawn: { list: HTMLElement; shown: number } | null = null;

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

  /** Takes the answer away, because it is no answer to what is on the page now. */
  close(): void {
    if (this.engine.isBusy) this.cancel();
    this.result.hidden = true;
    this.drawn = null;
    this.steps = [];
    if (this.page.shown) this.page.show(null);
  }

  /** Runs a question, with what can be said and done while it takes long. */
  async run<T>(what: string, ask: (say: (progress: string) => void) => Promise<T>): Promise<T | undefined> {
    const working = byId('working');
    const text = byId('working-text');
    const timer = setTimeout(() => {
      working.hidden = false;
    }, 200);
    text.textContent = what;
    try {
      return await ask((progress) => {
        text.textContent = progress;
      });
    } catch (error) {
      if (error instanceof Failure) this.failed(error);
      else if (error instanceof NoAnswer) this.say('No answer', h('p', {}, sentence(error.message)));
      else if (!(error instanceof Cancelled)) throw error;
      else if (this.steps.length === 0 && !this.engine.isBusy) this.say('Cancelled', h('p', { class: 'soft' }, 'Everything is as it was.'));
      return undefined;
    } finally {
      if (!this.engine.isBusy) {
        clearTimeout(timer);
        working.hidden = true;
      }
    }
  }

  /** Shows an answer. */
  say(title: string, ...content: Node[]): void {
    this.drawn = null;
    this.result.hidden = false;
    // Below the board on narrow screens.
    requestAnimationFrame(() => {
      if (this.result.getBoundingClientRect().top > innerHeight - 80) this.result.scrollIntoView({ block: 'nearest' });
    });
    this.result.replaceChildren(
      h('header', {}, h('h2', {}, title), button('×', () => this.close(), { class: 'close', 'aria-label': 'Close the answer' })),
      ...content,
    );
  }

  /** What there is to say where a question has no answer because of the verdict. */
  private without(verdict: Partial<Verdict>): void {
    const words = {
      none: 'The puzzle has no solution',
      multiple: 'The puzzle has more than one solution, so this has no answer',
      unknown: 'It is not known',
      unique: 'The puzzle has one solution',
    }[verdict.verdict ?? 'unknown'];
    this.say('No answer', h('p', {}, sentence(verdict.reason ? `${words}: ${verdict.reason}` : words)));
  }

  // ---- Hint ----

  private async hint(): Promise<void> {
    this.close();
    const { page } = this;
    const found = await this.run('Looking for the next step…', () => this.engine.ask('hint', page.fields, [page.state.filled]));
    if (!found) return;
    if (found.verdict === 'multiple') {
      this.say('Hint', h('p', {}, 'What is filled in can only be judged where there is one solution, and there are more.'));
      return;
    }
    if (found.verdict) return this.without(found);
    const wrong = [...(found.wrong ?? [])].filter((_, at) => at % 2 === 0);
    if (wrong.length > 0) {
      page.wrong = new Set(wrong);
      page.draw();
      const count = wrong.length === 1 ? 'One digit is wrong' : `${wrong.length} digits are wrong`;
      this.say(
        count,
        h('p', {}, 'It is marked on the board. The next step is the same without it.'),
        h(
          'div',
          { class: 'row-of' },
          button('Take away', () => {
            const filled = page.state.filled.map((digit, cell) => (wrong.includes(cell) ? 0 : digit));
            page.change({ ...page.state, filled });
          }, { class: 'primary' }),
        ),
      );
    } else if (found.step) {
      this.showHint(found.step, 1);
    } else {
      this.say(
        'Hint',
        h('p', {}, found.solved ? 'It is solved.' : 'Nothing follows: every candidate is in some solution.'),
      );
    }
  }

  private showHint(step: Step, level: 1 | 2 | 3): void {
    const { page } = this;
    page.show({ step, level });
    const next = () => this.showHint(step, (level + 1) as 2 | 3);
    const content: Node[] = [h('p', { class: 'conclusion' }, sentence(`${step.name} ${step.place}`))];
    if (level === 2) content.push(h('p', {}, `Look at ${joined(step.facts)}.`));
    if (level === 3) content.push(...this.stepWords(step));
    const buttons = level < 3
      ? [button(level === 1 ? 'What to look at' : 'The whole step', next, { class: 'primary' })]
      : [
          button('Apply', () => this.apply(step), { class: 'primary' }),
          button('Explain from here', () => void this.explain()),
        ];
    this.say('Hint', ...content, h('div', { class: 'row-of' }, ...buttons));
    this.result.querySelector<HTMLElement>('.primary')?.focus();
  }

  /** Takes over what a step says. */
  private apply(step: Step): void {
    const { page } = this;
    const { state } = page;
    const filled = [...state.filled];
    const notes = [...state.notes];
    for (let at = 0; at < step.places.length; at += 2) {
      filled[step.places[at]] = step.places[at + 1];
      notes[step.places[at]] = [];
    }
    for (let at = 0; at < step.eliminates.length; at += 2) {
      const [cell, digit] = [step.eliminates[at], step.eliminates[at + 1]];
      const marks = notes[cell].length > 0 ? notes[cell] : candidatesOf(step, cell);
      notes[cell] = marks.filter((mark) => mark !== digit);
    }
    page.change({ ...state, filled, notes });
  }

  // ---- Explain ----

  private async explain(): Promise<void> {
    this.close();
    const { page } = this;
    this.explained = null;
    this.at = 0;
    const steps: Step[] = [];
    this.steps = steps;
    const end = await this.run('Looking for the next step…', (say) =>
      this.engine.ask('explain', page.fields, [page.state.filled], (step) => {
        if (this.steps !== steps) return;
        steps.push(step);
        say(`${steps.length} steps…`);
        this.showSteps(steps.length === 1);
      }),
    );
    if (!end || this.steps !== steps) return;
    this.explained = end;
    if (steps.length === 0) {
      const isFull = end.solution !== null;
      this.say('Explanation', h('p', {}, isFull ? 'It is solved.' : 'Nothing follows: every candidate is in some solution.'));
    } else {
      this.showSteps(false);
    }
  }

  /** The steps so far; only what is new is drawn. */
  private showSteps(isFirst: boolean): void {
    const { steps } = this;
    if (isFirst || !this.drawn) {
      const list = h('ol', { class: 'steps', 'aria-label': 'Steps' });
      const go = (by: number) => () => this.goTo(this.at + by);
      this.say(
        'Step by step',
        h(
          'div',
          { class: 'row-of' },
          button('«', () => this.goTo(0), { class: 'icon', 'aria-label': 'First step' }),
          button('‹', go(-1), { class: 'icon', 'aria-label': 'Step before' }),
          h('span', { class: 'grow', id: 'step-number' }),
          button('›', go(1), { class: 'icon', 'aria-label': 'Next step', id: 'next-step' }),
          button('»', () => this.goTo(this.steps.length - 1), { class: 'icon', 'aria-label': 'Last step' }),
        ),
        h('div', { class: 'result-step', id: 'step-words' }),
        list,
        h('p', { class: 'soft', id: 'steps-end' }),
      );
      this.drawn = { list, shown: 0 };
      this.goTo(0);
    }
    const { drawn } = this;
    for (; drawn.shown < steps.length; drawn.shown += 1) {
      const number = drawn.shown;
      drawn.list.append(
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
    this.mark();
    const { explained } = this;
    const end = byId('steps-end');
    if (!explained) end.textContent = '';
    else if (explained.solution) end.textContent = `${steps.length} steps to the solution, each checked.`;
    else if (explained.refuted) end.textContent = `${steps.length} steps to a contradiction: there is no solution.`;
    else end.textContent = `Several solutions: ${steps.length} steps, which is as far as logic goes.`;
  }

  private goTo(step: number): void {
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    const shown = this.steps[this.at];
    this.page.show({ step: shown, level: 3 });
    byId('step-words').replaceChildren(
      h('h3', {}, sentence(shown.technique).replace(/\.$/, '')),
      ...this.stepWords(shown),
      button('Fill in up to here', () => this.fillUpTo(shown), { class: 'link' }),
    );
    this.mark();
  }

  private mark(): void {
    byId('step-number').textContent = `${this.at + 1} of ${this.steps.length}`;
    const items = this.drawn?.list.querySelectorAll('button');
    items?.forEach((item, number) => {
      if (number !== this.at) item.removeAttribute('aria-current');
      else if (!item.hasAttribute('aria-current')) {
        item.setAttribute('aria-current', 'step');
        // Within the list only: the page stays where it is.
        const list = this.drawn?.list;
        if (list) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
  }

  private fillUpTo(step: Step): void {
    const { page } = this;
    const { givens, notes } = page.state;
    const filled = Array.from(step.placed, (digit, cell) => (givens[cell] > 0 ? 0 : digit));
    for (let at = 0; at < step.places.length; at += 2) filled[step.places[at]] = step.places[at + 1];
    page.change({ ...page.state, filled, notes: notes.map((marks, cell) => (filled[cell] > 0 ? [] : marks)) });
  }

  private stepWords(step: Step): Node[] {
    const count = step.facts.length;
    const proven = step.least >= count ? 'no step here needs fewer' : `at least ${step.least} are needed`;
    const content: Node[] = [
      h('p', { class: 'conclusion' }, sentence(step.conclusion)),
      h('p', { class: 'argument' }, sentence(step.argument)),
    ];
    if (count > 1) content.push(h('p', { class: 'soft' }, `${count} facts, ${proven}: ${joined(step.facts)}.`));
    content.push(
      h(
        'p',
        { class: 'legend', 'aria-hidden': 'true' },
        h('span', {}, h('b', { class: 'fact' }, '4'), ' rests on'),
        h('span', {}, h('b', { class: 'placed' }, '4'), ' placed'),
        h('span', {}, h('b', { class: 'gone' }, '4'), ' goes'),
      ),
    );
    return content;
  }

  // ---- The others ----

  private async candidates(): Promise<void> {
    this.close();
    const { page } = this;
    const { state } = page;
    const marks = await this.run('Looking for candidates…', () => this.engine.ask('marks', page.fields, [state.filled]));
    if (!marks) return;
    this.pencil(marks);
    this.say(
      'Candidates',
      h('p', {}, 'The pencil marks are what the digits on the board leave.'),
      h('div', { class: 'row-of' }, button('Only those in some solution', () => void this.exact())),
    );
  }

  private async exact(): Promise<void> {
    this.close();
    const { page } = this;
    const found = await this.run('Looking for all candidates…', () => this.engine.ask('candidates', page.fields, []));
    if (!found) return;
    if (!found.candidates) return this.without(found);
    const notes = this.pencil(found.candidates);
    const single = notes.filter((marks) => marks.length === 1).length;
    const more = notes.filter((marks) => marks.length > 1).length;
    this.say(
      'Candidates',
      h('p', {}, 'Each pencil mark is in some solution, and no other digit is.'),
      h('p', { class: 'soft' }, `${single} cells are decided, ${more} have more than one digit.`),
    );
  }

  /** Makes digits of each cell the pencil marks of those that are blank. */
  private pencil(candidates: Uint16Array[]): number[][] {
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
    if (!found.solution) return this.without(found);
    const filled = Array.from(found.solution, (digit, cell) => (state.givens[cell] > 0 ? 0 : digit));
    page.change({ ...state, filled, notes: state.notes.map(() => []) });
    page.setMode('fill');
  }

  private async rate(): Promise<void> {
    this.close();
    const rating = await this.run('Rating…', () => this.engine.ask('rate', this.page.fields, []));
    if (rating === undefined) return;
    if (rating === null) {
      this.say('Rating', h('p', {}, 'Only a puzzle with one solution has a rating.'));
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
    this.say(
      sentence(rating.level).replace(/\.$/, ''),
      h('p', {}, `Its hardest step is ${/^[aeiou]/.test(rating.technique) ? 'an' : 'a'} ${rating.technique}. The solution takes ${rating.steps} steps; how many facts each rests on:`),
      bars,
      h('p', { class: 'soft' }, 'Easy: singles. Medium: 1 fact. Hard: 2. Expert: 3. Fiendish: 4 to 6. Extreme: 7 and more.'),
    );
  }

  private async minimise(seed?: number): Promise<void> {
    this.close();
    const { page } = this;
    const { state } = page;
    const found = await this.run('Leaving out givens…', () => this.engine.ask('minimise', page.fields, [seed]));
    if (!found) return;
    if (!found.cells) return this.without(found);
    if (found.removed === 0) {
      this.say('Minimal', h('p', {}, `None of the ${found.left} givens can go.`));
      return;
    }
    const givens = Array.from(found.cells);
    const was = state.givens;
    page.change({ ...state, givens, filled: state.filled.map((digit, cell) => (givens[cell] > 0 ? 0 : digit)) });
    this.say(
      'Minimal',
      h('p', {}, `${found.removed} givens went, ${found.left} are left, and none of these can go.`),
      h(
        'div',
        { class: 'row-of' },
        button('Another way', () => {
          page.change({ ...page.state, givens: was });
          void this.minimise(Math.floor(Math.random() * 2 ** 32));
        }),
      ),
    );
  }

  private async count(limit: number): Promise<void> {
    this.close();
    const number = new Intl.NumberFormat('en');
    const found = await this.run('Counting…', (say) =>
      this.engine.ask('count', this.page.fields, [limit], (so) => say(`${number.format(so)} solutions…`)),
    );
    if (!found) return;
    const { count, complete } = found;
    const solutions = count === 1 ? 'solution' : 'solutions';
    if (complete) this.say(`${number.format(count)} ${solutions}`, h('p', { class: 'soft' }, 'All were found, and there is no other.'));
    else {
      this.say(
        `At least ${number.format(count)} ${solutions}`,
        h('div', { class: 'row-of' }, button('Count on', () => void this.count(limit * 1000))),
      );
    }
  }

  /** Two solutions side by side, with what differs marked. */
  compare(verdict: Verdict): void {
    const { solution, other } = verdict;
    if (!solution || !other) return;
    this.close();
    const { state, houses } = this.page;
    let differences = 0;
    const figure = (title: string, grid: Uint16Array, against: Uint16Array) => {
      const view = new BoardView(title, false);
      view.lay(state.board, houses);
      view.draw(
        Array.from(grid, (digit, cell) => {
          const one = cellView(digit, state.givens[cell] > 0 ? 'given' : 'found');
          if (digit !== against[cell]) {
            one.look = 'differs';
            one.say = `differs from ${against[cell]}`;
          }
          return one;
        }),
      );
      return h('figure', {}, h('figcaption', {}, title), view.element);
    };
    solution.forEach((digit, cell) => {
      if (digit !== other[cell]) differences += 1;
    });
    this.say(
      'Two solutions',
      h('p', {}, `They differ in ${differences} of ${solution.length} cells. A given in one of these would exclude one of them.`),
      h('div', { class: 'pair' }, figure('One', solution, other), figure('Another', other, solution)),
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
