//! Puzzles in a text, in order, with the lines around them: rules, region maps, titles and headings of sections.

use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;
use std::vec::IntoIter;

use super::array::arrays;
use super::builder::{Content, PuzzleBuilder};
use super::cell_list::is_list;
use super::described;
use super::draft::PuzzleDraft;
use super::found::Found;
use super::glyph::{CellText, Glyph, Line, LineColumn, string, trim};
use super::left_out::is_code;
use super::markup::without_markup;
use super::paragraph::find_others;
use super::record::Record;
use super::region_map::{MapRows, map_of, map_of_cells, read_map, take_maps};
use super::row::{CellRow, is_word};
use super::rows::find_grids;
use super::rules::names::meant;
use super::rules::spelling::{has_cell, is_rule};
use super::rules::text::{behind_brackets, board_of, board_sizes, is_board};
use super::sections::Sections;
use super::text_line::{LineKind, TextLine, classified};
use super::translation::PLAIN;
use crate::form::Arrangement;
use satdoku::board::{Grid, RegionMap, Variant};
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
    /// True if it is in a section that has no puzzles, such as `[State]`.
    pub is_ignored: bool,
    pub title: Option<String>,
    pub text: String,
    /// The line with the place of an error.
    pub error_line: Option<String>,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
    /// True for the error of a form that lines nearly have, which counts only in a text without a puzzle or
    /// another error.
    pub is_near: bool,
}

impl TextPuzzle {
    /// Returns an error in this many cells that is not part of a puzzle.
    pub fn error(error: FormatError, cells: usize) -> TextPuzzle {
        let start = (error.place.line, error.place.column);
        TextPuzzle {
            content: Err(error),
            start,
            end: start.0,
            is_line: false,
            is_ignored: false,
            title: None,
            text: String::new(),
            error_line: None,
            cells,
            is_near: false,
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
        Record {
            title: self.title,
            ..record
        }
    }
}

/// Finds the puzzles in lines, which may be a part of a text: `sections` has the headings of the parts
/// before it, and the last grid of an open part may continue after it.
pub(crate) fn text_puzzles(
    lines: Vec<Line>,
    is_open: bool,
    sections: &mut Sections,
    builder: &mut PuzzleBuilder,
) -> Vec<TextPuzzle> {
    let translated = without_markup(lines).by(&PLAIN);
    sections.add(&translated.lines);
    let (first, _) = place_of(translated.lines.iter());
    let mut lines = classified(translated.lines, !builder.geometry.is_empty());
    let maps = take_maps(&mut lines);
    let is_unread = |at: &usize| matches!(lines[*at].kind, LineKind::Unread(_));
    let mut unread: Vec<usize> = (0..lines.len()).filter(is_unread).collect();
    let (mut found, is_all) = described::find(&mut lines, &maps, is_open, builder);
    if !is_all {
        let rules = lines.iter().flat_map(TextLine::rules);
        builder.own_sizes = board_sizes(rules);
        found.extend(find_arrays(&mut lines, builder));
        found.extend(find_grids(&mut lines, is_open, builder));
        found.extend(find_others(&mut lines, builder));
    }
    let (near, mut found): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|found| found.is_near);
    found.sort_by_key(|found| found.lines.start);
    take_stray_givens(&mut found, &mut lines, &mut unread);
    if !is_all {
        found.splice(..0, blank_puzzle(&found, &lines, builder));
    }
    let text = Text {
        lines,
        maps,
        unread,
        sections,
    };
    let mut all = text.puzzles(found, builder);
    let starts: Vec<usize> = all.iter().map(|found| found.start.0).collect();
    for line in sections.without_puzzle(first, &starts) {
        let error = FormatError::new((line, 1), "a puzzle below [Puzzle]", "none");
        all.push(TextPuzzle::error(error, 0));
    }
    let errors = translated.errors.into_iter();
    all.extend(errors.map(|near| TextPuzzle::error(near.error, near.cells)));
    let near = near
        .into_iter()
        .filter_map(|near| Some((near.draft.err()?, near.cells)));
    let near = near.chain(translated.near.map(|near| (near.error, near.cells)));
    all.extend(near.map(|(error, cells)| TextPuzzle {
        is_near: true,
        ..TextPuzzle::error(error, cells)
    }));
    all.sort_by_key(|found| found.start);
    all
}

