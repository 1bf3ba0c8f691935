//! Findings: the digits that a drawn constraint excludes, with the reason for each, as sentences.

use super::super::wording::{capital, digit_runs, join};
use super::{Excluded, Outcome, Preface, ReasonKind, Reasoner};

/// The most digits that a cell without any left would need.
const MOST_ALLOWED: u32 = 2;

/// The most sentences; the findings of others are listed without their reasons.
const MOST_SENTENCES: usize = 6;

/// Digits that a drawn constraint excludes from a cell, and why.
pub(crate) struct Finding {
    /// The place of the cell in [`DrawnRule::cells`](super::DrawnRule::cells).
    pub place: usize,
    /// The excluded digits, as bits.
    pub removed: u16,
    /// The digits that are left.
    pub left: u16,
    pub(super) outcome: Outcome,
    /// The reason; empty if the rule of the constraint alone is enough.
    pub(super) premise: String,
    /// The places of the cells whose candidates are the reason.
    pub rests_on: Vec<usize>,
    /// The digits that the reason allows in a cell that has none of them left.
    pub allowed: u16,
    preface: Preface,
}

impl Finding {
    /// Returns true for an upper or lower bound.
    pub fn is_bound(&self) -> bool {
        matches!(self.outcome, Outcome::AtMost(_) | Outcome::AtLeast(_))
    }

    /// Returns true if another finding has the same reason.
    fn has_reason_of(&self, other: &Finding) -> bool {
        self.premise == other.premise && self.preface == other.preface
    }
}

