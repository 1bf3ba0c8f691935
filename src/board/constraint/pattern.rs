//! Regular expressions over digits: `[1-3]*[4-6][7-9]+`.

use std::collections::BTreeSet;

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::nfa::{Nfa, State};
use super::pattern_node::{MOST_STATES, Node, is_wide};
use super::pattern_parser::PatternParser;

/// A pattern that a sequence of digits matches from its first digit to its last.
///
/// ```
/// use satdoku::board::Pattern;
///
/// let pattern = Pattern::parse("[1-3]*[4-6][7-9]+", 9)?;
/// assert!(pattern.matches(&[1, 3, 2, 5, 9]) && !pattern.matches(&[1, 3, 2, 5]));
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern(Node);

impl Pattern {
    /// Parses a pattern. On a board with a digit above 9, digits that follow each other are separated by
    /// spaces; on others, each character is a digit.
    ///
    /// # Errors
    /// If it is not a pattern, or needs more than 10,000 states. The column is that in the text.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Pattern, Mismatch> {
        let node = PatternParser::parse(text, &board.into())?;
        match node.state_count() {
            ..=MOST_STATES => Ok(Pattern(node)),
            _ => {
                let expected = format!("a pattern with at most {MOST_STATES} states");
                Err(Mismatch::new(expected, "a larger one"))
            }
        }
    }

    /// Returns true if the pattern matches all of a sequence.
    pub fn matches(&self, digits: &[usize]) -> bool {
        self.0
            .ends(digits, &BTreeSet::from([0]))
            .contains(&digits.len())
    }

    /// Returns the text of the pattern for a board.
    pub fn text(&self, board: &Geometry) -> String {
        self.0.text(is_wide(board))
    }

    /// Returns the automaton of the pattern (K. Thompson, *Regular Expression Search Algorithm*,
    /// Communications of the ACM 1968).
    pub(super) fn nfa(&self) -> Nfa {
        let mut nfa = Nfa {
            start: vec![0],
            states: vec![State::default()],
        };
        let end = self.0.build(0, &mut nfa);
        nfa.states[end as usize].is_final = true;
        nfa
    }
}
