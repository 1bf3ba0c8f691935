/** The puzzle on the page: its states, what is entered, and what the board shows. */

import { BoardView, type CellView, type Mark, cellView } from './board';
import { byId } from './dom';
import { type Board, History, type State, digits, empty, inWords, sizeOf } from './model';
import type { House, PuzzleFields, Step } from './protocol';

export type Mode = 'givens' | 'fill' | 'regions';

/** A step on the board: how much of it is to be seen. */
export interface Shown {
  step: Step;
  /** 1 nothing, 2 its houses and cells, 3 all candidates and what becomes of them. */
  level: 1 | 2 | 3;
}

const MARKS: Mark[] = ['plain', 'fact', 'placed', 'gone'];

export class Page {
  readonly view = new BoardView('Sudoku board', true);
  private history = new History(empty({ rows: 3, columns: 3, regions: null, variants: [], removed: [] }));
  mode: Mode = 'givens';
  pencil = false;
  houses: House[] = [];
  /** Cells of givens that contradict each other. */
  conflict = new Set<number>();
  /** Cells that are filled in wrongly, as far as somebody asked. */
  wrong = new Set<number>();
  shown: Shown | null = null;
  /** Called after every change, and whether the puzzle itself is another one then. */
  onChange: (isOther: boolean) => void = () => {};
  private typed = { cell: -1, digit: 0, at: 0 };

  get state(): State {
    return this.history.now;
  }

  get size(): number {
    return sizeOf(this.state.board);
  }

