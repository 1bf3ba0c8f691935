//! Arguments of an item that each stand for an argument of a constraint.

use super::outer::{corner, diagonal_from, line_name, outer_line};
use super::text::{CellNames, REGIONS, SEPARATOR, StringItem, is_cell};
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Variables};
use satdoku::format_error::{FormatError, quote};

/// The place of an argument.
#[derive(Clone, Copy)]
pub(super) enum Place {
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

use Place::{
    Cells, Corner, Diagonal, Digits, Flag, Groups, Line, Number, RegionGroups, Regions, Size,
    Total, Values,
};

type Arguments = Vec<Argument>;

/// Parses the arguments in these places.
pub(super) fn read_places(
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
            _ => Argument::Number(item.number(text)?),
        },
        Total if text == "0" => return Ok(Vec::new()),
        Size if text.is_empty() => return Ok(Vec::new()),
        Total | Size => Argument::Number(item.number(text)?),
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
pub(super) fn write_places(places: &[Place], of: &Constraint, names: CellNames) -> Option<String> {
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
