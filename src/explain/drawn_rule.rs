//! Propagation of one drawn constraint: which digits of its cells are still possible.
//!
//! The digits of a cell are bits, as boards of explanations have at most 16 digits. That digits of a
//! house differ is not propagated here, because candidates exclude each other without a fact.

use super::fact::drawn_cells;
use crate::board::{Cell, Digit, HouseKind, Layout, PairKind, Transition};

/// The primitives of a drawn constraint.
#[derive(Debug, Clone)]
pub(super) struct DrawnRule {
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    parts: Vec<Part>,
}

/// A primitive. Its cells are places in [`DrawnRule::cells`].
#[derive(Debug, Clone)]
enum Part {
    /// The cells differ and hold one of these sets.
    Sets {
        cells: Vec<usize>,
        sets: Vec<u16>,
    },
    /// For each cell, the digits of the other one that each of its digits allows.
    Pair {
        cells: [usize; 2],
        partners: [Vec<u16>; 2],
    },
    Sum(LinearEquation),
    /// Any other automaton over the cells.
    Paths {
        cells: Vec<usize>,
        layers: Vec<Vec<Transition>>,
        /// The number of states before each cell and after the last one.
        state_counts: Vec<usize>,
    },
}

/// A linear equation. Digit indices from 0, counted from the highest digit in cells with a negative
/// coefficient, are multiplied by the `factors` and have this total.
#[derive(Debug, Clone)]
struct LinearEquation {
    cells: Vec<usize>,
    factors: Vec<u32>,
    is_negative: Vec<bool>,
    total: u32,
    /// True if the sums need more than 128 bits.
    is_long: bool,
    /// The number of digits of the board.
    size: usize,
}

impl DrawnRule {
    /// Returns the primitives of the constraint with this number, or `None` if it only demands that
    /// digits differ.
    pub fn new(layout: &Layout, number: usize) -> Option<DrawnRule> {
        let houses = layout.houses().iter();
        let houses = houses.filter(|house| house.kind == HouseKind::Constraint(number));
        let houses: Vec<_> = houses
            .filter_map(|house| Some((&house.cells, house.sets.as_ref()?)))
            .collect();
        let relations = layout.relations().iter();
        let relations = relations.filter(|of| of.kind == PairKind::Constraint(number));
        let relations: Vec<_> = relations.collect();
        let automata = layout.automata().iter();
        let automata: Vec<_> = automata.filter(|of| of.constraint == number).collect();

        let cells = drawn_cells(layout, number);
        let place = |cell: &Cell| cells.binary_search(cell).unwrap_or_default();

        let sets = houses.iter().map(|(of_house, sets)| Part::Sets {
            cells: of_house.iter().map(place).collect(),
            sets: sets.iter().map(|set| *set as u16).collect(),
        });
        let digits = || (0..layout.size()).map(Digit::from_index);
        let pairs = relations.iter().map(|relation| {
            let allowed = |forbids: &dyn Fn(Digit, Digit) -> bool| -> Vec<u16> {
                let of_digit = |one: Digit| {
                    let allowed = digits().filter(|other| !forbids(one, *other));
                    allowed.fold(0, |all, other| all | 1 << other.index())
                };
                digits().map(of_digit).collect()
            };
            Part::Pair {
                cells: relation.cells.each_ref().map(place),
                partners: [
                    allowed(&|one, other| relation.forbids([one, other])),
                    allowed(&|one, other| relation.forbids([other, one])),
                ],
            }
        });
        let paths = automata.iter().map(|automaton| {
            let cells: Vec<usize> = automaton.cells.iter().map(place).collect();
            let sum = automaton.equation.as_ref();
            let sum = sum.and_then(|(coefficients, total)| {
                LinearEquation::new(cells.clone(), coefficients, *total, layout.size())
            });
            sum.map(Part::Sum).unwrap_or_else(|| Part::Paths {
                cells,
                layers: automaton.layers().to_vec(),
                state_counts: (0..=automaton.cells.len())
                    .map(|at| automaton.state_count(at).max(1))
                    .collect(),
            })
        });
        let parts: Vec<Part> = pairs.chain(sets).chain(paths).collect();
        (!parts.is_empty()).then_some(DrawnRule { cells, parts })
    }

