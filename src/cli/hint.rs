//! `satdoku hint`: the next step.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::Budget;
use satdoku::engine::mrv::Mrv;
use satdoku::explain::Step;
use satdoku::format::{ReadOptions, parse_puzzle};
use satdoku::task::{Repair, Session, TaskError, Verdict, repair};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::args::explainer::ExplainerChoice;
use super::args::heading::{ANSWER, INPUT, OUTPUT};
use super::args::output::Format;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::explain::facts_in_words;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::text::names;
use super::run::{self, Batch};
use super::summary::Tally;

/// The next step, with as much of it as you want to know
///
/// What is filled in wrongly is said first: with --filled, what differs from the solution of the
/// puzzle; without it, in a grid that has no solution, each digit without which it has just one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku hint puzzle.txt                     where to look
  satdoku hint --level 3 puzzle.txt           the whole step
  satdoku hint --filled sofar.txt puzzle.txt  the next step from there")]
pub struct Hint {
    #[command(flatten)]
    batch: Batch,

    /// How much to say: 1 where to look, 2 what to look at, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = ANSWER,
          value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,

    /// How far it is filled in: a grid, or a file with one
    ///
    /// It has the givens of the puzzle and more.
    #[arg(long, value_name = "GRID|FILE", help_heading = INPUT)]
    filled: Option<String>,

    /// Form of results
    ///
    /// JSON and CSV have the whole step.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, help_heading = OUTPUT,
          display_order = 0)]
    format: Format,

    #[command(flatten)]
    explainer: ExplainerChoice,
}

/// What there is to say of a position.
pub struct Found {
    wrong: Vec<Candidate>,
    /// The next step, if one follows.
    next: Option<Step>,
    /// Nothing is left to fill in.
    is_solved: bool,
    /// The verdict in words where there is no solution.
    conflict: Option<String>,
    size: usize,
}

impl Serialize for Found {
    /// The fields of the step, and `wrong`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(step) = &self.next {
            let fields = serde_json::to_value(step).map_err(serde::ser::Error::custom)?;
            for (name, value) in fields.as_object().into_iter().flatten() {
                map.serialize_entry(name, value)?;
            }
        }
        map.serialize_entry("wrong", &names(&self.wrong, self.size))?;
        if let Some(conflict) = &self.conflict {
            map.serialize_entry("error", &format!("no solution: {conflict}"))?;
        }
        map.end()
    }
}

impl Hint {
    /// Answers every record.
    pub fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if let Some(filled) = &mut self.filled
            && Path::new(filled.as_str()).is_file()
        {
            *filled = fs::read_to_string(filled.as_str())
                .with_context(|| format!("cannot read {filled}"))?;
        }
        let (batch, style) = (self.batch.clone(), self.format.into());
        run::run(self, &batch, style, output)
    }

    /// What was filled in, on the board of the puzzle.
    fn filled(&self, question: &Question<'_>) -> Result<Option<Grid>, Failure> {
        let Some(text) = &self.filled else {
            return Ok(None);
        };
        let options = ReadOptions {
            shape: Some(question.puzzle.layout().shape()),
            ..ReadOptions::default()
        };
        let wrong = |error| Failure::Fatal(anyhow!("--filled: {error}"));
        let (filled, _) = parse_puzzle(text, options).map_err(|error| wrong(error.to_string()))?;
        let size = question.puzzle.size();
        if filled.size() == size {
            Ok(Some(filled.givens().clone()))
        } else {
            let found = filled.size();
            Err(wrong(format!(
                "expected a grid of {size}x{size} cells, found {found}x{found}"
            )))
        }
    }
}

impl Command for Hint {
    type Answer = Found;

    fn columns(&self) -> Columns {
        let mut columns = vec!["technique", "places", "eliminates", "facts", "smallest"];
        columns.extend(["at_least", "argument", "position", "wrong", "error"]);
        Columns::new(columns)
    }

