//! Rules that depend on the marks of the whole board: minima and maxima, and the variants that forbid
//! what is not marked.

use super::board::Number;
use super::source::{Rule, Source};

/// A dot or a letter between two cells.
struct Mark {
    name: &'static str,
    number: Number,
    cells: [usize; 2],
    /// The cell with an odd digit that is an alternative. Then the mark is in braces and exempts nothing.
    otherwise: Option<usize>,
}

impl Mark {
    fn new(of: &mut Source, names: &[&'static str]) -> Mark {
        let name = of.one_of(names);
        let number = match name {
            "x" => 10,
            "v" => 5,
            _ if of.chance(0.8) => of.count(1..=2) as Number,
            _ => of.number(),
        };
        let cells = of.near_or_any();
        let otherwise = of.chance(0.2).then(|| of.cell());
        Mark {
            name,
            number,
            cells,
            otherwise,
        }
    }

    fn text(&self, of: &Source) -> String {
        let number = match self.name {
            "x" | "v" => String::new(),
            _ => format!("{} ", self.number),
        };
        let mark = format!("{} {number}{}", self.name, of.names(&self.cells));
        match self.otherwise {
            None => mark,
            Some(cell) => format!("either {{ {mark} }} or {{ odd {} }}", of.names(&[cell])),
        }
    }

    fn holds(&self, digits: &[Number]) -> bool {
        let [one, other] = self.cells.map(|cell| digits[cell]);
        let is_odd = self.otherwise.is_some_and(|cell| digits[cell] % 2 == 1);
        is_odd
            || match self.name {
                "difference" => (one - other).abs() == self.number,
                "ratio" => has_ratio(one, other, self.number),
                _ => one + other == self.number,
            }
    }
}

/// Returns true if one number is `ratio` times the other.
pub fn has_ratio(one: Number, other: Number, ratio: Number) -> bool {
    one == ratio * other || other == ratio * one
}

/// A variant that forbids pairs of neighbours in the grid without a mark. `forbids` sees the ratios of
/// the marks and the digits.
fn negative(
    of: &mut Source,
    names: &[&'static str],
    forbids: impl Fn(&[Number], Number, Number) -> bool + 'static,
) -> Rule {
    let marks: Vec<Mark> = (0..of.below(4)).map(|_| Mark::new(of, names)).collect();
    let mut texts = vec![of.name.clone()];
    texts.extend(marks.iter().map(|mark| mark.text(of)));
    let is_marked = |one: usize, other: usize| {
        let mut marks = marks.iter().filter(|mark| mark.otherwise.is_none());
        marks.any(|mark| mark.cells == [one, other] || mark.cells == [other, one])
    };
    let grid = 0..of.board.grid_cell_count();
    let pairs = grid.flat_map(|one| {
        of.board
            .neighbours(one)
            .into_iter()
            .map(move |other| (one, other))
    });
    let pairs: Vec<(usize, usize)> = pairs
        .filter(|(one, other)| !is_marked(*one, *other))
        .collect();
    let dots = marks
        .iter()
        .filter(|mark| mark.name == "ratio" && mark.otherwise.is_none());
    let ratios: Vec<Number> = dots.map(|dot| dot.number).collect();
    Rule {
        text: texts.join("; "),
        holds: Box::new(move |digits| {
            let mut pairs = pairs.iter();
            marks.iter().all(|mark| mark.holds(digits))
                && pairs.all(|(one, other)| !forbids(&ratios, digits[*one], digits[*other]))
        }),
    }
}

pub fn non_consecutive(of: &mut Source) -> Rule {
    negative(of, &["difference", "ratio"], |_, one, other| {
        (one - other).abs() == 1
    })
}

pub fn negative_ratio(of: &mut Source) -> Rule {
    negative(of, &["difference", "ratio"], |ratios, one, other| {
        let ratios = if ratios.is_empty() { &[2] } else { ratios };
        ratios.iter().any(|ratio| has_ratio(one, other, *ratio))
    })
}

pub fn negative_xv(of: &mut Source) -> Rule {
    negative(of, &["x", "v"], |_, one, other| {
        [5, 10].contains(&(one + other))
    })
}

/// A variant that forbids equal digits in two places of the grid that are apart by so many rows and
/// columns, the smaller number first.
fn apart(of: &mut Source, is_apart: impl Fn(usize, usize) -> bool) -> Rule {
    let grid = 0..of.board.grid_cell_count();
    let all = grid
        .clone()
        .flat_map(|one| grid.clone().map(move |other| (one, other)));
    let pairs = all.filter(|(one, other)| {
        let ((row, column), (other_row, other_column)) =
            (of.board.place(*one), of.board.place(*other));
        let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
        is_apart(down.min(right), down.max(right))
    });
    let pairs: Vec<(usize, usize)> = pairs.collect();
    Rule {
        text: of.name.clone(),
        holds: Box::new(move |digits| {
            pairs
                .iter()
                .all(|(one, other)| digits[*one] != digits[*other])
        }),
    }
}

pub fn anti_knight(of: &mut Source) -> Rule {
    apart(of, |small, large| (small, large) == (1, 2))
}

/// Cells that touch, even at a corner.
pub fn anti_king(of: &mut Source) -> Rule {
    apart(of, |_, large| large == 1)
}

/// Cells that are lower (or higher) than their neighbours, except those with the same mark. A mark in
/// braces exempts nothing.
pub fn extremum(of: &mut Source, is_beyond: fn(Number, Number) -> bool) -> Rule {
    let marked: Vec<usize> = (0..of.count(1..=3)).map(|_| of.cell()).collect();
    let in_braces = of.chance(0.2).then(|| [of.cell(), of.cell()]);
    let name = of.name.clone();
    let mut texts: Vec<String> = marked
        .iter()
        .map(|cell| format!("{name} {}", of.names(&[*cell])))
        .collect();
    if let Some([cell, otherwise]) = in_braces {
        let (cell, otherwise) = (of.names(&[cell]), of.names(&[otherwise]));
        texts.push(format!(
            "either {{ {name} {cell} }} or {{ odd {otherwise} }}"
        ));
    }
    let compared = |cell: usize| {
        let mut others = of.board.neighbours(cell);
        others.retain(|other| !marked.contains(other));
        (cell, others)
    };
    let of_marked: Vec<(usize, Vec<usize>)> = marked.iter().map(|cell| compared(*cell)).collect();
    let in_braces = in_braces.map(|[cell, otherwise]| (compared(cell), otherwise));
    let is_extreme = move |(cell, others): &(usize, Vec<usize>), digits: &[Number]| {
        others
            .iter()
            .all(|other| is_beyond(digits[*cell], digits[*other]))
    };
    Rule {
        text: texts.join("; "),
        holds: Box::new(move |digits| {
            of_marked.iter().all(|of| is_extreme(of, digits))
                && in_braces.as_ref().is_none_or(|(of, otherwise)| {
                    is_extreme(of, digits) || digits[*otherwise] % 2 == 1
                })
        }),
    }
}
