//! Suggestions for commands and options that do not exist, by their meaning.
//!
//! clap suggests names with similar letters. A person who has used other programs types names that
//! mean the same.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{Command, Error};
use satdoku::board::Variant;
use satdoku_text::constraint_named;

/// Commands, and words that mean the same.
const COMMANDS: [(&str, &str); 15] = [
    ("solve", "answer solution finish complete"),
    ("check", "validate verify test unique valid"),
    ("repair", "fix correct"),
    ("hint", "next step tip help-me"),
    ("explain", "steps walkthrough path why teach"),
    ("rate", "difficulty grade score level rating"),
    ("generate", "new create make random gen"),
    ("candidates", "pencilmarks pencil-marks marks notes"),
    ("count", "solutions enumerate number"),
    ("minimise", "minimal reduce prune strip"),
    (
        "canonical",
        "canonicalize canonicalise minlex normalize normalise",
    ),
    ("shuffle", "scramble equivalent permute transform"),
    ("convert", "format draw print render show display view"),
    ("export", "dimacs cnf encode"),
    ("import", "decode"),
];

/// Options, and words that mean the same.
const OPTIONS: [(&str, &str); 14] = [
    ("givens", "clues hints"),
    ("count", "number num amount puzzles"),
    ("difficulty", "level grade rating hardness"),
    ("symmetry", "symmetric symmetrical"),
    ("format", "output-format form to"),
    ("output", "out file save"),
    ("timeout", "time time-limit limit"),
    ("jobs", "threads cores workers parallel"),
    ("variant", "rules rule type"),
    ("constraint", "constraints"),
    ("kinds", "kind"),
    ("box", "boxes dimensions"),
    ("redundant", "minimal"),
    ("solutions", "all max limit"),
];

/// Returns the name in a table that means the same as `word`.
fn meant(table: &[(&'static str, &str)], word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let mut entries = table.iter();
    let entry = entries.find(|(_, words)| words.split(' ').any(|known| known == word));
    entry.map(|(name, _)| *name)
}

/// Returns the error with a suggestion for a command or option of `program` that means the same as the
/// unknown one. `arguments` begin with the name of the program.
pub fn with_suggestion(mut error: Error, mut program: Command, arguments: &[OsString]) -> Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    if let Some(word) = context(ContextKind::InvalidSubcommand) {
        if let Some(command) = meant(&COMMANDS, &word) {
            let command = ContextValue::Strings(vec![command.to_string()]);
            error.insert(ContextKind::SuggestedSubcommand, command);
        }
        return error;
    }
    let Some(word) = context(ContextKind::InvalidArg) else {
        return error;
    };
    program.build();
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    let Some(command) = words.find_map(|word| program.find_subcommand(word)) else {
        return error;
    };
    if let Some(option) = option_meant(command, word.trim_start_matches('-')) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(option));
        let usage = command.clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}

/// Returns the option of a command that means the same as `word`, or that takes it as a value.
fn option_meant(command: &Command, word: &str) -> Option<String> {
    let has = |name: &str| {
        command
            .get_arguments()
            .any(|arg| arg.get_long() == Some(name))
    };
    let word = word.split('=').next().unwrap_or(word);
    let option = meant(&OPTIONS, word).filter(|name| has(name));
    let variant = || word.parse::<Variant>().ok().filter(|_| has("variant"));
    let kind = || constraint_named(word).filter(|_| has("constraint"));
    option
        .map(|name| format!("--{name}"))
        .or_else(|| variant().map(|variant| format!("--variant {variant}")))
        .or_else(|| {
            kind().map(|kind| match has("kinds") {
                true => format!("--kinds {kind}"),
                false => format!("--constraint '{kind} …'"),
            })
        })
}
