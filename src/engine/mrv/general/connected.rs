//! Connected cells: a cell out of reach is not in, and a cell without which others are out of reach is
//! in.
//!
//! A cell is *in* if it holds one of the digits. Cells that all paths between two cells pass are the
//! articulation points of a graph (J. Hopcroft and R. Tarjan, *Algorithm 447: Efficient Algorithms for
//! Graph Manipulation*, 1973).

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::{Propagator, indices};
use super::scratch::Scratch;
use crate::board::{Cell, Connected, DigitBits};

/// Cells that are connected if they are in, on a board with up to 64 digits.
#[derive(Debug)]
pub(super) struct ConnectedPropagator {
    cells: Vec<u32>,
    /// For each cell, the places of its neighbours.
    neighbours: Vec<Vec<usize>>,
    digits: DigitBits,
    size: Option<usize>,
}

impl ConnectedPropagator {
    pub(super) fn new(cells: &[Cell], connected: &Connected) -> ConnectedPropagator {
        let digits = connected.digits.iter();
        ConnectedPropagator {
            cells: indices(cells),
            neighbours: connected.neighbours.clone(),
            digits: digits.fold(0, |all, digit| all | 1 << digit.index()),
            size: connected.size,
        }
    }
}

impl Propagator for ConnectedPropagator {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// It visits all of its cells, whichever has changed.
    fn is_late(&self) -> bool {
        true
    }

    /// Removes digits from cells that are certainly in, and the others from cells that are not.
    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        let of = |place: usize| position.of(self.cells[place]);
        let places = 0..self.cells.len();
        let can_be_in: Vec<bool> = places
            .clone()
            .map(|place| of(place) & self.digits != 0)
            .collect();
        let is_in: Vec<bool> = places
            .clone()
            .map(|place| of(place) & !self.digits == 0)
            .collect();
        let certain = is_in.iter().filter(|is_in| **is_in).count();
        let possible = can_be_in.iter().filter(|can_be_in| **can_be_in).count();
        if self
            .size
            .is_some_and(|size| !(certain..=possible).contains(&size))
        {
            return Err(Refuted);
        }
        let Some(first) = is_in.iter().position(|is_in| *is_in) else {
            return self.exclude_small_parts(&can_be_in, position);
        };
        let most = self.size.map_or(usize::MAX, |size| size - certain);
        let is_near = self.reach(first, most, &can_be_in, &is_in);
        for place in places.clone().filter(|place| !is_near[*place]) {
            position.restrict(self.cells[place], !self.digits)?;
        }
        for place in self.cut_cells(first, &is_near, &is_in) {
            position.restrict(self.cells[place], self.digits)?;
        }
        Ok(())
    }
}

impl ConnectedPropagator {
    /// Removes the digits from parts with fewer cells than must be in.
    fn exclude_small_parts(
        &self,
        can_be_in: &[bool],
        position: &mut Position,
    ) -> Result<(), Refuted> {
        let Some(size) = self.size else {
            return Ok(());
        };
        let mut is_seen: Vec<bool> = can_be_in.iter().map(|can_be_in| !can_be_in).collect();
        for first in 0..self.cells.len() {
            if is_seen[first] {
                continue;
            }
            let is_near = self.reach(first, usize::MAX, can_be_in, &is_seen);
            let part: Vec<usize> = (0..is_near.len()).filter(|place| is_near[*place]).collect();
            for place in &part {
                is_seen[*place] = true;
                if part.len() < size {
                    position.restrict(self.cells[*place], !self.digits)?;
                }
            }
        }
        Ok(())
    }

    /// Returns, for each cell, true if a path leads there with at most this many cells that are not
    /// certainly in.
    fn reach(&self, first: usize, most: usize, can_be_in: &[bool], is_in: &[bool]) -> Vec<bool> {
        let mut is_reached = vec![false; self.cells.len()];
        is_reached[first] = true;
        // Cells at the same distance, and those one cell further away.
        let (mut near, mut far) = (vec![first], Vec::new());
        let mut distance = 0;
        loop {
            while let Some(place) = near.pop() {
                for neighbour in self.neighbours[place].iter().copied() {
                    if !can_be_in[neighbour] || is_reached[neighbour] {
                        continue;
                    }
                    if is_in[neighbour] {
                        is_reached[neighbour] = true;
                        near.push(neighbour);
                    } else if distance < most {
                        is_reached[neighbour] = true;
                        far.push(neighbour);
                    }
                }
            }
            if far.is_empty() {
                return is_reached;
            }
            std::mem::swap(&mut near, &mut far);
            distance += 1;
        }
    }

