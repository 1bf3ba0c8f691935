//! The items of variants.

use super::boxes::has_usual_boxes;
use satdoku::board::{Constraint, Ruleset, Variant};

/// Items without arguments that stand for variants.
const VARIANTS: [(&str, &[Variant]); 7] = [
    (
        "StrictKropki",
        &[Variant::NonConsecutive, Variant::NegativeRatio],
    ),
    ("AntiConsecutive", &[Variant::NonConsecutive]),
    ("AntiKing", &[Variant::AntiKing]),
    ("AntiKnight", &[Variant::AntiKnight]),
    ("DisjointSets", &[Variant::DisjointGroups]),
    ("StrictXV", &[Variant::NegativeXv]),
    ("Windoku", &[Variant::Windoku]),
];

/// The directions of diagonals: that of the second rises.
pub(super) const DIAGONALS: [&str; 2] = ["-1", "1"];

/// Returns the variants that an item stands for.
pub(super) fn variants_of(name: &str) -> Option<&'static [Variant]> {
    let found = VARIANTS.iter().find(|(item, _)| *item == name);
    found.map(|(_, variants)| *variants)
}

/// Returns the items of variants, and the variants that have none on this board.
pub(super) fn variant_items(rules: &Ruleset) -> (String, Vec<Variant>) {
    let mut left = rules.variants().to_vec();
    let is_dot = |of: &&Constraint| ["difference", "ratio"].contains(&of.name());
    let dots: Vec<&Constraint> = rules.constraints().iter().filter(is_dot).collect();
    let is_usual = |dot: &&Constraint| dot.unusual_number(rules.geometry()).is_none();
    let has_item = |item: &str| match item {
        "StrictKropki" => dots.iter().all(is_usual),
        // There, a dot does not exempt two cells.
        "AntiConsecutive" => dots.is_empty(),
        "Windoku" | "DisjointSets" => has_usual_boxes(rules),
        _ => true,
    };
    let mut text = String::new();
    if let Some(at) = left.iter().position(|of| *of == Variant::Diagonal) {
        left.remove(at);
        text.extend(DIAGONALS.map(|direction| format!(".Diagonal~{direction}")));
    }
    for (item, variants) in VARIANTS {
        if variants.iter().all(|of| left.contains(of)) && has_item(item) {
            left.retain(|of| !variants.contains(of));
            text += &format!(".{item}");
        }
    }
    (text, left)
}
