//! Connected cells: cells out of reach of one that is in are not in, and if just enough cells are in
//! reach, all of them are in.

use super::filter::keep;
use crate::board::{Connected, DigitBits};

/// What follows for connected cells, by their places: no cell of `out` is in, and all of `needed` are.
#[derive(Debug, Default)]
struct Reach {
    /// The cells that cannot be in.
    out: Vec<usize>,
    /// The cells that must be in.
    needed: Vec<usize>,
}

impl Reach {
    /// Returns what follows from the cells that can be in and those that are. Returns `None` if too many
    /// are in or too few can be.
    fn of(
        connected: &Connected,
        can_be_in: impl Fn(usize) -> bool,
        is_in: impl Fn(usize) -> bool,
    ) -> Option<Reach> {
        let places = 0..connected.neighbours.len();
        let certain = places.clone().filter(|place| is_in(*place)).count();
        let possible = places.clone().filter(|place| can_be_in(*place)).count();
        let size = connected.size;
        if size.is_some_and(|size| !(certain..=possible).contains(&size)) {
            return None;
        }
        let Some(first) = places.clone().find(|place| is_in(*place)) else {
            return Some(Reach::default());
        };
        let most = size.map_or(usize::MAX, |size| size - certain);
        let distances = distances(connected, first, can_be_in, &is_in);
        let (near, out): (Vec<usize>, Vec<usize>) =
            places.partition(|place| distances[*place].is_some_and(|distance| distance <= most));
        let needed = match size {
            Some(size) if near.len() < size => return None,
            Some(size) if near.len() == size => near,
            _ => Vec::new(),
        };
        Some(Reach { out, needed })
    }
}

/// Returns, for each cell, the fewest cells that are not certainly in on a path to it, or `None` if there
/// is no path.
fn distances(
    connected: &Connected,
    first: usize,
    can_be_in: impl Fn(usize) -> bool,
    is_in: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut distances = vec![None; connected.neighbours.len()];
    let (mut here, mut next) = (vec![first], Vec::new());
    let mut distance = 0;
    while !here.is_empty() {
        while let Some(place) = here.pop() {
            if distances[place].is_some() {
                continue;
            }
            distances[place] = Some(distance);
            for neighbour in &connected.neighbours[place] {
                match can_be_in(*neighbour) {
                    true if is_in(*neighbour) => here.push(*neighbour),
                    true => next.push(*neighbour),
                    false => {}
                }
            }
        }
        std::mem::swap(&mut here, &mut next);
        distance += 1;
    }
    distances
}

/// Removes the digits of connected cells that are out of reach, and the others of those that are needed.
pub(super) fn filter(connected: &Connected, digits: &mut [DigitBits]) -> Option<bool> {
    let in_set = connected.digits.iter();
    let in_set: DigitBits = in_set.fold(0, |all, digit| all | 1 << digit.index());
    let can_be_in = |place: usize| digits[place] & in_set != 0;
    let is_in = |place: usize| digits[place] & !in_set == 0;
    let reach = Reach::of(connected, can_be_in, is_in)?;
    let mut is_changed = false;
    for place in reach.out {
        is_changed |= keep(&mut digits[place], !in_set)?;
    }
    for place in reach.needed {
        is_changed |= keep(&mut digits[place], in_set)?;
    }
    Some(is_changed)
}

#[cfg(test)]
mod tests {
    use crate::board::Cell;
    use crate::propagate::Candidates;
    use crate::propagate::tests::{digits, propagated_with};
    use crate::testing::blank_on;

    #[test]
    fn a_cell_that_is_cut_off_holds_none_of_the_digits() {
        // r1c1 is a 1; r1c2 and r2c1 are neither 1 nor 2, so that no path leads to any other cell.
        let cut = ["connected 1 2", "sum 7 r1c2 r2c1", "difference 1 r1c2 r2c1"];
        let candidates = propagated_with("2x2", "1...............", &cut);
        assert!(candidates.is_err());
        let whole = propagated_with("2x2", "1...............", &cut[..1]).unwrap();
        assert_eq!(digits(&whole, 4, 4), [1, 2, 3, 4]);
    }

    #[test]
    fn the_size_bounds_the_paths_and_what_is_in_reach_is_needed() {
        let candidates = |lines: &str| {
            let puzzle = blank_on(&format!(
                "board 1x6; digits 1-6; variables x 1x6 0-1; {lines}"
            ));
            let mut candidates = Candidates::new(&puzzle);
            candidates.propagate().ok()?;
            let first = puzzle.geometry().variables_named("x")?.next()?.index();
            Some(
                (first..first + 6)
                    .map(move |cell| candidates.count(Cell::from_index(cell)))
                    .collect::<Vec<_>>(),
            )
        };
        // From x.r1c2, two more cells: x.r1c4 at most.
        let rule = "connected 1 size 3: x; given x.r1c2=1";
        assert_eq!(candidates(rule).unwrap(), [2, 1, 2, 2, 1, 1]);
        let rule = "connected 1 size 3: x; given x.r1c1=1";
        assert_eq!(candidates(rule).unwrap(), [1, 1, 1, 1, 1, 1]);
        let rule = "connected 1 size 3: x; given x.r1c1=1 x.r1c4=1";
        assert_eq!(candidates(rule), None);
    }
}
