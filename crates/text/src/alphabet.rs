//! Alphabets: the symbols used for digits.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use satdoku::board::{Digit, Geometry, Grid, SYMBOLS};
use satdoku::format_error::quote;

/// A set of symbols for digits.
///
/// The natural alphabet of a board ([`Alphabet::of`]) writes digits as their values, so it begins with
/// the lowest digit of the board: `0` to `8` for the digits 0 to 8.
///
/// ```
/// use satdoku::board::Geometry;
/// use satdoku_text::Alphabet;
///
/// let board = Geometry::from(16);
/// let ten = board.digit(10).unwrap();
/// assert_eq!(Alphabet::FromOne.symbol(ten, &board), "A");
/// assert_eq!(Alphabet::FromOne.digit('a', &board), Some(ten));
///
/// let board = Geometry::new(9, 9, 0..=8)?;
/// let zero = board.digit(0).unwrap();
/// assert_eq!(Alphabet::of(&board).symbol(zero, &board), "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// The values: `1` to `9`, then `A`, `B`, …: the digit 10 is `A`. If 0 is a digit, it is `0`. Digits
    /// up to 35.
    FromOne,
    /// `0` to `9`, then `A`, `B`, …, from the lowest digit on: the digit 1 is usually `0`, the digit 11
    /// is `A`. 35 digits at most: longer rows of characters could be mistaken for whole puzzles on one
    /// line.
    FromZero,
    /// `A`, `B`, …: the lowest digit is `A`. 26 digits at most.
    Letters,
    /// Decimal numbers with separators. Any number of digits.
    Numbers,
}

impl Alphabet {
    /// The alphabets with one character per digit.
    pub const CHARACTERS: [Alphabet; 3] =
        [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters];

    /// Returns the number of digits the alphabet can represent.
    pub fn capacity(self) -> usize {
        match self {
            Alphabet::FromOne | Alphabet::FromZero => Grid::MAX_LETTERS,
            Alphabet::Letters => 26,
            Alphabet::Numbers => usize::MAX,
        }
    }

    /// Returns the natural alphabet of a board: the values of its digits, as characters if there are
    /// enough, otherwise as numbers.
    pub fn of(board: &Geometry) -> Alphabet {
        match *board.values().end() <= Grid::MAX_LETTERS {
            true => Alphabet::FromOne,
            false => Alphabet::Numbers,
        }
    }

    /// Returns the digit of the grid for a character, ignoring case.
    pub fn digit(self, symbol: char, board: &Geometry) -> Option<Digit> {
        let index = (symbol.to_digit(36)? as usize).checked_sub(self.first(board)?)?;
        let digits = board.grid_digits();
        (index < digits.len()).then(|| Digit::from_index(digits.start + index))
    }

    /// Returns the symbol of a digit, or its value if the alphabet has no character for it.
    pub fn symbol(self, digit: Digit, board: &Geometry) -> String {
        let value = board.value(digit);
        let symbol = || {
            let index = value.checked_sub(*board.values().start())?;
            let place = self.first(board)? + index;
            let is_in = self == Alphabet::FromOne || index < self.capacity();
            SYMBOLS.get(place).filter(|_| is_in)
        };
        symbol().map_or_else(
            || value.to_string(),
            |symbol| char::from(*symbol).to_string(),
        )
    }

    /// Returns true if each digit of the grid has a character of its own.
    pub(super) fn fits(self, board: &Geometry) -> bool {
        match self {
            Alphabet::FromOne => *board.values().end() <= Grid::MAX_LETTERS,
            Alphabet::Numbers => false,
            Alphabet::FromZero | Alphabet::Letters => board.grid_digits().len() <= self.capacity(),
        }
    }

    /// Returns the index of the lowest digit of the grid in the sequence `0` to `9`, `A` to `Z`, or
    /// `None` if digits are numbers.
    pub(super) fn first(self, board: &Geometry) -> Option<usize> {
        match self {
            Alphabet::FromOne => Some(*board.values().start()),
            Alphabet::FromZero => Some(0),
            Alphabet::Letters => Some(10),
            Alphabet::Numbers => None,
        }
    }

    /// Returns true if `0` is a digit rather than a blank.
    pub fn has_zero(self, board: &Geometry) -> bool {
        let is_value = matches!(self, Alphabet::FromOne | Alphabet::Numbers);
        self == Alphabet::FromZero || (is_value && board.has_zero())
    }

