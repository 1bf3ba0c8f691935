//! Puzzles on boards that rules describe: `board 6x9`, `digits 0-8`, `raw`, `grids r1c1 r7c7`,
//! `samurai`, `holes r1c1`, `variables x 5`.
//!
//! Such rules are on lines around the cells, after them on one line, in a field, or in the options. They
//! say how many cells there are, so cells are read in reading order, and frames and spaces between
//! them are skipped. Only a samurai is also recognised by its rows.

use super::builder::PuzzleBuilder;
use super::draft::PuzzleDraft;
use super::found::Found;
use super::glyph::{CellText, Glyph, Line, LineColumn, end_of, line_at, string, trim};
use super::infer::BLANKS;
use super::line_kind::{LineKind, is_comment};
use super::region_map::{is_heading, rows_below};
use super::row::{CellRow, LONGEST, Reading, cells, is_bar, is_frame, is_separator};
use super::rules::geometry::is_geometry;
use super::rules::lines::blank_size;
use super::rules::quotes;
use super::rules::spelling::{Spelled, board_rule, spelled};
use super::rules::text::{placed, rule_name, rules_of};
use super::symbols::read_digits;
use crate::form::{Arrangement, Form};
use satdoku::board::{Geometry, Grid, RuleLine, Ruleset, Shape};
use satdoku::format_error::{FormatError, quote};

/// Returns the parts of a line between semicolons, up to a comment. Rules of the board are in their text
/// form.
pub(crate) fn parts(line: &[Glyph]) -> impl Iterator<Item = Line> {
    let semicolon = quotes::position(line, |glyph| glyph.c == ';');
    let comment = semicolon.and_then(|at| quotes::position(&line[at..], |glyph| glyph.c == '#'));
    let end = comment.map_or(line.len(), |length| semicolon.unwrap_or(0) + length);
    let parts = quotes::split(&line[..end], |glyph| glyph.c == ';');
    let parts = parts.into_iter().map(trim);
    parts.map(|part| board_rule(part).unwrap_or_else(|| part.to_vec()))
}

/// Finds the puzzle on a line on its own, if rules after it or the options describe its board.
pub(crate) fn line_puzzle(
    line: &[Glyph],
    builder: &PuzzleBuilder,
) -> Option<Result<PuzzleDraft, FormatError>> {
    let mut rules: Vec<Line> = parts(line).collect();
    let is_described = rules.iter().any(|rule| is_geometry(rule));
    if !is_described && builder.geometry.is_empty() {
        let is_large = line.len() >= SAMURAI * SAMURAI && builder.options.shape.is_none();
        let symbols = line
            .iter()
            .map(|glyph| glyph.c)
            .filter(|c| !is_separator(*c));
        if !is_large || !is_samurai(symbols) {
            return None;
        }
        rules.push(line_at("samurai", first_place(&rules[..1], (1, 1))));
    }
    let has_puzzle = rules.first().is_some_and(|first| !is_geometry(first));
    let puzzle = if has_puzzle {
        rules.remove(0)
    } else {
        Line::new()
    };
    let has_cells = !trim(&puzzle).is_empty();
    rules.retain(|rule| !rule.is_empty());
    let text = BoardText {
        rules,
        rows: has_cells.then(|| puzzle.clone()).into_iter().collect(),
        ..BoardText::default()
    };
    let mut drafts = match text.puzzles(builder) {
        Ok(drafts) => drafts,
        Err(error) => return Some(Err(error)),
    };
    let only = drafts.pop();
    Some(match only.filter(|_| drafts.is_empty()) {
        Some((_, draft)) => Ok(PuzzleDraft {
            is_alone: true,
            ..draft
        }),
        None => Err(FormatError::new(
            end_of(&puzzle, (1, 1)),
            "one puzzle",
            "another",
        )),
    })
}

