//! A minimal example of each technique with drawn constraints.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::position::{State, Tables};
use super::search::assignments::{Assignments, KnownAssignments};
use super::search::network::Network;
use super::search::order::InvariantOrder;
use super::search::refute::Proof;
use super::search::set::Set;
use super::search::smallest::tightened;
use super::techniques::pattern::Pattern;
use super::{ExplainError, Explainer, Fact, Step, Technique};
use crate::testing::blank_on;
use satdoku::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, Ruleset};

/// A blank 9×9 board with constraints and restrictions: `r1c1 89` leaves a cell two digits.
fn board(constraints: &[&str], restrictions: &[&str]) -> Puzzle {
    let constraints = constraints.iter().map(|text| Constraint::parse(text, 9));
    let rules = Ruleset::classic("3x3".parse().unwrap());
    let rules = rules.with_constraints(constraints.map(Result::unwrap).collect());
    let layout = Layout::new(rules.unwrap());
    let puzzle = Puzzle::new(layout.into(), Grid::blank(9)).unwrap();
    let mut removed = Vec::new();
    for restriction in restrictions {
        let (name, left) = restriction.split_once(' ').unwrap();
        let cell = Cell::from_name(name, 9).unwrap();
        let gone = (1..=9).filter(|value| !left.contains(&value.to_string()));
        let gone = gone.map(|value| Digit::from_index(value - 1));
        removed.extend(gone.map(|digit| satdoku::board::Candidate { cell, digit }));
    }
    puzzle.without(removed).unwrap()
}

/// Returns the first step with this name and these facts.
fn step(puzzle: &Puzzle, technique: &str, facts: &str) -> Step {
    let mut others = Vec::new();
    for step in Explainer::default().steps(puzzle).unwrap() {
        let step = step.unwrap();
        let name = (step.technique.to_string(), step.fact_names.join(", "));
        if name == (technique.to_string(), facts.to_string()) {
            return step;
        }
        others.push(name);
    }
    panic!("no {technique} of {facts}, only {others:?}");
}

