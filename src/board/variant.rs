//! Variants: rules of a whole board, known by name.

use std::fmt;
use std::str::FromStr;

use super::constraint::{Kind, VARIANTS};
use super::mismatch::Mismatch;

/// A rule that a board can have in addition to rows, columns and boxes or regions. All variants can
/// be combined. Each is a [`Kind`] of constraint without arguments, but never a clue: no search for
/// conflicting or redundant clues leaves it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Both diagonals contain every digit (Sudoku X). For every size.
    Diagonal,
    /// Windows of √n × √n cells contain every digit. There are (√n − 1)² of them, separated from
    /// each other and from the border by lines of cells: four at 9×9. For sizes that are square
    /// numbers.
    Windoku,
    /// The cells with the same position in their boxes contain every digit. For boards with boxes.
    DisjointGroups,
    /// No two equal digits are a knight's move apart. For every size.
    AntiKnight,
    /// No two equal digits are a king's move apart, that is, touch at a side or a corner. For every size.
    AntiKing,
    /// No two consecutive digits, such as 3 and 4, are orthogonally adjacent, except where a dot
    /// is drawn between the cells. For every size.
    NonConsecutive,
    /// No two orthogonally adjacent digits have a ratio that occurs among the black dots (2 if there
    /// are none), except where a dot is drawn between the cells. For every size.
    NegativeRatio,
    /// No two orthogonally adjacent digits add up to 5 or 10, except where an X or V is drawn between
    /// the cells. For every size.
    NegativeXv,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 8] = [
        Variant::Diagonal,
        Variant::Windoku,
        Variant::DisjointGroups,
        Variant::AntiKnight,
        Variant::AntiKing,
        Variant::NonConsecutive,
        Variant::NegativeRatio,
        Variant::NegativeXv,
    ];

    /// The declaration.
    pub fn kind(self) -> &'static Kind {
        &VARIANTS[self as usize]
    }

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        self.kind().name
    }

    /// The rule in a sentence, for a printed puzzle.
    pub fn rule(self) -> &'static str {
        self.kind().sentence
    }

    /// Returns true if the rule changes its meaning when two digits are exchanged everywhere.
    pub fn tells_digits_apart(self) -> bool {
        use Variant::{NegativeRatio, NegativeXv, NonConsecutive};
        matches!(self, NonConsecutive | NegativeRatio | NegativeXv)
    }

    /// Parses the names of variants, such as `x-windoku` or `anti knight, x`.
    ///
    /// # Errors
    /// If a part is no name.
    ///
    /// ```
    /// use satdoku::board::Variant;
    ///
    /// let variants = Variant::parse_all("x-windoku, Anti Knight")?;
    /// assert_eq!(variants, [Variant::Diagonal, Variant::Windoku, Variant::AntiKnight]);
    /// # Ok::<(), satdoku::board::Mismatch>(())
    /// ```
    pub fn parse_all(names: &str) -> Result<Vec<Variant>, Mismatch> {
        let words = names.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut rest = &words[..];
        let mut variants = Vec::new();
        while !rest.is_empty() {
            // The longest name comes first: `sudoku x` is one variant.
            let lengths = (1..=rest.len()).rev();
            let named = |length| Some((length, Variant::with_letters(&rest[..length].concat())?));
            let Some((length, variant)) = lengths.into_iter().find_map(named) else {
                return names.parse().map(|variant| vec![variant]);
            };
            variants.push(variant);
            rest = &rest[length..];
        }
        Ok(variants)
    }

    /// Finds a variant by one of its names, without spaces and signs.
    fn with_letters(letters: &str) -> Option<Variant> {
        let letters = letters.to_ascii_lowercase();
        Variant::ALL.into_iter().find(|variant| {
            let kind = variant.kind();
            kind.name.replace('-', "") == letters || kind.other_names.contains(&letters.as_str())
        })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = Mismatch;

    /// Parses a name, or another common name, such as `hyper` or `Anti Knight`.
    fn from_str(name: &str) -> Result<Variant, Mismatch> {
        let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
        match Variant::with_letters(&letters) {
            Some(variant) => Ok(variant),
            None => Mismatch::find("a variant", &Variant::ALL, name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert_eq!("Anti Knight".parse(), Ok(Variant::AntiKnight));
        let message = "y".parse::<Variant>().unwrap_err().to_string();
        for variant in Variant::ALL {
            assert!(message.contains(variant.name()), "{message}");
        }
        assert!(message.ends_with("found `y`"), "{message}");
    }

    #[test]
    fn declarations_are_in_the_order_of_the_variants() {
        for variant in Variant::ALL {
            let words = format!("{variant:?}").to_lowercase();
            assert_eq!(variant.name().replace('-', ""), words);
        }
    }

    #[test]
    fn several_names_are_several_variants() {
        use Variant::{AntiKing, Diagonal, Windoku};
        for (names, expected) in [
            ("x-windoku", &[Diagonal, Windoku][..]),
            ("Sudoku X, king's move", &[Diagonal, AntiKing]),
            ("X-Sudoku", &[Diagonal]),
            ("windows x", &[Windoku, Diagonal]),
        ] {
            assert_eq!(
                Variant::parse_all(names).as_deref(),
                Ok(expected),
                "{names}"
            );
        }
        assert_eq!(Variant::parse_all(" "), Ok(Vec::new()));
        for names in ["x y", "a remark about x"] {
            assert!(Variant::parse_all(names).is_err(), "{names}");
        }
    }
}
