/** What all dialogs share. */

import { byId, h } from '../dom';

/** Opens a dialog. */
export function openDialog(id: string): void {
  const dialog = byId<HTMLDialogElement>(id);
  dialog.returnValue = '';
  dialog.showModal();
}

/** Calls `handle` with the value of the button that closes a dialog. */
export function onClose(id: string, handle: (value: string) => void): void {
  const dialog = byId<HTMLDialogElement>(id);
  dialog.addEventListener('close', () => handle(dialog.returnValue));
  // A click outside a dialog closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close('');
  });
}

export function select(id: string): HTMLSelectElement {
  return byId<HTMLSelectElement>(id);
}

export function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}

/** Fills a list of choices. Keeps the current choice if it is still there. */
export function options(id: string, all: string[][], chosen?: string): void {
  const old = chosen ?? select(id).value;
  select(id).replaceChildren(...all.map(([value, text]) => h('option', { value }, text)));
  if (all.some(([value]) => value === old)) select(id).value = old;
}
