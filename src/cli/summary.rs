//! How many records came to what.

use std::time::Instant;

use clap::ValueEnum;
use satdoku::engine::Report;
use satdoku::task::{Answer, Count, Solution, Verdict};
use serde::Serialize;

use super::exit::Exit;
use super::output::say;

/// The forms of a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SummaryForm {
    /// A line
    Text,
    /// A JSON object
    Json,
}

/// What came of a record, for the end of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub exit: Exit,
    /// In one word, such as a verdict; `None` where there was no record.
    pub outcome: Option<&'static str>,
    /// What a given solution was worth, in one word, where there was one to look at.
    pub against: Option<&'static str>,
    /// Whether a SAT solver was asked.
    pub needed_solver: bool,
}

impl Tally {
    /// Of a record that came to this.
    pub fn new(exit: Exit, outcome: &'static str) -> Tally {
        Tally {
            exit,
            outcome: Some(outcome),
            against: None,
            needed_solver: false,
        }
    }

    /// Of an answer that cost this.
    pub fn of_answer(exit: Exit, outcome: &'static str, report: &Report) -> Tally {
        Tally {
            needed_solver: report.work.solver_calls > 0,
            ..Tally::new(exit, outcome)
        }
    }

    /// Returns what a verdict counts as.
    pub fn of_verdict(answer: &Answer<Verdict>) -> Tally {
        let exit = match answer.outcome {
            Verdict::Unique(_) => Exit::Success,
            Verdict::Multiple(_) | Verdict::None(_) | Verdict::Unknown(_) => Exit::Negative,
        };
        Tally::of_answer(exit, answer.outcome.name(), &answer.report)
    }

    /// Returns what a solution counts as.
    pub fn of_solution(answer: &Answer<Solution>) -> Tally {
        let (exit, outcome) = match answer.outcome {
            Solution::Found(_) => (Exit::Success, "solved"),
            Solution::None(_) => (Exit::Negative, "none"),
            Solution::Unknown(_) => (Exit::Negative, "unknown"),
        };
        Tally::of_answer(exit, outcome, &answer.report)
    }

    /// Returns what a number of solutions counts as.
    pub fn of_count(answer: &Answer<Count>) -> Tally {
        let (exit, outcome) = match answer.outcome {
            Count::Exactly(_) => (Exit::Success, "counted"),
            Count::AtLeast(_) => (Exit::Success, "more"),
            Count::None(_) => (Exit::Negative, "none"),
            Count::Unknown(..) => (Exit::Negative, "unknown"),
        };
        Tally::of_answer(exit, outcome, &answer.report)
    }

    /// Of something that could not be read.
    pub fn unreadable() -> Tally {
        Tally {
            outcome: None,
            ..Tally::new(Exit::Failed, "")
        }
    }
}

/// How often each word came, in the order in which they appeared.
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

/// What came of all records so far.
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
    /// Takes note of a record.
    pub fn add(&mut self, tally: &Tally) {
        self.exit.add(tally.exit);
        let Some(outcome) = tally.outcome else {
            return;
        };
        self.records += 1;
        self.needed_solver += u64::from(tally.needed_solver);
        self.outcomes.add(outcome);
        if let Some(against) = tally.against {
            self.against.add(against);
        }
    }

    /// Takes note of what happened to the run.
    pub fn end(&mut self, exit: Exit) {
        self.exit.add(exit);
    }

    /// How the run ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// How many records have been answered.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Says it on standard error.
    pub fn say(mut self, form: SummaryForm) {
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
                say(format!(
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
                say(serde_json::json!(object));
            }
        }
    }
}

/// `1 puzzle`, `2 puzzles`.
pub fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        number => format!("{number} {what}s"),
    }
}
