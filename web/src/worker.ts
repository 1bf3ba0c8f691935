/** The worker: answers questions with the library, one at a time. */

import { initSync, library, Puzzle, read } from '../pkg/satdoku_web.js';
import type { PuzzleFields, Questions, Reply, Request, TextRecord } from './protocol';

let panic = '';
Object.assign(self, {
  satdokuPanicked(message: string) {
    panic = message;
  },
});

function send(reply: Reply): void {
  self.postMessage(reply);
}

const progress = (value: unknown) => send({ progress: value });

self.onmessage = (event: MessageEvent<Request | WebAssembly.Module>) => {
  try {
    if (event.data instanceof WebAssembly.Module) {
      initSync({ module: event.data });
      send({ ready: true });
    } else {
      send({ result: answer(event.data) });
    }
  } catch (error) {
    // The library throws strings. Anything else is a panic, or memory or stack exhaustion.
    if (typeof error === 'string') send({ error });
    else send({ failure: panic || String(error) });
  }
};

/** The puzzle of the last question, which the next one is often about. */
let last: { key: string; puzzle: Puzzle } | null = null;

function puzzleOf(fields: PuzzleFields): Puzzle {
  const key = JSON.stringify(fields);
  if (last?.key === key) return last.puzzle;
  last?.puzzle.free();
  last = null;
  const { rows, columns, removed, cells } = fields;
  const puzzle = new Puzzle(ruleTexts(fields), rows * columns, Uint16Array.from(removed), Uint16Array.from(cells));
  last = { key, puzzle };
  return puzzle;
}

/** Returns the rules of a puzzle as lines of text. */
function ruleTexts({ lines, rows, columns, regions, variants, constraints }: PuzzleFields): string[] {
  const boxes = rows > 1 || lines.length === 0 ? [`box ${rows}x${columns}`] : [];
  const ofBoard = regions ? [`regions ${regions.join(' ')}`] : boxes;
  return [...lines, ...ofBoard, ...variants, ...constraints];
}

function answer({ name, puzzle, options }: Request): unknown {
  if (name === 'library') return library();
  if (name === 'read') return readRecords(puzzle, options as Questions['read']['options']);
  return puzzleOf(puzzle).ask(name, options, progress);
}

/** Reads a text: with the board it implies or, if that finds no puzzle, on the board of the page. */
function readRecords(board: PuzzleFields, { bytes, source }: Questions['read']['options']) {
  const readOn = (rows: number, columns: number) => {
    const records: TextRecord[] = [];
    const more = read(bytes, source, rows, columns, (record: TextRecord) => records.push(record));
    return { records, more };
  };
  const hasPuzzle = ({ records }: { records: TextRecord[] }) => records.some((record) => record.puzzle);
  // The text goes first: a board without boxes on the page must not turn 81 cells into a Latin square.
  const plain = readOn(0, 0);
  if (hasPuzzle(plain) || board.lines.length > 0 || board.rows === board.columns) return plain;
  const onBoard = readOn(board.rows, board.columns);
  return hasPuzzle(onBoard) ? onBoard : plain;
}
