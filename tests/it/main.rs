//! What the program and the library promise to users: one file per promise.

mod agreement;
mod bad_files;
mod bad_input;
mod batch_order;
mod bench;
mod certify;
mod check;
mod cnf;
mod common;
mod corpus;
mod count;
mod documents;
mod export;
mod failed_literals;
mod formats;
mod import;
mod input;
mod large;
mod long;
mod minimise;
mod pictures;
mod reason;
mod region_maps;
mod rooms;
mod round_trips;
mod solve;
mod solver;
mod table_reading;
mod tables;
#[cfg(unix)]
mod terminal;
mod threads;
mod timeout;
mod variant_rules;
mod variants;
