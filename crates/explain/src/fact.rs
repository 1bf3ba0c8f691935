//! Facts, the premises of steps, and the exclusions that every step may use.

use std::fmt;
use std::sync::Arc;

use super::house_sum::HouseSum;
use super::text::words::HouseName;
use satdoku::board::{Candidate, Cell, Digit, Layout, Source};

/// A rule of the board that requires something: every solution has at least one of the candidates of
/// a cell or house, and digits in the cells of a drawn constraint that obey it.
///
/// That two candidates exclude each other is not a fact, unless a drawn relation such as a
/// thermometer says so: every step may use it freely.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The cell has a digit.
    Cell(Cell),
    /// The house has a place for the digit.
    House(Source, Digit),
    /// The drawn constraint with this number holds. Its cells have digits, and they obey its rule.
    Constraint(usize),
    /// A sum that full houses and the cages in them imply. Its cells have digits with that sum.
    Sum(Arc<HouseSum>),
    /// The puzzle has one solution, so that one of the other candidates in the cells of this pattern
    /// holds. Steps use this fact only if [`Explainer::assuming_unique`](super::Explainer::assuming_unique)
    /// allows it.
    OneSolution(DeadlyPattern),
}

/// Candidates whose solutions come in pairs: a puzzle with one solution has another candidate there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeadlyPattern {
    /// Two digits in four cells. If the cells have only these, the first and the last cell have the same
    /// digit, and exchanging the two digits gives another solution.
    Rectangle {
        /// The first two cells are in one row, and the others in another row, in the same columns.
        cells: [Cell; 4],
        /// The digits that can be exchanged.
        digits: [Digit; 2],
    },
    /// All open candidates but this one: two in each cell, and two places for each digit in each house.
    /// If this one does not hold, changing every cell to its other candidate gives another solution. It
    /// is also called a bivalue universal grave (BUG).
    AllBut(Candidate),
}

impl Fact {
    /// Returns the name for output: `r1c1`, `7 in box 5`, `cage 17 r1c1 r1c2`, `r3c3 (box 1, cage 40 r1c1 …)` or
    /// `one solution (1 2 in r1c1 r1c5 r2c1 r2c5)`.
    pub fn name<'a>(&'a self, layout: &'a Layout) -> FactName<'a> {
        FactName { fact: self, layout }
    }

    /// Returns the facts about cells and houses: the cells in reading order, then every digit of every house that has
    /// a cell for each digit.
    pub(super) fn all(layout: &Layout) -> Vec<Fact> {
        let digits = || layout.geometry().grid_digits().map(Digit::from_index);
        let full = layout.houses().iter().filter(|house| layout.is_full(house));
        let of_houses =
            full.flat_map(|house| digits().map(|digit| Fact::House(house.source, digit)));
        layout.cells().map(Fact::Cell).chain(of_houses).collect()
    }

    /// True for a drawn constraint or a sum.
    pub(super) fn is_rule(&self) -> bool {
        matches!(self, Fact::Constraint(_) | Fact::Sum(_))
    }
}

/// True if no solution has both candidates, and no fact is needed to see this: they are in one cell, or
/// have the same digit in one house, or a rule of the whole board excludes them.
pub(super) fn exclude_each_other(layout: &Layout, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        return one.digit != other.digit;
    }
    let shares_house = || layout.first_shared_house(one.cell, other.cell).is_some();
    (one.digit == other.digit && shares_house())
        || excluded_by_rules(layout, one).any(|excluded| excluded == other)
}

/// Returns the candidates that relations of the whole board, such as anti-knight, exclude together
/// with this one.
pub(super) fn excluded_by_rules(
    layout: &Layout,
    candidate: Candidate,
) -> impl Iterator<Item = Candidate> + '_ {
    let relations = layout.relations_of(candidate.cell);
    relations
        .filter(|relation| !relation.source.is_drawn())
        .flat_map(move |relation| relation.excluded(candidate))
}

/// The name of a [`Fact`]; see [`Fact::name`].
#[derive(Debug, Clone, Copy)]
pub struct FactName<'a> {
    fact: &'a Fact,
    layout: &'a Layout,
}

impl fmt::Display for FactName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.layout.geometry();
        match self.fact {
            Fact::Cell(cell) => cell.name(board).fmt(f),
            Fact::House(house, digit) => {
                write!(f, "{} in {}", board.value(*digit), HouseName(*house))
            }
            Fact::Constraint(number) => match self.layout.constraints().get(*number) {
                Some(constraint) => f.write_str(&constraint.label(board)),
                None => write!(f, "constraint {}", number + 1),
            },
            Fact::Sum(sum) => f.write_str(&sum.name(self.layout)),
            Fact::OneSolution(DeadlyPattern::Rectangle { cells, digits }) => {
                let [one, other] = digits.map(|digit| board.value(digit));
                write!(f, "one solution ({one} {other} in")?;
                for cell in cells {
                    write!(f, " {}", cell.name(board))?;
                }
                f.write_str(")")
            }
            Fact::OneSolution(DeadlyPattern::AllBut(extra)) => {
                write!(f, "one solution (all but {})", extra.name(board))
            }
        }
    }
}
