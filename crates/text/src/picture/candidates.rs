//! Candidates drawn in characters, with the marks of a step.

use super::{Mark, Picture, Strokes, draw_cells};
use crate::alphabet::Alphabet;
use satdoku::board::Cell;

impl Picture<'_> {
    /// Draws the candidates of the notes in characters: a line per row of cells. A sign precedes each
    /// marked candidate: `*` for a premise of the step, `+` for a placed candidate and `-` for an
    /// eliminated one. Cells without candidates show their digit.
    ///
    /// ```
    /// use satdoku::{Candidate, Puzzle};
    /// use satdoku_text::{Alphabet, Mark, Notes, Picture, Strokes};
    ///
    /// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
    /// let candidate = |name| Candidate::from_name(name, 4).unwrap();
    /// let notes = Notes {
    ///     candidates: vec![(candidate("r1c2=2"), Mark::Plain), (candidate("r1c2=3"), Mark::Gone)],
    ///     ..Notes::default()
    /// };
    /// let picture = Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes);
    /// assert!(picture.draw_candidates(Strokes::Unicode).contains("2-3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_candidates(&self, strokes: Strokes) -> String {
        let layout = self.puzzle().layout();
        let texts: Vec<String> = layout.cells().map(|cell| self.candidates(cell)).collect();
        let size = layout.geometry().columns();
        let width = |column: usize| {
            let column = texts.iter().skip(column).step_by(size);
            column.map(String::len).max().unwrap_or(1)
        };
        let widths: Vec<usize> = (0..size).map(width).collect();
        let padded = texts.iter().zip(widths.iter().cycle());
        let padded = padded.map(|(text, width)| format!("{text:<width$}"));
        draw_cells(layout, &padded.collect::<Vec<_>>(), strokes)
    }

    /// Returns the digit of a cell, or its candidates with their signs.
    fn candidates(&self, cell: Cell) -> String {
        if let Some((symbol, _)) = self.symbol(cell) {
            return symbol;
        }
        let all = self.notes().map_or(&[][..], |notes| &notes.candidates);
        let of_cell = all.iter().filter(|(candidate, _)| candidate.cell == cell);
        let signed = of_cell.map(|(candidate, mark)| {
            let sign = match mark {
                Mark::Plain => "",
                Mark::Fact => "*",
                Mark::Placed => "+",
                Mark::Gone => "-",
            };
            format!("{sign}{}", self.alphabet().symbol(candidate.digit))
        });
        let separator = match self.alphabet() {
            Alphabet::Numbers => ",",
            _ => "",
        };
        match signed.collect::<Vec<_>>().join(separator) {
            text if text.is_empty() => ".".to_string(),
            text => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notes;
    use satdoku::board::{Candidate, Puzzle};

    fn notes(marks: &[(&str, Mark)]) -> Notes {
        let candidate = |name: &str| Candidate::from_name(name, 4).unwrap();
        let candidates = marks.iter().map(|(name, mark)| (candidate(name), *mark));
        Notes {
            candidates: candidates.collect(),
            ..Notes::default()
        }
    }

    #[test]
    fn candidates_have_signs() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let notes = notes(&[
            ("r1c2=2", Mark::Placed),
            ("r1c2=4", Mark::Plain),
            ("r1c3=3", Mark::Fact),
            ("r1c3=4", Mark::Gone),
        ]);
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes);
        assert_eq!(
            picture.draw_candidates(Strokes::Unicode),
            "┌───────┬────────┐\n\
             │ 1 +24 │ *3-4 . │\n\
             │ . .   │ 2    . │\n\
             ├───────┼────────┤\n\
             │ . 3   │ .    . │\n\
             │ . .   │ .    4 │\n\
             └───────┴────────┘\n"
        );
        let picture = Picture::new(&puzzle, Alphabet::Numbers).with_notes(&notes);
        let text = picture.draw_candidates(Strokes::Ascii);
        assert_eq!(text.lines().nth(1), Some("| 1 +2,4 | *3,-4 . |"));
    }
}
