//! Candidates drawn in characters, with the marks of a step.

use super::characters::draw_lines;
use super::{Borders, Mark, Picture, Strokes, list_variables};
use crate::alphabet::Alphabet;
use satdoku::board::Cell;

impl Picture<'_> {
    /// Draws the candidates of the notes in characters: a line per row of cells. A sign precedes each
    /// marked candidate: `*` for a premise of the step, `~` for one on its other side, `+` for a placed
    /// candidate and `-` for an eliminated one. Cells without candidates show their digit.
    ///
    /// Lines have at most `width` characters if that is possible: the candidates of a cell then continue on the
    /// next line. `style` returns each candidate with its sign, or a digit without a mark, as it is to be printed.
    /// It must not change the number of visible characters.
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
    /// let drawn = picture.draw_candidates_within(Strokes::Unicode, 80, |text, _| text.to_string());
    /// assert!(drawn.contains("2-3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_candidates_within(
        &self,
        strokes: Strokes,
        width: usize,
        style: impl Fn(&str, Option<Mark>) -> String,
    ) -> String {
        let layout = self.puzzle().layout();
        let board = layout.geometry();
        let borders = Borders::new(layout);
        let tokens = |cell: Option<Cell>| cell.map_or_else(Vec::new, |cell| self.tokens(cell));
        let row = |row| board.row(row).map(tokens).collect();
        let rows: Vec<Vec<Vec<Token>>> = (0..board.rows()).map(row).collect();
        let width_of = |column: usize| rows.iter().map(|row| length(&row[column])).max();
        let widths = (0..board.columns()).map(|column| width_of(column).unwrap_or(1).max(1));
        let mut widths: Vec<usize> = widths.collect();
        let room = width.saturating_sub(borders.width());
        if widths.iter().sum::<usize>() > room {
            let tokens = rows.iter().flatten().flatten();
            let longest = tokens.map(|token| token.text.len()).max().unwrap_or(1);
            let most = longest.max(room / widths.len());
            widths
                .iter_mut()
                .for_each(|width| *width = most.min(*width));
        }
        let lines = |(tokens, width): (&Vec<Token>, &usize)| {
            let lines = folded(tokens, *width).into_iter();
            let line =
                |line| styled(line, &style) + &" ".repeat(width.saturating_sub(length(line)));
            lines.map(line).collect()
        };
        let rows = rows
            .iter()
            .map(|row| row.iter().zip(&widths).map(lines).collect());
        let rows: Vec<Vec<Vec<String>>> = rows.collect();
        let variables = list_variables(board, |cell| styled(&self.tokens(cell), &style));
        draw_lines(&borders, &widths, &rows, strokes) + &variables
    }

    /// Returns the digit of a cell, or its candidates with their signs.
    fn tokens(&self, cell: Cell) -> Vec<Token> {
        let digit = |text| vec![Token { text, mark: None }];
        if let Some((symbol, _)) = self.symbol(cell) {
            return digit(symbol);
        }
        let board = self.puzzle().geometry();
        let alphabet = self.alphabet_of(cell);
        let all = self.notes().map_or(&[][..], |notes| &notes.candidates);
        let of_cell = all.iter().filter(|(candidate, _)| candidate.cell == cell);
        let mut tokens: Vec<Token> = of_cell
            .map(|(candidate, mark)| {
                let sign = match mark {
                    Mark::Plain => "",
                    Mark::Fact => "*",
                    Mark::OtherFact => "~",
                    Mark::Placed => "+",
                    Mark::Gone => "-",
                };
                Token {
                    text: format!("{sign}{}", alphabet.symbol(candidate.digit, board)),
                    mark: Some(*mark),
                }
            })
            .collect();
        let Some((_, first)) = tokens.split_last_mut() else {
            return digit(".".to_string());
        };
        if alphabet == Alphabet::Numbers {
            first.iter_mut().for_each(|token| token.text.push(','));
        }
        tokens
    }
}

/// A candidate with its sign, or the digit of a cell.
struct Token {
    text: String,
    mark: Option<Mark>,
}

/// Returns the number of characters of tokens, which are ASCII.
fn length(tokens: &[Token]) -> usize {
    tokens.iter().map(|token| token.text.len()).sum()
}

/// Returns the tokens of each line of a cell of this width.
fn folded(tokens: &[Token], width: usize) -> Vec<&[Token]> {
    let mut lines = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let fitting = (1..=rest.len())
            .rev()
            .find(|count| length(&rest[..*count]) <= width);
        let (line, more) = rest.split_at(fitting.unwrap_or(1));
        lines.push(line);
        rest = more;
    }
    lines
}

/// Returns the text of tokens in their styles.
fn styled(tokens: &[Token], style: &impl Fn(&str, Option<Mark>) -> String) -> String {
    let styled = tokens.iter().map(|token| style(&token.text, token.mark));
    styled.collect()
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
        let plain = |text: &str, _| text.to_string();
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes);
        assert_eq!(
            picture.draw_candidates_within(Strokes::Unicode, 80, plain),
            "┌───────┬────────┐\n\
             │ 1 +24 │ *3-4 . │\n\
             │ . .   │ 2    . │\n\
             ├───────┼────────┤\n\
             │ . 3   │ .    . │\n\
             │ . .   │ .    4 │\n\
             └───────┴────────┘\n"
        );
        let picture = Picture::new(&puzzle, Alphabet::Numbers).with_notes(&notes);
        let text = picture.draw_candidates_within(Strokes::Ascii, 80, plain);
        assert_eq!(text.lines().nth(1), Some("| 1 +2,4 | *3,-4 . |"));
    }

    #[test]
    fn candidates_are_folded_to_a_width() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let notes = notes(&[
            ("r1c2=2", Mark::Placed),
            ("r1c2=3", Mark::Plain),
            ("r1c2=4", Mark::Plain),
            ("r2c2=3", Mark::Gone),
        ]);
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes);
        let style = |text: &str, mark: Option<Mark>| match mark {
            Some(Mark::Gone) => format!("<{text}>"),
            _ => text.to_string(),
        };
        assert_eq!(
            picture.draw_candidates_within(Strokes::Ascii, 15, style),
            "+------+-----+\n\
             | 1 +2 | . . |\n\
             |   34 |     |\n\
             |      |     |\n\
             | . <-3> | 2 . |\n\
             +------+-----+\n\
             | . 3  | . . |\n\
             |      |     |\n\
             | . .  | . 4 |\n\
             +------+-----+\n"
        );
        let wide = picture.draw_candidates_within(Strokes::Ascii, 16, style);
        assert_eq!(wide.lines().nth(1), Some("| 1 +234 | . . |"));
    }
}
