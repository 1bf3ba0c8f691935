//! Rules of a setter's own: tables of pairs, regular expressions and automata.

use super::super::percent_decoded;
use super::codes;
use super::text::StringItem;
use satdoku::board::{
    AllowedPairs, Argument, Constraint, Digit, Geometry, PairList, Pattern, Title,
};
use satdoku::format_error::{FormatError, quote};

/// Parses a table with a bit for each pair of digits.
pub(super) fn pairs(
    item: &StringItem,
    table: &str,
    board: &Geometry,
) -> Result<Argument, FormatError> {
    let values: Vec<usize> = board.all_values().collect();
    let set = codes::numbers(table);
    let set = set.ok_or_else(|| item.error("a table in base 64", quote(table)))?;
    let count = values.len();
    let pair = |bit: usize| Some([*values.get(bit / count)?, values[bit % count]]);
    let pairs: Option<Vec<[usize; 2]>> = set.into_iter().map(pair).collect();
    let expected = format!("a table for {count} digits");
    let pairs = pairs.ok_or_else(|| item.error(&expected, quote(table)))?;
    Ok(Argument::Pairs(AllowedPairs::List(PairList::new(pairs))))
}

/// Returns a table with a bit for each pair of digits.
pub(super) fn table(board: &Geometry, is_allowed: impl Fn(Digit, Digit) -> bool) -> String {
    let pairs = board
        .digits()
        .flat_map(|one| board.digits().map(move |other| (one, other)));
    let allowed = pairs
        .enumerate()
        .filter(|(_, (one, other))| is_allowed(*one, *other));
    codes::of_numbers(allowed.map(|(number, _)| number))
}

/// Writes a table as an argument.
pub(super) fn pairs_text(pairs: &AllowedPairs, board: &Geometry) -> String {
    let is_allowed = |one, other| pairs.contain(board.value(one), board.value(other));
    format!("~{}", table(board, is_allowed))
}

/// Parses an automaton.
pub(super) fn machine(
    item: &StringItem,
    code: &str,
    board: &Geometry,
) -> Result<Argument, FormatError> {
    let (first, count) = (*board.all_values().start(), board.digit_count());
    let machine = codes::machine(code, first, count);
    let machine = machine.map_err(|error| item.error(&error.expected, error.found))?;
    Ok(Argument::Machine(machine))
}

/// Writes the automaton of a constraint as an argument.
pub(super) fn machine_text(of: &Constraint, board: &Geometry) -> Option<String> {
    let machine = of.machine()?;
    let has_breaks = of.groups().count() > 1 || machine.has_breaks();
    let code = codes::of_machine(machine, board, has_breaks)?;
    Some(format!("~{code}"))
}

/// Parses a regular expression, which is encoded or has percent escapes.
pub(super) fn pattern(
    item: &StringItem,
    encoded: &str,
    board: &Geometry,
) -> Result<Argument, FormatError> {
    let text = match encoded.contains('%') {
        true => percent_decoded(encoded),
        false => {
            let bytes = codes::bytes(encoded);
            let bytes = bytes.ok_or_else(|| item.error("an encoded pattern", quote(encoded)))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    // Digits above 9 are letters there, and numbers between spaces here.
    let is_wide = *board.all_values().end() > 9;
    let is_digit = |c: char| c.is_ascii_digit();
    let mut is_count = false;
    let mut own = String::new();
    for c in text.chars() {
        is_count = c == '{' || (is_count && c != '}');
        match c.to_digit(36) {
            Some(digit) if is_wide && !is_count => {
                let space = if own.ends_with(is_digit) { " " } else { "" };
                own += &format!("{space}{digit}");
            }
            _ => own.push(c),
        }
    }
    let pattern = Pattern::parse(&own, board).map_err(|error| {
        let expected = format!("{} in {}", error.expected, quote(&text));
        item.error(&expected, error.found)
    })?;
    Ok(Argument::Pattern(pattern))
}

/// Returns the title that an escaped name is, if it is not empty. What a title cannot have is left out.
pub(super) fn title(name: &str) -> Option<Title> {
    let text = percent_decoded(name).replace('"', "'");
    let plain = text.chars().filter(|c| !c.is_control());
    Title::new(&plain.take(Title::MOST_CHARACTERS).collect::<String>()).ok()
}
