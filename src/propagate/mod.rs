//! Inference without search: [`Candidates`] and the rules that remove them.
//!
//! | rule | file |
//! |---|---|
//! | naked and hidden singles, locked candidates | `houses.rs` |
//! | [`filter`]: one filter for each primitive | `filter.rs` |
//! | pairs: arc consistency | `pair.rs` |
//! | houses such as cages: placed digits, and possible digit sets | `house.rs` |
//! | sums: partial sums as bits | `sum.rs` |
//! | automata: arc consistency | `automaton.rs` |
//! | counts of a digit | `count.rs` |
//! | connected cells: no short path to a cell that is in | `connected.rs` |
//! | distinct pairs: hidden singles of combinations | `distinct_pairs.rs` |
//! | alternatives: constructive disjunction | `either.rs` |
//! | innies and outies: the rule of 45 | `innies_outies.rs` |
//! | failed literals and the dilemma rule | `failed_literal.rs` |
//!
//! [`Candidates::propagate`] applies all but the last two until none of them removes anything.
//! [`FailedLiterals`] tests candidates. [`with_implied_sums`] adds the sums of innies and outies to a board.
//!
//! The filters read one word of candidates for each cell. Boards with more than 64
//! digits have none of them: there, drawn constraints are checked when all cells are solved, and the SAT
//! solver does the rest.
//!
//! All digits of a cell are processed at once, one machine word for up to 64 digits, and houses
//! cell by cell: on a 9×9 board all houses together are about 250 words. A 9×9 puzzle that singles
//! solve takes about 35,000 instructions, half of them for removing digits from peers.
//!
//! The native engine deliberately has its own rules ([`mrv`](crate::engine::mrv)): it confirms
//! answers that rely on these, and shared code would share its mistakes.
//!
//! ```
//! use satdoku::board::Puzzle;
//! use satdoku::propagate::Candidates;
//!
//! let puzzle: Puzzle = "12..34....43..21".parse()?;
//! let mut candidates = Candidates::new(&puzzle);
//! candidates.propagate()?;
//! assert_eq!(candidates.to_grid().to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod candidates;
mod connected;
mod contradiction;
mod count;
mod distinct_pairs;
mod drawn_rules;
mod either;
mod failed_literal;
mod filter;
mod house;
mod houses;
mod innies_outies;
mod pair;
mod sets;
mod sum;

pub use self::candidates::Candidates;
pub use self::contradiction::Contradiction;
pub use self::failed_literal::FailedLiterals;
pub use self::filter::filter;
pub use self::innies_outies::{cages_of_union, is_small_sum, with_implied_sums};

use self::drawn_rules::DrawnRules;
use self::sets::{Bits, HouseMask, HouseSet};
use crate::board::{Candidate, Cell, Definitions, Jagged, Layout, Source};

/// Evaluates `$body` with `$rules`, the [`Propagation`] for the number of words per cell.
macro_rules! with_rules {
    ($candidates:expr, $rules:ident => $body:expr) => {
        match $candidates.words {
            1 => {
                let mut $rules = Propagation::<1>::new($candidates);
                $body
            }
            _ => {
                let mut $rules = Propagation::<MOST_WORDS>::new($candidates);
                $body
            }
        }
    };
}

/// The number of words per cell on boards with more than 64 digits: enough for 400.
const MOST_WORDS: usize = 7;

