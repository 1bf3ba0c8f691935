//! Messages on standard error, for people.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use satdoku::format_error::{Escaped, FormatError, Setting};
use satdoku_text::Record;
use terminal_size::{Width, terminal_size_of};

use super::terminal::{Terminal, wrap_to};

/// Prints a message. Control characters are escaped, because standard error may be a terminal. If
/// standard error is closed, the run continues.
pub fn print_message(message: impl Display) {
    let message = message.to_string();
    let width = terminal_size_of(io::stderr());
    let width = width.map_or(usize::MAX, |(Width(width), _)| usize::from(width));
    let lines = message.lines().map(|line| Escaped(line).to_string());
    let lines = lines.map(|line| match line.starts_with(' ') {
        // An excerpt has a caret in its next line.
        true => line,
        false => wrap_to(&line, width),
    });
    let lines: Vec<String> = lines.collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// Prints a prompt if a person at a terminal is about to type the input.
pub fn prompt(terminal: &Terminal, text: &str) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() && !terminal.is_quiet {
        print_message(text);
    }
}

/// Returns the text of an error, with the option that resolves it if there is one.
pub fn with_option(error: &FormatError) -> String {
    match &error.setting {
        None => error.to_string(),
        Some(Setting::Alphabet(names)) => {
            let [one, other] = &**names;
            format!("{error} (--alphabet {one} or {other})")
        }
        Some(Setting::Column) => format!("{error} (--column)"),
    }
}

/// Returns the name of a file with control characters escaped.
pub fn display_path(path: &Path) -> String {
    Escaped(&path.display().to_string()).to_string()
}

/// Returns `file:line: `, or nothing for a record without a place.
pub fn place_of(record: &Record) -> String {
    match record.source.is_empty() {
        true => String::new(),
        false => format!("{}:{}: ", Escaped(&record.source), record.line),
    }
}
