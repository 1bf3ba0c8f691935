//! From drafts to puzzles: the size, boxes and rules of a board, and the options of the reader.

use std::sync::Arc;

use super::draft::{Built, Content, PuzzleDraft, removed_by_marks};
use super::glyph::{CellText, Line, LineColumn, string};
use super::plain_line::{SIZES, plain_grid};
use super::record::{LONGEST_RECORD, ReadOptions};
use super::rules::board::{board_of, board_rule, is_board, is_geometry, placed};
use super::rules::text::{added, rule_parts, rules_of};
use super::symbols::{Digits, bad_count, read_digits};
use crate::alphabet::Alphabet;
use crate::form::{Arrangement, Form};
use satdoku::board::{
    Candidate, Constraint, Grid, Layout, Mismatch, Puzzle, RegionMap, Ruleset, Shape,
};
use satdoku::format_error::{FormatError, quote};

/// Builds puzzles by the rules of the options.
pub(crate) struct PuzzleBuilder {
    pub options: ReadOptions,
    /// The maximum length of a record in bytes.
    pub longest: usize,
    /// The layout shared by all plain puzzles, and the note on its boxes.
    plain: Option<(Arc<Layout>, Vec<String>)>,
    /// Layouts of recent puzzles: usually one.
    layouts: Vec<Arc<Layout>>,
    /// Sizes of boards whose own rules name their boxes or regions.
    pub own_sizes: Vec<usize>,
    /// The rules of the options about the board, if they describe its cells or digits.
    pub geometry: Vec<Line>,
}

/// Maximum number of cached layouts. Each puzzle of an input can have regions of its own.
const MOST_LAYOUTS: usize = 16;

impl PuzzleBuilder {
    pub fn new(options: &ReadOptions) -> PuzzleBuilder {
        let mut options = options.clone();
        let texts = options.constraints.iter();
        let parts = texts.flat_map(|text| rule_parts(text, (1, 1)));
        let parts = parts.map(|part| board_rule(&part).unwrap_or(part));
        let mut geometry: Vec<Line> = parts.filter(|rule| is_board(rule)).collect();
        if !geometry.iter().any(|rule| is_geometry(rule)) {
            // An error is reported with each puzzle.
            let board = board_of(&geometry, None).ok().flatten();
            geometry.clear();
            if options.shape.is_none() && options.regions.is_none() {
                options.shape = board.as_ref().and_then(|of| ReadOptions::like(of).shape);
                options.regions = board.and_then(|board| board.regions().cloned());
            }
        }
        PuzzleBuilder {
            options,
            longest: LONGEST_RECORD,
            plain: None,
            layouts: Vec::new(),
            own_sizes: Vec::new(),
            geometry,
        }
    }

    /// Returns the size of the board with this number of cells, if there is one.
    pub fn size_of(&self, cells: usize) -> Option<usize> {
        let size = cells.isqrt();
        let is_size = match self.options.shape {
            Some(shape) => shape.size() == size,
            None => {
                let is_usual = Shape::usual(size).is_some() && size <= Shape::MAX_SIZE;
                is_usual || self.own_sizes.contains(&size)
            }
        };
        (size * size == cells && is_size).then_some(size)
    }

    /// Returns the draft of cells, unless no board has as many or one of them is wrong.
    pub fn board(&self, cells: Vec<CellText>) -> Option<PuzzleDraft> {
        self.size_of(cells.len())?;
        self.draft(cells).ok()
    }

    /// Parses a square number of cells in reading order, whether boxes can divide their board or not.
    ///
    /// # Errors
    /// If there is another number of cells, or one of them is wrong.
    pub fn draft(&self, cells: Vec<CellText>) -> Result<PuzzleDraft, FormatError> {
        let size = cells.len().isqrt();
        let position = cells.first().map_or((1, 1), |cell| cell.position);
        if size * size != cells.len() || size == 0 {
            return Err(bad_count(&cells, position, self.options.shape));
        }
        if let Some(shape) = self.options.shape.filter(|shape| shape.size() != size) {
            let expected = format!("a puzzle of {0}x{0} cells", shape.size());
            let found = format!("{size}x{size}");
            return Err(FormatError::new(position, expected, found));
        }
        if let Some(error) = marks_on_a_line(&cells) {
            return Err(error);
        }
        let board = &size.into();
        let (read, ambiguity) = match read_digits(&cells, board, self.options.alphabet) {
            Err(error) if error.setting.is_some() => (Digits::blank(board), Some(error)),
            read => (read?, None),
        };
        Ok(PuzzleDraft {
            removed: read.removed,
            form: Form {
                arrangement: Arrangement::Line,
                alphabet: read.alphabet,
            },
            position,
            cells,
            board: None,
            ambiguity,
            note: read.note,
            ..PuzzleDraft::new(read.grid)
        })
    }

