//! Items for the board as a whole: boxes, regions, diagonals.

use super::items::names;
use super::*;
use crate::read::draft::removed_by_marks;
use std::collections::BTreeMap;

impl StringBoard {
    /// Adds the items for the board as a whole.
    pub fn finish(mut self, items: &[StringItem]) -> Result<PuzzleDraft, FormatError> {
        let has = |name: &str| items.iter().any(|item| item.name.text == name);
        let named = |name: &'static str| items.iter().filter(move |item| item.name.text == name);
        let mut directions = Vec::new();
        for item in named("Diagonal") {
            match item.argument(0) {
                direction @ ("1" | "-1") => directions.push((direction, item)),
                other => return Err(item.error("1 or -1", quote(other))),
            }
        }
        let (rows, columns) = (self.board().rows(), self.board().columns());
        if let Some((_, item)) = directions.first().filter(|_| rows != columns) {
            return Err(item.error("a square board", format!("{rows}x{columns}")));
        }
        let is_both = ["1", "-1"]
            .iter()
            .all(|wanted| directions.iter().any(|(found, _)| found == wanted));
        if is_both {
            self.variants.push(Variant::Diagonal);
        } else if let Some((direction, item)) = directions.first() {
            let ends = match *direction {
                "1" => format!("r1c{rows}-r{rows}c1"),
                _ => format!("r1c1-r{rows}c{rows}"),
            };
            self.draw(item, &format!("extra-region {ends}"))?;
        }
        if self.variants.contains(&Variant::NonConsecutive) && has("AntiConsecutive") {
            self.forbid_consecutive_dots(items)?;
        }
        let has_boxes = self.rules.has_boxes();
        let mut regions = None;
        for item in named("Jigsaw") {
            let map = self.jigsaw(item, has_boxes)?;
            regions = regions.or(map);
        }
        let board = self.board();
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
        let rules = match regions {
            None => self.rules.clone(),
            Some((item, map)) => self
                .rules
                .clone()
                .with_regions(map)
                .map_err(|error| item.error(&error.expected, error.found))?,
        };
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

    /// Forbids consecutive digits also where there are dots, which exempt a pair of cells from the
    /// variant but not from the item.
    fn forbid_consecutive_dots(&mut self, items: &[StringItem]) -> Result<(), FormatError> {
        let dots = items
            .iter()
            .filter(|item| matches!(&*item.name.text, "WhiteDot" | "BlackDot"));
        for item in dots {
            self.pairs(item, "whispers 2")?;
        }
        Ok(())
    }

    /// Returns the regions of a jigsaw if they replace the boxes, or adds them to the boxes. One group of
    /// cells can be those that are in no region.
    fn jigsaw<'a>(
        &mut self,
        item: &'a StringItem,
        has_boxes: bool,
    ) -> Result<Option<(&'a StringItem, RegionMap)>, FormatError> {
        let board = self.board().clone();
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
        let is_region = |symbol: &char| {
            groups
                .get(symbol)
                .is_some_and(|cells| sizes.contains(&cells.len()))
        };
        if groups.keys().filter(|symbol| !is_region(symbol)).count() > 1 {
            let labels: Vec<Option<char>> = symbols.iter().copied().map(Some).collect();
            let (expected, found) = match RegionMap::from_labels(&labels) {
                Err(error) => (error.expected(), error.found()),
                Ok(_) => (
                    format!("regions of {} cells", sizes.start()),
                    "others".to_string(),
                ),
            };
            return Err(item.error(&expected, found));
        }
        let is_whole = groups.keys().all(is_region);
        if !has_boxes && (is_whole || !board.is_square()) {
            let labels: Vec<Option<char>> = symbols
                .iter()
                .map(|symbol| is_region(symbol).then_some(*symbol))
                .collect();
            let map = RegionMap::on(&board, &labels);
            let map = map.map_err(|error| item.error(&error.expected(), error.found()))?;
            return Ok(Some((item, map)));
        }
        for (_, cells) in groups.iter().filter(|(symbol, _)| is_region(symbol)) {
            self.draw(item, &format!("extra-region {}", names(cells, &board)))?;
        }
        Ok(None)
    }
}
