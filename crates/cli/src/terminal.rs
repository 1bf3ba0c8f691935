//! The terminal that results go to: colours of digits and candidates, and the width of lines.

use std::io::{self, IsTerminal};
use std::path::Path;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use satdoku::board::{Grid, Puzzle};
use satdoku_text::{Alphabet, Mark};
use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// What results and messages are written for.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    /// True if results go to a terminal.
    pub is_terminal: bool,
    /// True if results have styles.
    is_styled: bool,
    /// The characters in a line.
    width: usize,
    /// True if messages about puzzles are suppressed.
    pub is_quiet: bool,
}

const GIVEN: Style = Style::new().bold();
const ANSWER: Style = AnsiColor::Cyan.on_default();
const PREMISE: Style = AnsiColor::Blue.on_default().bold();
const OTHER_PREMISE: Style = AnsiColor::Magenta.on_default().bold();
const PLACED: Style = AnsiColor::Green.on_default().bold().underline();
const ELIMINATED: Style = AnsiColor::Red.on_default().bold();
const OTHER: Style = Style::new().dimmed();

impl Terminal {
    /// Returns the terminal of results that go to `output`. Styles need one, unless `choice`, `NO_COLOR` or
    /// `CLICOLOR_FORCE` decides otherwise.
    pub fn new(output: Option<&Path>, choice: clap::ColorChoice, is_quiet: bool) -> Terminal {
        if output.is_some() {
            return Terminal {
                is_terminal: false,
                is_styled: false,
                width: usize::MAX,
                is_quiet,
            };
        }
        match choice {
            clap::ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
            clap::ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
            clap::ColorChoice::Auto => {}
        }
        let size = terminal_size_of(io::stdout());
        Terminal {
            is_terminal: io::stdout().is_terminal(),
            is_styled: AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            width: size.map_or(usize::MAX, |(Width(width), _)| usize::from(width)),
            is_quiet,
        }
    }

    /// Returns the number of characters in a line, or `usize::MAX` without a terminal.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns `text`, a drawing of `grid`, with the givens of `puzzle` in bold and the other digits in
    /// colour. Without styles, or if the grid has no other digits, it returns `text` itself.
    pub fn emphasize_givens(
        &self,
        text: String,
        puzzle: &Puzzle,
        grid: &Grid,
        alphabet: Alphabet,
    ) -> String {
        match self.is_styled && puzzle.givens() != grid {
            true => with_styles(&text, puzzle.givens(), grid, alphabet),
            false => text,
        }
    }

    /// Returns a candidate with its sign, or a digit without a mark, in its colour.
    pub fn emphasize_mark(&self, text: &str, mark: Option<Mark>) -> String {
        let style = match mark {
            _ if !self.is_styled => return text.to_string(),
            None if text == "." => OTHER,
            None => GIVEN,
            Some(Mark::Fact) => PREMISE,
            Some(Mark::OtherFact) => OTHER_PREMISE,
            Some(Mark::Placed) => PLACED,
            Some(Mark::Gone) => ELIMINATED,
            Some(Mark::Plain) => OTHER,
        };
        format!("{style}{text}{style:#}")
    }

    /// Returns true if no line of `text` is longer than a line of the terminal.
    pub fn fits(&self, text: &str) -> bool {
        text.lines().all(|line| line.chars().count() <= self.width)
    }

    /// Breaks sentences between words to lines of the terminal.
    pub fn wrap(&self, text: &str) -> String {
        wrap_to(text, self.width)
    }
}

/// Breaks sentences between words to lines of this width. Lines that continue are indented.
pub fn wrap_to(text: &str, width: usize) -> String {
    if width == usize::MAX {
        return text.to_string();
    }
    let lines = text.split_inclusive('\n').map(|line| {
        let end = &line[line.trim_end().len()..];
        let start: String = line.chars().take_while(|c| *c == ' ').collect();
        let indent = format!("{start}    ");
        let options = Options::new(width)
            .subsequent_indent(&indent)
            .break_words(false)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .word_splitter(WordSplitter::NoHyphenation)
            .word_separator(WordSeparator::AsciiSpace);
        textwrap::fill(line.trim_end(), options) + end
    });
    lines.collect()
}

/// Makes the symbols of `givens` bold and colours the other digits of `grid`. This works for any
/// drawing, because cells are drawn in reading order.
fn with_styles(text: &str, givens: &Grid, grid: &Grid, alphabet: Alphabet) -> String {
    let is_symbol = |c: char| c.is_alphanumeric() || c == '.';
    let mut cells = givens.cells().iter().zip(grid.cells());
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
            Some((Some(_), _)) => styled += &format!("{GIVEN}{symbol}{GIVEN:#}"),
            Some((None, Some(_))) => styled += &format!("{ANSWER}{symbol}{ANSWER:#}"),
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
        let solved = grid("1243342143122134");
        let drawn = "+-----+\n| 1 2 |\n";
        let expected = "+-----+\n| \u{1b}[1m1\u{1b}[0m \u{1b}[36m2\u{1b}[0m |\n";
        let styled = |text| with_styles(text, &givens, &solved, Alphabet::FromOne);
        assert_eq!(styled(drawn), expected);
        let solved = styled("1243342143122134\n");
        assert_eq!(solved.matches("\u{1b}[1m").count(), 4);
        assert!(solved.ends_with("\u{1b}[1m4\u{1b}[0m\n"), "{solved}");
    }

    #[test]
    fn sentences_are_wrapped_and_puzzles_stay_whole() {
        let line = "1".repeat(30);
        let text = format!("one two three four\n  a {line} b\n");
        let wrapped = format!("one two\n    three\n    four\n  a\n      {line}\n      b\n");
        assert_eq!(wrap_to(&text, 10), wrapped);
        assert_eq!(wrap_to(&text, usize::MAX), text);
    }

    #[test]
    fn a_number_is_one_symbol() {
        let givens = grid("1..............2");
        let bold = with_styles(" 1 12  3", &givens, &givens, Alphabet::Numbers);
        assert_eq!(bold, " \u{1b}[1m1\u{1b}[0m 12  3");
    }
}
