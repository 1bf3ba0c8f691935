//! Arguments: why the conclusion of a step follows, in words that can be read aloud.
//!
//! Subsets, fish and single facts are said as players say them. For all else each conclusion is
//! denied, and what follows by the facts of the step is written down until one of them has no
//! candidate left: facts with one candidate, facts whose candidates all exclude another one, and,
//! where neither is left, the cases of the fact with the fewest candidates. Only what the end
//! rests on is said.

use std::fmt::Write;

use super::fact::{Fact, HouseName};
use super::technique::Technique;
use crate::board::{Candidate, Cell, Digit, Layout};

/// More conclusions than this are not argued one by one.
const MOST_ARGUED: usize = 3;

/// The argument of a step with these facts and their candidates.
pub(super) fn argue(
    layout: &Layout,
    technique: Technique,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let size = layout.size();
    match (technique, facts) {
        (Technique::Contradiction, [(fact, _)]) => {
            format!("{}.", capital(&nothing_left(*fact, size)))
        }
        (Technique::HiddenSingle, [(Fact::House(house, digit), members)]) => {
            let house = HouseName(*house);
            let place = members[0].cell.name(size);
            format!("In {house}, {digit} has one place left: {place}.")
        }
        (Technique::NakedSingle, [(_, members)]) => {
            let Candidate { cell, digit } = members[0];
            format!("{} has one digit left: {digit}.", cell.name(size))
        }
        (Technique::Pointing | Technique::Claiming, [(Fact::House(house, digit), members)]) => {
            let house = HouseName(*house);
            let all: Vec<Cell> = members.iter().chain(eliminates).map(|c| c.cell).collect();
            let mut shared = layout.houses().iter().map(|h| (h.kind, &h.cells));
            let cover = shared.find(|(kind, cells)| {
                HouseName(*kind) != house && all.iter().all(|cell| cells.contains(cell))
            });
            let cover = cover.map_or_else(String::new, |(kind, _)| HouseName(kind).to_string());
            format!(
                "In {house}, {digit} can only be at {}. These cells are all in {cover}, so {digit} \
                 is nowhere else in {cover}.",
                cells(members, size, "or")
            )
        }
        (_, [(fact, members)]) => format!(
            "{} is {}. Each of these excludes {}.",
            subject(*fact, size),
            options(*fact, members, size),
            names(eliminates, size, "and")
        ),
        (Technique::NakedSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            format!(
                "{} have only {} left and hold these digits in some order. So a cell that sees all \
                 places of one of them cannot have it.",
                cells(&members, size, "and"),
                digits(&members)
            )
        }
        (Technique::HiddenSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            let house = match facts[0].0 {
                Fact::House(house, _) => HouseName(house).to_string(),
                Fact::Cell(cell) => cell.name(size).to_string(),
            };
            format!(
                "In {house}, {} can only be at {}. These cells hold them in some order, and nothing \
                 else.",
                digits(&members),
                cells(&members, size, "and")
            )
        }
        (Technique::Fish(_), _) => fish(facts, size),
        _ => argue_each(layout, facts, places, eliminates),
    }
}

fn fish(facts: &[(Fact, Vec<Candidate>)], size: usize) -> String {
    let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
    let mut bases = Vec::new();
    let mut of_rows = true;
    for (fact, _) in facts {
        if let Fact::House(kind, _) = fact {
            of_rows = HouseName(*kind).to_string().starts_with("row");
            bases.push(HouseName(*kind).to_string());
        }
    }
    let across = |c: &Candidate| {
        if of_rows {
            c.cell.index() % size
        } else {
            c.cell.index() / size
        }
    };
    let mut covers: Vec<usize> = members.iter().map(across).collect();
    covers.sort_unstable();
    covers.dedup();
    let kind = if of_rows { "column" } else { "row" };
    let covers: Vec<String> = covers
        .iter()
        .map(|line| format!("{kind} {}", line + 1))
        .collect();
    let digit = members[0].digit;
    format!(
        "In {}, {digit} can only be in {}. Each of the {} takes one of these {kind}s, so {digit} is \
         nowhere else in them.",
        join(&bases, "and"),
        join(&covers, "or"),
        number(bases.len())
    )
}