impl Candidates {
    /// Applies these rules until none of them removes anything:
    ///
    /// - *naked single*: the only digit of a cell is removed from its peers, and everything that
    ///   relations forbid together with it from other cells;
    /// - *hidden single*: the only place for a digit in a full house holds it;
    /// - on boards with up to 64 digits, the [`filter`] of each primitive;
    /// - *locked candidates* (pointing and claiming): if all places for a digit in one full house
    ///   are in another house, the other house has no further place for it.
    ///
    /// No solution is lost. If all cells are solved, they are the only solution.
    ///
    /// # Errors
    /// If a cell has no digit, a house has no place for one, or the only digits left break a drawn
    /// constraint. The candidates are then in an unspecified state.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        with_rules!(self, rules => rules.all_rules())?;
        self.check_large_board()
    }

    /// Removes what the givens alone exclude: the pencil marks of a player who has not placed
    /// anything yet.
    ///
    /// # Errors
    /// If a cell has no digit.
    pub fn propagate_givens(&mut self) -> Result<(), Contradiction> {
        with_rules!(self, rules => rules.givens())
    }

    /// [`Candidates::propagate`] without locked candidates.
    ///
    /// # Errors
    /// See [`Candidates::propagate`].
    pub fn propagate_singles(&mut self) -> Result<(), Contradiction> {
        with_rules!(self, rules => rules.singles())?;
        self.check_large_board()
    }

    /// Checks the drawn constraints of a solved board that is too large for their rules.
    fn check_large_board(&self) -> Result<(), Contradiction> {
        let layout = &*self.layout;
        if layout.digit_count() <= DrawnRules::MOST_DIGITS
            || layout.constraints().is_empty()
            || !self.are_all_solved()
        {
            return Ok(());
        }
        let (definitions, grid) = (Definitions::new(layout), self.to_grid());
        let constraints = layout.constraints().iter().enumerate();
        let mut constraints = constraints.filter(|(number, _)| layout.applies(*number));
        let broken = constraints.find(|(_, constraint)| !definitions.holds(constraint, &grid));
        match broken {
            Some((number, _)) => Err(Contradiction::NoDigits(Source::Constraint(number))),
            None => Ok(()),
        }
    }

    /// Removes all other digits from a cell that has several, but nothing that follows from that.
    pub(crate) fn place(&mut self, candidate: Candidate) {
        with_rules!(self, rules => rules.keep_only(candidate.cell, candidate.digit.index()));
    }

    /// Removes every candidate that is not in `bits`, which is laid out like `self.bits`, but
    /// nothing that follows from that. Returns true if there was one.
    ///
    /// # Errors
    /// If a cell has no digit left.
    fn intersect(&mut self, bits: &[u64]) -> Result<bool, Contradiction> {
        with_rules!(self, rules => rules.intersect(bits))
    }
}

/// The candidates of a board with `W` words per cell, borrowed for the rules.
struct Propagation<'a, const W: usize> {
    layout: &'a Layout,
    bits: &'a mut [[u64; W]],
    singles: &'a mut Vec<Cell>,
    propagated: &'a mut usize,
    placed: &'a mut [[u64; W]],
    house_masks: &'a Jagged<HouseMask>,
    for_hidden_singles: &'a mut HouseSet,
    for_locked_candidates: &'a mut HouseSet,
    drawn_rules: &'a mut DrawnRules,
}

