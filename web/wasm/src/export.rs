//! Exports: text, pictures, CNF and certificates.

use satdoku::Grid;
use satdoku::sat::{
    Encoding, ProofFormat, Translation, certificate_formula, write_dimacs, write_proof,
};
use satdoku::task::{Session, Solution, Verdict};
use satdoku_text::{Alphabet, Arrangement, Form, LinkSite, Picture, Strokes, write_link};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::object;
use crate::puzzle::{Puzzle, grid, none};
use crate::{Answer, Result, words};

#[wasm_bindgen]
impl Puzzle {
    /// Returns the cells on one line, followed by the rules.
    pub fn line(&self) -> String {
        format!("{}\n", self.puzzle)
    }

    /// Returns a grid with the borders of boxes or regions, followed by the rules.
    pub fn drawing(&self) -> String {
        let alphabet = Form::of(Arrangement::Boxes, self.puzzle.geometry()).alphabet;
        Picture::new(&self.puzzle, alphabet).draw(Strokes::Unicode) + &self.rule_lines()
    }

    /// Returns a link that opens the puzzle on a site: `sudokupad` or `iss`, otherwise f-puzzles.com.
    pub fn link(&self, site: &str) -> Result<String> {
        let site = match site {
            "sudokupad" => LinkSite::SudokuPad,
            "iss" => LinkSite::Interactive,
            _ => LinkSite::FPuzzles,
        };
        write_link(&self.puzzle, None, site).map_err(words)
    }

    /// Draws the puzzle and the entries as SVG.
    pub fn svg(&self, filled: &[u16]) -> Result<String> {
        let alphabet = if *self.puzzle.geometry().all_values().end() > 9 {
            Alphabet::Numbers
        } else {
            Alphabet::FromOne
        };
        let filled = grid(self.puzzle.geometry(), filled)?;
        let picture = Picture::new(&self.puzzle, alphabet);
        Ok(picture.with_solution(&filled).svg())
    }

    /// Returns DIMACS CNF in the encoding of this name, optionally with a solution blocked.
    pub fn cnf(&self, encoding: &str, blocks_solution: bool) -> Result<Vec<u8>> {
        let encoding: Encoding = encoding.parse().map_err(words)?;
        let blocked = if blocks_solution {
            Some(self.a_solution()?)
        } else {
            None
        };
        dimacs(&Translation::new(&self.puzzle, encoding), blocked.as_ref())
    }

    /// Returns the verdict and the files of a certificate, named by their extensions, as
    /// `satdoku check --certify` writes them.
    pub fn certificate(&self) -> Answer {
        let outcome = Session::default()
            .check(&self.puzzle)
            .map_err(words)?
            .outcome;
        let verdict = ("verdict", outcome.name().into());
        let solution = match &outcome {
            Verdict::Unique(solution) => Some(solution),
            Verdict::Unsolvable(_) => None,
            Verdict::Multiple([one, other]) => {
                let solutions = format!("{one}\n{other}\n");
                return Ok(object([verdict, ("solutions", solutions.into())]));
            }
            Verdict::Unknown(limit) => return none(&words(limit)),
        };
        let Some(formula) = certificate_formula(&self.puzzle) else {
            return none("the board has too many clauses for a certificate");
        };
        let mut proof = Vec::new();
        write_proof(&formula, solution, ProofFormat::Drat, &mut proof).map_err(words)?;
        let solution_line = solution.map(|solution| format!("{solution}\n"));
        Ok(object([
            verdict,
            ("cnf", text(dimacs(&formula, solution)?)),
            ("drat", text(proof)),
            (
                "solution",
                solution_line.map_or(JsValue::UNDEFINED, JsValue::from),
            ),
        ]))
    }
}

impl Puzzle {
    /// Returns the rules of the board and the removed candidates, a line each.
    fn rule_lines(&self) -> String {
        let rules = self.puzzle.lines().into_iter();
        rules.map(|rule| rule + "\n").collect()
    }

    /// Returns a solution to block.
    fn a_solution(&self) -> Result<Grid> {
        let answer = Session::default().solve(&self.puzzle).map_err(words)?;
        match answer.outcome {
            Solution::Found(solution) => Ok(solution),
            Solution::Unsolvable(conflict) => {
                Err(format!("there is no solution to exclude: {conflict}"))
            }
            Solution::Unknown(limit) => Err(words(limit)),
        }
    }
}

fn dimacs(translation: &Translation<'_>, blocked: Option<&Grid>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_dimacs(translation, blocked, &mut bytes).map_err(words)?;
    Ok(bytes)
}

/// DIMACS and DRAT are ASCII.
fn text(bytes: Vec<u8>) -> JsValue {
    String::from_utf8(bytes).unwrap_or_default().into()
}
