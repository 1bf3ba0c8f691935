/** The puzzle on the page and everything that decides what the page shows. It knows no elements. */

import { COLOURS } from './colours';
import * as edit from './edit';
import type { Geometry } from './geometry';
import { History } from './history';
import { type Board, cleared, digits, empty, type State, squareBoard } from './model';
import type { Entries, PuzzleFields, RulesAnswer } from './protocol';
import { Rules } from './rules';
import { Selection } from './selection';
import type { VisibleStep } from './views';
import { openCandidates } from './views';

export type Mode = 'givens' | 'fill' | 'draw' | 'regions';

/** What the digit keys enter while the puzzle is filled in. */
export type EntryKind = 'digit' | 'corner' | 'centre' | 'colour';

export const ENTRY_KINDS: EntryKind[] = ['digit', 'corner', 'centre', 'colour'];

/** What is known about the puzzle, and how it is shown. Only the methods of the game change it. */
interface Shown {
  mode: Mode;
  entryKind: EntryKind;
  showsCandidates: boolean;
  rules: Rules;
  /** False if the rules are those of the board before its constraints were changed. */
  hasCurrentRules: boolean;
  /** The drawn constraints as an SVG document. */
  picture: string | null;
  /** Known solutions of the puzzle. */
  solutions: ArrayLike<number>[];
  /** The puzzle as the library writes it, once that is known. */
  line: string | null;
  /** The cells of clues that contradict each other. */
  conflict: ReadonlySet<number>;
  /** Cells with wrong entries, once the user has asked for them. */
  wrong: ReadonlySet<number>;
  /** Cells named in a text that the user has clicked on. */
  pointed: ReadonlySet<number>;
  /** The cell in which a digit was entered last, or `null`. */
  lastEntered: number | null;
  step: VisibleStep | null;
}

const NONE: ReadonlySet<number> = new Set();

export class Game {
  readonly selection = new Selection();
  private readonly history = new History(empty(squareBoard(3, 3)));
  private shown: Shown = {
    mode: 'givens',
    entryKind: 'digit',
    showsCandidates: false,
    rules: new Rules(81, 9),
    hasCurrentRules: false,
    picture: null,
    solutions: [],
    line: null,
    conflict: NONE,
    wrong: NONE,
    pointed: NONE,
    lastEntered: null,
    step: null,
  };
  private readonly listeners: (() => void)[] = [];
  /** Called after every edit, with whether the puzzle itself has changed. */
  onChange: (puzzleChanged: boolean) => void = () => {};
  /** The last digit key, and the state before and after it. */
  private lastTyped: { cell: number; kind: EntryKind; value: number; time: number; before: State; after: State } | null = null;

  get now(): Readonly<Shown> {
    return this.shown;
  }

  get state(): State {
    return this.history.now;
  }

  get geometry(): Geometry {
    return this.state.board.geometry;
  }

  /** The puzzle for a question. */
  get fields(): PuzzleFields {
    const { board, givens } = this.state;
    return { ...board, constraints: board.constraints.map(({ text }) => text), cells: givens };
  }

  /** What the player has entered, as options of a question: digits, and pairs of eliminated candidates. */
  get entries(): Entries {
    const { eliminated, filled } = this.state;
    const all = digits(this.state);
    const pairs = eliminated.flatMap((of, cell) => (all[cell] > 0 ? [] : of.flatMap((digit) => [cell, digit])));
    return { filled, eliminated: pairs };
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
    const { rules } = this.shown;
    if (rules.houses.length === 0 || all.includes(0) || this.state.filled.every((digit) => digit === 0)) return false;
    const removed = [...this.state.board.removed, ...rules.excluded];
    const hasRemoved = removed.some((cell, at) => at % 2 === 0 && all[cell] === removed[at + 1]);
    return !hasRemoved && rules.clashes(all).cells.size === 0;
  }

  /** True if the player has filled the board with a solution. Only known ones count where sums and the like matter. */
  get isSolved(): boolean {
    if (!this.isFilled || this.state.board.constraints.length === 0) return this.isFilled;
    const all = digits(this.state);
    return this.shown.solutions.some((solution) => all.every((digit, cell) => digit === solution[cell]));
  }

  /** Calls a function whenever something that is shown has changed. */
  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Changes what is shown, and has it drawn. */
  private show(changes: Partial<Shown>): void {
    this.shown = { ...this.shown, ...changes };
    this.redraw();
  }

  /** Has everything drawn again. */
  redraw(): void {
    for (const listener of this.listeners) listener();
  }

