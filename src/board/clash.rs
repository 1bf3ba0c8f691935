//! Clashes: two digits of a grid that the board does not allow together.

use std::fmt;

use super::cell::{Candidate, Cell};
use super::grid::Grid;
use super::layout::Layout;
use super::names::CandidateName;
use super::source::Source;

/// Two digits that a board does not allow together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The origin of the house or relation that they break.
    pub source: Source,
    /// The text of the drawn constraint that is the origin, if one is.
    pub constraint: Option<Box<str>>,
    /// The digits and their cells, in the order of the cells.
    candidates: Box<[CandidateName; 2]>,
}

impl Clash {
    /// Finds the first digit that occurs twice in a house, in the order of the layout, or else the
    /// first two digits that break a relation. What comes from drawn constraints counts only `with_drawn`. The
    /// grid has the cells of the layout and no other digits: both callers have checked.
    pub(super) fn find(layout: &Layout, grid: &Grid, with_drawn: bool) -> Option<Clash> {
        // For each digit, the house in which it was seen last, and its cell there.
        let mut seen = vec![(usize::MAX, Cell::from_index(0)); layout.digit_count()];
        let houses = layout.houses().iter().enumerate();
        for (number, house) in houses.filter(|(_, house)| with_drawn || !house.source.is_drawn()) {
            for &cell in &house.cells {
                let Some(digit) = grid.get(cell) else {
                    continue;
                };
                let (in_house, first) = seen[digit.index()];
                if in_house == number {
                    let candidates = [first, cell].map(|cell| Candidate { cell, digit });
                    return Some(Clash::new(layout, house.source, candidates));
                }
                seen[digit.index()] = (number, cell);
            }
        }
        let relations = layout.relations().iter();
        let mut relations = relations.filter(|of| with_drawn || !of.source.is_drawn());
        relations.find_map(|relation| {
            let in_grid = |cell| grid.get(cell).map(|digit| Candidate { cell, digit });
            let [one, other] = [in_grid(relation.cells[0])?, in_grid(relation.cells[1])?];
            let is_clash = relation.excluded(one).any(|excluded| excluded == other);
            is_clash.then(|| Clash::new(layout, relation.source, [one, other]))
        })
    }

    fn new(layout: &Layout, source: Source, candidates: [Candidate; 2]) -> Clash {
        let board = layout.geometry();
        let constraint = source.constraint().map(|of| &layout.constraints()[of]);
        Clash {
            source,
            constraint: constraint.map(|constraint| constraint.text(board).into()),
            candidates: Box::new(candidates.map(|candidate| candidate.name(board))),
        }
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
        write!(f, "{one} and {other} ")?;
        match &self.constraint {
            Some(constraint) => write!(f, "in {constraint}"),
            None if self.source.is_of_pairs() => self.source.fmt(f),
            None => write!(f, "in {}", self.source),
        }
    }
}
