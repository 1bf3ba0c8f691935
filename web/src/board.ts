/** The view of a board: focusable cells with digits, pencil marks and colours. */

import { h } from './dom';
import { type Board, sizeOf } from './model';
import type { House } from './protocol';

export type Mark = 'plain' | 'fact' | 'placed' | 'eliminated';

/** The contents and appearance of a cell. */
export interface CellView {
  digit: number;
  kind: 'given' | 'filled' | 'found';
  notes: [digit: number, mark: Mark][];
  /** CSS classes, separated by spaces. */
  classes: string;
  /** Description for screen readers, in addition to the digit. */
  description: string;
  /** The colour of the region while regions are edited. */
  colour?: string;
}

export function cellView(digit: number, kind: CellView['kind']): CellView {
  return { digit, kind, notes: [], classes: '', description: '' };
}

export class BoardView {
  readonly element: HTMLElement;
  private cells: HTMLElement[] = [];
  private drawn: string[] = [];
  private size = 0;
  selected = 0;

  constructor(
    label: string,
    private readonly isInteractive: boolean,
  ) {
    this.element = h('div', { class: 'board', role: isInteractive ? 'grid' : 'table', 'aria-label': label });
  }

  /** Lays out the cells of a board, with the borders of its boxes or regions. */
  layOut(board: Board, houses: House[]): void {
    const size = sizeOf(board);
    const group = (row: number, column: number): number => {
      if (board.regions) return board.regions[row * size + column];
      if (board.rows === 1 || board.columns === 1) return 0;
      return Math.floor(row / board.rows) * size + Math.floor(column / board.columns);
    };
    if (size !== this.size) {
      this.size = size;
      this.selected = Math.min(this.selected, size * size - 1);
      this.element.style.setProperty('--n', String(size));
      this.element.style.setProperty('--m', String(Math.ceil(Math.sqrt(size))));
      this.element.dataset.size = size > 16 ? 'huge' : size > 9 ? 'large' : 'usual';
      const role = this.isInteractive ? 'gridcell' : 'cell';
      this.cells = Array.from({ length: size * size }, (_, cell) =>
        h('div', { role, 'data-cell': cell, tabindex: this.isInteractive ? (cell === this.selected ? 0 : -1) : undefined }),
      );
      const rows = Array.from({ length: size }, (_, row) =>
        h('div', { class: 'row', role: 'row' }, ...this.cells.slice(row * size, (row + 1) * size)),
      );
      this.element.replaceChildren(...rows);
    }
    const shades = new Map<number, string>();
    for (const house of houses) {
      const kind = /diagonal/.test(house.name) ? 'diagonal' : /window/.test(house.name) ? 'window' : null;
      if (kind) for (const cell of house.cells) shades.set(cell, `${shades.get(cell) ?? ''} ${kind}`);
    }
    this.drawn = [];
    this.cells.forEach((element, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      const differs = (r: number, c: number) => group(r, c) !== group(row, column);
      const classes = ['cell'];
      if (row > 0 && differs(row - 1, column)) classes.push('above');
      if (column > 0 && differs(row, column - 1)) classes.push('left');
      const shade = shades.get(cell);
      if (shade) classes.push(shade.trim());
      element.dataset.base = classes.join(' ');
    });
  }

  /** Draws the cells that have changed. */
  draw(views: CellView[]): void {
    const size = this.size;
    this.cells.forEach((element, cell) => {
      const view = views[cell];
      const key = JSON.stringify(view);
      if (key === this.drawn[cell]) return;
      this.drawn[cell] = key;
      element.className = `${element.dataset.base} ${view.classes}`;
      if (view.colour) element.style.setProperty('--region', view.colour);
      const place = `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
      const marks = view.notes.map(([digit]) => digit);
      let content = 'blank';
      if (view.digit > 0) content = `${view.digit}${view.kind === 'given' ? ', given' : ''}`;
      else if (marks.length > 0) content = `pencil marks ${marks.join(' ')}`;
      element.setAttribute('aria-label', `${place}, ${content}${view.description ? `, ${view.description}` : ''}`);
      if (view.digit > 0) {
        element.replaceChildren(h('span', { class: `digit ${view.kind}`, 'aria-hidden': 'true' }, String(view.digit)));
      } else if (view.notes.length > 0) {
        const notes = view.notes.flatMap(([digit, mark]) => {
          const note = h('span', { class: mark }, String(digit));
          const columns = Math.ceil(Math.sqrt(size));
          note.style.gridArea = `${Math.floor((digit - 1) / columns) + 1} / ${((digit - 1) % columns) + 1}`;
          // The space separates the marks in screen readers and copied text.
          return [note, ' '];
        });
        element.replaceChildren(h('span', { class: 'notes', 'aria-hidden': 'true' }, ...notes));
      } else {
        element.replaceChildren();
      }
    });
  }

  /** Makes this the cell that receives keys. */
  select(cell: number, takesFocus: boolean): void {
    this.cells[this.selected]?.setAttribute('tabindex', '-1');
    this.selected = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
    if (takesFocus) this.cells[cell]?.focus({ preventScroll: false });
  }

  /** Returns the cell that an event happened on, or `null`. */
  cellOf(target: EventTarget | null): number | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    return element && this.element.contains(element) ? Number(element.dataset.cell) : null;
  }

  /** Returns the cell that an arrow, Home or End key moves to, or `null` for other keys. */
  cellAfterKey(key: string): number | null {
    const size = this.size;
    const [row, column] = [Math.floor(this.selected / size), this.selected % size];
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
