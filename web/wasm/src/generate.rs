//! New puzzles, optionally of a given level.

use js_sys::Function;
use satdoku_explain::{Difficulty, Level};
use satdoku_generate::{Boards, GenerateError, Generator, Request};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{digits, object};
use crate::puzzle::{Puzzle, fields, report};
use crate::{Answer, words};

/// The number of solved grids that are tried between two progress reports.
const TRIES: u64 = 5;

#[wasm_bindgen]
impl Puzzle {
    /// Generates a puzzle on this board: the first one with this seed, starting at `number`, that
    /// has the level, unless `level` is empty. `jigsaw` asks for random regions. `fewest` and `most`
    /// limit the number of givens and are both present or both absent. `constraints` names the kinds to draw,
    /// separated by spaces; none are redundant. `progress` receives the
    /// number of solved grids tried so far.
    #[allow(clippy::too_many_arguments)]
    pub fn generate(
        &self,
        jigsaw: bool,
        symmetry: &str,
        constraints: &str,
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
        let level = Level::ALL.into_iter().find(|one| one.name() == level);
        let kinds = constraints.split_whitespace().map(str::parse);
        let request = Request {
            difficulty: level.map(Difficulty::Level),
            constraints: kinds
                .collect::<std::result::Result<_, _>>()
                .map_err(words)?,
            symmetry: symmetry.parse().map_err(words)?,
            givens: fewest.zip(most).map(|(fewest, most)| fewest..=most),
            ..Request::on(boards)
        };
        let generator = Generator::new(request, seed as u64).map_err(words)?;
        let mut generator = generator.with_most_tries(TRIES);
        let (mut number, mut tried) = (number as u64, 0);
        loop {
            let made = match generator.make(number) {
                Err(GenerateError::GaveUp { tries, .. }) => {
                    number += 1;
                    tried += tries;
                    report(progress, &(tried as f64).into());
                    continue;
                }
                made => made.map_err(words)?,
            };
            return Ok(object([
                ("puzzle", fields(&made.puzzle)),
                ("solution", digits(&made.solution)),
                ("number", (number as f64).into()),
            ]));
        }
    }
}
