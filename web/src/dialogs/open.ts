/** The dialog that opens a text or a file, and pasting and dropping without it. */

import { byId } from '../dom';
import type { Reading } from '../reading';
import { input, onClose, openDialog } from './dialog';

/** Connects the dialog. */
export function connectOpen(reading: Reading): void {
  const text = byId<HTMLTextAreaElement>('paste-text');
  const file = input('paste-file');
  byId('open-paste').onclick = () => {
    text.value = '';
    file.value = '';
    openDialog('paste');
  };
  onClose('paste', (value) => {
    if (value === 'read') void reading.readText(text.value);
  });
  file.onchange = () => {
    const chosen = file.files?.[0];
    byId<HTMLDialogElement>('paste').close('');
    if (chosen) void reading.readFile(chosen);
  };
}

export function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Opens what is pasted or dropped anywhere on the page. */
export function connectPaste(reading: Reading): void {
  addEventListener('paste', (event) => {
    if (isText(event.target)) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '' && !file) return;
    event.preventDefault();
    if (text === '' && file) void reading.readFile(file);
    else void reading.readText(text);
  });

  let dragDepth = 0;
  const drop = byId('drop');
  addEventListener('dragenter', (event) => {
    event.preventDefault();
    dragDepth += 1;
    drop.hidden = false;
  });
  addEventListener('dragleave', () => {
    dragDepth -= 1;
    drop.hidden = dragDepth <= 0;
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    dragDepth = 0;
    drop.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) void reading.readFile(file);
    else void reading.readText(event.dataTransfer?.getData('text/plain') ?? '');
  });
}
