/** Two solutions side by side, with their differences marked. */

import type { AnswerPanel } from '../answer';
import { BoardView, cellView } from '../board';
import { h } from '../dom';
import type { Game } from '../game';
import type { Verdict } from '../protocol';

export function compare(game: Game, panel: AnswerPanel, { solution, other }: Verdict): void {
  if (!solution || !other) return;
  panel.close();
  const { state, geometry } = game;
  const { rules } = game.now;
  const figure = (title: string, grid: number[], against: number[]) => {
    const view = new BoardView(title, false);
    view.layOut(state.board, rules.houses);
    view.draw(
      Array.from(grid, (digit, cell) => {
        const one = cellView(geometry.text(digit), state.givens[cell] > 0 ? 'given' : 'found');
        if (digit !== against[cell]) {
          one.classes = 'differs';
          one.description = `differs from ${geometry.text(against[cell])}`;
        }
        return one;
      }),
    );
    return h('figure', {}, h('figcaption', {}, title), view.element);
  };
  const differences = solution.filter((digit, cell) => digit !== other[cell]).length;
  panel.show(
    'Two solutions',
    h(
      'p',
      {},
      `They differ in ${differences} of ${solution.length} cells. A given in any of these cells would rule out one solution.`,
    ),
    h('div', { class: 'pair' }, figure('First', solution, other), figure('Second', other, solution)),
  );
}
