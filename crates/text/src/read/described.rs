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
use super::row::{CellRow, LONGEST, Reading, cells, is_separator};
use super::rules::board::{is_geometry, placed};
use super::rules::text::parts;
use super::symbols::read_digits;
use super::text_line::{LineKind, TextLine};
use crate::form::{Arrangement, Form};
use satdoku::board::{Geometry, Grid, Mismatch, RuleLine, RuleTexts, Ruleset, Shape};
use satdoku::format_error::{FormatError, quote};

/// Finds the puzzle on a line on its own, if rules after it or the options describe its board.
pub(crate) fn line_puzzle(
    line: &[Glyph],
    builder: &PuzzleBuilder,
) -> Option<Result<PuzzleDraft, FormatError>> {
    let mut rules: Vec<Line> = parts(line).collect();
    let is_described = !builder.geometry.is_empty() || rules.iter().any(|rule| is_geometry(rule));
    let has_cells = rules.first().is_some_and(|first| !is_geometry(first));
    let puzzle = match has_cells {
        true => rules.remove(0),
        false => Line::new(),
    };
    rules.retain(|rule| !rule.is_empty());
    let of_board = rules.iter().filter(|rule| is_of_board(rule));
    let mut section = Section {
        board: of_board.cloned().collect(),
        rows: match puzzle.is_empty() {
            true => Vec::new(),
            false => vec![(0, &puzzle)],
        },
        first: rules.first().map(|rule| rule[0].position()),
        ..Section::default()
    };
    if !is_described {
        section = section.samurai(builder)?;
    }
    let draft = section.puzzles(builder).and_then(|mut drafts| {
        let one = drafts.pop().filter(|_| drafts.is_empty());
        one.ok_or_else(|| FormatError::new(end_of(&puzzle, (1, 1)), "one puzzle", "another"))
    });
    Some(draft.map(|(_, draft)| PuzzleDraft {
        is_alone: true,
        rules,
        ..draft
    }))
}

/// Returns a puzzle without givens on the board of the options.
///
/// # Errors
/// If there is no such board.
pub(crate) fn blank(
    builder: &PuzzleBuilder,
    position: LineColumn,
) -> Result<PuzzleDraft, FormatError> {
    let section = Section {
        first: Some(position),
        ..Section::default()
    };
    let (_, draft) = section.puzzles(builder)?.remove(0);
    Ok(draft)
}

