/** Draws constraints: adds cells to the one being drawn, sets its value, and changes or removes those on the board. */

import type { BoardView } from '../board';
import type { Game } from '../game';
import { kindOf } from '../library';
import type { Board, Drawn } from '../model';
import { write } from './constraint';
import { beginsWithCircle, CELL_LIMITS, GROUPS, type Tool, toolOf } from './tools';

export class ConstraintEditor {
  tool: Tool = GROUPS[0].tools[0];
  /** The cells of the current constraint: the one that is being drawn, or was drawn or chosen last. */
  cells: number[] = [];
  value = '';
  /** Asks for the rule of a constraint whose text is in two parts, before and after it. */
  askForRule: (before: string, after: string) => void = () => {};
  /** True while cells are being added. */
  isGrowing = false;
  /** The position of the current constraint on the board, or `null` if it is not there yet. */
  chosen: number | null = null;
  /** The board on which it has that position. */
  private board: Board;
  /** True if the last edit was of the current constraint, so that the digits of a value become one edit. */
  private isEdited = false;

  constructor(
    private readonly game: Game,
    private readonly view: BoardView,
  ) {
    this.board = game.state.board;
    game.listen(() => this.draw());
  }

  /** The constraints of the board. */
  get constraints(): Drawn[] {
    return this.game.state.board.constraints;
  }

  /** What the value of the tool is. */
  private get takes(): string {
    return kindOf(this.tool.name)?.value ?? 'none';
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.clear();
    this.game.setMode('draw');
  }

  // ---- Cells ----

  /** Starts a constraint. */
  begin(cell: number): void {
    this.setCurrent([cell], '', null);
    this.isGrowing = true;
    this.show(cell);
  }

  /** Adds the cells from the last one to this one. On a line, the way back removes cells. */
  extend(cell: number): void {
    const [, most] = CELL_LIMITS[this.tool.shape];
    const last = this.cells[this.cells.length - 1];
    for (const next of this.game.geometry.way(last, cell)) {
      if (this.tool.shape === 'cell') this.cells = [next];
      else if (this.tool.shape !== 'area' && next === this.cells[this.cells.length - 2]) this.cells.pop();
      else if (!this.cells.includes(next) && this.cells.length < most) this.cells.push(next);
    }
    this.show(cell);
  }

  /** Adds a cell, or removes it if it was added last. */
  toggle(cell: number): void {
    if (!this.isGrowing) this.begin(cell);
    else if (this.cells.length > 1 && this.cells[this.cells.length - 1] === cell) this.cells.pop();
    else if (this.tool.shape === 'area' && !this.cells.includes(cell)) this.cells.push(cell);
    else this.extend(cell);
    this.show(cell);
  }

  /** Completes the constraint. If the board has it already, or has one at a single cell, that one is chosen. */
  finish(): void {
    const { cells, tool } = this;
    if (!this.isGrowing) return;
    this.isGrowing = false;
    const [least, most] = CELL_LIMITS[tool.shape];
    const sorted = (of: number[]) => [...of].sort((one, other) => one - other).join();
    const found = this.constraints.findLastIndex((other) => {
      if (other.name !== tool.name) return false;
      return cells.length === 1 ? other.cells.includes(cells[0]) : sorted(other.cells.slice(0, most)) === sorted(cells);
    });
    if (found >= 0) this.choose(found);
    else if (cells.length < least) this.clear();
    else if (tool.isText) this.complete();
    else this.commit();
  }

  /** Asks for the rule of the constraint, which is between its quotation marks. */
  private complete(): void {
    const text = write(this.tool, this.cells, '', this.takes, this.game.geometry)?.text ?? '';
    const place = text.indexOf('"') + 1;
    this.askForRule(text.slice(0, place), text.slice(place));
  }

  /** Forgets the current constraint. On the board, it stays. */
  clear(): void {
    this.setCurrent([], '', null);
    this.game.redraw();
  }

