//! The items of constraints: one table for reading and writing.

use super::super::constraint_of;
use super::text::{CellNames, REGIONS, SEPARATOR, StringItem, is_cell};
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Geometry, Kind, OuterLine, Side, Variables};
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

/// The place of an argument.
#[derive(Clone, Copy)]
enum Place {
    /// A number, perhaps with a default.
    Number(Option<i64>),
    /// A number of which 0 means none.
    Total,
    /// A number at the end, or none.
    Size,
    /// Digits, as in `1_1_2`.
    Digits,
    /// Digits in places of their own.
    Values,
    Cell,
    Cells,
    /// Groups of cells with separators between them.
    Groups,
    /// Groups of cells with the numbers of regions to find.
    RegionGroups,
    /// The first of four cells around a corner.
    Corner,
    /// The first cell of a diagonal.
    Diagonal,
    /// A row or column.
    Line,
    /// 1 if the first of the cells does not count.
    Flag,
    /// The prefix of variables, or nothing for the grid.
    Variables,
    /// The variables for regions to find, which take no place.
    Regions,
}

use Form::{Adjacent, Each, Ends, Pill, Places, Sets, Sum};
use Place::{
    Cells, Corner, Diagonal, Digits, Flag, Groups, Line, Number, RegionGroups, Regions, Size,
    Total, Values,
};

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
            Each(_) => all(cells(item, 1, names)?
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

/// Parses the cells from an argument on.
fn cells(item: &StringItem, index: usize, names: CellNames) -> Result<Vec<Cell>, FormatError> {
    let arguments = item.arguments.iter().skip(index);
    arguments.map(|argument| names.cell(argument)).collect()
}

/// Parses a number.
fn number(item: &StringItem, text: &str) -> Result<i64, FormatError> {
    let number = text.parse().ok();
    number.ok_or_else(|| item.error("a number", quote(text)))
}

/// Parses the arguments in these places.
fn read_places(
    places: &[Place],
    item: &StringItem,
    names: CellNames,
) -> Result<Arguments, FormatError> {
    let mut rest = &item.arguments[..];
    let mut arguments = Vec::new();
    for place in places {
        let text = rest.first().map_or("", |argument| &*argument.text);
        let is_default = match place {
            Number(default) => default.is_some() && (text.is_empty() || is_cell(text)),
            Regions => true,
            _ => false,
        };
        let taken = match place {
            _ if is_default => 0,
            Cells | Groups | RegionGroups | Values => rest.len(),
            _ => rest.len().min(1),
        };
        let (own, after) = rest.split_at(taken);
        arguments.extend(read_place(*place, own, item, names)?);
        rest = after;
    }
    match rest.first() {
        Some(other) if !other.text.is_empty() => {
            Err(item.error("no more arguments", quote(&other.text)))
        }
        _ => Ok(arguments),
    }
}

/// Parses the arguments in a place.
fn read_place(
    place: Place,
    own: &[CellText],
    item: &StringItem,
    names: CellNames,
) -> Result<Arguments, FormatError> {
    let text = own.first().map_or("", |argument| &*argument.text);
    let cells_of = |own: &[CellText]| {
        let cells = own.iter().map(|argument| names.cell(argument));
        Ok(Argument::Cells(cells.collect::<Result<Vec<Cell>, _>>()?))
    };
    let digits = |texts: &mut dyn Iterator<Item = &str>| {
        let digits = texts.map(|text| text.parse().map_err(|_| item.error("digits", quote(text))));
        Ok(Argument::Digits(digits.collect::<Result<Vec<usize>, _>>()?))
    };
    Ok(vec![match place {
        Number(default) => match (own, default) {
            ([], Some(default)) => Argument::Number(default),
            _ => Argument::Number(number(item, text)?),
        },
        Total if text == "0" => return Ok(Vec::new()),
        Size if text.is_empty() => return Ok(Vec::new()),
        Total | Size => Argument::Number(number(item, text)?),
        Digits => digits(&mut text.split('_'))?,
        Values => digits(&mut own.iter().map(|argument| &*argument.text))?,
        Place::Cell | Cells => cells_of(own)?,
        Groups | RegionGroups => {
            let groups = own.split(|argument| argument.text == SEPARATOR);
            return groups.map(cells_of).collect();
        }
        Corner => Argument::Cells(corner(text, names.board, names).ok_or_else(|| {
            let (row, column) = (names.board.rows() - 1, names.board.columns() - 1);
            let expected = format!("a cell from R1C1 to R{row}C{column}");
            item.error(&expected, quote(text))
        })?),
        Diagonal => {
            let cells = names.find(text);
            let cells = cells.and_then(|cell| diagonal_from(cell, names.board));
            let expected = "a cell at which a diagonal begins";
            Argument::Cells(cells.ok_or_else(|| item.error(expected, quote(text)))?)
        }
        Line => Argument::Line(outer_line(item, text, false, names.board)?),
        Flag => match text {
            "" | "0" => return Ok(Vec::new()),
            "1" => Argument::Flag,
            other => return Err(item.error("0 or 1", quote(other))),
        },
        Place::Variables if text.is_empty() => return Ok(Vec::new()),
        Place::Variables => {
            let is_named = |of: &&Variables| names.prefix(&of.name) == text.to_ascii_uppercase();
            let variables = names.board.variables().iter().find(is_named);
            let expected = "the prefix of variables";
            let variables = variables.ok_or_else(|| item.error(expected, quote(text)))?;
            Argument::Variables(variables.name.clone())
        }
        Regions => Argument::Variables(REGIONS.to_string()),
    }])
}

/// Writes the arguments of a constraint in these places.
fn write_places(places: &[Place], of: &Constraint, names: CellNames) -> Option<String> {
    let mut groups = of.groups();
    let mut text = String::new();
    for place in places {
        text += &match place {
            Number(_) => format!("~{}", of.number()?),
            Total => match of.number() {
                // There, 0 means any sum.
                Some(0) => return None,
                total => format!("~{}", total.unwrap_or(0)),
            },
            Size => of.number().map_or(String::new(), |size| format!("~{size}")),
            Digits => {
                let digits: Vec<String> = of.digits().iter().map(usize::to_string).collect();
                format!("~{}", digits.join("_"))
            }
            Values => {
                let digits = of.digits().iter().map(|digit| format!("~{digit}"));
                digits.collect()
            }
            Place::Cell => names.list(groups.next().filter(|group| group.len() == 1)?),
            Cells => names.list(groups.next()?),
            Groups => write_groups(groups.by_ref(), names),
            RegionGroups => {
                let is_region = |cell: &Cell| {
                    let group = names.board.variable(*cell);
                    group.is_some_and(|(group, _)| names.regions == Some(&group.name))
                };
                let counted: Vec<&[Cell]> = groups.by_ref().collect();
                let is_known = counted.iter().copied().flatten().all(is_region);
                let is_own = is_known && !of.group(0).iter().any(is_region);
                is_own.then(|| write_groups(counted.into_iter(), names))?
            }
            Corner => {
                let mut cells = groups.next()?.to_vec();
                cells.sort_unstable();
                let first = names.name(*cells.first()?);
                let around = corner(&first, names.board, names);
                (around == Some(cells)).then(|| format!("~{first}"))?
            }
            Diagonal => {
                let cells = groups.next()?;
                let diagonal = diagonal_from(*cells.first()?, names.board);
                (diagonal.as_deref() == Some(cells)).then(|| names.list(&cells[..1]))?
            }
            // The sum is the same from both sides.
            Line => format!("~{}", line_name(of.line()?)),
            Flag => format!("~{}", u8::from(of.has_flag())),
            Place::Variables => {
                let prefix = of.variables().map(|name| names.prefix(name));
                format!("~{}", prefix.unwrap_or_default())
            }
            Regions => (of.variables() == names.regions).then(String::new)?,
        };
    }
    Some(text)
}

fn write_groups<'a>(groups: impl Iterator<Item = &'a [Cell]>, names: CellNames) -> String {
    let groups: Vec<String> = groups.map(|group| names.list(group)).collect();
    groups.join(&format!("~{SEPARATOR}"))
}

