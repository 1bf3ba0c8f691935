//! Finds the first step of a puzzle that is more than a single, and draws it as SVG.
//!
//!     cargo run -p satdoku-explain --example draw_step > step.svg

use satdoku::Puzzle;
use satdoku_explain::{Explainer, Technique};
use satdoku_text::{Alphabet, Picture};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle =
        "....9.8.73....8592.....7.....9.8..1.1.......8.3..5.4.....1.....9732....62.5.7...."
            .parse()?;
    let explained = Explainer::default().explain(&puzzle)?;
    let is_single =
        |technique| matches!(technique, Technique::HiddenSingle | Technique::NakedSingle);
    let mut steps = explained.steps.iter();
    let step = steps.find(|step| !is_single(step.technique));
    let step = step.ok_or("singles solve this puzzle")?;

    // The position before the step gives the digits placed so far, and the notes mark the step.
    let placed = step.before.to_grid();
    let notes = step.notes(puzzle.layout());
    let picture = Picture::new(&puzzle, Alphabet::FromOne)
        .with_solution(&placed)
        .with_notes(&notes);
    eprintln!("{}: {}", step.technique, step.conclusion());
    println!("{}", picture.svg());
    assert!(picture.svg().starts_with("<svg "));
    Ok(())
}
