/** The list of steps. Arrow keys, Home and End move in it. */

import { h } from '../dom';
import { withNames } from '../names';
import type { Step } from '../protocol';

const PAGE = 6;

export class StepList {
  readonly element = h('ol', { class: 'steps', 'aria-label': 'Steps' });
  private readonly items: HTMLButtonElement[] = [];
  private at = 0;

  /** `hardest` names the technique of the hardest step, if that is known. */
  constructor(
    private readonly choose: (step: number) => void,
    private readonly hardest: string | null,
  ) {
    this.element.addEventListener('keydown', (event) => {
      const to = this.after(event.key);
      if (to === null) return;
      event.preventDefault();
      choose(Math.min(Math.max(to, 0), this.items.length - 1));
      this.items[this.at].focus({ preventScroll: true });
    });
  }

  /** Returns the step that a key moves to, or `null` for other keys. */
  private after(key: string): number | null {
    const last = this.items.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: this.at + 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at - 1,
      ArrowLeft: this.at - 1,
      PageDown: this.at + PAGE,
      PageUp: this.at - PAGE,
      Home: 0,
      End: last,
    };
    return targets[key] ?? null;
  }

  add(step: Step): void {
    const number = this.items.length;
    const isHardest = step.name === this.hardest && !this.element.querySelector('.badge');
    const item = h(
      'button',
      { type: 'button', tabindex: number === 0 ? 0 : -1, onclick: () => this.choose(number) },
      h('span', {}, String(number + 1)),
      h('span', {}, step.technique, ...(isHardest ? [h('span', { class: 'badge' }, 'hardest')] : [])),
      h('span', { class: 'soft' }, ...withNames(step.conclusion)),
    );
    this.items.push(item);
    this.element.append(h('li', {}, item));
  }

  /** Marks the step that is shown. */
  select(step: number): void {
    const before = this.items[this.at];
    before.removeAttribute('aria-current');
    before.tabIndex = -1;
    this.at = step;
    const item = this.items[step];
    item.setAttribute('aria-current', 'step');
    item.tabIndex = 0;
    // Scroll the list but not the game.
    const { element } = this;
    element.scrollTop = item.offsetTop - element.offsetTop - element.clientHeight / 2;
  }
}
