//! Puzzles that come with their rules, as links and constraint strings have them.

use std::collections::BTreeMap;

use super::glyph::LineColumn;
use satdoku::board::{Candidate, Cell, Constraint, ExtraRegion, Grid, RegionMap, Shape, Variant};

/// A puzzle with its own rules, before options that apply to all puzzles.
#[derive(Debug)]
pub(super) struct SharedPuzzle {
    pub givens: Grid,
    /// Candidates removed by pencil marks.
    pub removed: Vec<Candidate>,
    /// The boxes, if they are not the usual ones.
    pub shape: Option<Shape>,
    /// The regions that replace the boxes.
    pub regions: Option<RegionMap>,
    pub variants: Vec<Variant>,
    pub constraints: Vec<Constraint>,
    /// The places of the constraints, if they have places of their own.
    pub places: Vec<LineColumn>,
    /// A remark on what was left out.
    pub note: Option<String>,
}

impl SharedPuzzle {
    /// Returns the puzzle with these givens and no rules but the usual ones.
    pub fn new(givens: Grid) -> SharedPuzzle {
        SharedPuzzle {
            givens,
            removed: Vec::new(),
            shape: None,
            regions: None,
            variants: Vec::new(),
            constraints: Vec::new(),
            places: Vec::new(),
            note: None,
        }
    }

    /// Replaces the boxes with regions, from a label for each cell that is in one. Regions that are boxes
    /// of another shape become that shape. If they do not cover the board, each is an extra region of a
    /// board without boxes.
    pub fn divide(&mut self, labels: &[Option<usize>]) -> Result<(), Unreadable> {
        let size = self.givens.size();
        let mut regions: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
        for (index, label) in labels.iter().enumerate() {
            if let Some(label) = label {
                let cells = regions.entry(*label).or_default();
                cells.push(Cell::from_index(index));
            }
        }
        match RegionMap::from_labels(labels) {
            Ok(map) => match boxes_of(&map) {
                Some(shape) => self.shape = Some(shape),
                None => self.regions = Some(map),
            },
            Err(error) if regions.values().any(|cells| cells.len() > size) => {
                return Err((error.expected(), error.found()));
            }
            Err(_) => {
                self.shape = Shape::without_boxes(size).ok();
                let regions = regions
                    .into_values()
                    .map(|cells| ExtraRegion { cells }.into());
                self.constraints.extend(regions);
            }
        }
        Ok(())
    }
}

/// Returns the shape whose boxes are these regions, if there is one.
fn boxes_of(map: &RegionMap) -> Option<Shape> {
    let size = map.size();
    // Boxes are numbered in reading order, as regions are.
    let are_boxes = |shape: &Shape| {
        let mut cells = (0..size * size).map(Cell::from_index);
        cells.all(|cell| map.region_of(cell) == Some(shape.box_of(cell)))
    };
    Shape::of_size(size).into_iter().find(are_boxes)
}

/// Returns the smallest number of cells with which a line of this kind means something. Shorter lines
/// occur in puzzles, and are left out.
pub(super) fn least_cells(kind: &str) -> usize {
    match kind {
        "between" | "double-arrow" | "zipper" => 3,
        "entropic" | "lockout" | "modular" | "nabner" | "palindrome" | "region-sum"
        | "whispers" => 2,
        _ => 1,
    }
}

/// The expected and the found content of an unreadable puzzle.
pub(super) type Unreadable = (String, String);
