//! Bold givens on a terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use anstyle::Style;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::Alphabet;

/// True if results have styles.
static IS_STYLED: AtomicBool = AtomicBool::new(false);

const GIVEN: Style = Style::new().bold();

/// Turns styles on if results go to a terminal, unless `NO_COLOR` or `choice` decides otherwise.
pub fn style_standard_output(choice: clap::ColorChoice) {
    match choice {
        clap::ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        clap::ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        clap::ColorChoice::Auto => {}
    }
    let is_styled = AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    IS_STYLED.store(is_styled, Ordering::Relaxed);
}

/// Returns `text`, a drawing of `grid`, with the givens of `puzzle` in bold. Without styles, or if
/// the grid has no other digits, it returns `text` itself.
pub fn emphasize_givens(text: String, puzzle: &Puzzle, grid: &Grid, alphabet: Alphabet) -> String {
    if IS_STYLED.load(Ordering::Relaxed) && puzzle.givens() != grid {
        in_bold(&text, puzzle.givens(), alphabet)
    } else {
        text
    }
}

/// Makes the symbols of `givens` bold. This works for any drawing, because cells are drawn in reading
/// order.
fn in_bold(text: &str, givens: &Grid, alphabet: Alphabet) -> String {
    let is_symbol = |c: char| c.is_alphanumeric() || c == '.';
    let mut cells = givens.cells().iter();
    let mut styled = String::with_capacity(3 * text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_symbol) {
        let (before, symbols) = rest.split_at(start);
        let end = match alphabet {
            Alphabet::Numbers => symbols.find(|c| !is_symbol(c)),
            _ => symbols.char_indices().nth(1).map(|(at, _)| at),
        };
        let (symbol, after) = symbols.split_at(end.unwrap_or(symbols.len()));
        styled += before;
        match cells.next() {
            Some(Some(_)) => styled += &format!("{GIVEN}{symbol}{GIVEN:#}"),
            _ => styled += symbol,
        }
        rest = after;
    }
    styled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn givens_are_bold_whatever_is_drawn_around_them() {
        let givens = grid("1.....2..3.....4");
        let drawn = "+-----+\n| 1 2 |\n";
        let expected = "+-----+\n| \u{1b}[1m1\u{1b}[0m 2 |\n";
        assert_eq!(in_bold(drawn, &givens, Alphabet::FromOne), expected);
        let solved = in_bold("1243342143122134\n", &givens, Alphabet::FromOne);
        assert_eq!(solved.matches("\u{1b}[1m").count(), 4);
        assert!(solved.ends_with("\u{1b}[1m4\u{1b}[0m\n"), "{solved}");
    }

    #[test]
    fn a_number_is_one_symbol() {
        let givens = grid("1..............2");
        let bold = in_bold(" 1 12  3", &givens, Alphabet::Numbers);
        assert_eq!(bold, " \u{1b}[1m1\u{1b}[0m 12  3");
    }
}
