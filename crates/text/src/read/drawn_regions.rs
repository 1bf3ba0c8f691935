//! Boxes or regions drawn by the frame of a grid. Bars separate cells of a row. Lines separate rows
//! and have spaces between cells of the same region.

use super::draft::board_of_map;
use super::glyph::{CellText, Glyph};
use super::row::is_bar;
use super::text_line::{LineKind, TextLine};
use satdoku::board::{Cell, RegionMap, Ruleset};

/// Returns the board drawn by `lines`, which contain the rows and the lines between them. There must
/// be as many regions as a row has cells, each with that many cells. Frames that merely separate rows
/// or columns are ignored.
pub(crate) fn drawn_board(rows: &[Vec<CellText>], lines: &[TextLine]) -> Option<Ruleset> {
    let size = rows.len();
    let groups = FrameBorders::of(rows, lines)?.groups();
    let map = RegionMap::from_groups(size, &groups).ok()?;
    let are_even = |step: usize| {
        let mut groups = groups.iter();
        groups.all(|group| {
            group
                .iter()
                .is_sorted_by(|one, next| next.index() == one.index() + step)
        })
    };
    (!are_even(1) && !are_even(size)).then(|| board_of_map(map))
}

/// The borders drawn around each cell.
struct FrameBorders {
    size: usize,
    /// True for cells with a border on their right.
    right: Vec<bool>,
    /// True for cells with a border below.
    below: Vec<bool>,
}

impl FrameBorders {
    fn of(rows: &[Vec<CellText>], lines: &[TextLine]) -> Option<FrameBorders> {
        let (mut right, mut below) = (Vec::new(), Vec::new());
        let mut lines = lines.iter().peekable();
        for cells in rows {
            let row = &lines.next()?.row()?.glyphs;
            let between: &[Glyph] =
                match lines.next_if(|line| line.is_frame()).map(|line| &line.kind) {
                    Some(LineKind::Frame(frame, _)) => &frame.glyphs,
                    _ => &[],
                };
            for (index, cell) in cells.iter().enumerate() {
                let end = cells
                    .get(index + 1)
                    .map_or(usize::MAX, |next| next.position.1);
                let column = |glyph: &Glyph| glyph.position().1;
                let is_between = |glyph: &&Glyph| (cell.position.1..end).contains(&column(glyph));
                right.push(row.iter().filter(is_between).any(|glyph| is_bar(glyph.c)));
                let under = between
                    .iter()
                    .find(|glyph| column(glyph) == cell.position.1);
                below.push(under.is_some_and(|glyph| glyph.c != ' '));
            }
        }
        let size = rows.len();
        Some(FrameBorders { size, right, below })
    }

    /// Returns the groups of cells without borders between them, ordered by first cell.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let (size, count) = (self.size, self.right.len());
        let mut is_found = vec![false; count];
        let mut groups = Vec::new();
        for first in 0..count {
            let (mut group, mut open) = (Vec::new(), vec![first]);
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut is_found[at], true) {
                    continue;
                }
                group.push(Cell::from_index(at));
                let is_first = at % size == 0;
                let is_last = at % size + 1 == size;
                let others = [
                    (!is_last && !self.right[at]).then_some(at + 1),
                    (!is_first && !self.right[at - 1]).then(|| at - 1),
                    (!self.below[at]).then_some(at + size),
                    at.checked_sub(size).filter(|above| !self.below[*above]),
                ];
                open.extend(others.into_iter().flatten().filter(|other| *other < count));
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
    use crate::read::reader::parsed;
    use std::sync::Arc;

    use crate::{Alphabet, Picture, Strokes, write_candidates};
    use satdoku::board::{Layout, Puzzle, RegionMap, Ruleset, Shape};
    use satdoku::propagate::Candidates;

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
        parsed(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn drawn_boxes_and_regions_round_trip() {
        let mut puzzles = vec![jigsaw()];
        for shape in ["2x2", "2x3", "3x2", "3x3", "2x5"] {
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
    fn boxes_drawn_as_regions_are_boxes() {
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
    fn ignores_frames_without_regions() {
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
