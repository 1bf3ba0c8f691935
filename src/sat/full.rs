//! The minimal, efficient and extended encodings, in which every candidate of the board has a
//! variable.

use super::at_most_one::{AtMostOne, Auxiliaries, EncodedSize};
use super::cnf::{ClauseSink, Literal};
use super::encoding::Encoding;
use super::var_map::VarMap;
use crate::board::{Candidate, Cell, Digit, Layout, Puzzle};

/// Computes the number of clauses that [`encode`] writes and of auxiliary variables in them.
pub(super) fn size(puzzle: &Puzzle, encoding: Encoding, at_most_one: AtMostOne) -> EncodedSize {
    let layout = puzzle.layout();
    let digits = layout.digit_count();
    let mut size = EncodedSize {
        clauses: (layout.cell_count()
            + puzzle.givens().filled().count()
            + puzzle.excluded().count()) as u64,
        auxiliaries: 0,
    };
    let mut add = |groups: usize, literals: usize| {
        let group = at_most_one.size(literals);
        size.clauses += groups as u64 * group.clauses;
        size.auxiliaries += groups * group.auxiliaries;
    };
    if encoding.limits_cells() {
        add(layout.cell_count(), digits);
    }
    for house in layout.houses() {
        add(digits, house.cells.len());
    }
    if encoding.fills_houses() {
        let full = layout.houses().iter().filter(|house| layout.is_full(house));
        size.clauses += (layout.geometry().grid_digits().len() * full.count()) as u64;
    }
    let relations = layout.relations().iter();
    size.clauses += relations.map(|both| both.pair_count() as u64).sum::<u64>();
    size
}

/// Writes the clauses: the givens and the removed candidates as unit clauses, then the clauses of
/// cells, of houses and of relations. `at_most_one` encodes every cell and every digit in
/// every house; pairs that two houses share are written for both.
///
/// Only one group of `n` literals is in memory at a time, whatever the number of clauses.
pub(super) fn encode<S: ClauseSink>(
    puzzle: &Puzzle,
    encoding: Encoding,
    at_most_one: AtMostOne,
    map: &VarMap,
    sink: &mut S,
) -> Result<(), S::Error> {
    let layout = puzzle.layout();
    let literal = |cell: Cell, digit: Digit| -> Option<Literal> {
        let variable = map.variable(Candidate { cell, digit })?;
        Some(variable.positive())
    };
    let digits = || layout.geometry().digits();
    let of_grid = layout.geometry().grid_digits();

    let mut auxiliaries = Auxiliaries::after(map.len());
    let mut group = Vec::with_capacity(layout.digit_count());
    for given in puzzle.givens().filled() {
        group.clear();
        group.extend(literal(given.cell, given.digit));
        sink.clause(&group)?;
    }
    for removed in puzzle.excluded() {
        group.clear();
        group.extend(literal(removed.cell, removed.digit).map(|literal| !literal));
        sink.clause(&group)?;
    }
    for cell in layout.cells() {
        group.clear();
        group.extend(digits().filter_map(|digit| literal(cell, digit)));
        sink.clause(&group)?;
        if encoding.limits_cells() {
            at_most_one.encode(&group, &mut auxiliaries, sink)?;
        }
    }
    for house in layout.houses() {
        for digit in digits() {
            group.clear();
            group.extend(house.cells.iter().filter_map(|cell| literal(*cell, digit)));
            if encoding.fills_houses() && layout.is_full(house) && of_grid.contains(&digit.index())
            {
                sink.clause(&group)?;
            }
            at_most_one.encode(&group, &mut auxiliaries, sink)?;
        }
    }
    write_exclusions(layout, map, sink)
}

/// Writes a clause for each pair of candidates that a relation forbids, if both have a
/// variable.
pub(super) fn write_exclusions<S: ClauseSink>(
    layout: &Layout,
    map: &VarMap,
    sink: &mut S,
) -> Result<(), S::Error> {
    for relation in layout.relations() {
        for pair in relation.pairs() {
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
        let map = VarMap::full(puzzle.geometry().rows());
        let Ok(()) = encode(puzzle, encoding, AtMostOne::Pairwise, &map, &mut cnf);
        cnf
    }

    #[test]
    fn the_formulas_hold_for_every_size() {
        for shape in ["2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x4"] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let n = puzzle.geometry().rows() as u64;
            let p = n * (n - 1) / 2;
            for (encoding, formula) in [
                (Encoding::Minimal, n * n + 3 * n * n * p),
                (Encoding::Efficient, n * n + 4 * n * n * p),
                (Encoding::Extended, 4 * n * n + 4 * n * n * p),
            ] {
                let counted = size(&puzzle, encoding, AtMostOne::Pairwise);
                assert_eq!(counted.clauses, formula, "{shape} {encoding}");
                assert_eq!(counted.auxiliaries, 0);
                assert_eq!(encoded(&puzzle, encoding).len() as u64, formula);
            }
        }
        // The largest board is only counted, not built.
        for (shape, n) in [("5x5", 25u64), ("8x8", 64), ("20x20", 400)] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let p = n * (n - 1) / 2;
            let counted = size(&puzzle, Encoding::Extended, AtMostOne::Pairwise);
            assert_eq!(counted.clauses, 4 * n * n + 4 * n * n * p);
            // Cells, rows, columns and boxes are 4n² groups of n literals.
            for at_most_one in AtMostOne::ALL {
                let group = at_most_one.size(n as usize);
                let counted = size(&puzzle, Encoding::Extended, at_most_one);
                assert_eq!(counted.clauses, 4 * n * n * (1 + group.clauses));
                assert_eq!(
                    counted.auxiliaries as u64,
                    4 * n * n * group.auxiliaries as u64
                );
            }
        }
    }

    #[test]
    fn a_removed_candidate_adds_a_clause() {
        let empty = Puzzle::empty("2x3".parse().unwrap());
        let candidate = Candidate::from_name("r2c1=6", 6).unwrap();
        let puzzle = empty.clone().without([candidate]).unwrap();
        for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended] {
            let cnf = encoded(&puzzle, encoding);
            assert_eq!(cnf.len(), encoded(&empty, encoding).len() + 1);
            let counted = size(&puzzle, encoding, AtMostOne::Pairwise);
            assert_eq!(counted.clauses, cnf.len() as u64);
            let variable = VarMap::full(6).variable(candidate).unwrap();
            assert!(cnf.clauses().any(|clause| *clause == [variable.negative()]));
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
