//! `satdoku minimise`: puzzles without a given too many.

use clap::Args;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::EngineError;
use satdoku::sat::{Encoding, MOST_EXTENDED_CLAUSES, Translation};
use satdoku::task::{
    Confirmation, Minimal, Minimised as Outcome, Needs, Session, Verdict, Witness, minimise, needs,
};
use serde::Serialize;

use super::args::engine::{EngineChoice, SearchChoice};
use super::args::heading::ANSWER;
use super::args::output::Printing;
use super::check::disagreement;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::text::names;
use super::run::{self, Batch};
use super::summary::Tally;

/// Each puzzle without givens that it does not need to have one solution
#[derive(Debug, Args)]
pub struct Minimise {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    engine: EngineChoice,

    #[command(flatten)]
    printing: Printing,

    /// Try givens in another order, which leads to another minimal puzzle
    #[arg(long, value_name = "N", conflicts_with = "all_redundant", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Remove nothing: list each given that could go on its own
    #[arg(long, help_heading = ANSWER)]
    all_redundant: bool,

    /// Show below each puzzle, for each given, the second solution that there is without it
    #[arg(long, help_heading = ANSWER)]
    witnesses: bool,
}

/// What is said of one puzzle.
pub struct Minimised {
    /// The minimal puzzle, unless only its needs were asked for.
    minimal: Option<Puzzle>,
    /// Of the board.
    size: usize,
    /// The givens that went or, if only its needs were asked for, could go.
    redundant: Vec<Candidate>,
    witnesses: Vec<Witness>,
    confirmation: Confirmation,
}

impl Serialize for Minimised {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            #[serde(skip_serializing_if = "Option::is_none")]
            minimal: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            removed: Option<Vec<String>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            redundant: Option<Vec<String>>,
            witnesses: Vec<Named>,
            confirmed: Confirmation,
        }

        /// A given and the second solution that there is without it.
        #[derive(Serialize)]
        struct Named {
            given: String,
            solution: String,
        }

        let size = self.size;
        let witnesses = self.witnesses.iter().map(|witness| Named {
            given: witness.given.name(size).to_string(),
            solution: witness.other.to_string(),
        });
        let redundant = names(&self.redundant, size);
        let (removed, redundant) = match &self.minimal {
            Some(_) => (Some(redundant), None),
            None => (None, Some(redundant)),
        };
        let fields = Fields {
            minimal: (self.minimal.as_ref()).map(|puzzle| puzzle.givens().to_string()),
            removed,
            redundant,
            witnesses: witnesses.collect(),
            confirmed: self.confirmation,
        };
        fields.serialize(serializer)
    }
}

impl Command for Minimise {
    type Answer = Minimised;

    fn columns(&self) -> Columns {
        let mut columns = vec!["witnesses", "error", "confirmed"];
        if self.all_redundant {
            columns.push("redundant");
        } else {
            columns.extend(["minimal", "removed"]);
        }
        Columns::new(columns)
    }

    fn session(&self) -> Session {
        self.engine.session()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Minimised, Failure> {
        self.minimise(question.puzzle, session)
    }

    fn tally(&self, found: &Minimised) -> Tally {
        let outcome = match (&found.minimal, &found.redundant[..]) {
            (Some(_), [_, ..]) => "minimised",
            (None, [_, ..]) => "redundant",
            (_, []) => "minimal",
        };
        Tally {
            needed_solver: true,
            ..Tally::new(Exit::Success, outcome)
        }
    }

    fn text(&self, question: &Question<'_>, found: &Minimised, reply: &mut Reply<'_>) {
        let n = question.puzzle.size();
        let place = question.place();
        match &found.minimal {
            None => {
                let redundant = match names(&found.redundant, n).join(" ") {
                    none if none.is_empty() => "minimal".to_string(),
                    names => format!("each could go on its own: {names}"),
                };
                reply.result(format!("{place}{redundant}\n"));
            }
            Some(minimal) => {
                let givens = minimal.givens();
                self.printing.write(minimal, givens, question.form, reply);
            }
        }
        if self.witnesses {
            for Witness { given, other } in &found.witnesses {
                reply.result(format!("  without {} also {other}\n", given.name(n)));
            }
        }
        if let Confirmation::GaveUp(limit) = found.confirmation {
            reply.say(format_args!("{place}not confirmed: mrv {limit}"));
        }
    }

    fn no_answer(&self, _: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        (!self.all_redundant).then_some(("minimal", None))
    }
}

impl Minimise {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.check()?;
        let (batch, style) = (self.batch.clone(), self.printing.style());
        run::run(self, &batch, style, output)
    }

    fn minimise(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Minimised, Failure> {
        if Translation::new(puzzle, Encoding::Extended).clause_count() > MOST_CLAUSES {
            let n = puzzle.size();
            let error = format!("expected a board up to 50x50, found {n}x{n}");
            return Err(Failure::Lacking(error));
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
            return Ok(Minimised {
                minimal: None,
                size: puzzle.size(),
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
        let answer = session.check(&minimal).map_err(Failure::Fault)?;
        let fault = |other: &Grid| Failure::Fault(disagreement(&minimal, &solution, other));
        let confirmation = match answer.outcome {
            Verdict::Unique(same) if same == solution => answer.confirmation,
            Verdict::Multiple([one, other]) if one == solution => return Err(fault(&other)),
            Verdict::Unique(other) | Verdict::Multiple([other, _]) => return Err(fault(&other)),
            Verdict::None(_) => return Err(fault(minimal.givens())),
            Verdict::Unknown(limit) => Confirmation::GaveUp(limit),
        };
        let gone = |given: &Candidate| minimal.givens().get(given.cell).is_none();
        Ok(Minimised {
            redundant: puzzle.givens().filled().filter(gone).collect(),
            minimal: Some(minimal),
            size: puzzle.size(),
            witnesses,
            confirmation,
        })
    }
}

/// The one solution of a puzzle, and whether that was confirmed.
fn unique(puzzle: &Puzzle, session: &mut Session) -> Result<(Grid, Confirmation), Failure> {
    let answer = session.check(puzzle).map_err(Failure::Fault)?;
    let why = match answer.outcome {
        Verdict::Unique(solution) => return Ok((solution, answer.confirmation)),
        Verdict::Multiple(_) => "it has more than one solution".to_string(),
        Verdict::None(conflict) => format!("it has no solution: {conflict}"),
        Verdict::Unknown(limit) => return Err(Failure::Lacking(limit.to_string())),
    };
    let error = format!("expected a puzzle with one solution: {why}");
    Err(Failure::Lacking(error))
}

/// The most clauses that the rules of a board may have: those of 50×50 fit. They are all in
/// memory, at some 20 bytes each.
const MOST_CLAUSES: u64 = MOST_EXTENDED_CLAUSES;

/// What was asked for, of a puzzle with this solution.
fn found<T>(
    puzzle: &Puzzle,
    solution: &Grid,
    result: Result<Outcome<T>, EngineError>,
    search: &SearchChoice,
) -> Result<T, Failure> {
    match result.map_err(|error| Failure::Fault(search.solver_failed(puzzle, error)))? {
        Outcome::Found(found) => Ok(found),
        Outcome::NotUnique(other) => Err(Failure::Fault(disagreement(puzzle, solution, &other))),
        Outcome::GaveUp => Err(Failure::Lacking("the solver gave up".to_string())),
    }
}
