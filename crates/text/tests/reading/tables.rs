//! Files of other programs: tables, JSON Lines, `.sdk` and `.ss`.

use std::io::{self, BufReader, Read};

use satdoku_text::{Arrangement, Column, Form, ReadOptions, Reader, Record, decompress};

const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const PLAIN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Replaces the words `P`, `Q` and `S` in a text with two puzzles and a solution.
fn expand(text: &str) -> String {
    let mut expanded = String::new();
    let mut previous = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let is_word = !previous.is_ascii_alphabetic() && !next.is_ascii_alphabetic();
        match c {
            'P' if is_word => expanded += HARDEST,
            'Q' if is_word => expanded += PLAIN,
            'S' if is_word => expanded += SOLUTION,
            c => expanded.push(c),
        }
        previous = c;
    }
    expanded
}

fn records(text: &str, column: Option<&str>) -> Vec<Record> {
    let text = expand(text);
    let options = ReadOptions {
        column: column.map(|column| column.parse().unwrap()),
        ..ReadOptions::default()
    };
    let records = Reader::new("f", text.as_bytes(), options);
    records.map(Result::unwrap).collect()
}

/// Returns each record as `line puzzle`, or as its error.
fn shown(records: &[Record]) -> Vec<String> {
    let shown = records.iter().map(|record| match &record.content {
        Ok((puzzle, _)) => {
            let puzzle = puzzle.givens().to_string();
            let puzzle = puzzle
                .replace(HARDEST, "P")
                .replace(PLAIN, "Q")
                .replace(SOLUTION, "S");
            format!("{} {puzzle}", record.line)
        }
        Err(invalid) => invalid.error.to_string(),
    });
    shown.collect()
}

fn read(text: &str) -> Vec<String> {
    shown(&records(text, None))
}

