//! Arguments of steps of one drawn constraint, and of sums that houses imply.

use std::fmt;

use super::constraint::{Drawn, Lead, house_name};
use super::facts::nothing_left;
use super::words::{by_digits, capital, cell_names, digits, eliminated, join};
use crate::fact::Fact;
use crate::position::{Position, Tables};
use crate::reason::{Finding, Reasoner};
use crate::sorted_set::sorted_set;
use crate::step::Step;
use satdoku::Deadline;
use satdoku::board::{Candidate, DigitBits, Layout, Primitive};

/// The most cells outside of a constraint that lose digits of all its digit sets and are listed.
const MOST_OUTSIDE: usize = 3;

/// The most cells outside of a constraint that see a digit of it and are listed again.
const MOST_SEEING: usize = 8;

/// The number of digit sets from which on they are not listed.
const MANY_SETS: usize = 5;

/// Returns the sentences that show how the sums among the facts follow.
pub(super) fn sums_text(layout: &Layout, position: &Position, facts: &[Fact]) -> String {
    let sums = facts.iter().filter_map(|fact| match fact {
        Fact::Sum(sum) => Some(sum.to_text(layout, &position.open_sum(sum)) + " "),
        _ => None,
    });
    sums.collect()
}

/// The reasons of a step of one drawn constraint or sum.
pub(crate) struct ConstraintReasons<'a> {
    fact: &'a Fact,
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

/// How a sentence names the constraint.
enum Subject {
    /// The cells of a sum over houses.
    TheseCells,
    /// A drawn constraint that the text has named.
    It,
    Drawn(String),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Subject::TheseCells => "these cells",
            Subject::It => "it",
            Subject::Drawn(name) => name,
        })
    }
}

