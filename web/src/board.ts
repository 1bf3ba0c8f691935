/** The view of a board: focusable cells with digits, pencil marks and colours. */

import { h, svg } from './dom';
import { COLOURS } from './colours';
import { marksOf } from './marks';
import { type Board, sizeOf } from './model';
import type { House } from './protocol';

export type Mark = 'plain' | 'marked' | 'fact' | 'placed' | 'eliminated';

/** The contents and appearance of a cell. */
export interface CellView {
  digit: number;
  kind: 'given' | 'filled' | 'found';
  /** Candidates, each with a place of its own in the cell. */
  candidates: [digit: number, mark: Mark][];
  /** Pencil marks in the corners and in the centre. */
  corner: number[];
  centre: number[];
  /** The number of the player's colour, or 0. */
  colour: number;
  isSelected: boolean;
  /** CSS classes, separated by spaces. */
  classes: string;
  /** Description for screen readers, in addition to the digit. */
  description: string;
  /** The CSS colour of the region while regions are edited. */
  region?: string;
}

/** A dark page inverts the picture of the constraints, but a black dot must not become a white one. */
const DOTS = `<style>@media (prefers-color-scheme: dark) {
  :is([r='5'], [r='7'])[fill='#000'] { fill: #fff } [fill='#000'][r] + text { fill: #000 }
  :is([r='5'], [r='7'])[fill='#fff'] { fill: #000 } [r='7'][fill='#fff'] + text { fill: #fff }
}</style>`;

export function cellView(digit: number, kind: CellView['kind']): CellView {
  return { digit, kind, candidates: [], corner: [], centre: [], colour: 0, isSelected: false, classes: '', description: '' };
}

/** Returns the class that draws a house of a variant. */
function shadeOf(house: House): string | null {
  if (/window/.test(house.name)) return 'window';
  if (!/diagonal/.test(house.name)) return null;
  return house.cells[0] === 0 ? 'diagonal' : 'antidiagonal';
}

export class BoardView {
  readonly element: HTMLElement;
  private cells: HTMLElement[] = [];
  private drawn: string[] = [];
  private size = 0;
  private active = 0;
  private readonly path = svg('svg', { class: 'path', 'aria-hidden': 'true' });

  constructor(
    label: string,
    private readonly isInteractive: boolean,
  ) {
    const role = isInteractive ? { role: 'grid', 'aria-multiselectable': 'true' } : { role: 'table' };
    this.element = h('div', { class: 'board', ...role, 'aria-label': label });
  }

  /** Lays out the cells of a board, with the borders of its boxes or regions. */
  layOut(board: Board, houses: House[]): void {
    const size = sizeOf(board);
    const group = (row: number, column: number): number => {
      if (board.regions) return board.regions[row * size + column];
      if (board.rows === 1 || board.columns === 1) return 0;
      return Math.floor(row / board.rows) * size + Math.floor(column / board.columns);
    };
    if (size !== this.size) this.createCells(size);
    const shades = new Map<number, string[]>();
    for (const house of houses) {
      const shade = shadeOf(house);
      if (shade) for (const cell of house.cells) shades.set(cell, [...(shades.get(cell) ?? []), shade]);
    }
    this.drawn = [];
    this.cells.forEach((element, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      const differs = (r: number, c: number) => group(r, c) !== group(row, column);
      const classes = ['cell', ...(shades.get(cell) ?? [])];
      if (row > 0 && differs(row - 1, column)) classes.push('above');
      if (column > 0 && differs(row, column - 1)) classes.push('left');
      element.dataset.base = classes.join(' ');
    });
  }

  /** Shows the picture of the drawn constraints over the cells. */
  showConstraints(picture: string | null): void {
    this.element.querySelector('.constraints')?.remove();
    // Only a picture with clues outside the grid is larger than the board.
    this.element.classList.toggle('outer', picture !== null && !picture.includes('translate(0 0)'));
    if (picture === null) return;
    const source = URL.createObjectURL(new Blob([picture.replace('<g', `${DOTS}<g`)], { type: 'image/svg+xml' }));
    const image = h('img', { class: 'constraints', src: source, alt: '' });
    image.addEventListener('load', () => URL.revokeObjectURL(source), { once: true });
    this.element.append(image);
  }

  /** Shows the line through the cells of a constraint that is being drawn. */
  showPath(cells: number[]): void {
    const middle = (cell: number) => [(cell % this.size) + 0.5, Math.floor(cell / this.size) + 0.5];
    const points = cells.map((cell) => middle(cell).join());
    const key = `${this.size} ${points.join(' ')}`;
    if (key === this.path.dataset.key) return;
    this.path.dataset.key = key;
    this.path.setAttribute('viewBox', `0 0 ${this.size} ${this.size}`);
    const [cx, cy] = middle(cells[0] ?? 0);
    const start = cells.length > 0 ? [svg('circle', { cx, cy, r: 0.16 })] : [];
    this.path.replaceChildren(...start, svg('polyline', { points: points.join(' ') }));
    this.element.append(this.path);
  }

