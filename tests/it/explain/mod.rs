//! Explanations and ratings.

mod rate;
mod steps;
