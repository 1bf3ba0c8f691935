/** Repairs of a puzzle without exactly one solution, each with a button that applies it. */

import { button, h } from './dom';
import { pairs } from './model';
import { translated, withButtons } from './names';
import type { Page } from './page';
import type { Repair, Repairs } from './protocol';

/** The number of repairs listed; the others are only counted. */
const MOST_LISTED = 12;

export function repairList(page: Page, { repairs, complete }: Repairs): Node[] {
  const end = complete ? [] : [h('p', { class: 'soft' }, 'The search ended early: there may be other repairs.')];
  if (repairs.length === 0) return [h('p', { class: 'soft' }, 'No small repair found.'), ...end];
  const items = repairs.slice(0, MOST_LISTED).map((repair) => {
    const words = describe(repair);
    const apply = button('Apply', () => applyRepair(page, repair), { class: 'link', 'aria-label': `Apply: ${translated(words)}` });
    return h('li', {}, h('span', {}, ...withButtons(words)), apply);
  });
  const more = repairs.length - MOST_LISTED;
  return [h('ul', { class: 'choices' }, ...items), ...(more > 0 ? [h('p', { class: 'soft' }, `and ${more} more`)] : []), ...end];
}

function applyRepair(page: Page, { kind, givens: changes, constraint }: Repair): void {
  if (kind === 'remove-constraint') {
    const { board } = page.state;
    const constraints = board.constraints.filter((_, number) => number !== constraint);
    page.change({ ...page.state, board: { ...board, constraints } });
    return;
  }
  const givens = [...page.state.givens];
  if (kind === 'shift') {
    const { geometry } = page;
    for (const cell of geometry.row(geometry.position(changes[0])[0])) givens[cell] = 0;
  }
  for (const [cell, digit] of pairs(changes)) givens[cell] = kind === 'remove' ? 0 : digit;
  const filled = page.state.filled.map((digit, cell) => (givens[cell] > 0 ? 0 : digit));
  page.change({ ...page.state, givens, filled });
}

function describe({ kind, names, unique }: Repair): string {
  const all = names.join(' and ');
  switch (kind) {
    case 'remove':
    case 'remove-constraint':
      return `Remove ${all}${unique ? ': one solution' : ': several solutions'}`;
    case 'change': {
      const [cell, digit] = all.split('=');
      return `Change ${cell} to ${digit}: one solution`;
    }
    case 'exchange':
      return `Exchange two neighbours, to ${all}: one solution`;
    case 'shift':
      return `Shift a row by one column, to ${all}: one solution`;
    case 'add':
      return `Add ${all}: one solution`;
  }
}
