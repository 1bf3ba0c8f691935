/** The selected cells. One of them is active: it has the focus, and arrow keys start from it. */

import type { Geometry } from './geometry';

export class Selection {
  private chosen = new Set([0]);
  active = 0;

  get cells(): number[] {
    return [...this.chosen].sort((one, other) => one - other);
  }

  has(cell: number): boolean {
    return this.chosen.has(cell);
  }

  /** Selects only this cell. */
  set(cell: number): void {
    this.chosen = new Set([cell]);
    this.active = cell;
  }

  /** Selects several cells. */
  setAll(cells: number[]): void {
    if (cells.length === 0) return;
    this.chosen = new Set(cells);
    if (!this.chosen.has(this.active)) [this.active] = cells;
  }

  add(cell: number): void {
    this.chosen.add(cell);
    this.active = cell;
  }

  /** Adds a cell or takes it away. The last one stays. */
  toggle(cell: number): void {
    if (!this.chosen.has(cell)) this.add(cell);
    else if (this.chosen.size > 1) {
      this.chosen.delete(cell);
      if (this.active === cell) [this.active] = [...this.chosen].slice(-1);
    }
  }

  /** Adds the rectangle from the active cell to this one. */
  extend(cell: number, geometry: Geometry): void {
    const corners = [this.active, cell].map((at) => geometry.position(at));
    for (const other of geometry.rectangle(corners[0], corners[1])) this.chosen.add(other);
    this.active = cell;
  }
}