#[test]
fn constraints_with_too_many_clauses_are_refused() {
    let sums = (0..40).map(|number| {
        let cells = "37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
        let text = format!("sum {} {cells}", 3_500 + number);
        Constraint::parse(&text, 16).unwrap()
    });
    let rules = Ruleset::classic("4x4".parse().unwrap());
    let layout = Layout::new(rules.with_constraints(sums.collect()).unwrap());
    let puzzle = Puzzle::new(layout.into(), Grid::blank(16)).unwrap();
    let error = Explainer::default().hint(&puzzle).unwrap_err().to_string();
    let expected = "expected a board of up to 5000000 clauses of drawn constraints, found ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn each_technique_with_constraints_has_a_name() {
    // Constraints, restrictions, the name, the facts, and the argument.
    type Texts = &'static [&'static str];
    let examples: &[(Texts, Texts, &str, &str, &str)] = &[
        (
            &["cage 4 r1c1 r2c2"],
            &[],
            "cage combinations",
            "cage 4 r1c1 r2c2",
            "In the 4-cage, the digits are {1,3}, so r1c1 and r2c2 are 1 or 3. So no other cell of box 1 has 1 or 3.",
        ),
        (
            &["cage 17 r1c1 r2c2"],
            &["r1c1 89", "r2c2 89"],
            "cage combinations",
            "cage 17 r1c1 r2c2",
            "The digits are {8,9}, so the 17-cage at r1c1 and r2c2 has 8 and 9 in any case, and no other cell of box 1 has 8 or 9.",
        ),
        (
            &[
                "cage 15 r1c1 r1c2 r1c3",
                "cage 15 r2c1 r2c2 r2c3",
                "cage 10 r3c1 r3c2",
            ],
            &[],
            "innies and outies",
            "r3c3 (box 1, cage 15 r1c1 r1c2 r1c3, cage 15 r2c1 r2c2 r2c3, cage 10 r3c1 r3c2)",
            "Box 1 totals 45, of which the cages at r1c1, r2c1 and r3c1 account for 40, so the innie \
             r3c3 is 5.",
        ),
        (
            &["thermometer r1c1 r2c2 r3c3"],
            &[],
            "thermometer",
            "thermometer r1c1 r2c2 r3c3",
            "On the thermometer at r1c1, two higher cells follow r1c1, so r1c1 is at most 7. \
             One higher cell follows r2c2, so r2c2 is at most 8. One lower cell precedes r2c2, \
             so r2c2 is at least 2. Two lower cells precede r3c3, so r3c3 is at least 3.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3"],
            &[],
            "arrow",
            "arrow r1c1: r2c2 r3c3",
            "On the arrow at r1c1, the other two cells differ and total at least 3, so r1c1 is at least 3. No other digits fit the sum, so r2c2 and r3c3 are not 9.",
        ),
        (
            &["ratio r1c1 r1c2"],
            &[],
            "black dot",
            "ratio r1c1 r1c2",
            "The black dot at r1c1 and r1c2: Cells with a black dot between them have the ratio of the dot, or 2. So r1c1 and r1c2 are not 5, 7 or 9.",
        ),
        (
            &["ratio r1c1 r1c2", "difference r1c2 r2c2"],
            &["r1c1 46", "r1c2 23", "r2c2 1478"],
            "white dot",
            "difference r1c2 r2c2",
            "Across the white dot, r1c2 is 2 or 3, so r2c2 is 1 or 4.",
        ),
        (
            &["whispers r1c1 r1c2 r1c3"],
            &[],
            "whispers line",
            "whispers r1c1 r1c2 r1c3",
            "The whispers line at r1c1: Neighbours on a whispers line differ by at least the given number, or by 5. So r1c1 and r1c3 are not 5 and r1c2 is not 4, 5 or 6.",
        ),
        (
            &["renban r1c1-r1c7"],
            &[],
            "renban line",
            "renban r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7",
            "The digits are {1,2,3,4,5,6,7}, {2,3,4,5,6,7,8} or {3,4,5,6,7,8,9}, so the renban \
             line at r1c1 has 3, 4, 5, 6 and 7 in any case, and r1c8 and r1c9 are not 3, 4, 5, \
             6 or 7.",
        ),
        (
            &["cage 17 r1c1-r1c3"],
            &["r1c1 123456", "r1c2 1234"],
            "cage combinations",
            "cage 17 r1c1 r1c2 r1c3",
            "In the 17-cage at r1c1, no other digits fit the sum, so r1c1 is 5 or 6. The other two cells total at most 15, so r1c2 is at least 2. The other two cells total at most 10, so r1c3 is at least 7.",
        ),
        (
            &["sum 20 r1c1 r2c4 r3c7"],
            &["r1c1 2468", "r2c4 13579"],
            "sum",
            "sum 20 r1c1 r2c4 r3c7",
            "By the sum at r1c1, the other two cells total at most 17, so r2c4 is at least 3. No other digits fit the sum, so r3c7 is 3, 5, 7 or 9.",
        ),
        (
            &["palindrome r1c1 r1c2 r2c4 r2c5"],
            &["r1c1 24", "r2c4 1234"],
            "palindrome",
            "palindrome r1c1 r1c2 r2c4 r2c5",
            "On the palindrome at r1c1, r2c4 is 1 to 4, so r1c2 is 1 to 4. r1c1 is 2 or 4, so r2c5 is 2 or 4.",
        ),
        (
            &["little-killer 9 r1c1-r4c4"],
            &[],
            "little killer",
            "little-killer 9 r1c1 r2c2 r3c3 r4c4",
            "By the little killer of 9 at r1c1, the other three cells total at least 4 (3 in box 1 and 1 elsewhere), so r1c1, r2c2 and r3c3 are at most 5. The other three cells differ and total at least 6, so r4c4 is at most 3. r1c2, r1c3, r2c1, r2c3, r3c1 and r3c2 see a 1 in every way to fill it.",
        ),
        (
            &["skyscraper 2 row 1 left"],
            &["r1c1 7", "r1c2 89"],
            "skyscraper",
            "skyscraper 2 row 1 left",
            "The skyscraper clue 2 left of row 1: A skyscraper clue is the number of digits that are higher than all digits before them. In every way to fill it, r1c2 is 9.",
        ),
        (
            &["count-distinct r9c9: r1c1 r1c2 r1c3 r5c2"],
            &["r9c9 3", "r1c1 456", "r1c2 456", "r1c3 456"],
            "count of different digits",
            "count-distinct r9c9: r1c1 r1c2 r1c3 r5c2",
            "The count of different digits at r9c9: The digit in a circle is the number of different digits in its shaded cells. In every way to fill it, r5c2 is 4 to 6, and the other cells see 4, 5 and 6.",
        ),
        (
            &["count-distinct r9c9: r1c1 r1c2 r1c3 r5c2"],
            &[],
            "count of different digits",
            "count-distinct r9c9: r1c1 r1c2 r1c3 r5c2",
            "The count of different digits at r9c9: The digit in a circle is the number of different digits in its shaded cells. So r9c9 is 1 to 4. In every way to fill it, r9c9 is 3 or 4.",
        ),
        (
            &["sandwich 33 row 1 left"],
            &[],
            "sandwich",
            "sandwich 33 row 1 left",
            "The sandwich of 33 in row 1: A clue outside the grid is the sum of the digits between 1 and 9. So r1c4, r1c5 and r1c6 are not 1 or 9. In every way to fill it, r1c1 and r1c9 are 1, 2 or 9, r1c2, r1c4, r1c5, r1c6 and r1c8 are not 2 and r1c3 and r1c7 are not 1, 2 or 9.",
        ),
        (
            &["sandwich 10 row 1 left"],
            &[
                "r1c1 19",
                "r1c2 2345678",
                "r1c3 2345678",
                "r1c4 2345678",
                "r1c5 19",
                "r1c6 2345678",
                "r1c7 2345678",
                "r1c8 2345678",
                "r1c9 2345678",
            ],
            "sandwich",
            "sandwich 10 row 1 left",
            "The sandwich of 10 in row 1: A clue outside the grid is the sum of the digits between 1 and 9. r1c5 is 1 or 9 and r1c8 and r1c9 are 2 to 8, so r1c2 is 2, 3 or 5. r1c2, r1c8 and r1c9 are 2 to 8 and r1c5 is 1 or 9, so r1c3 is 2, 3 or 5. r1c2 is 2, 3 or 5, r1c5 is 1 or 9 and r1c8 and r1c9 are 2 to 8, so r1c6 and r1c7 are not 2 or 3. It also follows that r1c4 is 2, 3 or 5, r1c6 and r1c7 are not 5, r1c8 is not 2, 3 or 5 and r1c9 is not 2 or 3. In every way to fill it, r1c9 is not 5.",
        ),
        (
            &["sum 46 r2c1-r2c6 r5c1-r5c6 r8c1-r8c2"],
            &[],
            "sum",
            "sum 46 r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r8c1 r8c2",
            "By the sum at r2c1, the other 13 cells total at least 39 (21 in row 5, 15 in row 2 and 3 in row 8), so r2c1, r2c2, r2c3, r2c4, r2c5 and r2c6 are at most 7. It also follows that r5c1, r5c2, r5c3, r5c4, r5c5 and r5c6 are not 8 or 9 and r8c1 and r8c2 are 1 to 3. The other cells see the digits that they lose in every way to fill it.",
        ),
        (
            &["arrow r1c1 r1c2: r2c1-r2c6 r5c1-r5c6 r8c1-r8c6 r9c7-r9c9 r6c7-r6c9 r3c7-r3c9"],
            &[],
            "arrow",
            "arrow r1c1 r1c2: r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r8c1 r8c2 \
             r8c3 r8c4 r8c5 r8c6 r9c7 r9c8 r9c9 r6c7 r6c8 r6c9 r3c7 r3c8 r3c9",
            "On the arrow at r1c1, the other 27 cells total at least 81 (21 in row 2, 21 in row 5, 21 in row 8, 6 in row 3, 6 in row 6 and 6 in row 9) and r1c2 is at most 9, so r1c1 is at least 8.",
        ),
        (
            &["region-sum r1c1 r1c2 r1c4 r2c1 r2c2 r4c1 r3c1 r3c2"],
            &[],
            "region sum line",
            "region-sum r1c1 r1c2 r1c4 r2c1 r2c2 r4c1 r3c1 r3c2",
            "On the region sum line at r1c1, no other digits fit the sum, so r1c1 and r1c2 are not 9. The other two cells differ and total at least 3, so r1c4 and r4c1 are at least 3. No other digits fit the sum, so r2c1, r2c2, r3c1 and r3c2 are not 9. In every way to fill it, r1c4 and r4c1 are 7 to 9.",
        ),
        (
            &["between r1c1-r1c6 r9c9"],
            &[],
            "between line",
            "between r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r9c9",
            "The between line at r1c1: Digits on a between line lie between those in the circles at its ends. So r1c2, r1c3, r1c4, r1c5 and r1c6 are not 1 or 9. In every way to fill it, r1c1 and r9c9 are not 4, 5 or 6.",
        ),
        (
            &["whispers 4 r1c8 r2c8 r3c8", "whispers 4 r2c7 r2c8 r2c9"],
            &[
                "r2c8 123789",
                "r1c8 12346789",
                "r3c8 12346789",
                "r2c7 12346789",
                "r2c9 12346789",
            ],
            "proof of 2 facts",
            "whispers 4 r1c8 r2c8 r3c8, whispers 4 r2c7 r2c8 r2c9",
            "If r2c8 is 3, then on the whispers line of 4 at r1c8, r1c8 and r3c8 are 7 to 9; then on the whispers line of 4 at r2c7, r2c7 and r2c9 are 7 to 9; but then only 7, 8 and 9 are left for r1c8, r2c7, r2c9 and r3c8, which must differ. So r2c8 is not 3. The rest follows likewise.",
        ),
        (
            &["renban r2c1-r2c3 r3c4-r3c6", "renban r1c4 r1c5 r2c4"],
            &[],
            "proof of 2 facts",
            "renban r2c1 r2c2 r2c3 r3c4 r3c5 r3c6, renban r1c4 r1c5 r2c4",
            "If r2c5 is 3, then on the renban line at r2c1, the digits are {4,5,6,7,8,9}, so r2c1, r2c2, r2c3, r3c4, r3c5 and r3c6 are not 1 or 2; then on the renban line at r1c4, the digits are {5,6,7}, {6,7,8} or {7,8,9}, so r1c4 and r1c5 are not 1, 2 or 4 and r2c4 is not 1 or 2; then r2c4 must be 7, 8 or 9.\nCase 1, r2c4 is 7: the renban line at r2c1 cannot be filled, because it has no place for 3 or 7.\nCase 2, r2c4 is 8: the renban line at r2c1 cannot be filled, because it has no place for 3 or 8.\nCase 3, r2c4 is 9: the renban line at r2c1 cannot be filled, because it has no place for 3 or 9.\nSo r2c5 is not 3. The rest follows likewise.",
        ),
        (
            &["counting-circles r1c1 r1c9 r2c4 r2c6 r3c5 r5c2 r7c1 r7c4 r7c7 r7c9"],
            &[],
            "counting circles",
            "counting-circles r1c1 r1c9 r2c4 r2c6 r3c5 r5c2 r7c1 r7c4 r7c7 r7c9",
            "The counting circles at r1c1: The digit in a circle is the number of circles with this digit. So r1c1, r1c9, r2c6 and r3c5 are not 8 or 9, r2c4 and r7c7 are not 7, 8 or 9 and r7c1, r7c4 and r7c9 are 1 to 5. r7c4 and r7c9 are 1 to 5, so r1c1, r2c6 and r3c5 are not 6 or 7. It also follows that r1c9 is not 6 or 7, r2c4 and r7c7 are not 6 and r5c2 is 1 to 5. In every way to fill it, r1c1 and r1c9 are 3 to 5, r2c4, r2c6 and r3c5 are 2 to 4, r5c2 is 4 or 5 and r7c1, r7c4, r7c7 and r7c9 are not 5, and the other cells see the digits that they lose.",
        ),
        (
            &["counting-circles r1c1 r2c4 r3c7 r4c2 r5c5"],
            &["r1c1 2", "r2c4 2", "r5c5 123"],
            "counting circles",
            "counting-circles r1c1 r2c4 r3c7 r4c2 r5c5",
            "The counting circles at r1c1: The digit in a circle is the number of circles with this digit. r1c1 and r2c4 are 2, so r3c7, r4c2 and r5c5 are 3.",
        ),
        (
            &["counting-circles r1c1 r2c4 r3c7 r4c2 r5c5 r9c9"],
            &["r2c4 1", "r1c1 36"],
            "counting circles",
            "counting-circles r1c1 r2c4 r3c7 r4c2 r5c5 r9c9",
            "The counting circles at r1c1: The digit in a circle is the number of circles with this digit. r2c4 is 1, so r1c1 is 3. r1c1 is 3 or 6 and r2c4 is 1, so r3c7, r4c2, r5c5 and r9c9 are 2 or 3.",
        ),
        (
            &["contains 2 2 5: r1c1 r2c4 r3c7 r4c2 r9c9"],
            &["r1c1 2345", "r2c4 126", "r3c7 156", "r4c2 3456", "r9c9 34"],
            "group",
            "contains 2 2 5: r1c1 r2c4 r3c7 r4c2 r9c9",
            "The group with 2, 2 and 5 at r1c1: The cells contain each listed digit at least as often as it is listed. r3c7 is 1, 5 or 6, r4c2 is 3 to 6 and r9c9 is 3 or 4, so r1c1 and r2c4 are 2. r3c2 and r4c7 see a 5 in every way to fill it.",
        ),
        (
            &["contains 2 2 2: r5c3 r5c9 r6c4 r7c5"],
            &["r7c5 1234"],
            "group",
            "contains 2 2 2: r5c3 r5c9 r6c4 r7c5",
            "The group with 2, 2 and 2 at r5c3: The cells contain each listed digit at least as often as it is listed. So r6c4 and r7c5 are 2. r5c1, r5c2, r5c7 and r5c8 see a 2 in every way to fill it.",
        ),
        (
            &["quadruple 1 2 3 r4c4 r4c5 r5c4 r5c5"],
            &[
                "r4c4 23456789",
                "r4c5 23456789",
                "r5c4 12345678",
                "r5c5 23456789",
            ],
            "quadruple",
            "quadruple 1 2 3 r4c4 r4c5 r5c4 r5c5",
            "The quadruple at r4c4: Digits in a circle occur in the four cells around it. r4c4, r4c5 and r5c5 are 2 to 9, so r5c4 is 1. r4c6, r5c6, r6c4, r6c5 and r6c6 see 2 and 3 in every way to fill it.",
        ),
        (
            &[
                "automaton \"start 0; accept 1; 0: 1-3>0 4>1; 1: 5-9>1\" as \"climb\" r1c1 r2c4 r3c7",
            ],
            &["r1c1 123", "r2c4 123", "r3c7 345"],
            "automaton",
            "\"climb\" r1c1 r2c4 r3c7",
            "By the rule \"climb\" at r1c1, r2c4 is 1 to 3, so r3c7 is 4.",
        ),
        (
            &["row-indexer r1c1"],
            &["r1c3 789"],
            "row indexer",
            "row-indexer r1c1",
            "The row indexer at r1c1: A row indexer in column c with the digit v: column v of its row holds c. r1c3 is 7 to 9, so r1c1 is not 3.",
        ),
        (
            &["numbered-room 4 row 1 left"],
            &[],
            "numbered room",
            "numbered-room 4 row 1 left",
            "The numbered room 4 left of row 1: A numbered room clue is the digit in the x-th cell from the clue, where x is the digit in the first. So r1c1 is not 1 or 4 and r1c4 is not 4.",
        ),
        (
            &["even r1c1"],
            &[],
            "even mark",
            "even r1c1",
            "The even mark at r1c1: Cells with a square have even digits. So r1c1 is 2, 4, 6 or 8.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3", "thermometer r2c2 r2c3"],
            &[],
            "proof of 2 facts",
            "arrow r1c1: r2c2 r3c3, thermometer r2c2 r2c3",
            "If r2c2 is 8, then on the arrow at r1c1, the other two cells total at least 9, so r1c1 is 9; then on the thermometer, r2c2 is 8 and lower than r2c3, so no digit is left for r2c3. So r2c2 is not 8.",
        ),
    ];
    for (constraints, restrictions, technique, facts, argument) in examples {
        let found = step(&board(constraints, restrictions), technique, facts);
        assert_eq!(found.argument, *argument);
    }
}