/// The nine rows of a puzzle.
fn rows(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

#[test]
fn tables_with_and_without_a_header() {
    for text in [
        "P,S\nQ,S\n",
        "P;S\r\nQ;S",
        "P\tS\nQ\tS\n",
        "1,P\n2,Q",
        "S,P\nS,Q",
        "\"P\"\n\"Q\"",
        "P,\"a, \"\"b\"\"\"\n Q , c",
        "P,3 \nQ\n",
        "# comment\n\nP,S\n\n# another\nQ,S\n",
    ] {
        let found = read(text);
        let puzzles: Vec<&str> = found
            .iter()
            .map(|record| &record[record.len() - 1..])
            .collect();
        assert_eq!(puzzles, ["P", "Q"], "{text}{found:?}");
    }
    for text in [
        "puzzle,solution\nP,S\nQ,S\n",
        "\u{feff}id;Quizzes\r\n1;P\r\n2;Q",
        "id\tdifficulty\tquestion\n1\t2.5\tP\n2\t3\tQ\n",
        "\"id\",\"puzzle\"\n\"1\",\"P\"\n2,Q\n",
        "id,text\n1,P\n2,Q",
    ] {
        assert_eq!(read(text), ["2 P", "3 Q"], "{text}");
    }
}

#[test]
fn a_quoted_field_can_hold_a_grid() {
    let grid = rows(HARDEST).join("\n");
    let text = format!("id,puzzle,solution\n1,\"{grid}\",S\n2,\"Q\",\"S\"\n");
    let records = records(&text, None);
    assert_eq!(shown(&records), ["2 P", "11 Q"]);
    let (_, form) = records[0].content.as_ref().unwrap();
    assert_eq!(form.arrangement, Arrangement::Rows);
    let row = records[0].row.as_ref().unwrap();
    assert_eq!(row.field(&Column::Name("solution".into())), Some(SOLUTION));
    assert_eq!(row.fields[1], grid);
    let text = format!("\"{grid}\",1\n\"{grid}\",2\n");
    assert_eq!(read(&text), ["1 P", "10 P"]);
}

#[test]
fn a_record_has_the_line_of_its_row() {
    let records = records("id,Quiz,note\n7,P,\"a, b\"\n8,x\n", None);
    let row = records[0].row.as_ref().unwrap();
    assert_eq!(row.names.to_vec(), ["id", "Quiz", "note"]);
    assert_eq!(row.fields, ["7", HARDEST, "a, b"]);
    assert_eq!((row.puzzle, row.has_header), (1, true));
    assert_eq!(row.field(&"3".parse().unwrap()), Some("a, b"));
    assert_eq!(row.field(&"ID".parse().unwrap()), Some("7"));
    assert_eq!(row.field(&"solution".parse().unwrap()), None);
    assert_eq!(records[1].row.as_ref().unwrap().fields, ["8", "x"]);
    let others: Vec<_> = row.others().collect();
    let json = |name, value: &'static str| (name, value.into());
    assert_eq!(others, [json("id", "\"7\""), json("note", "\"a, b\"")]);

    let records = self::records("P,S\n", None);
    let row = records[0].row.as_ref().unwrap();
    assert_eq!(row.names.to_vec(), ["1", "2"]);
    assert!(!row.has_header);
    assert_eq!(row.field(&"2".parse().unwrap()), Some(SOLUTION));
    assert_eq!(self::records("P\n", None)[0].row, None);
}

#[test]
fn the_column_can_be_named() {
    let of = |text, column| shown(&records(text, Some(column)));
    assert_eq!(of("puzzle,other\nP,Q\n", "other"), ["2 Q"]);
    assert_eq!(of("puzzle,other\nP,Q\n", "2"), ["2 Q"]);
    assert_eq!(of("P;Q\n", "2"), ["1 Q"]);
    assert_eq!(of("puzzle\nP\n", "puzzle"), ["2 P"]);
    assert_eq!(
        of("puzzle,other\nP,Q\nP,Q\n", "sudoku"),
        ["f:1:1: expected a column `sudoku`, found `puzzle`, `other`"]
    );
    assert_eq!(
        of("P,x\n", "4"),
        ["f:1:1: expected a column 4, found 2 of them"]
    );
    assert_eq!(of("{\"puzzle\":\"P\",\"b\":\"Q\"}", "b"), ["1 Q"]);
    assert_eq!(of("{\"puzzle\":\"P\",\"b\":\"Q\"}", "2"), ["1 Q"]);
    assert_eq!(
        of("{\"a\":1,\"b\":\"Q\"}", "c"),
        ["f:1:1: expected the field `c`, found `a`, `b`"]
    );
}

#[test]
fn a_bad_first_record_does_not_affect_others() {
    let rows = "1,P,x\n2,Q,y\n";
    for bad in ["0,", "0|1.....2..3.....4,", "53..7....", "", ",,,", "a b c"] {
        let found = read(&format!("id,puzzle,note\n{bad}\n{rows}"));
        let bad = usize::from(!bad.is_empty());
        assert_eq!(
            (found.len(), &found[bad][..]),
            (2 + bad, "3 P"),
            "{found:?}"
        );
    }
    let objects = "{\"puzzle\":\"P\"}\n{\"puzzle\":\"Q\"}\n";
    for bad in ["garbage", "null", "17", "{", "{\"puzzle\":\u{0}", "a\nb"] {
        let found = read(&format!("{bad}\n{objects}"));
        let bad = bad.lines().count();
        assert_eq!(found.len(), 2 + bad, "{found:?}");
        assert_eq!(found[bad], format!("{} P", bad + 1));
    }
    let long = format!("{{\"puzzle\":\"{}\"}}\n{objects}", "1".repeat(2 << 20));
    assert_eq!(read(&long)[1..], ["2 P", "3 Q"]);
    // A row of numbers is not a header.
    let found = shown(&records("1,x\n2,P\n", Some("2")));
    assert_eq!((found.len(), &found[1][..]), (2, "2 P"));
}

#[test]
fn an_unbalanced_quote_costs_one_row() {
    let text = format!("id,puzzle\n1,\"P\n{}", "2,P\n".repeat(3_000));
    let found = read(&text);
    assert_eq!(found.len(), 3_001);
    let expected = "f:2:3: expected a closing quote for the one that opens here, \
                    found none in 1000 lines";
    assert_eq!(found[0], expected);
    assert_eq!(found[3_000], "3002 P");
    let found = read("id,puzzle\n1,P\n2,\"P");
    let expected =
        "f:3:3: expected a closing quote for the one that opens here, found the end of the input";
    assert_eq!(found, ["2 P", expected]);
}

#[test]
fn json_lines() {
    let array = |puzzle: &str| {
        let cells: Vec<String> = puzzle
            .replace('.', "0")
            .chars()
            .map(|c| c.to_string())
            .collect();
        let rows: Vec<String> = cells
            .chunks(9)
            .map(|row| format!("[{}]", row.join(",")))
            .collect();
        (
            format!("[{}]", cells.join(",")),
            format!("[{}]", rows.join(", ")),
        )
    };
    let (flat, nested) = array(HARDEST);
    let grid = rows(PLAIN).join("\\n");
    let text = format!(
        "{{\"id\":1,\"puzzle\":\"P\"}}\n\n{{\"puzzle\" : \"{grid}\", \"x\": [1]}}\n{{\"quiz\":{flat}}}\n\
         {{\"puzzle\":{nested}}}\n{nested}\n"
    );
    let records = records(&text, None);
    assert_eq!(shown(&records), ["1 P", "3 Q", "4 P", "5 P", "6 P"]);
    let row = records[1].row.as_ref().unwrap();
    assert_eq!(row.names.to_vec(), ["puzzle", "x"]);
    assert_eq!(row.fields[1], "[1]");
    let others: Vec<String> = row.others().map(|(_, json)| json.into_owned()).collect();
    assert_eq!(others, ["[1]"]);
    let four = "{\"puzzle\":[[1,0,0,0],[0,0,2,0],[0,3,0,null],[0,0,0,4]]}";
    assert_eq!(read(four), ["1 1.....2..3.....4"]);
}

#[test]
fn sadman_sudoku_files() {
    let grid = rows(HARDEST).join("\n");
    let state = rows(SOLUTION).join("\n");
    let head = "#ASomebody\n#DA puzzle of 21 givens\n#B01-02-2003\n#L5\n";
    for text in [
        format!("{head}[Puzzle]\n{grid}\n[State]\n{state}\n"),
        format!("{head}[Puzzle]\n{grid}\n\n[State]\n{state}\n[PencilMarks]\n{state}\n"),
        format!("{head}{grid}\n[State]\n{state}\n"),
        format!("{head}[Puzzle]\n{grid}").replace('\n', "\r\n"),
    ] {
        let found = read(&text);
        assert!(
            found.len() == 1 && found[0].ends_with(" P"),
            "{text}{found:?}"
        );
    }
    let two = format!("[Puzzle]\n{grid}\n[State]\n{state}\n[Puzzle]\nQ\n");
    assert_eq!(read(&two), ["2 P", "22 Q"]);
    assert_eq!(
        read(&format!("[Puzzle]\n[State]\n{state}\n[Puzzle]\n\n")),
        ["no puzzle found in f"]
    );
    // Above a grid, a word in brackets is a title.
    assert_eq!(read(&format!("[Easy]\n{grid}\n")), ["2 P"]);
}

#[test]
fn simple_sudoku_files() {
    let mut text = String::from("*-----------*\n");
    for (index, row) in rows(HARDEST).iter().enumerate() {
        if index > 0 && index % 3 == 0 {
            text += "|---+---+---|\n";
        }
        text += &format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    }
    text += "*-----------*\n";
    assert_eq!(read(&text), ["2 P"]);
    assert_eq!(read(&(text.clone() + "\n" + &text)), ["2 P", "16 P"]);
}

/// Number of bytes that were requested.
struct Counted<R>(R, u64);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1 += count as u64;
        Ok(count)
    }
}

