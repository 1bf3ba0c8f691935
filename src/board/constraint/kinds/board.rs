//! Kinds that concern the whole grid or other constraints.

use std::collections::HashSet;

use super::super::super::cell::{Cell, Digit};
use super::super::super::geometry::{Extent, Geometry};
use super::super::super::mismatch::Mismatch;
use super::super::Constraint;
use super::super::filled::FilledBoard;
use super::super::kind::{Kind, Meaning, Of, Part};
use super::super::lowering::Lowering;

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind {
        statement: Some(alternatives_text),
        ..Kind::new(
            &["either"],
            &[Part::Alternatives, Part::Title],
            Meaning::Own(either_holds, |of, to| to.either(of.alternatives())),
            "At least one of the alternatives holds.",
        )
    },
    Kind {
        statement: Some(connected_text),
        ..Kind::new(
            &["connected"],
            &[
                Part::Digits,
                Part::Labelled("size"),
                Part::OptionalVariables,
                Part::Title,
            ],
            Meaning::Own(connected_holds, |of, to| {
                to.connected(
                    of.cells(of.board()),
                    of.digits(),
                    of.number().map(|_| of.value()),
                )
            }),
            "Cells with the listed digits are orthogonally connected.",
        )
    },
    Kind {
        check: |of| numbers(of).map(|_| ()),
        ..Kind::new(
            &["regions-to-find", "chaosconstruction"],
            &[Part::Variables],
            Meaning::Own(regions_hold, lower_regions),
            "The grid is divided into orthogonally connected regions to be found, which contain each digit once.",
        )
    },
];

fn alternatives_text(of: &Constraint, board: &Geometry) -> String {
    let group = |constraints: &Vec<Constraint>| {
        let texts: Vec<String> = constraints.iter().map(|of| of.text(board)).collect();
        texts.join(" and ")
    };
    let groups: Vec<String> = of.alternatives().iter().map(group).collect();
    groups.join(", or ")
}

fn either_holds(of: Of, filled: &FilledBoard) -> bool {
    let mut groups = of.alternatives().iter();
    groups.any(|group| group.iter().all(|constraint| constraint.holds(filled)))
}

fn connected_text(of: &Constraint, _: &Geometry) -> String {
    let values: Vec<String> = of.digits().iter().map(usize::to_string).collect();
    let count = of.number().map_or(String::new(), |size| format!("{size} "));
    let variables = of
        .variables()
        .map_or(String::new(), |name| format!(" of {name}"));
    let values = values.join(", ");
    format!("the {count}cells{variables} with {values} are orthogonally connected")
}

/// The cells with the digits are connected, and as many as the constraint says. No cell counts as connected.
fn connected_holds(of: Of, filled: &FilledBoard) -> bool {
    let mut cells = of.cells(of.board());
    cells.retain(|cell| of.digits().contains(&filled.value(*cell)));
    let has_size = of.number().is_none_or(|size| cells.len() as i64 == size);
    has_size && are_connected(&cells, of.board())
}

/// Returns true if the cells are orthogonally connected.
fn are_connected(cells: &[Cell], board: &Geometry) -> bool {
    let mut missing: HashSet<Cell> = cells.iter().copied().collect();
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    while let Some(cell) = reached.pop() {
        if missing.remove(&cell) {
            reached.extend(board.neighbours(cell));
        }
    }
    missing.is_empty()
}

/// Returns the numbers of the regions to find. A table of variables as large as the grid holds the number of
/// the region of each cell.
///
/// # Errors
/// If the table does not match the grid, or the regions have no numbers.
fn numbers(of: Of) -> Result<Vec<usize>, Mismatch> {
    let board = of.board();
    let (rows, columns) = (board.rows(), board.columns());
    let name = of.variables().unwrap_or_default();
    let variables = board.variables().iter().find(|of| of.name == name);
    let extent = variables.map(|variables| variables.extent);
    if extent != Some(Extent::Table(rows, columns)) {
        let expected = format!("a table `variables {name} {rows}x{columns}`");
        let found = variables.map_or("none".to_string(), ToString::to_string);
        return Err(Mismatch::new(expected, found));
    }
    if board.has_holes() {
        return Err(Mismatch::new("a grid without missing cells", "some"));
    }
    let (cells, size) = (board.grid_cell_count(), board.digits_in_grid());
    let labels = board.digits_of(of.variable_cells(board)[0]);
    match cells / size {
        count if cells % size != 0 || count > labels.len() => {
            let most = labels.len();
            let expected = format!("cells for 1 to {most} regions of {size} each");
            Err(Mismatch::new(expected, format!("{cells} cells")))
        }
        count => {
            let labels = labels.take(count);
            Ok(labels
                .map(|label| board.value(Digit::from_index(label)))
                .collect())
        }
    }
}

/// Regions are orthogonally connected and contain each digit once. They are numbered in reading order of their
/// first cells, so that a division has one numbering.
fn regions_hold(of: Of, filled: &FilledBoard) -> bool {
    let board = of.board();
    let Ok(numbers) = numbers(of) else {
        return false;
    };
    let table = of.variable_cells(board);
    let regions = numbers.iter().map(|number| {
        let cells = board.grid_cells();
        let has_number = |cell: &Cell| filled.value(table[cell.index()]) == *number;
        cells.filter(has_number).collect()
    });
    let regions: Vec<Vec<Cell>> = regions.collect();
    let are_numbered = regions.iter().map(|region| region.first()).is_sorted();
    are_numbered
        && regions.iter().all(|region| {
            region.len() == board.digits_in_grid()
                && filled.are_different(region)
                && are_connected(region, board)
        })
}

fn lower_regions(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let board = of.board();
    let numbers = numbers(of)?;
    let table = of.variable_cells(board);
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
