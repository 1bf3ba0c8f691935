//! Puzzles in plain text, read through the library: lines, grids and lists, and their errors.

use satdoku_text::{Alphabet, Arrangement, Form, ReadOptions, Reader, Record};

const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const PASTED: &str = "4…..8.5.3……….7……2…..6…..8.4……1…….6.3.7.5..2…..1.4……";
const PLAIN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn read_with(text: &[u8], options: ReadOptions) -> Vec<Record> {
    let reader = Reader::new("f", text, options);
    reader.map(|record| record.unwrap()).collect()
}

/// Reads records of at most this many bytes, so that a text is read in parts.
fn read_parts(text: &[u8], longest: usize) -> Vec<Record> {
    let reader = Reader::with_limit("f", text, ReadOptions::default(), longest);
    reader.map(|record| record.unwrap()).collect()
}

/// Returns each record as `line puzzle`, or as its error.
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
fn a_line_has_any_blank_and_may_be_followed_by_text() {
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
fn text_pasted_from_a_web_page() {
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
fn grids_have_any_frame() {
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
fn a_text_has_many_puzzles() {
    let rows = grid("", "", "");
    let text = format!("{rows}{rows}\n{PLAIN}\n# more\n{rows}\ntitle\n{rows}{PLAIN}\n{PLAIN}");
    let lines: Vec<String> = read(&text)
        .iter()
        .map(|record| record.split(' ').next().unwrap().to_string())
        .collect();
    assert_eq!(lines, ["1", "10", "20", "22", "33", "42", "43"]);
}

#[test]
fn other_sizes_have_numbers_or_letters() {
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
    let expected = format!("1 1{}6", ".".repeat(34));
    assert_eq!(read(six), [expected.as_str()]);
    assert_eq!(read_boxes(six, Some("2x3")), [expected.as_str()]);
    assert_eq!(read_boxes(&six.replace('\n', ""), Some("3x2")), [expected]);
}

#[test]
fn boards_with_more_digits_than_letters_are_numbers() {
    let row = "0 ".repeat(35) + "36\n";
    let rows = row.clone() + &("0 ".repeat(36) + "\n").repeat(35);
    let records = read(&rows);
    assert_eq!(records.len(), 1);
    let line = records[0].strip_prefix("1 ").unwrap();
    assert_eq!(read(line), records);
}

#[test]
fn alphabets_are_detected_or_chosen() {
    let hex = |symbols: &str| format!("{symbols}{}", ".".repeat(256 - symbols.len()));
    let from_zero = read(&hex("0123F"));
    assert_eq!(from_zero, [format!("1 1234G{}", ".".repeat(251))]);
    assert_eq!(read(&hex("ABP")), [format!("1 12G{}", ".".repeat(253))]);
    assert_eq!(
        read(&hex("ABC")),
        ["f:1:1: expected symbols of one alphabet, found symbols that can be 1-9A-G or A-P"]
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
fn written_forms_are_read_again() {
    let hardest = &read_with(HARDEST.as_bytes(), ReadOptions::default())[0];
    let (puzzle, _) = hardest.content.as_ref().unwrap();
    for arrangement in [
        Arrangement::Line,
        Arrangement::Rows,
        Arrangement::SpacedRows,
        Arrangement::Boxes,
    ] {
        let form = Form::of(arrangement, 9);
        let text = form.write(puzzle.givens(), puzzle.layout().boxes());
        let again = &read_with(text.as_bytes(), ReadOptions::default())[0];
        assert_eq!(again.content, Ok((puzzle.clone(), form)), "{text}");
    }
}

#[test]
fn an_empty_text_has_no_records_and_one_without_puzzles_says_so() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}\r\n", "id,puzzle\n"] {
        assert_eq!(read(text), [] as [&str; 0], "{text}");
    }
    for text in [
        "Hello\n",
        "# x\n\n  My list\n",
        "+---+\n| |\n",
        "[State]\n1...\n",
    ] {
        assert_eq!(read(text), ["no puzzle found in f"], "{text}");
    }
}

/// A list in which every kind of invalid line is between two puzzles.
fn list() -> String {
    let bad = [
        "tooshort",
        "# comment",
        "",
        "53",
        "53..7....",
        "---------",
        "[Puzzle]",
    ];
    format!("{HARDEST}\n{}\n{PLAIN}\n", bad.join("\n"))
}

#[test]
fn each_line_of_a_list_is_a_record() {
    let expected = [
        &format!("1 {HARDEST}"),
        "f:2:1: expected a puzzle, found `tooshort`",
        "f:5:1: expected a puzzle, found `53`",
        "f:6:1: expected a puzzle, found `53..7....`",
        "f:7:1: expected a puzzle, found `---------`",
        "f:8:1: expected a puzzle, found `[Puzzle]`",
        &format!("9 {PLAIN}"),
    ];
    assert_eq!(read(&list()), expected);
    // Invalid bytes and overlong lines do not affect the lines after them.
    let late = format!("# 1\n\n\0\n{}", list());
    assert_eq!(read(&late).len(), expected.len() + 1);
    let small = "1.....2..3.....4\n................\ntooshort\n1.....2..3.....4\n";
    assert_eq!(read(small).len(), 4);
    // A word before the first puzzle is a record too, unless it is a header.
    assert_eq!(read(&format!("NONE\n{HARDEST}\nThree\n{PLAIN}")).len(), 4);
    assert_eq!(read(&format!("My puzzles\n{HARDEST}\n{PLAIN}")).len(), 2);
}

#[test]
fn a_line_beyond_the_limit_can_be_below_a_bad_line_of_a_list() {
    let text = format!("{HARDEST}\n;;;\n{}\n{PLAIN}\n", "x".repeat(500));
    let records = read_parts(text.as_bytes(), 400);
    let found: Vec<bool> = records
        .iter()
        .map(|record| record.content.is_ok())
        .collect();
    assert_eq!(found, [true, false, false, true]);
}

#[test]
fn lines_of_several_items_are_a_list_of_constraint_strings() {
    let two = ".Thermo~R1C1~R1C2.Thermo~R2C1~R2C2\n.Thermo~R3C1~R3C2.Thermo~R4C1~R4C2\n";
    let one_each = ".Shape~4x4\n.Cage~3~R1C1~R1C2\n.Cage~3~R1C1~R2C1\n";
    let cells_again = ".Cage~9~R1C1~R1C2.AntiKing\n.Cage~9~R1C2~R1C3.AntiKnight\n";
    let board_again = ".Cage~9~R1C1~R1C2.AntiKing\n.Cage~9~R5C2~R5C3.AntiKing\n";
    let kinds_differ = ".Cage~9~R1C1~R1C2.AntiKing\n.Thermo~R5C2~R5C3.AntiKnight\n";
    for (text, records) in [
        (two, 2),
        (one_each, 1),
        (cells_again, 2),
        (board_again, 2),
        (kinds_differ, 2),
    ] {
        let found = read_with(text.as_bytes(), ReadOptions::default());
        assert_eq!(found.len(), records, "{text}");
        assert!(found.iter().all(|record| record.content.is_ok()), "{text}");
    }
}

#[test]
fn a_list_can_be_forced_and_has_a_record_for_each_line() {
    let options = ReadOptions {
        lines: true,
        ..ReadOptions::default()
    };
    for text in [
        list(),
        format!("title\n\n{}", list()),
        "id,puzzle\n1,2\n\n{\n".to_string(),
    ] {
        let records = read_with(text.as_bytes(), options.clone());
        let lines: Vec<usize> = records.iter().map(|record| record.line).collect();
        assert_eq!(
            lines,
            (1..=text.lines().count()).collect::<Vec<_>>(),
            "{text}"
        );
    }
    let records = read_with(b"\n# x\n", options);
    let errors = records
        .iter()
        .map(|record| record.content.as_ref().unwrap_err());
    let found: Vec<String> = errors.map(|invalid| invalid.error.found.clone()).collect();
    assert_eq!(found, ["a blank line", "`# x`"]);
}

/// An input that fails the test if more of it is read.
struct NoMore<'a>(&'a [u8]);

impl std::io::Read for NoMore<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(!self.0.is_empty(), "more was read");
        self.0.read(buffer)
    }
}

