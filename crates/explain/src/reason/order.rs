//! Bounds along cells in ascending order.

use super::{Finding, Reason, Reasoner};
use satdoku::board::{Digit, PairTable};

/// A cell that is lower than another one, or at least not higher.
pub(super) struct Ascent {
    low: usize,
    high: usize,
    is_strict: bool,
}

/// A bound that a path of steps gives.
#[derive(Clone, Copy)]
struct Bound {
    value: i64,
    /// The number of strict steps to the end of the path.
    strict: usize,
    /// The number of all steps.
    steps: usize,
    end: usize,
}

impl Ascent {
    /// Returns the step that a relation between two places is, or `None` for other tables. Cells that differ cannot
    /// be equal, though the relation allows it.
    pub fn of_relation(
        table: &PairTable,
        places: [usize; 2],
        digits: usize,
        differ: bool,
    ) -> Option<Ascent> {
        let allows = |one, other| !table.forbids([one, other].map(Digit::from_index));
        let is = |holds: fn(&usize, &usize) -> bool| {
            let mut pairs = (0..digits).flat_map(|one| (0..digits).map(move |other| (one, other)));
            pairs.all(|(one, other)| holds(&one, &other) == allows(one, other))
        };
        let [one, other] = places;
        let (low, high, is_strict) = match () {
            () if is(usize::lt) => (one, other, true),
            () if is(usize::le) => (one, other, differ),
            () if is(usize::gt) => (other, one, true),
            () if is(usize::ge) => (other, one, differ),
            () => return None,
        };
        Some(Ascent {
            low,
            high,
            is_strict,
        })
    }
}

impl Reasoner<'_> {
    /// Finds the bound that the cells above or below a cell give.
    pub(super) fn order_bound(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        if self.ascents.is_empty() {
            return None;
        }
        [true, false].into_iter().find_map(|is_upper| {
            let bound = self.bounds(digits, is_upper)[place];
            let (outcome, removed) = self.limit(wanted, bound.value, is_upper);
            let end = digits[bound.end];
            let of_board = self.extreme_value(self.all_digits(), is_upper);
            let is_named = bound.strict == 0 || self.extreme_value(end, is_upper) != of_board;
            let reason = Reason::Order {
                of: place,
                is_upper,
                strict: bound.strict,
                steps: bound.steps,
                end: is_named.then_some((bound.end, end)),
            };
            let rests_on = is_named.then_some(bound.end).into_iter().collect();
            let removed = if bound.steps > 0 { removed } else { 0 };
            self.finding((place, removed), outcome, reason, rests_on)
        })
    }

    /// Returns by place the bound from the candidates of the cell and from paths of steps. The steps are followed
    /// until no bound changes, so each cell is visited a few times however many paths there are.
    fn bounds(&self, digits: &[u16], is_upper: bool) -> Vec<Bound> {
        let own = digits.iter().enumerate().map(|(place, digits)| Bound {
            value: self.extreme_value(*digits, is_upper),
            strict: 0,
            steps: 0,
            end: place,
        });
        let mut bounds: Vec<Bound> = own.collect();
        // Steps in a circle would lower the bounds for ever.
        for _ in 0..digits.len() {
            let mut is_changed = false;
            for step in &self.ascents {
                let (near, far, sign) = match is_upper {
                    true => (step.low, step.high, 1),
                    false => (step.high, step.low, -1),
                };
                let strict = usize::from(step.is_strict);
                let beyond = bounds[far];
                let value = beyond.value - sign * strict as i64;
                if sign * (bounds[near].value - value) > 0 {
                    bounds[near] = Bound {
                        value,
                        strict: beyond.strict + strict,
                        steps: beyond.steps + 1,
                        end: beyond.end,
                    };
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        bounds
    }
}
