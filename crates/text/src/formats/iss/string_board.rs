//! The board of the items that have been read so far.

use super::items;
use super::text::{CellNames, REGIONS, StringItem};
use super::variants::variants_of;
use crate::read::glyph::{CellText, LineColumn};
use satdoku::board::{Argument, Constraint, Digit, Ruleset, Variant};
use satdoku::format_error::{FormatError, quote};

/// The most items and arguments to which the blocks of a text are expanded.
pub(super) const MOST_EXPANDED: usize = 100_000;

/// The board of the items so far.
pub(super) struct StringBoard<'r> {
    /// Its cells, digits and boxes.
    pub rules: &'r Ruleset,
    /// The possible digits of each cell, if they are restricted.
    pub candidates: Vec<Option<Vec<Digit>>>,
    pub variants: Vec<Variant>,
    pub constraints: Vec<Constraint>,
    pub places: Vec<LineColumn>,
    /// The items and arguments that may still come.
    pub left: usize,
}

impl<'r> StringBoard<'r> {
    pub fn new(rules: &'r Ruleset) -> StringBoard<'r> {
        StringBoard {
            candidates: vec![None; rules.geometry().cell_count()],
            rules,
            variants: Vec::new(),
            constraints: Vec::new(),
            places: Vec::new(),
            left: MOST_EXPANDED,
        }
    }

    pub fn names(&self) -> CellNames<'r> {
        CellNames {
            board: self.rules.geometry(),
            regions: Some(REGIONS),
            shift: None,
        }
    }

    /// Adds an item. Those for the board as a whole are read at the end.
    pub fn add(&mut self, item: &StringItem, names: CellNames) -> Result<(), FormatError> {
        if item.is_of_board() {
            return Ok(());
        }
        if let Some(variants) = variants_of(&item.name.text) {
            self.variants.extend(variants);
            return Ok(());
        }
        if item.name.text.is_empty() {
            let mut givens = item.arguments.iter();
            return givens.try_for_each(|given| self.given(given, names));
        }
        let found = items::read(item, names);
        let found = found.ok_or_else(|| {
            let expected = "only constraints that satdoku has";
            FormatError::new(item.name.position, expected, quote(&item.name.text))
        })??;
        found.into_iter().for_each(|of| self.push(item, of));
        Ok(())
    }

    /// Adds a constraint. Cells that occur several times in a cage count several times in its sum.
    pub fn push(&mut self, item: &StringItem, constraint: Constraint) {
        let split = split_cage(&constraint);
        for constraint in split.unwrap_or_else(|| vec![constraint]) {
            self.constraints.push(constraint);
            self.places.push(item.name.position);
        }
    }

    /// Restricts a cell to the digits of `R1C1_2_5`.
    fn given(&mut self, given: &CellText, names: CellNames) -> Result<(), FormatError> {
        let mut parts = given.text.split('_');
        let cell = names.find(parts.next().unwrap_or_default());
        let digit = |text: &str| names.board.digit(text.parse().ok()?);
        let digits: Option<Vec<Digit>> = parts.map(digit).collect();
        let (Some(cell), Some(digits)) = (cell, digits) else {
            let values = names.board.values();
            let expected = format!(
                "a cell up to R{}C{} with digits from {} to {}, such as R1C1_5",
                names.board.rows(),
                names.board.columns(),
                values.start(),
                values.end()
            );
            let found = quote(&given.text);
            return Err(FormatError::new(given.position, expected, found));
        };
        match &mut self.candidates[cell.index()] {
            Some(allowed) => allowed.retain(|digit| digits.contains(digit)),
            allowed => *allowed = Some(digits),
        }
        Ok(())
    }
}

/// Returns the constraints of a cage in which a cell occurs several times.
fn split_cage(cage: &Constraint) -> Option<Vec<Constraint>> {
    let mut cells = cage.group(0).to_vec();
    cells.sort_unstable();
    cells.dedup();
    if cage.name() != "cage" || cells.len() == cage.group(0).len() {
        return None;
    }
    let terms = cage.group(0).iter().map(|cell| (*cell, 1)).collect();
    let sum = cage.number().map(|total| {
        let arguments = [Argument::Number(total), Argument::Terms(terms)];
        Constraint::new("sum", arguments)
    });
    let different = Constraint::new("extra-region", [Argument::Cells(cells)]);
    [Some(different), sum]
        .into_iter()
        .flatten()
        .map(Result::ok)
        .collect()
}
