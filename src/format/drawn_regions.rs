//! The boxes or regions that a frame around the cells of a grid draws.
//!
//! It is read where every cell has its place in the picture, as in what this program prints: all
//! places are equally wide, a bar can stand between two of them, and a line between two rows has
//! dashes where it separates cells.

use super::row::{Row, is_vertical};
use super::text_line::TextLine;
use crate::board::{Cell, RegionMap, Ruleset, Shape};

/// The rules of the board of these rows if the lines, which are those of the rows and what stands
/// between them, draw as many regions as a row has cells, each of as many cells. Rows or columns drawn
/// as regions say nothing.
pub(super) fn drawn_rules(rows: &[Row], lines: &[TextLine]) -> Option<Ruleset> {
    let size = rows.len();
    let groups = Drawing::of(rows, lines)?.groups();
    let map = RegionMap::from_groups(size, &groups).ok()?;
    let is_of = |rows: usize, columns: usize| {
        let is_same = |(number, group): (usize, &Vec<Cell>)| {
            let mut boxes = group.iter().map(|cell| {
                let (row, column) = (cell.index() / size, cell.index() % size);
                row / rows * rows + column / columns
            });
            boxes.all(|found| found == number)
        };
        groups.iter().enumerate().all(is_same)
    };
    if is_of(1, size) || is_of(size, 1) {
        return None;
    }
    let mut shapes = Shape::of_size(size).into_iter();
    let boxes = shapes.find(|shape| is_of(shape.box_rows(), shape.box_columns()));
    Some(boxes.map_or_else(|| Ruleset::jigsaw(map), Ruleset::classic))
}

/// Rows of characters, and the line between each and the next one, if there is one.
struct Drawing {
    rows: Vec<Vec<char>>,
    between: Vec<Vec<char>>,
    /// The column of the first bar, and how far it is from each place to the next.
    start: usize,
    step: usize,
}

impl Drawing {
    fn of(rows: &[Row], lines: &[TextLine]) -> Option<Drawing> {
        let characters = |line: &TextLine| line.text().trim_end().chars().collect::<Vec<char>>();
        let mut between = Vec::with_capacity(rows.len());
        for pair in rows.windows(2) {
            // More than one line, or one that was not kept, is no such drawing.
            let (row, next) = (pair[0].line.number, pair[1].line.number);
            let is_between = |line: &&TextLine| line.number == row + 1 && next == row + 2;
            let line = lines.iter().find(is_between);
            if line.is_none() && next != row + 1 {
                return None;
            }
            between.push(line.map(characters).unwrap_or_default());
        }
        let rows: Vec<Vec<char>> = rows.iter().map(|row| characters(&row.line)).collect();
        let start = rows[0].iter().position(|c| *c != ' ')?;
        let end = rows[0].len() - 1;
        let step = (end - start) / rows.len();
        let has_places = |row: &Vec<char>| {
            let is_bar_or_space = |(place, c): (usize, &char)| match place % step {
                0 if place == 0 || place == end - start => is_vertical(*c),
                0 => is_vertical(*c) || *c == ' ',
                _ => true,
            };
            row.len() == end + 1 && row[start..].iter().enumerate().all(is_bar_or_space)
        };
        let is_even = step >= 2 && end - start == rows.len() * step;
        (is_even && rows.iter().all(has_places)).then_some(Drawing {
            rows,
            between,
            start,
            step,
        })
    }

    /// Whether nothing is drawn between a cell and the one behind it in its row.
    fn is_open_right(&self, row: usize, column: usize) -> bool {
        self.rows[row][self.start + (column + 1) * self.step] == ' '
    }

    /// Whether nothing is drawn between a cell and the one below it.
    fn is_open_below(&self, row: usize, column: usize) -> bool {
        let middle = self.start + column * self.step + self.step / 2;
        let line = self.between.get(row);
        line.is_some_and(|line| line.get(middle).is_none_or(|c| *c == ' '))
    }

    /// The cells that nothing is drawn between, region by region, in the order of their first cells.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let size = self.rows.len();
        let mut is_found = vec![false; size * size];
        let mut groups = Vec::new();
        for first in 0..size * size {
            let (mut group, mut open) = (Vec::new(), vec![first]);
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut is_found[at], true) {
                    continue;
                }
                group.push(Cell::from_index(at));
                let (row, column) = (at / size, at % size);
                if self.is_open_right(row, column) {
                    open.push(at + 1);
                }
                if column > 0 && self.is_open_right(row, column - 1) {
                    open.push(at - 1);
                }
                if self.is_open_below(row, column) {
                    open.push(at + size);
                }
                if row > 0 && self.is_open_below(row - 1, column) {
                    open.push(at - size);
                }
            }
            if !group.is_empty() {
                groups.push(group);
            }
        }
        groups
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
