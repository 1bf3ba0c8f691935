//! The boxes or regions that a frame around the cells of a grid draws.
//!
//! It is read where every cell has its place in the picture, as in what this program prints: all
//! places are equally wide, a bar can stand between two of them, and a line between two rows has
//! dashes where it separates cells.

use super::row::{Row, is_vertical};
use super::text_line::TextLine;
use crate::board::{RegionMap, Ruleset, Shape};

/// The rules of the board of these rows if the lines, which are those of the rows and what stands
/// between them, draw as many regions as a row has cells, each of as many cells. Rows or columns drawn
/// as regions say nothing.
pub(super) fn drawn_rules(rows: &[Row], lines: &[TextLine]) -> Option<Ruleset> {
    let size = rows.len();
    let picture = Drawing::of(rows, lines)?;
    let labels = picture.labels(size);
    let mut counts = vec![0; size];
    for label in &labels {
        *counts.get_mut(*label)? += 1;
    }
    let is_of = |rows: usize, columns: usize| {
        let is_same = |(at, label): (usize, &usize)| {
            *label == at / size / rows * (size / columns) + at % size / columns
        };
        labels.iter().enumerate().all(is_same)
    };
    if counts.iter().any(|count| *count != size) || is_of(1, size) || is_of(size, 1) {
        return None;
    }
    let shapes = Shape::of_size(size).into_iter();
    let mut boxes = shapes.filter(|shape| is_of(shape.box_rows(), shape.box_columns()));
    if let Some(shape) = boxes.next() {
        return Some(Ruleset::classic(shape));
    }
    let labels: Vec<Option<usize>> = labels.into_iter().map(Some).collect();
    RegionMap::from_labels(&labels).ok().map(Ruleset::jigsaw)
}

/// Rows of characters, and the line between each and the next one, if there is one.
struct Drawing {
    rows: Vec<Vec<char>>,
    between: Vec<Option<Vec<char>>>,
    /// The column of the first bar, and how far it is from each place to the next.
    start: usize,
    step: usize,
}

impl Drawing {
    fn of(rows: &[Row], lines: &[TextLine]) -> Option<Drawing> {
        let size = rows.len();
        let characters = |line: &TextLine| line.text().trim_end().chars().collect::<Vec<char>>();
        let numbers: Vec<usize> = rows.iter().map(|row| row.line.number).collect();
        let rows: Vec<Vec<char>> = rows.iter().map(|row| characters(&row.line)).collect();
        let first = rows.first()?;
        let start = first.iter().position(|c| *c != ' ')?;
        let width = first.len() - start;
        let step = (width - 1) / size;
        let has_places = |row: &Vec<char>| {
            let mut bars = (0..=size).map(|place| row[start + place * step]);
            is_vertical(row[start])
                && is_vertical(row[start + width - 1])
                && bars.all(|c| is_vertical(c) || c == ' ')
        };
        let is_even = step >= 2 && width == size * step + 1;
        if !is_even
            || !rows
                .iter()
                .all(|row| row.len() == first.len() && has_places(row))
        {
            return None;
        }
        let between = numbers.windows(2).map(|pair| {
            let mut found = lines
                .iter()
                .filter(|line| (pair[0] + 1..pair[1]).contains(&line.number));
            // More than one line, or one that was not kept, is no such picture.
            match (found.next(), pair[1] - pair[0]) {
                (None, 1) => Some(None),
                (Some(line), 2) => Some(Some(characters(line))),
                _ => None,
            }
        });
        Some(Drawing {
            between: between.collect::<Option<_>>()?,
            rows,
            start,
            step,
        })
    }