#[test]
fn a_typed_puzzle_is_read_as_soon_as_it_is_complete() {
    let options = ReadOptions {
        interactive: true,
        ..ReadOptions::default()
    };
    let rows = grid("", "", "");
    let four = "1...\n..2.\n.3..\n...4\n";
    for (text, puzzles) in [
        (format!("{HARDEST}\n"), 1),
        (format!("{rows}\n"), 1),
        (format!("Mine\n{rows} \n"), 1),
        (grid(" ", " | ", "------+-------+------\n") + "\n", 1),
        (format!("{four}1112\n1322\n4332\n4443\n\n"), 1),
        ("1.....2..3.....4\n\n".to_string(), 1),
        (format!("{HARDEST}\n\n{rows}\n"), 2),
        (format!("{rows}\nNext\n{HARDEST}\n"), 2),
    ] {
        let input = std::io::BufReader::new(NoMore(text.as_bytes()));
        let records = Reader::new("f", input, options.clone()).take(puzzles);
        let records: Vec<Record> = records.map(Result::unwrap).collect();
        assert_eq!(records.len(), puzzles, "{text}");
        assert!(
            records.iter().all(|record| record.content.is_ok()),
            "{text}"
        );
    }
}

fn notes(text: &str) -> Vec<String> {
    let records = read_with(text.as_bytes(), ReadOptions::default()).into_iter();
    records.filter_map(|record| record.note).collect()
}

