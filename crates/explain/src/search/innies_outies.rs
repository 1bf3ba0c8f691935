//! Innies and outies, also called the rule of 45: the digits of a house have a known sum, and so have
//! those of the cages in it, so the cells that only one side covers have a known sum or difference.
//!
//! Case splits would need too many cases to find such a step, so it has a search of its own.

use std::collections::HashMap;

use super::super::drawn::wording::drawn_name;
use super::super::fact::{Fact, exclude_each_other};
use super::super::position::Position;
use super::super::wording::{capital, house_name, join, outcomes};
use satdoku::Deadline;
use satdoku::board::{Candidate, Cell, Constraint, Geometry, House, HouseKind, Layout};
use satdoku::propagate::cages_of_union;

/// The most cells without a digit in the sum. The cases of more are too many for players.
const MOST_CELLS: usize = 4;

/// The most houses of a union. The SAT solver that checks the step would take too long for more.
const MOST_HOUSES: usize = 2;

/// The most cages that an argument names.
const MOST_NAMED: usize = 5;

/// Adjacent houses of one kind, some cages, and the cells that only one side covers.
pub(crate) struct HouseSum {
    houses: Vec<HouseKind>,
    cages: Vec<usize>,
    /// The cells of the houses without a digit that are in none of the cages.
    innies: Vec<Cell>,
    /// The cells of the cages without a digit that are in none of the houses.
    outies: Vec<Cell>,
    /// The sum of the innies minus that of the outies.
    difference: i64,
    /// True if digits of the houses or of the cages outside of them are placed.
    has_placed: bool,
}

/// A step found by a sum.
pub(crate) struct SumStep {
    pub facts: Vec<Fact>,
    pub eliminates: Vec<Candidate>,
}

/// The searches without a result: houses and cages, and the number of candidates then.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExaminedSums(HashMap<(Vec<HouseKind>, Vec<usize>), usize>);

impl HouseSum {
    /// Returns the houses and cages that a step rests on, if its facts are cages and innies.
    pub fn of_step(
        layout: &Layout,
        position: &Position,
        facts: &[(Fact, Vec<Candidate>)],
        places: &[Candidate],
        eliminates: &[Candidate],
    ) -> Option<HouseSum> {
        let (mut cages, mut cells) = (Vec::new(), Vec::new());
        for (fact, _) in facts {
            match fact {
                Fact::Constraint(number) => cages.push(*number),
                Fact::Cell(cell) => cells.push(*cell),
                Fact::House(..) | Fact::OneSolution(_) => return None,
            }
        }
        let concluded = || places.iter().chain(eliminates).map(|at| at.cell);
        let is_of_step = |union: &HouseSum| {
            let is_known = |cell: &Cell| cells.contains(cell) || concluded().all(|at| at == *cell);
            concluded().all(|at| union.innies.contains(&at) || union.outies.contains(&at))
                && union.innies.iter().all(is_known)
                && cells.iter().all(|cell| union.innies.contains(cell))
        };
        let mut unions = houses(layout).into_iter();
        unions.find_map(|houses| {
            HouseSum::new(layout, position, &houses, cages.clone()).filter(is_of_step)
        })
    }

    /// Returns the union of some houses and disjoint cages, if few cells are left.
    fn new(
        layout: &Layout,
        position: &Position,
        houses: &[&House],
        cages: Vec<usize>,
    ) -> Option<HouseSum> {
        let board = layout.geometry();
        let mut difference = houses.len() as i64 * board.house_total();
        let mut in_cages: Vec<Cell> = Vec::new();
        for cage in &cages {
            let (total, cells) = cage_of(layout, *cage)?;
            difference -= total;
            in_cages.extend(cells);
        }
        let in_houses = houses.iter().flat_map(|house| &house.cells).copied();
        let in_houses: Vec<Cell> = in_houses.collect();
        let placed = |cell: &Cell| {
            position
                .placed(*cell)
                .map(|digit| board.value(digit) as i64)
        };
        let mut innies = in_houses.clone();
        innies.retain(|cell| !in_cages.contains(cell));
        in_cages.retain(|cell| !in_houses.contains(cell));
        difference -= innies.iter().filter_map(placed).sum::<i64>();
        difference += in_cages.iter().filter_map(placed).sum::<i64>();
        let has_placed = innies
            .iter()
            .chain(&in_cages)
            .any(|cell| placed(cell).is_some());
        innies.retain(|cell| placed(cell).is_none());
        in_cages.retain(|cell| placed(cell).is_none());
        let count = innies.len() + in_cages.len();
        (1..=MOST_CELLS).contains(&count).then(|| HouseSum {
            houses: houses.iter().map(|house| house.kind).collect(),
            cages,
            innies,
            outies: in_cages,
            difference,
            has_placed,
        })
    }

