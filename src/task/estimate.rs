//! An estimate of the number of solutions, by random probing.
//!
//! A probe fills cells at random: the cell with the fewest candidates gets one of them, and propagation
//! removes others. As soon as an engine can count what is left within a few nodes, the probe ends. The
//! product of that count and of the numbers of candidates along the way is the number of solutions on
//! average, because the probe reaches each solution with a probability of one in that product (D. E. Knuth,
//! *Estimating the Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975).
//!
//! Counting exactly below a depth reduces the variance, since one probe then stands for all solutions below
//! it. The depth at which this is tried first comes from a few probes made in advance, which are not
//! part of the estimate.

use std::f64::consts::LN_10;
use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::answer::Count;
use super::error::TaskError;
use crate::board::{Candidate, Puzzle};
use crate::engine::{Budget, End, Engine, SolutionSink};
use crate::propagate::Candidates;

/// The nodes that the engine may visit to count what is left of a probe. On the empty 9×9 board, a tenth
/// of them takes as long for the same error, and ten times as many take three times as long.
const NODES: u64 = 200;

/// The probes made in advance.
const PILOT_PROBES: usize = 5;

/// A number of solutions that was counted or estimated.
#[derive(Debug, Clone, PartialEq)]
pub enum Estimated {
    /// The puzzle has few enough solutions to count all of them, or no probe was made.
    Counted(Count),
    /// The mean of random probes.
    About(Estimate),
}

/// The mean of random probes, as a logarithm, because the number may be too large for an `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The common logarithm of the mean: −∞ if no probe found a solution.
    pub log10: f64,
    /// The standard error of the mean, as a fraction of it.
    pub relative_error: f64,
    /// The number of probes.
    pub probes: u64,
}

impl Estimate {
    /// Returns the mean and standard error of probes, given by their natural logarithms.
    fn of_logarithms(logarithms: &[f64]) -> Estimate {
        let probes = logarithms.len() as f64;
        let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if greatest == f64::NEG_INFINITY {
            return Estimate {
                log10: f64::NEG_INFINITY,
                relative_error: 0.0,
                probes: logarithms.len() as u64,
            };
        }
        let scaled = || logarithms.iter().map(|log| (log - greatest).exp());
        let mean = scaled().sum::<f64>() / probes;
        let variance = scaled().map(|x| (x - mean).powi(2)).sum::<f64>() / (probes - 1.0);
        Estimate {
            log10: (greatest + mean.ln()) / LN_10,
            relative_error: (variance / probes).sqrt() / mean,
            probes: logarithms.len() as u64,
        }
    }

    /// The mean: infinite above 1.8e308.
    pub fn mean(&self) -> f64 {
        10_f64.powf(self.log10)
    }
}

impl fmt::Display for Estimate {
    /// Writes the mean, its standard error in percent and the number of probes, as in
    /// `≈6.68e21 ± 0.70 % (10000 probes)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.log10 == f64::NEG_INFINITY {
            return write!(f, "no solution in {} probes", self.probes);
        }
        let exponent = self.log10.floor();
        let mantissa = 10_f64.powf(self.log10 - exponent);
        let percent = 100.0 * self.relative_error;
        let probes = self.probes;
        write!(
            f,
            "≈{mantissa:.2}e{exponent} ± {percent:.2} % ({probes} probes)"
        )
    }
}

/// Returns a budget with as many nodes as counting what is left of a probe may take.
pub(super) fn counting_budget(budget: &Budget) -> Budget {
    Budget {
        nodes: budget.nodes.min(NODES),
        ..budget.clone()
    }
}

/// A puzzle and the random choices of its probes.
pub(super) struct Prober<'a> {
    engine: &'a mut dyn Engine,
    puzzle: &'a Puzzle,
    /// The candidates that propagation leaves before any choice.
    root: Candidates,
    budget: Budget,
    random: ChaCha8Rng,
    /// The number of choices before the engine tries to count.
    first_count: usize,
}

