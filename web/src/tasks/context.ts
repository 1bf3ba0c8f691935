/** What every task works with. */

import type { AnswerPanel } from '../answer';
import type { Engine } from '../engine';
import type { Game } from '../game';
import type { Conflict } from '../protocol';
import type { Verdicts } from '../verdict';

export interface Context {
  game: Game;
  engine: Engine;
  panel: AnswerPanel;
  verdicts: Verdicts;
}

/** Explains why a question about the only solution has no answer. */
export function withoutAnswer({ conflict, reason, error }: Conflict): string {
  const words = conflict ? 'The puzzle has no solution' : 'The search was not finished';
  const why = reason ?? error;
  return why ? `${words}: ${why}` : words;
}
