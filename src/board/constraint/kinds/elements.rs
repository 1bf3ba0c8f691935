//! Kinds in which a digit is the place of another.

use super::super::super::cell::Cell;
use super::super::super::mismatch::Mismatch;
use super::super::kind::{Element, Kind, Meaning, Of, Part, Value};

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind {
        check: |of| of.check_line(),
        ..Kind::new(
            &["numbered-room", "numberedroomclue"],
            &[Part::Number("a digit"), Part::Line],
            Meaning::Element(numbered_room),
            "A numbered room clue is the digit in the x-th cell from the clue, where x is the digit in the first.",
        )
    },
    Kind::new(
        &["value-index", "valueindexing"],
        &[
            Part::Cell,
            Part::Colon,
            Part::Cell,
            Part::Colon,
            Part::Cells(1),
        ],
        Meaning::Element(value_index),
        "The second cell of an arrow gives the number of the cell after it that has the digit of the first.",
    ),
    indexer(
        &["row-indexer"],
        |of| {
            of_house(of, |of, cell| {
                of.board().tile_of(cell, (1, of.board().grid_size().1))
            })
        },
        "A row indexer in column c with the digit v: column v of its row holds c.",
    ),
    indexer(
        &["column-indexer"],
        |of| {
            of_house(of, |of, cell| {
                of.board().tile_of(cell, (of.board().grid_size().0, 1))
            })
        },
        "A column indexer in row r with the digit v: row v of its column holds r.",
    ),
    indexer(
        &["box-indexer"],
        |of| of_house(of, region),
        "A box indexer in place p of its box with the digit v: place v holds p.",
    ),
];

const fn indexer(
    names: &'static [&'static str],
    element: fn(Of) -> Option<Element>,
    sentence: &'static str,
) -> Kind {
    Kind {
        check: check_house,
        ..Kind::new(names, &[Part::Cell], Meaning::Element(element), sentence)
    }
}

fn numbered_room(of: Of) -> Option<Element> {
    let list = of.line_cells();
    let index = *list.first()?;
    let value = Value::Constant(of.value());
    Some(Element { index, list, value })
}

fn value_index(of: Of) -> Option<Element> {
    Some(Element {
        value: Value::Of(*of.group(0).first()?),
        index: *of.group(1).first()?,
        list: of.group(2).to_vec(),
    })
}

/// Returns the element of a cell whose digit is a place in a house. The cell in this place holds the place of
/// the first.
fn of_house(of: Of, house: fn(Of, Cell) -> Vec<Cell>) -> Option<Element> {
    let index = *of.group(0).first()?;
    let list = house(of, index);
    let own = list.iter().position(|cell| *cell == index)?;
    let value = Value::Constant(own + 1);
    Some(Element { index, list, value })
}

/// Returns the cells of the box or region, in reading order.
fn region(of: Of, cell: Cell) -> Vec<Cell> {
    let region = of.region_of(cell);
    let cells = of.board().grid_cells();
    cells
        .filter(|cell| region.is_some() && of.region_of(*cell) == region)
        .collect()
}

/// Checks that the cell is in a house of this kind.
fn check_house(of: Of) -> Result<(), Mismatch> {
    let element = match of.kind().meaning {
        Meaning::Element(element) => element(of),
        _ => None,
    };
    match (element, of.group(0)) {
        (None, [cell, ..]) => {
            let expected = format!("a box around {}", cell.name(of.board()));
            Err(Mismatch::new(expected, "none"))
        }
        _ => Ok(()),
    }
}
