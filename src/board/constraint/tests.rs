//! Every kind of constraint: its text survives a round trip, and its lowering allows exactly the digits
//! for which its definition holds.

use std::collections::BTreeSet;

use super::*;
use crate::board::{Digit, Grid, PairKind, Relation, Ruleset, Variant};

/// Examples of every kind, each with the shape of its board. Small boards, because all ways to fill the
/// cells are tried.
const EXAMPLES: &[(&str, &str)] = &[
    ("2x2", "cage 5 r1c1 r1c2"),
    ("2x2", "cage 10 r1c1 r1c2 r2c1 r4c4"),
    ("2x2", "cage r1c1 r1c2 r2c1"),
    ("2x2", "cage 3 r1c1 r1c2 r2c2"),
    ("2x2", "cage 10 r1c1 r1c2 r1c3 r1c4 r2c1"),
    ("2x2", "sum 8 r1c1 r1c2 r1c3"),
    ("2x2", "sum 0 2*r1c1 r1c2 -1*r1c3 -1*r1c4"),
    ("2x2", "sum 9 r1c1 r1c2 r1c1"),
    ("2x2", "sum 100 r1c1 r1c2"),
    ("2x2", "sum 0 r1c1 -1*r1c1"),
    ("2x2", "sum 1 r1c1 -1*r1c1"),
    ("2x2", "arrow r1c1: r1c2 r1c3"),
    ("2x2", "arrow r1c1 r1c2: r2c2 r3c3 r4c4 r4c3"),
    ("2x2", "arrow r1c1: r1c2"),
    ("2x5", "arrow r1c1 r1c2: r2c2 r3c3"),
    ("2x2", "thermometer r1c1-r1c3"),
    ("2x2", "slow-thermometer r1c1-r4c4"),
    ("2x2", "thermometer r1c1 r1c2 r1c1"),
    ("2x2", "difference r1c1 r1c2"),
    ("2x2", "difference 2 r1c1 r2c1"),
    ("2x2", "ratio r1c1 r1c2"),
    ("2x2", "ratio 3 r1c2 r1c1"),
    ("2x3", "x r1c1 r1c2"),
    ("2x2", "v r1c1 r2c1"),
    ("2x2", "extra-region r1c1 r2c2"),
    ("2x2", "greater r1c1 r1c2"),
    ("2x2", "double-arrow r1c1-r1c4"),
    ("2x2", "double-arrow r1c1 r1c2 r1c3 r1c1"),
    ("2x2", "whispers r1c1-r1c4"),
    ("2x3", "whispers 2 r1c1-r1c3"),
    ("2x2", "whispers r1c1 r2c2 r1c1"),
    ("2x2", "renban r1c1-r1c3"),
    ("2x2", "renban r1c1 r2c2 r3c3 r4c4 r1c4"),
    ("2x3", "nabner r1c1-r1c3"),
    ("2x2", "palindrome r1c1 r2c2 r3c3 r4c4 r4c3"),
    ("2x2", "clone r1c1 r1c2: r2c3 r2c4"),
    ("2x2", "same-digits r1c1 r1c2: r2c3 r2c4"),
    ("2x2", "same-digits r1c1 r1c1: r2c3 r3c3"),
    ("2x2", "same-digits r1c1 r1c2 r3c3: r1c1 r2c3 r3c4"),
    ("2x2", "same-digits r1c1 r1c2: r1c2 r1c1"),
    ("2x2", "between r1c1-r1c4"),
    ("2x2", "between r1c1 r2c2 r1c1"),
    ("2x3", "lockout r1c1-r1c4"),
    ("2x2", "lockout 3 r1c1 r2c2"),
    ("2x2", "zipper r1c1-r1c4"),
    ("2x2", "zipper r1c1 r1c2 r1c3 r1c4 r2c4"),
    ("2x2", "region-sum r1c1 r1c2 r1c3 r1c4"),
    ("2x2", "region-sum r1c2 r1c3 r2c3 r2c2"),
    ("2x3", "entropic r1c1-r1c4"),
    ("2x2", "entropic r1c1-r1c2"),
    ("2x3", "modular r1c1-r1c5"),
    ("2x2", "modular 2 r1c1-r1c4"),
    ("2x2", "odd r1c1"),
    ("2x2", "even r2c2"),
    ("2x2", "minimum r1c1"),
    ("2x2", "maximum r2c2"),
    ("2x2", "quadruple 1 2 2 r1c1 r1c2 r2c1 r2c2"),
    ("2x2", "quadruple 1 2 3 4 r1c1 r1c2 r2c1"),
    ("2x2", "little-killer 9 r1c1-r4c4"),
    ("2x2", "x-sum 5 row 1 left"),
    ("2x2", "x-sum 1 column 2 bottom"),
    ("2x2", "skyscraper 3 row 1 right"),
    ("2x2", "skyscraper 9 column 1 top"),
    ("2x2", "row-indexer r1c2"),
    ("2x2", "column-indexer r3c1"),
    ("2x2", "box-indexer r1c2"),
    ("2x2", "sandwich 5 row 2 left"),
    ("2x2", "sandwich 0 column 3 bottom"),
    ("2x2", "sandwich 1 row 1 left"),
    ("2x3", "sandwich 14 row 1 right"),
];

