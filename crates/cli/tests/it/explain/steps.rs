//! `explain` and `hint`: valid steps, as text, pages, pictures and JSON.

use serde_json::Value;

use crate::common::{
    HARDEST_LINE, HARDEST_SOLUTION, PUZZLES, TWO_SOLUTIONS, satdoku_on, satdoku_with,
};

/// A puzzle that takes a hidden pair and a step of three facts.
const WITH_PAIRS: &str =
    "4...8...23...4..9..7.5...4......9.....74...86254....7..9....15.....1.....1...5.6.";

fn json(arguments: &str, input: &str) -> Value {
    satdoku_on(arguments, input).object()
}

#[test]
fn every_puzzle_is_explained_to_its_solution() {
    for [puzzle, solution] in PUZZLES {
        let explained = json("explain --format jsonl", puzzle);
        assert_eq!(explained["solution"], *solution, "{puzzle}");
        assert_eq!(explained["complete"], true);
        let steps = explained["steps"].as_array().unwrap();
        let mut placed = 0;
        for step in steps {
            placed += step["places"].as_array().unwrap().len();
            let facts = step["facts"].as_array().unwrap().len();
            assert!(facts > 0);
            // The size is proven minimal, or has a lower bound.
            match step["at_least"].as_u64() {
                Some(least) => assert!(step["smallest"] == false && least < facts as u64),
                None => assert_eq!(step["smallest"], true, "{step}"),
            }
            assert!(step["argument"].as_str().unwrap().ends_with('.'));
            assert_eq!(step["position"].as_str().unwrap().split(' ').count(), 81);
        }
        let first = explained["puzzle"].as_str().unwrap();
        assert_eq!(placed, first.matches('.').count());
    }
}

#[test]
fn a_step_says_what_it_does_and_why() {
    let explained = json(
        "explain --format jsonl",
        ".12345678........................................................................",
    );
    let step = &explained["steps"][0];
    assert_eq!(step["technique"], "hidden single");
    assert_eq!(step["places"], serde_json::json!(["r1c1=9"]));
    assert_eq!(step["eliminates"], serde_json::json!([]));
    assert_eq!(step["facts"], serde_json::json!(["9 in row 1"]));
    assert_eq!(step["smallest"], true);
    assert_eq!(step["argument"], "In row 1, 9 has one place left: r1c1.");
}

#[test]
fn an_ambiguous_puzzle_is_explained_as_far_as_logic_goes() {
    let explained = satdoku_on("explain", TWO_SOLUTIONS);
    assert_eq!(
        explained.out(),
        (
            "<stdin>:1: several solutions: no step, which is as far as logic goes\n",
            1
        )
    );
    let explained = json("explain --format jsonl", TWO_SOLUTIONS);
    assert_eq!(explained["solution"], Value::Null);
    assert_eq!(explained["complete"], false);
}

#[test]
fn a_contradiction_is_explained() {
    let explained = json("explain --format jsonl", "123...4.........");
    let last = explained["steps"].as_array().unwrap().last().unwrap();
    assert_eq!(last["technique"], "contradiction");
    assert_eq!(explained["solution"], Value::Null);
    assert_eq!(explained["complete"], true);
    let text = satdoku_on("explain", "123...4.........");
    text.assert_prints("there is no solution");
    assert_eq!(text.code, 1);
}

#[test]
fn explanations_are_plain_sentences() {
    let explained = satdoku_on("explain", PUZZLES[0][0]);
    let lines: Vec<&str> = explained.stdout.lines().collect();
    assert!(lines[0].starts_with("<stdin>:1: ") && lines[0].ends_with(" steps to the solution"));
    assert!(lines[1].starts_with("1. hidden single: r"), "{}", lines[1]);
    assert_eq!(lines.last(), Some(&PUZZLES[0][1]));
    assert_eq!(explained.code, 0);
}

