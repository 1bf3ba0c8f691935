//! Runs of the program: input, output, threads, limits, terminals and help.

mod bad_files;
mod bench;
mod documents;
mod help;
mod input;
mod large_boards;
mod left_out;
mod limits;
mod no_effect;
mod order;
mod output;
mod programs;
mod rows;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod terminal;
mod threads;
