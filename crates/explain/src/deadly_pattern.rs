//! Deadly patterns: candidates whose solutions come in pairs.
//!
//! A deadly pattern is a fact like any other: one of the other candidates in its cells holds. Together with up to two
//! other facts it gives all types of unique rectangle. With one other candidate the digit is placed (type 1); if all
//! of them exclude a candidate, that is eliminated (type 2); cells whose digits they share make a subset (type 3), and
//! a house with two places for a digit of the rectangle excludes the other digit there (type 4).

use super::fact::DeadlyPattern;
use super::position::Position;
use satdoku::board::{Candidate, Cell, Digit, Layout};

/// Returns the deadly patterns of a position.
pub(super) fn deadly_patterns(layout: &Layout, position: &Position) -> Vec<DeadlyPattern> {
    let grave = grave(layout, position).filter(|of| is_deadly(*of, layout, position));
    let found = rectangles(layout, position).into_iter();
    found.chain(grave).collect()
}

/// Returns the rectangles of open cells that share two digits, which are all that one of them has.
fn rectangles(layout: &Layout, position: &Position) -> Vec<DeadlyPattern> {
    let board = layout.geometry();
    let mut found = Vec::new();
    for cell in layout.cells() {
        let digits: Vec<Digit> = position.digits(cell).collect();
        let Ok(digits) = <[Digit; 2]>::try_from(digits) else {
            continue;
        };
        let Some((row, column)) = board.position(cell) else {
            continue;
        };
        for other_row in (0..board.rows()).filter(|other| *other != row) {
            for other_column in (0..board.columns()).filter(|other| *other != column) {
                let rows = [row.min(other_row), row.max(other_row)];
                let columns = [column.min(other_column), column.max(other_column)];
                let at = |row: usize, column: usize| board.cell_at(rows[row], columns[column]);
                let cells = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
                let [Some(one), Some(two), Some(three), Some(four)] = cells else {
                    continue;
                };
                let cells = [one, two, three, four];
                let pattern = DeadlyPattern::Rectangle { cells, digits };
                if is_deadly(pattern, layout, position) && !found.contains(&pattern) {
                    found.push(pattern);
                }
            }
        }
    }
    found
}

/// Returns the pattern of all open candidates but one, if one cell has three and all others two.
fn grave(layout: &Layout, position: &Position) -> Option<DeadlyPattern> {
    let open = layout
        .cells()
        .filter(|cell| position.placed(*cell).is_none());
    let mut larger = open.filter(|cell| position.digits(*cell).count() > 2);
    let cell = larger.next().filter(|_| larger.next().is_none())?;
    let house = layout.houses_of(cell).next()?;
    let cells = &layout.houses()[house].cells;
    let count = |digit: &Digit| {
        let places = cells.iter().map(|cell| Candidate {
            cell: *cell,
            digit: *digit,
        });
        places.filter(|place| position.contains(*place)).count()
    };
    let digit = position.digits(cell).find(|digit| count(digit) == 3)?;
    Some(DeadlyPattern::AllBut(Candidate { cell, digit }))
}

/// Returns true if every solution in the pattern implies another one.
///
/// The cells of a rectangle are open and have both digits. So none is a given, and the other solution
/// has only candidates that are left.
pub(super) fn is_deadly(pattern: DeadlyPattern, layout: &Layout, position: &Position) -> bool {
    match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let has_both = |cell: &Cell| {
                let mut both = digits
                    .into_iter()
                    .map(|digit| Candidate { cell: *cell, digit });
                position.placed(*cell).is_none() && both.all(|of| position.contains(of))
            };
            digits[0] != digits[1] && cells.iter().all(has_both) && can_exchange(layout, cells)
        }
        DeadlyPattern::AllBut(extra) => is_grave(layout, position, extra),
    }
}

/// Returns true if exchanging the digits of four cells, two of each, satisfies all rules that were
/// satisfied before.
fn can_exchange(layout: &Layout, [one, other, below_one, below_other]: [Cell; 4]) -> bool {
    let sees = |one: Cell, other: Cell| layout.first_shared_house(one, other).is_some();
    let (same, different) = ([one, below_other], [other, below_one]);
    let is_cycle = same
        .iter()
        .all(|one| different.iter().all(|other| sees(*one, *other)));
    let is_kept = layout.houses().iter().all(|house| {
        let count = |of: [Cell; 2]| of.iter().filter(|cell| house.cells.contains(cell)).count();
        count(same) == count(different)
    });
    let is_free = || {
        let others = layout.cells_beyond_houses();
        same.iter()
            .chain(&different)
            .all(|cell| !others.contains(cell))
    };
    is_cycle && is_kept && is_free()
}

/// Returns true if the open cells without one candidate have two candidates each, and each digit has two
/// places in each house or is placed there, and no rule demands more.
fn is_grave(layout: &Layout, position: &Position, extra: Candidate) -> bool {
    let open: Vec<Cell> = layout
        .cells()
        .filter(|cell| position.placed(*cell).is_none())
        .collect();
    let has_two = |cell: &Cell| {
        let digits = position.digits(*cell);
        digits
            .filter(|digit| *cell != extra.cell || *digit != extra.digit)
            .count()
            == 2
    };
    let is_even = || {
        layout.houses().iter().all(|house| {
            let mut places = vec![0; layout.digit_count()];
            for cell in house.cells.iter().filter(|cell| open.contains(cell)) {
                for digit in position.digits(*cell) {
                    places[digit.index()] +=
                        usize::from(*cell != extra.cell || digit != extra.digit);
                }
            }
            layout.is_full(house) && places.iter().all(|count| [0, 2].contains(count))
        })
    };
    layout.cells_beyond_houses().is_empty()
        && open.contains(&extra.cell)
        && position.contains(extra)
        && open.iter().all(has_two)
        && is_even()
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
    use satdoku::board::{Constraint, Layout, Puzzle, Ruleset, Variant};

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
