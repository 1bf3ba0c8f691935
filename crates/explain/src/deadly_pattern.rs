//! Deadly patterns: candidates whose solutions come in pairs.
//!
//! A deadly pattern is a fact like any other: one of the other candidates in its cells holds. Together with up to two
//! other facts it gives all types of unique rectangle. With one other candidate the digit is placed (type 1); if all
//! of them exclude a candidate, that is eliminated (type 2); cells whose digits they share make a subset (type 3), and
//! a house with two places for a digit of the rectangle excludes the other digit there (type 4).

use super::drawn::digit_bits::bits;
use super::fact::DeadlyPattern;
use super::position::Position;
use satdoku::board::{Cell, Digit, Layout, Primitive, ones};

/// Returns the deadly patterns of a position.
pub(super) fn deadly_patterns(layout: &Layout, position: &Position) -> Vec<DeadlyPattern> {
    let rectangles = rectangles(layout, position).into_iter();
    let patterns = rectangles.chain(graves(layout, position));
    let patterns = patterns.filter(|pattern| is_deadly(*pattern, layout, position));
    patterns.collect()
}

/// Returns the rectangles of cells one of which has two digits left.
fn rectangles(layout: &Layout, position: &Position) -> Vec<DeadlyPattern> {
    let board = layout.geometry();
    let pairs = |count: usize| {
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| [one, other]))
    };
    let mut found = Vec::new();
    for [top, bottom] in pairs(board.rows()) {
        for [left, right] in pairs(board.columns()) {
            let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
            let cells = corners.map(|(row, column)| board.cell_at(row, column));
            let [Some(one), Some(two), Some(three), Some(four)] = cells else {
                continue;
            };
            let cells = [one, two, three, four];
            let digits = cells.iter().find_map(|cell| {
                let digits: Vec<Digit> = position.digits(*cell).collect();
                <[Digit; 2]>::try_from(digits).ok()
            });
            found.extend(digits.map(|digits| DeadlyPattern::Rectangle { cells, digits }));
        }
    }
    found
}

/// Returns all open candidates but one, for each candidate of the only cell with more than two; none if there are
/// several such cells.
fn graves(layout: &Layout, position: &Position) -> Vec<DeadlyPattern> {
    let larger = layout.cells();
    let larger = larger.filter(|cell| position.digits(*cell).count() > 2);
    let [cell] = larger.collect::<Vec<Cell>>()[..] else {
        return Vec::new();
    };
    let extras = position.candidates(cell);
    extras.map(DeadlyPattern::AllBut).collect()
}

