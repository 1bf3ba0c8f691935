//! In which form answers are written.

use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{
    Arrangement, Form, Picture, Strokes, pencil_marks, write_candidates, write_link,
};

use super::heading::OUTPUT;
use crate::cli::command::Failure;
use crate::cli::output::{Part, Reply};
use crate::cli::render::Style;

/// The forms of answers that are no grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each puzzle, and more where there is more to say
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
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

/// What every command that prints grids is told.
#[derive(Debug, Clone, Copy, Args)]
pub struct Printing {
    /// The form of the output, whatever form the puzzle came in
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT)]
    format: Option<GridFormat>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT)]
    ascii: bool,
}

/// The forms of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GridFormat {
    /// A line for each row, with the borders of boxes or regions between
    Grid,
    /// All cells on one line
    Line,
    /// A link that opens it on f-puzzles.com
    Link,
    /// A picture: givens in black, what was found in blue; several below each other
    Svg,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl Printing {
    /// How answers are written.
    pub fn style(&self) -> Style {
        match self.format {
            Some(GridFormat::Jsonl) => Style::Jsonl,
            Some(GridFormat::Csv) => Style::Csv,
            Some(GridFormat::Grid | GridFormat::Line | GridFormat::Link | GridFormat::Svg)
            | None => Style::Text,
        }
    }

    /// Whether answers about this puzzle can be written.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        match self.format {
            Some(GridFormat::Link) => match write_link(puzzle, None) {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::Lacking(error.to_string())),
            },
            _ => Ok(()),
        }
    }

    /// Writes a grid: the solution of `puzzle`, or its givens themselves. The puzzle came in `form`.
    pub fn write(&self, puzzle: &Puzzle, grid: &Grid, form: Form, reply: &mut Reply<'_>) {
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let strokes = if self.ascii {
            Strokes::Ascii
        } else {
            Strokes::Unicode
        };
        match self.format {
            Some(GridFormat::Link) => match write_link(puzzle, Some(grid)) {
                Ok(link) => reply.grid(link + "\n"),
                Err(error) => reply.say(error),
            },
            Some(GridFormat::Svg) => reply.send(Part::Picture(picture().svg())),
            Some(GridFormat::Grid) => reply.grid(picture().draw(strokes)),
            _ if !puzzle.removed().is_empty() && grid.blanks().next().is_some() => {
                reply.grid(write_candidates(&pencil_marks(puzzle), form.alphabet));
            }
            _ if self.ascii && form.arrangement != Arrangement::Line => {
                reply.grid(picture().draw(strokes));
            }
            _ => {
                let form = self.form(form, puzzle);
                reply.grid(form.write(grid, puzzle.layout().shape()));
            }
        }
    }

    /// The form in which a grid is written that is no picture.
    pub fn form(&self, form: Form, puzzle: &Puzzle) -> Form {
        match self.format {
            // One line is what other programs read: in the symbols that they expect.
            Some(GridFormat::Line) => Form::of_size(Arrangement::Line, puzzle.size()),
            _ => form,
        }
    }
}
