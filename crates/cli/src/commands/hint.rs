//! `satdoku hint`: the next step.

use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku_answer::{Asker, HintRow};
use satdoku_text::{ReadOptions, parse_puzzle};

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::input::read_text;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::input::RecordArgs;
use crate::options::limits::{ExplainerArgs, Search};
use crate::options::output::{Answers, FormatArgs};
use crate::options::steps::StepArgs;
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::step_text::{StepText, fact_note, facts_in_words};
use crate::summary::Outcome;

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
    format: FormatArgs<Answers>,

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
    search: Search,
}

/// The text of a partly filled grid.
struct Filled {
    text: String,
    is_file: bool,
}

impl HintArgs {
    /// Answers every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let detail = self.detail.unwrap_or(2);
        if format.has_rows() {
            let mode = "with --format jsonl and csv";
            if self.detail.is_some() {
                bail!("--detail has no effect {mode}");
            }
            self.steps.refuse(mode)?;
        } else if detail < 3 {
            self.steps.refuse("without --detail 3")?;
        }
        let mut records = self.records.checked()?;
        let is_file = |text: &str| text == "-" || Path::new(text).exists();
        if let Some(file) = self.filled.as_deref().filter(|text| is_file(text)) {
            records.paths.add(Path::new(file));
        }
        let output = program.open::<Answers>(format, "", &records.paths)?;
        let filled = match self.filled {
            Some(file) if is_file(&file) => Some(Filled {
                text: read_text(Path::new(&file))?,
                is_file: true,
            }),
            text => text.map(|text| Filled {
                text,
                is_file: false,
            }),
        };
        let hint = Hint {
            detail,
            step_text: self.steps.checked(program.terminal),
            filled,
            search: self.explainer.search(),
        };
        records.run(hint, format, Extras::default(), output)
    }
}

impl Command for Hint {
    type Row = HintRow;
    type State = Asker;

    fn state(&self) -> Asker {
        self.search.asker()
    }

    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        emit: &mut Emit<'_, HintRow>,
    ) -> Result<Outcome, NoAnswer> {
        let filled = self.filled.as_ref();
        let filled = filled.map(|filled| filled.grid(asked.puzzle)).transpose()?;
        let mut row = asker.hint(asked.puzzle, filled.as_ref())?;
        let outcome = match &mut row {
            HintRow { error: Some(_), .. } => Outcome::new(Exit::Negative, row.verdict),
            HintRow { step: Some(_), .. } => Outcome::new(Exit::Success, "step"),
            _ => Outcome::new(Exit::Success, "solved"),
        };
        if let (Some(error), "multiple") = (&mut row.error, row.verdict) {
            error.push_str(", and `satdoku check` shows two of them");
        }
        let _ = emit(Answer::Row(row));
        Ok(outcome)
    }

    fn show(&self, asked: &Asked<'_>, row: &HintRow, reply: &mut Reply<'_>) {
        let (place, terminal) = (asked.place(), self.step_text.terminal);
        let mut text = String::new();
        if let Some(error) = &row.error {
            text += &terminal.wrap(&format!("{place}{error}\n"));
        }
        for wrong in &row.wrong {
            text += &match row.error {
                Some(_) => {
                    format!("{place}{wrong} may be wrong: without it there is one solution\n")
                }
                None => format!("{place}{wrong} is wrong\n"),
            };
        }
        if let Some(step) = row.step.as_ref().and_then(|row| row.step.as_ref()) {
            let cells = step.place(asked.puzzle.layout());
            let where_to_look = format!("{} {cells}", step.technique.with_article());
            text += &match self.detail {
                1 => format!("{place}{where_to_look}\n"),
                2 => terminal.wrap(&format!(
                    "{place}{where_to_look}: look at {}\n",
                    facts_in_words(step)
                )),
                _ => self
                    .step_text
                    .write(&place, step, asked.puzzle, asked.form.alphabet),
            };
            if self.detail == 3 && self.step_text.has_facts {
                text += &terminal.wrap(&format!("{}\n", fact_note(asked.puzzle)));
            }
            if row.verdict == "multiple" {
                text += &format!("{place}several solutions: the steps will stop before the end\n");
            }
        } else if row.is_solved && row.wrong.is_empty() {
            text += &format!("{place}solved\n");
        }
        reply.text(text);
    }
}

impl Filled {
    /// Returns the grid, on the board of the puzzle.
    ///
    /// # Errors
    /// A description of a text that is no such grid, which ends the run.
    fn grid(&self, puzzle: &Puzzle) -> anyhow::Result<Grid> {
        self.parse(puzzle).map_err(|error| {
            let no_file = match self.is_file {
                true => "",
                false => "there is no such file, and as a grid: ",
            };
            anyhow!("--filled: {no_file}{error}")
        })
    }

    fn parse(&self, puzzle: &Puzzle) -> anyhow::Result<Grid> {
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
}
