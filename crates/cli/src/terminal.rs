//! Bold digits and coloured candidates on a terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use satdoku::board::{Grid, Puzzle};
use satdoku_text::Alphabet;

/// True if results have styles.
static IS_STYLED: AtomicBool = AtomicBool::new(false);

const GIVEN: Style = Style::new().bold();
const PREMISE: Style = AnsiColor::Blue.on_default().bold();
const PLACED: Style = AnsiColor::Green.on_default().bold().underline();
const ELIMINATED: Style = AnsiColor::Red.on_default().bold();
const OTHER: Style = Style::new().dimmed();

/// Turns styles on if results go to a terminal, unless `choice`, `NO_COLOR` or `CLICOLOR_FORCE` decides
/// otherwise.
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

/// Returns `text`, a drawing of candidates with signs, with the marked ones in colour and the digits
/// of `placed` in bold. Without styles, it returns `text` itself.
pub fn emphasize_marks(text: String, placed: &Grid, alphabet: Alphabet) -> String {
    if IS_STYLED.load(Ordering::Relaxed) {
        with_marks(&text, placed, alphabet)
    } else {
        text
    }
}

/// Styles each cell of a drawing of candidates: a word between spaces and borders.
fn with_marks(text: &str, placed: &Grid, alphabet: Alphabet) -> String {
    let mut cells = placed.cells().iter();
    let mut styled = String::with_capacity(3 * text.len());
    for word in text.split_inclusive([' ', '\n']) {
        let (word, space) = word.split_at(word.trim_end().len());
        if !word.starts_with(|c: char| c.is_alphanumeric() || "*+-.".contains(c)) {
            styled += word;
        } else if cells.next().is_some_and(Option::is_some) {
            styled += &format!("{GIVEN}{word}{GIVEN:#}");
        } else {
            let candidates: Vec<&str> = match alphabet {
                Alphabet::Numbers => word.split_inclusive(',').collect(),
                _ => word.split_inclusive(|c| !"*+-".contains(c)).collect(),
            };
            for candidate in candidates {
                let style = match candidate.as_bytes().first() {
                    Some(b'*') => PREMISE,
                    Some(b'+') => PLACED,
                    Some(b'-') => ELIMINATED,
                    _ => OTHER,
                };
                styled += &format!("{style}{candidate}{style:#}");
            }
        }
        styled += space;
    }
    styled
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
    fn candidates_are_coloured_by_their_signs() {
        let placed = grid("1..............2");
        let styled = with_marks("│ 1 2*3-4 │ +12\n", &placed, Alphabet::FromOne);
        let expected = format!(
            "│ {GIVEN}1{GIVEN:#} {OTHER}2{OTHER:#}{PREMISE}*3{PREMISE:#}{ELIMINATED}-4{ELIMINATED:#} │ \
             {PLACED}+1{PLACED:#}{OTHER}2{OTHER:#}\n"
        );
        assert_eq!(styled, expected);
        let styled = with_marks("1 +12 3,-14", &placed, Alphabet::Numbers);
        let expected = format!(
            "{GIVEN}1{GIVEN:#} {PLACED}+12{PLACED:#} \
             {OTHER}3,{OTHER:#}{ELIMINATED}-14{ELIMINATED:#}"
        );
        assert_eq!(styled, expected);
    }

    #[test]
    fn a_number_is_one_symbol() {
        let givens = grid("1..............2");
        let bold = in_bold(" 1 12  3", &givens, Alphabet::Numbers);
        assert_eq!(bold, " \u{1b}[1m1\u{1b}[0m 12  3");
    }
}
