//! Tests that reasons are true: whatever they exclude is excluded by the cells that they name alone.

use super::*;
use std::collections::BTreeSet;

use crate::text::constraint::Lead;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Constraint, Ruleset};

/// Constraints on a 4×4 board: all kinds but [`OTHER_KINDS`].
const CONSTRAINTS: &[&str] = &[
    "cage 5 r1c1 r1c2",
    "cage 10 r1c1 r1c2 r2c1 r4c4",
    "cage r1c1 r1c2 r2c1",
    "cage 3 r1c1 r1c2 r2c2",
    "cage 10 r1c1 r1c2 r1c3 r1c4 r2c1",
    "sum 8 r1c1 r1c2 r1c3",
    "sum 0 2*r1c1 r1c2 -1*r1c3 -1*r1c4",
    "sum 9 r1c1 r1c2 r1c1",
    "sum 100 r1c1 r1c2",
    "sum 0 r1c1 -1*r1c1",
    "sum 1 r1c1 -1*r1c1",
    "arrow r1c1: r1c2 r1c3",
    "arrow r1c1 r1c2: r2c2 r3c3 r4c4 r4c3",
    "arrow r1c1: r1c2",
    "thermometer r1c1-r1c3",
    "slow-thermometer r1c1-r4c4",
    "thermometer r1c1 r1c2 r1c1",
    "difference r1c1 r1c2",
    "difference 2 r1c1 r2c1",
    "ratio r1c1 r1c2",
    "ratio 3 r1c2 r1c1",
    "v r1c1 r2c1",
    "x r1c1 r2c1",
    "nabner r1c1 r2c2 r3c3",
    "extra-region r1c1 r2c2",
    "greater r1c1 r1c2",
    "double-arrow r1c1-r1c4",
    "double-arrow r1c1 r1c2 r1c3 r1c1",
    "whispers r1c1-r1c4",
    "whispers r1c1 r2c2 r1c1",
    "renban r1c1-r1c3",
    "renban r1c1 r2c2 r3c3 r4c4 r1c4",
    "palindrome r1c1 r2c2 r3c3 r4c4 r4c3",
    "clone r1c1 r1c2: r2c3 r2c4",
    "same-digits r1c1 r1c2: r2c3 r2c4",
    "same-digits r1c1 r1c1: r2c3 r3c3",
    "same-digits r1c1 r1c2 r3c3: r1c1 r2c3 r3c4",
    "same-digits r1c1 r1c2: r1c2 r1c1",
    "between r1c1-r1c4",
    "between r1c1 r2c2 r1c1",
    "lockout 3 r1c1 r2c2",
    "zipper r1c1-r1c4",
    "zipper r1c1 r1c2 r1c3 r1c4 r2c4",
    "region-sum r1c1 r1c2 r1c3 r1c4",
    "region-sum r1c2 r1c3 r2c3 r2c2",
    "entropic r1c1-r1c2",
    "modular 2 r1c1-r1c4",
    "odd r1c1",
    "even r2c2",
    "minimum r1c1",
    "maximum r2c2",
    "quadruple 1 2 2 r1c1 r1c2 r2c1 r2c2",
    "quadruple 1 2 3 4 r1c1 r1c2 r2c1",
    "contains 1 1 2: r1c1 r1c2 r2c2 r3c3",
    "contains 1: r1c1",
    "contains-exactly 4 2 4: r1c1 r1c2 r2c2 r3c3",
    "contains-exactly 4 4 4: r1c1 r1c2",
    "count-distinct r1c1: r2c2 r2c3 r3c3",
    "count-distinct r1c1: r1c1 r2c3 r3c3 r2c3",
    "count-same r1c1: r1c2 r2c3 r3c4 r4c1",
    "count-same r1c1 excluding first: r1c1 r2c3 r3c4: r1c1 r4c1",
    "run-length r1c1: r2c2 r2c3 r3c3 r3c4",
    "run-length r1c1 excluding first: r2c2 r2c3: r2c2 r3c3 r4c4",
    "run-length r1c1: r1c1",
    "counting-circles r1c1 r2c2 r3c3 r4c4",
    "counting-circles r1c1",
    "counting-circles r1c1 r1c2 r2c1 r2c3 r3c3 r4c4",
    "counting-circles r1c1 r1c3 r2c2 r2c4 r3c1 r3c3 r4c2 r4c4",
    "equal-sum r1c1: r1c2 r2c2: r3c3 r2c3",
    "equal-sum r1c1 r1c2: r1c2 r4c4",
    "equal-sum r1c1: r1c1",
    "little-killer 9 r1c1-r4c4",
    "x-sum 5 row 1 left",
    "x-sum 1 column 2 bottom",
    "skyscraper 3 row 1 right",
    "skyscraper 9 column 1 top",
    "either { cage 5 r1c1 r1c2; odd r2c2 } or { thermometer r1c1 r1c2 r1c3 }",
    "either { odd r1c1 } as \"odd\"",
    "either { even r2c2 } or { either { x r1c1 r1c2 } or { sum 7 r1c1 r1c2 r2c1 } } or { extra-region r1c1 r2c1 }",
    "numbered-room 2 row 1 left",
    "numbered-room 1 column 3 bottom",
    "numbered-room 9 row 2 right",
    "value-index r1c1: r1c2: r2c3 r3c3 r4c3",
    "value-index r1c1: r1c1: r1c2 r1c1 r4c3",
    "value-index r1c1: r1c2: r1c1 r1c2 r4c3 r1c3",
    "row-indexer r1c2",
    "column-indexer r3c1",
    "box-indexer r1c2",
    "sandwich 5 row 2 left",
    "sandwich 0 column 3 bottom",
    "sandwich 1 row 1 left",
    "pairs \"abs(a-b) >= 2 or a+b = 4\" r1c1-r1c3",
    "pairs \"a < b\" as \"a; b = \'c\' # d, (e)\" r1c1 r2c2 r1c1",
    "all-pairs \"a mod 3 = b mod 3\" as \"Same\" r1c1 r2c2 r3c3",
    "all-pairs \"none\" r1c1 r1c2",
    "sequence \"[1-3]*4(12|.)+\" r1c1-r1c4",
    "sequence \"(1|23*|)*4+\" r1c1 r1c2 r1c1 r3c3 r3c4 r1c2",
    "sequence \"12\" r1c1",
    "automaton \"start 0; accept 1; 0: 1-3>0 4>1; 1: 1,2>1\" r1c1-r1c4",
    "automaton \"start a b; accept low; a: 1,2>a 1-3>low; b: 3>b; low: 4>low\" as \"A; B\" r1c1 r2c2 r1c1 r3c3",
    "automaton \"start 0; 0: 1-4>0\" r1c1 r1c2",
    "automaton \"start 0; accept 2 3; 0: 1-4>0 |>1 |>2; 1: 3>2; 2: |>3; 3: 1>3\" r1c1 r2c2: r1c1: r3c3",
    "sequence \".\" r1c1",
    "connected 1 2 3",
    "connected 1 3 size 8 as \"a cave\"",
];

