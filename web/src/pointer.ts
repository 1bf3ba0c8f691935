/** Selecting cells, and drawing constraints and regions, with a mouse, a pen or a finger. */

import type { BoardView } from './board';
import type { ConstraintEditor } from './drawing/editor';
import type { Game } from './game';

/** Makes the board respond to pointers: a drag, Ctrl and Shift select several cells. */
export function followPointer(game: Game, view: BoardView, editor: ConstraintEditor): void {
  const { element } = view;
  const { selection } = game;
  let isDragging = false;
  let paintedRegion: number | null = null;

  element.addEventListener('pointerdown', (event) => {
    const cell = view.cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    event.preventDefault();
    const { regions } = game.state.board;
    const regionBefore = regions?.[selection.active];
    isDragging = true;
    // Touches stay with the cell where they begin unless released.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    if (game.now.mode === 'draw') {
      editor.begin(cell);
    } else if (game.now.mode === 'regions' && regions) {
      // A drag extends the region where it begins or, with Shift, that of the cell selected before.
      game.select(cell);
      paintedRegion = event.shiftKey && regionBefore !== undefined ? regionBefore : regions[cell];
      if (event.shiftKey) game.paint([cell], paintedRegion);
    } else {
      if (event.ctrlKey || event.metaKey) selection.toggle(cell);
      else if (event.shiftKey) selection.extend(cell, game.geometry);
      else selection.set(cell);
      game.showSelection();
    }
    view.focus();
  });

  element.addEventListener('pointermove', (event) => {
    if (!isDragging || event.buttons === 0) return;
    const cell = view.cellAround(event.clientX, event.clientY);
    if (cell === null) return;
    if (game.now.mode === 'draw') {
      if (cell !== selection.active) editor.extend(cell);
    } else if (paintedRegion !== null) game.paint([cell], paintedRegion);
    else if (cell !== selection.active) {
      selection.add(cell);
      game.showSelection();
    }
  });

  for (const end of ['pointerup', 'pointercancel'] as const) {
    addEventListener(end, () => {
      if (isDragging && game.now.mode === 'draw') editor.finish();
      isDragging = false;
      paintedRegion = null;
    });
  }
}