fn argue_each(
    layout: &Layout,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let mut text = String::new();
    let size = layout.size();
    let denied = places.iter().map(|placed| (*placed, false));
    let denied = denied.chain(eliminates.iter().map(|gone| (*gone, true)));
    let denied: Vec<(Candidate, bool)> = denied.collect();
    let argued = if denied.len() <= MOST_ARGUED {
        denied.len()
    } else {
        1
    };
    for (candidate, holds) in &denied[..argued] {
        let space = if text.is_empty() { "" } else { " " };
        let proof = Prover::new(layout, facts, *candidate).prove(*holds);
        let _ = write!(text, "{space}{}", proof.to_text(facts, size));
        let Candidate { cell, digit } = candidate;
        let cell = cell.name(size);
        let is = if *holds { "is not" } else { "is" };
        let _ = write!(text, " So {cell} {is} {digit}.");
    }
    let others: Vec<Candidate> = denied[argued..]
        .iter()
        .map(|(candidate, _)| *candidate)
        .collect();
    if !others.is_empty() {
        let gone = names(&others, size, "and");
        let _ = write!(text, " By the same facts, in the same way, {gone} go.");
    }
    text
}

/// What follows from the facts and the denial of a conclusion.
struct Prover<'a> {
    facts: &'a [(Fact, Vec<Candidate>)],
    /// The candidates of the facts and the denied one.
    candidates: Vec<Candidate>,
    denied: usize,
    /// By candidate, those that it excludes.
    excluded: Vec<Vec<usize>>,
    /// By fact, its candidates.
    members: Vec<Vec<usize>>,
}

/// A line of a proof, with the numbers of the lines that it rests on.
struct Line {
    number: usize,
    says: Says,
    rests_on: Vec<usize>,
}

enum Says {
    /// What is assumed: that the candidate holds, or does not.
    Assume(usize, bool),
    /// The fact is down to this candidate.
    Unit(usize, usize),
    /// The fact is down to these candidates, all of which exclude another one.
    Group(usize, Vec<usize>),
}

/// Lines, and how they end.
struct Proof {
    lines: Vec<Line>,
    end: End,
    /// The lines that the end rests on.
    rests_on: Vec<usize>,
    candidates: Vec<Candidate>,
}

enum End {
    /// The fact has no candidate.
    Nothing(usize),
    /// Each of these candidates of the fact comes to a contradiction.
    Cases(usize, Vec<Proof>),
}

