//! Region maps: the regions that a jigsaw has instead of boxes.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use super::cell::Cell;
use super::geometry::Geometry;
use super::grid::{Grid, SYMBOLS};
use super::mismatch::{Mismatch, cells};
use super::shape::Shape;

/// The regions of a board, which replace the boxes: for a jigsaw, a partition into `n` regions of `n`
/// cells each. On other boards, regions can be smaller, and cells can be in none.
///
/// A region need not be connected: the meaning of a house does not depend on where its cells are.
///
/// ```
/// use satdoku::board::{Layout, RegionMap, Ruleset};
///
/// let labels: Vec<Option<char>> = "aaab acbb dccb dddc".split(' ')
///     .flat_map(str::chars)
///     .map(Some)
///     .collect();
/// let regions = RegionMap::from_labels(&labels)?;
/// assert_eq!(regions.to_string(), "1112132243324443");
/// let layout = Layout::new(Ruleset::jigsaw(regions));
/// assert_eq!(layout.houses().len(), 4 + 4 + 4);
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegionMap {
    board: Geometry,
    /// For each cell of the grid, the number of its region, if it is in one. Regions are numbered by
    /// their first cells.
    regions: Vec<Option<u32>>,
    /// The number of regions.
    count: usize,
}

impl RegionMap {
    /// Creates the map of a board of any kind from a label for each cell of its grid, in reading order.
    /// Cells with the same label form a region; a cell without a label is in none.
    ///
    /// # Errors
    /// If the number of labels is not that of the cells, a region has more cells than the board has
    /// digits, or only some of the regions that cover a square board have as many.
    /// [`Mismatch::column`] is the number of the first wrong label, counted from 1.
    pub fn on<L: Eq + Hash>(
        board: impl Into<Geometry>,
        labels: &[Option<L>],
    ) -> Result<RegionMap, Mismatch> {
        let map = RegionMap::unchecked(board.into(), labels)?;
        let most = map.board.digits_in_grid();
        let has_full = map.regions().iter().any(|region| region.len() == most);
        // A jigsaw, perhaps with a wrong label.
        let is_jigsaw = has_full && map.board.is_square() && !map.regions.contains(&None);
        map.checked(is_jigsaw)
    }

    /// Creates the map of a jigsaw from a label for each cell, in reading order. Cells with the same
    /// label form a region; `None` means that the cell has no label.
    ///
    /// # Errors
    /// If the number of cells is not that of a board, a cell has no label, or a label does not
    /// occur on `n` cells. Of several wrong regions, the error names the largest one that is too
    /// large, or else the smallest. [`Mismatch::column`] is the number of the first wrong label,
    /// counted from 1; it follows the last one if their number is wrong.
    pub fn from_labels<L: Eq + Hash>(labels: &[Option<L>]) -> Result<RegionMap, Mismatch> {
        let size = labels.len().isqrt();
        let map = RegionMap::unchecked(size.into(), labels)?;
        if Shape::without_boxes(size).is_err() {
            let expected = format!("{} to {} rows", Shape::MIN_SIZE, Shape::MAX_SIZE);
            return Err(Mismatch::new(expected, size.to_string()).at(labels.len() + 1));
        }
        match labels.iter().position(Option::is_none) {
            None => map.checked(true),
            Some(hole) => {
                let found = format!("none for {}", Cell::from_index(hole).name(size));
                Err(Mismatch::new("a region for each cell", found).at(hole + 1))
            }
        }
    }

    /// Creates the map of a jigsaw of `size` rows from the cells of each region, in any order.
    ///
    /// # Errors
    /// See [`RegionMap::from_labels`].
    pub fn from_groups(size: usize, groups: &[Vec<Cell>]) -> Result<RegionMap, Mismatch> {
        let mut labels = vec![None; size * size];
        for (number, group) in groups.iter().enumerate() {
            for cell in group {
                // A cell that is not on the board leaves another without a region.
                if let Some(label) = labels.get_mut(cell.index()) {
                    *label = Some(number);
                }
            }
        }
        RegionMap::from_labels(&labels)
    }