/// Removes the lists of givens directly below another puzzle, which are meant for that one.
fn take_stray_givens(found: &mut Vec<Found>, lines: &mut [TextLine], unread: &mut Vec<usize>) {
    let mut above = None;
    found.retain(|one| {
        let has_givens = one.lines.clone().all(|at| is_list(&lines[at].glyphs));
        let is_below = |end: usize| {
            lines[end..one.lines.start]
                .iter()
                .all(|line| line.row().is_none())
        };
        let is_stray = has_givens && above.is_some_and(is_below);
        match is_stray {
            true => {
                let own = lines[one.lines.clone()].iter_mut();
                own.for_each(|line| line.kind = LineKind::Unread(CellRow::default()));
                unread.extend(one.lines.clone());
            }
            false => above = (!has_givens && one.draft.is_ok()).then_some(one.lines.end),
        }
        !is_stray
    });
    unread.sort_unstable();
}

/// Returns the blank puzzle of constraints above all others.
fn blank_puzzle(found: &[Found], lines: &[TextLine], builder: &PuzzleBuilder) -> Option<Found> {
    let end = found.first().map_or(lines.len(), |found| found.lines.start);
    let rules = || {
        let lines = lines[..end].iter().enumerate();
        lines.flat_map(|(at, line)| line.rules().iter().map(move |rule| (at, rule)))
    };
    let is_drawn = |rule: &Line| !is_variant(rule) && !is_board(rule);
    let (_, first) = rules().find(|(_, rule)| is_drawn(rule))?;
    let texts: Vec<Line> = rules().map(|(_, rule)| rule.clone()).collect();
    let board = board_of(&texts).ok().flatten();
    let size = board.map_or_else(
        || builder.options.blank_size(),
        |board| board.shape().size(),
    );
    let draft = PuzzleDraft {
        position: first[0].position(),
        ..PuzzleDraft::new(Grid::blank(size))
    };
    let (start, _) = rules().next()?;
    Some(Found::puzzle(draft, start..start + 1))
}

/// Returns true for the name of a variant.
fn is_variant(rule: &Line) -> bool {
    string(rule).parse::<Variant>().is_ok()
}

