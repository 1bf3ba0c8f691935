//! Formats of results.

use std::path::Path;

use anyhow::anyhow;
use clap::ValueEnum;
use satdoku_text::LinkSite;

use super::message::display_path;

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

/// The formats of a command.
#[derive(Debug)]
pub struct Formats {
    /// The formats that `--format` accepts.
    pub all: &'static [Format],
    /// True if text for several puzzles can be a folder of files.
    pub has_folder_of_text: bool,
    /// The start of a page.
    pub head: &'static str,
}

/// Formats of answers.
pub const ANSWERS: Formats = Formats {
    all: &[Format::Text, Format::Jsonl, Format::Csv],
    has_folder_of_text: false,
    head: "",
};

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
}

impl Formats {
    /// Returns the extension of the files of a folder, if the format is for one.
    pub fn extension_in_folder(&self, format: Format) -> Option<&'static str> {
        match format {
            Format::Svg => Some("svg"),
            Format::Html => Some("html"),
            Format::Jsonl | Format::Csv => None,
            _ => self.has_folder_of_text.then_some("txt"),
        }
    }

    /// Returns the format that the extension of a file names. A `.txt` file and one without an extension are
    /// text.
    pub fn of_file(&self, file: &Path) -> anyhow::Result<Format> {
        let extension = match extension(file) {
            None => return Ok(Format::Text),
            Some(extension) if extension == "txt" => return Ok(Format::Text),
            Some(extension) => extension,
        };
        let known = EXTENSIONS.iter().filter(|(_, of)| self.all.contains(of));
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
}

/// The formats that have files of their own, by the extension of these.
const EXTENSIONS: [(&str, Format); 5] = [
    ("csv", Format::Csv),
    ("jsonl", Format::Jsonl),
    ("json", Format::Jsonl),
    ("svg", Format::Svg),
    ("html", Format::Html),
];

/// Returns true for a file whose rows form an array.
pub fn is_array_file(file: &Path) -> bool {
    extension(file).as_deref() == Some("json")
}

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
