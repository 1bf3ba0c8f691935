//! The items of constraints: one table for reading and writing.

use super::places::Place::*;
use super::places::{Place, read_places, write_places};
use super::text::{CellNames, StringItem};
use satdoku::board::Constraint;
use satdoku::format_error::{FormatError, quote};

/// An item that stands for a kind of constraint, with its arguments in these places.
struct Item {
    name: &'static str,
    kind: &'static str,
    places: &'static [Place],
}

const fn item(name: &'static str, kind: &'static str, places: &'static [Place]) -> Item {
    Item { name, kind, places }
}

#[rustfmt::skip]
const ITEMS: &[Item] = &[
    item("AllDifferent", "extra-region", &[Cells]),
    item("Arrow", "arrow", &[Place::Cell, Cells]),
    item("Between", "between", &[Cells]),
    item("BlackDot", "ratio", &[Adjacent]),
    item("Cage", "cage", &[Optional("0"), Cells]),
    item("ChaosArrow", "run-length", &[Place::Cell, Flag, RegionGroups]),
    item("ChaosConstruction", "regions-to-find", &[Regions]),
    item("ConnectedValues", "connected", &[Place::Variables, Digits, Optional("")]),
    item("ContainAtLeast", "contains", &[Digits, Cells]),
    item("ContainExact", "contains-exactly", &[Digits, Cells]),
    item("CountDistinct", "count-distinct", &[Place::Cell, Cells]),
    item("CountingCircles", "counting-circles", &[Cells]),
    item("DoubleArrow", "double-arrow", &[Cells]),
    item("Entropic", "entropic", &[Cells]),
    item("EqualSum", "equal-sum", &[Groups]),
    item("GreaterThan", "greater", &[Adjacent]),
    // The cell finds the number of its column in its row.
    item("Indexing", "row-indexer", &[Word("C"), Each]),
    item("Indexing", "column-indexer", &[Word("R"), Each]),
    item("LittleKiller", "little-killer", &[Number, Diagonal]),
    item("Lockout", "lockout", &[Usual(4), Cells]),
    item("Modular", "modular", &[Usual(3), Cells]),
    item("NFA", "automaton", &[Machine, Lists]),
    item("NumberedRoom", "numbered-room", &[Ends]),
    item("Pair", "pairs", &[Pairs, Lists]),
    item("PairX", "all-pairs", &[Pairs, Lists]),
    item("Palindrome", "palindrome", &[Cells]),
    item("PillArrow", "arrow", &[Pill]),
    item("Quad", "quadruple", &[Corner, Values]),
    item("Regex", "sequence", &[Pattern, Lists]),
    item("RegionSumLine", "region-sum", &[Cells]),
    item("Renban", "renban", &[Cells]),
    item("SameValues", "same-digits", &[Sets]),
    item("SameValues", "clone", &[CellSets]),
    item("Sandwich", "sandwich", &[Number, Line]),
    item("Skyscraper", "skyscraper", &[Ends]),
    item("Sum", "sum", &[Sum]),
    item("Thermo", "thermometer", &[Cells]),
    item("V", "v", &[Adjacent]),
    item("ValueIndexing", "value-index", &[Place::Cell, Place::Cell, Cells]),
    item("Whisper", "whispers", &[Usual(5), Cells]),
    item("WhiteDot", "difference", &[Adjacent]),
    item("X", "x", &[Adjacent]),
    item("XSum", "x-sum", &[Ends]),
    item("Zipper", "zipper", &[Cells]),
];

/// Returns the constraints of an item, or `None` if the table does not have it.
///
/// # Errors
/// If an argument is wrong.
pub(super) fn read(
    item: &StringItem,
    names: CellNames,
) -> Option<Result<Vec<Constraint>, FormatError>> {
    let rows = ITEMS.iter().filter(|row| row.name == item.name.text);
    let rows: Vec<&Item> = rows.collect();
    let is_meant = |row: &&Item| row.places.iter().all(|place| place.is_meant(item));
    let row = rows.iter().copied().find(is_meant);
    (!rows.is_empty()).then(|| match row {
        Some(row) => row.read(item, names),
        None => Err(item.error("R or C", quote(item.argument(0)))),
    })
}

/// Returns the items of a constraint, or `None` if the table has none for it.
pub(super) fn write(constraint: &Constraint, names: CellNames) -> Option<String> {
    let mut rows = ITEMS.iter().filter(|row| row.kind == constraint.name());
    rows.find_map(|row| {
        let arguments = write_places(row.places, constraint, names)?;
        Some(format!(".{}{arguments}", row.name))
    })
}

impl Item {
    fn read(&self, item: &StringItem, names: CellNames) -> Result<Vec<Constraint>, FormatError> {
        let all = read_places(self.places, item, names)?.into_iter();
        let constraints = all.filter_map(|set| {
            let made = set.constraint(self.kind, names.board);
            made.map_err(|error| item.error(&error.expected, error.found))
                .transpose()
        });
        constraints.collect()
    }
}
