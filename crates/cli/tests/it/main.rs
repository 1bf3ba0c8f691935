//! Integration tests of the program and the library, grouped in folders by subject.

mod answer;
mod common;
mod explain;
mod generate;
mod read;
mod regression;
mod rows;
mod run;
mod sat;
