//! Sums that follow from full houses and the cages in them, also called the rule of 45.
//!
//! The digits of a full house have a known sum, and so have those of the cages in it, so the cells that
//! only one side covers have a known sum or difference. A step may use such a sum as a fact. What it
//! follows from is shown with the step, and [`HouseSum::follows`] is its check.

use std::collections::HashSet;
use std::sync::Arc;

use super::text::constraint::Drawn;
use super::text::words::{HouseName, capital, join, term_name};
use crate::sorted_set::sorted_set;
use satdoku::board::{Cell, Digit, Geometry, Layout, Primitive, Source, ones};
use satdoku::propagate::{cages_of_union, is_small_sum};

/// The most cages that an argument names.
const MOST_NAMED: usize = 3;

/// The most cells of a side of an equation that its name has.
const MOST_CELLS: usize = 3;

/// The most sums of a board.
pub(super) const MOST_SUMS: usize = 300;

/// A sum that adjacent houses of one kind and some cages imply. All of its cells have digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HouseSum {
    pub(super) houses: Vec<Source>,
    /// The numbers of the cages that are taken away.
    pub(super) cages: Vec<usize>,
    pub(super) terms: Terms,
}

/// Cells with coefficients, in ascending order of the cells, and their total.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Terms {
    pub cells: Vec<(Cell, i64)>,
    pub total: i64,
}

/// A cage with a sum.
struct Cage<'a> {
    number: usize,
    total: i64,
    cells: &'a [Cell],
}

impl HouseSum {
    /// Returns all sums of a board, those of few houses first. Of equal sums, only the first is among
    /// them.
    pub(super) fn all(layout: &Layout) -> Vec<Arc<HouseSum>> {
        let cages = cages(layout);
        if cages.is_empty() {
            return Vec::new();
        }
        let most_cells = 2 * layout.digit_count();
        let mut runs = layout.house_runs(usize::MAX);
        runs.sort_by_cached_key(Vec::len);
        // The source of a house identifies it, unless it is that of a constraint with several houses.
        runs.retain(|run| !run[0].source.is_drawn());
        let (mut sums, mut known) = (Vec::new(), HashSet::new());
        for run in runs {
            for sum in HouseSum::of_run(layout, &run, &cages) {
                let is_short = (1..=most_cells).contains(&sum.terms.cells.len());
                if is_short && sums.len() < MOST_SUMS && known.insert(sum.terms.clone()) {
                    sums.push(Arc::new(sum));
                }
            }
        }
        sums
    }

    /// Returns the sums of the cages themselves.
    pub(super) fn cages(layout: &Layout) -> Vec<Terms> {
        let terms = |cage: Cage<'_>| {
            let cells = sorted_set(cage.cells.iter().copied());
            Terms::new(cells.into_iter().map(|cell| (cell, 1)), cage.total)
        };
        cages(layout).into_iter().map(terms).collect()
    }

    /// Returns the sums of these houses without different choices of cages.
    fn of_run(layout: &Layout, run: &[&Primitive], cages: &[Cage<'_>]) -> Vec<HouseSum> {
        let is_in_union = |cell: &Cell| run.iter().any(|house| house.cells.contains(cell));
        let cells: Vec<&[Cell]> = cages.iter().map(|cage| cage.cells).collect();
        let choices = cages_of_union(is_in_union, &cells).into_iter();
        let sum = |taken: Vec<usize>| {
            let taken: Vec<&Cage> = taken.iter().map(|place| &cages[*place]).collect();
            HouseSum {
                houses: run.iter().map(|house| house.source).collect(),
                cages: taken.iter().map(|cage| cage.number).collect(),
                terms: Terms::of(layout, run, &taken),
            }
        };
        choices.filter(|taken| !taken.is_empty()).map(sum).collect()
    }

    /// True if the terms are those of the houses less those of the cages.
    pub(super) fn follows(&self, layout: &Layout) -> bool {
        let house = |of: &Source| layout.houses().iter().find(|house| house.source == *of);
        let houses: Option<Vec<&Primitive>> = self.houses.iter().map(house).collect();
        let of_board = cages(layout);
        let cage = |number: &usize| of_board.iter().find(|cage| cage.number == *number);
        let cages: Option<Vec<&Cage>> = self.cages.iter().map(cage).collect();
        let (Some(houses), Some(cages)) = (houses, cages) else {
            return false;
        };
        houses.iter().all(|house| layout.is_full(house))
            && self.terms == Terms::of(layout, &houses, &cages)
    }
}

