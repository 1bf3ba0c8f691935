/** The keys around the board: modes, digits, marks and colours, undo and redo. */

import { COLOURS } from './colours';
import { button, byId } from './dom';
import type { EntryKind, Game, Mode } from './game';
import { digits } from './model';
import { Radios } from './radios';

/** Larger boards need a keyboard. */
const MOST_KEYS = 36;

export class Keypad {
  private readonly modes: Radios;
  private readonly kinds: Radios;
  private readonly keys = byId('keys');

  constructor(private readonly game: Game) {
    this.modes = new Radios('mode', (mode) => game.setMode(mode as Mode));
    this.kinds = new Radios('kind', (kind) => game.setEntryKind(kind as EntryKind));
    byId('undo').onclick = () => game.undo();
    byId('redo').onclick = () => game.redo();
    byId('clear').onclick = () => game.clear();
    byId('candidates').onclick = () => game.setShowsCandidates(!game.now.showsCandidates);
    game.listen(() => this.draw());
  }

  private draw(): void {
    const { game } = this;
    const isFilling = game.now.mode === 'fill';
    this.modes.show(game.now.mode === 'regions' ? 'draw' : game.now.mode);
    this.kinds.show(game.now.entryKind);
    byId('kinds').hidden = !isFilling;
    this.keys.hidden = game.now.mode === 'draw';
    byId('candidates').hidden = !isFilling;
    byId('candidates').setAttribute('aria-pressed', String(game.now.showsCandidates));
    byId<HTMLButtonElement>('undo').disabled = !game.canUndo;
    byId<HTMLButtonElement>('redo').disabled = !game.canRedo;
    this.drawKeys(isFilling ? game.now.entryKind : 'digit');
  }

  private drawKeys(kind: EntryKind): void {
    const { game, keys } = this;
    const isColour = kind === 'colour';
    const { digits: most, lowest } = game.geometry;
    const layout = `${lowest} ${most} ${game.now.mode === 'regions' ? game.mostRegions : ''} ${isColour}`;
    if (keys.dataset.layout !== layout) {
      keys.dataset.layout = layout;
      const numbers = game.now.mode === 'regions' ? game.mostRegions : most;
      const count = isColour ? COLOURS.length : numbers <= MOST_KEYS ? numbers : 0;
      const all = Array.from({ length: count }, (_, index) => this.key(index + 1, isColour));
      if (game.now.mode !== 'regions') all.push(button('Erase', () => game.enter(0), { class: 'erase' }));
      keys.style.setProperty('--in-one-row', String(all.length));
      keys.style.setProperty('--in-two-rows', String(Math.ceil(all.length / 2)));
      keys.classList.toggle('few', count <= 9);
      keys.replaceChildren(...all);
    }
    keys.dataset.kind = kind;
    const counts = new Array<number>(most + 1).fill(0);
    for (const digit of digits(game.state)) counts[digit] += 1;
    for (const key of keys.querySelectorAll<HTMLElement>('[data-digit]')) {
      // Only on a square it is known how often each digit occurs.
      const isDone = game.state.board.lines.length === 0 && counts[Number(key.dataset.digit)] >= most;
      key.classList.toggle('done', game.now.mode !== 'regions' && isDone);
    }
  }

  private key(value: number, isColour: boolean): HTMLButtonElement {
    const { game } = this;
    const enter = () => game.enter(value);
    if (isColour) return button('', enter, { class: `swatch colour-${value}`, 'aria-label': `Colour ${COLOURS[value - 1]}` });
    const isRegion = game.now.mode === 'regions';
    const text = isRegion ? String(value) : game.geometry.text(value);
    return button(text, enter, { 'data-digit': value, 'aria-label': `${isRegion ? 'Region' : 'Digit'} ${text}` });
  }
}
