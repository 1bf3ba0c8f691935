/** The rules of a board: which cells exclude a digit from each other. */

import type { House } from './protocol';

export class Rules {
  private readonly housesOf: number[][] = [];
  private readonly pairsOf = new Map<number, [other: number, difference: number][]>();

  constructor(
    private readonly size: number,
    readonly houses: House[] = [],
    pairs: ArrayLike<number> = [],
  ) {
    for (let cell = 0; cell < size * size; cell++) this.housesOf.push([]);
    houses.forEach(({ cells }, number) => cells.forEach((cell) => this.housesOf[cell].push(number)));
    for (let at = 0; at < pairs.length; at += 3) {
      this.relate(pairs[at], pairs[at + 1], pairs[at + 2]);
      this.relate(pairs[at + 1], pairs[at], pairs[at + 2]);
    }
  }

  private relate(cell: number, other: number, difference: number): void {
    const pairs = this.pairsOf.get(cell) ?? [];
    pairs.push([other, difference]);
    this.pairsOf.set(cell, pairs);
  }

  /** Returns the cells that cannot have the same digit as this one. */
  peers(cell: number): Set<number> {
    const peers = new Set<number>();
    for (const house of this.housesOf[cell] ?? []) for (const other of this.houses[house].cells) peers.add(other);
    for (const [other, difference] of this.pairsOf.get(cell) ?? []) if (difference === 0) peers.add(other);
    peers.delete(cell);
    return peers;
  }

  /** Returns for each blank cell the digits that no digit on the board excludes. */
  candidates(digits: number[]): number[][] {
    const used = this.houses.map(({ cells }) => new Set(Array.from(cells, (cell) => digits[cell])));
    return digits.map((own, cell) => {
      if (own > 0) return [];
      const pairs = this.pairsOf.get(cell) ?? [];
      const isOpen = (digit: number) =>
        this.housesOf[cell].every((house) => !used[house].has(digit)) &&
        pairs.every(([other, difference]) => digits[other] === 0 || Math.abs(digits[other] - digit) !== difference);
      return Array.from({ length: this.size }, (_, index) => index + 1).filter(isOpen);
    });
  }

  /** Returns the cells whose digits break a rule. */
  clashes(digits: number[]): Set<number> {
    const found = new Set<number>();
    for (const { cells } of this.houses) {
      const seen = new Map<number, number>();
      for (const cell of cells) {
        const digit = digits[cell];
        if (digit === 0) continue;
        const other = seen.get(digit);
        if (other !== undefined) found.add(cell).add(other);
        seen.set(digit, cell);
      }
    }
    for (const [cell, pairs] of this.pairsOf) {
      for (const [other, difference] of pairs) {
        const [one, two] = [digits[cell], digits[other]];
        if (one > 0 && two > 0 && Math.abs(one - two) === difference) found.add(cell);
      }
    }
    return found;
  }
}
