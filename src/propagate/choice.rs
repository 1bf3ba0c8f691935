//! Choices: a digit that every alternative rules out is removed (*constructive disjunction*, P. Van
//! Hentenryck, V. Saraswat and Y. Deville, *Design, Implementation, and Evaluation of the Constraint
//! Language cc(FD)*, 1998).

use super::Propagation;
use crate::board::{Cell, Choice, Contradiction, DigitBits, House, Primitive};

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits that no alternative leaves.
    pub(super) fn choice(&mut self, choice: &Choice) -> Result<(), Contradiction> {
        let cells = choice.cells();
        let before = self.digits_of(cells);
        let (singles, marks) = (self.singles.len(), self.for_hidden_singles.clone());
        let mut left = vec![0; cells.len()];
        for alternative in choice.alternatives() {
            if self.narrow(alternative).is_ok() {
                for (left, cell) in left.iter_mut().zip(cells) {
                    *left |= self.digits(*cell);
                }
            }
            for (cell, digits) in cells.iter().zip(&before) {
                self.bits[cell.index()][0] = *digits;
            }
            self.singles.truncate(singles);
            if left == before {
                break;
            }
        }
        *self.for_hidden_singles = marks;
        for (cell, left) in cells.iter().zip(left) {
            self.restrict(*cell, left)?;
        }
        Ok(())
    }

    /// Applies the rules of an alternative to a fixed point.
    fn narrow(&mut self, alternative: &[Primitive]) -> Result<(), Contradiction> {
        let cells: Vec<Cell> = alternative
            .iter()
            .flat_map(Primitive::cells)
            .copied()
            .collect();
        loop {
            let before = self.digits_of(&cells);
            for primitive in alternative {
                if let Some(house) = primitive.house() {
                    self.different(house)?;
                }
                self.filter(&primitive.rule)?;
            }
            if self.digits_of(&cells) == before {
                return Ok(());
            }
        }
    }

    fn digits_of(&self, cells: &[Cell]) -> Vec<DigitBits> {
        cells.iter().map(|cell| self.digits(*cell)).collect()
    }

    /// Removes the digits of solved cells from the other cells of a house.
    fn different(&mut self, house: &House) -> Result<(), Contradiction> {
        for one in &house.cells {
            let digits = self.digits(*one);
            if digits.count_ones() == 1 {
                for other in house.cells.iter().filter(|other| *other != one) {
                    self.restrict(*other, !digits)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn digits_of_no_alternative_are_removed() {
        let either = "either { cage 3 r1c1 r1c2 } or { cage 17 r1c1 r1c2 }";
        let candidates = propagated_with("3x3", "", &[either]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1, 2, 8, 9]);
        assert_eq!(digits(&candidates, 1, 3).len(), 9);
    }

    #[test]
    fn the_last_open_alternative_holds() {
        let either = "either { cage 3 r1c1 r1c2 } or { cage 17 r1c1 r1c2; thermometer r1c1 r1c2 }";
        let givens = ".........1";
        let candidates = propagated_with("3x3", givens, &[either]).unwrap();
        // r2c1 is 1, and so r1c1 is not; 2 and 1 would be the only other way.
        assert_eq!(digits(&candidates, 1, 1), [8]);
        assert_eq!(digits(&candidates, 1, 2), [9]);
    }

    #[test]
    fn no_open_alternative_is_a_contradiction() {
        let either = "either { cage 2 r1c1 r1c2 } or { cage 18 r1c1 r1c2 }";
        let contradiction = propagated_with("3x3", "", &[either]).unwrap_err();
        assert_eq!(contradiction.to_string(), "no digit is left for r1c1");
    }
}
