//! Killer cages: a division of the board into connected groups of different digits.

use super::drawing::ConstraintDrawing;
use satdoku::board::Cell;

/// The sizes of cages at 9×9, each as often as it is wanted.
const SIZES: [usize; 8] = [2, 2, 2, 3, 3, 3, 4, 5];

/// Divides the board into cages. A cell that fits into no cage next to it stays without one.
pub(super) fn draw(drawing: &mut ConstraintDrawing<'_>) {
    let cells = drawing.size * drawing.size;
    let largest = largest(drawing);
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    let mut cage_of: Vec<Option<usize>> = vec![None; cells];
    let mut free: Vec<Cell> = (0..cells).map(Cell::from_index).collect();
    while !free.is_empty() {
        // Cells with few free neighbours come first, or they would be left over.
        let first = least_free(drawing, &free, &cage_of);
        let mut cage = vec![first];
        let wanted = SIZES[drawing.below(SIZES.len())].min(largest);
        cage_of[first.index()] = Some(cages.len());
        while cage.len() < wanted {
            let beside = free_beside(drawing, &cage, &cage_of);
            if beside.is_empty() {
                break;
            }
            let next = least_free(drawing, &beside, &cage_of);
            cage_of[next.index()] = Some(cages.len());
            cage.push(next);
        }
        free.retain(|cell| cage_of[cell.index()].is_none());
        cages.push(cage);
    }
    merge_singles(drawing, &mut cages, &mut cage_of);
    for mut cells in cages {
        if cells.len() > 1 {
            cells.sort_unstable();
            let total = cells.iter().map(|cell| drawing.value(*cell)).sum();
            drawing.add("cage", Some(total), vec![cells]);
        }
    }
}

/// Adds cages of one cell to a cage next to them that has room, and leaves an empty cage behind.
fn merge_singles(
    drawing: &ConstraintDrawing<'_>,
    cages: &mut [Vec<Cell>],
    cage_of: &mut [Option<usize>],
) {
    let largest = largest(drawing);
    for number in 0..cages.len() {
        let [single] = cages[number][..] else {
            continue;
        };
        let fits = |cell: &Cell| {
            let number = cage_of[cell.index()]?;
            let cage = &cages[number];
            let is_new = (cage.iter()).all(|of| drawing.value(*of) != drawing.value(single));
            (cage.len() < largest && is_new).then_some(number)
        };
        let beside = drawing.neighbours(single);
        if let Some(larger) = beside
            .filter_map(|cell| fits(&cell))
            .min_by_key(|number| cages[*number].len())
        {
            cages[larger].push(single);
            cage_of[single.index()] = Some(larger);
            cages[number].clear();
        }
    }
}

/// Returns the number of cells of the largest cages.
fn largest(drawing: &ConstraintDrawing<'_>) -> usize {
    drawing.size / 2 + 1
}

/// Returns the cells without a cage that can be added to one.
fn free_beside(
    drawing: &ConstraintDrawing<'_>,
    cage: &[Cell],
    cage_of: &[Option<usize>],
) -> Vec<Cell> {
    let mut beside: Vec<Cell> = Vec::new();
    for cell in cage.iter().flat_map(|cell| drawing.neighbours(*cell)) {
        let is_free = cage_of[cell.index()].is_none() && !beside.contains(&cell);
        if is_free
            && cage
                .iter()
                .all(|of| drawing.value(*of) != drawing.value(cell))
        {
            beside.push(cell);
        }
    }
    beside
}

/// Returns a random one of the cells with the fewest neighbours without a cage.
fn least_free(
    drawing: &mut ConstraintDrawing<'_>,
    cells: &[Cell],
    cage_of: &[Option<usize>],
) -> Cell {
    let start = drawing.below(cells.len());
    let free = |cell: &Cell| {
        let neighbours = drawing.neighbours(*cell);
        neighbours
            .filter(|cell| cage_of[cell.index()].is_none())
            .count()
    };
    let turned = [&cells[start..], &cells[..start]].concat();
    turned
        .into_iter()
        .min_by_key(free)
        .expect("a list with a cell")
}
