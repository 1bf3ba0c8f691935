//! Options of commands that explain.

use std::time::Duration;

use clap::Args;
use satdoku::explain::Explainer;

use super::heading::LIMITS;
use super::search::seconds;

/// Arguments of commands that explain.
#[derive(Debug, Clone, Args)]
pub struct ExplainerArgs {
    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed. explain prints the steps found so far, and rate a lower bound.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
}

impl ExplainerArgs {
    /// Returns an explainer within these limits.
    pub fn explainer(&self) -> Explainer {
        let explainer = Explainer::default();
        match self.timeout {
            Some(timeout) => explainer.with_timeout(timeout),
            None => explainer,
        }
    }
}
