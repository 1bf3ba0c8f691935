//! Puzzles: a layout and its givens.

use std::sync::Arc;

use super::cell::{Candidate, Cell, Digit};
use super::clash::Clash;
use super::geometry::Geometry;
use super::grid::Grid;
use super::layout::Layout;
use super::mismatch::Mismatch;
use super::shape::Shape;

/// A board, the digits given on it, and the candidates that are known to be impossible.
///
/// Givens that contradict each other are allowed: they make a puzzle without a solution.
///
/// ```
/// use satdoku::board::{Grid, Layout, Puzzle};
///
/// // From a line or rows, or from numbers.
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let rows = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]];
/// assert_eq!(puzzle, Puzzle::try_from(rows)?);
/// assert_eq!(puzzle, Puzzle::try_from(rows.as_flattened())?);
/// assert_eq!(puzzle.to_string(), "1.....2..3.....4");
///
/// // On any other board, such as one of 6×6 cells.
/// let layout = Layout::classic("2x3".parse()?);
/// let puzzle = Puzzle::new(layout.into(), Grid::blank(6))?;
/// assert_eq!(puzzle.geometry().rows(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    layout: Arc<Layout>,
    givens: Grid,
    /// In ascending order. None of them is a given, and no cell has lost all candidates.
    removed: Vec<Candidate>,
}

impl Puzzle {
    /// Creates the puzzle with these givens on this layout.
    ///
    /// # Errors
    /// If the grid and the layout have different cells or digits, or a cell cannot hold its digit.
    pub fn new(layout: Arc<Layout>, givens: Grid) -> Result<Puzzle, Mismatch> {
        let board = layout.geometry();
        if givens.geometry() != board {
            let size = |board: &Geometry| format!("{}x{}", board.rows(), board.columns());
            let (expected, found) = (size(board), size(givens.geometry()));
            return Err(match expected == found {
                true => Mismatch::new(
                    "a grid with the digits, holes and variables of the board",
                    "others",
                ),
                false => Mismatch::new(format!("a grid of {expected} cells"), found),
            });
        }
        // A loop without an early exit is compiled to a few wide instructions.
        let number = |digit: &Option<Digit>| digit.map_or(0, |digit| digit.index() as u16 + 1);
        let highest = givens.cells().iter().map(number).fold(0, u16::max);
        let is_foreign = |at: &Candidate| !board.digits_of(at.cell).contains(&at.digit.index());
        if (usize::from(highest) > board.digit_count() || !layout.outside().is_empty())
            && let Some(given) = givens.filled().find(is_foreign)
        {
            return Err(foreign(given, board));
        }
        Ok(Puzzle {
            layout,
            givens,
            removed: Vec::new(),
        })
    }

