//! At most one of a group of literals.

use super::cnf::ClauseSink;
use super::literal::Literal;

/// The pairwise encoding: for each pair of the group, by place in it, a clause that forbids both,
/// if the pair is `wanted`. `k(k − 1)/2` clauses of two literals for a group of `k`, no further
/// variables.
///
/// `group` holds positive literals.
pub(super) fn at_most_one<S: ClauseSink>(
    group: &[Literal],
    wanted: impl Fn(usize, usize) -> bool,
    sink: &mut S,
) -> Result<(), S::Error> {
    for (second, later) in group.iter().enumerate() {
        for (first, earlier) in group[..second].iter().enumerate() {
            if wanted(first, second) {
                sink.clause(&[earlier.variable().negative(), later.variable().negative()])?;
            }
        }
    }
    Ok(())
}
