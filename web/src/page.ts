/** The puzzle on the page: its state, editing, and what the board shows. */

import { BoardView } from './board';
import { COLOURS } from './colours';
import { byId } from './dom';
import * as edit from './edit';
import { History } from './history';
import type { Geometry } from './geometry';
import { type Board, type State, cleared, digits, empty, squareBoard } from './model';
import { setNamedBoard } from './names';
import type { PuzzleFields, RulesAnswer } from './protocol';
import { Rules } from './rules';
import { Selection } from './selection';
import { describeBoard, extraRules } from './rule_words';
import { type Scene, type VisibleStep, gameViews, openCandidates, regionViews, stepViews } from './views';

export type Mode = 'givens' | 'fill' | 'draw' | 'regions';

/** What the digit keys enter while the puzzle is filled in. */
export type EntryKind = 'digit' | 'corner' | 'centre' | 'colour';

export const ENTRY_KINDS: EntryKind[] = ['digit', 'corner', 'centre', 'colour'];

export class Page implements Scene {
  readonly view = new BoardView('Sudoku board', true);
  readonly selection = new Selection();
  private history = new History(empty(squareBoard(3, 3)));
  mode: Mode = 'givens';
  entryKind: EntryKind = 'digit';
  showsCandidates = false;
  rules = new Rules(81, 9);
  /** False if the rules are those of the board before its constraints were changed. */
  hasCurrentRules = false;
  /** Known solutions of the puzzle. */
  solutions: ArrayLike<number>[] = [];
  conflict = new Set<number>();
  wrong = new Set<number>();
  pointed = new Set<number>();
  visibleStep: VisibleStep | null = null;
  /** Called after every change, with whether the puzzle itself has changed. */
  onChange: (puzzleChanged: boolean) => void = () => {};
  /** Called when the board is drawn. */
  readonly onDraw: (() => void)[] = [];
  /** The names of all kinds of constraints, once they are known. */
  constraintKinds: string[] = [];
  /** All variants, once they are known. */
  variants: RulesAnswer['variants'] = [];
  /** The puzzle as the library writes it, once that is known. */
  line: string | null = null;
  /** The last digit key, and the state before and after it. */
  private lastTyped: { cell: number; kind: EntryKind; value: number; time: number; before: State; after: State } | null = null;

  get state(): State {
    return this.history.now;
  }

  get geometry(): Geometry {
    return this.state.board.geometry;
  }

  get fields(): PuzzleFields {
    return { ...this.state.board, cells: this.state.givens };
  }

