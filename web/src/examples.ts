/** Puzzles to start with, as links hold them. */
export const EXAMPLES: [name: string, fragment: string][] = [];
