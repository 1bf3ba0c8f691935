//! Connected cells: cells out of reach of one that is in are not in.

use super::Propagation;
use crate::board::{Connected, Contradiction};

/// Returns the places of the cells to which no path leads from a cell that is in, through cells that can
/// be in; none if no cell is certainly in. Returns `None` if too many cells are in or too few can be.
pub fn out_of_reach(
    connected: &Connected,
    can_be_in: impl Fn(usize) -> bool,
    is_in: impl Fn(usize) -> bool,
) -> Option<Vec<usize>> {
    let places = 0..connected.cells.len();
    if let Some(size) = connected.size {
        let certain = places.clone().filter(|place| is_in(*place)).count();
        let possible = places.clone().filter(|place| can_be_in(*place)).count();
        if !(certain..=possible).contains(&size) {
            return None;
        }
    }
    let Some(first) = places.clone().find(|place| is_in(*place)) else {
        return Some(Vec::new());
    };
    let mut is_reached = vec![false; connected.cells.len()];
    is_reached[first] = true;
    let mut left = vec![first];
    while let Some(place) = left.pop() {
        for neighbour in &connected.neighbours[place] {
            if !is_reached[*neighbour] && can_be_in(*neighbour) {
                is_reached[*neighbour] = true;
                left.push(*neighbour);
            }
        }
    }
    Some(places.filter(|place| !is_reached[*place]).collect())
}

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits of connected cells that are out of reach.
    pub(super) fn connected(&mut self, connected: &Connected) -> Result<(), Contradiction> {
        let mut digits = [0; W];
        for digit in &connected.digits {
            digits[digit.index() / 64] |= 1 << (digit.index() % 64);
        }
        let bits = |place: usize| &self.bits[connected.cells[place].index()];
        let can_be_in = |place: usize| (0..W).any(|word| bits(place)[word] & digits[word] != 0);
        let is_in = |place: usize| (0..W).all(|word| bits(place)[word] & !digits[word] == 0);
        let Some(out_of_reach) = out_of_reach(connected, can_be_in, is_in) else {
            let cell = connected.cells[0].name(self.layout.geometry());
            return Err(Contradiction::NoDigit(cell));
        };
        for place in out_of_reach {
            self.remove(connected.cells[place], digits)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn a_cell_that_is_cut_off_holds_none_of_the_digits() {
        // r1c1 is a 1; r1c2 and r2c1 are neither 1 nor 2, so that no path leads to any other cell.
        let cut = ["connected 1 2", "sum 7 r1c2 r2c1", "difference 1 r1c2 r2c1"];
        let candidates = propagated_with("2x2", "1...............", &cut);
        assert!(candidates.is_err());
        let whole = propagated_with("2x2", "1...............", &cut[..1]).unwrap();
        assert_eq!(digits(&whole, 4, 4), [1, 2, 3, 4]);
    }
}
