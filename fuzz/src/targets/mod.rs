//! One target a file.

pub(crate) mod constraints;
pub(crate) mod dimacs;
pub(crate) mod engines;
pub(crate) mod links;
pub(crate) mod reader;
pub(crate) mod region_map;
pub(crate) mod rows;
pub(crate) mod solver_output;
