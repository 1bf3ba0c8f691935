//! Whether two 9×9 puzzles are the same puzzle: the minlex form.
//!
//! A puzzle stays the same puzzle when digits are renamed, bands, stacks, rows of a band and columns
//! of a stack are exchanged, or rows become columns: 2 · 1296 · 1296 = 3,359,232 ways to place the
//! cells, each with 9! names of digits. The *minlex form* is the least of all of them as a text of
//! 81 digits row by row, 0 for a blank.
//!
//! It is found row by row. All ways that have the least rows so far are kept; each is tried with
//! every row that can be next, and those with the least next row go on. Only as much is decided as
//! rows so far distinguish: columns that are blank so far stay interchangeable, and so do stacks of
//! three of them, and of blank rows in a band and of blank bands only the first is tried. So
//! puzzles with few givens or none have few ways, not millions. A given that has no name yet gets
//! the next number from 1, which is the same for all ways; where several could have come first,
//! each is a way of its own.
//!
//! A puzzle of 17 givens takes some 7 µs, a solved grid, in which each of 23,328 first rows is as
//! good as any other, 2 ms.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::board::{Cell, Digit, Grid, Puzzle};
use crate::engine::mrv;

/// A puzzle whose form is not known: only the plain board of 9×9 has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a 9x9 puzzle with boxes and without variants or pencil marks")]
pub struct NotStandard;

/// A symmetry of the 9×9 board and a renaming of its digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transformation {
    is_transposed: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: [u8; 9],
}

impl Transformation {
    /// One that changes nothing.
    pub const IDENTITY: Transformation = {
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        Transformation {
            is_transposed: false,
            rows: same,
            columns: same,
            digits: same,
        }
    };

    /// Any, each as likely as any other. The same seed and number give the same one, on any machine.
    pub fn random(seed: u64, number: u64) -> Transformation {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let mut order = |count: u32| -> [u8; 9] {
            let mut order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            for last in (1..count).rev() {
                order.swap(last as usize, random.random_range(0..=last) as usize);
            }
            order
        };
        let mut lines = || {
            let (groups, in_group) = (order(3), [order(3), order(3), order(3)]);
            std::array::from_fn(|line| 3 * groups[line / 3] + in_group[line / 3][line % 3])
        };
        let (rows, columns) = (lines(), lines());
        Transformation {
            rows,
            columns,
            digits: order(9),
            is_transposed: random.random(),
        }
    }

    /// Whether rows become columns before anything else.
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }

    /// By row of the new grid, the row of the old (or transposed) one, both from 0.
    pub fn rows(&self) -> [usize; 9] {
        self.rows.map(usize::from)
    }

    /// By column of the new grid, the column of the old (or transposed) one, both from 0.
    pub fn columns(&self) -> [usize; 9] {
        self.columns.map(usize::from)
    }

    /// By digit of the old grid, that of the new one.
    pub fn digits(&self) -> [Digit; 9] {
        self.digits
            .map(|digit| Digit::from_index(usize::from(digit)))
    }

    /// The grid that becomes of this one.
    ///
    /// # Panics
    /// When the grid is not one of 9×9 with digits up to 9.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut new = Grid::blank(9);
        for row in 0..9 {
            for column in 0..9 {
                let (from_row, from_column) = (self.rows[row].into(), self.columns[column].into());
                let from = if self.is_transposed {
                    Cell::at(from_column, from_row, 9)
                } else {
                    Cell::at(from_row, from_column, 9)
                };
                let digit = grid.get(from).map(|digit| self.digits()[digit.index()]);
                new.set(Cell::at(row, column, 9), digit);
            }
        }
        new
    }
}

/// A random puzzle that is the same puzzle. The same seed and number give the same one.
///
/// # Errors
/// When the board is not the standard one.
pub fn shuffled(puzzle: &Puzzle, seed: u64, number: u64) -> Result<Puzzle, NotStandard> {
    transformed(puzzle, |_| Transformation::random(seed, number))
}

/// The minlex form of a puzzle.
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
/// When the board is not the standard one.
pub fn canonical(puzzle: &Puzzle) -> Result<Puzzle, NotStandard> {
    transformed(puzzle, to_canonical)
}

fn transformed(
    puzzle: &Puzzle,
    transformation: impl FnOnce(&Grid) -> Transformation,
) -> Result<Puzzle, NotStandard> {
    if !mrv::is_standard(puzzle.layout()) || !puzzle.removed().is_empty() {
        return Err(NotStandard);
    }
    let grid = transformation(puzzle.givens()).apply(puzzle.givens());
    Puzzle::new(puzzle.layout().clone(), grid).map_err(|_| NotStandard)
}

