//! The arguments that several commands share.

pub mod engine;
pub mod explainer;
pub mod input;
pub mod output;

use clap::{Arg, Command};

/// The headings under which help shows options, in this order.
pub mod heading {
    pub const INPUT: &str = "Input";
    pub const ANSWER: &str = "Answer";
    pub const ENGINE: &str = "Engine";
    pub const OUTPUT: &str = "Output";
    pub const LIMITS: &str = "Limits";

    pub const ALL: [&str; 5] = [INPUT, ANSWER, ENGINE, OUTPUT, LIMITS];
}

/// The command with its arguments under their headings in the order of [`heading::ALL`]: help takes
/// headings as they come.
pub fn in_groups(command: Command) -> Command {
    let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
    args.sort_by_key(|arg| {
        let heading = arg.get_help_heading();
        heading.and_then(|own| heading::ALL.iter().position(|heading| *heading == own))
    });
    // Of the same heading, what has no name comes first.
    let with_order = |(place, arg): (usize, Arg)| match arg.get_help_heading() {
        Some(heading::INPUT) if !arg.is_positional() => arg.display_order(1 + place),
        _ => arg,
    };
    let mut args = args.into_iter().enumerate().map(with_order);
    command.mut_args(|arg| args.next().unwrap_or(arg))
}
