//! Symmetries of the given cells.

use std::fmt;
use std::str::FromStr;

use satdoku::board::{Cell, Geometry, Mismatch};

/// A symmetry of the cells that are given, whatever their digits: one of the subgroups of the dihedral
/// group of the square, which has ten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// A rotation by 180 degrees: the symmetry of most printed puzzles.
    HalfTurn,
    /// A rotation by 90 degrees.
    QuarterTurn,
    /// A reflection that swaps the upper and lower halves.
    Horizontal,
    /// A reflection that swaps the left and right halves.
    Vertical,
    /// A reflection on the diagonal from the top left.
    Diagonal,
    /// A reflection on the diagonal from the top right.
    Antidiagonal,
    /// [`Symmetry::Horizontal`] and [`Symmetry::Vertical`].
    BothAxes,
    /// [`Symmetry::Diagonal`] and [`Symmetry::Antidiagonal`].
    BothDiagonals,
    /// All rotations and reflections.
    Full,
}

/// A map of cells: from the row and the column, and those of the last cell, all counted from 0, to a row
/// and a column.
type Map = fn((usize, usize), (usize, usize)) -> (usize, usize);

const HALF_TURN: Map = |(row, column), last| (last.0 - row, last.1 - column);
const QUARTER_TURN: Map = |(row, column), last| (column, last.0 - row);
const HORIZONTAL: Map = |(row, column), last| (last.0 - row, column);
const VERTICAL: Map = |(row, column), last| (row, last.1 - column);
const DIAGONAL: Map = |(row, column), _| (column, row);
const ANTIDIAGONAL: Map = |(row, column), last| (last.1 - column, last.0 - row);

impl Symmetry {
    /// Every symmetry.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::BothAxes,
        Symmetry::BothDiagonals,
        Symmetry::Full,
    ];

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        self.name_and_generators().0
    }

    /// Returns the name, and maps that generate the group.
    fn name_and_generators(self) -> (&'static str, &'static [Map]) {
        match self {
            Symmetry::None => ("none", &[]),
            Symmetry::HalfTurn => ("half-turn", &[HALF_TURN]),
            Symmetry::QuarterTurn => ("quarter-turn", &[QUARTER_TURN]),
            Symmetry::Horizontal => ("horizontal", &[HORIZONTAL]),
            Symmetry::Vertical => ("vertical", &[VERTICAL]),
            Symmetry::Diagonal => ("diagonal", &[DIAGONAL]),
            Symmetry::Antidiagonal => ("antidiagonal", &[ANTIDIAGONAL]),
            Symmetry::BothAxes => ("both-axes", &[HORIZONTAL, VERTICAL]),
            Symmetry::BothDiagonals => ("both-diagonals", &[DIAGONAL, ANTIDIAGONAL]),
            Symmetry::Full => ("full", &[QUARTER_TURN, HORIZONTAL]),
        }
    }

    /// Returns true if the symmetry makes columns of rows, so that a board must have as many of each.
    pub fn needs_square(self) -> bool {
        use Symmetry::{Antidiagonal, BothDiagonals, Diagonal, Full, QuarterTurn};
        matches!(
            self,
            QuarterTurn | Diagonal | Antidiagonal | BothDiagonals | Full
        )
    }

    /// Returns the orbits of the cells of a grid: the groups of cells that are given together, as their
    /// indices. Each orbit is sorted, and orbits are in the order of their first cells. The image of a
    /// cell can be a hole, which is in no orbit.
    ///
    /// # Panics
    /// If the board is not as the symmetry needs it ([`Symmetry::needs_square`]).
    pub fn orbits(self, board: &Geometry) -> Vec<Vec<usize>> {
        assert!(!self.needs_square() || board.rows() == board.columns());
        let (_, generators) = self.name_and_generators();
        let last = (
            board.rows().saturating_sub(1),
            board.columns().saturating_sub(1),
        );
        let mut is_in_orbit = vec![false; board.grid_cell_count()];
        let mut orbits = Vec::new();
        for first in 0..is_in_orbit.len() {
            if is_in_orbit[first] {
                continue;
            }
            is_in_orbit[first] = true;
            let mut orbit = Vec::new();
            let mut places = vec![board.position(Cell::from_index(first)).unwrap_or_default()];
            let mut next = 0;
            while let Some(&place) = places.get(next) {
                for map in generators {
                    let image = map(place, last);
                    if !places.contains(&image) {
                        places.push(image);
                    }
                }
                next += 1;
            }
            for (row, column) in places {
                if let Some(cell) = board.cell_at(row, column) {
                    is_in_orbit[cell.index()] = true;
                    orbit.push(cell.index());
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<Symmetry, Mismatch> {
        Mismatch::find("a symmetry", &Symmetry::ALL, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_and_written() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        }
        let message = "x".parse::<Symmetry>().unwrap_err().to_string();
        for symmetry in Symmetry::ALL {
            assert!(message.contains(symmetry.name()), "{message}");
        }
    }

    /// Burnside's lemma: the number of orbits is the mean number of fixed points of the maps.
    #[test]
    fn orbits_are_as_many_as_burnsides_lemma_says() {
        let number = |symmetry: Symmetry, size: usize| symmetry.orbits(&Geometry::from(size)).len();
        let at_9 = [81, 41, 21, 45, 45, 45, 45, 25, 25, 15];
        let at_4 = [16, 8, 4, 8, 8, 10, 10, 4, 6, 3];
        for (place, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(number(symmetry, 9), at_9[place], "{symmetry}");
            assert_eq!(number(symmetry, 4), at_4[place], "{symmetry}");
            let mut cells: Vec<usize> = symmetry.orbits(&9.into()).concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..81), "{symmetry}");
        }
    }

    #[test]
    fn orbits_match_the_names() {
        let with_first = |symmetry: Symmetry, cell| {
            let mut orbits = symmetry.orbits(&9.into()).into_iter();
            orbits.find(|orbit| orbit.contains(&cell)).unwrap()
        };
        // The orbit of r1c2.
        assert_eq!(with_first(Symmetry::HalfTurn, 1), [1, 79]);
        assert_eq!(with_first(Symmetry::QuarterTurn, 1), [1, 17, 63, 79]);
        assert_eq!(with_first(Symmetry::Horizontal, 1), [1, 73]);
        assert_eq!(with_first(Symmetry::Vertical, 1), [1, 7]);
        assert_eq!(with_first(Symmetry::Diagonal, 1), [1, 9]);
        assert_eq!(with_first(Symmetry::Antidiagonal, 1), [1, 71]);
        assert_eq!(with_first(Symmetry::BothAxes, 1), [1, 7, 73, 79]);
        assert_eq!(with_first(Symmetry::Full, 1), [1, 7, 9, 17, 63, 71, 73, 79]);
    }
}
