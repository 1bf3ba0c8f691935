/** Messages between the page and its workers. */

import type { GeometryFields } from './geometry';
import type { Board, Drawn } from './model';

/** A puzzle as the library reads it. */
export interface PuzzleFields extends Omit<Board, 'geometry' | 'constraints'> {
  /** The text of each constraint. */
  constraints: string[];
  cells: ArrayLike<number>;
}

/** A puzzle as the library returns it. */
export interface FoundPuzzle extends Omit<PuzzleFields, 'constraints' | 'cells'> {
  constraints: Drawn[];
  cells: number[];
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

/** What contradicts each other in a puzzle without a solution. */
export interface Conflict {
  /** The labels of constraints, and givens such as `r1c1=5`. */
  conflict?: string[];
  reason?: string;
  /** The limit that was reached. */
  error?: string;
}

export interface Verdict extends Conflict {
  verdict: 'unique' | 'multiple' | 'none' | 'unknown';
  confirmed: boolean;
  solution?: number[];
  other?: number[];
}

export interface House {
  name: string;
  cells: number[];
}

/** Two cells and the pairs of digits that they cannot hold together: digit, digit, … */
export interface Relation {
  cells: number[];
  forbidden: number[];
}

/** The rules of a board. */
export interface RulesAnswer {
  houses: House[];
  relations: Relation[];
  /** Digits that a cell cannot hold because of one constraint: cell, digit, cell, digit, … */
  excluded: number[];
  constraints: Drawn[];
  /** The drawn constraints as an SVG document. With clues outside the grid, it extends beyond the board. */
  picture: string | null;
  /** The rules of the variants and drawn constraints. */
  sentences: string[];
}

/** A change, with its givens such as `r1c1=5`. One of the kinds is set. */
export interface Repair {
  /** Givens, or the text of a constraint. */
  remove?: string[];
  change?: string[];
  exchange?: string[];
  shift?: string[];
  add?: string[];
  /** False if a removal leaves several solutions. */
  unique?: boolean;
}

export interface Repairs {
  repairs?: Repair[];
  /** False if the search reached a limit. */
  repairs_complete?: boolean;
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
  /** A lower bound of the facts of any step from here, if this one might not be smallest. */
  at_least?: number;
  places: number[];
  eliminates: number[];
  houses: number[];
  cells: number[];
  /** Triples of cell, digit and mark (0 plain, 1 fact, 2 placed, 3 eliminated, 4 fact on the other side of a pattern). */
  candidates: number[];
  placed: number[];
  /** The links of a chain between cells: the cell and digit of both ends. */
  links: Link[];
  /** The cells whose digits leave a hidden single no other place. */
  blockers: number[];
}

export interface Link {
  ends: number[];
  strong: boolean;
}

export interface Rating {
  level: string;
  /** The score on the scale of Sudoku Explainer, with one decimal, unless the board is full. */
  score: string | null;
  /** The hardest technique, with its article if it takes one. */
  name: string;
  steps: number;
  sizes: number[];
  /** False if the time ran out. The puzzle is then at least as hard. */
  complete?: boolean;
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
  note: string | null;
  error: ReadError | null;
}

interface Generated {
  puzzle: FoundPuzzle;
  solution: number[];
  number: number;
}

export interface Certificate {
  verdict: string;
  /** The texts of the files by their extensions. */
  files: Record<string, string>;
}

export interface GenerateRequest {
  jigsaw: boolean;
  properties: {
    symmetry: string;
    /** The kinds of constraints to draw. */
    kinds: string[];
    /** A range such as `24..30`. */
    givens?: string;
    difficulty?: string;
  };
  seed: number;
  number: number;
}

/** What the player has entered: digits, and eliminated candidates as pairs of cell and digit. */
export interface Entries {
  filled: number[];
  eliminated: number[];
}

export interface Hint {
  verdict: Verdict['verdict'];
  /** Wrong entries, and eliminated candidates of the solution: cell, digit, cell, digit, … */
  wrong: number[];
  missing: number[];
  step: Step | null;
  /** The reason why no step follows, unless it is an error. Several solutions leave entries `unchecked`. */
  end: '' | 'solved' | 'unchecked' | 'nothing follows';
  /** The conflict of a puzzle without a solution, or the limit that was reached. */
  error: string | null;
}

interface TimeLimit {
  seconds?: number;
}

/** The questions a worker answers about a puzzle: options, progress reports and result. */
export interface Questions {
  rules: { options: object; progress: never; result: RulesAnswer };
  check: { options: TimeLimit; progress: never; result: Verdict };
  repairs: { options: object; progress: never; result: Repairs };
  solve: { options: object; progress: never; result: Conflict & { solution: number[] | null } };
  candidates: { options: object; progress: never; result: Conflict & { candidates?: number[][] } };
  hint: {
    /** `known` has the only solution, or two solutions one after the other, if they are known. */
    options: Entries & { known: number[] };
    progress: never;
    result: Hint;
  };
  explain: {
    options: Entries;
    progress: Step;
    result: { solution: number[] | null; refuted: boolean };
  };
  rate: { options: TimeLimit; progress: never; result: Rating };
  minimise: { options: { seed?: number }; progress: never; result: { cells: number[]; removed: string[] } };
  count: { options: { limit: number }; progress: number; result: { count: number; complete: boolean } };
  generate: { options: GenerateRequest; progress: number; result: Generated };
  text: { options: { form: 'line' | 'drawing' }; progress: never; result: string };
  /** `form` is the site. */
  link: { options: { form: string }; progress: never; result: string };
  library: { options: object; progress: never; result: Library };
  svg: { options: { filled: number[] }; progress: never; result: string };
  /** `form` is the encoding; `blocks` excludes a solution. */
  cnf: { options: { form: string; blocks: boolean }; progress: never; result: string };
  certificate: { options: object; progress: never; result: Certificate };
  read: {
    options: { bytes: Uint8Array; source: string };
    progress: never;
    result: { records: TextRecord[]; more: boolean };
  };
}

export type QuestionName = keyof Questions;

export interface Request {
  name: QuestionName;
  puzzle: PuzzleFields;
  options: object;
}

export type Reply =
  | { ready: true }
  | { progress: unknown }
  | { result: unknown }
  /** There is no answer, for the reason given. */
  | { error: string }
  /** A bug. The worker cannot continue. */
  | { failure: string };
