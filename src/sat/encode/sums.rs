//! Long sums: cells of a house are read together, as a digit set.
//!
//! A diagram that reads a sum cell by cell forgets that most of its cells see each other. Three
//! changes make it smaller and its bounds tighter:
//!
//! - *The rule of 45*: a row, column or box that contains most of the cells is subtracted, and its
//!   other cells remain, with the opposite sign. An arrow of 30 cells may become one of 8.
//! - *Groups*: what is left is split into sets of cells with the same coefficient that share a house.
//!   Each has a selector for every set of digits ([`digit_set`](super::digit_set)), and a variable
//!   for every sum of such a set.
//! - The bounds of the sums of the groups are added ([`bounds`](super::bounds)). In an alternative, a
//!   diagram reads the sums ([`paths`](super::paths)), because it can be refuted before the alternative is
//!   chosen. A diagram also reads implied sums, because the hardest killer of the development set took 21 s
//!   with bounds and takes 12 s. Only sums on a path to the total have selectors.
//!
//! The idea is that of sums over at-most-one groups (M. Bofill, J. Coll, P. Nightingale, J. Suy,
//! F. Ulrich-Oltean and M. Villaret, *SAT encodings for Pseudo-Boolean constraints together with
//! at-most-one constraints*, Artificial Intelligence 2022), with the digits of a house in place of
//! those of a cell.
//!
//! Three sums of about 35 cells, which took the solver more than 10 s, take 2, 4 and 23 ms. Six little
//! killers take between a tenth and nine tenths of the time; two very hard ones, of 12 s and more, do
//! not gain. Groups that remember the digits read so far instead of having selectors take up to 10 times
//! as long.

use std::collections::BTreeMap;

use super::encoder::{Encoder, Houses, Refused, Term};
use super::paths::{self, PathLayer, StepCounts};
use super::{automaton, bounds, digit_set};
use crate::board::{
    Cell, Digit, DigitBits, Equation, Geometry, Layout, Primitive, Source, digit_set_count,
    digit_sets, digit_sum,
};

/// The fewest cells of a sum that is split into groups.
const LEAST_CELLS: usize = 3;

/// The fewest cells of an implied sum that is split into groups.
const LEAST_IMPLIED: usize = 4;

/// The most digit sets of a group: all of them up to 9 digits, pairs up to 20.
const MOST_SETS: usize = 200;

/// The greatest coefficient whose multiples certainly do not overflow.
const GREATEST_COEFFICIENT: u64 = 1 << 40;

/// A linear equation over the digit sums of groups of cells.
struct DigitSums {
    groups: Vec<Group>,
    /// One for each group. The terms of groups of several cells are not known yet.
    layers: Vec<PathLayer>,
    total: i64,
}

/// Cells that see each other, and have the same coefficient.
struct Group {
    coefficient: i64,
    cells: Vec<Cell>,
    /// The sets of digits that they can hold; none for a single cell.
    sets: Vec<DigitBits>,
}

/// Writes the clauses of an equation.
pub(super) fn encode(
    cells: &[Cell],
    equation: &Equation,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let mut terms: BTreeMap<Cell, i64> = equation.terms(cells).collect();
    let total = match to.houses {
        Houses::Full => subtract_houses(to.layout, &mut terms, equation.total),
        Houses::Different => Some(equation.total),
    };
    if terms.is_empty() && total.is_some_and(|total| total != 0) {
        return to.contradiction();
    }
    match total.and_then(|total| DigitSums::of(equation, terms, total, to)) {
        Some(grouped) => grouped.encode(to),
        None => automaton::encode(cells, equation.automaton(to.layout.geometry()), to),
    }
}

impl DigitSums {
    /// Returns the groups of what is left of a long equation, unless their diagram would have more
    /// transitions than that of the equation.
    fn of(
        equation: &Equation,
        terms: BTreeMap<Cell, i64>,
        total: i64,
        to: &Encoder<'_>,
    ) -> Option<DigitSums> {
        let least = match to.source {
            Source::Implied => LEAST_IMPLIED,
            _ => LEAST_CELLS,
        };
        let is_great = |coefficient: &i64| coefficient.unsigned_abs() > GREATEST_COEFFICIENT;
        if equation.coefficients.len() < least || terms.values().any(is_great) {
            return None;
        }
        let groups = groups(terms, to);
        let layers = layers(&groups, total, equation.transition_bound(), to)?;
        Some(DigitSums {
            groups,
            layers,
            total,
        })
    }

    /// Writes the clauses.
    fn encode(mut self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        let board = to.layout.geometry();
        for (group, layer) in self.groups.iter_mut().zip(&mut self.layers) {
            if group.cells.len() == 1 {
                continue;
            }
            let uses = layer.labels.iter().zip(StepCounts::of(layer).label);
            let used = uses.filter(|(_, uses)| *uses > 0);
            let used: Vec<i64> = used.map(|((sum, _), _)| *sum).collect();
            let is_possible = |set: &DigitBits| used.contains(&group.sum(*set, board));
            let sets: Vec<DigitBits> = group.sets.iter().copied().filter(is_possible).collect();
            let selectors = digit_set::select(&group.cells, &sets, to)?;
            for (sum, term) in &mut layer.labels {
                let of_sum = sets
                    .iter()
                    .zip(&selectors)
                    .filter(|(set, _)| group.sum(**set, board) == *sum);
                let of_sum: Vec<Term> = of_sum.map(|(_, selector)| *selector).collect();
                *term = match of_sum[..] {
                    [] => Term::False,
                    [selector] => selector,
                    _ => to.variable(format_args!("{}={sum}", layer.name))?,
                };
                if of_sum.len() > 1 {
                    for selector in &of_sum {
                        to.defines(*selector, [*term])?;
                    }
                    to.defines(*term, of_sum)?;
                }
            }
        }
        let is_possible = self.layers.iter().all(|of| !of.transitions.is_empty());
        match to.guard() {
            Term::True if is_possible && to.source != Source::Implied => {
                bounds::encode(&self.layers, self.total, to)
            }
            _ => paths::encode(&self.layers, to),
        }
    }
}

