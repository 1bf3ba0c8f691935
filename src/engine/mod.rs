//! Engines: different ways to search for solutions, with one trait.
//!
//! Solving, checking, counting and enumerating are all [`Engine::search`] with different limits on
//! the number of solutions. [`ENGINES`] lists the engines, and [`find`] returns one by its name.

pub mod backtrack;
pub mod dlx;
mod filling;
pub mod mrv;
mod registry;
pub mod sat;
mod search;
#[cfg(test)]
mod testing;

pub use registry::{ENGINES, EngineEntry, EngineName, find, for_many_searches};
pub use search::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