    /// Returns the candidates of innies and outies that are in no way to reach the sum.
    fn eliminated(&self, layout: &Layout, position: &Position) -> Vec<Candidate> {
        let cells = self.innies.iter().map(|cell| (*cell, 1));
        let cells = cells.chain(self.outies.iter().map(|cell| (*cell, -1)));
        let mut ways = Ways {
            layout,
            position,
            cells: cells.collect(),
            chosen: Vec::new(),
            possible: Vec::new(),
        };
        ways.find(self.difference);
        let possible = ways.possible;
        let all = ways.cells.iter().flat_map(|(cell, _)| {
            let digits = position.digits(*cell);
            digits.map(|digit| Candidate { cell: *cell, digit })
        });
        all.filter(|candidate| !possible.contains(candidate))
            .collect()
    }

    /// Returns the argument in words.
    pub fn to_text(
        &self,
        layout: &Layout,
        position: &Position,
        places: &[Candidate],
        eliminates: &[Candidate],
    ) -> String {
        let board = layout.geometry();
        let total = board.house_total() * self.houses.len() as i64;
        let houses = self.houses.iter().map(|kind| house_name(*kind, layout));
        let houses = join(&houses.collect::<Vec<_>>(), "and");
        let cages = match self.cages.len() {
            ..=MOST_NAMED => {
                let cages = self.cages.iter().map(|cage| drawn_name(layout, *cage));
                join(&cages.collect::<Vec<_>>(), "and")
            }
            count => format!("{count} cages"),
        };
        let (is_one, placed) = (self.cages.len() == 1 && !self.has_placed, self.has_placed);
        let with_placed = |text: &str| {
            if placed {
                format!("{cages}{text}")
            } else {
                cages.clone()
            }
        };
        let s = |is_one: bool| if is_one { "s" } else { "" };
        let houses_total = format!(
            "{} total{} {total}",
            capital(&houses),
            s(self.houses.len() == 1)
        );
        let sum = match (&self.innies[..], &self.outies[..], self.difference) {
            (innies, [], rest) => format!(
                "{houses_total}, of which {} account{} for {}, so {}",
                with_placed(" and the placed digits"),
                s(is_one),
                total - rest,
                sum_text("innie", innies, rest, board)
            ),
            ([], outies, rest) => format!(
                "{} exceed{} {houses} by {}, so {}",
                capital(&with_placed(", without the placed digits outside,")),
                s(is_one),
                -rest,
                sum_text("outie", outies, -rest, board)
            ),
            (innies, outies, rest) => {
                let [more, fewer] = if rest < 0 {
                    [outies, innies]
                } else {
                    [innies, outies]
                };
                let [more, fewer] = [more, fewer].map(|cells| terms(cells, board));
                let rest = if rest == 0 {
                    String::new()
                } else {
                    format!(" + {}", rest.abs())
                };
                format!(
                    "{houses_total}, so {more} = {fewer}{rest} by {}",
                    with_placed(" and the placed digits")
                )
            }
        };
        let is_said = self.innies.len() + self.outies.len() == 1;
        let outcomes = outcomes(position, places, eliminates);
        match is_said {
            true => format!("{sum}."),
            false => format!("{sum}. So {}.", join(&outcomes, "and")),
        }
    }
}

/// Returns a sum of cells: `r1c1 + r1c2`.
fn terms(cells: &[Cell], board: &Geometry) -> String {
    let names = cells.iter().map(|cell| cell.name(board).to_string());
    names.collect::<Vec<_>>().join(" + ")
}

/// Returns what innies or outies are: `the innie r1c1 is 5` or `r1c1 + r1c2 = 7`.
fn sum_text(kind: &str, cells: &[Cell], sum: i64, board: &Geometry) -> String {
    match cells {
        [cell] => format!("the {kind} {} is {sum}", cell.name(board)),
        _ => format!("{} = {sum}", terms(cells, board)),
    }
}

/// The search for the ways to reach a sum.
struct Ways<'a> {
    layout: &'a Layout,
    position: &'a Position,
    /// The cells with their coefficients.
    cells: Vec<(Cell, i64)>,
    chosen: Vec<Candidate>,
    /// The candidates that are part of some way.
    possible: Vec<Candidate>,
}

impl Ways<'_> {
    fn find(&mut self, rest: i64) {
        let Some(&(cell, coefficient)) = self.cells.get(self.chosen.len()) else {
            if rest == 0 {
                self.possible.extend(&self.chosen);
            }
            return;
        };
        for digit in self.position.digits(cell) {
            let candidate = Candidate { cell, digit };
            let mut chosen = self.chosen.iter();
            if !chosen.any(|other| exclude_each_other(self.layout, *other, candidate)) {
                self.chosen.push(candidate);
                let value = self.layout.geometry().value(digit) as i64;
                self.find(rest - coefficient * value);
                self.chosen.pop();
            }
        }
    }
}

