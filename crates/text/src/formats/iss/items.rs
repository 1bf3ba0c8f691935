//! The items of constraints: one table for reading and writing.

use super::super::constraint_of;
use super::forms::{read_adjacent, read_ends, read_pill, read_sets, read_sum, sum};
use super::outer::line_name;
use super::places::Place::{
    Cells, Corner, Diagonal, Digits, Flag, Groups, Line, Number, RegionGroups, Regions, Size,
    Total, Values,
};
use super::places::{Place, read_places, write_places};
use super::text::{CellNames, StringItem};
use satdoku::board::{Argument, Cell, Constraint, Kind, Side};
use satdoku::format_error::{FormatError, quote};

/// An item that stands for a kind of constraint.
pub(super) struct ItemKind {
    pub name: &'static str,
    kind: &'static str,
    form: Form,
}

/// The relation of the arguments of an item to those of a constraint.
enum Form {
    /// One constraint, whose arguments are in these places.
    Places(&'static [Place]),
    /// A constraint for every two adjacent cells of a list, in the order of the list.
    Adjacent,
    /// A clue at the start of a row or column, and one at its end.
    Ends,
    /// A constraint for each cell after this argument.
    Each(&'static str),
    /// The length of a bulb, and the cells of an arrow. The digits of the bulb are read in reading order.
    Pill,
    /// A number of sets of cells, of which each two that follow each other are equal.
    Sets,
    /// A sum, perhaps with coefficients, as in `Sum~0_=_1_-1~R1C1~R1C2`.
    Sum,
}

use Form::{Adjacent, Each, Ends, Pill, Places, Sets, Sum};

const fn item(name: &'static str, kind: &'static str, form: Form) -> ItemKind {
    ItemKind { name, kind, form }
}

#[rustfmt::skip]
const ITEMS: &[ItemKind] = &[
    item("AllDifferent", "extra-region", Places(&[Cells])),
    item("Arrow", "arrow", Places(&[Place::Cell, Cells])),
    item("Between", "between", Places(&[Cells])),
    item("BlackDot", "ratio", Adjacent),
    item("Cage", "cage", Places(&[Total, Cells])),
    item("ChaosArrow", "run-length", Places(&[Place::Cell, Flag, RegionGroups])),
    item("ChaosConstruction", "regions-to-find", Places(&[Regions])),
    item("ConnectedValues", "connected", Places(&[Place::Variables, Digits, Size])),
    item("ContainAtLeast", "contains", Places(&[Digits, Cells])),
    item("ContainExact", "contains-exactly", Places(&[Digits, Cells])),
    item("CountDistinct", "count-distinct", Places(&[Place::Cell, Cells])),
    item("CountingCircles", "counting-circles", Places(&[Cells])),
    item("DoubleArrow", "double-arrow", Places(&[Cells])),
    item("Entropic", "entropic", Places(&[Cells])),
    item("EqualSum", "equal-sum", Places(&[Groups])),
    item("GreaterThan", "greater", Adjacent),
    // The cell finds the number of its column in its row.
    item("Indexing", "row-indexer", Each("C")),
    item("Indexing", "column-indexer", Each("R")),
    item("LittleKiller", "little-killer", Places(&[Number(None), Diagonal])),
    item("Lockout", "lockout", Places(&[Number(Some(4)), Cells])),
    item("Modular", "modular", Places(&[Number(Some(3)), Cells])),
    item("NumberedRoom", "numbered-room", Ends),
    item("Palindrome", "palindrome", Places(&[Cells])),
    item("PillArrow", "arrow", Pill),
    item("Quad", "quadruple", Places(&[Corner, Values])),
    item("RegionSumLine", "region-sum", Places(&[Cells])),
    item("Renban", "renban", Places(&[Cells])),
    item("SameValues", "same-digits", Sets),
    item("SameValues", "clone", Sets),
    item("Sandwich", "sandwich", Places(&[Number(None), Line])),
    item("Skyscraper", "skyscraper", Ends),
    item("Sum", "sum", Sum),
    item("Thermo", "thermometer", Places(&[Cells])),
    item("V", "v", Adjacent),
    item("ValueIndexing", "value-index", Places(&[Place::Cell, Place::Cell, Cells])),
    item("Whisper", "whispers", Places(&[Number(Some(5)), Cells])),
    item("WhiteDot", "difference", Adjacent),
    item("X", "x", Adjacent),
    item("XSum", "x-sum", Ends),
    item("Zipper", "zipper", Places(&[Cells])),
];

type Arguments = Vec<Argument>;

/// Returns the constraints of an item, or `None` if the table does not have it.
///
/// # Errors
/// If an argument is wrong.
pub(super) fn read(
    item: &StringItem,
    names: CellNames,
) -> Option<Result<Vec<Constraint>, FormatError>> {
    let is_meant = |row: &&ItemKind| match row.form {
        Each(first) => first == item.argument(0),
        _ => true,
    };
    let rows: Vec<&ItemKind> = ITEMS
        .iter()
        .filter(|row| row.name == item.name.text)
        .collect();
    let row = rows.iter().find(|row| is_meant(row));
    (!rows.is_empty()).then(|| match row {
        Some(row) => row.read(item, names),
        None => Err(item.error("R or C", quote(item.argument(0)))),
    })
}

/// Returns the items of a constraint, or `None` if the table has none for it.
pub(super) fn write(constraint: &Constraint, names: CellNames) -> Option<String> {
    let mut rows = ITEMS.iter().filter(|row| row.kind == constraint.name());
    rows.find_map(|row| row.write(constraint, names))
}

impl ItemKind {
    fn read(&self, item: &StringItem, names: CellNames) -> Result<Vec<Constraint>, FormatError> {
        let constraint = |arguments: Arguments| {
            let made = constraint_of(self.kind, arguments, names.board);
            made.map_err(|error| item.error(&error.expected, error.found))
        };
        let all = |all: Vec<Arguments>| all.into_iter().map(constraint).collect();
        match self.form {
            Places(places) => {
                let arguments = read_places(places, item, names)?;
                match says_nothing(self.kind, &arguments) {
                    true => Ok(Vec::new()),
                    false => all(vec![arguments]),
                }
            }
            Adjacent => all(read_adjacent(item, names)?),
            Ends => all(read_ends(item, names)?),
            Each(_) => all(item
                .cells(1, names)?
                .into_iter()
                .map(|cell| vec![Argument::Cells(vec![cell])])
                .collect()),
            Pill => all(vec![read_pill(item, names)?]),
            Sum => all(vec![read_sum(item, names)?]),
            Sets => {
                let sets = read_sets(item, names)?;
                let kind = match sets.first().map(Vec::len) {
                    Some(1) => "clone",
                    _ => "same-digits",
                };
                let pairs = sets.windows(2).map(|pair| {
                    let arguments = pair.iter().cloned().map(Argument::Cells);
                    let made = constraint_of(kind, arguments.collect(), names.board);
                    made.map_err(|error| item.error(&error.expected, error.found))
                });
                pairs.collect()
            }
        }
    }

    fn write(&self, of: &Constraint, names: CellNames) -> Option<String> {
        let (name, first) = (self.name, of.group(0));
        Some(match self.form {
            Places(places) => format!(".{name}{}", write_places(places, of, names)?),
            Adjacent => {
                let is_adjacent = names.board.neighbours(first[0]).contains(&first[1]);
                let is_usual = match of.name() {
                    "difference" => of.number() == Some(1),
                    "ratio" => of.number() == Some(2),
                    _ => true,
                };
                (is_adjacent && is_usual).then(|| format!(".{name}{}", names.list(first)))?
            }
            Ends => {
                let line = of.line()?;
                let is_end = matches!(line.side, Side::Right | Side::Bottom);
                let end = if is_end { "~" } else { "" };
                format!(".{name}~{}~{end}{}", line_name(line), of.number()?)
            }
            Each(argument) => format!(".{name}~{argument}{}", names.list(first)),
            Pill => {
                let cells = names.list(&[first, of.group(1)].concat());
                let is_sorted = first.is_sorted();
                is_sorted.then(|| format!(".{name}~{}{cells}", first.len()))?
            }
            Sets if of.name() == "same-digits" && first.len() > 1 => {
                format!(".{name}~2{}", names.list(&of.cells(names.board)))
            }
            Sets => {
                let pairs = first.iter().zip(of.group(1));
                let item = |(one, other): (&Cell, &Cell)| {
                    format!(".{name}~2{}", names.list(&[*one, *other]))
                };
                pairs.map(item).collect()
            }
            Sum => sum(of.number()?, of.terms(), names),
        })
    }
}

/// Returns true for a line that is too short for its rule, and for a single group of cells.
fn says_nothing(kind: &str, arguments: &Arguments) -> bool {
    let groups = || {
        let groups = arguments.iter().filter_map(|argument| match argument {
            Argument::Cells(cells) => Some(cells.len()),
            _ => None,
        });
        groups.collect::<Vec<usize>>()
    };
    let least = Kind::find(kind).map_or(1, Kind::least_cells);
    match kind {
        "equal-sum" => groups().len() == 1,
        _ => least > 1 && groups().iter().all(|count| *count < least),
    }
}
