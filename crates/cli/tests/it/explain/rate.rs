//! `rate`: the difficulty of puzzles.

use serde_json::{Value, json};

use crate::common::{HARDEST_LINE, HARDEST_SOLUTION, PUZZLES, TWO_SOLUTIONS, satdoku_on};

fn rating(puzzle: &str) -> Value {
    satdoku_on("rate --format jsonl", puzzle).object()
}

#[test]
fn a_rating_counts_the_steps_of_the_explanation() {
    for ([puzzle, _], level) in PUZZLES.iter().zip(["easy", "medium", "easy", "extreme"]) {
        let rating = rating(puzzle);
        let explained = satdoku_on("explain --format jsonl", puzzle).object();
        let steps = explained["steps"].as_array().unwrap();
        assert_eq!(
            (&rating["level"], &rating["steps"]),
            (&json!(level), &json!(steps.len()))
        );
        let size = |step: &Value| step["facts"].as_array().unwrap().len();
        let largest = steps.iter().map(size).max().unwrap();
        assert_eq!(rating["largest"], largest);
        let count = |facts| steps.iter().filter(|step| size(step) == facts).count();
        assert_eq!(
            rating["sizes"],
            json!((1..=largest).map(count).collect::<Vec<usize>>())
        );
        // Triples and quads count as one fact less than they have.
        let counted = |step: &Value| match step["technique"].as_str() {
            Some("naked triple" | "hidden triple") => 2,
            Some("naked quad" | "hidden quad") => 3,
            _ => size(step),
        };
        let most = steps.iter().map(counted).max();
        let of_level = steps.iter().filter(|step| Some(counted(step)) == most);
        let mut names = of_level.map(|step| &step["technique"]);
        assert!(names.any(|name| *name == rating["technique"]), "{rating}");
        // `largest` and `at_least` differ if the largest step is not proved smallest.
        let least = |step: &Value| step["at_least"].as_u64().unwrap_or(size(step) as u64);
        let at_least = steps.iter().map(least).max().unwrap();
        assert_eq!(
            rating["at_least"].as_u64().unwrap_or(largest as u64),
            at_least
        );
        assert_eq!(at_least >= 7, level == "extreme", "{rating}");
    }
}

#[test]
fn only_a_puzzle_with_one_solution_has_a_level() {
    for puzzle in [TWO_SOLUTIONS, "11.............."] {
        let rated = satdoku_on("rate --format jsonl", puzzle);
        assert_eq!(rated.code, 1);
        let rated = rated.object();
        assert_eq!(rated["level"], Value::Null);
        assert_eq!(
            rated["error"],
            "no level: it does not have exactly one solution"
        );
    }
}

#[test]
fn ratings_are_the_same_as_text_and_csv() {
    let text = satdoku_on("rate", PUZZLES[0][0]).stdout;
    assert!(text.starts_with("<stdin>:1: easy (1.2): "), "{text}");
    assert!(text.ends_with(" steps\n"), "{text}");
    let csv = satdoku_on("rate --format csv", PUZZLES[0][0]).stdout;
    let header = csv.lines().next().unwrap();
    assert_eq!(
        header,
        "source,line,puzzle,regions,variants,constraints,pencil_marks,title,complete,level,largest,at_least,technique,\
         score,techniques,steps,sizes,unproven,error"
    );
    assert!(csv.lines().nth(1).unwrap().contains(",easy,1,"), "{csv}");
}

#[test]
fn a_rating_that_times_out_reports_its_progress() {
    let rated = satdoku_on("rate --timeout 0 --format jsonl", HARDEST_LINE);
    assert_eq!(rated.code, 1);
    let rated = rated.object();
    assert_eq!(
        (&rated["complete"], &rated["steps"]),
        (&json!(false), &json!(0))
    );
    assert_eq!(rated["error"], "gave up after 0 seconds");
    let text = satdoku_on("rate --timeout 0", HARDEST_LINE).stdout;
    assert_eq!(
        text,
        "<stdin>:1: gave up after 0 seconds, at least easy: no step\n"
    );
    let complete = satdoku_on("rate --timeout 1000 --format jsonl", PUZZLES[0][0]).stdout;
    assert_eq!(
        complete,
        satdoku_on("rate --format jsonl", PUZZLES[0][0]).stdout
    );
}

#[test]
fn a_solved_grid_has_no_hardest_technique() {
    let rated = satdoku_on("rate --format jsonl", HARDEST_SOLUTION).object();
    assert_eq!(
        (&rated["level"], &rated["technique"]),
        (&json!("easy"), &Value::Null)
    );
    assert!(rated.get("technique").is_some());
}
