/** Where the cells of a board are, and its digits. */

/** A geometry as the library describes it. */
export interface GeometryFields {
  /** Rows and columns of the grid. */
  rows: number;
  columns: number;
  /** For each cell of the grid, its number in reading order if holes are counted. */
  places: ArrayLike<number>;
  /** The names of the variables, which follow the cells of the grid. */
  variables: string[];
  /** The value of the lowest digit. Digits are numbered from 1, and 0 is a blank. */
  lowest: number;
  /** The number of digits. */
  digits: number;
}

const SQUARES = new Map<number, Geometry>();

export class Geometry {
  readonly rows: number;
  readonly columns: number;
  readonly variables: string[];
  readonly lowest: number;
  readonly digits: number;
  /** The number of cells of the grid. */
  readonly gridCells: number;
  /** The number of cells, variables included. */
  readonly cells: number;
  /** For each cell, its place; those of variables are in rows of their own below the grid. */
  private readonly places: number[];
  private readonly cellAt = new Map<number, number>();

  constructor({ rows, columns, places, variables, lowest, digits }: GeometryFields) {
    this.rows = rows;
    this.columns = columns;
    this.variables = variables;
    this.lowest = lowest;
    this.digits = digits;
    this.gridCells = places.length;
    this.places = [...Array.from(places), ...variables.map((_, index) => rows * columns + index)];
    this.cells = this.places.length;
    for (const [cell, place] of this.places.entries()) this.cellAt.set(place, cell);
  }

  /** Returns the square with the digits from 1 to its number of rows, always the same object. */
  static square(size: number): Geometry {
    const places = Array.from({ length: size * size }, (_, place) => place);
    const square =
      SQUARES.get(size) ?? new Geometry({ rows: size, columns: size, places, variables: [], lowest: 1, digits: size });
    SQUARES.set(size, square);
    return square;
  }

  get hasHoles(): boolean {
    return this.gridCells < this.rows * this.columns;
  }

  /** The number of rows, those of variables included. */
  get allRows(): number {
    return this.rows + Math.ceil(this.variables.length / this.columns);
  }

  get highest(): number {
    return this.lowest + this.digits - 1;
  }

  /** Returns the row and the column of a cell, counted from 0. */
  position(cell: number): [row: number, column: number] {
    const place = this.places[cell];
    return [Math.floor(place / this.columns), place % this.columns];
  }

  /** Returns the cell in this row and column, or `undefined` for a hole and outside the board. */
  at(row: number, column: number): number | undefined {
    return column < 0 || column >= this.columns ? undefined : this.cellAt.get(row * this.columns + column);
  }

  /** Returns the cells in the rectangle with these corners. */
  rectangle([top, left]: [number, number], [bottom, right]: [number, number]): number[] {
    const all: number[] = [];
    for (let row = Math.min(top, bottom); row <= Math.max(top, bottom); row++) {
      for (let column = Math.min(left, right); column <= Math.max(left, right); column++) {
        const cell = this.at(row, column);
        if (cell !== undefined) all.push(cell);
      }
    }
    return all;
  }

  row(row: number): number[] {
    return this.rectangle([row, 0], [row, this.columns - 1]);
  }

  column(column: number): number[] {
    return this.rectangle([0, column], [this.rows - 1, column]);
  }

  /** Returns the cells on the way from a cell to another, without the first. It goes diagonally first, then straight. */
  way(from: number, to: number): number[] {
    if (from === to) return [];
    if (to >= this.gridCells || from >= this.gridCells) return [to];
    let [row, column] = this.position(from);
    const [lastRow, lastColumn] = this.position(to);
    const cells: number[] = [];
    while (row !== lastRow || column !== lastColumn) {
      row += Math.sign(lastRow - row);
      column += Math.sign(lastColumn - column);
      const cell = this.at(row, column);
      if (cell !== undefined) cells.push(cell);
    }
    return cells;
  }

  /** Returns true if two cells have a side or a corner in common. */
  touches(one: number, other: number): boolean {
    const [row, column] = this.position(one);
    const [otherRow, otherColumn] = this.position(other);
    return Math.abs(row - otherRow) <= 1 && Math.abs(column - otherColumn) <= 1;
  }

  /** Returns the name of a cell, such as `r1c1`. */
  name(cell: number): string {
    const [row, column] = this.position(cell);
    return this.variables[cell - this.gridCells] ?? `r${row + 1}c${column + 1}`;
  }

  /** Returns the cells and digits of candidates such as `r1c1=5`, without other names. */
  candidates(names: string[]): [cell: number, digit: number][] {
    return names.flatMap((name): [number, number][] => {
      const [, place, row, column, value] = /^(r(\d+)c(\d+)|[\w.]+)=(\d+)$/.exec(name) ?? [];
      const variable = this.variables.indexOf(place);
      const cell = variable < 0 ? this.at(Number(row) - 1, Number(column) - 1) : this.gridCells + variable;
      return cell === undefined ? [] : [[cell, Number(value) - this.lowest + 1]];
    });
  }

  /** Returns a digit as it is shown; nothing for a blank. */
  text(digit: number): string {
    return digit > 0 ? String(this.lowest + digit - 1) : '';
  }
}
