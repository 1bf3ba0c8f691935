//! Textbook examples of each technique, smallest sets against brute force, and whole puzzles.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::fact::exclude_each_other;
use super::{Explainer, Fact, Position, Step, StepError, Technique, check_step};
use crate::testing::{puzzle, puzzle_on, random_puzzle, random_puzzles};
use satdoku::board::{Candidate, Cell, Digit, Layout, Puzzle, Ruleset, Shape, Variant};
use satdoku::engine::{Budget, Engine, mrv::Mrv};

fn digit(value: usize) -> Digit {
    Digit::from_index(value - 1)
}

fn cell(name: &str) -> Cell {
    let (row, column) = name[1..].split_once('c').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    Cell::at(number(row), number(column), 9)
}

/// An empty 9×9 board with restrictions: `r1c1 12` leaves a cell two digits, `5 row 3 r3c1 r3c2`
/// leaves a digit two places.
fn position(restrictions: &[&str]) -> Position {
    let layout = Layout::classic("3x3".parse().unwrap());
    let mut cells: Vec<Vec<Digit>> = vec![(1..=9).map(digit).collect(); 81];
    for restriction in restrictions {
        let words: Vec<&str> = restriction.split(' ').collect();
        if words[0].starts_with('r') {
            let left: Vec<Digit> = words[1].chars().map(|c| digit(c as usize - 48)).collect();
            cells[cell(words[0]).index()].retain(|digit| left.contains(digit));
        } else {
            let value = digit(words[0].parse().unwrap());
            let name = format!("{} {}", words[1], words[2]);
            let mut houses = layout.houses().iter();
            let house = houses
                .find(|house| house.source.to_string() == name)
                .unwrap();
            let left: Vec<Cell> = words[3..].iter().map(|name| cell(name)).collect();
            for at in house.cells.iter().filter(|at| !left.contains(at)) {
                cells[at.index()].retain(|digit| *digit != value);
            }
        }
    }
    Position::new(9, &cells).unwrap()
}

/// A 9×9 board with restrictions.
pub(super) fn restricted(layout: &Arc<Layout>, restrictions: &[&str]) -> Puzzle {
    let position = position(restrictions);
    let all = (0..81 * 9).map(|id| Candidate {
        cell: Cell::from_index(id / 9),
        digit: Digit::from_index(id % 9),
    });
    let gone = all.filter(|candidate| !position.contains(*candidate));
    let puzzle = Puzzle::new(layout.clone(), position.to_grid()).unwrap();
    puzzle.without(gone).unwrap()
}

/// The first step from a position.
fn first_step(restrictions: &[&str]) -> Step {
    let layout = Arc::new(Layout::classic("3x3".parse().unwrap()));
    let puzzle = restricted(&layout, restrictions);
    let mut path = Explainer::default().steps(&puzzle).unwrap();
    path.next().expect("a step").unwrap()
}

fn facts(step: &Step) -> String {
    step.fact_names.join(", ")
}

