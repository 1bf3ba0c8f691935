//! Names of drawn constraints, and their rules in words.

use super::super::wording::{capital, join};
use satdoku::board::{Cell, Constraint, Geometry, Layout, OuterLine, Side};

/// Returns a drawn constraint in words: `the 17-cage at r1c1`, by its first cell or two cells, or `the
/// clue sandwich 12 row 3 left`.
pub(crate) fn drawn_name(layout: &Layout, number: usize) -> String {
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return format!("constraint {}", number + 1);
    };
    let value = drawn.number().unwrap_or_default();
    if let Some(line) = drawn.line() {
        return match drawn.name() {
            "numbered-room" => at_side(&format!("numbered room {value}"), line),
            "x-sum" => at_side(&format!("X-sum of {value}"), line),
            "sandwich" => format!("the sandwich of {value} in {}", line_name(line)),
            name => at_side(&format!("{name} clue {value}"), line),
        };
    }
    match (drawn.name(), drawn.title()) {
        ("connected", Some(title)) => format!("the rule {title}"),
        ("connected", None) => format!("the rule {}", drawn.text(board)),
        ("regions-to-find", _) => "the rule of the regions to find".to_string(),
        (_, title) => {
            let kind = title.map_or_else(|| kind_name(drawn), |title| format!("rule {title}"));
            let cells = drawn.cells(board);
            let cells = &cells[..if cells.len() == 2 { 2 } else { 1 }];
            let cells = cells.iter().map(|cell| cell.name(board).to_string());
            format!("the {kind} at {}", join(&cells.collect::<Vec<_>>(), "and"))
        }
    }
}

/// Returns what a solver calls a constraint of this kind: `17-cage`, `white dot`.
fn kind_name(drawn: &Constraint) -> String {
    let name = drawn.name().replace('-', " ");
    let number = drawn.number();
    match (drawn.name(), number) {
        ("pairs" | "all-pairs", _) => "rule for pairs".to_string(),
        ("either", _) => "either-or rule".to_string(),
        ("cage", Some(total)) => format!("{total}-cage"),
        ("difference", Some(1)) => "white dot".to_string(),
        ("difference", Some(value)) => format!("white dot of {value}"),
        ("ratio", Some(2)) => "black dot".to_string(),
        ("ratio", Some(value)) => format!("black dot of {value}"),
        ("greater", _) => "inequality sign".to_string(),
        ("x" | "v", _) => name.to_uppercase(),
        ("little-killer", Some(total)) => format!("little killer of {total}"),
        ("contains" | "contains-exactly", _) => format!("group with {}", listed(drawn.digits())),
        ("count-distinct", _) => "count of different digits".to_string(),
        ("run-length", _) => "length of the run".to_string(),
        ("count-same", _) => "count of equal digits".to_string(),
        ("equal-sum", _) => "equal sums".to_string(),
        ("odd" | "even" | "minimum" | "maximum", _) => format!("{name} mark"),
        (
            "between" | "entropic" | "lockout" | "modular" | "nabner" | "region-sum" | "renban"
            | "whispers" | "zipper",
            _,
        ) => format!("{name} line"),
        _ => name,
    }
}

/// Returns digits in words: `1, 2 and 3`.
fn listed(digits: &[usize]) -> String {
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    join(&digits, "and")
}

/// Returns the place of a drawn constraint as the beginning of a sentence: `on the thermometer at r1c1`.
pub(crate) fn lead(layout: &Layout, number: usize) -> String {
    let name = drawn_name(layout, number);
    let drawn = layout.constraints().get(number);
    let kind = drawn.filter(|drawn| drawn.title().is_none());
    let at = match kind.map_or("", Constraint::name) {
        "arrow" | "between" | "double-arrow" | "entropic" | "lockout" | "modular" | "nabner"
        | "palindrome" | "region-sum" | "renban" | "slow-thermometer" | "thermometer"
        | "whispers" | "zipper" => "on",
        "cage" | "clone" | "contains" | "contains-exactly" | "equal-sum" | "same-digits" => "in",
        "difference" | "greater" | "ratio" | "x" | "v" => "across",
        _ => "by",
    };
    format!("{at} {name}")
}

/// Returns a clue with the side that it is at: `the X-sum of 25 left of row 3`.
fn at_side(name: &str, line: OuterLine) -> String {
    let side = match line.side {
        Side::Left => "left of",
        Side::Right => "right of",
        Side::Top => "above",
        Side::Bottom => "below",
    };
    format!("the {name} {side} {}", line_name(line))
}

/// Returns the end of a row or column that a clue is at: `the left of row 3`.
fn from_side(line: OuterLine) -> String {
    let side = match line.side {
        Side::Left => "left",
        Side::Right => "right",
        Side::Top => "top",
        Side::Bottom => "bottom",
    };
    format!("the {side} of {}", line_name(line))
}

/// Returns a row or column without the side of its clue: `row 3`.
fn line_name(line: OuterLine) -> String {
    let name = line.to_string();
    name.rsplit_once(' ')
        .map_or_else(|| name.clone(), |(line, _)| line.to_string())
}

