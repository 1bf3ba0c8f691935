//! What a picture of a step shows beside its candidates: the links of a chain, and the digits that leave a hidden
//! single no other place.

use std::cmp::Reverse;

use super::fact::Fact;
use super::step::Step;
use super::techniques::chain::{Chain, Link};
use satdoku::board::{Candidate, Cell, Layout};

impl Step {
    /// Returns the links between the cells of a chain, wing or two-line pattern. Links within a cell are left out.
    pub fn links(&self) -> Vec<Link> {
        self.pattern
            .chain()
            .map_or_else(Vec::new, Chain::between_cells)
    }

    /// Returns the solved cells whose digits leave a hidden single no other cell of its house. Every other step has none.
    pub fn blockers(&self, layout: &Layout) -> Vec<Cell> {
        let (&[Fact::House(source, digit)], &[placed]) = (&self.facts[..], &self.places[..]) else {
            return Vec::new();
        };
        let house = layout.houses().iter().find(|house| house.source == source);
        let others = house.into_iter().flat_map(|house| house.cells.clone());
        let is_blank = |cell: &Cell| self.before.placed(*cell).is_none();
        let mut blocked: Vec<Cell> = others.filter(is_blank).collect();
        blocked.retain(|cell| *cell != placed.cell);
        let has_digit = |cell: &Cell| self.before.placed(*cell) == Some(digit);
        let holders: Vec<Cell> = layout.cells().filter(has_digit).collect();
        let excludes = |holder: Cell, cell: Cell| {
            let [holds, other] = [holder, cell].map(|cell| Candidate { cell, digit });
            layout.first_shared_house(holder, cell).is_some()
                || layout.excluded(holds).any(|excluded| excluded == other)
        };
        let mut blockers = Vec::new();
        // The digit that blocks most of the cells that are left comes first.
        loop {
            let count = |of: Cell| blocked.iter().filter(|cell| excludes(of, **cell)).count();
            let best = holders.iter().max_by_key(|of| (count(**of), Reverse(**of)));
            match best {
                Some(best) if count(*best) > 0 => {
                    blocked.retain(|cell| !excludes(*best, *cell));
                    blockers.push(*best);
                }
                _ => return blockers,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Explainer;
    use satdoku::board::Puzzle;

    #[test]
    fn a_hidden_single_has_the_digits_that_block_its_house() {
        // 1 in box 1: rows 2 and 3 and column 1 are blocked, and r1c2 is full.
        let puzzle: Puzzle =
            ".2.......\n......1..\n...1.....\n.........\n1........\n.........\n.........\n.........\n........."
                .replace('\n', "")
                .parse()
                .unwrap();
        let mut explainer = Explainer::default();
        let step = explainer.steps(&puzzle).unwrap().next().unwrap().unwrap();
        assert_eq!(step.conclusion(), "r1c3 is 1");
        let names = step.blockers(puzzle.layout());
        let names: Vec<String> = names
            .iter()
            .map(|cell| cell.name(puzzle.geometry()).to_string())
            .collect();
        assert_eq!(names, ["r2c7", "r3c4", "r5c1"]);
    }
}