fn names(candidates: &[Candidate]) -> String {
    let names = candidates
        .iter()
        .map(|candidate| candidate.name(9).to_string());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn textbook_examples_are_recognised() {
    let examples: &[(&[&str], &str, &str, &str)] = &[
        (&["5 box 1 r2c2"], "hidden single", "5 in box 1", "r2c2=5"),
        (
            &["5 box 1 r1c1 r1c3"],
            "locked candidates (pointing)",
            "5 in box 1",
            "r1c9=5",
        ),
        (
            &["5 row 1 r1c1 r1c3"],
            "locked candidates (claiming)",
            "5 in row 1",
            "r3c3=5",
        ),
        (
            &["r1c1 12", "r1c5 12"],
            "naked pair",
            "r1c1, r1c5",
            "r1c9=2",
        ),
        (
            &["1 row 4 r4c1 r4c9", "2 row 4 r4c1 r4c9"],
            "hidden pair",
            "1 in row 4, 2 in row 4",
            "r4c9=9",
        ),
        (
            &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c5"],
            "X-wing",
            "7 in row 2, 7 in row 8",
            "r5c5=7",
        ),
        (
            &["7 column 2 r1c2 r5c2", "7 column 8 r1c8 r5c8"],
            "X-wing",
            "7 in column 2, 7 in column 8",
            "r5c5=7",
        ),
        (
            &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c6"],
            "skyscraper",
            "7 in row 2, 7 in row 8",
            "r7c5=7",
        ),
        (
            &["7 row 2 r2c2 r2c8", "7 column 1 r3c1 r8c1"],
            "two-string kite",
            "7 in row 2, 7 in column 1",
            "r8c8=7",
        ),
        (
            &["7 box 1 r1c3 r2c3 r3c1 r3c2", "7 column 8 r3c8 r6c8"],
            "empty rectangle",
            "7 in column 8, 7 in box 1",
            "r6c3=7",
        ),
        (
            &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c4 r8c5"],
            "finned X-wing",
            "7 in row 2, 7 in row 8",
            "r9c5=7",
        ),
        (
            &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c4 r8c6"],
            "sashimi X-wing",
            "7 in row 2, 7 in row 8",
            "r9c5=7",
        ),
        (
            &["r1c1 12", "r1c5 23", "r1c9 13"],
            "naked triple",
            "r1c1, r1c5, r1c9",
            "r1c8=3",
        ),
        (
            &[
                "1 box 5 r4c4 r5c5",
                "2 box 5 r5c5 r6c6",
                "3 box 5 r4c4 r6c6",
            ],
            "hidden triple",
            "1 in box 5, 2 in box 5, 3 in box 5",
            "r6c6=9",
        ),
        (
            &[
                "4 row 1 r1c1 r1c4",
                "4 row 5 r5c4 r5c8",
                "4 row 9 r9c1 r9c8",
            ],
            "swordfish",
            "4 in row 1, 4 in row 5, 4 in row 9",
            "r8c8=4",
        ),
        (
            &[
                "4 row 1 r1c1 r1c4 r1c7",
                "4 row 5 r5c4 r5c7",
                "4 row 9 r9c1 r9c7 r9c8",
            ],
            "finned swordfish",
            "4 in row 1, 4 in row 5, 4 in row 9",
            "r8c7=4",
        ),
        (
            &["r1c1 12", "r1c5 13", "r5c1 23"],
            "XY-wing",
            "r1c1, r1c5, r5c1",
            "r5c5=3",
        ),
        (
            &["r1c1 123", "r1c5 13", "r2c2 23"],
            "XYZ-wing",
            "r1c1, r1c5, r2c2",
            "r1c3=3",
        ),
        (
            &["r2c1 12", "r8c9 12", "1 row 5 r5c1 r5c9"],
            "W-wing",
            "r2c1, r8c9, 1 in row 5",
            "r8c1=2",
        ),
        (
            &["r1c1 1234", "r1c3 1234", "r1c5 1234", "r1c9 1234"],
            "naked quad",
            "r1c1, r1c3, r1c5, r1c9",
            "r1c8=4",
        ),
        (
            &[
                "1 row 6 r6c1 r6c2 r6c5",
                "2 row 6 r6c2 r6c5 r6c9",
                "3 row 6 r6c1 r6c5 r6c9",
                "4 row 6 r6c1 r6c2 r6c9",
            ],
            "hidden quad",
            "1 in row 6, 2 in row 6, 3 in row 6, 4 in row 6",
            "r6c9=9",
        ),
        (
            &[
                "4 row 1 r1c1 r1c4 r1c7",
                "4 row 3 r3c1 r3c4 r3c9",
                "4 row 5 r5c4 r5c7 r5c9",
                "4 row 9 r9c1 r9c7 r9c9",
            ],
            "jellyfish",
            "4 in row 1, 4 in row 3, 4 in row 5, 4 in row 9",
            "r8c9=4",
        ),
        (
            &["r1c1 12", "r1c5 23", "r6c5 34", "r6c9 14"],
            "XY-chain",
            "r1c1, r1c5, r6c5, r6c9",
            "r1c9=1",
        ),
        (
            &["r1c1 12", "2 row 5 r5c1 r5c5", "1 column 5 r5c5 r9c5"],
            "alternating inference chain",
            "r1c1, 2 in row 5, 1 in column 5",
            "r9c1=1",
        ),
        // Two almost locked sets and a Sue de Coq have no name of their own.
        (
            &["r1c1 123", "r2c1 123", "r5c1 14", "r6c2 34"],
            "forcing net",
            "r1c1, r2c1, r5c1, r6c2",
            "r4c1=3",
        ),
        (
            &["r1c1 1234", "r1c2 1234", "r1c8 12", "r2c1 34"],
            "forcing net",
            "r1c1, r1c2, r1c8, r2c1",
            "r1c5=1",
        ),
    ];
    for (restrictions, technique, expected, concluded) in examples {
        let step = first_step(restrictions);
        assert_eq!(
            step.technique.to_string(),
            *technique,
            "{restrictions:?}: {step:?}"
        );
        let sorted = |text: &str| text.split(", ").map(String::from).collect::<BTreeSet<_>>();
        assert_eq!(sorted(&facts(&step)), sorted(expected), "{technique}");
        assert!(step.is_smallest(), "{technique}");
        let all = format!("{} {}", names(&step.places), names(&step.eliminates));
        assert!(
            all.split(' ').any(|name| name == *concluded),
            "{technique}: {all}"
        );
        assert!(step.argument.ends_with('.'), "{}", step.argument);
    }
}

#[test]
fn a_naked_single_is_a_step_of_its_own() {
    let row = puzzle("3x3", &format!("{}{}", ".12345678", ".".repeat(72)));
    let step = Explainer::default().hint(&row).unwrap().unwrap();
    // The row has one place left for 9; the cell has one digit left. Both are one fact.
    assert_eq!(step.technique, Technique::HiddenSingle);
    let mut cells = vec!['.'; 81];
    for (at, value) in [
        (1, '1'),
        (2, '2'),
        (9, '3'),
        (10, '4'),
        (36, '5'),
        (45, '6'),
    ] {
        cells[at] = value;
    }
    cells[5] = '7';
    cells[8] = '8';
    let puzzle = puzzle("3x3", &cells.into_iter().collect::<String>());
    let step = Explainer::default().hint(&puzzle).unwrap().unwrap();
    assert_eq!(step.technique, Technique::NakedSingle);
    assert_eq!(
        (names(&step.places).as_str(), facts(&step).as_str()),
        ("r1c1=9", "r1c1")
    );
    assert_eq!(step.argument, "r1c1 has one digit left: 9.");
}

/// Asserts the argument and the notation of the first step from a position.
fn assert_argument(restrictions: &[&str], argument: &str, notation: Option<&str>) {
    let step = first_step(restrictions);
    assert_eq!(step.argument, argument);
    assert_eq!(step.notation.as_deref(), notation);
}

#[test]
fn a_wing_has_a_pivot_and_pincers() {
    assert_argument(
        &["r1c1 12", "r1c5 13", "r5c1 23"],
        "The pivot is r1c1 (1 or 2), the pincers are r1c5 (1 or 3) and r5c1 (2 or 3). Whatever the \
         pivot is, one of the pincers is 3: if it is 1, then r1c5 is 3; if it is 2, then r5c1 is 3. \
         So r5c5 is not 3.",
        Some("(3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3"),
    );
    assert_argument(
        &["r1c1 123", "r1c5 13", "r2c2 23"],
        "The pivot is r1c1 (1, 2 or 3), the pincers are r1c5 (1 or 3) and r2c2 (2 or 3). Whatever \
         the pivot is, one of the three is 3: if it is 1, then r1c5 is 3; if it is 2, then r2c2 is \
         3; otherwise it is 3 itself. So r1c2 and r1c3 are not 3.",
        None,
    );
    assert_argument(
        &["r2c1 12", "r8c9 12", "1 row 5 r5c1 r5c9"],
        "The pincers r2c1 and r8c9 both have 1 or 2. In row 5, 1 can only be at r5c1 or r5c9, and \
         each of these cells sees a pincer. So the pincers are not both 1: one of them is 2, and \
         r2c9 and r8c1 are not 2.",
        Some("(2=1)r2c1-(1)r5c1=(1)r5c9-(1=2)r8c9 => r2c9,r8c1<>2"),
    );
}

#[test]
fn a_finned_fish_has_a_fin() {
    assert_argument(
        &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c4 r8c5"],
        "In row 2 and row 8, 7 can only be in column 1 or column 5, apart from the fin at r8c4. \
         Either the fin is 7, or each of the two takes one of these columns. In both cases, r7c5 \
         and r9c5 are not 7.",
        None,
    );
}

#[test]
fn a_chain_names_its_links_and_its_targets_once() {
    assert_argument(
        &["7 row 2 r2c1 r2c5", "7 row 8 r8c1 r8c6"],
        "Strong links (at least one end holds): 7 at r2c5 or r2c1 in row 2; 7 at r8c1 or r8c6 in row \
         8. Weak link (at most one end holds): 7 at r2c1 and r8c1. So 7 is at r2c5 or r8c6. Either \
         way, r1c6, r3c6, r7c5 and r9c5 are not 7.",
        Some("(7)r2c5=(7)r2c1-(7)r8c1=(7)r8c6 => r1c6,r3c6,r7c5,r9c5<>7"),
    );
    // A grouped node.
    assert_argument(
        &["7 box 1 r1c3 r2c3 r3c1 r3c2", "7 column 8 r3c8 r6c8"],
        "Strong links (at least one end holds): 7 at r6c8 or r3c8 in column 8; 7 at r3c12 or r12c3 in \
         box 1. Weak link (at most one end holds): 7 at r3c8 and r3c12. So 7 is at r6c8 or r12c3. \
         Either way, r6c3 is not 7.",
        Some("(7)r6c8=(7)r3c8-(7)r3c12=(7)r12c3 => r6c3<>7"),
    );
    assert_argument(
        &["r1c1 12", "2 row 5 r5c1 r5c5", "1 column 5 r5c5 r9c5"],
        "Strong links (at least one end holds): 1 or 2 in r1c1; 2 at r5c1 or r5c5 in row 5; 1 at \
         r5c5 or r9c5 in column 5. Weak links (at most one end holds): 2 at r1c1 and r5c1; 2 and 1 \
         in r5c5. So 1 is at r1c1 or r9c5. Either way, r9c1 is not 1.",
        Some("(1=2)r1c1-(2)r5c1=(2)r5c5-(1)r5c5=(1)r9c5 => r9c1<>1"),
    );
}

#[test]
fn a_loop_eliminates_at_each_weak_link() {
    let step = first_step(&["r1c1 12", "r1c9 23", "r9c9 34", "r9c1 14"]);
    assert_eq!(step.technique, Technique::XyChain);
    assert!(
        step.argument.contains("so the chain is a loop"),
        "{}",
        step.argument
    );
    let notation = step.notation.unwrap();
    assert!(notation.contains("-loop => "), "{notation}");
    assert_eq!(notation.matches("=>").count(), 1, "{notation}");
    for target in ["<>1", "<>2", "<>3", "<>4"] {
        assert!(notation.contains(target), "{notation}");
    }
}

#[test]
fn cases_of_arguments_are_numbered() {
    let puzzle: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()
            .unwrap();
    let explained = Explainer::default().explain(&puzzle).unwrap();
    let mut arguments = explained.steps.iter().map(|step| &step.argument);
    let argument = arguments.find(|text| text.contains("\nCase 1, ")).unwrap();
    assert!(argument.contains("\nCase 2, "), "{argument}");
    assert!(argument.contains("; but then no "), "{argument}");
}

/// Pencil marks restrict the first position.
#[test]
fn removed_candidates_are_not_in_the_first_position() {
    let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
    let removed = Candidate::from_name("r1c2=4", 4).unwrap();
    let marked = puzzle.clone().without([removed]).unwrap();
    let mut explainer = Explainer::default();
    let with_mark = explainer.explain(&marked).unwrap();
    assert!(!with_mark.steps[0].before.contains(removed));
    assert!(
        explainer.explain(&puzzle).unwrap().steps[0]
            .before
            .contains(removed)
    );
    for step in &with_mark.steps {
        assert!(!step.places.contains(&removed) && !step.eliminates.contains(&removed));
    }
    assert!(explainer.hint(&marked).unwrap().is_some());
}

/// True if a candidate of each fact can be chosen so that neither they nor the `held` ones exclude
/// each other.
fn can_hold(layout: &Layout, facts: &[Vec<Candidate>], held: &mut Vec<Candidate>) -> bool {
    let Some((members, rest)) = facts.split_first() else {
        return true;
    };
    let excludes = |one: &Candidate, other: &Candidate| {
        if one.cell == other.cell {
            one.digit != other.digit
        } else {
            one.digit == other.digit && layout.first_shared_house(one.cell, other.cell).is_some()
        }
    };
    members.iter().any(|member| {
        if held.iter().any(|other| excludes(other, member)) {
            return false;
        }
        held.push(*member);
        let can = can_hold(layout, rest, held);
        held.pop();
        can
    })
}

/// Two steps in one position are not one step.
#[test]
fn each_conclusion_of_a_step_needs_all_facts() {
    let singles = ["5 box 1 r2c2", "6 box 2 r2c5"];
    let one = first_step(&singles);
    let mut both = one.clone();
    both.places = [(cell("r2c2"), digit(5)), (cell("r2c5"), digit(6))]
        .map(|(cell, digit)| Candidate { cell, digit })
        .to_vec();
    let layout = Layout::classic("3x3".parse().unwrap());
    let facts = Fact::all(&layout).into_iter();
    let names = ["5 in box 1", "6 in box 2"];
    both.facts = facts
        .filter(|fact| names.contains(&fact.name(&layout).to_string().as_str()))
        .collect();
    assert_eq!(check_step(&layout, &one), Ok(()));
    let refused = check_step(&layout, &both);
    assert!(
        matches!(refused, Err(StepError::Redundant(_))),
        "{refused:?}"
    );
    // A step that does not claim to be minimal may have more facts than it needs, but not fewer.
    both.is_minimal = false;
    assert_eq!(check_step(&layout, &both), Ok(()));
    both.facts.pop();
    assert_eq!(check_step(&layout, &both), Err(StepError::DoesNotFollow));
}

#[test]
fn no_large_step_contains_a_smaller_one() {
    // Without a proof that the first large steps are smallest ones.
    let puzzle = puzzle(
        "3x3",
        "........91......35..9.3.8....3.5...67....2......4.......6.8..9..2.7..6..4.....1..",
    );
    let layout = puzzle.layout();
    let (mut with_several, mut largest) = (0, 0);
    for step in Explainer::default().steps(&puzzle).unwrap().take(14) {
        let step = step.unwrap();
        largest = largest.max(step.facts.len());
        if step.is_smallest() {
            continue;
        }
        let members = step.facts.iter();
        let mut members: Vec<Vec<Candidate>> = members
            .map(|fact| step.before.members(layout, fact))
            .collect();
        members.sort_by_key(Vec::len);
        let excluded = |target: &Candidate| {
            let mut placed = step.places.iter();
            placed.any(|placed| exclude_each_other(layout, *placed, *target))
        };
        let mut targets = open_candidates(layout, &step.before);
        targets.retain(|target| step.eliminates.contains(target) || excluded(target));
        with_several += usize::from(targets.len() > 1);
        for target in targets {
            assert!(!can_hold(layout, &members, &mut vec![target]), "{step:?}");
            for place in 0..members.len() {
                let mut fewer = members.clone();
                fewer.remove(place);
                assert!(can_hold(layout, &fewer, &mut vec![target]), "{step:?}");
            }
        }
    }
    assert!(with_several > 0);
    // With as few case splits as possible, one of these steps has 25 facts.
    assert!(largest <= 14, "{largest}");
}

/// The candidates of the cells that are not placed.
fn open_candidates(layout: &Layout, position: &Position) -> Vec<Candidate> {
    layout
        .cells()
        .filter(|cell| position.placed(*cell).is_none())
        .flat_map(|cell| {
            position
                .digits(cell)
                .map(move |digit| Candidate { cell, digit })
        })
        .collect()
}

/// The smallest number of facts, up to `most`, that force something in a position.
fn smallest_by_brute_force(layout: &Layout, position: &Position, most: usize) -> Option<usize> {
    let open = open_candidates(layout, position);
    let is_placed = |c: &Candidate| position.placed(c.cell).is_some();
    let facts = Fact::all(layout);
    let members = facts.iter().map(|fact| position.members(layout, fact));
    let members: Vec<Vec<Candidate>> = members
        .filter(|members| !members.iter().any(is_placed))
        .collect();
    let forces = |set: &[&Vec<Candidate>]| {
        let facts: Vec<Vec<Candidate>> = set.iter().map(|members| (*members).clone()).collect();
        if let [one] = &facts[..]
            && one.len() < 2
        {
            return true;
        }
        open.iter()
            .any(|target| !can_hold(layout, &facts, &mut vec![*target]))
    };
    for size in 1..=most {
        let mut set: Vec<usize> = (0..size).collect();
        if members.len() < size {
            return None;
        }
        loop {
            let chosen: Vec<&Vec<Candidate>> = set.iter().map(|fact| &members[*fact]).collect();
            if forces(&chosen) {
                return Some(size);
            }
            let next = (0..size)
                .rev()
                .find(|place| set[*place] < members.len() - size + place);
            let Some(place) = next else { break };
            set[place] += 1;
            for later in place + 1..size {
                set[later] = set[later - 1] + 1;
            }
        }
    }
    None
}

#[test]
fn brute_force_over_three_facts_finds_no_smaller_sets() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    let mut sizes = [0; 8];
    for (shape, count) in [("2x2", 40), ("2x3", 25)] {
        let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
        for _ in 0..count {
            let puzzle = minimal_puzzle(&layout, &mut random);
            let explained = Explainer::default().explain(&puzzle).unwrap();
            let mut seen = BTreeSet::new();
            for step in &explained.steps {
                let size = step.facts.len();
                sizes[size.min(7)] += 1;
                // Only the first of several singles in a row is compared.
                if size == 1 && !seen.insert(step.before.to_grid().to_string()) {
                    continue;
                }
                let least = smallest_by_brute_force(&layout, &step.before, size.min(3));
                assert_eq!(
                    least,
                    (size <= 3).then_some(size),
                    "{} {step:?}",
                    puzzle.givens()
                );
                assert!(step.is_smallest());
            }
        }
    }
    assert!(sizes[2] > 0 && sizes[3] > 0, "{sizes:?}");
}

