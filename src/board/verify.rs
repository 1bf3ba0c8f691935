//! Verification of solutions against the givens of a puzzle, the houses and relations of its board, and
//! the definitions of its drawn constraints. Nothing that is made from those constraints, or that a
//! solver or an encoder has computed, has a say. Every grid that leaves the library has passed it.

use thiserror::Error;

use super::cell::{Candidate, Cell, Digit};
use super::clash::Clash;
use super::definitions::Definitions;
use super::grid::Grid;
use super::mismatch::Mismatch;
use super::primitive::Primitive;
use super::puzzle::Puzzle;

/// The reason why a grid does not solve a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{mismatch}")]
pub struct Violation {
    /// What was expected and found.
    pub mismatch: Box<Mismatch>,
    /// The cells concerned; none if the grid and the puzzle have different cells or digits.
    pub cells: Vec<Cell>,
}

impl Violation {
    fn new(expected: &str, found: String, cells: Vec<Cell>) -> Violation {
        Violation {
            mismatch: Mismatch::new(expected, found).into(),
            cells,
        }
    }
}

/// Checks that `grid` is a solution of `puzzle`: every cell is filled, the givens are unchanged, no
/// house repeats a digit, no relation is broken, and every drawn constraint holds. (A full house without repetition
/// contains every digit.)
///
/// ```
/// use satdoku::board::{Grid, Puzzle, verify};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let grid: Grid = "1234 3412 2143 4321".parse()?;
/// let violation = verify(&puzzle, &grid).unwrap_err();
/// assert_eq!(violation.to_string(), "expected the given r2c3=2, found 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first violation found.
pub fn verify(puzzle: &Puzzle, grid: &Grid) -> Result<(), Violation> {
    let (layout, board) = (puzzle.layout(), puzzle.geometry());
    if is_solution(puzzle, grid) {
        return Ok(());
    }
    let other_board = |mismatch: Mismatch| Violation {
        mismatch: mismatch.into(),
        cells: Vec::new(),
    };
    Puzzle::new(layout.clone(), grid.clone()).map_err(other_board)?;
    if let Some(cell) = grid.blanks().next() {
        let found = format!("a blank in {}", cell.name(board));
        return Err(Violation::new("a digit", found, vec![cell]));
    }
    for given in puzzle.givens().filled() {
        if grid.get(given.cell) != Some(given.digit) {
            let expected = format!("the given {}", given.name(board));
            let found = grid.value(given.cell).unwrap_or_default().to_string();
            return Err(Violation::new(&expected, found, vec![given.cell]));
        }
    }
    let is_there = |at: &Candidate| grid.get(at.cell) == Some(at.digit);
    if let Some(removed) = puzzle.removed().find(is_there) {
        let (expected, found) = ("a candidate that is not removed", removed.name(board));
        return Err(Violation::new(
            expected,
            found.to_string(),
            vec![removed.cell],
        ));
    }
    let definitions = Definitions::new(layout);
    let is_broken = |constraint: &&_| !definitions.holds(constraint, grid);
    if let Some(constraint) = definitions.constraints().find(is_broken) {
        let cells = constraint.cells(board);
        let digits = cells.iter().filter_map(|cell| grid.value(*cell));
        let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
        let found = format!("{} in {}", digits.join(" "), constraint.text(board));
        let expected = "digits that obey every constraint";
        return Err(Violation::new(expected, found, cells));
    }
    match Clash::find(layout, grid, false) {
        None => Ok(()),
        Some(clash) => {
            let expected = match clash.source.is_of_pairs() {
                true => "no digits that exclude each other",
                false => "every house without repetition",
            };
            let cells = clash.cells().to_vec();
            Err(Violation::new(expected, clash.to_string(), cells))
        }
    }
}

/// A fast path: returns true if `grid` is a solution, on boards with up to 16 digits without
/// relations, drawn constraints and removed candidates; returns false on other boards. It checks the cells without a
/// branch and then the houses. At 9×9 this takes a quarter of the instructions of the general check, and so saves
/// a sixth to a quarter of all instructions of `satdoku check`.
fn is_solution(puzzle: &Puzzle, grid: &Grid) -> bool {
    const MOST_DIGITS: usize = 16;
    const MOST_CELLS: usize = MOST_DIGITS * MOST_DIGITS;
    let layout = puzzle.layout();
    let size = layout.digit_count();
    let restricts_more = !layout.relations().is_empty()
        || !layout.constraints().is_empty()
        || puzzle.excluded().next().is_some()
        || grid.geometry() != layout.geometry();
    if size > MOST_DIGITS || layout.cell_count() > MOST_CELLS || restricts_more {
        return false;
    }
    let value = |digit: &Option<Digit>| digit.map_or(0, |digit| digit.index() as u16 + 1);
    let mut bits = [0_u16; MOST_CELLS];
    let mut is_wrong = false;
    let both = grid.cells().iter().zip(puzzle.givens().cells());
    for (bit, (digit, given)) in bits.iter_mut().zip(both) {
        let (digit, given) = (value(digit), value(given));
        is_wrong |= (digit == 0) | (digit > size as u16) | ((given != 0) & (given != digit));
        *bit = 1 << (digit.wrapping_sub(1) % MOST_DIGITS as u16);
    }
    let all = u16::MAX >> (MOST_DIGITS - size);
    let is_different = |house: &Primitive| {
        let cells = house.cells.iter();
        let digits = cells.fold(0, |digits, cell| digits | bits[cell.index() % MOST_CELLS]);
        digits == all || digits.count_ones() as usize == house.cells.len()
    };
    !is_wrong && layout.houses().iter().all(is_different)
}

