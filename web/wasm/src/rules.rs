//! The rules of a board, and what the library offers.

use std::sync::Arc;

use satdoku::board::{self, Candidate, Digit, Grid, Kind, Layout, Part, Variant};
use satdoku::propagate::Candidates;
use satdoku_explain::Level;
use satdoku_generate::Symmetry;
use satdoku_text::{Alphabet, Picture};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::puzzle::{Puzzle, constraints};
use crate::values::{candidates, cells, number};
use crate::{Answer, Result, to_js, words};

impl Puzzle {
    /// Returns what the rules forbid: the houses, each with its name and cells; the relations, each with
    /// its two cells and the forbidden pairs of digits as a flat list; and the digits that a cell cannot
    /// hold because of a constraint or because they belong to other cells. Also returns the constraints, a picture
    /// of them, and the rules of variants and constraints in sentences.
    pub(crate) fn rules(&self) -> Answer {
        let layout = self.puzzle.layout();
        let houses = layout.houses().iter().map(|house| {
            let name = words(house.source);
            json!({ "name": name, "cells": cells(&house.cells) })
        });
        let relations = layout.relations().iter().map(|relation| {
            let pairs = relation.forbidden_pairs().flatten();
            let forbidden: Vec<u16> = pairs.map(|at| number(at.digit)).collect();
            json!({ "cells": cells(&relation.cells), "forbidden": forbidden })
        });
        let variants = layout.rules().variants().iter();
        let sentences = variants.map(|variant| words(variant.rule()));
        let sentences = sentences.chain(layout.rules().constraint_rules());
        Ok(json!({
            "houses": houses.collect::<Vec<_>>(),
            "relations": relations.collect::<Vec<_>>(),
            "excluded": candidates(excluded(layout)?),
            "constraints": constraints(&self.puzzle),
            "picture": Picture::new(&self.puzzle, Alphabet::FromOne).constraint_layer(),
            "sentences": sentences.collect::<Vec<_>>(),
        }))
    }
}

/// Returns the candidates that no solution has because of a single constraint, whatever the digits of other cells
/// are: 3 in a cage of two cells whose total is 6.
fn excluded(layout: &Layout) -> Result<Vec<Candidate>> {
    let mut excluded = layout.outside().to_vec();
    for (number, constraint) in layout.constraints().iter().enumerate() {
        let alone = Arc::new(layout.restricted_to(&[number]));
        let blank = Grid::blank(layout.geometry());
        let puzzle = board::Puzzle::new(alone, blank).map_err(words)?;
        let mut left = Candidates::new(&puzzle);
        if left.propagate().is_err() {
            continue;
        }
        for cell in constraint.cells(layout.geometry()) {
            let digits = (0..layout.digit_count()).map(Digit::from_index);
            let gone = digits.filter(|digit| !left.contains(cell, *digit));
            excluded.extend(gone.map(|digit| Candidate { cell, digit }));
        }
    }
    Ok(excluded)
}

/// Returns what the page offers: the kinds of constraints, each with its rule on a board of nine digits and the value
/// that it takes, the variants with their rules, and the names of symmetries and levels.
#[wasm_bindgen]
pub fn library() -> Result<JsValue> {
    let kinds = Kind::all().map(
        |kind| json!({ "name": kind.name, "rule": kind.rule(&9.into()), "value": value_of(kind) }),
    );
    let variant = |one: &Variant| json!({ "name": one.name(), "rule": one.rule() });
    to_js(&json!({
        "kinds": kinds.collect::<Vec<Value>>(),
        "variants": Variant::ALL.iter().map(variant).collect::<Vec<_>>(),
        "symmetries": Symmetry::ALL.map(Symmetry::name),
        "levels": Level::ALL.map(Level::name),
    }))
}

/// Returns whether a constraint of this kind has a number or digits.
fn value_of(kind: &Kind) -> &'static str {
    let value = kind.shape.iter().find_map(|part| match part {
        Part::Number(_) | Part::Integer(_) => Some("required"),
        Part::OptionalNumber | Part::Usual(..) => Some("optional"),
        Part::Digits => Some("digits"),
        _ => None,
    });
    value.unwrap_or("none")
}