    /// Creates the plain puzzle with boxes of this shape and without givens. [`Puzzle::with`] adds rules and givens.
    ///
    /// ```
    /// use satdoku::Puzzle;
    /// use satdoku::board::Shape;
    ///
    /// let puzzle = Puzzle::classic(Shape::STANDARD);
    /// let puzzle = puzzle.with("anti-knight; cage 10 r1c1 r1c2; thermometer r2c1-r2c4")?;
    /// assert_eq!(puzzle.lines().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classic(shape: Shape) -> Puzzle {
        Puzzle::without_givens(Arc::new(Layout::classic(shape)))
    }

    /// Creates the puzzle without givens on this layout.
    pub fn without_givens(layout: Arc<Layout>) -> Puzzle {
        Puzzle {
            givens: Grid::blank(layout.geometry()),
            layout,
            removed: Vec::new(),
        }
    }

    /// Removes candidates, as pencil marks do. Those that a given excludes anyway are not among
    /// [`Puzzle::removed`] until the puzzle loses that given.
    ///
    /// ```
    /// use satdoku::board::{Candidate, Cell, Digit, Puzzle};
    ///
    /// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
    /// let candidate = |cell, value: usize| Candidate {
    ///     cell: Cell::from_index(cell),
    ///     digit: Digit::from_index(value - 1),
    /// };
    /// // r1c2 sees the 1 of r1c1 anyway.
    /// let puzzle = puzzle.without([candidate(1, 4), candidate(1, 1)])?;
    /// assert!(puzzle.removed().eq([candidate(1, 4)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a candidate is not on the board or a given, or a cell has no candidate left.
    pub fn without(
        mut self,
        candidates: impl IntoIterator<Item = Candidate>,
    ) -> Result<Puzzle, Mismatch> {
        let mut all = self.removed;
        all.extend(candidates);
        all.sort_unstable();
        all.dedup();
        let board = self.layout.geometry();
        for at in &all {
            let (cell, cells) = (at.cell.index(), self.layout.cell_count());
            if cell >= cells {
                let expected = format!("cells with an index below {cells}");
                return Err(Mismatch::new(expected, cell.to_string()));
            }
            if at.digit.index() >= board.digit_count() {
                return Err(foreign(*at, board));
            }
        }
        // What the board excludes anyway need not be removed.
        all.retain(|at| self.layout.outside().binary_search(at).is_err());
        for of_cell in all.chunk_by(|one, other| one.cell == other.cell) {
            let cell = of_cell[0].cell;
            if of_cell.len() >= board.digits_of(cell).len() {
                let found = format!("none in {}", cell.name(board));
                return Err(Mismatch::new("a candidate in each cell", found));
            }
        }
        let is_given = |at: &&Candidate| self.givens.get(at.cell) == Some(at.digit);
        if let Some(given) = all.iter().find(is_given) {
            let found = format!("{} removed", given.name(board));
            return Err(Mismatch::new("givens among the candidates", found));
        }
        self.removed = all;
        Ok(self)
    }

    /// Returns the puzzle with the same board and removed candidates but other givens.
    ///
    /// # Errors
    /// See [`Puzzle::new`]; also if a given is among the removed candidates.
    pub fn with_givens(&self, givens: Grid) -> Result<Puzzle, Mismatch> {
        let puzzle = Puzzle::new(self.layout.clone(), givens)?;
        match &self.removed[..] {
            [] => Ok(puzzle),
            removed => puzzle.without(removed.iter().copied()),
        }
    }

    /// Returns the puzzle with the same givens and removed candidates on a board with the same cells and digits.
    /// [`Puzzle::with_rules`] is for any other board.
    pub(crate) fn on(self, layout: Arc<Layout>) -> Puzzle {
        Puzzle { layout, ..self }
    }

    /// Returns the puzzle with only those of `givens` that are givens of this puzzle, and all candidates
    /// removed that were ever removed from it.
    pub fn restricted_to(&self, givens: &[Candidate]) -> Puzzle {
        let mut grid = Grid::blank(self.layout.geometry());
        for given in givens {
            if self.givens.cells().get(given.cell.index()) == Some(&Some(given.digit)) {
                grid.set(given.cell, Some(given.digit));
            }
        }
        Puzzle {
            layout: self.layout.clone(),
            givens: grid,
            removed: self.removed.clone(),
        }
    }

    /// The board.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The given digits. All other cells are blank.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The removed candidates that no given excludes, in ascending order. They come from pencil
    /// marks ([`Puzzle::without`]); most puzzles have none.
    pub fn removed(&self) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let is_given = |at: Candidate| self.givens.get(at.cell) == Some(at.digit);
        let is_open = move |at: &Candidate| {
            let same_digit = |cell: &Cell| self.givens.get(*cell) == Some(at.digit);
            let in_house = |house: usize| self.layout.houses()[house].cells.iter().any(same_digit);
            self.givens.get(at.cell).is_none()
                && !self.layout.houses_of(at.cell).any(in_house)
                && !self.layout.excluded(*at).any(is_given)
        };
        self.removed.iter().copied().filter(is_open)
    }

    /// All removed candidates in ascending order, those that a given excludes included.
    pub fn all_removed(&self) -> &[Candidate] {
        &self.removed
    }

    /// The candidates that cells cannot hold whatever the givens are: [`Puzzle::removed`] and
    /// [`Layout::outside`].
    pub fn excluded(&self) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let outside = self.layout.outside().iter().copied();
        outside.chain(self.removed())
    }

    /// Returns true if a candidate is removed, even if a given excludes it as well.
    pub fn is_removed(&self, candidate: Candidate) -> bool {
        self.removed.binary_search(&candidate).is_ok()
    }

    /// Returns true if a candidate is removed or one of [`Layout::outside`].
    pub fn excludes(&self, candidate: Candidate) -> bool {
        self.is_removed(candidate) || self.layout.outside().binary_search(&candidate).is_ok()
    }

    /// The cells and digits of the board.
    pub fn geometry(&self) -> &Geometry {
        self.layout.geometry()
    }

    /// Two givens that a house or a relation does not allow together: the simplest reason
    /// for having no solution.
    pub fn clash(&self) -> Option<Clash> {
        Clash::find(&self.layout, &self.givens, true)
    }
}

