//! From drafts to puzzles: the size, boxes and rules of a board, and the options of the reader.

use std::sync::Arc;

use super::draft::{PuzzleDraft, removed_by_marks};
use super::glyph::{CellText, Line, LineColumn, line_at, string, trim};
use super::plain_line::{SIZES, plain_grid};
use super::record::{LONGEST_RECORD, ReadOptions};
use super::rules::geometry::is_geometry;
use super::rules::quotes;
use super::rules::text::rules_of;
use super::rules::text::{board_of, is_removal, rules_at, with_rules, without_removed};
use super::symbols::{Digits, bad_count, read_digits};
use super::unused_variables::note_on_variables;
use crate::alphabet::Alphabet;
use crate::form::{Arrangement, Form};
use satdoku::board::{
    Candidate, Constraint, Grid, Layout, Mismatch, Puzzle, RegionMap, RuleLine, Ruleset, Shape,
};
use satdoku::format_error::{FormatError, quote};

/// A puzzle and its original form, or the error in it.
pub(crate) type Content = Result<(Puzzle, Form), FormatError>;

/// Builds puzzles by the rules of the options.
pub(crate) struct PuzzleBuilder {
    pub options: ReadOptions,
    /// The maximum length of a record in bytes.
    pub longest: usize,
    /// The layout shared by all plain puzzles.
    plain_layout: Option<Arc<Layout>>,
    /// Layouts of recent puzzles: usually one.
    layouts: Vec<Arc<Layout>>,
    /// Sizes of boards whose own rules name their boxes or regions.
    pub own_sizes: Vec<usize>,
    /// The rules of the options about the board, if they describe its cells or digits.
    pub geometry: Vec<Line>,
    /// A remark about the last puzzle, until it is taken.
    pub note: Option<String>,
    /// True if the assumed boxes have been noted, which is done once for an input.
    pub has_noted_boxes: bool,
}

/// Maximum number of cached layouts. Each puzzle of an input can have regions of its own.
const MOST_LAYOUTS: usize = 16;

impl PuzzleBuilder {
    pub fn new(options: &ReadOptions) -> PuzzleBuilder {
        let mut options = options.clone();
        let texts = options.constraints.iter();
        let mut geometry: Vec<Line> = texts.flat_map(|text| rule_parts(text, (1, 1))).collect();
        geometry.retain(|rule| !matches!(RuleLine::board(&string(rule)), Ok(None)));
        if !geometry.iter().any(|rule| is_geometry(rule)) {
            geometry.clear();
        }
        if geometry.is_empty() && options.shape.is_none() && options.regions.is_none() {
            let texts = options.constraints.iter();
            let rules: Vec<Line> = texts.flat_map(|text| rules_at(text, (1, 1))).collect();
            // An error is reported with each puzzle.
            let board = board_of(&rules).ok().flatten();
            options.shape = board.as_ref().map(Ruleset::shape);
            options.regions = board.and_then(|board| board.regions().cloned());
        }
        PuzzleBuilder {
            options,
            longest: LONGEST_RECORD,
            plain_layout: None,
            layouts: Vec::new(),
            own_sizes: Vec::new(),
            geometry,
            note: None,
            has_noted_boxes: false,
        }
    }

