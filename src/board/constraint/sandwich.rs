//! Sandwiches: the sum between the lowest and the highest digit.

use super::text::Arguments;
use super::*;

/// A row or column in which the digits between the lowest and the highest digit add up to this total.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sandwich {
    /// The sum.
    pub total: usize,
    /// The row or column. The side only says where the clue is drawn.
    pub line: OuterLine,
}

/// The progress along the line: the digits before, between or after the lowest and the highest.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Filling {
    Before,
    /// The first of the two digits and the sum since.
    Between(usize, usize),
    After,
}

impl Rule for Sandwich {
    const NAMES: &'static [&'static str] = &["sandwich"];

    fn rule(&self) -> &'static str {
        "A clue outside the grid is the sum of the digits between 1 and the highest digit."
    }

    /// `sandwich 12 row 3`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Sandwich, ConstraintError> {
        Ok(Sandwich {
            total: arguments.number("a sum")?,
            line: arguments.line()?,
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        format!("{} {}", self.total, self.line)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.line.cells(filled.board()));
        let ends: Vec<usize> = (0..digits.len())
            .filter(|at| is_end(digits[*at], filled.board()))
            .collect();
        match ends[..] {
            [first, last] if digits[first] != digits[last] => {
                digits[first + 1..last].iter().sum::<usize>() == self.total
            }
            _ => false,
        }
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let board = to.context.board;
        let step = |_, filling: &Filling, digit: usize| {
            let is_end = is_end(digit, board);
            Some(match filling {
                Filling::Before if is_end => Filling::Between(digit, 0),
                Filling::Before => Filling::Before,
                Filling::Between(first, sum) if is_end => {
                    return (digit != *first && *sum == self.total).then_some(Filling::After);
                }
                Filling::Between(first, sum) => {
                    let sum = sum + digit;
                    return (sum <= self.total).then_some(Filling::Between(*first, sum));
                }
                Filling::After if is_end => return None,
                Filling::After => Filling::After,
            })
        };
        let is_final = |filling: &Filling| *filling == Filling::After;
        to.automaton(to.line(self.line)?, Filling::Before, step, is_final)
    }
}

/// Returns true for the lowest and the highest digit of the board.
fn is_end(digit: usize, board: &Geometry) -> bool {
    let values = board.values();
    [values.start(), values.end()].contains(&&digit)
}
