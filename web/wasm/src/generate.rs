//! New puzzles, optionally of a given level.

use js_sys::Function;
use satdoku::task::{Session, Verdict};
use satdoku_explain::{Explainer, Level};
use satdoku_generate::{Boards, Generator, Request};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{digits, object};
use crate::puzzle::{Puzzle, fields, report};
use crate::{Answer, words};

#[wasm_bindgen]
impl Puzzle {
    /// Generates a puzzle on this board: the first one with this seed, starting at `number`, that
    /// has the level, unless `level` is empty. `jigsaw` asks for random regions. `fewest` and `most`
    /// limit the number of givens and are both present or both absent. `progress` receives the
    /// number of the next attempt.
    #[allow(clippy::too_many_arguments)]
    pub fn generate(
        &self,
        jigsaw: bool,
        symmetry: &str,
        fewest: Option<usize>,
        most: Option<usize>,
        level: &str,
        seed: f64,
        number: f64,
        progress: &Function,
    ) -> Answer {
        let layout = self.puzzle.layout();
        let boards = if jigsaw {
            Boards::RandomJigsaws {
                size: layout.digit_count(),
                variants: layout.rules().variants().to_vec(),
            }
        } else {
            Boards::Same(layout.clone())
        };
        let request = Request {
            symmetry: symmetry.parse().map_err(words)?,
            givens: fewest.zip(most).map(|(fewest, most)| fewest..=most),
            ..Request::on(boards)
        };
        let level = Level::ALL.into_iter().find(|one| one.name() == level);
        let mut generator = Generator::new(request, seed as u64).map_err(words)?;
        let mut explainer = Explainer::default();
        let mut number = number as u64;
        loop {
            let made = generator.make(number).map_err(words)?;
            if level.is_some() {
                let rating = explainer.rate(&made.puzzle).map_err(words)?;
                if rating.map(|rating| rating.level) != level {
                    number += 1;
                    report(progress, &(number as f64).into());
                    continue;
                }
            }
            let mut session = Session::default().without_confirmation();
            let verdict = session.check(&made.puzzle).map_err(words)?.outcome;
            if verdict != Verdict::Unique(made.solution.clone()) {
                let (puzzle, verdict) = (&made.puzzle, verdict.name());
                return Err(format!(
                    "BUG in satdoku, please report it: `{puzzle}` is {verdict}"
                ));
            }
            return Ok(object([
                ("puzzle", fields(&made.puzzle)),
                ("solution", digits(&made.solution)),
                ("number", (number as f64).into()),
            ]));
        }
    }
}
