//! Puzzles in a text, in order, with the lines around them: rules, region maps, titles and headings of sections.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use super::array::arrays;
use super::builder::PuzzleBuilder;
use super::described;
use super::draft::{Content, PuzzleDraft};
use super::found::{Found, Near};
use super::givens::{is_list, is_of_givens};
use super::glyph::{CellText, Glyph, Line, LineColumn, starts_with, string, trim};
use super::markup::without_markup;
use super::record::Record;
use super::region_map::{map_of, map_of_cells, take_maps};
use super::row::{SHORTEST, is_word};
use super::rows::find_grids;
use super::rules::board::{board_of, board_sizes, is_board};
use super::rules::names::meant;
use super::rules::spelling::{has_cell, is_code_line, is_nearly_rule, is_rule};
use super::rules::text::{behind_brackets, is_variant};
use super::sections::Sections;
use super::stretch::find_stretches;
use super::text_line::{LineKind, TextLine, classified};
use crate::form::Arrangement;
use crate::formats::link;
use satdoku::board::{Candidate, Grid, RegionMap};
use satdoku::format_error::{FormatError, quote};

/// A puzzle in a text, or an error.
pub(crate) struct TextPuzzle {
    pub content: Content,
    /// The place of its first character.
    pub start: LineColumn,
    /// The number of its last line, including those of its region map.
    pub end: usize,
    /// True if it is alone on a line.
    pub is_line: bool,
    pub title: Option<String>,
    pub text: String,
    /// The line with the place of an error.
    pub error_line: Option<String>,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
    /// True for the error of a form that lines nearly have, which counts only in a text without a puzzle or
    /// another error.
    pub is_weak: bool,
}

impl TextPuzzle {
    /// Sorts puzzles and errors by their places.
    pub fn sort(all: &mut [TextPuzzle]) {
        all.sort_by_key(|one| one.start);
    }

    /// Returns an error that is not part of a puzzle.
    pub fn error(near: Near) -> TextPuzzle {
        let Near {
            error,
            cells,
            is_weak,
        } = near;
        let start = (error.place.line, error.place.column);
        TextPuzzle {
            content: Err(error),
            start,
            end: start.0,
            is_line: false,
            title: None,
            text: String::new(),
            error_line: None,
            cells,
            is_weak,
        }
    }

    /// Returns the memory of an error in bytes.
    pub fn weight(&self) -> usize {
        let line = self.error_line.as_ref().map_or(0, String::len);
        size_of::<TextPuzzle>() + self.text.len() + line
    }

    pub fn record(self, source: &Arc<str>) -> Record {
        let mut record = Record::new(source, self.start.0, self.content, || self.text);
        if let Err(invalid) = &mut record.content {
            invalid.line = self.error_line;
        }
        record.title = self.title;
        record
    }
}

/// Returns the one error to report for a text without puzzles: the first of those with the most cells. One of a form
/// that lines nearly have counts least.
pub(crate) fn most_likely(errors: impl Iterator<Item = TextPuzzle>) -> Option<TextPuzzle> {
    errors.min_by_key(|error| (error.is_weak, Reverse(error.cells)))
}

