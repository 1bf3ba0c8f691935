/** The dialog that generates a puzzle. */

import type { AnswerPanel } from '../answer';
import { button, byId, h } from '../dom';
import type { Engine } from '../engine';
import type { Game } from '../game';
import { whenKnown } from '../library';
import { empty } from '../model';
import type { GenerateRequest, PuzzleFields } from '../protocol';
import type { Reading } from '../reading';
import { counted } from '../words';
import { addVariants, boardOf, chosenVariants, kindOf, kinds, regionsOf, setVariants, sizeLike, sizes } from './board_choice';
import { input, onClose, openDialog, options, select } from './dialog';

/** The kinds of puzzles, by the constraints that are drawn. */
const PUZZLES = [
  ['cage', 'Killer'],
  ['', 'Classic'],
  ['thermometer', 'Thermometers'],
  ['arrow', 'Arrows'],
  ['cage thermometer arrow difference', 'Mixed'],
];

/** The levels of which killers are not made within a minute. */
const BEYOND_KILLERS = ['fiendish', 'extreme'];

/** The largest board that can be rated. */
const LARGEST_RATED = 16;

interface Context {
  game: Game;
  engine: Engine;
  panel: AnswerPanel;
  reading: Reading;
}

/** Connects the dialog. */
export function connectGenerate(context: Context): void {
  const { game } = context;
  const named = (name: string) => [name, name.replaceAll('-', ' ')];
  options('make-constraints', PUZZLES, '');
  whenKnown(({ levels, symmetries }) => {
    options('make-symmetry', symmetries.map(named), 'half-turn');
    const offerLevels = () => {
      const isKiller = select('make-constraints').value.includes('cage');
      const offered = levels.filter((level) => !isKiller || !BEYOND_KILLERS.includes(level));
      options('make-level', [['', 'any'], ...offered.map((level) => [level, level])]);
      byId('make-rare').hidden = select('make-level').value !== 'extreme';
    };
    offerLevels();
    select('make-constraints').onchange = offerLevels;
  });
  addVariants('make-variants');
  select('make-givens').onchange = () => offerGivens();
  select('make-level').onchange = () => {
    byId('make-rare').hidden = select('make-level').value !== 'extreme';
  };
  const offerKinds = (chosen?: string) => {
    const { board } = game.state;
    const size = Number(select('make-size').value);
    const same = size === 0 || regionsOf(board, size) ? [['same', 'as on the board']] : [];
    const others =
      size === 0
        ? []
        : [
            ['jigsaw', 'random jigsaw'],
            ['none', 'none (Latin square)'],
          ];
    options('make-kind', [...kinds(size), ...same, ...others], chosen);
    byId('make-level-label').hidden = (size || board.geometry.digits) > LARGEST_RATED;
  };
  select('make-size').onchange = () => offerKinds();
  byId('open-generate').onclick = () => {
    const { board } = game.state;
    // 0 is the board of the page, if it is none of the others.
    const { rows, columns } = board.geometry;
    const same = board.lines.length > 0 ? [['0', `${rows} × ${columns}, as on the board`]] : [];
    options('make-size', [...same, ...sizes()], same.length > 0 ? '0' : sizeLike(board));
    offerKinds(kindOf(board, 'same'));
    setVariants('make-variants', board.variants);
    offerGivens();
    openDialog('generate');
  };
  onClose('generate', (value) => {
    if (value === 'make') void generate(context, ...chosen(game));
  });
}

/** Shows the fields for the number of givens if the user wants to choose it. */
function offerGivens(): void {
  byId('make-range').hidden = select('make-givens').value !== 'range';
}

/** Returns the board and the request that the dialog describes. */
function chosen(game: Game): [PuzzleFields, GenerateRequest] {
  const size = Number(select('make-size').value);
  const kind = select('make-kind').value;
  const variants = chosenVariants('make-variants');
  const shown = { ...game.state.board, variants, constraints: [], removed: [] };
  const board = size === 0 ? shown : boardOf(size, kind === 'jigsaw' ? 'none' : kind, variants, shown.regions);
  const { cells, digits } = board.geometry;
  const level = digits > LARGEST_RATED ? '' : select('make-level').value;
  const range = `${input('make-fewest').value || 0}..${input('make-most').value || cells}`;
  const request = {
    jigsaw: kind === 'jigsaw',
    properties: {
      symmetry: select('make-symmetry').value,
      kinds: select('make-constraints').value.split(' ').filter(Boolean),
      givens: select('make-givens').value === 'range' ? range : undefined,
      difficulty: level || undefined,
    },
    seed: Number(input('make-seed').value || Math.floor(Math.random() * 2 ** 32)),
    number: 0,
  };
  return [{ ...board, constraints: [], cells: empty(board).givens }, request];
}

async function generate(context: Context, board: PuzzleFields, request: GenerateRequest): Promise<void> {
  const { game, engine, panel, reading } = context;
  panel.close();
  const made = await panel.run('Generating…', (report) =>
    engine.ask('generate', board, request, (tried) => report(`${counted(tried, 'puzzle')} tried…`)),
  );
  if (!made) return;
  reading.loadGenerated(made.puzzle);
  const count = game.state.givens.filter((digit) => digit > 0).length;
  const constraints = game.state.board.constraints.length;
  const another = () => void generate(context, board, { ...request, number: made.number + 1 });
  panel.show(
    'New puzzle',
    h('p', {}, `${constraints > 0 ? `${counted(constraints, 'constraint')}, ` : ''}${counted(count, 'given')} and one solution.`),
    h('p', { class: 'soft' }, `Seed ${request.seed}, number ${made.number}.`),
    h('div', { class: 'row-of' }, button('Another', another, { class: 'primary' })),
  );
}
