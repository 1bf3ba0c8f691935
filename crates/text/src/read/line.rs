//! Puzzles on one line: an ordered list of recognisers.

use super::array::arrays;
use super::builder::PuzzleBuilder;
use super::described;
use super::draft::PuzzleDraft;
use super::glyph::{CellText, Glyph, LineColumn, end_of, line_at, normalise, string, trim};
use super::infer::BLANKS;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, cells, is_digits_and_blanks, is_word};
use super::rules::board::board_sizes;
use super::rules::spelling::{Spelled, is_rule, spelled};
use super::rules::text::{behind_brackets, rules_after};
use super::symbols::bad_count;
use crate::formats::link::{self, Link};
use crate::formats::{constraint_string as parse_string, is_constraint_string, sumocue};
use satdoku::board::{Candidate, Cell, Digit};
use satdoku::format_error::{FormatError, quote};

type Draft = Result<PuzzleDraft, FormatError>;

/// Returns the puzzle on a line, or the error in it, if the line has this form.
type LineRecogniser = fn(&[Glyph], &PuzzleBuilder) -> Option<Draft>;

/// The forms of a puzzle on a line. The first that fits decides.
const RECOGNISERS: [LineRecogniser; 8] = [
    constraint_string,
    link,
    sumocue,
    library_line,
    joined_rows,
    whole_line,
    one_of_its_words,
    list_in_brackets,
];

/// Finds the puzzle on a line.
///
/// # Errors
/// If the line contains no puzzle, or one with an error.
pub(crate) fn line_puzzle(line: &[Glyph], builder: &mut PuzzleBuilder) -> Draft {
    if let Some(found) = described::line_puzzle(line, builder) {
        return found;
    }
    if let Some((puzzle, rules)) = rules_after(line) {
        let before = std::mem::replace(&mut builder.own_sizes, board_sizes(rules.iter()));
        let found = line_puzzle(puzzle, builder);
        builder.own_sizes = before;
        let mut draft = found?;
        if draft.has_own_rules() {
            return Err(behind(&rules[0], "link or constraint string"));
        }
        draft.rules.extend(rules);
        return Ok(draft);
    }
    let mut found = RECOGNISERS
        .iter()
        .filter_map(|recognise| recognise(line, builder));
    found.next().unwrap_or_else(|| Err(bad_line(line, builder)))
}

/// A constraint string.
fn constraint_string(line: &[Glyph], _: &PuzzleBuilder) -> Option<Draft> {
    let position = start_of(line);
    let is_alone = line.iter().all(|glyph| glyph.position().0 == position.0);
    let parse = || {
        parse_string(line).map(|draft| PuzzleDraft {
            position,
            is_alone,
            ..draft
        })
    };
    is_constraint_string(&string(line)).then(parse)
}

/// A link with a puzzle in it.
fn link(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let text = string(line);
    let range = link::find(&text)?;
    let place_of = |at: usize| line[text[..at].chars().count()].position();
    if let Some(second) = link::all(&text).get(1) {
        let found = quote(&text[second.clone()]);
        return Some(Err(FormatError::new(
            place_of(second.start),
            "one link",
            found,
        )));
    }
    let end = text[..range.end].chars().count();
    if let Spelled::Rules(rules) = spelled(&line[end..], None) {
        return Some(Err(behind(&rules[0], "link or constraint string")));
    }
    let position = place_of(range.start);
    let link = &text[range];
    let is_alone = !pieces(line).any(|piece| is_word(piece) && !link.contains(&string(piece)));
    let draft = match link::read(link) {
        Ok(Link::Puzzle(draft)) => Ok(*draft),
        Ok(Link::Constraints(text)) => parse_string(&line_at(&text, position)),
        Ok(Link::Cells(text)) => builder.draft(cells(&line_at(&text, position), Reading::Symbols)),
        Err((expected, found)) => Err(FormatError::new(position, expected, found)),
    };
    Some(draft.map(|draft| PuzzleDraft {
        position,
        is_alone,
        ..draft
    }))
}

