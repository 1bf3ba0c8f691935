//! The time by which an answer has to be there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// The clock of the system; of the browser on wasm, where the one in std panics.
use web_time::Instant;

/// A moment at which work ends, finished or not, and how long that was away when it was set.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    /// `None` is so far away that the clock cannot say it: never.
    at: Option<Instant>,
    after: Duration,
    /// What ends the work before.
    interrupt: Option<&'static AtomicBool>,
}

impl Deadline {
    /// The moment that is this far from now.
    pub fn after(after: Duration) -> Deadline {
        Deadline {
            at: Instant::now().checked_add(after),
            after,
            interrupt: None,
        }
    }

    /// The same moment, or as soon as `interrupt` is true.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::time::Duration;
    /// use satdoku::Deadline;
    ///
    /// static INTERRUPT: AtomicBool = AtomicBool::new(false);
    /// let deadline = Deadline::after(Duration::MAX).or_at(&INTERRUPT);
    /// assert!(!deadline.is_over());
    /// INTERRUPT.store(true, Ordering::Relaxed);
    /// assert!(deadline.is_over() && deadline.is_interrupted());
    /// ```
    pub fn or_at(self, interrupt: &'static AtomicBool) -> Deadline {
        Deadline {
            interrupt: Some(interrupt),
            ..self
        }
    }

    /// The moment that is this far from now, with the interrupt of `outer`.
    pub(crate) fn within(after: Duration, outer: Option<Deadline>) -> Deadline {
        Deadline {
            interrupt: outer.and_then(|outer| outer.interrupt),
            ..Deadline::after(after)
        }
    }

    /// Whether it is over because of an interrupt.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// How far away it was when it was set.
    pub fn duration(&self) -> Duration {
        self.after
    }

    /// The time that is left; zero when it is over.
    pub fn left(&self) -> Duration {
        match self.at {
            _ if self.is_interrupted() => Duration::ZERO,
            Some(at) => at.saturating_duration_since(Instant::now()),
            None => Duration::MAX,
        }
    }

    /// Whether it is over. This looks at the clock, which costs some 30 ns.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

impl PartialEq for Deadline {
    fn eq(&self, other: &Deadline) -> bool {
        let address = |deadline: &Deadline| deadline.interrupt.map(std::ptr::from_ref);
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
