//! Lowering: from what a setter draws to primitives.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem::take;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::super::automaton::Automaton;
use super::super::cell::{Cell, Digit};
use super::super::digit_bits::DigitBits;
use super::super::digit_count::DigitCount;
use super::super::equation::Equation;
use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::super::pair_table::PairTable;
use super::super::primitive::{Connected, DigitSets, DistinctPairs, Primitive, Rule};
use super::super::source::Source;
use super::context::Context;
use super::{Argument, Constraint};

/// The most that the primitives of all constraints of a board can have, in transitions of automata,
/// forbidden pairs of relations, and digit sets of houses: about 100 MB.
const MOST_STORED: usize = 5_000_000;

/// The memory of a primitive without these, in as many transitions.
const PER_PRIMITIVE: usize = 10;

/// The largest number of digit sets of a house. A cage with more has an automaton for its sum.
const MOST_SETS: usize = 2000;

/// The primitives of the constraints so far, and the constraint that is being lowered.
pub(in super::super) struct Lowering<'a> {
    pub context: &'a Context<'a>,
    lowered: Vec<Primitive>,
    /// The tables of relations. Constraints with the same table share it.
    tables: FxHashSet<Arc<PairTable>>,
    /// The tables of rules for pairs, by the condition and the arguments other than cells.
    tables_of_rules: HashMap<(usize, Vec<Argument>), Arc<PairTable>>,
    /// The number of the constraint.
    number: usize,
    /// The rest of [`MOST_STORED`].
    left: usize,
}