/// A text of SumoCue.
fn sumocue(line: &[Glyph], _: &PuzzleBuilder) -> Option<Draft> {
    let position = start_of(line);
    let draft = |draft| PuzzleDraft { position, ..draft };
    sumocue::recognise(line).then(|| sumocue::read(line).map(draft).and_then(alone))
}

/// A line of HoDoKu's library: fields between colons, the fourth with the cells and the fifth with eliminated
/// candidates, each as a digit, a row and a column.
fn library_line(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let fields: Vec<&[Glyph]> = trim(line).split(|glyph| glyph.c == ':').collect();
    let [[], _, _, puzzle, eliminated, _, ..] = fields[..] else {
        return None;
    };
    let draft = builder.board(cells(puzzle, Reading::Symbols))?;
    let size = draft.givens.geometry().rows();
    let index = |c: char| {
        (c.to_digit(10)? as usize)
            .checked_sub(1)
            .filter(|index| *index < size)
    };
    let candidate = |word: CellText| {
        let indices: Option<Vec<usize>> = word.text.chars().map(index).collect();
        match indices.as_deref() {
            Some([digit, row, column]) => {
                let (cell, digit) = (Cell::at(*row, *column, size), Digit::from_index(*digit));
                Ok(Candidate { cell, digit })
            }
            _ => {
                let expected = "a digit, a row and a column such as 114";
                Err(FormatError::new(word.position, expected, quote(&word.text)))
            }
        }
    };
    let removed = cells(eliminated, Reading::Words).into_iter().map(candidate);
    let removed = removed.collect::<Result<Vec<Candidate>, FormatError>>();
    Some(removed.and_then(|removed| alone(PuzzleDraft { removed, ..draft })))
}

/// Rows joined by one character: `1000.0020.0300.0004`.
fn joined_rows(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let line = trim(line);
    let sign = line
        .iter()
        .find(|glyph| !glyph.c.is_ascii_alphanumeric())?
        .c;
    let rows: Vec<&[Glyph]> = line.split(|glyph| glyph.c == sign).collect();
    let is_row = |row: &&[Glyph]| {
        row.len() == rows.len() && row.iter().all(|glyph| glyph.c.is_ascii_alphanumeric())
    };
    let are_rows = BLANKS.contains(&sign) && rows.len() >= SHORTEST && rows.iter().all(is_row);
    let board = || builder.board(cells(&rows.concat(), Reading::Symbols));
    are_rows.then(board)?.map(alone)
}

/// All cells of the line in one of the readings, perhaps after a label.
fn whole_line(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let row = CellRow::new(line);
    let board = |(reading, has_label)| {
        builder.size_of(row.count(reading, has_label))?;
        // The first of cells with spaces between them is no label.
        let words = row.cells(Reading::Words, has_label);
        let is_cell = |word: &CellText| word.text.len() == words[0].text.len();
        let are_cells = words.len() > 1 && words[0].text.len() == 1;
        let is_number = || {
            row.cells(Reading::Words, false)[0]
                .text
                .parse::<usize>()
                .is_ok()
        };
        if has_label && (!words.iter().all(is_cell) || (are_cells && is_number())) {
            return None;
        }
        builder.board(row.cells(reading, has_label))
    };
    let readings = [false, true].into_iter();
    let mut readings = readings.flat_map(|label| Reading::ALL.map(|reading| (reading, label)));
    readings.find_map(board).map(alone)
}