    /// Returns the rule without what these digits rule out, which is faster to propagate.
    pub fn narrowed(&self, digits: &[u16]) -> DrawnRule {
        let mut narrowed = self.clone();
        for part in &mut narrowed.parts {
            match part {
                Part::Sets { cells, sets } => {
                    let possible = cells.iter().fold(0, |all, cell| all | digits[*cell]);
                    sets.retain(|set| set & !possible == 0);
                }
                Part::Paths {
                    cells,
                    layers,
                    state_counts,
                } => {
                    let mut states = States::new(state_counts);
                    states.mark(cells, layers, digits);
                    for (at, layer) in layers.iter_mut().enumerate() {
                        layer.retain(|step| states.is_on_path(at, step, digits[cells[at]]));
                    }
                }
                Part::Pair { .. } | Part::Sum(_) => {}
            }
        }
        narrowed
    }

    /// Removes the digits of cells that some primitive rules out, until nothing changes. Returns
    /// false if a cell has no digit left.
    pub fn filter(&self, digits: &mut [u16]) -> bool {
        loop {
            let mut is_changed = false;
            for part in &self.parts {
                match part.filter(digits) {
                    None => return false,
                    Some(is_narrower) => is_changed |= is_narrower,
                }
            }
            // A part alone is at its fixed point.
            if !is_changed || self.parts.len() == 1 {
                return true;
            }
        }
    }
}

impl Part {
    /// Removes the digits that the primitive rules out. Returns true if there was one, or `None` if a
    /// cell has no digit left.
    fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        match self {
            Part::Sets { cells, sets } => filter_sets(cells, sets, digits),
            Part::Pair { cells, partners } => {
                let mut is_changed = false;
                for (at, other) in [(0, 1), (1, 0)] {
                    let allowed = ones(digits[cells[other]])
                        .fold(0, |all, digit| all | partners[other][digit]);
                    is_changed |= keep(&mut digits[cells[at]], allowed)?;
                }
                Some(is_changed)
            }
            Part::Sum(sum) => sum.filter(digits),
            Part::Paths {
                cells,
                layers,
                state_counts,
            } => filter_paths(cells, layers, state_counts, digits),
        }
    }
}

impl LinearEquation {
    /// Returns a linear equation, or `None` if its sums are too large for a set of bits.
    fn new(
        cells: Vec<usize>,
        coefficients: &[i64],
        total: i64,
        size: usize,
    ) -> Option<LinearEquation> {
        let (mut rest, mut highest) = (total, 0);
        for coefficient in coefficients {
            rest -= match coefficient {
                0.. => *coefficient,
                _ => coefficient * size as i64,
            };
            highest += coefficient.abs() * (size as i64 - 1);
        }
        let is_possible = highest < LONG as i64 * 128 && (0..=highest).contains(&rest);
        is_possible.then(|| LinearEquation {
            cells,
            factors: coefficients
                .iter()
                .map(|coefficient| coefficient.unsigned_abs() as u32)
                .collect(),
            is_negative: coefficients.iter().map(|of| *of < 0).collect(),
            total: rest as u32,
            is_long: highest >= 128,
            size,
        })
    }

    /// Removes the digits in no solution of the equation.
    fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        match self.is_long {
            true => self.filter_with::<LONG>(digits),
            false => self.filter_with::<1>(digits),
        }
    }

    fn filter_with<const N: usize>(&self, digits: &mut [u16]) -> Option<bool> {
        let shift = |at: usize, digit: usize| {
            let number = match self.is_negative[at] {
                true => self.size - 1 - digit,
                false => digit,
            };
            self.factors[at] * number as u32
        };
        // By cell, the sums before it from which the total can be reached.
        let mut reaching = vec![Sums::<N>::only(self.total); self.cells.len() + 1];
        for at in (0..self.cells.len()).rev() {
            let after = reaching[at + 1];
            let of_digits = ones(digits[self.cells[at]]).map(|digit| after.minus(shift(at, digit)));
            reaching[at] = of_digits.fold(Sums::NONE, Sums::or);
        }
        let (mut sums, mut is_changed) = (Sums::only(0), false);
        for (at, cell) in self.cells.iter().enumerate() {
            let (mut next, mut kept) = (Sums::NONE, 0);
            for digit in ones(digits[*cell]) {
                let after = sums.plus(shift(at, digit)).and(reaching[at + 1]);
                if !after.is_empty() {
                    next = next.or(after);
                    kept |= 1 << digit;
                }
            }
            sums = next;
            is_changed |= keep(&mut digits[*cell], kept)?;
        }
        Some(is_changed)
    }
}

