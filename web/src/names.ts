/** Names of cells in texts: in the notation of the user's choice, and as buttons that show the cell. */

import { h } from './dom';
import { settings } from './settings';

/** On boards up to 9×9 a name can stand for several cells: `r12c3` is r1c3 and r2c3. */
const NAME = /^r(\d+)c(\d+)$/;
const NAMES = /\b(r\d+c\d+)\b/g;

/** Returns the letters of a row: A to Z, then AA, AB, … */
function letters(row: number): string {
  const rest = Math.floor((row - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((row - 1) % 26));
}

/** Splits the digits of a name on boards up to 9×9; larger boards have one cell to a name. */
function numbers(digits: string, size: number): number[] {
  return size <= 9 ? Array.from(digits, Number) : [Number(digits)];
}

let size = 9;

/** Sets the size of the board that names refer to. */
export function setNamedSize(boardSize: number): void {
  size = boardSize;
}

/** Returns a name such as `r1c1` in the notation of the user's choice. */
function inNotation(name: string): string {
  const [, row, column] = NAME.exec(name) ?? [];
  if (row === undefined || settings.notation === 'r1c1') return name;
  return numbers(row, size).map(letters).join('') + column;
}

/** Returns the cells of a name, counted from 0 in reading order. */
export function cellsOf(name: string): number[] {
  const [, row, column] = NAME.exec(name) ?? [];
  if (row === undefined) return [];
  const cells = numbers(row, size).flatMap((r) => numbers(column, size).map((c) => (r - 1) * size + c - 1));
  return cells.filter((cell) => cell >= 0 && cell < size * size);
}

/** Returns the text with a button for each name of a cell. */
export function withButtons(text: string): (Node | string)[] {
  // A line must not begin with what follows a name, as in `r1c1=5,`.
  const parts = text.split(/\b(r\d+c\d+\b(?:=\d+)?[,.;:]?)/);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const [name] = /^\w+/.exec(part) ?? [part];
    const [label, rest] = [inNotation(name), part.slice(name.length)];
    const control = h('button', { type: 'button', class: 'name', 'data-name': name, title: 'Show on the board' }, label);
    return rest === '' ? control : h('span', { class: 'nowrap' }, control, rest);
  });
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
