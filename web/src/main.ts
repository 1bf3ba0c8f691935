/** Connects the parts of the page. */

import { AnswerPanel } from './answer';
import { connectGenerate } from './dialogs/generate';
import { connectNewBoard } from './dialogs/new_board';
import { connectOpen, connectPaste, isText } from './dialogs/open';
import { connectSettings } from './dialogs/settings';
import { ShareDialog } from './dialogs/share';
import { Display } from './display';
import { byId } from './dom';
import { ConstraintEditor } from './drawing/editor';
import { DrawingPanel } from './drawing/panel';
import { Engine, type Failure } from './engine';
import { exampleLine } from './examples';
import { Game } from './game';
import { followKeys } from './keyboard';
import { Keypad } from './keypad';
import { toFragment } from './link';
import { closeMenusAfterUse } from './menu';
import { cellsOf } from './names';
import { followPointer } from './pointer';
import { Reading } from './reading';
import { keptBy, restore } from './reload';
import { connectTasks } from './tasks';
import { check } from './tasks/check';
import { compare } from './tasks/compare';
import type { Context } from './tasks/context';
import { rate } from './tasks/rate';
import { scriptUrl } from './trusted';
import { Verdicts } from './verdict';

connectSettings();
const game = new Game();
const { view } = new Display(game);
new Keypad(game);
const editor = new ConstraintEditor(game, view);

// One engine computes the live verdict, the other answers the buttons.
const verdictEngine = new Engine();
const engine = new Engine();
verdictEngine.start();
const panel = new AnswerPanel(game, view, engine, failed);
new DrawingPanel(game, editor, engine, panel);
const verdicts: Verdicts = new Verdicts(game, verdictEngine, byId('verdict'), {
  compare: (verdict) => compare(game, panel, verdict),
  check: () => void check(context),
  rate: () => void rate(context),
  open: (example) => void reading.readText(exampleLine(example)),
  failed,
});
const context: Context = { game, engine, panel, verdicts };
const reading = new Reading(game, engine, panel);

// Start the second engine later, so that it does not delay the first verdict.
verdicts.onAnswer = () => engine.start();

connectTasks(context);
connectNewBoard(game, reading);
connectOpen(reading);
connectPaste(reading);
connectGenerate({ game, engine, panel, reading });
new ShareDialog(game, engine, panel);
followPointer(game, view, editor);
closeMenusAfterUse();
followKeys({ game, view, editor, panel });

// ---- Changes ----

let addressTimer = 0;

/** Encodes the puzzle in the address, for reloads and bookmarks. A reload also has what links leave out. */
function keepState(): void {
  const { line } = game.now;
  if (line !== null) history.replaceState(keptBy(game), '', toFragment(line));
}

/** Browsers limit how often the address may change. */
function keepStateSoon(): void {
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(keepState, 300);
}

verdicts.onLine = keepStateSoon;

game.onChange = (puzzleChanged) => {
  panel.close();
  if (puzzleChanged) void verdicts.refresh();
  else verdicts.draw();
  keepStateSoon();
};

/** Opens the puzzle in the address. */
async function openAddress(): Promise<void> {
  const kept: unknown = history.state;
  if (location.hash !== '' && (await reading.readLink(location.href))) restore(game, kept);
}

addEventListener('hashchange', () => void openAddress());

// ---- Keys and clicks anywhere ----

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && engine.isBusy) engine.cancel();
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || isText(event.target)) return;
  if (key === 'z' && !event.shiftKey) game.undo();
  else if (key === 'y' || key === 'z') game.redo();
  else return;
  event.preventDefault();
});

// A click on the name of a cell shows the cell.
document.addEventListener('click', (event) => {
  const name = (event.target as Element).closest<HTMLElement>('button[data-name]');
  if (name) game.point(cellsOf(name.dataset.name ?? ''));
});

// ---- Bugs ----

function failed(error: Failure): void {
  const dialog = byId<HTMLDialogElement>('failure');
  const report = `satdoku web page: ${error.message}\n${game.now.line ?? JSON.stringify(game.fields)}\n${navigator.userAgent}`;
  byId<HTMLTextAreaElement>('failure-text').value = report;
  if (!dialog.open) dialog.showModal();
}

byId('failure-copy').onclick = () => {
  const text = byId<HTMLTextAreaElement>('failure-text');
  text.select();
  void navigator.clipboard?.writeText(text.value);
};

// ---- Start ----

performance.mark('ready');
void openAddress().then(() => {
  if (!verdicts.hasStarted) void verdicts.refresh();
});

if ('serviceWorker' in navigator && location.protocol !== 'file:' && import.meta.env.PROD) {
  void navigator.serviceWorker.register(scriptUrl('./offline.js'));
}