    /// For each cell the number of its region: cells without a bar or a dash between them share one.
    fn labels(&self, size: usize) -> Vec<usize> {
        let is_open_right = |row: usize, column: usize| {
            column + 1 < size && self.rows[row][self.start + (column + 1) * self.step] == ' '
        };
        let is_open_below = |row: usize, column: usize| {
            let middle = self.start + column * self.step + self.step / 2;
            let is_space = |line: &Vec<char>| line.get(middle).is_none_or(|c| *c == ' ');
            row + 1 < size && self.between[row].as_ref().is_none_or(is_space)
        };
        let mut labels = vec![usize::MAX; size * size];
        let mut count = 0;
        for first in 0..labels.len() {
            if labels[first] != usize::MAX {
                continue;
            }
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut labels[at], count) == count {
                    continue;
                }
                let (row, column) = (at / size, at % size);
                let neighbours = [
                    (is_open_right(row, column), at + 1),
                    (
                        column > 0 && is_open_right(row, column - 1),
                        at.wrapping_sub(1),
                    ),
                    (is_open_below(row, column), at + size),
                    (
                        row > 0 && is_open_below(row - 1, column),
                        at.wrapping_sub(size),
                    ),
                ];
                let open_ones = neighbours.into_iter().filter(|(is_open, _)| *is_open);
                open.extend(
                    open_ones
                        .map(|(_, at)| at)
                        .filter(|at| labels[*at] != count),
                );
            }
            count += 1;
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::board::{Layout, Puzzle, RegionMap, Ruleset, Shape};
    use crate::format::{Alphabet, Picture, Strokes, write_candidates};
    use crate::propagate::Candidates;

    const MAP: &str = "11111 22334 22334 52344 55554";
    const GIVENS: &str = "..5........41........3.4.";

    fn jigsaw() -> Puzzle {
        let labels: Vec<Option<char>> = MAP.chars().filter(|c| *c != ' ').map(Some).collect();
        let map = RegionMap::from_labels(&labels).unwrap();
        board(Ruleset::jigsaw(map), GIVENS)
    }

    fn board(rules: Ruleset, givens: &str) -> Puzzle {
        let layout = Arc::new(Layout::new(rules));
        Puzzle::new(layout, givens.parse().unwrap()).unwrap()
    }

    fn read(text: &str) -> Puzzle {
        text.parse()
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn what_is_drawn_is_read_again() {
        let mut puzzles = vec![jigsaw()];
        for shape in ["2x2", "3x3"] {
            let shape: Shape = shape.parse().unwrap();
            let blanks = ".".repeat(shape.size() * shape.size() - 1);
            puzzles.push(board(Ruleset::classic(shape), &format!("1{blanks}")));
        }
        for puzzle in puzzles {
            let alphabet = Alphabet::FromOne;
            for strokes in [Strokes::Ascii, Strokes::Unicode] {
                let text = Picture::new(&puzzle, alphabet).draw(strokes);
                assert_eq!(read(&text), puzzle, "{text}");
            }
            let text = write_candidates(&Candidates::new(&puzzle), alphabet);
            assert_eq!(
                read(&text).layout().rules(),
                puzzle.layout().rules(),
                "{text}"
            );
        }
    }

    #[test]
    fn boxes_that_are_drawn_like_regions_are_boxes() {
        let rule = "+-----------+-----------+\n";
        let rows = "| 1   .   . | .   .   . |\n| .   .   . | .   .   . |\n";
        let text = [
            rule,
            rows,
            rule,
            &rows.replace('1', "."),
            rule,
            &rows.replace('1', "."),
            rule,
        ];
        let givens = format!("1{}", ".".repeat(35));
        let expected = board(Ruleset::classic("2x3".parse().unwrap()), &givens);
        assert_eq!(read(&text.concat()), expected);
    }

    #[test]
    fn frames_without_regions_say_nothing() {
        let rows = ["1 . . .", ". . 2 .", ". 3 . .", ". . . 4"];
        let expected = read(&rows.join("\n"));
        let around = "+-------+".to_string();
        for (between, bar) in [("", " "), ("+-------+", " "), ("+-+-+-+-+", "|"), ("", "|")] {
            let lines = rows.map(|row| format!("|{}|", row.replace(' ', bar)));
            let between = if between.is_empty() {
                "\n".to_string()
            } else {
                format!("\n{between}\n")
            };
            let text = [around.clone(), lines.join(&between), around.clone()].join("\n");
            assert_eq!(read(&text), expected, "{text}");
        }
    }
}
