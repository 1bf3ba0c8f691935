//! Forms that are left out and would be read as another puzzle: each of them is an error.

use super::cell_list::cell_name;
use super::found::Near;
use super::glyph::{Glyph, Line, starts_with, string, trim};
use super::row::{SHORTEST, is_null};
use super::rules::names::{RuleName, is_ordinary, rule_named};
use super::translation::{Recognised, may_read};
use satdoku::format_error::{FormatError, quote};

/// The functions of Fortran, Julia, MATLAB and R that fill an array by columns. NumPy's have a dot before
/// them, and fill it by rows.
const BY_COLUMNS: [&str; 2] = ["reshape(", "matrix("];

/// Returns the error of an array that is filled by columns from a flat list, in a call that begins on the
/// first line, and the number of lines up to the end of the list.
pub(crate) fn by_columns(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let first = lines.first()?;
    let is_inner = |glyph: &Glyph| "._".contains(glyph.c) || glyph.c.is_alphanumeric();
    let call = |at: &usize| {
        let is_call = BY_COLUMNS
            .iter()
            .any(|name| starts_with(&first[*at..], name));
        is_call && !first[..*at].last().is_some_and(is_inner)
    };
    let at = (0..first.len()).find(call)?;
    let bracket = at + first[at..].iter().position(|glyph| glyph.c == '(')?;
    let (mut list, mut is_open) = (String::new(), false);
    for (line, length) in lines.iter().zip(1..) {
        let start = if length == 1 { bracket + 1 } else { 0 };
        for glyph in &line[start..] {
            match glyph.c {
                '[' | '(' | '{' if is_open => return None,
                '[' | '(' | '{' => (is_open, list) = (true, String::new()),
                ']' | ')' | '}' => {
                    let is_flat = is_open && is_board(&list);
                    let expected =
                        "rows of cells (Fortran, Julia, MATLAB and R fill arrays by columns)";
                    let found = quote(&string(&first[at..=bracket]));
                    let error = FormatError::new(first[at].position(), expected, found);
                    let near = Near {
                        error,
                        cells: list.len(),
                    };
                    return is_flat.then_some(Recognised::Error(near, length));
                }
                // A comment.
                '!' | '#' | '%' => break,
                c => list.push(c),
            }
        }
        list.push(' ');
        if !may_read(line, left) {
            break;
        }
    }
    None
}

/// Returns the error of rows in LaTeX commands, such as `\setrow{9}{5,3,{},…}`, whose numbers can count from
/// below, and the number of their lines.
pub(crate) fn latex_rows(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let is_row = |line: &&Line| starts_with(trim(line), "\\setrow");
    let length = lines.iter().take_while(is_row).count();
    let first = trim(lines.first().filter(|_| length > 0)?);
    let expected = "rows of cells instead of LaTeX commands";
    let error = FormatError::new(first[0].position(), expected, quote(&string(first)));
    let near = Near {
        error,
        cells: length,
    };
    Some(Recognised::Error(near, length))
}

/// Returns the error of pencil marks of a 9×9 puzzle in one word, with a symbol for each digit of each cell, which
/// would be a board of 27×27.
pub(crate) fn marks_on_a_line(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let mut words = lines.first()?.split(|glyph| glyph.c.is_whitespace());
    let word = words.find(|word| is_marks(word))?;
    let (expected, found) = (
        "81 cells or a grid of pencil marks",
        "729 symbols, nine for each cell",
    );
    let error = FormatError::new(word[0].position(), expected, found);
    let cells = word.len();
    Some(Recognised::Error(Near { error, cells }, 1))
}

fn is_marks(word: &[Glyph]) -> bool {
    let is_mark = |(index, glyph): (usize, &Glyph)| {
        glyph.c == '.' || glyph.c.to_digit(10) == Some(index as u32 % 9 + 1)
    };
    let has_mark = |cell: &[Glyph]| cell.iter().any(|glyph| glyph.c != '.');
    word.len() == 729 && word.iter().enumerate().all(is_mark) && word.chunks(9).all(has_mark)
}

/// Returns true for a list of as many numbers as a board has cells, or more.
fn is_board(list: &str) -> bool {
    let words = list.split(|c: char| c.is_whitespace() || ",/&".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| is_null(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    words.len() >= SHORTEST * SHORTEST && words.iter().all(is_number)
}

/// Returns true for a line of constraints in source code: the name of a kind before a bracket, such as
/// `cages = [`.
pub(crate) fn is_code(line: &[Glyph]) -> bool {
    let is_name = |glyph: &Glyph| glyph.c.is_alphanumeric() || "_-".contains(glyph.c);
    let is_list = |at: usize| {
        let (sign, before) = trim(&line[..at]).split_last()?;
        let before = trim(before);
        let before = match before {
            [before @ .., last] if "\"'".contains(last.c) => before,
            before => before,
        };
        let start = before.iter().rposition(|glyph| !is_name(glyph));
        let name = &before[start.map_or(0, |at| at + 1)..];
        let rule = rule_named(&string(name)).filter(|_| "=:".contains(sign.c));
        Some(matches!(rule, Some(RuleName::Constraint(kind)) if !is_ordinary(kind)))
    };
    let mut brackets = (0..line.len()).filter(|at| "[({".contains(line[*at].c));
    brackets.any(|at| is_list(at) == Some(true))
}

/// Returns the number in the clue of a KenKen, which has the sign of an operation.
pub(crate) fn signed_number(text: &[Glyph]) -> Option<&[Glyph]> {
    let is_sign = |glyph: &Glyph| "+-−–xX*×·/÷".contains(glyph.c);
    let number = match text {
        [sign, number @ ..] | [number @ .., sign] if is_sign(sign) => number,
        _ => return None,
    };
    let is_number = number.iter().all(|glyph| glyph.c.is_ascii_digit());
    (is_number && !number.is_empty()).then_some(number)
}

/// Returns true for a cage of a KenKen: a number with a sign, and cells such as `A1`.
pub(crate) fn is_kenken_cage(line: &[Glyph]) -> bool {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || "=:,()[]".contains(glyph.c);
    let (mut clues, mut cells) = (0, 0);
    for word in line.split(is_between).filter(|word| !word.is_empty()) {
        if signed_number(word).is_some() {
            clues += 1;
        } else if cell_name(&string(word)).is_some() {
            cells += 1;
        } else {
            return false;
        }
    }
    clues == 1 && cells > 0
}