/// Returns a puzzle without givens on the board of the options.
///
/// # Errors
/// If there is no such board.
pub(crate) fn blank(
    builder: &PuzzleBuilder,
    position: LineColumn,
) -> Result<PuzzleDraft, FormatError> {
    let rules = ruleset(&[], blank_size(&builder.options), position, builder)?;
    let blank = Grid::blank(rules.geometry());
    Ok(draft_on(rules, blank, position))
}

/// Finds the puzzles in the lines of a text, and marks the lines as used: those with rules after them,
/// and if rules or the options describe a board, all others. If it `is_open`, more lines follow.
pub(crate) fn find(
    lines: &[Line],
    entries: &mut [LineKind],
    is_open: bool,
    builder: &PuzzleBuilder,
) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_unread = !matches!(entries[at], LineKind::Comment | LineKind::Blank);
        let is_described = || parts(line).skip(1).any(|rule| is_geometry(&rule));
        if is_unread && !parts(line).next().is_some_and(|rule| is_geometry(&rule)) && is_described()
        {
            entries[at] = LineKind::Used;
            let draft = line_puzzle(line, builder);
            found.extend(draft.map(|draft| Found {
                draft,
                lines: at..at + 1,
                cells: 0,
                is_near: false,
            }));
        }
    }
    let is_rule = |at: &usize| {
        let is_unread = !matches!(entries[*at], LineKind::Comment | LineKind::Used);
        is_unread && parts(&lines[*at]).any(|rule| is_geometry(&rule))
    };
    let described: Vec<usize> = (0..lines.len()).filter(is_rule).collect();
    if described.is_empty() && builder.geometry.is_empty() {
        found.extend(find_samurai(lines, entries, builder));
        return found;
    }
    for text in BoardText::of(lines, entries, builder) {
        found.extend(text.found(is_open, builder));
    }
    entries.fill_with(|| LineKind::Used);
    found
}

/// The lines of a text that are about one board.
#[derive(Default)]
struct BoardText {
    /// The rules before the first row, and those after a puzzle on its line.
    rules: Vec<Line>,
    /// The indices of the lines of these rules.
    rule_lines: Vec<usize>,
    rows: Vec<Line>,
    /// The indices of the lines of the rows.
    row_lines: Vec<usize>,
    /// The rules after a row, each with the number of rows before it.
    behind: Vec<(usize, Line)>,
    has_frame: bool,
}

/// A line of such a text.
enum BoardLine {
    Rules(Vec<Line>),
    Row,
    Frame,
    Other,
}

impl BoardText {
    /// Splits a text at rules that describe the board again. The rows of a region map become a rule.
    fn of(lines: &[Line], entries: &[LineKind], builder: &PuzzleBuilder) -> Vec<BoardText> {
        let mut all = vec![BoardText::default()];
        let highest = highest(lines, builder);
        let mut at = 0;
        while at < lines.len() {
            let line = &lines[at];
            let number = at;
            at += 1;
            if matches!(entries[number], LineKind::Used) || trim(line).is_empty() {
                continue;
            }
            let kind = match is_heading(line) {
                true => {
                    let (length, rows) = rows_below(&entries[at..]);
                    at += length;
                    BoardLine::Rules(regions(line, &rows).into_iter().collect())
                }
                false if is_comment(line) => continue,
                false => kind_of(line, highest),
            };
            let last = all.len() - 1;
            match kind {
                BoardLine::Rules(rules) => {
                    let sets_cells = |rule: &Line| matches!(RuleLine::board(&string(rule)), Ok(Some(line)) if line.sets_cells());
                    let text = &all[last];
                    let is_next = !text.rows.is_empty()
                        && rules.iter().any(sets_cells)
                        && text.all_rules().any(sets_cells);
                    if is_next {
                        all.push(BoardText::default());
                    }
                    let last = all.len() - 1;
                    all[last].rule_lines.push(number);
                    let count = all[last].rows.len();
                    match count {
                        0 => all[last].rules.extend(rules),
                        _ => all[last]
                            .behind
                            .extend(rules.into_iter().map(|rule| (count, rule))),
                    }
                }
                BoardLine::Row => {
                    all[last].rows.push(line.clone());
                    all[last].row_lines.push(number);
                }
                BoardLine::Frame => all[last].has_frame = true,
                BoardLine::Other => {}
            }
        }
        all
    }

