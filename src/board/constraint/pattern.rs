//! Regular expressions over digits: `[1-3]*[4-6][7-9]+`.

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::nfa::{Nfa, State};
use super::pattern_node::MOST_STATES;
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
pub struct Pattern {
    text: String,
    nfa: Nfa,
}

impl Pattern {
    /// Parses a pattern. On a board with a digit above 9, digits that follow each other are separated by
    /// spaces; on others, each character is a digit.
    ///
    /// Its automaton is that of K. Thompson, *Regular Expression Search Algorithm*, Communications of the ACM
    /// 1968.
    ///
    /// # Errors
    /// If it is not a pattern, or needs more than 10,000 states. The column is that in the text.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Pattern, Mismatch> {
        let node = PatternParser::parse(text, &board.into())?;
        if node.state_count() > MOST_STATES {
            let expected = format!("a pattern with at most {MOST_STATES} states");
            return Err(Mismatch::new(expected, "a larger one"));
        }
        let mut nfa = Nfa {
            start: vec![0],
            states: vec![State::default()],
        };
        let end = node.build(0, &mut nfa);
        nfa.states[end as usize].is_final = true;
        // On one line, wherever it comes from.
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        Ok(Pattern { text, nfa })
    }

    /// Returns true if the pattern matches all of a sequence.
    pub fn matches(&self, digits: &[usize]) -> bool {
        self.nfa.accepts(&[digits.to_vec()])
    }

    /// The text, as it was written but on one line.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The automaton of the pattern.
    pub(super) fn nfa(&self) -> &Nfa {
        &self.nfa
    }
}