/// Returns the rule of a drawn constraint as a sentence. It is empty for an automaton, as a list of transitions
/// explains nothing.
pub(crate) fn rule_text(layout: &Layout, number: usize) -> String {
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return String::new();
    };
    let name = drawn_name(layout, number);
    let (digits, cells) = (drawn.digits(), drawn.group(0));
    if let Some(line) = drawn.line() {
        return clue_text(drawn, line, board);
    }
    match drawn.name() {
        "contains" | "contains-exactly" if digits.len() >= cells.len() => {
            format!(
                "The cells of {name} hold {} and nothing else.",
                listed(digits)
            )
        }
        "contains-exactly" => {
            format!(
                "The cells of {name} hold each of {} as often as listed.",
                listed(digits)
            )
        }
        "contains" => format!("The cells of {name} hold {}.", listed(digits)),
        "either" if drawn.title().is_none() => {
            let group = |of: &Vec<Constraint>| {
                let of = of.iter().map(|drawn| formula(drawn, board));
                join(&of.collect::<Vec<_>>(), "and")
            };
            let groups: Vec<String> = drawn.alternatives().iter().map(group).collect();
            let either = if groups.len() == 2 { "either " } else { "" };
            format!(
                "{}, {either}{}.",
                capital(&lead(layout, number)),
                join(&groups, "or")
            )
        }
        "automaton" => String::new(),
        "quadruple" => format!("The cells around {name} hold {}.", listed(digits)),
        "odd" => format!("{} has an odd digit.", cells[0].name(board)),
        "even" => format!("{} has an even digit.", cells[0].name(board)),
        _ => {
            if let Some(rule) = line_rule(drawn) {
                return format!("{}, {rule}.", capital(&lead(layout, number)));
            }
            let statement = drawn.statement(board).unwrap_or_else(|| drawn.rule(board));
            let dot = if statement.ends_with('.') { "" } else { "." };
            format!("{}: {statement}{dot}", capital(&name))
        }
    }
}

/// Returns the rule of a clue outside the grid as a sentence.
fn clue_text(drawn: &Constraint, line: OuterLine, board: &Geometry) -> String {
    let value = drawn.number().unwrap_or_default();
    let (low, high) = (*board.all_values().start(), *board.all_values().end());
    let side = from_side(line);
    match (drawn.name(), value) {
        ("sandwich", 0) => {
            let line = line_name(line);
            format!("A sandwich of 0 puts {low} and {high} next to each other in {line}.")
        }
        ("sandwich", total) => {
            // A line with all digits has those that are not between the two outside of them.
            let all: usize = (low + 1..high).sum();
            let is_full = line.cells(board).len() == board.digit_count();
            let rest = usize::try_from(total)
                .ok()
                .and_then(|total| all.checked_sub(total));
            let outside = match rest.filter(|_| is_full) {
                Some(0) => format!(", so {low} and {high} are at its ends"),
                // No two digits between the outer ones have such a small total.
                Some(rest) if rest > low && rest < 2 * low + 3 => {
                    format!(", so the only other digit is {rest}")
                }
                Some(rest) => format!(", and the others total {rest}"),
                None => String::new(),
            };
            let line = line_name(line);
            format!("The digits between {low} and {high} in {line} total {total}{outside}.")
        }
        ("x-sum", total) => {
            format!(
                "From {side}, the first digit says how many digits, itself included, total {total}."
            )
        }
        ("skyscraper", 1) => format!("From {side}, 1 digit is higher than all before."),
        ("skyscraper", count) => format!("From {side}, {count} digits are higher than all before."),
        (_, digit) => format!("From {side}, the first digit says which cell has {digit}."),
    }
}

/// Returns what holds if a constraint of this kind does: `r1c1 = r1c2 + r1c3`.
fn formula(drawn: &Constraint, board: &Geometry) -> String {
    let name = |cell: &Cell| cell.name(board).to_string();
    let plus = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>().join(" + ");
    match (drawn.name(), drawn.number()) {
        ("equal-sum", _) => drawn.groups().map(plus).collect::<Vec<_>>().join(" = "),
        ("cage", Some(total)) => format!("{} = {total}", plus(drawn.group(0))),
        ("sum", Some(total)) if drawn.terms().iter().all(|(_, factor)| *factor == 1) => {
            format!("{} = {total}", plus(&drawn.cells(board)))
        }
        _ => drawn.label(board),
    }
}

/// Returns what holds on a line of this kind: `neighbours differ by at least 5`.
fn line_rule(drawn: &Constraint) -> Option<String> {
    let number = drawn.number().unwrap_or_default();
    let rule = match drawn.name() {
        "arrow" if drawn.group(0).len() > 1 => {
            "its digits add up to the number that its pill reads"
        }
        "arrow" => "its digits add up to the one in its circle",
        "between" => "each digit is between those in the circles at its ends",
        "entropic" => "any three consecutive cells have a low, a middle and a high digit",
        "modular" => {
            return Some(format!(
                "any {number} consecutive cells have different remainders modulo {number}"
            ));
        }
        "nabner" => "no two digits are equal or consecutive",
        "palindrome" => "digits are the same from both ends",
        "region-sum" => "the digits have the same sum in each box",
        "renban" => "digits are consecutive, in any order",
        "whispers" => return Some(format!("neighbours differ by at least {number}")),
        "zipper" => {
            "cells at the same distance from its middle have the same sum, and a cell in the middle is that sum"
        }
        _ => return None,
    };
    Some(rule.to_string())
}
