//! Random region maps.

use rand_chacha::ChaCha8Rng;

use super::below;
use super::connected::are_connected;
use satdoku::Deadline;
use satdoku::board::{Cell, Geometry, RegionMap, Shape};

/// The largest boards with regions that have nothing left of boxes. On larger ones, few such maps have a
/// solution that can be found.
const MOST_WINDING: usize = 9;

/// Returns a random map of connected regions, made from boxes, or else rows, by exchanges of cells.
///
/// In each exchange a cell moves to the region of a neighbour, and a cell of that region that touches
/// the first region moves back, if both regions are connected afterwards. Returns `None` if the time
/// runs out.
pub(super) fn random_regions(
    size: usize,
    deadline: Option<&Deadline>,
    random: &mut ChaCha8Rng,
) -> Option<RegionMap> {
    let (cells, board) = (size * size, Geometry::from(size));
    let usual = Shape::usual(size);
    let (rows, columns) = usual.map_or((1, size), |shape| (shape.box_rows(), shape.box_columns()));
    let first = |cell: usize| cell / size / rows * rows + cell % size / columns;
    let mut region_of: Vec<usize> = (0..cells).map(first).collect();
    // One try in three or four succeeds.
    let tries = if size <= MOST_WINDING { 40 } else { 6 };
    for number in 0..tries * cells {
        if number.is_multiple_of(64) && deadline.is_some_and(|deadline| deadline.is_over()) {
            return None;
        }
        let mut below = |count: usize| below(count, random);
        let cell = below(cells);
        let neighbours = board.neighbours(Cell::from_index(cell));
        let beside = neighbours[below(neighbours.len())];
        let (from, to) = (region_of[cell], region_of[beside.index()]);
        if from == to {
            continue;
        }
        region_of[cell] = to;
        let start = below(cells);
        let returned = (start..cells).chain(0..start).find(|other| {
            region_of[*other] == to
                && *other != cell
                && touches(&region_of, *other, from, &board)
                && {
                    region_of[*other] = from;
                    let are_connected = is_connected(&region_of, from, &board)
                        && is_connected(&region_of, to, &board);
                    region_of[*other] = to;
                    are_connected
                }
        });
        match returned {
            Some(other) => region_of[other] = from,
            None => region_of[cell] = from,
        }
    }
    let mut groups = vec![Vec::with_capacity(size); size];
    for (cell, region) in region_of.into_iter().enumerate() {
        groups[region].push(Cell::from_index(cell));
    }
    Some(RegionMap::from_groups(size, &groups).expect("each region has as many cells as before"))
}

/// True if a cell shares a side with one of a region.
fn touches(region_of: &[usize], cell: usize, region: usize, board: &Geometry) -> bool {
    let mut neighbours = board.neighbours(Cell::from_index(cell)).into_iter();
    neighbours.any(|other| region_of[other.index()] == region)
}

fn is_connected(region_of: &[usize], region: usize, board: &Geometry) -> bool {
    let of_region = (0..region_of.len()).filter(|cell| region_of[*cell] == region);
    let of_region: Vec<Cell> = of_region.map(Cell::from_index).collect();
    are_connected(&of_region, board)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn regions_are_connected_and_differ() {
        for size in [4, 5, 6, 7, 9, 12] {
            let mut random = ChaCha8Rng::seed_from_u64(14);
            let maps: Vec<RegionMap> = (0..5)
                .map(|_| random_regions(size, None, &mut random).unwrap())
                .collect();
            for map in &maps {
                let of_cell = |cell| map.region_of(Cell::from_index(cell));
                let region_of: Vec<usize> = (0..size * size).filter_map(of_cell).collect();
                assert!((0..size).all(|region| is_connected(&region_of, region, &size.into())));
            }
            assert!(maps[1..].iter().any(|map| *map != maps[0]), "{size}");
        }
    }
}