/// Returns true if the primitives allow a filled grid.
fn allows(lowered: &Lowered, filled: &FilledBoard) -> bool {
    let digit = |cell: Cell| filled.grid.get(cell).unwrap();
    let mut houses = lowered.houses.iter();
    let mut relations = lowered.relations.iter();
    let mut automata = lowered.automata.iter();
    houses.all(|house| {
        let bits = |bits: u64, cell: &Cell| bits | 1 << digit(*cell).index();
        let set = house.cells.iter().fold(0, bits);
        let is_set = house.sets.as_ref().is_none_or(|sets| sets.contains(&set));
        filled.are_different(&house.cells) && is_set
    }) && relations.all(|relation| !relation.forbids(relation.cells.map(digit)))
        && automata
            .all(|automaton| automaton.accepts(|place, at| digit(automaton.cells[place]) == at))
}

/// The rules of an example's board.
fn rules(shape: &str, text: &str) -> Ruleset {
    let rules = Ruleset::classic(shape.parse().unwrap());
    let constraint = Constraint::parse(text, rules.shape().size()).unwrap();
    rules.with_constraints(vec![constraint]).unwrap()
}

#[test]
fn every_kind_has_an_example() {
    let names: BTreeSet<&str> = Constraint::names().collect();
    let examples = EXAMPLES
        .iter()
        .filter_map(|(_, text)| text.split(' ').next());
    assert_eq!(names, examples.collect());
}

#[test]
fn text_survives_a_round_trip() {
    for (shape, text) in EXAMPLES {
        let rules = rules(shape, text);
        let size = rules.shape().size();
        let written = rules.constraints()[0].text(size);
        assert_eq!(
            Constraint::parse(&written, size).unwrap(),
            rules.constraints()[0],
            "{text}"
        );
        // Straight lines are written as single cells.
        if !text.contains("-r") {
            assert_eq!(&written, text);
        }
    }
}

#[test]
fn lowering_allows_what_the_definition_allows() {
    for (shape, text) in EXAMPLES {
        let rules = rules(shape, text);
        let (size, lowered) = (rules.shape().size(), rules.lowered().unwrap());
        let context = rules.context(rules.constraints());
        let mut cells: BTreeSet<Cell> = rules.constraints()[0].cells(size).into_iter().collect();
        cells.extend(lowered.houses.iter().flat_map(|house| &house.cells));
        cells.extend(lowered.relations.iter().flat_map(|relation| relation.cells));
        cells.extend(
            lowered
                .automata
                .iter()
                .flat_map(|automaton| &automaton.cells),
        );
        let mut grid = Grid::from_cells(vec![Digit::from_value(1); size * size]).unwrap();
        for number in 0..size.pow(cells.len() as u32) {
            let mut rest = number;
            for cell in &cells {
                grid.set(*cell, Digit::from_value(rest % size + 1));
                rest /= size;
            }
            let filled = FilledBoard {
                context: &context,
                grid: &grid,
            };
            let holds = rules.constraints()[0].holds(&filled);
            assert_eq!(allows(lowered, &filled), holds, "{text}\n{grid}");
        }
    }
}

#[test]
fn automata_are_reduced() {
    // A sum of two digits: one state for each value of the first that has a partner.
    let rules = rules("2x2", "sum 5 r1c1 r1c2");
    let [automaton] = &rules.lowered().unwrap().automata[..] else {
        panic!("one automaton");
    };
    let counts: Vec<usize> = (0..3).map(|place| automaton.state_count(place)).collect();
    assert_eq!((counts, automaton.transition_count()), (vec![1, 4, 1], 8));
    assert!(!automaton.is_impossible());
}

#[test]
fn errors_have_a_column_and_name_what_was_expected() {
    let error = |text: &str| {
        let error = Constraint::parse(text, 9).unwrap_err();
        format!("{}: {error}", error.column)
    };
    assert_eq!(
        error(""),
        "1: expected a constraint such as `cage 15 r1c1 r1c2 r2c1`, found the end"
    );
    assert!(error("cagge 3 r1c1").starts_with("1: expected a constraint (cage, sum, arrow,"));
    assert_eq!(
        error("cage 15"),
        "8: expected at least 1 cell such as r1c1, found 0"
    );
    assert_eq!(
        error("cage 15 r1c1 r1c10"),
        "14: expected a cell from r1c1 to r9c9, found `r1c10`"
    );
    assert_eq!(error("arrow r1c1 r1c2"), "16: expected `:`, found the end");
    let ends = "expected the ends of a straight line of cells, found `r1c1-r2c3`";
    assert_eq!(error("thermometer r1c1-r2c3"), format!("13: {ends}"));
    assert_eq!(
        error("difference r1c1 r1c2 r1c3"),
        "12: expected two cells, found 3"
    );
    assert_eq!(
        error("sandwich 5 row 10"),
        "16: expected a number from 1 to 9, found 10"
    );
    assert_eq!(
        error("sandwich 5 row 1 top"),
        "18: expected the end of the constraint, found `top`"
    );
}

