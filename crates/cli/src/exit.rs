//! Exit codes, in one table for the whole program.

/// The exit codes, for the help and the manual pages.
pub const EXIT_CODES: &str = "\
Exit codes:
  0       every puzzle passed
  1       some puzzle failed: it has no solution or, for check and minimise, several
  2       bad input, bad usage, or a failed read or write
  3       a bug: engines disagree, an external solver is wrong, or the program panicked
  130     interrupted (Ctrl-C or SIGTERM); the answers so far have been written";

/// The outcome of a run, from the mildest to the most severe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every puzzle passed.
    Success,
    /// Some puzzle failed: it has no solution or, for `check`, more than one.
    Negative,
    /// A record is not a puzzle.
    Invalid,
    /// Bad usage, a failed read or write.
    Failed,
    /// The run was interrupted (Ctrl-C or SIGTERM).
    Interrupted,
    /// Engines disagree, an external solver is wrong, or the program panicked.
    Bug,
}

impl Exit {
    /// Combines two outcomes: the more severe one counts.
    pub fn add(&mut self, other: Exit) {
        *self = (*self).max(other);
    }

    /// Returns the exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Negative => 1,
            Exit::Invalid | Exit::Failed => 2,
            Exit::Bug => 3,
            Exit::Interrupted => 130,
        }
    }
}
