//! Names of drawn constraints, and their rules in words.

use super::super::wording::{capital, join};
use satdoku::board::{Cell, Constraint, Geometry, Layout, OuterLine, Side};

/// Returns a drawn constraint in words: `the 17-cage at r1c1`, by its first cell or two cells, or `the
/// clue sandwich 12 row 3 left`.
pub(crate) fn drawn_name(layout: &Layout, number: usize) -> String {
    use Constraint::{ConnectedCells, NumberedRoom, RegionsToFind, Sandwich, Skyscraper, XSum};
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return format!("constraint {}", number + 1);
    };
    match drawn {
        ConnectedCells(rule) => match &rule.title {
            Some(title) => format!("the rule {title}"),
            None => format!("the rule {}", drawn.text(board)),
        },
        RegionsToFind(_) => "the rule of the regions to find".to_string(),
        NumberedRoom(clue) => at_side(format!("numbered room {}", clue.value), &clue.line),
        XSum(clue) => at_side(format!("X-sum of {}", clue.total), &clue.line),
        Skyscraper(clue) => at_side(format!("skyscraper clue {}", clue.visible), &clue.line),
        Sandwich(clue) => format!(
            "the sandwich of {} in {}",
            clue.total,
            line_name(&clue.line)
        ),
        _ => {
            let kind = drawn
                .title()
                .map_or_else(|| kind_name(drawn), |title| format!("rule {title}"));
            let cells = drawn.cells(board);
            let cells = &cells[..if cells.len() == 2 { 2 } else { 1 }];
            let cells = cells.iter().map(|cell| cell.name(board).to_string());
            format!("the {kind} at {}", join(&cells.collect::<Vec<_>>(), "and"))
        }
    }
}

/// Returns what a solver calls a constraint of this kind: `17-cage`, `white dot`.
fn kind_name(drawn: &Constraint) -> String {
    use Constraint::{
        Between, Cage, Contains, CountDistinct, Difference, Either, Entropic, EqualSum, Extremum,
        Greater, LittleKiller, Lockout, Modular, Nabner, Pairs, Parity, Ratio, RegionSum, Renban,
        SameCount, Whispers, Xv, Zipper,
    };
    let name = drawn.name().replace('-', " ");
    match drawn {
        Pairs(_) => "rule for pairs".to_string(),
        Either(_) => "either-or rule".to_string(),
        Cage(cage) => cage.total.map_or(name, |total| format!("{total}-cage")),
        Difference(dot) if dot.value == 1 => "white dot".to_string(),
        Difference(dot) => format!("white dot of {}", dot.value),
        Ratio(dot) if dot.value == 2 => "black dot".to_string(),
        Ratio(dot) => format!("black dot of {}", dot.value),
        Greater(_) => "inequality sign".to_string(),
        Xv(_) => name.to_uppercase(),
        LittleKiller(clue) => format!("little killer of {}", clue.total),
        Contains(digits) => {
            let values: Vec<String> = digits.values.iter().map(ToString::to_string).collect();
            format!("group with {}", join(&values, "and"))
        }
        CountDistinct(_) => "count of different digits".to_string(),
        SameCount(rule) if rule.is_run => "length of the run".to_string(),
        SameCount(_) => "count of equal digits".to_string(),
        EqualSum(_) => "equal sums".to_string(),
        Parity(_) | Extremum(_) => format!("{name} mark"),
        Between(_) | Entropic(_) | Lockout(_) | Modular(_) | Nabner(_) | RegionSum(_)
        | Renban(_) | Whispers(_) | Zipper(_) => format!("{name} line"),
        _ => name,
    }
}

