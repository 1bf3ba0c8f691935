//! Wings: XY-wing, XYZ-wing and W-wing.

use super::chain::Chain;
use super::technique::Technique;
use crate::fact::Fact;
use crate::sorted_set::sorted_set;
use crate::text::constraint::house_name;
use crate::text::words::{cells, digits, eliminated, join};
use satdoku::board::{Candidate, Digit, Geometry, Layout, Source};

/// The candidates of a wing by their parts in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wing {
    /// The pivot, a cell that sees both pincers, or the places of a digit in a house between them.
    pub middle: Vec<Candidate>,
    /// The house between the pincers, in which one of their digits has no other places than those that see one of
    /// them; `None` if there is a pivot.
    house: Option<Source>,
    pincers: [Vec<Candidate>; 2],
    /// The wing as a chain, unless the pivot has three digits.
    pub chain: Option<Chain>,
}

impl Wing {
    /// Recognises a wing from its facts.
    pub fn new(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Wing> {
        let is_cell = |(fact, _): &&(Fact, Vec<Candidate>)| matches!(fact, Fact::Cell(_));
        let (cells, houses): (Vec<_>, Vec<_>) = facts.iter().partition(is_cell);
        let (middle, house, [one, other]) = match (&cells[..], &houses[..]) {
            ([(_, one), (_, two), (_, three)], []) => {
                let orders = [[one, two, three], [two, one, three], [three, one, two]];
                let is_wing = |all: &[&Vec<Candidate>; 3]| is_with_pivot(layout, *all, eliminates);
                let [pivot, one, other] = orders.into_iter().find(is_wing)?;
                (pivot, None, [one, other])
            }
            ([(_, one), (_, other)], [(Fact::House(house, digit), link)]) => {
                let is_wing = one.len() == 2
                    && one.len() == other.len()
                    && one.iter().all(|member| has(other, member.digit))
                    && has(one, *digit)
                    && eliminates.iter().all(|of| of.digit != *digit);
                is_wing.then_some((link, Some(*house), [one, other]))?
            }
            _ => return None,
        };
        let is_chain = house.is_some() || middle.len() == 2;
        let chain = || Chain::refuting(layout, facts, eliminates);
        Some(Wing {
            middle: middle.clone(),
            house,
            pincers: [one.clone(), other.clone()],
            chain: is_chain.then(chain).flatten(),
        })
    }

    /// Returns the name of the wing.
    pub fn technique(&self) -> Technique {
        match (self.house, self.middle.len()) {
            (Some(_), _) => Technique::WWing,
            (None, 2) => Technique::XyWing,
            (None, _) => Technique::XyzWing,
        }
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let concluded = join(eliminated(eliminates, board), "and");
        let digit = eliminates[0].digit;
        let Some(house) = self.house else {
            return format!("{} So {concluded}.", self.pivot_text(digit, board));
        };
        let linked = board.value(self.middle[0].digit);
        let [one, other] = self.pincers.each_ref().map(|of| of[0].cell.name(board));
        format!(
            "The pincers {one} and {other} both have {}. In {}, {linked} can only be at {}, and each of \
             these cells sees a pincer. So the pincers are not both {linked}: one of them is {}, and \
             {concluded}.",
            digits(&self.pincers[0], board, "or"),
            house_name(house, layout),
            cells(&self.middle, board, "or"),
            board.value(digit),
        )
    }

    /// Returns why one of the cells of a wing with a pivot has a digit.
    fn pivot_text(&self, digit: Digit, board: &Geometry) -> String {
        let (pivot, [one, other], value) = (&self.middle, &self.pincers, board.value(digit));
        let is_there = |member: &Candidate| match member.digit == digit {
            true => format!("otherwise it is {value} itself"),
            false => {
                let pincer = if has(one, member.digit) { one } else { other };
                let (other, pincer) = (board.value(member.digit), pincer[0].cell.name(board));
                format!("if it is {other}, then {pincer} is {value}")
            }
        };
        // The last case is that of the pivot.
        let (itself, others): (Vec<&Candidate>, Vec<&Candidate>) =
            pivot.iter().partition(|member| member.digit == digit);
        let cases = others.into_iter().chain(itself).map(is_there);
        let cases = cases.collect::<Vec<_>>().join("; ");
        let all = if has(pivot, digit) {
            "three"
        } else {
            "pincers"
        };
        let [pivot, one, other] = [pivot, one, other].map(|cell| {
            format!(
                "{} ({})",
                cell[0].cell.name(board),
                digits(cell, board, "or")
            )
        });
        format!(
            "The pivot is {pivot}, the pincers are {one} and {other}. Whatever the pivot is, one of the \
             {all} is {value}: {cases}."
        )
    }
}

fn has(cell: &[Candidate], digit: Digit) -> bool {
    cell.iter().any(|member| member.digit == digit)
}

/// True if the first cell sees the others, and one of the three has each eliminated digit.
fn is_with_pivot(
    layout: &Layout,
    [pivot, one, other]: [&Vec<Candidate>; 3],
    eliminates: &[Candidate],
) -> bool {
    let sees = |cell: &[Candidate]| {
        let shared = layout.first_shared_house(pivot[0].cell, cell[0].cell);
        cell.len() == 2 && shared.is_some()
    };
    let all = [&pivot[..], one, other].concat();
    let digit = eliminates[0].digit;
    let is_pivot = pivot.len() == if has(pivot, digit) { 3 } else { 2 };
    sorted_set(all.iter().map(|member| member.digit)).len() == 3
        && eliminates.iter().all(|of| of.digit == digit)
        && [one, other]
            .iter()
            .all(|pincer| sees(pincer) && has(pincer, digit))
        && is_pivot
}