/// Finds the puzzles in lines, which may be a part of a text: `sections` has the headings of the parts
/// before it, and the last grid of an open part may continue after it.
pub(crate) fn text_puzzles(
    lines: Vec<Line>,
    is_open: bool,
    sections: &mut Sections,
    builder: &mut PuzzleBuilder,
) -> Vec<TextPuzzle> {
    let (lines, errors) = without_markup(lines);
    let mut lines = link::apart(lines);
    sections.add(&lines);
    for line in &mut lines {
        let number = line.first().map_or(0, |first| first.position().0);
        if sections.is_ignored(number) {
            line.clear();
        }
    }
    let mut lines = classified(lines, !builder.geometry.is_empty());
    take_maps(&mut lines);
    let (mut found, is_all) = described::find(&mut lines, is_open, builder);
    if !is_all {
        builder.own_sizes = board_sizes(lines.iter().flat_map(TextLine::rules));
        found.extend(find_arrays(&mut lines, builder));
        found.extend(find_grids(&mut lines, is_open, builder));
        found.extend(find_stretches(&mut lines, builder));
    }
    let (near, mut found): (Vec<Found>, Vec<Found>) = found.into_iter().partition(Found::is_weak);
    // Some rows of what is nearly a board are no other.
    found.retain(|one| {
        let is_around = |near: &Found| {
            let is_large = |near: &Near| near.cells >= SHORTEST * SHORTEST;
            near.draft.as_ref().is_err_and(is_large) && near.lines.contains(&one.lines.start)
        };
        one.draft.is_err() || one.lines.len() == 1 || !near.iter().any(is_around)
    });
    found.sort_by_key(|found| found.lines.start);
    take_stray_givens(&mut found, &mut lines);
    take_credits(&mut found, &lines);
    let end = found.first().map_or(lines.len(), |first| first.lines.start);
    if !is_all && let Some(constraint) = first_constraint(&lines[..end]) {
        match found.first_mut() {
            None => found.push(blank_puzzle(&lines, constraint, builder)),
            Some(first) => first.draft = Err(constraint_above(constraint)),
        }
    }
    let text = Text { lines, sections };
    let mut all = text.puzzles(found, builder);
    let near = near.into_iter().filter_map(|near| near.draft.err());
    all.extend(errors.into_iter().chain(near).map(TextPuzzle::error));
    TextPuzzle::sort(&mut all);
    all
}

/// Removes the lists of givens directly below another puzzle, which are meant for that one. A list below another list
/// is another puzzle if both have a given in the same cell.
fn take_stray_givens(found: &mut Vec<Found>, lines: &mut [TextLine]) {
    // The end of the puzzle above, and its givens if it is a list of them.
    let mut above: Option<(usize, Option<Grid>)> = None;
    found.retain(|one| {
        let own = &lines[one.lines.clone()];
        let is_named = own.iter().all(|line| is_list(&line.glyphs));
        let draft = one.draft.as_ref().ok();
        let is_stray = above
            .as_ref()
            .is_some_and(|(end, list)| match (list, draft) {
                (None, _) => {
                    let between = lines.get(*end..one.lines.start).unwrap_or_default();
                    is_named && between.iter().all(|line| line.row().is_none())
                }
                (Some(list), Some(draft)) => {
                    let is_other = |given: Candidate| list.get(given.cell).is_some();
                    is_of_givens(own.iter().map(|line| &line.glyphs))
                        && draft.givens.geometry() == list.geometry()
                        && !draft.givens.filled().any(is_other)
                }
                _ => false,
            });
        if !is_stray {
            let list = |givens: &Grid| {
                is_of_givens(own.iter().map(|line| &line.glyphs)).then(|| givens.clone())
            };
            above = draft.map(|draft| (one.lines.end, list(&draft.givens)));
        }
        let own = lines[one.lines.clone()].iter_mut();
        if is_stray {
            own.for_each(|line| (line.kind, line.is_unread) = (LineKind::Comment, true));
        }
        !is_stray
    });
}

/// Replaces the error of each link without its puzzle by a note, if a grid of several lines is next to it, whose
/// source it credits. Next to a puzzle on one line, it is a record of a list.
fn take_credits(found: &mut Vec<Found>, lines: &[TextLine]) {
    let is_link = |line: &TextLine| link::is_credit(&string(&line.glyphs));
    for at in (0..found.len()).rev() {
        let own = &lines[found[at].lines.clone()];
        if found[at].draft.is_ok() || !own.iter().all(is_link) {
            continue;
        }
        let is_grid = |beside: &usize| {
            let beside = found.get(*beside).filter(|one| one.lines.len() > 1);
            let draft = beside.and_then(|one| one.draft.as_ref().ok());
            draft.is_some_and(|draft| !draft.has_own_rules())
        };
        let mut beside = [Some(at + 1), at.checked_sub(1)].into_iter().flatten();
        let beside = beside
            .find(is_grid)
            .and_then(|beside| found.get_mut(beside));
        if let Some(Found {
            draft: Ok(draft), ..
        }) = beside
        {
            let own: Vec<String> = own.iter().map(|line| string(trim(&line.glyphs))).collect();
            let note = format!("the link in {} was not followed", quote(&own.join(" ")));
            let notes: Vec<String> = draft.note.take().into_iter().chain([note]).collect();
            draft.note = Some(notes.join("; "));
            found.remove(at);
        }
    }
}

