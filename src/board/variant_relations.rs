//! The relations of variants: between cells a chess move apart, and between neighbours.

use std::collections::HashSet;
use std::sync::Arc;

use super::cell::Cell;
use super::constraint::{Constraint, has_ratio};
use super::relation::{PairKind, PairTable, Relation};
use super::variant::Variant;

/// A move on the board: rows down and columns to the right.
type Offset = (usize, isize);

/// Returns the relations of the variants of a board, including those that a house implies.
pub(super) fn variant_relations(
    size: usize,
    variants: &[Variant],
    constraints: &[Constraint],
) -> Vec<Relation> {
    const KNIGHT: &[Offset] = &[(1, -2), (1, 2), (2, -1), (2, 1)];
    const KING: &[Offset] = &[(1, -1), (1, 1)];
    const NEIGHBOURS: &[Offset] = &[(0, 1), (1, 0)];
    let marks = Marks::of(constraints);
    let none = HashSet::new();
    let different = |one, other| one != other;
    let not_consecutive = |one: usize, other| one.abs_diff(other) != 1;
    let other_ratio = |one, other| {
        !marks
            .ratios
            .iter()
            .any(|ratio| has_ratio(one, other, *ratio))
    };
    let other_sum = |one, other| ![5, 10].contains(&(one + other));
    let mut relations = Vec::new();
    for variant in variants {
        use PairKind::{KingsMove, KnightsMove, Neighbours};
        let table = |is_allowed: &dyn Fn(usize, usize) -> bool| PairTable::new(size, is_allowed);
        let (kind, moves, exempt, table) = match variant {
            Variant::AntiKnight => (KnightsMove, KNIGHT, &none, table(&different)),
            Variant::AntiKing => (KingsMove, KING, &none, table(&different)),
            Variant::NonConsecutive => {
                (Neighbours, NEIGHBOURS, &marks.dots, table(&not_consecutive))
            }
            Variant::NegativeRatio => (Neighbours, NEIGHBOURS, &marks.dots, table(&other_ratio)),
            Variant::NegativeXv => (Neighbours, NEIGHBOURS, &marks.letters, table(&other_sum)),
            Variant::Diagonal | Variant::Windoku | Variant::DisjointGroups => continue,
        };
        let table = Arc::new(table);
        let pairs = pairs(moves, size).filter(|cells| !exempt.contains(cells));
        relations.extend(pairs.map(|cells| Relation::new(kind, cells, &table)));
    }
    relations
}

/// Returns the pairs of cells that are one of these moves apart, each in ascending order.
fn pairs(moves: &[Offset], size: usize) -> impl Iterator<Item = [Cell; 2]> {
    let cells = move || (0..size * size).map(move |cell| (cell / size, cell % size));
    moves.iter().flat_map(move |&(down, right)| {
        cells().filter_map(move |(row, column)| {
            let other = column.checked_add_signed(right)?;
            let is_on_board = row + down < size && other < size;
            is_on_board.then(|| {
                [
                    Cell::at(row, column, size),
                    Cell::at(row + down, other, size),
                ]
            })
        })
    })
}

/// The pairs of cells with a mark, which negative constraints exempt. The cells of each pair are in
/// ascending order.
struct Marks {
    /// Pairs with a difference or a ratio.
    dots: HashSet<[Cell; 2]>,
    /// Pairs with an X or a V.
    letters: HashSet<[Cell; 2]>,
    /// The ratios that occur, or 2 if there are none.
    ratios: HashSet<usize>,
}

impl Marks {
    fn of(constraints: &[Constraint]) -> Marks {
        let mut marks = Marks {
            dots: HashSet::new(),
            letters: HashSet::new(),
            ratios: HashSet::new(),
        };
        let sorted = |mut cells: [Cell; 2]| {
            cells.sort_unstable();
            cells
        };
        for constraint in constraints {
            match constraint {
                Constraint::Difference(dot) => {
                    marks.dots.insert(sorted(dot.cells));
                }
                Constraint::Ratio(dot) => {
                    marks.dots.insert(sorted(dot.cells));
                    marks.ratios.insert(dot.value);
                }
                Constraint::Xv(letter) => {
                    marks.letters.insert(sorted(letter.cells));
                }
                _ => {}
            }
        }
        if marks.ratios.is_empty() {
            marks.ratios.insert(2);
        }
        marks
    }
}
