//! Certificates: proofs of unsatisfiability that a checker accepts without trusting any solver.
//!
//! DRAT (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim*, SAT 2014) lists the clauses that a solver
//! learnt; a checker confirms each by propagation. LRAT (L. Cruz-Filipe, M. Heule, W. Hunt, M.
//! Kaufmann and P. Schneider-Kamp, *Efficient Certified RAT Verification*, CADE 2017) also lists
//! the clauses on which each step relies, so a checker does not have to search for them and can be
//! a page of code.

use std::convert::Infallible;
use std::io::{self, Write};

use thiserror::Error;
use varisat::ExtendFormula;
use varisat_lrat::WriteLrat;

use super::at_most_one::AtMostOne;
use super::cnf::{ClauseSink, Literal};
use super::encoding::Encoding;
use super::solver::SolverError;
use super::translation::Translation;
use super::varisat::lit;
use crate::board::{Grid, Puzzle};

/// The format of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProofFormat {
    /// DRAT as text.
    Drat,
    /// Binary DRAT, a third of the size.
    BinaryDrat,
    /// LRAT as text. It takes longer to produce and less time to check.
    Lrat,
}

impl ProofFormat {
    /// The name in options and output.
    pub fn name(self) -> &'static str {
        match self {
            ProofFormat::Drat => "drat",
            ProofFormat::BinaryDrat => "binary-drat",
            ProofFormat::Lrat => "lrat",
        }
    }
}

/// The reason why there is no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The formula has a model, so there is nothing to prove.
    #[error("expected an unsatisfiable formula, found a model of it")]
    Satisfiable,
    /// The proof could not be written completely.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The most clauses in the formula of a certificate. The text of each takes about 15 bytes.
pub const MOST_EXTENDED_CLAUSES: u64 = 20_000_000;

/// Returns the formula of a puzzle's certificate. It uses the extended encoding, so that only rules
/// and givens have to be trusted, with pairwise at-most-one clauses or, if these are more than
/// [`MOST_EXTENDED_CLAUSES`] (boards above 50×50), the product encoding. If that is still too large
/// (boards above about 120×120), there is no certificate.
pub fn certificate_formula(puzzle: &Puzzle) -> Option<Translation<'_>> {
    let of =
        |at_most_one| Translation::new(puzzle, Encoding::Extended).with_at_most_one(at_most_one);
    let mut formulas = [AtMostOne::Pairwise, AtMostOne::Product]
        .into_iter()
        .map(of);
    formulas.find(|formula| formula.clause_count() <= MOST_EXTENDED_CLAUSES)
}

/// Proves that the formula of [`write_dimacs`](super::write_dimacs) with the same arguments is
/// unsatisfiable: that the puzzle has no solution other than `block` or, if that is `None`, no
/// solution.
///
/// The proof comes from a new solver that receives all clauses in the order of that file and is
/// called once, because DRAT supports neither assumptions nor clauses that are added later. Steps
/// are written as they are made, through a buffer.
///
/// # Errors
/// If the formula has a model; otherwise the first error of `output`.
pub fn write_proof(
    translation: &Translation<'_>,
    block: Option<&Grid>,
    format: ProofFormat,
    mut output: impl Write,
) -> Result<(), ProofError> {
    match format {
        ProofFormat::Drat => write_drat(translation, block, varisat::ProofFormat::Drat, output),
        ProofFormat::BinaryDrat => {
            write_drat(translation, block, varisat::ProofFormat::BinaryDrat, output)
        }
        ProofFormat::Lrat => {
            let clauses = translation.clause_count() + u64::from(block.is_some());
            let mut numbered = DeletionNumbers {
                output: &mut output,
                line: Vec::new(),
                last: clauses,
            };
            let mut lrat = WriteLrat::new(&mut numbered, false);
            let mut prover = ProofSolver::default();
            prover.solver.add_proof_processor(&mut lrat);
            let empty_clause = prover.refute(translation, block)?;
            drop(prover);
            lrat.flush().map_err(ProofError::of_processor)?;
            drop(lrat);
            if let Some(id) = empty_clause {
                writeln!(output, "{} 0 {id} 0", clauses + 1)?;
            }
            Ok(output.flush()?)
        }
    }
}

