//! The places of the arguments of an item, and the arguments of a constraint that are there.

use super::outer::{corner, diagonal_from, line_name, outer_line};
use super::text::{CellNames, REGIONS, SEPARATOR, StringItem, is_cell};
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Side, Variables};
use satdoku::format_error::{FormatError, quote};

/// The place of an argument. Most hold one. Some hold several, or one for each of several constraints.
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
    /// A letter that chooses the kind.
    Word(&'static str),
    /// A constraint for each cell.
    Each,
    /// A constraint for every two adjacent cells of a list, in the order of the list.
    Adjacent,
    /// A row or column, a clue at its start, and one at its end.
    Ends,
    /// The length of a bulb, and the cells of an arrow. The digits of the bulb are read in reading order.
    Pill,
    /// A sum, perhaps with coefficients, as in `Sum~0_=_1_-1~R1C1~R1C2`.
    Sum,
    /// A number of sets of cells, of which each two that follow each other are equal.
    Sets,
    /// A number of sets of one cell each.
    CellSets,
}

use Place::{
    Adjacent, CellSets, Cells, Corner, Diagonal, Digits, Each, Ends, Flag, Groups, Line, Number,
    Pill, RegionGroups, Regions, Sets, Size, Sum, Total, Values, Word,
};

/// The arguments in a place, for each constraint.
type Choices = Vec<Vec<Argument>>;

impl Place {
    /// Returns true unless an item with its name has another meaning.
    pub fn is_meant(self, item: &StringItem) -> bool {
        let are_cells = || item.argument(0).parse() == Ok(item.arguments.len() - 1);
        match self {
            Word(word) => word == item.argument(0),
            Sets => item.arguments.is_empty() || !are_cells(),
            _ => true,
        }
    }

    /// Returns how many arguments the place takes, if there are so many, where the first has this text.
    fn most_taken(self, text: &str) -> usize {
        match self {
            Regions => 0,
            Number(Some(_)) if text.is_empty() || is_cell(text) => 0,
            Number(_)
            | Total
            | Size
            | Digits
            | Place::Cell
            | Corner
            | Diagonal
            | Line
            | Flag
            | Place::Variables
            | Word(_) => 1,
            _ => usize::MAX,
        }
    }
}

/// Parses the arguments in these places, for each constraint of an item.
pub(super) fn read_places(
    places: &[Place],
    item: &StringItem,
    names: CellNames,
) -> Result<Choices, FormatError> {
    let mut rest = &item.arguments[..];
    let mut all = vec![Vec::new()];
    for place in places {
        let text = rest.first().map_or("", |argument| &*argument.text);
        let (own, after) = rest.split_at(place.most_taken(text).min(rest.len()));
        let choices = read_place(*place, own, item, names)?;
        let with = |of: &Vec<Argument>| {
            let choices = choices.iter();
            choices
                .map(|choice| [&of[..], choice].concat())
                .collect::<Choices>()
        };
        all = all.iter().flat_map(with).collect();
        rest = after;
    }
    match rest.first() {
        Some(other) if !other.text.is_empty() => {
            Err(item.error("no more arguments", quote(&other.text)))
        }
        _ => Ok(all),
    }
}

/// Parses the arguments in a place.
fn read_place(
    place: Place,
    own: &[CellText],
    item: &StringItem,
    names: CellNames,
) -> Result<Choices, FormatError> {
    let after_first = || cells_of(own.get(1..).unwrap_or_default(), names);
    Ok(match place {
        Groups | RegionGroups => {
            let groups = own.split(|argument| argument.text == SEPARATOR);
            let groups = groups.map(|group| Ok(Argument::Cells(cells_of(group, names)?)));
            vec![groups.collect::<Result<_, FormatError>>()?]
        }
        Each => {
            let cells = cells_of(own, names)?.into_iter();
            cells.map(|cell| vec![vec![cell].into()]).collect()
        }
        Adjacent => adjacent(&cells_of(own, names)?, item, names)?,
        Ends => ends(item, names)?,
        Pill => pill(&after_first()?, item)?,
        Sum => sum(&after_first()?, item)?,
        Sets | CellSets => sets(&after_first()?, item)?,
        _ => vec![read_one(place, own, item, names)?.into_iter().collect()],
    })
}

