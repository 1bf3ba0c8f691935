/** The dialogs: new board, open, generate, share. */

import { button, byId, download, h } from './dom';
import type { Engine } from './engine';
import { EXAMPLES } from './examples';
import { type Board, BadLink, VARIANTS, type State, empty, fromFragment, sizeOf, toFragment, withGivens } from './model';
import type { Page } from './page';
import type { Certificate, PuzzleFields, TextRecord } from './protocol';
import type { Tasks } from './tasks';
import { sentence } from './verdict';
import { zip } from './zip';

/** The largest board that the dialogs offer. */
const LARGEST_OFFERED = 25;

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

function select(id: string): HTMLSelectElement {
  return byId<HTMLSelectElement>(id);
}

function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}

function options(id: string, all: string[][], chosen?: string): void {
  const old = chosen ?? select(id).value;
  select(id).replaceChildren(...all.map(([value, text]) => h('option', { value }, text)));
  if (all.some(([value]) => value === old)) select(id).value = old;
}

/** The boxes that fit a board of this size, the squarest first. */
function kinds(size: number): string[][] {
  const boxes: [number, number][] = [];
  for (let rows = 2; rows <= size / 2; rows++) if (size % rows === 0) boxes.push([rows, size / rows]);
  boxes.sort(([a, b], [c, d]) => Math.abs(a - b) - Math.abs(c - d) || a - c);
  return boxes.map(([rows, columns]) => [`${rows}x${columns}`, `boxes of ${rows}×${columns}`]);
}

function variantBoxes(id: string): void {
  const boxes = VARIANTS.map(([name, words]) => h('label', {}, h('input', { type: 'checkbox', value: name }), words));
  byId(id).append(...boxes);
}

function chosenVariants(id: string): string[] {
  return [...byId(id).querySelectorAll<HTMLInputElement>('input:checked')].map((box) => box.value);
}

function setVariants(id: string, variants: string[]): void {
  for (const box of byId(id).querySelectorAll<HTMLInputElement>('input')) box.checked = variants.includes(box.value);
}

/** Makes a board from the choices of a dialog. */
function boardOf(size: number, kind: string, variants: string[], regions: number[] | null): Board {
  const [rows, columns] = kind.includes('x') ? kind.split('x').map(Number) : [1, size];
  return { rows, columns, regions: kind.includes('x') || kind === 'none' ? null : regions, variants, removed: [] };
}

/** Regions to start drawing from: boxes if the size allows any, otherwise rows. */
function firstRegions(size: number): number[] {
  const [kind] = kinds(size)[0] ?? ['1x'];
  const rows = Number.parseInt(kind, 10);
  const columns = size / rows;
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / rows) * rows + Math.floor(column / columns);
  });
}

export class Dialogs {
  private records: TextRecord[] = [];
  private record = 0;

