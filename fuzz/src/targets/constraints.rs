//! Constraints with any arguments: what is parsed is written as text that means the same, below a grid
//! too, and a board has it or refuses it.

use arbitrary::{Result, Unstructured};
use satdoku::board::{Constraint, Grid, Layout, Puzzle, Ruleset};
use satdoku_text::{ReadOptions, parse_puzzle};

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let shape: satdoku::board::Shape = bytes.choose(&["2x2", "2x3", "3x3"])?.parse().unwrap();
    let names: Vec<&str> = Constraint::names().collect();
    let mut text = bytes.choose(&names)?.to_string();
    while !bytes.is_empty() {
        text += " ";
        text += &argument(&mut bytes)?;
    }
    let size = shape.size();
    let Ok(constraint) = Constraint::parse(&text, size) else {
        return Ok(());
    };
    let written = constraint.text(size);
    assert_eq!(
        Constraint::parse(&written, size).as_ref(),
        Ok(&constraint),
        "{text}"
    );
    if let Ok(rules) = Ruleset::classic(shape).with_constraints(vec![constraint]) {
        let layout = Layout::new(rules);
        assert_eq!(layout.constraints().len(), 1, "{text}");
        let puzzle = Puzzle::new(layout.into(), Grid::blank(size)).unwrap();
        for below in [written, format!("- {text}")] {
            let grid = format!("{}\n", ".".repeat(size)).repeat(size);
            let text = format!("{grid}{below}\n");
            let (read, _) = parse_puzzle(&text, ReadOptions::default()).expect(&below);
            assert_eq!(read, puzzle, "{below}");
        }
    }
    Ok(())
}

/// Returns a number, a cell, a line of cells, or another word of a constraint.
fn argument(bytes: &mut Unstructured) -> Result<String> {
    let cell = |bytes: &mut Unstructured| -> Result<String> {
        let (row, column) = (bytes.int_in_range(0..=9)?, bytes.int_in_range(1..=9)?);
        Ok(format!("r{row}c{column}"))
    };
    Ok(match bytes.int_in_range(0..=7)? {
        0 => bytes.int_in_range(0..=50)?.to_string(),
        1 => bytes.arbitrary::<i64>()?.to_string(),
        2 => format!("{}-{}", cell(bytes)?, cell(bytes)?),
        3 => format!("{}*{}", bytes.int_in_range(-3..=99)?, cell(bytes)?),
        4 => bytes
            .choose(&[":", "row", "column", "left", "bottom"])?
            .to_string(),
        _ => cell(bytes)?,
    })
}