impl<'a> Prover<'a> {
    fn new(layout: &Layout, facts: &'a [(Fact, Vec<Candidate>)], denied: Candidate) -> Prover<'a> {
        let mut candidates: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
        candidates.push(denied);
        candidates.sort_unstable();
        candidates.dedup();
        let excludes = |one: &Candidate, other: &Candidate| {
            if one.cell == other.cell {
                one.digit != other.digit
            } else {
                (one.digit == other.digit
                    && layout.first_shared_house(one.cell, other.cell).is_some())
                    || layout.excluded(*one).any(|excluded| excluded == *other)
            }
        };
        let place = |candidate: &Candidate| candidates.binary_search(candidate).unwrap_or_default();
        let excluded = candidates.iter().map(|one| {
            let others = candidates.iter().enumerate();
            let others = others.filter(|(_, other)| excludes(one, other));
            others.map(|(number, _)| number).collect()
        });
        Prover {
            facts,
            denied: place(&denied),
            excluded: excluded.collect(),
            members: facts
                .iter()
                .map(|(_, m)| m.iter().map(place).collect())
                .collect(),
            candidates,
        }
    }

    fn prove(&self, holds: bool) -> Proof {
        let mut causes = vec![None; self.candidates.len()];
        let mut numbers = 0;
        let mut proof = self.go(self.denied, holds, &mut causes, &mut numbers);
        let mut needed = vec![false; numbers];
        proof.mark(&mut needed);
        proof.drop_unneeded(&needed);
        proof
    }

    /// What follows from an assumption. `causes` says of each candidate that is gone the number of
    /// the line that excludes it; `numbers` is the number of the next line.
    fn go(
        &self,
        assumed: usize,
        holds: bool,
        causes: &mut [Option<usize>],
        numbers: &mut usize,
    ) -> Proof {
        let mut lines: Vec<Line> = Vec::new();
        let mut add = |says: Says, rests_on: Vec<usize>, numbers: &mut usize| {
            let number = *numbers;
            *numbers += 1;
            lines.push(Line {
                number,
                says,
                rests_on,
            });
            number
        };
        let first = add(Says::Assume(assumed, holds), Vec::new(), numbers);
        if holds {
            self.exclude(&[assumed], first, causes);
        } else {
            causes[assumed] = Some(first);
        }
        let mut done = vec![false; self.facts.len()];
        let (end, fact) = loop {
            let open: Vec<Vec<usize>> = (0..self.facts.len())
                .map(|fact| self.left(fact, causes))
                .collect();
            if let Some(fact) = open.iter().position(Vec::is_empty) {
                break (End::Nothing(fact), fact);
            }
            let is_unit = |fact: &usize| open[*fact].len() == 1 && !done[*fact];
            if let Some(fact) = (0..open.len()).find(is_unit) {
                done[fact] = true;
                let says = Says::Unit(fact, open[fact][0]);
                let number = add(says, self.rests_on(fact, causes), numbers);
                self.exclude(&open[fact], number, causes);
                continue;
            }
            let is_group = |fact: &usize| {
                let excluded = self.excluded_by(&open[*fact]);
                open[*fact].len() > 1 && excluded.iter().any(|gone| causes[*gone].is_none())
            };
            if let Some(fact) = (0..open.len()).find(is_group) {
                let says = Says::Group(fact, open[fact].clone());
                let number = add(says, self.rests_on(fact, causes), numbers);
                self.exclude(&open[fact], number, causes);
                continue;
            }
            let several = (0..open.len()).filter(|fact| open[*fact].len() > 1);
            let Some(fact) = several.min_by_key(|fact| open[*fact].len()) else {
                // The facts do not force the conclusion, which the check of the step will say.
                break (End::Cases(0, Vec::new()), 0);
            };
            let case = |case: &usize| self.go(*case, true, &mut causes.to_vec(), numbers);
            break (
                End::Cases(fact, open[fact].iter().map(case).collect()),
                fact,
            );
        };
        Proof {
            lines,
            end,
            rests_on: self.rests_on(fact, causes),
            candidates: self.candidates.clone(),
        }
    }

    /// The candidates of a fact that are not gone.
    fn left(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter().copied();
        members.filter(|member| causes[*member].is_none()).collect()
    }

    /// The lines for which the other candidates of a fact are gone.
    fn rests_on(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter();
        members.filter_map(|member| causes[*member]).collect()
    }

    /// The candidates that each of these excludes.
    fn excluded_by(&self, candidates: &[usize]) -> Vec<usize> {
        let excluded = self.excluded[candidates[0]].iter().copied();
        excluded
            .filter(|gone| candidates.iter().all(|c| self.excluded[*c].contains(gone)))
            .collect()
    }

    fn exclude(&self, by: &[usize], number: usize, causes: &mut [Option<usize>]) {
        for gone in self.excluded_by(by) {
            causes[gone].get_or_insert(number);
        }
    }
}

impl Proof {
    /// Marks the numbers of the lines that the end rests on.
    fn mark(&self, needed: &mut [bool]) {
        if let End::Cases(_, cases) = &self.end {
            cases.iter().for_each(|case| case.mark(needed));
        }
        self.rests_on
            .iter()
            .for_each(|number| needed[*number] = true);
        for line in self.lines.iter().rev() {
            if matches!(line.says, Says::Assume(..)) {
                needed[line.number] = true;
            } else if needed[line.number] {
                line.rests_on
                    .iter()
                    .for_each(|number| needed[*number] = true);
            }
        }
    }

    fn assumed(&self) -> Option<usize> {
        match self.lines.first() {
            Some(Line {
                says: Says::Assume(candidate, _),
                ..
            }) => Some(*candidate),
            _ => None,
        }
    }

