//! Patterns: what the facts of a step look like to a player.
//!
//! A pattern is recognised once, with its parts. The name, the text, the picture and the score of a step
//! are taken from it.

use super::chain::Chain;
use super::fish::{Fish, is_line};
use super::technique::Technique;
use super::wing::Wing;
use crate::fact::{DeadlyPattern, Fact};
use crate::text::constraint::house_name;
use crate::text::facts::options;
use crate::text::words::{cells, digits, names};
use satdoku::board::{Candidate, Layout, Source};

/// The pattern of the facts of a step, with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Facts that contradict each other, or one that cannot hold.
    Contradiction,
    /// A digit with one place left in a house.
    HiddenSingle(Source, Candidate),
    /// A cell with one digit left.
    NakedSingle(Candidate),
    /// A fact whose candidates all exclude others.
    Locked(Locked),
    /// Cells that have as many digits together, with their candidates.
    NakedSubset(usize, Vec<Candidate>),
    /// Digits that have as many cells of a house together, with their candidates.
    HiddenSubset(usize, Source, Vec<Candidate>),
    /// Lines whose places for a digit are in as many lines across, apart from fins.
    Fish(Fish),
    /// A pivot or a strong link, and two pincers.
    Wing(Wing),
    /// Strong and weak links in turn, and the name of such a chain.
    Chain(Technique, Chain),
    /// Candidates whose solutions come in pairs.
    Deadly(DeadlyPattern),
    /// Facts with drawn constraints or sums among them, and the name of such a step.
    Drawn(Technique),
    /// No pattern: the opposite leads to a contradiction.
    Net,
}

/// Locked candidates: all candidates of a fact exclude others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Locked {
    pub fact: Fact,
    pub members: Vec<Candidate>,
    /// The other house that all places of a digit are in, for pointing and claiming.
    pub cover: Option<Source>,
}

impl Pattern {
    /// Returns the name of the step.
    pub fn technique(&self) -> Technique {
        match self {
            Pattern::Contradiction => Technique::Contradiction,
            Pattern::HiddenSingle(..) => Technique::HiddenSingle,
            Pattern::NakedSingle(_) => Technique::NakedSingle,
            Pattern::Locked(locked) => locked.technique(),
            Pattern::NakedSubset(size, _) => Technique::NakedSubset(*size),
            Pattern::HiddenSubset(size, ..) => Technique::HiddenSubset(*size),
            Pattern::Fish(fish) => fish.technique(),
            Pattern::Wing(wing) => wing.technique(),
            Pattern::Chain(technique, _) | Pattern::Drawn(technique) => *technique,
            Pattern::Deadly(DeadlyPattern::Rectangle { .. }) => Technique::UniqueRectangle,
            Pattern::Deadly(DeadlyPattern::AllBut(_)) => Technique::BugPlusOne,
            Pattern::Net => Technique::ForcingNet,
        }
    }

    /// Returns true for a hidden single in a row or column.
    pub fn is_of_line(&self) -> bool {
        matches!(self, Pattern::HiddenSingle(house, _) if is_line(*house))
    }

    /// Returns the argument in words, or `None` if it takes a proof by contradiction or the reasons of
    /// drawn constraints.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> Option<String> {
        let board = layout.geometry();
        Some(match self {
            Pattern::HiddenSingle(house, Candidate { cell, digit }) => format!(
                "In {}, {} has one place left: {}.",
                house_name(*house, layout),
                board.value(*digit),
                cell.name(board)
            ),
            Pattern::NakedSingle(Candidate { cell, digit }) => {
                format!(
                    "{} has one digit left: {}.",
                    cell.name(board),
                    board.value(*digit)
                )
            }
            Pattern::Locked(locked) => locked.to_text(eliminates, layout),
            Pattern::NakedSubset(_, members) => format!(
                "{} have only {} left and hold these digits in some order. So a cell that sees all \
                 places of one of them cannot have it.",
                cells(members, board, "and"),
                digits(members, board, "and")
            ),
            Pattern::HiddenSubset(_, house, members) => format!(
                "In {}, {} can only be at {}. These cells hold them in some order, and nothing \
                 else.",
                house_name(*house, layout),
                digits(members, board, "and"),
                cells(members, board, "and")
            ),
            Pattern::Fish(fish) => fish.to_text(eliminates, layout),
            Pattern::Wing(wing) => wing.to_text(eliminates, layout),
            Pattern::Contradiction
            | Pattern::Chain(..)
            | Pattern::Deadly(_)
            | Pattern::Drawn(_)
            | Pattern::Net => return None,
        })
    }

    /// Returns the candidates on the other side of the pattern: fins, the far ends of strong links, and the
    /// pivot of a wing. A picture tells them from the other premises.
    pub fn other_side(&self) -> Vec<Candidate> {
        match self {
            Pattern::Fish(fish) => fish.fins.clone(),
            Pattern::Wing(wing) => wing.middle.clone(),
            Pattern::Chain(_, chain) => chain.far_ends(),
            _ => Vec::new(),
        }
    }

    /// Returns the chain of a chain or wing.
    pub fn chain(&self) -> Option<&Chain> {
        match self {
            Pattern::Chain(_, chain) => Some(chain),
            Pattern::Wing(wing) => wing.chain.as_ref(),
            _ => None,
        }
    }
}

impl Locked {
    fn technique(&self) -> Technique {
        match (&self.fact, self.cover) {
            (Fact::House(base, _), Some(_)) if is_line(*base) => Technique::Claiming,
            (Fact::House(..), Some(_)) => Technique::Pointing,
            _ => Technique::LockedCandidates,
        }
    }

    fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let (Fact::House(base, digit), Some(cover)) = (&self.fact, self.cover) else {
            let subject = match &self.fact {
                Fact::House(house, digit) => {
                    format!("{} in {}", board.value(*digit), house_name(*house, layout))
                }
                fact => fact.name(layout).to_string(),
            };
            return format!(
                "{subject} is {}. Each of these excludes {}.",
                options(&self.fact, &self.members, board),
                names(eliminates, board, "and")
            );
        };
        let (base, cover) = (house_name(*base, layout), house_name(cover, layout));
        let digit = board.value(*digit);
        format!(
            "In {base}, {digit} can only be at {}, all in {cover}. So {digit} is nowhere else in {cover}.",
            cells(&self.members, board, "or")
        )
    }
}
