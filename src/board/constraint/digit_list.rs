//! Lists of digits in text: `1-3,5`.

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;

/// Parses digits, in ascending order. Errors are at `column`.
pub(super) fn parse_digits(
    text: &str,
    column: usize,
    board: &Geometry,
) -> Result<Vec<usize>, Mismatch> {
    let values = board.all_values();
    let wrong = |part: &str| {
        let expected = format!(
            "digits from {} to {} such as 1-3,5",
            values.start(),
            values.end()
        );
        Mismatch::new(expected, format!("`{part}`")).at(column)
    };
    let mut digits = Vec::new();
    for part in text.split(',') {
        let digit = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text
                .parse()
                .ok()
                .filter(|number| is_number && values.contains(number));
            number.ok_or_else(|| wrong(part))
        };
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (digit(first)?, digit(last)?);
        if first > last {
            return Err(wrong(part));
        }
        digits.extend(first..=last);
    }
    digits.sort_unstable();
    digits.dedup();
    Ok(digits)
}

/// Checks that a board has these digits.
pub(super) fn check_digits(
    digits: impl IntoIterator<Item = usize>,
    board: &Geometry,
) -> Result<(), Mismatch> {
    let values = board.all_values();
    match digits.into_iter().find(|digit| !values.contains(digit)) {
        None => Ok(()),
        Some(digit) => {
            let expected = format!("digits from {} to {}", values.start(), values.end());
            Err(Mismatch::new(expected, digit.to_string()))
        }
    }
}

/// Writes digits that ascend.
pub(super) fn digit_list(digits: &[usize]) -> String {
    let mut text = String::new();
    for run in digits.chunk_by(|one, other| one + 1 == *other) {
        let part = match run {
            [first, _, .., last] => format!("{first}-{last}"),
            few => few
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(","),
        };
        if !text.is_empty() {
            text.push(',');
        }
        text += &part;
    }
    text
}
