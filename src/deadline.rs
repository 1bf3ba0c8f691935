//! Deadlines of work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// The system clock, or on WebAssembly that of the browser, where the one in std panics.
use web_time::Instant;

/// The time at which work must end, finished or not.
///
/// ```
/// use std::time::Duration;
///
/// use satdoku::Deadline;
/// use satdoku::engine::Budget;
///
/// let budget = Budget {
///     deadline: Some(Deadline::after(Duration::from_secs(2))),
///     ..Budget::UNLIMITED
/// };
/// assert!(!budget.deadline.unwrap().is_over());
/// ```
#[derive(Debug, Clone)]
pub struct Deadline {
    /// `None` means never: a time too far away to be represented.
    at: Option<Instant>,
    after: Duration,
    /// A flag that ends the work early.
    interrupt: Option<Arc<AtomicBool>>,
}

impl Deadline {
    /// Returns the deadline that is this far from now.
    pub fn after(after: Duration) -> Deadline {
        Deadline {
            at: Instant::now().checked_add(after),
            after,
            interrupt: None,
        }
    }

    /// Adds a flag: the deadline has passed as soon as `interrupt` is true.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::time::Duration;
    /// use satdoku::Deadline;
    ///
    /// let interrupt = Arc::new(AtomicBool::new(false));
    /// let deadline = Deadline::after(Duration::MAX).or_at(interrupt.clone());
    /// assert!(!deadline.is_over());
    /// interrupt.store(true, Ordering::Relaxed);
    /// assert!(deadline.is_over() && deadline.is_interrupted());
    /// ```
    pub fn or_at(self, interrupt: Arc<AtomicBool>) -> Deadline {
        Deadline {
            interrupt: Some(interrupt),
            ..self
        }
    }

    /// Returns the deadline of work that starts now: after `timeout` with the interrupt of `outer`, or
    /// `outer` itself if there is no timeout.
    pub fn of_work(timeout: Option<Duration>, outer: Option<&Deadline>) -> Option<Deadline> {
        match timeout {
            Some(timeout) => Some(Deadline {
                interrupt: outer.and_then(|outer| outer.interrupt.clone()),
                ..Deadline::after(timeout)
            }),
            None => outer.cloned(),
        }
    }

    /// Returns true if an interrupt ended the work.
    pub fn is_interrupted(&self) -> bool {
        let interrupt = self.interrupt.as_ref();
        interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// The duration with which the deadline was created.
    pub fn duration(&self) -> Duration {
        self.after
    }

    /// The remaining time; zero once the deadline has passed.
    pub fn left(&self) -> Duration {
        match self.at {
            _ if self.is_interrupted() => Duration::ZERO,
            Some(at) => at.saturating_duration_since(Instant::now()),
            None => Duration::MAX,
        }
    }

    /// Returns true if the deadline has passed. Reading the clock takes about 30 ns.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

impl PartialEq for Deadline {
    fn eq(&self, other: &Deadline) -> bool {
        let address = |deadline: &Deadline| deadline.interrupt.as_ref().map(Arc::as_ptr);
        (self.at, self.after, address(self)) == (other.at, other.after, address(other))
    }
}

impl Eq for Deadline {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_near_and_far() {
        assert!(Deadline::after(Duration::ZERO).is_over());
        assert!(!Deadline::after(Duration::from_secs(3_600)).is_over());
        let never = Deadline::after(Duration::MAX);
        assert_eq!((never.is_over(), never.left()), (false, Duration::MAX));
    }
}
