//! The relations of variants: between cells a chess move apart, and between neighbours.

use std::collections::HashSet;
use std::sync::Arc;

use super::cell::Cell;
use super::constraint::{Constraint, has_ratio};
use super::geometry::Geometry;
use super::relation::{PairKind, PairTable, Relation};
use super::variant::Variant;

/// A move on the board: rows down and columns to the right.
type Offset = (usize, isize);

/// Returns the relations of the variants of a board, including those that a house implies.
pub(super) fn variant_relations(
    board: &Geometry,
    variants: &[Variant],
    constraints: &[Constraint],
) -> Vec<Relation> {
    const KNIGHT: &[Offset] = &[(1, -2), (1, 2), (2, -1), (2, 1)];
    const KING: &[Offset] = &[(0, 1), (1, -1), (1, 0), (1, 1)];
    const NEIGHBOURS: &[Offset] = &[(0, 1), (1, 0)];
    let different = |one, other| one != other;
    let not_consecutive = |one: usize, other| one.abs_diff(other) != 1;
    let ratios = drawn_ratios(constraints);
    let other_ratio = |one, other| !ratios.iter().any(|ratio| has_ratio(one, other, *ratio));
    let other_sum = |one, other| ![5, 10].contains(&(one + other));
    let mut relations = Vec::new();
    for variant in variants {
        use PairKind::{KingsMove, KnightsMove, Neighbours};
        let table = |is_allowed: &dyn Fn(usize, usize) -> bool| PairTable::new(board, is_allowed);
        let (kind, moves, table) = match variant {
            Variant::AntiKnight => (KnightsMove, KNIGHT, table(&different)),
            Variant::AntiKing => (KingsMove, KING, table(&different)),
            Variant::NonConsecutive => (Neighbours, NEIGHBOURS, table(&not_consecutive)),
            Variant::NegativeRatio => (Neighbours, NEIGHBOURS, table(&other_ratio)),
            Variant::NegativeXv => (Neighbours, NEIGHBOURS, table(&other_sum)),
            Variant::Diagonal | Variant::Windoku | Variant::DisjointGroups => continue,
        };
        let table = Arc::new(table);
        let exempt = constraints
            .iter()
            .filter_map(|of| exempt_pair(*variant, of));
        let exempt: HashSet<[Cell; 2]> = exempt.collect();
        let pairs = pairs(moves, board).filter(|cells| !exempt.contains(cells));
        relations.extend(pairs.map(|cells| Relation::new(kind, cells, &table)));
    }
    relations
}

/// Returns the cells that a drawn constraint exempts from a negative constraint, in ascending order: a
/// dot those of the negative constraints about dots, and an X or V those of `negative-xv`.
pub(crate) fn exempt_pair(variant: Variant, constraint: &Constraint) -> Option<[Cell; 2]> {
    use Variant::{NegativeRatio, NegativeXv, NonConsecutive};
    let marks: &[&str] = match variant {
        NonConsecutive | NegativeRatio => &["difference", "ratio"],
        NegativeXv => &["x", "v"],
        _ => &[],
    };
    let cells = constraint.group(0).try_into();
    let mut cells: [Cell; 2] = cells.ok().filter(|_| marks.contains(&constraint.name()))?;
    cells.sort_unstable();
    Some(cells)
}

/// Returns the ratios of the black dots, or 2 if there are none.
fn drawn_ratios(constraints: &[Constraint]) -> HashSet<usize> {
    let dots = constraints
        .iter()
        .filter(|constraint| constraint.name() == "ratio");
    let ratios = dots.filter_map(|dot| usize::try_from(dot.number()?).ok());
    let ratios: HashSet<usize> = ratios.collect();
    match ratios.is_empty() {
        true => HashSet::from([2]),
        false => ratios,
    }
}

/// Returns the pairs of cells that are one of these moves apart, each in ascending order.
fn pairs(moves: &[Offset], board: &Geometry) -> impl Iterator<Item = [Cell; 2]> {
    moves.iter().flat_map(move |&(down, right)| {
        board.grid_cells().filter_map(move |cell| {
            let (row, column) = board.position(cell)?;
            let other = board.cell_at(row + down, column.checked_add_signed(right)?)?;
            Some([cell, other])
        })
    })
}
