//! All-different reasoning: the digits that the cells of a house can have when considered together.
//!
//! The rule is J.-C. Régin's, *A filtering algorithm for constraints of difference in CSPs* (AAAI
//! 1994). The cells and digits of a house are the two sides of a graph whose edges are the
//! candidates, and a way to fill the house is a matching of all cells. From one such matching and
//! the strongly connected components of the graph it directs follow the edges that occur in any
//! matching. All others are removed, which covers all naked and hidden subsets of any size at once.
//!
//! # Costs and benefits
//! A house of `k` open cells takes about as many steps as it has candidates, a few µs at 100×100,
//! and is processed again only if one of its cells has changed. On large boards with few candidates
//! per cell this decides much that would take a SAT solver many conflicts. On a 100×100 board with
//! 31,861 candidates after locked candidates, nothing is left open, which saves 674,025 clauses and
//! 0.8 s of solver time. On 36×36 boards with 45 % blank, it removes 5 to 18 % of the candidates.
//!
//! # Alternatives tried
//! In the hard phase, 36×36 with half of the cells blank and 49×49 with 60 %, this removes less
//! than 1 % of the candidates, and search is unavoidable. For a 64×64 board of 7,901 candidates,
//! which takes the solver about 0.5 s, and for boards of 25×25 and 36×36, none of the following was
//! a consistent gain:
//!
//! - "digit placed" as the negative literal: 70 % slower at 64×64, and between 150 times faster and
//!   19 times slower at 25×25, which is luck;
//! - variables in reversed or random order, or by the candidates of their cells: within 25 %;
//! - VSIDS decay 0.8, 0.9 and 0.99, Luby scale 32, 64 and 256: between 7 % faster (32) and 37 %
//!   slower (0.9), median of three;
//! - native search with this rule and [`Candidates::propagate`] at every step: on two boards made
//!   from the 64×64 one by permuting rows, columns and digits, 3,000 tests of candidates, half of
//!   them of pairs and half nested, take 1.7 s without finishing, while three SAT solvers need
//!   about 0.5 s and the two that report conflicts need about 5,500;
//! - at-most-one constraints by product or three other encodings: between 26 % faster (product in
//!   groups above 12) and 45 % slower at 64×64, 10 to 94 % slower at 100×100, in one run on a busy
//!   machine.

use super::candidates::Candidates;
use super::house_set::HouseSet;
use crate::board::{Cell, Contradiction, House, ones};

impl Candidates {
    /// The smallest board size at which [`Candidates::reduce`] uses all-different reasoning.
    pub const LEAST_ALL_DIFFERENT: usize = 10;

    /// Applies all rules until none of them removes anything: [`Candidates::propagate`], and
    /// all-different reasoning on boards with at least [`Candidates::LEAST_ALL_DIFFERENT`] digits.
    /// Every remaining candidate then occurs in some way to fill each of its houses.
    ///
    /// # Errors
    /// See [`Candidates::propagate`]; also if the cells of a house have too few digits together.
    pub fn reduce(&mut self) -> Result<(), Contradiction> {
        self.propagate()?;
        let is_small = self.layout.digit_count() < Candidates::LEAST_ALL_DIFFERENT;
        if is_small || self.are_all_solved() {
            return Ok(());
        }
        self.make_all_different()
    }

    /// Alternates all-different reasoning and [`Candidates::propagate`], starting at a fixed point
    /// of the latter.
    fn make_all_different(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout.clone();
        let mut houses = HouseSet::default();
        houses.fill(layout.houses().len());
        let mut filter = Filter::new(layout.digit_count(), self.words);
        // The remaining candidates are collected here, so that the filter does not have to maintain
        // the work lists.
        let mut left = self.bits.clone();
        loop {
            // The cheaper rules run before all houses are processed. On the 100×100 board above,
            // reaching a fixed point of this rule alone each time took 12,464 runs of the filter,
            // processing all listed houses at a time 4,469, a third of all houses 3,644, and a
            // twelfth 2,529 but more time, because each turn compares the whole board.
            for _ in 0..layout.digit_count() {
                let Some(number) = houses.take() else { break };
                let house = &layout.houses()[number];
                filter.read(house, self, &left);
                let changed = filter
                    .run(&mut left)
                    .ok_or(Contradiction::TooFewDigits { house: house.kind })?;
                for cell in changed {
                    // The rule would find nothing in this house a second time.
                    let others = layout.houses_of(*cell).filter(|other| *other != number);
                    others.for_each(|other| houses.insert(other));
                }
            }
            if self.intersect(&left)? {
                self.propagate()?;
            } else if houses.is_empty() {
                return Ok(());
            }
            if self.are_all_solved() {
                return Ok(());
            }
            for cell in layout.cells() {
                let words = cell.index() * self.words..(cell.index() + 1) * self.words;
                if left[words.clone()] != self.bits[words.clone()] {
                    left[words.clone()].copy_from_slice(&self.bits[words]);
                    layout
                        .houses_of(cell)
                        .for_each(|house| houses.insert(house));
                }
            }
        }
    }
}