/// Each of two constraints leaves all digits of both cells, but in other pairs.
#[test]
fn two_facts_leave_different_digits_for_a_cell() {
    let constraints = [
        "cage 10 r1c1 r2c5",
        "pairs \"abs(a-b) = 6 or abs(a-b) = 2\" r1c1 r2c5",
    ];
    let board = board(&constraints, &["r1c1 1234", "r2c5 6789"]);
    let found = step(&board, "proof of 2 facts", &constraints.join(", "));
    let expected = "If r1c1 is 1, the 10-cage at r1c1 and r2c5 leaves 9 for r2c5, but the rule for pairs at r1c1 and \
                    r2c5 leaves 7. So r1c1 is not 1.";
    assert!(found.argument.starts_with(expected), "{}", found.argument);
}

/// Two equal digits in a cage exclude each other without its sum as a fact.
#[test]
fn a_cage_without_a_sum_is_no_fact() {
    let puzzle = board(&["cage r1c1 r4c4", "extra-region r5c5 r9c9"], &["r1c1 5"]);
    let steps = Explainer::default().explain(&puzzle).unwrap().steps;
    assert_eq!(steps[0].fact_names, ["r1c1"]);
    assert!(
        !steps
            .iter()
            .any(|step| matches!(step.pattern, Pattern::Drawn(_)))
    );
    let cell = Cell::from_name("r4c4", 9).unwrap();
    assert!(
        steps[1..]
            .iter()
            .all(|step| step.before.digits(cell).count() == 8)
    );
}

