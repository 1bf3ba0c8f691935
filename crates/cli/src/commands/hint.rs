//! `satdoku hint`: the next step.

use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku_answer::{Asker, HintRow};
use satdoku_text::{ReadOptions, parse_puzzle};

use crate::command::{
    ANSWERS, Answer, Asked, Command, Exit, Extras, Formats, Grids, Outcome, Paths, Records,
    Terminal,
};
use crate::input::read_text;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::limits::ExplainerArgs;
use crate::options::steps::StepArgs;
use crate::step_text::{fact_note, facts_in_words};

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
pub struct Hint {
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

    /// True if `filled` is the text of a file.
    #[arg(skip)]
    is_file: bool,

    #[command(flatten)]
    steps: StepArgs,
}

impl Command for Hint {
    const FORMATS: Formats = ANSWERS;

    type Row = HintRow;
    type Search = ExplainerArgs;

    fn check(&self, grids: &mut Grids, paths: &mut Paths) -> anyhow::Result<()> {
        if grids.format.has_rows() {
            let mode = "with --format jsonl and csv";
            if self.detail.is_some() {
                bail!("--detail has no effect {mode}");
            }
            self.steps.refuse(mode)?;
        } else if self.detail() < 3 {
            self.steps.refuse("without --detail 3")?;
        }
        self.filled_file().iter().for_each(|file| paths.add(file));
        Ok(())
    }

    fn start(&mut self, _: &Records, _: &Terminal) -> anyhow::Result<Extras> {
        if let Some(file) = self.filled_file() {
            self.filled = Some(read_text(&file)?);
            self.is_file = true;
        }
        Ok(Extras::default())
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<HintRow> {
        let filled = self.filled_grid(asked.puzzle)?;
        let mut row = asker.hint(asked.puzzle, filled.as_ref())?;
        let outcome = match &mut row {
            HintRow { error: Some(_), .. } => Outcome::new(Exit::Negative, row.verdict),
            HintRow { step: Some(_), .. } => Outcome::new(Exit::Success, "step"),
            _ => Outcome::new(Exit::Success, "solved"),
        };
        if let (Some(error), "multiple") = (&mut row.error, row.verdict) {
            error.push_str(", and `satdoku check` shows two of them");
        }
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &HintRow) {
        let (place, terminal) = (asked.place(), asked.grids.terminal);
        let step_text = self.steps.checked(terminal);
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
            text += &match self.detail() {
                1 => format!("{place}{where_to_look}\n"),
                2 => terminal.wrap(&format!(
                    "{place}{where_to_look}: look at {}\n",
                    facts_in_words(step)
                )),
                _ => step_text.write(&place, step, asked.puzzle, asked.form.alphabet),
            };
            if self.detail() == 3 && step_text.has_facts {
                text += &terminal.wrap(&format!("{}\n", fact_note(asked.puzzle)));
            }
            if row.verdict == "multiple" {
                text += &format!("{place}several solutions: the steps will stop before the end\n");
            }
        } else if row.is_solved && row.wrong.is_empty() {
            text += &format!("{place}solved\n");
        }
        asked.reply.text(text);
    }
}

impl Hint {
    fn detail(&self) -> u8 {
        self.detail.unwrap_or(2)
    }

    /// Returns the file that `--filled` names, if it names one.
    fn filled_file(&self) -> Option<PathBuf> {
        let path = PathBuf::from(self.filled.as_ref()?);
        (path.as_os_str() == "-" || path.exists()).then_some(path)
    }

    /// Returns the grid of `--filled`, on the board of the puzzle.
    ///
    /// # Errors
    /// A description of a text that is no such grid, which ends the run.
    fn filled_grid(&self, puzzle: &Puzzle) -> anyhow::Result<Option<Grid>> {
        let Some(text) = &self.filled else {
            return Ok(None);
        };
        let grid = filled_grid(text, puzzle).map_err(|error| {
            let no_file = match self.is_file {
                true => "",
                false => "there is no such file, and as a grid: ",
            };
            anyhow!("--filled: {no_file}{error}")
        })?;
        Ok(Some(grid))
    }
}

/// Parses a partly filled grid.
fn filled_grid(text: &str, puzzle: &Puzzle) -> anyhow::Result<Grid> {
    let board = puzzle.geometry();
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
    let options = ReadOptions::like(puzzle.layout().rules());
    let (filled, _) = parse_puzzle(text, options)?;
    let found = filled.geometry().rows();
    ensure!(
        found == size,
        "expected a grid of {size}x{size} cells, found {found}x{found}"
    );
    Ok(filled.givens().clone())
}
