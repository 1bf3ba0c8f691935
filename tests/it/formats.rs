//! Text as people have it, read through the library: what is a puzzle, where it begins and ends,
//! and what is said of the rest.

use satdoku::format::{Alphabet, Arrangement, Form, ReadOptions, Reader, Record};

const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const PASTED: &str = "4…..8.5.3……….7……2…..6…..8.4……1…….6.3.7.5..2…..1.4……";
const PLAIN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn read_with(text: &[u8], options: ReadOptions) -> Vec<Record> {
    let reader = Reader::new("f", text, options);
    reader.map(|record| record.unwrap()).collect()
}

/// Each record as `line puzzle`, or as its error.
fn read(text: &str) -> Vec<String> {
    read_boxes(text, None)
}

fn read_boxes(text: &str, boxes: Option<&str>) -> Vec<String> {
    let options = ReadOptions {
        shape: boxes.map(|boxes| boxes.parse().unwrap()),
        ..ReadOptions::default()
    };
    let records = read_with(text.as_bytes(), options);
    let shown = records.iter().map(|record| match &record.content {
        Ok((puzzle, _)) => format!("{} {}", record.line, puzzle.givens()),
        Err(invalid) => invalid.error.to_string(),
    });
    shown.collect()
}

fn form(text: &str) -> Form {
    let records = read_with(text.as_bytes(), ReadOptions::default());
    records[0].content.as_ref().unwrap().1
}

/// The hardest puzzle as rows, `each` between two cells and `frame` between two bands.
fn grid(each: &str, between_boxes: &str, frame: &str) -> String {
    let mut text = String::new();
    for (index, row) in HARDEST.as_bytes().chunks(9).enumerate() {
        if index > 0 && index % 3 == 0 {
            text += frame;
        }
        let boxes: Vec<String> = row
            .chunks(3)
            .map(|cells| {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|cell| char::from(*cell).to_string())
                    .collect();
                cells.join(each)
            })
            .collect();
        text += &(boxes.join(between_boxes) + "\n");
    }
    text
}

#[test]
fn lines_with_any_blank_and_anything_behind() {
    for blank in [".", "0", "_", "*", "-"] {
        let line = HARDEST.replace('.', blank);
        for text in [
            line.clone(),
            format!("{line}\r\n"),
            format!("  {line} # the hardest, 21 givens"),
            format!("{line},{}", HARDEST.replace('.', "9")),
            format!("{line}\t17\t8.5"),
        ] {
            assert_eq!(read(&text), [format!("1 {HARDEST}")], "{text}");
        }
    }
}

#[test]
fn text_pasted_from_a_page() {
    assert_eq!(read(PASTED), [format!("1 {PLAIN}")]);
    let pasted = format!("\u{feff}{PASTED}\u{a0}\u{a0}hard\r\n");
    assert_eq!(read(&pasted), [format!("1 {PLAIN}")]);
    let spaced = grid("\u{a0}", "\u{a0}", "").replace('\n', "\r\n");
    assert_eq!(read(&spaced), [format!("1 {HARDEST}")]);
    let wide = |c: char| char::from_u32(c as u32 + 0xfee0).unwrap();
    let fullwidth: String = HARDEST.chars().map(wide).collect();
    assert_eq!(read(&fullwidth), [format!("1 {HARDEST}")]);
    let old_mac = grid("", "", "").replace('\n', "\r");
    assert_eq!(read(&old_mac), [format!("1 {HARDEST}")]);
    let forgotten = format!("{HARDEST}\r,17\n{PLAIN}\r,18\n");
    assert_eq!(
        read(&forgotten),
        [format!("1 {HARDEST}"), format!("2 {PLAIN}")]
    );
}

#[test]
fn grids_with_any_frame() {
    for text in [
        grid("", "", ""),
        grid(" ", " ", ""),
        grid(" ", " ", "").replace('.', "0"),
        grid("", " ", "\n"),
        grid(" ", " | ", "---------\n"),
        grid(" ", " | ", "------+-------+------\n"),
        grid("", "|", "---+---+---\n"),
        grid("", "|", "===========\n"),
        grid("", "|", "***********\n"),
        grid("", "|", "-----------\n"),
        grid(" ", " │ ", "──────┼───────┼──────\n"),
        grid(",", ",", ""),
        grid(" ", " ", "\n"),
        grid("", "", "").replace('\n', "\n\n"),
        grid("", "", "# a comment\n"),
        grid("", "", "").replace('.', "-"),
        grid("", "|", "---+---+---\n").replace('.', "*"),
        format!("Grid 01\n{}", grid("", "", "")),
        format!("1\n{}", grid("", "", "")),
        format!(
            "puzzle size: 9x9\n\n{}\n(21 givens, solved 3 times)\n",
            grid(" ", "|", "")
        ),
        format!(
            "+---+---+---+\n{}+---+---+---+\n",
            grid("", "|", "+---+---+---+\n")
        ),
    ] {
        let records = read(&text);
        assert_eq!(records.len(), 1, "{text}");
        assert!(records[0].ends_with(HARDEST), "{text}{records:?}");
    }
}

