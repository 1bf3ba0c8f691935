//! Generates symmetric puzzles, and counts the solutions that each gains without its first given.
//!
//!     cargo run --release -p satdoku-generate --example generate_and_count

use std::sync::Arc;

use satdoku::board::Layout;
use satdoku::task::Count;
use satdoku::{Candidate, Session};
use satdoku_generate::{Generator, Request, Symmetry};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layout = Arc::new(Layout::classic("3x3".parse()?));
    let request = Request {
        symmetry: Symmetry::HalfTurn,
        ..Request::new(layout)
    };
    let mut session = Session::default();
    // The same seed gives the same puzzles on every machine.
    for generated in Generator::new(request, 1)?.take(3) {
        let puzzle = generated?.puzzle;
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        println!("{puzzle} has {} givens", givens.len());
        assert_eq!(session.count(&puzzle, 2)?.outcome, Count::Exactly(1));

        let without_first = puzzle.restricted_to(&givens[1..]);
        let name = givens[0].name(puzzle.geometry().rows());
        match session.count(&without_first, 1_000)?.outcome {
            Count::Exactly(count) => println!("  without {name}: {count} solutions"),
            Count::AtLeast(count) => println!("  without {name}: at least {count} solutions"),
            other => println!("  without {name}: {other:?}"),
        }
    }
    Ok(())
}
