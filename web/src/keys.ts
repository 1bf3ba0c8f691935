/** What the keys do in each mode, in words. `keyboard.ts` does it. */

import { h } from './dom';
import type { Mode } from './game';

type Help = [keys: string, words: string];

const MOVE: Help = ['← ↑ ↓ →', 'move'];
const SELECT: Help = ['Shift+arrow, drag or Ctrl+click', 'select several cells'];
const UNDO: Help = ['Ctrl+Z', 'undo'];

const HELP: Record<Mode, Help[]> = {
  givens: [MOVE, SELECT, ['1–9', 'enter a given'], ['Delete', 'erase'], UNDO],
  fill: [
    MOVE,
    SELECT,
    ['1–9', 'enter'],
    ['Shift+digit', 'corner mark'],
    ['Ctrl+digit', 'centre mark'],
    ['Z X C V or Space', 'change what digits enter'],
    ['Delete', 'erase'],
    UNDO,
    ['← → Home End', 'in an explanation: other steps'],
    ['Esc', 'close the answer'],
  ],
  draw: [
    MOVE,
    ['Shift+arrow', 'extend'],
    ['Space', 'add or take back a cell'],
    ['Enter', 'finish'],
    ['0–9 and ⌫', 'change the value'],
    ['Delete', 'remove'],
    UNDO,
  ],
  regions: [MOVE, SELECT, ['1–9', 'assign to a region'], UNDO],
};

/** Describes the keys of a mode. */
export function keyHelp(mode: Mode): Node[] {
  return HELP[mode].map(([keys, words]) => h('span', {}, h('kbd', {}, keys), ` ${words}`));
}
