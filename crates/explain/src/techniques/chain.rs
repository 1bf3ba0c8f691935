//! Chains: facts whose candidates are split in two, linked so that one of the two ends holds.
//!
//! A *strong link* has the two parts of a fact: at least one of them holds. A *weak link* joins parts
//! that exclude each other: at most one of them holds. If strong and weak links alternate, at least
//! one end of the chain holds, and candidates that both ends exclude are eliminated. A part is a
//! candidate, or several of one digit (a grouped node).

use crate::fact::{Fact, exclude_each_other};
use crate::sorted_set::sorted_set;
use crate::text::constraint::house_name;
use crate::text::words::{eliminated, in_one_cell, join};
use satdoku::board::{Candidate, Digit, Geometry, Layout};

/// The most facts that are tried as links of the chains of one step. Chains of up to twelve facts take far fewer.
const MOST_TRIED: usize = 50_000;

/// An alternating inference chain through the facts of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chain {
    links: Vec<StrongLink>,
    /// True if the ends exclude each other, so that one part of each weak link holds.
    is_loop: bool,
    refuted: Vec<Candidate>,
    /// The eliminated candidates that the chain does not refute.
    pub others: Vec<Candidate>,
}

/// A fact whose candidates are split in two.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StrongLink {
    fact: Fact,
    near: Vec<Candidate>,
    far: Vec<Candidate>,
}

/// A line between two candidates of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The candidates at its ends.
    pub ends: [Candidate; 2],
    /// True if one of the ends holds, false if at most one does.
    pub is_strong: bool,
}

