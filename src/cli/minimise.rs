//! `satdoku minimise`: puzzles without a given too many.

use clap::Args;
use satdoku::board::{Candidate, Puzzle};
use satdoku::task::{Confirmation, Limit, Session, Verdict, Witness};
use serde::Serialize;

use super::args::engine::EngineChoice;
use super::args::heading::ANSWER;
use super::args::output::Printing;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::text::names;
use super::run::{self, Batch};
use super::summary::Tally;

/// Each puzzle without the givens that it does not need
///
/// It needs a given if it had more than one solution without it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku minimise puzzle.txt                    a minimal puzzle
  satdoku minimise --all-redundant puzzle.txt    which givens could go
  satdoku minimise --witnesses puzzle.txt        why the others are needed")]
pub struct Minimise {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    engine: EngineChoice,

    #[command(flatten)]
    printing: Printing,

    /// Try givens in another order, for another puzzle
    #[arg(long, value_name = "N", conflicts_with = "all_redundant", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Remove nothing: list each given that could go on its own
    #[arg(long, help_heading = ANSWER)]
    all_redundant: bool,

    /// For each given left, the second solution without it
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
        let mut columns = vec!["error", "confirmed"];
        if self.witnesses {
            columns.push("witnesses");
        }
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
                self.printing.write(question, minimal, givens, reply);
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
        self.printing.prepare(output)?;
        let (batch, style) = (self.batch.clone(), self.printing.style());
        run::run(self, &batch, style, output)
    }

    fn minimise(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Minimised, Failure> {
        if self.all_redundant {
            let answer = session.needs(puzzle)?;
            let needs = found(puzzle, answer.outcome)?;
            return Ok(Minimised {
                minimal: None,
                size: puzzle.size(),
                redundant: needs.redundant,
                witnesses: needs.witnesses,
                confirmation: answer.confirmation,
            });
        }
        let answer = session.minimise(puzzle, self.seed)?;
        let minimal = found(puzzle, answer.outcome)?;
        Ok(Minimised {
            minimal: Some(minimal.puzzle),
            size: puzzle.size(),
            redundant: minimal.removed,
            witnesses: minimal.witnesses,
            confirmation: answer.confirmation,
        })
    }
}

/// What was asked for, or why there is none.
fn found<T>(puzzle: &Puzzle, outcome: Result<T, Verdict>) -> Result<T, Failure> {
    let error = match outcome {
        Ok(found) => return Ok(found),
        Err(Verdict::Unknown(Limit::Size)) => {
            let n = puzzle.size();
            format!("expected a board up to 50x50, found {n}x{n}")
        }
        Err(Verdict::Unknown(limit)) => limit.to_string(),
        Err(Verdict::None(conflict)) => {
            format!("expected a puzzle with one solution: it has no solution: {conflict}")
        }
        Err(Verdict::Unique(_) | Verdict::Multiple(_)) => {
            "expected a puzzle with one solution: it has more than one solution".to_string()
        }
    };
    Err(Failure::Unanswered(error))
}