/// Returns the rules of lines, other than those in region maps.
fn rules_of(lines: &[TextLine]) -> impl Iterator<Item = &Line> {
    let lines = lines.iter();
    let lines = lines.filter(|line| !matches!(line.kind, LineKind::Map(_)));
    lines.flat_map(TextLine::rules)
}

/// Returns the first constraint in lines: a rule that is neither a variant nor about the board.
fn first_constraint(lines: &[TextLine]) -> Option<&Line> {
    rules_of(lines).find(|rule| !is_variant(rule) && !is_board(rule))
}

/// Returns the error of a constraint above a puzzle.
fn constraint_above(rule: &Line) -> Near {
    let expected = "constraints below their grid, or without a grid";
    let found = format!("{} above a grid", quote(&string(rule)));
    let error = FormatError::new(rule[0].position(), expected, found);
    Near::meant(error, SHORTEST.pow(2))
}

/// Returns the blank puzzle of lines with this constraint and no cells.
fn blank_puzzle(lines: &[TextLine], constraint: &Line, builder: &PuzzleBuilder) -> Found {
    let texts: Vec<Line> = rules_of(lines).cloned().collect();
    let board = board_of(&texts, None).ok().flatten();
    let of_options = || builder.options.blank_size();
    let size = board.map_or_else(of_options, |board| board.geometry().columns());
    let draft = PuzzleDraft {
        position: constraint[0].position(),
        ..PuzzleDraft::new(Grid::blank(size))
    };
    let start = lines.iter().position(|line| !line.rules().is_empty());
    let start = start.unwrap_or(0);
    Found::puzzle(draft, start..start + 1)
}

/// The lines of a text, which belong to its puzzles.
struct Text<'s> {
    lines: Vec<TextLine>,
    sections: &'s Sections,
}

/// The lines around a puzzle that belong to it.
#[derive(Default)]
struct Around {
    rules: Vec<Line>,
    /// The line after its last rule.
    end: usize,
    /// The first line that is meant as a rule but cannot be read.
    unread: Option<usize>,
    /// The first line of its heading, or sentence below it, that names a rule, which is not read.
    title: Option<usize>,
}

