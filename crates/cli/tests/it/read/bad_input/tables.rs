//! Tables and JSON Lines.

use super::*;

/// A table with this row and a good one below it.
fn table(row: &str) -> String {
    format!("id,puzzle,level\n{row}\n2,{LINE},3\n")
}

/// JSON Lines with a good line and this one.
fn json(line: &str) -> String {
    format!("{{\"puzzle\":\"{LINE}\"}}\n{line}\n")
}

/// The rows of the puzzle with a letter for a digit.
fn broken_grid() -> String {
    grid().replace("457", "4x7")
}

cases! {
    assert_error:
    a_row_cut_short(
        "check", table(&format!("1,{LINE}")),
        "<stdin>:2:84: expected 3 fields in this row, as in the header, found 2\n",
        "<stdin>:3: unique\n",
    );
    a_puzzle_cut_short_at_the_end_of_a_table(
        "check", format!("1,{LINE},3\n2,{}", &LINE[..40]),
        "<stdin>:2:43: expected 81 cells for a 9x9 puzzle, found 40\n", "<stdin>:1: unique\n",
    );
    a_quote_that_is_not_closed(
        "check", table(&format!("1,\"{LINE},4")),
        "<stdin>:2:3: expected a closing quote for the one that opens here, found the end of the input\n",
        "<stdin>:3: unique\n",
    );
    a_column_that_is_not_there(
        "check --column sudoku", table(&format!("1,{LINE},4")),
        "<stdin>:1:1: expected a column `sudoku`, found `id`, `puzzle`, `level` (--column)\n", "",
    );
    an_empty_field(
        "check", table("1,,4"), "<stdin>:2:3: expected a puzzle, found nothing\n",
        "<stdin>:3: unique\n",
    );
    a_field_with_words(
        "check", table("1,no idea,4"), "<stdin>:2:3: expected a puzzle, found `no idea`\n",
        "<stdin>:3: unique\n",
    );
    two_puzzles_in_a_field(
        "check", table(&format!("1,\"{LINE}\n{LINE}\",4")),
        "<stdin>:3:1: expected one puzzle, found another\n", "<stdin>:4: unique\n",
    );
    json_cut_short(
        "check", json("{\"puzzle\":\"8.."),
        "<stdin>:2:14: expected an object such as {\"puzzle\":\"…\"} on a line, found the end of the text within an object\n",
        "<stdin>:1: unique\n",
    );
    no_json(
        "check", json(LINE),
        "<stdin>:2:3: expected an object such as {\"puzzle\":\"…\"} on a line, found bad JSON: invalid number\n",
        "<stdin>:1: unique\n",
    );
    json_with_an_array_that_is_no_grid(
        "check", json("{\"puzzle\":[[1,2],{}]}"),
        "<stdin>:2:18: expected 4 rows of 4 cells in an array, found 2 rows; row 2 has 0 cells\n",
        "<stdin>:1: unique\n",
    );
    json_with_a_bad_cell_in_a_grid(
        "check", json(&format!("{{\"puzzle\":\"{}\"}}", broken_grid().replace('\n', "\\n"))),
        "<stdin>:2:61: expected a digit (1-9) or a blank, found `x`\n", "<stdin>:1: unique\n",
    );
    a_quote_that_ends_in_a_later_row(
        "check", format!("id,puzzle\n1,\"{LINE}\n2,\"{LINE}\"\n"),
        "<stdin>:3:1: expected one puzzle, found another\n", "",
    );
    json_without_a_puzzle(
        "check", json("{\"id\":3}"), "<stdin>:2:1: expected a field `puzzle`, found `id` (--column)\n",
        "<stdin>:1: unique\n",
    );
    json_with_a_number_for_a_puzzle(
        "check", json("{\"puzzle\":3}"),
        "<stdin>:2:11: expected a puzzle as a string or as an array of numbers, found `3`\n",
        "<stdin>:1: unique\n",
    );
    json_with_a_variant_that_is_none(
        "check", json("{\"puzzle\":\"1.....2..3.....4\",\"variants\":[\"foo\"]}"),
        "<stdin>:2:1: expected in the field variants names such as diagonal or anti-knight, found `foo`\n",
        "<stdin>:1: unique\n",
    );
    a_bad_object_in_an_array(
        "check",
        format!("[{{\"puzzle\":\"{LINE}\"}},{{\"puzzle\":\"{}\"}},\n {{\"puzzle\":\"{LINE}\"}}]", with_a_letter()),
        "<stdin>:1:119: expected a digit (1-9) or a blank, found `x`\n",
        "<stdin>:1: unique\n<stdin>:2: unique\n",
    );
    a_bad_cell_in_a_field_of_several_lines(
        "check", table(&format!("1,\"{}\",4", broken_grid())),
        "<stdin>:6:6: expected a digit (1-9) or a blank, found `x`\n", "<stdin>:12: unique\n",
    );
}

cases! {
    assert_read:
    an_object_of_columns(
        "check", format!("{{\"id\":{{\"0\":7}},\"puzzle\":{{\"0\":\"{LINE}\",\"1\":\"{LINE}\"}}}}\n"),
        "<stdin>:1: unique\n<stdin>:1: unique\n",
    );
    something_behind_a_quote(
        "check", table(&format!("1,\"{LINE}\"?,4")), "<stdin>:2: unique\n<stdin>:3: unique\n",
    );
    json_with_several_puzzles_in_one_field(
        "check", json(&format!("{{\"puzzle\":[\"{LINE}\",\"{LINE}\"]}}")),
        "<stdin>:1: unique\n<stdin>:2: unique\n<stdin>:2: unique\n",
    );
}