    /// Creates a map whose regions can have any number of cells.
    fn unchecked<L: Eq + Hash>(
        board: Geometry,
        labels: &[Option<L>],
    ) -> Result<RegionMap, Mismatch> {
        let (expected, found) = (board.grid_cell_count(), labels.len());
        if expected != found {
            let error = Mismatch::new(cells(expected), found.to_string());
            return Err(error.at(found + 1));
        }
        let mut numbers: HashMap<&L, u32> = HashMap::new();
        let regions = labels.iter().map(|label| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(label.as_ref()?).or_insert(next))
        });
        Ok(RegionMap {
            regions: regions.collect(),
            count: numbers.len(),
            board,
        })
    }

    /// Checks that no region has more cells than there are digits, or all have as many.
    fn checked(self, is_jigsaw: bool) -> Result<RegionMap, Mismatch> {
        const MOST_NAMED: usize = 30;
        let (most, regions) = (self.board.digits_in_grid(), self.regions());
        let excess = |cells: &&Vec<Cell>| {
            let length = cells.len();
            (length.saturating_sub(most), most.saturating_sub(length))
        };
        let worst = regions.iter().max_by_key(excess);
        let is_wrong = |cells: &&Vec<Cell>| cells.len() > most || (is_jigsaw && cells.len() < most);
        let Some(cells) = worst.filter(is_wrong) else {
            return Ok(self);
        };
        let names = cells.iter().take(MOST_NAMED);
        let mut names: Vec<String> = names
            .map(|cell| cell.name(&self.board).to_string())
            .collect();
        names.extend((cells.len() > MOST_NAMED).then(|| "…".to_string()));
        let limit = if is_jigsaw { "" } else { "at most " };
        let expected = format!("{limit}{most} cells in each region");
        let found = format!("{} in one: {}", cells.len(), names.join(" "));
        Err(Mismatch::new(expected, found).at(cells[0].index() + 1))
    }

    /// The board.
    pub fn board(&self) -> &Geometry {
        &self.board
    }

    /// The number of regions.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of the region of `cell`, counted from 0, or `None` if the cell is in no
    /// region. Regions are numbered by their first cells.
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        let region = *self.regions.get(cell.index())?;
        region.map(|number| number as usize)
    }

    /// Returns the cells of each region, in ascending order.
    pub fn regions(&self) -> Vec<Vec<Cell>> {
        let mut groups = vec![Vec::new(); self.count];
        for (index, region) in self.regions.iter().enumerate() {
            if let Some(number) = region {
                groups[*number as usize].push(Cell::from_index(index));
            }
        }
        groups
    }

    /// Parses what [`Display`](fmt::Display) writes: a label for each cell, or none.
    pub(super) fn labels(text: &str) -> Option<Vec<Option<String>>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_numbers = words.len() > 1
            && words.iter().any(|word| word.len() > 1)
            && words
                .iter()
                .all(|word| word.len() <= 6 && word.bytes().all(|c| c.is_ascii_digit()));
        let symbols = text.chars().filter(|c| !c.is_whitespace());
        let labels: Vec<String> = match is_numbers {
            true => words.iter().map(|word| word.to_string()).collect(),
            false => symbols
                .map(|c| c.to_ascii_lowercase().to_string())
                .collect(),
        };
        let is_label =
            |label: &String| label == "." || label.bytes().all(|c| c.is_ascii_alphanumeric());
        // Only numbers that are too many for characters are written with 0 for no region.
        let is_large = |word: &&str| {
            word.parse()
                .is_ok_and(|number: usize| number > Grid::MAX_LETTERS)
        };
        let has_blank_zero = is_numbers && words.iter().any(is_large);
        let is_region = |label: &String| label != "." && !(has_blank_zero && label == "0");
        let are_labels = labels.iter().all(is_label);
        are_labels.then(|| {
            labels
                .into_iter()
                .map(|label| Some(label).filter(is_region))
                .collect()
        })
    }
}

impl fmt::Display for RegionMap {
    /// Writes the number of the region of each cell on one line in reading order, counted from 1. With
    /// up to 35 regions, each is one character: `1` to `9`, then `A` to `Z`, and `.` for no region.
    /// Above that, they are numbers separated by spaces, with `0` for no region.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self
            .regions
            .iter()
            .map(|region| region.map_or(0, |number| number as usize + 1));
        if self.count <= Grid::MAX_LETTERS {
            let symbols = numbers.map(|number| match number {
                0 => '.',
                number => char::from(SYMBOLS[number]),
            });
            return f.write_str(&symbols.collect::<String>());
        }
        let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(labels: &str) -> Result<RegionMap, Mismatch> {
        let labels: Vec<Option<char>> = labels.chars().map(|c| (c != '.').then_some(c)).collect();
        RegionMap::from_labels(&labels)
    }

    #[test]
    fn regions_are_numbered_by_their_first_cells() {
        let map = map("dddbdcbbeccbeeec").unwrap();
        assert_eq!(map.to_string(), "1112132243324443");
        assert_eq!(map.region_of(Cell::from_index(4)), Some(0));
        assert_eq!(map.region_of(Cell::from_index(16)), None);
        assert_eq!(map.regions()[1].len(), 4);
        assert_eq!(RegionMap::from_groups(4, &map.regions()), Ok(map));
    }

    #[test]
    fn distinct_labels_are_rejected_quickly() {
        let labels: Vec<Option<usize>> = (0..160_000).map(Some).collect();
        let error = RegionMap::from_labels(&labels).unwrap_err().to_string();
        assert_eq!(
            error,
            "expected 400 cells in each region, found 1 in one: r400c400"
        );
    }

    #[test]
    fn errors_in_region_maps_name_the_cells() {
        let message = |labels: &str| map(labels).unwrap_err().to_string();
        assert_eq!(message("1111"), "expected 4 to 400 rows, found 2");
        assert_eq!(message(&"1".repeat(17)), "expected 16 cells, found 17");
        assert_eq!(
            message("111122.233334444"),
            "expected a region for each cell, found none for r2c3"
        );
        assert_eq!(
            message("ddddeccceebbeccb"),
            "expected 4 cells in each region, found 5 in one: r2c2 r2c3 r2c4 r4c2 r4c3"
        );
        assert_eq!(
            message("1111222433334444"),
            "expected 4 cells in each region, found 5 in one: r2c4 r4c1 r4c2 r4c3 r4c4"
        );
        assert_eq!(
            message("1111222533334444"),
            "expected 4 cells in each region, found 1 in one: r2c4"
        );
        let error = map("11112224333344.4").unwrap_err();
        assert_eq!(error.column, 15);
    }
}
