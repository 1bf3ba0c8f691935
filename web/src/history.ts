/** The undo history. */

import type { State } from './model';

const LONGEST = 500;

export class History {
  private states: State[];
  private at = 0;

  constructor(first: State) {
    this.states = [first];
  }

  get now(): State {
    return this.states[this.at];
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.states.length;
  }

  /** Adds a state. If it belongs to the same edit as the current one, it replaces that one. */
  push(state: State, isSameEdit: boolean): void {
    if (isSameEdit && this.canUndo) this.at -= 1;
    this.states = [...this.states.slice(Math.max(0, this.at - LONGEST), this.at + 1), state];
    this.at = this.states.length - 1;
  }

  undo(): void {
    if (this.canUndo) this.at -= 1;
  }

  redo(): void {
    if (this.canRedo) this.at += 1;
  }
}
