/** Messages between the page and its workers. */

import type { GeometryFields } from './geometry';
import type { Board, Drawn } from './model';

/** A puzzle as the library reads it. */
export interface PuzzleFields extends Omit<Board, 'geometry' | 'constraints'> {
  /** The text of each constraint. */
  constraints: string[];
  cells: ArrayLike<number>;
}

/** A constraint as the library returns it. */
export interface FoundConstraint extends Omit<Drawn, 'cells'> {
  cells: Uint16Array;
}

/** A puzzle as the library returns it. */
export interface FoundPuzzle extends Omit<PuzzleFields, 'constraints'> {
  constraints: FoundConstraint[];
  geometry: GeometryFields;
}

/** What the library offers. */
export interface Library {
  /** The kinds of constraints, each with its rule and with what its value is. */
  kinds: { name: string; rule: string; value: 'none' | 'optional' | 'required' | 'digits' }[];
  variants: { name: string; rule: string }[];
  symmetries: string[];
  levels: string[];
}

export interface Verdict {
  verdict: 'unique' | 'multiple' | 'none' | 'unknown';
  confirmed: boolean;
  solution?: Uint16Array;
  other?: Uint16Array;
  /** Givens that contradict each other: cell, digit, cell, digit, … */
  conflict?: Uint16Array;
  /** The labels of constraints that contradict each other and these givens. */
  constraints?: string[];
  reason?: string;
}

export interface House {
  name: string;
  cells: Uint16Array;
}

/** Two cells and the pairs of digits that they cannot hold together: digit, digit, … */
export interface Relation {
  cells: Uint16Array;
  forbidden: Uint16Array;
}

/** The rules of a board. */
export interface RulesAnswer {
  houses: House[];
  relations: Relation[];
  /** Digits that a cell cannot hold because of one constraint: cell, digit, cell, digit, … */
  excluded: Uint16Array;
  constraints: FoundConstraint[];
  /** The drawn constraints as an SVG document. With clues outside the grid, it extends beyond the board. */
  picture: string | null;
  /** The rules of the variants and drawn constraints. */
  sentences: string[];
}

export interface Repair {
  kind: 'remove' | 'remove-constraint' | 'change' | 'exchange' | 'shift' | 'add';
  givens: Uint16Array;
  /** The givens in text, or the constraint. */
  names: string[];
  /** The number of the constraint that is removed. */
  constraint?: number;
  unique: boolean;
}

export interface Repairs {
  repairs: Repair[];
  /** False if the search reached a limit. */
  complete: boolean;
}

export interface Step {
  technique: string;
  name: string;
  conclusion: string;
  place: string;
  argument: string;
  /** The chain in Eureka notation, if the step is one. */
  notation?: string;
  facts: string[];
  least: number;
  places: Uint16Array;
  eliminates: Uint16Array;
  houses: Uint16Array;
  cells: Uint16Array;
  /** Triples of cell, digit and mark (0 plain, 1 fact, 2 placed, 3 eliminated, 4 fact on the other side of a pattern). */
  candidates: Uint16Array;
  placed: Uint16Array;
  /** The links of a chain between cells: the cell and digit of both ends. */
  links: Link[];
  /** The cells whose digits leave a hidden single no other place. */
  blockers: Uint16Array;
}

export interface Link {
  ends: Uint16Array;
  strong: boolean;
}

export interface Rating {
  level: string;
  /** The score on the scale of Sudoku Explainer, with one decimal, unless the board is full. */
  score: string | null;
  /** The hardest technique, with its article if it takes one. */
  name: string;
  steps: number;
  sizes: Uint16Array;
  /** False if the time ran out. The puzzle is then at least as hard. */
  complete: boolean;
}

/** An error in a text. Nothing was expected where there is no puzzle at all. */
export interface ReadError {
  line: number;
  column: number;
  expected: string;
  found: string;
}

/** A record of a text: a puzzle, perhaps with a remark about how it was read, or an error. */
export interface TextRecord {
  line: number;
  puzzle: FoundPuzzle | null;
  note?: string;
  error?: ReadError;
}

export interface Generated {
  puzzle: FoundPuzzle;
  solution: Uint16Array;
  number: number;
}

export interface Certificate {
  verdict: string;
  cnf?: string;
  drat?: string;
  solution?: string;
  solutions?: string;
}

export interface GenerateRequest {
  jigsaw: boolean;
  symmetry: string;
  /** The kinds of constraints to draw, separated by spaces. */
  constraints: string;
  fewest?: number;
  most?: number;
  level: string;
  seed: number;
  number: number;
}

/** What the player has entered: digits, and eliminated candidates as pairs of cell and digit. */
export type Entries = [filled: number[], eliminated: number[]];

export interface Hint {
  /** Wrong entries, and eliminated candidates of the solution: cell, digit, cell, digit, … */
  wrong?: Uint16Array;
  missing?: Uint16Array;
  step?: Step | null;
  solved?: boolean;
  /** True if the puzzle has several solutions. */
  several?: boolean;
}

/** The questions a worker answers about a puzzle: further arguments, progress reports and result. */
export interface Questions {
  rules: { args: []; progress: never; result: RulesAnswer };
  check: { args: [seconds?: number]; progress: never; result: Verdict };
  repairs: { args: []; progress: never; result: Repairs };
  solve: { args: []; progress: never; result: Partial<Verdict> };
  candidates: { args: []; progress: never; result: Partial<Verdict> & { candidates?: Uint16Array[] } };
  hint: {
    /** `known` has the only solution, or two solutions one after the other, if they are known. */
    args: [...Entries, known: number[]];
    progress: never;
    result: Partial<Verdict> & Hint;
  };
  explain: {
    args: Entries;
    progress: Step;
    result: { solution: Uint16Array | null; refuted: boolean };
  };
  rate: { args: [seconds?: number]; progress: never; result: Rating | null };
  minimise: {
    args: [seed?: number];
    progress: never;
    result: Partial<Verdict> & { cells?: Uint16Array; removed?: number; left?: number };
  };
  count: { args: [limit: number]; progress: number; result: { count: number; complete: boolean } };
  generate: { args: [GenerateRequest]; progress: number; result: Generated };
  text: { args: [form: 'line' | 'drawing']; progress: never; result: string };
  link: { args: [site: string]; progress: never; result: string };
  library: { args: []; progress: never; result: Library };
  svg: { args: [filled: number[]]; progress: never; result: string };
  cnf: { args: [encoding: string, blocks: boolean]; progress: never; result: Uint8Array };
  certificate: { args: []; progress: never; result: Certificate };
  read: {
    args: [bytes: Uint8Array, source: string];
    progress: never;
    result: { records: TextRecord[]; more: boolean };
  };
}

export type QuestionName = keyof Questions;

export interface Request {
  name: QuestionName;
  puzzle: PuzzleFields;
  args: unknown[];
}

export type Reply =
  | { ready: true }
  | { progress: unknown }
  | { result: unknown }
  /** There is no answer, for the reason given. */
  | { error: string }
  /** A bug. The worker cannot continue. */
  | { failure: string };
