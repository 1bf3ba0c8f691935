/** The dialog that copies, saves and prints the puzzle. */

import { strToU8, zipSync } from 'fflate';
import type { AnswerPanel } from '../answer';
import { certificateFiles } from '../certificate';
import { byId, download } from '../dom';
import type { Engine } from '../engine';
import type { Game } from '../game';
import { toFragment } from '../link';
import { png } from '../picture';
import type { Questions } from '../protocol';
import { sentence } from '../words';
import { input, onClose, openDialog, select } from './dialog';

export class ShareDialog {
  private readonly controls = [...document.querySelectorAll<HTMLElement>('[data-share]')];

  constructor(
    private readonly game: Game,
    private readonly engine: Engine,
    private readonly panel: AnswerPanel,
  ) {
    const words = this.controls.map((control) => detailOf(control).textContent);
    byId('open-share').onclick = () => {
      for (const [index, control] of this.controls.entries()) detailOf(control).textContent = words[index];
      openDialog('share');
      void this.showLink();
    };
    onClose('share', () => {});
    for (const control of this.controls) control.onclick = () => void this.share(control);
  }

  /** Shows the link, for which the line of the puzzle may have to be found first. */
  private async showLink(): Promise<void> {
    const field = input('share-link');
    field.value = '';
    const line = this.game.now.line ?? (await this.panel.run('', () => this.text('line')));
    if (line !== undefined) field.value = addressOf(line);
  }

  /** Does what a button says, and reports it there. */
  private async share(control: HTMLElement): Promise<void> {
    const report = (words: string) => {
      detailOf(control).textContent = words;
      byId('share-status').textContent = words;
    };
    report('Working…');
    try {
      report(await this.perform(control.dataset.share ?? ''));
    } catch (error) {
      report(error instanceof Error ? sentence(error.message) : '');
      await this.panel.run('', () => Promise.reject(error));
    }
  }

  /** Does what a button says, and returns what to report. */
  private async perform(kind: string): Promise<string> {
    const { game, engine } = this;
    const { filled } = game.state;
    switch (kind) {
      case 'link':
        return copy(addressOf(await this.text('line')), 'Link');
      case 'sudokupad':
      case 'iss':
        return copy(await engine.ask('link', game.fields, { form: kind }), 'Link');
      case 'line':
        return copy(await this.text('line'), 'Line');
      case 'drawing':
        return copy(await this.text('drawing'), 'Drawing');
      case 'svg':
        return save('puzzle.svg', await engine.ask('svg', game.fields, { filled }), 'image/svg+xml');
      case 'png':
        return save('puzzle.png', await png(await engine.ask('svg', game.fields, { filled })), 'image/png');
      case 'print':
        byId<HTMLDialogElement>('share').close('');
        window.print();
        return '';
      case 'cnf': {
        const options = { form: select('cnf-encoding').value, blocks: input('cnf-block').checked };
        return save('puzzle.cnf', await engine.ask('cnf', game.fields, options));
      }
      case 'certificate': {
        const files = certificateFiles(await engine.ask('certificate', game.fields, {}));
        const encoded = files.map(([name, text]) => [name, strToU8(text)]);
        save('certificate.zip', zipSync(Object.fromEntries(encoded)) as BlobPart, 'application/zip');
        return `Saved certificate.zip: ${files.map(([name]) => name).join(', ')}.`;
      }
      default:
        return '';
    }
  }

  private text(form: Questions['text']['options']['form']): Promise<string> {
    return this.engine.ask('text', this.game.fields, { form });
  }
}

/** Returns the element of a button that says more about it. */
function detailOf(control: HTMLElement): Element {
  return control.lastElementChild ?? control;
}

/** Returns a link to the puzzle on this line. */
function addressOf(line: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${toFragment(line)}`;
}

/** Copies a text, and returns what to report. */
async function copy(text: string, name: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${name} copied.`;
  } catch {
    download('puzzle.txt', text);
    return 'The browser does not allow copying, so the text was saved as puzzle.txt.';
  }
}

function save(name: string, content: BlobPart, type = 'text/plain'): string {
  download(name, content, type);
  return `Saved ${name}.`;
}
