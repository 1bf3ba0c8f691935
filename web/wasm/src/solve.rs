//! Solutions, verdicts and repairs.

use std::ops::ControlFlow;
use std::time::Duration;

use js_sys::Function;
use satdoku::engine::mrv::Mrv;
use satdoku::task::{
    ClueKind, Conflict, Count, QuestionError, Repair, Session, Solution, Verdict, repairs,
};
use satdoku::{Confirmation, Grid};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{candidates, digits, list, numbers, object, texts};
use crate::puzzle::{Puzzle, report};
use crate::{Answer, words};

#[wasm_bindgen]
impl Puzzle {
    /// Decides whether the puzzle has one solution, several or none.
    pub fn check(&self, seconds: Option<f64>) -> Answer {
        let mut session = Session::default();
        if let Some(seconds) = seconds {
            session = session.with_timeout(Duration::from_secs_f64(seconds));
        }
        let answer = session.check(&self.puzzle).map_err(words)?;
        let is_confirmed = answer.confirmation == Confirmation::Confirmed;
        Ok(verdict(&answer.outcome, is_confirmed))
    }

    /// Returns a solution, or the reason why there is none.
    pub fn solve(&self) -> Answer {
        let answer = Session::default().solve(&self.puzzle).map_err(words)?;
        let is_confirmed = answer.confirmation == Confirmation::Confirmed;
        Ok(match answer.outcome {
            Solution::Found(solution) => object([("solution", digits(&solution))]),
            Solution::Unsolvable(conflict) => verdict(&Verdict::Unsolvable(conflict), is_confirmed),
            Solution::Unknown(limit) => verdict(&Verdict::Unknown(limit), false),
        })
    }

    /// Suggests changes that give the puzzle one solution. They are complete unless the search reached a
    /// limit.
    pub fn repairs(&self) -> Answer {
        let found = repairs(&self.puzzle).map_err(words)?;
        let repairs = found.repairs.iter();
        Ok(object([
            (
                "repairs",
                list(repairs.filter(can_apply).map(|repair| self.repair(repair))),
            ),
            ("complete", found.limit.is_none().into()),
        ]))
    }

    /// Returns for each cell the digits that it has in some solution.
    pub fn candidates(&self) -> Answer {
        let candidates = match Session::default().candidates(&self.puzzle) {
            Ok(answer) => answer.outcome,
            Err(error) => return without_result(error),
        };
        let of_cell = |cell| {
            let digits = candidates
                .digits(cell)
                .map(|digit| digit.index() as u16 + 1);
            numbers(&digits.collect::<Vec<u16>>())
        };
        let cells = self.puzzle.layout().cells().map(of_cell);
        Ok(object([("candidates", list(cells))]))
    }

    /// Removes givens while the solution stays unique, in an order that depends on `seed`.
    pub fn minimise(&self, seed: Option<f64>) -> Answer {
        let seed = seed.map(|seed| seed as u64);
        let minimal = match Session::default().minimise(&self.puzzle, ClueKind::Givens, seed) {
            Ok(answer) => answer.outcome,
            Err(error) => return without_result(error),
        };
        Ok(object([
            ("cells", digits(minimal.puzzle.givens())),
            ("removed", minimal.removed.len().into()),
            ("left", minimal.witnesses.len().into()),
        ]))
    }

    /// Counts the solutions, up to a limit. `progress` receives the count so far.
    pub fn count(&self, limit: f64, progress: &Function) -> Answer {
        /// Solutions between two progress reports: some tens of milliseconds.
        const BETWEEN: u64 = 1 << 14;
        let mut session = Session::new(Box::new(Mrv::default()));
        let mut found: u64 = 0;
        let mut receive = |_: &Grid| {
            found += 1;
            if found.is_multiple_of(BETWEEN) {
                report(progress, &(found as f64).into());
            }
            ControlFlow::Continue(())
        };
        let answer = session.enumerate(&self.puzzle, limit as u64, &mut receive);
        let (count, is_all) = match answer.map_err(words)?.outcome {
            Count::Unsolvable(_) => (0, true),
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Unknown(count, _) => (count, false),
        };
        Ok(object([
            ("count", (count as f64).into()),
            ("complete", is_all.into()),
        ]))
    }
}

/// Returns the verdict on a puzzle to which a question does not apply.
fn without_result(error: QuestionError) -> Answer {
    match error {
        QuestionError::Verdict(answer) => {
            let is_confirmed = answer.confirmation == Confirmation::Confirmed;
            Ok(verdict(&answer.outcome, is_confirmed))
        }
        QuestionError::Task(error) => Err(words(error)),
    }
}

/// Returns the name of a verdict with its evidence.
pub fn verdict(verdict: &Verdict, is_confirmed: bool) -> JsValue {
    let name = ("verdict", verdict.name().into());
    let confirmed = ("confirmed", is_confirmed.into());
    match verdict {
        Verdict::Unique(solution) => object([name, confirmed, ("solution", digits(solution))]),
        Verdict::Multiple([one, other]) => object([
            name,
            confirmed,
            ("solution", digits(one)),
            ("other", digits(other)),
        ]),
        Verdict::Unsolvable(conflict) => object([
            name,
            confirmed,
            ("conflict", givens(conflict)),
            (
                "constraints",
                list(conflict.constraints().map(JsValue::from)),
            ),
            ("reason", words(conflict).into()),
        ]),
        Verdict::Unknown(limit) => object([name, confirmed, ("reason", words(limit).into())]),
    }
}

fn givens(conflict: &Conflict) -> JsValue {
    candidates(conflict.givens().map(|given| given.candidate()))
}

/// Returns true if the page can make a repair with one click.
fn can_apply(repair: &&Repair) -> bool {
    match repair {
        Repair::Remove {
            givens,
            constraints,
            ..
        } => constraints.is_empty() || (givens.is_empty() && constraints.len() == 1),
        _ => true,
    }
}

impl Puzzle {
    /// Returns a repair: its kind, its givens and, if it removes a constraint, the number of that one.
    fn repair(&self, repair: &Repair) -> JsValue {
        let (kind, givens, is_unique) = match repair {
            Repair::Remove {
                givens,
                constraints,
                unique,
            } => match constraints.is_empty() {
                true => ("remove", &givens[..], *unique),
                false => ("remove-constraint", &[][..], *unique),
            },
            Repair::Change(candidate) => ("change", std::slice::from_ref(candidate), true),
            Repair::Exchange(givens) => ("exchange", &givens[..], true),
            Repair::Shift(givens) => ("shift", &givens[..], true),
            Repair::Add(givens) => ("add", &givens[..], true),
        };
        let mut names: Vec<String> = givens.iter().map(words).collect();
        let mut number = JsValue::UNDEFINED;
        if let Repair::Remove { constraints, .. } = repair
            && let [constraint] = &constraints[..]
        {
            names.push(constraint.clone());
            let board = self.puzzle.geometry();
            let mut constraints = self.puzzle.layout().constraints().iter();
            number = constraints
                .position(|other| other.text(board) == *constraint)
                .into();
        }
        object([
            ("kind", kind.into()),
            (
                "givens",
                candidates(givens.iter().map(|name| name.candidate())),
            ),
            ("names", texts(&names)),
            ("constraint", number),
            ("unique", is_unique.into()),
        ])
    }
}