/// Finds the puzzles on boards that rules among lines or the options describe, and marks their lines as used. If
/// it `is_open`, more lines follow. Returns them, and true if there is no other puzzle.
pub(crate) fn find(
    lines: &mut [TextLine],
    is_open: bool,
    builder: &PuzzleBuilder,
) -> (Vec<Found>, bool) {
    let mut found = Vec::new();
    for (at, line) in lines.iter_mut().enumerate() {
        let may_be_puzzle = line.row().is_some() && line.glyphs.iter().any(|glyph| glyph.c == ';');
        let mut rules = parts(&line.glyphs).skip(1).filter(|_| may_be_puzzle);
        if rules.any(|rule| is_geometry(&rule)) {
            line.kind = LineKind::Used;
            found.extend(line_puzzle(&line.glyphs, builder).map(|draft| match draft {
                Ok(draft) => Found::puzzle(draft, at..at + 1),
                Err(error) => Found::error(error, 0, at..at + 1),
            }));
        }
    }
    let describes = |line: &TextLine| line.rules().iter().any(|rule| is_geometry(rule));
    if !lines.iter().any(describes) && builder.geometry.is_empty() {
        let mut section = Section::all(lines, is_plain).into_iter();
        let Some(samurai) = section.next().and_then(|only| only.samurai(builder)) else {
            return (found, false);
        };
        found.extend(samurai.found(false, builder));
    } else {
        for section in Section::all(lines, is_row) {
            found.extend(section.found(is_open, builder));
        }
    }
    for line in lines.iter_mut().filter(|line| line.row().is_some()) {
        line.kind = LineKind::Used;
    }
    (found, true)
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
    fn all(lines: &'l [TextLine], is_row: fn(&CellRow) -> bool) -> Vec<Section<'l>> {
        let sets_cells = |rules: &[Line]| {
            let mut parsed = rules.iter().map(|rule| RuleLine::board(&string(rule)));
            parsed.any(|line| matches!(line, Ok(Some(line)) if line.sets_cells()))
        };
        let (mut all, mut section) = (Vec::new(), Section::default());
        for (at, line) in lines.iter().enumerate() {
            let rules = line.rules();
            if !section.rows.is_empty() && sets_cells(rules) && sets_cells(&section.board) {
                all.push(std::mem::take(&mut section));
            }
            section.has_frame |= line.is_frame();
            if line.row().is_some_and(is_row) {
                section.rows.push((at, &line.glyphs));
            } else if matches!(line.kind, LineKind::Rules(_) | LineKind::Map(_)) {
                section
                    .board
                    .extend(rules.iter().filter(|rule| is_of_board(rule)).cloned());
            } else {
                continue;
            }
            let place = trim(&line.glyphs).first().map(|first| first.position());
            section.first = section.first.or(place);
            section.lines = Some((section.lines.map_or(at, |(first, _)| first), at));
        }
        all.push(section);
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
                return vec![Found::error(error, cells, first..last + 1)];
            }
        };
        let mut start = first;
        let found = drafts.into_iter().map(|(end, draft)| {
            // The last puzzle has the lines up to the end.
            let end = match self.rows.get(end) {
                Some(_) => self.rows[end - 1].0 + 1,
                None => last + 1,
            };
            Found::puzzle(draft, std::mem::replace(&mut start, end)..end)
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
        let draft_on = |givens| PuzzleDraft {
            position,
            is_described: true,
            board: Some(rules.clone()),
            ..PuzzleDraft::new(givens)
        };
        if self.rows.is_empty() {
            return Ok(vec![(0, draft_on(Grid::blank(&board)))]);
        }
        let (reading, has_holes, takes) = self.split(&board)?;
        let mut drafts = Vec::new();
        let mut start = 0;
        for rows in takes {
            let own = &self.rows[start..start + rows];
            start += rows;
            let mut cells: Vec<CellText> = own
                .iter()
                .flat_map(|(_, row)| cells(row, reading))
                .collect();
            if has_holes {
                cells = without_holes(cells, &board)?;
            }
            let read = read_digits(&cells, &board, builder.options.alphabet)?;
            let arrangement = match own {
                [_] => Arrangement::Line,
                own => CellRow::new(own[0].1).arrangement(reading, self.has_frame),
            };
            let mut ink = own.iter().flat_map(|(_, row)| *row);
            let first = ink.find(|glyph| !is_separator(glyph.c));
            let draft = draft_on(read.grid);
            drafts.push((
                start,
                PuzzleDraft {
                    removed: read.removed,
                    form: Form {
                        arrangement,
                        alphabet: read.alphabet,
                    },
                    is_alone: rows == 1 && self.board.is_empty(),
                    note: note_on_zeros(&cells, &board)
                        .or_else(|| note_on_boxes(&self.board, &board)),
                    cells,
                    position: first.map_or(position, |first| first.position()),
                    ..draft
                },
            ));
        }
        Ok(drafts)
    }

    fn counts(&self, reading: Reading) -> Vec<usize> {
        let rows = self.rows.iter();
        rows.map(|(_, row)| cells(row, reading).len()).collect()
    }

    /// Returns the reading in which the rows are puzzles, true if blanks stand for missing cells, and the number of
    /// rows of each puzzle.
    ///
    /// # Errors
    /// If there are too many cells or too few.
    fn split(&self, board: &Geometry) -> Result<(Reading, bool, Vec<usize>), FormatError> {
        let has_letters = *board.values().end() <= LONGEST;
        let readings = [Reading::Symbols, Reading::Words, Reading::Fields];
        let readings = &readings[usize::from(!has_letters)..];
        for reading in readings {
            let counts = self.counts(*reading);
            let places = board.rows() * board.columns();
            for (has_holes, count) in [(false, board.grid_cell_count()), (true, places)] {
                if let Some(takes) = taken(&counts, count) {
                    return Ok((*reading, has_holes, takes));
                }
            }
        }
        Err(self.bad_count(readings[0], board))
    }

    /// Returns the section as a samurai, if its rows are those of one: 21 rows of the cells that exist, or 21 times 21
    /// symbols of which those in the place of missing cells are blank and some other is a digit. A board of 21 rows
    /// and columns has digits above 9.
    fn samurai(mut self, builder: &PuzzleBuilder) -> Option<Section<'l>> {
        let has_board = builder.options.shape.is_some() || builder.options.regions.is_some();
        let counts = self.counts(Reading::Symbols);
        let symbols: usize = counts.iter().sum();
        if has_board || symbols < SAMURAI * (SAMURAI - 5) {
            return None;
        }
        let rules = Ruleset::grids(Shape::STANDARD, Ruleset::SAMURAI.to_vec()).ok()?;
        let board = rules.geometry();
        let widths = (0..SAMURAI).map(|row| board.row(row).flatten().count());
        let is_digit = |c: char| matches!(c, '1'..='9');
        let is_possible = |(index, cell): (usize, &CellText)| {
            let is_cell = board.cell_at(index / SAMURAI, index % SAMURAI).is_some();
            is_blank(&cell.text) || (is_cell && cell.text.chars().all(is_digit))
        };
        let is_full = || {
            let all = self.rows.iter();
            let all: Vec<CellText> = all
                .flat_map(|(_, row)| cells(row, Reading::Symbols))
                .collect();
            let has_digit = all.iter().any(|cell| cell.text.chars().all(is_digit));
            has_digit && all.iter().enumerate().all(is_possible)
        };
        let is_samurai =
            (symbols == SAMURAI * SAMURAI && is_full()) || counts.iter().copied().eq(widths);
        self.board
            .push(line_at("samurai", self.rows.first()?.1.first()?.position()));
        is_samurai.then_some(self)
    }

    /// Returns the error of too many cells or too few: in the row that has them, if rows are on lines of
    /// their own.
    fn bad_count(&self, reading: Reading, board: &Geometry) -> FormatError {
        let rows = self.rows.iter().map(|(_, row)| cells(row, reading));
        let rows: Vec<Vec<CellText>> = rows.collect();
        let columns = board.columns();
        let are_rows = !board.has_holes()
            && 2 * rows.iter().filter(|cells| cells.len() == columns).count() >= rows.len();
        let wrong = rows.iter().position(|cells| cells.len() != columns);
        let (row, cells, most, expected) = match wrong.filter(|_| are_rows) {
            Some(at) => (
                at,
                rows[at].clone(),
                columns,
                format!("{columns} cells in this row"),
            ),
            None => {
                let (count, size) = (board.grid_cell_count(), board.rows());
                let expected = format!("{count} cells on a board of {size}x{columns}");
                (rows.len() - 1, rows.concat(), count, expected)
            }
        };
        let end = || end_of(self.rows[row].1, (1, 1));
        let place = cells.get(most).map_or_else(end, |cell| cell.position);
        FormatError::new(place, expected, cells.len().to_string())
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

/// Returns true for a row of digits and blanks.
fn is_plain(row: &CellRow) -> bool {
    let mut ink = row.glyphs.iter().filter(|glyph| !is_separator(glyph.c));
    ink.all(|glyph| glyph.c.is_ascii_digit() || BLANKS.contains(&glyph.c))
}

/// Returns the cells that exist among those of the whole rectangle.
///
/// # Errors
/// If there is a digit in the place of a missing cell.
fn without_holes(all: Vec<CellText>, board: &Geometry) -> Result<Vec<CellText>, FormatError> {
    let place = |index| (index / board.columns(), index % board.columns());
    let is_cell = |(row, column)| board.cell_at(row, column).is_some();
    let mut places = all.iter().enumerate();
    let wrong = places.find(|(index, cell)| !is_cell(place(*index)) && !is_blank(&cell.text));
    if let Some((index, cell)) = wrong {
        let (row, column) = place(index);
        let expected = format!("a blank: there is no cell r{}c{}", row + 1, column + 1);
        return Err(FormatError::new(cell.position, expected, quote(&cell.text)));
    }
    let cells = all.into_iter().enumerate();
    let cells = cells.filter(|(index, _)| is_cell(place(*index)));
    Ok(cells.map(|(_, cell)| cell).collect())
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
        }
    }
    (rows == 0 && expected > 0).then_some(takes)
}

