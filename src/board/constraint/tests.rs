//! Every kind of constraint: its text survives a round trip. What it means is tested in `tests/library`.

use std::collections::BTreeSet;

use super::*;
use crate::board::{Rule, RuleLine, Ruleset};

/// Examples of every kind, each with the shape of its board, or lines about it.
const EXAMPLES: &[(&str, &str)] = &[
    ("2x2", "cage 5 r1c1 r1c2"),
    ("2x2", "cage r1c1 r1c2 r2c1"),
    ("2x2", "sum 8 r1c1 r1c2 r1c3"),
    ("2x2", "sum 0 2*r1c1 r1c2 -1*r1c3 -1*r1c4"),
    ("2x2", "arrow r1c1: r1c2 r1c3"),
    ("2x2", "arrow r1c1 r1c2: r2c2 r3c3 r4c4 r4c3"),
    ("2x2", "thermometer r1c1-r1c3"),
    ("2x2", "slow-thermometer r1c1-r4c4"),
    ("2x2", "difference r1c1 r1c2"),
    ("2x2", "difference 2 r1c1 r2c1"),
    ("2x2", "ratio r1c1 r1c2"),
    ("2x2", "ratio 3 r1c2 r1c1"),
    ("2x3", "x r1c1 r1c2"),
    ("2x2", "v r1c1 r2c1"),
    ("2x2", "extra-region r1c1 r2c2"),
    ("2x2", "greater r1c1 r1c2"),
    ("2x2", "double-arrow r1c1 r1c2 r1c3 r1c1"),
    ("2x2", "whispers r1c1-r1c4"),
    ("2x3", "whispers 2 r1c1-r1c3"),
    ("2x2", "renban r1c1 r2c2 r3c3 r4c4 r1c4"),
    ("2x3", "nabner r1c1-r1c3"),
    ("2x2", "palindrome r1c1 r2c2 r3c3 r4c4 r4c3"),
    ("2x2", "clone r1c1 r1c2: r2c3 r2c4"),
    ("2x2", "same-digits r1c1 r1c2: r2c3 r2c4"),
    ("2x2", "between r1c1 r2c2 r1c1"),
    ("2x3", "lockout r1c1-r1c4"),
    ("2x2", "lockout 3 r1c1 r2c2"),
    ("2x2", "zipper r1c1 r1c2 r1c3 r1c4 r2c4"),
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
    ("2x2", "contains 1 1 2: r1c1 r1c2 r2c2 r3c3"),
    ("2x2", "contains-exactly 4 2 4: r1c1 r1c2 r2c2 r3c3"),
    ("2x2", "count-distinct r1c1: r2c2 r2c3 r3c3"),
    ("2x2", "count-same r1c1: r1c2 r2c3 r3c4 r4c1"),
    (
        "2x2",
        "count-same r1c1 excluding first: r1c1 r2c3 r3c4: r1c1 r4c1",
    ),
    ("2x2", "run-length r1c1: r2c2 r2c3 r3c3 r3c4"),
    (
        "2x2",
        "run-length r1c1 excluding first: r2c2 r2c3: r2c2 r3c3 r4c4",
    ),
    ("3x3; board 2x2; variables x 2x2", "regions-to-find x"),
    ("2x2", "counting-circles r1c1 r2c2 r3c3 r4c4"),
    ("2x2", "equal-sum r1c1: r1c2 r2c2: r3c3 r2c3"),
    ("2x2", "little-killer 9 r1c1-r4c4"),
    ("2x2", "x-sum 5 row 1 left"),
    ("2x2", "x-sum 1 column 2 bottom"),
    ("2x2", "skyscraper 3 row 1 right"),
    (
        "2x2",
        "either { cage 5 r1c1 r1c2; odd r2c2 } or { thermometer r1c1 r1c2 r1c3 }",
    ),
    ("2x2", "either { odd r1c1 } as \"odd\""),
    (
        "2x2",
        "either { even r2c2 } or { either { x r1c1 r1c2 } or { sum 7 r1c1 r1c2 r2c1 } } or { extra-region r1c1 r2c1 }",
    ),
    ("2x2", "connected 1 2 3"),
    ("2x2", "connected 1 3 size 8 as \"a cave\""),
    ("2x2", "numbered-room 2 row 1 left"),
    ("2x2", "value-index r1c1: r1c2: r2c3 r3c3 r4c3"),
    ("2x2", "row-indexer r1c2"),
    ("2x2", "column-indexer r3c1"),
    ("2x2", "box-indexer r1c2"),
    ("2x2", "sandwich 5 row 2 left"),
    ("2x2", "sandwich 0 column 3 bottom"),
    ("2x2", "pairs \"abs(a-b) >= 2 or a+b = 4\" r1c1-r1c3"),
    (
        "2x2",
        "pairs \"a < b\" as \"a; b = \'c\' # d, (e)\" r1c1 r2c2 r1c1",
    ),
    ("2x5", "pairs \"1,10:2-4,10 3:1\" r1c1 r2c2"),
    (
        "2x2",
        "all-pairs \"a mod 3 = b mod 3\" as \"Same\" r1c1 r2c2 r3c3",
    ),
    ("2x2", "all-pairs \"none\" r1c1 r1c2"),
    ("2x2", "sequence \"[1-3]*4(12|.)+\" r1c1-r1c4"),
    (
        "2x2",
        "sequence \"(1|[^24]{2,})3?.{0,2}\" as \"A line\" r1c1 r2c2 r3c3 r4c4",
    ),
    (
        "2x2",
        "automaton \"start 0; accept 1; 0: 1-3>0 4>1; 1: 1,2>1\" r1c1-r1c4",
    ),
    (
        "2x2",
        "automaton \"start a b; accept low; a: 1,2>a 1-3>low; b: 3>b; low: 4>low\" as \"A; B\" r1c1 r2c2 r1c1 r3c3",
    ),
    (
        "2x2",
        "automaton \"start 0; accept 2 3; 0: 1-4>0 |>1 |>2; 1: 3>2; 2: |>3; 3: 1>3\" r1c1 r2c2: r1c1: r3c3",
    ),
    (
        "2x5",
        "automaton \"start 0; accept 0 1; 0: 10>1\" r1c1 r1c2",
    ),
    ("2x5", "sequence \"1 [2-4 10]{2} (|10 9)\" r1c1 r1c2 r1c3"),
];

