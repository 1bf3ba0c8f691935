/** The view of a board: focusable cells with digits, pencil marks and colours. */

import { COLOURS } from './colours';
import { h, svg } from './dom';
import { Geometry } from './geometry';
import { marksOf } from './marks';
import type { Board } from './model';
import type { House, Link } from './protocol';

export type Mark = 'plain' | 'marked' | 'fact' | 'placed' | 'eliminated' | 'other';

/** The contents and appearance of a cell. */
export interface CellView {
  /** The digit or, while regions are edited, the region; empty for a blank. */
  text: string;
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
const DARK_DOTS = `@media (prefers-color-scheme: dark) {
  :is([r='5'], [r='7'])[fill='#000'] { fill: #fff } [fill='#000'][r] + text { fill: #000 }
  :is([r='5'], [r='7'])[fill='#fff'] { fill: #000 } [r='7'][fill='#fff'] + text { fill: #fff }
}`;

/** Hides everything except circles with a border and the texts in them, which are after them. */
const ONLY_DISCS = `g > * { display: none }
  [r][stroke='#000'], [r][stroke='#000'] + text, [r][stroke='#000'] + text + text { display: inline }`;

export function cellView(text: string, kind: CellView['kind']): CellView {
  return { text, kind, candidates: [], corner: [], centre: [], colour: 0, isSelected: false, classes: '', description: '' };
}

/** Returns the class that draws a house of a variant. */
function shadeOf(house: House): string | null {
  if (/window/.test(house.name)) return 'window';
  if (!/diagonal/.test(house.name)) return null;
  return house.cells[0] === 0 ? 'diagonal' : 'antidiagonal';
}

/** Returns for each cell of the grid its box or region, in any form; there is a border between different ones. */
function groups({ lines, geometry, rows, columns, regions }: Board, houses: House[]): ArrayLike<unknown> {
  if (regions) return regions;
  const groups = new Array<string>(geometry.gridCells).fill('');
  if (lines.some((line) => /^(samurai|grids)/.test(line))) {
    // Grids can overlap in any way, so a cell can be in several boxes.
    const boxes = houses.filter(({ name }) => name.startsWith('box'));
    for (const { name, cells } of boxes) for (const cell of cells) groups[cell] += `${name} `;
    return groups;
  }
  if (rows === 1 || columns === 1) return groups;
  return groups.map((_, cell) => {
    const [row, column] = geometry.position(cell);
    return `${Math.floor(row / rows)} ${Math.floor(column / columns)}`;
  });
}

/** The directions of the arrow keys: down and right. */
const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  readonly element: HTMLElement;
  private cells: HTMLElement[] = [];
  private drawn: string[] = [];
  private geometry = Geometry.square(0);
  private active = 0;
  private readonly path = svg('svg', { class: 'path', 'aria-hidden': 'true' });
  private readonly links = svg('svg', { class: 'links', 'aria-hidden': 'true' });

  constructor(
    label: string,
    private readonly isInteractive: boolean,
  ) {
    const role = isInteractive ? { role: 'grid', 'aria-multiselectable': 'true' } : { role: 'table' };
    this.element = h('div', { class: 'board', ...role, 'aria-label': label });
  }

  /** Lays out the cells of a board, with the borders of its boxes or regions. */
  layOut(board: Board, houses: House[]): void {
    const { geometry } = board;
    if (geometry !== this.geometry) this.createCells(geometry);
    const shades = new Map<number, string[]>();
    for (const house of houses) {
      const shade = shadeOf(house);
      if (shade) for (const cell of house.cells) shades.set(cell, [...(shades.get(cell) ?? []), shade]);
    }
    const groupOf = groups(board, houses);
    // A digit keeps a distance from the total of its cage.
    const totalled = board.constraints.filter(({ name, value }) => name === 'cage' && value !== '');
    const withTotal = new Set(totalled.map(({ cells }) => Math.min(...cells)));
    this.drawn = [];
    this.cells.forEach((element, cell) => {
      const classes = ['cell', ...(shades.get(cell) ?? [])];
      if (withTotal.has(cell)) classes.push('totalled');
      if (cell < geometry.gridCells) {
        const [row, column] = geometry.position(cell);
        const neighbours = {
          above: [row - 1, column],
          left: [row, column - 1],
          below: [row + 1, column],
          right: [row, column + 1],
        };
        for (const [side, [r, c]] of Object.entries(neighbours)) {
          const other = geometry.at(r, c);
          const isEdge = other === undefined || other >= geometry.gridCells;
          const isBorder = isEdge ? geometry.hasHoles : other < cell && groupOf[other] !== groupOf[cell];
          if (isBorder) classes.push(side);
        }
      }
      element.dataset.base = classes.join(' ');
    });
  }

