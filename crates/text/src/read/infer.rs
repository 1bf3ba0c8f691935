//! Inference of a puzzle's alphabet from its symbols.

use crate::alphabet::Alphabet;
use satdoku::board::Geometry;

/// Characters for a blank cell. `0` is also a blank if it is not a digit.
pub(crate) const BLANKS: [char; 4] = ['.', '_', '*', '-'];

/// Infers the alphabet of a puzzle with one character per cell. `Err` holds two alphabets that both
/// fit but give different digits.
///
/// On boards with up to nine digits, the alphabet is letters if at least two different letters occur
/// and no other symbols except blanks. On larger boards, `0` is a digit if another character marks the
/// blanks. Symbols that fit only one alphabet also decide.
pub(crate) fn infer(
    symbols: impl Iterator<Item = char> + Clone,
    size: usize,
) -> Result<Alphabet, [Alphabet; 2]> {
    let board = &Geometry::from(size);
    if size <= 9 {
        let is_letter = |c: &char| Alphabet::Letters.digit(*c, board).is_some();
        let mut letters = symbols.clone().filter(is_letter);
        // A single letter is an unusual blank.
        let has_two = letters
            .next()
            .is_some_and(|first| letters.any(|other| other != first));
        let is_all = symbols
            .clone()
            .all(|c| is_letter(&c) || c == '0' || BLANKS.contains(&c));
        return Ok(if has_two && is_all {
            Alphabet::Letters
        } else {
            Alphabet::FromOne
        });
    }
    // A character that is neither a usual blank nor a digit in any alphabet is an unusual blank.
    let symbols = symbols.filter(|c| {
        let mut alphabets = Alphabet::CHARACTERS.iter();
        c.is_ascii_digit()
            || BLANKS.contains(c)
            || alphabets.any(|alphabet| alphabet.digit(*c, board).is_some())
    });
    let has = |test: fn(char) -> bool| symbols.clone().any(test);
    let has_blank = has(|c| BLANKS.contains(&c));
    let has_zero = has(|c| c == '0');
    let has_number = has(|c| c.is_ascii_digit() && c != '0');
    let has_letter = has(|c| c.is_ascii_alphabetic());
    let fits = |alphabet: Alphabet| {
        size <= alphabet.capacity()
            && symbols.clone().all(|c| {
                let is_blank = BLANKS.contains(&c) || (c == '0' && !alphabet.has_zero(board));
                is_blank || alphabet.digit(c, board).is_some()
            })
    };
    let [one, zero, letters] = Alphabet::CHARACTERS.map(fits);
    match (one, zero, letters) {
        // With another blank present, `0` can only be a digit. Among numbers and without another
        // blank it is ambiguous.
        (true, true, _) if has_zero && has_blank => Ok(Alphabet::FromZero),
        (true, true, _) if has_zero && has_number => Err([Alphabet::FromOne, Alphabet::FromZero]),
        (true, _, true) if has_letter && !has_number => Err([Alphabet::FromOne, Alphabet::Letters]),
        (true, _, _) => Ok(Alphabet::FromOne),
        (_, true, _) => Ok(Alphabet::FromZero),
        (_, _, true) => Ok(Alphabet::Letters),
        // Parsing in the most common alphabet reports the error.
        (false, false, false) => Ok(Alphabet::FromOne),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infers_the_alphabet_from_symbols() {
        let of = |symbols: &str, size| infer(symbols.chars(), size).map_err(|two| two[1]);
        assert_eq!(of("123.", 9), Ok(Alphabet::FromOne));
        assert_eq!(of("..A.AI", 9), Ok(Alphabet::Letters));
        assert_eq!(of("..A.AJ", 9), Ok(Alphabet::FromOne));
        assert_eq!(of("AAAA", 4), Ok(Alphabet::FromOne));
        assert_eq!(of("AABA2", 4), Ok(Alphabet::FromOne));
        assert_eq!(of("9..AG", 16), Ok(Alphabet::FromOne));
        assert_eq!(of("900AG", 16), Ok(Alphabet::FromOne));
        assert_eq!(of("90.AF", 16), Ok(Alphabet::FromZero));
        assert_eq!(of("9..AF", 16), Ok(Alphabet::FromOne));
        assert_eq!(of("..AHP", 16), Ok(Alphabet::Letters));
        assert_eq!(of("..AHY", 25), Ok(Alphabet::Letters));
        assert_eq!(of("1..AHP", 25), Ok(Alphabet::FromOne));
        assert_eq!(of(".....", 16), Ok(Alphabet::FromOne));
        assert_eq!(of("00000", 16), Ok(Alphabet::FromOne));
        assert_eq!(of("900AF", 16), Err(Alphabet::FromZero));
        assert_eq!(of("..ABC", 16), Err(Alphabet::Letters));
    }
}
