//! How a run ends: one table of exit codes for the whole program.

use std::process::ExitCode;

use clap::ValueEnum;

/// Which outcomes are to end in exit code 0 all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExitZero {
    /// Puzzles that have not what was asked for
    Answers,
    /// Those, and records that are no puzzles
    Records,
}

/// The outcome of a run so far, from the mildest to the one that outranks all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every puzzle has what was asked for.
    Success,
    /// Some puzzle has not: no solution or, for `check`, more than one.
    Negative,
    /// A plain SAT problem has a model.
    Satisfiable,
    /// A plain SAT problem has no model.
    Unsatisfiable,
    /// A record is no puzzle.
    Invalid,
    /// Bad usage, a failed read or write.
    Failed,
    /// The engines disagree, or the program panicked: a bug of ours.
    Disagreement,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Takes note of what came of a puzzle.
    pub fn add(&mut self, other: Exit) {
        *self = (*self).max(other);
    }

    /// The exit code, where some outcomes are to be 0.
    pub fn code(self, zero: Option<ExitZero>) -> ExitCode {
        ExitCode::from(match self {
            Exit::Success => 0,
            Exit::Negative if zero.is_some() => 0,
            Exit::Invalid if zero == Some(ExitZero::Records) => 0,
            Exit::Negative => 1,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Invalid | Exit::Failed => 2,
            Exit::Disagreement => 3,
            Exit::Interrupted => 130,
        })
    }
}
