/** The colours that a player can give to cells. Their values are in the style sheet. */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'grey'];
