//! Reading puzzles: text forms, tables, pictures, and messages about bad input.

mod bad_input;
mod columns;
mod constraints;
mod convert;
mod documented_forms;
mod left_out;
mod links;
mod round_trips;
mod rule_texts;
mod rules;
mod variants;
