/** Selecting cells, and drawing constraints and regions, with a mouse, a pen or a finger. */

import type { ConstraintEditor } from './drawing/editor';
import type { Page } from './page';

/** Makes the board respond to pointers: a drag, Ctrl and Shift select several cells. */
export function followPointer(page: Page, editor: ConstraintEditor): void {
  const { element } = page.view;
  const { selection } = page;
  let isDragging = false;
  let paintedRegion: number | null = null;

  element.addEventListener('pointerdown', (event) => {
    const cell = page.view.cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    event.preventDefault();
    const regionBefore = page.state.board.regions?.[selection.active];
    isDragging = true;
    // Touches stay with the cell where they begin unless released.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    if (page.mode === 'draw') {
      editor.begin(cell);
      return;
    }
    if (page.mode === 'regions' && page.state.board.regions) {
      // A drag extends the region where it begins or, with Shift, that of the cell selected before.
      page.select(cell, true);
      paintedRegion = event.shiftKey && regionBefore !== undefined ? regionBefore : page.state.board.regions[cell];
      if (event.shiftKey) page.paint([cell], paintedRegion);
      return;
    }
    if (event.ctrlKey || event.metaKey) selection.toggle(cell);
    else if (event.shiftKey) selection.extend(cell, page.geometry);
    else selection.set(cell);
    page.showSelection(true);
  });

  element.addEventListener('pointermove', (event) => {
    if (!isDragging || event.buttons === 0) return;
    const cell = page.view.cellAround(event.clientX, event.clientY);
    if (cell === null) return;
    if (page.mode === 'draw') {
      if (cell !== selection.active) editor.extend(cell);
    } else if (paintedRegion !== null) page.paint([cell], paintedRegion);
    else if (cell !== selection.active) {
      selection.add(cell);
      page.showSelection(true);
    }
  });

  for (const end of ['pointerup', 'pointercancel'] as const) {
    addEventListener(end, () => {
      if (isDragging && page.mode === 'draw') editor.finish();
      isDragging = false;
      paintedRegion = null;
    });
  }
}
