//! Removal of clues, whatever they are, from the top down.

use super::GenerateError;

/// The outcome of leaving out some clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The rest has one solution and is not too hard.
    Allowed,
    /// The rest has several solutions.
    Ambiguous,
    /// The rest is too hard, or a limit was reached.
    Refused,
}

/// Clues that have one solution. A clue is a number: first come the cells, whose givens they are, and
/// then drawn constraints.
pub(super) trait Clues {
    /// The number of clues, including those that were left out.
    fn count(&self) -> usize;

    /// True if the clue has not been left out.
    fn has(&self, clue: usize) -> bool;

    /// True if the clue is known to be needed for one solution, whatever others are left out.
    fn is_needed(&self, clue: usize) -> bool;

    /// Decides whether clues can be left out. `is_hard_allowed` takes puzzles of any difficulty.
    ///
    /// # Errors
    /// If an engine fails.
    fn without(&mut self, group: &[usize], is_hard_allowed: bool)
    -> Result<Outcome, GenerateError>;

    /// Leaves out clues.
    fn leave_out(&mut self, group: &[usize]);

    /// True if the time is over.
    fn is_late(&self) -> bool;
}

/// Leaves out groups of clues in order, at most `most` clues in all, and returns the groups that are left
/// and not known to be needed.
///
/// Each group is tried once, because one that is needed among many clues is needed among fewer. At first,
/// `stride` groups are left out together, and half as many after each failure. This changes nothing but the
/// number of searches.
pub(super) fn remove(
    clues: &mut impl Clues,
    groups: &[Vec<usize>],
    most: usize,
    mut stride: usize,
) -> Result<Vec<Vec<usize>>, GenerateError> {
    let (mut next, mut left, mut open) = (0, most, Vec::new());
    while next < groups.len() && !clues.is_late() {
        let end = groups.len().min(next + stride);
        let joined;
        let group = match &groups[next..end] {
            [single] => single,
            several => {
                joined = several.concat();
                &joined
            }
        };
        // A smaller group may still fit.
        let outcome = match group.len() <= left {
            true => clues.without(group, false)?,
            false => Outcome::Refused,
        };
        if outcome == Outcome::Allowed {
            clues.leave_out(group);
            left -= group.len();
            next = end;
        } else if end - next > 1 {
            stride = (end - next) / 2;
        } else {
            if outcome == Outcome::Refused {
                open.push(group.clone());
            }
            next = end;
        }
    }
    Ok(open)
}

/// The minimality of a puzzle; `None` for what is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Minimality {
    /// True if no clue can be left out.
    pub of_clues: Option<bool>,
    /// True if no group of clues can be left out.
    pub of_groups: Option<bool>,
}

/// Decides whether clues are minimal. `open` are the groups that are not known to be needed.
pub(super) fn minimality(
    clues: &mut impl Clues,
    open: &[Vec<usize>],
) -> Result<Minimality, GenerateError> {
    let mut singles = Vec::new();
    for clue in 0..clues.count() {
        if clues.has(clue) && !clues.is_needed(clue) {
            singles.push(vec![clue]);
        }
    }
    let of_clues = needs_all(clues, &singles)?;
    let of_groups = match of_clues {
        Some(true) => Some(true),
        _ => needs_all(clues, open)?,
    };
    Ok(Minimality {
        of_clues,
        of_groups,
    })
}

/// Returns true if none of these groups can be left out, and `None` if that is not known.
fn needs_all(clues: &mut impl Clues, groups: &[Vec<usize>]) -> Result<Option<bool>, GenerateError> {
    let mut is_known = true;
    for group in groups {
        if clues.is_late() {
            return Ok(None);
        }
        match clues.without(group, true)? {
            Outcome::Allowed => return Ok(Some(false)),
            Outcome::Ambiguous => {}
            Outcome::Refused => is_known = false,
        }
    }
    Ok(is_known.then_some(true))
}
