//! The spread of givens over the cells.
//!
//! If a map of the cells takes the board and the symmetry of the request to themselves, a cell and
//! its image must be given equally often. Over many puzzles their counts may differ only by chance.

use std::collections::HashSet;
use std::sync::Arc;

use super::tests::*;
use satdoku::board::Source;

/// Returns maps of the cells, for candidates of automorphisms: rotations, reflections, and exchanges
/// of lines, with and without their mirror images.
fn maps(size: usize) -> Vec<Vec<usize>> {
    let last = size - 1;
    let map = |image: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<usize> {
        let images = (0..size * size).map(|cell| image(cell / size, cell % size));
        images.map(|(row, column)| row * size + column).collect()
    };
    let mut maps = vec![
        map(&|row, column| (column, row)),
        map(&|row, column| (last - row, column)),
        map(&|row, column| (row, last - column)),
    ];
    let exchanged = |pairs: &[(usize, usize)]| {
        let mut lines: Vec<usize> = (0..size).collect();
        pairs
            .iter()
            .for_each(|(one, other)| lines.swap(*one, *other));
        lines
    };
    for other in 1..size {
        for one in 0..other {
            let mirrored = exchanged(&[(one, other), (last - one, last - other)]);
            let lines: [Vec<usize>; 3] = [
                exchanged(&[(one, other)]),
                mirrored,
                (0..size).map(|line| (line + one + 1) % size).collect(),
            ];
            for lines in lines {
                maps.push(map(&|row, column| (lines[row], column)));
                maps.push(map(&|row, column| (row, lines[column])));
                maps.push(map(&|row, column| (lines[row], lines[column])));
            }
        }
    }
    maps
}

/// Returns true if a map of the cells takes every house to a house and every relation to a relation.
/// Boards with drawn constraints count as having no automorphisms.
fn is_automorphism(layout: &Layout, map: &[usize]) -> bool {
    let image = |cells: &[Cell]| {
        let mut cells: Vec<usize> = cells.iter().map(|cell| map[cell.index()]).collect();
        cells.sort_unstable();
        cells
    };
    let numbers = |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|c| c.index()).collect() };
    let houses: HashSet<Vec<usize>> = layout
        .houses()
        .iter()
        .map(|house| numbers(&house.cells))
        .collect();
    // The relations of variants are symmetric.
    let relations: HashSet<(Vec<usize>, Source)> = layout
        .relations()
        .iter()
        .map(|both| (numbers(&both.cells), both.source))
        .collect();
    let mut of_houses = layout.houses().iter();
    let mut of_relations = layout.relations().iter();
    layout.constraints().is_empty()
        && of_houses.all(|house| houses.contains(&image(&house.cells)))
        && of_relations.all(|both| relations.contains(&(image(&both.cells), both.source)))
}

/// Returns the orbits of the symmetry, as classes of those that must be given equally often.
fn classes(layout: &Layout, symmetry: Symmetry) -> Vec<Vec<Vec<usize>>> {
    let orbits = symmetry.orbits(layout.geometry());
    let mut class_of: Vec<usize> = (0..orbits.len()).collect();
    for map in maps(layout.digit_count()) {
        let image = |orbit: &Vec<usize>| {
            let mut cells: Vec<usize> = orbit.iter().map(|cell| map[*cell]).collect();
            cells.sort_unstable();
            orbits.iter().position(|other| *other == cells)
        };
        let images: Option<Vec<usize>> = orbits.iter().map(image).collect();
        let Some(images) = images.filter(|_| is_automorphism(layout, &map)) else {
            continue;
        };
        for (orbit, image) in images.into_iter().enumerate() {
            let (from, to) = (class_of[image], class_of[orbit]);
            class_of
                .iter_mut()
                .filter(|class| **class == from)
                .for_each(|class| *class = to);
        }
    }
    let class = |number: usize| -> Vec<Vec<usize>> {
        let orbits = orbits.iter().zip(&class_of);
        orbits
            .filter(|(_, class)| **class == number)
            .map(|(orbit, _)| orbit.clone())
            .collect()
    };
    let classes = (0..orbits.len()).map(class);
    classes.filter(|orbits| orbits.len() > 1).collect()
}

