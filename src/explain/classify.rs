//! Recognition of the technique of a step by the pattern of its facts.
//!
//! Nothing is proved here: a step is a proof whatever its name.

use super::fact::{Fact, exclude_each_other, sorted_set};
use super::position::Position;
use super::technique::Technique;
use crate::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// The size of the largest subsets and fish that have a name.
const LARGEST: usize = 4;

/// The orientation of a line of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Orientation {
    Row,
    Column,
}

/// Returns the orientation of a house that is a row or column.
fn orientation_of(kind: HouseKind) -> Option<Orientation> {
    match kind {
        HouseKind::Row(_) => Some(Orientation::Row),
        HouseKind::Column(_) => Some(Orientation::Column),
        _ => None,
    }
}

/// A step whose technique is to be recognised.
pub(super) struct Classifier<'a> {
    layout: &'a Layout,
    position: &'a Position,
    /// Each fact with its candidates. If several houses have the same candidates for a digit, the fact
    /// is renamed to the house that matches the technique.
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    places: &'a [Candidate],
    eliminates: &'a [Candidate],
}

impl<'a> Classifier<'a> {
    pub fn new(
        layout: &'a Layout,
        position: &'a Position,
        facts: &[Fact],
        places: &'a [Candidate],
        eliminates: &'a [Candidate],
    ) -> Classifier<'a> {
        let with_members = |fact: &Fact| (*fact, position.members(layout, *fact));
        Classifier {
            layout,
            position,
            facts: facts.iter().map(with_members).collect(),
            places,
            eliminates,
        }
    }

    /// Returns the name of the step.
    pub fn technique(&mut self) -> Technique {
        if self.places.is_empty() && self.eliminates.is_empty() {
            return Technique::Contradiction;
        }
        if let [(fact, members)] = &self.facts[..] {
            return match (fact, members.len()) {
                (Fact::Cell(_), 1) => Technique::NakedSingle,
                (Fact::House(..), 1) => Technique::HiddenSingle,
                _ => self.locked(),
            };
        }
        let all_cells = self
            .facts
            .iter()
            .all(|(fact, _)| matches!(fact, Fact::Cell(_)));
        let named = if all_cells {
            self.naked_subset().or_else(|| self.wing())
        } else {
            self.hidden_subset()
                .or_else(|| self.single_digit())
                .or_else(|| self.w_wing())
        };
        let chained = named.or_else(|| {
            let is_chain = |e: &Candidate| self.is_chain(*e);
            let are_chains = self.places.is_empty() && self.eliminates.iter().any(is_chain);
            let are_pairs = self.facts.iter().all(|(_, members)| members.len() == 2);
            are_chains.then_some(if all_cells && are_pairs {
                Technique::XyChain
            } else {
                Technique::AlternatingInferenceChain
            })
        });
        chained
            .or_else(|| (all_cells && self.is_als_xz()).then_some(Technique::AlsXz))
            .unwrap_or(Technique::Proof(self.facts.len()))
    }

    fn cells(&self) -> Vec<Cell> {
        sorted_set(self.members().map(|member| member.cell))
    }

    fn digits(&self) -> Vec<Digit> {
        sorted_set(self.members().map(|member| member.digit))
    }

    fn members(&self) -> impl Iterator<Item = &Candidate> {
        self.facts.iter().flat_map(|(_, members)| members)
    }

    fn sees(&self, one: Cell, other: Cell) -> bool {
        one != other && self.layout.first_shared_house(one, other).is_some()
    }

    fn all_see(&self, cells: &[Cell]) -> bool {
        let pairs = cells.iter().enumerate();
        pairs.clone().all(|(place, one)| {
            let others = cells[place + 1..].iter();
            others.into_iter().all(|other| self.sees(*one, *other))
        })
    }

    /// Returns the houses in which the digit of a fact has the same candidates.
    fn houses(&self, fact: usize) -> Vec<HouseKind> {
        let (Fact::House(_, digit), members) = &self.facts[fact] else {
            return Vec::new();
        };
        let houses = self.layout.houses().iter();
        let full = houses.filter(|house| self.layout.is_full(house));
        let kinds = full.map(|house| house.kind);
        let is_same = |kind: &HouseKind| {
            let of_house = Fact::House(*kind, *digit);
            self.position.members(self.layout, of_house) == *members
        };
        kinds.filter(is_same).collect()
    }

    fn locked(&mut self) -> Technique {
        let (fact, members) = &self.facts[0];
        let Fact::House(kind, digit) = *fact else {
            return Technique::LockedCandidates;
        };
        let holds_all = |kind: HouseKind| {
            let house = self.layout.houses().iter().find(|house| house.kind == kind);
            house.is_some_and(|house| {
                let all = members.iter().chain(self.eliminates);
                all.into_iter()
                    .all(|c| c.digit == digit && house.cells.contains(&c.cell))
            })
        };
        let mut covers = self.layout.houses().iter().map(|house| house.kind);
        let Some(cover) = covers.find(|cover| *cover != kind && holds_all(*cover)) else {
            return Technique::LockedCandidates;
        };
        match (orientation_of(kind), orientation_of(cover)) {
            (Some(_), None) => Technique::Claiming,
            (None, _) => Technique::Pointing,
            (Some(_), Some(_)) => Technique::LockedCandidates,
        }
    }

    fn naked_subset(&self) -> Option<Technique> {
        let size = self.facts.len();
        let is_subset =
            size <= LARGEST && self.digits().len() == size && self.all_see(&self.cells());
        is_subset.then_some(Technique::NakedSubset(size))
    }

    fn hidden_subset(&mut self) -> Option<Technique> {
        let size = self.facts.len();
        if size > LARGEST || self.digits().len() != size || self.cells().len() != size {
            return None;
        }
        let houses: Vec<Vec<HouseKind>> = (0..size).map(|fact| self.houses(fact)).collect();
        let mut shared = houses.first()?.iter();
        let house = *shared.find(|kind| houses.iter().all(|of_fact| of_fact.contains(kind)))?;
        self.rename(|_| house);
        Some(Technique::HiddenSubset(size))
    }

    /// Renames the house of each fact.
    fn rename(&mut self, house: impl Fn(usize) -> HouseKind) {
        for (number, (fact, _)) in self.facts.iter_mut().enumerate() {
            if let Fact::House(kind, _) = fact {
                *kind = house(number);
            }
        }
    }

    /// Recognises fish and similar techniques, whose facts are all about one digit.
    fn single_digit(&mut self) -> Option<Technique> {
        if self.digits().len() != 1 {
            return None;
        }
        let size = self.facts.len();
        let houses: Vec<Vec<HouseKind>> = (0..size).map(|fact| self.houses(fact)).collect();
        let find = |fact: usize, orientation: Option<Orientation>| -> Option<HouseKind> {
            let mut kinds = houses[fact].iter().copied();
            kinds.find(|kind| orientation_of(*kind) == orientation)
        };
        for orientation in [Orientation::Row, Orientation::Column] {
            let lines = (0..size).map(|fact| find(fact, Some(orientation)));
            let lines: Option<Vec<HouseKind>> = lines.collect();
            if let Some(lines) = lines
                && let Some(technique) = self.fish(orientation)
            {
                self.rename(|fact| lines[fact]);
                return Some(technique);
            }
        }
        if size != 2 {
            return None;
        }
        let is_pair = |fact: usize| self.facts[fact].1.len() == 2;
        for (one, other) in [(0, 1), (1, 0)] {
            let row = find(one, Some(Orientation::Row));
            let column = find(other, Some(Orientation::Column));
            if let (true, Some(row), Some(column)) = (is_pair(0) && is_pair(1), row, column) {
                self.rename(|fact| if fact == one { row } else { column });
                return Some(Technique::TwoStringKite);
            }
        }
        for (one, other) in [(0, 1), (1, 0)] {
            let area = find(one, None);
            let mut kinds = houses[other].iter().copied();
            let line = kinds.find(|kind| orientation_of(*kind).is_some());
            if let (true, Some(area), Some(line)) = (is_pair(other), area, line) {
                self.rename(|fact| if fact == one { area } else { line });
                return Some(Technique::EmptyRectangle);
            }
        }
        None
    }

    /// Recognises a fish whose base sets are rows or columns.
    fn fish(&self, bases: Orientation) -> Option<Technique> {
        let size = self.facts.len();
        if size > LARGEST {
            return None;
        }
        let across = |cell: Cell| match bases {
            Orientation::Row => cell.index() % self.layout.size(),
            Orientation::Column => cell.index() / self.layout.size(),
        };
        let covers = sorted_set(self.cells().into_iter().map(across));
        if covers.len() == size {
            return Some(Technique::Fish(size));
        }
        let is_skyscraper = size == 2
            && covers.len() == 3
            && self.facts.iter().all(|(_, members)| members.len() == 2);
        if is_skyscraper {
            return Some(Technique::Skyscraper);
        }
        // Finned: some of the cover lines have all but a few places, which see the eliminated ones.
        let must: Vec<usize> = self.eliminates.iter().map(|c| across(c.cell)).collect();
        subsets(&covers, size)
            .into_iter()
            .any(|cover| {
                let is_fin = |cell: &Cell| !cover.contains(&across(*cell));
                let fins: Vec<Cell> = self.cells().into_iter().filter(is_fin).collect();
                let see = |c: &Candidate| fins.iter().all(|fin| self.sees(*fin, c.cell));
                must.iter().all(|line| cover.contains(line))
                    && self.all_see(&fins)
                    && self.eliminates.iter().all(see)
            })
            .then_some(Technique::FinnedFish(size))
    }

    /// Recognises XY-wing and XYZ-wing.
    fn wing(&self) -> Option<Technique> {
        let [(one, a), (two, b), (three, c)] = &self.facts[..] else {
            return None;
        };
        if self.digits().len() != 3 {
            return None;
        }
        let cells = [(one, a), (two, b), (three, c)];
        let mut counts: Vec<usize> = cells.iter().map(|(_, members)| members.len()).collect();
        counts.sort_unstable();
        let cell_of = |members: &[Candidate]| members[0].cell;
        let is_pivot = |(_, pivot): &(&Fact, &Vec<Candidate>)| {
            let wings = cells
                .iter()
                .filter(|(_, wing)| cell_of(wing) != cell_of(pivot));
            wings
                .clone()
                .all(|(_, wing)| self.sees(cell_of(pivot), cell_of(wing)))
                && (counts[2] == 2 || pivot.len() == 3)
        };
        match counts[..] {
            [2, 2, 2] if cells.iter().any(is_pivot) => Some(Technique::XyWing),
            [2, 2, 3] if cells.iter().any(is_pivot) => Some(Technique::XyzWing),
            _ => None,
        }
    }

    fn w_wing(&self) -> Option<Technique> {
        if self.facts.len() != 3 {
            return None;
        }
        let cells = self
            .facts
            .iter()
            .filter(|(fact, _)| matches!(fact, Fact::Cell(_)));
        let cells: Vec<&Vec<Candidate>> = cells.map(|(_, members)| members).collect();
        let mut houses = self
            .facts
            .iter()
            .filter(|(fact, _)| matches!(fact, Fact::House(..)));
        let (_, link) = houses.next()?;
        let [one, other] = cells[..] else { return None };
        let digits = |members: &[Candidate]| -> Vec<Digit> {
            members.iter().map(|member| member.digit).collect()
        };
        let is_wing = one.len() == 2
            && digits(one) == digits(other)
            && digits(one).contains(&link[0].digit)
            && self
                .eliminates
                .iter()
                .all(|eliminated| eliminated.digit != link[0].digit);
        is_wing.then_some(Technique::WWing)
    }

    fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        exclude_each_other(self.layout, one, other)
    }

    /// True if the facts are the links of a chain from the assumption of `target` to a contradiction
    /// with it: each leaves the next with one candidate, or with several of one digit.
    fn is_chain(&self, target: Candidate) -> bool {
        let mut open: Vec<usize> = (0..self.facts.len()).collect();
        self.chain_from(&[target], target, &mut open)
    }

    fn chain_from(&self, held: &[Candidate], target: Candidate, open: &mut Vec<usize>) -> bool {
        for place in 0..open.len() {
            let fact = open.remove(place);
            let members = self.facts[fact].1.iter();
            let is_excluded = |m: &Candidate| held.iter().all(|h| self.excludes(*h, *m));
            let left: Vec<Candidate> = members
                .clone()
                .copied()
                .filter(|m| !is_excluded(m))
                .collect();
            let is_link = left.len() < members.len();
            let ends = || left.iter().all(|m| self.excludes(target, *m));
            let is_node = left.iter().all(|m| m.digit == left[0].digit);
            let continues = is_link
                && if open.is_empty() {
                    ends()
                } else {
                    is_node && !left.is_empty() && self.chain_from(&left, target, open)
                };
            open.insert(place, fact);
            if continues {
                return true;
            }
        }
        false
    }

    /// True if the cells are two almost locked sets with a restricted common digit.
    fn is_als_xz(&self) -> bool {
        let cells = self
            .facts
            .iter()
            .map(|(_, members)| members)
            .collect::<Vec<_>>();
        let size = cells.len();
        if size > 10 || !self.places.is_empty() {
            return false;
        }
        let almost_locked = |group: usize| -> Option<Vec<Candidate>> {
            let in_group = (0..size).filter(|cell| group >> cell & 1 == 1);
            let all: Vec<Candidate> = in_group.flat_map(|cell| cells[cell].clone()).collect();
            let members = sorted_set(all.iter().map(|member| member.cell));
            let digits = sorted_set(all.iter().map(|member| member.digit));
            (digits.len() == members.len() + 1 && self.all_see(&members)).then_some(all)
        };
        let of_digit = |all: &[Candidate], digit: Digit| -> Vec<Candidate> {
            all.iter()
                .copied()
                .filter(|member| member.digit == digit)
                .collect()
        };
        (1..(1usize << size) - 1)
            .filter(|group| group & 1 == 1)
            .any(|group| {
                let other = !group & ((1 << size) - 1);
                let (Some(one), Some(other)) = (almost_locked(group), almost_locked(other)) else {
                    return false;
                };
                let is_restricted = |digit: &Digit| {
                    let (a, b) = (of_digit(&one, *digit), of_digit(&other, *digit));
                    !a.is_empty()
                        && !b.is_empty()
                        && a.iter().all(|x| b.iter().all(|y| self.excludes(*x, *y)))
                };
                let restricted: Vec<Digit> =
                    self.digits().into_iter().filter(is_restricted).collect();
                self.eliminates.iter().all(|eliminated| {
                    let mut ends = of_digit(&one, eliminated.digit);
                    let others = of_digit(&other, eliminated.digit);
                    let in_both = !ends.is_empty() && !others.is_empty();
                    ends.extend(others);
                    in_both
                        && restricted.iter().any(|digit| *digit != eliminated.digit)
                        && ends.iter().all(|end| self.excludes(*end, *eliminated))
                })
            })
    }
}

/// Returns all subsets of this size.
fn subsets(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut chosen = Vec::new();
    for (place, first) in all.iter().enumerate() {
        for mut rest in subsets(&all[place + 1..], size - 1) {
            rest.insert(0, *first);
            chosen.push(rest);
        }
    }
    chosen
}
