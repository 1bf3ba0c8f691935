//! From a puzzle to clauses and from a model back to a grid: the only place that knows literals.
//!
//! [`Translation`] is the way in: it has the clauses of a puzzle in an [`Encoding`], the
//! [`VarMap`] that says what the variables mean, and the way back.

mod assume;
mod at_most_one;
mod child;
mod cnf;
mod decode;
mod dimacs;
mod dimacs_reader;
mod encode;
mod exported;
mod external;
mod full;
mod import;
mod literal;
mod proof;
mod reduced;
mod result;
mod solver;
mod translation;
mod var_map;

pub use assume::{Assumed, AssumingSolver};
pub use at_most_one::{AtMostOne, EncodedSize, UnknownAtMostOne};
pub use child::{SolversStopped, stop_solvers};
pub use cnf::{ClauseCounter, ClauseSink, Cnf};
pub use decode::{DecodeError, Model, decode};
pub use dimacs::{write_cnf, write_dimacs};
pub use dimacs_reader::{DimacsError, Formula};
pub use encode::{Encoding, UnknownEncoding};
pub use exported::{CommentError, Exported};
pub use external::{External, SolverCommand, UnknownCommand};
pub use import::{Claim, import};
pub use literal::{Literal, Variable};
pub use proof::{
    MOST_EXTENDED_CLAUSES, ProofError, ProofFormat, certificate_encoding, write_proof,
};
pub use result::{Printed, ResultError, ResultProblem, Status};
pub use solver::{Solver, SolverAnswer, SolverError, Varisat};
pub use translation::Translation;
pub use var_map::VarMap;