    fn all_rules(&self) -> impl Iterator<Item = &Line> {
        self.rules
            .iter()
            .chain(self.behind.iter().map(|(_, rule)| rule))
    }

    /// Returns the puzzles, or the error in the text.
    fn found(&self, is_open: bool, builder: &PuzzleBuilder) -> Vec<Found> {
        let first = self.row_lines.iter().chain(&self.rule_lines).min();
        let last = self.row_lines.iter().chain(&self.rule_lines).max();
        let (Some(first), Some(last)) = (first, last) else {
            return Vec::new();
        };
        let drafts = match self.puzzles(builder) {
            Ok(drafts) => drafts,
            // What is missing may follow.
            Err(_) if is_open && !self.row_lines.is_empty() => return Vec::new(),
            Err(error) => {
                let cells = self
                    .rows
                    .iter()
                    .map(|row| cells(row, Reading::Symbols).len());
                return vec![Found::error(error, *first..last + 1, cells.sum())];
            }
        };
        let mut start = *first;
        let count = drafts.len();
        let found = drafts.into_iter().enumerate().map(|(index, (end, draft))| {
            let of_rows = end.checked_sub(1).and_then(|row| self.row_lines.get(row));
            let end = match (index + 1 == count, of_rows) {
                (false, Some(row)) => row + 1,
                _ => last + 1,
            };
            let lines = start..end;
            start = end;
            Found::puzzle(draft, lines)
        });
        found.collect()
    }

    /// Returns the puzzles, each with the number of rows up to its last one.
    fn puzzles(&self, builder: &PuzzleBuilder) -> Result<Vec<(usize, PuzzleDraft)>, FormatError> {
        let position = self.rows.iter().chain(&self.rules).flatten().next();
        let position = position.map_or((1, 1), |first| first.position());
        let is_of_board = |rule: &&Line| !matches!(RuleLine::board(&string(rule)), Ok(None));
        let of_board: Vec<Line> = self.all_rules().filter(is_of_board).cloned().collect();
        let counts = |reading: Reading| -> Vec<usize> {
            self.rows
                .iter()
                .map(|row| cells(row, reading).len())
                .collect()
        };
        let size = || match self.rows.is_empty() {
            true => blank_size(&builder.options),
            false => size_of(&counts(Reading::Symbols))
                .or_else(|| size_of(&counts(Reading::Words)))
                .unwrap_or(0),
        };
        let rules = ruleset(&of_board, size(), position, builder)?;
        let board = rules.geometry().clone();
        let others = |range: std::ops::Range<usize>| {
            let before = self.rules.iter().filter(|_| range.start == 0);
            let behind = self.behind.iter().filter(|(row, _)| {
                *row > range.start && (*row <= range.end || range.end == self.rows.len())
            });
            let all = before.chain(behind.map(|(_, rule)| rule));
            all.filter(|rule| !is_of_board(rule))
                .flat_map(|rule| rules_of(rule, &board))
                .collect::<Vec<Line>>()
        };
        if self.rows.is_empty() {
            let draft = draft_on(rules, Grid::blank(&board), position);
            let rules = others(0..0);
            return Ok(vec![(0, PuzzleDraft { rules, ..draft })]);
        }
        let (reading, takes) = self.split(&rules)?;
        let mut drafts = Vec::new();
        let mut start = 0;
        for (rows, coverage) in takes {
            let own = &self.rows[start..start + rows];
            let cells = own.iter().flat_map(|row| cells(row, reading)).collect();
            let cells = coverage.cells(cells, &rules)?;
            let read = read_digits(&cells, &board, builder.options.alphabet)?;
            let arrangement = match (own, self.has_frame) {
                ([_], _) => Arrangement::Line,
                (_, true) => Arrangement::Boxes,
                (own, _) => arrangement_of(own),
            };
            let form = Form {
                arrangement,
                alphabet: read.alphabet,
            };
            drafts.push((
                start + rows,
                PuzzleDraft {
                    removed: read.removed,
                    form,
                    rules: others(start..start + rows),
                    is_alone: rows == 1 && self.rule_lines.is_empty(),
                    note: note_on_zeros(&cells, &board)
                        .or_else(|| note_on_boxes(&of_board, &board)),
                    cells,
                    ..draft_on(rules.clone(), read.grid, first_place(own, position))
                },
            ));
            start += rows;
        }
        Ok(drafts)
    }

