//! Random rules as text, each with a predicate.

use std::ops::RangeInclusive;

use super::board::{Board, Extent, Number};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns true if the digits of all cells obey a rule.
pub type Predicate = Box<dyn Fn(&[Number]) -> bool>;

/// The text of a rule, and its predicate.
pub struct Rule {
    pub text: String,
    pub holds: Predicate,
}

/// The source of the random arguments of a kind on a board.
pub struct Source<'a> {
    pub board: &'a Board,
    /// The name of the kind in text.
    pub name: String,
    /// The cells that it has chosen, which can be any.
    pub chosen: Vec<usize>,
    pub random: ChaCha8Rng,
}

/// The number of cells of a line that has at least one, two or three.
pub const ONE: RangeInclusive<usize> = 1..=6;
pub const TWO: RangeInclusive<usize> = 2..=6;
pub const THREE: RangeInclusive<usize> = 3..=6;

/// The digits in cells.
pub fn at(cells: &[usize], digits: &[Number]) -> Vec<Number> {
    cells.iter().map(|cell| digits[*cell]).collect()
}

impl<'a> Source<'a> {
    pub fn new(board: &'a Board, name: &str, seed: u64) -> Source<'a> {
        Source {
            board,
            name: name.replace('_', "-"),
            chosen: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    pub fn count(&mut self, range: RangeInclusive<usize>) -> usize {
        self.random.random_range(range)
    }

    pub fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items.choose(&mut self.random).unwrap().clone()
    }

    /// A number that is usually small, and seldom larger than 64 bits.
    pub fn number(&mut self) -> Number {
        const UNUSUAL: [Number; 7] = [
            0,
            100,
            1 << 32,
            (1 << 63) - 1,
            1 << 63,
            (1 << 64) - 1,
            1 << 64,
        ];
        match self.chance(0.15) {
            true => self.one_of(&UNUSUAL),
            false => self.random.random_range(0..=12),
        }
    }

    /// The same with a sign. The first numbers are the largest that a sum can have.
    pub fn integer(&mut self) -> Number {
        const LARGEST: Number = 1_000_000_000;
        const UNUSUAL: [Number; 5] = [LARGEST, -LARGEST, LARGEST + 1, -(1 << 63), 0];
        match self.chance(0.04) {
            true => self.one_of(&UNUSUAL),
            false => self.random.random_range(-4..=12),
        }
    }

    /// A digit of the grid or of a variable.
    pub fn board_digit(&mut self) -> Number {
        let all = self.board.all_digits();
        self.random.random_range(all)
    }

    /// The same, and seldom another number.
    pub fn digit(&mut self) -> Number {
        match self.chance(0.03) {
            true => self.number(),
            false => self.board_digit(),
        }
    }

    /// A few digits.
    pub fn digits(&mut self, count: RangeInclusive<usize>) -> Vec<Number> {
        (0..self.count(count)).map(|_| self.digit()).collect()
    }

    pub fn grid_cell(&mut self) -> usize {
        self.below(self.board.grid_cell_count())
    }

    /// A cell: a variable as often as a cell of the grid.
    pub fn cell(&mut self) -> usize {
        let (grid, all) = (self.board.grid_cell_count(), self.board.cell_count());
        let cell = match grid < all && self.chance(0.5) {
            true => self.random.random_range(grid..all),
            false => self.grid_cell(),
        };
        self.chosen.push(cell);
        cell
    }

    /// Two cells next to each other in the grid, or any two.
    pub fn near_or_any(&mut self) -> [usize; 2] {
        let cell = self.grid_cell();
        match self.board.neighbours(cell).choose(&mut self.random) {
            Some(other) if self.chance(0.8) => [cell, *other],
            _ => [self.cell(), self.cell()],
        }
    }

    /// This number of cells: different ones as far as there are, any, or a few several times. Seldom
    /// one less or many more.
    pub fn cells(&mut self, count: RangeInclusive<usize>) -> Vec<usize> {
        let (least, most) = (*count.start(), *count.end());
        let count = match self.below(30) {
            0 => least - 1,
            1 if least < most => self.one_of(&[12, 30]),
            _ => self.count(count),
        };
        self.exactly(count)
    }

    fn exactly(&mut self, count: usize) -> Vec<usize> {
        match self.below(3) {
            0 => {
                let mut cells: Vec<usize> = (0..self.board.cell_count()).collect();
                cells.shuffle(&mut self.random);
                // Variables first, so that they occur in most lists.
                if self.chance(0.5) {
                    cells.sort_by_key(|cell| *cell < self.board.grid_cell_count());
                }
                cells.truncate(count);
                if self.chance(0.5) {
                    cells.shuffle(&mut self.random);
                }
                self.chosen.extend(&cells);
                cells
            }
            1 => (0..count).map(|_| self.cell()).collect(),
            _ => {
                let few: Vec<usize> = (0..self.count(1..=4)).map(|_| self.cell()).collect();
                (0..count).map(|_| self.one_of(&few)).collect()
            }
        }
    }

    /// Lists of cells, usually of the same length.
    pub fn groups(&mut self, count: RangeInclusive<usize>) -> Vec<Vec<usize>> {
        let (length, has_one) = (self.count(1..=4), self.chance(0.7));
        let groups = 0..self.count(count);
        groups
            .map(|_| match has_one {
                true => self.exactly(length),
                false => self.cells(1..=4),
            })
            .collect()
    }

    pub fn names(&self, cells: &[usize]) -> String {
        let names: Vec<String> = cells.iter().map(|cell| self.board.name(*cell)).collect();
        names.join(" ")
    }

    /// The names of the cells of groups, separated by colons.
    pub fn names_of_groups(&self, groups: &[Vec<usize>]) -> String {
        let names: Vec<String> = groups.iter().map(|group| self.names(group)).collect();
        names.join(": ")
    }

    /// ` as "…"`, or nothing.
    pub fn title(&mut self) -> &'static str {
        self.one_of(&["", "", " as \"red; { dots\""])
    }

    /// The rule with these arguments.
    pub fn rule(
        &self,
        arguments: impl AsRef<str>,
        holds: impl Fn(&[Number]) -> bool + 'static,
    ) -> Rule {
        Rule {
            text: format!("{} {}", self.name, arguments.as_ref()),
            holds: Box::new(holds),
        }
    }

    /// A rule about the digits along a line.
    pub fn line(
        &mut self,
        count: RangeInclusive<usize>,
        holds: impl Fn(&[Number]) -> bool + 'static,
    ) -> Rule {
        let line = self.cells(count);
        let names = self.names(&line);
        self.rule(names, move |digits| holds(&at(&line, digits)))
    }

    /// The same with a number before the cells, which can be left out.
    pub fn numbered(
        &mut self,
        count: RangeInclusive<usize>,
        holds: impl Fn(Option<Number>, &[Number]) -> bool + 'static,
    ) -> Rule {
        let line = self.cells(count);
        let names = self.names(&line);
        match self.chance(0.25) {
            true => self.rule(names, move |digits| holds(None, &at(&line, digits))),
            false => {
                let number = self.number();
                self.rule(format!("{number} {names}"), move |digits| {
                    holds(Some(number), &at(&line, digits))
                })
            }
        }
    }

    /// A rule about groups of cells.
    pub fn grouped(
        &mut self,
        count: RangeInclusive<usize>,
        holds: impl Fn(&[Vec<Number>]) -> bool + 'static,
    ) -> Rule {
        let groups = self.groups(count);
        let names = self.names_of_groups(&groups);
        self.rule(names, move |digits| {
            let groups: Vec<Vec<Number>> = groups.iter().map(|group| at(group, digits)).collect();
            holds(&groups)
        })
    }

    /// A clue beside a row or column, and the digits from there.
    pub fn clue(&mut self, holds: impl Fn(Number, &[Number]) -> bool + 'static) -> Rule {
        let clue = self.number();
        let (is_row, is_reversed) = (self.chance(0.5), self.chance(0.5));
        let board = self.board;
        let (kind, sides, lines) = match is_row {
            true => ("row", ["left", "right"], board.rows),
            false => ("column", ["top", "bottom"], board.columns),
        };
        let index = self.below(lines);
        let mut line: Vec<usize> = (0..board.grid_cell_count()).collect();
        line.retain(|cell| match board.place(*cell) {
            (row, _) if is_row => row == index,
            (_, column) => column == index,
        });
        if is_reversed {
            line.reverse();
        }
        let side = sides[usize::from(is_reversed)];
        self.rule(
            format!("{clue} {kind} {} {side}", index + 1),
            move |digits| holds(clue, &at(&line, digits)),
        )
    }

    /// Digits, seldom none, and cells that contain them.
    pub fn contained(
        &mut self,
        separator: &str,
        holds: impl Fn(&[Number], &[Number]) -> bool + 'static,
    ) -> Rule {
        let (values, cells) = (self.digits(1..=4), self.cells(1..=6));
        let listed: Vec<String> = values.iter().map(Number::to_string).collect();
        let text = format!("{}{separator} {}", listed.join(" "), self.names(&cells));
        self.rule(text, move |digits| holds(&values, &at(&cells, digits)))
    }

    /// The cells of the table of variables, if there is one and `with_table` is true, or of the grid.
    pub fn table_or_grid(&mut self, with_table: bool) -> Vec<usize> {
        let variables = self
            .board
            .variables
            .as_ref()
            .map(|variables| variables.extent);
        let (grid, all) = (self.board.grid_cell_count(), self.board.cell_count());
        let cells = match variables {
            Some(Extent::Table(..)) if with_table => grid..all,
            _ => 0..grid,
        };
        self.chosen.extend(cells.clone());
        cells.collect()
    }
}
