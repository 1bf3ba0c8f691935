//! The constraints of a board: houses, whose digits all differ, and pairs of cells whose digits may
//! not differ by some number.
//!
//! Anti-knight and anti-king say of pairs of cells that their digits differ (not by 0), and
//! non-consecutive that they do not differ by 1. A house could say the first too, one of two cells
//! for each pair; but a house keeps count of its places, and a pair has nothing to count.

use std::fmt;

use super::cell::{Candidate, Cell, Digit};

/// What a house is, numbered from 0 within its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A region of a jigsaw, in the order of their first cells.
    Region(usize),
    /// A diagonal: 0 begins in the top left corner, 1 in the top right one.
    Diagonal(usize),
    /// A window of a windoku, in reading order.
    Window(usize),
    /// The cells with one place in their boxes, by that place in reading order.
    Group(usize),
}

impl fmt::Display for HouseKind {
    /// The name a person reads, counted from 1: `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseKind::Row(index) => write!(f, "row {}", index + 1),
            HouseKind::Column(index) => write!(f, "column {}", index + 1),
            HouseKind::Box(index) => write!(f, "box {}", index + 1),
            HouseKind::Region(index) => write!(f, "region {}", index + 1),
            HouseKind::Diagonal(0) => f.write_str("the diagonal from top left"),
            HouseKind::Diagonal(_) => f.write_str("the diagonal from top right"),
            HouseKind::Window(index) => write!(f, "window {}", index + 1),
            HouseKind::Group(index) => write!(f, "group {}", index + 1),
        }
    }
}

/// A group of different cells. With as many cells as the board has digits it holds each digit
/// exactly once, with fewer it holds each digit at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// What a person calls it.
    pub kind: HouseKind,
    /// Its cells in rising order.
    pub cells: Vec<Cell>,
}

/// How the cells of a pair constraint lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairKind {
    /// As a knight moves in chess: two cells along, one aside.
    KnightsMove,
    /// As a king moves in chess. His moves along rows and columns exclude nothing that those
    /// houses do not, so only those along diagonals are listed.
    KingsMove,
    /// One beside or below the other.
    Neighbours,
}

impl fmt::Display for PairKind {
    /// How a person says where the one digit is from the other: `a knight's move apart`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PairKind::KnightsMove => "a knight's move apart",
            PairKind::KingsMove => "a king's move apart",
            PairKind::Neighbours => "next to each other",
        })
    }
}

/// Two cells whose digits may not differ by a certain number, whichever of them is the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PairConstraint {
    /// How the cells lie to each other.
    pub kind: PairKind,
    /// The cells, in rising order.
    pub cells: [Cell; 2],
    /// The difference that is forbidden. 0 says that the digits are not equal.
    pub difference: usize,
}

impl PairConstraint {
    /// Whether these digits, in the order of the cells, are forbidden together.
    pub fn forbids(&self, digits: [Digit; 2]) -> bool {
        digits[0].value().abs_diff(digits[1].value()) == self.difference
    }

    /// The candidates in the other cell that exclude `candidate`, which is in one of the cells, on
    /// a board with `size` digits: two at most.
    pub fn excluded(&self, candidate: Candidate, size: usize) -> impl Iterator<Item = Candidate> {
        let [one, other] = self.cells;
        let cell = if candidate.cell == one { other } else { one };
        let (digit, difference) = (candidate.digit.index(), self.difference);
        let lower = digit.checked_sub(difference);
        let higher = (difference > 0 && digit + difference < size).then_some(digit + difference);
        let digits = lower.into_iter().chain(higher).map(Digit::from_index);
        digits.map(move |digit| Candidate { cell, digit })
    }

    /// The number of pairs of digits that are forbidden, on a board with `size` digits.
    pub fn pair_count(&self, size: usize) -> usize {
        let pairs = size.saturating_sub(self.difference);
        if self.difference == 0 {
            pairs
        } else {
            2 * pairs
        }
    }

    /// The forbidden pairs of candidates, in the order of the cells: as many as
    /// [`PairConstraint::pair_count`] says, the place of each being its number.
    pub fn pairs(&self, size: usize) -> impl Iterator<Item = [Candidate; 2]> {
        let PairConstraint {
            cells, difference, ..
        } = *self;
        let orders = if difference == 0 { 1 } else { 2 };
        (0..self.pair_count(size)).map(move |number| {
            let (low, order) = (number / orders, number % orders);
            let mut digits = [low, low + difference];
            digits.rotate_right(order);
            [0, 1].map(|place| Candidate {
                cell: cells[place],
                digit: Digit::from_index(digits[place]),
            })
        })
    }

    /// The numbers of the pairs that `candidate`, which is in one of the cells, is part of: two at
    /// most.
    pub fn pairs_with(&self, candidate: Candidate, size: usize) -> impl Iterator<Item = usize> {
        let is_second = usize::from(candidate.cell == self.cells[1]);
        let (digit, difference) = (candidate.digit.index(), self.difference);
        let (as_low, as_high) = match difference {
            0 => (Some(digit), None),
            _ => (
                (digit + difference < size).then_some(2 * digit + is_second),
                digit
                    .checked_sub(difference)
                    .map(|low| 2 * low + 1 - is_second),
            ),
        };
        as_low.into_iter().chain(as_high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair_constraint(difference: usize) -> PairConstraint {
        PairConstraint {
            kind: PairKind::Neighbours,
            cells: [Cell::from_index(3), Cell::from_index(7)],
            difference,
        }
    }

    #[test]
    fn all_views_of_the_forbidden_pairs_agree() {
        let size = 6;
        for difference in [0, 1, 2, 5, 6] {
            let pair_constraint = pair_constraint(difference);
            let pairs: Vec<[Candidate; 2]> = pair_constraint.pairs(size).collect();
            assert_eq!(pairs.len(), pair_constraint.pair_count(size));
            let mut expected = Vec::new();
            for one in (0..size).map(Digit::from_index) {
                for other in (0..size).map(Digit::from_index) {
                    if pair_constraint.forbids([one, other]) {
                        let [first, second] = pair_constraint.cells;
                        expected.push([
                            Candidate {
                                cell: first,
                                digit: one,
                            },
                            Candidate {
                                cell: second,
                                digit: other,
                            },
                        ]);
                    }
                }
            }
            let mut sorted = pairs.clone();
            sorted.sort();
            assert_eq!(sorted, expected, "difference {difference}");
            for cell in pair_constraint.cells {
                for digit in (0..size).map(Digit::from_index) {
                    let candidate = Candidate { cell, digit };
                    let holds = |pair: &&[Candidate; 2]| pair.contains(&candidate);
                    let mut with: Vec<_> = pairs.iter().filter(holds).copied().collect();
                    let mut numbered: Vec<_> = pair_constraint
                        .pairs_with(candidate, size)
                        .map(|number| pairs[number])
                        .collect();
                    let mut excluded: Vec<_> = pair_constraint
                        .excluded(candidate, size)
                        .map(|other| {
                            let mut pair = [candidate, other];
                            pair.sort();
                            pair
                        })
                        .collect();
                    for list in [&mut with, &mut numbered, &mut excluded] {
                        list.sort();
                    }
                    assert_eq!((&numbered, &excluded), (&with, &with));
                }
            }
        }
    }
}