/// Returns the error of a digit that its cell cannot hold.
fn foreign(candidate: Candidate, board: &Geometry) -> Mismatch {
    let digits = board.digits_of(candidate.cell);
    let [lowest, highest] = [digits.start, digits.end.saturating_sub(1)];
    let value = |index: usize| index + board.all_values().start();
    let expected = format!("digits from {} to {}", value(lowest), value(highest));
    Mismatch::new(expected, candidate.name(board).to_string())
}

impl TryFrom<Grid> for Puzzle {
    type Error = Mismatch;

    /// Creates the plain puzzle with square boxes and these givens. For other boards, use
    /// [`Puzzle::new`].
    ///
    /// # Errors
    /// If no such board has the size of the grid, or a digit is too large for it.
    fn try_from(givens: Grid) -> Result<Puzzle, Mismatch> {
        let size = givens.geometry().rows();
        let shape = Shape::square(size).ok_or_else(|| {
            let expected = "a grid for square boxes such as 9x9";
            Mismatch::new(expected, format!("{size}x{size}"))
        })?;
        Puzzle::new(Arc::new(Layout::classic(shape)), givens)
    }
}

impl<const N: usize> TryFrom<[[u8; N]; N]> for Puzzle {
    type Error = Mismatch;

    /// Creates the plain puzzle with square boxes and these givens, rows from the top; 0 is a blank.
    ///
    /// # Errors
    /// If no such board has `N` rows, or a number is above `N`.
    fn try_from(rows: [[u8; N]; N]) -> Result<Puzzle, Mismatch> {
        Grid::from(rows).try_into()
    }
}

impl TryFrom<&[u8]> for Puzzle {
    type Error = Mismatch;

