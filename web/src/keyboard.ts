/** Keys. They go to the board unless a text field, a list or a dialog has the focus. */

import type { AnswerPanel } from './answer';
import type { BoardView } from './board';
import type { ConstraintEditor } from './drawing/editor';
import { ENTRY_KINDS, type EntryKind, type Game } from './game';

/** What keys are for. */
interface Context {
  game: Game;
  view: BoardView;
  editor: ConstraintEditor;
  panel: AnswerPanel;
}

/** Makes the page respond to keys. */
export function followKeys({ game, view, editor, panel }: Context): void {
  view.element.addEventListener('focusin', (event) => {
    const cell = view.cellOf(event.target);
    if (cell !== null && !game.selection.has(cell)) game.select(cell);
  });

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isForControl(event)) return;
    const isUnmodified = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isUnmodified && panel.press(event.key)) {
      event.preventDefault();
      return;
    }
    const isHandled = game.now.mode === 'draw' ? pressToDraw(game, view, editor, event) : press(game, view, event);
    if (!isHandled) return;
    event.preventDefault();
    view.focus();
  });

  // After a click on a control of the board, keys go to the board again.
  document.addEventListener('click', (event) => {
    const isByPointer = event.detail > 0;
    if (isByPointer && (event.target as Element).closest('.bar button, .pad button, #groups button')) view.focus();
  });
}

/** Returns true if the control with the focus uses the key itself. */
function isForControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector('dialog[open]') || target.closest('select, textarea, input:not([type="checkbox"])')) return true;
  return target.closest('button, summary, a, input') !== null && (key === 'Enter' || key === ' ');
}

/** The keys that choose what digits enter, as in SudokuPad. On large boards, letters that are digits come first. */
const KIND_KEYS: Record<string, EntryKind> = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** Returns the digit of a letter: A is 10, as in text input. */
function letterValue(letter: string): number {
  return letter.toLowerCase().charCodeAt(0) - 87;
}

/** Handles a key. Returns true if it has a meaning. */
function press(game: Game, view: BoardView, event: KeyboardEvent): boolean {
  const { selection } = game;
  const { entryKind, mode } = game.now;
  const hasControl = event.ctrlKey || event.metaKey;
  const [, digit] = /^(?:Digit|Numpad)([0-9])$/.exec(event.code) ?? [];
  if (event.altKey) return false;
  if (hasControl && event.key.toLowerCase() === 'a') {
    selection.setAll(Array.from({ length: game.geometry.cells }, (_, cell) => cell));
    game.showSelection();
    return true;
  }
  if ((hasControl || event.shiftKey) && digit !== undefined && mode === 'fill') {
    game.type(Number(digit), hasControl ? 'centre' : 'corner');
    return true;
  }
  if (hasControl) return false;
  const target = view.cellAfterKey(event.key);
  if (target !== null) {
    if (event.shiftKey) selection.extend(target, game.geometry);
    else selection.set(target);
    game.showSelection();
  } else if (/^(Backspace|Delete|\.)$/.test(event.key)) {
    game.enter(0);
  } else if (event.key === ' ') {
    const next = ENTRY_KINDS.indexOf(entryKind) + (event.shiftKey ? ENTRY_KINDS.length - 1 : 1);
    game.setEntryKind(ENTRY_KINDS[next % ENTRY_KINDS.length]);
  } else if (event.key === 'Escape' && selection.cells.length > 1) {
    game.select(selection.active);
  } else if (/^[0-9]$/.test(event.key)) {
    game.type(Number(event.key));
  } else if (/^[a-z]$/i.test(event.key) && letterValue(event.key) <= game.geometry.highest) {
    game.enterValue(letterValue(event.key));
  } else if (mode === 'fill' && event.key.toLowerCase() in KIND_KEYS) {
    game.setEntryKind(KIND_KEYS[event.key.toLowerCase()]);
  } else {
    return false;
  }
  return true;
}

/** Handles a key while constraints are drawn. Returns true if it has a meaning. */
function pressToDraw(game: Game, view: BoardView, editor: ConstraintEditor, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { active } = game.selection;
  const target = view.cellAfterKey(event.key);
  if (target !== null && event.shiftKey) {
    // A constraint does not continue on the other side of the board.
    if (!game.geometry.touches(active, target)) return true;
    if (!editor.isGrowing) editor.begin(active);
    editor.extend(target);
  } else if (target !== null) {
    game.select(target);
  } else if (/^[0-9]$/.test(event.key)) {
    editor.type(Number(event.key));
  } else if (event.key === ' ') {
    editor.toggle(active);
  } else if (event.key === 'Enter') {
    if (!editor.isGrowing) editor.begin(active);
    editor.finish();
  } else if (event.key === 'Backspace') {
    editor.erase();
  } else if (event.key === 'Delete') {
    editor.remove();
  } else if (event.key === 'Escape') {
    editor.clear();
  } else {
    return false;
  }
  return true;
}
