//! Linear equations over the digits of cells.

use std::sync::{Arc, OnceLock};

use super::automaton::Automaton;
use super::cell::Cell;
use super::geometry::Geometry;

/// A linear equation: the values of the digits, each times its coefficient, add up to a total.
///
/// Cages of different digits have [`DigitSets`](super::DigitSets) instead. An engine that reads cell by cell
/// asks for the [`Equation::automaton`], which is built on first use.
#[derive(Debug, Clone)]
pub struct Equation {
    /// The coefficients of the cells: at least two, none of them 0.
    pub coefficients: Vec<i64>,
    /// The total.
    pub total: i64,
    /// The number of transitions of the automaton before it is minimised.
    transitions: usize,
    /// Copies of the equation share it.
    automaton: Arc<OnceLock<Automaton>>,
}

/// The sums after some cells from which the total can still be reached.
struct PartialSums<'a> {
    coefficients: &'a [i64],
    total: i64,
    /// For each place, the least and the greatest sum that the cells from there on can add.
    rest: Vec<(i64, i64)>,
}

impl<'a> PartialSums<'a> {
    fn new(board: &Geometry, coefficients: &'a [i64], total: i64) -> PartialSums<'a> {
        let values = board.all_values();
        let ends = [*values.start(), *values.end()].map(|value| value as i64);
        let mut rest = vec![(0_i64, 0_i64)];
        for coefficient in coefficients.iter().rev() {
            let [one, other] = ends.map(|value| coefficient.saturating_mul(value));
            let (low, high) = rest[rest.len() - 1];
            rest.push((
                low.saturating_add(one.min(other)),
                high.saturating_add(one.max(other)),
            ));
        }
        rest.reverse();
        PartialSums {
            coefficients,
            total,
            rest,
        }
    }

    /// Returns the sum with the value of the cell at this place, or `None` if the total is out of
    /// reach.
    fn step(&self, place: usize, sum: i64, value: usize) -> Option<i64> {
        let sum = sum.saturating_add(self.coefficients[place].saturating_mul(value as i64));
        let (low, high) = self.rest[place + 1];
        let missing = self.total.saturating_sub(sum);
        (low..=high).contains(&missing).then_some(sum)
    }

    /// Counts the transitions from sum to sum, or returns `None` if there are more than `most`.
    fn transitions(&self, board: &Geometry, most: usize) -> Option<usize> {
        let mut count = 0;
        let mut sums = vec![0];
        for place in 0..self.coefficients.len() {
            let mut next = Vec::new();
            for sum in sums {
                let values = board.digits().map(|digit| board.value(digit));
                next.extend(values.filter_map(|value| self.step(place, sum, value)));
                if count + next.len() > most {
                    return None;
                }
            }
            count += next.len();
            next.sort_unstable();
            next.dedup();
            sums = next;
        }
        Some(count)
    }
}

impl Equation {
    /// Creates an equation, or returns `None` if its automaton could have more than `most`
    /// transitions.
    pub(super) fn new(
        coefficients: Vec<i64>,
        total: i64,
        board: &Geometry,
        most: usize,
    ) -> Option<Equation> {
        let transitions = PartialSums::new(board, &coefficients, total).transitions(board, most)?;
        Some(Equation {
            coefficients,
            total,
            transitions,
            automaton: Arc::default(),
        })
    }

    /// Pairs the cells of the equation with their coefficients.
    pub fn terms<'a>(
        &'a self,
        cells: &'a [Cell],
    ) -> impl Iterator<Item = (Cell, i64)> + Clone + 'a {
        cells.iter().copied().zip(self.coefficients.iter().copied())
    }

    /// An upper bound on the number of transitions of the automaton, known without building it.
    pub fn transition_bound(&self) -> usize {
        self.transitions
    }

    /// Returns the automaton whose sequences are the solutions, on the board of the layout that has
    /// the equation.
    pub fn automaton(&self, board: &Geometry) -> &Automaton {
        self.automaton.get_or_init(|| {
            let sums = PartialSums::new(board, &self.coefficients, self.total);
            let step = |place: usize, sum: &i64, value: usize| sums.step(place, *sum, value);
            let is_total = |sum: &i64| *sum == self.total;
            // The bound was checked when the equation was created.
            let most = self.transitions;
            Automaton::new(self.coefficients.len(), board, most, 0, step, is_total)
                .unwrap_or_else(|_| unreachable!("the same steps were counted"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(coefficients: &[i64], total: i64, most: usize) -> Option<Equation> {
        Equation::new(coefficients.to_vec(), total, &4.into(), most)
    }

    #[test]
    fn the_automaton_is_reduced_and_within_its_bound() {
        // One state for each value of the first cell that has a partner.
        let equation = equation(&[1, 1], 5, 100).unwrap();
        let automaton = equation.automaton(&4.into());
        let counts: Vec<usize> = (0..3).map(|place| automaton.state_count(place)).collect();
        assert_eq!((counts, automaton.transition_count()), (vec![1, 4, 1], 8));
        assert_eq!(equation.transition_bound(), 8);
    }

    #[test]
    fn the_bound_counts_sums_from_which_the_total_is_out_of_reach() {
        // 2a + 2b is even.
        let equation = equation(&[2, 2], 7, 100).unwrap();
        assert!(equation.automaton(&4.into()).is_impossible());
        assert!(equation.transition_bound() > 0);
    }

    #[test]
    fn an_equation_with_too_many_sums_is_refused() {
        let terms = [1, 10, 100, 1000, -1111];
        let least = (0..1000).find(|most| equation(&terms, 0, *most).is_some());
        let found = equation(&terms, 0, 1000).unwrap();
        assert_eq!(least, Some(found.transition_bound()));
        assert!(found.automaton(&4.into()).transition_count() <= found.transition_bound());
    }
}