/// Kinds without reasons on a 4×4 board: one that only demands that digits differ, one that needs variables, and one
/// that nothing fills.
const OTHER_KINDS: [&str; 3] = ["extra-region", "regions-to-find", "x"];

/// The 4×4 boards with one of the constraints, apart from those that only demand that digits differ.
fn layouts() -> Vec<Layout> {
    let rules = CONSTRAINTS.iter().map(|text| {
        let constraint = Constraint::parse(text, 4).unwrap();
        let rules = Ruleset::classic("2x2".parse().unwrap());
        Layout::new(rules.with_constraints(vec![constraint]).unwrap())
    });
    rules
        .filter(|layout| DrawnRule::new(layout, 0).is_some())
        .collect()
}

/// Returns a random set of digits for each cell. Most cells of a whole board get all digits.
fn random_digits(cells: usize, random: &mut ChaCha8Rng) -> Vec<u16> {
    let is_open = |random: &mut ChaCha8Rng| cells > 8 && random.random_range(0..4) > 0;
    let digits = (0..cells).map(|_| match is_open(random) {
        true => 15,
        false => 1 + random.random_range(0..15),
    });
    digits.collect()
}

/// Returns all ways to fill cells with these digits so that equal digits do not see each other and the
/// constraint holds.
fn ways(reasoner: &Reasoner<'_>, digits: &[u16]) -> Vec<Vec<usize>> {
    let mut ways = fillings(reasoner, digits);
    ways.retain(|way| {
        let mut filled: Vec<u16> = way.iter().map(|digit| 1 << digit).collect();
        reasoner.filter(&mut filled)
    });
    ways
}

