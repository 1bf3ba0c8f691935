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
use super::region_map::MapRows;
use super::row::{CellRow, LONGEST, Reading, cells, is_bar, is_separator};
use super::rules::geometry::is_geometry;
use super::rules::quotes;
use super::rules::spelling::board_rule;
use super::rules::text::placed;
use super::symbols::read_digits;
use super::text_line::{LineKind, TextLine};
use crate::form::{Arrangement, Form};
use satdoku::board::{Geometry, Grid, Mismatch, RuleLine, RuleTexts, Ruleset, Shape};
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
        let symbols = line.iter().map(|glyph| glyph.c);
        if !is_large || !is_samurai(symbols.filter(|c| !is_separator(*c))) {
            return None;
        }
        rules.push(line_at("samurai", line[0].position()));
    }
    let has_cells = rules.first().is_some_and(|first| !is_geometry(first));
    let puzzle = if has_cells {
        rules.remove(0)
    } else {
        Line::new()
    };
    rules.retain(|rule| !rule.is_empty());
    let rows = (0, &puzzle[..]);
    let section = Section {
        board: rules
            .iter()
            .filter(|rule| is_of_board(rule))
            .cloned()
            .collect(),
        rows: [rows].into_iter().filter(|_| !puzzle.is_empty()).collect(),
        first: rules.first().map(|rule| rule[0].position()),
        ..Section::default()
    };
    let drafts = section.puzzles(builder);
    Some(
        drafts.and_then(|mut drafts| match (drafts.pop(), drafts.is_empty()) {
            (Some((_, draft)), true) => Ok(PuzzleDraft {
                is_alone: true,
                rules,
                ..draft
            }),
            _ => Err(FormatError::new(
                end_of(&puzzle, (1, 1)),
                "one puzzle",
                "another",
            )),
        }),
    )
}

/// Returns a puzzle without givens on the board of the options.
///
/// # Errors
/// If there is no such board.
pub(crate) fn blank(
    builder: &PuzzleBuilder,
    position: LineColumn,
) -> Result<PuzzleDraft, FormatError> {
    let rules = ruleset(&[], builder.options.blank_size(), position, builder)?;
    let blank = Grid::blank(rules.geometry());
    Ok(draft_on(rules, blank, position))
}

/// Finds the puzzles on boards that rules among lines or the options describe, and marks their lines as used. If
/// it `is_open`, more lines follow. Returns them, and true if there is no other puzzle.
pub(crate) fn find(
    lines: &mut [TextLine],
    maps: &[MapRows],
    is_open: bool,
    builder: &PuzzleBuilder,
) -> (Vec<Found>, bool) {
    let mut found = Vec::new();
    for (at, line) in lines.iter_mut().enumerate() {
        let may_be_puzzle = line.row().is_some() && line.glyphs.iter().any(|glyph| glyph.c == ';');
        let mut rules = parts(&line.glyphs).skip(1).filter(|_| may_be_puzzle);
        if rules.any(|rule| is_geometry(&rule)) {
            line.kind = LineKind::Used;
            let draft = line_puzzle(&line.glyphs, builder);
            found.extend(draft.map(|draft| Found::of(draft, at..at + 1, 0)));
        }
    }
    let describes = |line: &TextLine| line.rules().iter().any(|rule| is_geometry(rule));
    if !lines.iter().any(describes) && builder.geometry.is_empty() {
        found.extend(find_samurai(lines, builder));
        return (found, false);
    }
    add_maps(maps, lines);
    for section in Section::all(lines) {
        found.extend(section.found(is_open, builder));
    }
    for line in lines.iter_mut().filter(|line| line.row().is_some()) {
        line.kind = LineKind::Used;
    }
    (found, true)
}