/// Parses the argument in a place, or nothing.
fn read_one(
    place: Place,
    own: &[CellText],
    item: &StringItem,
    names: CellNames,
) -> Result<Option<Argument>, FormatError> {
    let text = own.first().map_or("", |argument| &*argument.text);
    let digits = |texts: &mut dyn Iterator<Item = &str>| {
        let digits = texts.map(|text| text.parse().map_err(|_| item.error("digits", quote(text))));
        Ok(Argument::Digits(digits.collect::<Result<Vec<usize>, _>>()?))
    };
    let is_none = match place {
        Total => text == "0",
        Size | Place::Variables => text.is_empty(),
        Flag => ["", "0"].contains(&text),
        Word(_) => true,
        _ => false,
    };
    if is_none {
        return Ok(None);
    }
    Ok(Some(match place {
        Number(Some(default)) if own.is_empty() => Argument::Number(default),
        Number(_) | Total | Size => Argument::Number(item.number(text)?),
        Digits => digits(&mut text.split('_'))?,
        Values => digits(&mut own.iter().map(|argument| &*argument.text))?,
        Corner => {
            let (row, column) = (names.board.rows() - 1, names.board.columns() - 1);
            let expected = format!("a cell from R1C1 to R{row}C{column}");
            let around = corner(text, names.board, names);
            Argument::Cells(around.ok_or_else(|| item.error(&expected, quote(text)))?)
        }
        Diagonal => {
            let cells = names.find(text);
            let cells = cells.and_then(|cell| diagonal_from(cell, names.board));
            let expected = "a cell at which a diagonal begins";
            Argument::Cells(cells.ok_or_else(|| item.error(expected, quote(text)))?)
        }
        Line => Argument::Line(outer_line(item, text, false, names.board)?),
        Flag if text == "1" => Argument::Flag,
        Flag => return Err(item.error("0 or 1", quote(text))),
        Place::Variables => {
            let is_named = |of: &&Variables| names.prefix(&of.name) == text.to_ascii_uppercase();
            let variables = names.board.variables().iter().find(is_named);
            let expected = "the prefix of variables";
            let variables = variables.ok_or_else(|| item.error(expected, quote(text)))?;
            Argument::Variables(variables.name.clone())
        }
        Regions => Argument::Variables(REGIONS.to_string()),
        _ => Argument::Cells(cells_of(own, names)?),
    }))
}

fn cells_of(own: &[CellText], names: CellNames) -> Result<Vec<Cell>, FormatError> {
    own.iter().map(|argument| names.cell(argument)).collect()
}

fn adjacent(cells: &[Cell], item: &StringItem, names: CellNames) -> Result<Choices, FormatError> {
    let mut pairs = Vec::new();
    for (index, one) in cells.iter().enumerate() {
        let neighbours = names.board.neighbours(*one);
        let others = cells[index + 1..].iter();
        let others = others.filter(|other| neighbours.contains(other));
        pairs.extend(others.map(|other| vec![Argument::Cells(vec![*one, *other])]));
    }
    match pairs.is_empty() {
        true => Err(item.error("adjacent cells", "none")),
        false => Ok(pairs),
    }
}

fn ends(item: &StringItem, names: CellNames) -> Result<Choices, FormatError> {
    let clues = [(1, false), (2, true)].into_iter();
    let clues = clues.filter(|(index, _)| !item.argument(*index).is_empty());
    let arguments = clues.map(|(index, is_end)| {
        let number = item.number(item.argument(index))?;
        let line = outer_line(item, item.argument(0), is_end, names.board)?;
        Ok(vec![Argument::Number(number), Argument::Line(line)])
    });
    arguments.collect()
}

fn pill(cells: &[Cell], item: &StringItem) -> Result<Choices, FormatError> {
    let length = item.argument(0).parse().ok();
    let Some(length) = length.filter(|length| (1..cells.len()).contains(length)) else {
        return Err(item.error("the length of the pill", quote(item.argument(0))));
    };
    let (bulb, shaft) = cells.split_at(length);
    let mut bulb = bulb.to_vec();
    bulb.sort_unstable();
    Ok(vec![vec![bulb.into(), shaft.to_vec().into()]])
}

fn sum(cells: &[Cell], item: &StringItem) -> Result<Choices, FormatError> {
    let (total, coefficients) = match item.argument(0).split_once("_=_") {
        Some((total, coefficients)) => {
            let coefficients = coefficients.split('_').map(|text| item.number(text));
            (total, coefficients.collect::<Result<Vec<i64>, _>>()?)
        }
        None => (item.argument(0), vec![1; cells.len()]),
    };
    if coefficients.len() != cells.len() {
        let expected = format!("{} coefficients", cells.len());
        return Err(item.error(&expected, coefficients.len().to_string()));
    }
    let terms = cells.iter().copied().zip(coefficients).collect();
    let total = Argument::Number(item.number(total)?);
    Ok(vec![vec![total, Argument::Terms(terms)]])
}