impl Text<'_> {
    /// Builds the puzzles, each with the region map and the rules that follow it and the title above it.
    fn puzzles(&self, found: Vec<Found>, builder: &mut PuzzleBuilder) -> Vec<TextPuzzle> {
        let mut found = found.into_iter().peekable();
        let mut all: Vec<TextPuzzle> = Vec::new();
        // The first line that belongs to no puzzle yet.
        let mut free = 0;
        while let Some(one) = found.next() {
            // The next grid can be the map of this one.
            let below = found.next_if(|below| self.map_beside(&one, below, builder).is_some());
            let map = below
                .as_ref()
                .and_then(|below| self.map_beside(&one, below, builder));
            let map_lines = one.lines.end..below.map_or(one.lines.end, |below| below.lines.end);
            let next = found.peek().map(|next| next.lines.start);
            let around = self.around(&one, all.last().map(|_| free), &map_lines, next);
            let end = around.end.max(one.lines.end).max(map_lines.end);
            let has_no_rules = around.rules.is_empty();
            let mut puzzle = self.text_puzzle(&one, free, has_no_rules);
            let last = self.lines[..end]
                .iter()
                .rev()
                .find_map(|line| line.glyphs.last());
            puzzle.end = last.map_or(puzzle.end, |last| last.position().0);
            let draft = match puzzle.text.len() > builder.longest {
                true => {
                    let expected = format!("a puzzle of at most {} bytes", builder.longest);
                    Err(FormatError::new(puzzle.start, expected, "a longer one"))
                }
                false => one.draft.map_err(|near| near.error),
            };
            puzzle.content = draft.and_then(|draft| {
                let mut built = builder.build(draft, map.transpose()?, around.rules)?;
                if let Some(at) = around.unread {
                    return Err(unread_rule(&self.lines[at].glyphs));
                }
                built.notes.extend(around.title.map(|at| {
                    let title = quote(&string(trim(&self.lines[at].glyphs)));
                    format!("the line {title} was not read as a rule")
                }));
                Ok(built)
            });
            free = end;
            match all.last_mut() {
                Some(above) if is_solution(&puzzle, above) => {
                    above.end = puzzle.end;
                    let expected = "the rules of a puzzle above its solution";
                    match &mut above.content {
                        Ok(above) if has_no_rules => {
                            let note = "the solution below it was set aside";
                            above.notes.push(note.to_string());
                        }
                        Ok(_) => {
                            let error = FormatError::new(puzzle.start, expected, "rules below it");
                            above.content = Err(error);
                        }
                        Err(_) => {}
                    }
                }
                _ => all.push(puzzle),
            }
        }
        all
    }

    /// Returns a puzzle before it is built. `free` is the first line above it that belongs to no other.
    fn text_puzzle(&self, found: &Found, free: usize, has_no_rules: bool) -> TextPuzzle {
        let own = &self.lines[found.lines.clone()];
        let text: Vec<String> = own.iter().map(|line| string(&line.glyphs)).collect();
        let start = place_of(own.iter().map(|line| &line.glyphs));
        let draft = found.draft.as_ref().ok();
        let is_alone = draft.is_some_and(|draft| draft.is_alone);
        let is_grid = draft.is_some_and(|draft| !draft.has_own_rules()) && !is_alone;
        let above = &self.lines[free.min(found.lines.start)..found.lines.start];
        let cells = found.draft.as_ref().err().map_or(0, |near| near.cells);
        TextPuzzle {
            start,
            is_line: is_alone && has_no_rules && !self.sections.precede(start.0),
            title: is_grid.then(|| title(above)).flatten(),
            text: text.join("\n"),
            ..TextPuzzle::error(Near::meant(FormatError::no_puzzle(start), cells))
        }
    }

    /// Returns the first line of the heading of the puzzle at `start`. The heading of the first puzzle is all above
    /// it. A blank line separates that of another from the lines at `free` and below that belong to the puzzle
    /// above.
    fn heading(&self, free: Option<usize>, start: usize) -> usize {
        let Some(free) = free else { return 0 };
        let gap = (free..start).rev().find(|at| self.lines[*at].is_blank());
        gap.map_or(start, |gap| gap + 1)
    }

    /// Returns the lines around a puzzle that belong to it: its heading, and those below it up to the heading of
    /// the next. Constraints always belong to the puzzle above them.
    fn around(
        &self,
        one: &Found,
        free: Option<usize>,
        map: &Range<usize>,
        next: Option<usize>,
    ) -> Around {
        let Range { start, end } = one.lines;
        let head = self.heading(free, start);
        let tail = next.map_or(self.lines.len(), |next| self.heading(Some(end), next));
        let next = next.unwrap_or(self.lines.len());
        let mut around = Around::default();
        for at in head..next {
            let line = &self.lines[at];
            let is_above = at < start;
            let is_map = matches!(line.kind, LineKind::Map(_));
            let is_own = |rule: &&Line| match is_above {
                true => is_board(rule) && !is_map,
                false if is_map => true,
                false => at < tail || (!is_board(rule) && !is_variant(rule)),
            };
            let own: Vec<Line> = line.rules().iter().filter(is_own).cloned().collect();
            if !own.is_empty() {
                // The rows of a map are below its heading.
                let is_used = |line: &&TextLine| matches!(line.kind, LineKind::Used);
                let rows = self.lines[at + 1..next].iter().take_while(is_used);
                around.end = at + 1 + rows.count();
                around.rules.extend(own);
            }
        }
        let titles = (head..next).filter(|at| self.is_title(*at, start, tail));
        around.title = titles
            .into_iter()
            .find(|at| !is_stated(&self.lines[*at].kind, &around.rules));
        around.unread = (head..next).find(|at| {
            let line = &self.lines[*at];
            let is_code = || is_code_line(&line.glyphs);
            let is_used = matches!(line.kind, LineKind::Used) || map.contains(at);
            let is_own = match *at {
                // Constraints can be first, in source code too.
                at if at < start => is_nearly_rule(&line.glyphs) || (free.is_none() && is_code()),
                at => at < tail || has_cell(&line.glyphs) || is_code(),
            };
            line.is_unread
                && is_own
                && (!is_used || is_code() || is_rule(behind_brackets(&line.glyphs)))
        });
        around
    }

    /// Returns true for a line around the puzzle at `start` that names a rule without stating it: one of its heading,
    /// or a sentence above the heading of the next puzzle, at `tail`.
    fn is_title(&self, at: usize, start: usize, tail: usize) -> bool {
        let line = &self.lines[at];
        match &line.kind {
            LineKind::Mention(_) => at < tail,
            // Its constraints are missing.
            LineKind::Heading(..) if at >= start => {
                at < tail && self.lines.get(at + 1).is_none_or(TextLine::is_blank)
            }
            _ if at >= start => false,
            LineKind::Rules(rules) => rules.iter().any(|rule| is_variant(rule)),
            LineKind::Heading(..) => {
                let mut below = self.lines[at..start].iter().flat_map(TextLine::rules);
                below.all(|rule| is_board(rule))
            }
            _ => line.is_unread,
        }
    }

    /// Returns the map of the regions of a grid, if the grid below it is one. Without boxes, a board needs it.
    fn map_beside(
        &self,
        grid: &Found,
        below: &Found,
        builder: &PuzzleBuilder,
    ) -> Option<Result<RegionMap, FormatError>> {
        let (Ok(above), Ok(map)) = (&grid.draft, &below.draft) else {
            return None;
        };
        let is_empty = |line: &TextLine| line.is_blank() || matches!(line.kind, LineKind::Comment);
        let between = self.lines.get(grid.lines.end..below.lines.start)?;
        let is_grid = !above.is_described && !above.is_alone && above.board.is_none();
        if !between.iter().all(is_empty) || !is_grid || map.cells.len() != above.cells.len() {
            return None;
        }
        if builder.size_of(above.cells.len()).is_none() {
            return Some(map_of_cells(&map.cells));
        }
        let is_blank = |cell: &&CellText| {
            let text = cell.text.as_str();
            text == "0" || !text.starts_with(|c: char| c.is_alphanumeric())
        };
        let blank = above.cells.iter().find(is_blank)?;
        let is_map = !map.cells.iter().any(|cell| cell.text == blank.text);
        is_map.then(|| map_of(&map.cells).map(Ok))?
    }
}

