//! The names of rules: those of the text form, and others that people use for them.

use satdoku::board::{Constraint, Variant};

/// A rule that a name denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleName {
    Variant(Variant),
    /// The name of a constraint in its text form.
    Constraint(&'static str),
}

/// Other common names of constraints, in letters alone and without a plural.
const OTHER_NAMES: [(&str, &str); 42] = [
    ("killer", "cage"),
    ("killercage", "cage"),
    ("sumcage", "cage"),
    ("thermo", "thermometer"),
    ("slowthermo", "slow-thermometer"),
    ("whitedot", "difference"),
    ("whitekropki", "difference"),
    ("kropkiwhite", "difference"),
    ("whitekropkidot", "difference"),
    ("whitecircle", "difference"),
    ("differencedot", "difference"),
    ("blackdot", "ratio"),
    ("blackkropki", "ratio"),
    ("kropkiblack", "ratio"),
    ("blackkropkidot", "ratio"),
    ("blackcircle", "ratio"),
    ("ratiodot", "ratio"),
    ("greaterthan", "greater"),
    ("whisper", "whispers"),
    ("germanwhisper", "whispers"),
    ("germanwhisperline", "whispers"),
    ("whisperline", "whispers"),
    ("renbanline", "renban"),
    ("nabnerline", "nabner"),
    ("palindromeline", "palindrome"),
    ("betweenline", "between"),
    ("lockoutline", "lockout"),
    ("zipperline", "zipper"),
    ("regionsumline", "region-sum"),
    ("entropicline", "entropic"),
    ("modularline", "modular"),
    ("oddcell", "odd"),
    ("evencell", "even"),
    ("min", "minimum"),
    ("max", "maximum"),
    ("quad", "quadruple"),
    ("littlekillersum", "little-killer"),
    ("sandwichsum", "sandwich"),
    ("xsumclue", "x-sum"),
    ("skyscraperclue", "skyscraper"),
    ("clonedregion", "clone"),
    ("total", "sum"),
];

/// Names that are also ordinary words, column names or symbols of a grid. They denote a rule only where
/// cells follow.
const ORDINARY: [&str; 16] = [
    "arrow",
    "between",
    "clone",
    "difference",
    "even",
    "greater",
    "maximum",
    "minimum",
    "modular",
    "odd",
    "quadruple",
    "ratio",
    "sum",
    "v",
    "x",
    "zipper",
];

/// Words that name a rule wherever they occur, also a rule without a text form.
const UNMISTAKABLE: [&str; 39] = [
    "antidiagonal",
    "antiking",
    "antiknight",
    "antiqueen",
    "cage",
    "diagonal",
    "disjoint",
    "entropic",
    "entropy",
    "indexer",
    "indexing",
    "killer",
    "knightmove",
    "knightsmove",
    "kropki",
    "lockout",
    "nabner",
    "nonconsecutive",
    "palindrome",
    "renban",
    "sandwich",
    "skyscraper",
    "thermo",
    "thermometer",
    "whisper",
    "whispers",
    "windoku",
    "xsum",
    "xv",
    "antichess",
    "nonratio",
    "argyle",
    "hypersudoku",
    "sudokux",
    "negativeratio",
    "negativexv",
    "disjointgroup",
    "disjointset",
    "hyperwindow",
];

/// The most words of a name.
pub(super) const MOST_WORDS: usize = 4;

/// Returns the rule that a name of one or more words denotes, whatever its case, hyphens and plural.
pub(super) fn rule_named(name: &str) -> Option<RuleName> {
    let letters = letters(name);
    let singulars = [
        Some(letters.as_str()),
        letters.strip_suffix('s'),
        letters.strip_suffix("es"),
    ];
    let mut singulars = singulars
        .into_iter()
        .flatten()
        .filter(|name| !name.is_empty());
    singulars.find_map(|name| {
        let is_name = |known: &&str| {
            let letters = known.bytes().filter(u8::is_ascii_alphabetic);
            letters.eq(name.bytes())
        };
        let constraint = || {
            let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
            other.map_or_else(
                || Constraint::names().find(is_name),
                |(_, known)| Some(*known),
            )
        };
        // `x`, `king` or `window` may mean anything.
        let variant = || is_unmistakable(name).then(|| name.parse().ok())?;
        let constraint = constraint().map(RuleName::Constraint);
        constraint.or_else(|| variant().map(RuleName::Variant))
    })
}

/// Returns true if a name denotes a rule only where cells follow.
pub(super) fn is_ordinary(name: &str) -> bool {
    ORDINARY.contains(&name)
}

/// Returns true if a word of a sentence names a rule.
pub(super) fn is_unmistakable(word: &str) -> bool {
    let letters = letters(word);
    let singular = letters.strip_suffix('s').unwrap_or(&letters);
    UNMISTAKABLE.contains(&letters.as_str()) || UNMISTAKABLE.contains(&singular)
}

/// Returns the letters of a name in lower case.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_ascii_alphabetic());
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_singulars_plurals_hyphens_and_synonyms() {
        for (name, expected) in [
            ("cages", "cage"),
            ("Killer Cage", "cage"),
            ("German Whispers", "whispers"),
            ("whisper", "whispers"),
            ("thermos", "thermometer"),
            ("X-Sums", "x-sum"),
            ("white dot", "difference"),
            ("quadruples", "quadruple"),
            ("x", "x"),
        ] {
            assert_eq!(
                rule_named(name),
                Some(RuleName::Constraint(expected)),
                "{name}"
            );
        }
        for (name, expected) in [
            ("anti-knight", Variant::AntiKnight),
            ("Sudoku X", Variant::Diagonal),
            ("diagonals", Variant::Diagonal),
            ("nonconsecutive", Variant::NonConsecutive),
            ("negative xv", Variant::NegativeXv),
        ] {
            assert_eq!(
                rule_named(name),
                Some(RuleName::Variant(expected)),
                "{name}"
            );
        }
        for name in ["", "s", "killer cage of", "dutch whispers", "puzzle"] {
            assert_eq!(rule_named(name), None, "{name}");
        }
    }

    #[test]
    fn every_other_name_belongs_to_a_constraint() {
        for (other, name) in OTHER_NAMES {
            assert!(
                Constraint::names().any(|known| known == name),
                "{other}: {name}"
            );
        }
        for name in ORDINARY {
            assert!(Constraint::names().any(|known| known == name), "{name}");
        }
    }
}
