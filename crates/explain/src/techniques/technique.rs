//! Techniques: the names of steps as used by the community (sudopedia.org,
//! hodoku.sourceforge.net).

use std::fmt;

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
    /// A digit that all combinations of a cage contain.
    CageForcedDigit,
    /// Houses and the cages in them: the cells that only one side covers have a known sum or
    /// difference. It is also called the rule of 45.
    InniesAndOuties,
    /// Lower and upper bounds of the digits along thermometers.
    ThermometerBounds,
    /// The digits along an arrow and the number in its circle.
    ArrowSum,
    /// One or several dots between cells.
    KropkiChain,
    /// Low and high digits in turn along a line of whispers.
    WhisperAlternation,
    /// The lowest and the highest digit of a renban line.
    RenbanRange,
    /// Any other drawn constraint alone.
    SingleConstraint,
    /// Any other proof from this number of facts, drawn constraints among them.
    Proof(usize),
}

impl Technique {
    /// Returns the technique with this name, in lower case with `-` for a space: `x-wing`,
    /// `hidden-pair`, `pointing`.
    pub fn from_name(name: &str) -> Option<Technique> {
        let all = Technique::all();
        all.into_iter().find(|technique| {
            let display = technique.to_string().to_lowercase();
            let short = display.strip_prefix("locked candidates (");
            let short = short.and_then(|short| short.strip_suffix(')'));
            short.unwrap_or(&display).replace(' ', "-") == name
        })
    }

    /// Returns all techniques that are steps towards a solution, apart from proofs of several facts with
    /// drawn constraints and steps that assume one solution, in their order.
    fn all() -> Vec<Technique> {
        use Technique::*;
        let mut all = vec![
            HiddenSingle,
            NakedSingle,
            Pointing,
            Claiming,
            LockedCandidates,
        ];
        all.extend((2..=4).flat_map(|size| [NakedSubset(size), HiddenSubset(size)]));
        all.extend((2..=4).flat_map(|size| [Fish(size), FinnedFish(size), SashimiFish(size)]));
        all.extend([
            Skyscraper,
            TwoStringKite,
            EmptyRectangle,
            XyWing,
            XyzWing,
            WWing,
        ]);
        all.extend([XChain, XyChain, AlternatingInferenceChain, ForcingNet]);
        all.extend([
            CageCombinations,
            CageForcedDigit,
            InniesAndOuties,
            ThermometerBounds,
        ]);
        all.extend([
            ArrowSum,
            KropkiChain,
            WhisperAlternation,
            RenbanRange,
            SingleConstraint,
        ]);
        all.sort();
        all
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
        use Technique::{
            CageCombinations, Claiming, InniesAndOuties, LockedCandidates, Pointing,
            ThermometerBounds,
        };
        let name = self.to_string();
        let is_plural = matches!(self, CageCombinations | InniesAndOuties | ThermometerBounds);
        if is_plural || matches!(self, Pointing | Claiming | LockedCandidates) {
            return name;
        }
        let first = name.chars().next().unwrap_or(' ');
        // The X of X-wing is pronounced as a letter, and so is the u of unique.
        let article = if "aeioAEIOUX".contains(first) {
            "an"
        } else {
            "a"
        };
        format!("{article} {name}")
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::{
            AlternatingInferenceChain, ArrowSum, BugPlusOne, CageCombinations, CageForcedDigit,
            Claiming, Contradiction, EmptyRectangle, FinnedFish, Fish, ForcingNet, HiddenSingle,
            HiddenSubset, InniesAndOuties, KropkiChain, LockedCandidates, NakedSingle, NakedSubset,
            Pointing, Proof, RenbanRange, SashimiFish, SingleConstraint, Skyscraper,
            ThermometerBounds, TwoStringKite, UniqueRectangle, WWing, WhisperAlternation, XChain,
            XyChain, XyWing, XyzWing,
        };
        const SUBSETS: [&str; 5] = ["", "", "pair", "triple", "quad"];
        const FISH: [&str; 5] = ["", "", "X-wing", "swordfish", "jellyfish"];
        f.write_str(match *self {
            Contradiction => "contradiction",
            HiddenSingle => "hidden single",
            NakedSingle => "naked single",
            Pointing => "locked candidates (pointing)",
            Claiming => "locked candidates (claiming)",
            LockedCandidates => "locked candidates",
            NakedSubset(size) => return write!(f, "naked {}", SUBSETS[size]),
            HiddenSubset(size) => return write!(f, "hidden {}", SUBSETS[size]),
            Fish(size) => FISH[size],
            Skyscraper => "skyscraper",
            TwoStringKite => "two-string kite",
            EmptyRectangle => "empty rectangle",
            FinnedFish(size) => return write!(f, "finned {}", FISH[size]),
            SashimiFish(size) => return write!(f, "sashimi {}", FISH[size]),
            XyWing => "XY-wing",
            XyzWing => "XYZ-wing",
            WWing => "W-wing",
            UniqueRectangle => "unique rectangle",
            BugPlusOne => "BUG+1",
            XChain => "X-chain",
            XyChain => "XY-chain",
            AlternatingInferenceChain => "alternating inference chain",
            ForcingNet => "forcing net",
            CageCombinations => "cage combinations",
            CageForcedDigit => "cage with a forced digit",
            InniesAndOuties => "innies and outies",
            ThermometerBounds => "thermometer bounds",
            ArrowSum => "arrow sum",
            KropkiChain => "kropki chain",
            WhisperAlternation => "whisper alternation",
            RenbanRange => "renban range",
            SingleConstraint => "single constraint",
            Proof(count) => return write!(f, "proof of {count} facts"),
        })
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
        ] {
            assert_eq!(Technique::from_name(name), Some(technique));
        }
        for unknown in [
            "guess",
            "sue-de-coq",
            "als-xz",
            "remote-pair",
            "mutant-swordfish",
        ] {
            assert_eq!(Technique::from_name(unknown), None);
        }
        let all = Technique::all();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
