/** The keys around the board: modes, digits, marks and colours, undo and redo. */

import { COLOURS } from './colours';
import { button, byId } from './dom';
import { digits } from './model';
import type { EntryKind, Mode, Page } from './page';
import { Radios } from './radios';

/** Larger boards need a keyboard. */
const MOST_KEYS = 36;

export class Keypad {
  private readonly modes: Radios;
  private readonly kinds: Radios;
  private readonly keys = byId('keys');

  constructor(private readonly page: Page) {
    this.modes = new Radios('mode', (mode) => page.setMode(mode as Mode));
    this.kinds = new Radios('kind', (kind) => page.setEntryKind(kind as EntryKind));
    byId('undo').onclick = () => page.undo();
    byId('redo').onclick = () => page.redo();
    byId('clear').onclick = () => page.clear();
    byId('candidates').onclick = () => page.setShowsCandidates(!page.showsCandidates);
    page.onDraw.push(() => this.draw());
  }

  private draw(): void {
    const { page } = this;
    const isFilling = page.mode === 'fill';
    this.modes.show(page.mode === 'regions' ? 'draw' : page.mode);
    this.kinds.show(page.entryKind);
    byId('kinds').hidden = !isFilling;
    this.keys.hidden = page.mode === 'draw';
    byId('candidates').hidden = !isFilling;
    byId('candidates').setAttribute('aria-pressed', String(page.showsCandidates));
    byId<HTMLButtonElement>('undo').disabled = !page.canUndo;
    byId<HTMLButtonElement>('redo').disabled = !page.canRedo;
    this.drawKeys(isFilling ? page.entryKind : 'digit');
  }

  private drawKeys(kind: EntryKind): void {
    const { page, keys } = this;
    const isColour = kind === 'colour';
    const { digits: most, lowest } = page.geometry;
    const layout = `${lowest} ${most} ${page.mode === 'regions' ? page.mostRegions : ''} ${isColour}`;
    if (keys.dataset.layout !== layout) {
      keys.dataset.layout = layout;
      const numbers = page.mode === 'regions' ? page.mostRegions : most;
      const count = isColour ? COLOURS.length : numbers <= MOST_KEYS ? numbers : 0;
      const all = Array.from({ length: count }, (_, index) => this.key(index + 1, isColour));
      if (page.mode !== 'regions') all.push(button('Erase', () => page.enter(0), { class: 'erase' }));
      keys.style.setProperty('--in-one-row', String(all.length));
      keys.style.setProperty('--in-two-rows', String(Math.ceil(all.length / 2)));
      keys.classList.toggle('few', count <= 9);
      keys.replaceChildren(...all);
    }
    keys.dataset.kind = kind;
    const counts = new Array<number>(most + 1).fill(0);
    for (const digit of digits(page.state)) counts[digit] += 1;
    for (const key of keys.querySelectorAll<HTMLElement>('[data-digit]')) {
      // Only on a square it is known how often each digit occurs.
      const isDone = page.state.board.lines.length === 0 && counts[Number(key.dataset.digit)] >= most;
      key.classList.toggle('done', page.mode !== 'regions' && isDone);
    }
  }

  private key(value: number, isColour: boolean): HTMLButtonElement {
    const { page } = this;
    const enter = () => page.enter(value);
    if (isColour) return button('', enter, { class: `swatch colour-${value}`, 'aria-label': `Colour ${COLOURS[value - 1]}` });
    const isRegion = page.mode === 'regions';
    const text = isRegion ? String(value) : page.geometry.text(value);
    return button(text, enter, { 'data-digit': value, 'aria-label': `${isRegion ? 'Region' : 'Digit'} ${text}` });
  }
}
