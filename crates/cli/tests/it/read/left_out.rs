//! Texts that satdoku does not read: an error, and never another puzzle.

use crate::common::{HARDEST_LINE, satdoku_on};

/// Asserts that a text is an error with these words.
#[track_caller]
fn assert_refused(text: &str, expected: &str) {
    let run = satdoku_on("solve", text);
    assert_eq!((&*run.stdout, run.code), ("", 2), "{text}: {}", run.stderr);
    assert!(run.stderr.contains(expected), "{text}: {}", run.stderr);
}

/// Asserts that a text is an error and no puzzle.
#[track_caller]
fn assert_unread(text: &str) {
    assert_refused(text, "");
}

// Kinds of constraints, items of constraint strings, and more than 13 grids.

#[test]
fn ranks_and_doppelgangers_are_no_constraints() {
    for rule in [
        "full-rank 1 row 1 left",
        "tied-rank 4 column 4 top",
        "full rank 1 row 1 left",
        "distinct-lines",
        "doppelganger rows x columns y boxes z",
    ] {
        assert_refused(
            &format!("1.......2.3.4...; {rule}\n"),
            "expected a constraint",
        );
        assert_refused(
            &format!("1...\n....\n2.3.\n4...\n\n{rule}\n"),
            "expected a rule such as",
        );
        let object = format!("{{\"puzzle\":\"1.......2.3.4...\",\"constraints\":[\"{rule}\"]}}\n");
        assert_refused(&object, "expected a constraint");
    }
}

#[test]
fn an_item_of_a_constraint_string_that_is_left_out_is_named() {
    for item in [
        "FullRank~C1~25~23",
        "FullRankTies~none",
        "Doppelganger",
        "LookAndSay~12~R1C1",
        "DutchFlatmates",
        "RegionSameValues",
        "RegionSize~4",
        "GlobalEntropy",
        "GlobalMod",
        "SumLine~3~R1C1~R1C2",
        "ChaosCount~R1C1",
    ] {
        let name = item.split('~').next().unwrap();
        let expected = format!("found `{name}`");
        assert_refused(&format!(".Shape~4x4.~R1C1_1.{item}\n"), &expected);
        let link = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.{item}.~R1C1_1\n");
        assert_refused(&link, &expected);
    }
}

#[test]
fn more_than_thirteen_grids_are_an_error() {
    for count in [14, 3600] {
        let corners = (0..count).map(|place| format!(" r{}c{}", place / 60 + 1, place % 60 + 1));
        let rule = format!("box 2x2; grids{}", corners.collect::<String>());
        let expected = format!("at most 13 grids in `grids r1c1 r1c2 r1c3…`, found {count}");
        assert_refused(&format!("................; {rule}\n"), &expected);
    }
}

// Links and formats.

#[test]
fn links_of_puzz_link() {
    assert_refused("https://puzz.link/p?sudoku/4/4/1k2h3k4", "no puzzle found");
    assert_refused(
        "https://puzz.link/p?sudoku/9/9/g8i9h1h4j6h7i3j2h5h9i8g",
        "no puzzle found",
    );
}

#[test]
fn killers_whose_symbols_point_to_the_next_cell() {
    let row = "3<5<9<123";
    assert_refused(&format!("{}^^`<9<12`", row.repeat(8)), "expected");
}

#[test]
fn pencil_marks_of_nine_symbols_for_each_cell() {
    let marks = "12.4...8.".repeat(81);
    for before in ["", "> ", "1. ", "see: "] {
        assert_refused(
            &format!("{before}{marks}"),
            "729 symbols, nine for each cell",
        );
    }
}

#[test]
fn formats_of_other_programs_are_not_written() {
    for format in ["sdm", "sdk", "ascii", "link=sudokuwiki"] {
        let run = satdoku_on(&format!("convert --format {format}"), "1.....2..3.....4");
        assert_eq!(run.out(), ("", 2), "{format}");
    }
}

// Texts.

/// The cells of two puzzles of 4×4: with blanks and without.
const CELLS: [[&str; 16]; 2] = [
    [
        "1", "0", "0", "0", "0", "0", "2", "0", "0", "3", "0", "0", "0", "0", "0", "4",
    ],
    [
        "1", "2", "4", "3", "3", "4", "2", "1", "4", "3", "1", "2", "2", "1", "3", "4",
    ],
];

