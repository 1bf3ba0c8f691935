//! The places of the arguments of an item, and the arguments of a constraint that are there.

use super::super::ArgumentSet;
use super::coded;
use super::outer::{corner, diagonal_from, is_at_end, line_name, outer_line};
use super::text::{CellNames, REGIONS, SEPARATOR, StringItem, is_cell, title_argument};
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Variables};
use satdoku::format_error::{FormatError, quote};

/// The place of an argument. Most hold one. Some hold several, or one for each of several constraints.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Number,
    /// A number that may be missing before cells.
    Usual(i64),
    /// A number, or a text that stands for none.
    Optional(&'static str),
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
    /// A table of pairs, a regular expression, or an automaton.
    Pairs,
    Pattern,
    Machine,
    /// A constraint for each list of groups. An empty argument ends a list, and `_name` is the title of those that
    /// follow.
    Lists,
}

use Place::*;

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
}

/// Parses the arguments in these places, for each constraint of an item.
pub(super) fn read_places(
    places: &[Place],
    item: &StringItem,
    names: CellNames,
) -> Result<Vec<ArgumentSet>, FormatError> {
    let rest = &item.arguments[..];
    let mut arguments = ArgumentCursor { item, names, rest };
    let mut all = vec![ArgumentSet::default()];
    for place in places {
        all = ArgumentSet::followed(&all, &arguments.read(*place)?);
    }
    match arguments.next() {
        "" => Ok(all),
        other => Err(item.error("no more arguments", quote(other))),
    }
}

/// The arguments of an item that have not been read.
struct ArgumentCursor<'a> {
    item: &'a StringItem,
    names: CellNames<'a>,
    rest: &'a [CellText],
}

