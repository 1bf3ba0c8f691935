//! Texts from bug reports of many programs: each is read as the puzzle that it shows, or is an error. None
//! is read as another puzzle.

use satdoku_text::{ReadOptions, Reader, Record};

/// A puzzle as a line, `P` in the texts below. `G` is the same in nine rows.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FOUR: &str = "1.....2..3.....4";

fn grid() -> String {
    let rows = PUZZLE.as_bytes().chunks(9);
    let rows: Vec<&str> = rows.map(|row| std::str::from_utf8(row).unwrap()).collect();
    rows.join("\n")
}

fn records(text: &str) -> Vec<Record> {
    let reader = Reader::new("f", text.as_bytes(), ReadOptions::default());
    reader.map(Result::unwrap).collect()
}

/// Returns each record as its puzzle with rules, or its error.
fn read(text: &str) -> Vec<String> {
    let text = text.replace("@G", &grid()).replace("@P", PUZZLE);
    let shown = records(&text)
        .into_iter()
        .map(|record| match record.content {
            Ok((puzzle, _)) => puzzle.to_string().replace(PUZZLE, "P"),
            Err(invalid) => format!("error: {}", invalid.error),
        });
    shown.collect()
}

/// Asserts that each text is read as these puzzles.
#[track_caller]
fn assert_read(texts: &[&str], expected: &[&str]) {
    for text in texts {
        assert_eq!(read(text), expected, "{text}");
    }
}

/// Asserts that each text has one error with these words.
#[track_caller]
fn assert_error(texts: &[&str], expected: &str) {
    for text in texts {
        let found = read(text);
        assert!(
            found.len() == 1 && found[0].starts_with("error: ") && found[0].contains(expected),
            "{text}\n{found:?}"
        );
    }
}

#[test]
fn numbers_in_titles_and_remarks_are_no_cells() {
    for title in [
        "Feb 12, 2025",
        "Grid 10001",
        "5.12.2024",
        "2024/3/5.",
        "Case 12345",
        "Difficulty: 0.50",
        "time: 12.34 s",
        "It was a hot day, the thermometer said 30.",
        "https://example.org/puzzles/r1c1",
    ] {
        for text in [
            format!("{title}\n@G\n"),
            format!("@G\n{title}\n"),
            format!("{title}\n\n@G\n\n{title}\n"),
        ] {
            assert_eq!(read(&text), ["P"], "{text}");
        }
        let many = format!("{title}\n@G\n").repeat(40);
        assert_eq!(read(&many), ["P"; 40], "{title}");
    }
    let framed = "+-----+-----+\n| 1   |     |\n|     | 2   |\n+-----+-----+\n|   3 |     |\n|     |   4 |\n+-----+-----+\n";
    for title in ["Difficulty: 0.50", "time: 12.34 s"] {
        assert_eq!(read(&format!("{title}\n{framed}")), [FOUR], "{title}");
        assert_eq!(read(&format!("{framed}{title}\n")), [FOUR], "{title}");
    }
}

#[test]
fn minus_one_is_a_blank() {
    let four = "1 -1 -1 -1\n-1 -1 2 -1\n-1 3 -1 -1\n-1 -1 -1 4";
    let rows: Vec<String> = four
        .lines()
        .map(|row| format!("[{}]", row.replace(' ', ", ")))
        .collect();
    assert_read(
        &[
            four,
            &four.replace(' ', ","),
            &four.replace(' ', ", "),
            &four.replace(" -1", ",-1"),
            &rows.join("\n"),
            &format!("x = [{}]", rows.join(",\n")),
            &format!("[{}]", four.replace([' ', '\n'], ", ")),
        ],
        &[FOUR],
    );
    let nine: String = PUZZLE
        .chars()
        .map(|c| match c {
            '.' => " -1".to_string(),
            c => format!(" {c}"),
        })
        .collect();
    let rows: Vec<&str> = nine.split_inclusive(' ').collect();
    assert_eq!(rows.len(), 82);
    assert_eq!(read(&nine), ["P"]);
}