#[test]
fn a_page_has_every_step_and_no_external_files() {
    let page = satdoku_on("explain --format html", SKYSCRAPER).stdout;
    assert!(page.starts_with("<!DOCTYPE html>"));
    for number in 1..=60 {
        assert_eq!(page.matches(&format!("id=\"p1s{number}\"")).count(), 1);
    }
    // The puzzle, three runs of singles, five other steps and the solution.
    assert_eq!(page.matches("<svg ").count(), 10);
    let skyscraper = "<td>Skyscraper</td><td>1</td><td><a href=\"#p1s38\">38</a></td>";
    assert!(page.contains(skyscraper), "{page}");
    assert!(page.contains("<a href=\"#p1s1\">1–19</a>, <a href=\"#p1s21\">21–34</a>"));
    assert!(
        page.contains("<h3>38. Skyscraper</h3>") && page.contains("=&gt; r5c5,r6c1,r6c3&lt;&gt;6")
    );
    assert!(!page.contains("<p class=\"facts\">"));
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http") && !elsewhere.contains("<script"));
    let with_facts = satdoku_on("explain --format html --facts", SKYSCRAPER).stdout;
    assert!(with_facts.contains("2 facts: 6 in column 2 and 6 in column 4"));
    let chosen = satdoku_on("explain --format html --step 1", SKYSCRAPER).stdout;
    assert_eq!(chosen.matches("<svg ").count(), 1);
    let both = format!("{}\n{}\n", PUZZLES[0][0], PUZZLES[2][0]);
    let page = satdoku_on("explain --format html", both).stdout;
    assert_eq!(page.matches("<!DOCTYPE html>").count(), 1);
    assert_eq!(page.matches("<section>").count(), 2);
    assert!(page.contains("<h1>Sudoku</h1>") && page.contains("<h1>Sudoku 2</h1>"));
}

#[test]
fn a_page_has_the_title_of_its_puzzle() {
    let table = format!("title,puzzle\nA <b> & c,{SKYSCRAPER}\n");
    let page = satdoku_on("explain --format html", table).stdout;
    assert!(page.contains("<h1>A &lt;b&gt; &amp; c</h1>"));
    let rows: Vec<&str> = (0..9)
        .map(|row| &SKYSCRAPER[9 * row..9 * row + 9])
        .collect();
    let text = format!("From a book\n\nNumber 7\n{}\n", rows.join("\n"));
    let page = satdoku_on("explain --format html", text).stdout;
    assert!(page.contains("<h1>Number 7</h1>"));
}

#[test]
fn csv_has_a_row_for_each_step() {
    let input = format!("{SKYSCRAPER}\n{TWO_SOLUTIONS}\n123\n");
    let explained = json("explain --format jsonl", SKYSCRAPER);
    let csv = satdoku_on("explain --format csv", &input).stdout;
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = table.headers().unwrap().iter().map(String::from).collect();
    assert_eq!(
        header[8..].join(","),
        "solution,complete,step,technique,places,eliminates,facts,smallest,at_least,all_needed,argument,\
         notation,position,error"
    );
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let steps = explained["steps"].as_array().unwrap();
    assert_eq!(rows.len(), steps.len() + 2);
    for (number, (row, step)) in rows.iter().zip(steps).enumerate() {
        let field = |name: &str| &row[header.iter().position(|other| other == name).unwrap()];
        assert_eq!(field("solution"), explained["solution"]);
        assert_eq!(field("step"), (number + 1).to_string());
        for (name, value) in step.as_object().unwrap() {
            let expected = value
                .as_str()
                .map_or_else(|| value.to_string(), String::from);
            assert_eq!(field(name), expected, "{name}");
        }
    }
    // Puzzles without steps and invalid records have a row of their own.
    let rest = &rows[steps.len()..];
    assert_eq!((&rest[0][9], &rest[0][10], &rest[0][11]), ("false", "", ""));
    assert!(!rest[1].iter().next_back().unwrap().is_empty());
    let chosen = satdoku_on("explain --format csv --step 38", SKYSCRAPER).stdout;
    assert_eq!(chosen.lines().count(), 2);
    assert!(chosen.contains(",38,skyscraper,"), "{chosen}");
}

#[test]
fn pictures_show_candidates_and_eliminations() {
    let picture = satdoku_on("explain --format svg --step 1", WITH_PAIRS).stdout;
    assert_eq!(picture.matches("<svg ").count(), 1);
    assert!(picture.contains("<title>1. ") && picture.contains("<circle "));
    let strip = satdoku_on("explain --format svg", PUZZLES[0][0]).stdout;
    assert!(strip.matches("<svg ").count() > 10);
}

