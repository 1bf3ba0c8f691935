//! The count of each outcome of a run.

use std::collections::BTreeMap;
use std::time::Instant;

use satdoku_answer::Cost;

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

    /// Sets whether a SAT solver was called.
    pub fn with_solver(self, needed_solver: bool) -> Outcome {
        Outcome {
            needed_solver,
            ..self
        }
    }

    /// Returns the outcome of a verdict.
    pub fn of_verdict(verdict: &'static str, cost: &Cost) -> Outcome {
        let exit = match verdict {
            "unique" | "solved" => Exit::Success,
            _ => Exit::Negative,
        };
        Outcome::new(exit, verdict).with_solver(cost.needed_solver)
    }

    /// Returns the outcome of something that is no record.
    pub fn without_record(exit: Exit) -> Outcome {
        Outcome {
            name: None,
            ..Outcome::new(exit, "")
        }
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