/// Returns all ways to fill cells with these digits so that equal digits do not see each other.
fn fillings(reasoner: &Reasoner<'_>, digits: &[u16]) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new()];
    for (place, of_cell) in digits.iter().enumerate() {
        let longer = ways.iter().flat_map(|way: &Vec<usize>| {
            let fits = move |digit: &usize| {
                let mut others = way.iter().enumerate();
                others.all(|(other, of)| of != digit || !reasoner.sees[place][other])
            };
            ones(*of_cell)
                .filter(fits)
                .map(|digit| [&way[..], &[digit]].concat())
        });
        ways = longer.collect();
    }
    ways
}

/// Calls a function with the reasons for random digits and the digits before each, for all constraints.
fn for_each_finding(mut examine: impl FnMut(&Reasoner<'_>, &[u16], &Finding)) {
    let mut random = ChaCha8Rng::seed_from_u64(40);
    for layout in layouts() {
        let rule = Arc::new(DrawnRule::new(&layout, 0).unwrap());
        let reasoner = Reasoner::new(&layout, rule.clone(), None);
        for _ in 0..200 {
            let mut digits = random_digits(rule.cells.len(), &mut random);
            let (findings, _) = reasoner.narrow(&digits);
            for finding in findings {
                examine(&reasoner, &digits, &finding);
                digits[finding.place] &= !finding.removed;
            }
        }
    }
}

/// Returns the digits of the cells that a reason rests on, and all digits for the others.
fn named_digits(reasoner: &Reasoner<'_>, digits: &[u16], finding: &Finding) -> Vec<u16> {
    let digit = |place| match finding.rests_on.contains(&place) {
        true => digits[place],
        false => reasoner.all_digits(),
    };
    (0..digits.len()).map(digit).collect()
}

#[test]
fn reasons_exclude_what_they_say_by_the_cells_that_they_name() {
    let mut kinds = BTreeSet::from(OTHER_KINDS);
    for_each_finding(|reasoner, digits, finding| {
        let mut named = named_digits(reasoner, digits, finding);
        let beyond = |condition: &dyn Fn(i64) -> bool| {
            reasoner.digits_where(reasoner.all_digits(), condition)
        };
        let excluded = match finding.outcome {
            Outcome::AtMost(most) => beyond(&|value| value > most),
            Outcome::AtLeast(least) => beyond(&|value| value < least),
            Outcome::Left => finding.removed,
        };
        assert_eq!(finding.removed & !excluded, 0);
        named[finding.place] = excluded;
        let (wrong, constraint) = (ways(reasoner, &named), &reasoner.layout.constraints()[0]);
        let text = constraint.text(4);
        assert!(
            wrong.is_empty(),
            "{text}: {:?} {digits:?} {wrong:?}",
            finding.reason
        );
        kinds.insert(constraint.name());
    });
    let missing = Constraint::names().filter(|name| !kinds.contains(name));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
}

/// Reads what a text says about cells: `r1c1 and r1c2 are 1 to 3 and r1c3 is at most 2`. Returns the places of the cells
/// and their digits.
fn read_cells(reasoner: &Reasoner<'_>, text: &str) -> Vec<(usize, u16)> {
    let names: Vec<String> = (0..reasoner.rule.cells.len())
        .map(|place| reasoner.rule.cells[place].name(4).to_string())
        .collect();
    let text = text.replace([',', '.'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut read, mut cells) = (Vec::new(), Vec::new());
    for (at, word) in words.iter().enumerate() {
        if let Some(place) = names.iter().position(|name| name == word) {
            cells.push(place);
        }
        let until_left = words[..at + 1].ends_with(&["no", "digit", "is", "left", "for"]);
        if until_left || !["is", "are"].contains(word) {
            continue;
        }
        let is_other = |word: &&&str| **word != "and" && !names.iter().any(|name| name == **word);
        let claim: Vec<&str> = words[at + 1..]
            .iter()
            .take_while(is_other)
            .copied()
            .collect();
        read.extend(
            std::mem::take(&mut cells)
                .into_iter()
                .map(|cell| (cell, read_digits(&claim))),
        );
    }
    if text.contains("no digit is left for") {
        read.extend(cells.into_iter().map(|cell| (cell, 0)));
    }
    read
}

/// Reads digits: `not 2`, `1 to 3 or 4`, `at most 2`, `at least 3, which leaves 4`.
fn read_digits(words: &[&str]) -> u16 {
    let mut digits = 0;
    let mut last = 0;
    for (at, word) in words.iter().enumerate() {
        let Ok(value) = word.parse::<usize>() else {
            continue;
        };
        digits |= match at.checked_sub(1).map(|before| words[before]) {
            Some("to") => bits(last..value),
            Some("most") => bits(0..value),
            Some("least") => bits(value - 1..4),
            Some("leaves") => return 1 << (value - 1),
            _ => 1 << (value - 1),
        };
        last = value;
    }
    match words.first() {
        Some(&"not") => 0b1111 & !digits,
        _ => digits,
    }
}

#[test]
fn sentences_say_what_reasons_are() {
    let mut counts = [0; 5];
    for_each_finding(|reasoner, digits, finding| {
        let text = reasoner.sentences(std::slice::from_ref(finding), &Lead::default(), "");
        let (premise, outcome) = match text.rsplit_once(", so ") {
            Some((premise, outcome)) => (premise, outcome),
            None => ("", text.strip_prefix("So ").unwrap()),
        };
        let mut named = named_digits(reasoner, digits, finding);
        let kind = match &finding.reason {
            // These say all that they rest on.
            Reason::Order { .. } | Reason::NoWay(_) => {
                named.fill(reasoner.all_digits());
                for (place, digits) in read_cells(reasoner, premise) {
                    named[place] &= digits;
                }
                usize::from(matches!(finding.reason, Reason::NoWay(_)))
            }
            Reason::Sets(sets) => {
                let set = |values: &str| {
                    bits(values.split(',').map(|of| of.parse::<usize>().unwrap() - 1))
                };
                let read = premise
                    .split('{')
                    .skip(1)
                    .map(|part| set(part.split('}').next().unwrap()));
                assert_eq!(
                    read.map(DigitBits::from).collect::<Vec<_>>(),
                    *sets,
                    "{text}"
                );
                2
            }
            Reason::Sum(sides) => {
                for side in sides {
                    assert!(premise.contains(&side.value.to_string()), "{text}");
                }
                3
            }
            Reason::Remainder => 4,
        };
        counts[kind] += 1;
        let left = match outcome {
            "no combination is left." => 0,
            _ => {
                let read = read_cells(reasoner, outcome);
                assert_eq!(read.len(), 1, "{text}");
                assert_eq!(read[0].0, finding.place, "{text}");
                read[0].1
            }
        };
        assert_eq!(left & finding.removed, 0, "{text}");
        named[finding.place] = digits[finding.place] & !left;
        let wrong = ways(reasoner, &named);
        let constraint = reasoner.layout.constraints()[0].text(4);
        assert!(
            wrong.is_empty(),
            "{constraint}: {text} {digits:?} {wrong:?}"
        );
    });
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn what_makes_a_constraint_impossible_is_true() {
    let mut random = ChaCha8Rng::seed_from_u64(41);
    let mut counts = [0; 2];
    for layout in layouts() {
        let rule = Arc::new(DrawnRule::new(&layout, 0).unwrap());
        let reasoner = Reasoner::new(&layout, rule.clone(), None);
        for _ in 0..200 {
            let digits = random_digits(rule.cells.len(), &mut random);
            if reasoner.fills(&mut digits.clone()) {
                continue;
            }
            let text = reasoner.impossible(&digits).unwrap_or_default();
            if let Some(Side {
                value, is_upper, ..
            }) = reasoner.impossible_sum(&digits)
            {
                counts[0] += 1;
                assert!(text.contains(&format!("is {value}")), "{text}");
                let misses = |of: &Total| {
                    fillings(&reasoner, &digits).iter().all(|filling| {
                        let value_of = |(place, factor): &(usize, i64)| {
                            factor * reasoner.value(filling[*place])
                        };
                        let sum: i64 = of.terms.iter().map(value_of).sum();
                        match is_upper {
                            true => sum <= value && value < of.total,
                            false => sum >= value && value > of.total,
                        }
                    })
                };
                assert!(reasoner.totals.iter().any(misses), "{text}");
            } else if let Some(missing) = reasoner.missing_digits(&digits) {
                counts[1] += 1;
                assert!(
                    text.contains(&reasoner.values(missing)[0].to_string()),
                    "{text}"
                );
                let lacks = |(cells, sets): &(Vec<usize>, Vec<DigitBits>)| {
                    let left = cells.iter().fold(0, |all, place| all | digits[*place]);
                    let is_out = |set: &DigitBits| {
                        let set = *set as u16;
                        cells.iter().any(|place| digits[*place] & set == 0)
                            || set & missing & !left != 0
                    };
                    sets.iter().all(is_out)
                };
                assert!(reasoner.sets.iter().any(lacks), "{text}");
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}