/// One of the transformations that take a grid to its minlex form.
///
/// # Panics
/// When the grid is not one of 9×9 with digits up to 9.
pub fn to_canonical(grid: &Grid) -> Transformation {
    let value = |row, column| {
        grid.get(Cell::at(row, column, 9))
            .map_or(0, |d| d.value() as u8)
    };
    let upright: Lines =
        std::array::from_fn(|row| std::array::from_fn(|column| value(row, column)));
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| value(column, row)));
    let orientations = [upright, transposed];
    let mut ways = vec![Way::start(false), Way::start(true)];
    let mut next = Vec::new();
    for row in 0..9 {
        let mut least = u64::MAX;
        next.clear();
        for (number, way) in ways.iter().enumerate() {
            let lines = &orientations[usize::from(way.is_transposed)];
            for line in way.next_rows(lines, row) {
                let text = way.text_of(&lines[line]);
                if text < least {
                    least = text;
                    next.clear();
                }
                if text == least {
                    next.push((number, line));
                }
            }
        }
        let mut longer = Vec::with_capacity(next.len());
        for &(number, line) in &next {
            let way = &ways[number];
            let lines = &orientations[usize::from(way.is_transposed)];
            way.extend(&lines[line], line, row, &mut longer);
            if row == 8 {
                break;
            }
        }
        ways = longer;
    }
    ways[0].finish()
}

/// The rows of a grid: digits from 1, 0 for a blank.
type Lines = [[u8; 9]; 9];

/// A way to the least rows so far.
#[derive(Debug, Clone, Copy)]
struct Way {
    is_transposed: bool,
    /// The rows so far.
    rows: [u8; 9],
    used: u16,
    /// By place, the column there. In each stack the columns that are blank so far come first, and
    /// so do the stacks that have only such: their order is not decided.
    columns: [u8; 9],
    /// By stack, how many of its columns are blank so far.
    blank: [u8; 3],
    /// By digit, its new name; 0 for none yet.
    names: [u8; 10],
    /// How many names there are.
    named: u8,
}

impl Way {
    fn start(is_transposed: bool) -> Way {
        Way {
            is_transposed,
            rows: [0; 9],
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            blank: [3; 3],
            names: [0; 10],
            named: 0,
        }
    }

    /// The rows that can be next: of the band that is begun, or of any other. Of blank rows in a
    /// band and of blank bands the first stands for all.
    fn next_rows(&self, lines: &Lines, row: usize) -> impl Iterator<Item = usize> {
        let is_free = |line: usize| self.used & (1 << line) == 0;
        let is_blank = move |line: usize| lines[line] == [0; 9];
        let band = (!row.is_multiple_of(3)).then(|| usize::from(self.rows[row - 1]) / 3);
        let begins = move |line: usize| match band {
            Some(band) => line / 3 == band,
            None => self.used & (7 << (line / 3 * 3)) == 0,
        };
        let mut has_blank_band = false;
        let mut blank_in = 3;
        (0..9).filter(move |&line| {
            if !is_free(line) || !begins(line) {
                return false;
            }
            if !is_blank(line) {
                return true;
            }
            let first = line / 3 * 3;
            if blank_in == line / 3 {
                return false;
            }
            blank_in = line / 3;
            if band.is_none() && (first..first + 3).all(is_blank) {
                return !std::mem::replace(&mut has_blank_band, true);
            }
            true
        })
    }

    /// The least text that a row can become, four bits for each place.
    fn text_of(&self, line: &[u8; 9]) -> u64 {
        let mut text = 0;
        let mut named = self.named;
        for stack in self.stacks_in_order(line) {
            for digit in self.in_order(line, stack) {
                let name = match (digit, self.names[usize::from(digit)]) {
                    (0, _) => 0,
                    (_, 0) => {
                        named += 1;
                        named
                    }
                    (_, name) => name,
                };
                text = text << 4 | u64::from(name);
            }
        }
        text
    }

    /// The digits of a stack in the order that makes the least text: blanks first where columns are
    /// interchangeable, then known names, then digits without one.
    fn in_order(&self, line: &[u8; 9], stack: usize) -> [u8; 3] {
        let mut digits: [u8; 3] =
            std::array::from_fn(|place| line[usize::from(self.columns[3 * stack + place])]);
        let blank = usize::from(self.blank[stack]);
        digits[..blank].sort_unstable_by_key(|digit| self.rank(*digit));
        digits
    }

