//! `satdoku minimise`: puzzles without a given too many.

use clap::{Args, ValueEnum};
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::EngineError;
use satdoku::format::{Arrangement, Form, Record};
use satdoku::sat::Varisat;
use satdoku::task::{
    Confirmation, Minimal, Needs, Session, TaskError, Verdict, Witness, minimise, needs,
};
use serde::Serialize;

use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::Input;
use super::output::{Output, say};

/// Each puzzle without givens that it does not need to have one solution
#[derive(Debug, Args)]
pub struct Minimise {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    engine: EngineChoice,

    /// The form of the output, whatever form the puzzle came in
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Try givens in another order, which leads to another minimal puzzle
    #[arg(long, value_name = "N", conflicts_with = "all_redundant")]
    seed: Option<u64>,

    /// Remove nothing: list each given that could go on its own
    #[arg(long)]
    all_redundant: bool,

    /// Show below each puzzle, for each given, the second solution that there is without it
    #[arg(long)]
    witnesses: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each row
    Grid,
    /// All cells on one line
    Line,
    /// A JSON object for each record
    Jsonl,
}

/// What is said of one puzzle.
struct Answer {
    /// The minimal puzzle, unless only its needs were asked for.
    minimal: Option<Puzzle>,
    /// The givens that went or, if only its needs were asked for, could go.
    redundant: Vec<Candidate>,
    witnesses: Vec<Witness>,
    confirmation: Confirmation,
}

/// Why there is no answer.
enum Refusal {
    /// The puzzle has not one solution.
    NotUnique(String),
    /// An engine is at fault.
    Fault(TaskError),
}

#[derive(Default, Serialize)]
struct Object<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<WitnessObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
}

#[derive(Serialize)]
struct WitnessObject {
    given: String,
    solution: String,
}

impl Minimise {
    /// Answers every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut session = self.engine.session()?;
        let mut grids = 0u64;
        self.input.for_each(|record| match self.format {
            Some(Format::Jsonl) => self.answer_json(record, &mut session, output),
            _ => self.answer_text(record, &mut session, &mut grids, output),
        })
    }

    fn answer_json(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let none = (!self.all_redundant).then_some(None);
        let object = Object {
            source: &record.source,
            line: record.line,
            ..Object::default()
        };
        let (object, exit) = match &record.content {
            Err(invalid) => (
                Object {
                    puzzle: invalid.text.clone(),
                    minimal: none,
                    error: Some(invalid.error.to_string()),
                    ..object
                },
                Exit::Failed,
            ),
            Ok((puzzle, _)) => {
                let object = Object {
                    puzzle: puzzle.givens().to_string(),
                    ..object
                };
                match self.answer(puzzle, session) {
                    Ok(answer) => (object.answered(&answer, puzzle.size()), Exit::Fulfilled),
                    Err(refusal) => {
                        let (error, exit) = refusal.said();
                        let object = Object {
                            minimal: none,
                            error: Some(error),
                            ..object
                        };
                        (object, exit)
                    }
                }
            }
        };
        output.write_json(&object)?;
        Ok(exit)
    }

    fn answer_text(
        &self,
        record: &Record,
        session: &mut Session,
        grids: &mut u64,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (puzzle, form) = match &record.content {
            Ok(content) => content,
            Err(invalid) => {
                say(&invalid.error);
                return Ok(Exit::Failed);
            }
        };
        let place = format!("{}:{}", record.source, record.line);
        let answer = match self.answer(puzzle, session) {
            Ok(answer) => answer,
            Err(refusal) => {
                let (error, exit) = refusal.said();
                if exit != Exit::Disagreement {
                    say(format!("{place}: {error}"));
                }
                return Ok(exit);
            }
        };
        let n = puzzle.size();
        match &answer.minimal {
            None => {
                let redundant = match names(&answer.redundant, n).join(" ") {
                    none if none.is_empty() => "minimal".to_string(),
                    names => format!("each could go on its own: {names}"),
                };
                output.write(&format!("{place}: {redundant}\n"))?;
            }
            Some(minimal) => {
                let form = self.form(*form, n);
                if form.arrangement != Arrangement::Line {
                    if *grids > 0 {
                        output.write("\n")?;
                    }
                    *grids += 1;
                }
                output.write(&form.write(minimal.givens(), minimal.layout().shape()))?;
            }
        }
        if self.witnesses {
            for Witness { given, other } in &answer.witnesses {
                output.write(&format!("  without {} also {other}\n", given.name(n)))?;
            }
        }
        if let Confirmation::GaveUp(limit) = answer.confirmation {
            say(format!("{place}: not confirmed: mrv {limit}"));
        }
        Ok(Exit::Fulfilled)
    }

    fn answer(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Answer, Refusal> {
        let (solution, confirmation) = unique(puzzle, session)?;
        let failed = |error: EngineError| {
            Refusal::Fault(TaskError::Engine {
                engine: "sat",
                puzzle: puzzle.givens().to_string(),
                error,
            })
        };
        // Both ask a solver of their own whether the puzzle has a second solution.
        let disagree = || {
            Refusal::Fault(TaskError::Disagreement {
                engines: ["check", "minimise"],
                puzzle: puzzle.givens().to_string(),
                answers: ["one solution".to_string(), "more than one".to_string()],
            })
        };
        if self.all_redundant {
            let needs = needs(puzzle, &solution, Varisat::default()).map_err(failed)?;
            let Needs {
                redundant,
                witnesses,
            } = needs.ok_or_else(disagree)?;
            return Ok(Answer {
                minimal: None,
                redundant,
                witnesses,
                confirmation,
            });
        }
        let minimal = minimise(puzzle, &solution, self.seed, Varisat::default());
        let Minimal {
            puzzle: minimal,
            witnesses,
        } = minimal.map_err(failed)?.ok_or_else(disagree)?;
        // The witnesses have been verified: what is left to confirm is that the solution is still
        // the only one.
        let (same, confirmation) = match unique(&minimal, session) {
            Err(Refusal::NotUnique(_)) => return Err(disagree()),
            result => result?,
        };
        if same != solution {
            return Err(disagree());
        }
        let gone = |given: &Candidate| minimal.givens().get(given.cell).is_none();
        Ok(Answer {
            redundant: puzzle.givens().filled().filter(gone).collect(),
            minimal: Some(minimal),
            witnesses,
            confirmation,
        })
    }

    /// The form of a puzzle that came in `form`.
    fn form(&self, form: Form, size: usize) -> Form {
        match (self.format, form.arrangement) {
            // One line is what other programs read: in the symbols that they expect.
            (Some(Format::Line), _) => Form::of_size(Arrangement::Line, size),
            (Some(Format::Grid), Arrangement::Line) => Form {
                arrangement: Arrangement::Boxes,
                ..form
            },
            _ => form,
        }
    }
}