    /// Returns the reading in which the rows are puzzles, and the number of rows of each.
    ///
    /// # Errors
    /// If there are too many cells or too few.
    fn split(&self, rules: &Ruleset) -> Result<(Reading, Vec<(usize, Coverage)>), FormatError> {
        let board = rules.geometry();
        let has_letters = *board.values().end() <= LONGEST;
        let readings = [Reading::Symbols, Reading::Words, Reading::Fields];
        let readings = readings.into_iter().skip(usize::from(!has_letters));
        for reading in readings.clone() {
            let counts = self.rows.iter().map(|row| cells(row, reading).len());
            let counts: Vec<usize> = counts.collect();
            for coverage in Coverage::ALL {
                let expected = coverage.count(rules);
                if let Some(takes) = taken(&counts, expected).filter(|_| expected > 0) {
                    return Ok((
                        reading,
                        takes.into_iter().map(|rows| (rows, coverage)).collect(),
                    ));
                }
            }
        }
        let reading = readings.into_iter().next().unwrap_or(Reading::Words);
        Err(self.bad_count(reading, board))
    }

    /// Returns the error of too many cells or too few: in the row that has them, if rows are on lines of
    /// their own.
    fn bad_count(&self, reading: Reading, board: &Geometry) -> FormatError {
        let rows: Vec<Vec<CellText>> = self.rows.iter().map(|row| cells(row, reading)).collect();
        let is_row = |cells: &&Vec<CellText>| cells.len() == board.columns();
        let are_rows = !board.has_holes() && 2 * rows.iter().filter(is_row).count() >= rows.len();
        let wrong = rows
            .iter()
            .position(|cells| !is_row(&cells))
            .filter(|_| are_rows);
        if let Some(at) = wrong {
            let (expected, found) = (board.columns(), rows[at].len());
            let place = rows[at].get(expected).map(|cell| cell.position);
            return FormatError::new(
                place.unwrap_or_else(|| end_of(&self.rows[at], (1, 1))),
                format!("{expected} cells in this row"),
                found.to_string(),
            );
        }
        let all: Vec<&CellText> = rows.iter().flatten().collect();
        let expected = board.grid_cell_count();
        let end = self.rows.last().map_or((1, 1), |row| end_of(row, (1, 1)));
        let place = all.get(expected).map_or(end, |cell| cell.position);
        let (rows, columns) = (board.rows(), board.columns());
        let expected = format!("{expected} cells on a board of {rows}x{columns}");
        FormatError::new(place, expected, all.len().to_string())
    }
}

/// The cells that are written for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coverage {
    /// Those that exist.
    Cells,
    /// Those of the rectangle, with blanks for missing cells.
    Places,
    /// Those of each of several grids.
    Grids,
}

impl Coverage {
    const ALL: [Coverage; 3] = [Coverage::Cells, Coverage::Places, Coverage::Grids];

    fn count(self, rules: &Ruleset) -> usize {
        let board = rules.geometry();
        match self {
            Coverage::Cells => board.grid_cell_count(),
            Coverage::Places => board.rows() * board.columns(),
            Coverage::Grids => rules.corners().len() * rules.shape().size().pow(2),
        }
    }

