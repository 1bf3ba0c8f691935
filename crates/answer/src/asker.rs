//! What answers questions: engines within limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use satdoku::engine::Budget;
use satdoku::{Deadline, Session};
use satdoku_explain::Explainer;

/// Limits on each question.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The time, which all parts of an answer share.
    pub timeout: Option<Duration>,
    /// The most memory, in bytes.
    pub memory: u64,
    /// Ends the search when it is set. The answer is then what is known so far.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// Returns the default limit on memory, and no other.
    fn default() -> Limits {
        Limits {
            timeout: None,
            memory: Budget::MEMORY,
            interrupt: None,
        }
    }
}

impl Limits {
    /// Returns the budget of a question whose time starts now.
    pub fn start(&self) -> Budget {
        let outer = self.interrupt.clone();
        let outer = outer.map(|interrupt| Deadline::after(Duration::MAX).or_at(interrupt));
        Budget {
            deadline: Deadline::of_work(self.timeout, outer.as_ref()),
            memory: self.memory,
            ..Budget::UNLIMITED
        }
    }
}

/// Engines that answer questions within limits. It keeps their working memory: use one for many puzzles.
pub struct Asker {
    pub(crate) session: Session,
    pub(crate) explainer: Explainer,
    limits: Limits,
    /// The end of the time for the current question.
    deadline: Option<Deadline>,
}

impl Asker {
    /// Creates an asker. Its limits replace those of the session.
    pub fn new(session: Session, limits: Limits) -> Asker {
        Asker {
            session,
            explainer: Explainer::default(),
            limits,
            deadline: None,
        }
    }

    /// Lets steps use that puzzles have one solution.
    #[must_use]
    pub fn assuming_unique(mut self) -> Asker {
        self.explainer = self.explainer.assuming_unique();
        self
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the end of the time for the current question, or for the last one.
    pub fn deadline(&self) -> Option<&Deadline> {
        self.deadline.as_ref()
    }

    /// Starts the time of a question, and returns its budget.
    pub(crate) fn start(&mut self) -> Budget {
        let budget = self.limits.start();
        self.session.set_budget(budget.clone());
        self.deadline = budget.deadline.clone();
        if let Some(deadline) = self.deadline.clone() {
            self.explainer = std::mem::take(&mut self.explainer).with_deadline(deadline);
        }
        budget
    }
}