#[test]
fn one_step_can_be_chosen_by_number() {
    let one = satdoku_on("explain --step 2", PUZZLES[0][0]);
    assert!(
        one.stdout.lines().any(|line| line.starts_with("2. ")),
        "{}",
        one.stdout
    );
    let all = satdoku_on("explain", PUZZLES[0][0]).stdout;
    let some = satdoku_on("explain --step 2-4", PUZZLES[0][0]).stdout;
    let expected: Vec<&str> = all.lines().skip(2).take(3).collect();
    assert_eq!(
        some,
        format!("<stdin>:1: steps 2 to 4\n{}\n", expected.join("\n"))
    );
    for bad in ["0", "5-3", "x"] {
        let run = satdoku_on(&format!("explain --step {bad}"), PUZZLES[0][0]);
        run.assert_reports("a number such as 3 or numbers such as 3-5");
    }
    // Later steps are not looked for.
    let first = json("explain --format jsonl --step 1-2", PUZZLES[0][0]);
    assert_eq!(first["steps"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&first["complete"], &first["solution"]),
        (&false.into(), &Value::Null)
    );
    let last = all.lines().filter(|line| line.contains(". ")).count();
    let end = json(
        &format!("explain --format jsonl --step {last}-1000"),
        PUZZLES[0][0],
    );
    assert_eq!(end["complete"], true);
    let none = satdoku_on("explain --step 1000", PUZZLES[0][0]);
    assert_eq!(none.code, 1);
    none.assert_reports("steps, not 1000");
}

#[test]
fn each_level_of_a_hint_says_more() {
    let puzzle = PUZZLES[0][0];
    let hint = |level| satdoku_on(&format!("hint --detail {level}"), puzzle).stdout;
    assert_eq!(hint(1), "<stdin>:1: a hidden single in box 1\n");
    assert_eq!(
        hint(2),
        "<stdin>:1: a hidden single in box 1: look at 6 in box 1\n"
    );
    assert_eq!(
        hint(3),
        "<stdin>:1: hidden single: r2c2 is 6. In box 1, 6 has one place left: r2c2.\n"
    );
    assert_eq!(satdoku_on("hint", puzzle).stdout, hint(2));
}

/// A puzzle whose last hard step is a skyscraper.
const SKYSCRAPER: &str =
    "....9.8.73....8592.....7.....9.8..1.1.......8.3..5.4.....1.....9732....62.5.7....";

#[test]
fn chains_have_a_notation() {
    let notation = "(6)r5c2=(6)r2c2-(6)r2c4=(6)r6c4 => r5c5,r6c1,r6c3<>6";
    let explained = json("explain --format jsonl --step 38", SKYSCRAPER);
    assert_eq!(explained["steps"][0]["notation"], notation);
    let text = satdoku_on("explain --step 38", SKYSCRAPER).stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("38. skyscraper: r5c5, r6c1 and r6c3 are not 6. Strong links"));
    assert_eq!(lines[2..], [format!("    {notation}")]);
}

#[test]
fn facts_are_shown_and_explained_on_request() {
    let step = satdoku_on("explain --step 38", SKYSCRAPER).stdout;
    let hint = satdoku_on("hint --detail 3", SKYSCRAPER).stdout;
    let rating = satdoku_on("rate", SKYSCRAPER).stdout;
    assert!(
        ![&step, &hint, &rating]
            .iter()
            .any(|text| text.contains("fact"))
    );
    assert_eq!(rating, "<stdin>:1: hard (6.6): skyscraper, 60 steps\n");
    let step = satdoku_on("explain --step 38 --facts", SKYSCRAPER).stdout;
    assert!(
        step.contains("\n    2 facts: 6 in column 2 and 6 in column 4\n"),
        "{step}"
    );
    assert!(step.contains("A step rests on facts: "), "{step}");
    let hint = satdoku_on("hint --detail 3 --facts", SKYSCRAPER).stdout;
    assert!(
        hint.contains("\n    1 fact: 7 in box 1\nA step rests on facts: "),
        "{hint}"
    );
}

