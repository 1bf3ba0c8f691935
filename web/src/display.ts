/** The board and its description on the page. They follow the game. */

import { BoardView } from './board';
import { byId, h } from './dom';
import type { Game } from './game';
import { keyHelp } from './keys';
import { setNamedBoard } from './names';
import { describeBoard, extraRules } from './rule_words';
import { sceneViews } from './views';

export class Display {
  readonly view = new BoardView('Sudoku board', true);
  private drawn: unknown[] = [];

  constructor(private readonly game: Game) {
    const { element } = this.view;
    byId('board').replaceWith(element);
    element.id = 'board';
    game.listen(() => this.draw());
    this.draw();
  }

  private draw(): void {
    const { game, view } = this;
    const { mode, picture, rules, step } = game.now;
    const { board } = game.state;
    const laidOut = [board, rules, picture, mode];
    if (laidOut.some((part, index) => part !== this.drawn[index])) this.layOut();
    this.drawn = laidOut;
    view.activate(game.selection.active);
    view.draw(sceneViews(game));
    view.showLinks(step?.level === 3 ? step.step.links : []);
    const { classList } = view.element;
    classList.toggle('solved', game.isSolved);
    // The style sheet makes room for a step on narrow screens.
    classList.toggle('explaining', step?.level === 3);
    classList.toggle('stepping', step !== null && step.level > 1);
  }

  /** Draws what depends on the board, its rules and the mode alone. */
  private layOut(): void {
    const { board } = this.game.state;
    const { mode, picture, rules } = this.game.now;
    setNamedBoard(board.geometry);
    this.view.layOut(board, rules.houses);
    if (picture !== this.drawn[2]) this.view.showConstraints(picture);
    byId('rules').textContent = describeBoard(board);
    document.title = board.variants.length > 0 ? `satdoku: ${board.variants.join(', ')}` : 'satdoku';
    const help = mode === 'regions' ? ['Drag from a cell to extend its region, or type a region number.'] : [];
    const sentences = [...help, ...extraRules(board, rules.sentences)];
    byId('extra-rules').replaceChildren(...sentences.map((words) => h('li', {}, words)));
    byId('keyhelp').replaceChildren(...keyHelp(mode));
  }
}