  // ---- Edits of the puzzle ----

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
    this.selection.set(Math.max(0, digits(state).indexOf(0)));
    this.show({ mode: hasClues ? 'fill' : 'givens', lastEntered: null });
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
    const puzzleChanged = before.board !== board || before.givens.some((digit, cell) => digit !== givens[cell]);
    const changes: Partial<Shown> = { step: null, pointed: NONE, wrong: NONE };
    if (puzzleChanged) Object.assign(changes, { conflict: NONE, solutions: [], line: null });
    if (before.board !== board) {
      // The rules and the picture of the constraints stay until the new ones are known.
      changes.hasCurrentRules = false;
      if (!haveSameCells(before.board, board)) this.layOut(changes);
    }
    this.shown = { ...this.shown, ...changes };
    this.onChange(puzzleChanged);
    this.redraw();
  }

  /** Adapts what is shown to a board with other cells. */
  private layOut(changes: Partial<Shown>): void {
    const { board } = this.state;
    const { cells, digits } = board.geometry;
    Object.assign(changes, { rules: new Rules(cells, digits), picture: null });
    if (this.selection.cells.some((cell) => cell >= cells)) this.selection.set(0);
    if (this.shown.mode === 'regions' && board.regions === null) changes.mode = 'givens';
  }

  // ---- What becomes known ----

  knowRules(answer: RulesAnswer): void {
    const { cells, digits } = this.geometry;
    const rules = new Rules(cells, digits, answer.houses, answer.relations, answer.sentences, answer.excluded);
    this.show({ rules, hasCurrentRules: true, picture: answer.picture });
  }

  knowLine(line: string): void {
    this.show({ line });
  }

  knowVerdict(conflict: number[], solutions: ArrayLike<number>[]): void {
    this.show({ conflict: new Set(conflict), solutions });
  }

  knowSolution(solution: ArrayLike<number>): void {
    this.show({ solutions: [...this.shown.solutions, solution] });
  }

  // ---- What is shown ----

  setMode(mode: Mode): void {
    this.show({ mode, step: null });
  }

  setEntryKind(entryKind: EntryKind): void {
    this.show({ entryKind });
  }

  setShowsCandidates(showsCandidates: boolean): void {
    this.show({ showsCandidates });
  }

  /** Selects one cell. */
  select(cell: number): void {
    this.selection.set(cell);
    this.showSelection();
  }

  /** Draws the selection after it has changed. */
  showSelection(): void {
    this.show({ pointed: NONE });
  }

  /** Shows cells that a text names. */
  point(cells: number[]): void {
    if (cells.length === 0) return;
    this.selection.setAll(cells);
    this.show({ pointed: new Set(cells) });
  }

  markWrong(cells: number[]): void {
    this.show({ wrong: new Set(cells) });
  }

  /** Shows a step on the board, or hides it. */
  showStep(step: VisibleStep | null): void {
    this.show({ step, pointed: NONE });
  }

  // ---- Entering ----

  /** Enters a digit by its number, a mark, a colour or a region in the selected cells; 0 erases. */
  enter(value: number, kind: EntryKind = this.shown.entryKind): void {
    const { state } = this;
    const { mode, rules } = this.shown;
    const { cells } = this.selection;
    const { digits } = this.geometry;
    if (mode === 'regions') {
      if (value > 0 && value <= this.mostRegions) this.paint(cells, value);
      return;
    }
    if (mode === 'givens' || kind === 'digit') this.shown.lastEntered = value > 0 ? this.selection.active : null;
    if (mode === 'givens') {
      if (value <= digits) this.change(edit.setGivens(state, cells, value));
    } else if (kind === 'colour') {
      if (value <= COLOURS.length) this.change(edit.paintColour(state, cells, value));
    } else if (value === 0) {
      this.change(
        edit.erase(
          state,
          cells.filter((cell) => state.givens[cell] === 0),
        ),
      );
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
    if (!this.shown.showsCandidates || kind === 'corner') {
      if (blank.length > 0) this.change(edit.toggleMark(state, blank, digit, kind));
      return;
    }
    const open = openCandidates(state, this.shown.rules);
    const concerned = blank.filter((cell) => open[cell].includes(digit) || state.eliminated[cell].includes(digit));
    if (concerned.length > 0) this.change(edit.toggleMark(state, concerned, digit, 'eliminated'));
  }

  /** The number of regions that can be painted. */
  get mostRegions(): number {
    return (this.state.board.regions ?? []).reduce((most, region) => Math.max(most, region), this.geometry.digits);
  }

  /** Enters a number that the user has typed: the value of a digit, a colour or a region. */
  enterValue(value: number, kind: EntryKind = this.shown.entryKind): void {
    const { mode } = this.shown;
    const isDigit = mode === 'givens' || (mode === 'fill' && kind !== 'colour');
    const number = isDigit ? value - this.geometry.lowest + 1 : value;
    if (number > 0) this.enter(number, kind);
  }

  /** Handles a digit key, of which 0 erases unless it is a digit of the board. On large boards, two digits
   * within a second make one number, which replaces what the first has entered. */
  type(digit: number, kind: EntryKind = this.shown.entryKind): void {
    const now = performance.now();
    const cell = this.selection.active;
    const { highest, lowest } = this.geometry;
    const last = this.lastTyped;
    const isNumber = highest > 9 && (this.shown.mode !== 'fill' || kind !== 'colour');
    const isRecent =
      last !== null && last.cell === cell && last.kind === kind && now - last.time < 1000 && last.after === this.state;
    const combined = last && isNumber && isRecent && last.value > 0 ? 10 * last.value + digit : Number.POSITIVE_INFINITY;
    const isSecond = combined <= highest;
    if (isSecond && last?.before !== last?.after) this.undo();
    const before = this.state;
    const value = isSecond ? combined : digit;
    if (value > 0 || lowest === 0) this.enterValue(value, kind);
    else if (kind === this.shown.entryKind) this.enter(0);
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
