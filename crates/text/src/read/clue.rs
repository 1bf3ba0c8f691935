//! Clues of cages: a sum, or the result of another operation, as in KenKen: `14+`, `3-`, `12x`, `2÷`.

use std::collections::BTreeMap;

use super::glyph::{Glyph, Line, string};

/// The number of a cage, and the operation whose result it is, if the clue has one.
#[derive(Debug, Clone)]
pub(crate) struct CageClue {
    /// The clue as it is written.
    pub text: Line,
    pub number: Line,
    pub operation: Option<Arithmetic>,
}

/// The operation that combines the digits of a cage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Sum,
    Difference,
    Product,
    Ratio,
}

/// The signs of operations. Digits can repeat in a cage of KenKen, unlike in one of a killer.
const SIGNS: [(&str, Arithmetic); 4] = [
    ("+", Arithmetic::Sum),
    ("-−–", Arithmetic::Difference),
    ("xX*×·", Arithmetic::Product),
    ("/÷", Arithmetic::Ratio),
];

/// The most digits of a number.
const LONGEST: usize = 9;

impl CageClue {
    /// Parses a number with the sign of an operation before or after it, or without one.
    pub fn parse(text: &[Glyph]) -> Option<CageClue> {
        let operation = |sign: &Glyph| {
            let mut signs = SIGNS.iter().filter(|(signs, _)| signs.contains(sign.c));
            signs.next().map(|(_, operation)| *operation)
        };
        let (number, operation) = match text {
            [first, rest @ ..] if operation(first).is_some() => (rest, operation(first)),
            [rest @ .., last] if operation(last).is_some() => (rest, operation(last)),
            text => (text, None),
        };
        let is_number = number.iter().all(|glyph| glyph.c.is_ascii_digit());
        let number = number.to_vec();
        (is_number && (1..=LONGEST).contains(&number.len())).then_some(CageClue {
            text: text.to_vec(),
            number,
            operation,
        })
    }

    /// Returns the rule of a cage with these cells in its text form, for digits up to `size`.
    ///
    /// # Errors
    /// If no cage with this number of cells has such a clue, with what was expected.
    pub fn rule(&self, cells: &[String], size: usize) -> Result<String, &'static str> {
        let number = string(&self.number);
        let places = cells.join(" ");
        match self.operation {
            _ if cells.len() == 1 => Ok(format!("sum {number} {places}")),
            None => Err("an operation, such as `14+`, for a cage with several cells"),
            Some(Arithmetic::Sum) => Ok(format!("sum {number} {places}")),
            Some(Arithmetic::Difference) if cells.len() == 2 => {
                Ok(format!("difference {number} {places}"))
            }
            // One digit is at least the sum of all others.
            Some(Arithmetic::Difference) if cells.len() > size + 1 => {
                Err("fewer cells for a difference")
            }
            Some(Arithmetic::Difference) => Ok(difference(&number, cells)),
            Some(Arithmetic::Ratio) if cells.len() == 2 => Ok(format!("ratio {number} {places}")),
            Some(Arithmetic::Ratio) => Err("two cells for a ratio"),
            Some(Arithmetic::Product) => {
                let machine = product(number.parse().unwrap_or(0), size);
                let machine = machine.ok_or("a product of digits of the board")?;
                Ok(format!("automaton \"{machine}\" as \"{number}×\" {places}"))
            }
        }
    }
}

/// Returns the rule that one of the cells less all others is this number.
fn difference(number: &str, cells: &[String]) -> String {
    let alternative = |most: &String| {
        let term = |cell: &String| match cell == most {
            true => cell.clone(),
            false => format!("-1*{cell}"),
        };
        let terms: Vec<String> = cells.iter().map(term).collect();
        format!("{{ sum {number} {} }}", terms.join(" "))
    };
    let alternatives: Vec<String> = cells.iter().map(alternative).collect();
    format!("either {}", alternatives.join(" or "))
}

/// Returns a finite automaton that accepts digits up to `size` with this product: each state is the product
/// so far. Returns `None` if no digits have it.
fn product(number: u64, size: usize) -> Option<String> {
    let mut states: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    let mut open = vec![1];
    while let Some(state) = open.pop().filter(|_| number > 0) {
        if states.contains_key(&state) {
            continue;
        }
        let steps = (1..=size as u64).map(|digit| (digit, state * digit));
        let steps: Vec<(u64, u64)> = steps
            .filter(|(_, next)| number.is_multiple_of(*next))
            .collect();
        open.extend(steps.iter().map(|(_, next)| *next));
        states.insert(state, steps);
    }
    states.get(&number)?;
    let mut text = format!("start 1; accept {number}");
    for (state, steps) in states {
        let steps: Vec<String> = steps
            .iter()
            .map(|(digit, next)| format!("{digit}>{next}"))
            .collect();
        text += &format!("; {state}: {}", steps.join(" "));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::glyph::normalise;

    #[test]
    fn clues_are_rules() {
        let cells = ["r1c1".to_string(), "r1c2".to_string(), "r2c1".to_string()];
        let rule = |clue: &str, cells: &[String]| {
            let clue = CageClue::parse(&normalise(1, clue)).unwrap();
            clue.rule(cells, 4).unwrap_or_else(str::to_string)
        };
        for (clue, expected) in [
            ("7+", "sum 7 r1c1 r1c2"),
            ("3-", "difference 3 r1c1 r1c2"),
            ("−3", "difference 3 r1c1 r1c2"),
            ("2÷", "ratio 2 r1c1 r1c2"),
            ("2/", "ratio 2 r1c1 r1c2"),
            (
                "3x",
                "automaton \"start 1; accept 3; 1: 1>1 3>3; 3: 1>3\" as \"3×\" r1c1 r1c2",
            ),
            (
                "*3",
                "automaton \"start 1; accept 3; 1: 1>1 3>3; 3: 1>3\" as \"3×\" r1c1 r1c2",
            ),
            ("7x", "a product of digits of the board"),
            ("0x", "a product of digits of the board"),
            (
                "7",
                "an operation, such as `14+`, for a cage with several cells",
            ),
        ] {
            assert_eq!(rule(clue, &cells[..2]), expected, "{clue}");
        }
        assert_eq!(rule("3", &cells[..1]), "sum 3 r1c1");
        assert_eq!(
            rule("1-", &cells),
            "either { sum 1 r1c1 -1*r1c2 -1*r2c1 } or { sum 1 -1*r1c1 r1c2 -1*r2c1 } or { sum 1 -1*r1c1 -1*r1c2 r2c1 }"
        );
        let many = vec!["r1c1".to_string(); 6];
        assert_eq!(rule("1-", &many), "fewer cells for a difference");
        for text in ["", "+", "a", "3+3", "1234567890"] {
            assert!(CageClue::parse(&normalise(1, text)).is_none(), "{text}");
        }
    }
}
