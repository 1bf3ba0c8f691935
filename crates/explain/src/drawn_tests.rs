//! A minimal example of each technique with drawn constraints.

use std::sync::Arc;

use super::position::{State, Tables};
use super::search::assignments::{Assignments, KnownAssignments};
use super::search::invariant_order::InvariantOrder;
use super::search::network::Network;
use super::search::refutation::Proof;
use super::search::set::Set;
use super::search::smallest::tightened;
use super::techniques::pattern::Pattern;
use super::{Explainer, Step};
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
            "In the 4-cage, the digits are {1,3}, so r1c1 and r2c2 are 1 or 3. It has 1 and 3 \
             in any case, so no other cell of box 1 has them.",
        ),
        (
            &["cage 17 r1c1 r2c2"],
            &["r1c1 89", "r2c2 89"],
            "cage with a forced digit",
            "cage 17 r1c1 r2c2",
            "The digits are {8,9}, so the 17-cage at r1c1 and r2c2 has 8 and 9 in any case, and no \
             other cell of box 1 has them.",
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
            "Box 1 totals 45, of which the 15-cage at r1c1, the 15-cage at r2c1 and the 10-cage \
             at r3c1 and r3c2 account for 40, so the innie r3c3 is 5.",
        ),
        (
            &["thermometer r1c1 r2c2 r3c3"],
            &[],
            "thermometer bounds",
            "thermometer r1c1 r2c2 r3c3",
            "On the thermometer at r1c1, two higher cells follow r1c1, so r1c1 is at most 7. \
             One higher cell follows r2c2, so r2c2 is at most 8. One lower cell precedes r2c2, \
             so r2c2 is at least 2. Two lower cells precede r3c3, so r3c3 is at least 3.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3"],
            &[],
            "arrow sum",
            "arrow r1c1: r2c2 r3c3",
            "On the arrow at r1c1, the other two cells differ and total at least 3, so r1c1 is \
             at least 3. r1c1 is at most 9 and r3c3 is at least 1, so r2c2 is at most 8. r1c1 \
             is at most 9 and r2c2 is at least 1, so r3c3 is at most 8.",
        ),
        (
            &["ratio r1c1 r1c2"],
            &[],
            "kropki chain",
            "ratio r1c1 r1c2",
            "Across the black dot, no digit is double or half of 5, 7 or 9, so r1c1 and r1c2 \
             are not 5, 7 or 9.",
        ),
        (
            &["ratio r1c1 r1c2", "difference r1c2 r2c2"],
            &["r1c1 46", "r1c2 23", "r2c2 1478"],
            "kropki chain",
            "difference r1c2 r2c2",
            "Across the white dot, r2c2 is 1 away from r1c2, which is 2 or 3, so r2c2 is 1 or \
             4.",
        ),
        (
            &["whispers r1c1 r1c2 r1c3"],
            &[],
            "whisper alternation",
            "whispers r1c1 r1c2 r1c3",
            "On the whispers line at r1c1, no digit is at least 5 away from 5, so r1c1, r1c2 \
             and r1c3 are not 5. With 4 or 6 at r1c2, r1c1 and r1c3 would need the same digit, \
             so r1c2 is not 4 or 6.",
        ),
        (
            &["renban r1c1-r1c7"],
            &[],
            "renban range",
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
            "In the 17-cage at r1c1, the other two cells total at most 13, so r1c1 is at least \
             4. No digits of the other two cells make up the total with 4, so r1c1 is 5 or 6. The \
             other two cells total at most 15, so r1c2 is at least 2. The other two cells total \
             at most 10, so r1c3 is at least 7.",
        ),
        (
            &["sum 20 r1c1 r2c4 r3c7"],
            &["r1c1 2468", "r2c4 13579"],
            "single constraint",
            "sum 20 r1c1 r2c4 r3c7",
            "By the sum at r1c1, the other two cells total at most 17, so r2c4 and r3c7 are at \
             least 3. r2c4 is odd and r1c1 is even, so r3c7 is odd.",
        ),
        (
            &["palindrome r1c1 r1c2 r2c4 r2c5"],
            &["r1c1 24", "r2c4 1234"],
            "single constraint",
            "palindrome r1c1 r1c2 r2c4 r2c5",
            "On the palindrome at r1c1, r1c2 equals r2c4, which is not 5, 6, 7, 8 or 9, so r1c2 \
             is 1 to 4. r2c5 equals r1c1, so r2c5 is 2 or 4.",
        ),
        (
            &["little-killer 9 r1c1-r4c4"],
            &[],
            "single constraint",
            "little-killer 9 r1c1 r2c2 r3c3 r4c4",
            "By the little killer of 9 at r1c1, the least sum of the four cells is 7: 6 in box 1 and \
             1 elsewhere. Those in box 1 differ and total at most 8, so r1c1, r2c2 and r3c3 are at \
             most 5. The other three cells differ and total at least 6, so r4c4 is at most 3. Every way to fill it puts 1 in \
             sight, so r1c2, r1c3, r2c1, r2c3, r3c1 and r3c2 are not 1.",
        ),
        (
            &["skyscraper 2 row 1 left"],
            &["r1c1 7", "r1c2 89"],
            "single constraint",
            "skyscraper 2 row 1 left",
            "From the left of row 1, 2 digits are higher than all before. More than two digits would \
             be higher than all before wherever 9 can be, so r1c2 is 9.",
        ),
        (
            &["count-distinct r9c9: r1c1 r1c2 r1c3 r5c2"],
            &["r9c9 3", "r1c1 456", "r1c2 456", "r1c3 456"],
            "single constraint",
            "count-distinct r9c9: r1c1 r1c2 r1c3 r5c2",
            "The count of different digits at r9c9: The digit in a circle is the number of different \
             digits in its shaded cells. As r9c9 is 3, r1c1, r1c2 and r1c3, which differ, have all of \
             the digits, so r5c2 is 4 to 6. Each of the 12 ways to fill it puts 4, 5 and 6 in sight, so \
             r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 are not 4, 5 or \
             6.",
        ),
        (
            &["count-distinct r9c9: r1c1 r1c2 r1c3 r5c2"],
            &[],
            "single constraint",
            "count-distinct r9c9: r1c1 r1c2 r1c3 r5c2",
            "The count of different digits at r9c9: The digit in a circle is the number of different \
             digits in its shaded cells. r1c1, r1c2 and r1c3 differ, so r9c9 is at least 3. Only four \
             cells are counted, so r9c9 is at most 4.",
        ),
        (
            &["sandwich 33 row 1 left"],
            &[],
            "single constraint",
            "sandwich 33 row 1 left",
            "The digits between 1 and 9 in row 1 total 33, so the only other digit is 2. The sandwich \
             has six digits, and no cell is that far away, so r1c3, r1c4, r1c5, r1c6 and r1c7 are \
             not 1 or 9. In every way to fill it, r1c1 and r1c9 are 1, 2 or 9 and r1c2, r1c3, r1c4, \
             r1c5, r1c6, r1c7 and r1c8 are not 2.",
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
            "single constraint",
            "sandwich 10 row 1 left",
            "By the sandwich of 10 in row 1, the outer digits are at r1c1 and r1c5, so the digits \
             between them total 10 and the others 25. The other two cells differ and total at least \
             5, so r1c2, r1c3 and r1c4 are at most 5. No digits of the other two cells make up the \
             total with 4, so r1c2, r1c3 and r1c4 are 2, 3 or 5. The other three cells differ and \
             total at most 21, so r1c6, r1c7, r1c8 and r1c9 are at least 4. No digits of the other \
             three cells make up the total with 5, so r1c6, r1c7, r1c8 and r1c9 are not 5.",
        ),
        (
            &["sum 46 r2c1-r2c6 r5c1-r5c6 r8c1-r8c2"],
            &[],
            "single constraint",
            "sum 46 r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r8c1 r8c2",
            "By the sum at r2c1, the least sum of the 14 cells is 45: 21 in row 2, 21 in row 5 and 3 \
             in row 8. Those in row 2 differ and total at most 22, so r2c1, r2c2, r2c3, r2c4, r2c5 \
             and r2c6 are at most 7. Those in row 5 differ and total at most 22, so r5c1, r5c2, r5c3, \
             r5c4, r5c5 and r5c6 are at most 7. Those in row 8 differ and total at most 4, so r8c1 \
             and r8c2 are at most 3. Every way to fill it puts 1, 2, 3, 4 and 5 in sight, so r2c7, \
             r2c8, r2c9, r5c7, r5c8 and r5c9 are not 1, 2, 3, 4 or 5 and r7c1, r7c2, r7c3, r8c3, \
             r8c4, r8c5, r8c6, r8c7, r8c8, r8c9, r9c1, r9c2 and r9c3 are not 1.",
        ),
        (
            &["arrow r1c1 r1c2: r2c1-r2c6 r5c1-r5c6 r8c1-r8c6 r9c7-r9c9 r6c7-r6c9 r3c7-r3c9"],
            &[],
            "arrow sum",
            "arrow r1c1 r1c2: r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r8c1 r8c2 \
             r8c3 r8c4 r8c5 r8c6 r9c7 r9c8 r9c9 r6c7 r6c8 r6c9 r3c7 r3c8 r3c9",
            "On the arrow at r1c1, the least sum of the 27 cells is 81: 21 in row 2, 21 in row 5, 21 \
             in row 8, 6 in row 3, 6 in row 6 and 6 in row 9. They total at least 81 and r1c2 is at \
             most 9, so r1c1 is at least 8.",
        ),
        (
            &["region-sum r1c1 r1c2 r1c4 r2c1 r2c2 r4c1 r3c1 r3c2"],
            &[],
            "single constraint",
            "region-sum r1c1 r1c2 r1c4 r2c1 r2c2 r4c1 r3c1 r3c2",
            "On the region sum line at r1c1, r1c4 is at most 9 and r1c2 is at least 1, so r1c1 is at \
             most 8. r1c4 is at most 9 and r1c1 is at least 1, so r1c2 is at most 8. The three sums \
             in box 1 have six different digits, which total at least 21, so each sum is at least 7. \
             So r1c4 and r4c1 are at least 7. r1c4 is at most 9 and r2c2 is at least 1, so r2c1 is at \
             most 8. r1c4 is at most 9 and r2c1 is at least 1, so r2c2 is at most 8. It also follows \
             that r3c1 and r3c2 are not 9.",
        ),
        (
            &["between r1c1-r1c6 r9c9"],
            &[],
            "single constraint",
            "between r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r9c9",
            "On the between line at r1c1, each digit is between those in the circles at its ends. \
             Five different digits lie between those in the circles, so r1c1 and r9c9 are not 4, 5 or \
             6. So r1c2, r1c3, r1c4, r1c5 and r1c6 are not 1 or 9.",
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
            "whisper alternation",
            "whispers 4 r1c8 r2c8 r3c8, whispers 4 r2c7 r2c8 r2c9",
            "Combine the whispers line at r1c8 with the whispers line at r2c7. If r2c8 is 3, then on \
             the whispers line at r1c8, r1c8 is at least 4 away from r2c8, which is 3, so r1c8 is 7 \
             to 9 and r3c8 is at least 4 away from r2c8, which is 3, so r3c8 is 7 to 9; then on the \
             whispers line at r2c7, r2c7 is at least 4 away from r2c8, which is 3, so r2c7 is 7 to 9 \
             and r2c9 is at least 4 away from r2c8, which is 3, so r2c9 is 7 to 9; but then only 7, 8 \
             and 9 are left for r1c8, r2c7, r2c9 and r3c8, which must differ. So r2c8 is not 3. If \
             r2c8 is 7, then on the whispers line at r1c8, r1c8 is at least 4 away from r2c8, which \
             is 7, so r1c8 is 1 to 3 and r3c8 is at least 4 away from r2c8, which is 7, so r3c8 is 1 \
             to 3; then on the whispers line at r2c7, r2c7 is at least 4 away from r2c8, which is 7, \
             so r2c7 is 1 to 3 and r2c9 is at least 4 away from r2c8, which is 7, so r2c9 is 1 to 3; \
             but then only 1, 2 and 3 are left for r1c8, r2c7, r2c9 and r3c8, which must differ. So \
             r2c8 is not 7.",
        ),
        (
            &["renban r2c1-r2c3 r3c4-r3c6", "renban r1c4 r1c5 r2c4"],
            &[],
            "renban range",
            "renban r2c1 r2c2 r2c3 r3c4 r3c5 r3c6, renban r1c4 r1c5 r2c4",
            "Combine the renban line at r2c1 with the renban line at r1c4. If r2c5 is 3, then on the \
             renban line at r2c1, the digits are {4,5,6,7,8,9}, so r2c1, r2c2, r2c3, r3c4, r3c5 and \
             r3c6 are not 1 or 2; then on the renban line at r1c4, the digits are {5,6,7}, {6,7,8} or \
             {7,8,9}, so r1c4 and r1c5 are not 1, 2 or 4 and r2c4 is 7 to 9; then r2c4 must be 7, 8 \
             or 9. Case 1, r2c4 is 7: the renban line at r2c1 cannot be filled, because it has no \
             place for 3 or 7. Case 2, r2c4 is 8: the renban line at r2c1 cannot be filled, because \
             it has no place for 3 or 8. Case 3, r2c4 is 9: the renban line at r2c1 cannot be filled, \
             because it has no place for 3 or 9. So r2c5 is not 3. The same facts also exclude 7 at \
             r2c5, 3 at r2c6 and 7 at r2c6.",
        ),
        (
            &["counting-circles r1c1 r1c9 r2c4 r2c6 r3c5 r5c2 r7c1 r7c4 r7c7 r7c9"],
            &[],
            "single constraint",
            "counting-circles r1c1 r1c9 r2c4 r2c6 r3c5 r5c2 r7c1 r7c4 r7c7 r7c9",
            "By the counting circles at r1c1, each digit that occurs is in as many circles as it \
             says, so the digits total 10, the number of circles, and at least four occur, as row 7 \
             has four circles: they are {1,2,3,4}. So r1c1, r1c9, r2c4, r2c6, r3c5, r5c2, r7c1, r7c4, \
             r7c7 and r7c9 are 1 to 4. Every way to fill it puts these digits in sight: r1c2 is not \
             3; r1c3, r1c7 and r1c8 are not 3 or 4; r1c4, r1c5, r1c6, r2c5, r3c4 and r3c6 are not 2, \
             3 or 4; r7c2 is not 1, 2 or 3; r7c3, r7c5, r7c6 and r7c8 are not 1, 2, 3 or 4. In every \
             way to fill it, r1c1 and r1c9 are 3 or 4, r2c4, r2c6 and r3c5 are 2 to 4 and r5c2 is 4.",
        ),
        (
            &["counting-circles r1c1 r2c4 r3c7 r4c2 r5c5"],
            &["r1c1 2", "r2c4 2", "r5c5 123"],
            "single constraint",
            "counting-circles r1c1 r2c4 r3c7 r4c2 r5c5",
            "By the counting circles at r1c1, each digit that occurs is in as many circles as it \
             says, so the digits total 5, the number of circles: they are {2,3}. Only three circles \
             can be 3, so r3c7, r4c2 and r5c5 are 3.",
        ),
        (
            &["counting-circles r1c1 r2c4 r3c7 r4c2 r5c5 r9c9"],
            &["r2c4 1", "r1c1 36"],
            "single constraint",
            "counting-circles r1c1 r2c4 r3c7 r4c2 r5c5 r9c9",
            "The counting circles at r1c1: The digit in a circle is the number of circles with this \
             digit. Each digit that occurs is in as many circles as it says, so the digits total 6, \
             the number of circles: they are {1,2,3}. So r1c1 is 3 and r3c7, r4c2, r5c5 and r9c9 are \
             1 to 3. r2c4 is 1, so r3c7, r4c2, r5c5 and r9c9 are 2 or 3.",
        ),
        (
            &["contains 2 2 5: r1c1 r2c4 r3c7 r4c2 r9c9"],
            &["r1c1 2345", "r2c4 126", "r3c7 156", "r4c2 3456", "r9c9 34"],
            "single constraint",
            "contains 2 2 5: r1c1 r2c4 r3c7 r4c2 r9c9",
            "In the group with 2, 2 and 5 at r1c1, only two cells can be 2, so r1c1 and r2c4 are 2. \
             Each of the 12 ways to fill it puts 5 in sight, so r3c2 and r4c7 are not 5.",
        ),
        (
            &["contains 2 2 2: r5c3 r5c9 r6c4 r7c5"],
            &["r7c5 1234"],
            "single constraint",
            "contains 2 2 2: r5c3 r5c9 r6c4 r7c5",
            "In the group with 2, 2 and 2 at r5c3, of the cells that can be 2, which are in only \
             three rows, r6c4 is the only one in row 6, so r6c4 is 2. Of the cells that can be 2, \
             which are in only three rows, r7c5 is the only one in row 7, so r7c5 is 2. Every way to \
             fill it puts 2 in sight, so r5c1, r5c2, r5c7 and r5c8 are not 2.",
        ),
        (
            &["quadruple 1 2 3 r4c4 r4c5 r5c4 r5c5"],
            &[
                "r4c4 23456789",
                "r4c5 23456789",
                "r5c4 12345678",
                "r5c5 23456789",
            ],
            "single constraint",
            "quadruple 1 2 3 r4c4 r4c5 r5c4 r5c5",
            "By the quadruple at r4c4, no other cell can be 1, so r5c4 is 1. Every way to fill it \
             puts 2 and 3 in sight, so r4c6, r5c6, r6c4, r6c5 and r6c6 are not 2 or 3.",
        ),
        (
            &[
                "automaton \"start 0; accept 1; 0: 1-3>0 4>1; 1: 5-9>1\" as \"climb\" r1c1 r2c4 r3c7",
            ],
            &["r1c1 123", "r2c4 123", "r3c7 345"],
            "single constraint",
            "\"climb\" r1c1 r2c4 r3c7",
            "By the rule \"climb\" at r1c1, r2c4 is 1 to 3, so r3c7 is 4.",
        ),
        (
            &["row-indexer r1c1"],
            &["r1c3 789"],
            "single constraint",
            "row-indexer r1c1",
            "By the row indexer at r1c1, 3 at r1c1 needs 1 at r1c3, so r1c1 is not 3.",
        ),
        (
            &["numbered-room 4 row 1 left"],
            &[],
            "single constraint",
            "numbered-room 4 row 1 left",
            "From the left of row 1, the first digit says which cell has 4. 4 at r1c1 needs 4 at \
             r1c4, too, so r1c1 is not 4. So r1c1 is not 1. 4 at r1c4 needs 4 at r1c1, so r1c4 \
             is not 4.",
        ),
        (
            &["even r1c1"],
            &[],
            "single constraint",
            "even r1c1",
            "r1c1 has an even digit. So r1c1 is 2, 4, 6 or 8.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3", "thermometer r2c2 r2c3"],
            &[],
            "proof of 2 facts",
            "arrow r1c1: r2c2 r3c3, thermometer r2c2 r2c3",
            "Combine the arrow at r1c1 with the thermometer at r2c2 and r2c3. If r2c2 is 8, \
             then on the arrow at r1c1, the other two cells total at least 9, so r1c1 is 9; \
             then on the thermometer, r2c2 is 8 and lower than r2c3, so r2c3 must be 9, but \
             r1c1 is 9. So r2c2 is not 8.",
        ),
    ];
    for (constraints, restrictions, technique, facts, argument) in examples {
        let found = step(&board(constraints, restrictions), technique, facts);
        println!("{}", found.argument);
        if *argument == "?" {
            continue;
        }
        println!("{}", found.argument);
        if *argument == "?" {
            continue;
        }
        println!("{}", found.argument);
        if *argument == "?" {
            continue;
        }
        assert_eq!(found.argument, *argument);
    }
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
        others: Vec::new(),
        facts: vec![0, 80, cage],
        is_minimal: true,
    };
    assert_eq!(tightened(&network, &[proof]), [[cage]]);
}

#[test]
fn composed_assignments_satisfy_both_facts() {
    let network = network(&board(
        &["cage 15 r1c1-r1c3", "cage 15 r2c2 r3c2 r3c3"],
        &[],
    ));
    let [one, other] = [0, 1].map(|rule| network.clause_count() + rule);
    let mut known = KnownAssignments::default();
    for rule in [one, other] {
        let mut found = Vec::new();
        network.conclude_natively(&[rule as u16], &mut found);
        known.set(&network, rule, &found);
    }
    let assignments = Assignments::new(&network, &known);
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
    let facts = ["5 in row 6", "double-arrow r3c1 r2c2 r2c3 r1c3 r1c2"];
    let step = steps.iter().find(|step| step.fact_names == facts).unwrap();
    assert_eq!(step.eliminates[0].name(6).to_string(), "r3c1=5");
}