#[test]
fn blank_rows_made_of_dashes_are_no_frame() {
    let mut text = String::from("1--------\n");
    text += &"---------\n".repeat(8);
    assert_eq!(read(&text), [format!("1 1{}", ".".repeat(80))]);
    let empty_line = "-".repeat(81);
    assert_eq!(read(&empty_line), [format!("1 {}", ".".repeat(81))]);
}

#[test]
fn many_puzzles_in_one_text() {
    let rows = grid("", "", "");
    let text = format!("{rows}{rows}\n{PLAIN}\n# more\n{rows}\ntitle\n{rows}{PLAIN}\n{PLAIN}");
    let lines: Vec<String> = read(&text)
        .iter()
        .map(|record| record.split(' ').next().unwrap().to_string())
        .collect();
    assert_eq!(lines, ["1", "10", "20", "22", "33", "42", "43"]);
}

#[test]
fn other_sizes_as_numbers_and_letters() {
    let four = "1...\n..2.\n.3..\n...4\n";
    assert_eq!(read(four), ["1 1.....2..3.....4"]);
    assert_eq!(read("1.....2..3.....4"), ["1 1.....2..3.....4"]);
    assert_eq!(read("................"), ["1 ................"]);
    assert_eq!(read("1.....2..3.....4\n................").len(), 2);

    let numbers = "1 ".to_string() + &"0 ".repeat(14) + "16\n";
    let rows = numbers.clone() + &("0 ".repeat(16) + "\n").repeat(15);
    let expected = format!("1 1{}G{}", ".".repeat(14), ".".repeat(240));
    assert_eq!(read(&rows), [expected.as_str()]);
    let letters = rows
        .replace("16", "G")
        .replace("1 ", "1")
        .replace("0 ", ".");
    assert_eq!(read(&letters), [expected.as_str()]);
    let underscores = rows.replace("0 ", "__ ");
    assert_eq!(read(&underscores), [expected.as_str()]);
    assert_eq!(read(&expected[2..]), [expected]);

    for size in [16, 25] {
        let blank = format!("1 {}", ".".repeat(size * size));
        assert_eq!(
            read(&(".".repeat(size) + "\n").repeat(size)),
            [blank.as_str()]
        );
        assert_eq!(
            read(&("0 ".repeat(size) + "\n").repeat(size)),
            [blank.as_str()]
        );
        assert_eq!(read(&".".repeat(size * size)), [blank.as_str()]);
    }
    let six = "1.....\n......\n......\n......\n......\n.....6\n";
    assert_eq!(
        read(six),
        ["f:1:1: expected the shape of the boxes to be said (--box 2x3 or 3x2), found 6 rows of 6"]
    );
    let expected = format!("1 1{}6", ".".repeat(34));
    assert_eq!(read_boxes(six, Some("2x3")), [expected.as_str()]);
    assert_eq!(read_boxes(&six.replace('\n', ""), Some("3x2")), [expected]);
}

#[test]
fn sixteen_lines_of_4x4_are_not_one_grid_of_16x16() {
    let lines = "1.....2..3.....4\n".repeat(16);
    assert_eq!(read(&lines).len(), 16);
    assert_eq!(read(&lines)[15], "16 1.....2..3.....4");
    let more = "1.....2..3.....4\n".repeat(40);
    assert_eq!(read(&more).len(), 40);
}

#[test]
fn boards_beyond_letters_are_numbers_on_lines_too() {
    let row = "0 ".repeat(35) + "36\n";
    let rows = row.clone() + &("0 ".repeat(36) + "\n").repeat(35);
    let records = read(&rows);
    assert_eq!(records.len(), 1);
    let line = records[0].strip_prefix("1 ").unwrap();
    assert_eq!(read(line), records);
}

