//! Exports: text, pictures, CNF and certificates.

use satdoku::sat::{Encoding, ProofFormat, Translation, write_dimacs};
use satdoku_answer::{Asker, certify};
use satdoku_text::{Alphabet, Arrangement, Form, Picture, Strokes, write_link};
use serde_json::{Map, Value, json};

use crate::puzzle::Puzzle;
use crate::values::grid;
use crate::{Answer, Options, Result, words};

impl Puzzle {
    /// Returns the cells on one line or, as a `drawing`, a grid with the borders of boxes or regions, followed by the
    /// rules.
    pub(crate) fn text(&self, form: &str) -> Answer {
        if form == "line" {
            return Ok(format!("{}\n", self.puzzle).into());
        }
        let alphabet = Form::of(Arrangement::Boxes, self.puzzle.geometry()).alphabet;
        let drawing = Picture::new(&self.puzzle, alphabet).draw(Strokes::Unicode);
        let rules = self.puzzle.lines().into_iter();
        let rules: String = rules.map(|rule| rule + "\n").collect();
        Ok((drawing + &rules).into())
    }

    /// Returns a link that opens the puzzle on a site: `f-puzzles`, `sudokupad` or `iss`.
    pub(crate) fn link(&self, site: &str) -> Answer {
        let link = write_link(&self.puzzle, None, site.parse().map_err(words)?);
        link.map(Value::from).map_err(words)
    }

    /// Draws the puzzle and the entries as SVG.
    pub(crate) fn svg(&self, filled: &[u16]) -> Answer {
        let board = self.puzzle.geometry();
        let alphabet = match *board.all_values().end() {
            ..=9 => Alphabet::FromOne,
            _ => Alphabet::Numbers,
        };
        let filled = grid(board, filled)?;
        let picture = Picture::new(&self.puzzle, alphabet);
        Ok(picture.with_solution(&filled).svg().into())
    }

    /// Returns DIMACS CNF in an encoding, optionally with a solution blocked.
    pub(crate) fn cnf(&self, mut asker: Asker, options: &Options) -> Answer {
        let encoding: Encoding = options.form.parse().map_err(words)?;
        let blocked = match options.blocks {
            true => Some(asker.solution_to_block(&self.puzzle).map_err(words)?),
            false => None,
        };
        let mut bytes = Vec::new();
        let translation = Translation::new(&self.puzzle, encoding);
        write_dimacs(&translation, blocked.as_ref(), &mut bytes).map_err(words)?;
        text(bytes).map(Value::from)
    }

    /// Returns the verdict and the files of a certificate by their extensions, as `satdoku check --certify` writes
    /// them.
    pub(crate) fn certificate(&self, mut asker: Asker) -> Answer {
        let checked = asker.check(&self.puzzle).map_err(words)?;
        if let Some(limit) = checked.error {
            return Err(limit);
        }
        let (verdict, format) = (&checked.verdict, ProofFormat::Drat);
        let mut files = Vec::new();
        let certified = certify(&self.puzzle, verdict, format, None, &mut files);
        if let Some(failure) = certified.map_err(words)?.failure {
            return Err(failure.report());
        }
        let mut texts = Map::new();
        for (extension, bytes) in files {
            texts.insert(extension, text(bytes)?.into());
        }
        Ok(json!({ "verdict": verdict.verdict, "files": texts }))
    }
}

/// Converts DIMACS and DRAT, which are ASCII.
fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(words)
}
