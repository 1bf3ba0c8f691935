//! The engine for any board: propagation, and guesses that are undone from a trail.

use std::sync::Arc;

use super::packed::Packed;
use super::state::TrailState;
use super::tables::LayoutTables;
use crate::board::{Grid, Layout, Puzzle};
use crate::engine::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};

/// The engine. It keeps the tables and working memory of the last layout for the next puzzle.
#[derive(Debug, Default)]
pub(super) struct General {
    memory: Option<Memory>,
}

impl Engine for General {
    fn name(&self) -> &str {
        "mrv"
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        if let Some(end) = budget.end_before(puzzle) {
            return Ok(Report::new(end, Work::default()));
        }
        let memory = match self.memory.take() {
            Some(memory) if Arc::ptr_eq(&memory.tables.layout, puzzle.layout()) => memory,
            _ => Memory::new(puzzle.layout()),
        };
        self.memory.insert(memory).search(puzzle, budget, solutions)
    }
}

/// The tables and working memory for the puzzles of one layout.
#[derive(Debug)]
struct Memory {
    tables: LayoutTables,
    state: TrailState,
    guesses: Vec<Guess>,
    grid: Grid,
}

/// An assumed candidate and the length of the trail before it.
#[derive(Debug, Clone, Copy)]
struct Guess {
    candidate: Packed,
    trail: usize,
}

impl Memory {
    fn new(layout: &Arc<Layout>) -> Memory {
        let tables = LayoutTables::new(layout);
        Memory {
            state: TrailState::default(),
            tables,
            guesses: Vec::new(),
            grid: Grid::blank(layout.geometry()),
        }
    }
}

impl Memory {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let Memory {
            tables,
            state,
            guesses,
            grid,
        } = self;
        state.clear(tables);
        guesses.clear();
        let mut work = Work::default();
        let mut contradiction = None;
        let mut step = Move::Start;
        let end = loop {
            if solutions.is_closed() {
                break End::Stopped;
            }
            if let Some(end) = budget.end_after(work.nodes) {
                break end;
            }
            work.nodes += 1;
            let stepped = match step {
                Move::Start => state.build(puzzle, tables),
                Move::Assume(candidate) => state.place(candidate, tables),
                Move::Exclude(candidate) => state.remove(candidate, tables),
            };
            let propagated = stepped.and_then(|()| state.propagate(tables));
            if propagated.is_ok() && state.satisfies_automata(tables) {
                if let Some(candidate) = state.choose(tables) {
                    work.guesses += 1;
                    let trail = state.trail.len();
                    guesses.push(Guess { candidate, trail });
                    step = Move::Assume(candidate);
                    continue;
                }
                state.write(grid);
                if solutions.deliver(grid)?.is_break() {
                    break End::Stopped;
                }
            } else if work.guesses == 0 {
                contradiction = state.dead_end.map(|dead_end| dead_end.name(tables));
            }
            // The last guess is exhausted.
            let Some(guess) = guesses.pop() else {
                break End::Complete;
            };
            state.undo_to(guess.trail, tables);
            step = Move::Exclude(guess.candidate);
        };
        work.updates = state.removals;
        Ok(Report {
            end,
            contradiction,
            work,
        })
    }
}

/// The transition to the next position.
#[derive(Debug, Clone, Copy)]
enum Move {
    /// From the empty board, by the givens.
    Start,
    /// By assuming a candidate.
    Assume(Packed),
    /// By excluding a candidate.
    Exclude(Packed),
}
