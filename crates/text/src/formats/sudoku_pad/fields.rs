//! Fields of a drawing with rules.

use satdoku::board::Variant;

/// The field of the metadata with the text form of the puzzle.
pub(super) const TEXT: &str = "satdoku";

/// Names of rules for the whole board.
pub(super) const GLOBAL: [(&str, Variant); 2] = [
    ("antiking", Variant::AntiKing),
    ("antiknight", Variant::AntiKnight),
];
