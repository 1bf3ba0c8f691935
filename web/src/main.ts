/** Connects the parts of the page. */

import { Dialogs } from './dialogs';
import { byId } from './dom';
import { Engine, type Failure } from './engine';
import { toFragment } from './model';
import { type Mode, Page } from './page';
import { type Task, Tasks } from './tasks';
import { scriptUrl } from './trusted';
import { Verdicts } from './verdict';

const page = new Page();
// One engine computes the live verdict, the other answers the buttons.
const verdictEngine = new Engine();
const taskEngine = new Engine();
verdictEngine.start();
const tasks = new Tasks(page, taskEngine, failed);
const verdicts = new Verdicts(page, verdictEngine, byId('verdict'), (verdict) => tasks.compare(verdict), failed);
const dialogs = new Dialogs(page, taskEngine, tasks);

// Start the second engine later, so that it does not delay the first verdict.
verdicts.onAnswer = () => taskEngine.start();

function failed(error: Failure): void {
  const dialog = byId<HTMLDialogElement>('failure');
  const report = `satdoku web page: ${error.message}\n${toFragment(page.state)}\n${navigator.userAgent}`;
  byId<HTMLTextAreaElement>('failure-text').value = report;
  if (!dialog.open) dialog.showModal();
}

// ---- Changes ----

let addressTimer = 0;

page.onChange = (puzzleChanged) => {
  tasks.close();
  if (puzzleChanged) void verdicts.refresh();
  else verdicts.draw();
  // The address encodes the puzzle, for reloads and bookmarks. Browsers limit how often it may change.
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => history.replaceState(null, '', toFragment(page.state)), 300);
};

addEventListener('hashchange', () => dialogs.loadLink(location.hash));

// ---- The board ----

byId('board').replaceWith(page.view.element);
page.view.element.id = 'board';

let isPainting = false;
let paintedRegion = 0;

page.view.element.addEventListener('pointerdown', (event) => {
  const cell = page.view.cellOf(event.target);
  if (cell === null) return;
  event.preventDefault();
  const regions = page.state.board.regions;
  const region = regions?.[page.view.selected];
  page.view.select(cell, true);
  if (page.mode === 'regions' && regions) {
    // A drag extends the region where it begins or, with Shift, that of the cell selected before.
    isPainting = true;
    if (event.shiftKey && region !== undefined) page.paint([cell], region);
    paintedRegion = event.shiftKey && region !== undefined ? region : regions[cell];
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  }
  page.draw();
});

page.view.element.addEventListener('pointermove', (event) => {
  if (!isPainting || event.buttons === 0) return;
  const cell = page.view.cellOf(document.elementFromPoint(event.clientX, event.clientY));
  if (cell !== null) page.paint([cell], paintedRegion);
});

addEventListener('pointerup', () => {
  isPainting = false;
});

page.view.element.addEventListener('focusin', (event) => {
  const cell = page.view.cellOf(event.target);
  if (cell === null || cell === page.view.selected) return;
  page.view.select(cell, false);
  page.draw();
});

page.view.element.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = page.view.cellAfterKey(event.key);
  if (target !== null) {
    page.view.select(target, true);
    page.draw();
  } else if (/^(Backspace|Delete|0|\.)$/.test(event.key)) {
    page.enter(0);
  } else if (event.key === ' ') {
    page.setPencil(!page.pencil);
  } else if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
    page.enter(Number(event.code.slice(5)), !page.pencil);
  } else if (/^[1-9]$/.test(event.key)) {
    page.type(Number(event.key));
  } else if (/^[a-z]$/i.test(event.key) && page.size > 9) {
    // A is 10, as in text input.
    page.enter(event.key.toLowerCase().charCodeAt(0) - 87);
  } else {
    return;
  }
  event.preventDefault();
});

// ---- Buttons and keys ----

const modes = [...document.querySelectorAll<HTMLElement>('[data-mode]')];
for (const radio of modes) {
  radio.onclick = () => {
    page.setMode(radio.dataset.mode as Mode);
    radio.focus();
  };
  radio.onkeydown = (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const shown = modes.filter((other) => !other.hidden);
    shown[(shown.indexOf(radio) + by + shown.length) % shown.length].click();
  };
}

for (const task of document.querySelectorAll<HTMLElement>('[data-task]')) {
  task.onclick = () => tasks.start(task.dataset.task as Task, verdicts);
}

byId('undo').onclick = () => page.undo();
byId('redo').onclick = () => page.redo();

const isText = (target: EventTarget | null) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && taskEngine.isBusy) tasks.cancel();
  if (!(event.ctrlKey || event.metaKey) || isText(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) page.undo();
  else if (key === 'y' || key === 'z') page.redo();
  else return;
  event.preventDefault();
});

// ---- Pasting and dropping ----

addEventListener('paste', (event) => {
  if (isText(event.target)) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text === '' && !file) return;
  event.preventDefault();
  if (text === '' && file) void dialogs.readFile(file);
  else void dialogs.read(text);
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
  if (file) void dialogs.readFile(file);
  else void dialogs.read(event.dataTransfer?.getData('text/plain') ?? '');
});

byId('failure-copy').onclick = () => {
  const text = byId<HTMLTextAreaElement>('failure-text');
  text.select();
  void navigator.clipboard?.writeText(text.value);
};

// ---- Theme ----

const themes = {
  system: 'M10 3a7 7 0 0 1 0 14zM10 3a7 7 0 0 0 0 14',
  light: 'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4',
  dark: 'M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12z',
};
type Theme = keyof typeof themes;

function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const control = byId('theme');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add(theme);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', themes[theme]);
  svg.append(path);
  control.replaceChildren(svg);
  const label = `Theme: ${theme}`;
  control.setAttribute('aria-label', label);
  control.title = label;
}

function savedTheme(): Theme {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

let theme = savedTheme();
setTheme(theme);
byId('theme').onclick = () => {
  const all = Object.keys(themes) as Theme[];
  theme = all[(all.indexOf(theme) + 1) % all.length];
  setTheme(theme);
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the theme lasts for this visit.
  }
};

// ---- Start ----

page.layOut();
page.setMode('givens');
performance.mark('ready');
dialogs.loadLink(location.hash);
if (!verdicts.hasStarted) void verdicts.refresh();

if ('serviceWorker' in navigator && location.protocol !== 'file:' && import.meta.env.PROD) {
  void navigator.serviceWorker.register(scriptUrl('./offline.js'));
}