#[test]
fn placed_digits_that_break_a_constraint_are_a_contradiction() {
    let puzzle = board(&["cage 17 r1c1 r4c4"], &["r1c1 2", "r4c4 3"]);
    let explained = Explainer::default().explain(&puzzle).unwrap();
    let last = explained.steps.last().unwrap();
    assert!(explained.complete && explained.solution.is_none());
    assert_eq!(last.conclusion(), "there is no solution");
}

/// Returns the network of a board.
fn network(puzzle: &Puzzle) -> Network<16> {
    let state = State::new(Arc::new(Tables::new(puzzle.layout().clone())), puzzle);
    Network::new(&state, InvariantOrder::new(&state), None)
}

/// A set found by a search that could not decide a smaller one is shrunk to that.
#[test]
fn sets_that_contain_smaller_ones_are_shrunk() {
    let network = network(&board(&["cage 4 r1c1 r2c2"], &[]));
    let cage = network.clause_count() as u16;
    let proof = Proof {
        target: 0,
        facts: vec![0, 80, cage],
        is_minimal: true,
    };
    assert_eq!(tightened(&network, &[proof])[0].facts, [cage]);
}

#[test]
fn composed_assignments_satisfy_both_facts() {
    let network = network(&board(
        &["cage 15 r1c1-r1c3", "cage 15 r2c2 r3c2 r3c3"],
        &[],
    ));
    let [one, other] = [0, 1].map(|rule| network.clause_count() + rule);
    let mut assignments = Assignments::new(&network, &KnownAssignments::default());
    for rule in [one, other] {
        let mut found = Vec::new();
        network.conclude_natively(&[rule as u16], &mut found);
        assignments.learn(&network, [rule, rule], &found);
    }
    for pair in [[0, one], [0, other], [one, other]] {
        let (of_both, excluded_by_all) = assignments.combine(pair[0], pair[1]);
        let mut excluded_by_each = network.all();
        for held in &of_both {
            let excluded = held.iter().map(|of| &network.excluded[of]);
            let excluded = excluded.fold(Set::EMPTY, |all, set| all.or(set));
            assert!(held.is_disjoint(&excluded), "{pair:?}");
            for fact in pair {
                assert!(!held.is_disjoint(&network.members[fact]), "{pair:?}");
                let rule = fact.checked_sub(network.clause_count());
                assert!(rule.is_none_or(|rule| network.rules[rule].is_satisfied(held)));
            }
            excluded_by_each = excluded_by_each.and(&excluded);
        }
        // So nothing follows, which needs no search.
        assert_eq!(excluded_by_each, excluded_by_all, "{pair:?}");
        assert!(excluded_by_all.is_empty(), "{pair:?}");
    }
}