    /// Returns the cells that exist.
    ///
    /// # Errors
    /// If there is a digit in the place of a missing cell, or overlapping grids differ.
    fn cells(self, all: Vec<CellText>, rules: &Ruleset) -> Result<Vec<CellText>, FormatError> {
        match self {
            Coverage::Cells => Ok(all),
            Coverage::Places => without_holes(all, rules.geometry()),
            Coverage::Grids => merged(&all, rules),
        }
    }
}

/// Removes the blanks in the places of missing cells.
fn without_holes(all: Vec<CellText>, board: &Geometry) -> Result<Vec<CellText>, FormatError> {
    let mut left = Vec::with_capacity(board.grid_cell_count());
    for (index, cell) in all.into_iter().enumerate() {
        let (row, column) = (index / board.columns(), index % board.columns());
        if board.cell_at(row, column).is_some() {
            left.push(cell);
        } else if !is_blank(&cell.text) {
            let expected = format!("a blank: there is no cell r{}c{}", row + 1, column + 1);
            return Err(FormatError::new(cell.position, expected, quote(&cell.text)));
        }
    }
    Ok(left)
}

/// Puts the cells of overlapping grids, one after another, together.
fn merged(all: &[CellText], rules: &Ruleset) -> Result<Vec<CellText>, FormatError> {
    let (board, size) = (rules.geometry(), rules.shape().size());
    let mut cells: Vec<Option<(usize, &CellText)>> = vec![None; board.grid_cell_count()];
    for (grid, (own, (top, left))) in all.chunks(size * size).zip(rules.corners()).enumerate() {
        for (index, text) in own.iter().enumerate() {
            let (row, column) = (top + index / size, left + index % size);
            let cell = board.cell_at(row, column);
            let Some(cell) = cell.and_then(|cell| cells.get_mut(cell.index())) else {
                continue;
            };
            let is_same = |one: &CellText| {
                one.text == text.text || (is_blank(&one.text) && is_blank(&text.text))
            };
            match cell {
                Some((other, known)) if !is_same(known) => {
                    let (line, place) = known.position;
                    let expected = format!(
                        "{} in r{}c{} of grid {}, as in grid {} at {line}:{place}",
                        quote(&known.text),
                        row + 1,
                        column + 1,
                        grid + 1,
                        *other + 1
                    );
                    return Err(FormatError::new(text.position, expected, quote(&text.text)));
                }
                _ => *cell = Some((grid, text)),
            }
        }
    }
    Ok(cells
        .into_iter()
        .flatten()
        .map(|(_, text)| text.clone())
        .collect())
}

/// Returns true for what the places of missing cells contain.
fn is_blank(text: &str) -> bool {
    text == "0" || text.chars().all(|c| BLANKS.contains(&c))
}

/// Returns the number of rows of each puzzle, if rows with these numbers of cells are puzzles with
/// this many cells.
fn taken(counts: &[usize], expected: usize) -> Option<Vec<usize>> {
    let (mut takes, mut rows, mut sum) = (Vec::new(), 0, 0);
    for count in counts {
        (rows, sum) = (rows + 1, sum + count);
        if sum == expected {
            takes.push(rows);
            (rows, sum) = (0, 0);
        } else if sum > expected {
            return None;
        }
    }
    (rows == 0 && !takes.is_empty()).then_some(takes)
}

/// Returns the size of a square whose rows have these numbers of cells: each row on a line of its own,
/// or all of them on one line.
fn size_of(counts: &[usize]) -> Option<usize> {
    let first = *counts.first()?;
    let total: usize = counts.iter().sum();
    let is_square = |count: usize| count.isqrt().pow(2) == count;
    match first {
        0 => None,
        first
            if first >= Shape::MIN_SIZE
                && total.is_multiple_of(first * first)
                && counts.len() >= first =>
        {
            Some(first)
        }
        first if first > LONGEST && is_square(first) => Some(first.isqrt()),
        _ => is_square(total).then(|| total.isqrt()),
    }
}