impl Chain {
    /// Finds a chain through all facts that refutes one of the candidates, and which others it refutes. Gives up after
    /// [`MOST_TRIED`] links.
    pub fn refuting(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Chain> {
        let mut left = MOST_TRIED;
        let links = eliminates.iter().find_map(|target| {
            let (mut links, mut open) = (Vec::new(), facts.iter().collect());
            let is_chain =
                facts.len() > 1 && extend(layout, *target, &mut links, &mut open, &mut left);
            is_chain.then_some(links)
        })?;
        let (near, far) = (&links.first()?.near, &links.last()?.far);
        let is_loop = near.iter().all(|one| all_exclude(layout, far, *one));
        let is_refuted = |target: &&Candidate| {
            let ends = [(&links[links.len() - 1], &links[0])].into_iter();
            let inner = links.windows(2).map(|pair| (&pair[0], &pair[1]));
            let mut pairs = ends.chain(inner.filter(|_| is_loop));
            pairs.any(|(one, other)| {
                all_exclude(layout, &one.far, **target)
                    && all_exclude(layout, &other.near, **target)
            })
        };
        let (refuted, others) = eliminates.iter().partition(is_refuted);
        Some(Chain {
            links,
            is_loop,
            refuted,
            others,
        })
    }

    /// Returns the second parts of the strong links.
    pub fn far_ends(&self) -> Vec<Candidate> {
        self.links
            .iter()
            .flat_map(|link| link.far.clone())
            .collect()
    }

    /// Returns the links between cells, each once. Of grouped nodes, only the weak links are lines.
    pub fn between_cells(&self) -> Vec<Link> {
        let is_single = |link: &&StrongLink| link.near.len() == 1 && link.far.len() == 1;
        let strong = self.links.iter().filter(is_single);
        let strong = strong.map(|link| (&link.near, &link.far, true));
        let weak = self.links.windows(2);
        let weak = weak.map(|pair| (&pair[0].far, &pair[1].near, false));
        let mut links = Vec::new();
        for (near, far, is_strong) in strong.chain(weak) {
            let ends = near
                .iter()
                .flat_map(|one| far.iter().map(|other| [*one, *other]));
            let between = ends.filter(|[one, other]| one.cell != other.cell);
            links.extend(between.map(|ends| Link { ends, is_strong }));
        }
        links
    }

    /// Returns the chain and its conclusions in Eureka notation, such as
    /// `(1=2)r1c1-(2)r5c1=(2)r5c5 => r5c2<>1`.
    pub fn notation(&self, board: &Geometry) -> String {
        let links = self.links.iter().map(|link| {
            match in_one_cell(&[&link.near[..], &link.far].concat()) {
                Some(cell) => format!(
                    "({}={}){}",
                    digits(&link.near, board),
                    digits(&link.far, board),
                    cell.name(board)
                ),
                None => format!("{}={}", node(&link.near, board), node(&link.far, board)),
            }
        });
        let chain = links.collect::<Vec<_>>().join("-");
        let end = if self.is_loop { "-loop" } else { "" };
        let concluded = sorted_set(self.refuted.iter().map(|of| of.digit));
        let concluded = concluded.iter().map(|digit| {
            let of_digit = self.refuted.iter().filter(|of| of.digit == *digit);
            let cells: Vec<String> = of_digit.map(|c| c.cell.name(board).to_string()).collect();
            format!("{}<>{}", cells.join(","), board.value(*digit))
        });
        format!(
            "{chain}{end} => {}",
            concluded.collect::<Vec<_>>().join(", ")
        )
    }

    /// Returns the argument in words: the links and what the ends exclude.
    pub fn to_text(&self, layout: &Layout) -> String {
        let board = layout.geometry();
        let (near, far, links) = match &self.links[..] {
            [first, last] => (&first.near, &last.far, "link"),
            [first, .., last] => (&first.near, &last.far, "links"),
            _ => return String::new(),
        };
        let strong = self.links.iter().map(|link| {
            let house = match link.fact {
                Fact::House(house, _) => format!(" in {}", house_name(house, layout)),
                _ => String::new(),
            };
            linked(&link.near, &link.far, "or", board) + &house
        });
        let strong = strong.collect::<Vec<_>>().join("; ");
        let weak = self.links.windows(2);
        let weak = weak.map(|pair| linked(&pair[0].far, &pair[1].near, "and", board));
        let weak = weak.collect::<Vec<_>>().join("; ");
        let text = format!(
            "Strong links (at least one end holds): {strong}. Weak {links} (at most one end holds): {weak}."
        );
        let concluded = join(eliminated(&self.refuted, board), "and");
        if self.is_loop {
            return format!(
                "{text} {} and {} exclude each other as well, so the chain is a loop and exactly one \
                 end of each link holds: {concluded}.",
                at(near, board),
                at(far, board)
            );
        }
        let ends = match one_digit(&[&near[..], far].concat()) {
            Some(digit) => format!(
                "{} is at {} or {}",
                board.value(digit),
                places(near, board),
                places(far, board)
            ),
            None => format!("{} or {} holds", at(near, board), at(far, board)),
        };
        format!("{text} So {ends}. Either way, {concluded}.")
    }
}

/// Extends a chain by the `open` facts, until it refutes the target or no more links may be tried.
fn extend(
    layout: &Layout,
    target: Candidate,
    links: &mut Vec<StrongLink>,
    open: &mut Vec<&(Fact, Vec<Candidate>)>,
    left: &mut usize,
) -> bool {
    if open.is_empty() {
        return links
            .last()
            .is_some_and(|last| all_exclude(layout, &last.far, target));
    }
    for place in 0..open.len() {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let of_fact = open.remove(place);
        let before = links.last().map_or(vec![target], |link| link.far.clone());
        let is_near = |member: &&Candidate| all_exclude(layout, &before, **member);
        let (near, far): (Vec<Candidate>, Vec<Candidate>) = of_fact.1.iter().partition(is_near);
        let is_node = open.is_empty() || one_digit(&far).is_some();
        if !near.is_empty() && !far.is_empty() && is_node {
            let fact = of_fact.0.clone();
            links.push(StrongLink { fact, near, far });
            if extend(layout, target, links, open, left) {
                return true;
            }
            links.pop();
        }
        open.insert(place, of_fact);
    }
    false
}

/// True if each candidate of a part excludes this one.
fn all_exclude(layout: &Layout, part: &[Candidate], one: Candidate) -> bool {
    let mut part = part.iter();
    part.all(|member| exclude_each_other(layout, *member, one))
}

/// Returns the two parts of a link in words: `1 or 2 in r1c1`, `7 at r2c5 or r2c1`.
fn linked(one: &[Candidate], other: &[Candidate], word: &str, board: &Geometry) -> String {
    let all = [one, other].concat();
    match (in_one_cell(&all), one_digit(&all)) {
        (Some(cell), _) => {
            let (one, other) = (digits(one, board), digits(other, board));
            format!("{one} {word} {other} in {}", cell.name(board))
        }
        (None, Some(digit)) => {
            let (one, other) = (places(one, board), places(other, board));
            format!("{} at {one} {word} {other}", board.value(digit))
        }
        (None, None) => format!("{} {word} {}", at(one, board), at(other, board)),
    }
}

/// Returns the digit that all candidates have.
fn one_digit(part: &[Candidate]) -> Option<Digit> {
    let digit = part.first()?.digit;
    part.iter()
        .all(|member| member.digit == digit)
        .then_some(digit)
}

/// Returns the digits of a part: `5`, or `12` if there are several.
fn digits(part: &[Candidate], board: &Geometry) -> String {
    let digits = sorted_set(part.iter().map(|member| member.digit));
    let digits: Vec<String> = digits
        .iter()
        .map(|digit| board.value(*digit).to_string())
        .collect();
    digits.join(if *board.all_values().end() > 9 {
        ","
    } else {
        ""
    })
}

/// Returns the cells of a part: `r1c1`, `r1c12` for several in a line, or else `r1c1/r2c2`.
fn places(part: &[Candidate], board: &Geometry) -> String {
    let all = sorted_set(part.iter().map(|member| member.cell));
    let coordinates = |of: fn((usize, usize)) -> usize| {
        let positions = all.iter().filter_map(|cell| board.position(*cell));
        sorted_set(positions.map(|at| of(at) + 1))
    };
    let rows = coordinates(|(row, _)| row);
    let columns = coordinates(|(_, column)| column);
    let is_wide = board.rows().max(board.columns()) > 9;
    let has_variables = all.iter().any(|cell| board.position(*cell).is_none());
    if is_wide || has_variables || (rows.len() > 1 && columns.len() > 1) {
        let names: Vec<String> = all
            .iter()
            .map(|cell| cell.name(board).to_string())
            .collect();
        return names.join("/");
    }
    let text = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<String>();
    format!("r{}c{}", text(&rows), text(&columns))
}

/// Returns a part as in Eureka notation: `(5)r1c12`.
fn node(part: &[Candidate], board: &Geometry) -> String {
    let places = places(part, board).replace('/', ",");
    format!("({}){places}", digits(part, board))
}

/// Returns a part in words: `5 at r1c1`.
fn at(part: &[Candidate], board: &Geometry) -> String {
    format!("{} at {}", digits(part, board), places(part, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::Puzzle;
    use satdoku::board::Cell;

    /// Fifteen cells of a row with two digits can be linked in over 10¹² orders, none of which refutes the target.
    #[test]
    fn the_search_among_many_facts_gives_up() {
        let puzzle: Puzzle = ".".repeat(256).parse().unwrap();
        let candidate = |cell: usize, digit: usize| Candidate {
            cell: Cell::from_index(cell),
            digit: Digit::from_index(digit),
        };
        let fact = |cell: usize| {
            let members = [0, 1].map(|digit| candidate(cell, digit));
            (Fact::Cell(Cell::from_index(cell)), members.to_vec())
        };
        let facts: Vec<_> = (1..16).map(fact).collect();
        let refuting = |facts| Chain::refuting(puzzle.layout(), facts, &[candidate(0, 0)]);
        assert_eq!(refuting(&facts[..]), None);
        assert!(refuting(&facts[..14]).is_some());
    }
}