/// A minimal puzzle.
fn minimal_puzzle(layout: &Arc<Layout>, random: &mut ChaCha8Rng) -> Puzzle {
    minimised(&random_puzzle(layout, 0, false, random), random)
}

/// A puzzle without its redundant givens.
pub(super) fn minimised(puzzle: &Puzzle, random: &mut ChaCha8Rng) -> Puzzle {
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    givens.shuffle(random);
    let mut kept = givens.clone();
    for given in givens {
        let fewer: Vec<Candidate> = kept.iter().copied().filter(|g| *g != given).collect();
        let without = puzzle.restricted_to(&fewer);
        let found = solutions(&without);
        if found.len() == 1 {
            kept = fewer;
        }
    }
    puzzle.restricted_to(&kept)
}

#[test]
fn a_mutated_step_is_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let layout = Arc::new(Layout::classic("3x3".parse().unwrap()));
    let mut mutations = 0;
    for _ in 0..8 {
        let puzzle = minimal_puzzle(&layout, &mut random);
        for step in Explainer::default().explain(&puzzle).unwrap().steps {
            assert_eq!(check_step(&layout, &step), Ok(()));
            for place in 0..step.facts.len() {
                let mut fewer = step.clone();
                fewer.facts.remove(place);
                assert_eq!(check_step(&layout, &fewer), Err(StepError::DoesNotFollow));
                mutations += 1;
            }
            let mut more = step.clone();
            let mut all = Fact::all(&layout).into_iter();
            let other = all.find(|fact| !step.facts.contains(fact));
            more.facts.extend(other);
            let refused = check_step(&layout, &more);
            assert!(
                matches!(refused, Err(StepError::Redundant(_))),
                "{refused:?}"
            );
            // A candidate of the solution cannot be eliminated.
            let solution = solve(&puzzle);
            let mut wrong = step.clone();
            let mut open = solution.filled();
            wrong.eliminates = vec![open.find(|c| step.before.placed(c.cell).is_none()).unwrap()];
            wrong.places.clear();
            assert_eq!(check_step(&layout, &wrong), Err(StepError::DoesNotFollow));
            let mut gone = step.clone();
            if let Some(given) = puzzle.givens().filled().next() {
                let digit = Digit::from_index((given.digit.index() + 1) % 9);
                gone.eliminates.push(Candidate { digit, ..given });
                let refused = check_step(&layout, &gone);
                assert!(
                    matches!(refused, Err(StepError::NoCandidate(_))),
                    "{refused:?}"
                );
            }
        }
    }
    assert!(mutations > 100);
}

