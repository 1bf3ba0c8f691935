//! Plain objects for the page.

use js_sys::{Array, Object, Reflect, Uint16Array};
use satdoku::Grid;
use satdoku::board::{Candidate, Cell, Digit};
use wasm_bindgen::JsValue;

/// An object with these fields.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a plain object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// A list.
pub fn list(items: impl IntoIterator<Item = JsValue>) -> JsValue {
    items.into_iter().collect::<Array>().into()
}

/// A list of texts.
pub fn texts(items: &[String]) -> JsValue {
    list(items.iter().map(|text| text.into()))
}

/// A list of small numbers.
pub fn numbers(items: &[u16]) -> JsValue {
    Uint16Array::from(items).into()
}

/// The digits of a grid.
pub fn digits(grid: &Grid) -> JsValue {
    let values = grid.cells().iter();
    let values = values.map(|digit| digit.map_or(0, Digit::value) as u16);
    numbers(&values.collect::<Vec<u16>>())
}

/// Cells.
pub fn cells(cells: &[Cell]) -> JsValue {
    let indices = cells.iter().map(|cell| cell.index() as u16);
    numbers(&indices.collect::<Vec<u16>>())
}

/// Candidates, each as a cell and a digit, one after the other.
pub fn candidates(candidates: impl IntoIterator<Item = Candidate>) -> JsValue {
    let pairs = candidates
        .into_iter()
        .flat_map(|at| [at.cell.index() as u16, at.digit.value() as u16]);
    numbers(&pairs.collect::<Vec<u16>>())
}