/// Makes rules of region maps.
fn add_maps(maps: &[MapRows], lines: &mut [TextLine]) {
    for map in maps {
        let heading = &mut lines[map.lines.start];
        let place = trim(&heading.glyphs)[0].position();
        let mut rule = line_at("regions ", place);
        for cell in map.rows.iter().flat_map(|row| cells(row, Reading::Symbols)) {
            rule.extend(line_at(&cell.text, cell.position));
        }
        heading.kind = LineKind::Rules(vec![rule]);
    }
}

/// Lines about one board.
#[derive(Default)]
struct Section<'l> {
    /// The rules about the board.
    board: Vec<Line>,
    /// The rows, each with the index of its line.
    rows: Vec<(usize, &'l [Glyph])>,
    has_frame: bool,
    /// The place of its first character.
    first: Option<LineColumn>,
    /// The first and the last line that is a rule or a row.
    lines: Option<(usize, usize)>,
}

impl<'l> Section<'l> {
    /// Divides lines where rules give the rows and columns again.
    fn all(lines: &'l [TextLine]) -> Vec<Section<'l>> {
        let mut all = vec![Section::default()];
        for (at, line) in lines.iter().enumerate() {
            let sets_cells = |rules: &[Line]| {
                let mut parsed = rules.iter().map(|rule| RuleLine::board(&string(rule)));
                parsed.any(|line| matches!(line, Ok(Some(line)) if line.sets_cells()))
            };
            let last = all.len() - 1;
            let is_next = !all[last].rows.is_empty()
                && sets_cells(line.rules())
                && sets_cells(&all[last].board);
            if is_next {
                all.push(Section::default());
            }
            let last = all.len() - 1;
            let section = &mut all[last];
            match &line.kind {
                _ if line.row().is_some_and(is_row) => section.rows.push((at, &line.glyphs)),
                LineKind::Rules(rules) => {
                    let of_board = rules.iter().filter(|rule| is_of_board(rule));
                    section.board.extend(of_board.cloned());
                }
                LineKind::Frame(..) => {
                    section.has_frame = true;
                    continue;
                }
                _ => continue,
            }
            let place = trim(&line.glyphs).first().map(|first| first.position());
            section.first = section.first.or(place);
            section.lines = Some((section.lines.map_or(at, |(first, _)| first), at));
        }
        all
    }

    /// Returns the puzzles, or the error in the section.
    fn found(&self, is_open: bool, builder: &PuzzleBuilder) -> Vec<Found> {
        let Some((first, last)) = self.lines else {
            return Vec::new();
        };
        let drafts = match self.puzzles(builder) {
            Ok(drafts) => drafts,
            // What is missing may follow.
            Err(_) if is_open && !self.rows.is_empty() => return Vec::new(),
            Err(error) => {
                let cells = self.counts(Reading::Symbols).iter().sum();
                return vec![Found::of(Err(error), first..last + 1, cells)];
            }
        };
        let mut start = first;
        let count = drafts.len();
        let found = drafts.into_iter().zip(1..).map(|((end, draft), number)| {
            let of_rows = end.checked_sub(1).and_then(|row| self.rows.get(row));
            let end = match of_rows {
                Some((row, _)) if number < count => row + 1,
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
        let position = self.rows.iter().find_map(|(_, row)| row.first());
        let position = position.map_or(self.first.unwrap_or((1, 1)), |first| first.position());
        let size = match self.rows.is_empty() {
            true => builder.options.blank_size(),
            false => size_of(&self.counts(Reading::Symbols))
                .or_else(|| size_of(&self.counts(Reading::Words)))
                .unwrap_or(0),
        };
        let rules = ruleset(&self.board, size, position, builder)?;
        let board = rules.geometry().clone();
        if self.rows.is_empty() {
            return Ok(vec![(0, draft_on(rules, Grid::blank(&board), position))]);
        }
        let (reading, coverage, takes) = self.split(&rules)?;
        let mut drafts = Vec::new();
        let mut start = 0;
        for rows in takes {
            let own = &self.rows[start..start + rows];
            start += rows;
            let cells = own.iter().flat_map(|(_, row)| cells(row, reading));
            let cells = coverage.existing(cells.collect(), &rules)?;
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
            let ink = own.iter().flat_map(|(_, row)| *row);
            let place = ink.clone().find(|glyph| !is_separator(glyph.c));
            let note = note_on_zeros(&cells, &board).or_else(|| note_on_boxes(&self.board, &board));
            let draft = PuzzleDraft {
                removed: read.removed,
                form,
                is_alone: rows == 1 && self.board.is_empty(),
                note,
                cells,
                ..draft_on(
                    rules.clone(),
                    read.grid,
                    place.map_or(position, |first| first.position()),
                )
            };
            drafts.push((start, draft));
        }
        Ok(drafts)
    }

    fn counts(&self, reading: Reading) -> Vec<usize> {
        let rows = self.rows.iter();
        rows.map(|(_, row)| cells(row, reading).len()).collect()
    }

    /// Returns the reading in which the rows are puzzles, the cells that are written, and the number of rows of
    /// each puzzle.
    ///
    /// # Errors
    /// If there are too many cells or too few.
    fn split(&self, rules: &Ruleset) -> Result<(Reading, Coverage, Vec<usize>), FormatError> {
        let has_letters = *rules.geometry().values().end() <= LONGEST;
        let readings = [Reading::Symbols, Reading::Words, Reading::Fields];
        let mut readings = readings.into_iter().skip(usize::from(!has_letters));
        for reading in readings.clone() {
            let counts = self.counts(reading);
            for coverage in Coverage::ALL {
                let expected = coverage.count(rules);
                if let Some(takes) = taken(&counts, expected).filter(|_| expected > 0) {
                    return Ok((reading, coverage, takes));
                }
            }
        }
        let reading = readings.next().unwrap_or(Reading::Words);
        Err(self.bad_count(reading, rules.geometry()))
    }

    /// Returns the error of too many cells or too few: in the row that has them, if rows are on lines of
    /// their own.
    fn bad_count(&self, reading: Reading, board: &Geometry) -> FormatError {
        let rows = self.rows.iter();
        let rows: Vec<Vec<CellText>> = rows.map(|(_, row)| cells(row, reading)).collect();
        let columns = board.columns();
        let are_rows = !board.has_holes()
            && 2 * rows.iter().filter(|cells| cells.len() == columns).count() >= rows.len();
        let wrong = rows.iter().position(|cells| cells.len() != columns);
        if let Some(at) = wrong.filter(|_| are_rows) {
            let place = rows[at].get(columns).map(|cell| cell.position);
            return FormatError::new(
                place.unwrap_or_else(|| end_of(self.rows[at].1, (1, 1))),
                format!("{columns} cells in this row"),
                rows[at].len().to_string(),
            );
        }
        let all: Vec<&CellText> = rows.iter().flatten().collect();
        let expected = board.grid_cell_count();
        let end = self
            .rows
            .last()
            .map_or((1, 1), |(_, row)| end_of(row, (1, 1)));
        let place = all.get(expected).map_or(end, |cell| cell.position);
        let expected = format!("{expected} cells on a board of {}x{columns}", board.rows());
        FormatError::new(place, expected, all.len().to_string())
    }
}

/// Returns true for a rule about the board, perhaps with an error in it.
fn is_of_board(rule: &[Glyph]) -> bool {
    !matches!(RuleLine::board(&string(rule)), Ok(None))
}

/// Returns true for a row rather than prose: without words, or of symbols that can be digits.
fn is_row(row: &CellRow) -> bool {
    let ink = || {
        row.glyphs
            .iter()
            .map(|glyph| glyph.c)
            .filter(|c| !is_separator(*c))
    };
    let is_plain = |c: char| c.is_ascii_digit() || BLANKS.contains(&c) || c == '?';
    let has_letters = ink().all(|c| is_plain(c) || c.is_ascii_alphanumeric());
    let may_be_letters = ink().any(is_plain) || !ink().any(|c| c.is_ascii_lowercase());
    row.is_sure || (has_letters && may_be_letters)
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
    fn existing(self, all: Vec<CellText>, rules: &Ruleset) -> Result<Vec<CellText>, FormatError> {
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
    let strings: Vec<String> = texts.iter().map(|text| string(text)).collect();
    let wrong = |error: Mismatch| placed(error.clone(), &texts[error.rule]);
    let rules = RuleTexts::parse(strings.iter().map(String::as_str)).map_err(wrong)?;
    let base = rules.base(size).ok_or_else(|| {
        let expected = "a square number of cells, or the rows and columns such as `board 6x9`";
        FormatError::new(position, expected, format!("{size} rows"))
    })?;
    Ok(rules.on(&base).map_err(wrong)?.0)
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

/// Returns the arrangement of rows without a frame.
fn arrangement_of(rows: &[(usize, &[Glyph])]) -> Arrangement {
    let has_spaces = |row: &[Glyph]| {
        let pairs = trim(row).windows(2);
        let gaps = pairs.filter(|pair| pair[0].c == ' ' && pair[1].c != ' ');
        gaps.count() > trim(row).len() / 4
    };
    let mut glyphs = rows.iter().flat_map(|(_, row)| *row);
    match glyphs.any(|glyph| is_bar(glyph.c)) {
        true => Arrangement::Boxes,
        false if rows.iter().any(|(_, row)| has_spaces(row)) => Arrangement::SpacedRows,
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

/// Returns the givens in a list of variables, as a picture has below its grid: `x1=3 x2=.`. There may be
/// none in it.
pub(crate) fn variable_list(line: &[Glyph]) -> Option<Option<Line>> {
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

/// The number of rows and columns of a samurai.
const SAMURAI: usize = 21;

/// Finds a samurai by its rows: those of 21 cells, in which the 72 missing cells are blank, or those of
/// the cells that exist. A board of 21 rows and columns has digits above 9.
fn find_samurai(lines: &mut [TextLine], builder: &PuzzleBuilder) -> Option<Found> {
    if builder.options.shape.is_some() || builder.options.regions.is_some() {
        return None;
    }
    let is_cell = |glyph: &Glyph| glyph.c.is_ascii_digit() || BLANKS.contains(&glyph.c);
    let ink = |at: usize| {
        let glyphs = lines[at].glyphs.iter();
        glyphs.filter(|glyph| !is_separator(glyph.c))
    };
    let rows = (0..lines.len()).filter(|at| !lines[*at].is_frame());
    let count = |at: usize| {
        let is_row = lines[at].row().is_some() && ink(at).all(is_cell);
        (at, is_row.then(|| ink(at).count()))
    };
    let rows: Vec<(usize, Option<usize>)> = rows.map(count).collect();
    if rows.iter().filter(|(_, count)| count.is_some()).count() < SAMURAI {
        return None;
    }
    let board = samurai();
    let widths = (0..SAMURAI).map(|row| board.geometry().row(row).flatten().count());
    let widths: Vec<Option<usize>> = widths.map(Some).collect();
    let window = rows.windows(SAMURAI).find(|window| {
        let counts = || window.iter().map(|(_, count)| *count);
        let symbols = window.iter().flat_map(|(at, _)| ink(*at));
        counts().eq(widths.iter().copied())
            || (counts().all(|count| count == Some(SAMURAI))
                && is_samurai(symbols.map(|glyph| glyph.c)))
    })?;
    let (first, last) = (window.first()?.0, window.last()?.0);
    let place = ink(first).next()?.position();
    let section = Section {
        board: vec![line_at("samurai", place)],
        rows: window
            .iter()
            .map(|(at, _)| (*at, &lines[*at].glyphs[..]))
            .collect(),
        has_frame: last - first + 1 > SAMURAI,
        lines: Some((first, last)),
        ..Section::default()
    };
    let found = section.found(false, builder).pop();
    lines[first..=last]
        .iter_mut()
        .for_each(|line| line.kind = LineKind::Used);
    found
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