/// The sum of five cells of which four are in a box says nothing about the other two cells of the box.
#[test]
fn a_sum_alone_is_no_statement_about_houses() {
    let rules = Ruleset::classic("2x3".parse().unwrap());
    let arrow = Constraint::parse("double-arrow r3c1 r2c2 r2c3 r1c3 r1c2", 6).unwrap();
    let layout = Layout::new(rules.with_constraints(vec![arrow]).unwrap());
    let mut givens = Grid::blank(6);
    givens.set(
        Cell::from_name("r6c2", 6).unwrap(),
        Some(Digit::from_index(0)),
    );
    let puzzle = Puzzle::new(layout.into(), givens).unwrap();
    let mut removed = Vec::new();
    for (name, left) in [
        ("r1c2", "345"),
        ("r1c3", "12"),
        ("r2c2", "234"),
        ("r2c3", "345"),
        ("r6c1", "235"),
        ("r6c3", "2356"),
        ("r6c4", "4"),
        ("r6c5", "236"),
        ("r6c6", "236"),
    ] {
        let cell = Cell::from_name(name, 6).unwrap();
        let gone = (1..=6).filter(|value| !left.contains(&value.to_string()));
        let gone = gone.map(|value| Digit::from_index(value - 1));
        removed.extend(gone.map(|digit| satdoku::board::Candidate { cell, digit }));
    }
    let explained = Explainer::default().explain(&puzzle.without(removed).unwrap());
    let steps = explained.unwrap().steps;
    let facts = ["5 in column 2", "double-arrow r3c1 r2c2 r2c3 r1c3 r1c2"];
    let step = steps.iter().find(|step| step.fact_names == facts).unwrap();
    assert_eq!(step.eliminates[0].name(6).to_string(), "r3c1=5");
}