    /// Returns what a blank is written as: `0` among numbers, unless it is a digit, and otherwise `.`.
    pub(super) fn blank(self, board: &Geometry) -> &'static str {
        match self {
            Alphabet::Numbers if !self.has_zero(board) => "0",
            _ => ".",
        }
    }

    /// Returns the range of symbols on a board, such as `1-9A-G`.
    pub(super) fn range(self, board: &Geometry) -> String {
        let digits = board.grid_digits();
        let symbol = |index: usize| self.symbol(Digit::from_index(index), board);
        let (first, last) = (symbol(digits.start), symbol(digits.end.saturating_sub(1)));
        let is_digit = |symbol: &str| symbol.bytes().all(|byte| byte.is_ascii_digit());
        match is_digit(&first) && !is_digit(&last) {
            true => format!("{first}-9A-{last}"),
            false => format!("{first}-{last}"),
        }
    }
}

impl fmt::Display for Alphabet {
    /// Writes the name: `1-9A`, `0-9A`, `A-Z` or `numbers`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Alphabet::FromOne => "1-9A",
            Alphabet::FromZero => "0-9A",
            Alphabet::Letters => "A-Z",
            Alphabet::Numbers => "numbers",
        })
    }
}

/// The error for an unknown alphabet name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected an alphabet (1-9A, 0-9A, A-Z or numbers), found {}", quote(.0))]
pub struct UnknownAlphabet(String);

impl FromStr for Alphabet {
    type Err = UnknownAlphabet;

    /// Parses a name or a range such as `1-9A-G`, `0-9A-F` or `A-P`.
    fn from_str(name: &str) -> Result<Alphabet, UnknownAlphabet> {
        match name.to_ascii_uppercase() {
            name if name == "NUMBERS" => Ok(Alphabet::Numbers),
            name if name.starts_with("1-9") => Ok(Alphabet::FromOne),
            name if name.starts_with("0-9") => Ok(Alphabet::FromZero),
            name if name.starts_with("A-") => Ok(Alphabet::Letters),
            _ => Err(UnknownAlphabet(name.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_round_trip_to_digits() {
        let board = Geometry::from(16);
        for (alphabet, first, last) in [
            (Alphabet::FromOne, "1", "G"),
            (Alphabet::FromZero, "0", "F"),
            (Alphabet::Letters, "A", "P"),
        ] {
            for digit in board.digits() {
                let symbol = alphabet.symbol(digit, &board);
                let back = alphabet.digit(symbol.chars().next().unwrap(), &board);
                assert_eq!(back, Some(digit));
            }
            assert_eq!(alphabet.symbol(Digit::from_index(0), &board), first);
            assert_eq!(alphabet.symbol(Digit::from_index(15), &board), last);
            assert_eq!(alphabet.digit('Z', &board), None);
        }
        assert_eq!(Alphabet::FromOne.digit('0', &board), None);
        let large = Geometry::from(100);
        assert_eq!(
            Alphabet::Numbers.symbol(Digit::from_index(99), &large),
            "100"
        );
    }

    #[test]
    fn symbols_are_values_on_boards_whose_digits_do_not_count_from_one() {
        for (digits, alphabet, range, zero) in [
            (0..=8, Alphabet::FromOne, "0-8", true),
            (0..=15, Alphabet::FromOne, "0-9A-F", true),
            (3..=12, Alphabet::FromOne, "3-9A-C", false),
            (30..=38, Alphabet::Numbers, "30-38", false),
            (3..=12, Alphabet::FromZero, "0-9", true),
            (3..=12, Alphabet::Letters, "A-J", false),
            (0..=40, Alphabet::Numbers, "0-40", true),
        ] {
            let board = Geometry::new(4, 4, digits).unwrap();
            assert_eq!(alphabet.range(&board), range);
            assert_eq!(alphabet.has_zero(&board), zero, "{range}");
        }
    }

    #[test]
    fn parses_names_and_ranges() {
        for name in ["1-9A", "0-9A", "A-Z", "numbers"] {
            assert_eq!(name.parse::<Alphabet>().unwrap().to_string(), name);
        }
        assert_eq!("A-P".parse(), Ok(Alphabet::Letters));
        assert_eq!("1-9A-G".parse(), Ok(Alphabet::FromOne));
        assert!("abc".parse::<Alphabet>().is_err());
    }

    #[test]
    fn range_ends_with_the_last_symbol() {
        assert_eq!(Alphabet::FromOne.range(&9.into()), "1-9");
        assert_eq!(Alphabet::FromOne.range(&16.into()), "1-9A-G");
        assert_eq!(Alphabet::FromZero.range(&16.into()), "0-9A-F");
        assert_eq!(Alphabet::Letters.range(&25.into()), "A-Y");
    }
}