#[test]
fn arrays_that_are_filled_by_columns() {
    for cells in CELLS {
        let (list, words) = (cells.join(","), cells.join(" "));
        for text in [
            format!("m <- matrix(c({list}), 4, 4)"),
            format!("m <- matrix(data = c({list}), nrow = 4, byrow = TRUE)"),
            format!("m <- t(matrix(c({list}), 4))"),
            format!("m <- matrix(c(\n{}\n), 4, 4)", list.replace("0,0", "0,\n0")),
            format!("grid = reshape([{list}], [4,4], order=[2,1])"),
            format!("integer :: g(4,4) = reshape((/ {list} /), (/4,4/))"),
            format!(
                "g = reshape([ & ! rows\n{} &\n], shape(g))",
                list.replace("0,0", "0, &\n0")
            ),
            format!("g = transpose(reshape([{list}], [4,4]))"),
            format!("permutedims(reshape([{list}], 4, 4))"),
            format!("m = reshape([{words}], 4, 4)';"),
        ] {
            assert_refused(&text, "fill arrays by columns");
        }
        for text in [
            format!("4 4⍴{words}"),
            format!("puzzle ← 4 4⍴{words} ⍝ easy"),
            format!("4 4 $ {words}"),
        ] {
            assert_unread(&text);
        }
        let puzzle = format!("{}\n", cells.concat().replace('0', "."));
        for text in [
            format!("m = np.reshape([{list}], (4, 4))"),
            format!("m = np.array([{list}]).reshape(4, 4)"),
            format!("m = numpy.array([{list}]).reshape((4, 4))"),
        ] {
            let run = satdoku_on("convert --format line", &text);
            assert_eq!(run.stdout, puzzle, "{text}\n{}", run.stderr);
        }
    }
}

#[test]
fn cells_in_latex_commands() {
    for cells in CELLS {
        for blank in ["{}", "", "0"] {
            let cell = |cell: &&str| if *cell == "0" { blank } else { cell }.to_string();
            let row = |row: &[&str]| row.iter().map(cell).collect::<Vec<_>>();
            let rows: Vec<Vec<String>> = cells.chunks(4).map(row).collect();
            let arguments = rows
                .iter()
                .map(|row| format!("\\setrow {{{}}}", row.join("}{")));
            let list = |(number, row): (usize, &Vec<String>)| {
                format!("\\setrow{{{number}}}{{{}}}", row.join(","))
            };
            let lists: Vec<String> = (1..=4).rev().zip(&rows).map(list).collect();
            let from_above = lists.iter().rev().cloned();
            for lines in [arguments.collect(), from_above.collect(), lists] {
                let lines: Vec<String> = lines;
                assert_unread(&lines.join("\n"));
            }
        }
        let node = |(index, cell): (usize, &&str)| {
            let (row, column) = (index / 4, index % 4);
            (*cell != "0").then(|| format!("\\node at ({column}.5,{}.5) {{{cell}}};", 3 - row))
        };
        let nodes: Vec<String> = cells.iter().enumerate().filter_map(node).collect();
        let nodes = nodes.join("\n");
        assert_unread(&nodes.replace(".5", ""));
        let grid = "\\draw (0,0) grid (4,4);";
        assert_unread(&format!(
            "\\begin{{tikzpicture}}\n{grid}\n{nodes}\n\\end{{tikzpicture}}"
        ));
    }
}

#[test]
fn nested_lists_of_yaml() {
    for cells in CELLS {
        for blank in ["0", "~", "null"] {
            let cell = |cell: &&str| if *cell == "0" { blank } else { cell }.to_string();
            let rows = cells.chunks(4).map(|row| {
                let row: Vec<String> = row.iter().map(cell).collect();
                row.join("\n  - ")
            });
            let rows: Vec<String> = rows.collect();
            let nested = format!("- - {}\n", rows.join("\n- - "));
            let bare = format!("-\n  - {}\n", rows.join("\n-\n  - "));
            let flat: Vec<String> = cells.iter().map(cell).collect();
            let flat = format!("- {}\n", flat.join("\n- "));
            for text in [nested, bare, flat] {
                assert_unread(&text);
                assert_unread(&format!("puzzle:\n{text}"));
            }
        }
    }
}

#[test]
fn texts_in_another_encoding() {
    let header = "Content-Transfer-Encoding: quoted-printable\n\n";
    for cells in CELLS {
        let lines = |blank: &str, gap: &str| -> String {
            let cell = |cell: &&str| if *cell == "0" { blank } else { cell }.to_string();
            let row = |row: &[&str]| row.iter().map(cell).collect::<Vec<_>>().join(gap);
            let rows: Vec<String> = cells.chunks(4).map(row).collect();
            rows.join("\n")
        };
        for text in [
            format!(
                "{header}{}",
                lines(".", " ").replace(" \n", "=20\n").replace('1', "1=20")
            ),
            format!("{header}{}", lines("=2E", " ") + "=20"),
            format!("|{}|", lines("=20", "|").replace('\n', "|=20\n|")),
        ] {
            assert_unread(&text);
        }
        let words = [":zero:", ":one:", ":two:", ":three:", ":four:"];
        let word = |cell: &&str| words[cell.parse::<usize>().unwrap()].to_string();
        let row = |row: &[&str]| row.iter().map(word).collect::<String>();
        let rows: Vec<String> = cells.chunks(4).map(row).collect();
        for blank in [":zero:", ":x:", ":white_large_square:"] {
            let text = rows.join("\n").replace(":zero:", blank);
            assert_unread(&text);
            assert_unread(&text.replace("::", ": :"));
        }
    }
}

