/** The tools that draw constraints. */

/** The cells that a tool draws over. */
type Shape =
  /** Cells in any order. */
  | 'area'
  /** Neighbouring cells, one after the other. */
  | 'line'
  /** A line that begins with a circle. */
  | 'arrow'
  /** A line that begins with a circle and the cell that points into it. */
  | 'index'
  | 'pair'
  | 'cell'
  /** Two cells that tell from which side a row or column is read. */
  | 'side';

export const CELL_LIMITS: Record<Shape, [least: number, most: number]> = {
  area: [1, Infinity],
  line: [2, Infinity],
  arrow: [2, Infinity],
  index: [3, Infinity],
  pair: [2, 2],
  cell: [1, 1],
  side: [2, 2],
};

export interface Tool {
  /** The name of the constraint in its text form. */
  name: string;
  words: string;
  shape: Shape;
  /** How to draw it, if it differs from others of its shape. */
  help?: string;
  /** What its number or digits are called. */
  value?: string;
  /** True if the rule is a text in quotation marks, which is typed after the cells are drawn. */
  isText?: boolean;
}

const HELP: Record<Shape, string> = {
  area: 'Drag over its cells.',
  line: 'Drag along the line.',
  arrow: 'Drag from the circle along the arrow.',
  index: 'Drag from the circle along the arrow.',
  pair: 'Drag from one cell to its neighbour.',
  cell: 'Select a cell.',
  side: 'Drag from the edge next to the clue one cell inwards.',
};

/** Returns how to use a tool, in a sentence or two. `rule` is that of its kind, and `takes` is its value. */
export function helpOf({ shape, help, value, isText }: Tool, rule: string, takes: string): string {
  if (isText) return `${HELP[shape]} Then type the rule between the quotation marks.`;
  const typing = value ? ` Then type the ${value.toLowerCase()}${takes === 'optional' ? ', if there is one' : ''}.` : '';
  return `${help ?? HELP[shape]}${typing} ${rule}`;
}

/** Returns true if the first cell of a line has a bulb or a circle. */
export function beginsWithCircle({ name, shape }: Tool): boolean {
  return shape === 'arrow' || shape === 'index' || name.endsWith('thermometer');
}

export interface Group {
  name: string;
  /** The outlines of its icon, 20 units wide and high. */
  icon: string;
  tools: Tool[];
}

export const GROUPS: Group[] = [
  {
    name: 'Cage',
    icon: 'M3 3h3M9 3h3M15 3h2v3M17 9v2M3 6v3M3 12v3M3 17h3M9 17h2M11 14v-3h3',
    tools: [
      { name: 'cage', words: 'Killer cage', shape: 'area', value: 'Total' },
      { name: 'extra-region', words: 'Extra region', shape: 'area' },
      { name: 'contains', words: 'Contains digits', shape: 'area', value: 'Digits' },
      { name: 'contains-exactly', words: 'Contains digits exactly', shape: 'area', value: 'Digits' },
    ],
  },
  {
    name: 'Thermo',
    icon: 'M6 11a3 3 0 1 0 .01 0M8 12 15 5V3',
    tools: [
      { name: 'thermometer', words: 'Thermometer', shape: 'line', help: 'Drag from the bulb to the tip.' },
      { name: 'slow-thermometer', words: 'Slow thermometer', shape: 'line', help: 'Drag from the bulb to the tip.' },
    ],
  },
  {
    name: 'Arrow',
    icon: 'M6 11a3 3 0 1 0 .01 0M8 12l8-8M11 4h5v5',
    tools: [
      { name: 'arrow', words: 'Arrow', shape: 'arrow' },
      { name: 'double-arrow', words: 'Double arrow', shape: 'line', help: 'Drag from one circle to the other.' },
      { name: 'value-index', words: 'Index arrow', shape: 'index' },
      {
        name: 'count-distinct',
        words: 'Count of digits',
        shape: 'arrow',
        help: 'Drag from the circle over the cells that it counts.',
      },
    ],
  },
  {
    name: 'Dot',
    icon: 'M10 3v3.5M10 13.5V17M10 6.5a3.5 3.5 0 1 0 .01 0',
    tools: [
      { name: 'difference', words: 'White dot', shape: 'pair', value: 'Difference' },
      { name: 'ratio', words: 'Black dot', shape: 'pair', value: 'Ratio' },
      { name: 'x', words: 'X, a sum of 10', shape: 'pair' },
      { name: 'v', words: 'V, a sum of 5', shape: 'pair' },
      { name: 'greater', words: 'Greater than', shape: 'pair', help: 'Drag from the higher cell to its lower neighbour.' },
    ],
  },
  {
    name: 'Line',
    icon: 'M3 15 8 5l4 9 5-10',
    tools: [
      { name: 'whispers', words: 'Whispers', shape: 'line', value: 'Difference' },
      { name: 'renban', words: 'Renban', shape: 'line' },
      { name: 'palindrome', words: 'Palindrome', shape: 'line' },
      { name: 'between', words: 'Between line', shape: 'line' },
      { name: 'lockout', words: 'Lockout line', shape: 'line', value: 'Difference' },
      { name: 'region-sum', words: 'Region sum line', shape: 'line' },
      { name: 'zipper', words: 'Zipper line', shape: 'line' },
      { name: 'nabner', words: 'Nabner', shape: 'line' },
      { name: 'entropic', words: 'Entropic line', shape: 'line' },
      { name: 'modular', words: 'Modular line', shape: 'line', value: 'Modulus' },
    ],
  },
  {
    name: 'Cell',
    icon: 'M3 3h14v14H3zM7 7h6v6H7z',
    tools: [
      { name: 'even', words: 'Even', shape: 'cell' },
      { name: 'odd', words: 'Odd', shape: 'cell' },
      { name: 'minimum', words: 'Minimum', shape: 'cell' },
      { name: 'maximum', words: 'Maximum', shape: 'cell' },
      { name: 'quadruple', words: 'Quadruple', shape: 'area', help: 'Drag over the four cells.', value: 'Digits' },
      { name: 'counting-circles', words: 'Counting circles', shape: 'area' },
    ],
  },
  {
    name: 'Outside',
    icon: 'M9 3h8v14H9zM9 10h8M13 3v14M3 8.5 4.5 7v6',
    tools: [
      {
        name: 'little-killer',
        words: 'Little killer',
        shape: 'line',
        help: 'Drag along the whole diagonal, from the clue.',
        value: 'Total',
      },
      { name: 'sandwich', words: 'Sandwich', shape: 'side', value: 'Total' },
      { name: 'x-sum', words: 'X-sum', shape: 'side', value: 'Total' },
      { name: 'skyscraper', words: 'Skyscraper', shape: 'side', value: 'Number' },
      { name: 'numbered-room', words: 'Numbered room', shape: 'side', value: 'Digit' },
    ],
  },
  {
    name: 'Custom',
    icon: 'M5 3v5M8 3v5M12 12v5M15 12v5M3 17h6M11 3h6',
    tools: [
      { name: 'pairs', words: 'Pairs along a line', shape: 'line', isText: true },
      { name: 'all-pairs', words: 'All pairs of cells', shape: 'area', isText: true },
      { name: 'sequence', words: 'Regular expression', shape: 'line', isText: true },
      { name: 'automaton', words: 'Automaton', shape: 'line', isText: true },
    ],
  },
];

/** Returns the tool that draws constraints of this name, if there is one. */
export function toolOf(name: string): Tool | undefined {
  return GROUPS.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
}

/** The icon of the tool that draws the regions of a jigsaw. */
export const REGION_ICON = 'M3 3h14v14H3zM3 9h5v4h4V7h5';
