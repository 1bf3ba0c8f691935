//! Maps of cages of a killer: a letter or word for each cell, and below it the sum of each cage.

use std::collections::BTreeMap;

use super::found::Near;
use super::glyph::{Glyph, Line, line_at, string, trim};
use super::left_out::signed_number;
use super::translation::Recognised;
use satdoku::board::Shape;
use satdoku::format_error::quote;

/// A cell of a map: its label, and the first character of it.
type Label = (String, Glyph);

/// The cells of each cage in the text form, and the place of its first label.
type Cages = BTreeMap<String, (Vec<String>, Glyph)>;

/// The form in errors.
const FORM: &str = "a map of cages with a table of sums such as `A=14`";

/// The longest label. Longer words are prose.
const LONGEST_LABEL: usize = 3;

/// The most digits of a sum.
const LONGEST_NUMBER: usize = 9;

/// Returns the rules of the map at the start of lines, and the number of lines that it and its clues take
/// up.
pub(crate) fn cages_at(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let (size, cages, start) = map_at(lines)?;
    let (clues, end) = clues_below(&lines[size..], &cages);
    let end = size + end;
    // A clue with a sign is that of a KenKen. Its cage is an error of the puzzle, if there is one above.
    let signed = clues
        .iter()
        .find_map(|(label, clue)| Some((label, clue, signed_number(clue)?)));
    if let Some((label, clue, number)) = signed {
        let sign = clue.iter().find(|glyph| !glyph.c.is_ascii_digit())?;
        let (cells, _) = cages.get(label)?;
        let rule = format!("cage {}{} {}", string(number), sign.c, cells.join(" "));
        let rule = line_at(&rule, clue[0].position());
        return Some(Recognised::Lines(vec![rule], end));
    }
    // A few letters with numbers could be anything.
    if clues.len() < 2 || clues.len() * 2 < cages.len() {
        let place = start.position();
        let found = format!("{} for {} cages", clues.len(), cages.len());
        let near = Near::new(FORM, place, "a clue for each cage", found, size * size);
        return Some(Recognised::Near(near));
    }
    if let Some(line) = lines.get(end).filter(|line| is_clue_of(line, &cages)) {
        let line = trim(line);
        let found = quote(&string(line));
        let expected = "the clue of a cage";
        let near = Near::new(FORM, line[0].position(), expected, found, size * size);
        return Some(Recognised::Error(near, end));
    }
    let board = match Shape::usual(size) {
        Some(_) if size == 9 => None,
        Some(shape) => Some(format!("box {shape}")),
        None => return None,
    };
    let mut rules: Vec<Line> = board
        .map(|board| line_at(&board, start.position()))
        .into_iter()
        .collect();
    for (label, (cells, at)) in &cages {
        let (sum, at) = match clues.get(label) {
            Some(sum) => (format!("{} ", string(sum)), sum[0]),
            None => (String::new(), *at),
        };
        let rule = format!("cage {sum}{}", cells.join(" "));
        rules.push(line_at(&rule, at.position()));
    }
    Some(Recognised::Lines(rules, end))
}

/// Returns the size of the map at the start of lines, its cages, and its first character.
fn map_at(lines: &[Line]) -> Option<(usize, Cages, Glyph)> {
    let first = labels(lines.first()?)?;
    let size = first.len();
    if !(3..=Shape::MAX_SIZE).contains(&size) {
        return None;
    }
    let rows = lines
        .get(..size)?
        .iter()
        .map(|line| labels(line).filter(|row| row.len() == size));
    let rows: Vec<Vec<Label>> = rows.collect::<Option<_>>()?;
    let mut cages = Cages::new();
    for (row, labels) in (1..).zip(rows) {
        for (column, (label, at)) in (1..).zip(labels) {
            let (cells, _) = cages.entry(label).or_insert((Vec::new(), at));
            cells.push(format!("r{row}c{column}"));
        }
    }
    // A cell with a blank is in no cage.
    cages.retain(|label, _| *label != ".");
    let is_map = (2..size * size).contains(&cages.len());
    is_map.then_some((size, cages, first[0].1))
}

/// Returns the clues of cages on the first lines, and the number of these lines.
fn clues_below(lines: &[Line], cages: &Cages) -> (BTreeMap<String, Line>, usize) {
    let (mut clues, mut end) = (BTreeMap::new(), 0);
    for (line, number) in lines.iter().zip(1..) {
        if trim(line).is_empty() {
            continue;
        }
        match clues_of(line) {
            Some(of_line) if of_line.iter().all(|(label, _)| cages.contains_key(label)) => {
                clues.extend(of_line);
                end = number;
            }
            _ => break,
        }
    }
    (clues, end)
}

