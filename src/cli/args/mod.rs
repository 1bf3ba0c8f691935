//! The arguments that several commands share.

pub mod engine;
pub mod explainer;
pub mod input;
pub mod output;

/// The headings under which help shows options.
pub mod heading {
    pub const INPUT: &str = "Input";
    pub const ANSWER: &str = "Answer";
    pub const ENGINE: &str = "Engine";
    pub const OUTPUT: &str = "Output";
    pub const LIMITS: &str = "Limits";
}
