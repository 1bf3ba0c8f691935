//! `satdoku minimise`: puzzles without a given too many.

use clap::Args;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::EngineError;
use satdoku::format::Record;
use satdoku::sat::{Encoding, MOST_EXTENDED_CLAUSES, Translation};
use satdoku::task::{
    Confirmation, Minimal, Minimised, Needs, Session, TaskError, Verdict, Witness, minimise, needs,
};

use super::engine::{EngineChoice, SearchChoice, fault};
use super::exit::Exit;
use super::input::{Input, puzzle_of};
use super::minimal::disagreement;
use super::minimise_json::{Object, names};
use super::output::{Output, say};
use super::solve::{Format, solution_form};

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

/// What is said of one puzzle.
pub struct Answer {
    /// The minimal puzzle, unless only its needs were asked for.
    pub minimal: Option<Puzzle>,
    /// The givens that went or, if only its needs were asked for, could go.
    pub redundant: Vec<Candidate>,
    pub witnesses: Vec<Witness>,
    pub confirmation: Confirmation,
}

/// Why there is no answer.
enum Refusal {
    /// The puzzle has not one solution, or it took too long.
    Unfulfilled(String),
    /// An engine is at fault.
    Fault(TaskError),
}

impl Minimise {
    /// Answers every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut session = self.engine.session()?;
        self.input.for_each(|record| match self.format {
            Some(Format::Jsonl) => self.answer_json(record, &mut session, output),
            _ => self.answer_text(record, &mut session, output),
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
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let Some((puzzle, form)) = puzzle_of(record) else {
            return Ok(Exit::Failed);
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
                let form = solution_form(self.format, form, minimal);
                output.write_grid(&form.write(minimal.givens(), minimal.layout().shape()))?;
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
        if Translation::new(puzzle, Encoding::Extended).clause_count() > MOST_CLAUSES {
            let n = puzzle.size();
            let error = format!("expected a board up to 50x50, found {n}x{n}");
            return Err(Refusal::Unfulfilled(error));
        }
        let (solution, confirmation) = unique(puzzle, session)?;
        let search = &self.engine.search;
        let solver = || search.solver_within(session.deadline());
        if self.all_redundant {
            let needs = needs(puzzle, &solution, solver());
            let Needs {
                redundant,
                witnesses,
            } = found(puzzle, &solution, needs, search)?;
            return Ok(Answer {
                minimal: None,
                redundant,
                witnesses,
                confirmation,
            });
        }
        let minimal = minimise(puzzle, &solution, self.seed, solver());
        let Minimal {
            puzzle: minimal,
            witnesses,
        } = found(puzzle, &solution, minimal, search)?;
        // The witnesses have been verified: what is left to confirm is that the solution is still
        // the only one.
        let answer = session.check(&minimal).map_err(Refusal::Fault)?;
        let fault = |other: &Grid| Refusal::Fault(disagreement(&minimal, &solution, other));
        let confirmation = match answer.outcome {
            Verdict::Unique(same) if same == solution => answer.confirmation,
            Verdict::Multiple([one, other]) if one == solution => return Err(fault(&other)),
            Verdict::Unique(other) | Verdict::Multiple([other, _]) => return Err(fault(&other)),
            Verdict::None(_) => return Err(fault(minimal.givens())),
            Verdict::Unknown(limit) => Confirmation::GaveUp(limit),
        };
        let gone = |given: &Candidate| minimal.givens().get(given.cell).is_none();
        Ok(Answer {
            redundant: puzzle.givens().filled().filter(gone).collect(),
            minimal: Some(minimal),
            witnesses,
            confirmation,
        })
    }
}

/// The one solution of a puzzle, and whether that was confirmed.
fn unique(puzzle: &Puzzle, session: &mut Session) -> Result<(Grid, Confirmation), Refusal> {
    let answer = session.check(puzzle).map_err(Refusal::Fault)?;
    let why = match answer.outcome {
        Verdict::Unique(solution) => return Ok((solution, answer.confirmation)),
        Verdict::Multiple(_) => "it has more than one solution".to_string(),
        Verdict::None(conflict) => format!("it has no solution: {conflict}"),
        Verdict::Unknown(limit) => return Err(Refusal::Unfulfilled(limit.to_string())),
    };
    let error = format!("expected a puzzle with one solution: {why}");
    Err(Refusal::Unfulfilled(error))
}

/// The most clauses that the rules of a board may have: those of 50×50 fit. They are all in
/// memory, at some 20 bytes each.
const MOST_CLAUSES: u64 = MOST_EXTENDED_CLAUSES;

/// What was asked for, of a puzzle with this solution.
fn found<T>(
    puzzle: &Puzzle,
    solution: &Grid,
    result: Result<Minimised<T>, EngineError>,
    search: &SearchChoice,
) -> Result<T, Refusal> {
    match result.map_err(|error| Refusal::Fault(search.solver_failed(puzzle, error)))? {
        Minimised::Found(found) => Ok(found),
        Minimised::NotUnique(other) => Err(Refusal::Fault(disagreement(puzzle, solution, &other))),
        Minimised::GaveUp => Err(Refusal::Unfulfilled("the solver gave up".to_string())),
    }
}

impl Refusal {
    /// What to say of it, and how the run ends. A fault is said at once.
    fn said(self) -> (String, Exit) {
        match self {
            Refusal::Unfulfilled(why) => (why, Exit::Unfulfilled),
            Refusal::Fault(error) => (error.to_string(), fault(&error)),
        }
    }
}
