/** What the library offers: kinds of constraints, variants, symmetries and levels. The worker tells once. */

import type { Library } from './protocol';

let known: Library = { kinds: [], variants: [], symmetries: [], levels: [] };
const waiting: ((library: Library) => void)[] = [];

export function setLibrary(library: Library): void {
  known = library;
  for (const use of waiting.splice(0)) use(library);
}

export function isLibraryKnown(): boolean {
  return known.kinds.length > 0;
}

/** Calls a function once the library has told what it offers. */
export function whenKnown(use: (library: Library) => void): void {
  if (isLibraryKnown()) use(known);
  else waiting.push(use);
}

/** Returns what is known about a kind of constraint. */
export function kindOf(name: string): Library['kinds'][number] | undefined {
  return known.kinds.find((kind) => kind.name === name);
}
