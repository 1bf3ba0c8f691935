//! What people give to the program by mistake, and what it says to that: one table of inputs with
//! the exact messages. In all of them the good puzzles are still answered.

use crate::common::{HARDEST, HARDEST_LINE as LINE, satdoku_on};

/// A text for the program, and what it prints.
struct Case {
    name: &'static str,
    command: &'static str,
    input: Vec<u8>,
    stderr: &'static str,
    stdout: &'static str,
}

fn case(
    name: &'static str,
    input: impl Into<Vec<u8>>,
    stderr: &'static str,
    stdout: &'static str,
) -> Case {
    Case {
        name,
        command: "check",
        input: input.into(),
        stderr,
        stdout,
    }
}

/// The same with another command than `check`.
fn with(command: &'static str, case: Case) -> Case {
    Case { command, ..case }
}

/// The nine rows of the puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect()
}

fn grid() -> String {
    rows().join("\n") + "\n"
}

/// A 16×16 puzzle on a line that begins with these symbols.
fn sixteen(symbols: &str, blank: &str) -> String {
    symbols.to_string() + &blank.repeat(256 - symbols.chars().count()) + "\n"
}

fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

/// Lines, rows and symbols.
fn text_cases() -> Vec<Case> {
    let x = LINE.replacen('3', "x", 1);
    let rows = rows();
    vec![
        case(
            "a line that is too short",
            format!("{}\n{LINE}\n", &LINE[1..]),
            "<stdin>:1:81: expected 81 cells for a 9x9 puzzle, found 80\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a line that is too long",
            format!("{LINE}7\n{LINE}\n"),
            "<stdin>:1:82: expected 81 cells for a 9x9 puzzle, found 82\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a letter for a digit",
            format!("{x}\n{LINE}\n"),
            "<stdin>:1:12: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "two symbols for a blank",
            format!("{}\n{LINE}\n", LINE.replacen("..", ".0", 1)),
            "<stdin>:1:3: expected `.` for a blank, as before, found `0`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "digits of another script",
            format!("{}\n{LINE}\n", LINE.replace('8', "\u{668}")),
            "<stdin>:1:1: expected a digit (1-9) or a blank, found `\u{668}`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a row that is too short",
            grid()
                .replace("4..\n", "4.\n")
                .replacen("9....4.\n", "9....4.\n\n", 1)
                + &grid(),
            "<stdin>:9:9: expected 9 cells in this row, found 8\n",
            "<stdin>:11: unique\n",
        ),
        case(
            "a row that is too long",
            grid().replace("4..\n", "4...\n") + "\n" + &grid(),
            "<stdin>:9:10: expected 9 cells in this row, found 10\n",
            "<stdin>:11: unique\n",
        ),
        case(
            "a grid without its last row",
            rows[..8].join("\n"),
            "<stdin>:9:1: expected row 9 of 9, found the end of the input\n",
            "",
        ),
        case(
            "a grid without its last row, and another",
            rows[..8].join("\n") + "\n\n" + &grid(),
            "<stdin>:9:1: expected row 9 of 9, found a blank line\n",
            "<stdin>:10: unique\n",
        ),
        case(
            "words in a grid",
            grid().replace(rows[3], "see below"),
            "<stdin>:4:1: expected row 4 of 9, found `see below`\n\
             <stdin>:10:1: expected row 6 of 9, found the end of the input\n",
            "",
        ),
        case(
            "a digit above n",
            "1..5\n....\n....\n....\n",
            "<stdin>:1:4: expected a digit (1-4) or a blank, found `5`\n",
            "",
        ),
        case(
            "a number above n",
            format!(
                "{}{LINE}\n",
                ("0 ".repeat(15) + "17\n") + &("0 ".repeat(16) + "\n").repeat(15)
            ),
            "<stdin>:1:31: expected a digit (1-16) or a blank, found `17`\n",
            "<stdin>:17: unique\n",
        ),
        case(
            "0 that may be a digit",
            sixteen("10F", "0"),
            "<stdin>:1:1: expected an alphabet to be said (--alphabet 1-9A or 0-9A), \
             found symbols that can be 1-9A-G or 0-9A-F\n",
            "",
        ),
        case(
            "letters that may be 1 or 10",
            sixteen("ABC", "."),
            "<stdin>:1:1: expected an alphabet to be said (--alphabet 1-9A or A-Z), \
             found symbols that can be 1-9A-G or A-P\n",
            "",
        ),
        with(
            "check --alphabet 0-9A",
            case(
                "two blanks beside 0 that is a digit",
                sixteen("0FH", "G"),
                "<stdin>:1:3: expected a digit (0-9A-F) or a blank: . _ * - or another symbol, always \
                 the same (here is `G` too), found `H`\n",
                "",
            ),
        ),
        case(
            "a size without boxes",
            (".".repeat(7) + "\n").repeat(7),
            "<stdin>:1:1: expected a number of rows that boxes can fill, such as 9, \
             found 7 rows of 7\n",
            "",
        ),
        case(
            "a size with boxes that are not square",
            (".".repeat(6) + "\n").repeat(6),
            "<stdin>:1:1: expected the shape of the boxes to be said (--box 2x3 or 3x2), \
             found 6 rows of 6\n",
            "",
        ),
        with(
            "check --box 2x3",
            case(
                "another size than was said",
                format!("{LINE}\n"),
                "<stdin>:1:37: expected 36 cells for a 6x6 puzzle, found 81\n",
                "",
            ),
        ),
        case(
            "two numbers",
            format!("53\n\n{LINE}\n"),
            "<stdin>:1:1: expected a puzzle, or a row of at least 4 cells, found `53`\n",
            "<stdin>:3: unique\n",
        ),
        with(
            "check --max-line 100",
            case(
                "a line beyond the limit",
                format!("{LINE}{}\n{LINE}\n", " ".repeat(20)),
                "<stdin>:1:101: expected a line of at most 100 bytes (--max-line), \
                 found a longer one\n",
                "<stdin>:2: unique\n",
            ),
        ),
        with(
            "check --max-line 50",
            case(
                "a grid beyond the limit",
                grid(),
                "<stdin>:6:1: expected row 6 of 9, found more than 50 bytes (--max-line)\n\
                 <stdin>:10:1: expected row 5 of 9, found the end of the input\n",
                "",
            ),
        ),
        case(
            "a word in a list",
            format!("{LINE}\ntooshort\n{LINE}\n"),
            "<stdin>:2:1: expected a puzzle, found `tooshort`\n",
            "<stdin>:1: unique\n<stdin>:3: unique\n",
        ),
        case(
            "control characters",
            format!("{LINE}\n\u{1b}[31m8\u{7}\u{202e}\n"),
            "<stdin>:2:1: expected a puzzle, found `\\u{1b}[31m8\\u{7}\\u{202e}`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "[Puzzle] without rows",
            format!("#AMe\n[Puzzle]\n[State]\n{}", grid()),
            "<stdin>:3:1: expected a puzzle below [Puzzle] in line 2, found `[State]`\n",
            "",
        ),
    ]
}