    /// Builds the puzzle at the start of a line, if it is an ordinary one.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<Built> {
        let is_other = |alphabet: Alphabet| alphabet != Alphabet::FromOne;
        let size = self.options.shape.map_or(9, Shape::size);
        let is_unusual = !SIZES.contains(&size)
            || !self.geometry.is_empty()
            || self.options.alphabet.is_some_and(is_other);
        if is_unusual {
            return None;
        }
        let grid = plain_grid(line, size)?;
        let (layout, notes) = match &self.plain {
            Some(plain) => plain.clone(),
            None => {
                let draft = PuzzleDraft {
                    board: None,
                    ..PuzzleDraft::new(Grid::blank(size))
                };
                let built = self.build(draft, None, Vec::new()).ok()?;
                if built.puzzle.excluded().next().is_some() {
                    return None;
                }
                let plain = (built.puzzle.layout().clone(), built.notes);
                self.plain.insert(plain).clone()
            }
        };
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: Alphabet::FromOne,
        };
        let puzzle = Puzzle::new(layout, grid).ok()?;
        Some(Built {
            puzzle,
            form,
            notes,
        })
    }

    /// Builds the puzzle of a draft with the region map and the rules on the lines below it. They replace
    /// the board that its frame draws. A board of the options replaces that of a link. Variants and
    /// constraints of the options are added.
    ///
    /// # Errors
    /// If the puzzle cannot have one of the rules.
    pub fn build(
        &mut self,
        draft: PuzzleDraft,
        map: Option<RegionMap>,
        below: Vec<Line>,
    ) -> Content {
        if let Some(error) = draft.ambiguity {
            return Err(error);
        }
        let position = draft.position;
        let own = [&draft.rules[..], &below].concat();
        let (board, mut notes) = self.board_of(&draft, map, &own)?;
        notes.splice(0..0, draft.note);
        let variants = [&draft.variants[..], &self.options.variants].concat();
        let wrong = |error: Mismatch| FormatError::caused(position, error);
        let board = board.with(&variants).map_err(wrong)?;
        let board = drawn_on(board, draft.constraints, &draft.places, position)?;
        let texts = self.options.constraints.iter();
        let options = texts.flat_map(|text| rule_parts(text, position));
        // What is no rule has the error of one.
        let translate =
            |rule: &Line| rules_of(rule, board.geometry()).unwrap_or(vec![rule.clone()]);
        let options = options.flat_map(|rule| translate(&rule));
        let options: Vec<Line> = options.collect();
        if !draft.is_described {
            // They were read before, but not their errors.
            board_of(&options, None)?;
        }
        let own = own.iter().flat_map(translate);
        let mut rules: Vec<Line> = options.into_iter().chain(own).collect();
        rules.retain(|rule| !is_board(rule));
        let (board, of_cells) = added(board, &rules)?;
        let layout = self.cached(board);
        let puzzle = Puzzle::new(layout, draft.givens);
        let puzzle = puzzle.and_then(|puzzle| match draft.removed[..] {
            [] => Ok(puzzle),
            _ => puzzle.without(draft.removed),
        });
        let puzzle = puzzle.map_err(wrong)?.with_candidates(of_cells);
        let puzzle = puzzle.map_err(|error| placed(error.clone(), &rules[error.rule]))?;
        Ok(Built {
            puzzle,
            form: draft.form,
            notes,
        })
    }

    /// Returns the board of a draft without variants and constraints, and notes on it.
    fn board_of(
        &self,
        draft: &PuzzleDraft,
        map: Option<RegionMap>,
        own: &[Line],
    ) -> Result<(Ruleset, Vec<String>), FormatError> {
        let (position, size) = (draft.position, draft.givens.geometry().rows());
        if draft.is_described
            && let Some(board) = &draft.board
        {
            return Ok((board.clone(), Vec::new()));
        }
        if let Some(rule) = self.geometry.first() {
            let rule = quote(&string(rule));
            let expected = format!("a puzzle on the board of the option {rule}");
            let found = "one with a board of its own";
            return Err(FormatError::new(position, expected, found));
        }
        if let Some(shape) = self.options.shape.filter(|shape| shape.size() != size) {
            let expected = format!("a board of {0}x{0}", shape.size());
            let found = format!("{size}x{size}");
            return Err(FormatError::new(position, expected, found));
        }
        let is_set = self.options.shape.is_some() || self.options.regions.is_some();
        let is_replaced = |board: &Ruleset| match board.regions() {
            Some(_) => self.options.regions.is_some(),
            None => self.options.shape.is_some(),
        };
        let own = match map {
            Some(map) => Some(Ruleset::jigsaw(map)),
            None if is_set => None,
            None => board_of(own, Some(size))?,
        };
        let drawn = draft.board.as_ref();
        let drawn = drawn.filter(|board| !(draft.has_own_rules() && is_replaced(board)));
        if let Some(board) = own.or(drawn.cloned()) {
            return Ok((board, Vec::new()));
        }
        if let Some(regions) = &self.options.regions {
            return Ok((Ruleset::jigsaw(regions.clone()), Vec::new()));
        }
        let shape = self.options.shape.or_else(|| Shape::usual(size));
        let shape = shape.ok_or_else(|| {
            let expected = "a number of rows that boxes can fill, such as 9";
            FormatError::new(position, expected, format!("{size} rows of {size}"))
        })?;
        let is_assumed = self.options.shape.is_none() && Shape::square(size).is_none();
        let note = is_assumed.then(|| format!("boxes of {shape} assumed"));
        Ok((Ruleset::classic(shape), note.into_iter().collect()))
    }

    /// Returns the layout for these rules.
    fn cached(&mut self, rules: Ruleset) -> Arc<Layout> {
        let mut known = self.layouts.iter();
        if let Some(layout) = known.find(|layout| *layout.rules() == rules) {
            return layout.clone();
        }
        let layout = Arc::new(Layout::new(rules));
        if self.layouts.len() == MOST_LAYOUTS {
            self.layouts.remove(0);
        }
        self.layouts.push(layout.clone());
        layout
    }
}

