//! Options that several commands share: arguments, and the checked values that they become.

pub mod board;
pub mod input;
pub mod limits;
pub mod output;
pub mod steps;
pub mod suggested;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use clap::{Arg, Command};

use crate::message::print_message;
use crate::terminal::Terminal;

/// The headings of options in help, in their order.
pub mod heading {
    pub const INPUT: &str = "Input";
    pub const ANSWER: &str = "Answer";
    pub const ENGINE: &str = "Engine";
    pub const OUTPUT: &str = "Output";
    pub const LIMITS: &str = "Limits";

    pub const ALL: [&str; 5] = [INPUT, ANSWER, ENGINE, OUTPUT, LIMITS];
}

/// Sorts the arguments of a command by heading. Help shows headings in the order in which arguments
/// mention them.
pub fn in_groups(command: Command) -> Command {
    let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
    args.sort_by_key(|arg| {
        let heading = arg.get_help_heading();
        heading.and_then(|own| heading::ALL.iter().position(|heading| *heading == own))
    });
    // Positional arguments come first under their heading.
    let with_order = |(place, arg): (usize, Arg)| match arg.get_help_heading() {
        Some(heading::INPUT) if !arg.is_positional() => arg.display_order(1 + place),
        _ => arg,
    };
    let mut args = args.into_iter().enumerate().map(with_order);
    command.mut_args(|arg| args.next().unwrap_or(arg))
}

/// Draws a seed and prints it.
pub fn random_seed(terminal: &Terminal) -> u64 {
    // The keys of a hasher are the only random numbers of the standard library.
    let seed = RandomState::new().build_hasher().finish() >> 32;
    if !terminal.is_quiet {
        print_message(format!("--seed {seed}"));
    }
    seed
}
