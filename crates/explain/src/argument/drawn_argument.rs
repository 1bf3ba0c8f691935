//! Arguments of steps of one drawn constraint, and of sums that houses imply.

use super::super::drawn::wording::{drawn_name, lead, rule_text};
use super::super::fact::{Fact, sorted_set};
use super::super::position::{Position, Tables};
use super::super::reason::{Finding, Reasoner, Ways};
use super::super::wording::{capital, digits, eliminated, house_name, join};
use super::contradictions;
use satdoku::board::{Candidate, Digit, Geometry, House, Layout, ones};

/// The most groups of cells outside of a constraint that are listed one by one.
const MOST_GROUPS: usize = 3;

/// The most cells outside of a constraint that lose digits of all its digit sets and are listed.
const MOST_OUTSIDE: usize = 3;

/// The name of what a sum over houses is about.
const THESE_CELLS: &str = "these cells";

/// The most bytes of a proof of what has no simple reason.
const LONGEST_PROOF: usize = 500;

/// The number of digit sets from which on they are not listed.
const MOST_SETS: usize = 5;

/// Returns the sentences that show how the sums among the facts follow.
pub(super) fn sums_text(
    layout: &Layout,
    position: &Position,
    facts: &[(Fact, Vec<Candidate>)],
) -> String {
    let sums = facts.iter().filter_map(|(fact, _)| {
        let Fact::Sum(sum) = fact else {
            return None;
        };
        let sum = sum.on(layout)?;
        let digits = |cell| position.set_of(cell);
        let open = sum.terms.open(layout.geometry(), digits);
        Some(format!("{} ", sum.to_text(layout, &open)))
    });
    sums.collect()
}

/// The reasons of a step of one drawn constraint or sum.
pub(crate) struct DrawnReasons<'a> {
    fact: Fact,
    reasoner: Reasoner<'a>,
    /// By place, the digits before the step, and after it.
    before: Vec<u16>,
    after: Vec<u16>,
    findings: Vec<Finding>,
    /// By place, the digits without a reason.
    rest: Vec<u16>,
    /// The eliminated candidates in other cells.
    outside: Vec<Candidate>,
}