/// Returns the board that rules and the options describe. Without a rule about rows and columns,
/// it is a square of `size` rows.
fn ruleset(
    of_board: &[Line],
    size: usize,
    position: LineColumn,
    builder: &PuzzleBuilder,
) -> Result<Ruleset, FormatError> {
    let at_position = |line: &Line| line_at(&string(line), position);
    let mut texts = of_board.to_vec();
    texts.extend(builder.geometry.iter().map(at_position));
    if let Some(shape) = builder.options.shape {
        texts.push(line_at(&format!("box {shape}"), position));
    }
    if let Some(regions) = &builder.options.regions {
        texts.push(line_at(&format!("regions {regions}"), position));
    }
    let mut lines = Vec::new();
    for text in &texts {
        let line = RuleLine::board(&string(text)).map_err(|error| placed(error, text))?;
        lines.extend(line);
    }
    let base = RuleLine::base(&lines, size);
    let base = base.ok_or_else(|| {
        let expected = "a square number of cells, or the rows and columns such as `board 6x9`";
        FormatError::new(position, expected, format!("{size} rows"))
    })?;
    let rules = base.with_lines(lines);
    rules.map_err(|error| placed(error.clone(), &texts[error.rule]))
}

/// Returns the draft with these givens and rules.
fn draft_on(rules: Ruleset, givens: Grid, position: LineColumn) -> PuzzleDraft {
    PuzzleDraft {
        position,
        is_described: true,
        board: Some(rules),
        ..PuzzleDraft::new(givens)
    }
}

fn first_place(rows: &[Line], otherwise: LineColumn) -> LineColumn {
    let first = rows.iter().flatten().find(|glyph| !is_separator(glyph.c));
    first.map_or(otherwise, |first| first.position())
}

/// Returns true unless spaces separate the cells of rows.
fn arrangement_of(rows: &[Line]) -> Arrangement {
    let has_space = |row: &Line| {
        trim(row)
            .windows(2)
            .filter(|pair| pair[0].c == ' ' && pair[1].c != ' ')
            .count()
            > trim(row).len() / 4
    };
    match rows
        .iter()
        .any(|row| row.iter().any(|glyph| is_bar(glyph.c)))
    {
        true => Arrangement::Boxes,
        false if rows.iter().any(has_space) => Arrangement::SpacedRows,
        false => Arrangement::Rows,
    }
}

/// Returns a note if a puzzle with the digit 0 seems to use it for blanks.
fn note_on_zeros(cells: &[CellText], board: &Geometry) -> Option<String> {
    let zeros = cells.iter().filter(|cell| cell.text == "0").count();
    let has_blank = cells.iter().any(|cell| cell.text.starts_with(BLANKS));
    (board.has_zero() && !has_blank && 2 * zeros > cells.len())
        .then(|| "`0` is a digit of this board: a blank is `.`".to_string())
}

/// Returns a note if a line such as `board 9x9`, which may be meant as a title, takes the usual boxes away.
fn note_on_boxes(of_board: &[Line], board: &Geometry) -> Option<String> {
    let lines = of_board.iter().map(|text| RuleLine::board(&string(text)));
    let lines: Vec<RuleLine> = lines.flatten().flatten().collect();
    let usual = Shape::usual(board.rows()).filter(|_| board.is_square())?;
    let is_size = |line: &RuleLine| matches!(line, RuleLine::Size(..));
    (lines.iter().any(is_size) && !lines.iter().any(RuleLine::sets_boxes)).then(|| {
        format!(
            "the line `board {0}x{0}` has no boxes: add `box {usual}`",
            board.rows()
        )
    })
}

