//! Candidates drawn in characters, with the marks of a step.

use super::{Mark, Picture, Strokes, draw_cells, list_variables, places};
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
        let board = layout.geometry();
        let mut rows = places(board, 0, |cell| self.candidates(cell));
        for column in 0..board.columns() {
            let lengths = rows.iter().map(|row| row[column].len());
            let width = lengths.max().unwrap_or(1).max(1);
            rows.iter_mut()
                .for_each(|row| row[column] = format!("{:<width$}", row[column]));
        }
        let variables = list_variables(board, |cell| self.candidates(cell));
        draw_cells(layout, &rows, strokes) + &variables
    }

    /// Returns the digit of a cell, or its candidates with their signs.
    fn candidates(&self, cell: Cell) -> String {
        if let Some((symbol, _)) = self.symbol(cell) {
            return symbol;
        }
        let board = self.puzzle().geometry();
        let all = self.notes().map_or(&[][..], |notes| &notes.candidates);
        let of_cell = all.iter().filter(|(candidate, _)| candidate.cell == cell);
        let signed = of_cell.map(|(candidate, mark)| {
            let sign = match mark {
                Mark::Plain => "",
                Mark::Fact => "*",
                Mark::Placed => "+",
                Mark::Gone => "-",
            };
            format!(
                "{sign}{}",
                self.alphabet_of(cell).symbol(candidate.digit, board)
            )
        });
        let separator = match self.alphabet_of(cell) {
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
