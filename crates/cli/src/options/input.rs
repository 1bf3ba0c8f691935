//! Options for the input.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use satdoku::board::{Mismatch, RegionMap, Shape, UnknownName, Variant};
use satdoku_text::{Alphabet, Column, ReadOptions, constraint_named, read_regions};

use super::heading::INPUT;
use crate::message::display_path;
use crate::read::Input;

/// Arguments of commands that read puzzles.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Puzzle files, or a puzzle [default: standard input]
    ///
    /// A file holds any number of puzzles in any supported form, and may be compressed with gzip. -
    /// is standard input.
    #[arg(value_name = "FILE", value_parser = any_path(), help_heading = INPUT, display_order = 0)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    reading: ReadArgs,
}

/// Arguments about what puzzle files leave open.
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// Set the rows and columns of a box, such as 2x3
    ///
    /// By default, boxes are as square as possible, and wider than high. --size N gives a board of N
    /// rows its usual boxes.
    #[arg(long = "box", alias = "size", value_name = "RxC", value_parser = shape, help_heading = INPUT)]
    shape: Option<Shape>,

    /// Add rules, such as diagonal,anti-knight
    ///
    /// All: diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive,
    /// negative-ratio, negative-xv. Other common names are accepted: x, hyper, antiknight, …
    #[arg(long = "variant", value_name = "NAME", value_parser = variants,
          help_heading = INPUT)]
    variants: Vec<Variants>,

    /// Add a constraint, such as 'cage 15 r1c1 r1c2'; repeatable
    ///
    /// The constraint applies to all puzzles, in addition to their own. docs/constraints.md lists all
    /// kinds.
    #[arg(long = "constraint", value_name = "TEXT", help_heading = INPUT)]
    constraint: Vec<String>,

    /// Replace boxes with the regions in a file
    ///
    /// The file has a symbol for each cell, or a line of cells such as r1c1 for each region. The
    /// regions apply to all puzzles.
    #[arg(long, value_name = "FILE", value_parser = Regions::parse, conflicts_with = "shape", help_heading = INPUT)]
    regions: Option<Regions>,

    /// Set the symbols of digits: 1-9A, 0-9A, A-Z or numbers
    ///
    /// [default: detected]
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    alphabet: Option<Alphabet>,

    /// Read puzzles from this column, a name or number
    ///
    /// [default: the column with a common name, or the only one with puzzles]
    #[arg(long, value_name = "NAME|N", help_heading = INPUT, hide_short_help = true)]
    column: Option<Column>,

    /// Read every line as one record, even if it is blank
    #[arg(long, conflicts_with = "column", help_heading = INPUT, hide_short_help = true)]
    lines: bool,
}

/// A region map and its file.
#[derive(Debug, Clone)]
struct Regions {
    map: RegionMap,
    file: PathBuf,
}

impl Regions {
    /// Reads the file. Errors name their cause, which clap would leave out.
    fn parse(file: &str) -> Result<Regions, String> {
        let file = PathBuf::from(file);
        match region_map(&file) {
            Ok(map) => Ok(Regions { map, file }),
            Err(error) => Err(format!("{error:#}")),
        }
    }
}

/// Returns a parser of paths that leaves the error for an empty argument to the reader.
pub fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Parses the rows and columns of a box, or a number of rows of the board.
pub fn shape(text: &str) -> Result<Shape, String> {
    match text.trim().parse::<usize>() {
        Ok(size) => Shape::usual(size).ok_or_else(|| {
            format!("expected a size with boxes such as 6, or 1x{size} for none, found `{text}`")
        }),
        Err(_) => text.parse().map_err(|error: Mismatch| error.to_string()),
    }
}

/// Variants that one option names.
pub type Variants = Vec<Variant>;

/// Parses the names of variants, separated by commas.
pub fn variants(name: &str) -> Result<Variants, String> {
    Variant::parse_all(name)
        .map_err(|error: UnknownName| match constraint_named(name) {
            None => error.to_string(),
            Some(kind) => format!(
                "expected a variant, found `{name}`, a kind of constraint: --constraint '{kind} …' adds one, \
             `generate --kinds {kind}` makes puzzles with them"
            ),
        })
}

/// Reads a region map from a file.
pub fn region_map(file: &Path) -> anyhow::Result<RegionMap> {
    /// The map of the largest board takes 640,000 bytes.
    const LONGEST: u64 = 4 << 20;
    let name = display_path(file);
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.with_context(|| format!("{name}: cannot be read"))?;
    Ok(read_regions(&name, &text)?)
}

impl InputArgs {
    /// Returns the input that the arguments describe.
    pub fn checked(self) -> Input {
        self.reading.checked(self.files)
    }
}

impl ReadArgs {
    /// Returns the input of these files; none are standard input.
    pub fn checked(self, files: Vec<PathBuf>) -> Input {
        let (regions, regions_file) = match self.regions {
            Some(Regions { map, file }) => (Some(map), Some(file)),
            None => (None, None),
        };
        let options = ReadOptions {
            shape: self.shape,
            regions,
            variants: self.variants.concat(),
            constraints: self.constraint,
            alphabet: self.alphabet,
            column: self.column,
            lines: self.lines,
            ..ReadOptions::default()
        };
        Input {
            regions_file,
            ..Input::new(files, options)
        }
    }
}