/// The length of sets of sums for long equations, such as those of arrows with thirty cells.
const LONG: usize = 4;

/// A set of sums below 128 `N`, as bits.
#[derive(Clone, Copy)]
struct Sums<const N: usize>([u128; N]);

impl<const N: usize> Sums<N> {
    const NONE: Sums<N> = Sums([0; N]);

    fn only(sum: u32) -> Sums<N> {
        let mut only = Sums::NONE;
        only.0[sum as usize / 128] = 1 << (sum % 128);
        only
    }

    fn or(self, other: Sums<N>) -> Sums<N> {
        Sums(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }

    fn and(self, other: Sums<N>) -> Sums<N> {
        Sums(std::array::from_fn(|w| self.0[w] & other.0[w]))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; N]
    }

    /// Adds a number to each sum, and drops those that become too large.
    fn plus(self, number: u32) -> Sums<N> {
        let (words, bits) = (number as usize / 128, number % 128);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Sums(std::array::from_fn(|w| match w.checked_sub(words) {
            Some(low) if bits > 0 && low > 0 => word(low) << bits | word(low - 1) >> (128 - bits),
            Some(low) => word(low) << bits,
            None => 0,
        }))
    }

    /// Subtracts a number from each sum, and drops those that are smaller.
    fn minus(self, number: u32) -> Sums<N> {
        let (words, bits) = (number as usize / 128, number % 128);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Sums(std::array::from_fn(|w| {
            let low = w + words;
            match bits {
                0 => word(low),
                _ => word(low) >> bits | word(low + 1) << (128 - bits),
            }
        }))
    }
}

/// Removes the digits on no path of an automaton.
fn filter_paths(
    cells: &[usize],
    layers: &[Vec<Transition>],
    state_counts: &[usize],
    digits: &mut [u16],
) -> Option<bool> {
    let mut states = States::new(state_counts);
    states.mark(cells, layers, digits);
    let mut is_changed = false;
    for (at, layer) in layers.iter().enumerate() {
        let possible = digits[cells[at]];
        let on_path = layer
            .iter()
            .filter(|step| states.is_on_path(at, step, possible));
        let kept = on_path.fold(0, |all, step| all | 1 << step.digit.index());
        is_changed |= keep(&mut digits[cells[at]], kept)?;
    }
    Some(is_changed)
}

/// Removes the digits of no possible set. If a digit of all possible sets has one place, that cell
/// keeps nothing else.
fn filter_sets(cells: &[usize], sets: &[u16], digits: &mut [u16]) -> Option<bool> {
    let mut is_changed = false;
    loop {
        let (mut anywhere, mut twice, mut solved) = (0, 0, 0);
        for cell in cells {
            let of_cell = digits[*cell];
            twice |= anywhere & of_cell;
            anywhere |= of_cell;
            if of_cell.is_power_of_two() {
                solved |= of_cell;
            }
        }
        let is_possible = |set: &&u16| {
            **set & !anywhere == 0
                && solved & !**set == 0
                && cells.iter().all(|cell| digits[*cell] & **set != 0)
        };
        let (mut in_some, mut in_all) = (0, u16::MAX);
        for set in sets.iter().filter(is_possible) {
            in_some |= set;
            in_all &= set;
        }
        let hidden = in_some & in_all & !twice & !solved;
        if anywhere & !in_some == 0 && hidden == 0 {
            return (in_some != 0).then_some(is_changed);
        }
        is_changed = true;
        for cell in cells {
            let only = digits[*cell] & hidden;
            // If two digits have no other place, one is kept, and the house lacks the other.
            let allowed = if only == 0 {
                in_some
            } else {
                only & only.wrapping_neg()
            };
            keep(&mut digits[*cell], allowed)?;
        }
    }
}

