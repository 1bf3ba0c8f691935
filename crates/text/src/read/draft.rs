//! Puzzles as they were read, before and after the options of the reader apply to them.

use std::collections::BTreeMap;

use super::glyph::{CellText, Line, LineColumn};
use crate::form::{Arrangement, Form};
use satdoku::board::{
    Argument, Candidate, Cell, Constraint, Digit, Geometry, Grid, Puzzle, RegionMap, Ruleset,
    Shape, Variant,
};
use satdoku::format_error::FormatError;

/// A puzzle as it was read. One from a link or constraint string has its own rules.
#[derive(Debug)]
pub(crate) struct PuzzleDraft {
    pub givens: Grid,
    /// Candidates removed by pencil marks.
    pub removed: Vec<Candidate>,
    pub form: Form,
    /// The place of its first character.
    pub position: LineColumn,
    /// The cells as they were written, unless the puzzle has its own rules.
    pub cells: Vec<CellText>,
    /// The boxes or regions that its frame draws or that its link has.
    pub board: Option<Ruleset>,
    pub variants: Vec<Variant>,
    pub constraints: Vec<Constraint>,
    /// The places of the constraints, if they have places of their own.
    pub places: Vec<LineColumn>,
    /// The rules that follow it on its line, in their text form.
    pub rules: Vec<Line>,
    /// True if rules around it or in the options describe its cells and digits. `board` is theirs then.
    pub is_described: bool,
    /// True if no words precede it on its line, so that it can be one of a list.
    pub is_alone: bool,
    /// The error if the symbols fit two alphabets. The givens are unknown then.
    pub ambiguity: Option<FormatError>,
    /// A remark on what was left out, or on another reading.
    pub note: Option<String>,
}

impl PuzzleDraft {
    /// Returns the puzzle with these givens and no rules but the usual ones.
    pub fn new(givens: Grid) -> PuzzleDraft {
        let size = givens.geometry().rows();
        let shape = Shape::usual(size).or_else(|| Shape::without_boxes(size).ok());
        let form = Form::of(Arrangement::Line, givens.geometry());
        PuzzleDraft {
            removed: Vec::new(),
            form,
            position: (1, 1),
            cells: Vec::new(),
            board: shape.map(Ruleset::classic),
            variants: Vec::new(),
            constraints: Vec::new(),
            places: Vec::new(),
            rules: Vec::new(),
            is_described: false,
            is_alone: false,
            ambiguity: None,
            note: None,
            givens,
        }
    }

    pub fn arranged(mut self, arrangement: Arrangement) -> PuzzleDraft {
        self.form.arrangement = arrangement;
        self
    }

    /// Returns true for a puzzle of a link or constraint string.
    pub fn has_own_rules(&self) -> bool {
        self.cells.is_empty()
    }

    /// Replaces the boxes with regions, from a label for each cell that is in one. Regions that are boxes
    /// of another shape become that shape. If they do not cover the board, each is an extra region of a
    /// board without boxes.
    pub fn divide(&mut self, labels: &[Option<usize>]) -> Result<(), Unreadable> {
        let size = self.givens.geometry().rows();
        let mut regions: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
        for (index, label) in labels.iter().enumerate() {
            if let Some(label) = label {
                let cells = regions.entry(*label).or_default();
                cells.push(Cell::from_index(index));
            }
        }
        match RegionMap::from_labels(labels) {
            Ok(map) => self.board = Some(board_of_map(map)),
            Err(error) if regions.values().any(|cells| cells.len() > size) => {
                return Err((error.expected, error.found));
            }
            Err(_) => {
                self.board = Shape::without_boxes(size).ok().map(Ruleset::classic);
                let regions = regions.into_values().map(Argument::Cells);
                let regions = regions.map(|cells| Constraint::new("extra-region", [cells]));
                // No region is empty, so each is a constraint.
                self.constraints.extend(regions.flatten());
            }
        }
        Ok(())
    }
}

/// A puzzle, its original form, and remarks on how it was read.
#[derive(Debug)]
pub(crate) struct Built {
    pub puzzle: Puzzle,
    pub form: Form,
    pub notes: Vec<String>,
}

/// A puzzle that was read, or the error in it.
pub(crate) type Content = Result<Built, FormatError>;

/// Returns the board with these regions, or with the boxes that they are.
pub(crate) fn board_of_map(map: RegionMap) -> Ruleset {
    let size = map.board().rows();
    // Boxes are numbered in reading order, as regions are.
    let are_boxes = |shape: &Shape| {
        let mut cells = (0..size * size).map(Cell::from_index);
        cells.all(|cell| map.region_of(cell) == Some(shape.box_of(cell)))
    };
    let boxes = Shape::of_size(size).into_iter().find(are_boxes);
    boxes.map_or_else(|| Ruleset::jigsaw(map), Ruleset::classic)
}

/// Returns the candidates of a cell that pencil marks with these digits remove.
pub(crate) fn removed_by_marks(cell: Cell, marks: &[Digit], board: &Geometry) -> Vec<Candidate> {
    let digits = board.digits_of(cell).map(Digit::from_index);
    let missing = digits.filter(|digit| !marks.contains(digit));
    missing.map(|digit| Candidate { cell, digit }).collect()
}

/// The expected and the found content of an unreadable puzzle.
pub(crate) type Unreadable = (String, String);
