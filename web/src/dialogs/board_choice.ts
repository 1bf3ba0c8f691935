/** The choice of a board: its size, its boxes and its variants. */

import { byId, h } from '../dom';
import { whenKnown } from '../library';
import { type Board, squareBoard } from '../model';

/** The largest board that the dialogs offer. */
const LARGEST_OFFERED = 25;

/** The sizes that the dialogs offer. */
export function sizes(): string[][] {
  return Array.from({ length: LARGEST_OFFERED - 3 }, (_, index) => [String(index + 4), `${index + 4} × ${index + 4}`]);
}

/** The boxes that fit a board of this size, the squarest first. */
export function kinds(size: number): string[][] {
  const boxes: [number, number][] = [];
  for (let rows = 2; rows <= size / 2; rows++) if (size % rows === 0) boxes.push([rows, size / rows]);
  boxes.sort(([a, b], [c, d]) => Math.abs(a - b) - Math.abs(c - d) || a - c);
  return boxes.map(([rows, columns]) => [`${rows}x${columns}`, `boxes of ${rows}×${columns}`]);
}

/** Returns the kind of the boxes of a board, as `kinds` names them. */
export function kindOf(board: Board, ownRegions: string): string {
  if (board.regions) return ownRegions;
  return board.rows === 1 ? 'none' : `${board.rows}x${board.columns}`;
}

/** Adds a box to tick for each variant, with its rule, once the library has named them. */
export function addVariants(id: string): void {
  whenKnown(({ variants }) => {
    const boxes = variants.map(({ name, rule }) =>
      h('label', {}, h('input', { type: 'checkbox', value: name }), h('span', {}, name, h('small', {}, rule))),
    );
    byId(id).append(...boxes);
  });
}

export function chosenVariants(id: string): string[] {
  return [...byId(id).querySelectorAll<HTMLInputElement>('input:checked')].map((box) => box.value);
}

export function setVariants(id: string, variants: string[]): void {
  for (const box of byId(id).querySelectorAll<HTMLInputElement>('input')) box.checked = variants.includes(box.value);
}

/** Makes a board from the choices of a dialog. */
export function boardOf(size: number, kind: string, variants: string[], regions: number[] | null): Board {
  const [rows, columns] = kind.includes('x') ? kind.split('x').map(Number) : [1, size];
  return { ...squareBoard(rows, columns), regions: kind.includes('x') || kind === 'none' ? null : regions, variants };
}

/** Returns true if the board is the square of this size. */
export function isSquare({ lines, geometry }: Board, size: number): boolean {
  return lines.length === 0 && geometry.rows === size;
}

/** Returns the regions of the board if it is the square of this size. */
export function regionsOf(board: Board, size: number): number[] | null {
  return isSquare(board, size) ? board.regions : null;
}

/** The size that the dialogs propose for a board like this. */
export function sizeLike({ lines, geometry }: Board): string {
  return lines.length > 0 ? '9' : String(Math.min(geometry.rows, LARGEST_OFFERED));
}
