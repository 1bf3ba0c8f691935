//! Techniques: the names of steps as used by the community (sudopedia.org,
//! hodoku.sourceforge.net).

use std::fmt;

use crate::text::constraint::kind_noun;
use satdoku::board::Constraint;

/// The name of a step, in the order of difficulty among steps with the same number of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Technique {
    /// A fact has no candidate left: there is no solution.
    Contradiction,
    /// A digit has one place left in a house.
    HiddenSingle,
    /// A cell has one digit left.
    NakedSingle,
    /// All places for a digit in a box or region are in one row or column.
    Pointing,
    /// All places for a digit in a row or column are in one box or region.
    Claiming,
    /// All candidates of one fact exclude another candidate, by other houses or pair constraints.
    LockedCandidates,
    /// Two to four cells of a house that have as many digits together.
    NakedSubset(usize),
    /// Two to four digits that have as many cells of a house together.
    HiddenSubset(usize),
    /// Two to four rows whose places for a digit are in as many columns, or vice versa.
    Fish(usize),
    /// Two rows or columns with two places for a digit each, two of which are in one line.
    Skyscraper,
    /// A row and a column with two places for a digit each, two of which are in one box.
    TwoStringKite,
    /// A box whose places for a digit are in one row and one column, and a line with two places.
    EmptyRectangle,
    /// A fish with additional places, all of them in one box.
    FinnedFish(usize),
    /// A finned fish in which a row or column has a single place apart from the fins.
    SashimiFish(usize),
    /// Three cells that together have three digits, two in each cell; one cell sees the others.
    XyWing,
    /// A cell with three digits that sees two cells with two of these digits each.
    XyzWing,
    /// Two cells with the same two digits, and a house in which every place for one of the digits
    /// sees one of the cells.
    WWing,
    /// Two digits that could be exchanged in four cells if these had no others, in a puzzle with one
    /// solution.
    UniqueRectangle,
    /// A bivalue universal grave with one other candidate: all open cells could be changed to their other
    /// digit, in a puzzle with one solution.
    BugPlusOne,
    /// An alternating inference chain about one digit.
    XChain,
    /// An alternating inference chain of cells with two digits each.
    XyChain,
    /// A chain of strong and weak links in turn, one end of which holds.
    AlternatingInferenceChain,
    /// Any other proof: the opposite leads to a contradiction, possibly in several cases.
    ForcingNet,
    /// The digit sets that add up to the sum of a cage, or of several.
    CageCombinations,
    /// Houses and the cages in them: the cells that only one side covers have a known sum or
    /// difference. It is also called the rule of 45.
    InniesAndOuties,
    /// A drawn constraint of this kind alone.
    Constraint(&'static str),
    /// Several dots between cells.
    KropkiChain,
    /// Any other proof from this number of facts, drawn constraints among them.
    Proof(usize),
}

/// The names of all techniques except single constraints and proofs of several facts.
const NAMES: &[(Technique, &str)] = &[
    (Technique::Contradiction, "contradiction"),
    (Technique::HiddenSingle, "hidden single"),
    (Technique::NakedSingle, "naked single"),
    (Technique::Pointing, "locked candidates (pointing)"),
    (Technique::Claiming, "locked candidates (claiming)"),
    (Technique::LockedCandidates, "locked candidates"),
    (Technique::NakedSubset(2), "naked pair"),
    (Technique::NakedSubset(3), "naked triple"),
    (Technique::NakedSubset(4), "naked quad"),
    (Technique::HiddenSubset(2), "hidden pair"),
    (Technique::HiddenSubset(3), "hidden triple"),
    (Technique::HiddenSubset(4), "hidden quad"),
    (Technique::Fish(2), "X-wing"),
    (Technique::Fish(3), "swordfish"),
    (Technique::Fish(4), "jellyfish"),
    (Technique::Skyscraper, "skyscraper"),
    (Technique::TwoStringKite, "two-string kite"),
    (Technique::EmptyRectangle, "empty rectangle"),
    (Technique::FinnedFish(2), "finned X-wing"),
    (Technique::FinnedFish(3), "finned swordfish"),
    (Technique::FinnedFish(4), "finned jellyfish"),
    (Technique::SashimiFish(2), "sashimi X-wing"),
    (Technique::SashimiFish(3), "sashimi swordfish"),
    (Technique::SashimiFish(4), "sashimi jellyfish"),
    (Technique::XyWing, "XY-wing"),
    (Technique::XyzWing, "XYZ-wing"),
    (Technique::WWing, "W-wing"),
    (Technique::UniqueRectangle, "unique rectangle"),
    (Technique::BugPlusOne, "BUG+1"),
    (Technique::XChain, "X-chain"),
    (Technique::XyChain, "XY-chain"),
    (
        Technique::AlternatingInferenceChain,
        "alternating inference chain",
    ),
    (Technique::ForcingNet, "forcing net"),
    (Technique::CageCombinations, "cage combinations"),
    (Technique::InniesAndOuties, "innies and outies"),
    (Technique::KropkiChain, "kropki chain"),
];