/// The one solution of a puzzle, and whether that was confirmed.
fn unique(puzzle: &Puzzle, session: &mut Session) -> Result<(Grid, Confirmation), Refusal> {
    let answer = session.check(puzzle).map_err(Refusal::Fault)?;
    let why = match answer.outcome {
        Verdict::Unique(solution) => return Ok((solution, answer.confirmation)),
        Verdict::Multiple(_) => "it has more than one solution".to_string(),
        Verdict::None(conflict) => format!("it has no solution: {conflict}"),
        Verdict::Unknown(limit) => limit.to_string(),
    };
    Err(Refusal::NotUnique(why))
}

impl Refusal {
    /// What to say of it, and how the run ends. A fault is said at once.
    fn said(self) -> (String, Exit) {
        match self {
            Refusal::NotUnique(why) => {
                let error = format!("expected a puzzle with one solution: {why}");
                (error, Exit::Unfulfilled)
            }
            Refusal::Fault(error) => (error.to_string(), fault(&error)),
        }
    }
}

impl<'a> Object<'a> {
    fn answered(self, answer: &Answer, size: usize) -> Object<'a> {
        let redundant = names(&answer.redundant, size);
        let witnesses = answer.witnesses.iter().map(|witness| WitnessObject {
            given: witness.given.name(size).to_string(),
            solution: witness.other.to_string(),
        });
        let (removed, redundant) = match &answer.minimal {
            Some(_) => (Some(redundant), None),
            None => (None, Some(redundant)),
        };
        let minimal = answer.minimal.as_ref();
        Object {
            minimal: minimal.map(|puzzle| Some(puzzle.givens().to_string())),
            removed,
            redundant,
            witnesses: Some(witnesses.collect()),
            confirmed: Some(answer.confirmation == Confirmation::Confirmed),
            ..self
        }
    }
}

fn names(givens: &[Candidate], size: usize) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(size).to_string());
    names.collect()
}
