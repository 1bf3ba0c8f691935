//! The items for the board as a whole: `Shape`, `NoBoxes`, `Jigsaw`, `Var` and `Diagonal`.

use std::collections::BTreeMap;

use super::super::diagonal_region;
use super::boxes::{SIDES, default_boxes};
use super::string_board::StringBoard;
use super::text::{StringItem, region_numbers, variables_of};
use super::variants::DIAGONALS;
use crate::read::draft::{PuzzleDraft, removed_by_marks};
use satdoku::board::{
    Argument, Cell, Constraint, Grid, RegionMap, RuleLine, Ruleset, Shape, Variant,
};
use satdoku::format_error::{FormatError, quote};

/// Returns the board that the items `Shape`, `NoBoxes` and `Var` describe, with the variables of others.
pub(super) fn rules_of(items: &[StringItem]) -> Result<Ruleset, FormatError> {
    let find = |name: &str| items.iter().find(|item| item.name.text == name);
    let shape = find("Shape");
    let (rows, columns) = shape.map_or(Ok((9, 9)), sides_of)?;
    let is_raw = match shape.map(|shape| (shape, shape.argument(2))) {
        None | Some((_, "" | "Sudoku")) => false,
        Some((_, "Raw")) => true,
        Some((shape, other)) => return Err(shape.error("Sudoku or Raw", quote(other))),
    };
    let mut lines = Vec::new();
    let has_boxes = !is_raw && find("NoBoxes").is_none();
    let boxes = default_boxes(rows, columns).filter(|_| has_boxes);
    let base = match rows == columns && rows >= Shape::MIN_SIZE {
        true => boxes.or_else(|| Shape::without_boxes(rows).ok()),
        false => {
            lines.push(RuleLine::Size(rows, columns));
            None
        }
    };
    if let Some((first, last)) = shape.map_or(Ok(None), digits_of)?
        && (first, last) != (1, rows.max(columns))
    {
        lines.push(RuleLine::Digits(first, last));
    }
    if is_raw {
        lines.push(RuleLine::Raw);
    }
    for item in items.iter().filter(|item| item.name.text == "Var") {
        lines.push(RuleLine::Variables(variables_of(item)?));
    }
    if find("ChaosConstruction").is_some() {
        lines.extend(region_numbers(rows, columns).map(RuleLine::Variables));
    }
    if base.is_none() {
        lines.extend(boxes.map(RuleLine::Box));
    }
    let rules = Ruleset::classic(base.unwrap_or(Shape::STANDARD)).with_lines(lines);
    rules.map_err(|error| {
        let place = items.first().map_or((1, 1), |item| item.name.position);
        match shape {
            Some(shape) => shape.error(&error.expected, error.found),
            None => FormatError::new(place, error.expected, error.found),
        }
    })
}

/// Returns the rows and columns of an item `Shape`.
fn sides_of(shape: &StringItem) -> Result<(usize, usize), FormatError> {
    let text = shape.argument(0);
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = side(rows).zip(side(columns));
    sides.ok_or_else(|| shape.error("rows and columns from 1x1 to 16x16", quote(text)))
}

/// Returns the lowest and the highest digit of an item `Shape`, if it has them: `9` or `0-8`.
fn digits_of(shape: &StringItem) -> Result<Option<(usize, usize)>, FormatError> {
    let text = shape.argument(1);
    if text.is_empty() {
        return Ok(None);
    }
    let (first, last) = text.split_once('-').unwrap_or(("1", text));
    match first.parse().ok().zip(last.parse().ok()) {
        Some(digits) => Ok(Some(digits)),
        None => Err(shape.error("digits such as 0-8", quote(text))),
    }
}

