//! Scores of steps on the scale that the community uses, that of Sudoku Explainer (N. Juillerat, 2006).
//!
//! Steps that have a name there get its figure. The figures of other chains and of forcing nets depend on
//! the number of facts. They were fitted on 5,600 minimal puzzles with known ratings (D. Berthier,
//! *Controlled-bias Sudoku generator and collection*), so that the score of the hardest step is near the
//! rating. On 1,950 other puzzles of the collection, the rank correlation is 0.972, and 85 % of the
//! scores are within 0.5.
//!
//! The steps differ from those of Sudoku Explainer, which searches for wings before other chains and
//! combines a pair or locked candidates with the single that they lead to.

use std::fmt;

use crate::fact::Fact;
use crate::reason::combinations;
use crate::step::Step;
use crate::techniques::pattern::Pattern;
use crate::techniques::technique::Technique;
use satdoku::board::Layout;

/// The difficulty of a step or a puzzle, in tenths: from 1.2 for a hidden single in a box to 12.0 for steps that
/// no person finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(u16);

/// The highest score.
const MOST: u16 = 120;

impl Score {
    /// The highest score of a step of one drawn constraint or sum.
    pub(crate) const MOST_OF_ONE_RULE: Score = Score(36);

    /// Returns the score of a step, apart from that of the sums among its facts. `is_routine` is true for steps with
    /// drawn constraints that players find as easily as a single.
    pub(crate) fn of_step(layout: &Layout, step: &Step, is_routine: bool) -> Score {
        let (pattern, facts) = (&step.pattern, step.facts.len());
        use Technique::{
            BugPlusOne, Claiming, Contradiction, Fish, HiddenSingle, HiddenSubset,
            LockedCandidates, NakedSingle, NakedSubset, Pointing, UniqueRectangle, XyWing, XyzWing,
        };
        Score(match (step.technique, pattern) {
            (HiddenSingle, _) if pattern.is_of_line() => 15,
            (Contradiction | HiddenSingle, _) => 12,
            (NakedSingle, _) => 23,
            (Pointing, _) => 26,
            (Claiming | LockedCandidates, _) => 28,
            (NakedSubset(2), _) => 30,
            (Fish(2), _) => 32,
            (HiddenSubset(2), _) => 34,
            (NakedSubset(3), _) => 36,
            (Fish(3), _) => 38,
            (HiddenSubset(3), _) => 40,
            (XyWing, _) => 42,
            (XyzWing, _) => 44,
            (UniqueRectangle, _) => 44 + facts as u16,
            (BugPlusOne, _) => 56,
            (NakedSubset(_), _) => 50,
            (Fish(_), _) => 52,
            (HiddenSubset(_), _) => 54,
            (_, Pattern::Net) => forcing_net(facts),
            (_, Pattern::Drawn(_)) => drawn(layout, step, is_routine),
            _ => chain(facts),
        })
    }

    /// Returns the score of finding a sum over houses: adding up is easy for one house, but takes longer with each
    /// other house and its cages.
    pub(crate) fn of_sum(houses: usize, cages: usize) -> Score {
        Score(match houses {
            1 => 23,
            _ => 27 + (houses + cages).min(60) as u16,
        })
    }
}

/// Returns the score of a chain in tenths: Sudoku Explainer's 6.6 to 8.4, by length.
fn chain(facts: usize) -> u16 {
    match facts {
        0..=2 => 66,
        3 => 70,
        4 => 72,
        5 => 73,
        _ => 84,
    }
}

/// Returns the score of a forcing net in tenths. The largest known puzzles have nets of about 20 facts,
/// and ratings up to 11.9.
fn forcing_net(facts: usize) -> u16 {
    match facts {
        0..=3 => 73,
        4 => 74,
        5 => 84,
        6 => 85,
        7 => 89,
        _ => MOST.min(90 + 15 * facts.saturating_sub(8).min(100) as u16 / 10),
    }
}

/// Returns the score of a step with drawn constraints in tenths. Sudoku Explainer has none. A routine step is as easy as a
/// naked single, and each cell or combination counts a tenth. Other steps of one constraint or sum count from pointing to
/// a triple, by the number of combinations or open cells; one with a cell or house as a triple, and two constraints as an
/// easy wing.
fn drawn(layout: &Layout, step: &Step, is_routine: bool) -> u16 {
    let rules = step.facts.iter().filter(|fact| fact.is_rule());
    match (&step.facts[..], rules.count()) {
        ([Fact::Sum(_)], _) => match (is_routine, step.summed_cells()) {
            (true, cells) => 22 + cells.min(3) as u16,
            (false, cells) => 20 + 2 * cells.clamp(3, 8) as u16,
        },
        ([Fact::Constraint(number)], _) => {
            match (is_routine, combinations(layout, &step.before, *number)) {
                (true, count) => 22 + count.clamp(1, 3) as u16,
                (false, 0) => 28,
                (false, count) => 25 + count.min(10) as u16,
            }
        }
        ([_], _) => 28,
        ([_, _], 1) => 36,
        ([_, _], _) => 40,
        (more, _) => forcing_net(more.len()),
    }
}

impl fmt::Display for Score {
    /// Writes one decimal: `7.2`. The highest score has a name: `12.0, beyond human`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)?;
        match self.0 {
            MOST.. => f.write_str(", beyond human"),
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Score {
    /// Writes a number with one decimal.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum over four rows and eleven cages is as hard as two constraints, not as a net of 15 facts.
    #[test]
    fn a_sum_counts_its_houses_and_cages_as_little() {
        assert!((1..40).all(|houses| Score::of_sum(houses, 5) < Score::of_sum(houses + 1, 5)));
        assert!((1..40).all(|cages| Score::of_sum(2, cages) < Score::of_sum(2, cages + 1)));
        assert!(Score::of_sum(3, 9) < Score(40) && Score(40) < Score(forcing_net(12)));
    }

    #[test]
    fn no_score_is_above_the_scale() {
        assert_eq!(Score(forcing_net(8)).to_string(), "9.0");
        assert_eq!(Score(forcing_net(141)).to_string(), "12.0, beyond human");
        assert_eq!(Score(forcing_net(usize::MAX)), Score(MOST));
    }

    #[test]
    fn larger_proofs_do_not_score_less() {
        for facts in 2..40 {
            assert!(chain(facts) <= chain(facts + 1));
            assert!(forcing_net(facts) <= forcing_net(facts + 1));
            assert!(chain(facts) <= forcing_net(facts), "{facts}");
        }
    }
}
