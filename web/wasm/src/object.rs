//! Conversions to plain JavaScript objects.

use js_sys::{Array, Object, Reflect, Uint16Array};
use satdoku::Grid;
use satdoku::board::{Candidate, Cell};
use wasm_bindgen::JsValue;

/// Creates an object with the given fields.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a plain object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// Creates an array.
pub fn list(items: impl IntoIterator<Item = JsValue>) -> JsValue {
    items.into_iter().collect::<Array>().into()
}

/// Creates an array of strings.
pub fn texts(items: &[String]) -> JsValue {
    list(items.iter().map(|text| text.into()))
}

/// Creates a `Uint16Array`.
pub fn numbers(items: &[u16]) -> JsValue {
    Uint16Array::from(items).into()
}

/// Returns the digits of a grid, counted from 1, with 0 for a blank.
pub fn digits(grid: &Grid) -> JsValue {
    let values = grid.cells().iter();
    let values = values.map(|digit| digit.map_or(0, |digit| digit.index() as u16 + 1));
    numbers(&values.collect::<Vec<u16>>())
}

/// Returns the indices of cells.
pub fn cells(cells: &[Cell]) -> JsValue {
    let indices = cells.iter().map(|cell| cell.index() as u16);
    numbers(&indices.collect::<Vec<u16>>())
}

/// Returns candidates as a flat list: cell, digit, cell, digit, …
pub fn candidates(candidates: impl IntoIterator<Item = Candidate>) -> JsValue {
    let pairs = candidates
        .into_iter()
        .flat_map(|at| [at.cell.index() as u16, at.digit.index() as u16 + 1]);
    numbers(&pairs.collect::<Vec<u16>>())
}