impl<'a, const W: usize> Propagation<'a, W> {
    fn new(candidates: &'a mut Candidates) -> Propagation<'a, W> {
        Propagation {
            layout: &candidates.layout,
            bits: candidates.bits.as_chunks_mut().0,
            singles: &mut candidates.singles,
            propagated: &mut candidates.propagated,
            placed: candidates.placed.as_chunks_mut().0,
            house_masks: &candidates.house_masks,
            for_hidden_singles: &mut candidates.for_hidden_singles,
            for_locked_candidates: &mut candidates.for_locked_candidates,
            drawn_rules: &mut candidates.drawn_rules,
        }
    }

    /// Applies singles and locked candidates to a fixed point.
    fn all_rules(&mut self) -> Result<(), Contradiction> {
        loop {
            self.singles()?;
            match self.for_locked_candidates.take() {
                Some(house) if self.singles.len() < self.bits.len() => {
                    self.locked_candidates(house)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Propagates the naked singles that exist already.
    fn givens(&mut self) -> Result<(), Contradiction> {
        let givens = self.singles.len();
        while *self.propagated < givens {
            self.naked_single(self.singles[*self.propagated])?;
        }
        Ok(())
    }

    /// Applies naked and hidden singles and the rules of drawn constraints to a fixed point.
    fn singles(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(&cell) = self.singles.get(*self.propagated) {
                self.naked_single(cell)?;
            } else if let Some(house) = self.for_hidden_singles.take() {
                self.for_locked_candidates.insert(house);
                self.hidden_singles(house)?;
            } else if self.drawn_rules.is_empty() || !self.apply_drawn_rules()? {
                return Ok(());
            }
        }
    }

    fn digits_of(&self, cell: Cell) -> Bits<W> {
        Bits(self.bits[cell.index()])
    }

    /// The digits of propagated cells in a house.
    fn placed_in(&self, house: usize) -> Bits<W> {
        Bits(self.placed[house])
    }

    fn place_in(&mut self, house: usize, digit: Bits<W>) {
        self.placed[house] = (self.placed_in(house) | digit).0;
    }

    /// Removes everything that is not in `keep`.
    fn intersect(&mut self, keep: &[u64]) -> Result<bool, Contradiction> {
        let mut is_changed = false;
        for (index, keep) in keep.as_chunks::<W>().0.iter().enumerate() {
            if self.bits[index] != *keep {
                is_changed = true;
                self.remove(Cell::from_index(index), !Bits(*keep))?;
            }
        }
        Ok(is_changed)
    }

    /// Reduces `cell`, which has several digits, to this one.
    fn keep_only(&mut self, cell: Cell, digit: usize) {
        self.bits[cell.index()] = Bits::of(digit).0;
        self.singles.push(cell);
        self.for_hidden_singles
            .extend(&self.house_masks[cell.index()]);
    }

    /// Removes the digits of `gone` from `cell` and updates the work lists.
    #[inline(always)]
    fn remove(&mut self, cell: Cell, gone: Bits<W>) -> Result<(), Contradiction> {
        let digits = self.digits_of(cell);
        if (digits & gone).is_empty() {
            return Ok(());
        }
        let left = digits & !gone;
        self.bits[cell.index()] = left.0;
        if left.is_at_most_one() {
            if left.is_empty() {
                return Err(Contradiction::NoDigit(cell.name(self.layout.geometry())));
            }
            self.singles.push(cell);
        }
        self.for_hidden_singles
            .extend(&self.house_masks[cell.index()]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Constraint, Puzzle, Ruleset};
    use crate::testing::{puzzle, puzzle_on};

    /// Returns the candidates of a propagated puzzle.
    pub(super) fn propagated(shape: &str, givens: &str) -> Result<Candidates, Contradiction> {
        let mut candidates = Candidates::new(&puzzle(shape, givens));
        candidates.propagate().map(|()| candidates)
    }

    /// Returns the candidates of a propagated puzzle with constraints; no givens are a blank grid.
    pub(super) fn propagated_with(
        shape: &str,
        givens: &str,
        constraints: &[&str],
    ) -> Result<Candidates, Contradiction> {
        let rules = Ruleset::classic(shape.parse().unwrap());
        let size = rules.geometry().rows();
        let constraints = constraints.iter().map(|text| Constraint::parse(text, size));
        let rules = rules.with_constraints(constraints.collect::<Result<_, _>>().unwrap());
        let layout = Layout::new(rules.unwrap()).into();
        let givens = format!("{givens:.<width$}", width = size * size);
        let mut candidates = Candidates::new(&puzzle_on(layout, &givens));
        candidates.propagate().map(|()| candidates)
    }

    pub(super) fn digits(candidates: &Candidates, row: usize, column: usize) -> Vec<usize> {
        let cell = Cell::at(row - 1, column - 1, candidates.layout().digit_count());
        candidates
            .digits(cell)
            .map(|digit| digit.index() + 1)
            .collect()
    }

    #[test]
    fn singles_solve_an_easy_puzzle() {
        let solved = propagated(
            "3x3",
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        )
        .unwrap();
        let line: String = solved
            .iter()
            .map(|c| (c.digit.index() + 1).to_string())
            .collect();
        assert_eq!(
            line,
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
        );
    }

    #[test]
    fn an_empty_board_loses_nothing() {
        for shape in ["2x3", "4x4", "9x9"] {
            let puzzle = Puzzle::classic(shape.parse().unwrap());
            let mut candidates = Candidates::new(&puzzle);
            candidates.propagate().unwrap();
            assert_eq!(candidates.iter().count(), puzzle.geometry().rows().pow(3));
        }
    }

    #[test]
    fn both_contradictions_are_named() {
        // r1c1 sees 1, 2 and 3 in its row and 4 in its column.
        let no_digit = propagated("2x2", ".123........4...").unwrap_err();
        assert_eq!(no_digit.to_string(), "no digit is left for r1c1");
        // Row 1 has a 1 in its last cell, and all its other cells see a 9; box 3 has no place for 9
        // either.
        let mut givens = vec!['.'; 81];
        for (row, column, digit) in [
            (1, 9, '1'),
            (2, 1, '9'),
            (3, 4, '9'),
            (4, 7, '9'),
            (7, 8, '9'),
        ] {
            givens[(row - 1) * 9 + column - 1] = digit;
        }
        let no_place = propagated("3x3", &String::from_iter(givens)).unwrap_err();
        let expected = ["row 1", "box 3"].map(|house| format!("no cell is left for 9 in {house}"));
        assert!(expected.contains(&no_place.to_string()), "{no_place}");
        let twice = propagated("2x2", "11..............").unwrap_err();
        assert!(twice.to_string().starts_with("no digit is left for r1c"));
    }
}
