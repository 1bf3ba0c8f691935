//! What a picture of a step shows beside its candidates: the links of a chain, and the digits that leave a hidden
//! single no other place.

use std::collections::BTreeSet;

use super::fact::Fact;
use super::step::Step;
use satdoku::board::{Candidate, Cell, Digit, Layout, Source};

/// A line between two candidates of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The candidates at its ends.
    pub ends: [Candidate; 2],
    /// True if one of the ends holds, false if at most one does.
    pub is_strong: bool,
}

impl Step {
    /// Returns the links between the cells of a chain, wing or two-line pattern. Links within a cell are left out.
    pub fn links(&self, layout: &Layout) -> Vec<Link> {
        if self.notation.is_none() {
            return Vec::new();
        }
        let members = self
            .facts
            .iter()
            .map(|fact| self.before.members(layout, fact));
        let members: Vec<Vec<Candidate>> = members.collect();
        let mut links: Vec<Link> = Vec::new();
        for (fact, ends) in self.facts.iter().zip(&members) {
            if let (Fact::House(..), &[one, other]) = (fact, &ends[..]) {
                links.push(Link::new(one, other, true));
            }
        }
        // A weak link joins two facts, so both of its ends belong to different ones.
        for (number, near) in members.iter().enumerate() {
            for (one, other) in members[number + 1..]
                .iter()
                .flatten()
                .flat_map(|far| near.iter().map(move |near| (*near, *far)))
            {
                let is_same = one.cell == other.cell || one.digit != other.digit;
                let is_known = || links.iter().any(|link| link.joins(one, other));
                if !is_same
                    && layout.first_shared_house(one.cell, other.cell).is_some()
                    && !is_known()
                {
                    links.push(Link::new(one, other, false));
                }
            }
        }
        links
    }

    /// Returns the solved cells whose digits leave a hidden single no other cell of its house. Every other step has none.
    pub fn blockers(&self, layout: &Layout) -> Vec<Cell> {
        let (&[Fact::House(source, digit)], &[placed]) = (&self.facts[..], &self.places[..]) else {
            return Vec::new();
        };
        let mut blocked = self.other_blanks(layout, source, placed.cell);
        let mut blockers = Vec::new();
        let holders: Vec<Cell> = layout
            .cells()
            .filter(|cell| self.before.placed(*cell) == Some(digit))
            .collect();
        // The digit that blocks most of the cells that are left comes first.
        while let Some((blocker, seen)) = most_seen(layout, &holders, digit, &blocked) {
            blocked.retain(|cell| !seen.contains(cell));
            blockers.push(blocker);
        }
        blockers
    }

    /// Returns the blank cells of a house but one.
    fn other_blanks(&self, layout: &Layout, source: Source, but: Cell) -> BTreeSet<Cell> {
        let house = layout.houses().iter().find(|house| house.source == source);
        let cells = house.map_or(&[][..], |house| &house.cells);
        let blank = |cell: &&Cell| **cell != but && self.before.placed(**cell).is_none();
        cells.iter().filter(blank).copied().collect()
    }
}

impl Link {
    fn new(one: Candidate, other: Candidate, is_strong: bool) -> Link {
        Link {
            ends: [one, other],
            is_strong,
        }
    }

    fn joins(&self, one: Candidate, other: Candidate) -> bool {
        self.ends == [one, other] || self.ends == [other, one]
    }
}

/// Returns the cell whose digit excludes itself from most of the others, with these, or `None` if no cell does.
fn most_seen(
    layout: &Layout,
    holders: &[Cell],
    digit: Digit,
    others: &BTreeSet<Cell>,
) -> Option<(Cell, Vec<Cell>)> {
    let seen = holders.iter().map(|cell| {
        let excluded = layout.excluded(Candidate { cell: *cell, digit });
        let by_relation = excluded.filter(|at| at.digit == digit).map(|at| at.cell);
        let mut seen: BTreeSet<Cell> = layout.peers(*cell).iter().copied().collect();
        seen.extend(by_relation);
        (
            *cell,
            seen.intersection(others).copied().collect::<Vec<_>>(),
        )
    });
    let best = seen.max_by_key(|(cell, seen)| (seen.len(), std::cmp::Reverse(*cell)));
    best.filter(|(_, seen)| !seen.is_empty())
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
