//! Builds a jigsaw with diagonals from its parts, checks that it is unique, and draws its solution.
//!
//!     cargo run -p satdoku-text --example jigsaw

use std::sync::Arc;

use satdoku::board::{Layout, RegionMap, Ruleset, Variant};
use satdoku::{Grid, Puzzle};
use satdoku_text::{Alphabet, Picture, Strokes};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cells with the same letter form a region.
    let labels = ["abbbbc", "aabbcc", "aadccf", "adddcf", "ededff", "eeeeff"].concat();
    let labels: Vec<Option<char>> = labels.chars().map(Some).collect();
    let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels)?).with(&[Variant::Diagonal])?;
    let givens: Grid = ".4..3. .5.... ...... .....1 .....6 ......".parse()?;
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens)?;

    let verdict = puzzle.check()?;
    let solution = verdict.solution().ok_or("not unique")?;
    let picture = Picture::new(&puzzle, Alphabet::FromOne).with_solution(solution);
    print!("{}", picture.draw(Strokes::Unicode));
    Ok(())
}