    /// Creates the plain puzzle with square boxes and these givens in reading order; 0 is a blank.
    /// The values are numbers, not text.
    ///
    /// # Errors
    /// If no such board has this number of cells, or a number is too large for it.
    fn try_from(givens: &[u8]) -> Result<Puzzle, Mismatch> {
        Grid::try_from(givens)?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ruleset;
    use super::*;

    #[test]
    fn grids_of_the_wrong_size_or_with_large_digits_are_rejected() {
        let layout = Arc::new(Layout::classic(Shape::new(2, 2).unwrap()));
        let wrong_size = Puzzle::new(layout.clone(), Grid::blank(9)).unwrap_err();
        assert_eq!(
            wrong_size.to_string(),
            "expected a grid of 4x4 cells, found 9x9"
        );
        let mut grid = Grid::blank(4);
        grid.set(Cell::at(1, 0, 4), Some(Digit::from_index(4)));
        let too_high = Puzzle::new(layout, grid).unwrap_err();
        assert_eq!(
            too_high.to_string(),
            "expected digits from 1 to 4, found r2c1=5"
        );
    }

    #[test]
    fn nine_rows_of_nine_numbers_are_a_puzzle() {
        let mut rows = [[0; 9]; 9];
        rows[4][8] = 7;
        let puzzle = Puzzle::try_from(rows).unwrap();
        assert_eq!(
            puzzle.givens().get(Cell::at(4, 8, 9)),
            Some(Digit::from_index(6))
        );
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.givens().clone()));
        rows[0][0] = 10;
        let error = Puzzle::try_from(rows).unwrap_err().to_string();
        assert_eq!(error, "expected digits from 1 to 9, found r1c1=10");
    }

    #[test]
    fn numbers_that_fit_no_board_are_rejected() {
        let error = |values: &[u8]| Puzzle::try_from(values).unwrap_err().to_string();
        assert_eq!(
            error(&[0; 80]),
            "expected a square number of cells, found 80"
        );
        assert_eq!(
            error(&[0; 36]),
            "expected a grid for square boxes such as 9x9, found 6x6"
        );
        assert_eq!(
            error(b"1.....2..3.....4"),
            "expected digits from 1 to 4, found r1c1=49"
        );
    }

    #[test]
    fn removed_candidates_that_a_given_excludes_count_without_it() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let at = |name: &str| Candidate::from_name(name, 4).unwrap();
        let names = |puzzle: &Puzzle| -> Vec<String> {
            let removed = puzzle.removed();
            removed.map(|at| at.name(4).to_string()).collect()
        };
        // r1c2 sees 1 and 3, r2c4 sees 2 and 4; r1c1 has its digit.
        let all = ["r2c4=3", "r1c2=4", "r1c2=1", "r2c4=2", "r1c1=2", "r1c2=4"].map(at);
        let marked = puzzle.clone().without(all).unwrap();
        assert_eq!(names(&marked), ["r1c2=4", "r2c4=3"]);
        let more = marked.clone().without([at("r3c1=2")]).unwrap();
        assert_eq!(names(&more), ["r1c2=4", "r2c4=3", "r3c1=2"]);
        let given = |name: &str| -> Vec<Candidate> {
            let others = puzzle.givens().filled().filter(|given| *given != at(name));
            others.collect()
        };
        let all = ["r1c1=2", "r1c2=1", "r1c2=4", "r2c4=2", "r2c4=3"];
        for (lost, expected) in [
            // The mark in its own cell is excluded by nothing else.
            ("r1c1=1", &["r1c1=2", "r1c2=1", "r1c2=4", "r2c4=3"][..]),
            ("r2c3=2", &["r1c2=4", "r2c4=2", "r2c4=3"]),
            ("r3c2=3", &["r1c2=4", "r2c4=3"]),
        ] {
            let less = marked.restricted_to(&given(lost));
            assert_eq!(names(&less), expected, "without {lost}");
            let again = less.with_givens(puzzle.givens().clone()).unwrap();
            assert_eq!(again, marked, "without and with {lost}");
            assert_eq!(
                names(&less.restricted_to(&[])),
                all,
                "without {lost} and all"
            );
        }
        assert_eq!(names(&marked.restricted_to(&[])), all);
        // A cell of a board without houses has no peers.
        let bare = Ruleset::classic("2x2".parse().unwrap()).without_lines();
        let bare = Layout::new(bare.with_boxes(None).unwrap());
        let on_bare = marked.clone().on(bare.into());
        assert_eq!(names(&on_bare), ["r1c2=1", "r1c2=4", "r2c4=2", "r2c4=3"]);
        assert_eq!(on_bare.on(puzzle.layout().clone()), marked);
        assert!(marked.is_removed(at("r1c1=2")) && marked.is_removed(at("r1c2=4")));
        assert!(!marked.is_removed(at("r1c1=3")));
        let mut givens = marked.givens().clone();
        givens.set(Cell::at(0, 1, 4), Some(Digit::from_index(1)));
        assert_eq!(
            names(&marked.with_givens(givens.clone()).unwrap()),
            ["r2c4=3"]
        );
        givens.set(Cell::at(0, 1, 4), Some(Digit::from_index(3)));
        let refused = |puzzle: Result<Puzzle, Mismatch>| puzzle.unwrap_err().to_string();
        assert_eq!(
            refused(marked.with_givens(givens)),
            "expected givens among the candidates, found r1c2=4 removed"
        );
        let mut givens = marked.givens().clone();
        givens.set(Cell::at(0, 0, 4), Some(Digit::from_index(1)));
        assert_eq!(
            refused(marked.with_givens(givens)),
            "expected givens among the candidates, found r1c1=2 removed"
        );
        let all_of_a_cell = ["r2c1=1", "r2c1=2", "r2c1=3", "r2c1=4"].map(at);
        assert_eq!(
            refused(puzzle.without(all_of_a_cell)),
            "expected a candidate in each cell, found none in r2c1"
        );
    }

    #[test]
    fn a_restricted_puzzle_has_some_of_the_givens_and_no_others() {
        let mut givens = Grid::blank(4);
        givens.set(Cell::at(0, 0, 4), Some(Digit::from_index(0)));
        givens.set(Cell::at(2, 1, 4), Some(Digit::from_index(2)));
        let layout = Arc::new(Layout::classic(Shape::new(2, 2).unwrap()));
        let puzzle = Puzzle::new(layout, givens).unwrap();
        let mut wanted: Vec<Candidate> = puzzle.givens().filled().skip(1).collect();
        let (cell, digit) = (Cell::from_index(99), Digit::from_index(0));
        wanted.push(Candidate { cell, digit });
        let restricted = puzzle.restricted_to(&wanted);
        assert_eq!(restricted.givens().to_string(), ".........3......");
        assert_eq!(restricted.layout(), puzzle.layout());
    }
}
