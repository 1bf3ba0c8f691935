//! The interface between the library and the page's worker: [`Puzzle`] has a method for each
//! question, and [`read`] parses text that was pasted or dropped.
//!
//! Cells are indices from 0: the cells of the grid in reading order, then the variables. Digits are
//! numbered from 1 for the lowest, with 0 for a blank. Answers are plain objects. A question without an
//! answer throws a string that says why.

mod explain;
mod export;
mod generate;
mod object;
mod puzzle;
mod solve;

use std::panic;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Reports the message of a panic, after which the worker cannot continue.
    #[wasm_bindgen(js_name = satdokuPanicked)]
    fn panicked(message: &str);
}

/// Sends the messages of panics to the page.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// The reason why there is no answer, as text for the page.
type Result<T> = std::result::Result<T, String>;

/// The answer to a question, as a JavaScript value.
type Answer = Result<JsValue>;

/// Converts an error to text.
fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
