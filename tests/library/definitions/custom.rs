//! Rules that a setter states: conditions on two digits, regular expressions, automata and alternatives.
//! Each part of a text comes with its meaning.

use std::collections::BTreeSet;

use super::board::Number;
use super::kinds::KINDS;
use super::source::{ONE, Rule, Source, TWO, at};

/// A numerator and a denominator above 0, in lowest terms.
type Fraction = (Number, Number);

/// The value of a term for two digits, if it has one.
type Term = Box<dyn Fn(Number, Number) -> Option<Fraction>>;

type Condition = Box<dyn Fn(Number, Number) -> bool>;

/// The places in a list of digits where a match that begins in a place can end.
type Ends = Box<dyn Fn(&[Number], usize) -> BTreeSet<usize>>;

/// Returns a quotient, unless it needs numbers beyond 64 bits.
fn fraction(numerator: Number, denominator: Number) -> Option<Fraction> {
    if denominator == 0 {
        return None;
    }
    let (mut divisor, mut rest) = (numerator.abs(), denominator.abs());
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    divisor *= denominator.signum();
    let both = (numerator / divisor, denominator / divisor);
    let is_small = |number: Number| i64::try_from(number).is_ok();
    (is_small(both.0) && is_small(both.1)).then_some(both)
}

fn apply(operator: &str, one: Fraction, other: Fraction) -> Option<Fraction> {
    let ((a, b), (c, d)) = (one, other);
    match operator {
        "+" => fraction(a * d + c * b, b * d),
        "-" => fraction(a * d - c * b, b * d),
        "*" => fraction(a * c, b * d),
        "/" => fraction(a * d, b * c),
        "mod" => (b == 1 && d == 1 && c != 0).then(|| (a.rem_euclid(c), 1)),
        "min" => Some(if a * d <= c * b { one } else { other }),
        _ => Some(if a * d >= c * b { one } else { other }),
    }
}

fn compare(comparison: &str, (a, b): Fraction, (c, d): Fraction) -> bool {
    let (one, other) = (a * d, c * b);
    match comparison {
        "=" => one == other,
        "!=" => one != other,
        "<" => one < other,
        "<=" => one <= other,
        ">" => one > other,
        _ => one >= other,
    }
}

/// A number as a term.
fn whole(number: Number) -> (String, Term) {
    (number.to_string(), Box::new(move |_, _| Some((number, 1))))
}

/// A small number, or any term.
fn small_or(of: &mut Source, depth: usize) -> (String, Term) {
    match of.chance(0.5) {
        true => whole(of.count(0..=4) as Number),
        false => term(of, depth),
    }
}

/// A term with at most this many operators above each other.
fn term(of: &mut Source, depth: usize) -> (String, Term) {
    if depth == 0 || of.chance(0.3) {
        let constant = of.number().min(1 << 32);
        return match of.below(4) {
            0 => ("a".to_string(), Box::new(|a, _| Some((a, 1)))),
            1 => ("b".to_string(), Box::new(|_, b| Some((b, 1)))),
            2 => ("(a - b)".to_string(), Box::new(|a, b| Some((a - b, 1)))),
            _ => whole(constant),
        };
    }
    let (text, one) = term(of, depth - 1);
    let (other_text, other) = small_or(of, depth - 1);
    match of.below(5) {
        0 => (
            format!("abs({text})"),
            Box::new(move |a, b| one(a, b).and_then(|(over, under)| fraction(over.abs(), under))),
        ),
        1 => (
            format!("-({text})"),
            Box::new(move |a, b| one(a, b).and_then(|(over, under)| fraction(-over, under))),
        ),
        number => {
            let operator = of.one_of(&["+", "-", "*", "/", "mod", "mod"]);
            let function = of.one_of(&["min", "max"]);
            let (name, text) = match number {
                2 => (function, format!("{function}({text}, {other_text})")),
                _ => (operator, format!("({text}) {operator} ({other_text})")),
            };
            let value = move |a, b| apply(name, one(a, b)?, other(a, b)?);
            (text, Box::new(value))
        }
    }
}