/// Returns true if the rule that a line names is among these rules.
fn is_stated(line: &LineKind, rules: &[Line]) -> bool {
    let name = match line {
        LineKind::Heading(name, _) => name.to_string(),
        LineKind::Rules(names) => {
            let variant = names.iter().find(|rule| is_variant(rule));
            variant.map_or(String::new(), |rule| string(rule))
        }
        _ => return false,
    };
    rules
        .iter()
        .any(|rule| string(rule).split(' ').next() == Some(&name))
}

/// Returns true for the solution of the grid above: it has no blanks and all of its givens, or is below a grid with an
/// error.
fn is_solution(puzzle: &TextPuzzle, above: &TextPuzzle) -> bool {
    let is_grid = |puzzle: &TextPuzzle| !puzzle.is_line && puzzle.end > puzzle.start.0;
    let Ok(below) = &puzzle.content else {
        return false;
    };
    let solution = below.puzzle.givens();
    let is_of = match &above.content {
        Ok(grid) => {
            let givens = grid.puzzle.givens();
            let mut filled = givens.filled();
            solution.geometry() == givens.geometry()
                && givens.blanks().next().is_some()
                && filled.all(|given| solution.get(given.cell) == Some(given.digit))
        }
        Err(_) => 2 * above.cells > solution.geometry().grid_cell_count(),
    };
    is_of && is_grid(puzzle) && is_grid(above) && solution.blanks().next().is_none()
}

