/** The user's settings, which the browser keeps. */

export type Theme = 'system' | 'light' | 'dark';
export type Notation = 'r1c1' | 'A1';

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  notation: ['r1c1', 'A1'],
} as const;

export interface Settings {
  theme: Theme;
  notation: Notation;
}

function load<N extends keyof Settings>(name: N): Settings[N] {
  const choices: readonly string[] = CHOICES[name];
  try {
    const saved = localStorage.getItem(name) ?? '';
    return (choices.includes(saved) ? saved : choices[0]) as Settings[N];
  } catch {
    return choices[0] as Settings[N];
  }
}

export const settings: Settings = { theme: load('theme'), notation: load('notation') };

export function save<N extends keyof Settings>(name: N, value: Settings[N]): void {
  settings[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, the setting lasts for this visit.
  }
}

/** Applies the theme to the page. */
export function applyTheme(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
