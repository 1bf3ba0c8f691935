/** The live verdict: one solution, several or none, with the level and repairs. */

import { announce, button, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import type { Game } from './game';
import { isLibraryKnown, setLibrary } from './library';
import { digits } from './model';
import { paragraph, withButtons } from './names';
import type { Rating, Repairs, Verdict } from './protocol';
import { repairList } from './repairs';
import { impossibleTotal } from './rule_words';
import { difficulty, sentence } from './words';

/** The time limit of a check that the user did not ask for. */
const TIME_LIMIT_SECONDS = 10;
/** The number of cells up to which repairs and the level appear unasked. */
const LARGEST_AUTOMATIC = 81;

/** The examples on offer while the board is empty, with their names in the list of all. */
const FIRST_EXAMPLES = [
  ['Classic', 'Easy'],
  ['Killer', 'Killer'],
  ['Mixed constraints', 'Mixed'],
];

/** The actions that the verdict offers, and where it reports bugs. */
interface Actions {
  compare: (verdict: Verdict) => void;
  check: () => void;
  rate: () => void;
  open: (example: string) => void;
  failed: (error: Failure) => void;
}

export class Verdicts {
  current: Verdict | null = null;
  private rating: Rating | null = null;
  private repairs: Repairs | null = null;
  private invalid = '';
  private milliseconds = 0;
  private run = 0;
  /** A note below the verdict, such as that repairs are being searched for. */
  private note = '';
  private showsDetails = false;
  private announced = '';
  /** The entries that the program has made, if any. */
  private programEntries = '';

  constructor(
    private readonly game: Game,
    private readonly engine: Engine,
    private readonly element: HTMLElement,
    private readonly actions: Actions,
  ) {}

  /** Called when the line of the puzzle is known. */
  onLine: () => void = () => {};
  /** Called for every verdict. */
  onAnswer: () => void = () => {};

  get hasStarted(): boolean {
    return this.run > 0;
  }

  /** The cells of the only solution, or of two solutions one after the other, as far as they are known. */
  get known(): number[] {
    const { solution, other } = this.current ?? {};
    return [...(solution ?? []), ...(other ?? [])];
  }

  /** The name of the hardest step, once the puzzle is rated. */
  get hardest(): string | null {
    return this.rating && this.rating.complete !== false ? this.rating.name : null;
  }

  /** Checks the puzzle again after it has changed. */
  async refresh(seconds: number | undefined = TIME_LIMIT_SECONDS): Promise<void> {
    const { game, engine } = this;
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
      if (!isLibraryKnown()) setLibrary(await engine.ask('library', game.fields, {}));
      if (!game.now.hasCurrentRules) game.knowRules(await engine.ask('rules', game.fields, {}));
      game.knowLine(await engine.ask('text', game.fields, { form: 'line' }));
      this.onLine();
      const start = performance.now();
      const verdict = await engine.ask('check', game.fields, { seconds });
      this.milliseconds = performance.now() - start;
      this.current = verdict;
      performance.mark('answer');
      const { constraints } = game.state.board;
      const concerned = constraints.filter(({ label }) => verdict.conflict?.includes(label));
      const givens = game.geometry.candidates(verdict.conflict ?? []).map(([cell]) => cell);
      const solutions = [verdict.solution, verdict.other].filter((solution) => solution !== undefined);
      game.knowVerdict([...givens, ...concerned.flatMap(({ cells }) => cells)], solutions);
      this.draw();
      this.onAnswer();
      if (game.geometry.cells <= LARGEST_AUTOMATIC && verdict.verdict === 'none') await this.repair();
      if (game.geometry.cells <= LARGEST_AUTOMATIC && verdict.verdict === 'unique') await this.rate();
    } catch (error) {
      if (run !== this.run || error instanceof Cancelled) return;
      if (error instanceof NoAnswer) {
        this.invalid = error.message;
        this.draw();
      } else {
        this.actions.failed(error instanceof Failure ? error : new Failure(String(error)));
      }
    }
  }

  /** Rates the puzzle. One that cannot be rated keeps its verdict. */
  private async rate(): Promise<void> {
    try {
      this.rating = await this.engine.ask('rate', this.game.fields, { seconds: TIME_LIMIT_SECONDS });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    this.draw();
  }

  /** Checks a full board that is none of the known solutions. */
  private async checkFull(): Promise<void> {
    const { game } = this;
    const cells = digits(game.state);
    try {
      const { verdict } = await this.engine.ask('check', { ...game.fields, cells }, { seconds: TIME_LIMIT_SECONDS });
      if (verdict !== 'unique') return;
    } catch (error) {
      if (error instanceof Failure) this.actions.failed(error);
      return;
    }
    game.knowSolution(cells);
    this.draw();
  }

  private async repair(): Promise<void> {
    this.note = 'Searching for repairs…';
    this.draw();
    try {
      this.repairs = await this.engine.ask('repairs', this.game.fields, {});
      this.note = '';
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof Failure) this.actions.failed(error);
      this.note = error instanceof Error ? error.message : '';
    }
    this.draw();
  }

  /** Notes that the program has made these entries, which need no congratulation. */
  solvedByProgram(filled: number[]): void {
    this.programEntries = filled.join();
  }

  /** Shows two solutions side by side. */
  compare(): void {
    if (this.current) this.actions.compare(this.current);
  }

  /** Draws what is known so far. */
  draw(): void {
    const { element, current } = this;
    element.removeAttribute('aria-busy');
    element.className = `verdict ${this.invalid ? 'invalid' : (current?.verdict ?? '')}`;
    if (this.invalid) {
      element.replaceChildren(h('h2', {}, 'Not a valid board'), paragraph(this.invalid));
    } else if (current) {
      element.replaceChildren(...this.describe(current));
    }
    element.classList.toggle('solved', this.game.isSolved);
    this.announce();
    if (current?.verdict === 'multiple' && this.game.isFilled && !this.game.isSolved) void this.checkFull();
  }

  /** Tells screen readers the verdict, once. */
  private announce(): void {
    const heading = [...(this.element.querySelector('h2')?.childNodes ?? [])];
    const words = heading.map((part) => part.textContent).join(', ');
    if (words === this.announced) return;
    this.announced = words;
    announce(words);
  }

  private describe(verdict: Verdict): Node[] {
    const { game } = this;
    if (game.isSolved) return this.describeSolved(verdict);
    switch (verdict.verdict) {
      case 'unique':
        return this.describeUnique();
      case 'multiple': {
        const isEmpty = game.state.givens.every((digit) => digit === 0) && game.state.board.constraints.length === 0;
        if (isEmpty && this.repairs === null) {
          const examples = FIRST_EXAMPLES.map(([words, name]) => button(words, () => this.actions.open(name), { class: 'link' }));
          return [
            h('h2', {}, 'Empty board'),
            h('p', { class: 'soft' }, 'Type, draw or paste a puzzle, drop a file, or generate one. Or open an example:'),
            h('p', { class: 'links' }, ...examples),
          ];
        }
        return [
          h('h2', {}, 'More than one solution'),
          h('p', {}, 'A proper puzzle has exactly one.'),
          h(
            'p',
            { class: 'links' },
            button('Compare two solutions', () => this.compare(), { class: 'link' }),
            ...(this.repairs || this.note
              ? []
              : [button('What would make it unique?', () => void this.repair(), { class: 'link' })]),
          ),
          ...this.describeRepairs(),
          this.details(),
        ];
      }
      case 'none': {
        const offersRepairs = game.geometry.cells > LARGEST_AUTOMATIC && !this.repairs && !this.note;
        return [
          h('h2', {}, 'No solution'),
          paragraph(verdict.reason ?? '', this.whyImpossible(verdict)),
          ...(offersRepairs ? [button('Suggest repairs', () => void this.repair(), { class: 'link' })] : []),
          ...this.describeRepairs(),
          this.details(),
        ];
      }
      case 'unknown':
        return [
          h('h2', {}, 'Undecided'),
          h('p', {}, sentence(verdict.error ?? '')),
          // 0 means no limit.
          button('Try again without a time limit', () => void this.refresh(0), { class: 'link' }),
        ];
    }
  }

  /** Explains why a single cage cannot have its total, if that is the reason. */
  private whyImpossible({ conflict = [] }: Verdict): string {
    const { board } = this.game.state;
    const only = board.constraints.find(({ label }) => conflict.length === 1 && conflict[0] === label);
    return only ? impossibleTotal(only, board.geometry) : '';
  }

  private describeSolved(verdict: Verdict): Node[] {
    const isOnly = verdict.verdict === 'unique';
    if (this.game.state.filled.join() === this.programEntries) {
      return [
        h('h2', {}, 'Solved'),
        h('p', {}, isOnly ? 'This is the only solution.' : 'This is one of several solutions.'),
        this.details(),
      ];
    }
    const words = isOnly ? 'Every digit is right.' : 'Every rule holds. The puzzle has other solutions, too.';
    return [h('h2', {}, 'Solved. Well done!'), h('p', {}, words)];
  }

  private describeUnique(): Node[] {
    const { state } = this.game;
    if (digits(state).every((digit) => digit > 0) && state.filled.some((digit) => digit > 0)) {
      return [h('h2', {}, 'Full, but not solved'), button('Show mistakes', () => this.actions.check(), { class: 'link' })];
    }
    const heading = h('h2', {}, 'One solution');
    if (!this.rating) return [heading, h('p', {}, 'This is a proper puzzle.'), this.details()];
    if (this.rating.complete === false) {
      const words = 'This is a proper puzzle. Its difficulty takes long to find.';
      return [heading, h('p', {}, words), button('Rate it', () => this.actions.rate(), { class: 'link' }), this.details()];
    }
    heading.append(h('span', { class: 'badge' }, difficulty(this.rating)));
    return [heading, h('p', {}, `This is a proper puzzle. Its hardest step is ${this.rating.name}.`), this.details()];
  }

  private describeRepairs(): Node[] {
    if (this.note) return [h('p', { class: 'soft' }, ...withButtons(this.note))];
    return this.repairs ? repairList(this.game, this.repairs) : [];
  }

  /** Tells how the verdict was found. */
  private details(): HTMLElement {
    const time = this.milliseconds < 1 ? 'less than 1 ms' : `${Math.round(this.milliseconds)} ms`;
    const confirmed = this.current?.confirmed ? ' A second, independent solver confirmed it.' : '';
    const details = h(
      'details',
      { open: this.showsDetails },
      h('summary', {}, 'How this was found'),
      h('p', { class: 'soft' }, `A SAT solver found the answer in ${time}.${confirmed}`),
    );
    details.ontoggle = () => {
      this.showsDetails = details.open;
    };
    return details;
  }
}
