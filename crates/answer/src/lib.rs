//! Questions about puzzles, and their answers as rows.
//!
//! A front end asks [`Asker`] and converts what it returns: each question has one method and one [`Row`], whose
//! fields are those of JSON Lines and of a column of CSV. A row also has what a front end may draw, such as
//! the grid of a solution, in fields that are not serialized.
//! Nothing here prints, opens a file or reads an argument.
//!
//! ```
//! use satdoku_answer::{Asker, Limits, Row};
//! use satdoku::Session;
//!
//! let mut asker = Asker::new(Session::default(), Limits::default());
//! let row = asker.solve(&"1.....2..3.....4".parse()?)?;
//! let json = serde_json::to_string(&row)?;
//! assert_eq!(json, r#"{"solution":"1243342143122134","confirmed":true}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | questions |
//! |---|---|
//! | `verdict.rs` | solve, check, redundant clues, repair, the result of a SAT solver |
//! | `count.rs` | count, estimate |
//! | `candidates.rs` | candidates, counts of their solutions |
//! | `form.rs` | minimise, canonical, shuffle, convert |
//! | `steps.rs` | hint, explain, rate |
//! | `generate.rs`, `request.rs` | new puzzles |
//! | `certificate.rs` | proofs of verdicts |

extern crate self as satdoku_answer;

mod asker;
mod candidates;
mod certificate;
mod conflict;
mod cost;
mod count;
mod failure;
mod form;
mod generate;
mod record;
mod request;
mod row;
mod steps;
mod verdict;

pub use asker::{Asker, Limits};
pub use candidates::CandidatesRow;
pub use certificate::{Certified, Files, NamedFile, certify};
pub use conflict::ConflictRow;
pub use cost::Cost;
pub use count::CountRow;
pub use failure::Failure;
pub use form::{CanonicalRow, ConvertRow, MinimalRow, ShuffledRow, canonical, shuffled};
pub use generate::{GenerateRow, generate};
pub use record::{RECORD_COLUMNS, record_fields};
pub use request::{BoardError, Properties, boards, givens, kind, layout, technique};
pub use row::{Field, Row};
pub use steps::{ExplainRow, HintRow, RateRow, RatingRow, StepRow};
pub use verdict::{CheckRow, RepairRow, SolveRow, VerdictRow};