/// Returns steps of innies and outies, those with few houses first. `open` are the drawn constraints
/// whose cells are not all placed. Stops at the deadline.
pub(crate) fn sum_steps(
    layout: &Layout,
    position: &Position,
    open: &[usize],
    examined: &mut ExaminedSums,
    deadline: Option<Deadline>,
) -> Vec<SumStep> {
    let cages = open
        .iter()
        .filter_map(|number| Some((*number, cage_of(layout, *number)?.1)));
    let (numbers, cages): (Vec<usize>, Vec<&[Cell]>) = cages.unzip();
    let mut steps = Vec::new();
    for houses in houses(layout) {
        let is_in_union = |cell: &Cell| houses.iter().any(|house| house.cells.contains(cell));
        let choices = cages_of_union(is_in_union, &cages);
        for (number, taken) in choices.iter().enumerate() {
            if taken.is_empty() || choices[..number].contains(taken) {
                continue;
            }
            let taken = taken.iter().map(|place| numbers[*place]).collect();
            // On a 16×16 board the ways to reach a sum can take a millisecond.
            if deadline.is_some_and(|deadline| deadline.is_over()) {
                return steps;
            }
            let Some(union) = HouseSum::new(layout, position, &houses, taken) else {
                continue;
            };
            let cells = union.innies.iter().chain(&union.outies);
            let count = cells.map(|cell| position.digits(*cell).count()).sum();
            let key = (union.houses.clone(), union.cages.clone());
            if examined.0.get(&key) == Some(&count) {
                continue;
            }
            let eliminated = union.eliminated(layout, position);
            if eliminated.is_empty() {
                examined.0.insert(key, count);
            }
            let facts = union.cages.iter().map(|cage| Fact::Constraint(*cage));
            let facts = facts.chain(union.innies.iter().map(|cell| Fact::Cell(*cell)));
            let facts: Vec<Fact> = facts.collect();
            // An elimination does not need the fact that its own cell has a digit.
            for of_cell in eliminated.chunk_by(|one, other| one.cell == other.cell) {
                let own = Fact::Cell(of_cell[0].cell);
                steps.push(SumStep {
                    facts: facts.iter().copied().filter(|fact| *fact != own).collect(),
                    eliminates: of_cell.to_vec(),
                });
            }
        }
    }
    steps
}

/// Returns unions of full houses: single ones and runs of a kind.
fn houses(layout: &Layout) -> Vec<Vec<&House>> {
    let mut runs = layout.house_runs(MOST_HOUSES);
    runs.sort_by_key(Vec::len);
    runs
}

/// Returns the total and the cells of a cage with a sum.
fn cage_of(layout: &Layout, number: usize) -> Option<(i64, &[Cell])> {
    match layout.constraints().get(number)? {
        Constraint::Cage(cage) => Some((i64::try_from(cage.total?).ok()?, &cage.cells)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::board::{Digit, Ruleset};

    /// Rows 1 and 2 have the cage of row 2 alone, and their cells left have as many candidates.
    #[test]
    fn a_row_without_a_result_does_not_hide_two_rows_with_one() {
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let cage = Constraint::parse("cage 8 r1c1 r1c2 r2c1", 9).unwrap();
        let layout = Layout::new(rules.with_constraints(vec![cage]).unwrap());
        let digits = |values: &[usize]| -> Vec<Digit> {
            let digits = values.iter().map(|value| Digit::from_index(value - 1));
            digits.collect()
        };
        let mut cells = vec![digits(&[1, 2, 3, 4, 5, 6, 7, 8, 9]); 81];
        // Row 2 leaves r1c1 + r1c2 = 3, and both rows leave r1c3 + r1c4 = 8.
        for (place, values) in [[1, 2], [1, 2], [3, 4], [5, 6]].iter().enumerate() {
            cells[place] = digits(values);
        }
        for (place, value) in [4, 6, 7, 8, 9].iter().enumerate() {
            cells[4 + place] = digits(&[*value]);
        }
        cells[10..18].fill(digits(&[5]));
        let position = Position::new(9, &cells).unwrap();
        let steps = sum_steps(&layout, &position, &[0], &mut ExaminedSums::default(), None);
        let eliminated = steps.iter().flat_map(|step| &step.eliminates);
        let names: Vec<String> = eliminated.map(|at| at.name(9).to_string()).collect();
        for name in ["r1c3=4", "r1c4=6"] {
            assert!(names.iter().any(|found| found == name), "{names:?}");
        }
    }
}