impl<'a> DrawnReasons<'a> {
    /// Finds the reasons of a step; none if the fact is no drawn constraint or sum.
    pub fn new(
        tables: &'a Tables,
        (fact, members): (Fact, &[Candidate]),
        places: &[Candidate],
        eliminates: &[Candidate],
    ) -> Option<DrawnReasons<'a>> {
        let reasoner = Reasoner::of_fact(tables, fact, members)?;
        let cells = &reasoner.rule.cells;
        let place_of = |of: &Candidate| cells.binary_search(&of.cell).ok();
        let mut before = vec![0; cells.len()];
        for member in members {
            if let Some(place) = place_of(member) {
                before[place] |= 1 << member.digit.index();
            }
        }
        let mut wanted = vec![0; cells.len()];
        for placed in places {
            if let Some(place) = place_of(placed) {
                wanted[place] = before[place] & !(1 << placed.digit.index());
            }
        }
        for gone in eliminates {
            if let Some(place) = place_of(gone) {
                wanted[place] |= 1 << gone.digit.index();
            }
        }
        let outside = eliminates.iter().filter(|at| place_of(at).is_none());
        let outside = outside.copied().collect();
        let (findings, rest) = reasoner.explain(&before, &wanted);
        let after = before.iter().zip(&wanted).map(|(of, gone)| of & !gone);
        Some(DrawnReasons {
            fact,
            after: after.collect(),
            before,
            findings,
            rest,
            outside,
            reasoner,
        })
    }

    /// Returns true if bounds are enough, which a player sees without combinations.
    pub fn are_bounds(&self) -> bool {
        self.outside.is_empty()
            && self.rest.iter().all(|digits| *digits == 0)
            && self.findings.iter().all(Finding::is_bound)
    }

    /// Returns the argument of the step in words. The sentence about a sum precedes it.
    fn to_text(&self, tables: &Tables) -> String {
        let (layout, reasoner) = (&tables.layout, &self.reasoner);
        let (lead, rule) = match self.fact {
            Fact::Constraint(number) => (lead(layout, number), rule_text(layout, number)),
            _ => (String::new(), String::new()),
        };
        let rule = reasoner.counted_text(&self.before).unwrap_or(rule);
        let mut texts = vec![reasoner.sentences(&self.findings, &lead, &rule)];
        let name = match self.fact {
            Fact::Sum(_) => THESE_CELLS.to_string(),
            Fact::Constraint(number) if self.findings.is_empty() => drawn_name(layout, number),
            _ => "it".to_string(),
        };
        let mut outside = eliminated(&self.outside, layout.geometry());
        if let Some(text) = self.sets_text(&name, layout.geometry()) {
            texts.push(text);
            outside.clear();
        }
        let rest = match self.rest.iter().any(|digits| *digits != 0) {
            true => vec![reasoner.left_in_cells(&self.rest, &self.after)],
            false => Vec::new(),
        };
        if !rest.is_empty() || !outside.is_empty() {
            let lead = if self.findings.is_empty() { &lead } else { "" };
            texts.push(self.ways_text(tables, lead, &name, rest, outside));
        }
        texts.retain(|text| !text.is_empty());
        texts.join(" ")
    }

    /// Returns why candidates in other cells are excluded if each digit set of a cage has the digits.
    fn sets_text(&self, name: &str, board: &Geometry) -> Option<String> {
        let sets = self.reasoner.few_sets(&self.before)?;
        let in_all = |at: &Candidate| sets.iter().all(|set| set >> at.digit.index() & 1 == 1);
        if sets.is_empty() || self.outside.is_empty() || !self.outside.iter().all(in_all) {
            return None;
        }
        let named = digits(&self.outside, board, "and");
        let concluded = match self.shared_houses() {
            Some(houses) => {
                let them = if named.len() == 1 { "it" } else { "them" };
                format!("no other cell of {houses} has {them}")
            }
            None => join(&eliminated(&self.outside, board), "and"),
        };
        Some(match (name, sets.len()) {
            (_, MOST_SETS..) => format!("Each combination of {name} has {named}, so {concluded}."),
            (THESE_CELLS, _) => format!("They have {named} in any case, so {concluded}."),
            ("it", _) => format!("It has {named} in any case, so {concluded}."),
            _ => {
                let sets = capital(&self.reasoner.sets_text(&sets));
                format!("{sets}, so {name} has {named} in any case, and {concluded}.")
            }
        })
    }

    /// Returns the names of the houses that all cells share, if the eliminated candidates in other cells are many and
    /// all in them.
    fn shared_houses(&self) -> Option<String> {
        let (layout, cells) = (self.reasoner.layout(), &self.reasoner.rule.cells);
        let houses = layout.houses().iter();
        let shared = houses.filter(|house| cells.iter().all(|cell| house.cells.contains(cell)));
        let shared: Vec<&House> = shared.filter(|house| !house.source.is_drawn()).collect();
        let is_inside = |at: &Candidate| shared.iter().any(|house| house.cells.contains(&at.cell));
        let groups = eliminated(&self.outside, layout.geometry());
        let outside = sorted_set(self.outside.iter().map(|at| at.cell));
        let is_long = groups.len() > 1 || outside.len() > MOST_OUTSIDE;
        (is_long && self.outside.iter().all(is_inside)).then(|| {
            let names = shared.iter().map(|house| house_name(house.source, layout));
            join(&names.collect::<Vec<_>>(), "or")
        })
    }

    /// Returns what the ways to fill the cells have in common: what is left of them, and what other cells are
    /// not.
    fn ways_text(
        &self,
        tables: &Tables,
        lead: &str,
        name: &str,
        mut rest: Vec<String>,
        outside: Vec<String>,
    ) -> String {
        let left = self.after.iter().zip(&self.rest);
        let left: Vec<u16> = left.map(|(after, rest)| after | rest).collect();
        let ways = match self.reasoner.ways(&left) {
            Some(Ways::Listed(ways)) => {
                rest.extend(outside);
                let lead = if lead.is_empty() {
                    ""
                } else {
                    &format!("{}, ", capital(lead))
                };
                return format!("{lead}{ways}, so {}.", join(&rest, "and"));
            }
            Some(Ways::Counted(1)) => format!("the only way to fill {name}"),
            Some(Ways::Counted(count)) => format!("each of the {count} ways to fill {name}"),
            None => format!("every way to fill {name}"),
        };
        let mut texts = Vec::new();
        if !outside.is_empty() {
            let ways = capital(&ways);
            let named = digits(&self.outside, tables.layout.geometry(), "and");
            texts.push(match outside.len() {
                ..=MOST_GROUPS => {
                    let concluded = join(&outside, "and");
                    format!("{ways} puts {named} in sight, so {concluded}.")
                }
                _ => format!("{ways} puts these digits in sight: {}.", outside.join("; ")),
            });
        }
        if let [rest] = &rest[..] {
            let proof = self.proof_of_rest(tables);
            texts.push(
                match proof.contains(" Case 1") || proof.len() > LONGEST_PROOF {
                    true => format!("In {ways}, {rest}."),
                    false => proof,
                },
            );
        }
        texts.join(" ")
    }

    /// Returns the proof by contradiction of what has no reason of its own.
    fn proof_of_rest(&self, tables: &Tables) -> String {
        let candidates = |digits: &[u16]| -> Vec<Candidate> {
            let of_cells = digits.iter().zip(&self.reasoner.rule.cells);
            let of_cells = of_cells.flat_map(|(digits, cell)| {
                let digits = ones(*digits).map(Digit::from_index);
                digits.map(|digit| Candidate { cell: *cell, digit })
            });
            of_cells.collect()
        };
        let facts = [(self.fact, candidates(&self.before))];
        contradictions(tables, &facts, &[], &candidates(&self.rest))
    }
}

/// Returns the argument of a step of one drawn constraint or sum in words. A sum of one cell needs no
/// conclusion.
pub(super) fn drawn_text(
    tables: &Tables,
    fact: Fact,
    members: &[Candidate],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let open = members.chunk_by(|one, other| one.cell == other.cell);
    let is_digit = open.filter(|of_cell| of_cell.len() > 1).count() == 1;
    if matches!(fact, Fact::Sum(_)) && is_digit && !places.is_empty() {
        return String::new();
    }
    match DrawnReasons::new(tables, (fact, members), places, eliminates) {
        Some(reasons) => reasons.to_text(tables),
        None => contradictions(tables, &[(fact, members.to_vec())], places, eliminates),
    }
}
