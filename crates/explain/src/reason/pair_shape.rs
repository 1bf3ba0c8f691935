//! The shape of a relation between two cells, recognised from its table of pairs.

/// What a relation demands of two digits, in words that fit all kinds of constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairShape {
    Equal,
    Unequal,
    /// The first is lower.
    Lower,
    /// The first is not higher.
    NotHigher,
    /// The first is higher.
    Higher,
    /// The first is not lower.
    NotLower,
    Apart(i64),
    NotApart(i64),
    AtLeastApart(i64),
    AtMostApart(i64),
    Ratio(i64),
    NotRatio(i64),
    Total(i64),
    NotTotal(i64),
    /// Any other table.
    Other,
}

impl PairShape {
    /// Recognises the shape of a table over some values.
    pub fn new(values: &[i64], allows: impl Fn(i64, i64) -> bool) -> PairShape {
        use PairShape::{
            Apart, AtLeastApart, AtMostApart, Equal, Higher, Lower, NotApart, NotHigher, NotLower,
            NotRatio, NotTotal, Other, Ratio, Total, Unequal,
        };
        let is = |shape: &PairShape| {
            let mut pairs = values
                .iter()
                .flat_map(|one| values.iter().map(move |other| (*one, *other)));
            pairs.all(|(one, other)| shape.holds(one, other) == allows(one, other))
        };
        let fixed = [Equal, Unequal, Lower, Higher, NotHigher, NotLower];
        let highest = values.iter().copied().max().unwrap_or(0);
        let numbers = 1..=2 * highest;
        let numbered = numbers.flat_map(|k| {
            [
                Apart(k),
                AtLeastApart(k),
                AtMostApart(k),
                Ratio(k),
                Total(k),
                NotApart(k),
                NotRatio(k),
                NotTotal(k),
            ]
        });
        fixed.into_iter().chain(numbered).find(is).unwrap_or(Other)
    }

    /// Returns true if the shape allows these values.
    fn holds(self, one: i64, other: i64) -> bool {
        use PairShape::{
            Apart, AtLeastApart, AtMostApart, Equal, Higher, Lower, NotApart, NotHigher, NotLower,
            NotRatio, NotTotal, Other, Ratio, Total, Unequal,
        };
        match self {
            Equal => one == other,
            Unequal => one != other,
            Lower => one < other,
            NotHigher => one <= other,
            Higher => one > other,
            NotLower => one >= other,
            Apart(k) => (one - other).abs() == k,
            NotApart(k) => (one - other).abs() != k,
            AtLeastApart(k) => (one - other).abs() >= k,
            AtMostApart(k) => (one - other).abs() <= k,
            Ratio(k) => one == k * other || other == k * one,
            NotRatio(k) => one != k * other && other != k * one,
            Total(k) => one + other == k,
            NotTotal(k) => one + other != k,
            Other => false,
        }
    }

    /// Returns what the first cell is to the second: `r1c1 is 1 away from r1c2`.
    pub fn demand(self, one: &str, other: &str) -> String {
        use PairShape::{
            Apart, AtLeastApart, AtMostApart, Equal, Higher, Lower, NotApart, NotHigher, NotLower,
            NotRatio, NotTotal, Other, Ratio, Total, Unequal,
        };
        match self {
            Equal => format!("{one} equals {other}"),
            Unequal => format!("{one} differs from {other}"),
            Lower => format!("{one} is lower than {other}"),
            NotHigher => format!("{one} is not higher than {other}"),
            Higher => format!("{one} is higher than {other}"),
            NotLower => format!("{one} is not lower than {other}"),
            Apart(k) => format!("{one} is {k} away from {other}"),
            NotApart(k) => format!("{one} is not {k} away from {other}"),
            AtLeastApart(k) => format!("{one} is at least {k} away from {other}"),
            AtMostApart(k) => format!("{one} is at most {k} away from {other}"),
            Ratio(2) => format!("{one} is double or half of {other}"),
            Ratio(k) => format!("{one} has the ratio {k} to {other}"),
            NotRatio(2) => format!("{one} is neither double nor half of {other}"),
            NotRatio(k) => format!("{one} does not have the ratio {k} to {other}"),
            Total(k) => format!("{one} makes {k} with {other}"),
            NotTotal(k) => format!("{one} does not make {k} with {other}"),
            Other => format!("{one} fits {other}"),
        }
    }

    /// Returns that a subject, such as `no digit`, is not what the second cell is to these digits in the first.
    pub fn lacking(self, subject: &str, digits: &str) -> String {
        match self.inverted() {
            PairShape::NotLower => format!("{subject} is as high as {digits}"),
            PairShape::NotHigher => format!("{subject} is as low as {digits}"),
            shape => shape.demand(subject, digits),
        }
    }

    /// Returns the shape as the other cell sees it.
    fn inverted(self) -> PairShape {
        match self {
            PairShape::Lower => PairShape::Higher,
            PairShape::Higher => PairShape::Lower,
            PairShape::NotHigher => PairShape::NotLower,
            PairShape::NotLower => PairShape::NotHigher,
            same => same,
        }
    }
}
