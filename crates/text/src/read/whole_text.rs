//! Puzzles in a text, in order, with the lines around them: region maps, titles and headings of sections.
//!
//! A text takes three steps: plain characters (`glyph`), structure (`markup`, `array`), cells (`grid`).

use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;
use std::vec::IntoIter;

use super::any_board;
use super::array::arrays;
use super::builder::{Content, PuzzleBuilder};
use super::cell_list::is_list;
use super::draft::PuzzleDraft;
use super::found::Found;
use super::glyph::{CellText, Glyph, Line, LineColumn, string, trim};
use super::grid::find_grids;
use super::left_out::is_code;
use super::line_kind::{LineKind, classify, is_comment};
use super::markup::without_markup;
use super::record::Record;
use super::region_map::{is_heading, map_of, read_map, rows_below};
use super::row::is_word;
use super::rules::lines::{RuleLines, blank_puzzle, rule_lines, unread};
use super::rules::spelling::is_rule;
use super::rules::text::{behind_brackets, board_sizes};
use super::sections::Sections;
use super::translation::PLAIN;
use crate::form::Arrangement;
use satdoku::board::RegionMap;
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
    pub note: Option<String>,
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
            note: None,
            text: String::new(),
            error_line: None,
            cells,
            is_near: false,
        }
    }

    /// Returns a puzzle of lines before it is built. `above` are the lines between the one above and it.
    fn of(found: &Found, above: &[Line], lines: &[Line], sections: &Sections) -> TextPuzzle {
        let own = &lines[found.lines.clone()];
        let text = own.iter().map(|line| string(line)).collect::<Vec<_>>();
        let start = place_of(own);
        let draft = found.draft.as_ref().ok();
        let is_alone = draft.is_some_and(|draft| draft.is_alone);
        let is_grid = draft.is_some_and(|draft| !draft.has_own_rules()) && !is_alone;
        TextPuzzle {
            start,
            is_line: is_alone && !sections.precede(start.0),
            is_ignored: sections.is_ignored(start.0),
            title: is_grid.then(|| title(above)).flatten(),
            text: text.join("\n"),
            ..TextPuzzle::error(FormatError::no_puzzle(start), found.cells)
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
            note: self.note,
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
    let lines = translated.lines;
    sections.add(&lines);
    let mut entries: Vec<LineKind> = lines.iter().map(classify).collect();
    let described = any_board::find(&lines, &mut entries, is_open, builder);
    // Rules end a region map above them.
    let mut drawn = rule_lines(&lines, &mut entries);
    builder.own_sizes = board_sizes(drawn.rules.iter().map(|rule| &rule.text));
    let mut maps = Vec::new();
    for at in 0..lines.len() {
        if is_heading(&lines[at]) && !matches!(entries[at], LineKind::Used) {
            let (length, rows) = rows_below(&entries[at + 1..]);
            entries[at..=at + length].fill_with(|| LineKind::Used);
            maps.push((at..at + length + 1, rows));
        }
    }
    let mut found = find_arrays(&lines, &mut entries, builder);
    found.extend(find_grids(&mut entries, is_open, builder));
    let (near, mut found): (Vec<Found>, Vec<Found>) = found
        .into_iter()
        .chain(described)
        .partition(|found| found.is_near);
    found.sort_by_key(|found| found.lines.start);
    drawn.take_titles(&lines, &found);
    let strays = take_stray_givens(&mut found, &lines, &entries);
    drawn.suspicious.extend(strays);
    drawn.suspicious.sort_unstable();
    let is_used = |at: &usize| {
        let mut ranges = found.iter().map(|found| &found.lines);
        ranges.any(|lines| lines.contains(at)) || maps.iter().any(|(map, _)| map.contains(at))
    };
    let is_behind = |at: &usize| is_rule(behind_brackets(&lines[*at]));
    let is_rule = |at: &usize| is_behind(at) || is_code(&lines[*at]);
    drawn.suspicious.retain(|at| !is_used(at) || is_rule(at));
    let first = found.first().map_or(lines.len(), |found| found.lines.start);
    let alone = drawn.rules.partition_point(|rule| rule.at < first);
    found.splice(..0, blank_puzzle(&drawn.rules[..alone], &builder.options));
    builder.take_note(false);
    let mut all = with_additions(found, maps, drawn, &lines, sections, builder);
    let starts: Vec<usize> = all.iter().map(|found| found.start.0).collect();
    let (first, _) = place_of(&lines);
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

/// Builds the puzzles, each with the region map and the constraints that follow it and the title above
/// it.
fn with_additions(
    found: Vec<Found>,
    maps: Vec<(Range<usize>, Vec<Line>)>,
    drawn: RuleLines,
    lines: &[Line],
    sections: &Sections,
    builder: &mut PuzzleBuilder,
) -> Vec<TextPuzzle> {
    let RuleLines {
        rules: mut drawn,
        suspicious,
        titles,
    } = drawn;
    let mut found = found.into_iter().peekable();
    let mut maps = maps.into_iter().peekable();
    let mut all = Vec::new();
    // The first line that belongs to no puzzle yet.
    let mut free = 0;
    while let Some(one) = found.next() {
        let (map, end) = region_map(&one, &mut found, &mut maps, lines);
        let first = one.lines.start;
        let next = found.peek().map_or(lines.len(), |next| next.lines.start);
        let rest = drawn.split_off(drawn.partition_point(|rule| rule.at < next));
        let below = std::mem::replace(&mut drawn, rest);
        let end = end.max(below.last().map_or(0, |rule| rule.at + 1));
        let mut puzzle = TextPuzzle::of(&one, &lines[free.min(first)..first], lines, sections);
        puzzle.is_line &= below.is_empty();
        if let Some(last) = lines[..end].iter().rev().find_map(|line| line.last()) {
            puzzle.end = last.position().0;
        }
        let mut named = titles
            .iter()
            .filter(|title| (free..first).contains(&title.at));
        let named = named.find(|title| !title.is_stated(&below));
        let below = below.into_iter().map(|rule| rule.text).collect();
        let mut unread_lines = suspicious.iter().filter(|_| !puzzle.is_ignored);
        // Source code can have the constraints of its puzzle first.
        let is_above = |at: usize| all.is_empty() && at < first && is_code(&lines[at]);
        let unread_line = unread_lines.find(|at| (first..next).contains(*at) || is_above(**at));
        let checked = check_length(&puzzle.text, &lines[one.lines], builder);
        puzzle.content = checked.and(one.draft).and_then(|draft| {
            let content = builder.build(draft, map.transpose()?, below)?;
            unread_line.map_or(Ok(content), |at| Err(unread(&lines[*at])))
        });
        puzzle.note = builder.take_note(puzzle.content.is_ok()).or_else(|| {
            let title = quote(&string(trim(&lines[named?.at])));
            Some(format!("the line {title} names a rule that was not read"))
        });
        all.push(puzzle);
        free = end;
    }
    all
}

/// Removes the lists of givens directly below another puzzle, which are meant for that one, and returns
/// their lines.
fn take_stray_givens(found: &mut Vec<Found>, lines: &[Line], entries: &[LineKind]) -> Vec<usize> {
    let mut strays = Vec::new();
    let mut above = None;
    let is_row = |entry: &LineKind| matches!(entry, LineKind::Row(_));
    found.retain(|one| {
        let has_givens = one.lines.clone().all(|at| is_list(&lines[at]));
        let is_below = |end: usize| !entries[end..one.lines.start].iter().any(is_row);
        let is_stray = has_givens && above.is_some_and(is_below);
        match is_stray {
            true => strays.extend(one.lines.clone()),
            false => above = (!has_givens && one.draft.is_ok()).then_some(one.lines.end),
        }
        !is_stray
    });
    strays
}

/// Finds the arrays with boards and marks their lines as used.
fn find_arrays(
    lines: &[Line],
    entries: &mut [LineKind],
    builder: &mut PuzzleBuilder,
) -> Vec<Found> {
    let is_bracket = |glyph: &Glyph| "[({".contains(glyph.c);
    if !lines.iter().flatten().any(is_bracket) {
        return Vec::new();
    }
    let unused = lines
        .iter()
        .zip(&*entries)
        .map(|(line, entry)| match entry {
            LineKind::Used => Vec::new(),
            _ => line.clone(),
        });
    let unused: Vec<Line> = unused.collect();
    let mut found = Vec::new();
    for array in arrays(&unused, builder) {
        // An array is one of a list only if the text begins with it.
        let (first, last) = (*array.lines.start(), *array.lines.end());
        let is_text = |entry: &LineKind| matches!(entry, LineKind::Row(_) | LineKind::Rule(..));
        let bracket = lines[first].iter().position(is_bracket).unwrap_or(0);
        let mut words = lines[first][..bracket].split(|glyph| glyph.c == ' ');
        let is_alone = first == last
            && array.boards.len() == 1
            && !entries[..first].iter().any(is_text)
            && !words.any(is_word);
        entries[array.lines.clone()].fill_with(|| LineKind::Used);
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

/// Returns the region map that follows a puzzle, below a heading or as the next grid, and the line after
/// both.
fn region_map(
    puzzle: &Found,
    found: &mut Peekable<IntoIter<Found>>,
    maps: &mut Peekable<IntoIter<(Range<usize>, Vec<Line>)>>,
    lines: &[Line],
) -> (Option<Result<RegionMap, FormatError>>, usize) {
    let (start, end) = (puzzle.lines.start, puzzle.lines.end);
    while maps.next_if(|(map, _)| map.start < start).is_some() {}
    let next = found.peek().map_or(lines.len(), |next| next.lines.start);
    if let Some((map, rows)) = maps.next_if(|(map, _)| map.start < next) {
        let (heading, _) = place_of(&lines[map.start..]);
        return (Some(heading_map(&rows, heading, puzzle)), map.end);
    }
    let below = found.peek();
    let map = below.and_then(|below| map_beside(puzzle, below, lines));
    match map {
        Some(map) => {
            let below = found.next().map_or(end, |below| below.lines.end);
            (Some(Ok(map)), below)
        }
        None => (None, end),
    }
}

/// Returns the place of the first character of lines.
fn place_of(lines: &[Line]) -> LineColumn {
    let first = lines.iter().flatten().next();
    first.map_or((1, 1), |first| first.position())
}

/// Parses the map below a heading on this line.
fn heading_map(rows: &[Line], heading: usize, grid: &Found) -> Result<RegionMap, FormatError> {
    let size = match &grid.draft {
        Ok(draft) => draft.givens.geometry().rows(),
        Err(_) => rows.len(),
    };
    if rows.len() == size || rows.len() == 1 {
        return read_map(rows);
    }
    let expected = format!("{size} rows of a region map below the heading");
    Err(FormatError::new(
        (heading, 1),
        expected,
        rows.len().to_string(),
    ))
}

/// Checks that the text of lines is not longer than a record.
fn check_length(text: &str, lines: &[Line], builder: &PuzzleBuilder) -> Result<(), FormatError> {
    // Several characters can have been made of one.
    let of_line = |line: &Line| {
        line.chunk_by(|one, next| one.position() == next.position())
            .count()
    };
    let longest = builder.longest;
    if text.len() <= longest || lines.iter().map(of_line).sum::<usize>() <= longest {
        return Ok(());
    }
    let expected = format!("a puzzle of at most {longest} bytes");
    Err(FormatError::new(place_of(lines), expected, "a longer one"))
}

/// Returns the map of the regions of a grid, if the grid below it is one.
fn map_beside(grid: &Found, below: &Found, lines: &[Line]) -> Option<RegionMap> {
    let (Ok(above), Ok(map)) = (&grid.draft, &below.draft) else {
        return None;
    };
    let is_empty = |line: &Line| trim(line).is_empty() || is_comment(line);
    let is_blank = |cell: &&CellText| {
        let text = cell.text.as_str();
        matches!(text, "" | "0") || !text.starts_with(|c: char| c.is_alphanumeric())
    };
    let blank = above.cells.iter().find(is_blank)?;
    let is_below = lines
        .get(grid.lines.end..below.lines.start)?
        .iter()
        .all(is_empty);
    let is_map =
        !above.is_described && !above.is_alone && is_below && map.cells.len() == above.cells.len();
    (is_map && !map.cells.iter().any(|cell| cell.text == blank.text)).then(|| map_of(&map.cells))?
}

/// Returns the title of a grid from the lines above it: the last one, apart from frames and fences of
/// code.
fn title(above: &[Line]) -> Option<String> {
    let is_frame = |line: &&Line| {
        matches!(classify(line), LineKind::Rule(..)) || string(trim(line)).starts_with("```")
    };
    let line = above.iter().rev().find(|line| !is_frame(line))?;
    let is_title = matches!(classify(line), LineKind::Row(row) if !row.is_header());
    let text = string(line);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "#*=[]<>\"".contains(c));
    (is_title && !text.is_empty()).then(|| text.trim_end_matches(':').to_string())
}
