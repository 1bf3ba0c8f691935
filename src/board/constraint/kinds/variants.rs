//! Variants: kinds without arguments. Each is a rule of the whole board, and of each of several grids.

use std::collections::HashSet;

use super::super::super::cell::Cell;
use super::super::super::mismatch::Mismatch;
use super::super::kind::{Allows, Kind, Meaning, Of, PairRule};
use super::has_ratio;

/// All of these kinds, in the order of [`Variant`](super::super::super::Variant).
pub(in super::super::super) static KINDS: &[Kind] = &[
    Kind {
        check: check_diagonals,
        ..houses(
            &["diagonal", "x", "sudokux", "xsudoku", "diagonals"],
            diagonals,
            "Both long diagonals contain every digit once.",
        )
    },
    Kind {
        check: check_windows,
        ..houses(
            &[
                "windoku",
                "hyper",
                "hypersudoku",
                "window",
                "windows",
                "nrc",
                "fourbox",
            ],
            windows,
            "The shaded windows contain every digit once.",
        )
    },
    Kind {
        check: check_groups,
        ..houses(
            &[
                "disjoint-groups",
                "disjoint",
                "disjointgroup",
                "disjointset",
                "disjointsets",
            ],
            groups,
            "Cells in the same position of their boxes have different digits.",
        )
    },
    apart(
        &[
            "anti-knight",
            "knight",
            "knights",
            "knightsmove",
            "noknight",
        ],
        |of| moved(of, KNIGHT),
        |_, a, b| a != b,
        "Cells a knight's move apart have different digits.",
    ),
    apart(
        &[
            "anti-king",
            "king",
            "kings",
            "kingsmove",
            "notouch",
            "touchless",
        ],
        |of| moved(of, KING),
        |_, a, b| a != b,
        "Cells that touch, even at a corner, have different digits.",
    ),
    Kind {
        exempting: &["difference", "ratio"],
        ..apart(
            &["non-consecutive", "noconsecutive", "anticonsecutive"],
            neighbours_without_mark,
            |_, a, b| a.abs_diff(b) != 1,
            "Adjacent cells without a dot never hold consecutive digits.",
        )
    },
    Kind {
        exempting: &["difference", "ratio"],
        ..apart(
            &["negative-ratio"],
            neighbours_without_mark,
            |of, a, b| {
                let mut ratios = of.context.ratios.iter();
                !ratios.any(|ratio| has_ratio(a, b, *ratio))
            },
            "Adjacent cells without a dot never have the ratio of a dot.",
        )
    },
    Kind {
        exempting: &["x", "v"],
        ..apart(
            &["negative-xv"],
            neighbours_without_mark,
            |_, a, b| ![5, 10].contains(&(a + b)),
            "Adjacent cells without X or V never add up to 5 or 10.",
        )
    },
];

const fn houses(
    names: &'static [&'static str],
    houses: fn(Of) -> Vec<Vec<Cell>>,
    sentence: &'static str,
) -> Kind {
    Kind::new(names, &[], Meaning::Houses(houses), sentence)
}

const fn apart(
    names: &'static [&'static str],
    pairs: fn(Of) -> Vec<[Cell; 2]>,
    allows: Allows,
    sentence: &'static str,
) -> Kind {
    let meaning = Meaning::Pairs(PairRule { pairs, allows });
    Kind::new(names, &[], meaning, sentence)
}

/// Returns the houses of all grids, each given by the places that `of_grid` lists. Rows and columns count
/// from 0 within the grid.
fn in_each_grid(of: Of, of_grid: impl Fn() -> Vec<Vec<(usize, usize)>>) -> Vec<Vec<Cell>> {
    let grids = of.board().grid_corners();
    let houses = grids.flat_map(|(top, left)| {
        let cell = move |(row, column)| of.board().cell_at(top + row, left + column);
        let cells = move |house: Vec<_>| house.into_iter().filter_map(cell).collect();
        of_grid().into_iter().map(cells)
    });
    houses.collect()
}