/// Returns the size of a square whose rows have these numbers of cells: each row on a line of its own,
/// or all of them on one line.
fn size_of(counts: &[usize]) -> Option<usize> {
    let first = counts.first().copied().filter(|first| *first > 0)?;
    let total: usize = counts.iter().sum();
    let is_square = |count: usize| count.isqrt().pow(2) == count;
    let are_rows = total.is_multiple_of(first * first) && counts.len() >= first;
    match first {
        first if first >= Shape::MIN_SIZE && are_rows => Some(first),
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
    let options = &builder.options;
    let shape = options.shape.map(|shape| format!("box {shape}"));
    let regions = options
        .regions
        .as_ref()
        .map(|regions| format!("regions {regions}"));
    let geometry = builder.geometry.iter().map(|rule| string(rule));
    let others = geometry
        .chain(shape)
        .chain(regions)
        .map(|text| line_at(&text, position));
    let texts: Vec<Line> = of_board.iter().cloned().chain(others).collect();
    let strings: Vec<String> = texts.iter().map(|text| string(text)).collect();
    let wrong = |error: Mismatch| placed(error.clone(), &texts[error.rule]);
    let rules = RuleTexts::parse(strings.iter().map(String::as_str)).map_err(wrong)?;
    let base = rules.base(size).ok_or_else(|| {
        let expected = "a square number of cells, or the rows and columns such as `board 6x9`";
        FormatError::new(position, expected, format!("{size} rows"))
    })?;
    Ok(rules.on(&base).map_err(wrong)?.0)
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
    let (size, usual) = (
        board.rows(),
        Shape::usual(board.rows()).filter(|_| board.is_square())?,
    );
    let is_size = |line: &RuleLine| matches!(line, RuleLine::Size(..));
    (lines.iter().any(is_size) && !lines.iter().any(RuleLine::sets_boxes))
        .then(|| format!("the line `board {size}x{size}` has no boxes: add `box {usual}`"))
}

/// The number of rows and columns of a samurai.
const SAMURAI: usize = 21;
