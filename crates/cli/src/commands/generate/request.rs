//! The options that describe the puzzles to generate.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValue;
use satdoku::board::{Grid, Layout, Mismatch, Puzzle, Shape};
use satdoku::format_error::quote;
use satdoku_answer::{BoardError, boards, givens};
use satdoku_explain::{Difficulty, Level, UnknownDifficulty};
use satdoku_generate::{Boards, ConstraintKind, Pattern, Request, Symmetry};
use satdoku_text::{ReadOptions, parse_puzzle};

use crate::file::Paths;
use crate::input::read_text;
use crate::message::display_path;
use crate::options::board::BoardArgs;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::suggested::Suggested;

/// Options that describe the puzzles.
#[derive(Debug, Args)]
pub struct RequestArgs {
    /// Set the symmetry: half-turn, horizontal, full, …
    ///
    /// Cells that the symmetry maps onto each other are given together.
    ///
    /// All: none, half-turn, quarter-turn, horizontal, vertical, diagonal, antidiagonal, both-axes,
    /// both-diagonals, full.
    #[arg(long, value_name = "NAME", default_value_t, hide_default_value = true,
          help_heading = ANSWER)]
    symmetry: Symmetry,

    /// Generate minimal puzzles only
    ///
    /// Puzzles without --symmetry, --pattern and --givens always are.
    #[arg(long, help_heading = ANSWER)]
    minimal: bool,

    /// Set the number of givens, such as 28 or 28..32
    ///
    /// By default, givens are removed until none can be removed.
    #[arg(long, value_name = "N|N..M", value_parser = givens, help_heading = ANSWER)]
    givens: Option<RangeInclusive<usize>>,

    /// Set the level: easy to extreme, or a number of facts
    ///
    /// The level is that of rate: easy, medium, hard, expert, fiendish or extreme. A number or range
    /// such as 3 or 4..6 limits the facts of the largest step. JSON and CSV then have the fields of
    /// rate.
    #[arg(long, value_name = "LEVEL", value_parser = DIFFICULTY, help_heading = ANSWER,
          hide_possible_values = true)]
    difficulty: Option<Difficulty>,

    /// Require a step, such as x-wing
    ///
    /// The solving path of each puzzle has it. The names are those of rate and explain.
    #[arg(long, value_name = "NAME", value_parser = satdoku_answer::technique, conflicts_with = "difficulty",
          help_heading = ANSWER, hide_short_help = true)]
    technique: Option<Difficulty>,

    /// Set which cells are given: a file of x, . and ?
    ///
    /// The file has a character for each cell: x is given, . is blank, and ? is either.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pattern: Option<PathBuf>,

    /// Keep the givens or the solution in this file
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    from: Option<PathBuf>,

    #[command(flatten)]
    board: BoardArgs,

    /// Draw constraints, such as cage,thermometer
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = KIND, help_heading = INPUT,
          hide_possible_values = true, long_help = kinds_help())]
    kinds: Vec<ConstraintKind>,
}

const DIFFICULTY: Suggested<Difficulty, UnknownDifficulty> = Suggested {
    parse: str::parse,
    names: || Vec::from(Level::ALL.map(|of| PossibleValue::new(of.name()))),
};

const KIND: Suggested<ConstraintKind, Mismatch> = Suggested {
    parse: satdoku_answer::kind,
    names: || Vec::from(ConstraintKind::ALL.map(|of| PossibleValue::new(of.name()))),
};

/// Returns the help of `--kinds`, which lists them.
fn kinds_help() -> String {
    let kinds = ConstraintKind::ALL.iter().map(ToString::to_string);
    let kinds: Vec<String> = kinds.collect();
    let kinds = kinds.join(", ");
    format!("Draw constraints, such as cage,thermometer\n\nAll: {kinds}.")
}

impl RequestArgs {
    /// Returns the part of the puzzles that a line of cells does not show, if there is one.
    pub fn beyond_lines(&self) -> Option<&'static str> {
        if self.board.has_random_regions() {
            return Some("the regions");
        }
        (!self.kinds.is_empty()).then_some("the constraints")
    }

    /// Returns the request for these puzzles, and the puzzle that they start from: a board and perhaps givens.
    /// Reads the files that the options name, and adds their paths to `paths`.
    pub fn checked(mut self, paths: &mut Paths) -> anyhow::Result<(Request, Puzzle)> {
        let named = self.pattern.iter().chain(&self.from);
        named.for_each(|file| paths.add(file));
        paths.check()?;
        let pattern = match &self.pattern {
            Some(file) => {
                let pattern = read_text(file)?.parse::<Pattern>();
                Some(pattern.with_context(|| display_path(file))?)
            }
            None => None,
        };
        let random_regions = self.board.take_random_regions();
        let (boards, start) = match &self.from {
            Some(file) if random_regions => bail!(
                "--from {} and --regions random do not go together",
                display_path(file)
            ),
            Some(file) => {
                let start = read_start(file, self.board.checked(paths)?)?;
                (Boards::Same(start.layout().clone()), start)
            }
            None => {
                let rules = self.board.checked(paths)?;
                let boards = boards(&rules, random_regions).map_err(of_option)?;
                let layout = match &boards {
                    Boards::Same(layout) => layout.clone(),
                    _ => {
                        let size = rules.shape.map_or(9, Shape::size);
                        Arc::new(Layout::classic(Shape::new(1, size)?))
                    }
                };
                let givens = Grid::blank(layout.geometry());
                (boards, Puzzle::new(layout, givens)?)
            }
        };
        let request = Request {
            symmetry: self.symmetry,
            pattern,
            from: self.from.map(|_| start.givens().clone()),
            givens: self.givens,
            minimal: self.minimal,
            difficulty: self.difficulty.or(self.technique),
            constraints: self.kinds,
            ..Request::on(boards)
        };
        Ok((request, start))
    }
}

/// Reads the board and the givens that all puzzles share.
fn read_start(file: &Path, options: ReadOptions) -> anyhow::Result<Puzzle> {
    let puzzle = parse_puzzle(&read_text(file)?, options);
    let (puzzle, _) = puzzle.with_context(|| display_path(file))?;
    if puzzle.removed().next().is_some() {
        bail!(
            "{}: expected givens, found pencil marks",
            display_path(file)
        );
    }
    Ok(puzzle)
}

/// Adds the option of a constraint to its error.
fn of_option(error: BoardError) -> anyhow::Error {
    match error.constraint.as_deref().map(quote) {
        Some(text) => anyhow::Error::from(error).context(format!("--constraint {text}")),
        None => error.into(),
    }
}
