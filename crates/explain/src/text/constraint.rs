//! Names of drawn constraints and of houses, and their rules in words.

use super::words::{HouseName, capital, cell_names, digit_runs, join};
use satdoku::board::{Cell, Constraint, Geometry, Layout, Part, Source};

/// The kinds with words of their own: the preposition before the name, and the name. [`Drawn::fill`] fills the gaps in
/// braces.
#[rustfmt::skip]
const WORDS: &[(&str, &str, &str)] = &[
    ("all-pairs", "by", "rule for pairs"),
    ("arrow", "on", "{kind}"),
    ("between", "on", "{kind} line"),
    ("cage", "in", "{number-}cage"),
    ("clone", "in", "{kind}"),
    ("connected", "by", "rule {text}"),
    ("contains", "in", "group with {digits}"),
    ("contains-exactly", "in", "group with {digits}"),
    ("count-distinct", "by", "count of different digits"),
    ("count-same", "by", "count of equal digits"),
    ("difference", "across", "white dot{ of number}"),
    ("double-arrow", "on", "{kind}"),
    ("either", "by", "either-or rule"),
    ("entropic", "on", "{kind} line"),
    ("equal-sum", "in", "groups with the same sum"),
    ("even", "by", "{kind} mark"),
    ("greater", "across", "inequality sign"),
    ("little-killer", "by", "{kind} of {number}"),
    ("lockout", "on", "{kind} line"),
    ("maximum", "by", "{kind} mark"),
    ("minimum", "by", "{kind} mark"),
    ("modular", "on", "{kind} line"),
    ("nabner", "on", "{kind} line"),
    ("numbered-room", "by", "{kind} {number} {beside} {line}"),
    ("odd", "by", "{kind} mark"),
    ("pairs", "by", "rule for pairs"),
    ("palindrome", "on", "{kind}"),
    ("ratio", "across", "black dot{ of number}"),
    ("region-sum", "on", "{kind} line"),
    ("regions-to-find", "by", "rule of the regions to find"),
    ("renban", "on", "{kind} line"),
    ("run-length", "by", "length of the run"),
    ("same-digits", "in", "groups with the same digits"),
    ("sandwich", "by", "{kind} of {number} in {line}"),
    ("skyscraper", "by", "{kind} clue {number} {beside} {line}"),
    ("slow-thermometer", "on", "{kind}"),
    ("thermometer", "on", "{kind}"),
    ("v", "across", "V"),
    ("whispers", "on", "{kind} line{ of number}"),
    ("x", "across", "X"),
    ("x-sum", "by", "X-sum of {number} {beside} {line}"),
    ("zipper", "on", "{kind} line"),
];

/// How a text names a constraint: in full, and without its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lead {
    pub full: String,
    pub short: String,
}

impl Lead {
    /// Returns the name before a clause. A clause that names all cells needs no place.
    pub fn before(&self, names_all: bool) -> &str {
        match names_all {
            true => &self.short,
            false => &self.full,
        }
    }
}

/// Returns `row 3`, or the name of the drawn constraint that the house is part of.
pub(crate) fn house_name(house: Source, layout: &Layout) -> String {
    match house {
        Source::Constraint(number) => Drawn::of(layout, number).name(),
        _ => HouseName(house).to_string(),
    }
}

/// Returns the name of a kind of constraints: `thermometer`, `black dot`, `whispers line`.
pub(crate) fn kind_noun(kind: &str) -> String {
    let words = WORDS.iter().find(|words| words.0 == kind);
    let name = words.map_or("{kind}", |words| words.2);
    let name = name.replace("{kind}", &kind.replace('-', " "));
    let (name, _) = name.split_once('{').unwrap_or((&name, ""));
    let name = name.trim_end_matches([' ', '-']);
    let cut = [" of", " with", " clue"].iter();
    let cut = cut.fold(name, |name, end| name.strip_suffix(end).unwrap_or(name));
    if cut.is_empty() {
        kind.replace('-', " ")
    } else {
        cut.to_string()
    }
}

/// A drawn constraint, its board, and the words of its kind.
pub(crate) struct Drawn<'a> {
    constraint: &'a Constraint,
    board: &'a Geometry,
    at: &'static str,
    name: &'static str,
}

