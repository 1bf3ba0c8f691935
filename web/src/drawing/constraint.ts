/** Constraints as the tools draw them, in the text form of the library. */

import type { Geometry } from '../geometry';
import type { Drawn } from '../model';
import { CELL_LIMITS, type Tool } from './tools';

/** Writes a constraint. Returns `null` if cells or the value are missing. */
export function write(tool: Tool, cells: number[], value: string, takes: string, geometry: Geometry): Drawn | null {
  const [least, most] = CELL_LIMITS[tool.shape];
  const isMissing = value === '' && (takes === 'required' || takes === 'digits');
  if (cells.length < least || cells.length > most || isMissing) return null;
  const names = cells.map((cell) => geometry.name(cell));
  if (tool.shape === 'arrow' || tool.shape === 'index') names[0] += ':';
  if (tool.shape === 'index') names[1] += ':';
  const [place, covered] = tool.shape === 'side' ? outerLine(cells, geometry) : [names.join(' '), cells];
  const numbers = takes === 'digits' && geometry.highest <= 9 ? [...value] : [value];
  if (tool.name.startsWith('contains')) numbers.push(`${numbers.pop()}:`);
  if (tool.isText) numbers.push('""');
  const text = [tool.name, ...numbers, place].filter((word) => word !== '').join(' ');
  return { text, label: text, name: tool.name, value, cells: covered };
}

/** Returns the row or column in which the second cell follows the first, with the side it is read from, and its cells. */
function outerLine([first, second]: number[], geometry: Geometry): [string, number[]] {
  const [row, column] = geometry.position(first);
  const isRow = row === geometry.position(second)[0];
  const sides = isRow ? ['left', 'right'] : ['top', 'bottom'];
  const number = isRow ? row : column;
  const side = first < second ? 0 : 1;
  const cells = isRow ? geometry.row(row) : geometry.column(column);
  return [`${isRow ? 'row' : 'column'} ${number + 1} ${sides[side]}`, side === 0 ? cells : cells.reverse()];
}

/** Returns a constraint in words: its kind, its value and where it begins. */
export function inWords({ text, label, name, value, cells }: Drawn, tool: Tool | undefined, geometry: Geometry): string {
  if (label !== text) return label;
  const kind = tool?.words.replace(/,.*/, '') ?? `${name[0].toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const place = cells.length > 0 ? ` at ${geometry.name(cells[0])}` : '';
  return `${kind}${value === '' ? '' : ` ${value}`}${place}`;
}
