/** The panel with the answer to a question, and the progress of a question that takes long. */

import type { BoardView } from './board';
import { announce, button, byId, h } from './dom';
import { Cancelled, type Engine, Failure, NoAnswer } from './engine';
import type { Game } from './game';
import { paragraph } from './names';

/** An answer with fewer pixels in view is scrolled up. */
const LEAST_VISIBLE = 160;

/** Pixels between the edge of the window and the board. */
const GAP = 8;

/** Questions that take less show no progress. */
const DELAY_MILLISECONDS = 200;

export class AnswerPanel {
  private readonly element = byId('result');

  constructor(
    private readonly game: Game,
    private readonly board: BoardView,
    private readonly engine: Engine,
    private readonly failed: (error: Failure) => void,
  ) {
    byId('cancel').onclick = () => this.engine.cancel();
  }

  /** Handles a key while the answer is shown. Returns true if it has a meaning. */
  onKey: (key: string) => boolean = () => false;

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Closes the answer, because the puzzle it refers to has changed. */
  close(): void {
    if (this.engine.isBusy) this.engine.cancel();
    this.element.hidden = true;
    this.element.replaceChildren();
    this.onKey = () => false;
    if (this.game.now.step) this.game.showStep(null);
  }

  /** Handles a key. Returns true if it has a meaning for the answer. */
  press(key: string): boolean {
    if (!this.isOpen) return false;
    if (key !== 'Escape') return this.onKey(key);
    this.close();
    return true;
  }

  /** Asks a question. If it takes long, shows its progress and a button to cancel it. */
  async run<T>(title: string, ask: (report: (progress: string) => void) => Promise<T>): Promise<T | undefined> {
    const working = byId('working');
    const text = byId('working-text');
    const timer = setTimeout(() => {
      working.hidden = false;
      announce(title);
    }, DELAY_MILLISECONDS);
    text.textContent = title;
    try {
      return await ask((progress) => {
        text.textContent = progress;
      });
    } catch (error) {
      if (error instanceof Failure) this.failed(error);
      else if (error instanceof NoAnswer) this.show('No answer', paragraph(error.message));
      else if (!(error instanceof Cancelled)) throw error;
      else if (!this.isOpen && !this.engine.isBusy) this.show('Cancelled', h('p', { class: 'soft' }, 'Nothing was changed.'));
      return undefined;
    } finally {
      clearTimeout(timer);
      if (!this.engine.isBusy) working.hidden = true;
    }
  }

  /** Shows an answer. */
  show(title: string, ...content: Node[]): void {
    this.element.hidden = false;
    this.element.replaceChildren(
      h(
        'header',
        {},
        h('h2', {}, title),
        button('×', () => this.close(), { class: 'close', 'aria-label': 'Close the answer' }),
      ),
      ...content,
    );
    const first = this.element.querySelector('p')?.textContent ?? '';
    announce(`${title}. ${first}`);
    requestAnimationFrame(() => this.bringIntoView());
  }

  /** Moves the keyboard to the main button of the answer. */
  focusButton(): void {
    this.element.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
  }

  /** Scrolls so that the board and the answer below it are visible together. */
  private bringIntoView(): void {
    const answer = this.element.getBoundingClientRect();
    const board = this.board.element.getBoundingClientRect();
    const isBeside = answer.left >= board.right;
    if (isBeside) {
      if (board.bottom > innerHeight) scrollTo({ top: scrollY + board.top - GAP });
      return;
    }
    if (answer.top >= board.bottom && answer.top < innerHeight - LEAST_VISIBLE) return;
    // The board may stick to the top of the window, so the element above it tells where it belongs.
    const above = this.board.element.previousElementSibling?.getBoundingClientRect();
    if (above) scrollTo({ top: scrollY + above.bottom });
  }
}
