//! Puzzles by number: each is made, confirmed and written.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use satdoku::task::{Confirmation, Limit};
use satdoku_generate::{GenerateError, Generated, Generator};
use satdoku_text::{Arrangement, Form};
use serde::Serialize;
use serde_json::json;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::pipeline::{Task, Worker};
use crate::rating::RATING_COLUMNS;
use crate::record_command::{Failure, fault_text};
use crate::reply::Reply;
use crate::row::{AnswerRows, RowFormat};
use crate::summary::{Outcome, counted};

/// Generates puzzles by number.
pub struct Maker {
    pub generator: Generator,
    /// The time for each puzzle, including its confirmation.
    pub timeout: Duration,
    pub grids: GridWriter,
    /// The rows, if puzzles are not text or pictures.
    pub rows: Option<AnswerRows>,
    /// The number of puzzles made so far.
    pub made: Arc<AtomicU64>,
    /// The number of solved grids tried so far.
    pub tries: Arc<AtomicU64>,
}

/// Returns the rows of puzzles, which have a rating if puzzles are rated.
pub fn rows(format: RowFormat, has_ratings: bool) -> AnswerRows {
    AnswerRows::new(format)
        .with(&["puzzle", "regions", "variants", "constraints", "solution"])
        .with(&["givens", "symmetry", "minimal", "symmetric_minimal"])
        .with_if(has_ratings, &RATING_COLUMNS)
        .with(&["seed", "number", "confirmed", "error"])
        .with_if(false, &["shape"])
}

impl Task for Maker {
    type Item = u64;

    fn weight(&self, _: &u64) -> usize {
        1_024
    }

    fn worker(&self) -> Worker<'_, u64> {
        let mut generator = self.generator.clone();
        Box::new(move |_, &number, reply| {
            let outcome = match self.make(&mut generator, number, reply) {
                Ok(exit) => Outcome::new(exit, "made"),
                Err((exit, error)) => self.fail(number, exit, &error, reply),
            };
            self.made.fetch_add(1, Ordering::Relaxed);
            Ok(outcome)
        })
    }

    fn panicked(&self, &number: &u64, message: &str, reply: &mut Reply<'_>) -> Outcome {
        let error = format!("BUG in satdoku, please report it: panic: {message}");
        self.fail(number, Exit::Bug, &error, reply)
    }
}

impl Maker {
    /// Makes and writes a puzzle. Returns the exit code: 1 if the time ran out before the
    /// puzzle was confirmed.
    ///
    /// # Errors
    /// The exit code and the reason why there is no puzzle.
    fn make(
        &self,
        generator: &mut Generator,
        number: u64,
        reply: &mut Reply<'_>,
    ) -> Result<Exit, (Exit, String)> {
        let made = generator.make(number);
        if let Ok(Generated { tries, .. }) | Err(GenerateError::GaveUp { tries, .. }) = &made {
            self.tries.fetch_add(*tries, Ordering::Relaxed);
        }
        let made = made.map_err(|error| self.failure(error))?;
        if let Err(Failure::Unanswered(error)) = self.grids.require_expressible(&made.puzzle) {
            return Err((Exit::Negative, error));
        }
        self.write(&made, reply);
        let Confirmation::GaveUp(limit) = made.confirmation else {
            return Ok(Exit::Success);
        };
        reply.message(format_args!("puzzle {number}: not confirmed: {limit}"));
        Ok(match limit {
            Limit::Time(_) => Exit::Negative,
            _ => Exit::Success,
        })
    }

    fn write(&self, made: &Generated, reply: &mut Reply<'_>) {
        let puzzle = &made.puzzle;
        let form = Form::of(Arrangement::Line, puzzle.geometry());
        let number = made.number as usize;
        if self.rows.is_some() {
            self.write_row(made, reply);
        } else {
            let level = made.rating.as_ref().map(|rating| rating.level);
            self.grids.write(number, puzzle, level, form, None, reply);
        }
    }

    fn write_row(&self, fields: &impl Serialize, reply: &mut Reply<'_>) {
        if let Some(rows) = &self.rows {
            rows.write(None, fields, reply);
        }
    }

    /// Reports why there is no puzzle.
    fn fail(&self, number: u64, exit: Exit, error: &str, reply: &mut Reply<'_>) -> Outcome {
        if self.rows.is_some() {
            let seed = self.generator.seed();
            let fields = json!({ "seed": seed, "number": number, "error": error });
            self.write_row(&fields, reply);
        } else {
            reply.message(format_args!("puzzle {number}: {error}"));
        }
        Outcome::new(exit, "not made")
    }

    /// Returns the exit code and the message of an error.
    fn failure(&self, error: GenerateError) -> (Exit, String) {
        match error {
            GenerateError::GaveUp {
                tries, is_timeout, ..
            } => {
                let grids = counted(tries, "solved grid");
                let error = if is_timeout {
                    let time = Limit::Time(self.timeout);
                    format!("no such puzzle found: {time} and {grids}; --timeout sets more")
                } else {
                    format!("no such puzzle found: gave up after {grids}")
                };
                (Exit::Negative, error)
            }
            GenerateError::NoGrid => (Exit::Negative, error.to_string()),
            GenerateError::Rating(error) if !error.is_bug() => (Exit::Negative, error.to_string()),
            GenerateError::Confirmation(error) => fault_text(&error),
            GenerateError::Engine(_) | GenerateError::Rating(_) => {
                let error = format!("BUG in satdoku, please report it: {error}");
                (Exit::Bug, error)
            }
        }
    }
}