impl Technique {
    /// Returns the technique with this name, in lower case with `-` for a space: `x-wing`,
    /// `hidden-pair`, `pointing`, `black-dot`. Contradictions, steps that assume one solution and proofs of several
    /// facts with drawn constraints are none.
    pub fn from_name(name: &str) -> Option<Technique> {
        let is_step =
            |of: &Technique| *of != Technique::Contradiction && !of.assumes_one_solution();
        let named = NAMES
            .iter()
            .map(|(technique, _)| *technique)
            .filter(is_step);
        let mut all = named.chain(Constraint::names().map(Technique::Constraint));
        all.find(|technique| {
            let display = technique.to_string().to_lowercase();
            let short = display.strip_prefix("locked candidates (");
            let short = short.and_then(|short| short.strip_suffix(')'));
            short.unwrap_or(&display).replace(' ', "-") == name
        })
    }

    /// Returns true for a hidden or naked single.
    pub fn is_single(self) -> bool {
        matches!(self, Technique::HiddenSingle | Technique::NakedSingle)
    }

    /// Returns true for a naked or hidden pair, triple or quad.
    pub(crate) fn is_subset(self) -> bool {
        matches!(self, Technique::NakedSubset(_) | Technique::HiddenSubset(_))
    }

    /// Returns true if one of the facts is that the puzzle has one solution.
    pub(crate) fn assumes_one_solution(self) -> bool {
        matches!(self, Technique::UniqueRectangle | Technique::BugPlusOne)
    }

    /// Returns the name with its article if it takes one: `a naked pair`, `an X-wing`, `locked
    /// candidates (pointing)`.
    pub fn with_article(self) -> String {
        let name = self.to_string();
        if name.ends_with('s') || name.starts_with("locked") {
            return name;
        }
        // The X of X-wing is pronounced as a letter, and so is the u of unique.
        let is_vowel = name.starts_with(|first| "aeioAEIOUX".contains(first));
        format!("{} {name}", if is_vowel { "an" } else { "a" })
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Technique::Constraint(kind) => f.write_str(&kind_noun(kind)),
            Technique::Proof(count) => write!(f, "proof of {count} facts"),
            _ => {
                let named = NAMES.iter().find(|(technique, _)| technique == self);
                f.write_str(named.map_or("", |(_, name)| name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_have_names_for_options() {
        for (name, technique) in [
            ("x-wing", Technique::Fish(2)),
            ("hidden-pair", Technique::HiddenSubset(2)),
            ("pointing", Technique::Pointing),
            ("sashimi-swordfish", Technique::SashimiFish(3)),
            ("locked-candidates", Technique::LockedCandidates),
            ("innies-and-outies", Technique::InniesAndOuties),
            ("black-dot", Technique::Constraint("ratio")),
            ("whispers-line", Technique::Constraint("whispers")),
            ("little-killer", Technique::Constraint("little-killer")),
            ("sum", Technique::Constraint("sum")),
        ] {
            assert_eq!(Technique::from_name(name), Some(technique));
        }
        for unknown in [
            "guess",
            "sue-de-coq",
            "als-xz",
            "remote-pair",
            "mutant-swordfish",
            "contradiction",
        ] {
            assert_eq!(Technique::from_name(unknown), None);
        }
    }
}
