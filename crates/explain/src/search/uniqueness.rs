//! Steps that assume that the puzzle has one solution: unique rectangles and BUG+1.
//!
//! A deadly pattern is a fact like any other: one of the other candidates in its cells holds. Together
//! with up to two other facts it gives all types of unique rectangle. With one other candidate the digit
//! is placed (type 1); if all of them exclude a candidate, that is eliminated (type 2); cells whose
//! digits they share make a subset (type 3), and a house with two places for a digit of the rectangle
//! excludes the other digit there (type 4).

use super::super::deadly_pattern::is_deadly;
use super::super::fact::{DeadlyPattern, Fact, sorted_set};
use super::super::position::{Position, State};
use super::enumeration::Deduction;
use super::network::Network;
use super::set::Set;
use satdoku::board::{Candidate, Cell, Digit};

/// The largest number of other facts.
const MOST_OTHERS: usize = 2;

/// The largest number of candidates of another fact.
const MOST_CANDIDATES: usize = 4;

/// Returns the steps with a deadly pattern and the fewest other facts.
pub(crate) fn unique_steps<const W: usize>(state: &State, network: &Network<W>) -> Vec<Deduction> {
    let position = state.position();
    let mut patterns: Vec<OpenPattern<W>> = rectangles(state, &position)
        .into_iter()
        .chain(grave(state, &position))
        .filter(|pattern| is_deadly(*pattern, &state.tables.layout, &position))
        .map(|pattern| OpenPattern::new(pattern, state, network, &position))
        .collect();
    // The order is the same on equivalent boards.
    patterns.sort_by(|one, other| one.extras.cmp(&other.extras));
    let mut found = Vec::new();
    for others in 0..=MOST_OTHERS {
        for pattern in patterns.iter().take_while(|_| !network.is_late()) {
            pattern.conclude(network, others, &mut found);
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// Returns the rectangles of open cells that share two digits, which are all that one of them has.
fn rectangles(state: &State, position: &Position) -> Vec<DeadlyPattern> {
    let layout = &state.tables.layout;
    let board = layout.geometry();
    let mut found = Vec::new();
    for cell in layout.cells() {
        let digits: Vec<Digit> = position.digits(cell).collect();
        let Ok(digits) = <[Digit; 2]>::try_from(digits) else {
            continue;
        };
        let has_both = |cell: &Cell| {
            let mut both = digits.iter().map(|digit| Candidate {
                cell: *cell,
                digit: *digit,
            });
            both.all(|of| position.contains(of))
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
                if cells.iter().all(has_both) && !found.contains(&pattern) {
                    found.push(pattern);
                }
            }
        }
    }
    found
}

/// Returns the pattern of all open candidates but one, if one cell has three and all others two.
fn grave(state: &State, position: &Position) -> Option<DeadlyPattern> {
    let layout = &state.tables.layout;
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

/// A deadly pattern with the other candidates in its cells, one of which holds.
struct OpenPattern<const W: usize> {
    pattern: DeadlyPattern,
    extras: Vec<u16>,
    /// The facts that the other candidates interact with.
    near: Vec<u16>,
}

impl<const W: usize> OpenPattern<W> {
    fn new(
        pattern: DeadlyPattern,
        state: &State,
        network: &Network<W>,
        position: &Position,
    ) -> OpenPattern<W> {
        let tables = &state.tables;
        let members = position.members(&tables.layout, Fact::OneSolution(pattern));
        let numbers = members.iter().filter_map(|member| {
            let id = tables.id(*member);
            let number = network.candidates.iter().position(|of| *of == id)?;
            Some(number as u16)
        });
        let extras = sorted_set(numbers);
        let reach = extras.iter().fold(Set::EMPTY, |all, extra| {
            network.excluded[usize::from(*extra)].or(&all)
        });
        let near = (0..network.clause_count())
            .filter(|fact| {
                network.lists[*fact].len() <= MOST_CANDIDATES
                    && !network.members[*fact].is_disjoint(&reach)
            })
            .map(|fact| fact as u16);
        OpenPattern {
            pattern,
            near: near.collect(),
            extras,
        }
    }

    /// Adds the steps of this pattern and so many other facts, none of which has a step with fewer.
    fn conclude(&self, network: &Network<W>, others: usize, found: &mut Vec<Deduction>) {
        let mut sets: Vec<Vec<u16>> = vec![Vec::new()];
        for _ in 0..others {
            sets = sets
                .into_iter()
                .flat_map(|set| {
                    let later = self
                        .near
                        .iter()
                        .filter(|fact| set.iter().all(|of| of < fact));
                    let with = later.map(|fact| [&set[..], &[*fact]].concat());
                    with.collect::<Vec<_>>()
                })
                .collect();
        }
        for set in sets {
            let mut lists = vec![&self.extras[..]];
            lists.extend(
                set.iter()
                    .map(|fact| &network.lists[usize::from(*fact)][..]),
            );
            let mut common = network.all();
            exclude_common(network, &lists, Set::EMPTY, &mut common);
            if common.is_empty() {
                continue;
            }
            let id = |number: usize| network.candidates[number];
            let facts = set.iter().map(|fact| network.facts[usize::from(*fact)]);
            let (places, eliminates) = match (&self.extras[..], others) {
                ([extra], 0) => (vec![id(usize::from(*extra))], Vec::new()),
                _ => (Vec::new(), sorted_set(common.iter().map(id))),
            };
            found.push(Deduction {
                pattern: Some(self.pattern),
                ..Deduction::new(sorted_set(facts), places, eliminates)
            });
        }
    }
}

/// Keeps in `common` what every choice of a candidate from each list excludes.
fn exclude_common<const W: usize>(
    network: &Network<W>,
    lists: &[&[u16]],
    excluded: Set<W>,
    common: &mut Set<W>,
) {
    let Some((list, rest)) = lists.split_first() else {
        *common = common.and(&excluded);
        return;
    };
    for member in list.iter().map(|member| usize::from(*member)) {
        if !excluded.contains(member) && !common.is_empty() {
            exclude_common(
                network,
                rest,
                excluded.or(&network.excluded[member]),
                common,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::super::position::Tables;
    use super::super::super::tests::{minimised, position, solutions};
    use super::super::super::{Explainer, StepError, check_step};
    use super::super::invariant_order::InvariantOrder;
    use super::*;
    use crate::testing::{puzzle_on, random_puzzle};
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
        let empty = puzzle_on(layout.clone(), &".".repeat(81));
        let mut state = State::new(Arc::new(Tables::new(layout.clone())), &empty);
        state.restrict_to(&position(restrictions));
        let network = Network::<16>::new(&state, InvariantOrder::new(&state), None);
        let names = |ids: &[usize]| {
            let candidates = ids.iter().map(|id| state.tables.candidate(*id));
            let names: Vec<String> = candidates.map(|c| c.name(9).to_string()).collect();
            names.join(" ")
        };
        let found = unique_steps(&state, &network).into_iter().map(|found| {
            let pattern = Fact::OneSolution(found.pattern.unwrap());
            let others = found.facts.iter().map(|fact| state.tables.facts[*fact]);
            let facts = [pattern].into_iter().chain(others);
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
