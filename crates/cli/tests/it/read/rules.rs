//! Rules in text and in fields: in the spellings that people use, and as this program writes them.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{
    Candidate, Cell, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant,
};
use satdoku_text::{Arrangement, Form, ReadOptions, Reader, parse_puzzle, puzzle_fields};

use crate::common::puzzles::random_drawn_layout;
use crate::common::{HARDEST_LINE, satdoku_on};

/// Returns the rules of the only puzzle in a text, or the error.
fn rules_of(text: &str) -> Result<Vec<String>, String> {
    let records: Vec<_> = Reader::new("f", text.as_bytes(), ReadOptions::default())
        .map(Result::unwrap)
        .collect();
    let errors = records
        .iter()
        .filter_map(|record| record.content.as_ref().err());
    if let Some(invalid) = errors.into_iter().next() {
        return Err(invalid.error.to_string());
    }
    assert_eq!(records.len(), 1, "{text}");
    let (puzzle, _) = records[0].content.as_ref().unwrap();
    Ok(puzzle.lines())
}

/// A 4×4 grid with this line and a good constraint below it.
fn below_a_grid(line: &str) -> String {
    format!("....\n....\n....\n....\nv r1c1 r2c1\n{line}\n")
}

#[test]
fn a_rule_that_cannot_be_read_is_an_error_at_its_line() {
    for line in [
        "The digits in r1c1 and r1c2 differ by 2",
        "dutch whispers r1c1 r1c2",
        "thermo r1c1 -> r1c4",
        "r1c1 >= r1c2",
        "|r1c1 - r1c2| = 2",
        "cage 3 r1c1 rlc2",
        "cage 3 r1c1 r1c9",
        "cage 3 r1c1 r1c2 x r2c1 r2c2",
        "cage three r1c1 r1c2",
        "anti-queen",
        "anti-knight except for 3",
        "variant: queen",
        "variants: x, queen",
        "box 2x4",
        "- sum: 3, cells: r1c1 r1c2 above",
        "odd r1c1-r1c4",
    ] {
        let error = rules_of(&below_a_grid(line)).expect_err(line);
        assert!(
            error.starts_with("f:6:") || line.starts_with("box"),
            "{line}: {error}"
        );
    }
}

#[test]
fn relations_need_no_name() {
    for (line, expected) in [
        ("r1c1 < r1c2", "greater r1c2 r1c1"),
        ("r1c1>r1c2", "greater r1c1 r1c2"),
        ("r1c1+r1c2=3", "sum 3 r1c1 r1c2"),
        ("3 = r1c1 + r1c2", "sum 3 r1c1 r1c2"),
    ] {
        let rules = rules_of(&below_a_grid(line)).expect(line);
        assert_eq!(rules, ["v r1c1 r2c1", expected], "{line}");
    }
}

#[test]
fn a_heading_names_the_rules_below_it() {
    let lines = "Cages:\n- 3 r1c1 r1c2\n- {sum: 4, cells: [r2c1, r2c2]}\nThermos:\n- [r3c1, r3c2]";
    let rules = rules_of(&below_a_grid(lines)).unwrap();
    let expected = [
        "v r1c1 r2c1",
        "cage 3 r1c1 r1c2",
        "cage 4 r2c1 r2c2",
        "thermometer r3c1 r3c2",
    ];
    assert_eq!(rules, expected);
}

#[test]
fn a_title_is_no_rule() {
    let grid = "1...\n..2.\n.3..\n...4\n";
    assert_eq!(rules_of(&format!("Anti-Knight\n{grid}")).unwrap(), [""; 0]);
    let two = format!("Diagonal\n{grid}\nWindoku\n{grid}");
    let run = satdoku_on("convert --format line", &two);
    assert_eq!(run.stdout, "1.....2..3.....4\n".repeat(2));
    assert_eq!(run.stderr.matches("was not read as a rule").count(), 2);
    let board = satdoku_on("convert --format line", format!("box 1x4\n{grid}"));
    assert_eq!(board.stdout, "1.....2..3.....4; box 1x4\n");
    let title = satdoku_on("check", format!("A killer for beginners\n{grid}"));
    title.assert_reports("was not read as a rule");
}

/// The marks of row 1 say that its 1 is in r1c1, also without the given.
#[test]
fn a_rule_below_pencil_marks_keeps_those_that_a_given_covers() {
    let marks = "1 234 234 234\n1234 1234 2 1234\n1234 3 1234 1234\n1234 1234 1234 4\n";
    let removed = |text: &str| {
        let (puzzle, _) = parse_puzzle(text, ReadOptions::default()).unwrap();
        puzzle.restricted_to(&[]).all_removed().to_vec()
    };
    let plain = removed(marks);
    assert_eq!(removed(&format!("{marks}\nanti-king\n")), plain);
}

