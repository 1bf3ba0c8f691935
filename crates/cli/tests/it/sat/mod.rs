//! Formulas, proofs and external solvers.

mod certify;
mod drawn;
mod export;
mod import;
mod solver;
