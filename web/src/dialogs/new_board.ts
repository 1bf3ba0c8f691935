/** The dialog for a new board. */

import { button, byId } from '../dom';
import { EXAMPLES } from '../examples';
import type { Game } from '../game';
import { empty } from '../model';
import type { Reading } from '../reading';
import {
  addVariants,
  boardOf,
  chosenVariants,
  isSquare,
  kindOf,
  kinds,
  regionsOf,
  setVariants,
  sizeLike,
  sizes,
} from './board_choice';
import { onClose, openDialog, options, select } from './dialog';

/** Connects the dialog. */
export function connectNewBoard(game: Game, reading: Reading): void {
  options('new-size', sizes(), '9');
  addVariants('new-variants');
  const examples = EXAMPLES.map(([name, line]) =>
    button(name, () => {
      byId<HTMLDialogElement>('new').close('');
      void reading.readText(line);
    }),
  );
  byId('examples').append(...examples);
  select('new-size').onchange = () => offerKinds();
  byId('open-new').onclick = () => {
    const { board } = game.state;
    select('new-size').value = sizeLike(board);
    offerKinds(kindOf(board, 'drawn'));
    setVariants('new-variants', board.variants);
    openDialog('new');
  };
  onClose('new', (value) => {
    if (value === 'empty' || value === 'keep') layOut(game, value === 'keep');
  });
}

function offerKinds(chosen?: string): void {
  const size = Number(select('new-size').value);
  options('new-kind', [...kinds(size), ['drawn', 'drawn by hand'], ['none', 'none (Latin square)']], chosen);
}

/** Lays out the chosen board: an empty one or, if it has the same size, one with the same digits. */
function layOut(game: Game, keepsDigits: boolean): void {
  const size = Number(select('new-size').value);
  const kind = select('new-kind').value;
  const own = regionsOf(game.state.board, size);
  const board = boardOf(size, kind, chosenVariants('new-variants'), own ?? firstRegions(size));
  const keeps = keepsDigits && isSquare(game.state.board, size);
  const { constraints } = game.state.board;
  game.load(keeps ? { ...game.state, board: { ...board, constraints } } : empty(board));
  if (kind === 'drawn' && (!keeps || !own)) game.setMode('regions');
  else if (!keeps) game.setMode('givens');
}

/** Regions to start drawing from: boxes if the size allows any, otherwise rows. */
function firstRegions(size: number): number[] {
  const [kind] = kinds(size)[0] ?? ['1x'];
  const rows = Number.parseInt(kind, 10);
  const columns = size / rows;
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / rows) * rows + Math.floor(column / columns) + 1;
  });
}
