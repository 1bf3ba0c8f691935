/** Names of cells in texts: in the notation of the user's choice, and as buttons that show the cell. */

import { h } from './dom';
import { Geometry } from './geometry';
import { settings } from './settings';
import { sentence } from './words';

/** On boards up to 9×9 a name can stand for several cells: `r12c3` is r1c3 and r2c3. */
const NAME = /^r(\d+)c(\d+)$/;
/** A name of cells of the grid, or perhaps of a variable: `x1` or `x.r1c1`. */
const WORD = String.raw`(?<![\w.])(?:r\d+c\d+|[a-z]+\d+|[a-z]+\.r\d+c\d+)\b`;
const NAMES = new RegExp(`(${WORD})`, 'g');
/** A line must not begin with what follows a name, as in `r1c1=5,`. */
const NAMES_IN_TEXT = new RegExp(`(${WORD}(?:=\\d+)?[,.;:]?)`);

/** Returns the letters of a row: A to Z, then AA, AB, … */
function letters(row: number): string {
  const rest = Math.floor((row - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((row - 1) % 26));
}

let board = Geometry.square(9);

/** Sets the board that names refer to. */
export function setNamedBoard(geometry: Geometry): void {
  board = geometry;
}

/** Splits the digits of a name on boards up to 9×9; larger boards have one cell to a name. */
function numbers(digits: string): number[] {
  return Math.max(board.rows, board.columns) <= 9 ? Array.from(digits, Number) : [Number(digits)];
}

/** Returns a name such as `r1c1` in the notation of the user's choice. */
function inNotation(name: string): string {
  const [, row, column] = NAME.exec(name) ?? [];
  if (row === undefined || settings.notation === 'r1c1') return name;
  return numbers(row).map(letters).join('') + column;
}

/** Returns the cells of a name. */
export function cellsOf(name: string): number[] {
  const [, row, column] = NAME.exec(name) ?? [];
  const variable = board.variables.indexOf(name);
  if (row === undefined) return variable < 0 ? [] : [board.gridCells + variable];
  const cells = numbers(row).flatMap((r) => numbers(column).map((c) => board.at(r - 1, c - 1)));
  return cells.filter((cell) => cell !== undefined && cell < board.gridCells) as number[];
}

/** Returns the text with a button for each name of a cell. */
export function withButtons(text: string): (Node | string)[] {
  return text.split(NAMES_IN_TEXT).map((part, index) => {
    const [name] = /^[\w.]*\w/.exec(part) ?? [part];
    if (index % 2 === 0 || (!NAME.test(name) && cellsOf(name).length === 0)) return part;
    const [label, rest] = [inNotation(name), part.slice(name.length)];
    const control = h('button', { type: 'button', class: 'name', 'data-name': name, title: 'Show on the board' }, label);
    return rest === '' ? control : h('span', { class: 'nowrap' }, control, rest);
  });
}

/** Returns a paragraph with the text as a sentence, and a button for each name of a cell. */
export function paragraph(text: string, ...more: string[]): HTMLElement {
  return h('p', {}, ...withButtons(sentence(text)), ...more);
}

/** Returns the text with each name in the notation of the user's choice. */
export function withNames(text: string): (Node | string)[] {
  return text.split(NAMES).map((part, index) => (index % 2 === 0 ? part : h('span', { 'data-name': part }, inNotation(part))));
}

/** Returns the text as a string, with each name in the notation of the user's choice. */
export function translated(text: string): string {
  return text.replace(NAMES, inNotation);
}

/** Rewrites the names on the page after the notation has changed. */
export function rename(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-name]')) {
    element.textContent = inNotation(element.dataset.name ?? '');
  }
}
