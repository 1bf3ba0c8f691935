//! Steps, hints and ratings.

use js_sys::Function;
use satdoku::board::Layout;
use satdoku::task::{Session, Verdict};
use satdoku_answer::{Asker, StepRow};
use satdoku_explain::{NoStep, Progress, Step, Technique};
use satdoku_text::Mark;
use serde_json::{Value, json};

use crate::puzzle::Puzzle;
use crate::values::{candidates, cells, digits, grid, number, read_candidates, row};
use crate::{Answer, Options, Result, report, words};

impl Puzzle {
    /// Returns the next step: from the entries without the wrong ones, and without the eliminated
    /// candidates except those that are in the solution. Also returns the wrong entries and
    /// eliminations. If no solution is known, the puzzle is checked first.
    pub(crate) fn hint(&mut self, options: &Options) -> Answer {
        let board = self.puzzle.geometry();
        let progress = Progress {
            eliminated: read_candidates(board, &options.eliminated)?,
            ..Progress::from(&grid(board, &options.filled)?)
        };
        let verdict = self.known_verdict(&options.known)?;
        let next = self.explainer.next_step(&self.puzzle, verdict, &progress);
        let next = next.map_err(words)?;
        let (step, end, error) = match &next.step {
            Ok(step) => (fields(self.puzzle.layout(), step)?, "", None),
            Err(NoStep::NoSolution(conflict)) => (Value::Null, "", Some(words(conflict))),
            Err(NoStep::Limit(limit)) => (Value::Null, "", Some(words(limit))),
            Err(NoStep::Solved) => (Value::Null, "solved", None),
            Err(NoStep::SeveralSolutions) => (Value::Null, "unchecked", None),
            Err(_) => (Value::Null, "nothing follows", None),
        };
        Ok(json!({
            "verdict": next.verdict,
            "wrong": candidates(next.wrong),
            "missing": candidates(next.missing),
            "step": step,
            "end": end,
            "error": error,
        }))
    }

    /// Returns all steps that follow the entries and eliminated candidates. `found` receives each
    /// as soon as it is known.
    pub(crate) fn explain(&mut self, options: &Options, found: &Function) -> Answer {
        let board = self.puzzle.geometry();
        let eliminated = read_candidates(board, &options.eliminated)?;
        let position = self.with(&grid(board, &options.filled)?, eliminated)?;
        let mut steps = self.explainer.steps(&position).map_err(words)?;
        let mut is_refuted = false;
        while let Some(step) = steps.next().transpose().map_err(words)? {
            is_refuted = step.places.is_empty() && step.eliminates.is_empty();
            report(found, &fields(position.layout(), &step)?);
        }
        let solution = steps.solution().map_err(words)?;
        Ok(json!({ "solution": solution.as_ref().map(digits), "refuted": is_refuted }))
    }

    /// Rates the puzzle. A rating that took too long is not complete.
    pub(crate) fn rate(&self, mut asker: Asker) -> Answer {
        let answer = asker.rate(&self.puzzle).map_err(words)?;
        let rated = answer.rated.as_ref();
        let hardest = rated.and_then(|rating| rating.technique);
        let name = hardest.map_or_else(|| "no step".to_string(), Technique::with_article);
        // A full board needs no step, so it has no score.
        let score = hardest.map(|_| words(answer.rating.score));
        let mut fields = row(&answer, json!({ "name": name }))?;
        fields["score"] = json!(score);
        Ok(fields)
    }

    /// Returns the verdict that the known solutions imply, or that of a check if there are none.
    fn known_verdict(&self, known: &[u16]) -> Result<Verdict> {
        let board = self.puzzle.geometry();
        let solutions = known.chunks(board.cell_count());
        let solutions = solutions.map(|cells| grid(board, cells));
        match &solutions.collect::<Result<Vec<_>>>()?[..] {
            [] => {
                let answer = Session::default().check(&self.puzzle);
                Ok(answer.map_err(words)?.outcome)
            }
            [one] => Ok(Verdict::Unique(one.clone())),
            [one, other, ..] => Ok(Verdict::Multiple([one.clone(), other.clone()])),
        }
    }
}

/// Returns a step with everything that its picture shows: its candidates are triples of cell, digit and mark.
fn fields(layout: &Layout, step: &Step) -> Answer {
    let notes = step.notes(layout);
    let mark = |mark| match mark {
        Mark::Plain => 0,
        Mark::Fact => 1,
        Mark::Placed => 2,
        Mark::Gone => 3,
        Mark::OtherFact => 4,
    };
    let marked = notes.candidates.iter();
    let marked = marked.flat_map(|(at, of)| [at.cell.index() as u16, number(at.digit), mark(*of)]);
    let links = step.links().into_iter();
    let links =
        links.map(|link| json!({ "ends": candidates(link.ends), "strong": link.is_strong }));
    let fields = json!({
        "name": step.technique.with_article(),
        "conclusion": step.conclusion(),
        "place": step.place(layout),
        "places": candidates(step.places.iter().copied()),
        "eliminates": candidates(step.eliminates.iter().copied()),
        "houses": cells(&notes.houses),
        "cells": cells(&notes.cells),
        "candidates": marked.collect::<Vec<u16>>(),
        "links": links.collect::<Vec<_>>(),
        "blockers": cells(&step.blockers(layout)),
        "placed": digits(&step.before.to_grid()),
    });
    row(&StepRow::from(step.clone()), fields)
}
