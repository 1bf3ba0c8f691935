//! Arguments of steps of one drawn constraint, and of innies and outies.

use super::super::fact::{Fact, sorted_set};
use super::super::position::Position;
use super::super::wording::{capital, digits, drawn_name, eliminated, join, left_in_cells, names};
use satdoku::board::{
    Candidate, Cell, Constraint, Digit, Geometry, House, HouseKind, Layout, ones,
};

/// The most digit sets of a cage that are listed.
const MOST_SETS: usize = 6;

/// Returns the sentences that show how the sums among the facts follow.
pub(super) fn sums_text(
    layout: &Layout,
    position: &Position,
    facts: &[(Fact, Vec<Candidate>)],
) -> String {
    let sums = facts.iter().filter_map(|(fact, _)| {
        let Fact::Sum(sum) = fact else {
            return None;
        };
        let sum = sum.on(layout)?;
        let digits = |cell| position.set_of(cell);
        let open = sum.terms.open(layout.geometry(), digits);
        Some(format!("{} ", sum.to_text(layout, &open)))
    });
    sums.collect()
}

/// Returns what follows from a sum alone. A sum of one cell needs no conclusion.
fn sum_conclusion(
    layout: &Layout,
    members: &[Candidate],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let board = layout.geometry();
    let is_inside = |at: &Candidate| members.iter().any(|member| member.cell == at.cell);
    let (inside, outside): (Vec<Candidate>, Vec<Candidate>) =
        eliminates.iter().partition(|at| is_inside(at));
    let placed = places
        .iter()
        .map(|at| format!("{} is {}", at.cell.name(board), board.value(at.digit)));
    let concluded: Vec<String> = placed.chain(eliminated(&inside, board)).collect();
    let open = members.chunk_by(|one, other| one.cell == other.cell);
    let is_digit = open.filter(|of_cell| of_cell.len() > 1).count() == 1;
    let mut sentences = Vec::new();
    if !concluded.is_empty() && !is_digit {
        sentences.push(format!("So {}.", join(&concluded, "and")));
    }
    if !outside.is_empty() {
        let excluded = names(&outside, board, "and");
        sentences.push(format!("Each way to reach this excludes {excluded}."));
    }
    sentences.join(" ")
}

/// Returns the argument in words, or `None` if it needs several facts and is no sum.
pub(super) fn drawn_text(
    layout: &Layout,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> Option<String> {
    if let [(Fact::Sum(_), members)] = facts {
        return Some(sum_conclusion(layout, members, places, eliminates));
    }
    let [(Fact::Constraint(number), members)] = facts else {
        return None;
    };
    let board = layout.geometry();
    let name = capital(&drawn_name(layout, *number));
    let is_changed = |cell: &Cell| {
        let mut concluded = places.iter().chain(eliminates);
        concluded.any(|at| at.cell == *cell)
    };
    let inside = sorted_set(members.iter().map(|member| member.cell));
    let outside = eliminates.iter().filter(|at| !inside.contains(&at.cell));
    let outside: Vec<Candidate> = outside.copied().collect();
    let left = members.iter().filter(|member| {
        let mut placed = places.iter().filter(|at| at.cell == member.cell);
        match placed.next() {
            Some(placed) => placed == *member,
            None => is_changed(&member.cell) && !eliminates.contains(member),
        }
    });
    let left: Vec<Candidate> = left.copied().collect();
    let left = match left[..] {
        [] if inside.iter().any(is_changed) => "nothing".to_string(),
        _ => left_in_cells(&left, board),
    };
    let concluded = join(&eliminated(&outside, board), "and");
    let sets = match &layout.constraints()[*number] {
        Constraint::Cage(_) | Constraint::Renban(_) => possible_sets(layout, *number, members),
        _ => Vec::new(),
    };
    let premise = match &sets[..] {
        [] => name,
        [one] => format!("{name} is {}", set_name(*one, board)),
        sets if sets.len() <= MOST_SETS => {
            let names: Vec<String> = sets.iter().map(|set| set_name(*set, board)).collect();
            format!("{name} is {}", join(&names, "or"))
        }
        sets => format!("{name} has {} combinations", sets.len()),
    };
    let are_in_all = |outside: &[Candidate]| {
        let mut digits = outside.iter().map(|at| at.digit.index());
        digits.all(|digit| sets.iter().all(|set| set >> digit & 1 == 1))
    };
    let leaves = match sets.is_empty() {
        true => format!("leaves {left}"),
        false => format!("which leaves {left}"),
    };
    let follows = match &outside[..] {
        [] => leaves,
        _ if !left.is_empty() => format!("{leaves}, so {concluded}"),
        outside if are_in_all(outside) && !sets.is_empty() => {
            format!(
                "so it holds {}, and {concluded}",
                digits(outside, board, "and")
            )
        }
        outside => format!(
            "excludes {} in each way to fill it",
            names(outside, board, "and")
        ),
    };
    let comma = match sets.is_empty() || follows.starts_with("excludes") {
        true => "",
        false => ",",
    };
    Some(format!("{premise}{comma} {follows}."))
}

/// Returns the digit sets of a constraint that its candidates can form.
fn possible_sets(layout: &Layout, number: usize, members: &[Candidate]) -> Vec<u64> {
    let mut houses = layout.houses().iter();
    let house = houses.find(|house| house.kind == HouseKind::Constraint(number));
    let sets = house.and_then(House::sets);
    let cells: Vec<u64> = members
        .chunk_by(|one, other| one.cell == other.cell)
        .map(|of_cell| {
            of_cell
                .iter()
                .fold(0, |all, at| all | 1 << at.digit.index())
        })
        .collect();
    let sets = sets.into_iter().flatten().copied();
    sets.filter(|set| can_fill(&cells, *set)).collect()
}

/// True if cells with these digits can hold the digits of a set, each once.
fn can_fill(cells: &[u64], set: u64) -> bool {
    let Some((first, rest)) = cells.split_first() else {
        return true;
    };
    ones(first & set).any(|digit| can_fill(rest, set & !(1 << digit)))
}

/// Returns a set of digits: `{1,7,9}`.
fn set_name(set: u64, board: &Geometry) -> String {
    let values = ones(set).map(|digit| board.value(Digit::from_index(digit)).to_string());
    format!("{{{}}}", values.collect::<Vec<_>>().join(","))
}