/// Returns the steps of a puzzle whose rules are given in lines.
fn steps(rules: &str) -> Vec<Step> {
    Explainer::default()
        .explain(&blank_on(rules))
        .unwrap()
        .steps
}

fn first_step(rules: &str) -> Step {
    let mut steps = Explainer::default().steps(&blank_on(rules)).unwrap();
    steps.next().unwrap().unwrap()
}

#[test]
fn a_constraint_that_nothing_fills_is_one_step() {
    for (rules, argument) in [
        (
            "little-killer 4 r1c7-r3c9",
            "The little killer of 4 at r1c7 cannot be filled: the least sum of the three cells is 6.",
        ),
        (
            "little-killer 10 r1c1-r9c9",
            "The little killer of 10 at r1c1 cannot be filled: the least sum of the nine cells is 18 \
             (6 in box 1, 6 in box 5 and 6 in box 9).",
        ),
    ] {
        let found = steps(rules);
        let [step] = &found[..] else {
            panic!("{rules}: {} steps", found.len());
        };
        assert_eq!(step.technique.to_string(), "contradiction");
        assert_eq!(step.argument, argument);
    }
}

#[test]
fn cells_of_a_row_rise_on_a_slow_thermometer() {
    let step = first_step("slow-thermometer r1c1-r1c3");
    assert!(
        step.argument
            .contains("two higher cells follow r1c1, so r1c1 is at most 7"),
        "{}",
        step.argument
    );
}