/// Draws constraints on a board. Without places of their own, they are at `position`.
fn drawn_on(
    rules: Ruleset,
    constraints: Vec<Constraint>,
    places: &[LineColumn],
    position: LineColumn,
) -> Result<Ruleset, FormatError> {
    if constraints.is_empty() {
        return Ok(rules);
    }
    let board = rules.geometry().clone();
    let drawn = rules.with_constraints(constraints.clone());
    drawn.map_err(|error| {
        let place = places.get(error.rule).unwrap_or(&position);
        let text = constraints.get(error.rule);
        let text = text.map_or_else(String::new, |drawn| drawn.text(&board));
        let expected = format!("{} in {}", error.expected, quote(&text));
        FormatError::new(*place, expected, error.found)
    })
}

/// Returns the error of pencil marks of a 9×9 puzzle with a symbol for each digit of each cell, which would be a
/// board of 27×27.
fn marks_on_a_line(cells: &[CellText]) -> Option<FormatError> {
    let is_mark = |(index, cell): (usize, &CellText)| {
        cell.text == "." || cell.text == (index % 9 + 1).to_string()
    };
    let has_mark = |cell: &[CellText]| cell.iter().any(|mark| mark.text != ".");
    let are_marks = cells.len() == 729
        && cells.iter().enumerate().all(is_mark)
        && cells.chunks(9).all(has_mark);
    are_marks.then(|| {
        let expected = "81 cells or a grid of pencil marks";
        FormatError::new(
            cells[0].position,
            expected,
            "729 symbols, nine for each cell",
        )
    })
}

/// Adds the pencil marks of the field `pencil_marks`, one word per cell, to a puzzle.
pub(crate) fn marked_puzzle(built: Built, words: &[String], position: LineColumn) -> Content {
    let (puzzle, form) = (built.puzzle, built.form);
    let error = |expected: String, found: String| {
        let expected = format!("in the field pencil_marks {expected}");
        Err(FormatError::new(position, expected, found))
    };
    let cell = |word: &String| CellText {
        text: word.clone(),
        position,
    };
    let cells: Vec<CellText> = words.iter().map(cell).collect();
    let board = puzzle.geometry();
    let expected = board.grid_cell_count();
    if cells.len() != expected {
        return error(format!("{expected} cells"), cells.len().to_string());
    }
    let marked = read_digits(&cells, board, Some(form.alphabet))?;
    let differs = |given: &Candidate| match marked.grid.get(given.cell) {
        Some(digit) => digit != given.digit,
        None => marked.removed.binary_search(given).is_ok(),
    };
    if let Some(given) = puzzle.givens().filled().find(differs) {
        let found = quote(&cells[given.cell.index()].text);
        return error(format!("the given {}", given.name(board)), found);
    }
    // The only candidate of a cell is not a given.
    let is_blank = |only: &Candidate| puzzle.givens().get(only.cell).is_none();
    let singles = marked.grid.filled().filter(is_blank);
    let others = singles.flat_map(|only| removed_by_marks(only.cell, &[only.digit], board));
    let removed: Vec<Candidate> = others.chain(marked.removed).collect();
    let puzzle = puzzle.without(removed);
    Ok(Built {
        puzzle: puzzle.map_err(|why| FormatError::caused(position, why))?,
        form,
        notes: built.notes,
    })
}