impl<'a> ArgumentCursor<'a> {
    /// Takes the next argument, or none.
    fn one(&mut self) -> &'a [CellText] {
        let (one, rest) = self.rest.split_at(self.rest.len().min(1));
        self.rest = rest;
        one
    }

    /// Takes the text of the next argument, which is empty if there is none.
    fn next(&mut self) -> &'a str {
        self.one().first().map_or("", |argument| &argument.text)
    }

    fn all(&mut self) -> &'a [CellText] {
        std::mem::take(&mut self.rest)
    }

    fn cells_of(&self, own: &[CellText]) -> Result<Vec<Cell>, FormatError> {
        own.iter()
            .map(|argument| self.names.cell(argument))
            .collect()
    }

    /// Takes all arguments, which are cells.
    fn cells(&mut self) -> Result<Vec<Cell>, FormatError> {
        let own = self.all();
        self.cells_of(own)
    }

    fn groups(&self, own: &[CellText]) -> Result<Vec<Argument>, FormatError> {
        let groups = own.split(|argument| argument.text == SEPARATOR);
        let group = |own: &[CellText]| match own.is_empty() && groups.clone().count() > 1 {
            true => Err(self.item.error("cells between separators", "none")),
            false => self.cells_of(own).map(Argument::Cells),
        };
        groups.clone().map(group).collect()
    }

    fn digits(&self, texts: impl Iterator<Item = &'a str>) -> Result<Argument, FormatError> {
        let wrong = |text| self.item.error("digits", quote(text));
        let digits = texts.map(|text| text.parse().map_err(|_| wrong(text)));
        digits.collect::<Result<_, _>>().map(Argument::Digits)
    }

    /// Reads what is in a place: the arguments of each constraint.
    fn read(&mut self, place: Place) -> Result<Vec<ArgumentSet>, FormatError> {
        let several = match place {
            Groups | RegionGroups => {
                let own = self.all();
                vec![self.groups(own)?]
            }
            Each => {
                let cells = self.cells()?.into_iter();
                cells.map(|cell| vec![vec![cell].into()]).collect()
            }
            Adjacent => self.adjacent()?,
            Ends => self.ends()?,
            Pill => vec![self.pill()?],
            Sum => vec![self.sum()?],
            Sets | CellSets => self.sets()?,
            Lists => return self.lists(),
            _ => vec![self.argument(place)?.into_iter().collect()],
        };
        Ok(several.into_iter().map(ArgumentSet::of).collect())
    }

    /// Reads the argument in a place, or nothing.
    fn argument(&mut self, place: Place) -> Result<Option<Argument>, FormatError> {
        let (item, board) = (self.item, self.names.board);
        let none = match place {
            Usual(usual) if self.rest.first().is_none_or(|first| is_cell(&first.text)) => {
                return Ok(Some(Argument::Number(usual)));
            }
            Cells => return Ok(Some(self.cells()?.into())),
            Place::Cell => {
                let own = self.one();
                return Ok(Some(self.cells_of(own)?.into()));
            }
            Values => {
                let texts = self.all().iter().map(|argument| &*argument.text);
                return self.digits(texts).map(Some);
            }
            Regions => return Ok(Some(Argument::Variables(REGIONS.to_string()))),
            Optional(none) => &[none][..],
            Place::Variables => &[""],
            Flag => &["", "0"],
            Word(word) => &[word],
            _ => &[],
        };
        let text = self.next();
        if none.contains(&text) {
            return Ok(None);
        }
        let wrong = |expected: &str| item.error(expected, quote(text));
        Ok(Some(match place {
            Digits => self.digits(text.split('_'))?,
            Corner => {
                let (row, column) = (board.rows() - 1, board.columns() - 1);
                let around = corner(text, self.names);
                let expected = format!("a cell from R1C1 to R{row}C{column}");
                around.ok_or_else(|| wrong(&expected))?.into()
            }
            Diagonal => {
                let cell = self.names.find(text);
                let cells = cell.and_then(|cell| diagonal_from(cell, board));
                let expected = "a cell at which a diagonal begins";
                cells.ok_or_else(|| wrong(expected))?.into()
            }
            Line => Argument::Line(outer_line(item, text, false, board)?),
            Flag if text == "1" => Argument::Flag,
            Flag => return Err(wrong("0 or 1")),
            Place::Variables => {
                let is_named =
                    |of: &&Variables| self.names.prefix(&of.name) == text.to_ascii_uppercase();
                let variables = board.variables().iter().find(is_named);
                let variables = variables.ok_or_else(|| wrong("the prefix of variables"))?;
                Argument::Variables(variables.name.clone())
            }
            Pairs => coded::pairs(item, text, board)?,
            Pattern => coded::pattern(item, text, board)?,
            Machine => coded::machine(item, text, board)?,
            _ => Argument::Number(item.number(text)?),
        }))
    }

    fn adjacent(&mut self) -> Result<Vec<Vec<Argument>>, FormatError> {
        let cells = self.cells()?;
        let mut pairs = Vec::new();
        for (index, one) in cells.iter().enumerate() {
            let neighbours = self.names.board.neighbours(*one);
            let others = cells[index + 1..].iter();
            let others = others.filter(|other| neighbours.contains(other));
            pairs.extend(others.map(|other| vec![vec![*one, *other].into()]));
        }
        match pairs.is_empty() {
            true => Err(self.item.error("adjacent cells", "none")),
            false => Ok(pairs),
        }
    }

    fn ends(&mut self) -> Result<Vec<Vec<Argument>>, FormatError> {
        let line = self.next();
        let clues = [false, true].map(|is_end| (self.next(), is_end));
        let clues = clues.into_iter().filter(|(clue, _)| !clue.is_empty());
        let arguments = clues.map(|(clue, is_end)| {
            let number = Argument::Number(self.item.number(clue)?);
            let line = outer_line(self.item, line, is_end, self.names.board)?;
            Ok(vec![number, Argument::Line(line)])
        });
        arguments.collect()
    }

    fn pill(&mut self) -> Result<Vec<Argument>, FormatError> {
        let text = self.next();
        let mut cells = self.cells()?;
        let length = text.parse().ok();
        let Some(length) = length.filter(|length| (1..cells.len()).contains(length)) else {
            return Err(self.item.error("the length of the pill", quote(text)));
        };
        let shaft = cells.split_off(length);
        cells.sort_unstable();
        Ok(vec![cells.into(), shaft.into()])
    }

    fn sum(&mut self) -> Result<Vec<Argument>, FormatError> {
        let text = self.next();
        let cells = self.cells()?;
        let (total, coefficients) = match text.split_once("_=_") {
            Some((total, coefficients)) => {
                let coefficients = coefficients.split('_').map(|text| self.item.number(text));
                (total, coefficients.collect::<Result<_, _>>()?)
            }
            None => (text, vec![1; cells.len()]),
        };
        if coefficients.len() != cells.len() {
            let expected = format!("{} coefficients", cells.len());
            return Err(self.item.error(&expected, coefficients.len().to_string()));
        }
        let terms = cells.into_iter().zip(coefficients).collect();
        let total = Argument::Number(self.item.number(total)?);
        Ok(vec![total, Argument::Terms(terms)])
    }

    fn sets(&mut self) -> Result<Vec<Vec<Argument>>, FormatError> {
        let text = self.next();
        let cells = self.cells()?;
        let is_divisor = |count: &usize| *count > 0 && cells.len().is_multiple_of(*count);
        let count = text.parse().ok().filter(is_divisor);
        let Some(count) = count.filter(|_| !cells.is_empty()) else {
            let expected = format!("a number of sets that divides {} cells", cells.len());
            return Err(self.item.error(&expected, quote(text)));
        };
        let sets: Vec<&[Cell]> = cells.chunks(cells.len() / count).collect();
        let pairs = sets.windows(2);
        let pairs = pairs.map(|pair| pair.iter().map(|set| set.to_vec().into()).collect());
        Ok(pairs.collect())
    }

    fn lists(&mut self) -> Result<Vec<ArgumentSet>, FormatError> {
        let mut title = None;
        let mut sets = Vec::new();
        let ends_list = |own: &CellText| own.text.is_empty() || own.text.starts_with('_');
        while let [first, rest @ ..] = self.rest {
            if ends_list(first) {
                if let Some(name) = first.text.strip_prefix('_') {
                    title = coded::title(name);
                }
                self.rest = rest;
                continue;
            }
            let end = self.rest.iter().position(ends_list);
            let (own, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            sets.push(ArgumentSet {
                arguments: self.groups(own)?,
                title: title.clone(),
            });
            self.rest = rest;
        }
        Ok(sets)
    }
}

