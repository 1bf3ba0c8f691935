//! The interface between the library and the page's worker: `Puzzle.ask` answers a question, and `read` parses text
//! that was pasted or dropped.
//!
//! Answers are the rows of `satdoku-answer`, in which grids and candidates are numbers: cells are indices from
//! 0, the cells of the grid in reading order and then the variables; digits are numbered from 1 for the lowest,
//! with 0 for a blank. A question without an answer throws a string that says why.

mod answers;
mod export;
mod generate;
mod puzzle;
mod rules;
mod steps;
mod values;

use std::panic;
use std::time::Duration;

use js_sys::Function;
use satdoku::Session;
use satdoku_answer::{Asker, Limits, Properties};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use puzzle::Puzzle;

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

/// The answer to a question, as JSON.
type Answer = Result<Value>;

/// Converts an error to text.
fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Converts an answer to a JavaScript value.
fn to_js(answer: &Value) -> Result<JsValue> {
    let answer = answer.serialize(&Serializer::json_compatible());
    answer.map_err(words)
}

/// Reports progress to the page.
fn report(to: &Function, what: &Value) {
    let what = to_js(what).unwrap_or(JsValue::NULL);
    // Exceptions of the page's callback are not handled here.
    let _ = to.call1(&JsValue::NULL, &what);
}

/// The options of all questions.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Options {
    /// The time limit; 0 is none.
    seconds: f64,
    /// The player's digits.
    filled: Vec<u16>,
    /// The candidates that the player has eliminated.
    eliminated: Vec<u16>,
    /// The only solution, or two solutions one after the other, if they are known.
    known: Vec<u16>,
    /// The largest number of solutions to count.
    limit: f64,
    seed: Option<f64>,
    /// The number of the first puzzle to try.
    number: f64,
    /// True for random regions.
    jigsaw: bool,
    /// The properties of a new puzzle.
    properties: Properties,
    /// The site of a link, the form of a text or the encoding of clauses.
    form: String,
    /// True if a solution is to be excluded.
    blocks: bool,
}

impl Options {
    fn asker(&self, session: Session) -> Asker {
        let timeout = (self.seconds > 0.0).then(|| Duration::from_secs_f64(self.seconds));
        let limits = Limits {
            timeout,
            ..Limits::default()
        };
        Asker::new(session, limits)
    }
}

#[wasm_bindgen]
impl Puzzle {
    /// Answers the question with this name. `progress` receives what is known before the end.
    pub fn ask(&mut self, name: &str, options: JsValue, progress: &Function) -> Result<JsValue> {
        let options: Options = serde_wasm_bindgen::from_value(options).map_err(words)?;
        let asker = options.asker(Session::default());
        let answer = match name {
            "rules" => self.rules(),
            "check" => self.check(asker),
            "solve" => self.solve(asker),
            "repairs" => self.repairs(asker),
            "candidates" => self.candidates(asker),
            "minimise" => self.minimise(asker, &options),
            "count" => self.count(&options, progress),
            "hint" => self.hint(&options),
            "explain" => self.explain(&options, progress),
            "rate" => self.rate(asker),
            "generate" => self.generate(&options, progress),
            "text" => self.text(&options.form),
            "link" => self.link(&options.form),
            "svg" => self.svg(&options.filled),
            "cnf" => self.cnf(asker, &options),
            "certificate" => self.certificate(asker),
            _ => Err(format!("expected a question, found `{name}`")),
        };
        to_js(&answer?)
    }
}
