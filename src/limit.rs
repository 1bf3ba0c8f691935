//! Limits of work.

use std::fmt;
use std::time::Duration;

use crate::Deadline;

/// A limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The number of search nodes.
    Nodes(u64),
    /// The time.
    Time(Duration),
    /// An interrupt of the [`Deadline`].
    Interrupt,
    /// A limit of the SAT solver itself, or one set on the command line of an external solver.
    Solver,
    /// The largest puzzle that the engine accepts.
    Size,
    /// The memory, in bytes.
    Memory(u64),
}

impl Limit {
    /// Returns the limit that a deadline that has passed sets.
    pub fn of_deadline(deadline: &Deadline) -> Limit {
        if deadline.is_interrupted() {
            Limit::Interrupt
        } else {
            Limit::Time(deadline.duration())
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(1) => f.write_str("gave up after 1 node"),
            Limit::Nodes(nodes) => write!(f, "gave up after {nodes} nodes"),
            Limit::Time(time) if time == &Duration::from_secs(1) => {
                f.write_str("gave up after 1 second")
            }
            Limit::Time(time) => write!(f, "gave up after {} seconds", time.as_secs_f64()),
            Limit::Interrupt => f.write_str("interrupted"),
            Limit::Solver => f.write_str("the solver gave up"),
            Limit::Size => f.write_str("too large for this engine"),
            Limit::Memory(bytes) => {
                let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
                let is_whole = |(shift, _): &(u32, _)| *bytes >> shift << shift == *bytes;
                let (shift, unit) = units.into_iter().find(is_whole).unwrap_or((0, "bytes"));
                write!(f, "needs more than {} {unit} of memory", bytes >> shift)
            }
        }
    }
}
