//! Integration tests of the program and the library, grouped in folders by subject.

mod answer;
mod common;
mod explain;
mod generate;
mod json_rows;
mod read;
mod regression;
mod run;
mod sat;
