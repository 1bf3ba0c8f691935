//! Texts that satdoku does not read: an error, and never another puzzle.

use crate::common::{HARDEST_LINE, cases, satdoku_on};

/// Asserts that a text is an error with these words.
#[track_caller]
fn assert_refused(text: impl AsRef<str>, expected: &str) {
    let run = satdoku_on("solve", text.as_ref());
    assert_eq!(run.out(), ("", 2), "{run:?}");
    run.assert_reports(expected);
}

mod constraints {
    use super::*;

    cases! {
        assert_refused:
        a_rank("1.......2.3.4...; full-rank 1 row 1 left", "expected a constraint");
        a_tied_rank("1.......2.3.4...; tied-rank 4 column 4 top", "expected a constraint");
        a_rank_below_a_grid(
            "1...\n....\n2.3.\n4...\n\nfull rank 1 row 1 left\n", "expected a rule such as",
        );
        distinct_lines(
            "{\"puzzle\":\"1.......2.3.4...\",\"constraints\":[\"distinct-lines\"]}", "expected a constraint",
        );
        a_doppelganger(
            "1.......2.3.4...; doppelganger rows x columns y boxes z", "expected a constraint",
        );
        fourteen_grids(
            "................; box 2x2; grids r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c1 r2c2 r2c3 r2c4 r2c5",
            "at most 13 grids in `grids r1c1 r1c2 r1c3…`, found 14",
        );
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
        let expected = format!("found `{}`", item.split('~').next().unwrap());
        assert_refused(format!(".Shape~4x4.~R1C1_1.{item}\n"), &expected);
        let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
        assert_refused(format!("{link}.{item}.~R1C1_1\n"), &expected);
    }
}

mod links_and_formats {
    use super::*;

