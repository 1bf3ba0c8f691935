/** Keys while the board has the focus. */

import type { ConstraintEditor } from './drawing/editor';
import { ENTRY_KINDS, type EntryKind, type Page } from './page';

/** Makes the board respond to keys. */
export function followKeys(page: Page, editor: ConstraintEditor): void {
  const { element } = page.view;

  element.addEventListener('focusin', (event) => {
    const cell = page.view.cellOf(event.target);
    if (cell !== null && !page.selection.has(cell)) page.select(cell, false);
  });

  element.addEventListener('keydown', (event) => {
    const isHandled = page.mode === 'draw' ? pressToDraw(page, editor, event) : press(page, event);
    if (isHandled) event.preventDefault();
  });
}

/** The keys that choose what digits enter, as in SudokuPad. On large boards, letters that are digits come first. */
const KIND_KEYS: Record<string, EntryKind> = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** Returns the digit of a letter: A is 10, as in text input. */
function letterValue(letter: string): number {
  return letter.toLowerCase().charCodeAt(0) - 87;
}

/** Handles a key. Returns true if it has a meaning. */
function press(page: Page, event: KeyboardEvent): boolean {
  const { selection } = page;
  const hasControl = event.ctrlKey || event.metaKey;
  const [, digit] = /^(?:Digit|Numpad)([0-9])$/.exec(event.code) ?? [];
  if (event.altKey) return false;
  if (hasControl && event.key.toLowerCase() === 'a') {
    selection.setAll(Array.from({ length: page.geometry.cells }, (_, cell) => cell));
    page.showSelection(true);
    return true;
  }
  if ((hasControl || event.shiftKey) && digit !== undefined && page.mode === 'fill') {
    page.type(Number(digit), hasControl ? 'centre' : 'corner');
    return true;
  }
  if (hasControl) return false;
  const target = page.view.cellAfterKey(event.key);
  if (target !== null) {
    if (event.shiftKey) selection.extend(target, page.geometry);
    else selection.set(target);
    page.showSelection(true);
  } else if (/^(Backspace|Delete|\.)$/.test(event.key)) {
    page.enter(0);
  } else if (event.key === ' ') {
    const next = ENTRY_KINDS.indexOf(page.entryKind) + (event.shiftKey ? ENTRY_KINDS.length - 1 : 1);
    page.setEntryKind(ENTRY_KINDS[next % ENTRY_KINDS.length]);
  } else if (event.key === 'Escape' && selection.cells.length > 1) {
    page.select(selection.active, true);
  } else if (/^[0-9]$/.test(event.key)) {
    page.type(Number(event.key));
  } else if (/^[a-z]$/i.test(event.key) && letterValue(event.key) <= page.geometry.highest) {
    page.enterValue(letterValue(event.key));
  } else if (page.mode === 'fill' && event.key.toLowerCase() in KIND_KEYS) {
    page.setEntryKind(KIND_KEYS[event.key.toLowerCase()]);
  } else {
    return false;
  }
  return true;
}

/** Handles a key while constraints are drawn. Returns true if it has a meaning. */
function pressToDraw(page: Page, editor: ConstraintEditor, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { active } = page.selection;
  const target = page.view.cellAfterKey(event.key);
  if (target !== null && event.shiftKey) {
    // A constraint does not continue on the other side of the board.
    if (!page.geometry.touches(active, target)) return true;
    if (!editor.isGrowing) editor.begin(active);
    editor.extend(target);
  } else if (target !== null) {
    page.select(target, true);
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
