//! Options for the rules of puzzles, whether they are read or made.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use clap::builder::PossibleValue;
use satdoku::board::{Mismatch, RegionMap, Shape, Variant};
use satdoku_text::{ReadOptions, constraint_named, read_regions};

use super::heading::INPUT;
use super::suggested::Suggested;
use crate::file::Paths;
use crate::input::read_text;
use crate::message::display_path;

/// Arguments about the board and its rules.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// Set the rows and columns of a box, such as 2x3
    ///
    /// By default, boxes are as square as possible, and wider than high; generate makes 9x9 boards. --size N
    /// gives a board of N rows its usual boxes, and 1xN is a board of N rows without boxes.
    #[arg(long = "box", alias = "size", value_name = "RxC", value_parser = shape, help_heading = INPUT)]
    pub shape: Option<Shape>,

    /// Add rules, such as diagonal,anti-knight
    ///
    /// All: diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive,
    /// negative-ratio, negative-xv. Other common names are accepted: x, hyper, antiknight, …
    #[arg(long = "variant", value_name = "NAME", value_parser = VARIANTS, help_heading = INPUT,
          hide_possible_values = true)]
    variants: Vec<Variants>,

    /// Add a constraint, such as 'cage 15 r1c1 r1c2'; repeatable
    ///
    /// The constraint applies to all puzzles, in addition to their own. It can also be a line about the
    /// board, such as 'digits 0-8'. docs/constraints.md lists all kinds.
    #[arg(long = "constraint", value_name = "TEXT", help_heading = INPUT)]
    pub constraints: Vec<String>,

    /// Replace boxes with the regions in a file
    ///
    /// The file has a symbol for each cell, or a line of cells such as r1c1 for each region. The
    /// regions apply to all puzzles. With `generate --regions random`, each puzzle gets its own.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    regions: Option<PathBuf>,
}

/// Variants that one option names.
type Variants = Vec<Variant>;

impl BoardArgs {
    /// Returns true if each new puzzle has regions of its own.
    pub fn has_random_regions(&self) -> bool {
        self.regions
            .as_ref()
            .is_some_and(|file| file.as_os_str() == "random")
    }

    /// Takes the option that gives each new puzzle regions of its own, and returns true if it was set.
    pub fn take_random_regions(&mut self) -> bool {
        let is_random = self.has_random_regions();
        self.regions.take_if(|_| is_random).is_some()
    }

    /// Returns the rules as options of a reader. Reads the region map and adds its path to `paths`.
    pub fn checked(&self, paths: &mut Paths) -> anyhow::Result<ReadOptions> {
        Ok(ReadOptions {
            regions: self.region_map(paths)?,
            shape: self.shape,
            variants: self.variants.concat(),
            constraints: self.constraints.clone(),
            ..ReadOptions::default()
        })
    }

    fn region_map(&self, paths: &mut Paths) -> anyhow::Result<Option<RegionMap>> {
        let Some(file) = &self.regions else {
            return Ok(None);
        };
        if self.shape.is_some() {
            bail!("--box and --regions FILE do not go together: the map has the size");
        }
        paths.add(file);
        let map = read_regions(&display_path(file), &read_text(file)?)?;
        Ok(Some(map))
    }
}

/// Parses the rows and columns of a box, or a number of rows of the board.
fn shape(text: &str) -> Result<Shape, String> {
    match text.trim().parse::<usize>() {
        Ok(size) => Shape::usual(size).ok_or_else(|| {
            format!("expected a size with boxes such as 6, or 1x{size} for none, found `{text}`")
        }),
        Err(_) => text.parse().map_err(|error: Mismatch| error.to_string()),
    }
}

const VARIANTS: Suggested<Variants, String> = Suggested {
    parse: variants,
    names: || Vec::from(Variant::ALL.map(|of| PossibleValue::new(of.name()))),
};

/// Parses the names of variants, separated by commas.
fn variants(name: &str) -> Result<Variants, String> {
    Variant::parse_all(name).map_err(|error: Mismatch| match constraint_named(name) {
        None => error.to_string(),
        Some(kind) => format!(
            "expected a variant, found `{name}`, a kind of constraint: --constraint '{kind} …' adds one, \
             `generate --kinds {kind}` makes puzzles with them"
        ),
    })
}