impl<'a> Prober<'a> {
    /// Prepares the probes of a puzzle with at least one solution.
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        puzzle: &'a Puzzle,
        budget: &Budget,
        seed: u64,
    ) -> Prober<'a> {
        let mut root = Candidates::new(puzzle);
        // A contradiction here is one in each probe.
        let _ = root.propagate();
        Prober {
            engine,
            puzzle,
            root,
            budget: counting_budget(budget),
            random: ChaCha8Rng::seed_from_u64(seed),
            first_count: 0,
        }
    }

    /// Makes up to `probes` probes, fewer if the time runs out. Returns `None` if it ran out before the
    /// second one.
    pub(super) fn run(&mut self, probes: u64) -> Result<Option<Estimate>, TaskError> {
        let mut depths = Vec::new();
        for _ in 0..PILOT_PROBES {
            match self.probe()? {
                Some((_, depth)) => depths.push(depth),
                None => return Ok(None),
            }
        }
        self.first_count = depths.into_iter().min().unwrap_or_default();
        let mut logarithms = Vec::new();
        while (logarithms.len() as u64) < probes
            && let Some((logarithm, _)) = self.probe()?
        {
            logarithms.push(logarithm);
        }
        Ok((logarithms.len() > 1).then(|| Estimate::of_logarithms(&logarithms)))
    }

    /// Makes a probe. Returns the logarithm of the number that it stands for, which is −∞ if it ended in
    /// a contradiction, and the number of its choices; `None` if the time runs out.
    fn probe(&mut self) -> Result<Option<(f64, usize)>, TaskError> {
        let mut candidates = self.root.clone();
        let mut logarithm = 0.0;
        for depth in 0.. {
            if self.budget.is_out_of_time() {
                return Ok(None);
            }
            if depth >= self.first_count
                && let Some(count) = self.count(&candidates)?
            {
                return Ok(Some((logarithm + (count as f64).ln(), depth)));
            }
            let Some((choice, choices)) = self.choose(&candidates) else {
                return Ok(Some((logarithm, depth)));
            };
            logarithm += (choices as f64).ln();
            candidates.place(choice);
            if candidates.propagate().is_err() {
                return Ok(Some((f64::NEG_INFINITY, depth)));
            }
        }
        unreachable!("each choice solves a cell")
    }

    /// Chooses one of the digits of a cell with as few candidates as possible. Returns it and their
    /// number, or `None` if all cells are solved.
    fn choose(&mut self, candidates: &Candidates) -> Option<(Candidate, usize)> {
        let open = self
            .puzzle
            .givens()
            .blanks()
            .map(|cell| (candidates.count(cell), cell));
        let (choices, cell) = open.filter(|(count, _)| *count > 1).min()?;
        let digit = candidates
            .digits(cell)
            .nth(self.random.random_range(0..choices))?;
        Some((Candidate { cell, digit }, choices))
    }

    /// Counts the solutions that have these candidates, or returns `None` if that takes too many nodes.
    fn count(&mut self, candidates: &Candidates) -> Result<Option<u64>, TaskError> {
        let rest = self.puzzle.with_givens(candidates.to_grid());
        let rest = rest.expect("solved cells keep a candidate");
        let mut solutions = SolutionSink::counting(&rest, u64::MAX);
        let report = self.engine.search(&rest, &self.budget, &mut solutions);
        let report = report.map_err(|error| TaskError::failed(self.engine, &rest, error))?;
        Ok((report.end == End::Complete).then(|| solutions.count()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Deadline;
    use crate::engine::mrv::Mrv;
    use crate::testing::random_puzzles;

    fn estimate(puzzle: &Puzzle, probes: u64, seed: u64) -> Option<Estimate> {
        let mut engine = Mrv::default();
        let mut prober = Prober::new(&mut engine, puzzle, &Budget::UNLIMITED, seed);
        prober.run(probes).unwrap()
    }

    #[test]
    fn the_mean_and_its_error_are_those_of_the_numbers() {
        let logarithms = [1.0, 2.0, 3.0, 6.0].map(f64::ln);
        let estimate = Estimate::of_logarithms(&logarithms);
        assert!((estimate.mean() - 3.0).abs() < 1e-9);
        // The variance of the four numbers is 14/3.
        assert!((estimate.relative_error - (14.0_f64 / 3.0 / 4.0).sqrt() / 3.0).abs() < 1e-9);
        // Numbers beyond those of an f64.
        let huge = Estimate::of_logarithms(&[2000.0, 2000.0]);
        assert!((huge.log10 - 2000.0 / LN_10).abs() < 1e-9);
        assert_eq!(huge.mean(), f64::INFINITY);
        assert_eq!(huge.to_string(), "≈3.88e868 ± 0.00 % (2 probes)");
        let none = Estimate::of_logarithms(&[f64::NEG_INFINITY; 2]);
        assert_eq!(
            (none.mean(), none.to_string()),
            (0.0, "no solution in 2 probes".into())
        );
    }

    #[test]
    fn published_counts_are_within_four_standard_errors() {
        // Sudoku grids (B. Felgenhauer and F. Jarvis, 2005), 6×6 grids, and Latin squares of order 7.
        let published = [
            ("3x3", 6.670_903_752_021_073e21),
            ("2x3", 28_200_960.0),
            ("1x7", 61_479_419_904_000.0),
        ];
        for (shape, count) in published {
            let empty = Puzzle::classic(shape.parse().unwrap());
            let estimate = estimate(&empty, 400, 1).unwrap();
            let error = (estimate.mean() / count - 1.0).abs();
            assert!(estimate.relative_error < 0.1, "{shape}: {estimate}");
            assert!(error < 4.0 * estimate.relative_error, "{shape}: {estimate}");
        }
    }

    #[test]
    fn without_time_there_is_no_estimate() {
        let empty = Puzzle::classic("3x3".parse().unwrap());
        let over = Budget {
            deadline: Some(Deadline::after(Duration::ZERO)),
            ..Budget::UNLIMITED
        };
        let mut engine = Mrv::default();
        let estimate = Prober::new(&mut engine, &empty, &over, 1).run(10).unwrap();
        assert_eq!(estimate, None);
    }

    #[test]
    fn a_seed_decides_the_probes() {
        let empty = Puzzle::classic("3x3".parse().unwrap());
        assert_eq!(estimate(&empty, 20, 7), estimate(&empty, 20, 7));
        assert_ne!(estimate(&empty, 20, 7), estimate(&empty, 20, 8));
    }

    #[test]
    fn a_puzzle_with_few_solutions_has_no_error() {
        for puzzle in random_puzzles(&["2x2"], 20) {
            let mut engine = Mrv::default();
            let (solutions, _) = engine.solutions(&puzzle, 300, &Budget::UNLIMITED).unwrap();
            if !solutions.is_empty() {
                let estimate = estimate(&puzzle, 5, 1).unwrap();
                assert!((estimate.mean() / solutions.len() as f64 - 1.0).abs() < 1e-9);
                assert_eq!(estimate.relative_error, 0.0);
            }
        }
    }
}
