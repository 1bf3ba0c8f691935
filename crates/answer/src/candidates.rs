//! The candidates of each cell.

use satdoku::Deadline;
use satdoku::board::Puzzle;
use satdoku::propagate::Candidates;
use satdoku::task::{Answer, CandidateCounts, Limit, QuestionError, Verdict, candidates_of_givens};
use satdoku_text::{Alphabet, candidate_words};

use crate::asker::Asker;
use crate::conflict::ConflictRow;
use crate::failure::Failure;
use crate::row;

row! {
    /// The candidates of a puzzle.
    CandidatesRow {
        /// The symbols of each cell.
        candidates: Option<Vec<String>>,
        /// The number of solutions with each.
        counts: Option<Vec<Vec<u64>>>,
        /// The reason why there are none.
        #[serde(flatten)]
        conflict: Option<ConflictRow>,
        /// The limit that was reached.
        error: Option<String>,
    }
    hidden {
        /// The candidates.
        found: Option<Candidates>,
        /// The number of solutions with each of them.
        counted: Option<Vec<u64>>,
    }
}

impl Asker {
    /// Returns the candidates that the givens leave or, if `is_exact`, those that occur in a solution, with
    /// the number of solutions that have each up to the limit `counts`.
    ///
    /// # Errors
    /// See [`Asker::solve`]; also if a limit is reached.
    pub fn candidates(
        &mut self,
        puzzle: &Puzzle,
        is_exact: bool,
        counts: Option<u64>,
        alphabet: Alphabet,
    ) -> Result<CandidatesRow, Failure> {
        let budget = self.start();
        // Measured on empty boards up to 400×400, with the text.
        let bytes = 16 * puzzle.givens().blanks().count() * puzzle.geometry().digit_count();
        if bytes as u64 > budget.memory {
            return Err(Failure::limit(Limit::Memory(budget.memory)));
        }
        let row = match (is_exact, counts) {
            (false, _) => match candidates_of_givens(puzzle) {
                Ok(found) => CandidatesRow::new(found, alphabet),
                Err(conflict) => CandidatesRow {
                    conflict: Some((&conflict).into()),
                    ..CandidatesRow::default()
                },
            },
            (true, None) => or_conflict(self.session.candidates(puzzle), |found| {
                CandidatesRow::new(found, alphabet)
            })?,
            (true, Some(limit)) => {
                let counted = self.session.candidate_counts(puzzle, limit);
                or_conflict(counted, |counted: CandidateCounts| CandidatesRow {
                    counts: Some(counted.of_cells()),
                    counted: Some(counted.counts.clone()),
                    ..CandidatesRow::new(counted.candidates, alphabet)
                })?
            }
        };
        match budget.deadline.filter(Deadline::is_over) {
            Some(deadline) => Err(Failure::limit(Limit::of_deadline(&deadline))),
            None => Ok(row),
        }
    }
}

impl CandidatesRow {
    fn new(found: Candidates, alphabet: Alphabet) -> CandidatesRow {
        CandidatesRow {
            candidates: Some(candidate_words(&found, alphabet)),
            found: Some(found),
            ..CandidatesRow::default()
        }
    }
}

/// Returns the row of an answer, or of the conflict of a puzzle without a solution.
fn or_conflict<T>(
    answer: Result<Answer<T>, QuestionError>,
    row: impl FnOnce(T) -> CandidatesRow,
) -> Result<CandidatesRow, Failure> {
    match answer {
        Ok(answer) => Ok(row(answer.outcome)),
        Err(QuestionError::Task(error)) => Err(error.into()),
        Err(QuestionError::Verdict(answer)) => match answer.outcome {
            Verdict::Unsolvable(conflict) => Ok(CandidatesRow {
                conflict: Some((&conflict).into()),
                ..CandidatesRow::default()
            }),
            Verdict::Unknown(limit) => Err(Failure::limit(limit)),
            verdict => Err(Failure::Unanswered(verdict.name().to_string())),
        },
    }
}
