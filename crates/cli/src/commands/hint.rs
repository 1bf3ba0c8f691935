//! `satdoku hint`: the next step.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::{Budget, for_many_searches};
use satdoku::task::{Repair, Repairs, Session, TaskError, repair};
use satdoku_explain::{ExplainError, Explainer, LARGEST_EXPLAINED, NoStep, Progress, Step};
use satdoku_text::{Form, ReadOptions, parse_puzzle};
use serde::Serialize;

use crate::exit::Exit;
use crate::memory::default_budget;
use crate::options::explainer::ExplainerArgs;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::output::{AnswerFormat, FormatArgs};
use crate::options::records::RecordArgs;
use crate::options::steps::StepArgs;
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::step_text::{STEP_FIELDS, StepText, fact_note};
use crate::summary::Outcome;
use crate::terminal::wrap;
use crate::text::{facts_in_words, names};

/// Show the next step, in as much detail as you want
///
/// Wrong digits are reported first. With --filled these are the digits that differ from the solution
/// of the puzzle. Without it, if the grid has no solution, these are the digits each of which can be
/// removed to leave exactly one solution. JSON and CSV contain the whole step.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku hint puzzle.txt                     what to look at
  satdoku hint --detail 3 puzzle.txt          the whole step
  satdoku hint --filled sofar.txt puzzle.txt  the next step from there")]
pub struct HintArgs {
    #[command(flatten)]
    records: RecordArgs,

    /// Show 1 where to look, 2 what to look at, or 3 the step
    ///
    /// [default: 2]
    #[arg(long, value_name = "N", help_heading = ANSWER,
          value_parser = clap::value_parser!(u8).range(1..=3))]
    detail: Option<u8>,

    /// Continue from a partly filled grid, or a file with one
    ///
    /// The grid contains the givens of the puzzle.
    #[arg(long, value_name = "GRID|FILE", help_heading = INPUT)]
    filled: Option<String>,

    #[command(flatten)]
    format: FormatArgs<AnswerFormat>,

    #[command(flatten)]
    steps: StepArgs,

    #[command(flatten)]
    explainer: ExplainerArgs,
}

/// The checked options.
struct Hint {
    detail: u8,
    step_text: StepText,
    filled: Option<Filled>,
    explainer: ExplainerArgs,
}

/// The text of a partly filled grid.
struct Filled {
    text: String,
    is_file: bool,
}

/// The answer as a row.
#[derive(Serialize)]
struct HintRow {
    /// The next step, if one follows.
    #[serde(flatten)]
    step: Option<Step>,
    /// The names of wrong digits.
    wrong: Vec<String>,
    /// `unique`, `multiple`, `none` or `unknown`.
    verdict: &'static str,
    /// The reason why no step leads to a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip)]
    is_solved: bool,
}

impl HintArgs {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let detail = self.detail.unwrap_or(2);
        let format = self.format.checked(output)?.unwrap_or_default();
        if format != AnswerFormat::Text {
            let mode = "with --format jsonl and csv";
            if self.detail.is_some() {
                bail!("--detail has no effect {mode}");
            }
            self.steps.refuse(mode)?;
        } else if detail < 3 {
            self.steps.refuse("without --detail 3")?;
        }
        let filled = self.filled.map(Filled::read).transpose()?;
        let rows = format.row_format().map(|format| {
            let rows = AnswerRows::new(format).with(&STEP_FIELDS);
            rows.with(&["wrong", "verdict", "error"])
        });
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        let hint = Hint {
            detail,
            step_text: self.steps.checked(output),
            filled,
            explainer: self.explainer,
        };
        self.records.checked().run(hint, layout, output)
    }
}

impl RecordCommand for Hint {
    type State = (Session, Explainer);

    fn state(&self) -> (Session, Explainer) {
        let session = Session::default().with_budget(default_budget());
        // The timeout is that of the verdict and the step together.
        let untimed = ExplainerArgs {
            timeout: None,
            ..self.explainer.clone()
        };
        (session, untimed.explainer())
    }

    fn answer(
        &self,
        (session, explainer): &mut (Session, Explainer),
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, form) = context.puzzle()?;
        let answer = self.hint(session, explainer, puzzle)?;
        context.write(&answer, reply, |reply| {
            reply.text(self.text(&context.place(), puzzle, form, &answer));
        });
        Ok(match answer {
            HintRow { error: Some(_), .. } => Outcome::new(Exit::Negative, answer.verdict),
            HintRow { step: Some(_), .. } => Outcome::new(Exit::Success, "step"),
            _ => Outcome::new(Exit::Success, "solved"),
        })
    }
}

