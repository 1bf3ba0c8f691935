/** The verdict while somebody types: unique, several or none, and what would repair the puzzle. */

import { button, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import { digits } from './model';
import type { Page } from './page';
import type { Rating, Repair, Verdict } from './protocol';

/** A check that takes longer is asked for. */
const SECONDS = 10;
/** Up to this size repairs and the level are found without being asked for. */
const SMALL = 9;
/** Further repairs are only counted. */
const MOST_REPAIRS = 12;

export class Verdicts {
  current: Verdict | null = null;
  private rating: Rating | null = null;
  private repairs: Repair[] | null = null;
  private invalid = '';
  private milliseconds = 0;
  private run = 0;
  /** What is said beside the verdict, such as that repairs are being looked for. */
  private note = '';

  constructor(
    private readonly page: Page,
    private readonly engine: Engine,
    private readonly element: HTMLElement,
    private readonly compare: (verdict: Verdict) => void,
    private readonly failed: (error: Failure) => void,
  ) {}

  /** Called with every verdict. */
  onAnswer: () => void = () => {};

  get isAsked(): boolean {
    return this.run > 0;
  }

  /** Asks anew: the puzzle is another one. */
  async refresh(seconds: number | undefined = SECONDS): Promise<void> {
    const { page, engine } = this;
    this.run += 1;
    const run = this.run;
    this.current = null;
    this.rating = null;
    this.repairs = null;
    this.invalid = '';
    this.note = '';
    this.element.setAttribute('aria-busy', 'true');
    setTimeout(() => {
      if (run !== this.run || this.current || this.invalid) return;
      this.element.className = 'verdict';
      this.element.replaceChildren(h('h2', {}, 'Checking…'));
    }, 300);
    try {
      if (page.houses.length === 0) {
        const houses = await engine.ask('houses', page.fields, []);
        page.lay(houses);
      }
      const start = performance.now();
      const verdict = await engine.ask('check', page.fields, [seconds]);
      this.milliseconds = performance.now() - start;
      this.current = verdict;
      performance.mark('answer');
      page.conflict = new Set(verdict.conflict?.filter((_, at) => at % 2 === 0));
      page.draw();
      this.draw();
      this.onAnswer();
      if (page.size <= SMALL && verdict.verdict === 'none') await this.repair();
      if (page.size <= SMALL && verdict.verdict === 'unique') {
        this.rating = await engine.ask('rate', page.fields, []);
        this.draw();
      }
    } catch (error) {
      if (run !== this.run || error instanceof Cancelled) return;
      if (error instanceof NoAnswer) {
        this.invalid = error.message;
        this.draw();
      } else {
        this.failed(error instanceof Failure ? error : new Failure(String(error)));
      }
    }
  }

  private async repair(): Promise<void> {
    this.note = 'Looking for repairs…';
    this.draw();
    try {
      this.repairs = await this.engine.ask('repairs', this.page.fields, []);
      this.note = '';
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof Failure) this.failed(error);
      this.note = error instanceof Error ? error.message : '';
    }
    this.draw();
  }

  /** Shows what is known. */
  draw(): void {
    const { element, current } = this;
    element.removeAttribute('aria-busy');
    element.className = `verdict ${this.invalid ? 'invalid' : (current?.verdict ?? '')}`;
    if (this.invalid) {
      element.replaceChildren(h('h2', {}, 'Not a board yet'), h('p', {}, sentence(this.invalid)));
    } else if (current) {
      element.replaceChildren(...this.words(current));
    }
  }

  private words(verdict: Verdict): Node[] {
    const { state, size } = this.page;
    const isEmpty = state.givens.every((digit) => digit === 0);
    const ms = this.milliseconds < 1 ? 'under 1 ms' : `${Math.round(this.milliseconds)} ms`;
    const confirmed = verdict.confirmed ? 'Found by SAT, confirmed by a second engine' : 'Found by SAT';
    const how = h('p', { class: 'soft' }, `${confirmed}, ${ms}`);
    const note = this.note ? [h('p', { class: 'soft' }, this.note)] : [];
    switch (verdict.verdict) {
      case 'unique':
        return [this.uniqueHeading(verdict), how];
      case 'multiple':
        if (isEmpty && this.repairs === null) {
          return [h('h2', {}, 'An empty board'), h('p', { class: 'soft' }, 'Type or paste a puzzle, drop a file, or let one be generated.')];
        }
        return [
          h('h2', {}, 'More than one solution'),
          how,
          h(
            'p',
            { class: 'choices' },
            button('Compare two of them', () => this.compare(verdict), { class: 'link' }),
            ...(this.repairs || this.note ? [] : [button('What would make it unique?', () => void this.repair(), { class: 'link' })]),
          ),
          ...note,
          ...this.repairList(),
        ];
      case 'none':
        return [
          h('h2', {}, 'No solution'),
          h('p', {}, sentence(verdict.reason ?? '')),
          ...note,
          ...(size > SMALL && !this.repairs && !this.note
            ? [button('What would repair it?', () => void this.repair(), { class: 'link' })]
            : []),
          ...this.repairList(),
        ];
      case 'unknown':
        return [
          h('h2', {}, 'Not known'),
          h('p', {}, sentence(verdict.reason ?? '')),
          button('Go on without a limit', () => void this.goOn(), { class: 'link' }),
        ];
    }
  }

  private async goOn(): Promise<void> {
    // 0 is no limit.
    await this.refresh(0);
  }

  /** That there is one solution, how hard it is, and how far it is filled in. */
  private uniqueHeading(verdict: Verdict): HTMLElement {
    const { state } = this.page;
    const all = digits(state);
    const isFull = all.every((digit) => digit > 0) && state.filled.some((digit) => digit > 0);
    const isRight = all.every((digit, cell) => digit === verdict.solution?.[cell]);
    if (isFull && isRight) return h('h2', {}, 'Solved');
    if (isFull) return h('h2', {}, 'Full, but not the solution', ' ', button('Show what is wrong', () => this.showWrong(), { class: 'link' }));
    const heading = h('h2', {}, 'One solution');
    if (this.rating) {
      const { level, technique } = this.rating;
      heading.append(h('span', { class: 'badge', title: `its hardest step: ${technique}` }, level));
    }
    return heading;
  }

  /** Marks what is filled in wrongly. Only for a puzzle with one solution. */
  showWrong(): void {
    const solution = this.current?.solution;
    if (!solution) return;
    this.page.wrong = new Set(
      this.page.state.filled.flatMap((digit, cell) => (digit > 0 && digit !== solution[cell] ? [cell] : [])),
    );
    this.page.draw();
  }

  private repairList(): Node[] {
    const { repairs } = this;
    if (!repairs) return [];
    if (repairs.length === 0) return [h('p', { class: 'soft' }, 'No small repair was found.')];
    const items = repairs.slice(0, MOST_REPAIRS).map((repair) =>
      h('li', {}, h('span', {}, repairWords(repair)), button('Apply', () => this.apply(repair), { class: 'link', 'aria-label': `Apply: ${repairWords(repair)}` })),
    );
    const more = repairs.length - MOST_REPAIRS;
    return [
      h('ul', { class: 'choices' }, ...items),
      ...(more > 0 ? [h('p', { class: 'soft' }, `and ${more} more`)] : []),
    ];
  }

  private apply({ kind, givens: pairs }: Repair): void {
    const { page } = this;
    const givens = [...page.state.givens];
    for (let at = 0; at < pairs.length; at += 2) givens[pairs[at]] = kind === 'remove' ? 0 : pairs[at + 1];
    const filled = page.state.filled.map((digit, cell) => (givens[cell] > 0 ? 0 : digit));
    page.change({ ...page.state, givens, filled });
  }
}

function repairWords({ kind, names, unique }: Repair): string {
  const all = names.join(' and ');
  switch (kind) {
    case 'remove':
      return `Without ${all}${unique ? ': one solution' : ': several solutions'}`;
    case 'change': {
      const [cell, digit] = all.split('=');
      return `${cell} as ${digit}: one solution`;
    }
    case 'add':
      return `With ${all}: one solution`;
  }
}

/** Ends with a stop, and begins with a capital unless it begins with a name: `r1c1`, `file.txt:1:2`. */
export function sentence(text: string): string {
  if (text === '') return '';
  const first = /^[a-z]+([ ,:]|-[a-z]|$)/.test(text) ? text[0].toUpperCase() : text[0];
  return `${first}${text.slice(1)}${/[.…!?]$/.test(text) ? '' : '.'}`;
}
