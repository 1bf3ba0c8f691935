//! The names of rules: those of the text form, and others that people use for them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use satdoku::board::{Kind, Part, Variant};

/// A rule that a name denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleName {
    Variant(Variant),
    /// The name of a constraint in its text form.
    Constraint(&'static str),
}

/// Names that are also ordinary words, column names or symbols of a grid. They denote a rule only where
/// cells follow.
const ORDINARY: &str = "all-pairs arrow automaton between clone contains difference even greater maximum minimum \
    modular odd pairs quadruple ratio sequence sum v x zipper";

/// Words that name a rule wherever they occur, also a rule without a text form.
const UNMISTAKABLE: &str = "antichess antidiagonal antiking antiknight antiqueen argyle cage diagonal disjoint \
    disjointgroup disjointset distinctline doppelganger entropic entropy fullrank hypersudoku hyperwindow indexer \
    indexing killer knightmove knightsmove kropki lockout nabner negativeratio negativexv \
    nonconsecutive nonratio palindrome renban sandwich skyscraper sudokux thermo thermometer \
    tiedrank whisper whispers windoku xsum xv";

/// The most words of a name.
pub(crate) const MOST_WORDS: usize = 4;

/// The rule that each name denotes, in letters alone. Each word after the puzzles of a list is looked up.
static RULES: LazyLock<HashMap<String, RuleName>> = LazyLock::new(|| {
    let mut rules = HashMap::new();
    // `x`, `king` or `window` may mean anything.
    for word in UNMISTAKABLE.split(' ') {
        for name in [word.to_string(), format!("{word}s")] {
            if let Ok(variant) = name.parse() {
                rules.insert(name, RuleName::Variant(variant));
            }
        }
    }
    for kind in Kind::all() {
        let others = kind.other_names.iter().map(ToString::to_string);
        let names = others.chain([letters(kind.name)]);
        rules.extend(names.map(|name| (name, RuleName::Constraint(kind.name))));
    }
    rules
});

/// Returns the rule that a name of one or more words denotes, whatever its case, hyphens and plural.
pub(crate) fn rule_named(name: &str) -> Option<RuleName> {
    let letters = letters(name);
    let singulars = [
        Some(letters.as_str()),
        letters.strip_suffix('s'),
        letters.strip_suffix("es"),
    ];
    let mut singulars = singulars.into_iter().flatten();
    singulars.find_map(|name| RULES.get(name).copied())
}

/// Returns the name in the text form of the constraint that people call `name`.
///
/// ```
/// assert_eq!(satdoku_text::constraint_named("killer"), Some("cage"));
/// assert_eq!(satdoku_text::constraint_named("German whispers"), Some("whispers"));
/// assert_eq!(satdoku_text::constraint_named("puzzle"), None);
/// ```
pub fn constraint_named(name: &str) -> Option<&'static str> {
    match rule_named(name)? {
        RuleName::Constraint(name) => Some(name),
        RuleName::Variant(_) => None,
    }
}

/// Returns true if a text in quotation marks follows the name of a kind.
pub(crate) fn has_quotes(name: &str) -> bool {
    let is_quoted = |part: &Part| matches!(part, Part::Pairs | Part::Pattern | Part::Machine);
    Kind::find(name).is_some_and(|kind| kind.shape.iter().any(is_quoted))
}

/// Returns true if a name denotes a rule only where cells follow.
pub(crate) fn is_ordinary(name: &str) -> bool {
    ORDINARY.split(' ').any(|word| word == name)
}

/// Returns true if a word of a sentence names a rule.
pub(crate) fn is_unmistakable(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| UNMISTAKABLE.split(' ').collect());
    let letters = letters(word);
    let singular = letters.strip_suffix('s').unwrap_or(&letters);
    WORDS.contains(letters.as_str()) || WORDS.contains(singular)
}

/// Returns the name of the rule that a short line is nearly the name of: at most three words, the first of five
/// letters or more.
pub(crate) fn meant(line: &str) -> Option<&'static str> {
    const LONGEST: usize = 40;
    const MOST_EDITS: usize = 2;
    let is_inner = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | ' ' | ':' | '\'');
    let line = line.trim();
    let start = line
        .trim_start_matches("variant")
        .trim_start_matches(['s', ':', ' ']);
    let words = || start.split_whitespace();
    if line.len() > LONGEST || !line.chars().all(is_inner) || words().count() > 3 {
        return None;
    }
    let first = letters(words().next()?);
    let all = letters(start);
    let edits = |name: &String| {
        let is_near = |word: &str| word.len().abs_diff(name.len()) <= MOST_EDITS;
        let words = [&first, &all]
            .into_iter()
            .filter(|word| word.len() > 4 && is_near(word));
        // Of several names, the one of the same length is meant.
        let edits = words.map(|word| (distance(word, name), word.len().abs_diff(name.len())));
        edits.min()
    };
    let near = RULES.iter();
    let near = near.filter(|(name, rule)| {
        let is_word = matches!(rule, RuleName::Constraint(kind) if is_ordinary(kind));
        name.len() > 4 && !is_word && !name.contains("sudoku")
    });
    let near = near.filter_map(|(name, rule)| Some((edits(name)?, name.clone(), *rule)));
    let nearest = near.filter(|((edits, _), ..)| (1..=MOST_EDITS).contains(edits));
    let (_, _, rule) = nearest.min_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)))?;
    Some(match rule {
        RuleName::Variant(variant) => variant.name(),
        RuleName::Constraint(name) => name,
    })
}

/// Returns the number of letters that are inserted, removed or replaced between two words (Wagner and Fischer,
/// *The String-to-String Correction Problem*, 1974).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in (1..).zip(one.bytes()) {
        let mut diagonal = std::mem::replace(&mut row[0], above);
        for (at, wanted) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(letter != wanted);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
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
    fn a_mistyped_name_is_told_from_other_words() {
        for (text, expected) in [
            ("diagonl", "diagonal"),
            ("anti-kinght", "anti-knight"),
            ("nonconsecutve", "non-consecutive"),
            ("variant diagonl", "diagonal"),
            ("Thermometre", "thermometer"),
            ("german whispres", "whispers"),
        ] {
            assert_eq!(meant(text), Some(expected), "{text}");
        }
        for text in "easy|medium|difficult|expert|extreme|tough|evil|fiendish|diabolical|moderate|\
            simple|gentle|normal|classic|standard|puzzle|puzzles|sudoku|daily sudoku|weekly|monday|tuesday|\
            wednesday|thursday|friday|saturday|sunday|january|february|march|april|august|september|\
            october|november|december|solution|answer|answers|hints|rating|level|score|author|title|\
            source|thanks|cheers|regards|please help|stuck here|enjoy|good luck|have fun|hello there|\
            numbers|letters|symmetry|symmetric|minimal|number|unique|multiple|invalid|unknown|start|\
            finish|print|share|continue|previous|another|windy days|winter|summer|spring|autumn|english|\
            german|french|french sudoku|dutch|times|guardian|telegraph|newspaper|magazine|killer of a puzzle"
            .split('|')
        {
            assert_eq!(meant(text), None, "{text}");
        }
    }

    #[test]
    fn every_ordinary_name_is_that_of_a_kind() {
        for name in ORDINARY.split(' ') {
            assert!(Kind::all().any(|kind| kind.name == name), "{name}");
        }
    }
}
