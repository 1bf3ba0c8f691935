//! Indexers: cells that say where a digit is.

use super::text::Arguments;
use super::*;

/// A cell whose digit is a place in its row, column or box. The cell in that place holds the place of
/// this one: a row indexer in column c with the digit v says that column v of the row holds c.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Indexer {
    /// The house whose places are counted.
    pub house: IndexedHouse,
    /// The cell.
    pub cell: Cell,
}

/// The house in which an indexer counts places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IndexedHouse {
    /// The row, by columns.
    Row,
    /// The column, by rows.
    Column,
    /// The box or region, in reading order.
    Box,
}

impl Indexer {
    /// Returns the cells of the house in the order of their places.
    fn house_cells(&self, context: &Context) -> Vec<Cell> {
        let board = context.board;
        let Some((row, column)) = board.position(self.cell) else {
            return Vec::new();
        };
        let cells = board.grid_cells();
        match self.house {
            IndexedHouse::Row => board.row(row).flatten().collect(),
            IndexedHouse::Column => board.column(column).flatten().collect(),
            IndexedHouse::Box => {
                let region = context.region_of(self.cell);
                cells.filter(|cell| region.is_some() && context.region_of(*cell) == region).collect()
            }
        }
    }
}

impl Rule for Indexer {
    const NAMES: &'static [&'static str] = &["row-indexer", "column-indexer", "box-indexer"];

    fn name(&self) -> &'static str {
        Self::NAMES[self.house as usize]
    }

    fn rule(&self) -> &'static str {
        match self.house {
            IndexedHouse::Row => "A row indexer in column c with the digit v: column v of its row holds c.",
            IndexedHouse::Column => "A column indexer in row r with the digit v: row v of its column holds r.",
            IndexedHouse::Box => "A box indexer in place p of its box with the digit v: place v holds p.",
        }
    }

    /// `row-indexer r1c1`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Indexer, ConstraintError> {
        let house = match name {
            "row-indexer" => IndexedHouse::Row,
            "column-indexer" => IndexedHouse::Column,
            _ => IndexedHouse::Box,
        };
        let cell = arguments.cell()?;
        Ok(Indexer { house, cell })
    }

    fn arguments(&self, board: &Geometry) -> String {
        self.cell.name(board).to_string()
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        vec![self.cell]
    }

    fn scope(&self, context: &Context) -> Vec<Cell> {
        self.house_cells(context)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let places = self.house_cells(filled.context);
        let own = places.iter().position(|cell| *cell == self.cell);
        own.is_none_or(|own| {
            let place = filled.value(self.cell).checked_sub(1);
            let cell = place.and_then(|place| places.get(place));
            cell.is_some_and(|cell| filled.value(*cell) == own + 1)
        })
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let places = self.house_cells(to.context);
        let Some(own) = places.iter().position(|cell| *cell == self.cell) else {
            let expected = format!("a box around {}", self.cell.name(to.board()));
            return Err(ConstraintError::new(expected, "none"));
        };
        // A digit that is no place at all, and the place of the indexer itself.
        to.digits(self.cell, |digit| (1..=places.len()).contains(&digit))?;
        for (place, cell) in places.iter().enumerate().filter(|(place, _)| *place != own) {
            to.relation([self.cell, *cell], |digit, other| digit != place + 1 || other == own + 1)?;
        }
        Ok(())
    }
}