  constructor(
    private readonly page: Page,
    private readonly engine: Engine,
    private readonly tasks: Tasks,
  ) {
    const sizes = Array.from({ length: LARGEST_OFFERED - 3 }, (_, index) => [String(index + 4), `${index + 4} × ${index + 4}`]);
    options('new-size', sizes, '9');
    options('make-size', sizes, '9');
    options('make-symmetry', SYMMETRIES, 'half-turn');
    options('make-level', [['', 'any'], ...LEVELS.map((level) => [level, level])]);
    variantBoxes('new-variants');
    variantBoxes('make-variants');
    byId('examples').append(
      ...EXAMPLES.map(([name, fragment]) =>
        button(name, () => {
          byId<HTMLDialogElement>('new').close('');
          this.loadLink(fragment);
        }),
      ),
    );
    select('new-size').onchange = () => this.newKinds();
    select('make-size').onchange = () => this.makeKinds();
    byId('open-new').onclick = () => this.openNew();
    byId('open-paste').onclick = () => this.openPaste();
    byId('open-generate').onclick = () => this.openGenerate();
    byId('open-share').onclick = () => this.openShare();
    this.onClose('new', (value) => this.newBoard(value));
    this.onClose('paste', (value) => {
      if (value === 'read') void this.readPasted();
    });
    this.onClose('generate', (value) => {
      if (value === 'make') void this.generate();
    });
    for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
      share.onclick = () => void this.share(share.dataset.share ?? '');
    }
    input('paste-file').onchange = () => {
      const file = input('paste-file').files?.[0];
      byId<HTMLDialogElement>('paste').close('');
      if (file) void this.readFile(file);
    };
  }

  private onClose(id: string, handle: (value: string) => void): void {
    const dialog = byId<HTMLDialogElement>(id);
    dialog.addEventListener('close', () => handle(dialog.returnValue));
    // A click outside a dialog closes it.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close('');
    });
  }

  private open(id: string): void {
    const dialog = byId<HTMLDialogElement>(id);
    dialog.returnValue = '';
    dialog.showModal();
  }

  // ---- A new board ----

  private openNew(): void {
    const { board } = this.page.state;
    select('new-size').value = String(Math.min(sizeOf(board), LARGEST_OFFERED));
    this.newKinds();
    select('new-kind').value = board.regions ? 'drawn' : board.rows === 1 ? 'none' : `${board.rows}x${board.columns}`;
    setVariants('new-variants', board.variants);
    this.open('new');
  }

  private newKinds(): void {
    options('new-kind', [...kinds(Number(select('new-size').value)), ['drawn', 'drawn by hand'], ['none', 'none (Latin square)']]);
  }

  private newBoard(value: string): void {
    if (value !== 'empty' && value !== 'keep') return;
    const { page } = this;
    const size = Number(select('new-size').value);
    const kind = select('new-kind').value;
    const own = page.state.board.regions;
    const regions = own && own.length === size * size ? own : firstRegions(size);
    const board = boardOf(size, kind, chosenVariants('new-variants'), regions);
    const keeps = value === 'keep' && size === page.size;
    page.load(keeps ? { ...page.state, board } : empty(board));
    if (kind === 'drawn' && (!keeps || !own)) page.setMode('regions');
    else if (!keeps) page.setMode('givens');
  }

  // ---- Opening ----

  private openPaste(): void {
    byId<HTMLTextAreaElement>('paste-text').value = '';
    input('paste-file').value = '';
    this.open('paste');
  }

  private async readPasted(): Promise<void> {
    await this.read(byId<HTMLTextAreaElement>('paste-text').value);
  }

  /** Opens a text: a link to this page, or puzzles in any format. */
  async read(text: string): Promise<void> {
    const link = /#(puzzle=[^\s#]+)/.exec(text.length < 20_000 ? text : '');
    if (link) this.loadLink(`#${link[1]}`);
    else await this.readBytes(new TextEncoder().encode(text), 'text');
  }

  async readFile(file: File): Promise<void> {
    let stream: ReadableStream = file.stream();
    const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    if (head[0] === 0x1f && head[1] === 0x8b) stream = stream.pipeThrough(new DecompressionStream('gzip'));
    try {
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      await this.readBytes(bytes, file.name);
    } catch (error) {
      this.tasks.show('Could not read this', h('p', {}, sentence(`${file.name}: ${error instanceof Error ? error.message : String(error)}`)));
    }
  }

  private async readBytes(bytes: Uint8Array, source: string): Promise<void> {
    const { page, engine, tasks } = this;
    const found = await tasks.run('Reading…', () => engine.ask('read', page.fields, [bytes, source]));
    if (!found) return;
    this.records = found.records;
    const first = this.records.findIndex((record) => record.puzzle);
    if (this.records.length === 0) {
      tasks.show('Could not read this', h('p', {}, 'No puzzle found.'));
    } else {
      this.showRecord(Math.max(first, 0));
    }
    if (found.more) byId('records').append(h('span', { class: 'soft' }, 'The remaining puzzles are not shown.'));
  }

  private showRecord(number: number): void {
    const { records, tasks } = this;
    this.record = number;
    const { line, puzzle, error } = records[number];
    tasks.close();
    if (puzzle) this.loadFields(puzzle);
    else tasks.show('Could not read this', h('p', {}, sentence((error ?? '').replace(/^text:(\d+):(\d+): /, 'line $1, column $2: '))));
    const box = byId('records');
    box.hidden = records.length < 2;
    const move = (by: number) => () => this.showRecord((this.record + by + records.length) % records.length);
    box.replaceChildren(
      button('‹', move(-1), { class: 'icon', 'aria-label': 'Previous puzzle' }),
      h('span', {}, `Puzzle ${number + 1} of ${records.length}, line ${line}`),
      button('›', move(1), { class: 'icon', 'aria-label': 'Next puzzle' }),
    );
  }

  private loadFields({ cells, rows, columns, regions, variants, removed }: PuzzleFields): void {
    const board = { rows, columns, regions: regions && Array.from(regions), variants, removed: Array.from(removed) };
    this.page.load(withGivens(board, cells));
  }

  /** Opens a link, or shows what is wrong with it. */
  loadLink(fragment: string): void {
    try {
      const state = fromFragment(fragment);
      if (!state) return;
      this.tasks.close();
      this.closeRecords();
      this.page.load(state);
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.tasks.show('Invalid link', h('p', {}, sentence(error.message)));
    }
  }

  /** Closes the list of puzzles from a file. */
  private closeRecords(): void {
    this.records = [];
    byId('records').hidden = true;
  }

  // ---- Generating ----

  private openGenerate(): void {
    const { board } = this.page.state;
    select('make-size').value = String(Math.min(sizeOf(board), LARGEST_OFFERED));
    this.makeKinds();
    const kind = board.regions ? 'same' : board.rows === 1 ? 'none' : `${board.rows}x${board.columns}`;
    if ([...select('make-kind').options].some(({ value }) => value === kind)) select('make-kind').value = kind;
    setVariants('make-variants', board.variants);
    this.open('generate');
  }

  private makeKinds(): void {
    const size = Number(select('make-size').value);
    const { board } = this.page.state;
    const same = board.regions && sizeOf(board) === size ? [['same', 'as on the board']] : [];
    options('make-kind', [...kinds(size), ...same, ['jigsaw', 'random jigsaw'], ['none', 'none (Latin square)']]);
    select('make-level').disabled = size > LARGEST_RATED;
  }

  private async generate(): Promise<void> {
    const { page, engine, tasks } = this;
    const size = Number(select('make-size').value);
    const kind = select('make-kind').value;
    const own = page.state.board.regions;
    const board = boardOf(size, kind === 'jigsaw' ? 'none' : kind, chosenVariants('make-variants'), own);
    const number = (id: string) => (input(id).value === '' ? undefined : Number(input(id).value));
    const [fewest, most] = [number('make-fewest'), number('make-most')];
    const seed = number('make-seed') ?? Math.floor(Math.random() * 2 ** 32);
    const hasRange = fewest !== undefined || most !== undefined;
    const level = size > LARGEST_RATED ? '' : select('make-level').value;
    const request = {
      jigsaw: kind === 'jigsaw',
      symmetry: select('make-symmetry').value,
      fewest: hasRange ? (fewest ?? 0) : undefined,
      most: hasRange ? (most ?? size * size) : undefined,
      level,
      seed,
      number: 0,
    };
    const generateFrom = async (from: number): Promise<void> => {
      tasks.close();
      const made = await tasks.run('Generating…', (report) =>
        engine.ask('generate', { ...board, cells: empty(board).givens }, [{ ...request, number: from }], (tried) => {
          report(`${tried} puzzles of other levels…`);
        }),
      );
      if (!made) return;
      this.closeRecords();
      this.loadFields(made.puzzle);
      const count = page.state.givens.filter((digit) => digit > 0).length;
      tasks.show(
        'New puzzle',
        h('p', {}, `${count} givens and one solution. Seed ${seed}, number ${made.number}.`),
        h('div', { class: 'row-of' }, button('Another', () => void generateFrom(made.number + 1), { class: 'primary' })),
      );
    };
    await generateFrom(0);
  }

  // ---- Sharing ----

  private openShare(): void {
    const link = input('share-link');
    link.value = this.address();
    byId('share-status').textContent = '';
    this.open('share');
  }

  private address(): string {
    const { origin, pathname } = location;
    return `${origin}${pathname}${toFragment(this.page.state)}`;
  }

  private async share(kind: string): Promise<void> {
    const { page, engine } = this;
    const status = byId('share-status');
    const ask = async <T>(question: () => Promise<T>): Promise<T> => {
      status.textContent = 'Working…';
      return question();
    };
    const copy = async (text: string, name: string) => {
      try {
        await navigator.clipboard.writeText(text);
        status.textContent = `${name} copied.`;
      } catch {
        status.textContent = 'The browser does not allow copying, so the text was saved as puzzle.txt.';
        download('puzzle.txt', text);
      }
    };
    try {
      switch (kind) {
        case 'link':
          await copy(this.address(), 'Link');
          break;
        case 'f-puzzles':
          await copy(await ask(() => engine.ask('text', page.fields, ['link'])), 'Link');
          break;
        case 'line':
          await copy(await ask(() => engine.ask('text', page.fields, ['line'])), 'Line');
          break;
        case 'grid':
          await copy(await ask(() => engine.ask('text', page.fields, ['rows'])), 'Grid');
          break;
        case 'drawing':
          await copy(await ask(() => engine.ask('text', page.fields, ['drawing'])), 'Drawing');
          break;
        case 'svg':
          download('puzzle.svg', await ask(() => this.svg(page.state)), 'image/svg+xml');
          status.textContent = 'Saved puzzle.svg.';
          break;
        case 'print':
          await this.print();
          status.textContent = '';
          break;
        case 'cnf': {
          const blocks = input('cnf-block').checked;
          const cnf = await ask(() => engine.ask('cnf', page.fields, [select('cnf-encoding').value, blocks]));
          download('puzzle.cnf', cnf as BlobPart);
          status.textContent = 'Saved puzzle.cnf.';
          break;
        }
        case 'certificate': {
          const files = certificateFiles(await ask(() => engine.ask('certificate', page.fields, [])));
          download('certificate.zip', await zip(files), 'application/zip');
          status.textContent = `Saved certificate.zip: ${files.map(([name]) => name).join(', ')}.`;
        }
      }
    } catch (error) {
      status.textContent = error instanceof Error ? sentence(error.message) : '';
      await this.tasks.run('', () => Promise.reject(error));
    }
  }

  private svg(state: State): Promise<string> {
    return this.engine.ask('svg', this.page.fields, [state.filled]);
  }

  /** Prints the puzzle, and the entries on a second page. */
  private async print(): Promise<void> {
    const { page } = this;
    const title = page.state.board.variants.length > 0 ? `Sudoku (${page.state.board.variants.join(', ')})` : 'Sudoku';
    const pictures: [string, string][] = [[title, await this.svg(empty(page.state.board))]];
    if (page.state.filled.some((digit) => digit > 0)) pictures.push(['Your entries', await this.svg(page.state)]);
    const sheet = byId('sheet');
    const urls: string[] = [];
    const pages = pictures.map(([heading, svg]) => {
      const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      urls.push(url);
      return h('section', { class: 'page' }, h('h2', {}, heading), h('img', { src: url, alt: '' }));
    });
    sheet.replaceChildren(...pages);
    await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode()));
    byId<HTMLDialogElement>('share').close('');
    window.print();
    urls.forEach((url) => URL.revokeObjectURL(url));
  }
}