/// Returns the highest digit of the board that lines describe, as far as that is known.
fn highest(lines: &[Line], builder: &PuzzleBuilder) -> usize {
    let parts = lines
        .iter()
        .flat_map(|line| parts(line))
        .map(|part| string(&part));
    let options = builder.geometry.iter().map(|line| string(line));
    let lines = parts
        .chain(options)
        .filter_map(|text| RuleLine::board(&text).ok()?);
    let digits = lines.map(|line| match line {
        RuleLine::Digits(_, last) => last,
        RuleLine::Size(rows, columns) => rows.max(columns),
        RuleLine::Box(shape) => shape.size(),
        _ => 9,
    });
    digits.max().unwrap_or(9)
}

/// Returns the kind of a line on a board with digits up to `highest`.
fn kind_of(line: &Line, highest: usize) -> BoardLine {
    let ink = || {
        line.iter()
            .map(|glyph| glyph.c)
            .filter(|c| !is_separator(*c))
    };
    let is_drawn = |c: char| is_frame(c) && !matches!(c, '.' | '_' | '*');
    if line
        .iter()
        .all(|glyph| glyph.c.is_whitespace() || is_drawn(glyph.c))
    {
        // A line of bars and spaces has no cells.
        return BoardLine::Frame;
    }
    let is_plain = |c: char| c.is_ascii_digit() || BLANKS.contains(&c) || c == '?';
    if ink().all(is_plain) {
        return BoardLine::Row;
    }
    if let Some(rule) = listed(line) {
        return rule.map_or(BoardLine::Other, |rule| BoardLine::Rules(vec![rule]));
    }
    let rules: Vec<Line> = parts(line).collect();
    let is_rule = |rule: &Line| {
        !matches!(RuleLine::board(&string(rule)), Ok(None) | Err(_))
            || is_geometry(rule)
            || matches!(spelled(rule, None), Spelled::Rules(_))
            || rule_name(rule).is_some_and(|name| name.len() > 1)
    };
    if rules.iter().any(is_rule) {
        return BoardLine::Rules(rules);
    }
    let is_digit = |c: char| {
        c.to_digit(36)
            .is_some_and(|value| value as usize <= highest)
    };
    let has_letters = ink().all(|c| is_plain(c) || is_digit(c))
        && (ink().any(is_plain) || !ink().any(|c| c.is_ascii_lowercase()));
    let is_named = rules.iter().any(|rule| rule_name(rule).is_some());
    if has_letters || (CellRow::new(line).is_sure && !is_named) {
        return BoardLine::Row;
    }
    let is_suspicious = |rule: &Line| spelled(rule, None) == Spelled::Suspicious;
    match is_named || rules.iter().any(is_suspicious) {
        true => BoardLine::Rules(rules),
        false => BoardLine::Other,
    }
}

/// Returns the givens in a list of variables, as a picture has below its grid: `x1=3 x2=.`. There may be
/// none in it.
fn listed(line: &[Glyph]) -> Option<Option<Line>> {
    let words = line
        .split(|glyph| glyph.c.is_whitespace())
        .filter(|word| !word.is_empty());
    let words: Vec<&[Glyph]> = words.collect();
    let is_value = |word: &&[Glyph]| {
        let text = string(word);
        let value = text
            .split_once('=')
            .filter(|_| text.starts_with(char::is_alphabetic));
        value.is_some_and(|(_, value)| value == "." || value.parse::<usize>().is_ok())
    };
    if words.is_empty() || !words.iter().all(is_value) {
        return None;
    }
    let is_given = |word: &&&[Glyph]| word.last().is_some_and(|last| last.c != '.');
    let mut givens = line_at("given", words[0][0].position());
    for word in words.iter().filter(is_given) {
        givens.push(word[0].with(' '));
        givens.extend_from_slice(word);
    }
    Some((givens.len() > "given".len()).then_some(givens))
}