#[test]
fn constraints_that_no_board_can_have_are_errors() {
    let error = |size: usize, shape: &str, text: &str| {
        let constraint = Constraint::parse(text, size).unwrap();
        let rules = Ruleset::classic(shape.parse().unwrap());
        rules
            .with_constraints(vec![constraint])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(9, "3x3", "cage 5 r1c1 r1c1"),
        "expected each cell once, found r1c1 twice"
    );
    assert_eq!(
        error(9, "2x2", "cage 5 r9c1"),
        "expected cells with an index below 16, found 72"
    );
    let column = error(9, "2x2", "sandwich 5 column 7");
    assert_eq!(column, "expected cells with an index below 16, found 18");
    // Every combination of digits has another sum.
    let terms: Vec<String> = (0..8)
        .map(|place| format!("{}*r1c{}", 9_i64.pow(place), place + 1))
        .collect();
    let message =
        "expected a constraint with fewer combinations of digits, found too many to store";
    assert_eq!(
        error(9, "3x3", &format!("sum 20000000 {}", terms.join(" "))),
        message
    );
}

#[test]
fn negative_constraints_exempt_marked_pairs() {
    let relations = |variant: Variant, constraints: &[&str]| {
        let parse = |text: &&str| Constraint::parse(text, 6).unwrap();
        let rules = Ruleset::classic("2x3".parse().unwrap())
            .with(&[variant])
            .unwrap();
        let rules = rules
            .with_constraints(constraints.iter().map(parse).collect())
            .unwrap();
        let relations = rules.relations();
        let is_negative = |relation: &&Relation| relation.kind == PairKind::Neighbours;
        let negative: Vec<Relation> = relations.iter().filter(is_negative).cloned().collect();
        (negative.len(), negative[0].pair_count())
    };
    // 60 pairs of neighbours. 5 pairs of digits are consecutive, 3 have the ratio 2, and each is
    // forbidden in both orders.
    assert_eq!(relations(Variant::NonConsecutive, &[]), (60, 10));
    assert_eq!(relations(Variant::NegativeRatio, &[]), (60, 6));
    let dots = ["difference r2c1 r1c1", "ratio 3 r1c1 r1c2"];
    assert_eq!(relations(Variant::NonConsecutive, &dots), (58, 10));
    // Only the ratio of the dots: 1 to 3 and 2 to 6.
    assert_eq!(relations(Variant::NegativeRatio, &dots), (58, 4));
    // 1+4, 2+3 and 4+6 in both orders, and 5+5.
    assert_eq!(relations(Variant::NegativeXv, &dots), (60, 7));
    assert_eq!(
        relations(Variant::NegativeXv, &["x r1c1 r1c2", "v r1c1 r2c1"]),
        (58, 7)
    );
}

#[test]
fn neighbours_with_the_same_mark_are_not_compared() {
    let rules = Ruleset::classic("2x2".parse().unwrap());
    let marked = ["minimum r1c1", "minimum r1c2", "maximum r2c1"];
    let marked = marked.map(|text| Constraint::parse(text, 4).unwrap());
    let rules = rules.with_constraints(marked.to_vec()).unwrap();
    let cells = rules.lowered().unwrap().relations.iter().map(|relation| {
        let [low, high] = relation.cells.map(|cell| cell.name(4).to_string());
        format!("{low}<{high}")
    });
    let cells: Vec<String> = cells.collect();
    assert_eq!(
        cells.join(" "),
        "r1c1<r2c1 r1c2<r1c3 r1c2<r2c2 r1c1<r2c1 r2c2<r2c1 r3c1<r2c1"
    );
}

#[test]
fn large_cages_have_an_automaton_in_place_of_sets() {
    // 12 of 25 digits with the sum 150 are too many sets.
    let cells: Vec<String> = (1..=12).map(|column| format!("r1c{column}")).collect();
    let rules = rules("5x5", &format!("cage 150 {}", cells.join(" ")));
    let lowered = rules.lowered().unwrap();
    assert_eq!(
        (lowered.houses[0].sets.as_ref(), lowered.automata.len()),
        (None, 1)
    );
    assert!(!lowered.automata[0].is_impossible());
}