#[test]
fn marks_of_a_diff() {
    let grid = "1...\n..2.\n.3..\n...4";
    let added = format!("+{}", grid.replace('\n', "\n+"));
    let removed = format!("-{}", grid.replace('\n', "\n-").replace('3', "."));
    let kept = " 1...\n ..2.\n-.3..\n+.4..\n ...4";
    for text in [&added, &removed, &format!("{removed}\n{added}"), kept] {
        assert_unread(text);
        assert_unread(&format!("--- a\n+++ b\n@@ -1,4 +1,4 @@\n{text}\n"));
    }
}

#[test]
fn elements_of_xml_for_cells() {
    for cells in CELLS {
        let element = |text: &dyn Fn(usize, usize, &str) -> String| -> String {
            let all = cells.iter().enumerate().filter(|(_, cell)| **cell != "0");
            all.map(|(index, cell)| text(index / 4 + 1, index % 4 + 1, cell))
                .collect()
        };
        for text in [
            element(&|r, c, v| format!("<cell row=\"{r}\" column=\"{c}\" value=\"{v}\"/>\n")),
            element(&|r, c, v| format!("<cell row=\"{r}\" col=\"{c}\">{v}</cell>\n")),
            element(&|r, c, v| format!("<c r='{r}' c='{c}'>{v}</c>")),
            element(&|r, c, v| {
                format!("<cell><row>{r}</row><col>{c}</col><value>{v}</value></cell>\n")
            }),
            element(&|r, c, v| {
                format!("<cell>\n <row>{r}</row>\n <col>{c}</col>\n <value>{v}</value>\n</cell>\n")
            }),
        ] {
            assert_refused(&text, "instead of an XML element for each cell");
        }
        let row = |row: &[&str]| format!("<row><c>{}</c></row>\n", row.join("</c><c>"));
        let rows: String = cells.chunks(4).map(row).collect();
        for text in [rows.clone(), rows.replace("<c>0</c>", "<c/>")] {
            assert_refused(&text, "instead of an XML element for each cell");
        }
    }
}

#[test]
fn kenken() {
    let grid = "....\n....\n....\n....\n";
    let list =
        "3+: A1 A2\n1-: A3 A4\n2÷ B1, C1\n9+ B2 B3 B4\nC2 D2 = 3x\n7+ (C3 C4)\n4: D1\n5+: D3 D4\n";
    let map = "AABB\nCDDD\nCEFF\nGEHH\n";
    let clues = "A 3+\nB 1-\nC 2/\nD 9+\nE 3x\nF 7+\nG 4\nH 5+\n";
    for text in [
        list.to_string(),
        format!("{grid}\n{list}"),
        format!("{grid}\n3+: A1 A2\n"),
        format!("{grid}\n3+ r1c1 r1c2\n"),
        format!("{grid}\ncage 12* r1c1 r1c2\n"),
        format!("{grid}\ncages:\n2/ r1c1 r1c2\n"),
        format!("{map}\n{clues}"),
        format!("{map}\n{}", clues.replace('\n', "; ")),
        format!("{map}\nA 3\nB 1\nC 2\nD 9+\n"),
        format!("{grid}\n{map}\n{clues}"),
        "AAABB\nCCCBB\nDDDDD\nEEEEE\nFFFFF\n\nA 6+\nB 12+\nC 24x\n".to_string(),
        "................; 3+: A1 A2".to_string(),
        "................; cage 3+ r1c1 r1c2".to_string(),
        "{\"puzzle\":\"................\",\"cages\":[\"3+ r1c1 r1c2\"]}".to_string(),
        "{\"cages\":[{\"sum\":3,\"operation\":\"*\",\"cells\":[\"r1c1\",\"r1c2\"]}]}".to_string(),
    ] {
        assert_unread(&text);
    }
}

