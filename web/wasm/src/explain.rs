//! Steps, hints and ratings.

use std::time::Duration;

use js_sys::Function;
use satdoku::board::Layout;
use satdoku::task::{Session, Verdict};
use satdoku::{Confirmation, Grid};
use satdoku_explain::{Link, NoStep, Progress, Step, Technique};
use satdoku_text::Mark;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{candidates, cells, digits, list, numbers, object, texts};
use crate::puzzle::{Puzzle, grid, report};
use crate::solve::verdict as answer;
use crate::{Answer, Result, words};

#[wasm_bindgen]
impl Puzzle {
    /// Returns the next step: from the entries without the wrong ones, and without the eliminated
    /// candidates except those that are in the solution. Also returns the wrong entries and
    /// eliminations. `known` has the cells of the only solution, or of two solutions one after the other; if
    /// it is empty, the puzzle is checked first.
    pub fn hint(&mut self, filled: &[u16], eliminated: &[u16], known: &[u16]) -> Answer {
        let progress = Progress {
            eliminated: self.candidates_of(eliminated)?,
            ..Progress::from(&grid(self.puzzle.geometry(), filled)?)
        };
        let (verdict, is_confirmed) = self.known_verdict(known)?;
        let next = self.explainer.next_step(&self.puzzle, verdict, &progress);
        let next = next.map_err(words)?;
        let (step, is_solved) = match next.step {
            Ok(step) => (fields(self.puzzle.layout(), &step), false),
            Err(NoStep::NoSolution(conflict)) => {
                return Ok(answer(&Verdict::Unsolvable(conflict), is_confirmed));
            }
            Err(NoStep::Limit(limit)) => return Ok(answer(&Verdict::Unknown(limit), false)),
            Err(NoStep::SeveralSolutions) => {
                return Ok(object([("verdict", next.verdict.into())]));
            }
            Err(reason) => (JsValue::NULL, reason == NoStep::Solved),
        };
        Ok(object([
            ("wrong", candidates(next.wrong)),
            ("missing", candidates(next.missing)),
            ("step", step),
            ("solved", is_solved.into()),
            ("several", (next.verdict == "multiple").into()),
        ]))
    }

    /// Returns all steps that follow the entries and eliminated candidates. `found` receives each
    /// as soon as it is known.
    pub fn explain(&mut self, filled: &[u16], eliminated: &[u16], found: &Function) -> Answer {
        let filled = grid(self.puzzle.geometry(), filled)?;
        let position = self.with(&filled, &self.candidates_of(eliminated)?)?;
        let mut steps = self.explainer.steps(&position).map_err(words)?;
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

    /// Rates the puzzle. Returns null if the steps do not lead to a solution. A rating that took longer
    /// than `seconds` is not complete.
    pub fn rate(&mut self, seconds: Option<f64>) -> Answer {
        // A clone shares the tables of the board.
        let mut explainer = self.explainer.clone();
        if let Some(seconds) = seconds {
            explainer = explainer.with_timeout(Duration::from_secs_f64(seconds));
        }
        let rating = explainer.rate(&self.puzzle).map_err(words)?;
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
            ("complete", rating.limit.is_none().into()),
        ]))
    }
}

impl Puzzle {
    /// Returns the verdict that the known solutions imply, or that of a check if there are none, and true if that
    /// check was confirmed.
    fn known_verdict(&self, known: &[u16]) -> Result<(Verdict, bool)> {
        let board = self.puzzle.geometry();
        let solutions = known.chunks(board.cell_count());
        let solutions: Vec<Grid> = solutions
            .map(|cells| grid(board, cells))
            .collect::<Result<_>>()?;
        Ok(match <[Grid; 2]>::try_from(solutions) {
            Ok(two) => (Verdict::Multiple(two), false),
            Err(mut one) => match one.pop() {
                Some(solution) => (Verdict::Unique(solution), false),
                None => {
                    let answer = Session::default().check(&self.puzzle).map_err(words)?;
                    let is_confirmed = answer.confirmation == Confirmation::Confirmed;
                    (answer.outcome, is_confirmed)
                }
            },
        })
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
        Mark::OtherFact => 4,
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
        ("links", list(step.links(layout).iter().map(link))),
        ("blockers", cells(&step.blockers(layout))),
        ("placed", digits(&step.before.to_grid())),
    ])
}

/// Returns a link of a chain: the cell and the digit of one end, those of the other, and true if it is strong.
fn link(link: &Link) -> JsValue {
    object([
        ("ends", candidates(link.ends)),
        ("strong", link.is_strong.into()),
    ])
}