    /// Takes the note about the last puzzle. One about a reading that failed is forgotten.
    pub fn take_note(&mut self, is_puzzle: bool) -> Option<String> {
        let note = self.note.take();
        if is_puzzle {
            return note;
        }
        self.has_noted_boxes &= note.is_none();
        None
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
            ..PuzzleDraft::new(read.grid)
        })
    }

    /// Builds the puzzle at the start of a line, if it is an ordinary one.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        let is_other = |alphabet: Alphabet| alphabet != Alphabet::FromOne;
        let size = self.options.shape.map_or(9, Shape::size);
        if !self.geometry.is_empty() {
            return None;
        }
        if !SIZES.contains(&size) || self.options.alphabet.is_some_and(is_other) {
            return None;
        }
        let grid = plain_grid(line, size)?;
        let layout = match &self.plain_layout {
            Some(layout) => layout.clone(),
            None => {
                let rules = self.rules(size, (1, 1)).ok()?;
                let added = self.option_rules((1, 1));
                if added.iter().any(|rule| is_removal(rule)) {
                    return None;
                }
                let layout = self.layout(rules, &added, (1, 1)).ok()?;
                self.plain_layout.insert(layout).clone()
            }
        };
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: Alphabet::FromOne,
        };
        Some((Puzzle::new(layout, grid).ok()?, form))
    }

    /// Builds the puzzle of a draft with the region map or the rules on the lines below it. They replace
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
        let (position, size) = (draft.position, draft.givens.geometry().rows());
        if draft.is_described {
            return self.build_described(draft, below);
        }
        if let Some(rule) = self.geometry.first() {
            let expected = format!(
                "a puzzle on the board of the option {}",
                quote(&string(rule))
            );
            return Err(FormatError::new(
                position,
                expected,
                "one with a board of its own",
            ));
        }
        if let Some(shape) = self.options.shape.filter(|shape| shape.size() != size) {
            let expected = format!("a board of {0}x{0}", shape.size());
            let found = format!("{size}x{size}");
            return Err(FormatError::new(position, expected, found));
        }
        let own_rules = [draft.rules, below].concat();
        let own_board = match map {
            Some(map) => Some(Ruleset::jigsaw(map)),
            None if self.options.shape.is_some() || self.options.regions.is_some() => None,
            None => board_of(&own_rules)?,
        };
        self.note = draft.note.or(self.note.take());
        let is_replaced = |board: &Ruleset| match board.regions() {
            Some(_) => self.options.regions.is_some(),
            None => self.options.shape.is_some(),
        };
        let is_shared = draft.cells.is_empty();
        let drawn = draft
            .board
            .filter(|board| !(is_shared && is_replaced(board)));
        let board = match own_board.or(drawn) {
            Some(board) => board,
            None => self.rules(size, position)?,
        };
        let board = board.with(&draft.variants).map_err(bad_variant(position))?;
        let board = self.drawn_on(board, draft.constraints, &draft.places, position)?;
        let added = self.option_rules(position);
        let layout = self.layout(board, &added, position)?;
        let puzzle = puzzle_of(layout, draft.givens, draft.removed, position)?;
        let mut puzzle = without_removed(puzzle, &added)?;
        if !own_rules.is_empty() {
            let board = with_rules(puzzle.layout().rules().clone(), &own_rules)?;
            puzzle = without_removed(puzzle.on(self.cached(board)), &own_rules)?;
        }
        Ok((puzzle, draft.form))
    }

    /// Builds the puzzle of a draft whose rules, or those of the options, describe its cells and digits.
    fn build_described(&mut self, draft: PuzzleDraft, below: Vec<Line>) -> Content {
        let position = draft.position;
        self.note = draft.note.or(self.note.take());
        let board = draft.givens.geometry().clone();
        let texts = self.options.constraints.iter();
        let rules = texts.flat_map(|text| rule_parts(text, position));
        let mut rules: Vec<Line> = rules.flat_map(|rule| rules_of(&rule, &board)).collect();
        rules.extend(draft.rules.into_iter().chain(below));
        let blank = || Ruleset::new(board).map_err(|error| FormatError::caused(position, error));
        let board = draft.board.map_or_else(blank, Ok)?;
        let variants = [&draft.variants[..], &self.options.variants].concat();
        let board = board.with(&variants).map_err(bad_variant(position))?;
        let board = self.drawn_on(board, draft.constraints, &draft.places, position)?;
        let layout = self.cached(with_rules(board, &rules)?);
        let puzzle = puzzle_of(layout, draft.givens, draft.removed, position)?;
        let notes = self.note.take().into_iter();
        let notes: Vec<String> = notes.chain(note_on_variables(&puzzle)).collect();
        self.note = (!notes.is_empty()).then(|| notes.join("; "));
        Ok((without_removed(puzzle, &rules)?, draft.form))
    }

    /// Returns the rules of the options for a board of this size, without variants.
    fn rules(&mut self, size: usize, position: LineColumn) -> Result<Ruleset, FormatError> {
        if let Some(regions) = &self.options.regions {
            return Ok(Ruleset::jigsaw(regions.clone()));
        }
        let shape = self.options.shape.or_else(|| Shape::usual(size));
        let shape = shape.ok_or_else(|| {
            let expected = "a number of rows that boxes can fill, such as 9";
            FormatError::new(position, expected, format!("{size} rows of {size}"))
        })?;
        let is_assumed = self.options.shape.is_none() && Shape::square(size).is_none();
        if is_assumed && !std::mem::replace(&mut self.has_noted_boxes, true) {
            self.note = Some(format!("boxes of {shape} assumed"));
        }
        Ok(Ruleset::classic(shape))
    }

    /// Returns the constraints of the options, for a puzzle at `position`.
    fn option_rules(&self, position: LineColumn) -> Vec<Line> {
        let texts = self.options.constraints.iter();
        texts.flat_map(|text| rules_at(text, position)).collect()
    }

    /// Returns the layout for these rules with the variants of the options and their constraints, which
    /// are `added`.
    fn layout(
        &mut self,
        rules: Ruleset,
        added: &[Line],
        position: LineColumn,
    ) -> Result<Arc<Layout>, FormatError> {
        board_of(added)?;
        let rules = rules
            .with(&self.options.variants)
            .map_err(bad_variant(position))?;
        Ok(self.cached(with_rules(rules, added)?))
    }

    /// Draws constraints on a board. Without places of their own, they are at `position`. The first puzzle
    /// of a list is read twice, and others often share its constraints, so that recent boards are reused.
    fn drawn_on(
        &self,
        rules: Ruleset,
        constraints: Vec<Constraint>,
        places: &[LineColumn],
        position: LineColumn,
    ) -> Result<Ruleset, FormatError> {
        if constraints.is_empty() {
            return Ok(rules);
        }
        let without_constraints = |drawn: &Ruleset| {
            drawn.clone().with_constraints(Vec::new()).ok() == Some(rules.clone())
        };
        let mut known = self.layouts.iter().map(|layout| layout.rules());
        if let Some(known) =
            known.find(|drawn| drawn.constraints() == constraints && without_constraints(drawn))
        {
            return Ok(known.clone());
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

/// Returns the rules in an option, each as it is.
fn rule_parts(text: &str, place: LineColumn) -> Vec<Line> {
    let line = line_at(text, place);
    let parts = quotes::split(&line, |glyph| matches!(glyph.c, ';' | '\n'));
    let parts = parts.into_iter().map(trim).filter(|part| !part.is_empty());
    parts.map(<[_]>::to_vec).collect()
}

fn bad_variant(position: LineColumn) -> impl Fn(Mismatch) -> FormatError {
    move |error| FormatError::caused(position, error)
}

/// Adds the pencil marks of the field `pencil_marks`, one word per cell, to a puzzle.
pub(crate) fn marked_puzzle(
    (puzzle, form): (Puzzle, Form),
    words: &[String],
    position: LineColumn,
) -> Content {
    let error = |expected: String, found: String| {
        let expected = format!("in the field pencil_marks {expected}");
        Err(FormatError::new(position, expected, found))
    };
    let cell = |word: &String| CellText {
        text: word.clone(),
        position,
    };
    let cells: Vec<CellText> = words.iter().map(cell).collect();
    let expected = puzzle.geometry().grid_cell_count();
    if cells.len() != expected {
        return error(format!("{expected} cells"), cells.len().to_string());
    }
    let marked = read_digits(&cells, puzzle.geometry(), Some(form.alphabet))?;
    let differs = |given: &Candidate| match marked.grid.get(given.cell) {
        Some(digit) => digit != given.digit,
        None => marked.removed.binary_search(given).is_ok(),
    };
    if let Some(given) = puzzle.givens().filled().find(differs) {
        let found = quote(&cells[given.cell.index()].text);
        return error(
            format!("the given {}", given.name(puzzle.geometry())),
            found,
        );
    }
    // The only candidate of a cell is not a given.
    let board = puzzle.geometry();
    let is_blank = |only: &Candidate| puzzle.givens().get(only.cell).is_none();
    let singles = marked.grid.filled().filter(is_blank);
    let others = singles.flat_map(|only| removed_by_marks(only.cell, &[only.digit], board));
    let removed: Vec<Candidate> = others.chain(marked.removed).collect();
    let puzzle = puzzle.without(removed);
    Ok((
        puzzle.map_err(|why| FormatError::caused(position, why))?,
        form,
    ))
}

fn puzzle_of(
    layout: Arc<Layout>,
    givens: Grid,
    removed: Vec<Candidate>,
    position: LineColumn,
) -> Result<Puzzle, FormatError> {
    Puzzle::new(layout, givens)
        .and_then(|puzzle| match removed[..] {
            [] => Ok(puzzle),
            _ => puzzle.without(removed),
        })
        .map_err(|error| FormatError::caused(position, error))
}