/// Links, cells without anything in them, pencil marks, blanks of somebody's choice.
fn form_cases() -> Vec<Case> {
    let other = LINE.replace('.', "x");
    let zeros = LINE.replace('.', "0");
    let lost: String = zeros.chars().rev().collect();
    let link = |object: &str| {
        format!(
            "https://f-puzzles.com/?load={}\n",
            lz_str::compress_to_base64(object)
        )
    };
    let cells = format!("[{}]", ["{}"; 9].join(","));
    let grid = format!("\"size\":9,\"grid\":[{}]", [&*cells; 9].join(","));
    let rows = rows();
    let tabs = |row: &&str| {
        row.split("")
            .collect::<Vec<_>>()
            .join("\t")
            .trim()
            .replace('.', "")
            + "\n"
    };
    let table: String = rows.iter().map(tabs).collect();
    vec![
        case(
            "two blanks of somebody's choice",
            format!("{}\n{other}\n", other.replacen('x', "?", 1)),
            "<stdin>:1:2: expected a digit (1-9) or a blank: . 0 _ * - or another symbol, always the \
             same (here is `x` too), found `?`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "zeros that a spreadsheet left out",
            format!("{LINE}\n{}\n", lost.trim_start_matches('0')),
            "<stdin>:2:80: expected 81 cells for a 9x9 puzzle, \
             found 79 (a spreadsheet leaves out each 0 in front of a number)\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "a number that a spreadsheet made of a puzzle",
            format!("id,puzzle\n1,8.00000003600000E+80\n2,{LINE}\n"),
            "<stdin>:2:3: expected a puzzle, in a column of text, \
             found `8.00000003600000E+80`, as a spreadsheet shortens a number\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a link with another constraint",
            link(&format!("{{{grid},\"thermometer\":[{{}}]}}")) + LINE,
            "<stdin>:1:1: expected only constraints that satdoku has (see --variant) in the link, \
             found `thermometer`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a link with one diagonal",
            link(&format!("{{{grid},\"diagonal-\":true}}")),
            "<stdin>:1:1: expected only constraints that satdoku has (see --variant) in the link, \
             found `diagonal-`\n",
            "",
        ),
        case(
            "a link that was cut",
            link(&format!("{{{grid}}}"))[..60].to_string() + "\n" + LINE,
            "<stdin>:1:1: expected a puzzle of f-puzzles in the link, \
             found a text that was cut or changed\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a link that is only a name",
            format!(
                "https://f-puzzles.com/?id=y26cejkf\nhttps://sudokupad.app/GmHdLFD2Fr\n{LINE}\n"
            ),
            "<stdin>:1:1: expected a link that holds the puzzle, as f-puzzles.com exports it, \
             found the name of one that only its site knows\n\
             <stdin>:2:1: expected a link that holds the puzzle, as f-puzzles.com exports it, \
             found the name of one that only its site knows\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a link with too few cells",
            format!(
                "https://www.sudokuwiki.org/sudoku.htm?bd={}\n",
                &zeros[..79]
            ),
            "<stdin>:1:121: expected 81 cells for a 9x9 puzzle, \
             found 79 (a spreadsheet leaves out each 0 in front of a number)\n",
            "",
        ),
        case(
            "cells of a spreadsheet with a row too many",
            table.clone() + "1\t2\t\t\t\t\t\t\t3\n",
            "<stdin>:1:1: expected the shape of the boxes to be said (--box 2x5 or 5x2), \
             found 10 rows of 10\n",
            "",
        ),
        case(
            "pencil marks with a digit twice",
            "1 24 34 3\n34 344 2 1\n24 3 1 12\n2 12 13 4\n",
            "<stdin>:2:4: expected the digits that are possible (1-4), found `344`\n",
            "",
        ),
    ]
}