/// Returns the place of a drawn constraint as the beginning of a sentence: `on the thermometer at r1c1`.
pub(crate) fn lead(layout: &Layout, number: usize) -> String {
    use Constraint::{
        Arrow, Between, Cage, CloneRegion, Contains, Difference, DoubleArrow, Entropic, EqualSum,
        Greater, Lockout, Modular, Nabner, Palindrome, Ratio, RegionSum, Renban, SameDigits,
        Thermometer, Whispers, Xv, Zipper,
    };
    let name = drawn_name(layout, number);
    let at = match layout.constraints().get(number) {
        Some(drawn) if drawn.title().is_some() => "by",
        Some(
            Arrow(_) | Between(_) | DoubleArrow(_) | Entropic(_) | Lockout(_) | Modular(_)
            | Nabner(_) | Palindrome(_) | RegionSum(_) | Renban(_) | Thermometer(_) | Whispers(_)
            | Zipper(_),
        ) => "on",
        Some(Cage(_) | CloneRegion(_) | Contains(_) | EqualSum(_) | SameDigits(_)) => "in",
        Some(Difference(_) | Greater(_) | Ratio(_) | Xv(_)) => "across",
        _ => "by",
    };
    format!("{at} {name}")
}

/// Returns a clue with the side that it is at: `the X-sum of 25 left of row 3`.
fn at_side(name: String, line: &OuterLine) -> String {
    let side = match line.side {
        Side::Left => "left of",
        Side::Right => "right of",
        Side::Top => "above",
        Side::Bottom => "below",
    };
    format!("the {name} {side} {}", line_name(line))
}

/// Returns the end of a row or column that a clue is at: `the left of row 3`.
fn from_side(line: &OuterLine) -> String {
    let side = match line.side {
        Side::Left => "left",
        Side::Right => "right",
        Side::Top => "top",
        Side::Bottom => "bottom",
    };
    format!("the {side} of {}", line_name(line))
}

/// Returns a row or column without the side of its clue: `row 3`.
fn line_name(line: &OuterLine) -> String {
    let name = line.to_string();
    name.rsplit_once(' ')
        .map_or_else(|| name.clone(), |(line, _)| line.to_string())
}

/// Returns the rule of a drawn constraint as a sentence. It is empty for an automaton, as a list of transitions
/// explains nothing.
pub(crate) fn rule_text(layout: &Layout, number: usize) -> String {
    use Constraint::{
        Contains, Either, NumberedRoom, Parity, Quadruple, Sandwich, Skyscraper, StateMachine, XSum,
    };
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return String::new();
    };
    let listed = |values: &[usize]| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        join(&values, "and")
    };
    let name = drawn_name(layout, number);
    match drawn {
        Contains(rule) if rule.values.len() >= rule.cells.len() => {
            format!(
                "The cells of {name} hold {} and nothing else.",
                listed(&rule.values)
            )
        }
        Contains(rule) if rule.is_exact => {
            format!(
                "The cells of {name} hold each of {} as often as listed.",
                listed(&rule.values)
            )
        }
        Contains(rule) => format!("The cells of {name} hold {}.", listed(&rule.values)),
        Either(rule) if rule.title.is_none() => {
            let group = |of: &Vec<Constraint>| {
                let of = of.iter().map(|drawn| formula(drawn, board));
                join(&of.collect::<Vec<_>>(), "and")
            };
            let groups: Vec<String> = rule.groups.iter().map(group).collect();
            let either = if groups.len() == 2 { "either " } else { "" };
            format!(
                "{}, {either}{}.",
                capital(&lead(layout, number)),
                join(&groups, "or")
            )
        }
        StateMachine(_) => String::new(),
        Quadruple(rule) => format!("The cells around {name} hold {}.", listed(&rule.values)),
        Parity(rule) => {
            let parity = if rule.is_even { "an even" } else { "an odd" };
            format!("{} has {parity} digit.", rule.cell.name(board))
        }
        Sandwich(clue) if clue.total == 0 => {
            let values = board.all_values();
            let (low, high) = (values.start(), values.end());
            format!(
                "A sandwich of 0 puts {low} and {high} next to each other in {}.",
                line_name(&clue.line)
            )
        }
        Sandwich(clue) => {
            let values = board.all_values();
            let (low, high) = (*values.start(), *values.end());
            let line = line_name(&clue.line);
            // A line with all digits has those that are not between the two outside of them.
            let all: usize = (low + 1..high).sum();
            let is_full = clue.line.cells(board).len() == board.digit_count();
            let outside = match all.checked_sub(clue.total).filter(|_| is_full) {
                Some(0) => format!(", so {low} and {high} are at its ends"),
                // No two digits between the outer ones have such a small total.
                Some(rest) if rest > low && rest < 2 * low + 3 => {
                    format!(", so the only other digit is {rest}")
                }
                Some(rest) => format!(", and the others total {rest}"),
                None => String::new(),
            };
            format!(
                "The digits between {low} and {high} in {line} total {}{outside}.",
                clue.total
            )
        }
        XSum(clue) => format!(
            "From {}, the first digit says how many digits, itself included, total {}.",
            from_side(&clue.line),
            clue.total
        ),
        Skyscraper(clue) => {
            let (s, are) = if clue.visible == 1 {
                ("", "is")
            } else {
                ("s", "are")
            };
            format!(
                "From {}, {} digit{s} {are} higher than all before.",
                from_side(&clue.line),
                clue.visible
            )
        }
        NumberedRoom(clue) => format!(
            "From {}, the first digit says which cell has {}.",
            from_side(&clue.line),
            clue.value
        ),
        _ => {
            if let Some(rule) = line_rule(drawn) {
                return format!("{}, {rule}.", capital(&lead(layout, number)));
            }
            let statement = drawn
                .statement(board)
                .unwrap_or_else(|| drawn.rule().to_string());
            let dot = if statement.ends_with('.') { "" } else { "." };
            format!("{}: {statement}{dot}", capital(&name))
        }
    }
}