  // ---- Values ----

  /** True if the current constraint can have a value. One that has no tool has none. */
  get hasValue(): boolean {
    const { chosen, constraints, takes, tool } = this;
    return takes !== 'none' && (chosen === null || constraints[chosen].name === tool.name);
  }

  setValue(value: string): void {
    this.finish();
    if (!this.hasValue || this.cells.length === 0) return;
    this.value = value.replace(/[^\d ]/g, '');
    this.commit();
  }

  /** Adds a digit to the value. The first one replaces the value that a chosen constraint had. */
  type(digit: number): void {
    this.finish();
    this.setValue((this.isEdited ? this.value : '') + digit);
  }

  /** Removes the last digit of the value or, if there is none, the constraint. */
  erase(): void {
    if (this.value !== '') this.setValue(this.value.slice(0, -1));
    else this.remove();
  }

  // ---- The constraints of the board ----

  /** Makes a constraint of the board the current one. */
  choose(index: number): void {
    const { name, value, cells } = this.constraints[index];
    const tool = toolOf(name);
    if (tool) this.tool = tool;
    this.setCurrent(tool ? cells.slice(0, CELL_LIMITS[tool.shape][1]) : cells, value, index);
    const { active } = this.game.selection;
    this.show(cells.includes(active) ? active : (cells[0] ?? active));
  }

  /** Adds a constraint in the form of the library, and chooses it. */
  add(constraint: Drawn): void {
    const isSame = (other: Drawn) => other.text === constraint.text;
    if (!this.constraints.some(isSame)) {
      this.setCurrent([], '', null);
      this.change([...this.constraints, constraint]);
    }
    this.choose(this.constraints.findIndex(isSame));
  }

  /** Removes the current constraint or, if there is none, the last one that was drawn at the active cell. */
  remove(): void {
    const { active } = this.game.selection;
    const isHere = ({ cells }: Drawn) => cells.includes(active);
    const index = this.cells.length > 0 ? this.chosen : this.constraints.findLastIndex(isHere);
    if (index !== null && index >= 0) this.removeAt(index);
    else this.clear();
  }

  removeAt(index: number): void {
    this.setCurrent([], '', null);
    this.change(this.constraints.filter((_, at) => at !== index));
  }

  /** Writes the current constraint to the board or, if it is not complete, removes it from there. */
  private commit(): void {
    const drawn = write(this.tool, this.cells, this.value, this.takes, this.game.geometry);
    if (drawn === null && this.chosen === null) {
      this.game.redraw();
      return;
    }
    const constraints = [...this.constraints];
    const index = this.chosen ?? constraints.length;
    constraints.splice(index, 1, ...(drawn === null ? [] : [drawn]));
    this.chosen = drawn === null ? null : index;
    this.change(constraints);
  }

  private change(constraints: Drawn[]): void {
    const { game } = this;
    const isSameEdit = this.isEdited;
    this.isEdited = this.chosen !== null;
    this.board = { ...game.state.board, constraints };
    game.change({ ...game.state, board: this.board }, isSameEdit);
  }

  private setCurrent(cells: number[], value: string, index: number | null): void {
    this.cells = cells;
    this.value = value;
    this.chosen = index;
    this.board = this.game.state.board;
    this.isGrowing = false;
    this.isEdited = false;
  }

  // ---- The board ----

  private show(active: number): void {
    const { selection } = this.game;
    selection.setAll([...this.cells, active]);
    selection.active = active;
    this.game.showSelection();
  }

  private draw(): void {
    const { game } = this;
    const isDrawing = game.now.mode === 'draw';
    // Undo and other puzzles leave no current constraint.
    if (!isDrawing || game.state.board !== this.board) this.setCurrent([], '', null);
    this.view.showPath(isDrawing && this.tool.shape !== 'area' ? this.cells : [], beginsWithCircle(this.tool));
  }
}
