//! Connected cells: those with some digits form one orthogonally connected group.

use super::text::Arguments;
use super::title::Title;
use super::*;

/// Digits whose cells are orthogonally connected, in the grid or among the variables of a table. An
/// empty group counts as connected.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConnectedCells {
    /// The values of the digits.
    pub values: Vec<usize>,
    /// The number of cells with these digits, if it is fixed.
    pub size: Option<usize>,
    /// The name of the variables; `None` for the cells of the grid.
    pub variables: Option<String>,
    /// The name of the rule.
    pub title: Option<Title>,
}

impl ConnectedCells {
    /// Returns the cells of the grid or of the variables, on a board.
    pub fn cells(&self, board: &Geometry) -> Vec<Cell> {
        match &self.variables {
            None => board.grid_cells().collect(),
            Some(name) => board.variables_named(name).into_iter().flatten().collect(),
        }
    }

    /// Returns the connected parts of the cells with these digits.
    fn parts(&self, filled: &FilledBoard) -> Vec<Vec<Cell>> {
        let board = filled.board();
        let mut left = self.cells(board);
        left.retain(|cell| self.values.contains(&filled.value(*cell)));
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut next = 0;
            while let Some(cell) = part.get(next) {
                for neighbour in board.neighbours(*cell) {
                    if let Some(place) = left.iter().position(|cell| *cell == neighbour) {
                        part.push(left.swap_remove(place));
                    }
                }
                next += 1;
            }
            parts.push(part);
        }
        parts
    }
}

impl Rule for ConnectedCells {
    const NAMES: &'static [&'static str] = &["connected"];

    fn rule(&self) -> &'static str {
        "Cells with the listed digits are orthogonally connected."
    }

    fn title(&self) -> Option<&Title> {
        self.title.as_ref()
    }

    fn statement(&self, _: &Geometry) -> Option<String> {
        let values: Vec<String> = self.values.iter().map(usize::to_string).collect();
        let count = self.size.map_or(String::new(), |size| format!("{size} "));
        let of = self.variables.as_ref().map_or(String::new(), |name| format!(" of {name}"));
        let values = values.join(", ");
        Some(format!("the {count}cells{of} with {values} are orthogonally connected"))
    }

    fn lists_cells(&self) -> bool {
        false
    }

    /// `connected 1 2`, `connected 1 2 size 12` or `connected 1: x`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<ConnectedCells, ConstraintError> {
        let mut values = vec![arguments.number("a digit")?];
        values.extend(std::iter::from_fn(|| arguments.optional_number()));
        let size = match arguments.take("size") {
            true => Some(arguments.number("a number of cells")?),
            false => None,
        };
        let variables = match arguments.take(":") {
            true => Some(arguments.variables()?),
            false => None,
        };
        Ok(ConnectedCells {
            values,
            size,
            variables,
            title: Title::parse(arguments)?,
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        let values: Vec<String> = self.values.iter().map(usize::to_string).collect();
        let size = self.size.map_or(String::new(), |size| format!(" size {size}"));
        let variables = self.variables.iter().map(|name| format!(": {name}"));
        let variables: String = variables.collect();
        let title = Title::suffix(self.title());
        format!("{}{size}{variables}{title}", values.join(" "))
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.cells(board)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let parts = self.parts(filled);
        let count = parts.iter().map(Vec::len).sum::<usize>();
        parts.len() <= 1 && self.size.is_none_or(|size| size == count)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let cells = self.cells(to.board());
        to.connected(cells, &self.values, self.size)
    }
}