#[test]
fn a_note_says_if_a_text_could_be_read_in_another_way() {
    let line = "1.....2..3.....4\n";
    let expected = "each line was read as a puzzle of 4x4, but 16 lines could be one of 16x16";
    for text in [line.repeat(16), format!("Games\n{}\nEnd", line.repeat(32))] {
        assert_eq!(notes(&text), [expected], "{text}");
    }
    let start = "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]";
    let now = start.replace("0,2", "1,2");
    let object = format!("{{\"start\":{start},\"now\":{now}}}\n");
    let expected = "read the field `start`, but `now` contains a puzzle too";
    assert_eq!(notes(&object.repeat(2)), [expected]);
    for text in [
        object.replace("start", "puzzle"),
        format!("{{\"start\":{start},\"end\":\"1243342143122134\"}}\n"),
        line.repeat(17),
        line.repeat(15),
        format!("{HARDEST}\n").repeat(81),
        format!("Title\n{}", grid(" ", " ", "")),
        format!("{HARDEST} {PLAIN}"),
    ] {
        assert_eq!(notes(&text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn a_note_names_the_boxes_that_are_assumed_once() {
    let six = format!("1{}6", ".".repeat(34));
    let rows = six
        .as_bytes()
        .chunks(6)
        .map(|row| String::from_utf8_lossy(row));
    let rows: Vec<_> = rows.collect();
    for text in [
        format!("{six}\n{six}\n"),
        format!("Six\n{}\n\n{0}", rows.join("\n")),
        format!("id,puzzle\n1,{six}\n2,{six}\n"),
        format!("id,puzzle\n1,\"{}\"\n2,{six}\n", rows.join("\n")),
        format!("{{\"puzzle\":\"{six}\"}}\n").repeat(2),
    ] {
        assert_eq!(notes(&text), ["boxes of 2x3 assumed"], "{text}");
    }
}

/// Grids, errors and region maps with prose between them.
fn texts_with_prose() -> Vec<String> {
    let plain = grid("", "", "");
    let framed = grid("", "|", "---+---+---\n");
    let short = plain.lines().take(8).collect::<Vec<_>>().join("\n") + "\n";
    let wrong = plain.replace('8', "x");
    let prose = "Some words about these puzzles.\n".repeat(40);
    let map = "1112\n1322\n4332\n4443\n";
    let jigsaw = format!("1...\n..2.\n.3..\n...4\n\n{map}");
    let headed = format!("1...\n..2.\n.3..\n...4\n# regions\n{map}\n");
    let array = "[[1,0,0,0],\n [0,0,2,0],\n [0,3,0,0],\n [0,0,0,4]]\n";
    let sections = format!("[Puzzle]\n{plain}[State]\n{plain}[Marks]\n{plain}");
    let blocks = [
        &plain, &framed, &short, &wrong, &jigsaw, &headed, array, &sections,
    ];
    let mut texts = vec![
        format!("{short}\n{prose}\n{plain}"),
        format!("{plain}\n{prose}\n{short}"),
        format!("{prose}{short}{prose}{wrong}{prose}{plain}{prose}"),
        format!("Title\n{plain}\n{prose}{short}\n{prose}\nAnother\n{plain}"),
        format!("Stacked\n{}", plain.repeat(20)),
        format!("Stacked\n{}\n{prose}", plain.replace('.', "0").repeat(5)),
        format!("Stacked\n{}", format!("{plain}\n").repeat(20)),
        format!("Stacked\n{}", headed.repeat(5)),
        format!("{prose}{short}{prose}"),
        format!("{prose}\n\n{prose}"),
        format!("{plain}\0\n{prose}\0\n{short}"),
        format!("{prose}Some\0{prose}{short}"),
        format!("Games\n{}", sections.repeat(6)),
    ];
    for first in blocks {
        for second in blocks {
            texts.push(format!(
                "Words\n{first}{prose}Title\n{second}\n{first}\n{prose}{second}"
            ));
        }
    }
    texts
}

#[test]
fn a_text_read_in_parts_has_the_same_records() {
    let read = |text: &str, longest| read_parts(text.as_bytes(), longest);
    let show = |records: &[Record]| -> Vec<String> {
        let shown = records.iter().map(|record| {
            let content = match &record.content {
                Ok((puzzle, _)) => format!("{} {:?}", puzzle.givens(), puzzle.layout().rules()),
                Err(invalid) => invalid.error.to_string(),
            };
            format!(
                "{} {content} {:?} {:?}",
                record.line, record.title, record.note
            )
        });
        shown.collect()
    };
    for text in texts_with_prose() {
        let whole = read(&text, 1 << 20);
        let lengths = whole.iter().map(|record| match &record.content {
            Ok(_) => 140,
            Err(invalid) => invalid.text.len(),
        });
        let most = lengths.max().unwrap();
        let expected = show(&whole);
        for longest in [140, 150, 200, 311, 500, 1000, 2500] {
            if longest >= most {
                let found = show(&read(&text, longest));
                assert!(
                    found == expected,
                    "at most {longest} bytes\n{text}{found:#?}\n{expected:#?}"
                );
            }
        }
    }
}

#[test]
fn an_error_at_the_end_of_a_part_is_reported() {
    let rows = grid("", "", "");
    let short = &rows[..80];
    let prose = "Forty lines of prose, none of them a puzzle.\n".repeat(40);
    for (text, place) in [
        (format!("{short}\n{prose}\n{rows}"), 8),
        (format!("{rows}\n{prose}\n{short}\n{prose}"), 59),
    ] {
        let records = read_parts(text.as_bytes(), 200);
        let errors = records
            .iter()
            .filter_map(|record| record.content.as_ref().err());
        let errors: Vec<String> = errors.map(|invalid| invalid.error.to_string()).collect();
        assert_eq!(records.len(), 2);
        assert_eq!(
            errors,
            [format!(
                "f:{place}:10: expected 81 cells, found 72: 8 rows of 9"
            )]
        );
    }
}