    fn drop_unneeded(&mut self, needed: &[bool]) {
        self.lines.retain(|line| needed[line.number]);
        if let End::Cases(_, cases) = &mut self.end {
            cases.iter_mut().for_each(|case| case.drop_unneeded(needed));
        }
    }

    fn to_text(&self, facts: &[(Fact, Vec<Candidate>)], size: usize) -> String {
        let mut text = String::new();
        let mut has_more = false;
        for line in &self.lines {
            let _ = match &line.says {
                Says::Assume(candidate, holds) => {
                    let Candidate { cell, digit } = self.candidates[*candidate];
                    let cell = cell.name(size);
                    if *holds {
                        write!(text, "If {cell} is {digit}")
                    } else {
                        write!(text, "If {cell} is not {digit}")
                    }
                }
                Says::Unit(fact, candidate) => {
                    let Candidate { cell, digit } = self.candidates[*candidate];
                    let name = cell.name(size);
                    let then = if has_more { "; then" } else { ", then" };
                    has_more = true;
                    match facts[*fact].0 {
                        Fact::Cell(_) => write!(text, "{then} {name} is {digit}, its last digit"),
                        Fact::House(house, _) => {
                            let house = HouseName(house);
                            write!(
                                text,
                                "{then} {digit} in {house} is at {name}, its last place"
                            )
                        }
                    }
                }
                Says::Group(fact, left) => {
                    let left: Vec<Candidate> = left.iter().map(|c| self.candidates[*c]).collect();
                    let then = if has_more { "; then" } else { ", then" };
                    has_more = true;
                    let subject = subject(facts[*fact].0, size);
                    write!(
                        text,
                        "{then} {subject} is {}",
                        options(facts[*fact].0, &left, size)
                    )
                }
            };
        }
        match &self.end {
            End::Nothing(fact) => {
                let so = if has_more { "; then" } else { "," };
                let _ = write!(text, "{so} {}.", nothing_left(facts[*fact].0, size));
            }
            End::Cases(fact, cases) => {
                let then = if has_more { "; then" } else { ", then" };
                let left = cases.iter().filter_map(Proof::assumed);
                let left: Vec<Candidate> = left.map(|c| self.candidates[c]).collect();
                let (fact, _) = facts[*fact];
                let (subject, options) = (subject(fact, size), options(fact, &left, size));
                let _ = write!(text, "{then} {subject} is {options}.");
                for case in cases {
                    let _ = write!(text, " {}", case.to_text(facts, size));
                }
            }
        }
        text
    }
}

/// `r1c1` or `7 in box 5`.
fn subject(fact: Fact, size: usize) -> String {
    fact.name(size).to_string()
}

/// What is left for a fact: digits for a cell, places for a digit.
fn options(fact: Fact, left: &[Candidate], size: usize) -> String {
    match fact {
        Fact::Cell(_) => {
            let digits: Vec<String> = left.iter().map(|c| c.digit.to_string()).collect();
            join(&digits, "or")
        }
        Fact::House(..) => format!("at {}", cells(left, size, "or")),
    }
}

fn nothing_left(fact: Fact, size: usize) -> String {
    match fact {
        Fact::Cell(cell) => format!("no digit is left for {}", cell.name(size)),
        Fact::House(house, digit) => {
            format!("no place is left for {digit} in {}", HouseName(house))
        }
    }
}

fn digits(members: &[Candidate]) -> String {
    let mut digits: Vec<Digit> = members.iter().map(|member| member.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    join(&digits, "and")
}

fn cells(members: &[Candidate], size: usize, word: &str) -> String {
    let mut cells: Vec<Cell> = members.iter().map(|member| member.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(size).to_string())
        .collect();
    join(&cells, word)
}

/// `3 at r1c5`, candidates as an argument names them.
fn names(members: &[Candidate], size: usize, word: &str) -> String {
    let name = |c: &Candidate| format!("{} at {}", c.digit, c.cell.name(size));
    let names: Vec<String> = members.iter().map(name).collect();
    join(&names, word)
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn join(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn number(count: usize) -> String {
    let words = ["none", "one", "two", "three", "four"];
    words
        .get(count)
        .map_or_else(|| count.to_string(), ToString::to_string)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase())
            .chain(letters)
            .collect()
    })
}
