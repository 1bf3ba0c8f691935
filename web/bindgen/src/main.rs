//! Makes the JavaScript bindings of the page's WebAssembly: `satdoku-bindgen FILE.wasm FOLDER`.
//!
//! It is the library behind the program wasm-bindgen, which takes minutes longer to build.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let input = arguments.next().context("expected a WebAssembly file")?;
    let folder = arguments.next().context("expected a folder")?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true);
    bindgen.generate(folder)
}