/// The absence of a digit or of a cell.
const NONE: u32 = u32::MAX;

/// The rule for one house, with memory that is reused. Cells are indices into `cells`; sets of
/// digits are `words` words of bits.
struct Filter {
    words: usize,
    /// The open cells of the house, and the digits of each.
    cells: Vec<Cell>,
    rows: Vec<u64>,
    /// The matching: the digit of each cell and the cell of each digit.
    digit_of: Vec<u32>,
    cell_of: Vec<u32>,
    /// The digits that the current walk has not reached.
    unseen: Vec<u64>,
    /// For each cell, the time at which a walk reached it, from 1; 0 if none has.
    entered: Vec<u32>,
    /// The number of cells reached.
    clock: u32,
    /// The digits of the cells whose component is incomplete, and these cells in order.
    open: Vec<u64>,
    path: Vec<u32>,
    /// The digits of the last component.
    component: Vec<u64>,
    /// The digits that are unused in some way to fill the house.
    spare: Vec<u64>,
    /// The cells that lost a digit.
    changed: Vec<Cell>,
}

impl Filter {
    /// Creates a filter for boards of `size` digits in `words` words.
    fn new(size: usize, words: usize) -> Filter {
        Filter {
            words,
            cells: Vec::new(),
            rows: Vec::new(),
            digit_of: Vec::new(),
            cell_of: vec![NONE; size],
            unseen: vec![0; words],
            entered: Vec::new(),
            clock: 0,
            open: vec![0; words],
            path: Vec::new(),
            component: vec![0; words],
            spare: vec![0; words],
            changed: Vec::new(),
        }
    }

    /// Reads the open cells of a house. Solved cells do not matter: their digits have been removed
    /// from all others.
    fn read(&mut self, house: &House, candidates: &Candidates, left: &[u64]) {
        self.cells.clear();
        self.rows.clear();
        for &cell in &house.cells {
            if !candidates.is_solved(cell) {
                self.cells.push(cell);
                let words = cell.index() * self.words..(cell.index() + 1) * self.words;
                self.rows.extend_from_slice(&left[words]);
            }
        }
    }

    /// Removes from `left` the candidates that are in no matching of all cells. Returns the changed
    /// cells, or `None` if there is no such matching.
    fn run(&mut self, left: &mut [u64]) -> Option<&[Cell]> {
        self.changed.clear();
        self.find_matching()?;
        self.find_spare_digits();
        self.unseen.fill(u64::MAX);
        self.entered.clear();
        self.entered.resize(self.cells.len(), 0);
        self.clock = 0;
        for cell in 0..self.cells.len() {
            if self.entered[cell] == 0 {
                self.walk(cell, left);
            }
        }
        Some(&self.changed)
    }

    /// Finds a matching of all cells, with one augmenting path for each cell (H. W. Kuhn, 1955).
    fn find_matching(&mut self) -> Option<()> {
        self.cell_of.fill(NONE);
        self.digit_of.clear();
        self.digit_of.resize(self.cells.len(), NONE);
        for cell in 0..self.cells.len() {
            self.unseen.fill(u64::MAX);
            if !self.augment(cell) {
                return None;
            }
        }
        Some(())
    }

    /// Assigns a digit to `cell`, reassigning other cells if necessary.
    fn augment(&mut self, cell: usize) -> bool {
        let row = cell * self.words;
        for word in 0..self.words {
            for bit in ones(self.rows[row + word]) {
                if self.cell_of[word * 64 + bit] == NONE {
                    return self.assign(cell, word * 64 + bit);
                }
            }
        }
        for word in 0..self.words {
            loop {
                let unseen = self.rows[row + word] & self.unseen[word];
                if unseen == 0 {
                    break;
                }
                self.unseen[word] &= !(unseen & unseen.wrapping_neg());
                let digit = word * 64 + unseen.trailing_zeros() as usize;
                if self.augment(self.cell_of[digit] as usize) {
                    return self.assign(cell, digit);
                }
            }
        }
        false
    }