#[test]
fn a_part_of_a_word_is_no_puzzle() {
    for text in [
        "(6,\"ABCDEFABCDEFABCDEFABCDEFABCDEFABCDEF\",\"234651345162456123561234612345123456\",3)",
        "game id 8:ab23465134516245612356123461234512345c",
        "12x34y56z1234512345",
    ] {
        let found = read(text);
        assert!(
            found.len() == 1 && found[0].starts_with("error"),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn eliminations_of_the_library_format_are_removed_candidates() {
    let line = ":0000:x:000456780000000000000000000400000000500000000600000000700000000900000000000000000:112 212 312 912::";
    let found = read(line);
    let rule = "not r1c2=1 r1c2=2 r1c2=3 r1c2=9";
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("; not r1c2="), "{found:?} {rule}");
}

#[test]
fn a_heading_only_gives_a_note() {
    for title in [
        "Killer Sudoku by Ada",
        "X-Sudoku",
        "Sudoku X",
        "A killer for beginners",
    ] {
        let text = format!("{title}\n{}\n", grid());
        let records = records(&text);
        assert_eq!(records.len(), 1, "{title}");
        let (puzzle, _) = records[0].content.as_ref().unwrap();
        assert_eq!(puzzle.to_string(), PUZZLE, "{title}");
        let note = records[0].note.as_deref().unwrap_or_default();
        assert!(note.contains("was not read as a rule"), "{title}: {note}");
    }
}

#[test]
fn a_mistyped_rule_names_the_one_that_was_meant() {
    for (rule, meant) in [
        ("diagonl", "diagonal"),
        ("anti-kinght", "anti-knight"),
        ("nonconsecutve", "non-consecutive"),
        ("variant diagonl", "diagonal"),
    ] {
        assert_error(&[&format!("@G\n{rule}\n")], meant);
    }
    for prose in [
        "Digits increase along each thermometer, as usual.",
        "Have fun",
        "easy one",
        "Windy days",
    ] {
        assert_eq!(read(&format!("@G\n{prose}\n")), ["P"], "{prose}");
    }
}

#[test]
fn short_names_of_variants_below_a_grid_are_rules() {
    assert_read(
        &["1...\n..2.\n.3..\n...4\nx", "1...\n..2.\n.3..\n...4\n\nX\n"],
        &["1.....2..3.....4; diagonal"],
    );
    assert_read(
        &["@P; hyper; diagonal", "@G\nhyper\ndiagonal"],
        &["P; diagonal; windoku"],
    );
}

#[test]
fn fields_of_other_meaning_pass_through() {
    assert_read(&["puzzle,skyscrapers\n@P,2\n"], &["P"]);
    assert_read(&["{\"puzzle\":\"@P\",\"palindrome\":true}"], &["P"]);
    assert_read(&["{\"puzzle\":\"@P\",\"variant\":\"Easy\"}"], &["P"]);
    assert_read(&["puzzle,variant\n@P,Easy\n"], &["P"]);
    assert_read(
        &["puzzle,grid\n1,@P\n", "{\"puzzle\":17,\"board\":\"@P\"}"],
        &["P"],
    );
}

#[test]
fn every_grid_of_a_long_text_is_read() {
    // No two grids are equal, and some look like a map of the grid above.
    let cell = |grid: usize, at: usize| match (grid * 7 + at * at * 3 + grid / 16 * at) % 9 {
        digit @ 1..=4 => char::from_digit(digit as u32, 10).unwrap(),
        _ => '.',
    };
    let rows = |grid: usize| -> Vec<String> {
        (0..4)
            .map(|row| (0..4).map(|column| cell(grid, 4 * row + column)).collect())
            .collect()
    };
    for (between, row) in [("---\n", ""), ("\n", ""), ("\n\n", "- "), ("***\n", "")] {
        let grids = (0..600).map(|grid| {
            let rows: Vec<String> = rows(grid).iter().map(|of| format!("{row}{of}\n")).collect();
            rows.concat()
        });
        let text = grids.collect::<Vec<_>>().join(between);
        let found = records(&text);
        let bad = found
            .iter()
            .filter(|record| record.content.is_err())
            .count();
        assert_eq!((found.len(), bad), (600, 0), "{between:?} {row:?}");
    }
}

#[test]
fn nested_alternatives_end_at_level_nine() {
    for depth in [9, 1000, 4000] {
        let text = format!("@P; {}", "either { ".repeat(depth));
        assert_error(&[&text], "expected");
    }
}

#[test]
fn the_row_of_a_mistake_is_named() {
    let rows = grid();
    let wrong_word = rows.replace("4..8.3..1", "8..six..3");
    assert_error(&[&wrong_word], "f:5:");
    let eight: Vec<&str> = rows.lines().take(8).collect();
    let eight = eight.join("\n").replace("...419..5", "....8..xg");
    assert_error(&[&eight], "f:8:");
    assert_error(
        &["[[1,0,0,0],[0,0,2,0],[0,3,0],[0,0,0,4]]"],
        "row 3 has 3 cells",
    );
}

#[test]
fn a_solution_of_the_puzzle_above_is_set_aside() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let rows: Vec<String> = solution
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    let rows = rows.join("\n");
    for text in [
        format!("{}\n\n{rows}\n", grid()),
        format!("Puzzle:\n{}\n\nSolution:\n{rows}\n", grid()),
    ] {
        let found = records(&text);
        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].note.as_ref().unwrap().contains("solution"));
    }
    // One that contradicts a given is another puzzle.
    let other = rows.replace("534678912", "435678912");
    assert_eq!(read(&format!("@G\n\n{other}\n")).len(), 2);
    assert_read(&["@P\n@G\n", "@G\n@P\n"], &["P", "P"]);
    assert_read(&["@P\n\n@G\n@P", "@P\n@P\n@G\n"], &["P", "P", "P"]);
}

