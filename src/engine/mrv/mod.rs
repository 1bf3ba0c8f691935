//! The native engine: propagation of singles, then the cell with the fewest candidates.

use super::{Budget, Engine, EngineError, Report, Solutions};
use crate::board::Puzzle;

/// The name of this engine.
pub const NAME: &str = "mrv";

/// The engine.
#[derive(Debug, Default)]
pub struct Mrv {}

impl Engine for Mrv {
    fn name(&self) -> &'static str {
        NAME
    }

    fn search(
        &mut self,
        _puzzle: &Puzzle,
        _budget: Budget,
        _solutions: &mut Solutions<'_>,
    ) -> Result<Report, EngineError> {
        unimplemented!()
    }
}