    cases! {
        assert_refused:
        a_link_of_puzz_link("https://puzz.link/p?sudoku/4/4/1k2h3k4", "no puzzle found");
        a_killer_whose_symbols_point_to_the_next_cell(
            format!("{}^^`<9<12`", "3<5<9<123".repeat(8)), "expected",
        );
        nine_symbols_for_each_cell("12.4...8.".repeat(81), "729 symbols, nine for each cell");
        nine_symbols_behind_a_word(
            format!("see: {}", "12.4...8.".repeat(81)), "729 symbols, nine for each cell",
        );
        a_link_of_the_page_with_fields(
            format!("https://example.org/satdoku/#puzzle={HARDEST_LINE}&variants=diagonal"), "",
        );
        a_link_of_the_page_with_a_board(
            "https://example.org/satdoku/#puzzle=......&box=1x3&board=board%202x3", "",
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

/// The cells of a puzzle, and of one without blanks.
const BLANKS: &str = "1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4";
const FULL: &str = "1,2,4,3,3,4,2,1,4,3,1,2,2,1,3,4";

mod arrays_filled_by_columns {
    use super::*;

    const COLUMNS: &str = "fill arrays by columns";

    cases! {
        assert_refused:
        r(format!("m <- matrix(c({BLANKS}), 4, 4)"), COLUMNS);
        r_without_blanks(format!("m <- t(matrix(c({FULL}), 4))"), COLUMNS);
        r_in_lines(format!("m <- matrix(c(\n{}\n), 4, 4)", BLANKS.replace("0,0", "0,\n0")), COLUMNS);
        matlab(format!("m = reshape([{}], 4, 4)';", BLANKS.replace(',', " ")), COLUMNS);
        fortran(format!("integer :: g(4,4) = reshape((/ {BLANKS} /), (/4,4/))"), COLUMNS);
        fortran_in_lines(
            format!("g = reshape([ & ! rows\n{} &\n], shape(g))", FULL.replace("3,3", "3, &\n3")), COLUMNS,
        );
        julia(format!("permutedims(reshape([{BLANKS}], 4, 4))"), COLUMNS);
        apl(format!("puzzle ← 4 4⍴{} ⍝ easy", BLANKS.replace(',', " ")), "");
        j(format!("4 4 $ {}", FULL.replace(',', " ")), "");
    }

    #[test]
    fn arrays_of_numpy_are_filled_by_rows() {
        for text in [
            format!("m = np.reshape([{BLANKS}], (4, 4))"),
            format!("m = numpy.array([{BLANKS}]).reshape((4, 4))"),
        ] {
            let run = satdoku_on("convert --format line", &text);
            assert_eq!(run.out(), ("1.....2..3.....4\n", 0), "{text}");
        }
    }
}

mod markup {
    use super::*;

    const XML: &str = "instead of an XML element for each cell";

    cases! {
        assert_refused:
        latex_arguments(
            "\\setrow {1}{}{}{}\n\\setrow {}{}{2}{}\n\\setrow {}{3}{}{}\n\\setrow {}{}{}{4}", "",
        );
        latex_lists("\\setrow{4}{1,2,4,3}\n\\setrow{3}{3,4,2,1}\n\\setrow{2}{4,3,1,2}\n\\setrow{1}{2,1,3,4}", "");
        tikz(
            "\\begin{tikzpicture}\n\\draw (0,0) grid (4,4);\n\\node at (0.5,3.5) {1};\n\\node at (2.5,2.5) {2};\n\\end{tikzpicture}",
            "",
        );
        yaml(format!("puzzle:\n- - {}\n", BLANKS.replace(',', "\n  - ").replace("0\n  - 0\n  - 2", "0\n- - 0\n  - 2")), "");
        a_flat_list_of_yaml(format!("- {}\n", FULL.replace(',', "\n- ")), "");
        quoted_printable(
            "Content-Transfer-Encoding: quoted-printable\n\n1=20 . . .\n. . 2 .=20\n. 3 . .\n. . . 4", "",
        );
        encoded_blanks("Content-Transfer-Encoding: quoted-printable\n\n1 =2E =2E =2E\n=2E =2E 2 =2E\n=2E 3 =2E =2E\n=2E =2E =2E 4", "");
        emoji(":one::x::x::x:\n:x::x::two::x:\n:x::three::x::x:\n:x::x::x::four:", "");
        emoji_without_blanks(
            ":one: :two: :four: :three:\n:three: :four: :two: :one:\n:four: :three: :one: :two:\n:two: :one: :three: :four:",
            "",
        );
        added_lines("+1...\n+..2.\n+.3..\n+...4", "");
        a_diff("--- a\n+++ b\n@@ -1,4 +1,4 @@\n 1...\n ..2.\n-.3..\n+.4..\n ...4\n", "");
        xml_attributes(
            "<cell row=\"1\" column=\"1\" value=\"1\"/>\n<cell row=\"2\" column=\"3\" value=\"2\"/>\n<cell row=\"4\" column=\"4\" value=\"4\"/>\n",
            XML,
        );
        xml_elements(
            "<cell><row>1</row><col>1</col><value>1</value></cell>\n<cell><row>4</row><col>4</col><value>4</value></cell>\n",
            XML,
        );
        xml_rows(format!("<row><c>{}</c></row>\n", BLANKS[..7].replace(',', "</c><c>")).repeat(4), XML);
    }
}

mod kenken {
    use super::*;

    const GRID: &str = "....\n....\n....\n....\n";
    const LIST: &str =
        "3+: A1 A2\n1-: A3 A4\n2÷ B1, C1\n9+ B2 B3 B4\nC2 D2 = 3x\n7+ (C3 C4)\n4: D1\n5+: D3 D4\n";
    const MAP: &str = "AABB\nCDDD\nCEFF\nGEHH\n";
    const CLUES: &str = "A 3+\nB 1-\nC 2/\nD 9+\nE 3x\nF 7+\nG 4\nH 5+\n";

    cases! {
        assert_refused:
        a_list(LIST, "");
        a_list_below_a_grid(format!("{GRID}\n{LIST}"), "");
        a_cage_below_a_grid(format!("{GRID}\ncage 12* r1c1 r1c2\n"), "");
        a_map(format!("{MAP}\n{CLUES}"), "");
        a_map_below_a_grid(format!("{GRID}\n{MAP}\n{CLUES}"), "");
        a_cage_on_a_line("................; 3+: A1 A2", "");
        a_cage_in_a_field("{\"puzzle\":\"................\",\"cages\":[\"3+ r1c1 r1c2\"]}", "");
        an_operation_in_a_field(
            "{\"cages\":[{\"sum\":3,\"operation\":\"*\",\"cells\":[\"r1c1\",\"r1c2\"]}]}", "",
        );
    }
}

mod source_code {
    use super::*;

    const MASK: &str = "instead of a solution and a mask of its givens";
    const ROWS: &str = "[[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]]";
    const GIVENS: &str = "[[1,0,0,0],[0,0,1,0],[0,1,0,0],[0,0,0,1]]";
    const GRID: &str = "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]";
    const CAGES: &str = "[(3, [(0, 0), (0, 1)]), (7, [(0, 2), (0, 3)])]";

    cases! {
        assert_refused:
        a_mask_of_givens("{\"solution\":\"1243342143122134\",\"mask\":\"1000001001000001\"}", MASK);
        a_mask_before_the_solution(format!("{{\"givens\":{GIVENS},\"solution\":{ROWS}}}"), MASK);
        a_mask_of_words(
            format!("{{\"mask\":{},\"grid\":{ROWS}}}", GIVENS.replace('1', "true").replace('0', "false")), MASK,
        );
        cages(format!("cages = {CAGES}"), "");
        cages_below_a_grid(format!("grid = {GRID}\ncages = {CAGES}"), "");
        cages_in_a_dictionary(format!("p = {{'grid': {GRID}, 'cages': {CAGES}}}"), "");
        cages_of_objects(
            format!("const cages = [\n{{sum: 3, cells: [[0,0],[0,1]]}},\n];\nconst grid = {GRID};"), "",
        );
        cages_behind_a_line(format!("1.....2..3.....4; cages = {CAGES}"), "");
    }

    /// Without a solution, it is a puzzle, and with a puzzle, it is not needed.
    #[test]
    fn a_mask_alone_or_beside_a_puzzle_is_accepted() {
        for text in [
            format!("{{\"puzzle\":\"1.....1..1.....1\",\"solution\":{ROWS}}}"),
            format!("{{\"puzzle\":\"1.....2..3.....4\",\"givens\":{GIVENS}}}"),
            format!("{{\"solution\":{ROWS}}}"),
        ] {
            let run = satdoku_on("convert --format line", &text);
            assert_eq!(run.code, 0, "{text}\n{}", run.stderr);
        }
    }
}

#[test]
fn rules_in_headings_and_other_fields() {
    let grid = "1...\n..2.\n.3..\n...4\n";
    for title in ["Killer Sudoku", "X-Sudoku"] {
        let run = satdoku_on("convert --format line", format!("{title}\n\n{grid}"));
        assert_eq!(run.stdout, "1.....2..3.....4\n", "{title}");
        let note = format!("the line `{title}` was not read as a rule");
        run.assert_reports(&note);
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
