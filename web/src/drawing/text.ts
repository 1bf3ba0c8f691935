/** The text form of constraints, such as `cage 15 r1c1 r1c2`. */

import type { Geometry } from '../geometry';
import { cellsOf } from '../names';
import { CELL_LIMITS, type Tool } from './tools';

export interface DrawnConstraint {
  name: string;
  /** The number in front of the cells, or an empty string. Several digits are joined, as they are typed. */
  value: string;
  cells: number[];
}

/** Writes a constraint. Returns `null` if cells or the value are missing. */
export function write(tool: Tool, cells: number[], value: string, geometry: Geometry): string | null {
  const [least, most] = CELL_LIMITS[tool.shape];
  if (cells.length < least || cells.length > most || (value === '' && tool.value?.isRequired)) return null;
  const names = cells.map((cell) => geometry.name(cell));
  if (tool.shape === 'arrow' || tool.shape === 'index') names[0] += ':';
  if (tool.shape === 'index') names[1] += ':';
  const place = tool.shape === 'side' ? [outerLine(cells, geometry)] : names;
  const hasDigits = tool.value?.isDigits && geometry.highest <= 9;
  const numbers = tool.value ? (hasDigits ? [...value] : [value]) : [];
  if (tool.name.startsWith('contains')) numbers.push(`${numbers.pop()}:`);
  if (tool.isText) numbers.push('""');
  return [tool.name, ...numbers, ...place].filter((word) => word !== '').join(' ');
}

/** Returns the row or column in which the second cell follows the first, with the side it is read from. */
function outerLine([first, second]: number[], geometry: Geometry): string {
  const [row, column] = geometry.position(first);
  const isRow = row === geometry.position(second)[0];
  const sides = isRow ? ['left', 'right'] : ['top', 'bottom'];
  const number = isRow ? row : column;
  return `${isRow ? 'row' : 'column'} ${number + 1} ${sides[first < second ? 0 : 1]}`;
}

/** Parses a constraint in the form of the library, on the board that names refer to. Other text has no cells. */
export function parse(text: string, geometry: Geometry): DrawnConstraint {
  const [name = '', ...words] = text.toLowerCase().replace(/"[^"]*"/g, '').split(/[\s,:]+/);
  const line = words.findIndex((word) => word === 'row' || word === 'column');
  const places = words.findIndex((word) => word.includes('c'));
  const numbers = words.slice(0, places < 0 ? 0 : places).filter((word) => /^\d+$/.test(word));
  // A cell can have a coefficient: `2*r1c1`.
  const inGrid = () => words.flatMap((word) => cellsOf(word.replace(/^.*\*/, '')));
  const cells = line < 0 ? inGrid() : lineCells(words.slice(line), geometry);
  return { name, value: numbers.join(geometry.highest <= 9 ? '' : ' '), cells };
}

/** Returns the cells of a line such as `row 3 right`, beginning at its side. */
function lineCells([kind, number, side]: string[], geometry: Geometry): number[] {
  const index = Number(number) - 1;
  const cells = kind === 'row' ? geometry.row(index) : geometry.column(index);
  return side === 'right' || side === 'bottom' ? cells.reverse() : cells;
}