fn read_adjacent(item: &StringItem, names: CellNames) -> Result<Vec<Arguments>, FormatError> {
    let cells = cells(item, 0, names)?;
    let mut pairs = Vec::new();
    for (index, one) in cells.iter().enumerate() {
        for other in &cells[index + 1..] {
            if names.board.neighbours(*one).contains(other) {
                pairs.push(vec![Argument::Cells(vec![*one, *other])]);
            }
        }
    }
    match pairs.is_empty() {
        true => Err(item.error("adjacent cells", "none")),
        false => Ok(pairs),
    }
}

fn read_ends(item: &StringItem, names: CellNames) -> Result<Vec<Arguments>, FormatError> {
    let clues = [(1, false), (2, true)].into_iter();
    let clues = clues.filter(|(index, _)| !item.argument(*index).is_empty());
    let arguments = clues.map(|(index, is_end)| {
        let number = number(item, item.argument(index))?;
        let line = outer_line(item, item.argument(0), is_end, names.board)?;
        Ok(vec![Argument::Number(number), Argument::Line(line)])
    });
    arguments.collect()
}

fn read_pill(item: &StringItem, names: CellNames) -> Result<Arguments, FormatError> {
    let cells = cells(item, 1, names)?;
    let length = item.argument(0).parse().ok();
    let Some(length) = length.filter(|length| (1..cells.len()).contains(length)) else {
        return Err(item.error("the length of the pill", quote(item.argument(0))));
    };
    let (pill, shaft) = cells.split_at(length);
    let mut pill = pill.to_vec();
    pill.sort_unstable();
    Ok(vec![Argument::Cells(pill), Argument::Cells(shaft.to_vec())])
}

