//! Certificates: proofs of unsatisfiability that a checker accepts without trusting any solver.
//!
//! DRAT (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim*, SAT 2014) lists the clauses that a solver
//! learnt; a checker confirms each by propagation.

use std::collections::HashSet;
use std::convert::Infallible;
use std::io::{self, Write};

use thiserror::Error;
use varisat::ExtendFormula;

use super::encode::{AtMostOne, Encoding, Translation};
use super::formula::{ClauseSink, Literal};
use super::solve::{SolverError, lit};
use crate::board::{Grid, Puzzle};

/// The format of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProofFormat {
    /// DRAT as text.
    Drat,
    /// Binary DRAT, a third of the size.
    BinaryDrat,
}

impl ProofFormat {
    /// The name in options and output.
    pub fn name(self) -> &'static str {
        match self {
            ProofFormat::Drat => "drat",
            ProofFormat::BinaryDrat => "binary-drat",
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
    formulas.find(|formula| formula.clause_count_up_to(MOST_EXTENDED_CLAUSES).is_ok())
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
    let (format, empty_step): (_, &[u8]) = match format {
        ProofFormat::Drat => (varisat::ProofFormat::Drat, b"0\n"),
        ProofFormat::BinaryDrat => (varisat::ProofFormat::BinaryDrat, b"a\0"),
    };
    let mut prover = ProofSolver::default();
    prover.solver.write_proof(&mut output, format);
    prover.refute(translation, block)?;
    let is_contradictory = prover.is_contradictory;
    drop(prover);
    if is_contradictory {
        // The solver then writes no step, but checkers expect one: the empty clause.
        output.write_all(empty_step)?;
    }
    Ok(output.flush()?)
}

/// A solver that receives a formula and is called once.
#[derive(Default)]
struct ProofSolver<'a> {
    solver: varisat::Solver<'a>,
    buffer: Vec<varisat::Lit>,
    /// The literals of unit clauses.
    units: HashSet<Literal>,
    /// True if the formula contains the empty clause or two contradictory unit clauses.
    is_contradictory: bool,
}

impl ClauseSink for ProofSolver<'_> {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(lit));
        self.solver.add_clause(&self.buffer);
        match *literals {
            [] => self.is_contradictory = true,
            [unit] => {
                self.units.insert(unit);
                self.is_contradictory |= self.units.contains(&!unit);
            }
            _ => {}
        }
        Ok(())
    }
}

impl ProofSolver<'_> {
    /// Refutes the formula. The proof goes to the output of the solver.
    fn refute(
        &mut self,
        translation: &Translation<'_>,
        block: Option<&Grid>,
    ) -> Result<(), ProofError> {
        let Ok(_) = translation.write_clauses(self);
        if let Some(solution) = block {
            let Ok(()) = self.clause(&translation.blocking_clause(solution));
        }
        if self.solver.solve().map_err(ProofError::of_solver)? {
            return Err(ProofError::Satisfiable);
        }
        self.solver.close_proof().map_err(ProofError::of_solver)
    }
}

impl ProofError {
    fn of_solver(error: varisat::solver::SolverError) -> ProofError {
        use varisat::solver::SolverError as Fault;
        match error {
            Fault::ProofIoError { cause } => ProofError::Write(cause),
            other => ProofError::Solver(SolverError {
                solver: "varisat".to_string(),
                reason: other.to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::puzzle;

    const FORMATS: [ProofFormat; 2] = [ProofFormat::Drat, ProofFormat::BinaryDrat];
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
    }

    #[test]
    fn an_empty_clause_is_its_own_proof() {
        let clash = puzzle("2x2", CLASH);
        let translation = Translation::new(&clash, Encoding::Reduced);
        for (format, expected) in FORMATS.iter().zip(["0\n", "a\0"]) {
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
            let empty = Puzzle::classic(shape.parse().unwrap());
            let formula = certificate_formula(&empty);
            let found = formula.map(|formula| formula.at_most_one());
            assert_eq!(found, expected, "{shape}");
        }
    }

    #[test]
    fn the_formula_of_a_certificate_has_no_empty_clause() {
        let rules = "board 3x4; skyscraper 0 row 1 right";
        let impossible = crate::testing::blank_on(rules);
        let formula = certificate_formula(&impossible).unwrap();
        let mut cnf = super::super::formula::Cnf::default();
        let Ok(_) = formula.write_clauses(&mut cnf);
        assert!(cnf.clauses().all(|clause| !clause.is_empty()));
        let mut proof = Vec::new();
        write_proof(&formula, None, ProofFormat::Drat, &mut proof).unwrap();
        assert_eq!(String::from_utf8(proof).unwrap(), "0\n");
    }
}