    /// Returns the cells without which a cell that is in has no path to the first one, or too few cells
    /// have one.
    fn cut_cells(&self, first: usize, is_near: &[bool], is_in: &[bool]) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let mut is_cut = vec![false; self.cells.len()];
        // The order of the search, the earliest cell that a subtree touches, and the numbers of cells of
        // the subtree that are in, and of all.
        let mut order = vec![UNSEEN; self.cells.len()];
        let mut lowest = vec![UNSEEN; self.cells.len()];
        let mut count: Vec<[usize; 2]> =
            is_in.iter().map(|is_in| [usize::from(*is_in), 1]).collect();
        // The number of cells that are lost without a cell.
        let mut lost = vec![1; self.cells.len()];
        let mut path = vec![(first, 0)];
        let mut seen = 0;
        while let Some((place, next)) = path.last_mut() {
            let place = *place;
            if *next == 0 {
                (order[place], lowest[place]) = (seen, seen);
                seen += 1;
            }
            let neighbour = self.neighbours[place].get(*next).copied();
            *next += 1;
            match neighbour {
                Some(neighbour) if !is_near[neighbour] => {}
                Some(neighbour) if order[neighbour] == UNSEEN => path.push((neighbour, 0)),
                Some(neighbour) => lowest[place] = lowest[place].min(order[neighbour]),
                None => {
                    path.pop();
                    let Some((parent, _)) = path.last() else {
                        continue;
                    };
                    let [certain, all] = count[place];
                    if lowest[place] >= order[*parent] {
                        is_cut[*parent] |= certain > 0;
                        lost[*parent] += all;
                    }
                    lowest[*parent] = lowest[*parent].min(lowest[place]);
                    count[*parent][0] += certain;
                    count[*parent][1] += all;
                }
            }
        }
        let least = self.size.unwrap_or(0);
        let is_needed = |place: &usize| is_cut[*place] || seen < least + lost[*place];
        (0..self.cells.len())
            .filter(|place| is_near[*place])
            .filter(is_needed)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;
    use crate::testing::{blank_on, first_rule};

    /// Returns, for each cell of a row, `#` if it is in, `.` if it is not, and `?` if it can be both, given
    /// the same for some cells and after propagation.
    fn propagated(rows: &[&str], size: Option<usize>) -> Option<Vec<String>> {
        let columns = rows[0].len();
        let size = size.map_or(String::new(), |size| format!(" size {size}"));
        let board = format!(
            "board {}x{columns}; digits 1-2; raw; connected 1{size}",
            rows.len()
        );
        let puzzle = blank_on(&board);
        let (cells, connected) = first_rule!(puzzle.layout(), Connected);
        let connected = ConnectedPropagator::new(cells, connected);
        assert_eq!(puzzle.geometry().value(Digit::from_index(0)), 1);
        let candidates: Vec<DigitBits> = rows
            .concat()
            .chars()
            .map(|cell| match cell {
                '#' => 0b01,
                '.' => 0b10,
                _ => 0b11,
            })
            .collect();
        let mut position = Position::default();
        position.reset(&candidates);
        let peers = Peers::new(puzzle.layout());
        let mut scratch = Scratch::default();
        connected
            .propagate(&mut position, &peers, &mut scratch)
            .ok()?;
        let cells: Vec<char> = (position.candidates.iter())
            .map(|candidates| [' ', '#', '.', '?'][*candidates as usize])
            .collect();
        Some(cells.chunks(columns).map(String::from_iter).collect())
    }

    #[test]
    fn cells_out_of_reach_are_out_and_bridges_are_in() {
        let found = propagated(&["#.????", "????.?", ".??.#?"], None).unwrap();
        assert_eq!(found, ["#.?###", "###?.#", ".??.##"]);
        let found = propagated(&["#?.?", "..??"], None).unwrap();
        assert_eq!(found, ["#?..", "...."]);
        assert_eq!(propagated(&["#.#", "?.?"], None), None);
    }

    #[test]
    fn the_size_bounds_the_distance() {
        let found = propagated(&["#????"], Some(3)).unwrap();
        assert_eq!(found, ["###.."]);
        assert_eq!(propagated(&["#..##"], Some(2)), None);
        let found = propagated(&["##???"], Some(2)).unwrap();
        assert_eq!(found, ["##..."]);
        let found = propagated(&["?????"], Some(2)).unwrap();
        assert_eq!(found, ["?????"]);
        // Cells that are in shorten the paths, and small parts are out.
        let found = propagated(&["#??#???"], Some(5)).unwrap();
        assert_eq!(found, ["#####.."]);
        let found = propagated(&["??.???", "....?."], Some(3)).unwrap();
        assert_eq!(found, ["...???", "....?."]);
        // Without r1c2, two cells would be left.
        let found = propagated(&["#??", "?.?"], Some(3)).unwrap();
        assert_eq!(found, ["##?", "?.."]);
    }
}