/** The files of a certificate, with instructions for checking it. */
function certificateFiles({ verdict, cnf, drat, solution, solutions }: Certificate): [string, string][] {
  const files: [string, string][] = [];
  if (cnf) files.push(['puzzle.cnf', cnf]);
  if (drat) files.push(['puzzle.drat', drat]);
  if (solution) files.push(['puzzle.solution', solution]);
  if (solutions) files.push(['puzzle.solutions', solutions]);
  const claim = {
    unique:
      'The puzzle has exactly one solution, in puzzle.solution. puzzle.cnf states the rules, the givens\nand "not this solution"; puzzle.drat proves that nothing satisfies all of these.',
    none: 'The puzzle has no solution. puzzle.cnf states the rules and the givens; puzzle.drat proves\nthat nothing satisfies both.',
    multiple: 'The puzzle has more than one solution. puzzle.solutions contains two of them.',
  }[verdict];
  const instructions =
    'Check it with any DRAT checker, such as rate (cargo install rate) or drat-trim:\n\n    rate puzzle.cnf puzzle.drat\n\nIt should end with "s VERIFIED". You need not trust the program that made the proof, only the checker\nand that the clauses express the rules and the givens (variable (row-1)*n*n + (column-1)*n + digit).';
  files.push(['README.txt', `${claim}\n${drat ? `\n${instructions}\n` : ''}`]);
  return files;
}