#[test]
fn a_rule_behind_a_puzzle_on_its_line_is_read_or_an_error() {
    for (puzzle, blank) in [(HARDEST_LINE, "r1c2"), ("1.....2..3.....4", "r1c4")] {
        for (remark, expected) in [
            ("anti-knight", "anti-knight"),
            ("(anti-knight)", "anti-knight"),
            ("- cage 3 r1c2 r1c3", "cage 3 r1c2 r1c3"),
            ("white dot r1c2 r1c3", "difference r1c2 r1c3"),
            ("3 r1c2 r1c3 cage", "cage 3 r1c2 r1c3"),
            ("r1c2 > r1c3", "greater r1c2 r1c3"),
            ("not R1C2=3", "not r1c2=3"),
            ("anti-king; cage 3 r1c2 r1c3", "anti-king; cage 3 r1c2 r1c3"),
        ] {
            let rules = rules_of(&format!("{puzzle} {remark}")).expect(remark);
            assert_eq!(rules.join("; "), expected, "{remark}");
        }
        for title in ["Diagonal: ", "Diagonal "] {
            let rules = rules_of(&format!("{title}{puzzle}")).expect(title);
            assert_eq!(rules, ["diagonal"], "{title}");
        }
        for remark in [
            "dutch whispers r1c2 r1c3",
            "cage 3 r1c2 rlc3",
            &format!("{blank}=3"),
            "anti-knight except for 3",
        ] {
            let error = rules_of(&format!("{puzzle} {remark}")).expect_err(remark);
            assert!(error.starts_with("f:1:"), "{remark}: {error}");
        }
        for remark in [
            "11.9 Arto Inkala",
            "# anti-knight",
            "\tkiller",
            "Hidden Single: r1c2=3",
        ] {
            let rules = rules_of(&format!("{puzzle} {remark}")).expect(remark);
            assert!(rules.is_empty(), "{remark}: {rules:?}");
        }
    }
    let array = "[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]";
    for text in [
        format!("{array} anti-knight"),
        format!("1.....2..3.....4\n{array} anti-knight"),
        format!("{} cage 3 r1c2 r1c3", array.replace("0,0,3", "0,\n0,3")),
    ] {
        let error = rules_of(&text).expect_err(&text);
        let line = text.lines().count();
        assert!(error.starts_with(&format!("f:{line}:")), "{text}: {error}");
    }
    assert_eq!(rules_of(&format!("{array} # anti-knight")), Ok(Vec::new()));
    // A word of 16 characters is not a board.
    let rules = rules_of(&below_a_grid("slow-thermometer r1c1 r1c2")).unwrap();
    assert_eq!(rules, ["v r1c1 r2c1", "slow-thermometer r1c1 r1c2"]);
    // Nor is a number of 16 digits.
    let rule = "cage 9006104122295582 r1c1 r1c2";
    assert_eq!(rules_of(&below_a_grid(rule)).unwrap()[1], rule);
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1";
    let error = rules_of(&format!("{link} anti-knight")).unwrap_err();
    assert!(error.contains("expected the end of the line"), "{error}");
}

#[test]
fn a_given_by_name_below_a_grid_is_an_error() {
    for (givens, line) in [("r1c2=2", 5), ("\nA2=2", 6), ("\nr1c2=2\nr1c3=3", 6)] {
        let error = rules_of(&format!("1...\n..2.\n.3..\n...4\n{givens}\n")).unwrap_err();
        assert!(error.starts_with(&format!("f:{line}:1:")), "{error}");
    }
    let lists = "r1c1=1\nr2c3=2\nr3c2=3\nr4c4=4\n\n";
    let run = satdoku_on("convert --format line", lists.repeat(2));
    assert_eq!(run.stdout, "1.....2..3.....4\n".repeat(2));
}

