//! Texts for facts, cells and candidates.

use super::fact::{DeadlyPattern, Fact, HouseName, sorted_set};
use super::house_sum::HouseSum;
use satdoku::board::{Candidate, Cell, Constraint, Geometry, Layout};

/// Returns `r1c1`, `7 in box 5` or `the cage of 17 at r1c1`.
pub(super) fn subject(fact: Fact, layout: &Layout) -> String {
    match fact {
        Fact::Constraint(number) => drawn_name(layout, number),
        Fact::Sum(sum) => sum_name(sum, layout),
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

/// Returns a drawn constraint in words: `the cage of 17 at r1c1`, by its first cell or two cells, or `the
/// clue sandwich 12 row 3`.
pub(super) fn drawn_name(layout: &Layout, number: usize) -> String {
    use Constraint::{
        Between, Cage, ConnectedCells, Contains, CountDistinct, DistinctLines, Doppelganger,
        Either, Entropic, EqualSum, Extremum, FullRank, LittleKiller, Lockout, Modular, Nabner,
        NumberedRoom, Pairs, Palindrome, Parity, RegionSum, RegionsToFind, Renban, SameCount,
        Sandwich, Skyscraper, Whispers, XSum, Zipper,
    };
    let board = layout.geometry();
    let Some(drawn) = layout.constraints().get(number) else {
        return format!("constraint {}", number + 1);
    };
    let kind = drawn.name().replace('-', " ");
    let kind = match drawn {
        Pairs(_) => "rule for pairs".to_string(),
        Either(_) => "either-or rule".to_string(),
        ConnectedCells(rule) => {
            return match &rule.title {
                Some(title) => format!("the rule {title}"),
                None => format!("the rule {}", drawn.text(board)),
            };
        }
        DistinctLines(_) => return "the rule of distinct lines".to_string(),
        Doppelganger(_) => return "the rule of doppelgangers".to_string(),
        FullRank(_) | NumberedRoom(_) | Sandwich(_) | XSum(_) | Skyscraper(_) => {
            return format!("the clue {}", drawn.text(board));
        }
        Cage(cage) => cage.total.map_or(kind, |total| format!("cage of {total}")),
        LittleKiller(clue) => format!("{kind} of {}", clue.total),
        Contains(digits) => {
            let values: Vec<String> = digits.values.iter().map(ToString::to_string).collect();
            format!("group with {}", join(&values, "and"))
        }
        CountDistinct(_) => "count of different digits".to_string(),
        RegionsToFind(_) => return "the rule of the regions to find".to_string(),
        SameCount(rule) if rule.is_run => "length of the run".to_string(),
        SameCount(_) => "count of equal digits".to_string(),
        EqualSum(_) => "equal sums".to_string(),
        Parity(_) | Extremum(_) => format!("mark {kind}"),
        Between(_) | Entropic(_) | Lockout(_) | Modular(_) | Nabner(_) | Palindrome(_)
        | RegionSum(_) | Renban(_) | Whispers(_) | Zipper(_) => format!("{kind} line"),
        _ => kind,
    };
    let kind = drawn.title().map_or(kind, |title| format!("rule {title}"));
    let cells = drawn.cells(board);
    let cells = &cells[..if cells.len() == 2 { 2 } else { 1 }];
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(board).to_string())
        .collect();
    format!("the {kind} at {}", join(&cells, "and"))
}

/// Returns the digits that a drawn constraint leaves in cells, those with the same digits together: `1 to
/// 5 for r1c1 and 8 or 9 for r1c2 and r1c3`.
pub(super) fn left_in_cells(left: &[Candidate], board: &Geometry) -> String {
    let mut groups: Vec<(Vec<usize>, Vec<Candidate>)> = Vec::new();
    for of_cell in left.chunk_by(|one, other| one.cell == other.cell) {
        let digits: Vec<usize> = of_cell.iter().map(|at| board.value(at.digit)).collect();
        match groups.iter_mut().find(|(of_group, _)| *of_group == digits) {
            Some((_, group)) => group.push(of_cell[0]),
            None => groups.push((digits, vec![of_cell[0]])),
        }
    }
    let run = |run: &[usize]| -> Vec<String> {
        match run {
            [first, _, .., last] => vec![format!("{first} to {last}")],
            few => few.iter().map(ToString::to_string).collect(),
        }
    };
    let texts = groups.iter().map(|(digits, group)| {
        let runs = digits.chunk_by(|one, other| one + 1 == *other);
        let digits: Vec<String> = runs.flat_map(run).collect();
        format!("{} for {}", join(&digits, "or"), cells(group, board, "and"))
    });
    join(&texts.collect::<Vec<_>>(), "and")
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
            format!("no place is left for {digit} in {}", HouseName(house))
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
