//! Reasons and what follows from them as sentences. Each reason is printed here and nowhere else.

use super::sum::{Scope, Side, SideCells};
use super::{Finding, Outcome, Reason, Reasoner};
use crate::grouped::grouped;
use crate::text::constraint::{Lead, house_name};
use crate::text::words::{capital, count_name, digit_runs, join, left_text, term_name};
use satdoku::board::{Candidate, DigitBits, ones};

/// The length of a text after which several more findings are listed without their reasons.
const LONG: usize = 150;

/// The most cells whose digits a proof repeats.
const MOST_REPEATED: usize = 2;

/// A reason and its outcomes in words.
#[derive(Default)]
pub(crate) struct Clause {
    /// The reason; empty if the rule of the constraint alone is enough.
    premise: String,
    outcomes: String,
    /// True if the text begins with the name of a cell, which is never capitalised.
    begins_with_cell: bool,
    /// True if the reason is that the rule of the constraint leaves no way.
    needs_rule: bool,
    /// True if the text names all cells of a constraint of two cells.
    names_all: bool,
}

impl Clause {
    /// Returns the reason and what follows from it.
    pub fn text(&self) -> String {
        match self.premise.as_str() {
            "" => format!("so {}", self.outcomes),
            premise => format!("{premise}, so {}", self.outcomes),
        }
    }

    /// Returns the text after the name of the constraint.
    pub fn led(&self, lead: &Lead) -> String {
        let lead = lead.before(self.names_all);
        match self.premise.as_str() {
            "" => format!("{lead}, {}", self.outcomes),
            premise => format!("{lead}, {premise}, so {}", self.outcomes),
        }
    }

    /// Returns the text as the beginning of a sentence.
    fn begun(&self) -> String {
        match self.begins_with_cell {
            true => self.text(),
            false => capital(&self.text()),
        }
    }
}