fn sets(cells: &[Cell], item: &StringItem) -> Result<Choices, FormatError> {
    let count: Option<usize> = item.argument(0).parse().ok();
    let is_even = |count: &usize| *count > 0 && cells.len().is_multiple_of(*count);
    let Some(count) = count.filter(|count| !cells.is_empty() && is_even(count)) else {
        let expected = format!("a number of sets that divides {} cells", cells.len());
        return Err(item.error(&expected, quote(item.argument(0))));
    };
    let sets: Vec<&[Cell]> = cells.chunks(cells.len() / count).collect();
    let pairs = sets.windows(2).map(|pair| {
        let pair = pair.iter().map(|set| Argument::Cells(set.to_vec()));
        pair.collect()
    });
    Ok(pairs.collect())
}

/// Writes the arguments of a constraint in these places, if they can have them.
pub(super) fn write_places(places: &[Place], of: &Constraint, names: CellNames) -> Option<String> {
    let mut groups = of.groups();
    let text = places
        .iter()
        .map(|place| write_place(*place, of, &mut groups, names));
    text.collect()
}

/// Writes the arguments in a place, some of which are the next groups of cells.
fn write_place(
    place: Place,
    of: &Constraint,
    groups: &mut dyn Iterator<Item = &[Cell]>,
    names: CellNames,
) -> Option<String> {
    Some(match place {
        Word(word) => format!("~{word}"),
        Number(_) => format!("~{}", of.number()?),
        // There, 0 means any sum.
        Total if of.number() == Some(0) => return None,
        Total => format!("~{}", of.number().unwrap_or(0)),
        Size => of.number().map_or(String::new(), |size| format!("~{size}")),
        Digits => {
            let digits: Vec<String> = of.digits().iter().map(usize::to_string).collect();
            format!("~{}", digits.join("_"))
        }
        Values => of
            .digits()
            .iter()
            .map(|digit| format!("~{digit}"))
            .collect(),
        Place::Cell => names.list(groups.next().filter(|group| group.len() == 1)?),
        Cells | Each => names.list(groups.next()?),
        Groups => write_groups(groups, names),
        RegionGroups => {
            let is_region = |cell: &Cell| {
                let group = names.board.variable(*cell);
                group.is_some_and(|(group, _)| names.regions == Some(&group.name))
            };
            let counted: Vec<&[Cell]> = groups.collect();
            let is_known = counted.iter().copied().flatten().all(is_region);
            let is_own = is_known && !of.group(0).iter().any(is_region);
            is_own.then(|| write_groups(&mut counted.into_iter(), names))?
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
        _ => write_several(place, of, groups, names)?,
    })
}

/// Writes several arguments that are one place.
fn write_several(
    place: Place,
    of: &Constraint,
    groups: &mut dyn Iterator<Item = &[Cell]>,
    names: CellNames,
) -> Option<String> {
    Some(match place {
        Adjacent => {
            let pair = groups.next()?;
            let is_adjacent = names.board.neighbours(pair[0]).contains(&pair[1]);
            let is_usual = match of.name() {
                "difference" => of.number() == Some(1),
                "ratio" => of.number() == Some(2),
                _ => true,
            };
            (is_adjacent && is_usual).then(|| names.list(pair))?
        }
        Ends => {
            let line = of.line()?;
            let is_end = matches!(line.side, Side::Right | Side::Bottom);
            let end = if is_end { "~" } else { "" };
            format!("~{}~{end}{}", line_name(line), of.number()?)
        }
        Pill => {
            let (bulb, shaft) = (groups.next()?, groups.next()?);
            let cells = names.list(&[bulb, shaft].concat());
            bulb.is_sorted()
                .then(|| format!("~{}{cells}", bulb.len()))?
        }
        Sum => sum_arguments(of.number()?, of.terms(), names),
        Sets => format!("~2{}", names.list(&of.cells(names.board))),
        CellSets => {
            let pairs = groups.next()?.iter().zip(groups.next()?);
            let pairs = pairs.map(|(one, other)| format!("~2{}", names.list(&[*one, *other])));
            pairs.collect::<Vec<_>>().join(".SameValues")
        }
        _ => return None,
    })
}

fn write_groups(groups: &mut dyn Iterator<Item = &[Cell]>, names: CellNames) -> String {
    let groups: Vec<String> = groups.map(|group| names.list(group)).collect();
    groups.join(&format!("~{SEPARATOR}"))
}

/// Returns the arguments of a sum.
pub(super) fn sum_arguments(total: i64, terms: &[(Cell, i64)], names: CellNames) -> String {
    let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
    let is_plain = total > 0 && terms.iter().all(|(_, coefficient)| *coefficient == 1);
    let coefficients = terms.iter().map(|(_, of)| format!("_{of}"));
    let coefficients = match is_plain {
        true => String::new(),
        false => format!("_={}", coefficients.collect::<String>()),
    };
    format!("~{total}{coefficients}{}", names.list(&cells))
}