/// Finds the arrays with boards and marks their lines as used.
fn find_arrays(lines: &mut [TextLine], builder: &mut PuzzleBuilder) -> Vec<Found> {
    let is_bracket = |glyph: &Glyph| "[({".contains(glyph.c);
    if !lines.iter().any(|line| line.glyphs.iter().any(is_bracket)) {
        return Vec::new();
    }
    let unused = lines.iter().map(|line| match line.row() {
        Some(row) => row.glyphs.clone(),
        // A rule can follow the last brackets of an array.
        None if line.rules().is_empty() => Line::new(),
        None => {
            let is_end = |glyph: &&Glyph| glyph.c.is_whitespace() || "])}".contains(glyph.c);
            line.glyphs
                .iter()
                .copied()
                .take_while(|glyph| is_end(&glyph))
                .collect()
        }
    });
    let unused: Vec<Line> = unused.collect();
    let mut found = Vec::new();
    for array in arrays(&unused, builder) {
        let Range { start, end } = array.lines;
        if array.boards.is_empty() {
            let near = array.near.map(|near| Found::near(near, start..end));
            let own = lines[start..end].iter_mut();
            if near.as_ref().is_some_and(|near| !near.is_weak()) {
                own.for_each(|line| line.kind = LineKind::Used);
            }
            found.extend(near);
            continue;
        }
        // An array is one of a list only if the text begins with it.
        let is_text = |line: &TextLine| line.row().is_some() || line.is_frame();
        let glyphs = &lines[start].glyphs;
        let bracket = glyphs.iter().position(is_bracket).unwrap_or(0);
        let mut words = glyphs[..bracket].split(|glyph| glyph.c == ' ');
        let mut below = lines[end..]
            .iter()
            .filter_map(|line| trim(&line.glyphs).first());
        let is_alone = end - start == 1
            && array.boards.len() == 1
            && below.next().is_none_or(is_bracket)
            && !lines[..start].iter().any(is_text)
            && !words.any(is_word);
        let own = lines[start..end].iter_mut();
        own.filter(|line| line.rules().is_empty())
            .for_each(|line| line.kind = LineKind::Used);
        found.extend(array.boards.into_iter().map(|draft| {
            let draft = draft.arranged(Arrangement::SpacedRows);
            Found::puzzle(PuzzleDraft { is_alone, ..draft }, start..end)
        }));
    }
    found
}

/// Returns the boards of all arrays in lines, or nothing if there are none.
pub(crate) fn boards(lines: Vec<Line>, builder: &mut PuzzleBuilder) -> Vec<Content> {
    // A bare string is an array of one.
    let bracket = |c| vec![Glyph::new(c, (0, 0))];
    let lines = [vec![bracket('[')], lines, vec![bracket(']')]].concat();
    let boards = arrays(&lines, builder)
        .into_iter()
        .flat_map(|array| array.boards);
    boards
        .map(|draft| builder.build(draft, None, Vec::new()))
        .collect()
}

/// Returns the place of the first character of lines.
fn place_of<'l>(lines: impl Iterator<Item = &'l Line>) -> LineColumn {
    let first = lines.flatten().next();
    first.map_or((1, 1), |first| first.position())
}

/// Returns the error of a line that is meant as a rule, but cannot be read.
fn unread_rule(line: &[Glyph]) -> FormatError {
    let text = string(trim(line));
    let place = trim(line).first().map_or((1, 1), |first| first.position());
    let rule = meant(&text).unwrap_or("cage 15 r1c1 r1c2");
    let expected = format!("a rule such as `{rule}`, or a comment (`#`), below a grid");
    FormatError::new(place, expected, quote(&text))
}

/// Returns the title of a grid from the lines above it: the last one, apart from frames and fences of
/// code.
fn title(above: &[TextLine]) -> Option<String> {
    let is_other = |line: &&TextLine| line.is_frame() || starts_with(&line.glyphs, "```");
    let line = above.iter().rev().find(|line| !is_other(line))?;
    let is_title = match &line.kind {
        LineKind::Rules(_) => true,
        _ => line.row().is_some_and(|row| !row.is_header()),
    };
    let text = string(&line.glyphs);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "#*=[]<>\"".contains(c));
    (is_title && !text.is_empty()).then(|| text.trim_end_matches(':').to_string())
}