/// Returns the cages with a sum.
fn cages(layout: &Layout) -> Vec<Cage<'_>> {
    let constraints = layout.constraints().iter().enumerate();
    let cages = constraints.filter(|(_, constraint)| constraint.name() == "cage");
    let cages = cages.filter_map(|(number, cage)| {
        Some(Cage {
            number,
            total: cage.number()?,
            cells: cage.group(0),
        })
    });
    cages.collect()
}

impl Terms {
    /// Creates the sum of full houses less that of cages.
    fn of(layout: &Layout, houses: &[&Primitive], cages: &[&Cage<'_>]) -> Terms {
        let mut factors = vec![0; layout.cell_count()];
        let inside = houses.iter().flat_map(|house| &house.cells);
        inside.for_each(|cell| factors[cell.index()] += 1);
        let taken = cages.iter().flat_map(|cage| cage.cells);
        taken.for_each(|cell| factors[cell.index()] -= 1);
        let total = houses.len() as i64 * layout.geometry().house_total();
        let taken: i64 = cages.iter().map(|cage| cage.total).sum();
        Terms::new(layout.cells().zip(factors), total - taken)
    }

    /// Creates a sum without the cells whose coefficient is 0. The first coefficient becomes positive.
    fn new(cells: impl IntoIterator<Item = (Cell, i64)>, total: i64) -> Terms {
        let cells = cells.into_iter().filter(|(_, factor)| *factor != 0);
        let cells: Vec<(Cell, i64)> = cells.collect();
        let sign = cells.first().map_or(1, |(_, factor)| factor.signum());
        Terms {
            cells: cells
                .into_iter()
                .map(|(cell, factor)| (cell, sign * factor))
                .collect(),
            total: sign * total,
        }
    }

    /// Returns what is left of the sum if some cells have one digit left. `digits` returns the digits of
    /// a cell as bits.
    pub fn open(&self, board: &Geometry, digits: impl Fn(Cell) -> u16) -> Terms {
        let mut total = self.total;
        let mut open = Vec::with_capacity(self.cells.len());
        for &(cell, factor) in &self.cells {
            let digits = digits(cell);
            match digits.is_power_of_two() {
                true => {
                    let only = ones(digits).next().unwrap_or_default();
                    total -= factor * board.value(Digit::from_index(only)) as i64;
                }
                false => open.push((cell, factor)),
            }
        }
        Terms::new(open, total)
    }

    /// Returns the sum as a primitive, or `None` if it has no cells or too many to be useful.
    pub fn implied(&self, layout: &Layout) -> Option<Primitive> {
        let is_small = is_small_sum(&self.cells, layout);
        is_small
            .then(|| Primitive::implied_sum(layout, &self.cells, self.total))
            .flatten()
    }

    /// Returns the equation: `r1c1 + r1c2 = r3c4 + 5`.
    fn to_text(&self, board: &Geometry) -> String {
        self.equation(board, usize::MAX)
    }

    /// Returns the equation with few cells, which tells it from other sums: `r1c1 + … + r1c9 = 20`.
    pub fn name(&self, board: &Geometry) -> String {
        self.equation(board, MOST_CELLS)
    }

    /// Returns the equation. Of a side with more than `most` cells, it has the first and the last.
    fn equation(&self, board: &Geometry, most: usize) -> String {
        let side = |is_positive: bool| -> Vec<String> {
            let cells = self.cells.iter();
            let cells = cells.filter(|(_, factor)| (*factor > 0) == is_positive);
            let names = cells.map(|(cell, factor)| term_name(*cell, factor.abs(), board));
            let mut names: Vec<String> = names.collect();
            if names.len() > most {
                names.splice(1..names.len() - 1, ["…".to_string()]);
            }
            names
        };
        let (mut left, mut right) = (side(true), side(false));
        match self.total {
            0 if !right.is_empty() => {}
            total if total < 0 => left.push((-total).to_string()),
            total => right.push(total.to_string()),
        }
        format!("{} = {}", left.join(" + "), right.join(" + "))
    }
}

impl HouseSum {
    /// Returns the houses: `box 1`, `rows 1 and 2` or `rows 1 to 3`.
    pub(super) fn houses_name(&self) -> String {
        let names = self
            .houses
            .iter()
            .map(|house| HouseName(*house).to_string());
        let names: Vec<String> = names.collect();
        let numbers = names[1..].iter().filter_map(|name| name.split_once(' '));
        let numbers: Vec<&str> = numbers.map(|(_, number)| number).collect();
        let plural = names[0].replace("box ", "boxes ");
        let plural = match plural.split_once(' ') {
            Some((kind, first)) if kind != "boxes" => format!("{kind}s {first}"),
            _ => plural,
        };
        match numbers[..] {
            [] => names[0].clone(),
            [last] => format!("{plural} and {last}"),
            [.., last] => format!("{plural} to {last}"),
        }
    }