impl<'a> ConstraintReasons<'a> {
    /// Finds the reasons of a step; none if its fact is no drawn constraint or sum.
    pub fn new(
        tables: &'a Tables,
        step: &'a Step,
        deadline: Option<&Deadline>,
    ) -> Option<ConstraintReasons<'a>> {
        let fact = step.facts.first()?;
        let reasoner = Reasoner::of_fact(tables, fact, &step.before, deadline)?;
        let cells = &reasoner.rule.cells;
        let place_of = |of: &Candidate| cells.binary_search(&of.cell).ok();
        let before: Vec<u16> = cells.iter().map(|cell| step.before.set_of(*cell)).collect();
        let mut wanted = vec![0; cells.len()];
        for placed in &step.places {
            if let Some(place) = place_of(placed) {
                wanted[place] = before[place] & !(1 << placed.digit.index());
            }
        }
        for gone in &step.eliminates {
            if let Some(place) = place_of(gone) {
                wanted[place] |= 1 << gone.digit.index();
            }
        }
        let outside = step.eliminates.iter().filter(|at| place_of(at).is_none());
        let outside = outside.copied().collect();
        let (findings, rest) = reasoner.explain(&before, &wanted);
        let after = before.iter().zip(&wanted).map(|(of, gone)| of & !gone);
        Some(ConstraintReasons {
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

    /// Returns the name of a drawn constraint; none for a sum.
    fn drawn(&self) -> Option<Drawn<'a>> {
        match self.fact {
            Fact::Constraint(number) => Some(Drawn::of(self.reasoner.layout(), *number)),
            _ => None,
        }
    }

    /// Returns the argument of the step in words. The sentence about a sum precedes it.
    fn to_text(&self) -> String {
        let drawn = self.drawn();
        let lead = drawn.as_ref().map_or_else(Lead::default, Drawn::lead);
        let rule = drawn.as_ref().map_or_else(String::new, Drawn::rule);
        let has_rest = self.rest.iter().any(|digits| *digits != 0);
        // What all ways to fill a constraint have in common needs its rule.
        let states_rule = self.findings.is_empty() && has_rest && !rule.is_empty();
        let reasons = match states_rule {
            true => rule,
            false => self.reasoner.sentences(&self.findings, &lead, &rule),
        };
        let subject = match drawn {
            None => Subject::TheseCells,
            Some(_) if !self.findings.is_empty() || states_rule => Subject::It,
            Some(drawn) => Subject::Drawn(drawn.name()),
        };
        let by_sets = self.sets_text(&subject);
        let outside = match by_sets {
            Some(_) => &[][..],
            None => &self.outside,
        };
        let ways = self.ways_text(&subject, outside);
        let texts = Some(reasons).filter(|text| !text.is_empty()).into_iter();
        let texts: Vec<String> = texts.chain(by_sets).chain(ways).collect();
        texts.join(" ")
    }

    /// Returns why candidates in other cells are excluded if each digit set of a cage has the digits.
    fn sets_text(&self, subject: &Subject) -> Option<String> {
        let sets = self.reasoner.possible_sets(&self.before);
        let has = |set: &DigitBits, at: &Candidate| set >> at.digit.index() & 1 == 1;
        let in_all = |at: &Candidate| sets.iter().all(|set| has(set, at));
        if sets.is_empty() || self.outside.is_empty() || !self.outside.iter().all(in_all) {
            return None;
        }
        let board = self.reasoner.layout().geometry();
        let [named, either] = ["and", "or"].map(|word| digits(&self.outside, board, word));
        let concluded = match self.shared_houses() {
            Some(houses) => format!("no other cell of {houses} has {either}"),
            None if sorted_set(self.outside.iter().map(|at| at.cell)).len() <= MOST_OUTSIDE => {
                join(eliminated(&self.outside, board), "and")
            }
            None => format!("no cell that sees all places for {either} has it"),
        };
        let are_listed = self.findings.iter().any(Finding::lists_sets);
        Some(match subject {
            _ if sets.len() >= MANY_SETS => {
                format!("Each combination of {subject} has {named}, so {concluded}.")
            }
            _ if are_listed => format!("So {concluded}."),
            Subject::TheseCells => format!("They have {named} in any case, so {concluded}."),
            Subject::It => format!("It has {named} in any case, so {concluded}."),
            Subject::Drawn(name) => {
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
        let shared: Vec<&Primitive> = shared.filter(|house| !house.source.is_drawn()).collect();
        let is_inside = |at: &Candidate| shared.iter().any(|house| house.cells.contains(&at.cell));
        let outside = sorted_set(self.outside.iter().map(|at| at.cell));
        let is_long = by_digits(&self.outside).len() > 1 || outside.len() > MOST_OUTSIDE;
        (is_long && self.outside.iter().all(is_inside)).then(|| {
            let names = shared.iter().map(|house| house_name(house.source, layout));
            join(names, "or")
        })
    }

    /// Returns what all ways to fill the cells have in common: what is left of them, and what other cells are
    /// not.
    fn ways_text(&self, subject: &Subject, outside: &[Candidate]) -> Option<String> {
        let board = self.reasoner.layout().geometry();
        let every_way = format!("every way to fill {subject}");
        let rest = self.reasoner.left_in_cells(&self.rest, &self.after);
        let others = if rest.is_empty() {
            "The other cells"
        } else {
            "the other cells"
        };
        let seen = match &by_digits(outside)[..] {
            [] => None,
            [(of_each, seeing)] => {
                let see = if seeing.len() == 1 { "sees" } else { "see" };
                let a = if of_each.count_ones() == 1 { "a " } else { "" };
                let digits = digits(outside, board, "and");
                let cells = match seeing.len() > MOST_SEEING {
                    true => others.to_string(),
                    false => cell_names(seeing, board),
                };
                Some(format!("{cells} {see} {a}{digits}"))
            }
            _ => Some(format!("{others} see the digits that they lose")),
        };
        match (rest.is_empty(), seen) {
            (true, None) => None,
            (true, Some(seen)) => Some(format!("{seen} in {every_way}.")),
            (false, None) => Some(format!("In {every_way}, {rest}.")),
            (false, Some(seen)) => Some(format!("In {every_way}, {rest}, and {seen}.")),
        }
    }

    /// Returns why nothing fills the constraint.
    fn contradiction(&self, before: &Position) -> String {
        let nothing = capital(&nothing_left(self.fact, self.reasoner.layout(), before));
        if let Some(reason) = self.reasoner.impossible(&self.before) {
            return format!("{nothing}: {reason}.");
        }
        let (findings, _) = self.reasoner.narrow(&self.before);
        match self.drawn() {
            Some(drawn) if findings.iter().any(|finding| finding.left == 0) => {
                let (lead, rule) = (drawn.lead(), drawn.rule());
                self.reasoner.sentences(&findings, &lead, &rule)
            }
            _ => format!("{nothing}."),
        }
    }
}

/// Returns the argument of a step of one drawn constraint or sum in words. A sum of one cell needs no
/// conclusion.
pub(super) fn constraint_text(tables: &Tables, step: &Step, deadline: Option<&Deadline>) -> String {
    let (layout, before) = (&tables.layout, &step.before);
    match (
        &step.facts[0],
        ConstraintReasons::new(tables, step, deadline),
    ) {
        (Fact::Sum(sum), _) if before.open_sum(sum).cells.len() == 1 && !step.places.is_empty() => {
            String::new()
        }
        (_, Some(reasons)) if step.is_contradiction() => reasons.contradiction(before),
        (_, Some(reasons)) => reasons.to_text(),
        (fact, None) => format!("{}.", capital(&nothing_left(fact, layout, before))),
    }
}