#[test]
fn alphabets_are_inferred_or_asked_for() {
    let hex = |symbols: &str| format!("{symbols}{}", ".".repeat(256 - symbols.len()));
    let from_zero = read(&hex("0123F"));
    assert_eq!(from_zero, [format!("1 1234G{}", ".".repeat(251))]);
    assert_eq!(read(&hex("ABP")), [format!("1 12G{}", ".".repeat(253))]);
    assert_eq!(
        read(&hex("ABC")),
        [
            "f:1:1: expected an alphabet to be said (--alphabet 1-9A or A-Z), found symbols that can \
          be 1-9A-G or A-P"
        ]
    );
    let options = ReadOptions {
        alphabet: Some(Alphabet::Letters),
        ..ReadOptions::default()
    };
    let records = read_with(hex("ABC").as_bytes(), options);
    let (puzzle, form) = records[0].content.as_ref().unwrap();
    assert_eq!(puzzle.givens().to_string(), hex("123"));
    assert_eq!(form.alphabet, Alphabet::Letters);
}

#[test]
fn the_form_is_kept() {
    assert_eq!(form(HARDEST).arrangement, Arrangement::Line);
    assert_eq!(form(&grid("", "", "")).arrangement, Arrangement::Rows);
    assert_eq!(
        form(&grid(" ", " ", "")).arrangement,
        Arrangement::SpacedRows
    );
    assert_eq!(
        form(&grid("", "|", "---+---+---\n")).arrangement,
        Arrangement::Boxes
    );
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_read() {
    for (text, expected) in [
        (
            &HARDEST[..80],
            "f:1:81: expected 81 cells for a 9x9 puzzle, found 80",
        ),
        (
            &format!("{HARDEST}1"),
            "f:1:82: expected 81 cells for a 9x9 puzzle, found 82",
        ),
        (
            &HARDEST.replace('3', "x"),
            "f:1:12: expected a digit (1-9) or a blank, found `x`",
        ),
        (
            &grid(" ", " ", "").replace("4 5 7", "4 x 7"),
            "f:5:11: expected a digit (1-9) or a blank, found `x`",
        ),
        (
            &grid("", "", "")
                .lines()
                .take(8)
                .collect::<Vec<_>>()
                .join("\n"),
            "f:9:1: expected row 9 of 9, found the end of the input",
        ),
        (
            &grid("", "", "").replace(".7..9.2..", ".7..9.2."),
            "f:3:9: expected 9 cells in this row, found 8",
        ),
        (
            &grid("", "", "").replace(".7..9.2..", "Hello, world"),
            "f:3:1: expected row 3 of 9, found `Hello, world`",
        ),
        (
            &HARDEST.replacen("..", ".0", 1),
            "f:1:3: expected `.` for a blank, as before, found `0`",
        ),
        (
            &("0 ".repeat(15) + "17\n" + &("0 ".repeat(16) + "\n").repeat(15)),
            "f:1:31: expected a digit (1-16) or a blank, found `17`",
        ),
        (
            &(".".repeat(10) + "\n").repeat(10),
            "f:1:1: expected the shape of the boxes to be said (--box 2x5 or 5x2), \
             found 10 rows of 10",
        ),
        (
            &(".".repeat(7) + "\n").repeat(7),
            "f:1:1: expected a number of rows that boxes can fill, such as 9, found 7 rows of 7",
        ),
        (
            "53",
            "f:1:1: expected a puzzle, or a row of at least 4 cells, found `53`",
        ),
        (
            &HARDEST.replace('8', "\u{668}"),
            "f:1:1: expected a digit (1-9) or a blank, found `\u{668}`",
        ),
    ] {
        let text = format!("{text}\n\n{PLAIN}\n");
        let expected = expected.replace("the end of the input", "a blank line");
        let records = read(&text);
        assert_eq!(records[0], expected, "{text}");
        assert!(
            records.last().unwrap().ends_with(PLAIN),
            "{text}{records:?}"
        );
    }
}

#[test]
fn a_text_without_puzzles_has_no_records() {
    for text in ["", "\n\n", "# nothing\n", "Hello\n", "+---+\n| |\n"] {
        assert_eq!(read(text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn written_forms_are_read_again() {
    let hardest = &read_with(HARDEST.as_bytes(), ReadOptions::default())[0];
    let (puzzle, _) = hardest.content.as_ref().unwrap();
    for arrangement in [
        Arrangement::Line,
        Arrangement::Rows,
        Arrangement::SpacedRows,
        Arrangement::Boxes,
    ] {
        let form = Form::of_size(arrangement, 9);
        let text = form.write(puzzle.givens(), puzzle.layout().shape());
        let again = &read_with(text.as_bytes(), ReadOptions::default())[0];
        assert_eq!(again.content, Ok((puzzle.clone(), form)), "{text}");
    }
}
