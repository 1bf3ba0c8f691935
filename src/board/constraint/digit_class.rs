//! Sets of digits of patterns and automata.

/// The digits of a list, or all others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct DigitClass {
    /// In ascending order.
    pub digits: Vec<usize>,
    pub is_negated: bool,
}

impl DigitClass {
    pub fn contain(&self, digit: usize) -> bool {
        self.digits.binary_search(&digit).is_ok() != self.is_negated
    }
}
