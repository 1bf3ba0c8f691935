/** The questions that the buttons ask. */

import { candidates } from './candidates';
import { check } from './check';
import type { Context } from './context';
import { count } from './count';
import { explain } from './explain';
import { hint } from './hint';
import { minimise } from './minimise';
import { rate } from './rate';
import { solve } from './solve';

const TASKS: Record<string, (context: Context) => Promise<void>> = {
  hint,
  check,
  explain,
  solve,
  rate,
  count: (context) => count(context),
  minimise: (context) => minimise(context),
  candidates,
};

/** Connects the buttons with their questions. */
export function connectTasks(context: Context): void {
  for (const control of document.querySelectorAll<HTMLElement>('[data-task]')) {
    control.onclick = () => {
      if (context.game.now.mode === 'regions') context.game.setMode('givens');
      void TASKS[control.dataset.task ?? '']?.(context);
    };
  }
}