#[test]
fn comments_behind_rows_are_skipped() {
    let rows = ["1,0,0,0", "0,0,2,0", "0,3,0,0", "0,0,0,4"];
    for comment in ["#row", "# row ", "/* row 1 */", "#1", "// row 1", "#row 1"] {
        let all: Vec<String> = rows
            .iter()
            .map(|row| format!("[{row}], {comment}"))
            .collect();
        let first: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| match at {
                0 => format!("[{row}], {comment}"),
                _ => format!("[{row}],"),
            })
            .collect();
        for rows in [all, first] {
            let rows = rows.join("\n");
            assert_read(&[&rows, &format!("x = [\n{rows}\n]")], &[FOUR]);
        }
    }
}

#[test]
fn arrays_with_bars_are_read() {
    assert_read(
        &[
            "x = [| 1,0,0,0 | 0,0,2,0 | 0,3,0,0 | 0,0,0,4 |];",
            "clue = [| 1,0,0,0\n | 0,0,2,0\n | 0,3,0,0\n | 0,0,0,4 |];",
            "clue = [|1,0,0,0|\n0,0,2,0|\n0,3,0,0|\n0,0,0,4|];",
        ],
        &[FOUR],
    );
}

#[test]
fn marks_of_pencil_marks_are_skipped() {
    let plain = "1 24 34 3\n34 34 2 1\n24 3 1 12\n2 12 13 4";
    let expected = read(plain);
    let framed = |text: &str| {
        let rows: Vec<String> = text.lines().map(|row| format!("| {row} |")).collect();
        format!("+-----+\n{}\n+-----+\n", rows.join("\n"))
    };
    for mark in ["#24", "*24", "-24"] {
        let text = framed(&plain.replace(" 24", &format!(" {mark}")));
        assert_eq!(read(&text), expected, "{text}");
        assert!(records(&text)[0].note.is_some(), "{text}");
    }
}

#[test]
fn nine_groups_of_nine_joined_by_dots() {
    let text = grid().replace('.', "0").replace('\n', ".");
    assert_eq!(read(&text), ["P"]);
}

#[test]
fn chats_in_json_lines_are_read() {
    let rows = grid().replace('\n', "\\n");
    assert_read(
        &[
            &format!(
                "{{\"messages\":[{{\"role\":\"user\",\"content\":\"Solve this:\\n{rows}\\nThanks\"}}]}}"
            ),
            &format!("{{\"prompt\":\"Please solve\\n\\n{rows}\"}}"),
            &format!("{{\"text\":\"{rows}\"}}"),
        ],
        &["P"],
    );
}

#[test]
fn a_described_list_has_no_answer_without_its_rule() {
    let text = "................\n................\ncage 6 r1c2 r1c3\n";
    let found = read(text);
    let last = found.last().unwrap();
    assert!(
        last.ends_with("; cage 6 r1c2 r1c3") || last.starts_with("error"),
        "{found:?}"
    );
    let plain = |text: &&String| *text == "................";
    assert_eq!(found.iter().filter(plain).count(), 1, "{found:?}");
}

#[test]
fn a_rule_on_a_line_of_its_own_is_no_puzzle() {
    let found = read("g=1234............ palindrome:r2c1r3c1r4c1r4c2");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("error") || found[0].contains("palindrome"),
        "{found:?}"
    );
}

#[test]
fn an_array_on_a_line_is_no_list() {
    let text = "[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]\nSome text\nMore text\n";
    assert_read(&[text], &[FOUR]);
    let two = "[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]\n[1,0]\n[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]\n";
    assert_eq!(read(two).len(), 3);
}

