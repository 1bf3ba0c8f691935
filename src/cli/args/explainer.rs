//! Options of commands that explain.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use satdoku::explain::{ExplainError, Explainer};

use super::engine::seconds;
use super::heading::LIMITS;
use crate::cli::command::Failure;

/// What finds steps, for all threads: what it knows of a board is found out once.
#[derive(Debug, Default, Args)]
pub struct ExplainerChoice {
    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed. The steps found by then are printed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,

    #[arg(skip)]
    known: Mutex<Explainer>,
}

impl ExplainerChoice {
    /// Asks an explainer that knows the board of the last puzzle, if one has come to know it.
    pub fn ask<T>(
        &self,
        question: impl FnOnce(&mut Explainer) -> Result<T, ExplainError>,
    ) -> Result<T, Failure> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut explainer = lock().clone();
        if let Some(timeout) = self.timeout {
            explainer = explainer.with_timeout(timeout);
        }
        let answer = question(&mut explainer).map_err(failure);
        *lock() = explainer;
        answer
    }
}

/// Why there is no explanation.
fn failure(error: ExplainError) -> Failure {
    if error.is_bug() {
        Failure::Wrong(format!("BUG in satdoku, please report it: {error}"))
    } else {
        Failure::Unanswered(error.to_string())
    }
}