impl Reasoner<'_> {
    /// Returns the name of a cell.
    fn name(&self, place: usize) -> String {
        self.rule.cells[place].name(self.board()).to_string()
    }

    /// Returns the names of cells in their order on the board.
    fn names(&self, places: &[usize]) -> Vec<String> {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.into_iter().map(|place| self.name(place)).collect()
    }

    /// Returns the values of digits: `1, 2 or 5`.
    fn listed(&self, digits: u16) -> String {
        join(self.values(digits), "or")
    }

    fn runs(&self, digits: u16) -> String {
        digit_runs(&self.values(digits))
    }

    /// Returns findings as sentences. `rule` states the constraint, which comes first if a finding rests on the
    /// rule as a whole.
    pub fn sentences(&self, findings: &[Finding], lead: &Lead, rule: &str) -> String {
        let clauses = self.merged(&findings.iter().collect::<Vec<_>>(), None);
        let mut sentences: Vec<String> = Vec::new();
        if !rule.is_empty() && clauses.iter().any(|(clause, _)| clause.needs_rule) {
            sentences.push(rule.to_string());
        }
        let (mut shown, mut length) = (0, 0);
        while shown < clauses.len() && (length < LONG || shown + 1 == clauses.len()) {
            let (clause, _) = &clauses[shown];
            let sentence = match sentences.is_empty() && !lead.full.is_empty() {
                true => format!("{}.", capital(&clause.led(lead))),
                false => format!("{}.", clause.begun()),
            };
            length += sentence.len();
            sentences.push(sentence);
            shown += 1;
        }
        let others = clauses[shown..].iter().flat_map(|(_, findings)| findings);
        let others: Vec<&Finding> = others.copied().collect();
        if !others.is_empty() {
            sentences.push(format!("It also follows that {}.", self.summary(&others)));
        }
        sentences.join(" ")
    }

    /// Returns findings as clauses of a proof with these assumptions.
    pub fn clauses(&self, findings: &[&Finding], assumed: &[Candidate]) -> Vec<Clause> {
        let clauses = self.merged(findings, Some(assumed)).into_iter();
        clauses.map(|(clause, _)| clause).collect()
    }

    /// Returns findings as clauses: those with the same reason together, and those of which the total or a proof, which
    /// has assumptions, says enough without a reason.
    fn merged<'f>(
        &self,
        findings: &[&'f Finding],
        assumed: Option<&[Candidate]>,
    ) -> Vec<(Clause, Vec<&'f Finding>)> {
        let is_proof = assumed.is_some();
        let is_assumed = |(place, digits): &(usize, u16)| {
            let mut assumed = assumed.into_iter().flatten();
            assumed.any(|of| of.cell == self.rule.cells[*place] && *digits == 1 << of.digit.index())
        };
        let by_reason = grouped(findings.iter().map(|finding| (&finding.reason, *finding)));
        let groups: Vec<Vec<&Finding>> = by_reason.into_iter().map(|(_, group)| group).collect();
        let bounds = groups.iter();
        let bounds = bounds.filter(|group| matches!(group[0].reason, Reason::Order { .. }));
        let has_several_bounds = bounds.count() > 1;
        // The equation of few cells says enough.
        let is_short = self.is_sum && (groups.len() > 1 || self.rule.cells.len() == 2);
        let is_brief = |group: &[&Finding]| match &group[0].reason {
            Reason::Remainder => true,
            Reason::Sum(sides) => is_short || sides.len() > 1 && (is_proof || groups.len() > 1),
            // The proof has just named the cells.
            Reason::NoWay(cells) => {
                is_proof && (cells.len() > MOST_REPEATED || cells.iter().all(is_assumed))
            }
            // A reader follows a line without the number of steps to each cell.
            Reason::Order { .. } => is_proof && has_several_bounds,
            _ => false,
        };
        let chunks = groups.chunk_by(|one, other| is_brief(one) && is_brief(other));
        let clauses = chunks.flat_map(|chunk| match is_brief(&chunk[0]) {
            true => {
                let all = chunk.concat();
                vec![(self.brief(&all, is_proof), all)]
            }
            false => {
                let clauses = chunk
                    .iter()
                    .map(|group| (self.clause(group), group.clone()));
                clauses.collect()
            }
        });
        clauses.collect()
    }

    /// Returns what a sum or, in a proof, any constraint leaves without a reason.
    fn brief(&self, findings: &[&Finding], is_proof: bool) -> Clause {
        let is_empty = |finding: &&&Finding| finding.left == 0;
        let empty: Vec<&Finding> = findings.iter().filter(is_empty).copied().collect();
        Clause {
            premise: match is_proof || self.is_sum {
                true => String::new(),
                false => self.premise(&Reason::Remainder),
            },
            outcomes: match empty.first().map(|finding| &finding.reason) {
                Some(Reason::Sum(_) | Reason::Remainder) => "no combination is left".to_string(),
                Some(_) => self.summary(&empty),
                None => self.summary(findings),
            },
            ..Clause::default()
        }
    }

    /// Returns findings with the same reason as a clause.
    fn clause(&self, group: &[&Finding]) -> Clause {
        let Finding {
            reason, rests_on, ..
        } = group[0];
        let outcomes = group.iter().map(|finding| {
            let text = match reason {
                Reason::Sets(sets) => self.left_of_sets(sets, finding),
                _ => self.outcome_text(finding.outcome, finding.removed, finding.left),
            };
            (text, finding.place)
        });
        let (premise, outcomes) = (self.premise(reason), self.grouped(outcomes));
        let names_reason = !matches!(reason, Reason::Sets(_) | Reason::Remainder);
        let is_named = |place: usize| {
            names_reason && rests_on.contains(&place)
                || group.iter().any(|finding| finding.place == place)
        };
        Clause {
            begins_with_cell: match reason {
                Reason::NoWay(cells) => !cells.is_empty(),
                Reason::Order { end, .. } => end.is_some(),
                Reason::Sum(sides) => {
                    let first = sides.first().map(|side| &side.cells);
                    matches!(first, Some(SideCells::Named(_)))
                }
                _ => false,
            },
            needs_rule: match reason {
                Reason::NoWay(cells) => !self.is_pairwise || cells.is_empty(),
                _ => false,
            },
            names_all: self.rule.cells.len() == 2 && is_named(0) && is_named(1),
            premise,
            outcomes,
        }
    }

    /// Returns a reason in words; nothing if the rule of the constraint alone is enough.
    fn premise(&self, reason: &Reason) -> String {
        match reason {
            Reason::Sets(sets) => self.sets_text(sets),
            Reason::Order {
                of,
                is_upper,
                strict,
                steps,
                end,
            } => self.order_text(*of, *is_upper, *strict, *steps, *end),
            Reason::Sum(sides) => join(sides.iter().map(|side| self.side_text(side)), "and"),
            Reason::Remainder => "no other digits fit the sum".to_string(),
            Reason::NoWay(cells) => self.grouped(
                cells
                    .iter()
                    .map(|(place, digits)| (self.runs(*digits), *place)),
            ),
        }
    }

    fn order_text(
        &self,
        of: usize,
        is_upper: bool,
        strict: usize,
        steps: usize,
        end: Option<(usize, u16)>,
    ) -> String {
        let name = self.name(of);
        let (higher, lower, follow, most) = match is_upper {
            true => ("higher", "lower", "follow", "most"),
            false => ("lower", "higher", "precede", "least"),
        };
        let Some((end, digits)) = end else {
            return match strict {
                1 => format!("one {higher} cell {follow}s {name}"),
                _ => format!("{} {higher} cells {follow} {name}", count_name(strict)),
            };
        };
        let (end, value) = (self.name(end), self.extreme_value(digits, is_upper));
        let is = match digits.is_power_of_two() {
            true => format!("is {value}"),
            false => format!("is at {most} {value}"),
        };
        match (strict, steps) {
            (0, _) => format!("{end} {is} and not {lower} than {name}"),
            (1, 1) => format!("{end} {is} and {higher} than {name}"),
            (1, _) => format!("{end} {is} and one step {higher} than {name}"),
            _ => format!(
                "{end} {is} and {} steps {higher} than {name}",
                count_name(strict)
            ),
        }
    }

    /// Returns what the cells of a side total: `the other three cells total at most 24`.
    fn side_text(&self, side: &Side) -> String {
        let bound = match (side.is_known, side.is_upper) {
            (true, _) => side.value.to_string(),
            (false, true) => format!("at most {}", side.value),
            (false, false) => format!("at least {}", side.value),
        };
        let (cells, of_groups) = (self.side_cells(&side.cells), self.groups_text(side));
        match &side.cells {
            SideCells::Named(places) if places.len() == 1 => format!("{cells} is {bound}"),
            SideCells::Weighted(_) => format!("{cells} is {bound}"),
            SideCells::Counted(_, _, true) => {
                format!("{cells}, some of them counted several times, total {bound}{of_groups}")
            }
            _ if side.differ && side.groups.is_empty() => {
                format!("{cells} differ and total {bound}")
            }
            _ => format!("{cells} total {bound}{of_groups}"),
        }
    }

    fn side_cells(&self, cells: &SideCells) -> String {
        match cells {
            SideCells::Named(places) => join(self.names(places), "and"),
            SideCells::Weighted(terms) => {
                let mut terms = terms.clone();
                terms.sort_by_key(|(place, factor)| (-factor, *place));
                let terms = terms.iter();
                let terms = terms.map(|(place, factor)| {
                    term_name(self.rule.cells[*place], *factor, self.board())
                });
                terms.collect::<Vec<_>>().join(" + ")
            }
            SideCells::Counted(count, scope, _) => {
                let count = count_name(*count);
                match scope {
                    Scope::All => format!("the {count} cells"),
                    Scope::Others => format!("the other {count} cells"),
                    Scope::OwnSide => format!("the other {count} cells on its side"),
                    Scope::OtherSide => format!("the {count} cells on the other side"),
                }
            }
        }
    }

    /// Returns the bounds of a side by house: `: 15 in row 2, 21 in row 5 and 3 elsewhere`.
    fn groups_text(&self, side: &Side) -> String {
        if side.groups.is_empty() {
            return String::new();
        }
        let parts = side.groups.iter().map(|(house, sum)| {
            let house = house_name(*house, self.layout);
            format!("{sum} in {house}")
        });
        let grouped: i64 = side.groups.iter().map(|(_, sum)| sum).sum();
        let rest = (side.value != grouped).then(|| format!("{} elsewhere", side.value - grouped));
        format!(" ({})", join(parts.chain(rest), "and"))
    }

    /// Returns why nothing fills the constraint, if there is a simple reason.
    pub fn impossible(&self, digits: &[u16]) -> Option<String> {
        if let Some(side) = self.impossible_sum(digits) {
            let least = if side.is_upper { "greatest" } else { "least" };
            let (cells, groups) = (self.side_cells(&side.cells), self.groups_text(&side));
            return Some(format!(
                "the {least} sum of {cells} is {}{groups}",
                side.value
            ));
        }
        let missing = self.missing_digits(digits)?;
        Some(format!("it has no place for {}", self.listed(missing)))
    }

    /// Returns what a cell is once some digits are excluded: `at most 7`, `5` or `not 1 or 2`; nothing if no
    /// digit is left.
    fn outcome_text(&self, outcome: Outcome, removed: u16, left: u16) -> String {
        let values = self.values(left);
        if values.is_empty() {
            return String::new();
        }
        let limit = match outcome {
            Outcome::AtMost(value) => format!("at most {value}"),
            Outcome::AtLeast(value) => format!("at least {value}"),
            Outcome::Left => return left_text(&values, &self.values(removed)),
        };
        match (&values[..], outcome) {
            ([only], Outcome::AtMost(value) | Outcome::AtLeast(value)) if *only == value => {
                only.to_string()
            }
            ([only], _) => format!("{limit}, which leaves {only}"),
            _ => limit,
        }
    }

    /// Returns what is left of a cell, or the digits that it loses if these are in no digit set: a reader would miss
    /// the digits of the sets that the cell lost before.
    fn left_of_sets(&self, sets: &[DigitBits], finding: &Finding) -> String {
        /// The most digits lost that are listed.
        const MOST_LISTED: usize = 4;
        let in_sets = sets.iter().fold(0, |all, set| all | set);
        let [left, removed] = [finding.left, finding.removed].map(DigitBits::from);
        let has_more = left.count_ones() > 1 && left != in_sets & !DigitBits::from(finding.taken);
        let are_few = removed.count_ones() as usize <= MOST_LISTED;
        match has_more && are_few && removed & in_sets == 0 {
            true => format!("not {}", self.listed(finding.removed)),
            false => self.outcome_text(finding.outcome, finding.removed, finding.left),
        }
    }

    /// Returns what is left of the cells of findings: `r1c1 is 3 to 5 and r1c2 is not 9`.
    fn summary(&self, findings: &[&Finding]) -> String {
        let (mut removed, mut left) = (
            vec![0; self.rule.cells.len()],
            vec![0; self.rule.cells.len()],
        );
        for finding in findings {
            removed[finding.place] |= finding.removed;
            left[finding.place] = finding.left;
        }
        self.left_in_cells(&removed, &left)
    }

    /// Returns what is left of the cells from which digits are removed.
    pub fn left_in_cells(&self, removed: &[u16], left: &[u16]) -> String {
        let places = (0..removed.len()).filter(|place| removed[*place] != 0);
        let texts = places.map(|place| {
            let text = self.outcome_text(Outcome::Left, removed[place], left[place]);
            (text, place)
        });
        self.grouped(texts)
    }

    /// Returns texts about cells, those of several cells once: `r1c1 and r1c2 are at most 7 and r1c3 is 5`.
    fn grouped(&self, texts: impl Iterator<Item = (String, usize)>) -> String {
        let texts = grouped(texts).into_iter().map(|(text, places)| {
            let names = join(self.names(&places), "and");
            match (text.as_str(), places.len()) {
                ("", _) => format!("no digit is left for {names}"),
                (text, 1) => format!("{names} is {text}"),
                (text, _) => format!("{names} are {text}"),
            }
        });
        join(texts, "and")
    }

    /// Returns digit sets: `the digits are {1,3} or {2,5}`.
    pub fn sets_text(&self, sets: &[DigitBits]) -> String {
        let names = sets.iter().map(|set| {
            let values = ones(*set).map(|digit| self.value(digit).to_string());
            format!("{{{}}}", values.collect::<Vec<_>>().join(","))
        });
        format!("the digits are {}", join(names, "or"))
    }
}
