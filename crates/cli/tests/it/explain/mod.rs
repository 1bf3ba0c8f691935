//! Explanations and ratings.

mod constraints;
mod rate;
mod steps;