/// Keeps these digits of a cell. Returns true if the cell had others, or `None` if none is left.
fn keep(of_cell: &mut u16, allowed: u16) -> Option<bool> {
    let is_changed = *of_cell & !allowed != 0;
    *of_cell &= allowed;
    (*of_cell != 0).then_some(is_changed)
}

/// The states of an automaton on paths from its start, and from there to its end.
struct States {
    /// The first state of each layer.
    starts: Vec<usize>,
    from_start: Vec<bool>,
    to_end: Vec<bool>,
}

impl States {
    fn new(state_counts: &[usize]) -> States {
        let mut starts = vec![0];
        for count in state_counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        let all = starts[starts.len() - 1];
        States {
            starts,
            from_start: vec![false; all],
            to_end: vec![false; all],
        }
    }

    /// Marks the states that can be reached with these digits.
    fn mark(&mut self, cells: &[usize], layers: &[Vec<Transition>], digits: &[u16]) {
        self.from_start[0] = true;
        for (at, layer) in layers.iter().enumerate() {
            let possible = digits[cells[at]];
            for step in layer {
                if self.from_start[self.starts[at] + step.from as usize]
                    && possible >> step.digit.index() & 1 == 1
                {
                    self.from_start[self.starts[at + 1] + step.to as usize] = true;
                }
            }
        }
        let end = self.starts[layers.len()];
        self.to_end[end] = self.from_start[end];
        for (at, layer) in layers.iter().enumerate().rev() {
            for step in layer {
                if self.is_on_path(at, step, digits[cells[at]]) {
                    self.to_end[self.starts[at] + step.from as usize] = true;
                }
            }
        }
    }

    /// True if a path through this transition of a cell with these digits leads from the start to the
    /// end.
    fn is_on_path(&self, at: usize, step: &Transition, digits: u16) -> bool {
        digits >> step.digit.index() & 1 == 1
            && self.from_start[self.starts[at] + step.from as usize]
            && self.to_end[self.starts[at + 1] + step.to as usize]
    }
}

/// The indices of the digits in a set, in ascending order.
pub(super) fn ones(mut digits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = digits.trailing_zeros() as usize;
        digits &= digits.checked_sub(1)?;
        Some(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_shifted_across_words() {
        let all = [0, 5, 127, 128, 129, 300, 511];
        let set = |sums: &[u32]| {
            let each = sums.iter().map(|sum| Sums::<LONG>::only(*sum));
            each.fold(Sums::NONE, Sums::or)
        };
        for number in [0, 1, 100, 127, 128, 129, 256, 511, 600] {
            let more: Vec<u32> = all.iter().map(|sum| sum + number).collect();
            let more: Vec<u32> = more.into_iter().filter(|sum| *sum < 512).collect();
            assert_eq!(set(&all).plus(number).0, set(&more).0, "{number}");
            let less = all.iter().filter_map(|sum| sum.checked_sub(number));
            let less: Vec<u32> = less.collect();
            assert_eq!(set(&all).minus(number).0, set(&less).0, "{number}");
        }
    }

    #[test]
    fn long_sums_leave_the_digits_of_some_solution() {
        // 3 of 40 cells are not the lowest.
        let sum = LinearEquation::new((0..40).collect(), &[1; 40], 40 + 3 * 8, 9).unwrap();
        assert!(sum.is_long);
        let mut digits = vec![1; 40];
        digits[10..12].fill(0b1_0000_0001);
        digits[20..23].fill(0b1_0000_0001);
        digits[30] = 0b10;
        assert_eq!(sum.filter(&mut digits.clone()), None);
        digits[30] = 1;
        assert_eq!(sum.filter(&mut digits), Some(false));
        digits[20..22].fill(0b1_0000_0000);
        digits[22] = 0b1_1000_0001;
        assert_eq!(sum.filter(&mut digits), Some(true));
        assert_eq!(digits[22], 0b1_0000_0001);
    }
}