#[test]
fn boards_show_the_candidates_of_a_step() {
    let board = satdoku_on("explain --step 36 --board", SKYSCRAPER).stdout;
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!(lines[3], "│ 456 *2456 1    │ 3  9  *24 │ 8 46 7 │");
    assert_eq!(lines[8], "│ 1   -246  246  │ 9  26 3   │ 7 5  8 │");
    assert_eq!(lines[15], "* premise   - eliminated");
    let coloured = satdoku_on("explain --step 36 --board --color always", SKYSCRAPER).stdout;
    assert!(coloured.contains("\u{1b}[31m-2\u{1b}[0m"), "{coloured}");
    let hint = satdoku_on("hint --detail 3 --board", SKYSCRAPER).stdout;
    assert!(
        hint.contains("+7") && hint.ends_with("\n+ placed\n"),
        "{hint}"
    );
    // Singles only if they are chosen.
    let easy = satdoku_on("explain --board", PUZZLES[0][0]).stdout;
    assert!(!easy.contains('│'), "{easy}");
    assert!(
        satdoku_on("explain --board --step 1", PUZZLES[0][0])
            .stdout
            .contains('│')
    );
    assert!(
        !satdoku_on("hint --detail 3", SKYSCRAPER)
            .stdout
            .contains('│')
    );
}

#[test]
fn a_hint_reports_that_a_puzzle_has_several_solutions() {
    let error = "several solutions: nothing more follows, and `satdoku check` shows two of them";
    let hint = satdoku_on("hint", TWO_SOLUTIONS);
    assert_eq!(
        (hint.stdout, hint.code),
        (format!("<stdin>:1: {error}\n"), 1)
    );
    let hint = json("hint --format jsonl", TWO_SOLUTIONS);
    assert_eq!(hint["verdict"], "multiple");
    assert_eq!(hint["error"], error);
    let csv = satdoku_on("hint --format csv", TWO_SOLUTIONS).stdout;
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].ends_with(",wrong,verdict,error"), "{csv}");
    assert!(
        rows[1].ends_with(&format!(",[],multiple,\"{error}\"")),
        "{csv}"
    );
    // Some digits follow even so.
    let row = ".12345678........................................................................";
    let hint = satdoku_on("hint --detail 1", row);
    assert_eq!(
        hint.out(),
        (
            "<stdin>:1: a hidden single in row 1\n\
             <stdin>:1: several solutions: the steps will stop before the end\n",
            0
        )
    );
    assert_eq!(json("hint --format jsonl", row)["verdict"], "multiple");
}

#[test]
fn a_hint_reports_that_a_puzzle_is_solved() {
    assert_eq!(
        satdoku_on("hint", HARDEST_SOLUTION).stdout,
        "<stdin>:1: solved\n"
    );
    let hint = json("hint --format jsonl", HARDEST_SOLUTION);
    assert_eq!(hint["verdict"], "unique");
}

#[test]
fn a_hint_names_wrong_digits_first() {
    let (puzzle, solution) = (HARDEST_LINE, HARDEST_SOLUTION);
    // The second cell is 1 in the solution.
    assert_eq!(&solution[..3], "812");
    let filled = format!("84{}", &puzzle[2..]);
    let found = satdoku_with("hint --format jsonl --filled", [&filled], puzzle);
    let found = found.object();
    assert_eq!(found["wrong"], serde_json::json!(["r1c2=4"]));
    let filled = format!("812{}", &puzzle[3..]);
    let right = satdoku_with("hint --filled", [&filled], puzzle);
    assert!(!right.stdout.contains("wrong"), "{}", right.stdout);
    let short = satdoku_on("hint --filled 812", puzzle);
    let expected = "--filled: there is no such file, and as a grid: expected 81 cells for the 9x9 \
                    puzzle, found 3\n";
    assert_eq!(short.err(), (expected, 2));
    // Without the original givens, the wrong digits are those whose removal makes the puzzle unique.
    let twice = format!("{}9", &solution[..80]);
    let found = satdoku_on("hint --format jsonl", &twice);
    let found = found.object();
    assert_eq!(found["wrong"], serde_json::json!(["r9c9=9"]));
}

