//! Solutions, verdicts and repairs.

use std::ops::ControlFlow;

use js_sys::Function;
use satdoku::engine::mrv::Mrv;
use satdoku::propagate::Candidates;
use satdoku::task::ClueKind;
use satdoku::{Grid, Session};
use satdoku_answer::Asker;
use satdoku_text::{Arrangement, Form};
use serde_json::json;

use crate::puzzle::Puzzle;
use crate::values::{digits, number, row};
use crate::{Answer, Options, report, words};

impl Puzzle {
    /// Determines whether the puzzle has one solution, several or none.
    pub(crate) fn check(&self, mut asker: Asker) -> Answer {
        let answer = asker.check(&self.puzzle).map_err(words)?;
        let (solution, other) = (answer.verdict.grid(), answer.verdict.other.as_ref());
        let fields = json!({ "solution": solution.map(digits), "other": other.map(digits) });
        row(&answer, fields)
    }

    /// Returns a solution, or the reason why there is none.
    pub(crate) fn solve(&self, mut asker: Asker) -> Answer {
        let answer = asker.solve(&self.puzzle).map_err(words)?;
        let solution = answer.solution.as_ref().and_then(Option::as_ref);
        row(&answer, json!({ "solution": solution.map(digits) }))
    }

    /// Suggests changes that give the puzzle one solution, as far as they are found soon.
    pub(crate) fn repairs(&self, mut asker: Asker) -> Answer {
        let answer = asker.check_and_repair(&self.puzzle).map_err(words)?;
        row(&answer.repairs.unwrap_or_default(), json!({}))
    }

    /// Returns for each cell the digits that it has in some solution.
    pub(crate) fn candidates(&self, mut asker: Asker) -> Answer {
        let alphabet = Form::of(Arrangement::Line, self.puzzle.geometry()).alphabet;
        let answer = asker.candidates(&self.puzzle, true, None, alphabet);
        let answer = answer.map_err(words)?;
        let of_cells = |found: &Candidates| -> Vec<Vec<u16>> {
            let cells = self.puzzle.layout().cells();
            cells
                .map(|cell| found.digits(cell).map(number).collect())
                .collect()
        };
        row(
            &answer,
            json!({ "candidates": answer.found.as_ref().map(of_cells) }),
        )
    }

    /// Removes givens while the solution stays unique, in an order that depends on the seed.
    pub(crate) fn minimise(&self, mut asker: Asker, options: &Options) -> Answer {
        let seed = options.seed.map(|seed| seed as u64);
        let answer = asker.minimise(&self.puzzle, ClueKind::Givens, seed);
        let answer = answer.map_err(words)?;
        let cells = answer.puzzle.as_ref().map(|puzzle| digits(puzzle.givens()));
        row(&answer, json!({ "cells": cells }))
    }

    /// Counts the solutions, up to a limit. `progress` receives the count so far.
    pub(crate) fn count(&self, options: &Options, progress: &Function) -> Answer {
        /// Solutions between two progress reports: some tens of milliseconds.
        const BETWEEN: u64 = 1 << 14;
        let mut asker = options.asker(Session::new(Box::new(Mrv::default())));
        let mut count: u64 = 0;
        let mut receive = |_: &Grid| {
            count += 1;
            if count.is_multiple_of(BETWEEN) {
                report(progress, &json!(count));
            }
            ControlFlow::Continue(())
        };
        let answer = asker.solutions(&self.puzzle, options.limit as u64, &mut receive);
        let complete = answer.map_err(words)?.complete;
        Ok(json!({ "count": count, "complete": complete }))
    }
}
