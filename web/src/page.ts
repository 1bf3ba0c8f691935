/** The puzzle on the page: its state, editing, and what the board shows. */

import { BoardView, type CellView, type Mark, cellView } from './board';
import { button, byId } from './dom';
import { type Board, History, type State, digits, empty, describeBoard, sizeOf } from './model';
import type { House, PuzzleFields, Step } from './protocol';

export type Mode = 'givens' | 'fill' | 'regions';

/** A step shown on the board. */
export interface VisibleStep {
  step: Step;
  /** How much the board reveals: 1 nothing, 2 houses and cells, 3 all candidates with their marks. */
  level: 1 | 2 | 3;
}

/** By the number that a step uses for them. */
const MARKS: Mark[] = ['plain', 'fact', 'placed', 'eliminated'];

export class Page {
  readonly view = new BoardView('Sudoku board', true);
  private history = new History(empty({ rows: 3, columns: 3, regions: null, variants: [], removed: [] }));
  mode: Mode = 'givens';
  pencil = false;
  houses: House[] = [];
  /** The cells of givens that contradict each other. */
  conflict = new Set<number>();
  /** Cells with wrong entries, once the user has asked for them. */
  wrong = new Set<number>();
  visibleStep: VisibleStep | null = null;
  /** Called after every change, with whether the puzzle itself has changed. */
  onChange: (puzzleChanged: boolean) => void = () => {};
  private lastTyped = { cell: -1, digit: 0, time: 0 };

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

  /** Replaces the state. */
  change(state: State): void {
    const before = this.state;
    this.history.push(state);
    this.update(before);
  }