impl<'a> Drawn<'a> {
    pub fn of(layout: &'a Layout, number: usize) -> Drawn<'a> {
        let constraint = &layout.constraints()[number];
        let words = WORDS.iter().find(|words| words.0 == constraint.name());
        let (_, at, name) = *words.unwrap_or(&("", "by", "{kind}"));
        Drawn {
            constraint,
            board: layout.geometry(),
            at,
            name,
        }
    }

    fn kind_name(&self) -> String {
        match self.constraint.title() {
            Some(title) => format!("rule {title}"),
            None => self.fill(self.name),
        }
    }

    /// Returns the constraint in words: `the 17-cage at r1c1`, by its first cell or two cells, or `the sandwich of 12 in
    /// row 3`.
    pub fn name(&self) -> String {
        let name = self.kind_name();
        match self.place() {
            // The name of a clue outside the grid has its line.
            Some(place) if self.constraint.line().is_none() => format!("the {name} {place}"),
            _ => format!("the {name}"),
        }
    }

    /// Returns where the constraint is: `at r1c1`, `in row 3`; nothing for a rule of the whole grid.
    pub fn place(&self) -> Option<String> {
        let is_whole = |part: &Part| matches!(part, Part::Variables | Part::OptionalVariables);
        if self.constraint.line().is_some() {
            return Some(self.fill("in {line}"));
        }
        if self.constraint.kind().shape.iter().any(is_whole) {
            return None;
        }
        let cells = self.constraint.cells(self.board);
        let shown = if cells.len() == 2 { 2 } else { 1 };
        Some(format!("at {}", cell_names(&cells[..shown], self.board)))
    }

    /// Returns the constraint as the beginning of a sentence: `on the thermometer at r1c1`.
    pub fn lead(&self) -> Lead {
        let at = match self.constraint.title() {
            Some(_) => "by",
            None => self.at,
        };
        Lead {
            full: format!("{at} {}", self.name()),
            short: format!("{at} the {}", self.kind_name()),
        }
    }

    /// Returns the rule as a sentence: as the setter states it or, failing that, that of the kind. It is empty for an
    /// automaton, as a list of transitions explains nothing.
    pub fn rule(&self) -> String {
        match (self.constraint.name(), self.constraint.title()) {
            ("automaton", _) => return String::new(),
            ("either", None) => return self.either_rule(),
            _ => {}
        }
        let statement = self.constraint.statement(self.board);
        let statement = statement.unwrap_or_else(|| self.constraint.rule(self.board));
        let dot = if statement.ends_with('.') { "" } else { "." };
        format!("{}: {statement}{dot}", capital(&self.name()))
    }

    fn either_rule(&self) -> String {
        let lead = capital(&self.lead().full);
        if let Some((cell, mut values)) = digits_of_one_cell(self.constraint) {
            values.sort_unstable();
            let cell = cell.name(self.board);
            return format!("{lead}, {cell} is {}.", digit_runs(&values));
        }
        let group =
            |group: &Vec<Constraint>| join(group.iter().map(|one| formula(one, self.board)), "and");
        let groups = self.constraint.alternatives();
        let either = if groups.len() == 2 { "either " } else { "" };
        format!("{lead}, {either}{}.", join(groups.iter().map(group), "or"))
    }

    /// Fills the gaps of a text.
    fn fill(&self, text: &str) -> String {
        let mut pieces = text.split('{');
        let mut filled = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let (gap, after) = piece.split_once('}').unwrap_or((piece, ""));
            filled += &self.filling(gap);
            filled += after;
        }
        filled
    }

    fn filling(&self, gap: &str) -> String {
        let (of, board) = (self.constraint, self.board);
        let unusual = of.unusual_number(board);
        let line = of.line().map_or(String::new(), |line| line.to_string());
        let (line, end) = line.rsplit_once(' ').unwrap_or_default();
        match gap {
            "kind" => of.name().replace('-', " "),
            "text" => of.text(board),
            "digits" => join(of.digits(), "and"),
            "number" => of.number().unwrap_or_default().to_string(),
            "number-" => unusual.map_or(String::new(), |number| format!("{number}-")),
            " of number" => unusual.map_or(String::new(), |number| format!(" of {number}")),
            "line" => line.to_string(),
            "beside" => match end {
                "top" => "above".to_string(),
                "bottom" => "below".to_string(),
                side => format!("{side} of"),
            },
            _ => String::new(),
        }
    }
}

/// Returns the cell and its digits if each alternative is a sum of this cell alone, as in a set of candidates.
fn digits_of_one_cell(of: &Constraint) -> Option<(Cell, Vec<i64>)> {
    let digit = |group: &Vec<Constraint>| match &group[..] {
        [one] if one.name() == "sum" => match one.terms() {
            [(cell, 1)] => Some((*cell, one.number()?)),
            _ => None,
        },
        _ => None,
    };
    let digits = of.alternatives().iter().map(digit);
    let digits: Vec<(Cell, i64)> = digits.collect::<Option<_>>()?;
    let (cell, _) = *digits.first()?;
    let is_same = digits.iter().all(|(of, _)| *of == cell);
    is_same.then(|| (cell, digits.into_iter().map(|(_, value)| value).collect()))
}

/// Returns a constraint as a formula, if it is a sum: `r1c1 = r1c2 + r1c3`.
fn formula(of: &Constraint, board: &Geometry) -> String {
    let plus = |cells: &[Cell]| {
        let names = cells.iter().map(|cell| cell.name(board).to_string());
        names.collect::<Vec<_>>().join(" + ")
    };
    let is_plain = of.terms().iter().all(|(_, factor)| *factor == 1);
    match (of.name(), of.number()) {
        ("equal-sum", _) => of.groups().map(plus).collect::<Vec<_>>().join(" = "),
        ("cage" | "sum", Some(total)) if is_plain => {
            format!("{} = {total}", plus(&of.cells(board)))
        }
        _ => of.label(board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blank_on;

    #[test]
    fn words_are_of_kinds() {
        for (kind, ..) in WORDS {
            assert!(Constraint::names().any(|name| name == *kind), "{kind}");
        }
    }

    #[test]
    fn variables_do_not_change_sandwiches() {
        let rule = |lines: &str| Drawn::of(blank_on(lines).layout(), 0).rule();
        let sandwich = "sandwich 35 row 3";
        let expected = "The sandwich of 35 in row 3: A clue outside the grid is the sum of the digits between \
                        1 and 9.";
        assert_eq!(rule(sandwich), expected);
        assert_eq!(rule(&format!("variables x 3 0-20; {sandwich}")), expected);
    }
}
