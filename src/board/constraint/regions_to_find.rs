//! Regions to find: a division of the grid into connected regions with each digit once.

use super::super::cell::Digit;
use super::text::Arguments;
use super::*;

/// Regions that are not given. A table of variables as large as the grid holds the number of the region
/// of each cell. Regions are orthogonally connected and contain each digit once. They are numbered in
/// reading order of their first cells, from the lowest digit of the table, so that a division has one
/// numbering.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegionsToFind {
    /// The name of the table.
    pub variables: String,
}

impl RegionsToFind {
    /// Returns the cells of the table.
    fn table(&self, board: &Geometry) -> Vec<Cell> {
        let cells = board.variables_named(&self.variables);
        cells.into_iter().flatten().collect()
    }

    /// Returns the numbers of the regions.
    ///
    /// # Errors
    /// If the table does not match the grid, or the regions have no numbers.
    fn numbers(&self, board: &Geometry) -> Result<Vec<usize>, ConstraintError> {
        let (rows, columns) = (board.rows(), board.columns());
        let variables = board.variables().iter().find(|of| of.name == self.variables);
        let extent = variables.map(|variables| variables.extent);
        if extent != Some(Extent::Table(rows, columns)) {
            let expected = format!("a table `variables {} {rows}x{columns}`", self.variables);
            let found = variables.map_or("none".to_string(), ToString::to_string);
            return Err(ConstraintError::new(expected, found));
        }
        if board.has_holes() {
            return Err(ConstraintError::new("a grid without missing cells", "some"));
        }
        let (cells, size) = (board.grid_cell_count(), board.grid_digits().len());
        let first = self.table(board)[0];
        let labels = board.digits_of(first);
        match cells / size {
            count if cells % size != 0 || count > labels.len() => {
                let most = labels.len();
                let expected = format!("cells for 1 to {most} regions of {size} each");
                Err(ConstraintError::new(expected, format!("{cells} cells")))
            }
            count => {
                let labels = labels.take(count);
                Ok(labels.map(|label| board.value(Digit::from_index(label))).collect())
            }
        }
    }
}

/// Returns true if the cells are orthogonally connected.
fn are_connected(cells: &[Cell], board: &Geometry) -> bool {
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    let mut next = 0;
    while let Some(cell) = reached.get(next) {
        next += 1;
        for neighbour in board.neighbours(*cell) {
            if cells.contains(&neighbour) && !reached.contains(&neighbour) {
                reached.push(neighbour);
            }
        }
    }
    reached.len() == cells.len()
}

impl Rule for RegionsToFind {
    const NAMES: &'static [&'static str] = &["regions-to-find"];

    fn rule(&self) -> &'static str {
        "The grid is divided into orthogonally connected regions to be found, which contain each digit once."
    }

    fn lists_cells(&self) -> bool {
        false
    }

    /// `regions-to-find x`, also `regions to find: x`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<RegionsToFind, ConstraintError> {
        arguments.take(":");
        let variables = arguments.variables()?;
        Ok(RegionsToFind { variables })
    }

    fn arguments(&self, _: &Geometry) -> String {
        self.variables.clone()
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().chain(self.table(board)).collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let board = filled.board();
        let Ok(numbers) = self.numbers(board) else {
            return false;
        };
        let table = self.table(board);
        let regions = numbers.iter().map(|number| {
            let cells = board.grid_cells();
            let has_number = |cell: &Cell| filled.value(table[cell.index()]) == *number;
            cells.filter(has_number).collect()
        });
        let regions: Vec<Vec<Cell>> = regions.collect();
        let are_numbered = regions.iter().map(|region| region.first()).is_sorted();
        are_numbered
            && regions.iter().all(|region| {
                region.len() == board.grid_digits().len()
                    && filled.are_different(region)
                    && are_connected(region, board)
            })
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let board = to.board();
        let numbers = self.numbers(board)?;
        let table = self.table(board);
        let labels = numbers.iter().filter_map(|number| board.digit(*number));
        let digits = board.grid_digits().map(Digit::from_index);
        let digits = [labels.collect(), digits.collect::<Vec<Digit>>()];
        let size = digits[1].len();
        let pairs = table.iter().copied().zip(board.grid_cells());
        let pairs = pairs.map(|(label, digit)| [label, digit]).collect();
        // The state is the number of regions so far.
        let step = |_, found: &usize, label: usize| {
            let place = numbers.iter().position(|number| *number == label)?;
            (place <= *found).then(|| (*found).max(place + 1))
        };
        to.automaton(table.clone(), 0, step, |found| *found == numbers.len())?;
        for number in &numbers {
            to.connected(table.clone(), &[*number], Some(size))?;
        }
        to.distinct_pairs(pairs, digits)
    }
}
