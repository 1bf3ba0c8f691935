//! The options that describe the puzzles to generate.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValue;
use satdoku::board::{Grid, Layout, Mismatch, Puzzle, RuleTexts, Ruleset, Shape};
use satdoku::format_error::quote;
use satdoku_explain::{Difficulty, Level, Technique, UnknownDifficulty};
use satdoku_generate::{Boards, ConstraintKind, Pattern, Request, Symmetry};
use satdoku_text::{ReadOptions, constraint_named, parse_puzzle};

use crate::file::Paths;
use crate::input::read_text;
use crate::message::display_path;
use crate::options::board::BoardArgs;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::suggested::Suggested;

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
    #[arg(long, value_name = "LEVEL", value_parser = DIFFICULTY, help_heading = ANSWER,
          hide_possible_values = true)]
    difficulty: Option<Difficulty>,

    /// Require a step, such as x-wing
    ///
    /// The solving path of each puzzle has it. The names are those of rate and explain.
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

    #[command(flatten)]
    board: BoardArgs,

    /// Draw constraints, such as cage,thermometer
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = KIND, help_heading = INPUT,
          hide_possible_values = true, long_help = kinds_help())]
    kinds: Vec<ConstraintKind>,
}

const DIFFICULTY: Suggested<Difficulty, UnknownDifficulty> = Suggested {
    parse: str::parse,
    names: || Vec::from(Level::ALL.map(|of| PossibleValue::new(of.name()))),
};

const KIND: Suggested<ConstraintKind, Mismatch> = Suggested {
    parse: kind,
    names: || Vec::from(ConstraintKind::ALL.map(|of| PossibleValue::new(of.name()))),
};

/// Returns the help of `--kinds`, which lists them.
fn kinds_help() -> String {
    let kinds = ConstraintKind::ALL.iter().map(ToString::to_string);
    let kinds: Vec<String> = kinds.collect();
    let kinds = kinds.join(", ");
    format!("Draw constraints, such as cage,thermometer\n\nAll: {kinds}.")
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
    /// Returns the part of the puzzles that a line of cells does not show, if there is one.
    pub fn beyond_lines(&self) -> Option<&'static str> {
        if self.board.has_random_regions() {
            return Some("the regions");
        }
        (!self.kinds.is_empty()).then_some("the constraints")
    }

    /// Returns the request for these puzzles, and the puzzle that they start from: a board and perhaps givens.
    /// Reads the files that the options name, and adds their paths to `paths`.
    pub fn checked(self, paths: &mut Paths) -> anyhow::Result<(Request, Puzzle)> {
        let named = self.pattern.iter().chain(&self.from);
        named.for_each(|file| paths.add(file));
        paths.check()?;
        let pattern = match &self.pattern {
            Some(file) => {
                let pattern = read_text(file)?.parse::<Pattern>();
                Some(pattern.with_context(|| display_path(file))?)
            }
            None => None,
        };
        let from = self.from.is_some();
        let (boards, start) = self.boards(paths)?;
        let request = Request {
            symmetry: self.symmetry,
            pattern,
            from: from.then(|| start.givens().clone()),
            givens: self.givens,
            minimal: self.minimal,
            difficulty: self.difficulty.or(self.technique),
            constraints: self.kinds,
            ..Request::on(boards)
        };
        Ok((request, start))
    }

    /// Returns the boards of the puzzles, and one of them with the givens that all share.
    fn boards(&self, paths: &mut Paths) -> anyhow::Result<(Boards, Puzzle)> {
        let blank = |layout: Layout| {
            let givens = Grid::blank(layout.geometry());
            Puzzle::new(Arc::new(layout), givens)
        };
        let (board, is_random) = (&self.board, self.board.has_random_regions());
        let start = match &self.from {
            Some(file) if is_random => bail!(
                "--from {} and --regions random do not go together",
                display_path(file)
            ),
            Some(file) => read_start(file, board.checked(paths)?)?,
            None if is_random => {
                if let Some(rule) = board.constraints.first() {
                    bail!("{} and --regions random do not go together", option(rule));
                }
                let size = board.shape.map_or(9, Shape::size);
                let boards = Boards::RandomJigsaws {
                    size,
                    variants: board.variants(),
                };
                return Ok((boards, blank(Layout::classic(Shape::new(1, size)?))?));
            }
            None => blank(layout(board.checked(paths)?)?)?,
        };
        Ok((Boards::Same(start.layout().clone()), start))
    }
}

/// Reads the board and the givens that all puzzles share.
fn read_start(file: &Path, options: ReadOptions) -> anyhow::Result<Puzzle> {
    let puzzle = parse_puzzle(&read_text(file)?, options);
    let (puzzle, _) = puzzle.with_context(|| display_path(file))?;
    if puzzle.removed().next().is_some() {
        bail!(
            "{}: expected givens, found pencil marks",
            display_path(file)
        );
    }
    Ok(puzzle)
}

/// Returns the board with these rules.
fn layout(options: ReadOptions) -> anyhow::Result<Layout> {
    let rules = match (options.regions, options.shape) {
        (Some(regions), _) => Ruleset::jigsaw(regions),
        (None, Some(shape)) => Ruleset::classic(shape),
        (None, None) => Ruleset::classic(Shape::new(3, 3)?),
    };
    let mut lines = options.constraints;
    // A board of another size keeps the boxes of the option, which have to fill it.
    let has_board = |line: &String| line.trim_start().starts_with("board ");
    if let Some(shape) = options.shape.filter(|_| lines.iter().any(has_board)) {
        lines.push(format!("box {shape}"));
    }
    let rules = with_lines(&rules, &lines)?;
    Ok(Layout::new(rules.with(&options.variants)?))
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

/// Parses the name of a kind of constraint, or another name of it.
fn kind(name: &str) -> Result<ConstraintKind, Mismatch> {
    let known = constraint_named(name).and_then(|name| name.parse().ok());
    known.map_or_else(|| name.parse(), Ok)
}

/// Parses the name of a technique, as `rate` prints it or with - for a space.
fn technique(text: &str) -> Result<Difficulty, String> {
    let name = text.trim().to_lowercase();
    let short = name.strip_prefix("locked candidates (");
    let short = short.and_then(|short| short.strip_suffix(')'));
    let technique = Technique::from_name(&short.unwrap_or(&name).replace(' ', "-"));
    let expected = || {
        format!(
            "expected a technique such as x-wing or hidden-pair, found `{text}`: others are pointing, \
             claiming, naked-pair, hidden-triple, swordfish, skyscraper, xy-wing, xy-chain"
        )
    };
    technique.map(Difficulty::Technique).ok_or_else(expected)
}
