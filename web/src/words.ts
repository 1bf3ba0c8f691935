/** Sentences from the library's messages. */

/** Makes a sentence: a full stop, and a capital unless it begins with a name (`r1c1`, `file.txt:1:2`). */
export function sentence(text: string): string {
  if (text === '') return '';
  const first = /^[a-z]+([ ,:]|-[a-z]|$)/.test(text) ? text[0].toUpperCase() : text[0];
  return `${first}${text.slice(1)}${/[.…!?]$/.test(text) ? '' : '.'}`;
}

/** Joins names: `a, b and c`. */
export function joined(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
