//! Wings: XY-wing, XYZ-wing and W-wing.

use super::chain::Chains;
use super::technique::Technique;
use crate::fact::Fact;
use crate::sorted_set::sorted_set;
use crate::text::constraint::house_name;
use crate::text::words::{cells, digits, eliminated, join};
use satdoku::board::{Candidate, Cell, Digit, Geometry, Layout, Source};

/// The candidates of a wing by their parts in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wing {
    /// A cell that sees two others: each of its digits decides one of them.
    Pivot {
        pivot: Vec<Candidate>,
        pincers: [Vec<Candidate>; 2],
        /// The wing as a chain, unless the pivot has three digits.
        chains: Option<Chains>,
    },
    /// Two cells with the same two digits, and a house in which one of the digits has no other places
    /// than those that see one of the cells.
    Linked {
        pincers: [Vec<Candidate>; 2],
        house: Source,
        link: Vec<Candidate>,
        chains: Option<Chains>,
    },
}

impl Wing {
    /// Recognises a wing from its facts.
    pub fn new(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Wing> {
        let [_, _, _] = facts else { return None };
        let is_cell = |(fact, _): &&(Fact, Vec<Candidate>)| matches!(fact, Fact::Cell(_));
        let chains = || Chains::refuting(layout, facts, eliminates);
        let (cells, houses): (Vec<_>, Vec<_>) = facts.iter().partition(is_cell);
        match (&cells[..], &houses[..]) {
            ([one, two, three], []) => {
                let orders = [[one, two, three], [two, one, three], [three, one, two]];
                let mut wings = orders.into_iter();
                let [pivot, one, other] = wings.find(|all| {
                    is_with_pivot(layout, all.map(|(_, members)| &members[..]), eliminates)
                })?;
                Some(Wing::Pivot {
                    pivot: pivot.1.clone(),
                    pincers: [one.1.clone(), other.1.clone()],
                    chains: (pivot.1.len() == 2).then(chains).flatten(),
                })
            }
            ([(_, one), (_, other)], [(Fact::House(house, digit), link)]) => {
                let of_one: Vec<Digit> = one.iter().map(|member| member.digit).collect();
                let of_other = other.iter().map(|member| member.digit);
                let is_wing = one.len() == 2
                    && of_one.iter().copied().eq(of_other)
                    && of_one.contains(digit)
                    && eliminates
                        .iter()
                        .all(|eliminated| eliminated.digit != *digit);
                is_wing.then(|| Wing::Linked {
                    pincers: [one.clone(), other.clone()],
                    house: *house,
                    link: link.clone(),
                    chains: chains(),
                })
            }
            _ => None,
        }
    }

    /// Returns the name of the wing.
    pub fn technique(&self) -> Technique {
        match self {
            Wing::Pivot { pivot, .. } if pivot.len() == 2 => Technique::XyWing,
            Wing::Pivot { .. } => Technique::XyzWing,
            Wing::Linked { .. } => Technique::WWing,
        }
    }

    /// Returns the candidates of the pivot, or the places in the house between the pincers.
    pub fn middle(&self) -> &[Candidate] {
        match self {
            Wing::Pivot { pivot, .. } => pivot,
            Wing::Linked { link, .. } => link,
        }
    }

    /// Returns the wing as a chain; none for an XYZ-wing.
    pub fn chains(&self) -> Option<&Chains> {
        match self {
            Wing::Pivot { chains, .. } | Wing::Linked { chains, .. } => chains.as_ref(),
        }
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let concluded = join(&eliminated(eliminates, board), "and");
        let digit = eliminates[0].digit;
        let name = |cell: &[Candidate]| cell[0].cell.name(board).to_string();
        match self {
            Wing::Pivot { pivot, pincers, .. } => {
                pivot_text(pivot, pincers, digit, board) + &format!(" So {concluded}.")
            }
            Wing::Linked {
                pincers: [one, other],
                house,
                link,
                ..
            } => {
                let (linked, value) = (board.value(link[0].digit), board.value(digit));
                format!(
                    "The pincers {} and {} both have {}. In {}, {linked} can only be at {}, and each \
                     of these cells sees a pincer. So the pincers are not both {linked}: one of them \
                     is {value}, and {concluded}.",
                    name(one),
                    name(other),
                    digits(one, board, "or"),
                    house_name(*house, layout),
                    cells(link, board, "or"),
                )
            }
        }
    }
}

/// Returns why one of the cells of a wing with a pivot has a digit.
fn pivot_text(
    pivot: &[Candidate],
    pincers: &[Vec<Candidate>; 2],
    digit: Digit,
    board: &Geometry,
) -> String {
    let value = board.value(digit);
    let name = |cell: &[Candidate]| cell[0].cell.name(board).to_string();
    let with_digits =
        |cell: &[Candidate]| format!("{} ({})", name(cell), digits(cell, board, "or"));
    let others = pivot.iter().filter(|member| member.digit != digit);
    let cases = others.map(|member| {
        let has = |pincer: &[Candidate]| pincer.iter().any(|of| of.digit == member.digit);
        let pincer = &pincers[usize::from(!has(&pincers[0]))];
        let other = board.value(member.digit);
        format!("if it is {other}, then {} is {value}", name(pincer))
    });
    let cases = cases.collect::<Vec<_>>().join("; ");
    let (all, itself) = match pivot.iter().any(|member| member.digit == digit) {
        true => ("three", format!("; otherwise it is {value} itself")),
        false => ("pincers", String::new()),
    };
    format!(
        "The pivot is {}, the pincers are {} and {}. Whatever the pivot is, one of the {all} is \
         {value}: {cases}{itself}.",
        with_digits(pivot),
        with_digits(&pincers[0]),
        with_digits(&pincers[1]),
    )
}

/// True if the first cell sees the others, and one of the three has each eliminated digit.
fn is_with_pivot(
    layout: &Layout,
    [pivot, one, other]: [&[Candidate]; 3],
    eliminates: &[Candidate],
) -> bool {
    let sees = |cell: Cell| layout.first_shared_house(pivot[0].cell, cell).is_some();
    let all = [pivot, one, other].concat();
    let eliminated = sorted_set(eliminates.iter().map(|candidate| candidate.digit));
    let [digit] = eliminated[..] else {
        return false;
    };
    let has = |cell: &[Candidate]| cell.iter().any(|member| member.digit == digit);
    sorted_set(all.iter().map(|member| member.digit)).len() == 3
        && one.len() == 2
        && other.len() == 2
        && has(one)
        && has(other)
        && (pivot.len() == 3 || (pivot.len() == 2 && !has(pivot)))
        && sees(one[0].cell)
        && sees(other[0].cell)
}
