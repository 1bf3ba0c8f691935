//! Pairs of digits that a setter allows: a condition or a list.

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::digit_list::digit_list;
use super::expression::Expression;
use super::scanner::Scanner;

/// Pairs of digits, by a condition or one by one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AllowedPairs {
    /// The digits `a` and `b` that satisfy a condition.
    Condition(Expression),
    /// These pairs.
    List(PairList),
}

/// A list of pairs of digits. Its text has the digits that can follow others: `1:2-4 2,3:1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PairList(Vec<[usize; 2]>);

impl PairList {
    /// The text of a list without pairs.
    const NONE: &str = "none";

    /// Creates a list. The order of the pairs means nothing.
    pub fn new(pairs: impl IntoIterator<Item = [usize; 2]>) -> PairList {
        let mut pairs: Vec<[usize; 2]> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        PairList(pairs)
    }

    /// The pairs, sorted.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.0
    }

    /// Parses `1:2-4 2,3:1`, or `none`. Returns `None` if the text is not of this form.
    fn parse(text: &str, board: &Geometry) -> Option<Result<PairList, Mismatch>> {
        let is_of_list = |c: char| c.is_ascii_digit() || " :,-".contains(c);
        if text.trim().eq_ignore_ascii_case(PairList::NONE) {
            return Some(Ok(PairList(Vec::new())));
        }
        (text.contains(':') && text.chars().all(is_of_list)).then(|| {
            let mut pairs = Vec::new();
            let mut scanner = Scanner::new(text, "list");
            while !scanner.is_at_end() {
                let firsts = scanner.digits(board)?;
                scanner.expect(":")?;
                let seconds = scanner.digits(board)?;
                for first in firsts {
                    pairs.extend(seconds.iter().map(|second| [first, *second]));
                }
            }
            Ok(PairList::new(pairs))
        })
    }

    /// Writes digits with the same partners together.
    fn text(&self) -> String {
        let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for pairs in self.0.chunk_by(|one, other| one[0] == other[0]) {
            let seconds: Vec<usize> = pairs.iter().map(|pair| pair[1]).collect();
            match groups.iter_mut().find(|(_, other)| *other == seconds) {
                Some((firsts, _)) => firsts.push(pairs[0][0]),
                None => groups.push((vec![pairs[0][0]], seconds)),
            }
        }
        let list = |digits: &[usize]| digit_list(digits);
        let groups: Vec<String> = groups
            .iter()
            .map(|(firsts, seconds)| format!("{}:{}", list(firsts), list(seconds)))
            .collect();
        match groups.is_empty() {
            true => PairList::NONE.to_string(),
            false => groups.join(" "),
        }
    }
}

impl AllowedPairs {
    /// Parses a condition or a list.
    ///
    /// # Errors
    /// If it is neither. The column is that in the text.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<AllowedPairs, Mismatch> {
        match PairList::parse(text, &board.into()) {
            Some(list) => list.map(AllowedPairs::List),
            None => Expression::parse(text).map(AllowedPairs::Condition),
        }
    }

    /// Returns true for a pair of digits, in the order of the cells.
    pub fn contain(&self, first: usize, second: usize) -> bool {
        match self {
            AllowedPairs::Condition(condition) => condition.holds(first, second),
            AllowedPairs::List(list) => list.0.binary_search(&[first, second]).is_ok(),
        }
    }

    /// Returns the text, without quotation marks.
    pub(super) fn text(&self) -> String {
        match self {
            AllowedPairs::Condition(condition) => condition.as_str().to_string(),
            AllowedPairs::List(list) => list.text(),
        }
    }
}
