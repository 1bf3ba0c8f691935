//! Clashes: two digits of a grid that the board does not allow together.

use std::fmt;

use super::cell::{Candidate, Cell};
use super::grid::Grid;
use super::house::HouseKind;
use super::layout::Layout;
use super::names::CandidateName;
use super::relation::PairKind;

/// Two digits that a board does not allow together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The rule they break.
    pub kind: ClashKind,
    /// The digits and their cells, in the order of the cells.
    candidates: Box<[CandidateName; 2]>,
}

/// The rule that two digits break together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClashKind {
    /// They are equal and in the same house.
    House(HouseKind),
    /// They break a relation between their cells.
    Pair(PairKind),
    /// They break a drawn constraint, of which this is the text.
    Constraint(String),
}

impl ClashKind {
    fn of_house(kind: HouseKind, layout: &Layout) -> ClashKind {
        match kind {
            HouseKind::Constraint(number) => ClashKind::of_constraint(number, layout),
            kind => ClashKind::House(kind),
        }
    }

    fn of_pair(kind: PairKind, layout: &Layout) -> ClashKind {
        match kind {
            PairKind::Constraint(number) => ClashKind::of_constraint(number, layout),
            kind => ClashKind::Pair(kind),
        }
    }

    fn of_constraint(number: usize, layout: &Layout) -> ClashKind {
        ClashKind::Constraint(layout.constraints()[number].text(layout.geometry()))
    }
}

impl Clash {
    /// Finds the first digit that occurs twice in a house, in the order of the layout, or else the
    /// first two digits that break a relation. The grid has the cells of the layout and no
    /// other digits: both callers have checked.
    pub(super) fn find(layout: &Layout, grid: &Grid) -> Option<Clash> {
        Clash::find_among(layout, grid, true)
    }

    /// The same without what comes from drawn constraints.
    pub(super) fn find_on_board(layout: &Layout, grid: &Grid) -> Option<Clash> {
        Clash::find_among(layout, grid, false)
    }

    fn find_among(layout: &Layout, grid: &Grid, with_drawn: bool) -> Option<Clash> {
        // For each digit, the house in which it was seen last, and its cell there.
        let mut seen = vec![(usize::MAX, Cell::from_index(0)); layout.digit_count()];
        let houses = layout.houses().iter().enumerate();
        for (number, house) in houses.filter(|(_, house)| with_drawn || !house.is_drawn()) {
            for &cell in &house.cells {
                let Some(digit) = grid.get(cell) else {
                    continue;
                };
                let (in_house, first) = seen[digit.index()];
                if in_house == number {
                    return Some(Clash {
                        kind: ClashKind::of_house(house.kind, layout),
                        candidates: Box::new(
                            [first, cell]
                                .map(|cell| Candidate { cell, digit }.name(layout.geometry())),
                        ),
                    });
                }
                seen[digit.index()] = (number, cell);
            }
        }
        let relations = layout.relations().iter();
        let mut relations = relations.filter(|of| with_drawn || !of.is_drawn());
        relations.find_map(|relation| {
            let [one, other] = relation.cells;
            let digits = [grid.get(one)?, grid.get(other)?];
            relation.forbids(digits).then(|| Clash {
                kind: ClashKind::of_pair(relation.kind, layout),
                candidates: Box::new(
                    [(one, digits[0]), (other, digits[1])]
                        .map(|(cell, digit)| Candidate { cell, digit }.name(layout.geometry())),
                ),
            })
        })
    }

    /// The two cells with their digits.
    pub fn candidates(&self) -> &[CandidateName; 2] {
        &self.candidates
    }

    /// The two cells, in ascending order.
    pub fn cells(&self) -> [Cell; 2] {
        [0, 1].map(|place: usize| self.candidates[place].candidate().cell)
    }
}

impl fmt::Display for Clash {
    /// `r1c1=5 and r1c7=5 in row 1`, `r1c1=5 and r2c3=5 a knight's move apart`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.candidates();
        match &self.kind {
            ClashKind::House(house) => write!(f, "{one} and {other} in {house}"),
            ClashKind::Pair(kind) => write!(f, "{one} and {other} {kind}"),
            ClashKind::Constraint(text) => write!(f, "{one} and {other} in {text}"),
        }
    }
}
