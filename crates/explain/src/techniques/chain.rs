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

/// The search for a chain that refutes a candidate.
struct ChainSearch<'a> {
    layout: &'a Layout,
    facts: &'a [(Fact, Vec<Candidate>)],
    target: Candidate,
    /// The number of facts that may still be tried as links.
    left: &'a mut usize,
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
            let mut search = ChainSearch {
                layout,
                facts,
                target: *target,
                left: &mut left,
            };
            search.run()
        })?;
        let (near, far) = (&links.first()?.near, &links.last()?.far);
        let excludes = |one: &Candidate| {
            let mut others = far.iter();
            others.all(|other| exclude_each_other(layout, *one, *other))
        };
        let mut chain = Chain {
            is_loop: near.iter().all(excludes),
            links,
            refuted: Vec::new(),
            others: Vec::new(),
        };
        let eliminates = eliminates.iter().copied();
        (chain.refuted, chain.others) = eliminates.partition(|of| chain.refutes(layout, *of));
        Some(chain)
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
            let all: Vec<Candidate> = link.near.iter().chain(&link.far).copied().collect();
            match in_one_cell(&all) {
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

    /// Returns true if the chain refutes the candidate.
    fn refutes(&self, layout: &Layout, target: Candidate) -> bool {
        let excludes = |part: &[Candidate]| {
            let mut part = part.iter();
            part.all(|member| exclude_each_other(layout, target, *member))
        };
        let is_between =
            |one: &StrongLink, other: &StrongLink| excludes(&one.far) && excludes(&other.near);
        let inner = || {
            self.links
                .windows(2)
                .any(|pair| is_between(&pair[0], &pair[1]))
        };
        match &self.links[..] {
            [first, .., last] => is_between(last, first) || (self.is_loop && inner()),
            _ => false,
        }
    }

    /// Returns the strong links in words: `7 at r2c5 or r2c1 in row 2`.
    fn strong_text(&self, layout: &Layout) -> String {
        let board = layout.geometry();
        let strong = self.links.iter().map(|link| match &link.fact {
            Fact::House(house, digit) => {
                let parts = [&link.near, &link.far].map(|part| places(part, board));
                let (digit, house) = (board.value(*digit), house_name(*house, layout));
                format!("{digit} at {} in {house}", parts.join(" or "))
            }
            Fact::Cell(_) | Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => {
                let parts = [digits(&link.near, board), digits(&link.far, board)];
                let cell = link.near[0].cell.name(board);
                format!("{} in {cell}", parts.join(" or "))
            }
        });
        strong.collect::<Vec<_>>().join("; ")
    }

    /// Returns the weak links in words: `7 at r2c1 and r8c1`.
    fn weak_text(&self, board: &Geometry) -> String {
        let weak = self.links.windows(2).map(|pair| {
            let (one, other) = (&pair[0].far, &pair[1].near);
            let all: Vec<Candidate> = one.iter().chain(other).copied().collect();
            match (in_one_cell(&all), one_digit(&all)) {
                (Some(cell), _) => {
                    let parts = [digits(one, board), digits(other, board)];
                    format!("{} in {}", parts.join(" and "), cell.name(board))
                }
                (None, Some(digit)) => {
                    let parts = [one, other].map(|part| places(part, board));
                    format!("{} at {}", board.value(digit), parts.join(" and "))
                }
                (None, None) => [one, other].map(|part| at(part, board)).join(" and "),
            }
        });
        weak.collect::<Vec<_>>().join("; ")
    }

    /// Returns the argument in words: the links and what the ends exclude.
    pub fn to_text(&self, layout: &Layout) -> String {
        let board = layout.geometry();
        let (near, far) = match &self.links[..] {
            [first, .., last] => (&first.near, &last.far),
            _ => return String::new(),
        };
        let links = match self.links.len() {
            2 => "link",
            _ => "links",
        };
        let text = format!(
            "Strong links (at least one end holds): {}. Weak {links} (at most one end holds): {}.",
            self.strong_text(layout),
            self.weak_text(board)
        );
        let concluded = join(&eliminated(&self.refuted, board), "and");
        let ends: Vec<Candidate> = near.iter().chain(far).copied().collect();
        if self.is_loop {
            return format!(
                "{text} {} and {} exclude each other as well, so the chain is a loop and exactly one \
                 end of each link holds: {concluded}.",
                at(near, board),
                at(far, board)
            );
        }
        let ends = match one_digit(&ends) {
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

impl ChainSearch<'_> {
    fn run(&mut self) -> Option<Vec<StrongLink>> {
        let mut links = Vec::with_capacity(self.facts.len());
        let mut open: Vec<usize> = (0..self.facts.len()).collect();
        let is_chain = self.facts.len() > 1 && self.extend(&mut links, &mut open);
        is_chain.then_some(links)
    }

    fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        exclude_each_other(self.layout, one, other)
    }

    /// Extends the chain by the `open` facts, until it proves the conclusion or no more links may be tried.
    fn extend(&mut self, links: &mut Vec<StrongLink>, open: &mut Vec<usize>) -> bool {
        if open.is_empty() {
            return links.last().is_some_and(|last| self.is_end(&last.far));
        }
        for place in 0..open.len() {
            if *self.left == 0 {
                return false;
            }
            *self.left -= 1;
            let number = open.remove(place);
            let (fact, members) = &self.facts[number];
            let is_near = |member: &Candidate| match links.last() {
                Some(link) => link.far.iter().all(|far| self.excludes(*far, *member)),
                None => self.excludes(self.target, *member),
            };
            let (near, far): (Vec<Candidate>, Vec<Candidate>) =
                members.iter().partition(|m| is_near(m));
            let is_link = !near.is_empty()
                && !far.is_empty()
                && (open.is_empty() || one_digit(&far).is_some());
            if is_link {
                links.push(StrongLink {
                    fact: fact.clone(),
                    near,
                    far,
                });
                if self.extend(links, open) {
                    return true;
                }
                links.pop();
            }
            open.insert(place, number);
        }
        false
    }

    fn is_end(&self, far: &[Candidate]) -> bool {
        far.iter().all(|member| self.excludes(self.target, *member))
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