impl StringBoard<'_> {
    /// Adds the items for the board as a whole.
    pub fn finish(mut self, items: &[StringItem]) -> Result<PuzzleDraft, FormatError> {
        let named = |name: &'static str| items.iter().filter(move |item| item.name.text == name);
        self.add_diagonals(&named("Diagonal").collect::<Vec<_>>())?;
        if named("AntiConsecutive").next().is_some() {
            self.forbid_consecutive_dots();
        }
        let mut regions = None;
        for item in named("Jigsaw") {
            let map = self.jigsaw(item)?;
            regions = regions.or(map);
        }
        let board = self.rules.geometry();
        let mut givens = Grid::blank(board);
        let mut removed = Vec::new();
        for (index, digits) in self.candidates.iter().enumerate() {
            let cell = Cell::from_index(index);
            match digits.as_deref() {
                None => {}
                Some([digit]) => givens.set(cell, Some(*digit)),
                Some(digits) => removed.extend(removed_by_marks(cell, digits, board)),
            }
        }
        let mut rules = self.rules.clone();
        if let Some((item, map)) = regions {
            let divided = rules.with_regions(map);
            rules = divided.map_err(|error| item.error(&error.expected, error.found))?;
        }
        Ok(PuzzleDraft {
            removed,
            variants: self.variants,
            constraints: self.constraints,
            places: self.places,
            is_described: !rules.board_lines().is_empty(),
            board: Some(rules),
            ..PuzzleDraft::new(givens)
        })
    }

    fn add_diagonals(&mut self, items: &[&StringItem]) -> Result<(), FormatError> {
        let board = self.rules.geometry();
        for item in items {
            let (rows, columns) = (board.rows(), board.columns());
            if !DIAGONALS.contains(&item.argument(0)) {
                return Err(item.error("1 or -1", quote(item.argument(0))));
            } else if rows != columns {
                return Err(item.error("a square board", format!("{rows}x{columns}")));
            }
        }
        let [falling, rising] =
            DIAGONALS.map(|of| items.iter().find(|item| item.argument(0) == of));
        match (falling, rising) {
            (Some(_), Some(_)) => self.variants.push(Variant::Diagonal),
            (Some(item), None) => self.add_region(item, diagonal_region(board, false))?,
            (None, Some(item)) => self.add_region(item, diagonal_region(board, true))?,
            (None, None) => {}
        }
        Ok(())
    }

    fn add_region(&mut self, item: &StringItem, cells: Argument) -> Result<(), FormatError> {
        let region = Constraint::new("extra-region", [cells]);
        let region = region.map_err(|error| item.error(&error.expected, error.found))?;
        self.push(item, region);
        Ok(())
    }

    /// Forbids consecutive digits also where there are dots, which exempt a pair of cells from the
    /// variant but not from the item.
    fn forbid_consecutive_dots(&mut self) {
        let dots = self.constraints.iter().zip(&self.places);
        let dots = dots.filter(|(of, _)| ["difference", "ratio"].contains(&of.name()));
        let apart = dots.filter_map(|(of, place)| {
            let cells = Argument::Cells(of.group(0).to_vec());
            let apart = Constraint::new("whispers", [Argument::Number(2), cells]);
            Some((apart.ok()?, *place))
        });
        let (apart, places): (Vec<_>, Vec<_>) = apart.unzip();
        self.constraints.extend(apart);
        self.places.extend(places);
    }

    /// Returns the regions of a jigsaw if they replace the boxes, or adds them to the boxes. One group of
    /// cells can be those that are in no region.
    fn jigsaw<'a>(
        &mut self,
        item: &'a StringItem,
    ) -> Result<Option<(&'a StringItem, RegionMap)>, FormatError> {
        let board = self.rules.geometry().clone();
        let layout = item.arguments.last().map_or("", |layout| &layout.text);
        let symbols: Vec<char> = layout.chars().collect();
        if symbols.len() != board.grid_cell_count() {
            let expected = format!("{} symbols", board.grid_cell_count());
            return Err(item.error(&expected, symbols.len().to_string()));
        }
        let mut groups: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (cell, symbol) in board.grid_cells().zip(&symbols) {
            groups.entry(*symbol).or_default().push(cell);
        }
        let sizes = board.rows().max(board.columns())..=board.grid_digits().len();
        let is_region = |cells: &Vec<Cell>| sizes.contains(&cells.len());
        let others = groups.values().filter(|cells| !is_region(cells)).count();
        if others > 1 {
            let expected = format!("regions of {} cells", sizes.start());
            let other = groups.values().find(|cells| !is_region(cells));
            let found = other.map_or(0, Vec::len);
            return Err(item.error(&expected, format!("one of {found}")));
        }
        if self.rules.boxes().is_none() && (others == 0 || !board.is_square()) {
            let label = |symbol: &char| is_region(&groups[symbol]).then_some(*symbol);
            let labels: Vec<Option<char>> = symbols.iter().map(label).collect();
            let map = RegionMap::on(&board, &labels);
            let map = map.map_err(|error| item.error(&error.expected, error.found))?;
            return Ok(Some((item, map)));
        }
        let is_box = |cells: &Vec<Cell>| {
            let mut regions = cells.iter().map(|cell| self.rules.region_of(*cell));
            let first = regions.next().flatten();
            first.is_some() && regions.all(|region| region == first)
        };
        let regions = groups.into_values();
        let regions = regions.filter(|cells| is_region(cells) && !is_box(cells));
        for cells in regions.collect::<Vec<_>>() {
            self.add_region(item, Argument::Cells(cells))?;
        }
        Ok(None)
    }
}
