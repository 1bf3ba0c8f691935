//! The minimal, efficient and extended encodings: every candidate of the board has a variable.

use super::at_most_one::at_most_one;
use super::cnf::ClauseSink;
use super::encode::Encoding;
use super::literal::Literal;
use super::var_map::VarMap;
use crate::board::{Candidate, Cell, Digit, Layout, Puzzle};

/// The number of clauses that [`encode`] writes, by formula.
pub(super) fn clause_count(puzzle: &Puzzle, encoding: Encoding) -> u64 {
    let layout = puzzle.layout();
    let digits = layout.size() as u64;
    let pairs = |count: u64| count * count.saturating_sub(1) / 2;
    let mut clauses = layout.cell_count() as u64 + puzzle.givens().filled().count() as u64;
    if encoding.limits_cells() {
        clauses += layout.cell_count() as u64 * pairs(digits);
    }
    for house in layout.houses() {
        clauses += digits * pairs(house.cells.len() as u64);
        if encoding.fills_houses() && layout.is_full(house) {
            clauses += digits;
        }
    }
    let excluded = layout.exclusions().iter();
    clauses
        + excluded
            .map(|both| both.pair_count(layout.size()) as u64)
            .sum::<u64>()
}

/// Writes the clauses: the givens as unit clauses, then the cells, then the houses, then the pairs
/// of candidates that exclude each other.
///
/// It keeps one group of `n` literals at a time, whatever the number of clauses.
pub(super) fn encode<S: ClauseSink>(
    puzzle: &Puzzle,
    encoding: Encoding,
    map: &VarMap,
    sink: &mut S,
) -> Result<(), S::Error> {
    let layout = puzzle.layout();
    let literal = |cell: Cell, digit: Digit| -> Option<Literal> {
        let variable = map.variable(Candidate { cell, digit })?;
        Some(variable.positive())
    };
    let digits = || (0..layout.size()).map(Digit::from_index);

    let mut group = Vec::with_capacity(layout.size());
    for given in puzzle.givens().filled() {
        group.clear();
        group.extend(literal(given.cell, given.digit));
        sink.clause(&group)?;
    }
    for cell in layout.cells() {
        group.clear();
        group.extend(digits().filter_map(|digit| literal(cell, digit)));
        sink.clause(&group)?;
        if encoding.limits_cells() {
            at_most_one(&group, |_, _| true, sink)?;
        }
    }
    for house in layout.houses() {
        for digit in digits() {
            group.clear();
            group.extend(house.cells.iter().filter_map(|cell| literal(*cell, digit)));
            if encoding.fills_houses() && layout.is_full(house) {
                sink.clause(&group)?;
            }
            at_most_one(&group, |_, _| true, sink)?;
        }
    }
    write_exclusions(layout, map, sink)
}

/// Writes a clause for each pair of candidates that exclude each other, if both have a variable.
pub(super) fn write_exclusions<S: ClauseSink>(
    layout: &Layout,
    map: &VarMap,
    sink: &mut S,
) -> Result<(), S::Error> {
    for exclusion in layout.exclusions() {
        for pair in exclusion.pairs(layout.size()) {
            if let [Some(one), Some(other)] = pair.map(|candidate| map.variable(candidate)) {
                sink.clause(&[one.negative(), other.negative()])?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::cnf::Cnf;
    use super::*;

    fn encoded(puzzle: &Puzzle, encoding: Encoding) -> Cnf {
        let mut cnf = Cnf::default();
        let Ok(()) = encode(puzzle, encoding, &VarMap::full(puzzle.size()), &mut cnf);
        cnf
    }

    #[test]
    fn the_formulas_hold_for_every_size() {
        for shape in ["2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x4"] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let n = puzzle.size() as u64;
            let p = n * (n - 1) / 2;
            for (encoding, formula) in [
                (Encoding::Minimal, n * n + 3 * n * n * p),
                (Encoding::Efficient, n * n + 4 * n * n * p),
                (Encoding::Extended, 4 * n * n + 4 * n * n * p),
            ] {
                let counted = clause_count(&puzzle, encoding);
                assert_eq!(counted, formula, "{shape} {encoding}");
                assert_eq!(encoded(&puzzle, encoding).len() as u64, formula);
            }
        }
        // The largest board that the formulas are promised for is only counted, not built.
        for (shape, n) in [("5x5", 25u64), ("8x8", 64), ("20x20", 400)] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let p = n * (n - 1) / 2;
            let counted = clause_count(&puzzle, Encoding::Extended);
            assert_eq!(counted, 4 * n * n + 4 * n * n * p);
        }
    }

    #[test]
    fn nine_by_nine_has_the_known_counts() {
        let puzzle = Puzzle::empty("3x3".parse().unwrap());
        let counts = [Encoding::Minimal, Encoding::Efficient, Encoding::Extended]
            .map(|encoding| encoded(&puzzle, encoding).len());
        assert_eq!(counts, [8_829, 11_745, 11_988]);
    }

    #[test]
    fn no_clause_mentions_a_variable_twice() {
        let puzzle = Puzzle::empty("2x3".parse().unwrap());
        for clause in encoded(&puzzle, Encoding::Extended).clauses() {
            let mut variables: Vec<_> = clause.iter().map(|l| l.variable()).collect();
            variables.sort();
            variables.dedup();
            assert_eq!(variables.len(), clause.len());
        }
    }
}
