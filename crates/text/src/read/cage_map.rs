//! Killers as a map of the cages, a label for each cell, and a table of the sums below it:
//! `AABB…` and `A=3 B=15`.

use std::collections::BTreeMap;

use super::glyph::{Glyph, Line, line_at, replaced, string, trim};
use satdoku::board::Shape;

/// A cell of a map: its label, and the first character of it.
type Label = (String, Glyph);

/// Returns lines with each map of cages and its sums in the text form of rules: `cage 3 r1c1 r1c2`.
pub(crate) fn translated(lines: Vec<Line>) -> Vec<Line> {
    replaced(lines, cages_at)
}

/// Returns the rules of the map at the start of lines, and the number of lines that it and its sums take
/// up.
fn cages_at(lines: &[Line]) -> Option<(Vec<Line>, usize)> {
    let first = labels(lines.first()?)?;
    let size = first.len();
    let shape = Shape::usual(size)?;
    let rows = lines.get(..size)?.iter().map(labels);
    let rows: Vec<Vec<Label>> = rows.collect::<Option<_>>()?;
    if rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let mut cages: BTreeMap<&str, (Vec<String>, Glyph)> = BTreeMap::new();
    for (row, labels) in (1..).zip(&rows) {
        for (column, (label, at)) in (1..).zip(labels) {
            let (cells, _) = cages.entry(label).or_insert((Vec::new(), *at));
            cells.push(format!(" r{row}c{column}"));
        }
    }
    // A cell with a blank is in no cage.
    cages.retain(|label, _| *label != ".");
    let (mut sums, mut end) = (BTreeMap::new(), size);
    for (line, number) in lines[size..].iter().zip(size + 1..) {
        if trim(line).is_empty() {
            continue;
        }
        match sums_of(line) {
            Some(of_line)
                if of_line
                    .iter()
                    .all(|(label, _)| cages.contains_key(&**label)) =>
            {
                sums.extend(of_line);
                end = number;
            }
            _ => break,
        }
    }
    // Labels begin with a letter, because digits are cells. A few with numbers could be anything.
    let is_letter = |label: &&str| label.starts_with(|c: char| c.is_ascii_alphabetic());
    if !cages.keys().all(is_letter) || sums.len() < 2 || sums.len() * 2 < cages.len() {
        return None;
    }
    let board = (size != 9).then(|| line_at(&format!("box {shape}"), first[0].1.position()));
    let rules = cages.into_iter().map(|(label, (cells, at))| {
        let (sum, at) = match sums.get(label) {
            Some(sum) => (format!(" {}", string(sum)), sum[0]),
            None => (String::new(), at),
        };
        line_at(&format!("cage{sum}{}", cells.concat()), at.position())
    });
    Some((board.into_iter().chain(rules).collect(), end))
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
    let label = |word: &[Glyph]| Some((string(word), *word.first()?));
    match words[..] {
        [word] => word.chunks(1).map(label).collect(),
        _ => words.into_iter().map(label).collect(),
    }
}

/// Returns the labels and sums of a line: `A=3`, `A: 3`, `A 3`, or several of them.
fn sums_of(line: &Line) -> Option<Vec<(String, Line)>> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || "=:,;".contains(glyph.c);
    let words = line.split(is_between).filter(|word| !word.is_empty());
    let words: Vec<&[Glyph]> = words.collect();
    let sum = |pair: &[&[Glyph]]| {
        let [label, sum] = pair else { return None };
        let is_sum = sum.len() <= 3 && sum.iter().all(|glyph| glyph.c.is_ascii_digit());
        is_sum.then(|| (string(label), sum.to_vec()))
    };
    words.chunks(2).map(sum).collect()
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

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
        // One sum for four cages is no table.
        assert!(parsed("AABB\nCDDD\nCEEE\nFFFF\n\nA=3\n").is_err());
    }
}
