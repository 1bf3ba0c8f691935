//! Ways to divide cells into groups that differ because they share a house.
//!
//! The digits of such a group have a higher least sum, and a lower greatest sum, than cells one by one. A long
//! arrow or little killer has no other bound that a person sees.

use std::cmp::Reverse;

use crate::sorted_set::sorted_set;
use satdoku::board::{Cell, Layout, Primitive, Source};

/// Cells of a house with the same factor, by their places in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub house: Source,
    pub places: Vec<usize>,
}

/// Returns ways to divide different cells, which have factors in a sum, into groups of at least two: by rows, by
/// columns, by boxes or regions, and by all houses, the largest groups first.
pub(super) fn partitions(layout: &Layout, terms: &[(Cell, i64)]) -> Vec<Vec<Group>> {
    let is_kind: [fn(Source) -> bool; 4] =
        [Source::is_box, Source::is_row, Source::is_column, |_| true];
    let mut partitions: Vec<Vec<Group>> = Vec::new();
    for is_kind in is_kind {
        let houses = layout.houses().iter().filter(|house| is_kind(house.source));
        let partition = partition(houses.collect(), terms);
        if !partition.is_empty() && !partitions.contains(&partition) {
            partitions.push(partition);
        }
    }
    partitions
}

/// Divides cells by these houses and by factors, the house with most of the cells left first.
fn partition(houses: Vec<&Primitive>, terms: &[(Cell, i64)]) -> Vec<Group> {
    let factors = sorted_set(terms.iter().map(|(_, factor)| *factor));
    let mut is_left = vec![true; terms.len()];
    let mut groups = Vec::new();
    loop {
        let left = |house: &Primitive, factor: i64| -> Vec<usize> {
            let is_of = |place: &usize| {
                let (cell, of) = terms[*place];
                is_left[*place] && of == factor && house.cells.contains(&cell)
            };
            (0..terms.len()).filter(is_of).collect()
        };
        let each = houses
            .iter()
            .flat_map(|house| factors.iter().map(move |of| (house, *of)));
        let largest = each.map(|(house, factor)| (house.source, left(house, factor)));
        let largest = largest.min_by_key(|(_, places)| Reverse(places.len()));
        match largest {
            Some((house, places)) if places.len() > 1 => {
                places.iter().for_each(|place| is_left[*place] = false);
                groups.push(Group { house, places });
            }
            _ => return groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::Puzzle;

    #[test]
    fn cells_are_divided_by_each_kind_of_house() {
        let puzzle: Puzzle = "................".parse().unwrap();
        let terms = [0, 1, 2, 5, 10, 15].map(|cell| (Cell::from_index(cell), 1));
        let places = |partition: &Vec<Group>| -> Vec<Vec<usize>> {
            partition.iter().map(|group| group.places.clone()).collect()
        };
        let found = partitions(puzzle.layout(), &terms);
        let found: Vec<Vec<Vec<usize>>> = found.iter().map(places).collect();
        let (boxes, rows) = (vec![vec![0, 1, 3], vec![4, 5]], vec![vec![0, 1, 2]]);
        let columns = vec![vec![1, 3], vec![2, 4]];
        let all = vec![vec![0, 1, 2], vec![4, 5]];
        assert_eq!(found, [boxes, rows, columns, all]);
    }
}