impl Group {
    /// Returns what a set of digits adds to the equation.
    fn sum(&self, set: DigitBits, board: &Geometry) -> i64 {
        self.coefficient * digit_sum(set, board)
    }
}

/// The rows, columns and boxes of a board, and the houses of its variants. Those of drawn constraints
/// are left out, so that the clauses of a constraint do not depend on another one.
pub(super) fn houses_of_board(layout: &Layout) -> impl Iterator<Item = &Primitive> {
    layout
        .houses()
        .iter()
        .filter(|house| !house.source.is_drawn())
}

/// Subtracts multiples of full houses as long as that leaves fewer cells, and returns the total that
/// is then left, or `None` on overflow.
fn subtract_houses(
    layout: &Layout,
    terms: &mut BTreeMap<Cell, i64>,
    mut total: i64,
) -> Option<i64> {
    let full = || houses_of_board(layout).filter(|house| layout.is_full(house));
    loop {
        let most_frequent = |house: &Primitive| {
            let coefficients = house
                .cells
                .iter()
                .filter_map(|cell| terms.get(cell).copied());
            let mut coefficients: Vec<i64> = coefficients.collect();
            coefficients.sort_unstable();
            let chunks = coefficients.chunk_by(|one, other| one == other);
            let longest = chunks.max_by_key(|chunk| chunk.len())?;
            // All other cells of the house will have a coefficient that is not 0.
            let saved = (coefficients.len() + longest.len()).checked_sub(house.cells.len())?;
            Some((saved, longest[0]))
        };
        let best = full().filter_map(|house| Some((most_frequent(house)?, house)));
        let Some(((saved, coefficient), house)) = best.max_by_key(|((saved, _), _)| *saved) else {
            return Some(total);
        };
        if saved == 0 {
            return Some(total);
        }
        for cell in &house.cells {
            let left = terms.remove(cell).unwrap_or(0).checked_sub(coefficient)?;
            if left != 0 {
                terms.insert(*cell, left);
            }
        }
        let sum = layout.geometry().house_total();
        total = total.checked_sub(coefficient.checked_mul(sum)?)?;
    }
}

/// Splits the terms of an equation into groups, the largest first.
fn groups(mut terms: BTreeMap<Cell, i64>, to: &Encoder<'_>) -> Vec<Group> {
    let layout = to.layout;
    let size = layout.digit_count();
    let most = (1..=size).take_while(|cells| digit_set_count(size, *cells) <= MOST_SETS);
    let most = most.last().unwrap_or(1);
    let mut groups = Vec::new();
    while let Some((&first, &coefficient)) = terms.first_key_value() {
        let mut largest = (coefficient, vec![first]);
        for house in houses_of_board(layout) {
            for &coefficient in house.cells.iter().filter_map(|cell| terms.get(cell)) {
                let is_equal = |cell: &Cell| terms.get(cell) == Some(&coefficient);
                let cells = house.cells.iter().copied().filter(is_equal);
                let cells: Vec<Cell> = cells.take(most).collect();
                if cells.len() > largest.1.len() {
                    largest = (coefficient, cells);
                }
            }
        }
        let (coefficient, cells) = largest;
        terms.retain(|cell, _| !cells.contains(cell));
        let sets = match cells.len() {
            1 => Vec::new(),
            count => digit_set::possible(&cells, digit_sets(size, count), to),
        };
        groups.push(Group {
            coefficient,
            cells,
            sets,
        });
    }
    groups
}

/// Returns the layers of the diagram that reads the sums of the groups, or `None` if it has more than
/// `most` transitions.
fn layers(groups: &[Group], total: i64, most: usize, to: &Encoder<'_>) -> Option<Vec<PathLayer>> {
    let layout = to.layout;
    let board = layout.geometry();
    let labels = |group: &Group| -> Option<Vec<(i64, Term)>> {
        if let [cell] = group.cells[..] {
            let value = |digit: Digit| group.coefficient.checked_mul(board.value(digit) as i64);
            let labels = to
                .digits(cell)
                .map(|(digit, term)| Some((value(digit)?, term)));
            return labels.collect();
        }
        let mut sums: Vec<i64> = group
            .sets
            .iter()
            .map(|set| group.sum(*set, board))
            .collect();
        sums.sort_unstable();
        sums.dedup();
        Some(sums.into_iter().map(|sum| (sum, Term::True)).collect())
    };
    let labels = groups.iter().map(labels).collect::<Option<Vec<_>>>()?;
    let names = groups
        .iter()
        .map(|group| digit_set::names(layout, &group.cells).to_string());
    paths::of_sum(names.zip(labels).collect(), total, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_is_subtracted_if_that_leaves_fewer_cells() {
        let layout = Layout::classic("3x3".parse().unwrap());
        let row = |columns: std::ops::Range<usize>| columns.map(|column| Cell::at(0, column, 9));
        let mut terms: BTreeMap<Cell, i64> = row(0..7).map(|cell| (cell, 2)).collect();
        assert_eq!(subtract_houses(&layout, &mut terms, 70), Some(70 - 90));
        assert_eq!(terms, row(7..9).map(|cell| (cell, -2)).collect());
        let mut terms: BTreeMap<Cell, i64> = row(0..4).map(|cell| (cell, 1)).collect();
        assert_eq!(subtract_houses(&layout, &mut terms, 20), Some(20));
        assert_eq!(terms.len(), 4);
    }
}
