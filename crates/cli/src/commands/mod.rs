//! The commands, one file for each: its arguments, its answer to a record, and its text.

mod bench;
mod candidates;
mod canonical;
mod check;
mod completions;
mod convert;
mod count;
mod explain;
mod export;
mod generate;
mod hint;
mod import;
mod man;
mod minimise;
mod rate;
mod repair;
mod shuffle;
mod solve;

use clap::{ArgMatches, Command};

use crate::answering::Answering;
use crate::exit::Exit;
use crate::options::in_groups;
use crate::output::{Program, Run};

/// The commands, in the order of the help.
pub const COMMANDS: [Entry; 18] = [
    Entry::of::<Answering<solve::Solve>>("solve"),
    Entry::of::<Answering<check::Check>>("check"),
    Entry::of::<Answering<repair::FindRepairs>>("repair"),
    Entry::of::<Answering<hint::Hint>>("hint"),
    Entry::of::<Answering<explain::Explain>>("explain"),
    Entry::of::<Answering<rate::Rate>>("rate"),
    Entry::of::<generate::GenerateArgs>("generate"),
    Entry::of::<Answering<candidates::ListCandidates>>("candidates"),
    Entry::of::<Answering<count::CountSolutions>>("count"),
    Entry {
        alias: Some("minimize"),
        ..Entry::of::<Answering<minimise::Minimise>>("minimise")
    },
    Entry::of::<Answering<canonical::Canonical>>("canonical"),
    Entry::of::<Answering<shuffle::Shuffle>>("shuffle"),
    Entry::of::<Answering<convert::Convert>>("convert"),
    Entry::of::<export::ExportArgs>("export"),
    Entry::of::<import::ImportArgs>("import"),
    Entry::of::<bench::Bench>("bench"),
    Entry::of::<completions::CompletionsArgs>("completions"),
    Entry::of::<man::ManArgs>("man"),
];

/// A command: its names, its arguments and its run.
pub struct Entry {
    pub name: &'static str,
    pub alias: Option<&'static str>,
    pub arguments: fn(Command) -> Command,
    pub run: fn(&ArgMatches, &Program) -> anyhow::Result<Exit>,
}

impl Entry {
    const fn of<T: Run>(name: &'static str) -> Entry {
        Entry {
            name,
            alias: None,
            arguments: |command| in_groups(T::augment_args(command)),
            run: |matches, program| T::from_arg_matches(matches)?.run(program),
        }
    }
}
