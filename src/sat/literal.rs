//! Variables and literals of propositional logic.
//!
//! Variables count from 0 inside the program and from 1 in DIMACS text; the conversions here are
//! the only places where one becomes the other.

use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(u32);

impl Variable {
    /// The variable with this index, counted from 0.
    pub fn from_index(index: usize) -> Variable {
        Variable(index as u32)
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says the variable is true.
    pub fn positive(self) -> Literal {
        Literal(self.0 << 1)
    }

    /// The literal that says the variable is false.
    pub fn negative(self) -> Literal {
        Literal(self.0 << 1 | 1)
    }
}

impl fmt::Display for Variable {
    /// The number in DIMACS text, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The variable.
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    /// Whether the literal is the variable itself and not its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The number in DIMACS text: the variable counted from 1, below 0 for a negation.
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Literal {
    type Output = Literal;

    /// The negation: the literal that is true when this one is false.
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Display for Literal {
    /// The number in DIMACS text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_dimacs().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_counts_from_one() {
        let first = Variable::from_index(0);
        assert_eq!(first.to_string(), "1");
        assert_eq!(first.positive().to_dimacs(), 1);
        assert_eq!(first.negative().to_dimacs(), -1);
        let last = Variable::from_index(728);
        assert_eq!(last.negative().to_string(), "-729");
        assert_eq!(last.negative().variable(), last);
        assert!(last.positive().is_positive() && !last.negative().is_positive());
        assert_eq!(!last.positive(), last.negative());
        assert_eq!(!last.negative(), last.positive());
    }
}
