/** The rules of a board: which cells exclude a digit from each other. */

import type { House, Relation } from './protocol';

/** Another cell, and for each digit of this one the digits that it cannot hold. */
interface Partner {
  other: number;
  forbidden: Map<number, Set<number>>;
}

export class Rules {
  private readonly housesOf: number[][] = [];
  private readonly partnersOf = new Map<number, Partner[]>();

  constructor(
    cells: number,
    /** The number of digits. */
    private readonly digits: number,
    readonly houses: House[] = [],
    relations: Relation[] = [],
    /** The rules of the variants and drawn constraints, as sentences. */
    readonly sentences: string[] = [],
    /** Digits that a cell cannot hold because of one constraint: cell, digit, cell, digit, … */
    readonly excluded: number[] = [],
  ) {
    for (let cell = 0; cell < cells; cell++) this.housesOf.push([]);
    for (const [number, house] of houses.entries()) {
      for (const cell of house.cells) this.housesOf[cell].push(number);
    }
    for (const { cells, forbidden } of relations) {
      const [there, back] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()];
      for (let at = 0; at < forbidden.length; at += 2) {
        const [one, two] = [forbidden[at], forbidden[at + 1]];
        there.set(one, (there.get(one) ?? new Set()).add(two));
        back.set(two, (back.get(two) ?? new Set()).add(one));
      }
      this.relate(cells[0], { other: cells[1], forbidden: there });
      this.relate(cells[1], { other: cells[0], forbidden: back });
    }
  }

  private relate(cell: number, partner: Partner): void {
    this.partnersOf.set(cell, [...(this.partnersOf.get(cell) ?? []), partner]);
  }

  /** Returns the cells that cannot have the same digit as this one. */
  peers(cell: number): Set<number> {
    const peers = new Set<number>();
    for (const house of this.housesOf[cell] ?? []) for (const other of this.houses[house].cells) peers.add(other);
    const digits = Array.from({ length: this.digits }, (_, index) => index + 1);
    for (const { other, forbidden } of this.partnersOf.get(cell) ?? []) {
      if (digits.every((digit) => forbidden.get(digit)?.has(digit))) peers.add(other);
    }
    peers.delete(cell);
    return peers;
  }

  /** Returns for each blank cell the digits that no digit on the board excludes. */
  candidates(digits: number[]): number[][] {
    const used = this.houses.map(({ cells }) => new Set(Array.from(cells, (cell) => digits[cell])));
    return digits.map((own, cell) => {
      if (own > 0) return [];
      const partners = this.partnersOf.get(cell) ?? [];
      const isOpen = (digit: number) =>
        this.housesOf[cell].every((house) => !used[house].has(digit)) &&
        partners.every(({ other, forbidden }) => !forbidden.get(digit)?.has(digits[other]));
      return Array.from({ length: this.digits }, (_, index) => index + 1).filter(isOpen);
    });
  }

  /** Returns the cells whose digits break a rule, and those of the houses in which they do. */
  clashes(digits: number[]): { cells: Set<number>; houses: Set<number> } {
    const found = new Set<number>();
    const houses = new Set<number>();
    for (const { cells } of this.houses) {
      const seen = new Map<number, number>();
      for (const cell of cells) {
        const digit = digits[cell];
        if (digit === 0) continue;
        const other = seen.get(digit);
        if (other !== undefined) {
          found.add(cell).add(other);
          for (const of of cells) houses.add(of);
        }
        seen.set(digit, cell);
      }
    }
    for (const [cell, partners] of this.partnersOf) {
      for (const { other, forbidden } of partners) {
        if (forbidden.get(digits[cell])?.has(digits[other])) found.add(cell);
      }
    }
    return { cells: found, houses };
  }
}
