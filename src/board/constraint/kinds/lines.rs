//! Kinds that read a line or a row or column from one end.

use super::super::super::geometry::Geometry;
use super::super::super::mismatch::Mismatch;
use super::super::Pattern;
use super::super::filled::FilledBoard;
use super::super::kind::{Kind, Lower, Meaning, Of, Part};
use super::super::lowering::Lowering;

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind::new(
        &["between", "betweenline"],
        &[Part::Cells(3)],
        Meaning::Own(between_holds, lower_between),
        "Digits on a between line lie between those in the circles at its ends.",
    ),
    Kind::new(
        &["lockout", "lockoutline"],
        &[Part::Usual(0, below_half), Part::Cells(2)],
        Meaning::Own(lockout_holds, lower_lockout),
        "The ends of a lockout line differ by at least the given number, or by {usual}. The digits inside are neither between them nor equal to one of them.",
    ),
    outer(
        &["sandwich", "sandwichsum"],
        &[Part::Number("a sum"), Part::Line],
        sandwich_holds,
        lower_sandwich,
        "A clue outside the grid is the sum of the digits between {lowest} and {highest}.",
    ),
    outer(
        &["x-sum", "xsumclue"],
        &[Part::Number("a sum"), Part::Line],
        x_sum_holds,
        lower_x_sum,
        "An X-sum is the sum of the first x digits from the clue, where x is the first of them.",
    ),
    outer(
        &["skyscraper", "skyscraperclue"],
        &[Part::Number("a number"), Part::Line],
        skyscraper_holds,
        lower_skyscraper,
        "A skyscraper clue is the number of digits that are higher than all digits before them.",
    ),
    Kind {
        statement: Some(|of, _| {
            let pattern = of.pattern().map_or("", Pattern::as_str);
            format!("the digits match {pattern}")
        }),
        ..Kind::new(
            &["sequence", "regex", "regularexpression"],
            &[Part::Pattern, Part::Title, Part::Cells(1)],
            Meaning::Own(sequence_holds, lower_sequence),
            "The digits along a line match a regular expression.",
        )
    },
    Kind {
        check: |of| {
            of.machine()
                .map_or(Ok(()), |machine| machine.check(of.board()))
        },
        statement: Some(|of, _| {
            format!(
                "the digits lead through {}",
                of.machine().map_or(String::new(), |machine| machine.text())
            )
        }),
        ..Kind::new(
            &["automaton", "statemachine", "nfa"],
            &[Part::Machine, Part::Title, Part::Groups(1, usize::MAX)],
            Meaning::Own(automaton_holds, lower_automaton),
            "A finite automaton accepts the digits along a line.",
        )
    },
];

/// Returns a kind of clues outside the grid.
const fn outer(
    names: &'static [&'static str],
    shape: &'static [Part],
    holds: fn(Of, &FilledBoard) -> bool,
    lower: Lower,
    sentence: &'static str,
) -> Kind {
    Kind {
        check: |of| of.check_line(),
        ..Kind::new(names, shape, Meaning::Own(holds, lower), sentence)
    }
}

fn between_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0));
    let [first, inner @ .., last] = &digits[..] else {
        return true;
    };
    let (low, high) = (first.min(last), first.max(last));
    inner.iter().all(|digit| low < digit && digit < high)
}

fn lower_between(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    to.ends_and_inner(
        of.group(0),
        |_, _| true,
        |low, high, digit| low < digit && digit < high,
    )
}

/// Returns the largest number below half of the number of digits: the usual difference of a lockout line.
fn below_half(board: &Geometry) -> usize {
    board.digits_in_grid().div_ceil(2).saturating_sub(1)
}

fn lockout_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0));
    let [first, inner @ .., last] = &digits[..] else {
        return true;
    };
    let (low, high) = (first.min(last), first.max(last));
    high - low >= of.value() && inner.iter().all(|digit| digit < low || digit > high)
}

fn lower_lockout(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let are_ends = |low, high| high - low >= of.value();
    to.ends_and_inner(of.group(0), are_ends, |low, high, digit| {
        digit < low || digit > high
    })
}