/// Returns the rule `regions` with the labels of the rows below a heading.
fn regions(heading: &[Glyph], rows: &[Line]) -> Option<Line> {
    let at = trim(heading).first()?.position();
    let mut rule = line_at("regions", at);
    for cell in rows.iter().flat_map(|row| cells(row, Reading::Symbols)) {
        let space = if rule.len() == "regions".len() {
            " "
        } else {
            ""
        };
        rule.extend(line_at(&format!("{space}{}", cell.text), cell.position));
    }
    (!rows.is_empty()).then_some(rule)
}

/// The number of rows and columns of a samurai.
const SAMURAI: usize = 21;

/// Finds a samurai by its rows: those of 21 cells, in which the 72 missing cells are blank, or those of
/// the cells that exist. A board of 21 rows and columns has digits above 9.
fn find_samurai(
    lines: &[Line],
    entries: &mut [LineKind],
    builder: &PuzzleBuilder,
) -> Option<Found> {
    if builder.options.shape.is_some() || builder.options.regions.is_some() {
        return None;
    }
    let is_cell = |glyph: &Glyph| glyph.c.is_ascii_digit() || BLANKS.contains(&glyph.c);
    let count = |at: &usize| {
        let ink = || lines[*at].iter().filter(|glyph| !is_separator(glyph.c));
        let is_row = matches!(entries[*at], LineKind::Row(_)) && ink().all(is_cell);
        is_row.then(|| ink().count())
    };
    let rows = (0..lines.len()).filter(|at| !matches!(entries[*at], LineKind::Rule(..)));
    let rows: Vec<(usize, Option<usize>)> = rows.map(|at| (at, count(&at))).collect();
    if rows.iter().filter(|(_, count)| count.is_some()).count() < SAMURAI {
        return None;
    }
    let board = samurai();
    let widths = (0..SAMURAI).map(|row| board.geometry().row(row).flatten().count());
    let widths: Vec<Option<usize>> = widths.map(Some).collect();
    let window = rows.windows(SAMURAI).find(|window| {
        let counts = || window.iter().map(|(_, count)| *count);
        counts().eq(widths.iter().copied())
            || (counts().all(|count| count == Some(SAMURAI)) && {
                let rows = window.iter().flat_map(|(at, _)| &lines[*at]);
                is_samurai(
                    rows.filter(|glyph| !is_separator(glyph.c))
                        .map(|glyph| glyph.c),
                )
            })
    })?;
    let (first, last) = (window.first()?.0, window.last()?.0);
    let text = BoardText {
        rules: vec![line_at(
            "samurai",
            first_place(&lines[first..=first], (1, 1)),
        )],
        rows: window.iter().map(|(at, _)| lines[*at].clone()).collect(),
        has_frame: last - first + 1 > SAMURAI,
        ..BoardText::default()
    };
    entries[first..=last].fill_with(|| LineKind::Used);
    let lines = first..last + 1;
    Some(match text.puzzles(builder) {
        Ok(drafts) => Found::puzzle(drafts.into_iter().next()?.1, lines),
        Err(error) => Found::error(error, lines, SAMURAI * SAMURAI),
    })
}

/// Returns the board of a samurai.
fn samurai() -> Ruleset {
    let board = Ruleset::grids(Shape::STANDARD, Ruleset::SAMURAI.to_vec());
    board.unwrap_or_else(|_| Ruleset::classic(Shape::STANDARD))
}

/// Returns true for 21 rows of 21 digits and blanks that have a digit, but none where a samurai has no
/// cell.
fn is_samurai(symbols: impl Iterator<Item = char> + Clone) -> bool {
    if symbols.clone().count() != SAMURAI * SAMURAI {
        return false;
    }
    let board = samurai();
    let is_digit = |c: char| matches!(c, '1'..='9');
    let is_possible = |(index, c): (usize, char)| {
        let cell = board.geometry().cell_at(index / SAMURAI, index % SAMURAI);
        (cell.is_some() && is_digit(c)) || c == '0' || BLANKS.contains(&c)
    };
    symbols.clone().any(is_digit) && symbols.enumerate().all(is_possible)
}
