//! Steps, hints and ratings.

use js_sys::Function;
use satdoku::board::{Candidate, Layout};
use satdoku::task::{Session, Verdict};
use satdoku_explain::{Explainer, Step, Technique};
use satdoku_text::Mark;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{candidates, cells, digits, numbers, object, texts};
use crate::puzzle::{Puzzle, grid, report};
use crate::solve::verdict;
use crate::{Answer, words};

#[wasm_bindgen]
impl Puzzle {
    /// Returns the next step: from the entries without the wrong ones, and without the eliminated
    /// candidates except those that are in the solution. Also returns the wrong entries and
    /// eliminations.
    pub fn hint(&self, filled: &[u16], eliminated: &[u16]) -> Answer {
        let mut filled = grid(self.puzzle.geometry(), filled)?;
        let mut eliminated = self.candidates_of(eliminated)?;
        let outcome = Session::default()
            .check(&self.puzzle)
            .map_err(words)?
            .outcome;
        let mut wrong = Vec::new();
        let mut missing = Vec::new();
        match &outcome {
            Verdict::Unique(solution) => {
                let is_right =
                    |at: &Candidate| solution.cells().get(at.cell.index()) == Some(&Some(at.digit));
                wrong.extend(filled.filled().filter(|at| !is_right(at)));
                wrong.iter().for_each(|at| filled.set(at.cell, None));
                (missing, eliminated) = eliminated.into_iter().partition(is_right);
            }
            // Entries can only be checked if there is one solution.
            Verdict::Multiple(_) if filled.filled().next().is_none() => {}
            _ => return Ok(verdict(&outcome, true)),
        }
        let position = self.with(&filled, &eliminated)?;
        let step = Explainer::default().hint(&position).map_err(words)?;
        let step = step.map(|step| fields(position.layout(), &step));
        Ok(object([
            ("wrong", candidates(wrong)),
            ("missing", candidates(missing)),
            ("step", step.unwrap_or(JsValue::NULL)),
            ("solved", position.givens().blanks().next().is_none().into()),
            ("several", matches!(outcome, Verdict::Multiple(_)).into()),
        ]))
    }

    /// Returns all steps that follow the entries and eliminated candidates. `found` receives each
    /// as soon as it is known.
    pub fn explain(&self, filled: &[u16], eliminated: &[u16], found: &Function) -> Answer {
        let filled = grid(self.puzzle.geometry(), filled)?;
        let position = self.with(&filled, &self.candidates_of(eliminated)?)?;
        let mut steps = Explainer::default().steps(&position).map_err(words)?;
        let mut is_refuted = false;
        while let Some(step) = steps.next().transpose().map_err(words)? {
            is_refuted = step.places.is_empty() && step.eliminates.is_empty();
            report(found, &fields(position.layout(), &step));
        }
        let solution = steps.solution().map_err(words)?;
        Ok(object([
            ("solution", solution.as_ref().map_or(JsValue::NULL, digits)),
            ("refuted", is_refuted.into()),
        ]))
    }

    /// Rates the puzzle. Returns null if the steps do not lead to a solution.
    pub fn rate(&self) -> Answer {
        let rating = Explainer::default().rate(&self.puzzle).map_err(words)?;
        let Some(rating) = rating else {
            return Ok(JsValue::NULL);
        };
        let hardest = rating.technique.map(Technique::with_article);
        let hardest = hardest.unwrap_or_else(|| "no step".to_string());
        // A full board needs no step, so it has no score.
        let score = rating.technique.map(|_| words(rating.score));
        let sizes: Vec<u16> = rating.sizes.iter().map(|size| *size as u16).collect();
        Ok(object([
            ("level", rating.level.name().into()),
            ("score", score.map_or(JsValue::NULL, JsValue::from)),
            ("name", hardest.into()),
            ("steps", rating.steps.into()),
            ("sizes", numbers(&sizes)),
        ]))
    }
}

/// Returns a step with everything that its picture shows.
fn fields(layout: &Layout, step: &Step) -> JsValue {
    let notes = step.notes(layout);
    let mark = |mark| match mark {
        Mark::Plain => 0,
        Mark::Fact => 1,
        Mark::Placed => 2,
        Mark::Gone => 3,
    };
    let marked = notes.candidates.iter().flat_map(|(at, of)| {
        [
            at.cell.index() as u16,
            at.digit.index() as u16 + 1,
            mark(*of),
        ]
    });
    object([
        ("technique", words(step.technique).into()),
        ("name", step.technique.with_article().into()),
        ("conclusion", step.conclusion().into()),
        ("place", step.place(layout).into()),
        ("argument", (&step.argument).into()),
        (
            "notation",
            step.notation
                .as_ref()
                .map_or(JsValue::UNDEFINED, JsValue::from),
        ),
        ("facts", texts(&step.fact_names)),
        ("least", step.at_least.into()),
        ("places", candidates(step.places.iter().copied())),
        ("eliminates", candidates(step.eliminates.iter().copied())),
        ("houses", cells(&notes.houses)),
        ("cells", cells(&notes.cells)),
        ("candidates", numbers(&marked.collect::<Vec<u16>>())),
        ("placed", digits(&step.before.to_grid())),
    ])
}
