//! The product encoding: the literals fill a rectangle, of which at most one row and one column is
//! used.
//!
//! J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010: the recursive
//! 2-product, with `p = ⌈√k⌉` columns and `q = ⌈k/p⌉` rows.

use super::super::super::formula::{ClauseSink, Literal};
use super::super::auxiliaries::Auxiliaries;
use super::encoded_size::EncodedSize;
use super::pairwise;

/// The number of columns.
fn columns(literals: usize) -> usize {
    let root = literals.isqrt();
    root + usize::from(root * root < literals)
}

pub(super) fn size(literals: usize) -> EncodedSize {
    let columns = columns(literals);
    let rows = literals.div_ceil(columns);
    let [of_columns, of_rows] = [columns, rows].map(|side| pairwise::size_or(side, size));
    EncodedSize {
        clauses: 2 * literals as u64 + of_columns.clauses + of_rows.clauses,
        auxiliaries: columns + rows + of_columns.auxiliaries + of_rows.auxiliaries,
    }
}

/// Each literal implies its row and its column: `2k` clauses over `p + q` auxiliary variables. At
/// most one row and at most one column is true, by the same encoding.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let columns = auxiliaries.several(columns(group.len()));
    let rows = auxiliaries.several(group.len().div_ceil(columns.len()));
    for (literals, row) in group.chunks(columns.len()).zip(&rows) {
        for (literal, column) in literals.iter().zip(&columns) {
            sink.clause(&[!*literal, *column])?;
            sink.clause(&[!*literal, *row])?;
        }
    }
    for side in [&columns, &rows] {
        match pairwise::size_or(side.len(), size).auxiliaries {
            0 => pairwise::encode(side, sink)?,
            _ => encode(side, auxiliaries, sink)?,
        }
    }
    Ok(())
}
