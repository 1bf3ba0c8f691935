//! Options for the format of answers.

use clap::builder::EnumValueParser;
use clap::{Args, ValueEnum};
use satdoku_text::LinkSite;

use super::heading::OUTPUT;
use crate::output::Output;
use crate::row::RowFormat;

/// The formats of answers that are not grids.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// A line for each puzzle, with details below it
    #[default]
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl AnswerFormat {
    /// Returns the format of rows; `None` for text.
    pub fn row_format(self) -> Option<RowFormat> {
        match self {
            AnswerFormat::Text => None,
            AnswerFormat::Jsonl => Some(RowFormat::Jsonl),
            AnswerFormat::Csv => Some(RowFormat::Csv),
        }
    }
}

/// The argument for the format of answers.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs<F>
where
    F: ValueEnum + Send + Sync + 'static,
{
    /// Set the output format [default: that of the file -o]
    ///
    /// Without a file, commands that print grids use the format of the input, and other commands text.
    #[arg(short, long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0,
          value_parser = EnumValueParser::<F>::new())]
    format: Option<F>,
}

impl<F> FormatArgs<F>
where
    F: ValueEnum + Send + Sync + 'static,
{
    /// Returns the format that is chosen: by the option, or else by the extension of the output file.
    ///
    /// # Errors
    /// If the extension names no format.
    pub fn checked(self, output: &mut Output) -> anyhow::Result<Option<F>> {
        output.format(self.format)
    }
}

/// The argument for solutions of printed puzzles.
#[derive(Debug, Clone, Copy, Args)]
pub struct AnswersArgs {
    /// Print the solutions of --format html on a last page
    #[arg(long, help_heading = OUTPUT)]
    pub answers: bool,
}

/// The formats of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GridFormat {
    /// Rows, with the borders of boxes or regions
    Grid,
    /// All cells on one line
    Line,
    /// A link that opens the grid on f-puzzles.com; link=f-puzzles is the same
    #[value(alias = "link=f-puzzles")]
    Link,
    /// A link that opens the grid on sudokupad.app, with any rules
    #[value(name = "link=sudokupad")]
    SudokuPadLink,
    /// A link that opens the grid in the Interactive Sudoku Solver
    #[value(name = "link=iss")]
    InteractiveLink,
    /// A picture with givens in black and other digits in blue; several make one document
    Svg,
    /// Pages of pictures, for a browser to print
    Html,
    /// A JSON object for each puzzle
    Jsonl,
    /// A row of CSV for each puzzle
    Csv,
}

impl GridFormat {
    /// Returns the site that links of this format open.
    pub fn site(self) -> Option<LinkSite> {
        match self {
            GridFormat::Link => Some(LinkSite::FPuzzles),
            GridFormat::SudokuPadLink => Some(LinkSite::SudokuPad),
            GridFormat::InteractiveLink => Some(LinkSite::Interactive),
            _ => None,
        }
    }
}
