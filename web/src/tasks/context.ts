/** What every task works with. */

import type { AnswerPanel } from '../answer';
import type { Engine } from '../engine';
import type { Game } from '../game';
import type { Verdict } from '../protocol';
import type { Verdicts } from '../verdict';

export interface Context {
  game: Game;
  engine: Engine;
  panel: AnswerPanel;
  verdicts: Verdicts;
}

const REASONS = {
  none: 'The puzzle has no solution',
  multiple: 'The puzzle has more than one solution',
  unknown: 'The search was not finished',
  unique: 'The puzzle has one solution',
};

/** Explains why a question about the only solution has no answer. */
export function withoutAnswer({ verdict, reason }: Partial<Verdict>): string {
  const words = REASONS[verdict ?? 'unknown'];
  return reason ? `${words}: ${reason}` : words;
}