#[test]
fn exports_of_other_programs_are_read_or_named() {
    let cells: String = FOUR
        .chars()
        .map(|c| match c {
            '.' => "0|0|1|".to_string(),
            c => format!("{c}|0|0|"),
        })
        .collect();
    assert_read(
        &[&format!(
            "<opensudoku>\n<game data=\"version: 3&#10;{cells}\" />\n</opensudoku>"
        )],
        &[FOUR],
    );
    assert_error(
        &["<Cell x=\"0\" y=\"0\">1</Cell>\n<Cell x=\"1\" y=\"0\">2</Cell>\n"],
        "an XML element for each cell",
    );
}

#[test]
fn utf_16_is_found_whatever_the_first_read_returns() {
    struct Slow(Vec<u8>);
    impl std::io::Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self.0.is_empty() || buffer.is_empty() {
                true => Ok(0),
                false => {
                    buffer[0] = self.0.remove(0);
                    Ok(1)
                }
            }
        }
    }
    for text in [format!("{PUZZLE}\n"), format!("\u{feff}{PUZZLE}\n"), grid()] {
        for is_little in [true, false] {
            let units = text.encode_utf16();
            let bytes = units.flat_map(|unit| match is_little {
                true => unit.to_le_bytes(),
                false => unit.to_be_bytes(),
            });
            let input = std::io::BufReader::new(Slow(bytes.collect()));
            let records = Reader::new("f", input, ReadOptions::default());
            let records: Vec<Record> = records.map(Result::unwrap).collect();
            let puzzles = records
                .iter()
                .map(|record| record.content.as_ref().unwrap());
            let puzzles: Vec<String> = puzzles.map(|(puzzle, _)| puzzle.to_string()).collect();
            assert_eq!(puzzles, [PUZZLE], "{text}");
        }
    }
}

#[test]
fn a_word_as_long_as_the_cells_is_its_solution_or_an_error() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let regions = "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3);
    assert_read(
        &[&format!("@P {solution}"), &format!("@P:1:{solution}")],
        &["P"],
    );
    for other in [
        &regions,
        &regions.replace('1', "A"),
        &solution.replace("534", "543"),
    ] {
        assert_error(
            &[&format!("@P {other}"), &format!("7 @P {other}")],
            "one puzzle on the line",
        );
    }
}

#[test]
fn a_bad_word_of_digits_in_a_list_takes_no_puzzle_with_it() {
    for word in [
        "....7.....z7......7......7......7...",
        "....z22......222.7....222......222..",
    ] {
        let list = format!("{}\n{word}\n", ".".repeat(81));
        let lines: Vec<usize> = records(&list).iter().map(|record| record.line).collect();
        assert_eq!(lines, [1, 2], "{list}");
    }
}

#[test]
fn a_map_of_cages_with_letters_is_an_error() {
    let map = "AABB\nCDDD\nCEFF\nGEHH\n";
    let grid = "1...\n..2.\n.3..\n...4\n";
    for clues in [
        "A=3\nB=7\nD=9\n",
        "A: 3, B: 7; D: 9\n",
        "A 3+\nB 7+\nD 9*\n",
    ] {
        for text in [
            format!("{map}\n{clues}"),
            format!("AABB\nCDDD\nC...\n....\n\n{clues}"),
            format!("{grid}\n{map}\n{clues}"),
            format!("{grid}\n{clues}"),
        ] {
            let found = read(&text);
            assert_eq!(found.len(), 1, "{text}{found:?}");
            assert!(found[0].starts_with("error"), "{text}{found:?}");
        }
    }
}

#[test]
fn cages_of_a_kenken_below_a_grid_are_an_error() {
    let grid = "....\n....\n....\n....\n";
    let list = "3+: A1 A2\n1-: A3 A4\n2÷ B1, C1\n9+ B2 B3 B4\nC2 D2 = 3x\n7+ (C3 C4)\n4: D1\n";
    for text in [
        list.to_string(),
        format!("{grid}\n{list}"),
        format!("{grid}\n3+ r1c1 r1c2\n"),
        format!("{grid}\nCages:\n/4 r1c1 r1c2\n"),
        format!("{grid}\nCages:\n+4 r1c1 r1c2\n"),
        "................; 3+: A1 A2".to_string(),
    ] {
        let found = read(&text);
        let is_error = |record: &String| record.starts_with("error");
        assert!(
            !found.is_empty() && found.iter().all(is_error),
            "{text}{found:?}"
        );
    }
}