/// Bytes that are no text, or another text than they seem.
fn byte_cases() -> Vec<Case> {
    vec![
        case(
            "a picture",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\n\0\xff\n".to_vec(),
            "<stdin>:1:1: expected text in UTF-8, found a picture\n",
            "",
        ),
        case(
            "a program",
            b"\x7fELF\x02\x01\x01\0\0\0\0\n\0\0\n\xff\n".to_vec(),
            "<stdin>:1:1: expected text in UTF-8, found a file that is no text\n",
            "",
        ),
        case(
            "UTF-16 with a byte order mark",
            utf_16(&format!("\u{feff}{LINE}\n"), u16::to_le_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16 -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "UTF-16, the other way round",
            utf_16(&format!("\u{feff}{LINE}\n"), u16::to_be_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16 -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "UTF-16 without a byte order mark",
            utf_16(LINE, u16::to_le_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16LE -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "a NUL",
            format!("{}\0\n{LINE}\n", &LINE[..80]),
            "<stdin>:1:81: expected text in UTF-8, found `\\u{0}`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "invalid UTF-8",
            [b"8..\xe4\n", LINE.as_bytes()].concat(),
            "<stdin>:1:4: expected text in UTF-8, found the byte 0xE4\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a zip archive",
            b"PK\x03\x04\x14\0\0\0".to_vec(),
            "<stdin>:1:1: expected text in UTF-8, \
             found a file packed with zip, which has to be unpacked first\n",
            "",
        ),
        case(
            "CRLF",
            grid().replace('\n', "\r\n"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "lone CR",
            grid().replace('\n', "\r"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "a byte order mark",
            format!("\u{feff}{LINE}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "fullwidth digits",
            LINE.replace('8', "\u{ff18}").replace('.', "\u{ff0e}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "no-break spaces",
            HARDEST.replace(' ', "\u{a0}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case("no final newline", LINE, "", "<stdin>:1: unique\n"),
        case(
            "a footer with digits",
            grid() + "\nPage 12 of 34, solved 5 times\n",
            "",
            "<stdin>:1: unique\n",
        ),
        with(
            "count",
            case("all blank", "................", "", "<stdin>:1: 288\n"),
        ),
    ]
}

/// Tables and JSON Lines.
fn table_cases() -> Vec<Case> {
    let x = LINE.replacen('3', "x", 1);
    let broken = grid().replace("457", "4x7");
    let table = |row: &str| format!("id,puzzle,level\n{row}\n2,{LINE},3\n");
    let json = |line: &str| format!("{{\"puzzle\":\"{LINE}\"}}\n{line}\n");
    vec![
        case(
            "a bad object in an array",
            format!(
                "[{{\"puzzle\":\"{LINE}\"}},{{\"puzzle\":\"{x}\"}},\n {{\"puzzle\":\"{LINE}\"}}]"
            ),
            "<stdin>:1:119: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:1: unique\n<stdin>:2: unique\n",
        ),
        case(
            "an array that was cut",
            format!(
                "[\n  {{\"puzzle\": \"{LINE}\"}},\n  {{\"puzzle\": \"{}",
                &LINE[..50]
            ),
            "<stdin>:3:64: expected an object such as {\"puzzle\":\"…\"} on a line, \
             found bad JSON: EOF while parsing a string\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "an object of columns",
            format!("{{\"id\":{{\"0\":7}},\"puzzle\":{{\"0\":\"{LINE}\"}}}}\n"),
            "<stdin>:1:24: expected a puzzle as a string or as an array of numbers, \
             found all rows of a column (pandas: to_json(orient='records'))\n",
            "",
        ),
        case(
            "a row cut short",
            table(&format!("1,{LINE}")),
            "<stdin>:2:84: expected 3 fields in this row, as in the header, found 2\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a row with a comma too many",
            table(&format!("1,{LINE},4,5")),
            "<stdin>:2:87: expected 3 fields in this row, as in the header, found 4\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a puzzle cut short at the end of a table",
            format!("1,{LINE},3\n2,{}", &LINE[..40]),
            "<stdin>:2:43: expected 81 cells for a 9x9 puzzle, found 40\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "a quote that is not closed",
            table(&format!("1,\"{LINE},4")),
            "<stdin>:2:3: expected a closing quote for the one that opens here, \
             found the end of the input\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "something behind a quote",
            table(&format!("1,\"{LINE}\"?,4")),
            "<stdin>:2:86: expected `,` or the end of the line behind a closing quote, \
             found `?,4`\n",
            "<stdin>:3: unique\n",
        ),
        with(
            "check --column sudoku",
            case(
                "a column that is not there",
                table(&format!("1,{LINE},4")),
                "<stdin>:1:1: expected a column `sudoku` (--column), \
                 found `id`, `puzzle`, `level`\n",
                "",
            ),
        ),
        with(
            "check --column 5",
            case(
                "a column beyond the last",
                table(&format!("1,{LINE},4")),
                "<stdin>:1:1: expected a column 5 (--column), found 3 of them\n",
                "",
            ),
        ),
        case(
            "an empty field",
            table("1,,4"),
            "<stdin>:2:3: expected a puzzle, found nothing\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a field with words",
            table("1,no idea,4"),
            "<stdin>:2:3: expected a puzzle, found `no idea`\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a bad cell in a field",
            table(&format!("1,{x},4")),
            "<stdin>:2:14: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a bad cell in a field of several lines",
            table(&format!("1,\"{broken}\",4")),
            "<stdin>:6:6: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:12: unique\n",
        ),
        case(
            "two puzzles in a field",
            table(&format!("1,\"{LINE}\n{LINE}\",4")),
            "<stdin>:3:1: expected one puzzle, found another\n",
            "<stdin>:4: unique\n",
        ),
        case(
            "JSON cut short",
            json("{\"puzzle\":\"8.."),
            "<stdin>:2:14: expected an object such as {\"puzzle\":\"…\"} on a line, \
             found bad JSON: EOF while parsing a string\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "no JSON",
            json(LINE),
            "<stdin>:2:3: expected an object such as {\"puzzle\":\"…\"} on a line, \
             found bad JSON: invalid number\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with an array that is no grid",
            json("{\"puzzle\":[[1,2],{}]}"),
            "<stdin>:2:11: expected an array of numbers (0 or null for a blank), \
             or one for each row, found `[[1,2],{}]`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a bad cell in a grid",
            json(&format!(
                "{{\"puzzle\":\"{}\"}}",
                broken.replace('\n', "\\n")
            )),
            "<stdin>:2:61: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "a quote that ends in a later row",
            format!("id,puzzle\n1,\"{LINE}\n2,\"{LINE}\"\n"),
            "<stdin>:2:3: expected a closing quote for the one that opens here, \
             found one in line 3 with `8..........36......7…` behind it\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "JSON without a puzzle",
            json("{\"id\":3}"),
            "<stdin>:2:1: expected a field `puzzle` (--column says its name), found `id`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a number for a puzzle",
            json("{\"puzzle\":3}"),
            "<stdin>:2:11: expected a puzzle as a string or as an array of numbers, found `3`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with several puzzles in one field",
            json(&format!("{{\"puzzle\":[\"{LINE}\",\"{LINE}\"]}}")),
            "<stdin>:2:11: expected one puzzle: a string for each cell or for each row, \
             found an array with 2 longer strings\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a variant that is none",
            json("{\"puzzle\":\"1.....2..3.....4\",\"variants\":[\"foo\"]}"),
            "<stdin>:2:1: expected in the field variants names such as diagonal or anti-knight, \
             found `foo`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a bad cell",
            json(&format!("{{\"puzzle\":\"{x}\"}}")),
            "<stdin>:2:23: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:1: unique\n",
        ),
    ]
}

#[test]
fn every_mistake_has_its_message() {
    let cases = [text_cases(), form_cases(), byte_cases(), table_cases()];
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    let mut wrong = String::new();
    for case in &cases {
        let run = satdoku_on(case.command, &case.input);
        let code = if case.stderr.is_empty() { 0 } else { 2 };
        if (run.stderr.as_str(), run.stdout.as_str(), run.code) != (case.stderr, case.stdout, code)
        {
            wrong += &format!(
                "{}: expected {code}\n{}{}found {}\n{}{}\n",
                case.name, case.stderr, case.stdout, run.code, run.stderr, run.stdout
            );
        }
    }
    assert_eq!(wrong, "");
    // With those of files and outputs (bad_files.rs) these are more than seventy.
    assert!(cases.len() >= 60, "{}", cases.len());
}