fn write_drat(
    translation: &Translation<'_>,
    block: Option<&Grid>,
    format: varisat::ProofFormat,
    mut output: impl Write,
) -> Result<(), ProofError> {
    let mut prover = ProofSolver::default();
    prover.solver.write_proof(&mut output, format);
    let empty_clause = prover.refute(translation, block)?;
    drop(prover);
    if empty_clause.is_some() {
        output.write_all(match format {
            varisat::ProofFormat::BinaryDrat => b"a\0",
            _ => b"0\n",
        })?;
    }
    Ok(output.flush()?)
}

/// A filter for LRAT that starts each deletion with the number of the last clause before it, as the
/// format requires and lrat-trim checks. `WriteLrat` uses wrong numbers for deletions that occur
/// while clauses are added.
struct DeletionNumbers<W> {
    output: W,
    /// An incomplete line.
    line: Vec<u8>,
    /// The number of the last clause so far.
    last: u64,
}

impl<W: Write> Write for DeletionNumbers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if !part.ends_with(b"\n") {
                break;
            }
            let end = self.line.iter().position(|byte| *byte == b' ');
            let (number, rest) = self.line.split_at(end.unwrap_or(0));
            if rest.starts_with(b" d ") {
                write!(self.output, "{}", self.last)?;
            } else {
                let number = std::str::from_utf8(number).ok();
                self.last = number.and_then(|n| n.parse().ok()).unwrap_or(self.last);
                self.output
                    .write_all(number.unwrap_or_default().as_bytes())?;
            }
            self.output.write_all(rest)?;
            self.line.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A solver that receives a formula and is called once.
#[derive(Default)]
struct ProofSolver<'a> {
    solver: varisat::Solver<'a>,
    buffer: Vec<varisat::Lit>,
    /// The number of clauses so far.
    clauses: u64,
    /// The number of the empty clause, counted from 1.
    empty_clause: Option<u64>,
}

impl ClauseSink for ProofSolver<'_> {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(lit));
        self.solver.add_clause(&self.buffer);
        self.clauses += 1;
        if literals.is_empty() {
            self.empty_clause = Some(self.clauses);
        }
        Ok(())
    }
}

impl ProofSolver<'_> {
    /// Refutes the formula; the proof goes to the processor of the solver.
    ///
    /// Returns the number of the empty clause if the formula contains it. The solver then writes no
    /// step, but checkers expect one: the empty clause again.
    fn refute(
        &mut self,
        translation: &Translation<'_>,
        block: Option<&Grid>,
    ) -> Result<Option<u64>, ProofError> {
        let Ok(()) = translation.write_clauses(self);
        if let Some(solution) = block {
            let Ok(()) = self.clause(&translation.blocking_clause(solution));
        }
        if self.solver.solve().map_err(ProofError::of_solver)? {
            return Err(ProofError::Satisfiable);
        }
        self.solver.close_proof().map_err(ProofError::of_solver)?;
        Ok(self.empty_clause)
    }
}

impl ProofError {
    fn of_solver(error: varisat::solver::SolverError) -> ProofError {
        use varisat::solver::SolverError as Fault;
        match error {
            Fault::ProofIoError { cause } => ProofError::Write(cause),
            Fault::ProofProcessorError { cause } => ProofError::of_processor(cause),
            other => ProofError::Solver(SolverError {
                solver: "varisat".to_string(),
                reason: other.to_string(),
            }),
        }
    }

