//! Lines, rows and symbols.

use super::*;

/// A 16×16 puzzle on a line that begins with these symbols.
fn sixteen(symbols: &str, blank: &str) -> String {
    symbols.to_string() + &blank.repeat(256 - symbols.chars().count()) + "\n"
}

#[test]
fn a_line_that_is_too_short() {
    assert_error(
        "check",
        format!("{}\n{LINE}\n", &LINE[1..]),
        "<stdin>:1:81: expected 81 cells for a 9x9 puzzle, found 80\n",
        "<stdin>:2: unique\n",
    );
}

#[test]
fn a_line_that_is_too_long() {
    assert_error(
        "check",
        format!("{LINE}7\n{LINE}\n"),
        "<stdin>:1:82: expected 81 cells for a 9x9 puzzle, found 82\n",
        "<stdin>:2: unique\n",
    );
}

#[test]
fn a_letter_for_a_digit() {
    assert_error(
        "check",
        format!("{}\n{LINE}\n", with_a_letter()),
        "<stdin>:1:12: expected a digit (1-9) or a blank, found `x`\n",
        "<stdin>:2: unique\n",
    );
}

#[test]
fn two_symbols_for_a_blank() {
    assert_error(
        "check",
        format!("{}\n{LINE}\n", LINE.replacen("..", ".0", 1)),
        "<stdin>:1:3: expected `.` for a blank, as before, found `0`\n",
        "<stdin>:2: unique\n",
    );
}

#[test]
fn digits_of_another_script() {
    assert_read(
        "check",
        format!("{}\n{LINE}\n", LINE.replace('8', "\u{668}")),
        "<stdin>:1: unique\n<stdin>:2: unique\n",
    );
}

#[test]
fn a_row_that_is_too_short() {
    assert_error(
        "check",
        grid()
            .replace("4..\n", "4.\n")
            .replacen("9....4.\n", "9....4.\n\n", 1)
            + &grid(),
        "<stdin>:9:9: expected 81 cells, found 80; row 9 has 8\n",
        "<stdin>:11: unique\n",
    );
}

#[test]
fn a_row_that_is_too_long() {
    assert_error(
        "check",
        grid().replace("4..\n", "4...\n") + "\n" + &grid(),
        "<stdin>:9:10: expected 81 cells, found 82; row 9 has 10\n",
        "<stdin>:11: unique\n",
    );
}

#[test]
fn a_grid_without_its_last_row() {
    assert_error(
        "check",
        rows()[..8].join("\n"),
        "<stdin>:8:10: expected 81 cells, found 72: 8 rows of 9\n",
        "",
    );
}

#[test]
fn a_grid_without_its_last_row_and_another() {
    assert_error(
        "check",
        rows()[..8].join("\n") + "\n\n" + &grid(),
        "<stdin>:8:10: expected 81 cells, found 72: 8 rows of 9\n",
        "<stdin>:10: unique\n",
    );
}

#[test]
fn words_in_a_grid() {
    assert_error(
        "check",
        grid().replace(rows()[3], "see below"),
        "<stdin>:9:10: expected 81 cells, found 45: 5 rows of 9\n",
        "",
    );
}

#[test]
fn a_digit_above_the_size() {
    assert_error(
        "check",
        "1..5\n....\n....\n....\n",
        "<stdin>:1:4: expected a digit (1-4) or a blank, found `5`\n",
        "",
    );
}

#[test]
fn a_number_above_the_size() {
    assert_error(
        "check",
        format!(
            "{}\n{}",
            ("0 ".repeat(15) + "17\n") + &("0 ".repeat(16) + "\n").repeat(15),
            grid()
        ),
        "<stdin>:1:31: expected a digit (1-16) or a blank, found `17`\n",
        "<stdin>:18: unique\n",
    );
}

#[test]
fn a_0_that_may_be_a_digit() {
    assert_error(
        "check",
        sixteen("10F", "0"),
        "<stdin>:1:1: expected symbols of one alphabet, \
             found symbols that can be 1-9A-G or 0-9A-F (--alphabet 1-9A or 0-9A)\n",
        "",
    );
}

#[test]
fn letters_that_may_be_1_or_10() {
    assert_error(
        "check",
        sixteen("ABC", "."),
        "<stdin>:1:1: expected symbols of one alphabet, \
             found symbols that can be 1-9A-G or A-P (--alphabet 1-9A or A-Z)\n",
        "",
    );
}

#[test]
fn two_blanks_where_0_is_a_digit() {
    assert_error(
        "check --alphabet 0-9A",
        sixteen("0FH", "G"),
        "<stdin>:1:3: expected a digit (0-9A-F) or `G` for a blank, found `H`\n",
        "",
    );
}

#[test]
fn a_size_without_boxes() {
    assert_error(
        "check",
        (".".repeat(7) + "\n").repeat(7),
        "<stdin>:1:1: expected a number of rows that boxes can fill, such as 9, \
             found 7 rows of 7\n",
        "",
    );
}

#[test]
fn a_digit_above_the_size_of_a_board_with_wide_boxes() {
    assert_error(
        "check",
        "1.....\n".to_string() + &"......\n".repeat(4) + ".....7\n",
        "<stdin>:6:6: expected a digit (1-6) or a blank, found `7`\n",
        "",
    );
}

#[test]
fn another_size_than_the_option() {
    assert_error(
        "check --box 2x3",
        format!("{LINE}\n"),
        "<stdin>:1:37: expected 36 cells for a 6x6 puzzle, found 81\n",
        "",
    );
}

#[test]
fn two_numbers() {
    assert_error(
        "check",
        format!("53\n\n{LINE}\n"),
        "<stdin>:1:1: expected a puzzle, found `53`\n",
        "<stdin>:3: unique\n",
    );
}

#[test]
fn a_line_beyond_the_limit() {
    assert_error(
        "check",
        format!("{LINE}{}\n{LINE}\n", " ".repeat(1 << 20)),
        "<stdin>:1:1048577: expected a line of at most 1048576 bytes, \
                 found a longer one\n",
        "<stdin>:2: unique\n",
    );
}

#[test]
fn a_word_in_a_list() {
    assert_error(
        "check",
        format!("{LINE}\ntooshort\n{LINE}\n"),
        "<stdin>:2:1: expected a puzzle, found `tooshort`\n",
        "<stdin>:1: unique\n<stdin>:3: unique\n",
    );
}

#[test]
fn control_characters() {
    assert_error(
        "check",
        format!("{LINE}\n\u{1b}[31m8\u{7}\u{202e}\n"),
        "<stdin>:2:1: expected a puzzle, found `\\u{1b}[31m8\\u{7}`\n",
        "<stdin>:1: unique\n",
    );
}

#[test]
fn a_puzzle_section_without_rows() {
    assert_error(
        "check",
        format!("#AMe\n[Puzzle]\n[State]\n{}", grid()),
        "no puzzle found in <stdin>\n",
        "",
    );
}
