//! Variants: what is asked of a grid beside rows, columns and boxes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A rule that a board can have beside its rows, columns and boxes or regions. Any of them go
/// together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Both diagonals hold every digit (Sudoku X). For every size.
    Diagonal,
    /// Windows of √n × √n cells hold every digit: (√n − 1)² of them, with a line of cells around
    /// each, four on a board of 9×9. For sizes that are square numbers.
    Windoku,
    /// The cells that have the same place in their boxes hold every digit. For boards with boxes.
    DisjointGroups,
    /// No two equal digits are a knight's move apart. For every size.
    AntiKnight,
    /// No two equal digits are a king's move apart, that is, touch at a corner. For every size.
    AntiKing,
    /// No two digits that follow each other, such as 3 and 4, are neighbours in a row or column.
    /// For every size.
    NonConsecutive,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 6] = [
        Variant::Diagonal,
        Variant::Windoku,
        Variant::DisjointGroups,
        Variant::AntiKnight,
        Variant::AntiKing,
        Variant::NonConsecutive,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Diagonal => "diagonal",
            Variant::Windoku => "windoku",
            Variant::DisjointGroups => "disjoint-groups",
            Variant::AntiKnight => "anti-knight",
            Variant::AntiKing => "anti-king",
            Variant::NonConsecutive => "non-consecutive",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no variant has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected a variant (diagonal, windoku, disjoint-groups, anti-knight, anti-king or \
     non-consecutive), found `{0}`"
)]
pub struct UnknownVariant(String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let mut all = Variant::ALL.into_iter();
        all.find(|variant| variant.name() == name)
            .ok_or_else(|| UnknownVariant(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        let message = "x".parse::<Variant>().unwrap_err().to_string();
        for variant in Variant::ALL {
            assert!(message.contains(variant.name()), "{message}");
        }
        assert!(message.ends_with("found `x`"), "{message}");
    }
}
