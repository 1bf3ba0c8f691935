//! The work of the searches in one position.
//!
//! A limit counts work rather than time, so that a search ends in the same way on every machine.

use std::cell::Cell;

use satdoku::Deadline;

/// The work done in a position, in units of about 10 ns, and its limit.
#[derive(Debug)]
pub(crate) struct Meter {
    spent: Cell<u64>,
    limit: Cell<u64>,
    deadline: Option<Deadline>,
}

impl Meter {
    /// Creates a meter without a limit. After the deadline, results may be wrong and must not be used.
    pub fn new(deadline: Option<&Deadline>) -> Meter {
        Meter {
            spent: Cell::new(0),
            limit: Cell::new(u64::MAX),
            deadline: deadline.cloned(),
        }
    }

    pub fn charge(&self, work: u64) {
        self.spent.set(self.spent.get().saturating_add(work));
    }

    /// Returns the work done so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Allows this much work from now on.
    pub fn allow(&self, work: u64) {
        self.limit.set(self.spent.get().saturating_add(work));
    }

    /// Returns the work that is still allowed.
    pub fn left(&self) -> u64 {
        self.limit.get().saturating_sub(self.spent.get())
    }

    /// True if the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    /// True if the work is used up or the deadline has passed.
    pub fn is_over(&self) -> bool {
        self.left() == 0 || self.is_late()
    }
}
