//! The minlex form of 9×9 puzzles, which is the same for equivalent puzzles.
//!
//! Two puzzles are equivalent if one results from the other by renaming digits, permuting bands,
//! stacks, rows of a band and columns of a stack, and swapping rows and columns: 2 · 1296 · 1296 =
//! 3,359,232 arrangements of the cells, each with 9! namings of the digits. The *minlex form* is the
//! lexicographically smallest of them as a text of 81 digits, row by row, with 0 for a blank.

mod minlex;
mod not_standard;
mod transformation;

pub use minlex::to_canonical;
pub use not_standard::NotStandard;
pub use transformation::Transformation;

use crate::board::{Grid, Puzzle};

/// Returns a random equivalent puzzle. The same seed and number give the same one.
///
/// # Errors
/// [`NotStandard`] if the board is not the standard one.
pub fn shuffled(puzzle: &Puzzle, seed: u64, number: u64) -> Result<Puzzle, NotStandard> {
    transformed(puzzle, |_| Ok(Transformation::random(seed, number)))
}

/// Returns the minlex form of a puzzle.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::canonical::{canonical, shuffled};
///
/// let text = "000801000000000043500000000000070800000000100020030000600000075003400000000200600";
/// let puzzle: Puzzle = text.parse()?;
/// let form = canonical(&puzzle)?;
/// assert_eq!(canonical(&shuffled(&puzzle, 1, 0)?)?, form);
/// assert!(form.givens().to_string().starts_with("........1.....2.....3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotStandard`] if the board is not the standard one.
pub fn canonical(puzzle: &Puzzle) -> Result<Puzzle, NotStandard> {
    transformed(puzzle, to_canonical)
}

fn transformed(
    puzzle: &Puzzle,
    transformation: impl FnOnce(&Grid) -> Result<Transformation, NotStandard>,
) -> Result<Puzzle, NotStandard> {
    if !puzzle.layout().is_standard() || puzzle.removed().next().is_some() {
        return Err(NotStandard);
    }
    let grid = transformation(puzzle.givens())?.apply(puzzle.givens())?;
    Puzzle::new(puzzle.layout().clone(), grid).map_err(|_| NotStandard)
}

#[cfg(test)]
mod tests {
    use super::minlex::PERMUTATIONS_OF_3;
    use super::*;
    use crate::testing::{puzzle, random_puzzles};

    fn form(puzzle: &Puzzle) -> String {
        canonical(puzzle).unwrap().givens().to_string()
    }

    /// The smallest of all texts, by trying every symmetry.
    fn smallest_by_brute_force(grid: &Grid) -> String {
        let orders = {
            let mut all = Vec::new();
            for groups in PERMUTATIONS_OF_3 {
                for one in PERMUTATIONS_OF_3 {
                    for two in PERMUTATIONS_OF_3 {
                        for three in PERMUTATIONS_OF_3 {
                            let inside = [one, two, three];
                            all.push(std::array::from_fn::<usize, 9, _>(|line| {
                                3 * groups[line / 3] + inside[line / 3][line % 3]
                            }));
                        }
                    }
                }
            }
            all
        };
        let value = |cell: usize| grid.cells()[cell].map_or(0, |digit| digit.index() as u8 + 1);
        let mut least = [u8::MAX; 81];
        for is_transposed in [false, true] {
            for rows in &orders {
                for columns in &orders {
                    let (mut names, mut named) = ([0; 10], 0);
                    let mut text = [0; 81];
                    let mut is_less = false;
                    for place in 0..81 {
                        let (row, column) = (rows[place / 9], columns[place % 9]);
                        let digit = value(if is_transposed {
                            9 * column + row
                        } else {
                            9 * row + column
                        });
                        if digit > 0 && names[usize::from(digit)] == 0 {
                            named += 1;
                            names[usize::from(digit)] = named;
                        }
                        text[place] = names[usize::from(digit)];
                        if !is_less && text[place] > least[place] {
                            break;
                        }
                        is_less |= text[place] < least[place];
                    }
                    if is_less {
                        least = text;
                    }
                }
            }
        }
        least
            .iter()
            .map(|name| {
                if *name == 0 {
                    '.'
                } else {
                    char::from(b'0' + name)
                }
            })
            .collect()
    }

    #[test]
    fn the_form_is_the_smallest_of_all_texts() {
        let mut puzzles = random_puzzles(&["3x3"], 3);
        for text in [
            "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
            "1.......................................2.......................................3",
            "123456789456789123789123456.................................................1....",
        ] {
            puzzles.push(puzzle("3x3", text));
        }
        for puzzle in puzzles {
            assert_eq!(
                form(&puzzle),
                smallest_by_brute_force(puzzle.givens()),
                "{}",
                puzzle.givens()
            );
        }
    }

    #[test]
    fn equivalent_puzzles_have_one_form() {
        for (number, puzzle) in random_puzzles(&["3x3"], 30).into_iter().enumerate() {
            let form = form(&puzzle);
            for seed in 0..20 {
                let shuffled = shuffled(&puzzle, seed, number as u64).unwrap();
                assert_eq!(self::form(&shuffled), form, "{} {seed}", puzzle.givens());
            }
            let canonical = canonical(&puzzle).unwrap();
            assert_eq!(self::form(&canonical), form);
        }
    }

    #[test]
    fn puzzles_with_few_givens_and_with_many_symmetries_take_few_partial_transformations() {
        let blank = ".".repeat(81);
        assert_eq!(form(&puzzle("3x3", &blank)), blank);
        let one = format!("{}7{}", ".".repeat(40), ".".repeat(40));
        assert_eq!(form(&puzzle("3x3", &one)), format!("{}1", ".".repeat(80)));
        // A grid that 648 symmetries take to itself.
        let cyclic =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        let shuffled = shuffled(&puzzle("3x3", cyclic), 1, 2).unwrap();
        assert_eq!(form(&shuffled), form(&puzzle("3x3", cyclic)));
        // Nine cells of one digit.
        let ones =
            "1...........1...........1...1...........1...........1...1...........1...........1";
        assert!(form(&puzzle("3x3", ones)).starts_with("........1.....1.....1..."));
    }

    #[test]
    fn random_transformations_are_symmetries_and_all_different() {
        let all: std::collections::HashSet<Transformation> = (0..1_000)
            .map(|number| Transformation::random(14, number))
            .collect();
        assert_eq!(all.len(), 1_000);
        assert_eq!(Transformation::random(14, 7), Transformation::random(14, 7));
        for transformation in all {
            for lines in [transformation.rows(), transformation.columns()] {
                let mut sorted = lines;
                sorted.sort_unstable();
                assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
                assert!(
                    lines
                        .chunks(3)
                        .all(|group| group.iter().all(|l| l / 3 == group[0] / 3))
                );
            }
        }
        let grid = puzzle("3x3", &"12.456789".repeat(9)).givens().clone();
        assert_eq!(Transformation::IDENTITY.apply(&grid), Ok(grid));
    }

    #[test]
    fn other_boards_have_no_form() {
        let other = Puzzle::classic("2x2".parse().unwrap());
        assert_eq!(canonical(&other), Err(NotStandard));
        assert_eq!(shuffled(&other, 1, 1), Err(NotStandard));
    }
}
