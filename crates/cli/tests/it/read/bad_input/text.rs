//! Lines, rows and symbols.

use super::*;

/// A 16×16 puzzle on a line that begins with these symbols.
fn sixteen(symbols: &str, blank: &str) -> String {
    symbols.to_string() + &blank.repeat(256 - symbols.chars().count()) + "\n"
}

cases! {
    assert_error:
    a_line_that_is_too_short(
        "check", format!("{}\n{LINE}\n", &LINE[1..]),
        "<stdin>:1:81: expected 81 cells for a 9x9 puzzle, found 80\n", "<stdin>:2: unique\n",
    );
    a_letter_for_a_digit(
        "check", format!("{}\n{LINE}\n", with_a_letter()),
        "<stdin>:1:12: expected a digit (1-9) or a blank, found `x`\n", "<stdin>:2: unique\n",
    );
    two_symbols_for_a_blank(
        "check", format!("{}\n{LINE}\n", LINE.replacen("..", ".0", 1)),
        "<stdin>:1:3: expected `.` for a blank, as before, found `0`\n", "<stdin>:2: unique\n",
    );
    a_row_that_is_too_short(
        "check", grid().replace("4..\n", "4.\n").replacen("9....4.\n", "9....4.\n\n", 1) + &grid(),
        "<stdin>:9:9: expected 81 cells, found 80; row 9 has 8\n", "<stdin>:11: unique\n",
    );
    a_grid_without_its_last_row(
        "check", rows()[..8].join("\n"), "<stdin>:8:10: expected 81 cells, found 72: 8 rows of 9\n", "",
    );
    words_in_a_grid(
        "check", grid().replace(rows()[3], "see below"),
        "<stdin>:9:10: expected 81 cells, found 45: 5 rows of 9\n", "",
    );
    a_digit_above_the_size(
        "check", "1..5\n....\n....\n....\n",
        "<stdin>:1:4: expected a digit (1-4) or a blank, found `5`\n", "",
    );
    a_number_above_the_size(
        "check", format!("{}\n{}", ("0 ".repeat(15) + "17\n") + &("0 ".repeat(16) + "\n").repeat(15),
        grid()), "<stdin>:1:31: expected a digit (1-16) or a blank, found `17`\n",
        "<stdin>:18: unique\n",
    );
    a_0_that_may_be_a_digit(
        "check", sixteen("10F", "0"),
        "<stdin>:1:1: expected symbols of one alphabet, found symbols that can be 1-9A-G or 0-9A-F (--alphabet 1-9A or 0-9A)\n",
        "",
    );
    letters_that_may_be_1_or_10(
        "check", sixteen("ABC", "."),
        "<stdin>:1:1: expected symbols of one alphabet, found symbols that can be 1-9A-G or A-P (--alphabet 1-9A or A-Z)\n",
        "",
    );
    two_blanks_where_0_is_a_digit(
        "check --alphabet 0-9A", sixteen("0FH", "G"),
        "<stdin>:1:3: expected a digit (0-9A-F) or `G` for a blank, found `H`\n", "",
    );
    a_size_without_boxes(
        "check", (".".repeat(7) + "\n").repeat(7),
        "<stdin>:1:1: expected a number of rows that boxes can fill, such as 9, found 7 rows of 7\n",
        "",
    );
    another_size_than_the_option(
        "check --box 2x3", format!("{LINE}\n"),
        "<stdin>:1:37: expected 36 cells for a 6x6 puzzle, found 81\n", "",
    );
    two_numbers(
        "check", format!("53\n\n{LINE}\n"), "<stdin>:1:1: expected a puzzle, found `53`\n",
        "<stdin>:3: unique\n",
    );
    a_line_beyond_the_limit(
        "check", format!("{LINE}{}\n{LINE}\n", " ".repeat(1 << 20)),
        "<stdin>:1:1048577: expected a line of at most 1048576 bytes, found a longer one\n",
        "<stdin>:2: unique\n",
    );
    control_characters(
        "check", format!("{LINE}\n\u{1b}[31m8\u{7}\u{202e}\n"),
        "<stdin>:2:1: expected a puzzle, found `\\u{1b}[31m8\\u{7}`\n", "<stdin>:1: unique\n",
    );
    a_puzzle_section_without_rows(
        "check", format!("#AMe\n[Puzzle]\n[State]\n{}", grid()), "no puzzle found in <stdin>\n", "",
    );
}

cases! {
    assert_read:
    digits_of_another_script(
        "check", format!("{}\n{LINE}\n", LINE.replace('8', "\u{668}")),
        "<stdin>:1: unique\n<stdin>:2: unique\n",
    );
}
