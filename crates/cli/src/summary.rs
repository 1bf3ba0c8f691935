//! The count of each outcome of a run.

use std::collections::BTreeMap;
use std::time::Instant;

use satdoku::engine::Report;
use satdoku::task::{Answer, Count, Estimated, Solution, Verdict};

use super::exit::Exit;
use super::message::print_message;

/// The outcome of a record, for the summary and the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub exit: Exit,
    /// Its name in one word, such as a verdict; `None` if there was no record.
    pub name: Option<&'static str>,
    /// True if a SAT solver was called.
    pub needed_solver: bool,
}

impl Outcome {
    /// Returns the outcome of a record.
    pub fn new(exit: Exit, name: &'static str) -> Outcome {
        Outcome {
            exit,
            name: Some(name),
            needed_solver: false,
        }
    }

    /// Returns the outcome of an answer with this report.
    pub fn of_answer(exit: Exit, name: &'static str, report: &Report) -> Outcome {
        Outcome {
            needed_solver: report.work.solver_calls > 0,
            ..Outcome::new(exit, name)
        }
    }

    /// Returns the outcome of a verdict.
    pub fn of_verdict(answer: &Answer<Verdict>) -> Outcome {
        let exit = match answer.outcome {
            Verdict::Unique(_) => Exit::Success,
            Verdict::Multiple(_) | Verdict::Unsolvable(_) | Verdict::Unknown(_) => Exit::Negative,
        };
        Outcome::of_answer(exit, answer.outcome.name(), &answer.report)
    }

    /// Returns the outcome of a solution.
    pub fn of_solution(answer: &Answer<Solution>) -> Outcome {
        let (exit, name) = match answer.outcome {
            Solution::Found(_) => (Exit::Success, "solved"),
            Solution::Unsolvable(_) => (Exit::Negative, "none"),
            Solution::Unknown(_) => (Exit::Negative, "unknown"),
        };
        Outcome::of_answer(exit, name, &answer.report)
    }

    /// Returns the outcome of a number of solutions.
    pub fn of_count(answer: &Answer<Count>) -> Outcome {
        let (exit, name) = count_outcome(&answer.outcome);
        Outcome::of_answer(exit, name, &answer.report)
    }

    /// Returns the outcome of an estimated number of solutions.
    pub fn of_estimate(answer: &Answer<Estimated>) -> Outcome {
        let (exit, name) = match &answer.outcome {
            Estimated::Counted(count) => count_outcome(count),
            Estimated::About(_) => (Exit::Success, "estimated"),
        };
        Outcome::of_answer(exit, name, &answer.report)
    }

    /// Returns the outcome of something that could not be read.
    pub fn unreadable() -> Outcome {
        Outcome {
            name: None,
            ..Outcome::new(Exit::Failed, "")
        }
    }
}

/// Returns the exit code and the word for a number of solutions.
fn count_outcome(count: &Count) -> (Exit, &'static str) {
    match count {
        Count::Exactly(_) => (Exit::Success, "counted"),
        Count::AtLeast(_) => (Exit::Success, "more"),
        Count::Unsolvable(_) => (Exit::Negative, "none"),
        Count::Unknown(..) => (Exit::Negative, "unknown"),
    }
}

/// The outcomes of all records so far.
pub struct Summary {
    start: Instant,
    records: u64,
    /// The number of records with each outcome.
    outcomes: BTreeMap<&'static str, u64>,
    needed_solver: u64,
    exit: Exit,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            start: Instant::now(),
            records: 0,
            outcomes: BTreeMap::new(),
            needed_solver: 0,
            exit: Exit::Success,
        }
    }
}

impl Summary {
    /// Adds a record.
    pub fn add(&mut self, outcome: &Outcome) {
        self.exit.add(outcome.exit);
        let Some(name) = outcome.name else {
            return;
        };
        self.records += 1;
        self.needed_solver += u64::from(outcome.needed_solver);
        *self.outcomes.entry(name).or_default() += 1;
    }

    /// Combines the outcome of the run with that of its records.
    pub fn end(&mut self, exit: Exit) {
        self.exit.add(exit);
    }

    /// Returns the outcome of the run.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns the number of answered records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Prints the summary on standard error.
    pub fn print(self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let records = counted(self.records, "record");
        let outcomes = self.outcomes.iter();
        let outcomes: Vec<String> = outcomes
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let end = match self.exit {
            Exit::Interrupted => ", interrupted",
            _ => "",
        };
        let solver = self.needed_solver;
        let rate = self.records as f64 / seconds;
        let separator = if outcomes.is_empty() { "" } else { ": " };
        let outcomes = outcomes.join(", ");
        print_message(format!(
            "{records}{separator}{outcomes} ({solver} needed the solver; {seconds:.1} s, \
             {rate:.0} a second{end})"
        ));
    }
}

/// Returns a number with a noun: `1 puzzle`, `2 puzzles`, `3 guesses`.
pub fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        number if what.ends_with('s') => format!("{number} {what}es"),
        number => format!("{number} {what}s"),
    }
}