/// A constraint over many cells takes neither all orders of its digits nor all paths through its cells.
#[test]
fn many_cells_are_decided_within_the_deadline() {
    for rules in [
        "board 16x16; box 4x4; cage 120 r1c1-r1c8 r2c9-r2c15",
        "all-pairs \"a <= b\" r1c1-r1c9 r2c1-r2c9 r3c1-r3c6",
    ] {
        let start = Instant::now();
        let mut explainer = Explainer::default().with_timeout(Duration::from_secs(2));
        let found = explainer.hint(&blank_on(rules));
        assert!(start.elapsed() < Duration::from_secs(15), "{rules}");
        let is_limit = matches!(found, Err(ExplainError::Limit(_)));
        assert!(
            is_limit || found.is_ok_and(|step| step.is_some()),
            "{rules}"
        );
    }
}

#[test]
fn alternatives_that_are_candidates_are_listed_as_digits() {
    let alternatives = (1..=4).map(|digit| format!("{{ sum {digit} r1c4 }}"));
    let rules = format!("either {}", alternatives.collect::<Vec<_>>().join(" or "));
    let step = first_step(&rules);
    assert!(
        step.argument.contains("r1c4 is 1 to 4."),
        "{}",
        step.argument
    );
}

/// The name of r1c1 is part of that of r1c10.
#[test]
fn a_constraint_keeps_its_place_if_one_name_is_part_of_another() {
    let puzzle = blank_on("board 16x16; box 4x4; greater r1c10 r1c1");
    let mut givens = Grid::blank(puzzle.geometry());
    let low = Cell::from_name("r9c1", puzzle.geometry()).unwrap();
    givens.set(low, Some(Digit::from_index(15)));
    let puzzle = puzzle.with_givens(givens).unwrap();
    let step = Explainer::default().hint(&puzzle).unwrap().unwrap();
    let expected = "Across the inequality sign at r1c10 and r1c1, one lower cell precedes r1c10, ";
    assert!(step.argument.starts_with(expected), "{}", step.argument);
}

#[test]
fn a_hint_says_how_many_constraints_it_leaves_out() {
    let cages = (1..=8).map(|row| format!("cage {} r{row}c1 r{row}c2", row + 3));
    let puzzle = blank_on(&cages.collect::<Vec<_>>().join("; "));
    let mut step = Explainer::default().hint(&puzzle).unwrap().unwrap();
    step.facts = (0..8).map(Fact::Constraint).collect();
    step.technique = Technique::Proof(8);
    assert!(
        step.place(puzzle.layout())
            .ends_with(" and 3 other constraints")
    );
}
