/** The elements of a cell without a digit: candidates, or the player's pencil marks. */

import type { CellView } from './board';
import { h } from './dom';
import type { Geometry } from './geometry';

/** The places of corner marks on a 3 × 3 raster: the corners first, then the sides. */
const PLACES = ['1 / 1', '1 / 3', '3 / 1', '3 / 3', '1 / 2', '3 / 2', '2 / 1', '2 / 3'];

/** Returns the elements that show the marks of a cell. Spaces separate the digits in copied text. */
export function marksOf(view: CellView, geometry: Geometry): Node[] {
  const { candidates, corner, centre } = view;
  const groups: Node[] = [];
  const plain = (digit: number) => h('span', {}, geometry.text(digit));
  const placed = (digit: number, place: string, mark?: string) => {
    const element = h('span', { class: mark, 'data-digit': digit }, geometry.text(digit));
    element.style.gridArea = place;
    return element;
  };
  if (candidates.length > 0) {
    const columns = Math.ceil(Math.sqrt(geometry.digits));
    const place = (digit: number) => `${Math.floor((digit - 1) / columns) + 1} / ${((digit - 1) % columns) + 1}`;
    groups.push(
      group(
        'notes',
        candidates.map(([digit, mark]) => placed(digit, place(digit), mark)),
      ),
    );
  }
  if (corner.length > PLACES.length) {
    groups.push(group('corner flowing', corner.map(plain)));
  } else if (corner.length > 0) {
    groups.push(
      group(
        'corner',
        corner.map((digit, index) => placed(digit, PLACES[index])),
      ),
    );
  }
  if (centre.length > 0) {
    const crowd = centre.length > 6 ? ' many' : centre.length > 4 ? ' some' : '';
    groups.push(group(`centre${crowd}`, centre.map(plain)));
  }
  return groups;
}

function group(name: string, digits: Node[]): Node {
  return h('span', { class: name, 'aria-hidden': 'true' }, ...digits.flatMap((digit) => [digit, ' ']));
}
