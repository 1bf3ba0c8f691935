/** The dialog that copies, saves and prints the puzzle. */

import type { AnswerPanel } from '../answer';
import { certificateFiles } from '../certificate';
import { byId, download } from '../dom';
import type { Engine } from '../engine';
import { toFragment } from '../link';
import { cleared } from '../model';
import type { Page } from '../page';
import { png, print } from '../picture';
import type { Questions } from '../protocol';
import { sentence } from '../words';
import { zip } from '../zip';
import { input, onClose, openDialog, select } from './dialog';

export class ShareDialog {
  private readonly status = byId('share-status');

  constructor(
    private readonly page: Page,
    private readonly engine: Engine,
    private readonly panel: AnswerPanel,
  ) {
    byId('open-share').onclick = () => {
      this.status.textContent = '';
      openDialog('share');
      void this.showLink();
    };
    onClose('share', () => {});
    for (const control of document.querySelectorAll<HTMLElement>('[data-share]')) {
      control.onclick = () => void this.share(control.dataset.share ?? '');
    }
  }

  /** Shows the link, for which the line of the puzzle may have to be found first. */
  private async showLink(): Promise<void> {
    const field = input('share-link');
    field.value = '';
    const line = this.page.line ?? (await this.panel.run('', () => this.text('line')));
    if (line !== undefined) field.value = addressOf(line);
  }

  /** Does what a button says, and reports it. */
  async share(kind: string): Promise<void> {
    this.status.textContent = 'Working…';
    try {
      this.status.textContent = await this.perform(kind);
    } catch (error) {
      this.status.textContent = error instanceof Error ? sentence(error.message) : '';
      await this.panel.run('', () => Promise.reject(error));
    }
  }

  /** Does what a button says, and returns what to report. */
  private async perform(kind: string): Promise<string> {
    const { page, engine } = this;
    switch (kind) {
      case 'link':
        return copy(addressOf(await this.text('line')), 'Link');
      case 'f-puzzles':
        return copy(await this.text('link'), 'Link');
      case 'line':
        return copy(await this.text('line'), 'Line', this.without());
      case 'grid':
        return copy(await this.text('rows'), 'Grid', this.without());
      case 'drawing':
        return copy(await this.text('drawing'), 'Drawing', this.without());
      case 'svg':
        return save('puzzle.svg', await this.svg(page.state.filled), 'image/svg+xml');
      case 'png':
        return save('puzzle.png', await png(await this.svg(page.state.filled)), 'image/png');
      case 'print':
        await this.print();
        return '';
      case 'cnf': {
        const options: Questions['cnf']['args'] = [select('cnf-encoding').value, input('cnf-block').checked];
        return save('puzzle.cnf', (await engine.ask('cnf', page.fields, options)) as BlobPart);
      }
      case 'certificate': {
        const files = certificateFiles(await engine.ask('certificate', page.fields, []));
        save('certificate.zip', await zip(files), 'application/zip');
        return `Saved certificate.zip: ${files.map(([name]) => name).join(', ')}.`;
      }
      default:
        return '';
    }
  }

  private text(form: Questions['text']['args'][0]): Promise<string> {
    return this.engine.ask('text', this.page.fields, [form]);
  }

  /** Returns what a text leaves out, in words. */
  private without(): string {
    return this.page.state.board.removed.length > 0 ? ', without the removed candidates' : '';
  }

  private svg(filled: number[]): Promise<string> {
    return this.engine.ask('svg', this.page.fields, [filled]);
  }

  /** Prints the puzzle and, on a second page, the entries. */
  private async print(): Promise<void> {
    const { state, isSolved } = this.page;
    const { variants } = state.board;
    const title = variants.length > 0 ? `Sudoku (${variants.join(', ')})` : 'Sudoku';
    const pictures: [string, string][] = [[title, await this.svg(cleared(state).filled)]];
    if (state.filled.some((digit) => digit > 0)) {
      pictures.push([isSolved ? 'Solution' : 'Your entries', await this.svg(state.filled)]);
    }
    byId<HTMLDialogElement>('share').close('');
    await print(pictures);
  }
}

/** Returns a link to the puzzle on this line. */
function addressOf(line: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${toFragment(line)}`;
}

/** Copies a text, and returns what to report. `without` names what the text leaves out. */
async function copy(text: string, name: string, without = ''): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${name} copied${without}.`;
  } catch {
    download('puzzle.txt', text);
    return `The browser does not allow copying, so the text was saved as puzzle.txt${without}.`;
  }
}

function save(name: string, content: BlobPart, type = 'text/plain'): string {
  download(name, content, type);
  return `Saved ${name}.`;
}
