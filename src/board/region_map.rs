//! Region maps: the regions that a jigsaw has instead of boxes.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::hash::Hash;

use super::cell::Cell;
use super::geometry::Geometry;
use super::grid::{Grid, SYMBOLS};
use super::mismatch::Mismatch;
use super::names::CellName;
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
/// # Ok::<(), satdoku::board::RegionError>(())
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

/// The reason why cells are not partitioned into regions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionError {
    /// No board has this many rows.
    Size(usize),
    /// The number of cells is not that of a board.
    Cells {
        /// The number of cells of the board of the closest size.
        expected: usize,
        /// The number of cells found.
        found: usize,
    },
    /// A cell is in no region.
    Hole(CellName),
    /// A cell is in two regions, or twice in one.
    Twice(CellName),
    /// A region has more cells than the board has digits.
    Large {
        /// The number of digits.
        most: usize,
        /// The cells of this region, in ascending order.
        cells: Vec<CellName>,
    },
    /// A region has too few cells or too many.
    Region {
        /// The required number of cells in each region.
        expected: usize,
        /// The cells of this region, in ascending order.
        cells: Vec<CellName>,
    },
}

impl Error for RegionError {}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected(), self.found())
    }
}

impl RegionError {
    /// Returns what was expected, in words.
    pub fn expected(&self) -> String {
        match self {
            RegionError::Size(_) => {
                format!("{} to {} rows", Shape::MIN_SIZE, Shape::MAX_SIZE)
            }
            RegionError::Cells { expected, .. } => format!("{expected} cells"),
            RegionError::Hole(_) => "a region for each cell".to_string(),
            RegionError::Twice(_) => "each cell once".to_string(),
            RegionError::Large { most, .. } => format!("at most {most} cells in each region"),
            RegionError::Region { expected, .. } => format!("{expected} cells in each region"),
        }
    }

    /// Returns what was found, in words, with the cells concerned.
    pub fn found(&self) -> String {
        match self {
            RegionError::Size(found) | RegionError::Cells { found, .. } => found.to_string(),
            RegionError::Hole(cell) => format!("none for {cell}"),
            RegionError::Twice(cell) => format!("{cell} twice"),
            RegionError::Large { cells, .. } | RegionError::Region { cells, .. } => {
                format!("{} in one: {}", cells.len(), CellNames(cells))
            }
        }
    }

    /// Returns the first wrong cell, if the error concerns individual cells.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            RegionError::Size(_) | RegionError::Cells { .. } => None,
            RegionError::Hole(cell) | RegionError::Twice(cell) => Some(cell.cell()),
            RegionError::Large { cells, .. } | RegionError::Region { cells, .. } => {
                cells.first().map(|name| name.cell())
            }
        }
    }
}

impl From<RegionError> for Mismatch {
    fn from(error: RegionError) -> Mismatch {
        Mismatch::new(error.expected(), error.found())
    }
}

/// The names of cells, separated by spaces; of many cells, only the first.
struct CellNames<'a>(&'a [CellName]);

impl fmt::Display for CellNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 30;
        for (place, name) in self.0.iter().take(MOST).enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{name}")?;
        }
        f.write_str(if self.0.len() > MOST { " …" } else { "" })
    }
}

