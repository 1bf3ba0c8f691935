//! Rules on lines of a text: `cage 15 r1c1 r1c2 r2c1`, `anti-knight`.

use crate::read::draft::PuzzleDraft;
use crate::read::found::Found;
use crate::read::glyph::{Glyph, Line, string, trim};
use crate::read::left_out::{is_code, is_kenken_cage};
use crate::read::line_kind::LineKind;
use crate::read::link::constraint_string::is_constraint_string;
use crate::read::record::ReadOptions;
use crate::read::rules::spelling::{Spelled, has_cell, spelled};
use crate::read::rules::text::{board_of, is_board, rules_after};
use satdoku::board::{Grid, Shape, Variant};
use satdoku::format_error::{FormatError, quote};

/// A rule in its text form, and its line.
pub(crate) struct RuleText {
    /// The index of its line.
    pub at: usize,
    pub text: Line,
}

/// A title that names a rule, which is not read.
pub(crate) struct Title {
    /// The index of its line.
    pub at: usize,
    /// The rule, if it is the whole title.
    pub rule: Option<String>,
}

/// The rules in lines, and the lines and titles that may name others.
#[derive(Default)]
pub(crate) struct RuleLines {
    pub rules: Vec<RuleText>,
    /// The indices of lines that name a cell or a rule, but cannot be read.
    pub suspicious: Vec<usize>,
    /// The lines with the name of a kind, and, once the puzzles are known, the titles that name a rule.
    pub titles: Vec<Title>,
}

/// Finds the lines with rules, and marks them as used.
pub(crate) fn rule_lines(lines: &[Line], entries: &mut [LineKind]) -> RuleLines {
    let mut found = RuleLines::default();
    let mut heading = None;
    for (at, (line, entry)) in lines.iter().zip(entries).enumerate() {
        if trim(line).is_empty() {
            heading = None;
        }
        if matches!(entry, LineKind::Blank | LineKind::Comment | LineKind::Used) {
            continue;
        }
        // Titles in a constraint string can have brackets and words.
        if rules_after(line).is_some() || is_constraint_string(&string(line)) {
            continue;
        }
        match spelled(line, heading) {
            Spelled::Rules(rules) => {
                *entry = LineKind::Used;
                found
                    .rules
                    .extend(rules.into_iter().map(|text| RuleText { at, text }));
            }
            Spelled::Heading(name) => {
                heading = Some(name);
                let rule = Some(name.to_string());
                found.titles.push(Title { at, rule });
            }
            Spelled::Suspicious => {
                // Its cells are no row of a grid.
                if is_kenken_cage(line) {
                    *entry = LineKind::Used;
                }
                found.suspicious.push(at);
            }
            Spelled::Nothing => {
                heading = None;
                let rule = variant_title(line);
                found.titles.extend(rule.map(|rule| Title {
                    at,
                    rule: Some(rule),
                }));
            }
        }
    }
    found
}

/// Returns the variant whose name is the whole of a line, such as `X-Sudoku`.
fn variant_title(line: &[Glyph]) -> Option<String> {
    const LONGEST: usize = 30;
    let line = trim(line);
    let is_short =
        line.len() <= LONGEST && line.first().is_some_and(|first| first.c.is_alphabetic());
    let variant = is_short.then(|| string(line).parse::<Variant>().ok())?;
    variant.map(|variant| variant.name().to_string())
}

impl RuleLines {
    /// Moves rules of the board to the puzzle below them, and separates titles from rules and suspicious
    /// lines. A title has no cells, and no blank line separates it from the puzzle below, or no puzzle
    /// precedes it.
    pub fn take_titles(&mut self, lines: &[Line], found: &[Found]) {
        let puzzle_below = |at: usize| {
            let next = found.iter().find(|found| found.lines.start > at)?;
            let is_blank = |line: &Line| trim(line).is_empty();
            let has_gap = lines[at..next.lines.start].iter().any(is_blank);
            let mut above = found.iter().rev();
            let is_adjacent = match above.find(|found| found.lines.end <= at) {
                None => true,
                Some(above) => !has_gap && lines[above.lines.end..at].iter().any(is_blank),
            };
            is_adjacent.then_some(next.lines.start)
        };
        let is_title = |rule: &mut RuleText| rule.is_variant() && puzzle_below(rule.at).is_some();
        let variants: Vec<RuleText> = self.rules.extract_if(.., is_title).collect();
        for rule in &mut self.rules {
            if is_board(&rule.text)
                && let Some(start) = puzzle_below(rule.at)
            {
                rule.at = start;
            }
        }
        self.rules.sort_by_key(|rule| rule.at);
        // The rules below the heading of a list are read.
        let is_heading = |at: usize| {
            let next = puzzle_below(at);
            next.is_some_and(|next| !self.rules.iter().any(|rule| (at..next).contains(&rule.at)))
        };
        self.titles.retain(|title| is_heading(title.at));
        let is_title = |at: &mut usize| {
            let line = &lines[*at];
            !has_cell(line) && !is_code(line) && puzzle_below(*at).is_some()
        };
        let others = self.suspicious.extract_if(.., is_title);
        let others = others.map(|at| Title { at, rule: None });
        let variants = variants.into_iter().map(|variant| Title {
            at: variant.at,
            rule: Some(string(&variant.text)),
        });
        self.titles.extend(variants.chain(others));
        self.titles.sort_by_key(|title| title.at);
    }
}

impl RuleText {
    /// Returns true for a rule of the whole board, which has no cells.
    fn is_of_board(&self) -> bool {
        self.is_variant() || is_board(&self.text)
    }

    fn is_variant(&self) -> bool {
        string(&self.text).parse::<Variant>().is_ok()
    }
}

impl Title {
    /// Returns true if one of these rules is the one that the title names.
    pub fn is_stated(&self, rules: &[RuleText]) -> bool {
        let name = |rule: &RuleText| string(&rule.text).split(' ').next().map(str::to_string);
        self.rule.is_some() && rules.iter().any(|rule| name(rule) == self.rule)
    }
}

/// Returns the error of a line that names a cell or a rule, but cannot be read.
pub(crate) fn unread(line: &[Glyph]) -> FormatError {
    let text = trim(line);
    let place = text.first().map_or((1, 1), |first| first.position());
    let expected = "a rule such as `cage 15 r1c1 r1c2`, or a comment (`#`), below a grid";
    FormatError::new(place, expected, quote(&string(text)))
}

/// Returns the blank puzzle of constraints that no grid precedes.
pub(crate) fn blank_puzzle(rules: &[RuleText], options: &ReadOptions) -> Option<Found> {
    let first = rules.iter().find(|rule| !rule.is_of_board())?;
    let boards: Vec<Line> = rules.iter().map(|rule| rule.text.clone()).collect();
    let board = board_of(&boards).ok().flatten();
    let size = board.map_or_else(|| blank_size(options), |board| board.shape().size());
    let draft = PuzzleDraft {
        position: first.text[0].position(),
        ..PuzzleDraft::new(Grid::blank(size))
    };
    Some(Found::puzzle(draft, rules[0].at..rules[0].at + 1))
}

/// Returns the size of a puzzle that has only constraints: that of the options, or 9.
pub(crate) fn blank_size(options: &ReadOptions) -> usize {
    let of_regions = || options.regions.as_ref().map(|map| map.board().rows());
    options
        .shape
        .map(Shape::size)
        .or_else(of_regions)
        .unwrap_or(9)
}