/// A condition with at most this many operators above each other.
fn condition(of: &mut Source, depth: usize) -> (String, Condition) {
    if depth == 0 || of.chance(0.5) {
        let ((text, one), (other_text, other)) = (term(of, 2), small_or(of, 2));
        let comparison = of.one_of(&["=", "!=", "<", "<=", ">", ">="]);
        let holds = move |a, b| match (one(a, b), other(a, b)) {
            (Some(one), Some(other)) => compare(comparison, one, other),
            _ => false,
        };
        return (format!("{text} {comparison} {other_text}"), Box::new(holds));
    }
    let ((text, one), (other_text, other)) = (condition(of, depth - 1), condition(of, depth - 1));
    match of.below(3) {
        0 => (format!("not ({text})"), Box::new(move |a, b| !one(a, b))),
        1 => (
            format!("({text}) and ({other_text})"),
            Box::new(move |a, b| one(a, b) && other(a, b)),
        ),
        _ => (
            format!("({text}) or ({other_text})"),
            Box::new(move |a, b| one(a, b) || other(a, b)),
        ),
    }
}

/// A list such as `1-3,5`.
fn digit_list(of: &mut Source, separator: &str) -> (String, Vec<Number>) {
    let (mut texts, mut all) = (Vec::new(), Vec::new());
    for _ in 0..of.count(1..=2) {
        let (one, other) = (of.board_digit(), of.board_digit());
        match one < other {
            true => texts.push(format!("{one}-{other}")),
            false => texts.push(one.to_string()),
        }
        all.extend(one..=one.max(other));
    }
    (texts.join(separator), all)
}

/// Pairs such as `1:2-4 2,3:1`.
fn pair_list(of: &mut Source) -> (String, Condition) {
    let (mut texts, mut all) = (Vec::new(), Vec::new());
    for _ in 0..of.count(0..=4) {
        let ((before, ones), (after, others)) = (digit_list(of, ","), digit_list(of, ","));
        texts.push(format!("{before}:{after}"));
        all.push((ones, others));
    }
    let text = if texts.is_empty() {
        "none".to_string()
    } else {
        texts.join(" ")
    };
    let holds = move |a, b| {
        let mut lists = all.iter();
        lists.any(|(ones, others)| ones.contains(&a) && others.contains(&b))
    };
    (text, Box::new(holds))
}

/// A rule for pairs of digits in a list of cells: those of neighbours, or all.
pub fn pairs(of: &mut Source, is_of_all: bool) -> Rule {
    let (text, allows) = if of.chance(0.5) {
        condition(of, 2)
    } else {
        pair_list(of)
    };
    let (title, cells) = (of.title(), of.cells(TWO));
    let text = format!("\"{text}\"{title} {}", of.names(&cells));
    of.rule(text, move |digits| {
        let digits = at(&cells, digits);
        (1..digits.len()).all(|second| {
            let first = if is_of_all { 0 } else { second - 1 };
            (first..second).all(|first| allows(digits[first], digits[second]))
        })
    })
}

/// A regular expression with at most this many operators above each other.
fn pattern(of: &mut Source, depth: usize) -> (String, Ends) {
    if depth == 0 || of.chance(0.2) {
        let (list, digits) = digit_list(of, " ");
        let single = of.board_digit();
        let (text, is_digit): (String, Box<dyn Fn(Number) -> bool>) = match of.below(4) {
            0 => (".".to_string(), Box::new(|_| true)),
            1 => (
                format!("[{list}]"),
                Box::new(move |digit| digits.contains(&digit)),
            ),
            2 => (
                format!("[^{list}]"),
                Box::new(move |digit| !digits.contains(&digit)),
            ),
            _ => (single.to_string(), Box::new(move |digit| digit == single)),
        };
        let ends = move |digits: &[Number], start: usize| {
            let next = digits.get(start).filter(|digit| is_digit(**digit));
            next.map(|_| start + 1).into_iter().collect()
        };
        return (text, Box::new(ends));
    }
    let ((text, one), (other_text, other)) = (pattern(of, depth - 1), pattern(of, depth - 1));
    match of.below(4) {
        0 => (
            format!("({text}|{other_text})"),
            Box::new(move |digits, start| &one(digits, start) | &other(digits, start)),
        ),
        1 => (
            format!("({text}|)"),
            Box::new(move |digits, start| &one(digits, start) | &BTreeSet::from([start])),
        ),
        2 => {
            let sign = of.one_of(&[
                ("*", 0, None),
                ("+", 1, None),
                ("?", 0, Some(1)),
                ("{2}", 2, Some(2)),
                ("{0,2}", 0, Some(2)),
                ("{1,}", 1, None),
                ("{0}", 0, Some(0)),
            ]);
            let (sign, least, most) = sign;
            let ends = move |digits: &[Number], start: usize| {
                let mut reached = BTreeSet::from([start]);
                let mut all = BTreeSet::new();
                // More times than there are digits reach nothing more.
                for times in 0..=most.unwrap_or(least + digits.len()) {
                    if times >= least {
                        all.extend(&reached);
                    }
                    reached = reached
                        .iter()
                        .flat_map(|start| one(digits, *start))
                        .collect();
                }
                all
            };
            (format!("({text}){sign}"), Box::new(ends))
        }
        _ => (
            format!("{text} {other_text}"),
            Box::new(move |digits, start| {
                let middle = one(digits, start).into_iter();
                middle.flat_map(|middle| other(digits, middle)).collect()
            }),
        ),
    }
}