impl<'a> Lowering<'a> {
    pub fn new(context: &'a Context<'a>) -> Lowering<'a> {
        Lowering {
            context,
            lowered: Vec::new(),
            tables: FxHashSet::default(),
            tables_of_rules: HashMap::new(),
            number: 0,
            left: MOST_STORED,
        }
    }

    /// Begins the constraint with this number.
    pub fn begin(&mut self, number: usize) {
        self.number = number;
    }

    fn source(&self) -> Source {
        Source::Constraint(self.number)
    }

    fn push(&mut self, cells: Vec<Cell>, rule: Rule) {
        self.lowered.push(Primitive {
            source: self.source(),
            cells,
            rule,
        });
    }

    /// Checks the cells of a constraint.
    ///
    /// # Errors
    /// If a cell is not on the board.
    pub fn check_cells(&self, cells: &[Cell]) -> Result<(), Mismatch> {
        let count = self.board().cell_count();
        match cells.iter().find(|cell| cell.index() >= count) {
            None => Ok(()),
            Some(cell) => {
                let expected = format!("cells with an index below {count}");
                Err(Mismatch::new(expected, cell.index().to_string()))
            }
        }
    }

    /// Charges a primitive with this many parts to the memory budget.
    ///
    /// # Errors
    /// If the budget is exhausted.
    fn store(&mut self, parts: usize) -> Result<(), Mismatch> {
        let left = self.left.checked_sub(PER_PRIMITIVE + parts);
        self.left = left.ok_or_else(Mismatch::too_large)?;
        Ok(())
    }

    /// Checks that an automaton with this number of states can be stored.
    ///
    /// # Errors
    /// If it has too many transitions, one for each digit.
    pub fn check_room(&self, states: usize) -> Result<(), Mismatch> {
        match states.saturating_mul(self.board().digit_count()) > self.left {
            true => Err(Mismatch::too_large()),
            false => Ok(()),
        }
    }

    /// Returns the primitives of all constraints.
    pub fn finish(self) -> Vec<Primitive> {
        self.lowered
    }

    /// The board.
    pub fn board(&self) -> &Geometry {
        self.context.board
    }

    /// Requires different digits.
    pub fn house(&mut self, cells: &[Cell]) -> Result<(), Mismatch> {
        self.add_house(cells, Rule::Different)
    }

    /// Requires different digits, and the sets of the rule, if it has any.
    fn add_house(&mut self, cells: &[Cell], rule: Rule) -> Result<(), Mismatch> {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        self.check_distinct(&cells)?;
        if cells.len() > self.board().digit_count() {
            // More cells than digits: no set of digits fills them.
            return self.forbid_all(&cells);
        }
        self.store(match &rule {
            Rule::DigitSets(of) => of.sets.len(),
            _ => 0,
        })?;
        self.push(cells, rule);
        Ok(())
    }

    /// Checks that no cell occurs twice.
    fn check_distinct(&self, cells: &[Cell]) -> Result<(), Mismatch> {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => {
                let found = format!("{} twice", pair[0].name(self.board()));
                Err(Mismatch::new("each cell once", found))
            }
            None => Ok(()),
        }
    }

    /// Requires different digits with this sum.
    pub fn sum_of_house(&mut self, cells: &[Cell], sum: usize) -> Result<(), Mismatch> {
        let total = i64::try_from(sum).unwrap_or(i64::MAX);
        match sets_with_sum(self.board(), cells.len(), sum) {
            Some(sets) => {
                let sets = DigitSets::new(sets, Some(total));
                self.add_house(cells, Rule::DigitSets(sets))
            }
            None => {
                self.house(cells)?;
                let terms: Vec<(Cell, i64)> = cells.iter().map(|cell| (*cell, 1)).collect();
                self.linear(&terms, total)
            }
        }
    }

    /// Requires different digits that form one of these sets.
    pub fn sets_of_house(&mut self, cells: &[Cell], sets: Vec<DigitBits>) -> Result<(), Mismatch> {
        self.add_house(cells, Rule::DigitSets(DigitSets::new(sets, None)))
    }

    /// Requires a pair of digits for which `is_allowed` is true of their values. A cell can stand in
    /// a relation to itself.
    pub fn relation(
        &mut self,
        cells: [Cell; 2],
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Mismatch> {
        self.relations([cells], is_allowed)
    }

    /// Requires the same relation of several pairs of cells.
    pub fn relations(
        &mut self,
        pairs: impl IntoIterator<Item = [Cell; 2]>,
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Mismatch> {
        self.add_relations(&mut pairs.into_iter(), &is_allowed, None)
            .map(drop)
    }

    /// Requires the condition of a kind for several pairs of cells. Constraints with the same key share a table:
    /// the condition and the arguments other than cells.
    pub fn relations_of_rule(
        &mut self,
        pairs: Vec<[Cell; 2]>,
        key: (usize, Vec<Argument>),
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Mismatch> {
        let known = self.tables_of_rules.get(&key).cloned();
        let table = self.add_relations(&mut pairs.into_iter(), &is_allowed, known)?;
        self.tables_of_rules.extend(table.map(|table| (key, table)));
        Ok(())
    }

    /// Does the work of [`Lowering::relations`], compiled once for all rules. Returns the table, if it is
    /// needed.
    fn add_relations(
        &mut self,
        pairs: &mut dyn Iterator<Item = [Cell; 2]>,
        is_allowed: &dyn Fn(usize, usize) -> bool,
        mut table: Option<Arc<PairTable>>,
    ) -> Result<Option<Arc<PairTable>>, Mismatch> {
        for [one, other] in pairs {
            if one == other {
                self.digits(one, |digit| is_allowed(digit, digit))?;
                continue;
            }
            let table = match &table {
                Some(table) => table,
                None => table.insert(self.table(is_allowed)?),
            };
            let rule = Rule::Relation(table.clone());
            self.store(0)?;
            self.push(vec![one, other], rule);
        }
        Ok(table)
    }

    /// Returns the table of a relation.
    fn table(
        &mut self,
        is_allowed: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Arc<PairTable>, Mismatch> {
        let board = self.board();
        let table = PairTable::new(board.digit_count(), |one, other| {
            is_allowed(board.value(one), board.value(other))
        });
        if let Some(table) = self.tables.get(&table) {
            return Ok(table.clone());
        }
        let table = Arc::new(table);
        self.store(table.count())?;
        self.tables.insert(table.clone());
        Ok(table)
    }

    /// Requires the lower and the higher digit of the ends of a line to satisfy `are_ends`, and every
    /// digit inside to satisfy `is_inside` with them.
    pub fn ends_and_inner(
        &mut self,
        line: &[Cell],
        are_ends: impl Fn(usize, usize) -> bool,
        is_inside: impl Fn(usize, usize, usize) -> bool,
    ) -> Result<(), Mismatch> {
        let [first, inner @ .., last] = line else {
            return Ok(());
        };
        self.relation([*first, *last], |one, other| {
            are_ends(one.min(other), one.max(other))
        })?;
        for cell in inner {
            if [first, last].contains(&cell) {
                // An end inside the line: neither rule allows it.
                return self.forbid_all(&[*cell]);
            }
            if first == last {
                self.relation([*first, *cell], |end, digit| is_inside(end, end, digit))?;
                continue;
            }
            // The state is the digits of the ends that have been read, the lower one first.
            let step = |place: usize, ends: &(usize, usize), digit: usize| match place {
                0 => Some((digit, digit)),
                1 => Some((ends.0.min(digit), ends.0.max(digit))),
                _ => is_inside(ends.0, ends.1, digit).then_some(*ends),
            };
            self.automaton(vec![*first, *last, *cell], (0, 0), step, |_| true)?;
        }
        Ok(())
    }

    /// Requires a digit for which `is_allowed` is true of its value.
    pub fn digits(
        &mut self,
        cell: Cell,
        is_allowed: impl Fn(usize) -> bool,
    ) -> Result<(), Mismatch> {
        let step = |_, &(): &(), digit| is_allowed(digit).then_some(());
        self.automaton(vec![cell], (), step, |()| true)
    }

    /// Forbids every way to fill the cells.
    pub fn forbid_all(&mut self, cells: &[Cell]) -> Result<(), Mismatch> {
        self.digits(cells[0], |_| false)
    }

    /// Requires a linear equation over at least two different cells. Engines see only its automaton if its numbers
    /// may be too large to calculate with.
    pub fn equation(
        &mut self,
        terms: Vec<(Cell, i64)>,
        total: i64,
        is_small: bool,
    ) -> Result<(), Mismatch> {
        let (cells, coefficients) = terms.into_iter().unzip();
        let equation = Equation::new(coefficients, total, self.board(), self.left);
        let equation = equation.ok_or_else(Mismatch::too_large)?;
        // Its automaton, if someone asks for it.
        self.store(equation.transition_bound())?;
        let rule = match is_small {
            true => Rule::Sum(equation),
            false => Rule::Automaton(equation.automaton(self.board()).clone()),
        };
        self.push(cells, rule);
        Ok(())
    }

    /// Checks that a set of digits fits into 64 bits.
    ///
    /// # Errors
    /// If the board has more digits.
    fn at_most_64_digits(&self) -> Result<(), Mismatch> {
        let (most, found) = (DigitBits::BITS as usize, self.board().digit_count());
        match found > most {
            true => {
                let expected = format!("a board of up to {most} digits for this rule");
                Err(Mismatch::new(expected, found.to_string()))
            }
            false => Ok(()),
        }
    }

    /// Requires all constraints of at least one of the groups.
    pub fn either(&mut self, groups: &[Vec<Constraint>]) -> Result<(), Mismatch> {
        self.at_most_64_digits()?;
        let outer = take(&mut self.lowered);
        let mut lowered = Vec::new();
        for group in groups {
            let mut constraints = group.iter();
            constraints.try_for_each(|constraint| constraint.lower(self))?;
            lowered.push(take(&mut self.lowered));
        }
        self.lowered = outer;
        self.store(0)?;
        match <[Vec<Primitive>; 1]>::try_from(lowered) {
            Ok([only]) => self.lowered.extend(only),
            Err(alternatives) => {
                let either = Primitive::either(self.source(), alternatives);
                self.lowered.push(either);
            }
        }
        Ok(())
    }

    /// Requires the cells with one of these values to be orthogonally connected, and their number to be
    /// `size` if it is given. The cells are in ascending order.
    pub fn connected(
        &mut self,
        cells: Vec<Cell>,
        values: &[usize],
        size: Option<usize>,
    ) -> Result<(), Mismatch> {
        self.at_most_64_digits()?;
        let board = self.board();
        let mut digits: Vec<Digit> = values
            .iter()
            .filter_map(|value| board.digit(*value))
            .collect();
        digits.sort_unstable();
        digits.dedup();
        let place = |cell: Cell| cells.binary_search(&cell).ok();
        let of_cell = |cell: &Cell| {
            board
                .neighbours(*cell)
                .into_iter()
                .filter_map(place)
                .collect()
        };
        let neighbours: Vec<Vec<usize>> = cells.iter().map(of_cell).collect();
        let Some(first) = cells.first() else {
            return Ok(());
        };
        if size.is_some_and(|size| size > cells.len() || (size > 0 && digits.is_empty())) {
            return self.forbid_all(&[*first]);
        }
        if digits.is_empty() {
            return Ok(());
        }
        self.store(cells.len())?;
        let rule = Rule::Connected(Connected {
            neighbours,
            digits,
            size,
        });
        self.push(cells, rule);
        Ok(())
    }

    /// Requires that no two pairs of cells are equal in both digits. `digits` are those of the first and
    /// of the second cells, to which other primitives restrict them. No cell is in two pairs.
    pub fn distinct_pairs(
        &mut self,
        pairs: Vec<[Cell; 2]>,
        digits: [Vec<Digit>; 2],
    ) -> Result<(), Mismatch> {
        self.at_most_64_digits()?;
        self.store(2 * pairs.len())?;
        let rule = Rule::DistinctPairs(DistinctPairs { digits });
        self.push(pairs.concat(), rule);
        Ok(())
    }

    /// Requires a sequence of digits that an automaton accepts. See [`Automaton::new`].
    pub fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        cells: Vec<Cell>,
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        is_final: impl Fn(&S) -> bool,
    ) -> Result<(), Mismatch> {
        self.add_automaton(cells, start, &step, &is_final)
    }

    /// Does the work of [`Lowering::automaton`], compiled once for each type of state.
    fn add_automaton<S: Clone + Eq + Hash>(
        &mut self,
        cells: Vec<Cell>,
        start: S,
        step: &dyn Fn(usize, &S, usize) -> Option<S>,
        is_final: &dyn Fn(&S) -> bool,
    ) -> Result<(), Mismatch> {
        self.check_distinct(&cells)?;
        let (length, board) = (cells.len(), self.board());
        let automaton = Automaton::new(length, board, self.left, start, step, is_final)?;
        self.store(automaton.transition_count())?;
        self.push(cells, Rule::Automaton(automaton));
        Ok(())
    }

    /// Requires a digit as often in the cells as one of `counts` says, which are in ascending order.
    pub fn count(
        &mut self,
        cells: Vec<Cell>,
        value: usize,
        counts: Vec<usize>,
    ) -> Result<(), Mismatch> {
        let Some(digit) = self.board().digit(value) else {
            let is_possible = counts.contains(&0);
            return self.automaton(cells, (), |_, (), _| Some(()), |()| is_possible);
        };
        self.check_distinct(&cells)?;
        let count = DigitCount::new(cells.len(), self.board(), self.left, digit, counts)?;
        self.store(count.automaton.transition_count())?;
        self.push(cells, Rule::Count(count));
        Ok(())
    }
}

/// Returns the sets of `count` different digits with this sum, or `None` if there are too many of
/// them.
pub(in super::super) fn sets_with_sum(
    board: &Geometry,
    count: usize,
    sum: usize,
) -> Option<Vec<DigitBits>> {
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
    let size = board.digit_count();
    if size > DigitBits::BITS as usize {
        return None;
    }
    // `add` counts digits from 1.
    let Some(sum) = (sum.saturating_add(count)).checked_sub(count * board.all_values().start())
    else {
        return Some(sets);
    };
    add(&mut sets, 0, size, count, sum);
    (sets.len() <= MOST_SETS).then_some(sets)
}