#[test]
fn input_is_read_lazily() {
    for head in ["", "id,puzzle\n1,", "{\"puzzle\":\""] {
        let tail = if head.starts_with('{') { "\"}\n" } else { "\n" };
        let start = head.to_string() + HARDEST + tail;
        let endless = start.as_bytes().chain(io::repeat(b'\n'));
        let mut counted = Counted(endless, 0);
        let input = BufReader::with_capacity(256, &mut counted);
        let first = Reader::new("f", input, ReadOptions::default())
            .next()
            .unwrap();
        assert!(first.unwrap().content.is_ok());
        assert!(counted.1 <= 512, "{head}: {}", counted.1);
    }
}

#[test]
fn the_weight_of_a_record_is_its_memory() {
    let weight = |text: &str| records(text, None)[0].weight();
    let plain = weight("P");
    assert!((162..1_000).contains(&plain), "{plain}");
    let long = "x".repeat(900_000);
    for text in [
        format!("id,puzzle,note\n1,P,{long}\n"),
        format!("id,puzzle,note\n1,P,{long},too many\n"),
        format!("{{\"puzzle\":\"P\",\"note\":\"{long}\"}}\n"),
        format!("{{\"puzzle\":\"P\",\"{long}\":0}}\n"),
        format!("P1{}\n", "1".repeat(900_000)),
    ] {
        let weight = weight(&text);
        assert!((900_000..2_000_000).contains(&weight), "{weight}");
    }
    let many = ",".repeat(16_000);
    let weight = weight(&format!("P{many}\n"));
    assert!(weight >= 16_000 * size_of::<String>(), "{weight}");
}

#[test]
fn readers_and_records_are_send() {
    fn can_be_sent<T: Send>(_: &T) {}
    let mut reader = Reader::new("f", HARDEST.as_bytes(), ReadOptions::default());
    can_be_sent(&reader);
    can_be_sent(&reader.next());
    can_be_sent(&decompress(HARDEST.as_bytes()).unwrap());
}

#[test]
fn writing_a_form_appends() {
    let records = records("P", None);
    let (puzzle, form) = records[0].content.as_ref().unwrap();
    let mut text = String::from("> ");
    form.write_to(puzzle.givens(), puzzle.layout().boxes(), &mut text);
    assert_eq!(text, format!("> {HARDEST}\n"));
    let wide = Form::of(Arrangement::Rows, 9);
    assert_eq!(
        wide.write(puzzle.givens(), puzzle.layout().boxes())
            .lines()
            .count(),
        9
    );
}