/// The lines of a text, which belong to its puzzles.
struct Text<'s> {
    lines: Vec<TextLine>,
    maps: Vec<MapRows>,
    /// The lines that named a cell or a rule before puzzles were found in some of them.
    unread: Vec<usize>,
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
            let (map, map_lines) = self.region_map(&one, &mut found, builder);
            let next = found.peek().map(|next| next.lines.start);
            let around = self.around(&one, all.last().map(|_| free), &map_lines, next);
            let end = around.end.max(one.lines.end).max(map_lines.end);
            let mut puzzle = self.text_puzzle(&one, free, around.rules.is_empty());
            let mut above = self.lines[..end].iter().rev();
            let last = above.find_map(|line| line.glyphs.last());
            puzzle.end = last.map_or(puzzle.end, |last| last.position().0);
            let unread = around.unread.filter(|_| !puzzle.is_ignored);
            let has_no_rules = around.rules.is_empty();
            let checked = self.check_length(&puzzle.text, &one, builder);
            puzzle.content = checked.and(one.draft).and_then(|draft| {
                let mut built = builder.build(draft, map.transpose()?, around.rules)?;
                if let Some(at) = unread {
                    return Err(unread_rule(&self.lines[at].glyphs));
                }
                built.notes.extend(around.title.map(|at| {
                    let title = quote(&string(trim(&self.lines[at].glyphs)));
                    format!("the line {title} names a rule that was not read")
                }));
                Ok(built)
            });
            free = end;
            match all.last_mut() {
                Some(above) if has_no_rules && is_solution(&puzzle, above) => {
                    above.end = puzzle.end;
                    if let Ok(above) = &mut above.content {
                        above
                            .notes
                            .push("the solution below it was set aside".to_string());
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
        let text = own.iter().map(|line| string(&line.glyphs));
        let start = place_of(own.iter().map(|line| &line.glyphs));
        let draft = found.draft.as_ref().ok();
        let is_alone = draft.is_some_and(|draft| draft.is_alone);
        let is_grid = draft.is_some_and(|draft| !draft.has_own_rules()) && !is_alone;
        let above = &self.lines[free.min(found.lines.start)..found.lines.start];
        TextPuzzle {
            start,
            is_line: is_alone && has_no_rules && !self.sections.precede(start.0),
            is_ignored: self.sections.is_ignored(start.0),
            title: is_grid.then(|| title(above)).flatten(),
            text: text.collect::<Vec<_>>().join("\n"),
            ..TextPuzzle::error(FormatError::no_puzzle(start), found.cells)
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
        let next = next.unwrap_or(self.lines.len());
        let head = self.heading(free, start);
        let tail = match next == self.lines.len() {
            true => next,
            false => self.heading(Some(end), next),
        };
        let mut rules: Vec<(usize, &Line)> = Vec::new();
        let mut titles = Vec::new();
        for at in head..next {
            let line = &self.lines[at];
            let is_title = match &line.kind {
                LineKind::Rules(_) if at >= start && at < tail => {
                    rules.extend(line.rules().iter().map(|rule| (at, rule)));
                    false
                }
                LineKind::Rules(_) => {
                    let is_own = |rule: &&Line| match at < start {
                        true => is_board(rule),
                        false => !is_board(rule) && !is_variant(rule),
                    };
                    let own = line.rules().iter().filter(is_own);
                    rules.extend(own.map(|rule| (at, rule)));
                    line.rules().iter().any(is_variant)
                }
                LineKind::Heading(..) => {
                    let below = self.lines[at..start.max(at)].iter();
                    !below.flat_map(TextLine::rules).any(|rule| !is_board(rule))
                }
                LineKind::Unread(_) => !has_cell(&line.glyphs) && !is_code(&line.glyphs),
                LineKind::Mention(_) => true,
                _ => false,
            };
            let is_mention = matches!(line.kind, LineKind::Mention(_)) && at < tail;
            if is_title && (at < start || is_mention) {
                titles.push(at);
            }
        }
        let is_stated = |at: &usize| {
            let line = &self.lines[*at];
            let name = match &line.kind {
                LineKind::Heading(name, _) => Some(name.to_string()),
                LineKind::Rules(rules) => rules
                    .iter()
                    .find(|rule| is_variant(rule))
                    .map(|rule| string(rule)),
                _ => None,
            };
            let first = |rule: &Line| string(rule).split(' ').next().map(str::to_string);
            name.is_some() && rules.iter().any(|(_, rule)| first(rule) == name)
        };
        let is_error = |at: &usize| {
            let line = &self.lines[*at].glyphs;
            let is_used = matches!(self.lines[*at].kind, LineKind::Used) || map.contains(at);
            let is_rule = || is_rule(behind_brackets(line)) || is_code(line);
            let is_below = (start..tail).contains(at)
                || ((tail..next).contains(at) && (has_cell(line) || is_code(line)));
            // Source code can have the constraints of its puzzle first.
            let is_above = free.is_none() && *at < start && is_code(line);
            (is_below || is_above) && (!is_used || is_rule())
        };
        Around {
            unread: self.unread.iter().copied().find(is_error),
            title: titles.into_iter().find(|at| !is_stated(at)),
            end: rules.last().map_or(0, |(at, _)| at + 1),
            rules: rules.into_iter().map(|(_, rule)| rule.clone()).collect(),
        }
    }

    /// Returns the region map that follows a puzzle, below a heading or as the next grid, and the lines of both.
    fn region_map(
        &self,
        one: &Found,
        found: &mut Peekable<IntoIter<Found>>,
        builder: &PuzzleBuilder,
    ) -> (Option<Result<RegionMap, FormatError>>, Range<usize>) {
        let next = found
            .peek()
            .map_or(self.lines.len(), |next| next.lines.start);
        let is_below = |map: &&MapRows| (one.lines.end..next).contains(&map.lines.start);
        if let Some(map) = self.maps.iter().find(is_below) {
            return (Some(self.heading_map(map, one)), map.lines.clone());
        }
        let none = (None, one.lines.end..one.lines.end);
        let Some(below) = found.peek() else {
            return none;
        };
        match self.map_beside(one, below, builder) {
            Some(map) => {
                let end = below.lines.end;
                found.next();
                (Some(map), one.lines.end..end)
            }
            None => none,
        }
    }

    /// Parses the map below a heading.
    fn heading_map(&self, map: &MapRows, grid: &Found) -> Result<RegionMap, FormatError> {
        let count = map.rows.len();
        let size = match &grid.draft {
            Ok(draft) => draft.givens.geometry().rows(),
            Err(_) => count,
        };
        if count == size || count == 1 {
            return read_map(&map.rows);
        }
        let heading = &self.lines[map.lines.start].glyphs;
        let (line, _) = place_of([heading].into_iter());
        let expected = format!("{size} rows of a region map below the heading");
        Err(FormatError::new((line, 1), expected, count.to_string()))
    }

    /// Checks that the text of a puzzle is not longer than a record.
    fn check_length(
        &self,
        text: &str,
        found: &Found,
        builder: &PuzzleBuilder,
    ) -> Result<(), FormatError> {
        let lines = || {
            self.lines[found.lines.clone()]
                .iter()
                .map(|line| &line.glyphs)
        };
        // Several characters can have been made of one.
        let of_line = |line: &Line| {
            line.chunk_by(|one, next| one.position() == next.position())
                .count()
        };
        let longest = builder.longest;
        if text.len() <= longest || lines().map(of_line).sum::<usize>() <= longest {
            return Ok(());
        }
        let expected = format!("a puzzle of at most {longest} bytes");
        Err(FormatError::new(
            place_of(lines()),
            expected,
            "a longer one",
        ))
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
        let is_below = self
            .lines
            .get(grid.lines.end..below.lines.start)?
            .iter()
            .all(is_empty);
        let is_grid = !above.is_described && !above.is_alone && above.board.is_none();
        if !is_below || !is_grid || map.cells.len() != above.cells.len() {
            return None;
        }
        if builder.size_of(above.cells.len()).is_none() {
            return Some(map_of_cells(&map.cells));
        }
        let is_blank = |cell: &&CellText| {
            let text = cell.text.as_str();
            matches!(text, "" | "0") || !text.starts_with(|c: char| c.is_alphanumeric())
        };
        let blank = above.cells.iter().find(is_blank)?;
        let is_map = !map.cells.iter().any(|cell| cell.text == blank.text);
        is_map.then(|| map_of(&map.cells).map(Ok))?
    }
}

/// Returns true for the solution of the grid above: it has no blanks and all of its givens.
fn is_solution(puzzle: &TextPuzzle, above: &TextPuzzle) -> bool {
    let (Ok(below), Ok(grid)) = (&puzzle.content, &above.content) else {
        return false;
    };
    let (solution, givens) = (below.puzzle.givens(), grid.puzzle.givens());
    let is_grid = |puzzle: &TextPuzzle| !puzzle.is_line && puzzle.end > puzzle.start.0;
    let mut filled = givens.filled();
    is_grid(puzzle)
        && is_grid(above)
        && puzzle.is_ignored == above.is_ignored
        && solution.geometry() == givens.geometry()
        && solution.blanks().next().is_none()
        && givens.blanks().next().is_some()
        && filled.all(|given| solution.get(given.cell) == Some(given.digit))
}

/// Finds the arrays with boards and marks their lines as used.
fn find_arrays(lines: &mut [TextLine], builder: &mut PuzzleBuilder) -> Vec<Found> {
    let is_bracket = |glyph: &Glyph| "[({".contains(glyph.c);
    if !lines.iter().any(|line| line.glyphs.iter().any(is_bracket)) {
        return Vec::new();
    }
    let unused = lines.iter().map(|line| match line.row() {
        Some(row) => row.glyphs.clone(),
        None => Line::new(),
    });
    let unused: Vec<Line> = unused.collect();
    let mut found = Vec::new();
    for array in arrays(&unused, builder) {
        if array.boards.is_empty() {
            let lines = *array.lines.start()..array.lines.end() + 1;
            found.extend(array.near.map(|near| Found::near(near, lines)));
            continue;
        }
        // An array is one of a list only if the text begins with it.
        let (first, last) = (*array.lines.start(), *array.lines.end());
        let is_text = |line: &TextLine| line.row().is_some() || line.is_frame();
        let glyphs = &lines[first].glyphs;
        let bracket = glyphs.iter().position(is_bracket).unwrap_or(0);
        let mut words = glyphs[..bracket].split(|glyph| glyph.c == ' ');
        let mut below = lines[last + 1..].iter().map(|line| trim(&line.glyphs));
        let below = below.find(|line| !line.is_empty());
        let is_alone = first == last
            && array.boards.len() == 1
            && below.is_none_or(|line| is_bracket(&line[0]))
            && !lines[..first].iter().any(is_text)
            && !words.any(is_word);
        let own = &mut lines[array.lines.clone()];
        own.iter_mut().for_each(|line| line.kind = LineKind::Used);
        found.extend(array.boards.into_iter().map(|draft| {
            let draft = PuzzleDraft {
                is_alone,
                ..draft.arranged(Arrangement::SpacedRows)
            };
            Found::puzzle(draft, first..last + 1)
        }));
    }
    found
}

/// Returns the boards of all arrays in lines, or nothing if there are none.
pub(crate) fn boards(lines: Vec<Line>, builder: &mut PuzzleBuilder) -> Vec<Content> {
    // A bare string is an array of one.
    let bracket = |c| vec![Glyph::new(c, (0, 0))];
    let lines = [vec![bracket('[')], lines, vec![bracket(']')]].concat();
    let arrays = arrays(&lines, builder);
    let boards = arrays.into_iter().flat_map(|array| array.boards);
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
    let is_frame =
        |line: &&TextLine| line.is_frame() || string(trim(&line.glyphs)).starts_with("```");
    let line = above.iter().rev().find(|line| !is_frame(line))?;
    let is_title = match &line.kind {
        LineKind::Rules(_) => true,
        _ => line.row().is_some_and(|row| !row.is_header()),
    };
    let text = string(&line.glyphs);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "#*=[]<>\"".contains(c));
    (is_title && !text.is_empty()).then(|| text.trim_end_matches(':').to_string())
}
