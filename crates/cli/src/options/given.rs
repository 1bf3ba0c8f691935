//! The options on the command line, to refuse those that have no effect.

use anyhow::bail;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Id};

/// The options of a command that are on the command line.
///
/// An option that a command would ignore is an error, so that nobody relies on it. What clap cannot check,
/// because it depends on the value of another option or on a file, is checked here.
#[derive(Debug)]
pub struct GivenOptions {
    options: Vec<Id>,
    /// Adds the arguments of the command, which have the names that users see.
    augment: fn(Command) -> Command,
}

impl GivenOptions {
    /// Returns the options in `matches`, for the command whose arguments `augment` adds.
    pub fn new(matches: &ArgMatches, augment: fn(Command) -> Command) -> GivenOptions {
        let is_given =
            |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        GivenOptions {
            options: matches.ids().filter(is_given).cloned().collect(),
            augment,
        }
    }

    /// Refuses all options but those with an effect. `mode` says when the others have none, such as
    /// "with --cnf".
    pub fn require_only(&self, effective: &[&str], mode: &str) -> anyhow::Result<()> {
        self.refuse_if(|id| !effective.contains(&id), mode)
    }

    /// Refuses these options, which have no effect in `mode`.
    pub fn refuse(&self, ineffective: &[&str], mode: &str) -> anyhow::Result<()> {
        self.refuse_if(|id| ineffective.contains(&id), mode)
    }

    fn refuse_if(&self, is_ineffective: impl Fn(&str) -> bool, mode: &str) -> anyhow::Result<()> {
        let mut refused = self.options.iter().filter(|id| is_ineffective(id.as_str()));
        if refused.clone().next().is_none() {
            return Ok(());
        }
        // The options of the whole program and the groups of options are no arguments of the command.
        let command = (self.augment)(Command::new(""));
        let argument = |id: &Id| command.get_arguments().find(|arg| arg.get_id() == id);
        match refused.find_map(argument) {
            Some(arg) => bail!("{} has no effect {mode}", shown(arg)),
            None => Ok(()),
        }
    }
}

/// Returns the name of an argument: `--box`, `FILE`.
fn shown(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => arg.get_id().to_string(),
    }
}