/// Returns true for the lowest and the highest digit of the board.
fn is_crust(digit: usize, board: &Geometry) -> bool {
    let values = board.values();
    [values.start(), values.end()].contains(&&digit)
}

fn sandwich_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(&of.line_cells());
    let is_end = |at: &usize| is_crust(digits[*at], of.board());
    let ends: Vec<usize> = (0..digits.len()).filter(is_end).collect();
    match ends[..] {
        [first, last] if digits[first] != digits[last] => {
            digits[first + 1..last].iter().sum::<usize>() == of.value()
        }
        _ => false,
    }
}

/// The progress along the line of a sandwich.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Filling {
    Before,
    /// The first of the lowest and the highest digit, and the sum since.
    Between(usize, usize),
    After,
}

fn lower_sandwich(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let (board, total) = (of.board(), of.value());
    let step = |_, filling: &Filling, digit: usize| {
        let is_end = is_crust(digit, board);
        Some(match filling {
            Filling::Before if is_end => Filling::Between(digit, 0),
            Filling::Before => Filling::Before,
            Filling::Between(first, sum) if is_end => {
                return (digit != *first && *sum == total).then_some(Filling::After);
            }
            Filling::Between(first, sum) => {
                let sum = sum + digit;
                return (sum <= total).then_some(Filling::Between(*first, sum));
            }
            Filling::After if is_end => return None,
            Filling::After => Filling::After,
        })
    };
    let is_final = |filling: &Filling| *filling == Filling::After;
    to.automaton(of.line_cells(), Filling::Before, step, is_final)
}

fn x_sum_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(&of.line_cells());
    let count = digits.first().copied().unwrap_or(0);
    // A line can be too short to have that many digits.
    let first = digits.get(..count);
    first.is_some_and(|first| first.iter().sum::<usize>() == of.value())
}

fn lower_x_sum(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    // The state is the number of digits that still count, and their sum. None have been read at the start.
    let step = |_, state: &Option<(usize, usize)>, digit: usize| {
        let (left, rest) = match *state {
            None => (digit.saturating_sub(1), of.value().checked_sub(digit)?),
            Some((0, rest)) => (0, rest),
            Some((left, rest)) => (left - 1, rest.checked_sub(digit)?),
        };
        (left > 0 || rest == 0).then_some(Some((left, rest)))
    };
    let is_final = |state: &Option<(usize, usize)>| *state == Some((0, 0));
    to.automaton(of.line_cells(), None, step, is_final)
}

/// Counts the digits that are higher than all before them. A building of height 0 is not visible.
fn skyscraper_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(&of.line_cells());
    let is_visible =
        |at: &usize| digits[*at] > 0 && digits[..*at].iter().all(|before| before < &digits[*at]);
    (0..digits.len()).filter(is_visible).count() == of.value()
}

fn lower_skyscraper(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    // The state is the lowest digit that would be visible and the number of visible ones.
    let step = |_, &(lowest, visible): &(usize, usize), digit: usize| {
        let visible = visible + usize::from(digit >= lowest);
        (visible <= of.value()).then_some((lowest.max(digit + 1), visible))
    };
    let is_final = |(_, visible): &(usize, usize)| *visible == of.value();
    to.automaton(of.line_cells(), (1, 0), step, is_final)
}

fn sequence_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0));
    of.pattern().is_some_and(|pattern| pattern.matches(&digits))
}

fn lower_sequence(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let Some(pattern) = of.pattern() else {
        return Ok(());
    };
    to.accepted_by(pattern.nfa(), &[of.group(0).to_vec()])
}

fn automaton_holds(of: Of, filled: &FilledBoard) -> bool {
    let segments: Vec<Vec<usize>> = of.groups().map(|segment| filled.values(segment)).collect();
    of.machine()
        .is_some_and(|machine| machine.nfa().accepts(&segments))
}

fn lower_automaton(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let Some(machine) = of.machine() else {
        return Ok(());
    };
    let segments: Vec<Vec<_>> = of.groups().map(<[_]>::to_vec).collect();
    to.accepted_by(machine.nfa(), &segments)
}
