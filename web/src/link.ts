/** Links that contain the puzzle: the fragment is its line, as the library writes it. */

/** Returns the fragment of a link to the puzzle on this line. */
export function toFragment(line: string): string {
  // Other programs end a link at parentheses, and some texts have marks such as `*`.
  const escaped = (symbol: string) => `%${symbol.charCodeAt(0).toString(16)}`;
  return `#${encodeURIComponent(line.trim()).replace(/[!'()*_~]/g, escaped)}`;
}