#[test]
fn a_mask_of_givens() {
    let rows = "[[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]]";
    let mask = "[[1,0,0,0],[0,0,1,0],[0,1,0,0],[0,0,0,1]]";
    let booleans = mask.replace('1', "true").replace('0', "false");
    for text in [
        "{\"solution\":\"1243342143122134\",\"mask\":\"1000001001000001\"}".to_string(),
        "{\"mask\":\"1000001001000001\",\"solution\":\"1243342143122134\"}".to_string(),
        format!("{{\"solution\":{rows},\"givens\":{mask}}}"),
        format!("{{\"givens\":{mask},\"solution\":{rows}}}"),
        format!("{{\"mask\":{booleans},\"grid\":{rows}}}"),
        format!("{{\"board\":{rows},\"is_hidden\":[0,1,1,1,1,1,0,1,1,0,1,1,1,1,1,0]}}"),
    ] {
        assert_refused(&text, "instead of a solution and a mask of its givens");
    }
    // Without a solution, it is a puzzle, and with a puzzle, it is not needed.
    for text in [
        format!("{{\"puzzle\":\"1.....1..1.....1\",\"solution\":{rows}}}"),
        format!("{{\"puzzle\":\"1000000100000000\",\"solution\":{rows}}}"),
        format!("{{\"puzzle\":\"1.....2..3.....4\",\"givens\":{mask}}}"),
        format!("{{\"solution\":{rows}}}"),
    ] {
        let run = satdoku_on("convert --format line", &text);
        assert_eq!(run.code, 0, "{text}\n{}", run.stderr);
    }
}

#[test]
fn lists_of_cages_in_source_code() {
    let grid = "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]";
    let list = "[(3, [(0, 0), (0, 1)]), (7, [(0, 2), (0, 3)])]";
    for text in [
        format!("cages = {list}"),
        format!("cages = {list}\ngrid = {grid}"),
        format!("grid = {grid}\ncages = {list}"),
        format!(
            "grid = {grid}\nKILLER_CAGES = {}",
            list.replace(", (", ",\n(")
        ),
        format!(
            "cages = {}\ngrid = {grid}",
            list.replace(", (", ",\n(").replace('[', "[\n")
        ),
        format!("p = {{'grid': {grid}, 'cages': {list}}}"),
        format!("p = {{\n'grid': {grid},\n'cages': {list}\n}}"),
        format!("const cages = [\n{{sum: 3, cells: [[0,0],[0,1]]}},\n];\nconst grid = {grid};"),
        "1.....2..3.....4; cages = [(3, [(0, 0), (0, 1)])]".to_string(),
    ] {
        assert_unread(&text);
    }
}

#[test]
fn rules_in_headings_and_other_fields() {
    let grid = "1...\n..2.\n.3..\n...4\n";
    for title in ["Killer Sudoku", "X-Sudoku"] {
        let run = satdoku_on("convert --format line", format!("{title}\n\n{grid}"));
        assert_eq!(run.stdout, "1.....2..3.....4\n", "{title}");
        let note = format!("the line `{title}` was not read as a rule");
        assert!(run.stderr.contains(&note), "{title}: {}", run.stderr);
    }
    let run = satdoku_on(
        "convert --format line",
        format!("Anti-Knight\n{grid}\nanti-knight\n"),
    );
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str()),
        ("1.....2..3.....4; anti-knight\n", "")
    );
    for (name, value, is_noted) in [
        ("thermo", "[{\"bulb\":\"r1c1\"}]", true),
        ("antiKnight", "true", true),
        ("ratio", "1.5", false),
    ] {
        let text = format!("{{\"puzzle\":\"1.....2..3.....4\",\"{name}\":{value}}}\n");
        let run = satdoku_on("convert --format jsonl", text.repeat(2));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let rows: Vec<serde_json::Value> = (run.stdout.lines())
            .map(|row| serde_json::from_str(row).unwrap())
            .collect();
        let field: serde_json::Value = serde_json::from_str(value).unwrap();
        assert!(rows.iter().all(|row| row[name] == field), "{}", run.stdout);
        assert!(rows.iter().all(|row| row.get("constraints").is_none()));
        let note = format!("the field `{name}` was not read");
        let has_note =
            |row: &serde_json::Value| row["note"].as_str().map(|own| own.starts_with(&note));
        assert_eq!(
            has_note(&rows[0]),
            is_noted.then_some(true),
            "{}",
            run.stdout
        );
        assert_eq!(has_note(&rows[1]), None);
    }
}

// Python, page.

#[test]
fn links_of_the_page_with_fields() {
    let line = HARDEST_LINE;
    for fragment in [
        format!("puzzle={line}&variants=diagonal"),
        format!("puzzle={line}"),
        "puzzle=.....2.12.4.....&box=1x4".to_string(),
        "puzzle=1243342143122134&constraints=cage%203%20r1c1%20r1c2".to_string(),
        "puzzle=......&box=1x3&board=board%202x3".to_string(),
    ] {
        assert_unread(&format!("https://example.org/satdoku/#{fragment}"));
    }
}
