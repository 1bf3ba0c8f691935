//! Removal of givens from a solved grid, from the top down.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::givens::{Givens, Uniqueness};
use super::plan::CellPlan;
use super::request::Request;
use super::shuffle::shuffle;
use satdoku::engine::{Budget, EngineError};

/// The minimality of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReducedMinimality {
    /// True if no given can be removed; `None` if that is not known.
    pub is_minimal: Option<bool>,
    /// True if no group of cells that are given together can be removed; `None` if that is not
    /// known.
    pub is_minimal_in_groups: Option<bool>,
}

/// Removes groups of givens in random order, until none can be removed or as few are left as
/// wanted. Returns `None` if the puzzle is not as requested or the time runs out.
///
/// Each group is tried once, because a given that is needed among many is needed among fewer.
pub(super) fn reduce(
    givens: &mut impl Givens,
    plan: &CellPlan,
    request: &Request,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<ReducedMinimality>, EngineError> {
    let (range, must_be_minimal) = (request.givens.as_ref(), request.minimal);
    let cells = plan.board.grid_cell_count();
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
        if budget.is_out_of_time() {
            return Ok(None);
        }
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
            Uniqueness::Unique => count -= group.len(),
            Uniqueness::Several => {}
            Uniqueness::Unknown => is_known = false,
        }
    }
    if range.is_some_and(|range| !range.contains(&count)) {
        return Ok(None);
    }
    let untried = untried.into_iter().map(Vec::as_slice);
    let mut minimality = minimality_of(givens, cells, untried, budget)?;
    if !is_known && minimality.is_minimal != Some(true) {
        minimality.is_minimal_in_groups = None;
    }
    Ok(Some(minimality).filter(|of| !must_be_minimal || of.is_minimal == Some(true)))
}

/// Decides whether givens are minimal. `groups` are the groups of cells that may be redundant.
pub(super) fn minimality_of<'a>(
    givens: &mut impl Givens,
    cells: usize,
    groups: impl Iterator<Item = &'a [usize]>,
    budget: Budget,
) -> Result<ReducedMinimality, EngineError> {
    let may_be_redundant = |cell: &usize| givens.is_given(*cell) && !givens.is_needed(*cell);
    let unsure = (0..cells).filter(may_be_redundant).map(|cell| [cell]);
    let unsure: Vec<[usize; 1]> = unsure.collect();
    let unsure = unsure.iter().map(|cell| cell.as_slice());
    let is_minimal = is_none_removable(givens, unsure, budget)?;
    let is_minimal_in_groups = match is_minimal {
        Some(true) => Some(true),
        _ => is_none_removable(givens, groups, budget)?,
    };
    Ok(ReducedMinimality {
        is_minimal,
        is_minimal_in_groups,
    })
}

/// Returns true if none of these groups can be removed, and `None` if that is not known.
fn is_none_removable<'a>(
    givens: &mut impl Givens,
    groups: impl Iterator<Item = &'a [usize]>,
    budget: Budget,
) -> Result<Option<bool>, EngineError> {
    let mut is_known = true;
    for group in groups {
        if budget.is_out_of_time() {
            return Ok(None);
        }
        match givens.without(group)? {
            Uniqueness::Unique => return Ok(Some(false)),
            Uniqueness::Several => {}
            Uniqueness::Unknown => is_known = false,
        }
    }
    Ok(is_known.then_some(true))
}
