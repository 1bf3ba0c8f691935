//! Engines compared with each other: any bytes make a puzzle, and all engines that answer within
//! their budget agree.

use crate::puzzle;
use arbitrary::{Result, Unstructured};
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::{Budget, End, find};

/// The most solutions to search for.
const MOST: usize = 5;

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let (puzzle, _) = puzzle(&mut bytes)?;
    // A search engine can take minutes to refute a board with irregular regions.
    let unlimited = ["sat", "sat:reduced"].map(|name| (name, u64::MAX));
    let limited = [("mrv", 500), ("dlx", 500), ("static", 200), ("brute", 200)];
    let mut expected = None;
    for (name, nodes) in unlimited.into_iter().chain(limited) {
        let Some(answer) = answer(name, &puzzle, &Budget::of_nodes(nodes)) else {
            assert_ne!(nodes, u64::MAX, "{name} gave up: {puzzle:?}");
            continue;
        };
        let expected = expected.get_or_insert_with(|| answer.clone());
        assert_eq!(&answer, expected, "{name} on {puzzle:?}");
    }
    Ok(())
}

/// The answer of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    All(Vec<Grid>),
    /// At least [`MOST`] solutions.
    Many,
}

/// Returns the answer of an engine, or `None` if its budget ran out.
fn answer(name: &str, puzzle: &Puzzle, budget: &Budget) -> Option<Answer> {
    let mut engine = find(name).expect("an engine").make();
    let found = engine.solutions(puzzle, MOST as u64, budget);
    let (mut grids, report) = found.unwrap_or_else(|error| panic!("{name}: {error}"));
    grids.sort_by_cached_key(Grid::to_string);
    let found = grids.len();
    grids.dedup();
    assert_eq!(grids.len(), found, "{name} found a solution twice");
    match report.end {
        End::Complete | End::Stopped if found == MOST => Some(Answer::Many),
        End::Complete => Some(Answer::All(grids)),
        End::Stopped => panic!("{name} stopped after {found} of {MOST}"),
        _ => None,
    }
}
