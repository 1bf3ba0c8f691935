//! The library as the page calls it, in a worker: [`Puzzle`] has a method for each question, and
//! [`read`] makes puzzles of what somebody pasted or dropped.
//!
//! Cells are indices from 0 in reading order, digits their values, 0 is a blank. Answers are plain
//! objects. Whatever has no answer throws a sentence.

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
    /// Takes the message of a panic, after which the worker is of no more use.
    #[wasm_bindgen(js_name = satdokuPanicked)]
    fn panicked(message: &str);
}

/// Sends the messages of panics to the page.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// A sentence for the page where there is no answer.
type Result<T> = std::result::Result<T, String>;

/// What a question returns to the page.
type Answer = Result<JsValue>;

/// An error in words.
fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
