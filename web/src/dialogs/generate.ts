/** The dialog that generates a puzzle. */

import type { AnswerPanel } from '../answer';
import { button, byId, h } from '../dom';
import type { Engine } from '../engine';
import { empty, sizeOf } from '../model';
import type { Page } from '../page';
import type { GenerateRequest, PuzzleFields } from '../protocol';
import type { Reading } from '../reading';
import { LARGEST_OFFERED, addVariants, boardOf, chosenVariants, kindOf, kinds, regionsOf, setVariants, sizes } from './board_choice';
import { input, onClose, openDialog, options, select } from './dialog';

const SYMMETRIES = [
  ['none', 'none'],
  ['half-turn', 'half turn'],
  ['quarter-turn', 'quarter turn'],
  ['horizontal', 'mirror left–right'],
  ['vertical', 'mirror top–bottom'],
  ['diagonal', 'diagonal'],
  ['antidiagonal', 'antidiagonal'],
  ['both-axes', 'both axes'],
  ['both-diagonals', 'both diagonals'],
  ['full', 'full'],
];

/** The levels that can be generated. Extreme puzzles are too rare to wait for. */
const LEVELS = ['easy', 'medium', 'hard', 'expert', 'fiendish'];

/** The largest board that can be rated. */
const LARGEST_RATED = 16;

interface Context {
  page: Page;
  engine: Engine;
  panel: AnswerPanel;
  reading: Reading;
}

/** Connects the dialog. */
export function connectGenerate(context: Context): void {
  const { page } = context;
  options('make-size', sizes(), '9');
  options('make-symmetry', SYMMETRIES, 'half-turn');
  options('make-level', [['', 'any'], ...LEVELS.map((level) => [level, level])]);
  addVariants('make-variants');
  const offerKinds = () => {
    const size = Number(select('make-size').value);
    const same = regionsOf(page.state.board, size) ? [['same', 'as on the board']] : [];
    options('make-kind', [...kinds(size), ...same, ['jigsaw', 'random jigsaw'], ['none', 'none (Latin square)']]);
    select('make-level').disabled = size > LARGEST_RATED;
  };
  select('make-size').onchange = offerKinds;
  byId('open-generate').onclick = () => {
    const { board } = page.state;
    select('make-size').value = String(Math.min(sizeOf(board), LARGEST_OFFERED));
    offerKinds();
    const kind = kindOf(board, 'same');
    if ([...select('make-kind').options].some(({ value }) => value === kind)) select('make-kind').value = kind;
    setVariants('make-variants', board.variants);
    openDialog('generate');
  };
  onClose('generate', (value) => {
    if (value === 'make') void generate(context, ...chosen(page));
  });
}

/** Returns the board and the request that the dialog describes. */
function chosen(page: Page): [PuzzleFields, GenerateRequest] {
  const size = Number(select('make-size').value);
  const kind = select('make-kind').value;
  const board = boardOf(size, kind === 'jigsaw' ? 'none' : kind, chosenVariants('make-variants'), page.state.board.regions);
  const number = (id: string) => (input(id).value === '' ? undefined : Number(input(id).value));
  const [fewest, most] = [number('make-fewest'), number('make-most')];
  const hasRange = fewest !== undefined || most !== undefined;
  const request = {
    jigsaw: kind === 'jigsaw',
    symmetry: select('make-symmetry').value,
    fewest: hasRange ? (fewest ?? 0) : undefined,
    most: hasRange ? (most ?? size * size) : undefined,
    level: size > LARGEST_RATED ? '' : select('make-level').value,
    seed: number('make-seed') ?? Math.floor(Math.random() * 2 ** 32),
    number: 0,
  };
  return [{ ...board, cells: empty(board).givens }, request];
}

async function generate(context: Context, board: PuzzleFields, request: GenerateRequest): Promise<void> {
  const { page, engine, panel, reading } = context;
  panel.close();
  const made = await panel.run('Generating…', (report) =>
    engine.ask('generate', board, [request], (tried) => report(`${tried} puzzles of other levels…`)),
  );
  if (!made) return;
  reading.loadGenerated(made.puzzle);
  const count = page.state.givens.filter((digit) => digit > 0).length;
  const another = () => void generate(context, board, { ...request, number: made.number + 1 });
  panel.show(
    'New puzzle',
    h('p', {}, `${count} givens and one solution.`),
    h('p', { class: 'soft' }, `Seed ${request.seed}, number ${made.number}.`),
    h('div', { class: 'row-of' }, button('Another', another, { class: 'primary' })),
  );
}
