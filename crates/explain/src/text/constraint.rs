//! Names of drawn constraints and of houses, and their rules in words.

use super::words::{HouseName, capital, cell_names, digit_runs, join};
use RuleWords::{Declared, Own, Text};
use satdoku::board::{Cell, Constraint, Geometry, Layout, Part, Source};

/// The rule of a kind in sentences.
#[derive(Clone, Copy)]
enum RuleWords {
    /// The name and the sentence that the kind declares.
    Declared,
    Text(&'static str),
    Own(fn(&Drawn) -> String),
}

/// The kinds that have words of their own: the preposition before the name, the name, and the rule.
/// [`Drawn::fill`] fills the gaps in braces.
#[rustfmt::skip]
const WORDS: &[(&str, &str, &str, RuleWords)] = &[
    ("all-pairs", "by", "rule for pairs", Declared),
    ("arrow", "on", "{kind}", Own(arrow_rule)),
    ("automaton", "by", "{kind}", Text("")),
    ("between", "on", "{kind} line", Text("On {name}, each digit is between those in the circles at its ends.")),
    ("cage", "in", "{number-}cage", Declared),
    ("clone", "in", "{kind}", Declared),
    ("connected", "by", "rule {text}", Declared),
    ("contains", "in", "group with {digits}", Own(contains_rule)),
    ("contains-exactly", "in", "group with {digits}", Own(contains_rule)),
    ("count-distinct", "by", "count of different digits", Declared),
    ("count-same", "by", "count of equal digits", Declared),
    ("difference", "across", "white dot{ of number}", Declared),
    ("double-arrow", "on", "{kind}", Declared),
    ("either", "by", "either-or rule", Own(either_rule)),
    ("entropic", "on", "{kind} line", Text("On {name}, any three consecutive cells have a low, a middle and a high digit.")),
    ("equal-sum", "in", "groups with the same sum", Declared),
    ("even", "by", "{kind} mark", Text("{cell} has an even digit.")),
    ("greater", "across", "inequality sign", Declared),
    ("little-killer", "by", "{kind} of {number}", Declared),
    ("lockout", "on", "{kind} line", Declared),
    ("maximum", "by", "{kind} mark", Declared),
    ("minimum", "by", "{kind} mark", Declared),
    ("modular", "on", "{kind} line", Text("On {name}, any {number} consecutive cells have different remainders modulo {number}.")),
    ("nabner", "on", "{kind} line", Text("On {name}, no two digits are equal or consecutive.")),
    ("numbered-room", "by", "{kind} {number} {beside} {line}", Text("From the {end} of {line}, the first digit says which cell has {number}.")),
    ("odd", "by", "{kind} mark", Text("{cell} has an odd digit.")),
    ("pairs", "by", "rule for pairs", Declared),
    ("palindrome", "on", "{kind}", Text("On {name}, digits are the same from both ends.")),
    ("quadruple", "by", "{kind}", Text("The cells around {name} hold {digits}.")),
    ("ratio", "across", "black dot{ of number}", Declared),
    ("region-sum", "on", "{kind} line", Text("On {name}, the digits have the same sum in each box.")),
    ("regions-to-find", "by", "rule of the regions to find", Declared),
    ("renban", "on", "{kind} line", Text("On {name}, digits are consecutive, in any order.")),
    ("run-length", "by", "length of the run", Declared),
    ("same-digits", "in", "groups with the same digits", Declared),
    ("sandwich", "by", "{kind} of {number} in {line}", Own(sandwich_rule)),
    ("skyscraper", "by", "{kind} clue {number} {beside} {line}", Own(skyscraper_rule)),
    ("slow-thermometer", "on", "{kind}", Declared),
    ("thermometer", "on", "{kind}", Declared),
    ("v", "across", "V", Declared),
    ("whispers", "on", "{kind} line", Text("On {name}, neighbours differ by at least {number}.")),
    ("x", "across", "X", Declared),
    ("x-sum", "by", "X-sum of {number} {beside} {line}", Text("From the {end} of {line}, the first digit says how many digits, itself included, total {number}.")),
    ("zipper", "on", "{kind} line", Text(
        "On {name}, cells at the same distance from its middle have the same sum, and a cell in the middle is that sum.",
    )),
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

/// Returns a drawn constraint in words: `the 17-cage at r1c1`, by its first cell or two cells, or `the
/// sandwich of 12 in row 3`.
pub(crate) fn drawn_name(layout: &Layout, number: usize) -> String {
    Drawn::of(layout, number).name()
}

/// Returns the place of a drawn constraint as the beginning of a sentence: `on the thermometer at r1c1`.
pub(crate) fn lead(layout: &Layout, number: usize) -> Lead {
    let drawn = Drawn::of(layout, number);
    Lead {
        full: drawn.lead(),
        short: format!("{} the {}", drawn.preposition(), drawn.kind_name()),
    }
}

/// Returns where a drawn constraint is: `at r1c1`, `in row 3`; nothing for a rule of the whole grid.
pub(crate) fn drawn_place(layout: &Layout, number: usize) -> String {
    Drawn::of(layout, number).place().unwrap_or_default()
}

/// Returns `row 3`, or the name of the drawn constraint that the house is part of.
pub(crate) fn house_name(house: Source, layout: &Layout) -> String {
    match house {
        Source::Constraint(number) => drawn_name(layout, number),
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

/// Returns the rule of a drawn constraint as a sentence. It is empty for an automaton, as a list of transitions
/// explains nothing.
pub(crate) fn rule_text(layout: &Layout, number: usize) -> String {
    let drawn = Drawn::of(layout, number);
    match drawn.rule {
        Declared => drawn.declared_rule(),
        Text(text) => drawn.fill(text),
        Own(rule) => rule(&drawn),
    }
}

/// A drawn constraint, its board, and the words of its kind.
struct Drawn<'a> {
    constraint: &'a Constraint,
    board: &'a Geometry,
    at: &'static str,
    name: &'static str,
    rule: RuleWords,
}

impl<'a> Drawn<'a> {
    fn of(layout: &'a Layout, number: usize) -> Drawn<'a> {
        let constraint = &layout.constraints()[number];
        let words = WORDS.iter().find(|words| words.0 == constraint.name());
        let (_, at, name, rule) = *words.unwrap_or(&("", "by", "{kind}", Declared));
        Drawn {
            constraint,
            board: layout.geometry(),
            at,
            name,
            rule,
        }
    }

    fn kind_name(&self) -> String {
        match self.constraint.title() {
            Some(title) => format!("rule {title}"),
            None => self.fill(self.name),
        }
    }

    fn preposition(&self) -> &'static str {
        match self.constraint.title() {
            Some(_) => "by",
            None => self.at,
        }
    }

    fn name(&self) -> String {
        let name = self.kind_name();
        match self.place() {
            // The name of a clue outside the grid has its line.
            Some(place) if self.constraint.line().is_none() => format!("the {name} {place}"),
            _ => format!("the {name}"),
        }
    }

    /// Returns where the constraint is: `at r1c1`, `in row 3`; nothing for a rule of the whole grid.
    fn place(&self) -> Option<String> {
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

    fn lead(&self) -> String {
        format!("{} {}", self.preposition(), self.name())
    }

    /// Returns the rule as the setter states it or, failing that, the sentence of the kind.
    fn declared_rule(&self) -> String {
        let statement = self.constraint.statement(self.board);
        let statement = statement.unwrap_or_else(|| self.constraint.rule(self.board));
        let dot = if statement.ends_with('.') { "" } else { "." };
        format!("{}: {statement}{dot}", capital(&self.name()))
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
            "name" => self.name(),
            "text" => of.text(board),
            "cell" => of.group(0)[0].name(board).to_string(),
            "digits" => {
                let digits: Vec<String> = of.digits().iter().map(usize::to_string).collect();
                join(&digits, "and")
            }
            "number" => of.number().unwrap_or_default().to_string(),
            "number-" => unusual.map_or(String::new(), |number| format!("{number}-")),
            " of number" => unusual.map_or(String::new(), |number| format!(" of {number}")),
            "line" => line.to_string(),
            "end" => end.to_string(),
            "beside" => match end {
                "top" => "above".to_string(),
                "bottom" => "below".to_string(),
                side => format!("{side} of"),
            },
            _ => String::new(),
        }
    }
}

fn arrow_rule(of: &Drawn) -> String {
    of.fill(match of.constraint.group(0) {
        [_] => "On {name}, its digits add up to the one in its circle.",
        _ => "On {name}, its digits add up to the number that its pill reads.",
    })
}

fn contains_rule(of: &Drawn) -> String {
    let (digits, cells) = (of.constraint.digits(), of.constraint.group(0));
    of.fill(match of.constraint.name() {
        _ if digits.len() >= cells.len() => "The cells of {name} hold {digits} and nothing else.",
        "contains" => "The cells of {name} hold {digits}.",
        _ => "The cells of {name} hold each of {digits} as often as listed.",
    })
}

fn skyscraper_rule(of: &Drawn) -> String {
    of.fill(match of.constraint.number() {
        Some(1) => "From the {end} of {line}, 1 digit is higher than all before.",
        _ => "From the {end} of {line}, {number} digits are higher than all before.",
    })
}

fn sandwich_rule(of: &Drawn) -> String {
    let number = of.constraint.number().unwrap_or_default();
    let total = usize::try_from(number).unwrap_or_default();
    let (low, high) = of.board.values().into_inner();
    let line = of.fill("{line}");
    if total == 0 {
        return format!("A sandwich of 0 puts {low} and {high} next to each other in {line}.");
    }
    // A line with all digits has those that are not between the two outside of them.
    let cells = of.constraint.cells(of.board);
    let is_full = cells.len() == of.board.grid_digits().len();
    let rest = (low + 1..high).sum::<usize>().checked_sub(total);
    let outside = match rest.filter(|_| is_full) {
        Some(0) => format!(", so {low} and {high} are at its ends"),
        // No two digits between the outer ones have such a small total.
        Some(rest) if rest > low && rest < 2 * low + 3 => {
            format!(", so the only other digit is {rest}")
        }
        Some(rest) => format!(", and the others total {rest}"),
        None => String::new(),
    };
    format!("The digits between {low} and {high} in {line} total {total}{outside}.")
}

fn either_rule(of: &Drawn) -> String {
    if of.constraint.title().is_some() {
        return of.declared_rule();
    }
    if let Some((cell, mut values)) = digits_of_one_cell(of.constraint) {
        values.sort_unstable();
        let cell = cell.name(of.board);
        return format!(
            "{}, {cell} is {}.",
            capital(&of.lead()),
            digit_runs(&values)
        );
    }
    let group = |group: &Vec<Constraint>| {
        let formulas = group.iter().map(|one| formula(one, of.board));
        join(&formulas.collect::<Vec<_>>(), "and")
    };
    let groups: Vec<String> = of.constraint.alternatives().iter().map(group).collect();
    let either = if groups.len() == 2 { "either " } else { "" };
    let groups = join(&groups, "or");
    format!("{}, {either}{groups}.", capital(&of.lead()))
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
        let rule = |lines: &str| rule_text(blank_on(lines).layout(), 0);
        let sandwich = "sandwich 35 row 3";
        let expected = "The digits between 1 and 9 in row 3 total 35, so 1 and 9 are at its ends.";
        assert_eq!(rule(sandwich), expected);
        assert_eq!(rule(&format!("variables x 3 0-20; {sandwich}")), expected);
    }
}
