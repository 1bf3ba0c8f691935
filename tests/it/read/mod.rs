//! Reading puzzles: text forms, tables, pictures, and messages about bad input.

mod bad_input;
mod columns;
mod constraints;
mod convert;
mod documented_forms;
mod links;
mod pasted;
mod pictures;
mod region_maps;
mod round_trips;
mod rules;
mod tables;
mod text;
mod variants;
