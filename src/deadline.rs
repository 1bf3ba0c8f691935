//! The time by which an answer has to be there.

use std::time::Duration;

// The clock of the system; of the browser on wasm, where the one in std panics.
use web_time::Instant;

/// A moment at which work ends, finished or not, and how long that was away when it was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    /// `None` is so far away that the clock cannot say it: never.
    at: Option<Instant>,
    after: Duration,
}

impl Deadline {
    /// The moment that is this far from now.
    pub fn after(after: Duration) -> Deadline {
        Deadline {
            at: Instant::now().checked_add(after),
            after,
        }
    }

    /// How far away it was when it was set.
    pub fn duration(&self) -> Duration {
        self.after
    }

    /// The time that is left; zero when it is over.
    pub fn left(&self) -> Duration {
        match self.at {
            Some(at) => at.saturating_duration_since(Instant::now()),
            None => Duration::MAX,
        }
    }

    /// Whether it is over. This looks at the clock, which costs some 30 ns.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

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
