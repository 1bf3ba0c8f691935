//! From a puzzle to clauses, and from a model back to a grid. Only this module knows literals.
//!
//! [`Translation`] is the entry point: it produces the clauses of a puzzle in an [`Encoding`], a
//! [`VarMap`] with the meaning of the variables, and the grid of a model.

mod at_most_one;
mod automaton;
mod bounds;
#[cfg(feature = "external")]
mod child;
mod choice;
mod cnf;
mod connected;
mod connected_halves;
mod decode;
mod digit_count;
mod digit_set;
mod dimacs;
mod dimacs_comments;
mod dimacs_reader;
mod distinct_pairs;
mod encoding;
#[cfg(feature = "external")]
mod external;
mod full;
mod import;
mod linear;
mod load;
mod paths;
mod primitives;
mod proof;
mod reduced;
mod selected;
mod solver;
mod solver_output;
mod support;
mod terms;
mod translation;
#[cfg(test)]
mod unit_propagation;
mod var_map;
mod varisat;

pub use at_most_one::{AtMostOne, EncodedSize};
#[cfg(feature = "external")]
pub use child::{SolversStopped, stop_solvers};
pub use cnf::{ClauseCounter, ClauseSink, Cnf, Literal, Model, Variable};
pub use decode::{DecodeError, decode};
pub use dimacs::{write_cnf, write_dimacs};
pub use dimacs_comments::{CommentError, DimacsComments};
pub use dimacs_reader::{DimacsError, Formula};
pub use encoding::Encoding;
#[cfg(feature = "external")]
pub use external::{External, SolverCommand};
pub use import::import;
pub(crate) use load::drawn_bytes;
pub use proof::{MOST_EXTENDED_CLAUSES, ProofError, ProofFormat, certificate_formula, write_proof};
pub use solver::{Solver, SolverAnswer, SolverError, SolverLimit};
pub use solver_output::{OutputError, OutputProblem, SolverOutput, Status};
pub use translation::Translation;
pub use var_map::VarMap;
pub use varisat::Varisat;
// For the crate that explains puzzles.
#[doc(hidden)]
pub use {
    linear::Houses,
    load::Loader,
    selected::SelectedClauses,
    translation::{constraint_bound, drawn_bound, write_primitives},
};
