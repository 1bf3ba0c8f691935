//! Sue de Coq: cells of a line and a box, some of them in both, with as many digits as cells.

use super::super::fact::{Fact, sorted_set};
use super::super::wording::{cells, digits, eliminated, house_name, join};
use super::fish::Orientation;
use satdoku::board::{Candidate, HouseKind, Layout};

/// The cells of a Sue de Coq by their houses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SueDeCoq {
    line: HouseKind,
    area: HouseKind,
    in_both: Vec<Candidate>,
    in_line: Vec<Candidate>,
    in_area: Vec<Candidate>,
}

impl SueDeCoq {
    /// Recognises the pattern among the facts, which are all cells.
    pub fn new(layout: &Layout, facts: &[(Fact, Vec<Candidate>)]) -> Option<SueDeCoq> {
        let all: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m).copied().collect();
        if sorted_set(all.iter().map(|member| member.digit)).len() != facts.len() {
            return None;
        }
        let (lines, areas): (Vec<_>, Vec<_>) = layout
            .houses()
            .iter()
            .partition(|house| Orientation::of(house.kind).is_some());
        let mut pairs = lines
            .iter()
            .flat_map(|line| areas.iter().map(move |area| (line, area)));
        pairs.find_map(|(line, area)| {
            let part = |of_line: bool, of_area: bool| -> Vec<Candidate> {
                let is_in = |at: &&Candidate| {
                    (line.cells.contains(&at.cell), area.cells.contains(&at.cell))
                        == (of_line, of_area)
                };
                all.iter().filter(is_in).copied().collect()
            };
            let (in_both, in_line, in_area) =
                (part(true, true), part(true, false), part(false, true));
            let is_only_in_line =
                |one: &Candidate| in_area.iter().all(|other| one.digit != other.digit);
            let is_sue_de_coq = part(false, false).is_empty()
                && sorted_set(in_both.iter().map(|member| member.cell)).len() > 1
                && !in_line.is_empty()
                && !in_area.is_empty()
                && in_line.iter().all(is_only_in_line);
            is_sue_de_coq.then_some(SueDeCoq {
                line: line.kind,
                area: area.kind,
                in_both,
                in_line,
                in_area,
            })
        })
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let [line, area] = [self.line, self.area].map(|kind| house_name(kind, layout));
        let has = |part: &[Candidate]| {
            format!(
                "{} ({})",
                cells(part, board, "and"),
                digits(part, board, "or")
            )
        };
        let all = [&self.in_both[..], &self.in_line, &self.in_area].concat();
        format!(
            "{} are in both {line} and {area}. With {} in {line} and {} in {area}, they have as many \
             digits as cells: {}. None of these digits can be in two of the cells, so each is in one. So \
             {}.",
            cells(&self.in_both, board, "and"),
            has(&self.in_line),
            has(&self.in_area),
            digits(&all, board, "and"),
            join(&eliminated(eliminates, board), "and"),
        )
    }
}