    fn assign(&mut self, cell: usize, digit: usize) -> bool {
        self.cell_of[digit] = cell as u32;
        self.digit_of[cell] = digit as u32;
        true
    }

    /// Finds the digits that no cell has in the matching, and those of cells that could exchange
    /// theirs for one of these. A full house has none.
    fn find_spare_digits(&mut self) {
        self.spare.fill(0);
        for row in self.rows.chunks_exact(self.words) {
            for (spare, digits) in self.spare.iter_mut().zip(row) {
                *spare |= digits;
            }
        }
        for digit in &self.digit_of {
            self.spare[*digit as usize / 64] &= !(1 << (digit % 64));
        }
        let mut has_grown = self.spare.iter().any(|word| *word != 0);
        while has_grown {
            has_grown = false;
            for (row, digit) in self.rows.chunks_exact(self.words).zip(&self.digit_of) {
                let (word, bit) = (*digit as usize / 64, 1 << (digit % 64));
                let can_change = row.iter().zip(&self.spare).any(|(one, two)| one & two != 0);
                if can_change && self.spare[word] & bit == 0 {
                    self.spare[word] |= bit;
                    has_grown = true;
                }
            }
        }
    }

    /// Walks from `cell` to the cells whose digits it could take, and further (R. Tarjan, 1972).
    /// When a strongly connected component is complete, its cells keep only the digits of the
    /// component and spare ones. Returns the time of the earliest reachable cell on the path.
    fn walk(&mut self, cell: usize, left: &mut [u64]) -> u32 {
        self.clock += 1;
        let entered = self.clock;
        let mut earliest = entered;
        self.entered[cell] = entered;
        self.path.push(cell as u32);
        let own = self.digit_of[cell] as usize;
        self.unseen[own / 64] &= !(1 << (own % 64));
        self.open[own / 64] |= 1 << (own % 64);
        for word in 0..self.words {
            let digits = self.rows[cell * self.words + word];
            for bit in ones(digits & self.open[word]) {
                let other = self.cell_of[word * 64 + bit] as usize;
                earliest = earliest.min(self.entered[other]);
            }
            loop {
                let next = digits & self.unseen[word];
                if next == 0 {
                    break;
                }
                let digit = word * 64 + next.trailing_zeros() as usize;
                match self.cell_of[digit] {
                    NONE => self.unseen[word] &= !(next & next.wrapping_neg()),
                    other => earliest = earliest.min(self.walk(other as usize, left)),
                }
            }
        }
        if earliest == entered {
            self.close(cell, left);
        }
        earliest
    }