    /// Returns the cells and the premises: `r3c3 (box 1, cage 10 r3c1 r3c2)`. The total is left out, because a
    /// hint names the facts of its step.
    pub(super) fn name(&self, layout: &Layout) -> String {
        let board = layout.geometry();
        let mut cells = String::new();
        for (place, (cell, factor)) in self.terms.cells.iter().enumerate() {
            let sign = match (place, *factor < 0) {
                (0, _) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            cells += &format!("{sign}{}", term_name(*cell, factor.abs(), board));
        }
        let cages = self.cages.iter();
        let cages = cages.filter_map(|cage| layout.constraints().get(*cage));
        let premises: Vec<String> = std::iter::once(self.houses_name())
            .chain(cages.map(|cage| cage.label(board)))
            .collect();
        format!("{cells} ({})", premises.join(", "))
    }

    /// Returns the cages: `the 17-cage at r1c1`, `the cages at r1c1 and r2c4` or `5 cages`.
    fn cages_name(&self, layout: &Layout) -> String {
        let board = layout.geometry();
        let first_cell = |cage: &usize| {
            let cells = layout.constraints()[*cage].cells(board);
            cells[0].name(board).to_string()
        };
        match &self.cages[..] {
            [cage] => Drawn::of(layout, *cage).name(),
            cages if cages.len() <= MOST_NAMED => {
                format!("the cages at {}", join(cages.iter().map(first_cell), "and"))
            }
            cages => format!("{} cages", cages.len()),
        }
    }

    /// Returns the sentence that shows how the sum follows. `open` is what is left of it.
    pub(super) fn to_text(&self, layout: &Layout, open: &Terms) -> String {
        let board = layout.geometry();
        let total = board.house_total() * self.houses.len() as i64;
        let (houses, cages) = (self.houses_name(), self.cages_name(layout));
        let (is_one_house, is_one_cage) = (self.houses.len() == 1, self.cages.len() == 1);
        let has_placed = open.cells.len() < self.terms.cells.len();
        let and_placed = if has_placed { " and placed digits" } else { "" };
        let s = |is_one: bool| if is_one { "s" } else { "" };
        let in_houses = |cell: &Cell| {
            let mut of_layout = layout.houses().iter();
            of_layout.any(|house| self.houses.contains(&house.source) && house.cells.contains(cell))
        };
        let are_outies = !open.cells.iter().any(|(cell, _)| in_houses(cell));
        let text = match open.cells[..] {
            [(cell, 1)] if are_outies => {
                let without = if has_placed {
                    ", without placed digits,"
                } else {
                    ""
                };
                let (exceed, most) = (s(is_one_cage), open.total);
                let name = cell.name(board);
                format!(
                    "{cages}{without} exceed{exceed} {houses} by {most}, so the outie {name} is {most}"
                )
            }
            [(cell, 1)] => {
                let (totals, account) = (s(is_one_house), s(is_one_cage && !has_placed));
                let (taken, name) = (total - open.total, cell.name(board));
                format!(
                    "{houses} total{totals} {total}, of which {cages}{and_placed} account{account} for {taken}, \
                     so the innie {name} is {}",
                    open.total
                )
            }
            _ => {
                let (whole, part, is_one) = match are_outies {
                    true => (&cages, &houses, is_one_cage),
                    false => (&houses, &cages, is_one_house),
                };
                let left = open.to_text(board);
                format!("{whole} less {part}{and_placed} leave{} {left}", s(is_one))
            }
        };
        capital(&text) + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use satdoku::board::{Constraint, Ruleset};

    fn layout(cages: &[&str]) -> Layout {
        let cages = cages.iter().map(|text| Constraint::parse(text, 9).unwrap());
        let rules = Ruleset::classic("3x3".parse().unwrap());
        Layout::new(rules.with_constraints(cages.collect()).unwrap())
    }

    /// A cage covers half of three rows, so that many cells are open.
    #[test]
    fn a_sum_of_many_cells_becomes_one_of_few_when_digits_are_known() {
        let layout = layout(&["cage 8 r1c1 r1c2 r2c1"]);
        let sums = HouseSum::all(&layout);
        let name =
            "r1c3 + r1c4 + r1c5 + r1c6 + r1c7 + r1c8 + r1c9 - r2c1 (row 1, cage 8 r1c1 r1c2 r2c1)";
        let sum = sums.iter().find(|sum| sum.name(&layout) == name).unwrap();
        assert!(sum.terms.implied(&layout).is_none());
        // r1c5 to r1c9 are 5 to 9.
        let digits = (0..81).map(|cell| match cell {
            4..=8 => vec![Digit::from_index(cell)],
            _ => layout
                .geometry()
                .grid_digits()
                .map(Digit::from_index)
                .collect(),
        });
        let position = Position::new(9, &digits.collect::<Vec<_>>()).unwrap();
        let open = position.open_sum(sum);
        assert!(open.implied(&layout).is_some());
        let text = sum.to_text(&layout, &open);
        let expected =
            "Row 1 less the 8-cage at r1c1 and placed digits leaves r1c3 + r1c4 = r2c1 + 2.";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_sum_with_other_terms_does_not_follow() {
        let layout = layout(&["cage 15 r1c1-r1c3", "cage 20 r2c1-r2c3 r4c1"]);
        for sum in HouseSum::all(&layout) {
            assert!(sum.follows(&layout));
            let mut total = (*sum).clone();
            total.terms.total += 1;
            assert!(!total.follows(&layout));
            let mut cell = (*sum).clone();
            cell.terms.cells.pop();
            assert!(!cell.follows(&layout));
            let mut cage = (*sum).clone();
            cage.cages.pop();
            assert!(!cage.follows(&layout));
        }
    }

    /// The cages have the sums of a solution, across houses and with overlaps.
    #[test]
    fn all_sums_hold_in_a_solution() {
        let value = |cell: Cell| {
            let (row, column) = (cell.index() / 9, cell.index() % 9);
            (3 * row + row / 3 + column) as i64 % 9 + 1
        };
        let cages = [
            "r1c1 r1c2 r2c2",
            "r1c2 r1c3",
            "r3c3 r3c4 r4c4 r4c5",
            "r9c9 r8c9",
            "r5c1-r5c8",
        ];
        let cages = cages.map(|cells| {
            let cage = Constraint::parse(&format!("cage {cells}"), 9).unwrap();
            let total: i64 = cage.group(0).iter().map(|cell| value(*cell)).sum();
            format!("cage {total} {cells}")
        });
        let sums = HouseSum::all(&layout(&cages.each_ref().map(String::as_str)));
        assert!(sums.len() > 20);
        for sum in sums {
            let terms = sum.terms.cells.iter();
            let total: i64 = terms.map(|(cell, factor)| factor * value(*cell)).sum();
            assert_eq!(total, sum.terms.total);
        }
    }

    #[test]
    fn houses_of_a_constraint_with_several_make_no_sums() {
        let text = "................; either { extra-region r1c1-r1c4; extra-region r2c1-r2c4 }; \
                    cage 3 r1c1 r1c2";
        let puzzle: satdoku::Puzzle = text.parse().unwrap();
        let layout = puzzle.layout();
        let is_of_constraint = |house: &Primitive| matches!(house.source, Source::Constraint(0));
        assert!(
            layout
                .houses()
                .iter()
                .filter(|of| is_of_constraint(of))
                .count()
                > 1
        );
        for sum in HouseSum::all(layout) {
            assert!(!sum.houses.iter().any(|house| house.is_drawn()));
        }
    }

    #[test]
    fn houses_have_a_common_name() {
        let layout = layout(&["cage 15 r1c1-r1c3"]);
        let sum = HouseSum::all(&layout).remove(0);
        let boxes = |count: usize| (0..count).map(|at| Source::Box(None, at)).collect();
        let columns = |count: usize| (0..count).map(|at| Source::Column(None, at)).collect();
        for (houses, name) in [
            (vec![Source::Row(None, 0)], "row 1"),
            (boxes(2), "boxes 1 and 2"),
            (columns(3), "columns 1 to 3"),
        ] {
            let sum = HouseSum {
                houses,
                ..(*sum).clone()
            };
            assert_eq!(sum.houses_name(), name);
        }
    }
}
