//! The fields of an object and what they stand for: one table for reading and writing.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use satdoku::board::Variant;

/// A field of an entry, and the argument of a constraint that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// `value`, a number. Without it, there is no constraint.
    Clue,
    /// `value`, a number above 0. Without it, there is no constraint.
    Positive,
    /// `value`, a number for which 0 or nothing stands if it is missing or the usual one.
    Number,
    /// `value`, a number for which nothing stands if it is the usual one.
    Usual,
    /// `value`, this letter.
    Letter(&'static str),
    /// `values`, digits.
    Digits,
    /// `cells`.
    Cells,
    /// `cloneCells`.
    CloneCells,
    /// `cell`, or one of `cells`.
    Each,
    /// One of `lines`.
    Line,
    /// One of `lines`, which begins in the last of `cells`.
    Shaft,
    /// `cell`, beside the row or column.
    Outer,
    /// `cell` and `direction`, beside a diagonal.
    Diagonal,
}

use Key::*;

/// The fields of an object, and the constraints of their entries.
#[rustfmt::skip]
pub(super) const FIELDS: &[(&str, &str, &[Key])] = &[
    ("arrow", "arrow", &[Cells, Shaft]),
    ("betweenline", "between", &[Line]),
    ("boxindexer", "box-indexer", &[Each]),
    ("clone", "clone", &[Cells, CloneCells]),
    // A column indexer has the number of a column, which it finds in its row.
    ("columnindexer", "row-indexer", &[Each]),
    ("difference", "difference", &[Number, Cells]),
    ("doublearrow", "double-arrow", &[Line]),
    ("entropicline", "entropic", &[Line]),
    ("even", "even", &[Each]),
    ("extraregion", "extra-region", &[Cells]),
    ("killercage", "cage", &[Number, Cells]),
    ("littlekillersum", "little-killer", &[Positive, Diagonal]),
    ("lockout", "lockout", &[Usual, Line]),
    ("maximum", "maximum", &[Each]),
    ("minimum", "minimum", &[Each]),
    ("modularline", "modular", &[Usual, Line]),
    ("nabner", "nabner", &[Line]),
    ("odd", "odd", &[Each]),
    ("palindrome", "palindrome", &[Line]),
    ("quadruple", "quadruple", &[Digits, Cells]),
    ("ratio", "ratio", &[Number, Cells]),
    ("regionsumline", "region-sum", &[Line]),
    ("renban", "renban", &[Line]),
    ("rowindexer", "column-indexer", &[Each]),
    ("sandwichsum", "sandwich", &[Clue, Outer]),
    ("skyscraper", "skyscraper", &[Clue, Outer]),
    ("slowthermometer", "slow-thermometer", &[Line]),
    ("thermometer", "thermometer", &[Line]),
    ("whispers", "whispers", &[Usual, Line]),
    ("xsum", "x-sum", &[Clue, Outer]),
    ("xv", "v", &[Letter("V"), Cells]),
    ("xv", "x", &[Letter("X"), Cells]),
    ("zipperline", "zipper", &[Line]),
];

/// Fields that are true if the board has a variant.
pub(super) const FLAGS: [(&str, Variant); 6] = [
    ("antiking", Variant::AntiKing),
    ("antiknight", Variant::AntiKnight),
    ("diagonal+", Variant::Diagonal),
    ("diagonal-", Variant::Diagonal),
    ("disjointgroups", Variant::DisjointGroups),
    ("nonconsecutive", Variant::NonConsecutive),
];

/// Names in the field `negative`.
pub(super) const NEGATIVE: [(&str, Variant); 2] = [
    ("ratio", Variant::NegativeRatio),
    ("xv", Variant::NegativeXv),
];

/// The rows down and the columns to the right of a step in each direction.
pub(super) const DIRECTIONS: [(&str, isize, isize); 4] =
    [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];

/// An entry of a field.
#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
pub(super) struct Entry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clone_cells: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Value>>,
}

/// A cell of the grid.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
pub(super) struct GridCell {
    #[serde(skip_serializing_if = "Value::is_null")]
    pub value: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub given: Value,
    /// The region: null for none, and nothing for the default one.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub region: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_pencil_marks: Option<Vec<Value>>,
}

fn present<'d, D: Deserializer<'d>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}