    /// Removes the component of `cell`, its first cell on the path, from the path.
    fn close(&mut self, cell: usize, left: &mut [u64]) {
        let start = self
            .path
            .iter()
            .rposition(|on_path| *on_path == cell as u32);
        let start = start.unwrap_or(0);
        self.component.copy_from_slice(&self.spare);
        for &member in &self.path[start..] {
            let digit = self.digit_of[member as usize];
            self.component[digit as usize / 64] |= 1 << (digit % 64);
            self.open[digit as usize / 64] &= !(1 << (digit % 64));
        }
        for member in self.path.drain(start..) {
            let cell = self.cells[member as usize];
            let words = &mut left[cell.index() * self.words..][..self.words];
            let mut is_changed = false;
            for (word, keep) in words.iter_mut().zip(&self.component) {
                is_changed |= *word & !keep != 0;
                *word &= keep;
            }
            if is_changed {
                self.changed.push(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Puzzle};
    use crate::engine::{Budget, find};
    use crate::testing::{puzzle, random_puzzles};

    /// Applies both propagations to a puzzle of any size.
    fn all_different(puzzle: &Puzzle) -> Result<Candidates, Contradiction> {
        let mut candidates = Candidates::new(puzzle);
        candidates.propagate()?;
        candidates.make_all_different()?;
        Ok(candidates)
    }

    /// Returns true if the cells can have different digits, by trying all combinations.
    fn can_differ(cells: &[Vec<Digit>], taken: &mut Vec<Digit>) -> bool {
        let Some((first, rest)) = cells.split_first() else {
            return true;
        };
        first.iter().any(|digit| {
            if taken.contains(digit) {
                return false;
            }
            taken.push(*digit);
            let can = can_differ(rest, taken);
            taken.pop();
            can
        })
    }

    #[test]
    fn remaining_candidates_fill_their_houses_and_no_solution_is_lost() {
        let mut removed = 0;
        for puzzle in random_puzzles(&["2x2", "2x3", "3x2"], 150) {
            let mut plain = Candidates::new(&puzzle);
            let plain = plain.propagate().map(|()| plain);
            let found = all_different(&puzzle);
            let mut engine = find("brute").unwrap().make();
            let (solutions, _) = engine.solutions(&puzzle, 200, Budget::UNLIMITED).unwrap();
            for at in solutions.iter().flat_map(|solution| solution.filled()) {
                let left = found.as_ref().expect("a puzzle with a solution");
                assert!(left.contains(at.cell, at.digit), "{}", puzzle.givens());
            }
            let (Ok(plain), Ok(left)) = (plain, found) else {
                continue;
            };
            removed += plain.iter().count() - left.iter().count();
            for house in puzzle.layout().houses() {
                let cells = house.cells.iter().map(|cell| left.digits(*cell).collect());
                let cells: Vec<Vec<Digit>> = cells.collect();
                for (place, digits) in cells.iter().enumerate() {
                    for digit in digits {
                        let mut fixed = cells.clone();
                        fixed[place] = vec![*digit];
                        assert!(
                            can_differ(&fixed, &mut Vec::new()),
                            "{} in {}",
                            puzzle.givens(),
                            house.kind
                        );
                    }
                }
            }
        }
        assert!(removed > 0);
    }

    #[test]
    fn too_few_digits_for_some_cells_are_a_contradiction() {
        // Three open cells of box 1 and row 1 with 8 and 9 between them: singles see nothing.
        let mut rows = vec![".".repeat(9); 9];
        rows[0] = "...1234..".to_string();
        rows[1] = "5........".to_string();
        let mut candidates = Candidates::new(&puzzle("3x3", &rows.concat()));
        candidates.propagate().unwrap();
        for index in 0..3 {
            let cell = Cell::from_index(index);
            candidates.retain(|at| at.cell != cell || at.digit.index() >= 7);
        }
        let error = candidates.make_all_different().unwrap_err();
        assert_eq!(
            error.to_string(),
            "too few digits are left for some cells of row 1"
        );
    }

    /// Returns what the rule leaves to cells with these digits, counted from 0.
    fn filtered(size: usize, cells: &[&[usize]]) -> Option<Vec<Vec<usize>>> {
        let words = size.div_ceil(64);
        let mut filter = Filter::new(size, words);
        filter.cells = (0..cells.len()).map(Cell::from_index).collect();
        filter.rows = vec![0; cells.len() * words];
        for (cell, digits) in cells.iter().enumerate() {
            for digit in *digits {
                filter.rows[cell * words + digit / 64] |= 1 << (digit % 64);
            }
        }
        let mut left = filter.rows.clone();
        filter.run(&mut left)?;
        let digits = |row: &[u64]| -> Vec<usize> {
            let has = |digit: &usize| row[digit / 64] & (1 << (digit % 64)) != 0;
            (0..size).filter(has).collect()
        };
        Some(left.chunks_exact(words).map(digits).collect())
    }

    #[test]
    fn naked_and_hidden_subsets_are_found() {
        // Three cells share 0, 1 and 2, two each.
        let naked: [&[usize]; 5] = [&[0, 1], &[1, 2], &[0, 2], &[0, 3, 4], &[1, 3, 4]];
        let left = filtered(5, &naked).unwrap();
        assert_eq!(left[..3], naked[..3]);
        assert_eq!(left[3..], [[3, 4], [3, 4]]);
        // Only the first two cells have 0 and 1.
        let left = filtered(4, &[&[0, 1, 2, 3], &[0, 1, 2, 3], &[2, 3], &[2, 3]]).unwrap();
        assert_eq!(left, [[0, 1], [0, 1], [2, 3], [2, 3]]);
        // The same with digits in two words.
        let left = filtered(70, &[&[0, 65], &[0, 65], &[0, 1, 65, 69], &[1, 69]]).unwrap();
        assert_eq!(left, [[0, 65], [0, 65], [1, 69], [1, 69]]);
    }

    #[test]
    fn a_small_house_can_leave_digits_out() {
        let cells: [&[usize]; 3] = [&[0, 1], &[1, 2], &[2, 3]];
        assert_eq!(filtered(4, &cells).unwrap(), cells);
        let left = filtered(4, &[&[0, 1], &[0, 1], &[0, 1, 2, 3]]).unwrap();
        assert_eq!(left, [vec![0, 1], vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn cells_with_too_few_digits_have_no_matching() {
        assert_eq!(filtered(4, &[&[0, 1], &[0, 1], &[0, 1], &[2, 3]]), None);
    }
}
