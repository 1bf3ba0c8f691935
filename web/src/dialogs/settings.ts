/** The dialog with the user's settings. */

import { byId } from '../dom';
import { rename } from '../names';
import { applyTheme, type Notation, save, settings, type Theme } from '../settings';
import { onClose, openDialog, select } from './dialog';

/** Connects the dialog. Settings apply at once. */
export function connectSettings(): void {
  applyTheme();
  select('theme').value = settings.theme;
  select('notation').value = settings.notation;
  select('theme').onchange = () => {
    save('theme', select('theme').value as Theme);
    applyTheme();
  };
  select('notation').onchange = () => {
    save('notation', select('notation').value as Notation);
    rename();
  };
  byId('open-settings').onclick = () => openDialog('settings');
  onClose('settings', () => {});
}
