//! How grids are printed.

use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Arrangement, Form, Picture, Strokes};

use super::command::Style;

/// What every command that prints grids is told.
#[derive(Debug, Clone, Copy, Args)]
pub struct Printing {
    /// The form of the output, whatever form the puzzle came in
    #[arg(long, value_name = "FORMAT")]
    format: Option<GridFormat>,

    /// Draw the borders of grids with - + |
    #[arg(long)]
    ascii: bool,
}

/// The forms of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GridFormat {
    /// A line for each row, with the borders of boxes or regions between
    Grid,
    /// All cells on one line
    Line,
    /// A picture: givens in black, what was found in blue
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
            Some(GridFormat::Grid | GridFormat::Line | GridFormat::Svg) | None => Style::Text,
        }
    }

    /// A grid as text: the solution of `puzzle`, or its givens themselves. The puzzle came in
    /// `form`.
    pub fn text(&self, puzzle: &Puzzle, grid: &Grid, form: Form) -> String {
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let strokes = match self.ascii {
            true => Strokes::Ascii,
            false => Strokes::Unicode,
        };
        match self.format {
            Some(GridFormat::Grid) => picture().draw(strokes),
            Some(GridFormat::Svg) => picture().svg(),
            _ if self.ascii && form.arrangement != Arrangement::Line => picture().draw(strokes),
            _ => self.form(form, puzzle).write(grid, puzzle.layout().shape()),
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
