//! What the program and the library promise to users: one file per promise.

mod agreement;
mod bad_files;
mod bad_input;
mod batch_order;
mod bench;
mod candidates;
mod canonical;
mod certify;
mod check;
mod cnf;
mod common;
mod convert;
mod corpus;
mod count;
mod documents;
mod explain;
mod export;
mod failed_literals;
mod formats;
mod forms;
mod generate;
mod help;
mod import;
mod input;
mod large;
mod limits;
mod long;
mod minimise;
mod pictures;
mod rate;
mod reason;
mod region_maps;
mod repair;
mod results;
mod rooms;
mod round_trips;
mod solve;
mod solver;
mod table_reading;
mod tables;
#[cfg(unix)]
mod terminal;
mod threads;

mod variant_rules;
mod variants;
