//! Wings: XY-wing, XYZ-wing and W-wing.

use super::super::fact::{Fact, sorted_set};
use super::super::wording::{cells, digits, eliminated, house_name, join};
use super::technique::Technique;
use satdoku::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// The cells of a wing by their parts in it.
pub(crate) enum Wing<'a> {
    /// A cell that sees two others: each of its digits decides one of them.
    Pivot {
        pivot: &'a [Candidate],
        pincers: [&'a [Candidate]; 2],
    },
    /// Two cells with the same two digits, and a house in which one of the digits has no other places
    /// than those that see one of the cells.
    Linked {
        cells: [&'a [Candidate]; 2],
        house: HouseKind,
        link: &'a [Candidate],
    },
}

impl<'a> Wing<'a> {
    /// Recognises a wing from its facts.
    pub fn new(
        layout: &Layout,
        facts: &'a [(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Wing<'a>> {
        let [_, _, _] = facts else { return None };
        let is_cell = |(fact, _): &&(Fact, Vec<Candidate>)| matches!(fact, Fact::Cell(_));
        let (cells, houses): (Vec<_>, Vec<_>) = facts.iter().partition(is_cell);
        match (&cells[..], &houses[..]) {
            ([one, two, three], []) => {
                let orders = [[one, two, three], [two, one, three], [three, one, two]];
                let mut wings = orders.into_iter();
                wings.find_map(|all| Wing::with_pivot(layout, all.map(|(_, m)| &m[..]), eliminates))
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
                is_wing.then_some(Wing::Linked {
                    cells: [one, other],
                    house: *house,
                    link,
                })
            }
            _ => None,
        }
    }

    fn with_pivot(
        layout: &Layout,
        [pivot, one, other]: [&'a [Candidate]; 3],
        eliminates: &[Candidate],
    ) -> Option<Wing<'a>> {
        let sees = |cell: Cell| layout.first_shared_house(pivot[0].cell, cell).is_some();
        let all = sorted_set(
            [pivot, one, other]
                .concat()
                .iter()
                .map(|member| member.digit),
        );
        let eliminated = sorted_set(eliminates.iter().map(|candidate| candidate.digit));
        let [digit] = eliminated[..] else { return None };
        let has = |cell: &[Candidate]| cell.iter().any(|member| member.digit == digit);
        let is_wing = all.len() == 3
            && one.len() == 2
            && other.len() == 2
            && has(one)
            && has(other)
            && (pivot.len() == 3 || (pivot.len() == 2 && !has(pivot)))
            && sees(one[0].cell)
            && sees(other[0].cell);
        is_wing.then_some(Wing::Pivot {
            pivot,
            pincers: [one, other],
        })
    }

    /// Returns the name of the wing.
    pub fn technique(&self) -> Technique {
        match self {
            Wing::Pivot { pivot, .. } if pivot.len() == 2 => Technique::XyWing,
            Wing::Pivot { .. } => Technique::XyzWing,
            Wing::Linked { .. } => Technique::WWing,
        }
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let concluded = join(&eliminated(eliminates, board), "and");
        let name = |cell: &[Candidate]| cell[0].cell.name(board).to_string();
        let with_digits =
            |cell: &[Candidate]| format!("{} ({})", name(cell), digits(cell, board, "or"));
        let digit = eliminates[0].digit;
        let value = board.value(digit);
        match self {
            Wing::Pivot {
                pivot,
                pincers: [one, other],
            } => {
                let cases = pivot
                    .iter()
                    .filter(|member| member.digit != digit)
                    .map(|member| {
                        let has = one.iter().any(|other| other.digit == member.digit);
                        let pincer = if has { one } else { other };
                        format!(
                            "if it is {}, then {} is {value}",
                            board.value(member.digit),
                            name(pincer)
                        )
                    });
                let cases = cases.collect::<Vec<_>>().join("; ");
                let itself = match self.technique() {
                    Technique::XyzWing => format!("; otherwise it is {value} itself"),
                    _ => String::new(),
                };
                format!(
                    "The pivot is {}, the pincers are {} and {}. Whatever the pivot is, one of the \
                     {} is {value}: {cases}{itself}. So {concluded}.",
                    with_digits(pivot),
                    with_digits(one),
                    with_digits(other),
                    if itself.is_empty() {
                        "pincers"
                    } else {
                        "three"
                    },
                )
            }
            Wing::Linked {
                cells: [one, other],
                house,
                link,
            } => {
                let linked = board.value(link[0].digit);
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
