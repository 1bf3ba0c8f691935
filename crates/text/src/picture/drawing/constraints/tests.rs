//! Tests of drawn constraints.

use std::sync::Arc;

use super::*;
use crate::testing::blank_on;
use satdoku::board::{Grid, Layout, Ruleset};

fn drawing(puzzle: &Puzzle) -> Drawing<'_> {
    let mut drawing = Drawing::new(puzzle);
    let constraints = puzzle.layout().constraints().iter();
    constraints.for_each(|constraint| drawing.add(constraint));
    drawing
}

/// Returns the shapes of the rules of a blank board of 9×9, those below the lines first.
fn shapes(rules: &str) -> Vec<Shape> {
    let puzzle = blank_on(&format!("box 3x3; {rules}"));
    let Drawing { below, above, .. } = drawing(&puzzle);
    [below, above].concat()
}

#[test]
fn every_kind_is_drawn() {
    let arguments = [
        "",
        "r5c5",
        "r5c5 r5c6 r5c7",
        "r5c5 r5c6",
        "5 r5c5 r5c6",
        "5 row 5",
        "5",
        "r5c5: r5c6",
        "{ cage 5 r5c5 r5c6 } or { cage 9 r5c5 r5c6 }",
        "\"a < b\" r5c5 r5c6",
        "\"1\" r5c5 r5c6",
        "\"start 0\" r5c5 r5c6",
        "5: r5c5 r5c6",
        "r5c5: r5c6: r5c7 r5c8",
        "table",
    ];
    for name in Constraint::names() {
        let board = "variables table 9x9";
        let puzzle = blank_on(board);
        let texts = arguments.map(|arguments| format!("{name} {arguments}"));
        let is_valid = |text: &&String| Constraint::parse(text, puzzle.geometry()).is_ok();
        let text = texts.iter().find(is_valid).expect(name);
        // A rule of the whole grid is in the legend alone.
        let drawn = shapes(&format!("{board}; {text}"));
        assert!(!drawn.is_empty() || name == "connected", "{text}");
    }
}

#[test]
fn clues_of_alternatives_need_room_outside() {
    let has_clue = |one: &str| {
        let rule = format!("either {{ odd r1c1 }} or {{ {one} }}");
        has_outer_clue(&blank_on(&rule))
    };
    assert!(has_clue("sandwich 12 row 3"));
    assert!(has_clue(
        "either { little-killer 9 r1c3-r7c9 } or { odd r1c1 }"
    ));
    assert!(!has_clue("cage 5 r1c1 r1c2"));
}

#[test]
fn sums_and_clues_are_written() {
    let text = |constraint: &str| {
        let labels = shapes(constraint)
            .into_iter()
            .filter_map(|shape| match shape {
                Shape::Label(text) => Some(text.text),
                Shape::Outline(outline) => Some(outline.label),
                _ => None,
            });
        labels.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text("cage 15 r1c1 r1c2"), "15");
    assert_eq!(text("cage r1c1 r1c2"), "");
    assert_eq!(text("sum 10 r1c1 2*r1c2"), "10 ×2");
    assert_eq!(text("difference r1c1 r1c2"), "");
    assert_eq!(text("difference 3 r1c1 r1c2"), "3");
    assert_eq!(text("v r1c1 r1c2"), "V");
    assert_eq!(text("quadruple 1 2 3 r1c1 r1c2 r2c1 r2c2"), "1 2 3");
    assert_eq!(text("little-killer 12 r1c3-r7c9"), "12");
    assert_eq!(text("sandwich 12 row 3"), "12");
}

#[test]
fn an_arrow_starts_at_the_edge_of_its_circle() {
    let drawn = shapes("arrow r1c1: r1c2 r1c3");
    let [Shape::Figure(_), Shape::Polyline(line)] = &drawn[..] else {
        panic!("{drawn:?}");
    };
    assert_eq!(line.points[..], [(36.0, 20.0), (60.0, 20.0), (100.0, 20.0)]);
}

#[test]
fn rules_of_setters_share_signs_and_labels_do_not_overlap() {
    let texts = [
        "pairs \"a < b\" as \"up\" r1c1 r1c2",
        "sequence \"1.*\" r1c1 r2c1",
        "pairs \"a < b\" as \"up\" r5c1 r5c2",
    ];
    let constraints = texts.map(|text| Constraint::parse(text, 9).unwrap());
    let rules = Ruleset::classic("3x3".parse().unwrap());
    let rules = rules.with_constraints(constraints.to_vec()).unwrap();
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), Grid::blank(9)).unwrap();
    let drawing = drawing(&puzzle);
    let legend = drawing.legend.iter();
    let legend: Vec<String> = legend
        .map(|of| format!("{} {}", of.sign, of.text))
        .collect();
    assert_eq!(legend, ["A up", "B the digits match 1.*"]);
    let outlines = drawing.above.iter().map(|shape| match shape {
        Shape::Outline(outline) => (outline.label.as_str(), outline.shift),
        other => panic!("{other:?}"),
    });
    assert_eq!(outlines.collect::<Vec<_>>(), [("A", 0), ("B", 7), ("A", 0)]);
}
