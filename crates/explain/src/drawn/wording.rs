//! Names of drawn constraints, and their rules in words.

use super::super::wording::{capital, join};
use satdoku::board::{Constraint, Layout, OuterLine};

/// Returns a drawn constraint in words: `the 17-cage at r1c1`, by its first cell or two cells, or `the
/// clue sandwich 12 row 3 left`.
pub(crate) fn drawn_name(layout: &Layout, number: usize) -> String {
    use Constraint::{
        ConnectedCells, DistinctLines, Doppelganger, FullRank, NumberedRoom, RegionsToFind,
        Sandwich, Skyscraper, XSum,
    };
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return format!("constraint {}", number + 1);
    };
    match drawn {
        ConnectedCells(rule) => match &rule.title {
            Some(title) => format!("the rule {title}"),
            None => format!("the rule {}", drawn.text(board)),
        },
        DistinctLines(_) => "the rule of distinct lines".to_string(),
        Doppelganger(_) => "the rule of doppelgangers".to_string(),
        RegionsToFind(_) => "the rule of the regions to find".to_string(),
        FullRank(_) | NumberedRoom(_) | Sandwich(_) | XSum(_) | Skyscraper(_) => {
            format!("the clue {}", drawn.text(board))
        }
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

/// Returns a row or column without the side of its clue: `row 3`.
fn line_name(line: &OuterLine) -> String {
    let name = line.to_string();
    name.rsplit_once(' ')
        .map_or_else(|| name.clone(), |(line, _)| line.to_string())
}

/// Returns the rule of a drawn constraint as a sentence.
pub(crate) fn rule_text(layout: &Layout, number: usize) -> String {
    use Constraint::{Contains, Parity, Quadruple, Sandwich, Skyscraper, XSum};
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
        Quadruple(rule) => format!("The cells around {name} hold {}.", listed(&rule.values)),
        Parity(rule) => {
            let parity = if rule.is_even { "an even" } else { "an odd" };
            format!("{} has {parity} digit.", rule.cell.name(board))
        }
        Sandwich(clue) => {
            let values = board.all_values();
            let (low, high) = (*values.start(), *values.end());
            let line = line_name(&clue.line);
            // A line with all digits has those that are not between the two outside of them.
            let all: usize = (low + 1..high).sum();
            let outside = match all.checked_sub(clue.total) {
                Some(rest) if clue.line.cells(board).len() == board.digit_count() => {
                    format!(", and the others total {rest}")
                }
                _ => String::new(),
            };
            format!(
                "The digits between {low} and {high} in {line} total {}{outside}.",
                clue.total
            )
        }
        XSum(clue) => format!(
            "The first digit of {} says how many digits, from there on, total {}.",
            clue.line, clue.total
        ),
        Skyscraper(clue) => {
            let (s, are) = if clue.visible == 1 {
                ("", "is")
            } else {
                ("s", "are")
            };
            format!(
                "From {}, {} digit{s} {are} higher than all before.",
                clue.line, clue.visible
            )
        }
        _ => {
            let statement = drawn
                .statement(board)
                .unwrap_or_else(|| drawn.rule().to_string());
            let dot = if statement.ends_with('.') { "" } else { "." };
            format!("{}: {statement}{dot}", capital(&name))
        }
    }
}
