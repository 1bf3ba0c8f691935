//! Connected cells: a cell out of reach is not in, and a cell without which others are out of reach is
//! in.
//!
//! A cell is *in* if it holds one of the digits. Cells that all paths between two cells pass are the
//! articulation points of a graph (J. Hopcroft and R. Tarjan, *Algorithm 447: Efficient Algorithms for
//! Graph Manipulation*, 1973).

use super::position::{MaskPosition, Refuted};
use crate::board::{Connected, DigitBits};

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
    pub(super) fn new(connected: &Connected) -> ConnectedPropagator {
        let digits = connected.digits.iter();
        ConnectedPropagator {
            cells: connected
                .cells
                .iter()
                .map(|cell| cell.index() as u32)
                .collect(),
            neighbours: connected.neighbours.clone(),
            digits: digits.fold(0, |all, digit| all | 1 << digit.index()),
            size: connected.size,
        }
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes digits from cells that are certainly in, and the others from cells that are not.
    pub(super) fn propagate(&self, position: &mut MaskPosition) -> Result<(), Refuted> {
        let of = |place: usize| position.candidates[self.cells[place] as usize];
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
            return Ok(());
        };
        let steps = self.size.map_or(usize::MAX, |size| size - 1);
        let is_near = self.reach(first, steps, &can_be_in);
        for place in places.clone().filter(|place| !is_near[*place]) {
            position.restrict(self.cells[place], !self.digits)?;
        }
        let mut needed = self.cut_cells(first, &is_near, &is_in);
        if self.size.is_some_and(|size| size == certain) {
            for place in places.filter(|place| !is_in[*place]) {
                position.restrict(self.cells[place], !self.digits)?;
            }
        } else if self.size == Some(is_near.iter().filter(|is_near| **is_near).count()) {
            needed.extend(places.filter(|place| is_near[*place]));
        }
        for place in needed {
            position.restrict(self.cells[place], self.digits)?;
        }
        Ok(())
    }

    /// Returns, for each cell, true if a path of at most this many steps leads there.
    fn reach(&self, first: usize, steps: usize, can_be_in: &[bool]) -> Vec<bool> {
        let mut is_reached = vec![false; self.cells.len()];
        is_reached[first] = true;
        let mut reached = vec![(first, 0)];
        let mut next = 0;
        while let Some(&(place, distance)) = reached.get(next) {
            next += 1;
            for neighbour in &self.neighbours[place] {
                if can_be_in[*neighbour] && !is_reached[*neighbour] && distance < steps {
                    is_reached[*neighbour] = true;
                    reached.push((*neighbour, distance + 1));
                }
            }
        }
        is_reached
    }

    /// Returns the cells without which a cell that is in has no path to the first one.
    fn cut_cells(&self, first: usize, is_near: &[bool], is_in: &[bool]) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let mut cut = Vec::new();
        // The order of the search, the earliest cell that a subtree touches, and the number of cells of
        // the subtree that are in.
        let mut order = vec![UNSEEN; self.cells.len()];
        let mut lowest = vec![UNSEEN; self.cells.len()];
        let mut count: Vec<usize> = is_in.iter().map(|is_in| usize::from(*is_in)).collect();
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
                    if lowest[place] >= order[*parent] && count[place] > 0 {
                        cut.push(*parent);
                    }
                    lowest[*parent] = lowest[*parent].min(lowest[place]);
                    count[*parent] += count[place];
                }
            }
        }
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;
    use crate::testing::blank_on;

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
        let connected = ConnectedPropagator::new(&puzzle.layout().connected()[0]);
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
        let mut position = MaskPosition::default();
        position.reset(&candidates, 1);
        position.count(2);
        connected.propagate(&mut position).ok()?;
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
    }
}