impl Hint {
    fn hint(
        &self,
        session: &mut Session,
        explainer: &mut Explainer,
        puzzle: &Puzzle,
    ) -> Result<HintRow, Failure> {
        let deadline = self.explainer.timeout.map(Deadline::after);
        if let Some(deadline) = deadline {
            session.set_budget(Budget {
                deadline: Some(deadline),
                ..default_budget()
            });
            *explainer = std::mem::take(explainer).with_deadline(deadline);
        }
        let size = puzzle.geometry().digit_count();
        if size > LARGEST_EXPLAINED {
            return Err(ExplainError::TooLarge(size).into());
        }
        let filled = self.filled.as_ref();
        let filled = filled.map(|filled| filled.grid(puzzle).map_err(|e| filled.failure(&e)));
        let filled = filled.transpose()?;
        let verdict = session.check(puzzle)?.outcome;
        let progress = filled.as_ref().map(Progress::from).unwrap_or_default();
        let next = explainer.next_step(puzzle, verdict, &progress)?;
        let mut row = HintRow {
            step: None,
            wrong: names(&next.wrong, puzzle.geometry()),
            verdict: next.verdict,
            error: None,
            is_solved: false,
        };
        match next.step {
            Ok(step) => row.step = Some(step),
            Err(NoStep::Solved) => row.is_solved = true,
            Err(reason @ NoStep::NoSolution(_)) => {
                row.error = Some(reason.to_string());
                row.wrong = names(&suspects(puzzle, deadline)?, puzzle.geometry());
            }
            Err(reason @ NoStep::NothingFollows) => {
                row.error = Some(format!("{reason}, and `satdoku check` shows two of them"));
            }
            Err(reason) => return Err(Failure::Unanswered(reason.to_string())),
        }
        Ok(row)
    }

    fn text(&self, place: &str, puzzle: &Puzzle, form: Form, answer: &HintRow) -> String {
        let mut text = String::new();
        if let Some(error) = &answer.error {
            text += &wrap(&format!("{place}{error}\n"));
        }
        for wrong in &answer.wrong {
            text += &match answer.error {
                Some(_) => {
                    format!("{place}{wrong} may be wrong: without it there is one solution\n")
                }
                None => format!("{place}{wrong} is wrong\n"),
            };
        }
        if let Some(step) = &answer.step {
            let cells = step.place(puzzle.layout());
            let where_to_look = format!("{} {cells}", step.technique.with_article());
            text += &match self.detail {
                1 => format!("{place}{where_to_look}\n"),
                2 => wrap(&format!(
                    "{place}{where_to_look}: look at {}\n",
                    facts_in_words(step)
                )),
                _ => self.step_text.write(place, step, puzzle, form.alphabet),
            };
            if self.detail == 3 && self.step_text.has_facts {
                text += &wrap(&format!("{}\n", fact_note(puzzle)));
            }
            if answer.verdict == "multiple" {
                text += &format!("{place}several solutions: the steps will stop before the end\n");
            }
        } else if answer.is_solved && answer.wrong.is_empty() {
            text += &format!("{place}solved\n");
        }
        text
    }
}

impl Filled {
    /// Reads a file with the grid, unless `argument` is the grid itself.
    fn read(argument: String) -> anyhow::Result<Filled> {
        let is_file = Path::new(&argument).exists();
        let text = if is_file {
            fs::read_to_string(&argument).with_context(|| format!("cannot read {argument}"))?
        } else {
            argument
        };
        Ok(Filled { text, is_file })
    }

    /// Returns the grid, on the board of the puzzle.
    ///
    /// # Errors
    /// A description of a text that is no such grid.
    fn grid(&self, puzzle: &Puzzle) -> anyhow::Result<Grid> {
        let (board, text) = (puzzle.geometry(), &self.text);
        if !board.is_square() {
            return Ok(Grid::parse(text, board)?);
        }
        let size = board.rows();
        let cells = text.chars().filter(|c| !c.is_whitespace()).count();
        let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".*_".contains(c);
        // Up to 9x9, a cell is one character.
        if size <= 9 && cells != size * size && text.chars().all(is_plain) {
            let expected = size * size;
            bail!("expected {expected} cells for the {size}x{size} puzzle, found {cells}");
        }
        let options = ReadOptions {
            shape: Some(puzzle.layout().shape()),
            ..ReadOptions::default()
        };
        let (filled, _) = parse_puzzle(text, options)?;
        let found = filled.geometry().rows();
        ensure!(
            found == size,
            "expected a grid of {size}x{size} cells, found {found}x{found}"
        );
        Ok(filled.givens().clone())
    }

    /// Returns the error that ends the run.
    fn failure(&self, error: &anyhow::Error) -> Failure {
        let no_file = if self.is_file {
            ""
        } else {
            "there is no such file, and as a grid: "
        };
        Failure::Fatal(anyhow!("--filled: {no_file}{error}"))
    }
}

/// Returns the givens of a puzzle without a solution each of which can be removed to leave exactly
/// one solution.
fn suspects(puzzle: &Puzzle, deadline: Option<Deadline>) -> Result<Vec<Candidate>, TaskError> {
    let budget = Budget {
        deadline,
        ..Repairs::budget(puzzle)
    };
    let mut engine = for_many_searches(puzzle.layout());
    let alone = repair(puzzle, engine.as_mut(), budget)?
        .repairs
        .into_iter()
        .filter_map(|repair| match repair {
            Repair::Remove {
                givens,
                constraints,
                unique: true,
            } if givens.len() == 1 && constraints.is_empty() => Some(givens[0].candidate()),
            _ => None,
        });
    Ok(alone.collect())
}