pub fn sequence(of: &mut Source) -> Rule {
    let (text, ends) = pattern(of, 3);
    let (title, cells) = (of.title(), of.cells(ONE));
    let text = format!("\"{text}\"{title} {}", of.names(&cells));
    of.rule(text, move |digits| {
        ends(&at(&cells, digits), 0).contains(&cells.len())
    })
}

/// An automaton with up to four states that reads one to three lines.
pub fn automaton(of: &mut Source) -> Rule {
    let states = of.count(1..=4);
    let [start, accept] = [(); 2].map(|()| vec![of.below(states), of.below(states)]);
    let (mut steps, mut breaks, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for from in 0..states {
        let mut words = vec![format!("{from}:")];
        for _ in 0..of.count(0..=3) {
            let ((text, digits), to) = (digit_list(of, ","), of.below(states));
            words.push(format!("{text}>{to}"));
            steps.push((from, digits, to));
        }
        if of.chance(0.7) {
            let to = of.below(states);
            words.push(format!("|>{to}"));
            breaks.push((from, to));
        }
        parts.push(words.join(" "));
    }
    let list = |states: &[usize]| format!("{} {}", states[0], states[1]);
    let head = format!("start {}; accept {}", list(&start), list(&accept));
    let lines: Vec<Vec<usize>> = (0..of.count(1..=3)).map(|_| of.cells(ONE)).collect();
    let title = of.title();
    let text = format!(
        "\"{head}; {}\"{title} {}",
        parts.join("; "),
        of.names_of_groups(&lines)
    );
    of.rule(text, move |digits| {
        let mut states: BTreeSet<usize> = start.iter().copied().collect();
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                let after = breaks.iter().filter(|(from, _)| states.contains(from));
                states = after.map(|(_, to)| *to).collect();
            }
            for digit in at(line, digits) {
                let after = steps.iter();
                let after =
                    after.filter(|(from, of, _)| states.contains(from) && of.contains(&digit));
                states = after.map(|(_, _, to)| *to).collect();
            }
        }
        accept.iter().any(|state| states.contains(state))
    })
}

/// One to three alternatives of other kinds, which can be alternatives again.
pub fn either(of: &mut Source) -> Rule {
    let depth = of.name.matches("either").count();
    let mut groups = Vec::new();
    for _ in 0..of.count(1..=3) {
        let mut group = Vec::new();
        while group.len() < of.count(1..=2) {
            let (name, make) = of.one_of(KINDS);
            // The name of alternatives says how deep they are while their parts are chosen.
            let outer = std::mem::replace(&mut of.name, name.replace('_', "-"));
            if name != "either" {
                group.push(make(of));
            } else if depth < 2 {
                of.name = format!("{outer} either");
                group.push(either(of));
            }
            of.name = outer;
        }
        groups.push(group);
    }
    let texts = groups.iter().map(|group| {
        let texts: Vec<&str> = group.iter().map(|rule| &*rule.text).collect();
        format!("{{ {} }}", texts.join("; "))
    });
    let text = texts.collect::<Vec<String>>().join(" or ") + of.title();
    Rule {
        text: format!("either {text}"),
        holds: Box::new(move |digits| {
            let mut groups = groups.iter();
            groups.any(|group| group.iter().all(|rule| (rule.holds)(digits)))
        }),
    }
}
