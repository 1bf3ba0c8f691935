//! Options of commands that explain.

use std::time::Duration;

use clap::Args;
use satdoku_explain::Explainer;

use super::heading::{ANSWER, LIMITS};
use super::search::seconds;

/// Arguments of commands that explain.
#[derive(Debug, Clone, Args)]
pub struct ExplainerArgs {
    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed. explain prints the steps found so far, and rate a lower bound.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,

    /// Use that the puzzle is unique: unique rectangles, BUG+1
    ///
    /// A step that uses this has the fact `one solution`. A puzzle with several solutions is an error.
    #[arg(long, help_heading = ANSWER)]
    pub assume_unique: bool,
}

impl ExplainerArgs {
    /// Returns an explainer within these limits.
    pub fn explainer(&self) -> Explainer {
        let explainer = match self.assume_unique {
            true => Explainer::default().assuming_unique(),
            false => Explainer::default(),
        };
        match self.timeout {
            Some(timeout) => explainer.with_timeout(timeout),
            None => explainer,
        }
    }
}
