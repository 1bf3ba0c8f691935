//! How many records came to what.

use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;

use super::command::Tally;
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

/// What came of all records so far.
pub struct Summary {
    start: Instant,
    records: u64,
    /// How many came to which outcome, in the order in which outcomes appeared.
    outcomes: Vec<(&'static str, u64)>,
    needed_solver: u64,
    exit: Exit,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            start: Instant::now(),
            records: 0,
            outcomes: Vec::new(),
            needed_solver: 0,
            exit: Exit::Fulfilled,
        }
    }
}

#[derive(Serialize)]
struct Object {
    records: u64,
    #[serde(serialize_with = "as_object")]
    outcomes: Vec<(&'static str, u64)>,
    needed_solver: u64,
    seconds: f64,
    interrupted: bool,
}

fn as_object<S: serde::Serializer>(
    outcomes: &[(&'static str, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(outcomes.iter().copied())
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
        let known = self.outcomes.iter_mut().find(|(name, _)| *name == outcome);
        match known {
            Some((_, count)) => *count += 1,
            None => self.outcomes.push((outcome, 1)),
        }
    }

    /// Takes note that the run ends before its time.
    pub fn interrupt(&mut self) {
        self.exit.add(Exit::Interrupted);
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
        self.outcomes.sort_unstable();
        let seconds = self.start.elapsed().as_secs_f64();
        let interrupted = self.exit == Exit::Interrupted;
        match form {
            SummaryForm::Text => {
                let counts: Vec<String> = self
                    .outcomes
                    .iter()
                    .map(|(name, count)| format!("{count} {name}"))
                    .collect();
                let end = match interrupted {
                    true => ", interrupted",
                    false => "",
                };
                let records = match self.records {
                    1 => "1 record".to_string(),
                    records => format!("{records} records"),
                };
                say(format!(
                    "{records}: {} ({} needed the solver; {seconds:.1} s, {:.0} a second{end})",
                    counts.join(", "),
                    self.needed_solver,
                    self.records as f64 / seconds,
                ));
            }
            SummaryForm::Json => {
                let object = Object {
                    records: self.records,
                    outcomes: self.outcomes,
                    needed_solver: self.needed_solver,
                    seconds,
                    interrupted,
                };
                say(serde_json::json!(object));
            }
        }
    }
}