/// Returns true if every solution in the pattern implies another one, which has the other of two digits in each of its
/// cells.
///
/// If a digit of the pattern has two places in a house, so has each, and there are as many digits as cells. Each has one
/// of its places in a solution and the other one in the other solution, so the house has the same digits in both. The
/// cells are open, so none is a given, and the other solution has only candidates that are left.
pub(super) fn is_deadly(pattern: DeadlyPattern, layout: &Layout, position: &Position) -> bool {
    let is_open = |cell: &Cell| position.placed(*cell).is_none();
    // Each cell with its two digits.
    let pairs: Vec<(Cell, u16)> = match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let digits = bits(digits.map(Digit::index));
            cells.map(|cell| (cell, digits)).to_vec()
        }
        DeadlyPattern::AllBut(extra) if position.contains(extra) => {
            let left = |cell: Cell| match cell == extra.cell {
                true => position.set_of(cell) & !(1 << extra.digit.index()),
                false => position.set_of(cell),
            };
            let open = layout.cells().filter(is_open);
            open.map(|cell| (cell, left(cell))).collect()
        }
        DeadlyPattern::AllBut(_) => return false,
    };
    let is_pair = |(cell, digits): &(Cell, u16)| {
        is_open(cell) && digits.count_ones() == 2 && digits & !position.set_of(*cell) == 0
    };
    let is_even = |house: &Primitive| {
        let inside = pairs.iter().filter(|(cell, _)| house.cells.contains(cell));
        let mut counts = [0; 16];
        inside.for_each(|(_, digits)| ones(*digits).for_each(|digit| counts[digit] += 1));
        counts.iter().all(|count| [0, 2].contains(count))
    };
    let has_other_rules = || {
        let others = layout.cells_beyond_houses();
        pairs.iter().any(|(cell, _)| others.contains(cell))
    };
    pairs.iter().all(is_pair) && layout.houses().iter().all(is_even) && !has_other_rules()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::position::{State, Tables};
    use crate::search::enumeration::deadly;
    use crate::search::network::Network;
    use crate::search::order::InvariantOrder;
    use crate::testing::{puzzle_on, random_puzzle};
    use crate::tests::{minimised, restricted, solutions};
    use crate::{Explainer, Fact, StepError, check_step};
    use satdoku::board::{Candidate, Constraint, Layout, Puzzle, Ruleset, Variant};

    fn layout(variants: &[Variant], constraints: &[&str]) -> Arc<Layout> {
        let rules = Ruleset::classic("3x3".parse().unwrap())
            .with(variants)
            .unwrap();
        let parsed = constraints
            .iter()
            .map(|text| Constraint::parse(text, 9).unwrap());
        Arc::new(Layout::new(
            rules.with_constraints(parsed.collect()).unwrap(),
        ))
    }

    /// Returns each step from a position as its facts and conclusions.
    fn steps(layout: Arc<Layout>, restrictions: &[&str]) -> Vec<(String, String)> {
        let tables = Arc::new(Tables::new(layout.clone()));
        let state = State::new(tables, &restricted(&layout, restrictions));
        let state = state.with_patterns(deadly_patterns(&layout, &state.position));
        let network = Network::<16>::new(&state, InvariantOrder::new(&state), None);
        let names = |ids: &[usize]| {
            let candidates = ids.iter().map(|id| state.tables.candidate(*id));
            let names: Vec<String> = candidates.map(|c| c.name(9).to_string()).collect();
            names.join(" ")
        };
        let found = deadly(&state, &network).into_iter().map(|found| {
            let facts = found.facts.iter().rev().map(|fact| state.fact(*fact));
            let facts: Vec<String> = facts.map(|fact| fact.name(&layout).to_string()).collect();
            (
                facts.join(", "),
                format!("+{} -{}", names(&found.places), names(&found.eliminates)),
            )
        });
        found.collect()
    }

    /// Puzzles with unique rectangles or, the first three, a BUG+1.
    const PUZZLES: [&str; 8] = [
        "47...9.51........73.......45.49.......9..62...8...1.9.7....4....4.13...6....5..8.",
        "..8935...15........6...4.9......63....4....8...6...2.1...8.....823...56..453...1.",
        "...5.......6...27..2...6.54.51.38.2..63...5...9......8.1..2.43....4..7.......9.1.",
        ".....39.7...8.2...7364.............318.7..6.9.6....2..6.5......8..1......1.39..4.",
        "......7...31....2.2.....546473...9...8.4...51.1.89.6..32...6..7............75....",
        "8...5.1...358...9...6.........71......258.7.4....6.....4....93..9......5.8..964..",
        "....45....25.6..4.37.21....4...9..76...8.......6...2.9......8629.8............3..",
        "4...9..786.....3..9.8.5......4...26....24..8......19.......31...9..7...2.264.....",
    ];

    const RECTANGLE: &str = "one solution (1 2 in r1c1 r1c5 r2c1 r2c5)";

    #[test]
    fn all_types_of_unique_rectangle_are_found() {
        let fourth = [
            "r1c1 12",
            "r1c5 12",
            "r2c1 1235",
            "r2c5 1246",
            "1 row 2 r2c1 r2c5",
        ];
        for (restrictions, facts, concluded) in [
            (
                &["r1c1 12", "r1c5 12", "r2c1 12", "r2c5 123"][..],
                RECTANGLE,
                "+r2c5=3 -",
            ),
            (
                &["r1c1 12", "r1c5 12", "r2c1 12", "r2c5 1234"],
                RECTANGLE,
                "+ -r2c5=1 r2c5=2",
            ),
            (
                &["r1c1 12", "r1c5 12", "r2c1 123", "r2c5 123"],
                RECTANGLE,
                "+ -r2c2=3 r2c3=3 r2c4=3 r2c6=3 r2c7=3 r2c8=3 r2c9=3",
            ),
            (
                &["r1c1 12", "r1c5 12", "r2c1 123", "r2c5 124", "r2c9 34"],
                &format!("{RECTANGLE}, r2c9"),
                "+ -r2c2=3 r2c2=4 r2c3=3 r2c3=4 r2c4=3 r2c4=4 r2c6=3 r2c6=4 r2c7=3 r2c7=4 r2c8=3 r2c8=4",
            ),
            (
                &fourth,
                &format!("{RECTANGLE}, 1 in row 2"),
                "+ -r2c1=2 r2c5=2",
            ),
        ] {
            let found = steps(layout(&[], &[]), restrictions);
            let expected = (facts.to_string(), concluded.to_string());
            assert!(found.contains(&expected), "{restrictions:?}: {found:?}");
        }
    }

    #[test]
    fn a_rectangle_that_a_rule_could_tell_apart_is_none() {
        let first = ["r1c1 12", "r1c5 12", "r2c1 12", "r2c5 123"];
        let four_boxes = ["r1c1 12", "r1c5 12", "r5c1 12", "r5c5 123"];
        assert_eq!(steps(layout(&[], &[]), &four_boxes), []);
        for variant in [
            Variant::Diagonal,
            Variant::AntiKnight,
            Variant::DisjointGroups,
        ] {
            assert_eq!(steps(layout(&[variant], &[]), &first), [], "{variant:?}");
        }
        for (constraint, is_found) in [
            ("cage 12 r2c5 r3c5 r3c6", false),
            ("cage 12 r1c5 r2c5 r3c5", true),
            ("thermometer r2c5 r3c6", false),
            ("thermometer r8c8 r9c8", true),
            ("sandwich 10 row 2 left", false),
        ] {
            let found = steps(layout(&[], &[constraint]), &first);
            assert_eq!(!found.is_empty(), is_found, "{constraint}");
        }
    }

    /// Adds the sums of some pairs of cells to a solved puzzle.
    fn with_cages(puzzle: &Puzzle) -> Puzzle {
        let digit = |name: &str| {
            let mut filled = puzzle.givens().filled();
            filled
                .find(|at| at.cell.name(6).to_string() == name)
                .unwrap()
                .digit
                .index()
                + 1
        };
        let pairs = [
            ["r1c1", "r1c2"],
            ["r2c4", "r2c5"],
            ["r3c3", "r4c3"],
            ["r5c6", "r6c6"],
        ];
        let cages = pairs.map(|[one, other]| {
            let text = format!("cage {} {one} {other}", digit(one) + digit(other));
            Constraint::parse(&text, 6).unwrap()
        });
        let rules = Ruleset::classic("2x3".parse().unwrap());
        let rules = rules.with_constraints(cages.to_vec()).unwrap();
        puzzle_on(Arc::new(Layout::new(rules)), &puzzle.givens().to_string())
    }

    /// Explains random puzzles and compares each step with the solution.
    #[test]
    fn steps_that_assume_one_solution_agree_with_it() {
        let mut random = ChaCha8Rng::seed_from_u64(28);
        let mut explainer = Explainer::default().assuming_unique();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let classic = Arc::new(Layout::classic("2x3".parse().unwrap()));
        let diagonal = Ruleset::classic("2x3".parse().unwrap());
        let diagonal = diagonal.with(&[Variant::Diagonal]).unwrap();
        let diagonal = Arc::new(Layout::new(diagonal));
        let diagonal = puzzle_on(diagonal, "246135531642465213123456312564654321");
        let mut puzzles: Vec<Puzzle> = PUZZLES.map(|text| text.parse().unwrap()).into();
        for _ in 0..20 {
            let full = random_puzzle(&classic, 0, false, &mut random);
            for full in [diagonal.clone(), with_cages(&full), full] {
                puzzles.push(minimised(&full, &mut random));
            }
        }
        for puzzle in puzzles {
            let solution = solutions(&puzzle).remove(0);
            let explained = explainer.explain(&puzzle).unwrap();
            assert_eq!(
                explained.solution.as_ref(),
                Some(&solution),
                "{}",
                puzzle.givens()
            );
            for step in &explained.steps {
                let is_in = |c: &Candidate| solution.get(c.cell) == Some(c.digit);
                assert!(step.places.iter().all(is_in) && !step.eliminates.iter().any(is_in));
                let has_fact = step
                    .fact_names
                    .iter()
                    .any(|fact| fact.starts_with("one solution"));
                assert_eq!(has_fact, step.technique.assumes_one_solution());
                if has_fact {
                    *counts.entry(step.technique.to_string()).or_default() += 1;
                }
            }
        }
        assert!(
            counts["unique rectangle"] > 5 && counts["BUG+1"] > 1,
            "{counts:?}"
        );
    }

    #[test]
    fn a_pattern_that_is_not_deadly_is_refused() {
        let layout = layout(&[], &[]);
        let puzzle: Puzzle = PUZZLES[0].parse().unwrap();
        let explained = Explainer::default()
            .assuming_unique()
            .explain(&puzzle)
            .unwrap();
        let mut steps = explained.steps.into_iter();
        let mut step = steps
            .find(|step| step.technique.assumes_one_solution())
            .unwrap();
        assert_eq!(check_step(&layout, &step), Ok(()));
        let other = step
            .before
            .digits(step.places[0].cell)
            .find(|digit| *digit != step.places[0].digit);
        let other = Candidate {
            digit: other.unwrap(),
            ..step.places[0]
        };
        step.facts = vec![Fact::OneSolution(DeadlyPattern::AllBut(other))];
        step.places = vec![other];
        assert!(matches!(
            check_step(&layout, &step),
            Err(StepError::NotDeadly(_))
        ));
    }
}