#[cfg(test)]
mod tests {
    use super::super::{Constraint, Layout, Ruleset, Variant};
    use super::*;
    use std::sync::Arc;

    fn grid(digits: &str) -> Grid {
        let cells = digits.chars().map(|digit| {
            (digit.to_digit(10).unwrap() as usize)
                .checked_sub(1)
                .map(Digit::from_index)
        });
        Grid::from_cells(cells.collect()).unwrap()
    }

    fn complaint(puzzle: &str, answer: &str) -> String {
        let layout = Arc::new(Layout::classic("2x2".parse().unwrap()));
        let puzzle = Puzzle::new(layout, grid(puzzle)).unwrap();
        verify(&puzzle, &grid(answer)).unwrap_err().to_string()
    }

    const PUZZLE: &str = "1000004000000002";

    #[test]
    fn every_violation_is_named() {
        assert_eq!(
            complaint(PUZZLE, "1234341221434310"),
            "expected a digit, found a blank in r4c4"
        );
        assert_eq!(
            complaint(PUZZLE, "1234341221435312"),
            "expected digits from 1 to 4, found r4c1=5"
        );
        assert_eq!(
            complaint(PUZZLE, "2134341221434312"),
            "expected the given r1c1=1, found 2"
        );
        assert_eq!(
            complaint(PUZZLE, "123231312"),
            "expected a grid of 4x4 cells, found 3x3"
        );
    }

    #[test]
    fn a_repetition_in_any_kind_of_house_is_found() {
        let repeated = |answer| complaint("0000000000000000", answer);
        let found = "expected every house without repetition, found ";
        assert_eq!(
            repeated("1134341221434321"),
            format!("{found}r1c1=1 and r1c2=1 in row 1")
        );
        assert_eq!(
            repeated("1234123434124321"),
            format!("{found}r1c1=1 and r2c1=1 in column 1")
        );
        assert_eq!(
            repeated("1234234134124123"),
            format!("{found}r1c2=2 and r2c1=2 in box 1")
        );
    }

    #[test]
    fn a_solution_passes_and_clashing_givens_are_found() {
        let layout = Arc::new(Layout::classic("2x2".parse().unwrap()));
        let solution = "1234341221434321";
        let puzzle = Puzzle::new(layout.clone(), grid("1000000000000001")).unwrap();
        assert_eq!(verify(&puzzle, &grid(solution)), Ok(()));
        assert_eq!(puzzle.clash(), None);
        let clashing = Puzzle::new(layout, grid("1000000000001000")).unwrap();
        assert_eq!(
            clashing.clash().unwrap().to_string(),
            "r1c1=1 and r4c1=1 in column 1"
        );
    }

    #[test]
    fn digits_that_exclude_each_other_are_found() {
        let complaint = |variant, answer| {
            let rules = Ruleset::classic("2x2".parse().unwrap());
            let layout = Layout::new(rules.with(&[variant]).unwrap());
            let puzzle = Puzzle::new(Arc::new(layout), Grid::blank(4)).unwrap();
            verify(&puzzle, &grid(answer)).unwrap_err().to_string()
        };
        let found = "expected no digits that exclude each other, found ";
        assert_eq!(
            complaint(Variant::AntiKnight, "1234341221434321"),
            format!("{found}r1c1=1 and r2c3=1 a knight's move apart")
        );
        assert_eq!(
            complaint(Variant::AntiKing, "1234341221434321"),
            format!("{found}r2c2=4 and r3c3=4 a king's move apart")
        );
        assert_eq!(
            complaint(Variant::NonConsecutive, "3142142342312314"),
            "expected every house without repetition, found r1c2=1 and r2c1=1 in box 1"
        );
        assert_eq!(
            complaint(Variant::NonConsecutive, "3142423113242413"),
            format!("{found}r1c1=3 and r2c1=4 next to each other")
        );
    }

    #[test]
    fn a_broken_constraint_is_found_with_its_digits() {
        let cage = Constraint::parse("cage 4 r1c1 r1c2", 4).unwrap();
        let rules = Ruleset::classic("2x2".parse().unwrap());
        let layout = Layout::new(rules.with_constraints(vec![cage]).unwrap());
        let puzzle = Puzzle::new(Arc::new(layout), Grid::blank(4)).unwrap();
        let violation = verify(&puzzle, &grid("1234341221434321")).unwrap_err();
        let expected = "expected digits that obey every constraint, found 1 2 in cage 4 r1c1 r1c2";
        assert_eq!(violation.to_string(), expected);
        assert_eq!(verify(&puzzle, &grid("1324241331424231")), Ok(()));
    }
}