/// One word of the line. The line may have a solution as well.
fn one_of_its_words(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let words = words(line).chain(pieces(line)).enumerate();
    let is_long = |(_, word): &(usize, &[Glyph])| word.len() >= SHORTEST * SHORTEST;
    let long: Vec<(usize, &[Glyph])> = words.filter(is_long).collect();
    let is_digit = |cell: &CellText| matches!(cell.text.as_bytes(), [b'1'..=b'9']);
    let board = |(index, word): &(usize, &[Glyph])| {
        let cells = cells(word, Reading::Symbols);
        let has_digit = cells.iter().any(|cell| is_digit(cell) || cell.text == "0");
        Some((*index, builder.board(cells).filter(|_| has_digit)?))
    };
    let mut boards: Vec<(usize, PuzzleDraft)> = long.iter().filter_map(board).collect();
    let is_unsolved = |draft: &PuzzleDraft| !draft.cells.iter().all(is_digit);
    let unsolved = boards.iter().position(|(_, draft)| is_unsolved(draft));
    let (index, draft) = match boards.is_empty() {
        true => return None,
        false => boards.swap_remove(unsolved.unwrap_or(0)),
    };
    // Another word as long is a solution, or something that says more about the puzzle.
    let is_solution = |(_, word): &&(usize, &[Glyph])| {
        let symbols = cells(word, Reading::Symbols);
        let is_same = |(one, own): (&CellText, &CellText)| {
            one.text == own.text || (unsolved.is_some() && !is_digit(own))
        };
        // Beside a solution, one of another length may be the puzzle with a mistake in it.
        let is_cut = || {
            let is_long = unsolved.is_none() && 2 * symbols.len() > draft.cells.len();
            is_long && is_digits_and_blanks(&string(word))
        };
        match symbols.len() == draft.cells.len() {
            true => symbols.iter().zip(&draft.cells).all(is_same),
            false => !is_cut(),
        }
    };
    if let Some((_, other)) = long.iter().find(|word| !is_solution(word)) {
        let expected = "one puzzle on the line, perhaps with its solution";
        return Some(Err(FormatError::new(
            other[0].position(),
            expected,
            quote(&string(other)),
        )));
    }
    let mut before = self::words(line).chain(pieces(line)).take(index);
    let is_alone = !before.any(is_word);
    Some(Ok(PuzzleDraft { is_alone, ..draft }))
}

/// A list of cells or rows in brackets.
fn list_in_brackets(line: &[Glyph], builder: &PuzzleBuilder) -> Option<Draft> {
    let arrays = arrays(&[line.to_vec()], builder).into_iter();
    let board = arrays.flat_map(|array| array.boards).next()?;
    let rest = trim(behind_brackets(line));
    Some(match is_rule(rest) {
        true => Err(behind(rest, "list of cells in brackets")),
        false => alone(board),
    })
}

/// Returns the error of a rule after a puzzle in a form that no rules follow.
fn behind(rule: &[Glyph], form: &str) -> FormatError {
    let position = rule.first().map_or((1, 1), |first| first.position());
    let expected = format!("the end of the line after a {form}");
    FormatError::new(position, expected, quote(&string(rule)))
}

fn alone(draft: PuzzleDraft) -> Draft {
    Ok(PuzzleDraft {
        is_alone: true,
        ..draft
    })
}

fn start_of(line: &[Glyph]) -> LineColumn {
    trim(line).first().map_or((1, 1), |first| first.position())
}

/// Returns true if a text is a puzzle with its own rules: a link or a constraint string.
pub(crate) fn has_own_rules(text: &str) -> bool {
    let text = text.trim();
    is_constraint_string(text)
        || link::holds_puzzle(text)
        || sumocue::recognise(&normalise(1, text))
}

/// Splits a line at what separates the fields of a list. Other symbols may be blanks.
fn words(line: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || ",;\"'`()[]{}".contains(glyph.c);
    line.split(is_between).filter(|word| !word.is_empty())
}

/// Splits a line at everything that can surround a puzzle among other text.
fn pieces(line: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let pieces = words(line).flat_map(|word| word.split(|glyph| ":<>=|&?".contains(glyph.c)));
    pieces.filter(|piece| !piece.is_empty())
}

