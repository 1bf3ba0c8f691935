//! Conditions in the digits of two cells: `abs(a-b) >= 4 or a+b = 10`.
//!
//! Operators of the same strength are evaluated from left to right. From the weakest to the strongest:
//! `or`, `and`, `not`, comparisons, `+` and `-`, then `*`, `/` and `mod`.

use super::super::mismatch::Mismatch;
use super::condition::Node;
use super::expression_parser;

/// A condition in two digits, which its text calls `a` and `b`.
///
/// ```
/// use satdoku::board::Expression;
///
/// let condition = Expression::parse("abs(a - b) >= 4 or a + b = 10")?;
/// assert!(condition.holds(3, 7) && condition.holds(4, 6) && !condition.holds(4, 7));
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression {
    text: String,
    condition: Node,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// If it is not a condition, or is longer than 1,000 characters. The column is that in the text.
    pub fn parse(text: &str) -> Result<Expression, Mismatch> {
        // On one line, wherever it comes from.
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(Expression {
            condition: expression_parser::parse(text)?,
            text: words.join(" "),
        })
    }

    /// The text, as it was written but on one line.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns true if the condition holds for two digits.
    pub fn holds(&self, a: usize, b: usize) -> bool {
        let value = |digit: usize| i64::try_from(digit).unwrap_or(i64::MAX);
        self.condition.holds([value(a), value(b)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pairs of digits from 0 to 9 for which a condition holds, in order.
    fn pairs(text: &str) -> String {
        let condition = Expression::parse(text).unwrap();
        let all = (0..10).flat_map(|a| (0..10).map(move |b| (a, b)));
        let pairs = all.filter(|(a, b)| condition.holds(*a, *b));
        pairs
            .map(|(a, b)| format!("{a}{b}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn operators_have_their_usual_strength() {
        for (text, expected) in [
            ("a = 1 and b = 2", "12"),
            ("a = 1 and b = 2 or a = 3 and b < 2", "12 30 31"),
            ("a = 1 and (b = 2 or a = 3) and b < 3", "12"),
            ("not a > 0 and b = 3", "03"),
            ("not (a > 0 or b < 8)", "08 09"),
            ("a + b * 2 = 19 and a > 4", "57 76 95"),
            ("(a + b) * 2 = 34", "89 98"),
            ("9 - a - b = 9", "00"),
            ("-a - -b = 8", "08 19"),
            ("a * b mod 10 = 9 and a < b", "19"),
            ("a/b = 2 and b > 2", "63 84"),
            ("a/b*b = a and a = 9 and b < 2", "91"),
            ("a/b > 2", "31 41 51 52 61 62 71 72 73 81 82 83 91 92 93 94"),
            ("ABS(a-b) >= 9", "09 90"),
            ("min(a, b) = 9 or max(a, b) = 0", "00 99"),
            ("(a - b) mod 7 = 1 and b = 9", "39"),
            ("a ≠ b and a ≤ 0 and b ≥ 9", "09"),
            ("a <> b and a != 0 and a == 1 and b < 2", "10"),
        ] {
            assert_eq!(pairs(text), expected, "{text}");
        }
    }

    #[test]
    fn a_comparison_with_a_number_that_does_not_exist_is_false() {
        for text in [
            "a/0 = a/0",
            "a/0 != 1",
            "a mod 0 = 0",
            "(a/2 + 1/3) mod 2 < 9",
            "a + 9223372036854775807 - 9223372036854775807 = a and a > 0",
            "9223372036854775807 * 2 > a",
            "abs(-9223372036854775807 - 1) > 0",
            "(-9223372036854775807 - 1) mod -1 = 0",
        ] {
            assert_eq!(pairs(text), "", "{text}");
        }
        assert_eq!(pairs("not b/a = 1 and a + b = 1"), "01 10");
        let lowest = "-1 - (-9223372036854775807 - 1) = 9223372036854775807";
        assert_eq!(pairs(&format!("{lowest} and a + b = 0")), "00");
    }

    #[test]
    fn errors_name_the_column() {
        let nested = format!("{}a", "(".repeat(60));
        let long = format!("a = {}1", "1+".repeat(500));
        for (text, expected) in [
            (
                "",
                "1: expected `a`, `b`, a number, a function or `(`, found the end of the expression",
            ),
            (
                "a + = b",
                "5: expected `a`, `b`, a number, a function or `(`, found `=`",
            ),
            (
                "a = c",
                "5: expected `a`, `b`, a number, a function or `(`, found `c`",
            ),
            (
                "a + b",
                "1: expected a condition such as `a < b`, found a number",
            ),
            (
                "a = 1 or  b",
                "11: expected a condition such as `a < b`, found a number",
            ),
            ("1 + (a = b) = 2", "5: expected a number, found a condition"),
            (
                "1 < a < 3",
                "7: expected `and`, `or` or the end after a comparison, found `<`",
            ),
            (
                "a = b b",
                "7: expected an operator or the end of the expression, found `b`",
            ),
            ("(a = b", "7: expected `)`, found the end of the expression"),
            ("min(a) = 1", "6: expected `,`, found `)`"),
            (
                "a ≥ é",
                "5: expected `a`, `b`, a number, a function or `(`, found `é`",
            ),
            (
                "a = 99999999999999999999",
                "5: expected a number from 0 to 9223372036854775807, found `99999999999999999999`",
            ),
            (&nested, "51: expected at most 50 nested parts, found more"),
            (
                &long,
                "1: expected an expression of at most 1000 characters, found 1005",
            ),
        ] {
            let error = Expression::parse(text).unwrap_err();
            assert_eq!(format!("{}: {error}", error.column), expected, "{text}");
        }
    }
}