/// Returns the rows of the puzzle, `between` two cells.
fn rows_with(between: &str) -> Vec<String> {
    let cells = |row: &str| -> Vec<String> { row.chars().map(String::from).collect() };
    grid().lines().map(|row| cells(row).join(between)).collect()
}

/// Asserts that no puzzle is read from a text.
#[track_caller]
fn assert_no_puzzle(text: &str) {
    let found = read(text);
    let is_error = |record: &String| record.starts_with("error");
    assert!(
        !found.is_empty() && found.iter().all(is_error),
        "{text}\n{found:?}"
    );
}

#[test]
fn a_row_too_many_is_no_part_of_a_puzzle() {
    let with_two = |row: usize, rows: &[String]| {
        let mut rows = rows.to_vec();
        rows.insert(row, rows[row].clone());
        rows
    };
    let latex = with_two(5, &rows_with(" & ")).join(" \\\\\n");
    assert_no_puzzle(&format!(
        "\\begin{{tabular}}\n{latex} \\\\\n\\end{{tabular}}"
    ));
    let lists: Vec<String> = rows_with(",")
        .iter()
        .map(|row| format!("[{row}]"))
        .collect();
    assert_no_puzzle(&format!(
        "board = [ {}\n  ]",
        with_two(6, &lists).join("\n  , ")
    ));
    assert_no_puzzle(&format!("array([{}])", with_two(6, &lists).join(",\n")));
    let columns = with_two(6, &rows_with("")).join("\n").replace('.', " ");
    assert_no_puzzle(&columns);
    let labelled = rows_with(" ").into_iter().enumerate();
    let labelled: Vec<String> = labelled.map(|(at, row)| format!("{at} {row}")).collect();
    let labelled = with_two(8, &labelled).join("\n");
    assert_no_puzzle(&format!("  0 1 2 3 4 5 6 7 8\n{labelled}"));
}

#[test]
fn a_cell_or_a_delimiter_too_many_or_too_few_is_an_error() {
    let numbers = PUZZLE
        .replace('.', "0")
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(" ");
    for extra in ["1 59 0", "1 5 9 0"] {
        let numbers = numbers.replace("1 9 0", extra);
        assert_no_puzzle(&numbers);
        assert_no_puzzle(&format!("[{}]", numbers.replace(' ', ", ")));
    }
    assert_no_puzzle(
        &grid()
            .replace("4..8.3..1", "4..8.3.5.1")
            .replace("5.1", "5. 1"),
    );
    let fields = rows_with(",").join("\n").replace('.', "");
    assert_eq!(read(&fields), ["P"]);
    assert_no_puzzle(&fields.replace("6,,,1", "6,,1"));
    let bars: Vec<String> = rows_with("|")
        .iter()
        .map(|row| format!("|{row}|"))
        .collect();
    let bars = bars.join("\n").replace('.', " ");
    let table = format!("|{}\n|{}\n{bars}", " |".repeat(9), "-|".repeat(9));
    assert_eq!(read(&table), ["P"]);
    assert_no_puzzle(&format!("{table}; diagonal"));
}

#[test]
fn no_given_of_a_list_is_lost() {
    let given = |(at, c): (usize, char)| {
        let (row, column) = (at / 9 + 1, at % 9 + 1);
        (c != '.').then(|| format!("{row} {column} {c}"))
    };
    let givens: Vec<String> = PUZZLE.chars().enumerate().filter_map(given).collect();
    assert_eq!(read(&givens.join("\n")), ["P"]);
    let (start, end) = givens.split_at(2);
    assert_no_puzzle(&format!("{}\n\n{}", start.join("\n"), end.join("\n")));
    let (start, end) = givens.split_at(12);
    assert_no_puzzle(&format!("{}\n\n{}", start.join("\n"), end.join("\n")));
    let (start, end) = givens.split_at(25);
    assert_no_puzzle(&format!(
        "{}\nsome words\n{}",
        start.join("\n"),
        end.join("\n")
    ));
    assert_no_puzzle(&format!("{} diagonal", givens.join("\n")));
    assert_no_puzzle(&format!("{}; diagonal", givens.join("\n")));
    assert_no_puzzle(&givens.join("\n").replace("5 1 4", "5  4"));
    assert_no_puzzle(&format!("{}\nfoo\n{}", start.join("\n"), end.join("\n")));
}