#[test]
fn removed_candidates_that_the_puzzle_cannot_lose_are_errors() {
    for (line, expected) in [
        (
            "not r1c2=5",
            "1:23: expected candidates from r1c1=1 to r4c4=4",
        ),
        ("not r1c1=1", "expected givens among the candidates"),
        ("not r1c2=1,2,3,4", "found none in r1c2"),
    ] {
        let error = rules_of(&format!("1.....2..3.....4; {line}")).expect_err(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
    let options = ReadOptions {
        constraints: vec!["not r1c2=2".to_string()],
        ..ReadOptions::default()
    };
    let mut records = Reader::new("f", &b"1.....2..3.....4"[..], options);
    let (puzzle, _) = records.next().unwrap().unwrap().content.unwrap();
    assert_eq!(puzzle.lines(), ["not r1c2=2"]);
}

#[test]
fn boxes_and_regions_follow_a_line_of_81_characters() {
    let regions =
        "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(2) + "777889899";
    for rule in ["box 1x9", &format!("regions {regions}")] {
        let found = rules_of(&format!("{HARDEST_LINE}; {rule}"));
        assert_eq!(found, Ok(vec![rule.to_string()]));
    }
}

#[test]
fn rules_about_boxes_need_boxes() {
    for (rule, expected) in [
        ("box-indexer r1c1", "a box around r1c1"),
        ("region-sum r1c1-r3c1", "a line through boxes or regions"),
    ] {
        let error = rules_of(&format!("................; box 1x4; {rule}")).unwrap_err();
        let expected = format!("expected {expected} in `{rule}`, found none");
        assert!(error.ends_with(&expected), "{error}");
    }
}

#[test]
fn steps_of_a_solution_are_not_rules() {
    let steps = "Hidden Single: r1c1=3\nLocked Candidates: 5 in b1 => r1c2<>5\n# cage 3 r1c1 r1c2";
    assert_eq!(rules_of(&below_a_grid(steps)).unwrap(), ["v r1c1 r2c1"]);
}

#[test]
fn texts_in_quotation_marks_stay_as_they_are() {
    let rule = "pairs \"a = b or b = (1)\" as \"Red; dots = 1 # x\" r1c1 r2c3";
    let escaped = rule.replace('"', "\\\"");
    let doubled = rule.replace('"', "\"\"");
    let blank = ".".repeat(16);
    for text in [
        format!("{blank}; {rule} # remark"),
        format!("{blank}; diagonal; {rule}"),
        format!("1...\n....\n....\n....\n\n{rule}"),
        format!("1...\n....\n....\n....\n\nPairs:\n- {}", &rule[6..]),
        format!(
            "1...\n....\n....\n....\n\n- Pairs: {}",
            rule[6..].replace("r1c1", "R1C1,")
        ),
        format!("board 4x4\nbox 2x2\n{blank}\n{rule}"),
        format!("{{\"puzzle\": \"{blank}\", \"constraints\": [\"{escaped}\"]}}"),
        format!("{{\"puzzle\": \"{blank}\", \"constraints\": \"{escaped}; diagonal\"}}"),
        format!("puzzle,constraints\n{blank},\"{doubled}; diagonal\"\n"),
    ] {
        let rules = rules_of(&text).unwrap();
        assert!(rules.contains(&rule.to_string()), "{text}: {rules:?}");
    }
    for rule in [
        "sequence \"[1-3]*(4|1){1,2}\" as \"# 1234123412341234\" r1c1 r2c3",
        "automaton \"start 0; accept 1; 0: 1-3>0 4>1\" r1c1 r2c3",
        "all-pairs \"1:2,3 4:1-4\" as \"// % as\" r1c1 r2c3",
    ] {
        let (name, rest) = rule.split_once(' ').unwrap();
        for text in [
            format!("{blank}; {rule} # remark"),
            format!("{blank} {rule}; diagonal"),
            format!(
                "{blank}; {}",
                rule.replace(" \"", " “").replace("\" ", "” ")
            ),
            format!("1...\n....\n....\n....\n\n- {name}: {rest}"),
        ] {
            let rules = rules_of(&text).unwrap();
            assert!(rules.contains(&rule.to_string()), "{text}: {rules:?}");
        }
    }
    for (text, place, expected) in [
        (
            format!("{blank}; pairs \"a = b r1c1; diagonal"),
            "1:46",
            "a closing quotation mark",
        ),
        (
            format!("{blank}; pairs \"a = b"),
            "1:31",
            "a closing quotation mark",
        ),
        (
            format!("{blank}; pairs \"a == b;\" r1c1 r1c2"),
            "1:32",
            "an operator or the end",
        ),
        (
            "1...\n....\n....\n....\n\npairs \"a =< b\" r1c1 r1c2".to_string(),
            "6:10",
            "an operator or the end",
        ),
    ] {
        let error = rules_of(&text).unwrap_err();
        assert!(
            error.contains(place) && error.contains(expected),
            "{text}: {error}"
        );
    }
}

/// A puzzle on a random board: boxes, regions or neither, variants and constraints.
fn random_board(random: &mut ChaCha8Rng) -> Puzzle {
    const BOARDS: [&str; 10] = [
        "box 2x2",
        "box 3x3",
        "box 2x3",
        "box 3x2",
        "box 4x2",
        "box 1x9",
        "box 1x7",
        "box 4x4",
        "regions 1112132243324443",
        "regions 1111122334223342534455554",
    ];
    loop {
        let board = BOARDS.choose(random).unwrap();
        let (kind, text) = board.split_once(' ').unwrap();
        let rules = match kind {
            "box" => Ruleset::classic(text.parse().unwrap()),
            _ => {
                let labels: Grid = text.parse().unwrap();
                Ruleset::jigsaw(RegionMap::from_labels(labels.cells()).unwrap())
            }
        };
        let size = rules.geometry().rows();
        let variants = Variant::ALL.into_iter().filter(|_| random.random_bool(0.2));
        let variants: Vec<Variant> = variants.collect();
        let shape = Shape::without_boxes(size).unwrap().to_string();
        let count = random.random_range(0..4);
        let drawn = random_drawn_layout(&shape, count, |_| true, random);
        let rules = rules
            .with(&variants)
            .ok()
            .and_then(|rules| rules.with_constraints(drawn.constraints().to_vec()).ok());
        let Some(rules) = rules else { continue };
        let mut givens = Grid::blank(size);
        for index in 0..size * size {
            if random.random_bool(0.2) {
                let digit = Digit::from_index(random.random_range(0..size));
                givens.set(Cell::from_index(index), Some(digit));
            }
        }
        givens.set(Cell::from_index(0), Some(Digit::from_index(0)));
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens).unwrap();
        return without_some(puzzle, random);
    }
}

/// Removes candidates of some puzzles: some cells lose all but one or two.
fn without_some(puzzle: Puzzle, random: &mut ChaCha8Rng) -> Puzzle {
    let size = puzzle.geometry().rows();
    if random.random_bool(0.5) {
        return puzzle;
    }
    let mut removed = Vec::new();
    for cell in puzzle.layout().cells() {
        let kept = Digit::from_index(random.random_range(0..size));
        let kept = puzzle.givens().get(cell).unwrap_or(kept);
        let share = *[0.0, 0.0, 0.2, 0.9, 1.0].choose(random).unwrap();
        // A given alone in its cell is written like one without pencil marks.
        let other = Digit::from_index((kept.index() + 1) % size);
        let digits = (0..size).map(Digit::from_index);
        let digits = digits.filter(|digit| *digit != kept && *digit != other);
        let lost = digits.filter(|_| random.random_bool(share));
        removed.extend(lost.map(|digit| Candidate { cell, digit }));
        if share == 1.0 && puzzle.givens().get(cell).is_none() {
            removed.push(Candidate { cell, digit: other });
        }
    }
    puzzle.without(removed).unwrap()
}

/// Checks that a text is read as this puzzle.
fn assert_read(text: &str, puzzle: &Puzzle) {
    let records: Vec<_> = Reader::new("f", text.as_bytes(), ReadOptions::default())
        .map(Result::unwrap)
        .collect();
    assert_eq!(records.len(), 1, "{text}");
    match &records[0].content {
        Ok((read, _)) => assert_eq!(read, puzzle, "{text}"),
        Err(invalid) => panic!("{}\n{text}", invalid.error),
    }
}

#[test]
fn the_rules_of_every_board_are_written_and_read_again() {
    let mut random = ChaCha8Rng::seed_from_u64(35);
    for _ in 0..100 {
        let puzzle = random_board(&mut random);
        assert_read(&puzzle.to_string(), &puzzle);
        let rules = puzzle.lines().join("\n");
        let library: Puzzle = puzzle.to_string().parse().unwrap();
        assert_eq!(library, puzzle);
        for arrangement in [
            Arrangement::Rows,
            Arrangement::SpacedRows,
            Arrangement::Boxes,
        ] {
            let form = Form::of(arrangement, puzzle.geometry());
            let grid = form.write(puzzle.givens(), puzzle.layout().boxes());
            assert_read(&format!("{grid}{rules}\n"), &puzzle);
        }
        let fields = puzzle_fields(&puzzle).into_iter();
        let object: serde_json::Map<_, _> = fields
            .map(|(name, value)| (name.to_string(), value))
            .collect();
        assert_read(&serde_json::Value::from(object).to_string(), &puzzle);
    }
}

#[test]
fn every_output_of_the_program_has_the_rules() {
    let mut random = ChaCha8Rng::seed_from_u64(36);
    let puzzles: Vec<Puzzle> = (0..20).map(|_| random_board(&mut random)).collect();
    for puzzle in puzzles {
        for format in ["line", "grid", "jsonl", "csv"] {
            let written = satdoku_on(&format!("convert --format {format}"), puzzle.to_string());
            assert_eq!(written.code, 0, "{format}: {}", written.stderr);
            let line = satdoku_on("convert --format line", &written.stdout);
            let expected = format!("{puzzle}\n");
            assert_eq!(
                line.stdout, expected,
                "{format}:\n{}{}",
                written.stdout, line.stderr
            );
        }
    }
}