/// Returns true if a line begins with the label of a cage and has a number: it is meant as a clue.
fn is_clue_of(line: &[Glyph], cages: &Cages) -> bool {
    let mut words = words(line);
    let is_label = words
        .next()
        .is_some_and(|word| cages.contains_key(&string(word)));
    is_label && line.iter().any(|glyph| glyph.c.is_ascii_digit())
}

/// Returns the labels of a row: words if they are separated, and otherwise characters.
fn labels(line: &Line) -> Option<Vec<Label>> {
    let words = trim(line).split(|glyph| glyph.c.is_whitespace());
    let words: Vec<&[Glyph]> = words.filter(|word| !word.is_empty()).collect();
    let is_label = |glyph: &Glyph| glyph.c.is_ascii_alphanumeric() || glyph.c == '.';
    let glyphs = || words.iter().copied().flatten();
    if !glyphs().all(is_label) {
        return None;
    }
    // Labels begin with a letter, because digits are cells.
    let label = |word: &[Glyph]| {
        let is_label = word[0].c.is_ascii_alphabetic() || word[0].c == '.';
        (is_label && word.len() <= LONGEST_LABEL).then(|| (string(word), word[0]))
    };
    match words[..] {
        [word] => word.chunks(1).map(label).collect(),
        _ => words.into_iter().map(label).collect(),
    }
}

/// Returns the words of a table of clues.
fn words(line: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || "=:,;".contains(glyph.c);
    line.split(is_between).filter(|word| !word.is_empty())
}

/// Returns true for the sum of a cage. One with a sign is an error.
fn is_clue(text: &[Glyph]) -> bool {
    let number = signed_number(text).unwrap_or(text);
    let is_number = number.iter().all(|glyph| glyph.c.is_ascii_digit());
    is_number && (1..=LONGEST_NUMBER).contains(&number.len())
}

/// Returns the labels and clues of a line: `A=3`, `A: 3`, `A 3`, or several of them.
fn clues_of(line: &Line) -> Option<Vec<(String, Line)>> {
    let words: Vec<&[Glyph]> = words(line).collect();
    let clue = |pair: &[&[Glyph]]| {
        let [label, clue] = pair else { return None };
        is_clue(clue).then(|| (string(label), clue.to_vec()))
    };
    words.chunks(2).map(clue).collect()
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    fn error(text: &str) -> String {
        parsed(text).unwrap_err().to_string()
    }

    #[test]
    fn a_map_of_cages_and_its_sums_are_a_killer() {
        let expected = "................; cage 3 r1c1 r1c2; cage 7 r1c3 r1c4; cage r2c1 r3c1; cage 9 r2c2 r2c3 r2c4";
        for text in [
            "AABB\nCDDD\nC...\n....\n\nA=3\nB=7\nD=9\n",
            "A A B B\nC D D D\nC . . .\n. . . .\nA: 3, B: 7; D: 9\n",
            "Killer\n\na1 a1 b b\nc d d d\nc . . .\n. . . .\na1 3\nb 7\nd 9\nHave fun!\n",
        ] {
            assert_eq!(parsed(text).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_clue_that_is_missing_or_wrong_is_an_error_that_names_the_form() {
        let form = "in a map of cages with a table of sums such as `A=14`";
        assert_eq!(
            error("AABB\nCDDD\nCEEE\nFFFF\n\nA=3\n"),
            format!("1:1: expected a clue for each cage {form}, found 1 for 6 cages")
        );
        assert_eq!(
            error("AABB\nCCDD\nEEFF\nGGHH\n\nA 3\nB 7\nC 4\nD 4\nE is 8\n"),
            format!("10:1: expected the clue of a cage {form}, found `E is 8`")
        );
        for (clues, cage) in [
            ("A 3+\nB 7+\n", "cage 3+ r1c1 r1c2"),
            ("A 3\nB 7\nC 4\nD +4\n", "cage 4+ r2c3 r2c4"),
            ("A 3x\n", "cage 3x r1c1 r1c2"),
        ] {
            let error = error(&format!("AABB\nCCDD\n....\n....\n\n{clues}"));
            assert!(error.contains(cage), "{error}");
        }
    }
}
