/** Example puzzles, as lines. */

export const EXAMPLES: [name: string, line: string][] = [
  ['Easy', '...2.8.1...1..9.......5.826.5....7.23..1.6..88.9....4.578.1.......5..2...1.6.7...'],
  ['Expert', '3..46.5....591........2..18.1.....52.........95.....8.27..4........924....9.57..6'],
  ['Hardest', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'],
  ['Mistyped', '..3.2.6..9..3.5..1..18.64....81.29..5.......8..67.82....26.95..8..2.3..9..5.1.3..'],
  ['Several solutions', '4.3921.579.7345.21251876493548132976729564138136798245372689514814253769695417382'],
  ['4×4', '.....2.12.4.....'],
  ['6×6', '..1.3.2..1..6..........1..4..3.6.5..'],
  [
    '12×12',
    '...8...1..6.3.A..B4..8..2..6.5.8.......A.9...C1...8...13B4.2B5..8......36......5..21C.52A1...9...A7...8.5.......3.C.7..B..3..45..A.8.C..7...1...',
  ],
  [
    '16×16',
    '...7C2.E...8.G.14.2.36....G.8E....F......1.ECD...E.D...1..35.4..6.45.C....72......AEG8.B3.5..9.D.....E7.F9..4.2.F9..D....G....B69F....E....B..GA.B.G..6C.5F.....2.7..1.F9.D6EB......2B....1.3F.8..6.14..D...G.7...G2B.D......A....B1.G....6F.C.93.D.E...A.CG2...',
  ],
  [
    'Jigsaw',
    '......91......3...1.8...5.2..2..8...5.......3...6..3..8.5...6.7...5......97......; regions 111111222111344222333344442353346422355746666555776888577776668579999888579999988',
  ],
  ['Jigsaw 7×7', '......4.4...5..1..3....1.4....2..6..5...1.2......; regions 1111222111342255334265533426753346675574467777466'],
  ['Diagonals', '....3.....1.25...68......97......38...........28......54......86...49.5.....1....; diagonal'],
  ['Windows', '2..........5..1......6..835.....9...39.....86...1.....472..6......5..3..........7; windoku'],
  ['Anti-knight', '..3...5..7..............7..1......9....4.6....3......4..9..............8..7...2..; anti-knight'],
  [
    'Killer',
    '...........2.4.......12...................4......................................; cage 8 r9c1 r9c2; cage 16 r9c3 r9c4 r9c5; cage 23 r4c1 r5c1 r6c1 r7c1 r8c1; cage 25 r1c8 r1c9 r2c9 r3c9 r4c9; cage 11 r5c9 r6c9; cage 10 r1c6 r1c7; cage 24 r2c7 r2c8 r3c8 r4c8; cage 9 r7c9 r8c9; cage 28 r8c8 r9c6 r9c7 r9c8 r9c9; cage 15 r3c7 r4c7; cage 8 r5c8 r6c8 r7c8; cage 22 r1c2 r1c3 r1c4 r1c5; cage 16 r1c1 r2c1 r3c1; cage 4 r7c2 r8c2; cage 23 r7c3 r7c4 r8c3 r8c4 r8c5; cage 10 r8c6 r8c7; cage 7 r5c7 r6c7; cage 18 r6c6 r7c6 r7c7; cage 3 r4c6 r5c6; cage 16 r2c2 r2c3 r3c2; cage 20 r5c2 r6c2 r6c3; cage 13 r4c2 r4c3; cage 16 r2c4 r2c5 r3c3 r3c4 r3c5; cage 21 r4c4 r4c5 r5c3 r5c4; cage 12 r2c6 r3c6; cage 27 r5c5 r6c4 r6c5 r7c5',
  ],
  [
    'Mixed',
    '.................................................................................; thermometer r1c4 r1c5 r2c5 r3c5 r3c4 r2c3; arrow r7c3: r6c3 r6c4 r5c5 r4c4; arrow r8c1: r7c1 r7c2; thermometer r7c7 r8c7 r9c7; arrow r1c8: r2c8 r3c8; thermometer r2c4 r1c3 r1c2; arrow r3c3: r3c2 r3c1; thermometer r5c2 r6c2 r6c1; thermometer r7c8 r6c8 r5c9; thermometer r6c7 r5c7 r4c6; arrow r9c3: r8c2 r9c1; thermometer r2c6 r1c6 r1c7; thermometer r8c3 r8c4 r9c4; cage 10 r5c1 r6c1; cage 20 r3c9 r4c9 r5c9 r6c9; cage 4 r7c2 r8c2; cage 11 r7c7 r8c6 r8c7; cage 27 r4c1 r4c2 r5c2 r6c2; cage 25 r4c8 r5c7 r5c8 r6c7 r6c8; cage 16 r2c5 r2c6 r2c7 r2c8; cage 20 r5c6 r6c6 r7c6; cage 12 r7c5 r8c5; cage 13 r9c3 r9c4; cage 18 r2c3 r2c4 r3c4; cage 19 r3c3 r4c3 r5c3 r5c4; cage 12 r2c1 r3c1 r3c2; cage 13 r1c1 r1c2 r2c2',
  ],
];

/** Returns the line of an example. */
export function exampleLine(name: string): string {
  return EXAMPLES.find(([other]) => other === name)?.[1] ?? '';
}