/// Returns what holds if a constraint of this kind does: `r1c1 = r1c2 + r1c3`.
fn formula(drawn: &Constraint, board: &Geometry) -> String {
    use Constraint::{Cage, EqualSum, Sum};
    let name = |cell: &Cell| cell.name(board).to_string();
    let plus = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>().join(" + ");
    match drawn {
        EqualSum(rule) => {
            let groups = rule.groups.iter().map(|group| plus(group));
            groups.collect::<Vec<_>>().join(" = ")
        }
        Cage(cage) if cage.total.is_some() => {
            let total = cage.total.unwrap_or_default();
            format!("{} = {total}", plus(&cage.cells))
        }
        Sum(sum) if sum.terms.iter().all(|(_, factor)| *factor == 1) => {
            let cells: Vec<Cell> = sum.terms.iter().map(|(cell, _)| *cell).collect();
            format!("{} = {}", plus(&cells), sum.total)
        }
        _ => drawn.label(board),
    }
}

/// Returns what holds on a line of this kind: `neighbours differ by at least 5`.
fn line_rule(drawn: &Constraint) -> Option<String> {
    use Constraint::{
        Arrow, Between, Entropic, Modular, Nabner, Palindrome, RegionSum, Renban, Whispers, Zipper,
    };
    Some(match drawn {
        Arrow(arrow) if arrow.bulb.len() > 1 => {
            "its digits add up to the number that its pill reads".to_string()
        }
        Arrow(_) => "its digits add up to the one in its circle".to_string(),
        Between(_) => "each digit is between those in the circles at its ends".to_string(),
        Entropic(_) => {
            "any three consecutive cells have a low, a middle and a high digit".to_string()
        }
        Modular(line) => format!(
            "any {0} consecutive cells have different remainders modulo {0}",
            line.modulus
        ),
        Nabner(_) => "no two digits are equal or consecutive".to_string(),
        Palindrome(_) => "digits are the same from both ends".to_string(),
        RegionSum(_) => "the digits have the same sum in each box".to_string(),
        Renban(_) => "digits are consecutive, in any order".to_string(),
        Whispers(line) => format!("neighbours differ by at least {}", line.difference),
        Zipper(_) => "cells at the same distance from its middle have the same sum, and a cell in \
                      the middle is that sum"
            .to_string(),
        _ => return None,
    })
}