/// Up to two solutions.
pub(super) fn solutions(puzzle: &Puzzle) -> Vec<satdoku::board::Grid> {
    let budget = Budget::of_nodes(1_000_000);
    Mrv::default().solutions(puzzle, 2, &budget).unwrap().0
}

fn solve(puzzle: &Puzzle) -> satdoku::board::Grid {
    solutions(puzzle).pop().expect("a solution")
}

#[test]
fn explanations_of_random_puzzles_end_as_their_solutions_demand() {
    let mut explainer = Explainer::default();
    let mut ends = [0; 3];
    for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 25) {
        let name = puzzle.givens().to_string();
        if puzzle.givens().filled().count() < puzzle.geometry().rows() {
            // Nearly everything is possible; another test covers that.
            continue;
        }
        let found = solutions(&puzzle);
        let explained = explainer.explain(&puzzle).unwrap();
        ends[found.len()] += 1;
        match &found[..] {
            [] => {
                let last = explained.steps.last().unwrap();
                assert_eq!(last.technique, Technique::Contradiction, "{name}");
                assert!(explained.complete && explained.solution.is_none(), "{name}");
            }
            [solution] => {
                assert!(explained.complete, "{name}");
                assert_eq!(explained.solution.as_ref(), Some(solution), "{name}");
            }
            several => {
                assert!(
                    !explained.complete && explained.solution.is_none(),
                    "{name}"
                );
                // No solution is lost.
                for step in &explained.steps {
                    for grid in several {
                        let is_in = |c: &Candidate| grid.get(c.cell) == Some(c.digit);
                        assert!(step.places.iter().all(is_in), "{name}");
                        assert!(!step.eliminates.iter().any(is_in), "{name}");
                    }
                }
            }
        }
    }
    assert!(ends.iter().all(|count| *count > 5), "{ends:?}");
}