/// Returns true for a number as tables and spreadsheets write it. Parsing an `f64` would do, but its tables take 14 KB
/// of the compressed page.
pub(super) fn is_number(text: &str) -> bool {
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.trim_start_matches(['+', '-']);
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    is_whole(&digits.replacen('.', "", 1)) && is_whole(exponent.trim_start_matches(['+', '-']))
}

/// Returns the error of a line without a puzzle: that of the form that it nearly has, in its longest word,
/// if that is too long for a row, or in all of its cells, if it has no words.
fn bad_line(line: &[Glyph], builder: &PuzzleBuilder) -> FormatError {
    let near = arrays(&[line.to_vec()], builder)
        .into_iter()
        .filter_map(|array| array.near);
    if let Some(near) = near.max_by_key(|near| near.cells) {
        return near.error;
    }
    let start = start_of(line);
    let longest = words(line).max_by_key(|word| word.len()).unwrap_or(&[]);
    let text = string(longest);
    if text.contains(['e', 'E']) && is_number(&text) {
        let found = format!("{}, as a spreadsheet shortens a number", quote(&text));
        return FormatError::new(start, "a puzzle, in a column of text", found);
    }
    let no_puzzle = || FormatError::new(start, "a puzzle", quote(string(line).trim()));
    let row = CellRow::new(line);
    let all = match longest.len() > LONGEST {
        true => longest,
        false => &row.glyphs,
    };
    let cells = cells(all, Reading::Symbols);
    if longest.len() <= LONGEST && !(row.is_sure && cells.len() >= SHORTEST * SHORTEST) {
        return no_puzzle();
    }
    match builder.size_of(cells.len()) {
        None => bad_count(&cells, end_of(all, start), builder.options.shape),
        Some(_) => builder.draft(cells).err().unwrap_or_else(no_puzzle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::record::ReadOptions;

    const FOUR: &str = "1.....2..3.....4";

    /// Returns true if `recogniser` is the first that finds a puzzle on a line.
    fn is_found_by(recogniser: LineRecogniser, line: &str) -> bool {
        let builder = PuzzleBuilder::new(&ReadOptions::default());
        let line = normalise(1, line);
        let mut recognisers = RECOGNISERS.iter();
        let first = recognisers.find(|recognise| recognise(&line, &builder).is_some());
        first.is_some_and(|first| std::ptr::fn_addr_eq(*first, recogniser))
    }

    #[test]
    fn a_constraint_string_is_recognised() {
        assert!(is_found_by(constraint_string, ".Shape~4x4.~R1C1_1"));
        assert!(!is_found_by(constraint_string, "Shape~4x4"));
    }

    #[test]
    fn a_link_is_recognised() {
        let shared = format!("see https://x.org/?p={FOUR}");
        assert!(is_found_by(link, &shared));
        // The site of a link without its puzzle is named in the error.
        assert!(is_found_by(link, "https://sudokupad.app/abcdef"));
        assert!(!is_found_by(link, "https://x.org/abcdef"));
    }

    #[test]
    fn a_whole_line_is_recognised() {
        let spaced = "1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4";
        let fields = "1,,,,,,2,,,3,,,,,,4";
        for line in [FOUR, spaced, fields, "3. 1.....2..3.....4"] {
            assert!(is_found_by(whole_line, line), "{line}");
        }
        assert!(!is_found_by(whole_line, "1.....2..3....."));
    }

    #[test]
    fn a_word_is_recognised() {
        assert!(is_found_by(
            one_of_its_words,
            "easy 1.....2..3.....4 by Ada"
        ));
        assert!(is_found_by(
            one_of_its_words,
            "1.....2..3.....4:1:1243342143122134"
        ));
        assert!(!is_found_by(one_of_its_words, "nothing to see here"));
    }

    #[test]
    fn a_list_in_brackets_is_recognised() {
        let line = "x = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]";
        assert!(is_found_by(list_in_brackets, line));
        assert!(!is_found_by(list_in_brackets, "x = [1, 2]"));
    }
}