  /** Shows the picture of the drawn constraints over the cells. */
  showConstraints(picture: string | null): void {
    for (const layer of this.element.querySelectorAll('.constraints')) layer.remove();
    // Only a picture with clues outside the grid is larger than the board.
    this.element.classList.toggle('outer', picture !== null && !picture.includes('translate(0 0)'));
    if (picture === null) return;
    const layer = (style: string, name: string) => {
      const source = URL.createObjectURL(
        new Blob([picture.replace('<g', `<style>${style}</style><g`)], { type: 'image/svg+xml' }),
      );
      const image = h('img', { class: `constraints ${name}`, src: source, alt: '' });
      image.addEventListener('load', () => URL.revokeObjectURL(source), { once: true });
      return image;
    };
    this.element.append(layer(DARK_DOTS, 'lines'));
    if (picture.includes('<circle')) this.element.append(layer(ONLY_DISCS + DARK_DOTS, 'discs'));
  }

  /** Shows the line through the cells of a constraint that is being drawn, perhaps with a circle at its start. */
  showPath(cells: number[], hasCircle = false): void {
    const { geometry } = this;
    const middle = (cell: number) =>
      geometry
        .position(cell)
        .map((at) => at + 0.5)
        .reverse();
    const inGrid = cells.filter((cell) => cell < geometry.gridCells);
    const points = inGrid.map((cell) => middle(cell).join());
    const size = `${geometry.columns} ${geometry.rows}`;
    const key = `${size} ${points.join(' ')} ${hasCircle}`;
    if (key === this.path.dataset.key) return;
    this.path.dataset.key = key;
    this.path.setAttribute('viewBox', `0 0 ${size}`);
    const [cx, cy] = middle(inGrid[0] ?? 0);
    const start = hasCircle && points.length > 0 ? [svg('circle', { cx, cy, r: 0.16 })] : [];
    this.path.replaceChildren(...start, svg('polyline', { points: points.join(' ') }));
    this.element.append(this.path);
  }

  /** Shows the links of a chain as lines between candidates. */
  showLinks(links: Link[]): void {
    this.links.replaceChildren();
    if (links.length === 0) return;
    const frame = this.element.getBoundingClientRect();
    const [left, top] = [frame.left + this.element.clientLeft, frame.top + this.element.clientTop];
    const middle = (cell: number, digit: number) => {
      const box = this.cells[cell].querySelector(`[data-digit="${digit}"]`)?.getBoundingClientRect() ?? frame;
      return [box.left + box.width / 2 - left, box.top + box.height / 2 - top, Math.max(box.width, box.height)];
    };
    const lines = links.map(({ ends: [cell, digit, otherCell, otherDigit], strong }) => {
      const [[x, y, size], [toX, toY]] = [middle(cell, digit), middle(otherCell, otherDigit)];
      // A line ends before the digits.
      const gap = (0.65 * size) / Math.hypot(toX - x, toY - y);
      const [dx, dy] = [gap * (toX - x), gap * (toY - y)];
      return svg('line', { x1: x + dx, y1: y + dy, x2: toX - dx, y2: toY - dy, class: strong ? 'strong' : 'weak' });
    });
    this.links.setAttribute('viewBox', `0 0 ${this.element.clientWidth} ${this.element.clientHeight}`);
    this.links.replaceChildren(...lines);
    this.element.append(this.links);
  }

