//! Variants: rules of a whole board, known by name.

use std::fmt;
use std::str::FromStr;

use super::unknown_name::UnknownName;

/// A rule that a board can have in addition to rows, columns and boxes or regions. All variants can
/// be combined.
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

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Diagonal => "diagonal",
            Variant::Windoku => "windoku",
            Variant::DisjointGroups => "disjoint-groups",
            Variant::AntiKnight => "anti-knight",
            Variant::AntiKing => "anti-king",
            Variant::NonConsecutive => "non-consecutive",
            Variant::NegativeRatio => "negative-ratio",
            Variant::NegativeXv => "negative-xv",
        }
    }

    /// Returns true if the rule changes its meaning when two digits are exchanged everywhere.
    pub fn tells_digits_apart(self) -> bool {
        use Variant::{NegativeRatio, NegativeXv, NonConsecutive};
        matches!(self, NonConsecutive | NegativeRatio | NegativeXv)
    }

    /// The rule in a sentence, for a printed puzzle.
    pub fn rule(self) -> &'static str {
        match self {
            Variant::Diagonal => "Both long diagonals contain every digit once.",
            Variant::Windoku => "The shaded windows contain every digit once.",
            Variant::DisjointGroups => {
                "Cells in the same position of their boxes have different digits."
            }
            Variant::AntiKnight => "Cells a knight's move apart have different digits.",
            Variant::AntiKing => "Cells that touch, even at a corner, have different digits.",
            Variant::NonConsecutive => "Adjacent cells never hold consecutive digits.",
            Variant::NegativeRatio => "Adjacent cells without a dot never have the ratio of a dot.",
            Variant::NegativeXv => "Adjacent cells without X or V never add up to 5 or 10.",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownName;

    /// Parses a name, or another common name, such as `hyper` or `Anti Knight`.
    fn from_str(name: &str) -> Result<Variant, UnknownName> {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        let usual = match letters.as_str() {
            "x" | "sudokux" | "xsudoku" | "diagonal" | "diagonals" => Variant::Diagonal,
            "windoku" | "hyper" | "hypersudoku" | "window" | "windows" | "nrc" | "fourbox" => {
                Variant::Windoku
            }
            "disjoint" | "disjointgroup" | "disjointgroups" | "disjointset" | "disjointsets" => {
                Variant::DisjointGroups
            }
            "antiknight" | "knight" | "knights" | "knightsmove" | "noknight" => Variant::AntiKnight,
            "antiking" | "king" | "kings" | "kingsmove" | "notouch" | "touchless" => {
                Variant::AntiKing
            }
            "nonconsecutive" | "noconsecutive" | "anticonsecutive" => Variant::NonConsecutive,
            "negativeratio" => Variant::NegativeRatio,
            "negativexv" => Variant::NegativeXv,
            _ => return UnknownName::find("a variant", &Variant::ALL, name),
        };
        Ok(usual)
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
}