#[test]
fn puzzles_with_several_solutions_are_explained_as_far_as_possible() {
    // Row 1 has 3 and 4 left, in either order.
    let puzzle = puzzle("2x2", "12..............");
    let explained = Explainer::default().explain(&puzzle).unwrap();
    assert!(!explained.complete);
    let step = Explainer::default().hint(&Puzzle::classic(Shape::new(2, 2).unwrap()));
    assert_eq!(step, Ok(None));
}

#[test]
fn variants_are_explained_with_their_houses_and_pairs() {
    let shape: Shape = "3x3".parse().unwrap();
    let cells = "...5..2.1..2...3...18.......762...3.........4...874......4..95....98.........28.7";
    let rules = Ruleset::classic(shape).with(&[Variant::Diagonal]).unwrap();
    let puzzle = puzzle_on(Arc::new(Layout::new(rules)), cells);
    let explained = Explainer::default().explain(&puzzle).unwrap();
    assert_eq!(explained.solution, Some(solve(&puzzle)));
    let on_diagonal = |step: &Step| facts(step).contains("in diagonal");
    assert!(explained.steps.iter().any(on_diagonal));
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for variant in [Variant::AntiKnight, Variant::NonConsecutive] {
        let rules = Ruleset::classic("2x2".parse().unwrap()).with(&[variant]);
        let layout = Arc::new(Layout::new(rules.unwrap()));
        for _ in 0..30 {
            let puzzle = random_puzzle(&layout, 11, false, &mut random);
            let found = solutions(&puzzle);
            let explained = Explainer::default().explain(&puzzle).unwrap();
            let expected = if found.len() == 1 {
                found.first()
            } else {
                None
            };
            assert_eq!(explained.solution.as_ref(), expected, "{}", puzzle.givens());
            assert_eq!(explained.complete, found.len() < 2, "{}", puzzle.givens());
        }
    }
}

#[test]
fn hard_puzzles_are_explained_without_guessing() {
    let puzzle = puzzle(
        "3x3",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    );
    let explained = Explainer::default().explain(&puzzle).unwrap();
    assert_eq!(explained.solution, Some(solve(&puzzle)));
    assert!(explained.steps.iter().any(|step| !step.is_smallest()));
    for step in &explained.steps {
        assert!(step.at_least <= step.facts.len());
    }
}

#[test]
fn boards_up_to_16x16_are_explained() {
    let mut random = ChaCha8Rng::seed_from_u64(18);
    let layout = Arc::new(Layout::classic("4x4".parse().unwrap()));
    let puzzle = random_puzzle(&layout, 110, false, &mut random);
    let explained = Explainer::default().explain(&puzzle).unwrap();
    assert!(!explained.steps.is_empty());
    let large = Puzzle::classic(Shape::new(5, 5).unwrap());
    let refused = Explainer::default().explain(&large).unwrap_err();
    assert!(!refused.is_bug());
    assert_eq!(
        refused.to_string(),
        "expected a board of up to 16 digits, found 25"
    );
}