    /// The LRAT writer wraps the errors of its output.
    fn of_processor(error: anyhow::Error) -> ProofError {
        ProofError::Write(match error.downcast::<io::Error>() {
            Ok(error) => error,
            Err(error) => io::Error::other(error.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::puzzle;

    const FORMATS: [ProofFormat; 3] = [
        ProofFormat::Drat,
        ProofFormat::BinaryDrat,
        ProofFormat::Lrat,
    ];
    const CLASH: &str = "11..............";

    fn proof(cells: &str, format: ProofFormat) -> Vec<u8> {
        let puzzle = puzzle("2x2", cells);
        let mut proof = Vec::new();
        let translation = Translation::new(&puzzle, Encoding::Extended);
        write_proof(&translation, None, format, &mut proof).unwrap();
        proof
    }

    #[test]
    fn proofs_end_with_the_empty_clause() {
        assert!(proof(CLASH, ProofFormat::Drat).ends_with(b"\n0\n"));
        assert!(proof(CLASH, ProofFormat::BinaryDrat).ends_with(b"a\0"));
        let lrat = String::from_utf8(proof(CLASH, ProofFormat::Lrat)).unwrap();
        let adds = |line: &&str| line.split(' ').nth(1) != Some("d");
        let last = lrat.lines().rfind(adds).unwrap();
        assert_eq!(last.split(' ').nth(1), Some("0"), "{lrat}");
    }

    #[test]
    fn an_empty_clause_is_its_own_proof() {
        let clash = puzzle("2x2", CLASH);
        let translation = Translation::new(&clash, Encoding::Reduced);
        for (format, expected) in FORMATS.iter().zip(["0\n", "a\0", "2 0 1 0\n"]) {
            let mut proof = Vec::new();
            write_proof(&translation, None, *format, &mut proof).unwrap();
            assert_eq!(String::from_utf8(proof).unwrap(), expected);
        }
    }

    #[test]
    fn a_formula_with_a_model_has_no_proof() {
        let open = puzzle("2x2", "1...............");
        for format in FORMATS {
            let translation = Translation::new(&open, Encoding::Extended);
            let error = write_proof(&translation, None, format, io::sink()).unwrap_err();
            assert!(matches!(error, ProofError::Satisfiable), "{error}");
        }
    }

    #[test]
    fn write_errors_are_reported_at_any_position() {
        let clash = puzzle("2x2", CLASH);
        let translation = Translation::new(&clash, Encoding::Extended);
        for format in FORMATS {
            let whole = proof(CLASH, format).len();
            for room in 0..whole {
                let mut space = vec![0; room];
                let error = write_proof(&translation, None, format, &mut space[..]).unwrap_err();
                assert!(matches!(error, ProofError::Write(_)), "{room}: {error}");
            }
            let mut space = vec![0; whole];
            assert!(write_proof(&translation, None, format, &mut space[..]).is_ok());
        }
    }

    #[test]
    fn boards_of_many_clauses_use_the_product_encoding_or_have_no_certificate() {
        for (shape, expected) in [
            ("3x3", Some(AtMostOne::Pairwise)),
            ("7x7", Some(AtMostOne::Pairwise)),
            ("8x8", Some(AtMostOne::Product)),
            ("15x15", None),
        ] {
            let empty = Puzzle::empty(shape.parse().unwrap());
            let formula = certificate_formula(&empty);
            let found = formula.map(|formula| formula.at_most_one());
            assert_eq!(found, expected, "{shape}");
        }
    }

    #[test]
    fn deletions_begin_with_the_number_of_the_clause_before() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let puzzle = puzzle("3x3", hard);
        let translation = Translation::new(&puzzle, Encoding::Extended);
        let solution =
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let solved = crate::testing::puzzle("3x3", solution);
        let mut proof = Vec::new();
        let block = Some(solved.givens());
        write_proof(&translation, block, ProofFormat::Lrat, &mut proof).unwrap();
        let mut last = translation.clause_count() + 1;
        let mut deletions = 0;
        for line in String::from_utf8(proof).unwrap().lines() {
            let mut words = line.split(' ');
            let number: u64 = words.next().unwrap().parse().unwrap();
            if words.next() == Some("d") {
                deletions += 1;
                assert_eq!(number, last, "{line}");
                for deleted in words.take_while(|word| *word != "0") {
                    assert!(deleted.parse::<u64>().unwrap() <= last, "{line}");
                }
            } else {
                assert!(number > last, "{line}");
                last = number;
            }
        }
        assert!(deletions > 10);
    }
}
