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

  /** Returns the candidates that a digit in a cell excludes. */
  private excluded(cell: number, digit: number): [cell: number, digit: number][] {
    const found: [number, number][] = Array.from(this.peers(cell), (peer) => [peer, digit]);
    for (const [other, difference] of this.pairsOf.get(cell) ?? []) {
      if (difference > 0) found.push([other, digit - difference], [other, digit + difference]);
    }
    return found;
  }

  /** Returns for each blank cell the digits that no digit on the board excludes. */
  candidates(digits: number[]): number[][] {
    const left = digits.map((digit) => new Array<boolean>(this.size + 1).fill(digit === 0));
    digits.forEach((digit, cell) => {
      if (digit === 0) return;
      for (const [other, excluded] of this.excluded(cell, digit)) left[other][excluded] = false;
    });
    return left.map((isLeft) => isLeft.flatMap((is, digit) => (is && digit > 0 && digit <= this.size ? [digit] : [])));
  }

  /** Returns the cells whose digits break a rule. */
  clashes(digits: number[]): Set<number> {
    const found = new Set<number>();
    digits.forEach((digit, cell) => {
      if (digit === 0) return;
      for (const [other, excluded] of this.excluded(cell, digit)) if (excluded > 0 && digits[other] === excluded) found.add(other);
    });
    return found;
  }
}