  /** What the player has entered, as arguments of a question: digits, and pairs of eliminated candidates. */
  get entries(): [filled: number[], eliminated: number[]] {
    const { eliminated, filled } = this.state;
    const all = digits(this.state);
    return [filled, eliminated.flatMap((of, cell) => (all[cell] > 0 ? [] : of.flatMap((digit) => [cell, digit])))];
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  /** True if the player has filled the board without breaking the rule of a house or a pair of cells. */
  get isFilled(): boolean {
    const all = digits(this.state);
    if (this.rules.houses.length === 0 || all.includes(0) || this.state.filled.every((digit) => digit === 0)) return false;
    const removed = [...this.state.board.removed, ...this.rules.outside];
    const hasRemoved = removed.some((cell, at) => at % 2 === 0 && all[cell] === removed[at + 1]);
    return !hasRemoved && this.rules.clashes(all).size === 0;
  }

  /** True if the player has filled the board with a solution. Only known ones count where sums and the like matter. */
  get isSolved(): boolean {
    if (!this.isFilled || this.state.board.constraints.length === 0) return this.isFilled;
    const all = digits(this.state);
    return this.solutions.some((solution) => all.every((digit, cell) => digit === solution[cell]));
  }

  /** Replaces the state. If it belongs to the same edit as the one before, both are undone together. */
  change(state: State, isSameEdit = false): void {
    const before = this.state;
    this.history.push(state, isSameEdit);
    this.update(before);
  }

  /** Opens another puzzle. If it has givens or constraints, digits entered next are its solution. */
  load(state: State): void {
    this.change(state);
    const hasClues = state.givens.some((digit) => digit > 0) || state.board.constraints.length > 0;
    this.setMode(hasClues ? 'fill' : 'givens');
    this.select(Math.max(0, digits(state).indexOf(0)), false);
  }

  /** Removes everything the player has entered. */
  clear(): void {
    this.change(cleared(this.state));
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
    this.pointed.clear();
    this.wrong.clear();
    const puzzleChanged = before.board !== board || before.givens.some((digit, cell) => digit !== givens[cell]);
    if (puzzleChanged) {
      this.conflict.clear();
      this.solutions = [];
      this.line = null;
    }
    if (before.board !== board) {
      // The picture of the constraints stays until the new one is known.
      if (haveSameCells(before.board, board)) this.hasCurrentRules = false;
      else this.layOut();
    }
    this.onChange(puzzleChanged);
    this.draw();
  }

  /** Lays out the board after it has changed or its rules are known. */
  layOut(rules?: RulesAnswer): void {
    const { board } = this.state;
    this.hasCurrentRules = rules !== undefined;
    const { cells, digits } = board.geometry;
    this.rules = new Rules(cells, digits, rules?.houses, rules?.relations, rules?.sentences, Array.from(rules?.outside ?? []));
    this.view.layOut(board, this.rules.houses);
    this.view.showConstraints(rules?.picture ?? null);
    this.constraintKinds = rules?.kinds ?? this.constraintKinds;
    this.variants = rules?.variants ?? this.variants;
    setNamedBoard(board.geometry);
    if (this.selection.cells.some((cell) => cell >= cells)) this.selection.set(0);
    if (this.mode === 'regions' && board.regions === null) this.mode = 'givens';
    this.describe();
    this.draw();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.visibleStep = null;
    this.describe();
    this.draw();
  }

  setEntryKind(kind: EntryKind): void {
    this.entryKind = kind;
    this.draw();
  }

  setShowsCandidates(isOn: boolean): void {
    this.showsCandidates = isOn;
    this.draw();
  }

  /** Describes the board below it. */
  private describe(): void {
    const { board } = this.state;
    byId('rules').textContent = describeBoard(board);
    const help = this.mode === 'regions' ? ['Drag from a cell to extend its region, or type a region number.'] : [];
    byId('extra-rules').textContent = [...help, ...extraRules(board, this.rules.sentences)].join(' ');
  }

  // ---- What is shown ----

  /** Selects one cell. */
  select(cell: number, takesFocus: boolean): void {
    this.selection.set(cell);
    this.showSelection(takesFocus);
  }

  /** Draws the selection after it has changed. */
  showSelection(takesFocus: boolean): void {
    this.pointed.clear();
    this.view.activate(this.selection.active, takesFocus);
    this.draw();
  }

  /** Shows cells that a text names. */
  point(cells: number[]): void {
    if (cells.length === 0) return;
    this.selection.setAll(cells);
    this.showSelection(false);
    this.pointed = new Set(cells);
    this.draw();
  }

  /** Shows a step on the board, or hides it. */
  showStep(step: VisibleStep | null): void {
    this.visibleStep = step;
    this.pointed.clear();
    this.draw();
  }

  draw(): void {
    const { state, visibleStep } = this;
    if (this.mode === 'regions' && state.board.regions) this.view.draw(regionViews(this, state.board.regions));
    else if (visibleStep && visibleStep.level > 1) this.view.draw(stepViews(this, visibleStep));
    else this.view.draw(gameViews(this));
    const { classList } = this.view.element;
    classList.toggle('solved', this.isSolved);
    // The style sheet folds the keys away on narrow screens.
    classList.toggle('explaining', visibleStep?.level === 3);
    for (const listener of this.onDraw) listener();
  }

  // ---- Editing ----

  /** Enters a digit by its number, a mark, a colour or a region in the selected cells; 0 erases. */
  enter(value: number, kind: EntryKind = this.entryKind): void {
    const { state, rules } = this;
    const cells = this.selection.cells;
    const { digits } = this.geometry;
    if (this.mode === 'regions') {
      if (value > 0 && value <= this.mostRegions) this.paint(cells, value);
    } else if (this.mode === 'givens') {
      if (value <= digits) this.change(edit.setGivens(state, cells, value));
    } else if (kind === 'colour') {
      if (value <= COLOURS.length) this.change(edit.paintColour(state, cells, value));
    } else if (value === 0) {
      this.change(edit.erase(state, cells.filter((cell) => state.givens[cell] === 0)));
    } else if (value <= digits) {
      const open = cells.filter((cell) => state.givens[cell] === 0);
      if (kind === 'digit' && open.length > 0) this.change(edit.fill(state, open, value, rules));
      if (kind !== 'digit') this.mark(value, kind);
    }
  }

  /** Toggles a pencil mark in the selected blank cells or, where candidates are shown, eliminates one. */
  private mark(digit: number, kind: 'corner' | 'centre'): void {
    const { state } = this;
    const blank = this.selection.cells.filter((cell) => state.givens[cell] === 0 && state.filled[cell] === 0);
    if (!this.showsCandidates || kind === 'corner') {
      if (blank.length > 0) this.change(edit.toggleMark(state, blank, digit, kind));
      return;
    }
    const open = openCandidates(this);
    const concerned = blank.filter((cell) => open[cell].includes(digit) || state.eliminated[cell].includes(digit));
    if (concerned.length > 0) this.change(edit.toggleMark(state, concerned, digit, 'eliminated'));
  }

  /** The number of regions that can be painted. */
  get mostRegions(): number {
    return (this.state.board.regions ?? []).reduce((most, region) => Math.max(most, region), this.geometry.digits);
  }

  /** Enters a number that the user has typed: the value of a digit, a colour or a region. */
  enterValue(value: number, kind: EntryKind = this.entryKind): void {
    const isDigit = this.mode === 'givens' || (this.mode === 'fill' && kind !== 'colour');
    const number = isDigit ? value - this.geometry.lowest + 1 : value;
    if (number > 0) this.enter(number, kind);
  }

  /** Handles a digit key, of which 0 erases unless it is a digit of the board. On large boards, two digits
   * within a second make one number, which replaces what the first has entered. */
  type(digit: number, kind: EntryKind = this.entryKind): void {
    const now = performance.now();
    const cell = this.selection.active;
    const { highest, lowest } = this.geometry;
    const last = this.lastTyped;
    const isNumber = highest > 9 && (this.mode !== 'fill' || kind !== 'colour');
    const isRecent = last !== null && last.cell === cell && last.kind === kind && now - last.time < 1000 && last.after === this.state;
    const combined = last && isNumber && isRecent && last.value > 0 ? 10 * last.value + digit : Infinity;
    const isSecond = combined <= highest;
    if (isSecond && last?.before !== last?.after) this.undo();
    const before = this.state;
    const value = isSecond ? combined : digit;
    if (value > 0 || lowest === 0) this.enterValue(value, kind);
    else if (kind === this.entryKind) this.enter(0);
    this.lastTyped = { cell, kind, value, time: now, before, after: this.state };
  }

  /** Assigns cells to a region. */
  paint(cells: number[], region: number): void {
    const { state } = this;
    const old = state.board.regions;
    if (!old || cells.every((cell) => old[cell] === region)) return;
    const regions = [...old];
    for (const cell of cells) if (cell < regions.length) regions[cell] = region;
    const board: Board = { ...state.board, regions };
    this.change({ ...state, board });
  }
}

/** Returns true if only the drawn constraints and the variants are different. */
function haveSameCells(one: Board, other: Board): boolean {
  return one.lines === other.lines && one.geometry === other.geometry && one.rows === other.rows && one.regions === other.regions;
}
