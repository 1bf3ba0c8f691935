/** The controls for drawing constraints: tools, the value, constraints as text, and the list of all. */

import type { AnswerPanel } from '../answer';
import { addVariants, chosenVariants, setVariants } from '../dialogs/board_choice';
import { button, byId, h, svg } from '../dom';
import { type Engine, NoAnswer } from '../engine';
import type { Game } from '../game';
import { kindOf, whenKnown } from '../library';
import { translated, withNames } from '../names';
import { Radios } from '../radios';
import { sentence } from '../words';
import { inWords } from './constraint';
import type { ConstraintEditor } from './editor';
import { GROUPS, type Group, helpOf, REGION_ICON, toolOf } from './tools';

/** The tool of jigsaws, which changes regions instead of constraints. */
const REGIONS = 'Region';

export class DrawingPanel {
  private readonly groups: Radios;
  private readonly regions = groupButton(REGIONS, REGION_ICON);
  private readonly tools = byId<HTMLSelectElement>('tool');
  private readonly value = byId<HTMLInputElement>('value');
  private readonly text = byId<HTMLInputElement>('constraint-text');
  private listed = '';

  constructor(
    private readonly game: Game,
    private readonly editor: ConstraintEditor,
    private readonly engine: Engine,
    private readonly answers: AnswerPanel,
  ) {
    byId('groups').append(...GROUPS.map(({ name, icon }) => groupButton(name, icon)), this.regions);
    this.groups = new Radios('group', (name) => this.useGroup(name));
    this.tools.onchange = () => {
      const tool = toolOf(this.tools.value);
      if (tool) editor.use(tool);
    };
    this.value.oninput = () => editor.setValue(this.value.value);
    byId<HTMLFormElement>('type-constraint').onsubmit = (event) => {
      event.preventDefault();
      void this.addText();
    };
    editor.askForRule = (before, after) => {
      byId<HTMLDetailsElement>('as-text').open = true;
      this.text.value = before + after;
      this.text.focus();
      this.text.setSelectionRange(before.length, before.length);
    };
    addVariants('draw-variants');
    byId('draw-variants').onchange = () => {
      const { state } = game;
      game.change({ ...state, board: { ...state.board, variants: chosenVariants('draw-variants') } });
    };
    byId('remove').onclick = () => editor.remove();
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
    byId('value-keys').append(
      ...digits.map((digit) => button(String(digit), () => editor.type(digit))),
      button('⌫', () => editor.erase(), { 'aria-label': 'Erase' }),
    );
    whenKnown(({ kinds }) => {
      byId('constraint-kinds').append(...kinds.map(({ name, rule }) => h('option', { value: name }, rule)));
      const type = (name: string) => () => {
        this.text.value = `${name} `;
        this.text.focus();
      };
      byId('kind-list').append(
        ...kinds.map(({ name, rule }) => h('li', {}, button(name, type(name), { class: 'link' }), ` ${rule}`)),
      );
    });
    game.listen(() => this.draw());
  }

  private useGroup(name: string): void {
    const group = GROUPS.find((one) => one.name === name);
    if (group) this.editor.use(group.tools[0]);
    else this.game.setMode('regions');
  }

  /** Adds the constraint in the text field, or shows what is wrong with it. */
  private async addText(): Promise<void> {
    const { answers, editor, engine, game, text } = this;
    const result = await answers.run('Reading…', async () => {
      try {
        return await engine.ask('rules', { ...game.fields, constraints: [text.value] }, {});
      } catch (error) {
        if (error instanceof NoAnswer) return error;
        throw error;
      }
    });
    if (!result) return;
    const isWrong = result instanceof NoAnswer;
    this.showError(isWrong ? result.message : '');
    text.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) return;
    for (const constraint of result.constraints) editor.add(constraint);
    text.value = '';
    text.focus();
  }

  /** Shows what is wrong with the text. */
  private showError(message: string): void {
    const element = byId('constraint-error');
    element.textContent = sentence(message);
    element.scrollIntoView({ block: 'nearest' });
  }

  private draw(): void {
    const { editor, game } = this;
    const { mode } = game.now;
    const isRegions = mode === 'regions';
    byId('drawing').hidden = mode !== 'draw' && !isRegions;
    byId('constraint-controls').hidden = mode !== 'draw';
    const { tool } = editor;
    const group = GROUPS.find(({ tools }) => tools.includes(tool)) ?? GROUPS[0];
    this.groups.show(isRegions ? REGIONS : group.name);
    this.regions.hidden = game.state.board.regions === null;
    if (mode !== 'draw') return;
    this.drawTools(group);
    byId('value-label').hidden = !editor.hasValue;
    byId('value-name').textContent = tool.value ?? 'Value';
    this.value.disabled = editor.cells.length === 0;
    if (this.value.value !== editor.value) this.value.value = editor.value;
    byId('value-keys').hidden = !editor.hasValue;
    const kind = kindOf(tool.name);
    byId('tool-help').textContent = helpOf(tool, kind?.rule ?? '', kind?.value ?? 'none');
    setVariants('draw-variants', game.state.board.variants);
    this.drawList();
  }

  private drawTools(group: Group): void {
    if (this.tools.dataset.group !== group.name) {
      this.tools.dataset.group = group.name;
      this.tools.replaceChildren(...group.tools.map(({ name, words }) => h('option', { value: name }, words)));
    }
    this.tools.value = this.editor.tool.name;
  }

  /** Lists the constraints of the board, the newest first. */
  private drawList(): void {
    const { editor } = this;
    const list = byId('constraints');
    const key = editor.constraints.map(({ text }) => text).join(';');
    if (key !== this.listed) {
      this.listed = key;
      const items = editor.constraints.map((constraint, index) => {
        const { name, text } = constraint;
        const words = inWords(constraint, toolOf(name), this.game.geometry);
        const choose = () => editor.choose(index);
        return h(
          'li',
          { 'data-text': text },
          h(
            'button',
            { type: 'button', onclick: choose, title: text },
            h('span', {}, ...withNames(words)),
            h('small', {}, ...withNames(text)),
          ),
          button('×', () => editor.removeAt(index), { class: 'close', 'aria-label': `Remove ${translated(words)}` }),
        );
      });
      list.replaceChildren(...items.reverse());
    }
    const items = [...list.children].reverse();
    for (const [index, item] of items.entries()) item.toggleAttribute('data-chosen', index === editor.chosen);
    list.hidden = items.length === 0;
  }
}

function groupButton(name: string, icon: string): HTMLButtonElement {
  const picture = svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: icon }));
  return h('button', { type: 'button', role: 'radio', 'data-group': name }, picture, name);
}
