//! Items for the board as a whole: boxes, regions, diagonals.

use super::items::names;
use super::*;
use crate::read::draft::removed_by_marks;
use satdoku::board::Ruleset;

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
        let size = self.size;
        let is_both = ["1", "-1"]
            .iter()
            .all(|wanted| directions.iter().any(|(found, _)| found == wanted));
        if is_both {
            self.variants.push(Variant::Diagonal);
        } else if let Some((direction, item)) = directions.first() {
            let ends = match *direction {
                "1" => format!("r1c{size}-r{size}c1"),
                _ => format!("r1c1-r{size}c{size}"),
            };
            self.draw(item, &format!("extra-region {ends}"))?;
        }
        if self.variants.contains(&Variant::NonConsecutive) && has("AntiConsecutive") {
            self.forbid_consecutive_dots(items)?;
        }
        let has_boxes = !has("NoBoxes") && Shape::usual(size).is_some();
        let mut regions = None;
        for item in named("Jigsaw") {
            let map = self.jigsaw(item, has_boxes)?;
            regions = regions.or(map);
        }
        let mut givens = Grid::blank(size);
        let mut removed = Vec::new();
        for (index, digits) in self.candidates.iter().enumerate() {
            let cell = Cell::from_index(index);
            match digits.as_deref() {
                None => {}
                Some([digit]) => givens.set(cell, Some(*digit)),
                Some(digits) => removed.extend(removed_by_marks(cell, digits, &size.into())),
            }
        }
        let mut draft = PuzzleDraft {
            removed,
            variants: self.variants,
            constraints: self.constraints,
            places: self.places,
            ..PuzzleDraft::new(givens)
        };
        if let Some(regions) = regions {
            draft.board = Some(Ruleset::jigsaw(regions));
        } else if !has_boxes {
            draft.board = Shape::without_boxes(size).ok().map(Ruleset::classic);
        }
        Ok(draft)
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

    /// Returns the regions of a jigsaw if they replace the boxes, or adds them to the boxes.
    fn jigsaw(
        &mut self,
        item: &StringItem,
        has_boxes: bool,
    ) -> Result<Option<RegionMap>, FormatError> {
        let layout = item.arguments.last().map_or("", |layout| &layout.text);
        let labels: Vec<Option<char>> = layout.chars().map(Some).collect();
        if labels.len() != self.size * self.size {
            let expected = format!("{} symbols", self.size * self.size);
            return Err(item.error(&expected, labels.len().to_string()));
        }
        let map = RegionMap::from_labels(&labels);
        if let (Ok(map), false) = (&map, has_boxes) {
            return Ok(Some(map.clone()));
        }
        let mut symbols: Vec<char> = layout.chars().collect();
        symbols.sort_unstable();
        let cells_of = |symbol: char| -> Vec<Cell> {
            let cells = layout
                .chars()
                .enumerate()
                .filter(|(_, other)| *other == symbol);
            cells.map(|(index, _)| Cell::from_index(index)).collect()
        };
        let groups: Vec<char> = symbols
            .chunk_by(|one, other| one == other)
            .map(|chunk| chunk[0])
            .collect();
        let groups: Vec<Vec<Cell>> = groups.into_iter().map(cells_of).collect();
        // One group can be the cells that are in no region.
        if groups
            .iter()
            .filter(|cells| cells.len() != self.size)
            .count()
            > 1
        {
            let (expected, found) =
                map.map_or_else(|e| (e.expected(), e.found()), |_| Default::default());
            return Err(item.error(&expected, found));
        }
        let size = self.size;
        for cells in groups.iter().filter(|cells| cells.len() == size) {
            self.draw(item, &format!("extra-region {}", names(cells, self.size)))?;
        }
        Ok(None)
    }
}
