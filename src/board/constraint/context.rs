//! The board around a constraint, as far as rules depend on it.

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::ruleset::Ruleset;
use super::Constraint;

/// The cells, boxes and regions of a board, and the marks that rules take into account.
pub(in super::super) struct Context<'a> {
    pub board: &'a Geometry,
    pub rules: &'a Ruleset,
    /// All drawn constraints of the board.
    pub constraints: &'a [Constraint],
    /// The ratios of the black dots, or 2 if there are none.
    pub ratios: Vec<usize>,
    /// The cells that are marked as minimum and as maximum.
    extrema: [Vec<Cell>; 2],
}

impl<'a> Context<'a> {
    /// Returns the context of constraints on a board, which may have others so far.
    pub fn new(rules: &'a Ruleset, constraints: &'a [Constraint]) -> Context<'a> {
        let of_kind = |kind| constraints.iter().filter(move |of| of.name() == kind);
        let marked = |kind| of_kind(kind).flat_map(|mark| mark.group(0)).copied();
        let ratios = of_kind("ratio").filter_map(|dot| usize::try_from(dot.number()?).ok());
        let mut ratios: Vec<usize> = ratios.collect();
        ratios.sort_unstable();
        ratios.dedup();
        if ratios.is_empty() {
            ratios.push(2);
        }
        Context {
            board: rules.geometry(),
            rules,
            constraints,
            ratios,
            extrema: ["minimum", "maximum"].map(|kind| marked(kind).collect()),
        }
    }

    /// Returns the cells with the marks of a kind: `minimum` or `maximum`.
    pub fn marked(&self, kind: &str) -> &[Cell] {
        &self.extrema[usize::from(kind == "maximum")]
    }
}
