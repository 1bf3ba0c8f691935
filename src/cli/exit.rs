//! How a run ends: one table of exit codes for the whole program.

use std::process::ExitCode;

/// The outcome of a run so far, from the mildest to the one that outranks all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every puzzle has what was asked for.
    Fulfilled,
    /// Some puzzle has not: no solution or, for `check`, more than one.
    Unfulfilled,
    /// A plain SAT problem has a model.
    Satisfiable,
    /// A plain SAT problem has no model.
    Unsatisfiable,
    /// Bad input, bad usage, a failed read or write.
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

    /// The exit code. `exit_zero` turns 1 into 0.
    pub fn code(self, exit_zero: bool) -> ExitCode {
        ExitCode::from(match self {
            Exit::Fulfilled => 0,
            Exit::Unfulfilled if exit_zero => 0,
            Exit::Unfulfilled => 1,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Failed => 2,
            Exit::Disagreement => 3,
            Exit::Interrupted => 130,
        })
    }
}
