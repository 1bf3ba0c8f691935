/** Opening puzzles: pasted text, links and files, and the list of puzzles that a file contains. */

import type { AnswerPanel } from './answer';
import { button, byId, h } from './dom';
import type { Engine } from './engine';
import type { Game } from './game';
import { Geometry } from './geometry';
import { withGivens } from './model';
import { paragraph } from './names';
import type { FoundPuzzle, ReadError, TextRecord } from './protocol';

export class Reading {
  private records: TextRecord[] = [];
  private record = 0;
  /** Where the records come from: a link, a text or the name of a file. */
  private source = '';

  constructor(
    private readonly game: Game,
    private readonly engine: Engine,
    private readonly panel: AnswerPanel,
  ) {}

  /** Opens a text: puzzles in any format. */
  async readText(text: string): Promise<void> {
    await this.readBytes(new TextEncoder().encode(text), 'text');
  }

  /** Opens the puzzle of a link to this page. Returns true if there is one. */
  readLink(link: string): Promise<boolean> {
    return this.readBytes(new TextEncoder().encode(link), 'link');
  }

  /** Opens a file, compressed or not. */
  async readFile(file: File): Promise<void> {
    let stream: ReadableStream = file.stream();
    const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    if (head[0] === 0x1f && head[1] === 0x8b) stream = stream.pipeThrough(new DecompressionStream('gzip'));
    try {
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      await this.readBytes(bytes, file.name);
    } catch (error) {
      this.fail(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Opens the puzzles of a text. Returns true if there is one. */
  private async readBytes(bytes: Uint8Array, source: string): Promise<boolean> {
    const { game, engine, panel } = this;
    const found = await panel.run('Reading…', () => engine.ask('read', game.fields, { bytes, source }));
    if (!found) return false;
    this.records = found.records;
    this.source = source;
    const first = this.records.findIndex((record) => record.puzzle);
    if (this.records.length === 0) this.fail('No puzzle found');
    else this.showRecord(Math.max(first, 0));
    if (found.more) byId('records').append(h('span', { class: 'soft' }, 'The remaining puzzles are not shown.'));
    return first >= 0;
  }

  private fail(reason: string): void {
    const link = h('a', { href: './docs/input.txt', target: '_blank' }, 'What can be opened');
    this.panel.show('Could not read this', paragraph(reason), h('p', { class: 'soft' }, link));
  }

  private showRecord(number: number): void {
    const { records } = this;
    this.record = number;
    const { line, puzzle, note, error } = records[number];
    this.panel.close();
    if (puzzle) this.loadFields(puzzle);
    if (note) this.panel.show('Note', paragraph(note));
    if (error) this.fail(this.describe(error));
    const box = byId('records');
    box.hidden = records.length < 2;
    const move = (by: number) => () => this.showRecord((this.record + by + records.length) % records.length);
    box.replaceChildren(
      button('‹', move(-1), { class: 'icon', 'aria-label': 'Previous puzzle' }),
      h('span', {}, `Puzzle ${number + 1} of ${records.length}, line ${line}`),
      button('›', move(1), { class: 'icon', 'aria-label': 'Next puzzle' }),
    );
  }

  /** Describes an error with its place, which a link and a single line need not have. */
  private describe({ line, column, expected, found }: ReadError): string {
    if (expected === '') return 'no puzzle found';
    const words = `expected ${expected}, found ${found}`;
    if (this.source === 'link') return words;
    const place = `line ${line}, column ${column}`;
    return this.source === 'text' ? `${place}: ${words}` : `${this.source}, ${place}: ${words}`;
  }

  private loadFields(found: FoundPuzzle): void {
    const { cells, ...board } = found;
    const geometry = board.lines.length > 0 ? new Geometry(board.geometry) : Geometry.square(board.geometry.rows);
    this.game.load(withGivens({ ...board, geometry }, cells));
  }

  /** Opens a puzzle that the page has generated. */
  loadGenerated(fields: FoundPuzzle): void {
    this.records = [];
    byId('records').hidden = true;
    this.loadFields(fields);
  }
}