    fn session(&self) -> Session {
        match self.explainer.timeout {
            Some(timeout) => Session::default().with_timeout(timeout),
            None => Session::default(),
        }
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Found, Failure> {
        let puzzle = question.puzzle;
        let deadline = self.explainer.timeout.map(Deadline::after);
        let mut found = Found {
            wrong: Vec::new(),
            next: None,
            is_solved: false,
            conflict: None,
            size: puzzle.size(),
        };
        let filled = self.filled(question)?;
        let verdict = session.check(puzzle)?.outcome;
        if let Verdict::None(conflict) = verdict {
            found.conflict = Some(conflict.to_string());
            found.wrong = suspects(puzzle, deadline)?;
            return Ok(found);
        }
        let mut grid = puzzle.givens().clone();
        if let Some(filled) = filled {
            let solution = match verdict {
                Verdict::Unique(solution) => solution,
                Verdict::Unknown(limit) => return Err(Failure::Unanswered(limit.to_string())),
                _ => {
                    let why = "what is filled in can only be compared with the solution where \
                               there is just one";
                    return Err(Failure::Unanswered(why.to_string()));
                }
            };
            for at in filled.filled() {
                if solution.get(at.cell) == Some(at.digit) {
                    grid.set(at.cell, Some(at.digit));
                } else {
                    found.wrong.push(at);
                }
            }
        }
        found.is_solved = grid.blanks().next().is_none();
        let position = puzzle.with_givens(grid);
        let position = position.map_err(|error| Failure::Unanswered(error.to_string()))?;
        found.next = self.explainer.ask(|explainer| explainer.hint(&position))?;
        Ok(found)
    }

    fn tally(&self, found: &Found) -> Tally {
        let (exit, outcome) = match found {
            Found {
                conflict: Some(_), ..
            } => (Exit::Negative, "none"),
            Found { next: Some(_), .. } => (Exit::Success, "step"),
            Found {
                is_solved: true, ..
            } => (Exit::Success, "solved"),
            _ => (Exit::Negative, "no step"),
        };
        Tally::new(exit, outcome)
    }

    fn text(&self, question: &Question<'_>, found: &Found, reply: &mut Reply<'_>) {
        let place = question.place();
        let mut text = String::new();
        if let Some(conflict) = &found.conflict {
            text += &format!("{place}no solution: {conflict}\n");
        }
        for wrong in names(&found.wrong, found.size) {
            text += &match found.conflict {
                Some(_) => {
                    format!("{place}{wrong} may be wrong: without it there is one solution\n")
                }
                None => format!("{place}{wrong} is wrong\n"),
            };
        }
        if let Some(step) = &found.next {
            let layout = question.puzzle.layout();
            let where_to_look = format!("{} {}", step.technique.with_article(), step.place(layout));
            text += &match self.level {
                1 => format!("{place}{where_to_look}\n"),
                2 => format!("{place}{where_to_look}: look at {}\n", facts_in_words(step)),
                _ => format!(
                    "{place}{}: {}. {}\n",
                    step.technique,
                    step.conclusion(),
                    step.argument
                ),
            };
        } else if found.is_solved && found.wrong.is_empty() {
            text += &format!("{place}solved\n");
        } else if found.conflict.is_none() && !found.is_solved {
            text += &format!("{place}nothing follows: every candidate is in some solution\n");
        }
        reply.result(text);
    }
}

/// The givens of a puzzle without a solution each of which is alone in the way of just one.
fn suspects(puzzle: &Puzzle, deadline: Option<Deadline>) -> Result<Vec<Candidate>, TaskError> {
    let budget = Budget {
        deadline,
        ..Budget::of_nodes(Session::confirmation_nodes(puzzle))
    };
    let alone = repair(puzzle, &mut Mrv::default(), budget)?
        .repairs
        .into_iter()
        .filter_map(|repair| match repair {
            Repair::Remove {
                givens,
                unique: true,
            } if givens.len() == 1 => Some(givens[0].candidate()),
            _ => None,
        });
    Ok(alone.collect())
}