/// Writes the arguments of a constraint in these places, if they can have them.
pub(super) fn write_places(places: &[Place], of: &Constraint, names: CellNames) -> Option<String> {
    let mut groups = of.groups();
    let texts = places.iter();
    let texts = texts.map(|place| write_place(*place, of, &mut groups, names));
    let text: String = texts.collect::<Option<_>>()?;
    Some(text.trim_end_matches('~').to_string())
}

/// Writes the arguments in a place, some of which are the next groups of cells.
fn write_place(
    place: Place,
    of: &Constraint,
    groups: &mut dyn Iterator<Item = &[Cell]>,
    names: CellNames,
) -> Option<String> {
    let digits = |separator: &str| {
        let digits: Vec<String> = of.digits().iter().map(usize::to_string).collect();
        format!("~{}", digits.join(separator))
    };
    Some(match place {
        Word(word) => format!("~{word}"),
        Number | Usual(_) => format!("~{}", of.number()?),
        Optional(none) => {
            let number = of.number().map(|number| number.to_string());
            let is_possible = number.as_deref() != Some(none);
            is_possible.then(|| format!("~{}", number.unwrap_or(none.to_string())))?
        }
        Digits => digits("_"),
        Values => digits("~"),
        // The sum is the same from both sides.
        Line => format!("~{}", line_name(of.line()?)),
        Ends => {
            let line = of.line()?;
            let end = if is_at_end(line) { "~" } else { "" };
            format!("~{}~{end}{}", line_name(line), of.number()?)
        }
        Flag => format!("~{}", u8::from(of.has_flag())),
        Place::Variables => {
            let prefix = of.variables().map(|name| names.prefix(name));
            format!("~{}", prefix.unwrap_or_default())
        }
        Regions => (of.variables() == names.regions).then(String::new)?,
        Sum => names.sum(of.number()?, of.terms()),
        Pairs => coded::pairs_text(of.pairs()?, names.board),
        Machine => coded::machine_text(of, names.board)?,
        // It is written as an automaton.
        Pattern => return None,
        _ => write_cells(place, of, groups, names)?,
    })
}

/// Writes the next groups of cells.
fn write_cells(
    place: Place,
    of: &Constraint,
    groups: &mut dyn Iterator<Item = &[Cell]>,
    names: CellNames,
) -> Option<String> {
    let (text, is_possible) = match place {
        Lists => (
            title_argument(of.title()) + &write_groups(groups, names),
            true,
        ),
        Groups => (write_groups(groups, names), true),
        RegionGroups => {
            let is_region = |cell: &Cell| {
                let group = names.board.variable(*cell);
                group.is_some_and(|(group, _)| names.regions == Some(&group.name))
            };
            let mut regions = of.groups().skip(1).flatten();
            let is_own = regions.all(is_region) && !of.group(0).iter().any(is_region);
            (write_groups(groups, names), is_own)
        }
        Sets => (format!("~2{}", names.list(&of.cells(names.board))), true),
        CellSets => {
            let pairs = groups.next()?.iter().zip(groups.next()?);
            let pairs = pairs.map(|(one, other)| format!("~2{}", names.list(&[*one, *other])));
            (pairs.collect::<Vec<_>>().join(".SameValues"), true)
        }
        Pill => {
            let (bulb, shaft) = (groups.next()?, groups.next()?);
            let cells = names.list(&[bulb, shaft].concat());
            (format!("~{}{cells}", bulb.len()), bulb.is_sorted())
        }
        Corner => {
            let mut cells = groups.next()?.to_vec();
            cells.sort_unstable();
            let first = names.name(*cells.first()?);
            (format!("~{first}"), corner(&first, names) == Some(cells))
        }
        _ => {
            let cells = groups.next()?;
            match place {
                Diagonal => {
                    let diagonal = diagonal_from(*cells.first()?, names.board);
                    (names.list(&cells[..1]), diagonal.as_deref() == Some(cells))
                }
                Adjacent => {
                    let is_adjacent = names.board.neighbours(cells[0]).contains(&cells[1]);
                    let is_usual = of.unusual_number(names.board).is_none();
                    (names.list(cells), is_adjacent && is_usual)
                }
                Place::Cell => (names.list(cells), cells.len() == 1),
                _ => (names.list(cells), true),
            }
        }
    };
    is_possible.then_some(text)
}

fn write_groups(groups: &mut dyn Iterator<Item = &[Cell]>, names: CellNames) -> String {
    let groups: Vec<String> = groups.map(|group| names.list(group)).collect();
    groups.join(&format!("~{SEPARATOR}"))
}
