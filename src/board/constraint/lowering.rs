//! Lowering: from what a setter draws to houses, relations and automata.

use std::hash::Hash;
use std::sync::Arc;

use super::super::automaton::Automaton;
use super::super::cell::Cell;
use super::super::house::{DigitBits, House, HouseKind};
use super::super::relation::{PairKind, PairTable, Relation};
use super::context::Context;
use super::error::ConstraintError;

/// The largest number of transitions of all automata of a board: about 60 MB.
const MOST_TRANSITIONS: usize = 5_000_000;

/// The largest number of digit sets of a house. A cage with more has an automaton for its sum.
const MOST_SETS: usize = 2000;

/// The primitives of all drawn constraints of a board.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Lowered {
    pub houses: Vec<House>,
    pub relations: Vec<Relation>,
    pub automata: Vec<Automaton>,
}

/// The primitives of the constraints so far, and the constraint that is being lowered.
pub(in super::super) struct Lowering<'a> {
    pub context: &'a Context<'a>,
    lowered: Lowered,
    /// The number of the constraint.
    number: usize,
    transitions: usize,
}

impl<'a> Lowering<'a> {
    pub fn new(context: &'a Context<'a>) -> Lowering<'a> {
        Lowering {
            context,
            lowered: Lowered::default(),
            number: 0,
            transitions: 0,
        }
    }

    /// Begins the constraint with this number, which has these cells.
    ///
    /// # Errors
    /// If a cell is not on the board.
    pub fn begin(&mut self, number: usize, cells: &[Cell]) -> Result<(), ConstraintError> {
        self.number = number;
        let count = self.size() * self.size();
        match cells.iter().find(|cell| cell.index() >= count) {
            None => Ok(()),
            Some(cell) => {
                let expected = format!("cells with an index below {count}");
                Err(ConstraintError::new(expected, cell.index().to_string()))
            }
        }
    }

    /// Returns the primitives of all constraints.
    pub fn finish(self) -> Lowered {
        self.lowered
    }

    /// The number of digits.
    pub fn size(&self) -> usize {
        self.context.size()
    }

    /// Requires different digits.
    pub fn house(&mut self, cells: &[Cell]) -> Result<(), ConstraintError> {
        self.add_house(cells, None)
    }

    fn add_house(
        &mut self,
        cells: &[Cell],
        sets: Option<Vec<DigitBits>>,
    ) -> Result<(), ConstraintError> {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        self.once(&cells)?;
        if cells.len() > self.size() {
            // More cells than digits: no set of digits fills them.
            return self.never(&cells);
        }
        let kind = HouseKind::Constraint(self.number);
        self.lowered.houses.push(House { kind, cells, sets });
        Ok(())
    }

    /// Checks that no cell occurs twice in a sorted list.
    fn once(&self, sorted: &[Cell]) -> Result<(), ConstraintError> {
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ConstraintError::twice(pair[0], self.size())),
            None => Ok(()),
        }
    }

    /// Requires different digits with this sum.
    pub fn sum_of_house(&mut self, cells: &[Cell], sum: usize) -> Result<(), ConstraintError> {
        match sets_with_sum(self.size(), cells.len(), sum) {
            Some(sets) => self.add_house(cells, Some(sets)),
            None => {
                self.house(cells)?;
                let terms: Vec<(Cell, i64)> = cells.iter().map(|cell| (*cell, 1)).collect();
                self.linear(&terms, sum as i64)
            }
        }
    }

    /// Requires different digits that form one of these sets.
    pub fn sets_of_house(
        &mut self,
        cells: &[Cell],
        sets: Vec<DigitBits>,
    ) -> Result<(), ConstraintError> {
        self.add_house(cells, Some(sets))
    }

    /// Requires a pair of digits for which `is_allowed` is true of their values. A cell can stand in
    /// a relation to itself.
    pub fn relation(
        &mut self,
        cells: [Cell; 2],
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), ConstraintError> {
        self.add_relation(cells, &is_allowed)
    }

    /// Does the work of [`Lowering::relation`], compiled once for all rules.
    fn add_relation(
        &mut self,
        [one, other]: [Cell; 2],
        is_allowed: &dyn Fn(usize, usize) -> bool,
    ) -> Result<(), ConstraintError> {
        if one == other {
            return self.digits(one, |digit| is_allowed(digit, digit));
        }
        let table = PairTable::new(self.size(), is_allowed);
        // Relations of the same kind follow each other and share a table.
        let last = self.lowered.relations.last();
        let table = match last.map(Relation::table).filter(|last| ***last == table) {
            Some(last) => last.clone(),
            None => Arc::new(table),
        };
        let kind = PairKind::Constraint(self.number);
        let relation = Relation::new(kind, [one, other], &table);
        self.lowered.relations.push(relation);
        Ok(())
    }

    /// Requires relations between the neighbours of a line.
    pub fn steps(
        &mut self,
        line: &[Cell],
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), ConstraintError> {
        for pair in line.windows(2) {
            self.relation([pair[0], pair[1]], &is_allowed)?;
        }
        Ok(())
    }

    /// Requires relations between every two of the cells.
    pub fn all_pairs(
        &mut self,
        cells: &[Cell],
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), ConstraintError> {
        for (place, one) in cells.iter().enumerate() {
            for other in &cells[place + 1..] {
                self.relation([*one, *other], &is_allowed)?;
            }
        }
        Ok(())
    }

    /// Requires the lower and the higher digit of the ends of a line to satisfy `are_ends`, and every
    /// digit inside to satisfy `is_inside` with them.
    pub fn ends_and_inner(
        &mut self,
        line: &[Cell],
        are_ends: impl Fn(usize, usize) -> bool,
        is_inside: impl Fn(usize, usize, usize) -> bool,
    ) -> Result<(), ConstraintError> {
        let [first, inner @ .., last] = line else {
            return Ok(());
        };
        self.relation([*first, *last], |one, other| {
            are_ends(one.min(other), one.max(other))
        })?;
        for cell in inner {
            // The state is the digits of the ends that have been read, the lower one first.
            let step = |place: usize, ends: &(usize, usize), digit: usize| match place {
                0 => Some((digit, digit)),
                1 => Some((ends.0.min(digit), ends.0.max(digit))),
                _ => is_inside(ends.0, ends.1, digit).then_some(*ends),
            };
            if [first, last].contains(&cell) || first == last {
                // An end inside the line: neither rule allows it.
                return self.never(&[*cell]);
            }
            self.automaton(vec![*first, *last, *cell], (0, 0), step, |_| true)?;
        }
        Ok(())
    }

    /// Requires a digit for which `is_allowed` is true of its value.
    pub fn digits(
        &mut self,
        cell: Cell,
        is_allowed: impl Fn(usize) -> bool,
    ) -> Result<(), ConstraintError> {
        let step = |_, &(): &(), digit| is_allowed(digit).then_some(());
        self.automaton(vec![cell], (), step, |()| true)
    }

    /// Forbids every way to fill the cells.
    pub fn never(&mut self, cells: &[Cell]) -> Result<(), ConstraintError> {
        self.digits(cells[0], |_| false)
    }

    /// Attaches the linear equation that it stands for to the last automaton.
    pub fn name_equation(&mut self, coefficients: Vec<i64>, total: i64) {
        if let Some(automaton) = self.lowered.automata.last_mut() {
            automaton.equation = Some((coefficients, total));
        }
    }

    /// Requires a sequence of digits that an automaton accepts. See [`Automaton::new`].
    pub fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        cells: Vec<Cell>,
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        is_final: impl Fn(&S) -> bool,
    ) -> Result<(), ConstraintError> {
        self.add_automaton(cells, start, &step, &is_final)
    }

    /// Does the work of [`Lowering::automaton`], compiled once for each type of state.
    fn add_automaton<S: Clone + Eq + Hash>(
        &mut self,
        cells: Vec<Cell>,
        start: S,
        step: &dyn Fn(usize, &S, usize) -> Option<S>,
        is_final: &dyn Fn(&S) -> bool,
    ) -> Result<(), ConstraintError> {
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        self.once(&sorted)?;
        let limit = MOST_TRANSITIONS - self.transitions;
        let automaton = Automaton::new(
            self.number,
            cells,
            self.size(),
            limit,
            start,
            step,
            is_final,
        );
        let automaton = automaton.map_err(|_| ConstraintError::too_large())?;
        self.transitions += automaton.transition_count();
        self.lowered.automata.push(automaton);
        Ok(())
    }
}

/// Returns the sets of `count` different digits with this sum, or `None` if there are too many of
/// them.
fn sets_with_sum(size: usize, count: usize, sum: usize) -> Option<Vec<DigitBits>> {
    /// Adds the sets that consist of `set` and `count` digits below `below`.
    fn add(sets: &mut Vec<DigitBits>, set: DigitBits, below: usize, count: usize, sum: usize) {
        let lowest = count * (count + 1) / 2;
        let highest = lowest + count * below.saturating_sub(count);
        if below < count || !(lowest..=highest).contains(&sum) || sets.len() > MOST_SETS {
            return;
        }
        if count == 0 {
            sets.push(set);
            return;
        }
        let without = below - 1;
        if sum >= below {
            add(sets, set | 1 << without, without, count - 1, sum - below);
        }
        add(sets, set, without, count, sum);
    }
    let mut sets = Vec::new();
    if size > DigitBits::BITS as usize {
        return None;
    }
    add(&mut sets, 0, size, count, sum);
    (sets.len() <= MOST_SETS).then_some(sets)
}
