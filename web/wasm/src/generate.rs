//! New puzzles, optionally of a given level.

use js_sys::Function;
use satdoku_answer::generate;
use satdoku_generate::{Boards, Generator, Request};
use serde_json::json;

use crate::puzzle::{Puzzle, fields};
use crate::values::digits;
use crate::{Answer, Options, Result, report, words};

/// The number of solved grids that are tried between two progress reports.
const TRIES: u64 = 5;

impl Puzzle {
    /// Generates a puzzle on this board: the first one with the seed and the properties, from a number on. Its
    /// constraints are not redundant. `progress` receives the number of solved grids tried so far.
    pub(crate) fn generate(&self, options: &Options, progress: &Function) -> Answer {
        let seed = options.seed.unwrap_or_default() as u64;
        let generator = Generator::new(self.request(options)?, seed).map_err(words)?;
        let mut generator = generator.with_most_tries(TRIES);
        let (mut number, mut tried) = (options.number as u64, 0);
        loop {
            let row = generate(&mut generator, number);
            match row.made {
                Some(made) => {
                    return Ok(json!({
                        "puzzle": fields(&made.puzzle),
                        "solution": digits(&made.solution),
                        "number": number,
                    }));
                }
                None if row.tries > 0 => {
                    number += 1;
                    tried += row.tries;
                    report(progress, &json!(tried));
                }
                None => return Err(row.error.unwrap_or_default()),
            }
        }
    }

    fn request(&self, options: &Options) -> Result<Request> {
        let layout = self.puzzle.layout();
        let boards = match options.jigsaw {
            true => Boards::RandomJigsaws {
                size: layout.digit_count(),
                variants: layout.rules().variants().to_vec(),
            },
            false => Boards::Same(layout.clone()),
        };
        options.properties.request(boards)
    }
}