  private createCells(size: number): void {
    this.size = size;
    this.active = Math.min(this.active, size * size - 1);
    this.element.style.setProperty('--n', String(size));
    this.element.style.setProperty('--m', String(Math.ceil(Math.sqrt(size))));
    this.element.dataset.size = size > 16 ? 'huge' : size > 9 ? 'large' : 'usual';
    const role = this.isInteractive ? 'gridcell' : 'cell';
    this.cells = Array.from({ length: size * size }, (_, cell) =>
      h('div', { role, 'data-cell': cell, tabindex: this.isInteractive ? (cell === this.active ? 0 : -1) : undefined }),
    );
    const rows = Array.from({ length: size }, (_, row) =>
      h('div', { class: 'row', role: 'row' }, ...this.cells.slice(row * size, (row + 1) * size)),
    );
    this.element.replaceChildren(...rows);
  }

  /** Draws the cells that have changed. */
  draw(views: CellView[]): void {
    this.cells.forEach((element, cell) => {
      const view = views[cell];
      const key = JSON.stringify(view);
      if (key === this.drawn[cell]) return;
      this.drawn[cell] = key;
      const colour = view.colour > 0 ? ` colour-${view.colour}` : '';
      element.className = `${element.dataset.base} ${view.classes}${colour}${view.isSelected ? ' selected' : ''}`;
      if (view.region) element.style.setProperty('--region', view.region);
      element.setAttribute('aria-label', this.describe(cell, view));
      if (this.isInteractive) element.setAttribute('aria-selected', String(view.isSelected));
      if (view.digit > 0) element.replaceChildren(h('span', { class: `digit ${view.kind}`, 'aria-hidden': 'true' }, String(view.digit)));
      else element.replaceChildren(...marksOf(view, this.size));
    });
  }

  /** Describes a cell for screen readers. */
  private describe(cell: number, view: CellView): string {
    const parts = [`row ${Math.floor(cell / this.size) + 1}`, `column ${(cell % this.size) + 1}`];
    if (view.digit > 0) {
      parts.push(String(view.digit));
      if (view.kind === 'given') parts.push('given');
    } else {
      const before = parts.length;
      const candidates = view.candidates.map(([digit]) => digit);
      if (candidates.length > 0) parts.push(`candidates ${candidates.join(' ')}`);
      const { corner, centre } = view;
      // The visible text must be part of the description, for voice control.
      if (corner.length > 0 && centre.length > 0) parts.push(`marks ${[...corner, ...centre].join(' ')}`);
      if (corner.length > 0) parts.push(`corner marks ${corner.join(' ')}`);
      if (centre.length > 0) parts.push(`centre marks ${centre.join(' ')}`);
      if (parts.length === before) parts.push('blank');
    }
    if (view.colour > 0) parts.push(COLOURS[view.colour - 1]);
    if (view.description !== '') parts.push(view.description);
    return parts.join(', ');
  }

  /** Makes this the cell that receives keys. */
  activate(cell: number, takesFocus: boolean): void {
    this.cells[this.active]?.setAttribute('tabindex', '-1');
    this.active = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
    if (takesFocus) this.cells[cell]?.focus({ preventScroll: false });
  }

  /** Returns the cell that an event happened on, or `null`. */
  cellOf(target: EventTarget | null): number | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    return element && this.element.contains(element) ? Number(element.dataset.cell) : null;
  }

  /** Returns the cell whose middle is at this point, or `null`. The edges of cells do not count, so that a
   * drag past a corner does not select the neighbours. */
  cellAround(x: number, y: number): number | null {
    const cell = this.cellOf(document.elementFromPoint(x, y));
    if (cell === null) return null;
    const box = this.cells[cell].getBoundingClientRect();
    const isNear = (at: number, start: number, length: number) => Math.abs(at - start - length / 2) < 0.4 * length;
    return isNear(x, box.left, box.width) && isNear(y, box.top, box.height) ? cell : null;
  }

  /** Returns the cell that an arrow, Home or End key moves to, or `null` for other keys. */
  cellAfterKey(key: string): number | null {
    const size = this.size;
    const [row, column] = [Math.floor(this.active / size), this.active % size];
    const at = (r: number, c: number) => ((r + size) % size) * size + ((c + size) % size);
    switch (key) {
      case 'ArrowUp':
        return at(row - 1, column);
      case 'ArrowDown':
        return at(row + 1, column);
      case 'ArrowLeft':
        return at(row, column - 1);
      case 'ArrowRight':
        return at(row, column + 1);
      case 'Home':
        return at(row, 0);
      case 'End':
        return at(row, size - 1);
      default:
        return null;
    }
  }
}
