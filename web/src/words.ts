/** Words for the library's messages and ratings. */

import type { Rating } from './protocol';

/** Makes a sentence: a full stop, and a capital unless it begins with a name (`r1c1`, `file.txt:1:2`). Quotes are curly. */
export function sentence(text: string): string {
  if (text === '') return '';
  text = text.replace(/`([^`]*)`/g, '“$1”');
  const first = /^[a-z]+([ ,:]|-[a-z]|$)/.test(text) ? text[0].toUpperCase() : text[0];
  return `${first}${text.slice(1)}${/[.…!?]$/.test(text) ? '' : '.'}`;
}

/** Returns a text as a heading: a sentence without its full stop. */
export function heading(text: string): string {
  return sentence(text).replace(/\.$/, '');
}

/** Returns a number with its noun: `1 step` or `2 steps`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export const ABOUT_FACTS =
  'A fact is that a cell has a digit, that a house has a place for a digit, or that a drawn constraint holds.';

/** Joins names: `a, b and c`. */
export function joined(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** Returns the level of a rating with its score, such as `hard · 3.4`. */
export function difficulty({ level, score }: Rating): string {
  return score === null ? level : `${level} · ${score}`;
}
