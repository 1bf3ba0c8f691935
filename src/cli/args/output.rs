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
use crate::cli::command::{Failure, Question};
use crate::cli::output::{Output, Part, Reply};
use crate::cli::render::Style;
use crate::cli::row::RowFormat;
use crate::cli::terminal::emphasize_givens;
use crate::cli::text::{report_no_solution, report_unknown};
use crate::cli::{records, reply};

/// The formats of answers that are not grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each puzzle, with details below it
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl Format {
    /// Returns the format of rows; `None` for text.
    pub fn row_format(self) -> Option<RowFormat> {
        match self {
            Format::Text => None,
            Format::Jsonl => Some(RowFormat::Jsonl),
            Format::Csv => Some(RowFormat::Csv),
        }
    }
}

impl From<Format> for Style {
    fn from(format: Format) -> Style {
        match format {
            Format::Text => Style::Text,
            Format::Jsonl => Style::Jsonl,
            Format::Csv => Style::Csv,
        }
    }
}

/// Options of commands that draw pictures.
#[derive(Debug, Clone, Copy, Args)]
pub struct Paging {
    /// Print N pictures of --format svg on each page
    #[arg(long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    per_page: Option<NonZeroUsize>,
}

impl Paging {
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

/// Options of commands that print grids.
#[derive(Debug, Clone, Copy, Args)]
pub struct Printing {
    /// Set the output format [default: that of the input]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0)]
    format: Option<GridFormat>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    ascii: bool,

    #[command(flatten)]
    paging: Paging,
}

/// The formats of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GridFormat {
    /// Rows, with the borders of boxes or regions
    Grid,
    /// All cells on one line
    Line,
    /// A link that opens the grid on f-puzzles.com
    Link,
    /// A picture with givens in black and other digits in blue; several make one document
    Svg,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl Printing {
    /// Returns the style of answers.
    pub fn style(&self) -> Style {
        match self.format {
            Some(GridFormat::Jsonl) => Style::Jsonl,
            Some(GridFormat::Csv) => Style::Csv,
            Some(GridFormat::Grid | GridFormat::Line | GridFormat::Link | GridFormat::Svg)
            | None => Style::Text,
        }
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
    pub fn require_expressible(&self, puzzle: &Puzzle) -> Result<(), records::Failure> {
        match self.format {
            Some(GridFormat::Link) => match write_link(puzzle, None) {
                Ok(_) => Ok(()),
                Err(error) => Err(records::Failure::Unanswered(error.to_string())),
            },
            _ => Ok(()),
        }
    }

    /// Writes a grid to `reply`: the solution of `puzzle`, or its givens. The puzzle is that of the
    /// question or was made from it.
    pub fn print(
        &self,
        question: &records::Question<'_>,
        puzzle: &Puzzle,
        form: Form,
        grid: &Grid,
        reply: &mut reply::Reply<'_>,
    ) {
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let strokes = if self.ascii {
            Strokes::Ascii
        } else {
            Strokes::Unicode
        };
        let is_drawn = match self.format {
            Some(GridFormat::Link) => {
                return match write_link(puzzle, Some(grid)) {
                    Ok(link) => reply.grid(link + "\n"),
                    Err(error) => reply.message(error),
                };
            }
            Some(GridFormat::Svg) => {
                return reply.picture(picture().svg(), None, question.number + 1);
            }
            Some(GridFormat::Grid) => true,
            _ if !puzzle.removed().is_empty() && grid.blanks().next().is_some() => {
                return reply.grid(write_candidates(&pencil_marks(puzzle), form.alphabet));
            }
            Some(_) => false,
            None => self.ascii && form.arrangement != Arrangement::Line,
        };
        let (text, alphabet) = if is_drawn {
            (picture().draw(strokes), form.alphabet)
        } else {
            let form = self.form(form, puzzle);
            (form.write(grid, puzzle.layout().shape()), form.alphabet)
        };
        reply.grid(emphasize_givens(text, puzzle, grid, alphabet));
    }

    /// Writes a solution to `reply` or, for standard error, that there is none.
    pub fn print_solution(
        &self,
        question: &records::Question<'_>,
        puzzle: &Puzzle,
        form: Form,
        answer: &Answer<Solution>,
        reply: &mut reply::Reply<'_>,
    ) {
        match &answer.outcome {
            Solution::Found(grid) => self.print(question, puzzle, form, grid, reply),
            Solution::None(conflict) => report_no_solution(question.record, conflict, reply),
            Solution::Unknown(limit) => report_unknown(question.record, limit, reply),
        }
    }

    /// Checks that answers about this puzzle can be written.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        match self.format {
            Some(GridFormat::Link) => match write_link(puzzle, None) {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::Unanswered(error.to_string())),
            },
            _ => Ok(()),
        }
    }

    /// Prepares `output` for grids, pictures or tables.
    pub fn prepare(&self, output: &mut Output) -> anyhow::Result<()> {
        let has_pictures = self.format == Some(GridFormat::Svg);
        if self.style() == Style::Text {
            output.name_files(if has_pictures { "svg" } else { "txt" });
        }
        self.paging.lay_out(has_pictures, output)
    }

    /// Writes a grid: the solution or the givens of `puzzle`.
    pub fn write(
        &self,
        question: &Question<'_>,
        puzzle: &Puzzle,
        grid: &Grid,
        reply: &mut Reply<'_>,
    ) {
        let form = question.form;
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let strokes = if self.ascii {
            Strokes::Ascii
        } else {
            Strokes::Unicode
        };
        let is_drawn = match self.format {
            Some(GridFormat::Link) => {
                return match write_link(puzzle, Some(grid)) {
                    Ok(link) => reply.grid(link + "\n"),
                    Err(error) => reply.say(error),
                };
            }
            Some(GridFormat::Svg) => {
                return reply.send(Part::Picture(picture().svg(), question.number + 1));
            }
            Some(GridFormat::Grid) => true,
            _ if !puzzle.removed().is_empty() && grid.blanks().next().is_some() => {
                return reply.grid(write_candidates(&pencil_marks(puzzle), form.alphabet));
            }
            Some(_) => false,
            None => self.ascii && form.arrangement != Arrangement::Line,
        };
        let (text, alphabet) = if is_drawn {
            (picture().draw(strokes), form.alphabet)
        } else {
            let form = self.form(form, puzzle);
            (form.write(grid, puzzle.layout().shape()), form.alphabet)
        };
        reply.grid(emphasize_givens(text, puzzle, grid, alphabet));
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