#[test]
fn variants_jigsaws_and_large_boards_are_explained() {
    let diagonal =
        "...5..2.1..2...3...18.......762...3.........4...874......4..95....98.........28.7";
    let explained = json("explain --variant diagonal --format jsonl", diagonal);
    assert_eq!(explained["complete"], true);
    assert!(explained.to_string().contains("in diagonal 1\""));
    let jigsaw = "..5..\n.....\n.41..\n.....\n.3.4.\n\n11111\n22334\n22334\n52344\n55554\n";
    let explained = json("explain --format jsonl", jigsaw);
    assert_eq!(explained["solution"], "4251321354341251543253241");
    assert!(explained.to_string().contains(" in region "));
    for command in ["explain", "rate", "hint"] {
        // Nobody has solved such a board: it is refused before anything is tried.
        let large = satdoku_on(command, "0 ".repeat(36 * 36));
        let expected = "expected a board of up to 16 digits, found 36\n";
        assert!(large.stderr.ends_with(expected), "{}", large.stderr);
        assert_eq!(large.out(), ("", 1), "{command}");
    }
}

#[test]
fn an_explanation_that_times_out_reports_its_progress() {
    let explained = satdoku_on("explain --timeout 0 --format jsonl", HARDEST_LINE);
    assert_eq!(explained.code, 1);
    let explained = explained.object();
    assert_eq!(explained["complete"], false);
    assert_eq!(explained["solution"], Value::Null);
    assert_eq!(explained["error"], "gave up after 0 seconds");
    let text = satdoku_on("explain --timeout 0", HARDEST_LINE).stdout;
    assert_eq!(
        text,
        "<stdin>:1: gave up after 0 seconds, with no step of the way to the solution\n"
    );
    let step = satdoku_on("explain --timeout 0 --step 3", HARDEST_LINE);
    step.assert_reports("gave up after 0 seconds, with 0 steps");
    let hint = satdoku_on("hint --timeout 0", HARDEST_LINE);
    assert_eq!(hint.code, 1);
    hint.assert_reports("gave up after 0 seconds");
}

#[test]
fn a_large_board_stops_soon_after_its_timeout() {
    // An empty board: 256 cells of 16 candidates.
    let empty = ".".repeat(256);
    let explained = json("explain --timeout 0.2 --format jsonl", &empty);
    assert_eq!(explained["complete"], false);
    assert_eq!(explained["steps"], serde_json::json!([]));
}

const RECTANGLE: &str =
    ".....39.7...8.2...7364.............318.7..6.9.6....2..6.5......8..1......1.39..4.";

#[test]
fn one_solution_is_a_fact_only_if_it_is_assumed() {
    let facts = |options: &str| -> Vec<String> {
        let explained = satdoku_on(&format!("explain --format jsonl {options}"), RECTANGLE);
        let explained = explained.object();
        assert_eq!(explained["complete"], true);
        let steps = explained["steps"].as_array().unwrap().iter();
        let facts = steps.flat_map(|step| step["facts"].as_array().unwrap().clone());
        let facts = facts.map(|fact| fact.as_str().unwrap().to_string());
        facts
            .filter(|fact| fact.starts_with("one solution"))
            .collect()
    };
    assert_eq!(facts(""), [""; 0]);
    assert_eq!(
        facts("--assume-unique")[0],
        "one solution (5 8 in r3c7 r3c9 r9c7 r9c9)"
    );
    let rated = satdoku_on("rate --assume-unique", RECTANGLE);
    assert_eq!(
        rated.stdout,
        "<stdin>:1: expert (4.5): unique rectangle, 60 steps\n"
    );
}

#[test]
fn several_solutions_belie_the_assumption_of_one() {
    for command in ["hint", "explain", "rate"] {
        let several = satdoku_on(&format!("{command} --assume-unique"), TWO_SOLUTIONS);
        assert_eq!(several.code, 1, "{command}");
        let expected = "expected a puzzle with one solution, as was assumed, found several";
        several.assert_reports(expected);
    }
}
