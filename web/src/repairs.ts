/** Repairs of a puzzle without exactly one solution, each with a button that applies it. */

import { button, h } from './dom';
import type { Game } from './game';
import { translated, withButtons } from './names';
import type { Repair, Repairs } from './protocol';

/** The number of repairs that are shown at once, and of those that are listed at all. */
const FIRST = 3;
const MOST_LISTED = 12;

const KINDS = ['remove', 'change', 'exchange', 'shift', 'add'] as const;

/** A repair that one click applies: to givens, or by removing a constraint. */
interface Change {
  kind: (typeof KINDS)[number];
  names: string[];
  givens: [cell: number, digit: number][];
  unique: boolean;
}

/** Returns the changes of a repair, unless it concerns several constraints. */
function changesOf(repair: Repair, { geometry }: Game): Change[] {
  const kind = KINDS.find((one) => repair[one]) ?? 'remove';
  const names = repair[kind] ?? [];
  const givens = geometry.candidates(names);
  const canApply = givens.length === names.length || names.length === 1;
  return canApply ? [{ kind, names, givens, unique: repair.unique ?? true }] : [];
}

export function repairList(game: Game, { repairs: found = [], repairs_complete: isComplete = true }: Repairs): Node[] {
  const repairs = found.flatMap((repair) => changesOf(repair, game));
  const end = isComplete ? [] : [h('p', { class: 'soft' }, 'The search ended early: there may be other repairs.')];
  if (repairs.length === 0) return [h('p', { class: 'soft' }, 'No small repair found.'), ...end];
  // The digit that was entered last is the likeliest mistake.
  const { lastEntered } = game.now;
  const isLikely = ({ givens }: Change) => givens.some(([cell]) => cell === lastEntered);
  const sorted = [...repairs.filter(isLikely), ...repairs.filter((repair) => !isLikely(repair))];
  const items = sorted.slice(0, MOST_LISTED).map((repair) => {
    const words = describe(repair);
    const apply = button('Apply', () => applyRepair(game, repair), {
      class: 'link',
      'aria-label': `Apply: ${translated(words)}`,
    });
    return h('li', {}, h('span', {}, ...withButtons(words)), apply);
  });
  const [first, others] = [items.slice(0, FIRST), items.slice(FIRST)];
  const more = repairs.length - MOST_LISTED;
  const rest = h(
    'details',
    {},
    h('summary', {}, `${repairs.length - FIRST} more`),
    h('ul', { class: 'choices' }, ...others),
    ...(more > 0 ? [h('p', { class: 'soft' }, `and ${more} more`)] : []),
  );
  return [h('ul', { class: 'choices' }, ...first), ...(others.length > 0 ? [rest] : []), ...end];
}

function applyRepair(game: Game, { kind, names, givens: changes }: Change): void {
  if (changes.length === 0) {
    const { board } = game.state;
    const removed = board.constraints.findIndex(({ text }) => text === names[0]);
    const constraints = board.constraints.filter((_, number) => number !== removed);
    game.change({ ...game.state, board: { ...board, constraints } });
    return;
  }
  const givens = [...game.state.givens];
  if (kind === 'shift') {
    const { geometry } = game;
    for (const cell of geometry.row(geometry.position(changes[0][0])[0])) givens[cell] = 0;
  }
  for (const [cell, digit] of changes) givens[cell] = kind === 'remove' ? 0 : digit;
  const filled = game.state.filled.map((digit, cell) => (givens[cell] > 0 ? 0 : digit));
  game.change({ ...game.state, givens, filled });
}

function describe({ kind, names, unique }: Change): string {
  const all = names.join(' and ');
  switch (kind) {
    case 'remove':
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
