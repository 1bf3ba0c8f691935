//! Bounds along cells in ascending order.

use super::super::drawn::digit_bits::bits;
use super::outcome::Outcome;
use super::pair_shape::PairShape;
use super::partner::Link;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

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
    strict: i64,
    /// The number of all steps.
    steps: usize,
    end: usize,
}

impl Ascent {
    /// Returns the step that a link is, or `None` for other links. A relation has two links, of which one is a
    /// step.
    pub fn of_link(link: &Link) -> Option<Ascent> {
        let is_strict = match link.shape {
            PairShape::Lower => true,
            PairShape::NotHigher => false,
            _ => return None,
        };
        let [low, high] = link.cells;
        Some(Ascent {
            low,
            high,
            is_strict,
        })
    }
}

impl Reasoner<'_> {
    /// Finds the bound that the cells above or below a cell give.
    pub(super) fn order_bound(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        [true, false].into_iter().find_map(|is_upper| {
            let bound = self.bound(place, digits, is_upper, self.rule.cells.len());
            let is_beyond = |value: i64| match is_upper {
                true => value > bound.value,
                false => value < bound.value,
            };
            let removed = ones(wanted).filter(|digit| is_beyond(self.value(*digit)));
            let removed = bits(removed);
            (removed != 0 && bound.steps > 0).then(|| Excluded {
                removed,
                outcome: match is_upper {
                    true => Outcome::AtMost(bound.value),
                    false => Outcome::AtLeast(bound.value),
                },
                premise: self.order_text(place, bound, digits, is_upper),
                rests_on: match self.is_end_of_board(bound.end, digits, is_upper) {
                    true => Vec::new(),
                    false => vec![bound.end],
                },
                preface: Preface::None,
            })
        })
    }

    /// Returns the bound of a cell from its own candidates and from paths of up to `most` steps.
    fn bound(&self, place: usize, digits: &[u16], is_upper: bool, most: usize) -> Bound {
        let own = self.extreme_value(digits[place], is_upper);
        let mut best = Bound {
            value: own,
            strict: 0,
            steps: 0,
            end: place,
        };
        if most == 0 {
            return best;
        }
        for step in &self.ascents {
            let (near, far) = match is_upper {
                true => (step.low, step.high),
                false => (step.high, step.low),
            };
            if near != place {
                continue;
            }
            let beyond = self.bound(far, digits, is_upper, most - 1);
            let strict = i64::from(step.is_strict);
            let value = if is_upper {
                beyond.value - strict
            } else {
                beyond.value + strict
            };
            if if is_upper {
                value < best.value
            } else {
                value > best.value
            } {
                best = Bound {
                    value,
                    strict: beyond.strict + strict,
                    steps: beyond.steps + 1,
                    end: beyond.end,
                };
            }
        }
        best
    }

    /// Returns the highest or the lowest value of some digits.
    pub(super) fn extreme_value(&self, digits: u16, is_upper: bool) -> i64 {
        let values = self.values(digits).into_iter();
        if is_upper { values.max() } else { values.min() }.unwrap_or(0)
    }

    /// True if a cell has the highest or lowest digit of the board left.
    fn is_end_of_board(&self, place: usize, digits: &[u16], is_upper: bool) -> bool {
        self.extreme_value(digits[place], is_upper)
            == self.extreme_value(self.all_digits(), is_upper)
    }

    fn order_text(&self, place: usize, bound: Bound, digits: &[u16], is_upper: bool) -> String {
        let (name, end) = (self.name(place), self.name(bound.end));
        let (higher, follow, most) = match is_upper {
            true => ("higher", "follow", "most"),
            false => ("lower", "precede", "least"),
        };
        if self.is_end_of_board(bound.end, digits, is_upper) {
            let s = if bound.strict == 1 { "s" } else { "" };
            let cells = if bound.strict == 1 { "cell" } else { "cells" };
            let count = count_name(bound.strict as usize);
            return format!("{count} {higher} {cells} {follow}{s} {name}");
        }
        let end_value = self.extreme_value(digits[bound.end], is_upper);
        let is = match digits[bound.end].is_power_of_two() {
            true => format!("is {end_value}"),
            false => format!("is at {most} {end_value}"),
        };
        match (bound.strict, bound.steps) {
            (0, _) => {
                let lower = if is_upper { "lower" } else { "higher" };
                format!("{end} {is} and not {lower} than {name}")
            }
            (1, 1) => format!("{end} {is} and {higher} than {name}"),
            (strict, _) => {
                let steps = if strict == 1 { "step" } else { "steps" };
                format!(
                    "{end} {is} and {} {steps} {higher} than {name}",
                    count_name(strict as usize)
                )
            }
        }
    }
}
