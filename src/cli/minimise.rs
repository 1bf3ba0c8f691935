//! `satdoku minimise`: puzzles without a given too many.

use clap::Args;
use satdoku::board::{Candidate, Puzzle};
use satdoku::task::{Confirmation, Limit, Session, Verdict, Witness};

use super::batch::{self, Batch};
use super::command::{Command, Failure, Question, Style, Tally};
use super::engine::EngineChoice;
use super::exit::Exit;
use super::json::{Object, names};
use super::output::Output;
use super::printing::Printing;
use super::reply::Reply;

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
pub struct Minimised {
    /// The minimal puzzle, unless only its needs were asked for.
    pub minimal: Option<Puzzle>,
    /// The givens that went or, if only its needs were asked for, could go.
    pub redundant: Vec<Candidate>,
    pub witnesses: Vec<Witness>,
    pub confirmation: Confirmation,
}

impl Command for Minimise {
    type Worker = Session;
    type Answer = Minimised;

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn style(&self) -> Style {
        self.printing.style()
    }

    fn columns(&self) -> Vec<&'static str> {
        let mut columns = match self.all_redundant {
            true => vec!["redundant"],
            false => vec!["minimal", "removed"],
        };
        if self.witnesses {
            columns.push("witnesses");
        }
        columns.extend(["error", "confirmed"]);
        columns
    }

    fn worker(&self) -> Session {
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
            exit: Exit::Fulfilled,
            outcome: Some(outcome),
            needed_solver: true,
        }
    }

    fn write_text(&self, question: &Question<'_>, found: &Minimised, reply: &mut Reply<'_>) {
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
                reply.grid(self.printing.text(minimal, givens, question.form));
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

    fn fill<'a>(&self, object: Object<'a>, found: &Minimised, puzzle: &Puzzle) -> Object<'a> {
        object.minimised(found, puzzle.size())
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, _: &'static str) -> Object<'a> {
        match self.all_redundant {
            true => object,
            false => object.unminimised(),
        }
    }
}

impl Minimise {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.search.prepare()?;
        batch::run(self, output)
    }

    fn minimise(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Minimised, Failure> {
        if self.all_redundant {
            let answer = session.needs(puzzle).map_err(Failure::Fault)?;
            let needs = found(puzzle, answer.outcome)?;
            return Ok(Minimised {
                minimal: None,
                redundant: needs.redundant,
                witnesses: needs.witnesses,
                confirmation: answer.confirmation,
            });
        }
        let answer = session.minimise(puzzle, self.seed);
        let answer = answer.map_err(Failure::Fault)?;
        let minimal = found(puzzle, answer.outcome)?;
        Ok(Minimised {
            minimal: Some(minimal.puzzle),
            redundant: minimal.removed,
            witnesses: minimal.witnesses,
            confirmation: answer.confirmation,
        })
    }
}

/// What was asked for, or why there is none.
fn found<T>(puzzle: &Puzzle, outcome: Result<T, Verdict>) -> Result<T, Failure> {
    let why = match outcome {
        Ok(found) => return Ok(found),
        Err(Verdict::Unique(_) | Verdict::Multiple(_)) => {
            "it has more than one solution".to_string()
        }
        Err(Verdict::None(conflict)) => format!("it has no solution: {conflict}"),
        Err(Verdict::Unknown(Limit::Size)) => {
            let n = puzzle.size();
            let error = format!("expected a board up to 50x50, found {n}x{n}");
            return Err(Failure::Unfulfilled(error));
        }
        Err(Verdict::Unknown(limit)) => return Err(Failure::Unfulfilled(limit.to_string())),
    };
    let error = format!("expected a puzzle with one solution: {why}");
    Err(Failure::Unfulfilled(error))
}
