//! Links, spreadsheets, pencil marks and blanks of the user's choice.

use super::*;

/// A link of f-puzzles with this JSON object.
fn link(object: &str) -> String {
    let packed = lz_str::compress_to_base64(object);
    format!("https://f-puzzles.com/?load={packed}\n")
}

/// Fields of such an object: an empty grid.
fn empty_grid() -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    format!("\"size\":9,\"grid\":[{}]", [&*row; 9].join(","))
}

/// The rows of the puzzle as a spreadsheet copies them: separated by tabs, blanks empty.
fn spreadsheet() -> String {
    let cell = |symbol: char| {
        if symbol == '.' {
            String::new()
        } else {
            symbol.to_string()
        }
    };
    let row = |row: &&str| row.chars().map(cell).collect::<Vec<_>>().join("\t") + "\n";
    rows().iter().map(row).collect()
}

#[test]
fn zeros_that_a_spreadsheet_left_out() {
    let lost: String = LINE.replace('.', "0").chars().rev().collect();
    assert_error(
        "check",
        format!("{LINE}\n{}\n", lost.trim_start_matches('0')),
        "<stdin>:2:80: expected 81 cells for a 9x9 puzzle, \
        found 79 (a spreadsheet leaves out each 0 in front of a number)\n",
        "<stdin>:1: unique\n",
    );
}

cases! {
    assert_error:
    a_puzzle_that_a_spreadsheet_made_a_number(
        "check", format!("id,puzzle\n1,8.00000003600000E+80\n2,{LINE}\n"),
        "<stdin>:2:3: expected a puzzle, in a column of text, found `8.00000003600000E+80`, as a spreadsheet shortens a number\n",
        "<stdin>:3: unique\n",
    );
    a_link_that_was_cut(
        "check", link(&format!("{{{}}}", empty_grid()))[..60].to_string() + "\n" + LINE,
        "<stdin>:1:1: expected a puzzle of f-puzzles in the link, found a text that was cut or changed\n",
        "<stdin>:2: unique\n",
    );
    a_link_without_the_puzzle(
        "check",
        format!("https://f-puzzles.com/?id=y26cejkf\nhttps://sudokupad.app/GmHdLFD2Fr\n{LINE}\n"),
        "<stdin>:1:1: expected a link that contains the puzzle: open it there and export the puzzle as a link, found a link of f-puzzles.com without it\n<stdin>:2:1: expected a link that contains the puzzle: open it there and export it to f-puzzles, found a link of SudokuPad without it\n",
        "<stdin>:3: unique\n",
    );
    cells_of_a_spreadsheet_with_a_row_too_many(
        "check", spreadsheet() + "1\t2\t\t\t\t\t\t\t3\n",
        "<stdin>:10:1: expected 81 cells, found 90: 10 rows of 9\n", "",
    );
    pencil_marks_with_a_digit_twice(
        "check", "1 24 34 3\n34 344 2 1\n24 3 1 12\n2 12 13 4\n",
        "<stdin>:2:4: expected the digits that are possible (1-4), found `344`\n", "",
    );
    two_other_symbols_for_a_blank(
        "check", LINE.replace('.', "x").replacen('x', "?", 1) + "\n" + &LINE.replace('.', "x"),
        "<stdin>:1:2: expected a digit (1-9) or `x` for a blank, found `?`\n", "<stdin>:2: unique\n",
    );
}
