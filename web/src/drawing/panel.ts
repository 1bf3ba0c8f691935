/** The controls for drawing constraints: tools, the value, constraints as text, and the list of all. */

import type { AnswerPanel } from '../answer';
import { addVariants, chosenVariants, setVariants } from '../dialogs/board_choice';
import { button, byId, h, svg } from '../dom';
import { type Engine, NoAnswer } from '../engine';
import { translated, withNames } from '../names';
import type { Page } from '../page';
import { Radios } from '../radios';
import { sentence } from '../words';
import type { ConstraintEditor } from './editor';
import { GROUPS, type Group, REGION_ICON, helpOf, toolOf } from './tools';

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
    private readonly page: Page,
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
    addVariants(page, 'draw-variants');
    byId('draw-variants').onchange = () => {
      const { state } = page;
      page.change({ ...state, board: { ...state.board, variants: chosenVariants('draw-variants') } });
    };
    byId('remove').onclick = () => editor.remove();
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
    byId('value-keys').append(
      ...digits.map((digit) => button(String(digit), () => editor.type(digit))),
      button('⌫', () => editor.erase(), { 'aria-label': 'Erase' }),
    );
    page.onDraw.push(() => this.draw());
  }

  private useGroup(name: string): void {
    const group = GROUPS.find((one) => one.name === name);
    if (group) this.editor.use(group.tools[0]);
    else this.page.setMode('regions');
  }

  /** Adds the constraint in the text field, or shows what is wrong with it. */
  private async addText(): Promise<void> {
    const { answers, editor, engine, page, text } = this;
    const result = await answers.run('Reading…', async () => {
      try {
        return await engine.ask('rules', { ...page.fields, constraints: [text.value] }, []);
      } catch (error) {
        if (error instanceof NoAnswer) return error;
        throw error;
      }
    });
    if (!result) return;
    const isWrong = result instanceof NoAnswer;
    byId('constraint-error').textContent = isWrong ? sentence(result.message) : '';
    text.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) return;
    result.constraints.forEach((constraint) => editor.add(constraint));
    text.value = '';
    text.focus();
  }

  private draw(): void {
    const { editor, page } = this;
    const isRegions = page.mode === 'regions';
    byId('drawing').hidden = page.mode !== 'draw' && !isRegions;
    byId('constraint-controls').hidden = page.mode !== 'draw';
    const { tool } = editor;
    const group = GROUPS.find(({ tools }) => tools.includes(tool)) ?? GROUPS[0];
    this.groups.show(isRegions ? REGIONS : group.name);
    this.regions.hidden = page.state.board.regions === null;
    if (page.mode !== 'draw') return;
    this.drawTools(group);
    byId('value-label').hidden = !editor.hasValue;
    byId('value-name').textContent = tool.value?.label ?? '';
    this.value.disabled = editor.cells.length === 0;
    if (this.value.value !== editor.value) this.value.value = editor.value;
    byId('value-keys').hidden = !editor.hasValue;
    byId('tool-help').textContent = helpOf(tool);
    setVariants('draw-variants', page.state.board.variants);
    this.offerKinds();
    this.drawList();
  }

  /** Lets the text field complete the names of constraints. */
  private offerKinds(): void {
    const { constraintKinds } = this.page;
    const list = byId('constraint-kinds');
    if (list.childElementCount === constraintKinds.length) return;
    list.replaceChildren(...constraintKinds.map((name) => h('option', { value: name })));
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
    const key = editor.constraints.join(';');
    if (key !== this.listed) {
      this.listed = key;
      const items = editor.constraints.map((text, index) =>
        h(
          'li',
          {},
          h('button', { type: 'button', onclick: () => editor.choose(index) }, h('span', {}, ...withNames(text))),
          button('×', () => editor.removeAt(index), { class: 'close', 'aria-label': `Remove ${translated(text)}` }),
        ),
      );
      list.replaceChildren(...items.reverse());
    }
    const items = [...list.children].reverse();
    items.forEach((item, index) => item.toggleAttribute('data-chosen', index === editor.chosen));
    list.hidden = items.length === 0;
  }
}

function groupButton(name: string, icon: string): HTMLButtonElement {
  const picture = svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: icon }));
  return h('button', { type: 'button', role: 'radio', 'data-group': name }, picture, name);
}