    /// Where a digit comes in the order of texts; all without a name are equal.
    fn rank(&self, digit: u8) -> u8 {
        match (digit, self.names[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => 10,
            (_, name) => name,
        }
    }

    /// The stacks in the order that makes the least text.
    fn stacks_in_order(&self, line: &[u8; 9]) -> [usize; 3] {
        let mut stacks = [0, 1, 2];
        let blank = self.blank.iter().take_while(|blank| **blank == 3).count();
        stacks[..blank].sort_by_key(|stack| self.ranks(line, *stack));
        stacks
    }

    fn ranks(&self, line: &[u8; 9], stack: usize) -> [u8; 3] {
        self.in_order(line, stack).map(|digit| self.rank(digit))
    }

    /// All ways to make the least text of a row.
    fn extend(&self, line: &[u8; 9], number: usize, row: usize, ways: &mut Vec<Way>) {
        let mut way = *self;
        way.rows[row] = number as u8;
        way.used |= 1 << number;
        // Stacks in order, first of all ways to order those that are equal.
        let stacks = self.stacks_in_order(line);
        for (place, stack) in stacks.into_iter().enumerate() {
            for column in 0..3 {
                way.columns[3 * place + column] = self.columns[3 * stack + column];
            }
        }
        let blank = self.blank.iter().take_while(|blank| **blank == 3).count();
        let new = |place: &usize| {
            let ranks = self.ranks(line, stacks[*place]);
            ranks[2] == 10 && !ranks.iter().any(|rank| (1..10).contains(rank))
        };
        // Stacks are equal where they hold equally many digits, all without a name.
        let equal: Vec<usize> = (0..blank).filter(new).collect();
        let orders: &[&[usize]] = match equal[..] {
            [one, other] if self.count(line, stacks[one]) == self.count(line, stacks[other]) => {
                &[&[0, 1], &[1, 0]]
            }
            [one, other, third] => {
                let counts = [one, other, third].map(|place| self.count(line, stacks[place]));
                match (counts[0] == counts[1], counts[1] == counts[2]) {
                    (true, true) => PERMUTATIONS_OF_3,
                    (true, false) => &[&[0, 1, 2], &[1, 0, 2]],
                    (false, true) => &[&[0, 1, 2], &[0, 2, 1]],
                    (false, false) => &[&[0, 1, 2]],
                }
            }
            _ => &[&[]],
        };
        for order in orders {
            let mut ordered = way;
            for (place, from) in equal.iter().zip(*order) {
                for column in 0..3 {
                    ordered.columns[3 * place + column] = way.columns[3 * equal[*from] + column];
                }
            }
            ordered.order_columns(line, 0, ways);
        }
    }

    fn count(&self, line: &[u8; 9], stack: usize) -> usize {
        let columns = &self.columns[3 * stack..3 * stack + 3];
        let is_given = |column: &&u8| line[usize::from(**column)] > 0;
        columns.iter().filter(is_given).count()
    }

    /// Orders the interchangeable columns from a stack on: in all ways where digits have no name.
    fn order_columns(mut self, line: &[u8; 9], stack: usize, ways: &mut Vec<Way>) {
        if stack == 3 {
            ways.push(self);
            return;
        }
        let blank = usize::from(self.blank[stack]);
        let start = 3 * stack;
        let digit = |way: &Way, place: usize| line[usize::from(way.columns[place])];
        let mut columns = self.columns;
        columns[start..start + blank].sort_by_key(|column| self.rank(line[usize::from(*column)]));
        self.columns = columns;
        let is_blank = |place: &usize| digit(&self, *place) == 0;
        let left = (start..start + blank).filter(is_blank).count();
        let new = (start..start + blank)
            .filter(|place| self.rank(digit(&self, *place)) == 10)
            .count();
        let first = start + blank - new;
        let orders: &[&[usize]] = match new {
            0 | 1 => &[&[0]],
            2 => &[&[0, 1], &[1, 0]],
            _ => PERMUTATIONS_OF_3,
        };
        for order in orders {
            let mut way = self;
            for (place, from) in order.iter().enumerate().take(new) {
                way.columns[first + place] = self.columns[first + from];
            }
            way.blank[stack] = left as u8;
            for place in start..start + 3 {
                let digit = usize::from(digit(&way, place));
                if digit > 0 && way.names[digit] == 0 {
                    way.named += 1;
                    way.names[digit] = way.named;
                }
            }
            way.order_columns(line, stack + 1, ways);
        }
    }

    /// What has become decided, and any order and any names where nothing has.
    fn finish(mut self) -> Transformation {
        let mut digits = [0; 9];
        for digit in 1..10 {
            if self.names[digit] == 0 {
                self.named += 1;
                self.names[digit] = self.named;
            }
            digits[digit - 1] = self.names[digit] - 1;
        }
        Transformation {
            is_transposed: self.is_transposed,
            rows: self.rows,
            columns: self.columns,
            digits,
        }
    }
}

const PERMUTATIONS_OF_3: &[&[usize]] = &[
    &[0, 1, 2],
    &[0, 2, 1],
    &[1, 0, 2],
    &[1, 2, 0],
    &[2, 0, 1],
    &[2, 1, 0],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{puzzle, random_puzzles};

    fn form(puzzle: &Puzzle) -> String {
        canonical(puzzle).unwrap().givens().to_string()
    }

    /// The least of all texts, by trying every symmetry: names follow from the text.
    fn least_by_hand(grid: &Grid) -> String {
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
        let value = |cell: usize| grid.cells()[cell].map_or(0, |digit| digit.value() as u8);
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
    fn the_form_is_the_least_of_all_texts() {
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
                least_by_hand(puzzle.givens()),
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
    fn puzzles_with_few_givens_and_with_many_symmetries_take_few_ways() {
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
        assert_eq!(Transformation::IDENTITY.apply(&grid), grid);
    }

    #[test]
    fn other_boards_have_no_form() {
        let other = Puzzle::empty("2x2".parse().unwrap());
        assert_eq!(canonical(&other), Err(NotStandard));
        assert_eq!(shuffled(&other, 1, 1), Err(NotStandard));
    }
}