  get fields(): PuzzleFields {
    return { ...this.state.board, cells: this.state.givens };
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  /** Goes on with another state. */
  change(state: State): void {
    const before = this.state;
    this.history.push(state);
    this.after(before);
  }

  /** Another puzzle, to be filled in if it has givens. */
  load(state: State): void {
    this.change(state);
    this.setMode(state.givens.some((digit) => digit > 0) ? 'fill' : 'givens');
    const first = digits(state).indexOf(0);
    this.view.select(Math.max(0, first), false);
    this.draw();
  }

  undo(): void {
    const before = this.state;
    this.history.undo();
    this.after(before);
  }

  redo(): void {
    const before = this.state;
    this.history.redo();
    this.after(before);
  }

  private after(before: State): void {
    const { board, givens } = this.state;
    this.shown = null;
    this.wrong.clear();
    const isOther = before.board !== board || before.givens.some((digit, cell) => digit !== givens[cell]);
    if (isOther) this.conflict.clear();
    if (before.board !== board) this.lay();
    this.onChange(isOther);
    this.draw();
  }

  /** Lays out the board anew, after its houses are known or it is another one. */
  lay(houses: House[] = []): void {
    this.houses = houses;
    this.view.lay(this.state.board, houses);
    this.describe();
    const regions = document.querySelector<HTMLElement>('[data-mode="regions"]');
    if (regions) regions.hidden = this.state.board.regions === null;
    if (this.mode === 'regions' && this.state.board.regions === null) this.setMode('givens');
    this.keys();
    this.draw();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.shown = null;
    for (const radio of document.querySelectorAll<HTMLElement>('[data-mode]')) {
      const isOn = radio.dataset.mode === mode;
      radio.setAttribute('aria-checked', String(isOn));
      radio.tabIndex = isOn ? 0 : -1;
    }
    this.draw();
    this.keys();
    this.describe();
  }

  /** Says below the board what it is. */
  private describe(): void {
    const how = this.mode === 'regions' ? '. Drag from a cell to give others to its region, or type its number.' : '';
    byId('rules').textContent = inWords(this.state.board) + how;
  }

  setPencil(isOn: boolean): void {
    this.pencil = isOn;
    this.keys();
  }

  /** Shows a step on the board, or no more. */
  show(shown: Shown | null): void {
    this.shown = shown;
    this.draw();
  }

  // ---- What is entered ----

  /** A digit for the selected cell; 0 takes away what is there. */
  enter(digit: number, asNote = this.pencil): void {
    const { state, size } = this;
    const cell = this.view.selected;
    if (digit > size) return;
    if (this.mode === 'regions') {
      if (digit > 0) this.paint([cell], digit - 1);
      return;
    }
    if (this.mode === 'givens') {
      const givens = [...state.givens];
      givens[cell] = digit;
      const filled = [...state.filled];
      filled[cell] = 0;
      this.change({ ...state, givens, filled, notes: without(state.notes, cell) });
      return;
    }
    if (state.givens[cell] > 0) return;
    const filled = [...state.filled];
    if (asNote && digit > 0) {
      const notes = [...state.notes];
      const marks = new Set(notes[cell]);
      if (!marks.delete(digit)) marks.add(digit);
      notes[cell] = [...marks].sort((one, other) => one - other);
      filled[cell] = 0;
      this.change({ ...state, filled, notes });
      return;
    }
    if (filled[cell] === digit && digit > 0) filled[cell] = 0;
    else filled[cell] = digit;
    // What the digit excludes is no pencil mark any more.
    const peers = this.peers(cell);
    const notes = state.notes.map((marks, other) => {
      if (other === cell) return [];
      return digit > 0 && peers.has(other) ? marks.filter((mark) => mark !== digit) : marks;
    });
    this.change({ ...state, filled, notes });
  }

  /** A key of a digit: on large boards two of them within a second make one number. */
  type(digit: number): void {
    const now = performance.now();
    const cell = this.view.selected;
    const last = this.typed;
    const both = last.digit * 10 + digit;
    const isSecond = this.size > 9 && last.cell === cell && now - last.at < 1000 && both <= this.size && last.digit > 0;
    const value = isSecond ? both : digit;
    this.typed = { cell, digit: value, at: now };
    this.enter(value);
  }

  /** Gives cells to a region. */
  paint(cells: number[], region: number): void {
    const { state } = this;
    const old = state.board.regions;
    if (!old || cells.every((cell) => old[cell] === region)) return;
    const regions = [...old];
    for (const cell of cells) regions[cell] = region;
    const board: Board = { ...state.board, regions };
    this.change({ ...state, board });
  }

  private peers(cell: number): Set<number> {
    const peers = new Set<number>();
    for (const house of this.houses) {
      if (house.cells.includes(cell)) for (const other of house.cells) peers.add(other);
    }
    peers.delete(cell);
    return peers;
  }

  // ---- What is shown ----

  draw(): void {
    this.view.draw(this.views());
    const undo = byId<HTMLButtonElement>('undo');
    undo.disabled = !this.canUndo;
    byId<HTMLButtonElement>('redo').disabled = !this.canRedo;
    const counts = new Array<number>(this.size + 1).fill(0);
    for (const digit of digits(this.state)) counts[digit] += 1;
    for (const key of document.querySelectorAll<HTMLElement>('#keys [data-digit]')) {
      key.classList.toggle('done', this.mode !== 'regions' && counts[Number(key.dataset.digit)] >= this.size);
    }
  }

  private views(): CellView[] {
    const { state, shown } = this;
    if (this.mode === 'regions' && state.board.regions) return this.regionViews(state.board.regions);
    if (shown && shown.level > 1) return this.stepViews(shown);
    const all = digits(state);
    const selected = this.view.selected;
    const peers = this.peers(selected);
    const clashing = this.clashing(all);
    return all.map((digit, cell) => {
      const isGiven = state.givens[cell] > 0;
      const view = cellView(digit, isGiven ? 'given' : 'filled');
      view.notes = state.notes[cell].map((mark) => [mark, 'plain']);
      const looks: string[] = [];
      if (peers.has(cell)) looks.push('peer');
      if (digit > 0 && digit === all[selected] && cell !== selected) looks.push('same');
      if (cell === selected) looks.push('selected');
      if (this.conflict.has(cell)) {
        looks.push('conflict');
        view.say = 'contradicts others';
      } else if (this.wrong.has(cell) || clashing.has(cell)) {
        looks.push('wrong');
        view.say = this.wrong.has(cell) ? 'wrong' : 'twice in a house';
      }
      view.look = looks.join(' ');
      return view;
    });
  }

  /** Cells that are filled in with a digit that one of their houses has already. */
  private clashing(all: number[]): Set<number> {
    const found = new Set<number>();
    for (const house of this.houses) {
      const seen = new Map<number, number>();
      for (const cell of house.cells) {
        const digit = all[cell];
        if (digit === 0) continue;
        const other = seen.get(digit);
        if (other !== undefined) {
          for (const one of [cell, other]) if (this.state.givens[one] === 0) found.add(one);
        }
        seen.set(digit, cell);
      }
    }
    return found;
  }

  private stepViews({ step, level }: Shown): CellView[] {
    const { state } = this;
    const houses = new Set(step.houses);
    const facts = new Set(step.cells);
    const placed = new Map<number, number>();
    for (let at = 0; at < step.places.length; at += 2) placed.set(step.places[at], step.places[at + 1]);
    const views = state.givens.map((given, cell) => {
      const view = cellView(step.placed[cell], given > 0 ? 'given' : 'filled');
      const looks: string[] = [];
      if (facts.has(cell)) looks.push('facts');
      else if (houses.has(cell)) looks.push('house');
      if (cell === this.view.selected) looks.push('selected');
      view.look = looks.join(' ');
      if (facts.has(cell)) view.say = 'part of the step';
      if (level < 3 && view.digit === 0) view.notes = state.notes[cell].map((mark) => [mark, 'plain']);
      return view;
    });
    if (level === 3) {
      for (let at = 0; at < step.candidates.length; at += 3) {
        const [cell, digit, mark] = step.candidates.slice(at, at + 3);
        views[cell].notes.push([digit, MARKS[mark]]);
        if (MARKS[mark] === 'placed') views[cell].say = `is ${digit}`;
        if (MARKS[mark] === 'gone') views[cell].say = `is not ${digit}`;
      }
    }
    return views;
  }

  private regionViews(regions: number[]): CellView[] {
    const { givens } = this.state;
    return regions.map((region, cell) => {
      const view = cellView(region + 1, 'filled');
      view.look = cell === this.view.selected ? 'region selected' : 'region';
      view.colour = `light-dark(hsl(${(region * 137.5) % 360} 65% 88%), hsl(${(region * 137.5) % 360} 30% 24%))`;
      view.say = `region ${region + 1}${givens[cell] > 0 ? `, given ${givens[cell]}` : ''}`;
      return view;
    });
  }

  /** The keys below the board. */
  private keys(): void {
    const keys = byId('keys');
    const wanted = `${this.size} ${this.mode}`;
    if (keys.dataset.of !== wanted) {
      keys.dataset.of = wanted;
      const key = (text: string, onclick: () => void, set: (key: HTMLButtonElement) => void) => {
        const element = document.createElement('button');
        element.type = 'button';
        element.textContent = text;
        element.onclick = onclick;
        set(element);
        return element;
      };
      // Larger boards are for keyboards.
      const shown = this.size <= 36 ? this.size : 0;
      const digitKeys = Array.from({ length: shown }, (_, index) =>
        key(String(index + 1), () => this.enter(index + 1), (element) => {
          element.dataset.digit = String(index + 1);
          const what = this.mode === 'regions' ? 'Region' : 'Digit';
          element.setAttribute('aria-label', `${what} ${index + 1}`);
        }),
      );
      const others: HTMLButtonElement[] = [];
      if (this.mode !== 'regions') others.push(key('Erase', () => this.enter(0), (e) => e.classList.add('wide')));
      if (this.mode === 'fill') {
        others.push(
          key('Pencil', () => this.setPencil(!this.pencil), (element) => {
            element.classList.add('wide');
            element.id = 'pencil';
          }),
        );
      }
      keys.replaceChildren(...digitKeys, ...others);
    }
    document.getElementById('pencil')?.setAttribute('aria-pressed', String(this.pencil));
  }
}

function without(notes: number[][], cell: number): number[][] {
  return notes[cell].length === 0 ? notes : notes.map((marks, other) => (other === cell ? [] : marks));
}
