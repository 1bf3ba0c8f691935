/** The live verdict: one solution, several or none, with repairs and the level. */

import { button, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import { digits, pairs } from './model';
import type { Page } from './page';
import type { Rating, Repair, Verdict } from './protocol';

/** The time limit of a check that the user did not ask for. */
const TIME_LIMIT_SECONDS = 10;
/** The largest board for which repairs and the level appear unasked. */
const LARGEST_AUTOMATIC = 9;
/** The number of repairs listed; the others are only counted. */
const MOST_REPAIRS = 12;

export class Verdicts {
  current: Verdict | null = null;
  private rating: Rating | null = null;
  private repairs: Repair[] | null = null;
  private invalid = '';
  private milliseconds = 0;
  private run = 0;
  /** A note below the verdict, such as that repairs are being searched for. */
  private note = '';

  constructor(
    private readonly page: Page,
    private readonly engine: Engine,
    private readonly element: HTMLElement,
    private readonly compare: (verdict: Verdict) => void,
    private readonly failed: (error: Failure) => void,
  ) {}

  /** Called for every verdict. */
  onAnswer: () => void = () => {};

  get hasStarted(): boolean {
    return this.run > 0;
  }

  /** Checks the puzzle again after it has changed. */
  async refresh(seconds: number | undefined = TIME_LIMIT_SECONDS): Promise<void> {
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
        page.layOut(houses);
      }
      const start = performance.now();
      const verdict = await engine.ask('check', page.fields, [seconds]);
      this.milliseconds = performance.now() - start;
      this.current = verdict;
      performance.mark('answer');
      page.conflict = new Set(pairs(verdict.conflict ?? []).map(([cell]) => cell));
      page.draw();
      this.draw();
      this.onAnswer();
      if (page.size <= LARGEST_AUTOMATIC && verdict.verdict === 'none') await this.repair();
      if (page.size <= LARGEST_AUTOMATIC && verdict.verdict === 'unique') {
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
    this.note = 'Searching for repairs…';
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

  /** Draws what is known so far. */
  draw(): void {
    const { element, current } = this;
    element.removeAttribute('aria-busy');
    element.className = `verdict ${this.invalid ? 'invalid' : (current?.verdict ?? '')}`;
    if (this.invalid) {
      element.replaceChildren(h('h2', {}, 'Not a valid board'), h('p', {}, sentence(this.invalid)));
    } else if (current) {
      element.replaceChildren(...this.describe(current));
    }
  }

  private describe(verdict: Verdict): Node[] {
    const { state, size } = this.page;
    const isEmpty = state.givens.every((digit) => digit === 0);
    const ms = this.milliseconds < 1 ? 'under 1 ms' : `${Math.round(this.milliseconds)} ms`;
    const confirmed = verdict.confirmed ? 'Found by SAT, confirmed by a second engine' : 'Found by SAT';
    const source = h('p', { class: 'soft' }, `${confirmed}, ${ms}`);
    const note = this.note ? [h('p', { class: 'soft' }, this.note)] : [];
    switch (verdict.verdict) {
      case 'unique':
        return [this.uniqueHeading(verdict), source];
      case 'multiple':
        if (isEmpty && this.repairs === null) {
          return [h('h2', {}, 'Empty board'), h('p', { class: 'soft' }, 'Type or paste a puzzle, drop a file, or generate one.')];
        }
        return [
          h('h2', {}, 'More than one solution'),
          source,
          h(
            'p',
            { class: 'choices' },
            button('Compare two solutions', () => this.compare(verdict), { class: 'link' }),
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
          ...(size > LARGEST_AUTOMATIC && !this.repairs && !this.note
            ? [button('Suggest repairs', () => void this.repair(), { class: 'link' })]
            : []),
          ...this.repairList(),
        ];
      case 'unknown':
        return [
          h('h2', {}, 'Undecided'),
          h('p', {}, sentence(verdict.reason ?? '')),
          button('Try again without a time limit', () => void this.checkWithoutLimit(), { class: 'link' }),
        ];
    }
  }

  private async checkWithoutLimit(): Promise<void> {
    // 0 means no limit.
    await this.refresh(0);
  }

  /** The heading of a puzzle with one solution: its level, or whether it is solved. */
  private uniqueHeading(verdict: Verdict): HTMLElement {
    const { state } = this.page;
    const all = digits(state);
    const isFull = all.every((digit) => digit > 0) && state.filled.some((digit) => digit > 0);
    const isRight = all.every((digit, cell) => digit === verdict.solution?.[cell]);
    if (isFull && isRight) return h('h2', {}, 'Solved');
    if (isFull) return h('h2', {}, 'Full, but not solved', ' ', button('Show mistakes', () => this.showWrong(), { class: 'link' }));
    const heading = h('h2', {}, 'One solution');
    if (this.rating) {
      const { level, technique } = this.rating;
      heading.append(h('span', { class: 'badge', title: `hardest step: ${technique}` }, level));
    }
    return heading;
  }

  /** Marks the wrong entries of a puzzle with one solution. */
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
    if (repairs.length === 0) return [h('p', { class: 'soft' }, 'No small repair found.')];
    const items = repairs.slice(0, MOST_REPAIRS).map((repair) =>
      h('li', {}, h('span', {}, describeRepair(repair)), button('Apply', () => this.apply(repair), { class: 'link', 'aria-label': `Apply: ${describeRepair(repair)}` })),
    );
    const more = repairs.length - MOST_REPAIRS;
    return [
      h('ul', { class: 'choices' }, ...items),
      ...(more > 0 ? [h('p', { class: 'soft' }, `and ${more} more`)] : []),
    ];
  }

  private apply({ kind, givens: changes }: Repair): void {
    const { page } = this;
    const givens = [...page.state.givens];
    for (const [cell, digit] of pairs(changes)) givens[cell] = kind === 'remove' ? 0 : digit;
    const filled = page.state.filled.map((digit, cell) => (givens[cell] > 0 ? 0 : digit));
    page.change({ ...page.state, givens, filled });
  }
}

function describeRepair({ kind, names, unique }: Repair): string {
  const all = names.join(' and ');
  switch (kind) {
    case 'remove':
      return `Remove ${all}${unique ? ': one solution' : ': several solutions'}`;
    case 'change': {
      const [cell, digit] = all.split('=');
      return `Change ${cell} to ${digit}: one solution`;
    }
    case 'add':
      return `Add ${all}: one solution`;
  }
}

/** Makes a sentence: a full stop, and a capital unless it begins with a name (`r1c1`, `file.txt:1:2`). */
export function sentence(text: string): string {
  if (text === '') return '';
  const first = /^[a-z]+([ ,:]|-[a-z]|$)/.test(text) ? text[0].toUpperCase() : text[0];
  return `${first}${text.slice(1)}${/[.…!?]$/.test(text) ? '' : '.'}`;
}