  private createCells(geometry: Geometry): void {
    const { rows, columns, digits, variables } = geometry;
    this.geometry = geometry;
    this.active = Math.min(this.active, geometry.cells - 1);
    const { classList, dataset, style } = this.element;
    style.setProperty('--n', String(columns));
    style.setProperty('--rows', String(rows));
    style.setProperty('--v', String(Math.max(columns, 9)));
    style.setProperty('--below', String(geometry.allRows - rows));
    style.setProperty('--m', String(Math.ceil(Math.sqrt(digits))));
    classList.toggle('holed', geometry.hasHoles);
    classList.toggle('tall', rows > columns);
    classList.toggle('has-variables', variables.length > 0);
    dataset.size = columns > 16 ? 'huge' : columns > 9 ? 'large' : 'usual';
    const role = this.isInteractive ? 'gridcell' : 'cell';
    this.cells = Array.from({ length: geometry.cells }, (_, cell) =>
      h('div', { role, 'data-cell': cell, tabindex: this.isInteractive ? (cell === this.active ? 0 : -1) : undefined }),
    );
    const place = (row: number, column: number) => {
      const cell = geometry.at(row, column);
      return cell === undefined ? h('div', { class: 'hole' }) : this.cells[cell];
    };
    const lines = Array.from({ length: rows }, (_, row) =>
      h('div', { class: 'row', role: 'row' }, ...Array.from({ length: columns }, (_, column) => place(row, column))),
    );
    if (variables.length > 0) {
      lines.push(h('div', { class: 'variables', role: 'row' }, ...this.cells.slice(geometry.gridCells)));
      variables.forEach((name, index) => {
        this.cells[geometry.gridCells + index].dataset.variable = name;
      });
    }
    this.element.replaceChildren(...lines);
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
      if (view.text !== '') element.replaceChildren(h('span', { class: `digit ${view.kind}`, 'aria-hidden': 'true' }, view.text));
      else element.replaceChildren(...marksOf(view, this.geometry));
    });
  }

  /** Describes a cell for screen readers. */
  private describe(cell: number, view: CellView): string {
    const { geometry } = this;
    const [row, column] = geometry.position(cell);
    const parts = cell < geometry.gridCells ? [`row ${row + 1}`, `column ${column + 1}`] : [geometry.name(cell)];
    if (view.text !== '') {
      parts.push(view.text);
      if (view.kind === 'given') parts.push('given');
    } else {
      const before = parts.length;
      const [corner, centre] = [view.corner, view.centre].map((marks) => marks.map((digit) => geometry.text(digit)));
      const candidates = view.candidates.map(([digit]) => geometry.text(digit));
      if (candidates.length > 0) parts.push(`candidates ${candidates.join(' ')}`);
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

  /** Makes this the active cell, which has the focus if the board has it. */
  activate(cell: number): void {
    if (cell === this.active) return;
    this.cells[this.active]?.setAttribute('tabindex', '-1');
    this.active = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
    if (this.element.contains(document.activeElement)) this.focus();
  }

  /** Moves the focus to the active cell. */
  focus(): void {
    this.cells[this.active]?.focus();
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
    const { geometry, active } = this;
    const [row, column] = geometry.position(active);
    const line = geometry.row(row);
    const [down, right] = STEPS[key] ?? [0, 0];
    if (key === 'Home') return line[0];
    if (key === 'End') return line[line.length - 1];
    if (down === 0 && right === 0) return null;
    // A step past the edge continues on the other side, and a hole is no obstacle.
    const wrap = (at: number, length: number) => ((at % length) + length) % length;
    for (let steps = 1; ; steps++) {
      const cell = geometry.at(wrap(row + steps * down, geometry.allRows), wrap(column + steps * right, geometry.columns));
      if (cell !== undefined) return cell;
    }
  }
}
