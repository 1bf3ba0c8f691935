//! The arguments of the command that is called, and of no other.

use std::ffi::OsStr;

use clap::{ArgMatches, Args, Error, FromArgMatches, Subcommand};

use super::Command;
use super::check::Check;
use super::count::Count;
use super::solve::Solve;

/// A command, of which those that are called most are known by name: making the arguments of all
/// commands takes two fifths of a run that solves one puzzle.
#[derive(Debug)]
pub struct Called(pub Command);

/// Adds the arguments of a command.
type Augment = fn(clap::Command) -> clap::Command;

const KNOWN: [(&str, Augment); 3] = [
    ("solve", Solve::augment_args),
    ("check", Check::augment_args),
    ("count", Count::augment_args),
];

impl Subcommand for Called {
    fn augment_subcommands(program: clap::Command) -> clap::Command {
        let first = std::env::args_os().nth(1);
        let is_called = |(name, _): &&(&str, Augment)| first.as_deref() == Some(OsStr::new(name));
        match KNOWN.iter().find(is_called) {
            Some((name, augment)) => program.subcommand(augment(clap::Command::new(*name))),
            None => Command::augment_subcommands(program),
        }
    }

    fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
        Called::augment_subcommands(program)
    }

    fn has_subcommand(name: &str) -> bool {
        Command::has_subcommand(name)
    }
}

impl FromArgMatches for Called {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Called, Error> {
        Command::from_arg_matches(matches).map(Called)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_command_has_the_arguments_that_it_has_among_all() {
        let all = Command::augment_subcommands(clap::Command::new("satdoku"));
        for (name, augment) in KNOWN {
            let mut one = augment(clap::Command::new(name));
            let mut among_all = all.find_subcommand(name).unwrap().clone();
            let [one, among_all] = [&mut one, &mut among_all].map(|it| it.render_long_help());
            assert_eq!(one.to_string(), among_all.to_string());
        }
    }
}
