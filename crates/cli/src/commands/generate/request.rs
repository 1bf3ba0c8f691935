//! The options that describe the puzzles to generate.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use satdoku::board::{Grid, Layout, RegionMap, RuleTexts, Ruleset, Shape, UnknownName};
use satdoku::format_error::quote;
use satdoku_explain::{Difficulty, Technique};
use satdoku_generate::{Boards, ConstraintKind, Pattern, Request, Symmetry};
use satdoku_text::{ReadOptions, constraint_named, parse_puzzle};

use crate::message::display_path;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::input::{Variants, region_map, shape, variants};

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
    #[arg(long, value_name = "LEVEL", help_heading = ANSWER)]
    difficulty: Option<Difficulty>,

    /// Require a step, such as x-wing
    ///
    /// The solving path of each puzzle has it. The names are those of rate and explain, in lower case and with - for a space.
    #[arg(long, value_name = "NAME", value_parser = technique, conflicts_with = "difficulty",
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

    /// Set the rows and columns of a box [default: 3x3]
    ///
    /// 1xN is a board of size N without boxes. --size N gives a board of N rows its usual boxes.
    #[arg(long = "box", alias = "size", value_name = "RxC", value_parser = shape, help_heading = INPUT)]
    shape: Option<Shape>,

    /// Add rules, such as diagonal,anti-knight
    ///
    /// All: diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive,
    /// negative-ratio, negative-xv.
    #[arg(long = "variant", value_name = "NAME", value_parser = variants,
          help_heading = INPUT)]
    variants: Vec<Variants>,

    /// Add a rule, such as "digits 0-8"
    ///
    /// A rule as on a line below a grid. It can be given several times: --constraint "board 6x9"
    /// --constraint "box 3x3" --constraint "renban r1c1-r1c4". All puzzles have these rules.
    #[arg(long = "constraint", value_name = "TEXT", help_heading = INPUT)]
    lines: Vec<String>,

    /// Draw constraints, such as cage,thermometer
    ///
    /// All:
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind, help_heading = INPUT)]
    kinds: Vec<ConstraintKind>,

    /// Replace boxes with regions, from a file or random
    ///
    /// Each puzzle then gets its own random regions.
    #[arg(long, value_name = "FILE|random", help_heading = INPUT)]
    regions: Option<PathBuf>,
}

/// Parses a number or a range.
fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<usize>();
        number.map_err(|_| {
            format!("expected a number such as 30 or a range such as 28..32, found `{text}`")
        })
    };
    match text.split_once("..") {
        Some((first, last)) => Ok(number(first)?..=number(last)?),
        None => number(text).map(|number| number..=number),
    }
}

impl RequestArgs {
    /// Returns true if each puzzle has random regions.
    pub fn has_random_regions(&self) -> bool {
        self.regions.as_deref() == Some(Path::new("random"))
    }

    /// Returns the part of the puzzles that a line of cells does not show, if there is one.
    pub fn beyond_lines(&self) -> Option<&'static str> {
        if self.has_random_regions() {
            return Some("the regions");
        }
        (!self.kinds.is_empty()).then_some("the constraints")
    }

    /// Returns true if puzzles are rated.
    pub fn has_ratings(&self) -> bool {
        self.difficulty.is_some() || self.technique.is_some()
    }

    /// Returns the request for these puzzles. Reads the files that the options name.
    pub fn checked(self) -> anyhow::Result<Request> {
        let (boards, from) = self.boards()?;
        let pattern = match &self.pattern {
            Some(file) => {
                let pattern = read(file)?.parse::<Pattern>();
                Some(pattern.with_context(|| display_path(file))?)
            }
            None => None,
        };
        Ok(Request {
            symmetry: self.symmetry,
            pattern,
            from,
            givens: self.givens,
            minimal: self.minimal,
            difficulty: self.difficulty.or(self.technique),
            constraints: self.kinds,
            ..Request::on(boards)
        })
    }

    /// Returns the boards, and the givens that all puzzles share.
    fn boards(&self) -> anyhow::Result<(Boards, Option<Grid>)> {
        match &self.from {
            Some(file) if self.has_random_regions() => bail!(
                "--from {} and --regions random do not go together",
                display_path(file)
            ),
            Some(file) => {
                let (layout, givens) = self.read_start(file)?;
                Ok((Boards::Same(layout), Some(givens)))
            }
            None if self.has_random_regions() => {
                let boards = Boards::RandomJigsaws {
                    size: self.shape.map_or(9, Shape::size),
                    variants: self.variants.concat(),
                };
                Ok((boards, None))
            }
            None => {
                let rules = match (self.region_map()?, self.shape) {
                    (Some(regions), _) => Ruleset::jigsaw(regions),
                    (None, Some(shape)) => Ruleset::classic(shape),
                    (None, None) => Ruleset::classic(Shape::new(3, 3)?),
                };
                let rules = with_lines(&rules, &self.lines)?;
                let layout = Layout::new(rules.with(&self.variants.concat())?);
                Ok((Boards::Same(Arc::new(layout)), None))
            }
        }
    }

    /// Reads the regions that all puzzles share.
    fn region_map(&self) -> anyhow::Result<Option<RegionMap>> {
        let Some(file) = self.regions.as_ref().filter(|_| !self.has_random_regions()) else {
            return Ok(None);
        };
        if self.shape.is_some() {
            bail!("--box and --regions FILE do not go together: the map has the size");
        }
        region_map(file).map(Some)
    }

    /// Reads the board and the givens that all puzzles share.
    fn read_start(&self, file: &Path) -> anyhow::Result<(Arc<Layout>, Grid)> {
        let options = ReadOptions {
            shape: self.shape,
            regions: self.region_map()?,
            variants: self.variants.concat(),
            ..ReadOptions::default()
        };
        let puzzle = parse_puzzle(&read(file)?, options);
        let (puzzle, _) = puzzle.with_context(|| display_path(file))?;
        if puzzle.removed().next().is_some() {
            bail!(
                "{}: expected givens, found pencil marks",
                display_path(file)
            );
        }
        Ok((puzzle.layout().clone(), puzzle.givens().clone()))
    }
}

/// Adds the rules of options.
fn with_lines(rules: &Ruleset, lines: &[String]) -> anyhow::Result<Ruleset> {
    let texts = RuleTexts::parse(lines.iter().map(String::as_str));
    match texts.and_then(|texts| texts.on(rules)) {
        Ok((rules, of_cells)) => match of_cells.first() {
            None => Ok(rules),
            Some((index, _)) => bail!(
                "{}: expected a rule of the board, found candidates of a puzzle",
                option(&lines[*index])
            ),
        },
        Err(error) => {
            let option = option(&lines[error.rule]);
            Err(error).context(option)
        }
    }
}

/// The option that has a rule.
fn option(text: &str) -> String {
    format!("--constraint {}", quote(text))
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("{}: cannot be read", display_path(file)))
}

/// Parses the name of a kind of constraint, or another name of it.
fn kind(name: &str) -> Result<ConstraintKind, UnknownName> {
    let known = constraint_named(name).and_then(|name| name.parse().ok());
    known.map_or_else(|| name.parse(), Ok)
}

/// Parses the name of a technique.
fn technique(text: &str) -> Result<Difficulty, String> {
    let technique = Technique::from_name(text);
    let expected = || format!("expected a technique such as x-wing or hidden-pair, found `{text}`");
    technique.map(Difficulty::Technique).ok_or_else(expected)
}