fn read_sets(item: &StringItem, names: CellNames) -> Result<Vec<Vec<Cell>>, FormatError> {
    let cells = cells(item, 1, names)?;
    let count: Option<usize> = item.argument(0).parse().ok();
    let is_even = |count: &usize| *count > 0 && cells.len().is_multiple_of(*count);
    let Some(count) = count.filter(|count| !cells.is_empty() && is_even(count)) else {
        let expected = format!("a number of sets that divides {} cells", cells.len());
        return Err(item.error(&expected, quote(item.argument(0))));
    };
    let sets = cells.chunks(cells.len() / count);
    Ok(sets.map(<[Cell]>::to_vec).collect())
}

fn read_sum(item: &StringItem, names: CellNames) -> Result<Arguments, FormatError> {
    let cells = cells(item, 1, names)?;
    let (total, coefficients) = match item.argument(0).split_once("_=_") {
        Some((total, coefficients)) => {
            let coefficients = coefficients.split('_').map(|text| number(item, text));
            (total, coefficients.collect::<Result<Vec<i64>, _>>()?)
        }
        None => (item.argument(0), vec![1; cells.len()]),
    };
    if coefficients.len() != cells.len() {
        let expected = format!("{} coefficients", cells.len());
        return Err(item.error(&expected, coefficients.len().to_string()));
    }
    let terms = cells.into_iter().zip(coefficients).collect();
    let total = Argument::Number(number(item, total)?);
    Ok(vec![total, Argument::Terms(terms)])
}

/// Returns the item of a sum.
pub(super) fn sum(total: i64, terms: &[(Cell, i64)], names: CellNames) -> String {
    let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
    let is_plain = total > 0 && terms.iter().all(|(_, coefficient)| *coefficient == 1);
    let coefficients = terms.iter().map(|(_, of)| format!("_{of}"));
    let coefficients = match is_plain {
        true => String::new(),
        false => format!("_={}", coefficients.collect::<String>()),
    };
    format!(".Sum~{total}{coefficients}{}", names.list(&cells))
}

/// Returns the row or column that an argument such as `C8` names.
fn outer_line(
    item: &StringItem,
    text: &str,
    is_end: bool,
    board: &Geometry,
) -> Result<OuterLine, FormatError> {
    let lines = [
        ('R', board.rows(), [Side::Left, Side::Right]),
        ('C', board.columns(), [Side::Top, Side::Bottom]),
    ];
    let line = lines.into_iter().find_map(|(letter, count, sides)| {
        let number: usize = text.strip_prefix(letter)?.parse().ok()?;
        (1..=count).contains(&number).then(|| OuterLine {
            side: sides[usize::from(is_end)],
            index: number - 1,
        })
    });
    line.ok_or_else(|| item.error("a row or column such as R1 or C1", quote(text)))
}

/// Returns the name of a row or column.
fn line_name(line: OuterLine) -> String {
    let letter = match line.side {
        Side::Left | Side::Right => 'R',
        Side::Top | Side::Bottom => 'C',
    };
    format!("{letter}{}", line.index + 1)
}

/// Returns the four cells of which the first has this name.
fn corner(name: &str, board: &Geometry, names: CellNames) -> Option<Vec<Cell>> {
    let (row, column) = board.position(names.find(name)?)?;
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let cells = places.map(|(down, right)| board.cell_at(row + down, column + right));
    cells.into_iter().collect()
}

/// Returns the cells of the diagonal of a little killer. The cell at the border from which it is read
/// also determines its direction.
fn diagonal_from(cell: Cell, board: &Geometry) -> Option<Vec<Cell>> {
    let (last_row, last_column) = (board.rows() - 1, board.columns() - 1);
    let (row, column) = board.position(cell)?;
    let (is_down, is_right) = match (row, column) {
        (row, 0) if row < last_row => (true, true),
        (row, column) if column == last_column && row > 0 && row < last_row => (false, false),
        (0, _) => (true, false),
        (row, column) if row == last_row && column < last_column && column > 0 => (false, true),
        _ => return None,
    };
    let moved = |place: usize, steps: usize, is_forward: bool| match is_forward {
        true => place.checked_add(steps),
        false => place.checked_sub(steps),
    };
    let cells = (0..).map_while(|steps| {
        board.cell_at(moved(row, steps, is_down)?, moved(column, steps, is_right)?)
    });
    Some(cells.collect())
}
