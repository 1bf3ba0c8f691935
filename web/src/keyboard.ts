/** Keys while the board has the focus. */

import { ENTRY_KINDS, type Page } from './page';

/** Makes the board respond to keys. */
export function followKeys(page: Page): void {
  const { element } = page.view;

  element.addEventListener('focusin', (event) => {
    const cell = page.view.cellOf(event.target);
    if (cell !== null && !page.selection.has(cell)) page.select(cell, false);
  });

  element.addEventListener('keydown', (event) => {
    if (press(page, event)) event.preventDefault();
  });
}

/** Handles a key. Returns true if it has a meaning. */
function press(page: Page, event: KeyboardEvent): boolean {
  const { selection } = page;
  const hasControl = event.ctrlKey || event.metaKey;
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (event.altKey) return false;
  if (hasControl && event.key.toLowerCase() === 'a') {
    selection.setAll(Array.from({ length: page.size ** 2 }, (_, cell) => cell));
    page.showSelection(true);
    return true;
  }
  if ((hasControl || event.shiftKey) && digit !== undefined && page.mode === 'fill') {
    page.enter(Number(digit), hasControl ? 'centre' : 'corner');
    return true;
  }
  if (hasControl) return false;
  const target = page.view.cellAfterKey(event.key);
  if (target !== null) {
    if (event.shiftKey) selection.extend(target, page.size);
    else selection.set(target);
    page.showSelection(true);
  } else if (/^(Backspace|Delete|0|\.)$/.test(event.key)) {
    page.enter(0);
  } else if (event.key === ' ') {
    const next = ENTRY_KINDS.indexOf(page.entryKind) + (event.shiftKey ? ENTRY_KINDS.length - 1 : 1);
    page.setEntryKind(ENTRY_KINDS[next % ENTRY_KINDS.length]);
  } else if (event.key === 'Escape' && selection.cells.length > 1) {
    page.select(selection.active, true);
  } else if (/^[1-9]$/.test(event.key)) {
    page.type(Number(event.key));
  } else if (/^[a-z]$/i.test(event.key) && page.size > 9) {
    // A is 10, as in text input.
    page.enter(event.key.toLowerCase().charCodeAt(0) - 87);
  } else {
    return false;
  }
  return true;
}
