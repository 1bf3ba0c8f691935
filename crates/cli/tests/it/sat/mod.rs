//! Formulas, proofs and external solvers.

mod certify;
mod drawn;
mod export;
mod failed_literals;
mod import;
mod solver;