/// Checks the givens of this many puzzles.
///
/// In a class of n orbits, the sum of the squared deviations of their counts from the mean, divided by
/// the variance of a count, has an expected value of at most n, and about the variance of a χ²
/// distribution. The bound is five standard deviations above that.
fn assert_even(count: usize, request: Request) {
    let layout = match &request.boards {
        Boards::Same(layout) => layout.clone(),
        // Random regions have no orientation, so only the square itself matters.
        Boards::RandomJigsaws { size, .. } => layout(&format!("1x{size}")),
    };
    let classes = classes(&layout, request.symmetry);
    let mut counts = vec![0; layout.cell_count()];
    for made in puzzles(request, count) {
        for at in made.puzzle.givens().filled() {
            counts[at.cell.index()] += 1;
        }
    }
    let (mut deviation, mut compared) = (0.0, 0.0);
    for class in &classes {
        let counts: Vec<f64> = class
            .iter()
            .map(|orbit| f64::from(counts[orbit[0]]))
            .collect();
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let variance = mean * (1.0 - mean / count as f64);
        if variance > 0.0 {
            deviation += counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / variance;
            compared += counts.len() as f64;
        }
    }
    let bound = compared + 5.0 * (2.0 * compared).sqrt();
    assert!(compared > 0.0, "nothing to compare");
    assert!(
        deviation < bound,
        "{deviation:.1} above {bound:.1}: {counts:?}"
    );
}

/// Returns a jigsaw with a vertical and a horizontal axis.
fn symmetric_jigsaw() -> Arc<Layout> {
    let labels = "111222 113322 133332 544446 554466 555666";
    let labels: Vec<Option<char>> = labels.chars().filter(|c| *c != ' ').map(Some).collect();
    Arc::new(Layout::new(Ruleset::jigsaw(
        RegionMap::from_labels(&labels).unwrap(),
    )))
}

/// Defines a test for each line: its name, the number of puzzles, and the request.
macro_rules! even {
    ($($name:ident: $puzzles:expr, $request:expr;)+) => {$(
        #[test]
        fn $name() {
            assert_even($puzzles, $request);
        }
    )+};
}

fn on(shape: &str, variants: &[Variant]) -> Request {
    Request::new(with_variants(shape, variants))
}

fn symmetric(symmetry: Symmetry) -> Request {
    Request {
        symmetry,
        ..on("3x3", &[])
    }
}

even! {
    shape_2x2: 200, on("2x2", &[]);
    shape_2x3: 200, on("2x3", &[]);
    shape_3x2: 200, on("3x2", &[]);
    shape_2x4: 200, on("2x4", &[]);
    shape_3x3: 200, on("3x3", &[]);
    shape_3x4: 40, on("3x4", &[]);
    shape_4x4: 12, on("4x4", &[]);
    shape_4x5: 8, on("4x5", &[]);
    shape_1x7: 200, on("1x7", &[]);
    diagonal: 200, on("3x3", &[Variant::Diagonal]);
    windoku: 200, on("3x3", &[Variant::Windoku]);
    disjoint_groups: 200, on("3x3", &[Variant::DisjointGroups]);
    anti_knight: 60, on("3x3", &[Variant::AntiKnight]);
    anti_king: 200, on("3x3", &[Variant::AntiKing]);
    non_consecutive: 200, on("2x3", &[Variant::NonConsecutive]);
    half_turn: 200, symmetric(Symmetry::HalfTurn);
    quarter_turn: 200, symmetric(Symmetry::QuarterTurn);
    horizontal: 200, symmetric(Symmetry::Horizontal);
    vertical: 200, symmetric(Symmetry::Vertical);
    along_the_diagonal: 200, symmetric(Symmetry::Diagonal);
    along_the_antidiagonal: 200, symmetric(Symmetry::Antidiagonal);
    both_axes: 200, symmetric(Symmetry::BothAxes);
    both_diagonals: 200, symmetric(Symmetry::BothDiagonals);
    full_symmetry: 200, symmetric(Symmetry::Full);
    half_turn_on_windows: 200, Request {
        symmetry: Symmetry::HalfTurn,
        ..on("3x3", &[Variant::Windoku])
    };
    jigsaw: 200, Request::new(symmetric_jigsaw());
    random_jigsaws: 200, Request::on(Boards::RandomJigsaws { size: 7, variants: Vec::new() });
}
