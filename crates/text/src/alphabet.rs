//! Alphabets: the symbols used for digits.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use satdoku::board::{Digit, Grid, SYMBOLS};
use satdoku::format_error::quote;

/// A set of symbols for digits.
///
/// ```
/// use satdoku::Digit;
/// use satdoku_text::Alphabet;
///
/// let ten = Digit::from_index(9);
/// assert_eq!(Alphabet::FromOne.symbol(ten), "A");
/// assert_eq!(Alphabet::FromOne.digit('a', 16), Some(ten));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// `1` to `9`, then `A`, `B`, …: the digit 10 is `A`. 35 digits at most.
    FromOne,
    /// `0` to `9`, then `A`, `B`, …: the digit 1 is `0`, the digit 11 is `A`. 35 digits at most:
    /// longer rows of characters could be mistaken for whole puzzles on one line.
    FromZero,
    /// `A`, `B`, …: the digit 1 is `A`. 26 digits at most.
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

    /// Returns the digit for a character, ignoring case, on a board with `size` digits.
    pub fn digit(self, symbol: char, size: usize) -> Option<Digit> {
        let index = (symbol.to_digit(36)? as usize).checked_sub(self.first()?.into())?;
        (index < size).then(|| Digit::from_index(index))
    }

    /// Returns the symbol of a digit, or its number if the alphabet has no character for it.
    pub fn symbol(self, digit: Digit) -> String {
        let first = self.first().filter(|_| digit.index() < self.capacity());
        let symbol = first.and_then(|first| SYMBOLS.get(usize::from(first) + digit.index()));
        let number = || (digit.index() + 1).to_string();
        symbol.map_or_else(number, |symbol| char::from(*symbol).to_string())
    }

    /// Returns the index of the digit 1 in the sequence `0` to `9`, `A` to `Z`, or `None` if digits are
    /// numbers.
    pub(super) fn first(self) -> Option<u8> {
        match self {
            Alphabet::FromOne => Some(1),
            Alphabet::FromZero => Some(0),
            Alphabet::Letters => Some(10),
            Alphabet::Numbers => None,
        }
    }

    /// Returns true if `0` is a digit rather than a blank.
    pub fn has_zero(self) -> bool {
        self == Alphabet::FromZero
    }

    /// Returns the range of symbols on a board, such as `1-9A-G`.
    pub(super) fn range(self, size: usize) -> String {
        let last = self.symbol(Digit::from_index(size - 1));
        match self {
            Alphabet::FromOne if size > 9 => format!("1-9A-{last}"),
            Alphabet::FromOne => format!("1-{last}"),
            Alphabet::FromZero if size > 10 => format!("0-9A-{last}"),
            Alphabet::FromZero => format!("0-{last}"),
            Alphabet::Letters => format!("A-{last}"),
            Alphabet::Numbers => format!("1-{last}"),
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
        for (alphabet, first, last) in [
            (Alphabet::FromOne, "1", "G"),
            (Alphabet::FromZero, "0", "F"),
            (Alphabet::Letters, "A", "P"),
        ] {
            for index in 0..16 {
                let digit = Digit::from_index(index);
                let symbol = alphabet.symbol(digit);
                let back = alphabet.digit(symbol.chars().next().unwrap(), 16);
                assert_eq!(back, Some(digit));
            }
            assert_eq!(alphabet.symbol(Digit::from_index(0)), first);
            assert_eq!(alphabet.symbol(Digit::from_index(15)), last);
            assert_eq!(alphabet.digit('Z', 16), None);
        }
        assert_eq!(Alphabet::FromOne.digit('0', 16), None);
        assert_eq!(Alphabet::Numbers.symbol(Digit::from_index(99)), "100");
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
        assert_eq!(Alphabet::FromOne.range(9), "1-9");
        assert_eq!(Alphabet::FromOne.range(16), "1-9A-G");
        assert_eq!(Alphabet::FromZero.range(16), "0-9A-F");
        assert_eq!(Alphabet::Letters.range(25), "A-Y");
    }
}
