//! The constraints of a board: houses, whose digits all differ, and pair constraints, which forbid
//! a difference between the digits of two cells.
//!
//! Anti-knight and anti-king forbid the difference 0 and non-consecutive forbids the difference 1.
//! The former could also be houses of two cells, but engines count the places of a digit in each
//! house, and a pair has nothing worth counting.

use std::fmt;

use super::cell::{Candidate, Cell, Digit};

/// The kind of a house and its number within that kind, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A region of a jigsaw. Regions are ordered by their first cells.
    Region(usize),
    /// A diagonal: 0 starts in the top left corner, 1 in the top right corner.
    Diagonal(usize),
    /// A window of a windoku, in reading order.
    Window(usize),
    /// A disjoint group: the cells with the same position in their boxes, numbered by that
    /// position.
    Group(usize),
}

impl fmt::Display for HouseKind {
    /// The displayed name, counted from 1: `row 1`.
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

/// A set of cells whose digits all differ. A house with as many cells as the board has digits
/// contains each digit exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// The kind and number of the house.
    pub kind: HouseKind,
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
}

/// The relative position of the cells of a pair constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PairKind {
    /// A knight's move in chess: two cells in one direction and one to the side.
    KnightsMove,
    /// A king's move in chess. Only diagonal moves are listed, because rows and columns already
    /// forbid equal digits in the other directions.
    KingsMove,
    /// Orthogonally adjacent.
    Neighbours,
}

impl fmt::Display for PairKind {
    /// The relation in words: `a knight's move apart`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PairKind::KnightsMove => "a knight's move apart",
            PairKind::KingsMove => "a king's move apart",
            PairKind::Neighbours => "next to each other",
        })
    }
}

/// Two cells whose digits must not differ by a given number, whichever is larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PairConstraint {
    /// The relative position of the cells.
    pub kind: PairKind,
    /// The cells, in ascending order.
    pub cells: [Cell; 2],
    /// The forbidden difference. 0 means that the digits must not be equal.
    pub difference: usize,
}

impl PairConstraint {
    /// Returns true if these digits, in the order of the cells, are forbidden together.
    pub fn forbids(&self, digits: [Digit; 2]) -> bool {
        digits[0].value().abs_diff(digits[1].value()) == self.difference
    }

    /// Returns the candidates in the other cell that exclude `candidate`, which is in one of the
    /// cells: at most two. `size` is the number of digits.
    pub fn excluded(&self, candidate: Candidate, size: usize) -> impl Iterator<Item = Candidate> {
        let [one, other] = self.cells;
        let cell = if candidate.cell == one { other } else { one };
        let (digit, difference) = (candidate.digit.index(), self.difference);
        let lower = digit.checked_sub(difference);
        let higher = (difference > 0 && digit + difference < size).then_some(digit + difference);
        let digits = lower.into_iter().chain(higher).map(Digit::from_index);
        digits.map(move |digit| Candidate { cell, digit })
    }

    /// Returns the number of forbidden pairs of digits on a board with `size` digits.
    pub fn pair_count(&self, size: usize) -> usize {
        let pairs = size.saturating_sub(self.difference);
        if self.difference == 0 {
            pairs
        } else {
            2 * pairs
        }
    }

    /// Returns the forbidden pairs of candidates, each in the order of the cells. There are
    /// [`PairConstraint::pair_count`] of them, numbered from 0 in this order.
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

    /// Returns the numbers of the forbidden pairs that contain `candidate`, which is in one of the
    /// cells: at most two.
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