/// The rules of an example's board: the shape of its boxes, and lines about it after semicolons.
fn rules(board: &str, text: &str) -> Ruleset {
    let mut lines = board.split("; ");
    let classic = Ruleset::classic(lines.next().unwrap().parse().unwrap());
    let lines = lines.map(|line| RuleLine::board(line).unwrap().unwrap());
    let rules = classic.with_lines(lines.collect::<Vec<_>>()).unwrap();
    let constraint = Constraint::parse(text, rules.geometry()).unwrap();
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
        let board = rules.geometry();
        let written = rules.constraints()[0].text(board);
        assert_eq!(
            Constraint::parse(&written, board).unwrap(),
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
fn the_rules_of_a_setter_are_printed_once_with_their_cells() {
    let texts = [
        "pairs \"a<b\" as \"Dots\" r1c1 r1c2",
        "renban r3c1 r3c2",
        "pairs \"a<b\" as \"Dots\" r2c1 r2c2",
        "all-pairs \"1:2\" r1c1 r1c2",
        "sequence \"1.*\" as \"Line\" r1c1 r1c2",
        "connected 1 2 size 8 as \"Cave\"",
        "either { x r1c1 r1c2; odd r1c3 } or { v r1c1 r1c2 }",
    ];
    let constraints = texts.map(|text| Constraint::parse(text, 4).unwrap());
    let rules = Ruleset::classic("2x2".parse().unwrap());
    let rules = rules.with_constraints(constraints.to_vec()).unwrap();
    let expected = [
        "Dots (r1c1 r1c2; r2c1 r2c2): every two neighbours satisfy a<b.",
        "Digits on a renban line are consecutive, in any order.",
        "Custom rule (r1c1 r1c2): every two cells have one of the pairs 1:2.",
        "Line (r1c1 r1c2): the digits match 1.*.",
        "Cave: the 8 cells with 1, 2 are orthogonally connected.",
        "Custom rule (r1c1 r1c2 r1c3): x r1c1 r1c2 and odd r1c3, or v r1c1 r1c2.",
    ];
    assert_eq!(rules.constraint_rules(), expected);
    assert_eq!(constraints[0].label(4), "\"Dots\" r1c1 r1c2");
    assert_eq!(constraints[5].label(4), "\"Cave\"");
}

#[test]
fn errors_have_a_column_and_name_what_was_expected() {
    let error = |text: &str| {
        let error = Constraint::parse(text, 9).unwrap_err();
        format!("{}: {error}", error.column)
    };
    assert_eq!(
        error(""),
        "1: expected a constraint such as `cage 15 r1c1 r1c2 r2c1`, found the end of the constraint"
    );
    for (name, closest) in [
        ("cagge", "cage"),
        ("caeg", "cage"),
        ("thermo", "thermometer"),
        ("rennban", "renban"),
    ] {
        let expected = format!(
            "1: expected a constraint, found `{name}`: did you mean {closest}? docs/constraints.md lists all kinds"
        );
        assert_eq!(error(&format!("{name} 3 r1c1")), expected);
    }
    let unlike = error("quux 3 r1c1");
    assert_eq!(
        unlike,
        "1: expected a constraint, found `quux`: docs/constraints.md lists all kinds"
    );
    assert_eq!(
        error("cage 15"),
        "8: expected at least 1 cell such as r1c1, found 0"
    );
    assert_eq!(
        error("cage 15 r1c1 r1c10"),
        "14: expected a cell from r1c1 to r9c9, found `r1c10`"
    );
    assert_eq!(
        error("arrow r1c1 r1c2"),
        "16: expected `:`, found the end of the constraint"
    );
    for (text, column, expected, found) in [
        (
            "cage +5 r1c1",
            6,
            "a number such as 15, without a sign and leading zeros",
            "+5",
        ),
        (
            "cage 05 r1c1",
            6,
            "a number such as 15, without a sign and leading zeros",
            "05",
        ),
        ("cage 5 r+1c+1", 8, "a cell from r1c1 to r9c9", "r+1c+1"),
        ("cage 5 r1c02", 8, "a cell from r1c1 to r9c9", "r1c02"),
        ("little-killer +5 r1c1", 15, "a sum", "+5"),
        ("sum +5 r1c1", 5, "a sum", "+5"),
        ("sum -05 r1c1", 5, "a sum", "-05"),
        ("sum 5 +2*r1c1", 7, "a whole number", "+2"),
        ("sum 5 02*r1c1", 7, "a whole number", "02"),
        (
            "sandwich 5 row 01",
            16,
            "the number of the row or column",
            "01",
        ),
    ] {
        let expected = format!("{column}: expected {expected}, found `{found}`");
        assert_eq!(error(text), expected, "{text}");
    }
    let ends = "expected the ends of a straight line of cells, or `r1c1..r2c3` for a rectangle, found `r1c1-r2c3`";
    assert_eq!(error("thermometer r1c1-r2c3"), format!("13: {ends}"));
    assert_eq!(
        error("difference r1c1 r1c2 r1c3"),
        "12: expected two cells, found 3"
    );
    assert_eq!(
        error("sandwich 5 row 10"),
        "16: expected a number from 1 to 9, found `10`"
    );
    for (text, expected) in [
        (
            "pairs",
            "6: expected a condition such as \"a+b = 10\", found the end of the constraint",
        ),
        (
            "pairs a=b r1c1 r1c2",
            "7: expected a condition such as \"a+b = 10\", found `a=b`",
        ),
        (
            "pairs \"a=b r1c1",
            "16: expected a closing quotation mark, found the end of the constraint",
        ),
        (
            "pairs \"a+=b\" r1c1 r1c2",
            "10: expected `a`, `b`, a number, a function or `(`, found `=`",
        ),
        (
            "pairs \"1:2  2:10\" r1c1 r1c2",
            "15: expected a number from 1 to 9, found `10`",
        ),
        (
            "pairs \"1:2 3\" r1c1 r1c2",
            "13: expected `:`, found the end of the list",
        ),
        (
            "pairs \"a=b\" as r1c1",
            "16: expected a title such as \"red dots\", found `r1c1`",
        ),
        (
            "pairs \"a=b\" as \" \" r1c1",
            "17: expected a title, found nothing",
        ),
        (
            "automaton \"accept 1\" r1c1",
            "12: expected `start` and a state, found none",
        ),
        (
            "automaton \"start 0; 0 1>2\" r1c1",
            "23: expected `:`, found `1`",
        ),
        (
            "automaton \"start 0;  0: 12\" r1c1",
            "25: expected a number from 1 to 9, found `12`",
        ),
        (
            "automaton \"start 0; 0: 1,0>2\" r1c1",
            "26: expected a number from 1 to 9, found `0`",
        ),
        (
            "automaton \"start 0; 0: 1-3\" r1c1",
            "27: expected `>`, found the end of the automaton",
        ),
        (
            "automaton \"start 0; 0: a>1\" r1c1",
            "24: expected digits such as 1-3,5, found `a`",
        ),
        (
            "automaton \"start 0; : 1>1\" r1c1",
            "21: expected `start`, `accept` or a state and a colon such as `0:`, found `:`",
        ),
        (
            "automaton \"start 0; 0: 1,2>accept\" r1c1",
            "28: expected a state of letters and digits such as `0`, found `accept`",
        ),
        (
            "sequence \"12[\" r1c1",
            "14: expected a digit or `]`, found the end of the pattern",
        ),
        (
            "sequence \"1 (2\" r1c1",
            "15: expected `)`, found the end of the pattern",
        ),
        (
            "sequence \"1)\" r1c1",
            "12: expected a digit, `[`, `(`, `|` or the end of the pattern, found `)`",
        ),
        (
            "sequence \"1+*\" r1c1",
            "13: expected a digit, `.`, `[` or `(`, found `*`",
        ),
        (
            "sequence \"10\" r1c1",
            "12: expected a number from 1 to 9, found `0`",
        ),
        (
            "sequence \"[3-1]\" r1c1",
            "12: expected digits in ascending order, found 3-1",
        ),
        (
            "sequence \"1{3,2}\" r1c1",
            "15: expected a number from 3 to 10000, found `2`",
        ),
        (
            "sequence \"1{99999}\" r1c1",
            "13: expected a number from 0 to 10000, found `99999`",
        ),
        (
            "sequence \"(.{100}){100}\" r1c1",
            "11: expected a pattern with at most 10000 states, found a larger one",
        ),
        (
            "cage 5 \"r1c1\"",
            "8: expected a cell from r1c1 to r9c9, found `\"r1c1\"`",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
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
    assert_eq!(column, "expected at least 1 cell, found 0");
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
fn arguments_of_another_shape_are_errors() {
    for (board, text) in EXAMPLES {
        let rules = rules(board, text);
        let (name, arguments) = (
            rules.constraints()[0].name(),
            rules.constraints()[0].arguments(),
        );
        for place in 0..arguments.len() {
            let mut changed = arguments.to_vec();
            match &mut changed[place] {
                Argument::Cells(cells) => cells.clear(),
                Argument::Digits(digits) => digits.clear(),
                Argument::Terms(terms) => terms.clear(),
                Argument::Alternatives(groups) => groups.clear(),
                _ => _ = changed.remove(place),
            }
            // An argument that may be missing leaves another constraint of the kind.
            if let Ok(other) = Constraint::new(name, changed) {
                let again = Constraint::parse(&other.text(rules.geometry()), rules.geometry());
                assert_eq!(again, Ok(other), "{text}");
            }
            let repeated = [arguments, &arguments[place..=place]].concat();
            let is_group = matches!(arguments[place], Argument::Cells(_));
            assert!(
                Constraint::new(name, repeated).is_err() || is_group,
                "{text}"
            );
        }
        assert!(Constraint::new(name, []).is_err(), "{text}");
    }
    let error = |name: &str, arguments: Vec<Argument>| {
        Constraint::new(name, arguments).unwrap_err().to_string()
    };
    let cells = |count: usize| Argument::Cells((0..count).map(Cell::from_index).collect());
    assert_eq!(
        error("thermometer", vec![cells(0)]),
        "expected at least 1 cell, found 0"
    );
    assert_eq!(
        error("between", vec![cells(2)]),
        "expected at least 3 cells, found 2"
    );
    assert_eq!(
        error("modular", vec![Argument::Number(0), cells(2)]),
        "expected a number, found another argument"
    );
    assert!(error("kage", vec![cells(2)]).contains("did you mean cage?"));
}

#[test]
fn a_board_must_have_the_row_or_column_of_a_clue() {
    for side in [Side::Left, Side::Right, Side::Top, Side::Bottom] {
        for index in [4, 1 << 32, usize::MAX] {
            for name in ["sandwich", "x-sum", "skyscraper", "numbered-room"] {
                let line = Argument::Line(OuterLine { side, index });
                let clue = Constraint::new(name, [Argument::Number(0), line]).unwrap();
                let rules = Ruleset::classic("2x2".parse().unwrap());
                let error = rules.with_constraints(vec![clue]).unwrap_err().to_string();
                assert_eq!(error, "expected at least 1 cell, found 0", "{name}");
            }
        }
    }
}

#[test]
fn cloned_groups_have_the_same_length() {
    for text in ["clone r1c1 r1c2: r2c1", "same-digits r1c1 r1c2: r2c1"] {
        let constraint = Constraint::parse(text, 4).unwrap();
        let rules = Ruleset::classic("2x2".parse().unwrap());
        let error = rules
            .with_constraints(vec![constraint])
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "expected two groups of 2 cells, found 1 in the second"
        );
    }
}

#[test]
fn what_all_constraints_of_a_board_store_is_limited() {
    let refused = |size: usize, shape: &str, texts: &[String]| {
        let constraints = texts
            .iter()
            .map(|text| Constraint::parse(text, size).unwrap());
        let rules = Ruleset::classic(shape.parse().unwrap());
        rules.with_constraints(constraints.collect()).err()
    };
    let message =
        "expected a constraint with fewer combinations of digits, found too many to store";
    // Different differences share no table: 159,202 pairs and more each.
    let different = |count: usize| -> Vec<String> {
        let of = |difference: usize| format!("difference {difference} r1c1 r1c2");
        (1..=count).map(of).collect()
    };
    assert_eq!(refused(400, "20x20", &different(31)), None);
    let error = refused(400, "20x20", &different(32)).unwrap();
    assert_eq!((error.rule, error.to_string()), (31, message.into()));
    // Those of the same kind do, also if others are between them.
    let both = ["greater r1c1 r1c2", "thermometer r1c1 r1c2"].map(String::from);
    let same: Vec<String> = both.into_iter().cycle().take(400).collect();
    assert_eq!(refused(400, "20x20", &same), None);
    // Every two of these cells are in a relation, or one cell is in an automaton.
    for cells in ["r1c1-r1c9", "r1c1"] {
        let nabner = format!("nabner {}", vec![cells; 1_100].join(" "));
        let error = refused(9, "3x3", &[nabner]).unwrap();
        assert_eq!(error.to_string(), message, "{cells}");
    }
    // The sets of states of the first double with each cell, and so do the digits of cells that come
    // twice in the second.
    let rows: Vec<String> = (1..=5).map(|row| format!("r{row}c1-r{row}c9")).collect();
    let (all, two) = (rows.join(" "), rows[..2].join(" "));
    for line in [
        format!("\".*1.{{25}}\" {all}"),
        format!("\".*\" {two} {two}"),
    ] {
        let error = refused(9, "3x3", &[format!("sequence {line}")]).unwrap();
        assert_eq!(error.to_string(), message, "{line}");
    }
    let states = (0..=Machine::MOST_STATES).map(|state| state.to_string());
    let error = Machine::new(states.collect(), Vec::new(), Vec::new(), Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected at most 65536 states, found 65537"
    );
    // Each of these cages has 1,677 digit sets.
    let cages = vec!["cage 76 r1c1-r1c6".to_string(); 3_000];
    let error = refused(24, "4x6", &cages).unwrap();
    assert_eq!(error.to_string(), message);
}

#[test]
fn large_cages_have_an_equation_in_place_of_sets() {
    // 12 of 25 digits with the sum 150 are too many sets.
    let cells: Vec<String> = (1..=12).map(|column| format!("r1c{column}")).collect();
    let rules = rules("5x5", &format!("cage 150 {}", cells.join(" ")));
    let primitives = rules.primitives();
    let mut of_cage = primitives.iter().filter(|of| of.source.is_drawn());
    let rules_of_cage = [(); 2].map(|()| &of_cage.next().unwrap().rule);
    let [Rule::Different, Rule::Sum(equation)] = rules_of_cage else {
        panic!("a house and a sum: {rules_of_cage:?}");
    };
    assert!(!equation.automaton(rules.geometry()).is_impossible());
}