#[test]
fn a_puzzle_is_not_read_without_its_rule_or_its_array() {
    let found = read("@P\nboard 9x9\n");
    assert!(
        found.len() == 1 && found[0].starts_with("error"),
        "{found:?}"
    );
    let array = "[\n [\n  1,\n 0,\n 0,\n 0\n ],\n [0,0,2,0],\n [0,3,0,0],\n [0,0,0,4]\n]";
    assert_read(
        &[
            &format!("{array} cage 6 r1c2 r1c3"),
            &format!("{array}; cage 6 r1c2 r1c3"),
        ],
        &["1.....2..3.....4; cage 6 r1c2 r1c3"],
    );
    assert_no_puzzle("A = [1 0 0 0; 0 0 2 0; 0 3 0 0; 0 0 0 4]; cage 6 r1c2 r1c3");
    let solution = "1243\n3421\n4312\n2134\n";
    assert_no_puzzle(&format!(
        "1...\n..2.\n.3..\n...4\n\n{solution}\nanti-king\n"
    ));
    let short = &PUZZLE[1..];
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_no_puzzle(&format!(
        "{{\"data\":{{\"puzzle\":\"{short}\",\"solution\":\"{solution}\"}}}}"
    ));
}

#[test]
fn a_puzzle_with_a_faulty_rule_above_others_is_an_error() {
    for rule in [
        "cage 3 r1c1 r9c99",
        "cage 3 r1c1 r1c1",
        "sum 3 q",
        "sum 3 as \"t\" q",
    ] {
        let found = read(&format!("@P; {rule}\n@P; anti-knight\n@P; anti-king"));
        assert_eq!(found[1..], ["P; anti-knight", "P; anti-king"], "{rule}");
        assert!(found[0].starts_with("error: f:1:"), "{rule}: {found:?}");
    }
    assert_eq!(
        read("my puzzles\n@P; anti-knight\n@P"),
        ["P; anti-knight", "P"]
    );
}

/// A rule is never dropped because a letter of it is wrong.
#[test]
fn a_misspelt_rule_with_its_cells_is_an_error() {
    for rule in [
        "sandwihc 7 row 3",
        "cgae 11 r2c2 r2c3",
        "even r1c",
        "minimum rc3",
        "count-distinct r2c2: r3c3r3c4r4c3r4c10",
    ] {
        assert_error(&[&format!("@G\n{rule}\n")], "");
    }
    assert_error(&["cgae 11 r2c2 r2c3\n@G"], "a rule such as");
    assert_error(&["@P; diagnal", "@P; anit-knight"], "");
    let joined = "@G\ncount-distinct r2c2: r3c3r3c4r4c3r4c4";
    assert_read(&[joined], &["P; count-distinct r2c2: r3c3 r3c4 r4c3 r4c4"]);
}

/// A kind without cells, and a sentence above a grid that names cells, state no rule.
#[test]
fn a_line_that_states_no_rule_gives_a_note() {
    for text in ["@G\nrow-indexer", "There is a cage 11 r2c2 r2c3\n\n@G"] {
        let text = text.replace("@G", &grid());
        let records = records(&text);
        assert_eq!(records.len(), 1, "{text}");
        let note = records[0].note.as_deref().unwrap_or_default();
        assert!(note.contains("was not read as a rule"), "{text}: {note}");
    }
}

#[test]
fn rules_inside_other_fields_give_a_note() {
    for text in [
        r#"{"game":{"puzzle":"@P","constraints":["cage 3 r1c1 r1c2"]}}"#,
        r#"{"data":[{"puzzle":"@P","variants":["diagonal"]}]}"#,
        r#"{"puzzle":"@P","extras":{"cages":[{"sum":3,"cells":["r1c1","r1c2"]}]}}"#,
    ] {
        let records = records(&text.replace("@P", PUZZLE));
        let note = records[0].note.as_deref().unwrap_or_default();
        assert!(
            note.starts_with("the rules inside the field"),
            "{text}: {note}"
        );
    }
    // Two numbers are a cell, or two cells counted from 0.
    let flat = r#"{"puzzle":"@P","cages":[{"sum":3,"cells":[0,1]}]}"#;
    assert_error(&[flat], "in the field cages");
}

#[test]
fn constraints_above_a_grid_are_an_error() {
    let expected = "1:1: expected constraints below their grid";
    assert_error(
        &["cage 11 r2c2 r2c3\n@G", "cage 11 r2c2 r2c3\n\n@G"],
        expected,
    );
    assert_read(&["anti-king\n@G"], &["P"]);
}
