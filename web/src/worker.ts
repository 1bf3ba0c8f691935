/** The worker: answers questions with the library, one at a time. */

import { initSync, library, Puzzle, read } from '../pkg/satdoku_web.js';
import type { GenerateRequest, PuzzleFields, Questions, Reply, Request, TextRecord } from './protocol';

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
  const puzzle = new Puzzle(
    fields.lines,
    fields.rows,
    fields.columns,
    fields.regions ? Uint16Array.from(fields.regions) : undefined,
    fields.variants.join(' '),
    fields.constraints,
    Uint16Array.from(fields.removed),
    Uint16Array.from(fields.cells),
  );
  last = { key, puzzle };
  return puzzle;
}

function answer({ name, puzzle: fields, args }: Request): unknown {
  if (name === 'library') return library();
  if (name === 'read') return readRecords(fields, args[0] as Uint8Array, args[1] as string);
  const puzzle = puzzleOf(fields);
  switch (name) {
    case 'rules':
      return puzzle.rules();
    case 'check':
      return puzzle.check((args[0] as number | undefined) || undefined);
    case 'repairs':
      return puzzle.repairs();
    case 'solve':
      return puzzle.solve();
    case 'candidates':
      return puzzle.candidates();
    case 'hint': {
      const [filled, eliminated, known] = numbers(args);
      return puzzle.hint(filled, eliminated, known);
    }
    case 'explain': {
      const [filled, eliminated] = numbers(args);
      return puzzle.explain(filled, eliminated, progress);
    }
    case 'rate':
      return puzzle.rate(args[0] as number | undefined);
    case 'minimise':
      return puzzle.minimise(args[0] as number | undefined);
    case 'count':
      return puzzle.count(args[0] as number, progress);
    case 'generate': {
      const { jigsaw, symmetry, constraints, fewest, most, level, seed, number } = args[0] as GenerateRequest;
      return puzzle.generate(jigsaw, symmetry, constraints, fewest, most, level, seed, number, progress);
    }
    case 'text':
      return puzzle[args[0] as Questions['text']['args'][0]]();
    case 'link':
      return puzzle.link(args[0] as string);
    case 'svg':
      return puzzle.svg(Uint16Array.from(args[0] as number[]));
    case 'cnf':
      return puzzle.cnf(args[0] as string, args[1] as boolean);
    case 'certificate':
      return puzzle.certificate();
  }
}

function numbers(lists: unknown[]): Uint16Array[] {
  return lists.map((list) => Uint16Array.from(list as number[]));
}

/** Reads a text: with the board it implies or, if that finds no puzzle, on the board of the page. */
function readRecords(board: PuzzleFields, bytes: Uint8Array, source: string) {
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
