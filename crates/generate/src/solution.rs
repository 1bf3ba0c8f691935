//! Random solved grids of any board.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::shuffle::shuffle;
use satdoku::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle, Ruleset, Shape};
use satdoku::engine::{Budget, EngineError};
use satdoku::sat::{SolverAnswer, Varisat};
use satdoku::task::{Clue, ClueSolver};

/// Returns a random solved grid that contains the digits of `from`, or `None` if the search gives up
/// or the time runs out.
///
/// - Boards without further rules above 25×25, where a search gets stuck, are one regular grid with
///   bands, stacks, rows, columns and digits permuted: a small part of all solutions.
/// - Boards with sums and other drawn constraints that are no pairs get one random digit after another,
///   as far as the SAT solver finds a solution with it.
/// - All others come from a search that propagates singles and then guesses at random in a cell with
///   the fewest digits. Every solution is possible, but they are not equally likely.
pub(super) fn random_solution(
    layout: &Arc<Layout>,
    from: Option<&Grid>,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, EngineError> {
    let rules = layout.rules();
    let is_plain = *rules == Ruleset::classic(rules.shape()) && from.is_none();
    Ok(match layout.shape() {
        shape if is_plain && shape.size() > 25 => Some(permuted(shape, random)),
        _ if !layout.has_only_pairs() => return completed(layout, from, budget, random),
        _ => RandomSearch::new(layout, budget).and_then(|search| search.run(from, random)),
    })
}

/// Returns a solved grid, made of one random digit after another as far as there is a solution with it.
fn completed(
    layout: &Arc<Layout>,
    from: Option<&Grid>,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, EngineError> {
    let board = layout.geometry();
    let from = from.cloned().unwrap_or_else(|| Grid::blank(board));
    let Ok(puzzle) = Puzzle::new(layout.clone(), from) else {
        return Ok(None);
    };
    let solver = Box::new(Varisat::within(budget.deadline));
    let Ok(mut solver) = ClueSolver::new(&puzzle, &[], solver, budget) else {
        return Ok(None);
    };
    let SolverAnswer::Satisfiable(mut solution) = solver.ask(&[])? else {
        return Ok(None);
    };
    let mut cells: Vec<Cell> = puzzle.givens().blanks().collect();
    shuffle(&mut cells, random);
    let mut filled = puzzle.givens().clone();
    let mut clues = Vec::with_capacity(cells.len());
    for cell in cells {
        let peers = layout.peers(cell);
        let digits = board.digits_of(cell).map(Digit::from_index);
        let digits =
            digits.filter(|digit| peers.iter().all(|peer| filled.get(*peer) != Some(*digit)));
        let digits: Vec<Digit> = digits.collect();
        let digit = digits[random.random_range(0..digits.len() as u32) as usize];
        if solution.get(cell) != Some(digit) {
            clues.push(Clue::Given(Candidate { cell, digit }));
            match solver.ask(&clues)? {
                SolverAnswer::Satisfiable(grid) => solution = grid,
                SolverAnswer::Unsatisfiable(_) => {}
                SolverAnswer::Unknown(_) => return Ok(None),
            }
            clues.pop();
        }
        filled.set(cell, solution.get(cell));
        let digit = solution.get(cell);
        clues.extend(digit.map(|digit| Clue::Given(Candidate { cell, digit })));
    }
    Ok(Some(solution))
}

/// Returns a regular grid with bands, stacks, rows in bands, columns in stacks, and digits permuted.
fn permuted(shape: Shape, random: &mut ChaCha8Rng) -> Grid {
    let (size, rows, columns) = (shape.size(), shape.box_rows(), shape.box_columns());
    let mut lines = |groups: usize, of_group: usize| -> Vec<usize> {
        let mut order: Vec<usize> = (0..groups).collect();
        shuffle(&mut order, random);
        let mut lines = Vec::with_capacity(size);
        for group in order {
            let mut members: Vec<usize> =
                (0..of_group).map(|line| group * of_group + line).collect();
            shuffle(&mut members, random);
            lines.extend(members);
        }
        lines
    };
    let (row_order, column_order, digits) =
        (lines(columns, rows), lines(rows, columns), lines(1, size));
    let mut grid = Grid::blank(size);
    for (row, from_row) in row_order.into_iter().enumerate() {
        for (column, from_column) in column_order.iter().enumerate() {
            let number = columns * (from_row % rows) + from_row / rows + from_column;
            let digit = Digit::from_index(digits[number % size]);
            grid.set(Cell::at(row, column, size), Some(digit));
        }
    }
    grid
}

/// A search with random guesses on boards up to 64×64.
struct RandomSearch<'a> {
    layout: &'a Layout,
    budget: Budget,
    peers: Vec<Vec<u32>>,
    full_houses: Vec<Vec<u32>>,
}

/// A contradiction.
struct Impossible;

impl RandomSearch<'_> {
    /// The failed guesses after which the search starts again, and the number of starts.
    const MOST_FAILURES: usize = 1_000;
    const MOST_STARTS: usize = 20;

    fn new(layout: &Layout, budget: Budget) -> Option<RandomSearch<'_>> {
        let numbers = |cells: &[Cell]| cells.iter().map(|cell| cell.index() as u32).collect();
        let houses = layout.houses().iter();
        (layout.digit_count() <= 64).then(|| RandomSearch {
            layout,
            budget,
            peers: layout
                .cells()
                .map(|cell| numbers(&layout.peers(cell)))
                .collect(),
            full_houses: houses
                .filter(|house| layout.is_full(house))
                .map(|house| numbers(&house.cells))
                .collect(),
        })
    }

    fn run(&self, from: Option<&Grid>, random: &mut ChaCha8Rng) -> Option<Grid> {
        let board = self.layout.geometry();
        let digits = |cell: Cell| board.digits_of(cell).fold(0, |all, digit| all | 1 << digit);
        let mut start: Vec<u64> = board.cells().map(digits).collect();
        for at in from.iter().flat_map(|from| from.filled()) {
            self.place(&mut start, at.cell.index(), 1 << at.digit.index())
                .ok()?;
        }
        // Those that have only one digit from the start.
        for cell in 0..start.len() {
            if start[cell].is_power_of_two() {
                let digit = start[cell];
                self.place(&mut start, cell, digit).ok()?;
            }
        }
        self.propagate(&mut start).ok()?;
        (0..RandomSearch::MOST_STARTS).find_map(|_| self.guess(&start, random))
    }

    fn guess(&self, start: &[u64], random: &mut ChaCha8Rng) -> Option<Grid> {
        let mut domains = start.to_vec();
        let mut before: Vec<(Vec<u64>, usize, u64)> = Vec::new();
        let mut failures = 0;
        loop {
            let Some(cell) = open_cell(&domains, random) else {
                let digit = |domain: &u64| Digit::from_index(domain.trailing_zeros() as usize);
                let cells = domains.iter().map(|domain| Some(digit(domain)));
                return Grid::new(self.layout.geometry(), cells.collect());
            };
            let mut digits = domains[cell];
            for _ in 0..random.random_range(0..digits.count_ones()) {
                digits &= digits - 1;
            }
            let digit = digits & digits.wrapping_neg();
            before.push((domains.clone(), cell, digit));
            let mut placed = self.place(&mut domains, cell, digit);
            while placed.and_then(|()| self.propagate(&mut domains)).is_err() {
                failures += 1;
                let (last, cell, digit) = before.pop()?;
                if failures > RandomSearch::MOST_FAILURES || self.budget.is_out_of_time() {
                    return None;
                }
                domains = last;
                let rest = domains[cell] & !digit;
                placed = match rest.count_ones() {
                    0 => Err(Impossible),
                    1 => self.place(&mut domains, cell, rest),
                    _ => {
                        domains[cell] = rest;
                        Ok(())
                    }
                };
            }
        }
    }

    /// Places a digit and removes it from all cells that it excludes, and so on.
    fn place(&self, domains: &mut [u64], cell: usize, digit: u64) -> Result<(), Impossible> {
        if domains[cell] & digit == 0 {
            return Err(Impossible);
        }
        domains[cell] = digit;
        let mut placed = vec![cell];
        while let Some(cell) = placed.pop() {
            let digit = domains[cell];
            let mut remove = |other: usize, removed: u64| {
                let domain = &mut domains[other];
                if *domain & removed != 0 {
                    *domain &= !removed;
                    match domain.count_ones() {
                        0 => return Err(Impossible),
                        1 => placed.push(other),
                        _ => {}
                    }
                }
                Ok(())
            };
            for peer in &self.peers[cell] {
                remove(*peer as usize, digit)?;
            }
            let candidate = Candidate {
                cell: Cell::from_index(cell),
                digit: Digit::from_index(digit.trailing_zeros() as usize),
            };
            for other in self.layout.excluded(candidate) {
                remove(other.cell.index(), 1 << other.digit.index())?;
            }
        }
        Ok(())
    }

    /// Places hidden singles until there are no more.
    fn propagate(&self, domains: &mut [u64]) -> Result<(), Impossible> {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for house in &self.full_houses {
                let (mut once, mut twice) = (0, 0);
                for cell in house {
                    let domain = domains[*cell as usize];
                    twice |= once & domain;
                    once |= domain;
                }
                if once.count_ones() as usize != house.len() {
                    return Err(Impossible);
                }
                let single = once & !twice;
                for cell in house.iter().map(|cell| *cell as usize) {
                    let digit = domains[cell] & single;
                    if digit != 0 && digit != domains[cell] {
                        let lowest = digit & digit.wrapping_neg();
                        self.place(domains, cell, lowest)?;
                        is_changed = true;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns a cell with the fewest digits among those that have several: the first from a random place
/// on.
fn open_cell(domains: &[u64], random: &mut ChaCha8Rng) -> Option<usize> {
    let start = random.random_range(0..domains.len() as u32) as usize;
    (start..domains.len())
        .chain(0..start)
        .filter(|cell| domains[*cell].count_ones() > 1)
        .min_by_key(|cell| domains[*cell].count_ones())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use satdoku::board::{Variant, verify};

    #[test]
    fn random_solutions_follow_the_rules() {
        let mut layouts: Vec<Layout> = [
            "1x4", "1x7", "2x2", "2x3", "3x3", "3x4", "4x4", "5x5", "6x6", "1x40",
        ]
        .map(|shape| Layout::classic(shape.parse().unwrap()))
        .into();
        for variant in Variant::ALL {
            let rules = Ruleset::classic("3x3".parse().unwrap());
            layouts.push(Layout::new(rules.with(&[variant]).unwrap()));
        }
        for layout in layouts.into_iter().map(Arc::new) {
            let blank = Puzzle::new(layout.clone(), Grid::blank(layout.digit_count())).unwrap();
            let mut random = ChaCha8Rng::seed_from_u64(14);
            let mut grids = Vec::new();
            for _ in 0..5 {
                let grid = random_solution(&layout, None, Budget::UNLIMITED, &mut random);
                let grid = grid
                    .unwrap()
                    .unwrap_or_else(|| panic!("{:?}", layout.rules()));
                assert_eq!(verify(&blank, &grid), Ok(()));
                grids.push(grid);
            }
            assert_ne!(grids[0], grids[1]);
            // A third of the digits of the first grid.
            let mut from = grids[0].clone();
            for cell in layout.cells().filter(|cell| cell.index() % 3 > 0) {
                from.set(cell, None);
            }
            if layout.digit_count() <= 25 {
                let puzzle = Puzzle::new(layout.clone(), from.clone()).unwrap();
                let grid = random_solution(&layout, Some(&from), Budget::UNLIMITED, &mut random)
                    .unwrap()
                    .unwrap();
                assert_eq!(verify(&puzzle, &grid), Ok(()));
            }
        }
    }

    #[test]
    fn contradictory_digits_have_no_solution() {
        let layout = Arc::new(Layout::classic("2x2".parse().unwrap()));
        let mut from = Grid::blank(4);
        from.set(Cell::from_index(0), Some(Digit::from_index(0)));
        from.set(Cell::from_index(3), Some(Digit::from_index(0)));
        let mut random = ChaCha8Rng::seed_from_u64(14);
        let none = random_solution(&layout, Some(&from), Budget::UNLIMITED, &mut random);
        assert_eq!(none, Ok(None));
    }
}