impl Reasoner<'_> {
    /// Finds reasons why digits are excluded: by place, those that are left before and those that are
    /// `wanted`. Returns the findings in an order in which each may rest on those before, and the wanted
    /// digits without a reason.
    pub fn explain(&self, digits: &[u16], wanted: &[u16]) -> (Vec<Finding>, Vec<u16>) {
        let (all, mut digits, mut wanted) = (digits, digits.to_vec(), wanted.to_vec());
        let mut findings = Vec::new();
        let kinds = [ReasonKind::Simple, ReasonKind::Deciding];
        let mut known = 0;
        while kinds
            .iter()
            .any(|kind| self.explain_more(&mut digits, &mut wanted, all, &mut findings, *kind))
        {
            // The findings of a round rest on those of the rounds before, so a reader can have the digits first.
            findings[known..].sort_by_key(|finding| !digits[finding.place].is_power_of_two());
            known = findings.len();
        }
        (findings, wanted)
    }

    /// Finds all digits that reasons exclude, until a cell has none left. Returns also those that only
    /// propagation excludes, by place; `None` if it leaves no way to fill the constraint. `all` has the
    /// digits that texts may name: those of the cells at first.
    pub fn narrow(&self, digits: &[u16], all: &[u16]) -> (Vec<Finding>, Option<Vec<u16>>) {
        let (mut left, mut findings) = (digits.to_vec(), Vec::new());
        let mut wanted = digits.to_vec();
        while self.explain_more(
            &mut left,
            &mut wanted,
            all,
            &mut findings,
            ReasonKind::Simple,
        ) {
            if left.contains(&0) {
                return (findings, Some(vec![0; digits.len()]));
            }
        }
        let mut after = left.clone();
        if self.rule.filter(&mut after, None).is_none() {
            return (findings, None);
        }
        let excluded = |left: &[u16]| {
            left.iter()
                .zip(&after)
                .map(|(left, after)| left & !after)
                .collect()
        };
        let mut wanted: Vec<u16> = excluded(&left);
        self.explain_more(
            &mut left,
            &mut wanted,
            all,
            &mut findings,
            ReasonKind::Deciding,
        );
        (findings, Some(wanted))
    }

    /// Explains what follows from the digits, and removes it. Returns true if there was something.
    fn explain_more(
        &self,
        digits: &mut [u16],
        wanted: &mut [u16],
        all: &[u16],
        findings: &mut Vec<Finding>,
        kind: ReasonKind,
    ) -> bool {
        let (before, count) = (digits.to_vec(), findings.len());
        // A contradiction convinces in a cell that is still open, not in one whose digit leads to it.
        let mut places: Vec<usize> = (0..wanted.len()).collect();
        places.sort_by_key(|place| before[*place].is_power_of_two());
        for place in places {
            // Nothing more needs a reason once a cell has no digit left.
            while !digits.contains(&0)
                && wanted[place] != 0
                && let Some(excluded) = self.exclude(place, wanted[place], &before, kind)
            {
                let Excluded {
                    removed,
                    outcome,
                    premise,
                    rests_on,
                    preface,
                } = excluded;
                digits[place] &= !removed;
                wanted[place] &= !removed;
                let left = digits[place];
                let allowed = match left {
                    0 => self.allowed((place, all[place]), &before, kind, &premise),
                    _ => 0,
                };
                findings.push(Finding {
                    allowed,
                    place,
                    removed,
                    left,
                    outcome,
                    premise,
                    rests_on,
                    preface,
                });
            }
        }
        findings.len() > count
    }

    /// Returns the few of `all` digits that a reason allows in a cell; none if they are many.
    fn allowed(
        &self,
        (place, all): (usize, u16),
        digits: &[u16],
        kind: ReasonKind,
        premise: &str,
    ) -> u16 {
        let excluded = self.exclude(place, all, digits, kind);
        let excluded = excluded.filter(|excluded| excluded.premise == premise);
        let allowed = excluded.map_or(0, |excluded| all & !excluded.removed);
        match allowed.count_ones() {
            ..=MOST_ALLOWED => allowed,
            _ => 0,
        }
    }

    /// Returns the outcomes of findings.
    fn outcomes(&self, findings: &[&Finding]) -> String {
        let texts = findings.iter().map(|finding| {
            let text = match finding.allowed {
                0 => self.outcome_text(finding.outcome, finding.removed, finding.left),
                allowed => format!("must be {}", digit_runs(&self.values(allowed))),
            };
            (text, finding.place)
        });
        self.grouped(texts)
    }

    /// Returns what is left of the cells of findings: `r1c1 is 3 to 5 and r1c2 is not 9`.
    fn summary(&self, findings: &[&Finding]) -> String {
        let mut of_places: Vec<(usize, u16, u16)> = Vec::new();
        for Finding {
            place,
            removed,
            left,
            ..
        } in findings
        {
            match of_places.iter_mut().find(|(of, ..)| of == place) {
                Some((_, all, last)) => (*all, *last) = (*all | removed, *left),
                None => of_places.push((*place, *removed, *left)),
            }
        }
        let texts = of_places
            .into_iter()
            .map(|(place, removed, left)| (self.outcome_text(Outcome::Left, removed, left), place));
        self.grouped(texts)
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
    pub(super) fn grouped(&self, texts: impl Iterator<Item = (String, usize)>) -> String {
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for (text, place) in texts {
            match groups.iter_mut().find(|(of_group, _)| *of_group == text) {
                Some((_, places)) => places.push(place),
                None => groups.push((text, vec![place])),
            }
        }
        let texts = groups.iter().map(|(text, places)| {
            let names = join(&self.names(places), "and");
            match (text.as_str(), places.len()) {
                ("", _) => format!("no digit is left for {names}"),
                (text, _) if text.starts_with("must") => format!("{names} {text}"),
                (text, 1) => format!("{names} is {text}"),
                (text, _) => format!("{names} are {text}"),
            }
        });
        join(&texts.collect::<Vec<_>>(), "and")
    }

    /// Returns findings as clauses: those with the same reason together.
    pub fn clauses(&self, findings: &[&Finding]) -> Vec<Clause> {
        let mut groups: Vec<Vec<&Finding>> = Vec::new();
        for finding in findings {
            match groups
                .iter_mut()
                .find(|group| group[0].has_reason_of(finding))
            {
                Some(group) => group.push(*finding),
                None => groups.push(vec![*finding]),
            }
        }
        let clause = |group: &Vec<&Finding>| Clause {
            preface: match &group[0].preface {
                Preface::Text(text) => Some(text.clone()),
                Preface::None | Preface::Rule => None,
            },
            premise: group[0].premise.clone(),
            outcomes: self.outcomes(group),
        };
        groups.iter().map(clause).collect()
    }

    /// Returns a clause with a capital as its first letter, unless it begins with the name of a cell.
    fn begin(&self, clause: &str) -> String {
        let first = clause.split([' ', ',']).next().unwrap_or_default();
        match (0..self.rule.cells.len()).any(|place| self.name(place) == first) {
            true => clause.to_string(),
            false => capital(clause),
        }
    }

    /// Returns a clause after the place of the constraint, which is left out if the constraint has two cells and
    /// the clause names both.
    pub fn led(&self, lead: &str, clause: &str) -> String {
        let names = |place: usize| clause.contains(&self.name(place));
        let clause = clause.strip_prefix("so ").unwrap_or(clause);
        let kind = lead
            .split_once(" at ")
            .filter(|_| self.rule.cells.len() == 2 && names(0) && names(1));
        format!("{}, {clause}", kind.map_or(lead, |(kind, _)| kind))
    }

    /// Returns findings as sentences. `lead` names the constraint, as in `on the thermometer at r1c1`, and
    /// `rule` states it, which comes first if a finding rests on the rule as a whole.
    pub fn sentences(&self, findings: &[Finding], lead: &str, rule: &str) -> String {
        let clauses = self.clauses(&findings.iter().collect::<Vec<_>>());
        let mut sentences: Vec<String> = Vec::new();
        if !rule.is_empty()
            && findings
                .iter()
                .any(|finding| finding.preface == Preface::Rule)
        {
            sentences.push(rule.to_string());
        }
        let shown = match clauses.len() {
            0..=MOST_SENTENCES => clauses.len(),
            _ => MOST_SENTENCES - 1,
        };
        let (shown, others) = clauses.split_at(shown);
        for text in clause_texts(shown) {
            sentences.push(match sentences.is_empty() && !lead.is_empty() {
                true => format!("{}.", self.begin(&self.led(lead, &text))),
                false => format!("{}.", self.begin(&text)),
            });
        }
        if !others.is_empty() {
            let premises: Vec<&str> = others
                .iter()
                .map(|clause| clause.premise.as_str())
                .collect();
            let others = findings
                .iter()
                .filter(|finding| premises.contains(&finding.premise.as_str()));
            sentences.push(format!(
                "It also follows that {}.",
                self.summary(&others.collect::<Vec<_>>())
            ));
        }
        sentences.join(" ")
    }
}

/// A reason and what follows from it, in words.
pub(crate) struct Clause {
    /// A sentence to state before the reason, without its full stop.
    preface: Option<String>,
    /// The reason; empty if the rule of the constraint alone is enough.
    pub(super) premise: String,
    outcomes: String,
}

impl Clause {
    /// Returns the clause without its preface: `the other two cells total at least 3, so r1c1 is at least 3`.
    fn text(&self) -> String {
        match self.premise.as_str() {
            "" => format!("so {}", self.outcomes),
            premise => format!("{premise}, so {}", self.outcomes),
        }
    }
}

/// Returns the texts of clauses, each preface once.
pub(crate) fn clause_texts(clauses: &[Clause]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for clause in clauses {
        let preface = clause.preface.as_ref();
        let preface = preface.filter(|preface| !texts.contains(preface));
        texts.extend(preface.cloned());
        texts.push(clause.text());
    }
    texts
}