fn diagonals(of: Of) -> Vec<Vec<Cell>> {
    let (size, _) = of.board().grid_size();
    in_each_grid(of, || {
        vec![
            (0..size).map(|row| (row, row)).collect(),
            (0..size).map(|row| (row, size - 1 - row)).collect(),
        ]
    })
}

fn windows(of: Of) -> Vec<Vec<Cell>> {
    let board = of.board();
    let side = board.grid_size().0.isqrt();
    let starts = || (0..side - 1).map(|place| 1 + place * (side + 1));
    let corners = starts().flat_map(|down| starts().map(move |right| (down, right)));
    let windows = board.grid_corners().flat_map(|(top, left)| {
        let corners = corners.clone();
        corners.map(move |(down, right)| board.rectangle((top + down, left + right), (side, side)))
    });
    windows.collect()
}

fn groups(of: Of) -> Vec<Vec<Cell>> {
    let Some(boxes) = of.context.rules.boxes() else {
        return Vec::new();
    };
    let ((rows, columns), (box_rows, box_columns)) = (
        of.board().grid_size(),
        (boxes.box_rows(), boxes.box_columns()),
    );
    in_each_grid(of, || {
        let group = |place: usize| {
            let (row, column) = (place / box_columns, place % box_columns);
            let rows = (row..rows).step_by(box_rows);
            let columns = || (column..columns).step_by(box_columns);
            rows.flat_map(|row| columns().map(move |column| (row, column)))
                .collect()
        };
        (0..box_rows * box_columns).map(group).collect()
    })
}

/// A move on the board: rows down and columns to the right.
type Offset = (usize, isize);

const KNIGHT: &[Offset] = &[(1, -2), (1, 2), (2, -1), (2, 1)];
const KING: &[Offset] = &[(0, 1), (1, -1), (1, 0), (1, 1)];
const NEIGHBOURS: &[Offset] = &[(0, 1), (1, 0)];

/// Returns the pairs of cells that are one of these moves apart, each in ascending order.
fn moved(of: Of, moves: &[Offset]) -> Vec<[Cell; 2]> {
    let board = of.board();
    let pairs = moves.iter().flat_map(|&(down, right)| {
        board.grid_cells().filter_map(move |cell| {
            let (row, column) = board.position(cell)?;
            let other = board.cell_at(row + down, column.checked_add_signed(right)?)?;
            Some([cell, other])
        })
    });
    pairs.collect()
}

/// Returns the pairs of orthogonal neighbours without a mark of an exempting kind between them.
fn neighbours_without_mark(of: Of) -> Vec<[Cell; 2]> {
    let marks = of.context.constraints.iter();
    let exempt: HashSet<[Cell; 2]> = marks
        .filter(|mark| of.kind().exempts(mark))
        .filter_map(|mark| {
            let mut cells: [Cell; 2] = mark.group(0).try_into().ok()?;
            cells.sort_unstable();
            Some(cells)
        })
        .collect();
    let mut pairs = moved(of, NEIGHBOURS);
    pairs.retain(|pair| !exempt.contains(pair));
    pairs
}

fn check_diagonals(of: Of) -> Result<(), Mismatch> {
    match of.board().grid_size() {
        (rows, columns) if rows == columns => Ok(()),
        (rows, columns) => Err(Mismatch::new(
            "as many rows as columns for diagonal",
            format!("{rows}x{columns}"),
        )),
    }
}

fn check_windows(of: Of) -> Result<(), Mismatch> {
    let (rows, columns) = of.board().grid_size();
    let digits = of.board().digits_in_grid();
    match rows == columns && digits == rows && rows.isqrt().pow(2) == rows {
        true => Ok(()),
        false => Err(Mismatch::new(
            "a square number of digits for windoku",
            digits.to_string(),
        )),
    }
}

fn check_groups(of: Of) -> Result<(), Mismatch> {
    match of.context.rules.boxes().is_some() {
        true => Ok(()),
        false => Err(Mismatch::new(
            "boxes for disjoint-groups",
            "a board without",
        )),
    }
}
