//! The alphabet of a puzzle, inferred from its symbols.

use crate::format::alphabet::Alphabet;

/// The characters of a blank cell, besides `0` where that is not a digit.
pub(super) const BLANKS: [char; 4] = ['.', '_', '*', '-'];

/// The alphabet of a puzzle with one character per cell, from the characters that occur in it.
/// `Err` names two that would both fit and say different things.
///
/// Up to nine digits, digits are letters where there are two or more of them and no other symbol.
/// Above, `0` is a digit where another character marks the blanks, and a blank where none does; the
/// last letter of an alphabet settles it too.
pub(super) fn infer(
    symbols: impl Iterator<Item = char> + Clone,
    size: usize,
) -> Result<Alphabet, [Alphabet; 2]> {
    if size <= 9 {
        let is_letter = |c: &char| Alphabet::Letters.digit(*c, size).is_some();
        let mut letters = symbols.clone().filter(is_letter);
        // One letter alone is a blank of somebody's choice.
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
    // What is a digit in none of them and no usual blank is a blank of somebody's choice.
    let symbols = symbols.filter(|c| {
        let mut alphabets = Alphabet::CHARACTERS.iter();
        c.is_ascii_digit()
            || BLANKS.contains(c)
            || alphabets.any(|alphabet| alphabet.digit(*c, size).is_some())
    });
    let has = |test: fn(char) -> bool| symbols.clone().any(test);
    let has_blank = has(|c| BLANKS.contains(&c));
    let has_zero = has(|c| c == '0');
    let has_number = has(|c| c.is_ascii_digit() && c != '0');
    let has_letter = has(|c| c.is_ascii_alphabetic());
    let fits = |alphabet: Alphabet| {
        size <= alphabet.capacity()
            && symbols.clone().all(|c| {
                let is_blank = BLANKS.contains(&c) || (c == '0' && !alphabet.has_zero());
                is_blank || alphabet.digit(c, size).is_some()
            })
    };
    let [one, zero, letters] = Alphabet::CHARACTERS.map(fits);
    match (one, zero, letters) {
        // A `0` beside other blanks can only be a digit, and one among digits and no other blank
        // is most likely not.
        (true, true, _) if has_zero && has_blank => Ok(Alphabet::FromZero),
        (true, true, _) if has_zero && has_number => Err([Alphabet::FromOne, Alphabet::FromZero]),
        (true, _, true) if has_letter && !has_number => Err([Alphabet::FromOne, Alphabet::Letters]),
        (true, _, _) => Ok(Alphabet::FromOne),
        (_, true, _) => Ok(Alphabet::FromZero),
        (_, _, true) => Ok(Alphabet::Letters),
        // Whatever is wrong is reported in the most common one.
        (false, false, false) => Ok(Alphabet::FromOne),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_follows_from_what_occurs() {
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
