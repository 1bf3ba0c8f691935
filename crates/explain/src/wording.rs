//! Texts for facts, cells and candidates.

use super::drawn::wording::drawn_name;
use super::fact::{DeadlyPattern, Fact, HouseName, sorted_set};
use super::house_sum::HouseSum;
use satdoku::board::{Candidate, Cell, Geometry, Layout, Source};

/// Returns `r1c1`, `7 in box 5` or `the 17-cage at r1c1`.
pub(super) fn subject(fact: Fact, layout: &Layout) -> String {
    match fact {
        Fact::Constraint(number) => drawn_name(layout, number),
        Fact::Sum(sum) => sum_name(sum, layout),
        Fact::House(house, digit) => {
            format!(
                "{} in {}",
                layout.geometry().value(digit),
                house_name(house, layout)
            )
        }
        Fact::OneSolution(DeadlyPattern::Rectangle { cells, .. }) => {
            format!("another digit in {}", cell_names(&cells, layout.geometry()))
        }
        _ => fact.name(layout).to_string(),
    }
}

/// Returns a sum in words, by its houses: `the sum from box 1`.
fn sum_name(sum: HouseSum, layout: &Layout) -> String {
    let houses = sum.on(layout).map(|sum| sum.houses_name());
    format!("the sum from {}", houses.unwrap_or_default())
}

/// Returns `row 3`, or the name of the drawn constraint that the house is part of.
pub(super) fn house_name(house: Source, layout: &Layout) -> String {
    match house {
        Source::Constraint(number) => drawn_name(layout, number),
        _ => HouseName(house).to_string(),
    }
}

/// Returns the digits that a drawn constraint leaves in cells, those with the same digits together: `1 to
/// 5 for r1c1 and 8 or 9 for r1c2 and r1c3`.
pub(super) fn left_in_cells(left: &[Candidate], board: &Geometry) -> String {
    let mut groups: Vec<(Vec<i64>, Vec<Candidate>)> = Vec::new();
    for of_cell in left.chunk_by(|one, other| one.cell == other.cell) {
        let digits = of_cell.iter().map(|at| board.value(at.digit) as i64);
        let digits: Vec<i64> = digits.collect();
        match groups.iter_mut().find(|(of_group, _)| *of_group == digits) {
            Some((_, group)) => group.push(of_cell[0]),
            None => groups.push((digits, vec![of_cell[0]])),
        }
    }
    let texts = groups.iter().map(|(digits, group)| {
        format!("{} for {}", digit_runs(digits), cells(group, board, "and"))
    });
    join(&texts.collect::<Vec<_>>(), "and")
}

/// Returns ascending digits with runs in short: `1 to 4 or 7`.
pub(super) fn digit_runs(digits: &[i64]) -> String {
    let runs = digits.chunk_by(|one, other| one + 1 == *other);
    let runs = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(ToString::to_string).collect(),
    });
    join(&runs.collect::<Vec<_>>(), "or")
}

/// Returns the candidates left for a fact: digits for a cell, places for a digit.
pub(super) fn options(fact: Fact, left: &[Candidate], board: &Geometry) -> String {
    match fact {
        Fact::Cell(_) => {
            let digits: Vec<String> = left
                .iter()
                .map(|at| board.value(at.digit).to_string())
                .collect();
            join(&digits, "or")
        }
        Fact::House(..) => format!("at {}", cells(left, board, "or")),
        Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => names(left, board, "or"),
    }
}

/// Returns the contradiction that a fact has no candidate left.
pub(super) fn nothing_left(fact: Fact, layout: &Layout) -> String {
    match fact {
        Fact::Cell(cell) => format!("no digit is left for {}", cell.name(layout.geometry())),
        Fact::Constraint(number) => format!("{} cannot be filled", drawn_name(layout, number)),
        Fact::Sum(sum) => format!("{} cannot be reached", sum_name(sum, layout)),
        Fact::House(house, digit) => {
            let digit = layout.geometry().value(digit);
            format!(
                "no place is left for {digit} in {}",
                house_name(house, layout)
            )
        }
        Fact::OneSolution(DeadlyPattern::Rectangle { cells, digits }) => {
            let [one, other] = digits.map(|digit| layout.geometry().value(digit));
            let cells = cell_names(&cells, layout.geometry());
            format!("{cells} have only {one} and {other}, and there is a second solution")
        }
        Fact::OneSolution(DeadlyPattern::AllBut(_)) => "there is a second solution".to_string(),
    }
}

/// Returns a text with a capital as its first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase())
            .chain(letters)
            .collect()
    })
}

pub(super) fn digits(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let digits = sorted_set(members.iter().map(|member| member.digit));
    let digits: Vec<String> = digits
        .iter()
        .map(|digit| board.value(*digit).to_string())
        .collect();
    join(&digits, word)
}

/// Returns eliminated candidates in words, cells with the same digits together: `r1c1 and r1c5 are
/// not 2 or 5`, `r1c9 is not 5`.
pub(super) fn eliminated(candidates: &[Candidate], board: &Geometry) -> Vec<String> {
    let mut candidates = candidates.to_vec();
    candidates.sort_unstable();
    let mut groups: Vec<(String, Vec<Candidate>)> = Vec::new();
    for of_cell in candidates.chunk_by(|one, other| one.cell == other.cell) {
        let digits = digits(of_cell, board, "or");
        match groups.iter_mut().find(|(of_group, _)| *of_group == digits) {
            Some((_, group)) => group.push(of_cell[0]),
            None => groups.push((digits, vec![of_cell[0]])),
        }
    }
    let text = |(digits, group): &(String, Vec<Candidate>)| {
        let are = if group.len() == 1 { "is" } else { "are" };
        format!("{} {are} not {digits}", cells(group, board, "and"))
    };
    groups.iter().map(text).collect()
}

/// Returns the digits that are left of a cell, or `not` those that are gone if these are few: `5`, `1 to 4`,
/// `not 2`.
pub(super) fn left_text(left: &[i64], gone: &[i64]) -> String {
    /// The most digits that are listed.
    const MOST_LISTED: usize = 3;
    match left {
        [] => "impossible".to_string(),
        _ if left.len() > MOST_LISTED && gone.len() <= MOST_LISTED => {
            let gone: Vec<String> = gone.iter().map(i64::to_string).collect();
            format!("not {}", join(&gone, "or"))
        }
        _ => digit_runs(left),
    }
}

/// Returns the cell that all candidates are in.
pub(super) fn in_one_cell(members: &[Candidate]) -> Option<Cell> {
    let cell = members.first()?.cell;
    let is_same = |member: &Candidate| member.cell == cell;
    members.iter().all(is_same).then_some(cell)
}

pub(super) fn cells(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let cells = sorted_set(members.iter().map(|member| member.cell)).into_iter();
    let cells: Vec<String> = cells.map(|cell| cell.name(board).to_string()).collect();
    join(&cells, word)
}

/// Returns `r1c1, r1c5, r2c1 and r2c5`.
pub(super) fn cell_names(cells: &[Cell], board: &Geometry) -> String {
    let names: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(board).to_string())
        .collect();
    join(&names, "and")
}

/// Returns candidates as in arguments: `3 at r1c5`.
pub(super) fn names(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let name = |c: &Candidate| format!("{} at {}", board.value(c.digit), c.cell.name(board));
    let names: Vec<String> = members.iter().map(name).collect();
    join(&names, word)
}

/// Returns `a`, `a and b` or `a, b and c`.
pub(super) fn join(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
