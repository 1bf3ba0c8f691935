//! The corpus: puzzles of five sizes with their number of solutions.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::testing::puzzle_on;
use satdoku::board::Layout;
use satdoku::engine::{Budget, ENGINES, End};

/// Returns the budget of an engine. Slow engines may give up.
fn budget(engine: &str, count: u64) -> Option<Budget> {
    match engine {
        "mrv" | "dlx" => Some(Budget::UNLIMITED),
        // Its time grows with the square of the count.
        engine if engine.starts_with("sat") => (count <= 200).then_some(Budget::UNLIMITED),
        _ => Some(Budget::of_nodes(50_000)),
    }
}

#[test]
fn every_engine_counts_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    // Puzzles with one solution, with several and with none.
    let mut kinds = [0; 3];
    let mut answered = vec![0; ENGINES.len()];
    for shape in ["2x2", "2x3", "3x3", "3x4", "4x4"] {
        let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
        let text = fs::read_to_string(folder.join(shape).with_extension("txt")).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let [givens, count, solution]: [&str; 3] =
                line.split(':').collect::<Vec<_>>().try_into().unwrap();
            let count: u64 = count.parse().unwrap();
            kinds[count.min(2) as usize] += 1;
            let puzzle = puzzle_on(layout.clone(), givens);
            for (index, entry) in ENGINES.iter().enumerate() {
                let Some(budget) = budget(entry.name, count) else {
                    continue;
                };
                let (grids, report) = entry.make().solutions(&puzzle, u64::MAX, &budget).unwrap();
                let found = grids.len() as u64;
                if report.end == End::OutOfBudget {
                    assert!(budget != Budget::UNLIMITED && found <= count);
                    continue;
                }
                answered[index] += 1;
                assert_eq!(found, count, "{} {line}", entry.name);
                if count == 1 {
                    assert_eq!(grids[0].to_string(), solution, "{} {line}", entry.name);
                }
            }
        }
    }
    let [none, one, several] = kinds;
    assert!(one >= 30 && none >= 20 && several >= 30, "{kinds:?}");
    assert!(answered.iter().all(|count| *count >= 50), "{answered:?}");
}