  /** Opens another puzzle. If it has givens, digits entered next are its solution. */
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
    this.update(before);
  }

  redo(): void {
    const before = this.state;
    this.history.redo();
    this.update(before);
  }

  private update(before: State): void {
    const { board, givens } = this.state;
    this.visibleStep = null;
    this.wrong.clear();
    const puzzleChanged = before.board !== board || before.givens.some((digit, cell) => digit !== givens[cell]);
    if (puzzleChanged) this.conflict.clear();
    if (before.board !== board) this.layOut();
    this.onChange(puzzleChanged);
    this.draw();
  }

  /** Lays out the board after it has changed or its houses are known. */
  layOut(houses: House[] = []): void {
    this.houses = houses;
    this.view.layOut(this.state.board, houses);
    this.describe();
    const regions = document.querySelector<HTMLElement>('[data-mode="regions"]');
    if (regions) regions.hidden = this.state.board.regions === null;
    if (this.mode === 'regions' && this.state.board.regions === null) this.setMode('givens');
    this.drawKeys();
    this.draw();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.visibleStep = null;
    for (const radio of document.querySelectorAll<HTMLElement>('[data-mode]')) {
      const isOn = radio.dataset.mode === mode;
      radio.setAttribute('aria-checked', String(isOn));
      radio.tabIndex = isOn ? 0 : -1;
    }
    this.draw();
    this.drawKeys();
    this.describe();
  }

  /** Describes the board below it. */
  private describe(): void {
    const help = this.mode === 'regions' ? '. Drag from a cell to extend its region, or type a region number.' : '';
    byId('rules').textContent = describeBoard(this.state.board) + help;
  }

  setPencil(isOn: boolean): void {
    this.pencil = isOn;
    this.drawKeys();
  }

  /** Shows a step on the board, or hides it. */
  showStep(step: VisibleStep | null): void {
    this.visibleStep = step;
    this.draw();
  }

  // ---- Editing ----

  /** Enters a digit in the selected cell; 0 erases it. */
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
      this.change({ ...state, givens, filled, notes: withoutNotes(state.notes, cell) });
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
    // Remove the pencil marks that the digit rules out.
    const peers = this.peers(cell);
    const notes = state.notes.map((marks, other) => {
      if (other === cell) return [];
      return digit > 0 && peers.has(other) ? marks.filter((mark) => mark !== digit) : marks;
    });
    this.change({ ...state, filled, notes });
  }

  /** Handles a digit key. On large boards, two digits within a second make one number. */
  type(digit: number): void {
    const now = performance.now();
    const cell = this.view.selected;
    const last = this.lastTyped;
    const combined = last.digit * 10 + digit;
    const isSecond = this.size > 9 && last.cell === cell && now - last.time < 1000 && combined <= this.size && last.digit > 0;
    const value = isSecond ? combined : digit;
    this.lastTyped = { cell, digit: value, time: now };
    this.enter(value);
  }

  /** Assigns cells to a region. */
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

  // ---- Drawing ----

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
    const { state, visibleStep } = this;
    if (this.mode === 'regions' && state.board.regions) return this.regionViews(state.board.regions);
    if (visibleStep && visibleStep.level > 1) return this.stepViews(visibleStep);
    const all = digits(state);
    const selected = this.view.selected;
    const peers = this.peers(selected);
    const clashing = this.clashing(all);
    return all.map((digit, cell) => {
      const isGiven = state.givens[cell] > 0;
      const view = cellView(digit, isGiven ? 'given' : 'filled');
      view.notes = state.notes[cell].map((mark) => [mark, 'plain']);
      const classes: string[] = [];
      if (peers.has(cell)) classes.push('peer');
      if (digit > 0 && digit === all[selected] && cell !== selected) classes.push('same');
      if (cell === selected) classes.push('selected');
      if (this.conflict.has(cell)) {
        classes.push('conflict');
        view.description = 'part of a contradiction';
      } else if (this.wrong.has(cell) || clashing.has(cell)) {
        classes.push('wrong');
        view.description = this.wrong.has(cell) ? 'wrong' : 'repeated in a house';
      }
      view.classes = classes.join(' ');
      return view;
    });
  }

  /** Returns the entries that repeat a digit of one of their houses. */
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

  private stepViews({ step, level }: VisibleStep): CellView[] {
    const { state } = this;
    const houses = new Set(step.houses);
    const facts = new Set(step.cells);
    const views = state.givens.map((given, cell) => {
      const view = cellView(step.placed[cell], given > 0 ? 'given' : 'filled');
      const classes: string[] = [];
      if (facts.has(cell)) classes.push('facts');
      else if (houses.has(cell)) classes.push('house');
      if (cell === this.view.selected) classes.push('selected');
      view.classes = classes.join(' ');
      if (facts.has(cell)) view.description = 'part of the step';
      if (level < 3 && view.digit === 0) view.notes = state.notes[cell].map((mark) => [mark, 'plain']);
      return view;
    });
    if (level === 3) {
      for (let at = 0; at < step.candidates.length; at += 3) {
        const [cell, digit, mark] = step.candidates.slice(at, at + 3);
        views[cell].notes.push([digit, MARKS[mark]]);
        if (MARKS[mark] === 'placed') views[cell].description = `is ${digit}`;
        if (MARKS[mark] === 'eliminated') views[cell].description = `is not ${digit}`;
      }
    }
    return views;
  }

  private regionViews(regions: number[]): CellView[] {
    const { givens } = this.state;
    return regions.map((region, cell) => {
      const view = cellView(region + 1, 'filled');
      view.classes = cell === this.view.selected ? 'region selected' : 'region';
      view.colour = `light-dark(hsl(${(region * 137.5) % 360} 65% 88%), hsl(${(region * 137.5) % 360} 30% 24%))`;
      view.description = `region ${region + 1}${givens[cell] > 0 ? `, given ${givens[cell]}` : ''}`;
      return view;
    });
  }

  /** Draws the keys below the board. */
  private drawKeys(): void {
    const keys = byId('keys');
    const layout = `${this.size} ${this.mode}`;
    if (keys.dataset.layout !== layout) {
      keys.dataset.layout = layout;
      // Larger boards need a keyboard.
      const count = this.size <= 36 ? this.size : 0;
      const kind = this.mode === 'regions' ? 'Region' : 'Digit';
      const digitKeys = Array.from({ length: count }, (_, index) => {
        const digit = index + 1;
        return button(String(digit), () => this.enter(digit), { 'data-digit': digit, 'aria-label': `${kind} ${digit}` });
      });
      const others: HTMLButtonElement[] = [];
      if (this.mode !== 'regions') others.push(button('Erase', () => this.enter(0), { class: 'wide' }));
      if (this.mode === 'fill') {
        others.push(button('Pencil', () => this.setPencil(!this.pencil), { class: 'wide', id: 'pencil' }));
      }
      keys.replaceChildren(...digitKeys, ...others);
    }
    document.getElementById('pencil')?.setAttribute('aria-pressed', String(this.pencil));
  }
}

function withoutNotes(notes: number[][], cell: number): number[][] {
  return notes[cell].length === 0 ? notes : notes.map((marks, other) => (other === cell ? [] : marks));
}
