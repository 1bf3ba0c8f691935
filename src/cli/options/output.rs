//! Options for the format of answers.

use std::num::NonZeroUsize;

use anyhow::bail;
use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{
    Arrangement, Form, Picture, Strokes, pencil_marks, write_candidates, write_link,
};
use satdoku::task::{Answer, Solution};

use super::heading::OUTPUT;
use crate::cli::output::Output;
use crate::cli::records::{Failure, Question};
use crate::cli::reply::Reply;
use crate::cli::row::RowFormat;
use crate::cli::terminal::emphasize_givens;
use crate::cli::text::{report_no_solution, report_unknown};

/// The formats of answers that are not grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// A line for each puzzle, with details below it
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

/// Arguments of commands that draw pictures.
#[derive(Debug, Clone, Copy, Args)]
pub struct PagingArgs {
    /// Print N pictures of --format svg on each page
    #[arg(long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    per_page: Option<NonZeroUsize>,
}

impl PagingArgs {
    /// Applies the layout to `output`.
    ///
    /// # Errors
    /// When there is a layout but no picture.
    pub fn lay_out(&self, has_pictures: bool, output: &mut Output) -> anyhow::Result<()> {
        match self.per_page {
            Some(_) if !has_pictures => bail!("--per-page is for --format svg"),
            Some(per_page) => output.lay_out(per_page),
            None => {}
        }
        Ok(())
    }
}

/// Arguments of commands that print grids.
#[derive(Debug, Clone, Copy, Args)]
pub struct PrintingArgs {
    /// Set the output format [default: that of the input]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0)]
    format: Option<GridFormat>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    ascii: bool,

    #[command(flatten)]
    paging: PagingArgs,
}

/// The formats of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GridFormat {
    /// Rows, with the borders of boxes or regions
    Grid,
    /// All cells on one line
    Line,
    /// A link that opens the grid on f-puzzles.com
    Link,
    /// A picture with givens in black and other digits in blue; several make one document
    Svg,
    /// A JSON object for each puzzle
    Jsonl,
    /// A row of CSV for each puzzle
    Csv,
}

/// The choice of how grids are printed.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    format: Option<GridFormat>,
    strokes: Strokes,
}

impl PrintingArgs {
    /// Checks the arguments, and prepares `output` for grids, pictures or tables.
    pub fn checked(self, output: &mut Output) -> anyhow::Result<Printing> {
        let printing = Printing::new(self.format, self.ascii, output);
        let has_pictures = self.format == Some(GridFormat::Svg);
        self.paging.lay_out(has_pictures, output)?;
        Ok(printing)
    }
}

impl Printing {
    /// Returns the choice of a format, by default that of the input, and prepares `output` for it.
    pub fn new(format: Option<GridFormat>, is_ascii: bool, output: &mut Output) -> Printing {
        let printing = Printing {
            format,
            strokes: match is_ascii {
                true => Strokes::Ascii,
                false => Strokes::Unicode,
            },
        };
        if printing.row_format().is_none() {
            let has_pictures = format == Some(GridFormat::Svg);
            output.name_files(if has_pictures { "svg" } else { "txt" });
        }
        printing
    }

    /// Returns the format of rows; `None` for text and pictures.
    pub fn row_format(&self) -> Option<RowFormat> {
        match self.format? {
            GridFormat::Jsonl => Some(RowFormat::Jsonl),
            GridFormat::Csv => Some(RowFormat::Csv),
            GridFormat::Grid | GridFormat::Line | GridFormat::Link | GridFormat::Svg => None,
        }
    }

    /// Refuses a puzzle that the format cannot express.
    pub fn require_expressible(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        match self.format {
            Some(GridFormat::Link) => match write_link(puzzle, None) {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::Unanswered(error.to_string())),
            },
            _ => Ok(()),
        }
    }

    /// Writes a grid to `reply`: the solution of `puzzle`, or its givens. `number` is that of the
    /// record, counted from 0.
    pub fn print(
        &self,
        number: usize,
        puzzle: &Puzzle,
        form: Form,
        grid: &Grid,
        reply: &mut Reply<'_>,
    ) {
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let is_drawn = match self.format {
            Some(GridFormat::Link) => {
                return match write_link(puzzle, Some(grid)) {
                    Ok(link) => reply.grid(link + "\n"),
                    Err(error) => reply.message(error),
                };
            }
            Some(GridFormat::Svg) => {
                return reply.picture(picture().svg(), None, number + 1);
            }
            Some(GridFormat::Grid) => true,
            _ if !puzzle.removed().is_empty() && grid.blanks().next().is_some() => {
                return reply.grid(write_candidates(&pencil_marks(puzzle), form.alphabet));
            }
            Some(_) => false,
            None => self.strokes == Strokes::Ascii && form.arrangement != Arrangement::Line,
        };
        let (text, alphabet) = if is_drawn {
            (picture().draw(self.strokes), form.alphabet)
        } else {
            let form = self.form(form, puzzle);
            (form.write(grid, puzzle.layout().shape()), form.alphabet)
        };
        reply.grid(emphasize_givens(text, puzzle, grid, alphabet));
    }

    /// Writes a solution to `reply` or, for standard error, that there is none.
    pub fn print_solution(
        &self,
        question: &Question<'_>,
        puzzle: &Puzzle,
        form: Form,
        answer: &Answer<Solution>,
        reply: &mut Reply<'_>,
    ) {
        match &answer.outcome {
            Solution::Found(grid) => self.print(question.number, puzzle, form, grid, reply),
            Solution::None(conflict) => report_no_solution(question.record, conflict, reply),
            Solution::Unknown(limit) => report_unknown(question.record, limit, reply),
        }
    }

    /// Returns the form in which a grid is written as text.
    pub fn form(&self, form: Form, puzzle: &Puzzle) -> Form {
        match self.format {
            // Other programs read lines, in the symbols that are common for the size.
            Some(GridFormat::Line) => Form::of_size(Arrangement::Line, puzzle.size()),
            _ => form,
        }
    }
}
