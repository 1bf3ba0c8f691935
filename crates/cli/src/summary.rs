//! The count of each outcome of a run.

use std::time::Instant;

use clap::ValueEnum;
use satdoku::engine::Report;
use satdoku::task::{Answer, Count, Estimated, Solution, Verdict};
use serde::Serialize;

use super::exit::Exit;
use super::message::print_message;

/// The forms of a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SummaryForm {
    /// A line
    Text,
    /// A JSON object
    Json,
}

/// The outcome of a record, for the summary and the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub exit: Exit,
    /// Its name in one word, such as a verdict; `None` if there was no record.
    pub name: Option<&'static str>,
    /// The quality of the given solution in one word, if `--against` compares with one.
    pub against: Option<&'static str>,
    /// True if a SAT solver was called.
    pub needed_solver: bool,
}

impl Outcome {
    /// Returns the outcome of a record.
    pub fn new(exit: Exit, name: &'static str) -> Outcome {
        Outcome {
            exit,
            name: Some(name),
            against: None,
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

/// The number of times that each word was counted, in the order of the first time.
#[derive(Debug, Default)]
struct Counts(Vec<(&'static str, u64)>);

impl Counts {
    fn add(&mut self, word: &'static str) {
        match self.0.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => self.0.push((word, 1)),
        }
    }

    fn sort(&mut self) {
        self.0.sort_unstable();
    }

    fn in_words(&self) -> String {
        let counts = self.0.iter().map(|(word, count)| format!("{count} {word}"));
        counts.collect::<Vec<String>>().join(", ")
    }
}

impl Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The outcomes of all records so far.
pub struct Summary {
    start: Instant,
    records: u64,
    outcomes: Counts,
    against: Counts,
    needed_solver: u64,
    exit: Exit,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            start: Instant::now(),
            records: 0,
            outcomes: Counts::default(),
            against: Counts::default(),
            needed_solver: 0,
            exit: Exit::Success,
        }
    }
}

#[derive(Serialize)]
struct Object {
    records: u64,
    outcomes: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Counts>,
    needed_solver: u64,
    seconds: f64,
    interrupted: bool,
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
        self.outcomes.add(name);
        if let Some(against) = outcome.against {
            self.against.add(against);
        }
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
    pub fn print(mut self, form: SummaryForm) {
        self.outcomes.sort();
        self.against.sort();
        let seconds = self.start.elapsed().as_secs_f64();
        let interrupted = self.exit == Exit::Interrupted;
        let against = (!self.against.0.is_empty()).then_some(self.against);
        match form {
            SummaryForm::Text => {
                let records = counted(self.records, "record");
                let outcomes = self.outcomes.in_words();
                let against = against.map_or(String::new(), |counts| {
                    format!("; given solutions: {}", counts.in_words())
                });
                let end = if interrupted { ", interrupted" } else { "" };
                let solver = self.needed_solver;
                let rate = self.records as f64 / seconds;
                let separator = if outcomes.is_empty() { "" } else { ": " };
                print_message(format!(
                    "{records}{separator}{outcomes}{against} ({solver} needed the solver; \
                     {seconds:.1} s, {rate:.0} a second{end})"
                ));
            }
            SummaryForm::Json => {
                let object = Object {
                    records: self.records,
                    outcomes: self.outcomes,
                    against,
                    needed_solver: self.needed_solver,
                    seconds,
                    interrupted,
                };
                print_message(serde_json::json!(object));
            }
        }
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