impl RegionMap {
    /// Creates the map of a board of any kind from a label for each cell of its grid, in reading order.
    /// Cells with the same label form a region; a cell without a label is in none.
    ///
    /// # Errors
    /// If the number of labels is not that of the cells, a region has more cells than the board has
    /// digits, or only some of the regions that cover a square board have as many.
    pub fn on<L: Eq + Hash>(
        board: impl Into<Geometry>,
        labels: &[Option<L>],
    ) -> Result<RegionMap, RegionError> {
        let board = board.into();
        let expected = board.grid_cell_count();
        if labels.len() != expected {
            let found = labels.len();
            return Err(RegionError::Cells { expected, found });
        }
        let mut numbers: HashMap<&L, u32> = HashMap::new();
        let regions = labels.iter().map(|label| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(label.as_ref()?).or_insert(next))
        });
        let map = RegionMap {
            regions: regions.collect(),
            count: numbers.len(),
            board,
        };
        let most = map.board.grid_digits().len();
        let regions = map.regions();
        let sizes = || regions.iter().map(Vec::len);
        let is_mixed = sizes().max() == Some(most) && sizes().min() != Some(most);
        if is_mixed && map.board.is_square() && !map.regions.contains(&None) {
            // A jigsaw with a wrong label.
            let smallest = regions.iter().min_by_key(|region| region.len());
            let cells = smallest.into_iter().flatten();
            return Err(RegionError::Region {
                expected: most,
                cells: cells.map(|cell| cell.name(&map.board)).collect(),
            });
        }
        match regions.iter().find(|region| region.len() > most) {
            None => Ok(map),
            Some(region) => {
                let cells = region.iter().map(|cell| cell.name(&map.board)).collect();
                Err(RegionError::Large { most, cells })
            }
        }
    }

    /// Creates the map of a jigsaw from a label for each cell, in reading order. Cells with the same
    /// label form a region; `None` means that the cell has no label.
    ///
    /// # Errors
    /// If the number of cells is not that of a board, a cell has no label, or a label does not
    /// occur on `n` cells. Of several wrong regions, the error names the largest one that is too
    /// large, or else the smallest.
    pub fn from_labels<L: Eq + Hash>(labels: &[Option<L>]) -> Result<RegionMap, RegionError> {
        let size = labels.len().isqrt();
        if size * size != labels.len() {
            let (expected, found) = (size * size, labels.len());
            return Err(RegionError::Cells { expected, found });
        }
        Shape::without_boxes(size).map_err(|_| RegionError::Size(size))?;
        let mut numbers: HashMap<&L, usize> = HashMap::new();
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        for (index, label) in labels.iter().enumerate() {
            let cell = Cell::from_index(index);
            let label = label
                .as_ref()
                .ok_or_else(|| RegionError::Hole(cell.name(size)))?;
            let number = *numbers.entry(label).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Vec::new());
            }
            groups[number].push(cell);
        }
        RegionMap::from_groups(size, &groups)
    }

    /// Creates the map of a board of `size` rows whose regions have these cells, in any order.
    ///
    /// # Errors
    /// If no board has this size, a cell is not on the board or not in exactly one group, or a
    /// group does not have `size` cells.
    pub fn from_groups(size: usize, groups: &[Vec<Cell>]) -> Result<RegionMap, RegionError> {
        Shape::without_boxes(size).map_err(|_| RegionError::Size(size))?;
        let mut group_of: Vec<Option<usize>> = vec![None; size * size];
        for (number, group) in groups.iter().enumerate() {
            for cell in group {
                let Some(of_cell) = group_of.get_mut(cell.index()) else {
                    let (expected, found) = (size * size, cell.index() + 1);
                    return Err(RegionError::Cells { expected, found });
                };
                if of_cell.replace(number).is_some() {
                    return Err(RegionError::Twice(cell.name(size)));
                }
            }
        }
        let worst = groups.iter().max_by_key(|group| match group.len() {
            length if length > size => (2, length - size),
            length => (usize::from(length < size), size - length),
        });
        if let Some(group) = worst.filter(|group| group.len() != size) {
            let mut cells = group.clone();
            cells.sort_unstable();
            let cells = cells.iter().map(|cell| cell.name(size)).collect();
            let expected = size;
            return Err(RegionError::Region { expected, cells });
        }
        if let Some(hole) = group_of.iter().position(Option::is_none) {
            return Err(RegionError::Hole(Cell::from_index(hole).name(size)));
        }
        // Regions are numbered by their first cells, whatever the order of the groups.
        RegionMap::on(size, &group_of)
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
        let label = |label: String| (![".", "0"].contains(&&*label)).then_some(label);
        if is_numbers {
            return Some(words.iter().map(|word| label(word.to_string())).collect());
        }
        let mut symbols = text.chars().filter(|c| !c.is_whitespace());
        symbols
            .all(|c| c == '.' || c.is_ascii_alphanumeric())
            .then(|| {
                let symbols = text.chars().filter(|c| !c.is_whitespace());
                symbols
                    .map(|c| label(c.to_ascii_lowercase().to_string()))
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

    fn map(labels: &str) -> Result<RegionMap, RegionError> {
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
        let cells = |numbers: &[usize]| numbers.iter().map(|n| Cell::from_index(*n)).collect();
        let groups = |groups: &[&[usize]]| -> Vec<Vec<Cell>> {
            groups.iter().map(|group| cells(group)).collect()
        };
        let rows: [&[usize]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11]];
        let message = |last: &[usize]| {
            let all = groups(&[rows[0], rows[1], rows[2], last]);
            RegionMap::from_groups(4, &all).unwrap_err().to_string()
        };
        assert_eq!(
            message(&[12, 13, 14, 11]),
            "expected each cell once, found r3c4 twice"
        );
        assert_eq!(message(&[12, 13, 14, 16]), "expected 16 cells, found 17");
        assert_eq!(
            message(&[12, 13, 14]),
            "expected 4 cells in each region, found 3 in one: r4c1 r4c2 r4c3"
        );
        let three = RegionMap::from_groups(4, &groups(&rows)).unwrap_err();
        assert_eq!(
            three.to_string(),
            "expected a region for each cell, found none for r4c1"
        );
    }
}
