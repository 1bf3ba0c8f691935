//! Taking givens away from a solved grid, from the top down.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::request::Plan;
use super::standard::shuffle;
use crate::engine::EngineError;

/// Whether givens have one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Unique,
    Several,
    /// It was not found out with the effort that is allowed.
    Unknown,
}

/// Givens with one solution, some of which can go.
pub(super) trait Uniqueness {
    /// Takes these givens away if the others have one solution; if not, they stay. More than these
    /// may go where the others have been found to be enough.
    ///
    /// # Errors
    /// When a solver is at fault.
    fn remove(&mut self, cells: &[usize]) -> Result<Reply, EngineError>;

    /// Whether the others have one solution without these givens, which stay.
    ///
    /// # Errors
    /// When a solver is at fault.
    fn can_go(&mut self, cells: &[usize]) -> Result<Reply, EngineError>;

    /// Whether a cell is given.
    fn is_given(&self, cell: usize) -> bool;

    /// Whether a given is known to be needed by itself, whatever else goes.
    fn is_needed(&self, cell: usize) -> bool;
}

/// How minimal a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reduced {
    /// Whether no given can go, if that is known.
    pub is_minimal: Option<bool>,
    /// Whether no group of cells that symmetry gives together can go, if that is known.
    pub is_minimal_in_groups: Option<bool>,
}

/// Takes groups of cells away, in random order, until none can go or as few are left as are
/// wanted. `None` if the number of givens is not in the range.
///
/// Without a symmetry each given is tried once: what is needed among many givens is needed among
/// fewer.
pub(super) fn reduce(
    givens: &mut (impl Uniqueness + ?Sized),
    plan: &Plan,
    range: Option<&RangeInclusive<usize>>,
    must_be_minimal: bool,
    random: &mut ChaCha8Rng,
) -> Result<Option<Reduced>, EngineError> {
    let cells = plan.size * plan.size;
    let mut count = (0..cells).filter(|cell| givens.is_given(*cell)).count();
    let target = match range {
        Some(range) if !must_be_minimal => {
            let fewest = (*range.start()).min(count);
            random.random_range(fewest as u32..=(*range.end()).min(count).max(fewest) as u32)
                as usize
        }
        _ => 0,
    };
    let mut order: Vec<u32> = (0..plan.free.len() as u32).collect();
    shuffle(&mut order, random);
    let (mut untried, mut is_known) = (Vec::new(), true);
    for number in order {
        let group = &plan.free[number as usize];
        if !givens.is_given(group[0]) {
            continue;
        }
        if count < target + group.len() {
            // A smaller group may still fit.
            untried.push(group);
            continue;
        }
        match givens.remove(group)? {
            Reply::Unique if target > 0 => count -= group.len(),
            Reply::Unique => count = (0..cells).filter(|cell| givens.is_given(*cell)).count(),
            Reply::Several => {}
            Reply::Unknown => is_known = false,
        }
    }
    if range.is_some_and(|range| !range.contains(&count)) {
        return Ok(None);
    }
    let given = (0..cells).filter(|cell| givens.is_given(*cell));
    let unsure: Vec<[usize; 1]> = given
        .filter(|cell| !givens.is_needed(*cell))
        .map(|cell| [cell])
        .collect();
    let is_minimal = none_can_go(givens, unsure.iter().map(|cell| cell.as_slice()))?;
    let is_minimal_in_groups = match is_minimal {
        Some(true) => Some(true),
        _ => none_can_go(givens, untried.into_iter().map(Vec::as_slice))?.filter(|_| is_known),
    };
    Ok(Some(Reduced {
        is_minimal,
        is_minimal_in_groups,
    })
    .filter(|_| !must_be_minimal || is_minimal == Some(true)))
}

/// Whether none of these groups of givens can go, if that is known.
fn none_can_go<'a>(
    givens: &mut (impl Uniqueness + ?Sized),
    groups: impl Iterator<Item = &'a [usize]>,
) -> Result<Option<bool>, EngineError> {
    let mut is_known = true;
    for group in groups {
        match givens.can_go(group)? {
            Reply::Unique => return Ok(Some(false)),
            Reply::Several => {}
            Reply::Unknown => is_known = false,
        }
    }
    Ok(is_known.then_some(true))
}
