//! Formats of results.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::anyhow;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use satdoku_text::LinkSite;

use super::heading::OUTPUT;
use crate::message::display_path;
use crate::output::Program;

/// The formats of results. Each command has some of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people, with a line for each puzzle or step; a puzzle in the form of the input
    #[default]
    Text,
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
    /// A picture; several form one document
    Svg,
    /// Pages for a browser to read or print
    Html,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl Format {
    /// Returns true for rows.
    pub fn has_rows(self) -> bool {
        matches!(self, Format::Jsonl | Format::Csv)
    }

    /// Returns the site that links of this format open.
    pub fn site(self) -> Option<LinkSite> {
        match self {
            Format::Link => Some(LinkSite::FPuzzles),
            Format::SudokuPadLink => Some(LinkSite::SudokuPad),
            Format::InteractiveLink => Some(LinkSite::Interactive),
            _ => None,
        }
    }

    /// Returns the extension of the files of a folder, if the format is for one.
    pub fn extension_in_folder<F: Formats>(self) -> Option<&'static str> {
        match self {
            Format::Svg => Some("svg"),
            Format::Html => Some("html"),
            Format::Jsonl | Format::Csv => None,
            _ => F::FOLDER_OF_TEXT.then_some("txt"),
        }
    }

    /// Returns true for a file whose rows form an array.
    pub fn is_array_file(file: &Path) -> bool {
        extension(file).as_deref() == Some("json")
    }
}

/// The formats of a command.
pub trait Formats: Clone + Send + Sync + 'static {
    /// The names that `--format` accepts.
    const ALL: &'static [Format];
    /// True if text for several puzzles can be a folder of files.
    const FOLDER_OF_TEXT: bool;
}

/// Formats of answers.
#[derive(Debug, Clone, Copy)]
pub struct Answers;

impl Formats for Answers {
    const ALL: &'static [Format] = &[Format::Text, Format::Jsonl, Format::Csv];
    const FOLDER_OF_TEXT: bool = false;
}

/// Formats of grids. Text is in the form of the input.
#[derive(Debug, Clone, Copy)]
pub struct Grids;

impl Formats for Grids {
    const ALL: &'static [Format] = &[
        Format::Grid,
        Format::Line,
        Format::Link,
        Format::SudokuPadLink,
        Format::InteractiveLink,
        Format::Svg,
        Format::Html,
        Format::Jsonl,
        Format::Csv,
    ];
    const FOLDER_OF_TEXT: bool = true;
}

/// Formats of candidates.
#[derive(Debug, Clone, Copy)]
pub struct Marks;

impl Formats for Marks {
    const ALL: &'static [Format] = &[Format::Text, Format::Svg, Format::Jsonl, Format::Csv];
    const FOLDER_OF_TEXT: bool = true;
}

/// Formats of explanations.
#[derive(Debug, Clone, Copy)]
pub struct Explanations;

impl Formats for Explanations {
    const ALL: &'static [Format] = &[
        Format::Text,
        Format::Jsonl,
        Format::Csv,
        Format::Svg,
        Format::Html,
    ];
    const FOLDER_OF_TEXT: bool = true;
}

/// The argument for the format of a command.
#[derive(Debug, Clone, Args)]
pub struct FormatArgs<F: Formats> {
    /// Set the output format [default: that of the file -o]
    ///
    /// Without a file, commands that print grids use the format of the input, and other commands text.
    #[arg(short, long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0,
          value_parser = FormatParser::<F>(PhantomData))]
    format: Option<Format>,

    #[arg(skip)]
    formats: PhantomData<F>,
}

impl<F: Formats> FormatArgs<F> {
    /// Returns the format that is chosen: by the option, or else by the extension of the output file.
    ///
    /// # Errors
    /// If the extension names no format.
    pub fn checked(self, program: &Program) -> anyhow::Result<Format> {
        match (&self.format, &program.output, program.folder()) {
            (Some(format), ..) => Ok(*format),
            (None, Some(file), None) => of_file::<F>(file),
            (None, ..) => Ok(Format::Text),
        }
    }
}

/// Parser of the formats of a command.
#[derive(Debug, Clone)]
struct FormatParser<F>(PhantomData<F>);

impl<F: Formats> TypedValueParser for FormatParser<F> {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Format, clap::Error> {
        let values = F::ALL.iter().filter_map(Format::to_possible_value);
        let parser = clap::builder::PossibleValuesParser::new(values);
        let name = parser.parse_ref(command, arg, value)?;
        let is_named = |format: &&Format| {
            let value = format.to_possible_value();
            value.is_some_and(|value| value.matches(&name, false))
        };
        let format = F::ALL.iter().find(is_named).copied();
        Ok(format.unwrap_or_default())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            F::ALL.iter().filter_map(Format::to_possible_value),
        ))
    }
}

/// The formats that have files of their own, by the extension of these.
const EXTENSIONS: [(&str, Format); 5] = [
    ("csv", Format::Csv),
    ("jsonl", Format::Jsonl),
    ("json", Format::Jsonl),
    ("svg", Format::Svg),
    ("html", Format::Html),
];

/// Returns the extension of a file in lower case, without that of gzip.
fn extension(file: &Path) -> Option<String> {
    let name = Path::new(file.file_name()?);
    let name = match name.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("gz") => name.with_extension(""),
        _ => name.to_path_buf(),
    };
    let extension = name.extension()?;
    Some(extension.to_string_lossy().to_ascii_lowercase())
}

/// Returns the format that the extension of a file names. A `.txt` file and one without an extension are
/// text.
fn of_file<F: Formats>(file: &Path) -> anyhow::Result<Format> {
    let extension = match extension(file) {
        None => return Ok(Format::Text),
        Some(extension) if extension == "txt" => return Ok(Format::Text),
        Some(extension) => extension,
    };
    let known = EXTENSIONS.iter().filter(|(_, of)| F::ALL.contains(of));
    let known: Vec<&(&str, Format)> = known.collect();
    let found = known.iter().find(|(known, _)| *known == extension);
    found.map(|(_, format)| *format).ok_or_else(|| {
        let known: Vec<String> = known.iter().map(|(known, _)| format!(".{known}")).collect();
        anyhow!(
            "{}: expected a file that ends in .txt, {}, found .{extension}: use --format for another name",
            display_path(file),
            known.join(", ")
        )
    })
}

/// The argument for solutions of printed puzzles.
#[derive(Debug, Clone, Copy, Args)]
pub struct AnswersArgs {
    /// Print the solutions of --format html on a last page
    #[arg(long, help_heading = OUTPUT)]
    pub answers: bool,
}
