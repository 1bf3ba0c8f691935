//! Boards whose cells and digits are described by rules: rectangles, digits from 0, holes, variables, and
//! overlapping grids.

use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Candidate, Cell, Constraint, Digit, Grid, Layout, Puzzle, RuleLine, Ruleset};
use satdoku_text::{
    Alphabet, Arrangement, Form, LinkSite, Picture, ReadOptions, Reader, Record, Strokes,
    parse_puzzle, parse_solution, pencil_marks, puzzle_fields, write_candidates, write_link,
};

fn records(text: &str, options: ReadOptions) -> Vec<Record> {
    let records = Reader::new("input", text.as_bytes(), options);
    records.map(|record| record.unwrap()).collect()
}

/// The text of the only puzzle of an input, or its error.
fn read(text: &str) -> String {
    read_with(text, &[])
}

fn read_with(text: &str, constraints: &[&str]) -> String {
    let options = ReadOptions {
        constraints: constraints.iter().map(|text| text.to_string()).collect(),
        ..ReadOptions::default()
    };
    let texts = records(text, options)
        .into_iter()
        .map(|record| match record.content {
            Ok((puzzle, _)) => puzzle.to_string(),
            Err(invalid) => invalid.error.to_string(),
        });
    texts.collect::<Vec<_>>().join("\n")
}

/// The rows of a samurai whose centre begins with these digits, with `hole` in the place of missing cells.
fn samurai_rows(hole: char) -> Vec<String> {
    let rules = Ruleset::grids("3x3".parse().unwrap(), Ruleset::SAMURAI.to_vec()).unwrap();
    let board = rules.geometry().clone();
    let symbol = |row: usize, column: usize| match board.cell_at(row, column) {
        None => hole,
        Some(_) if row == 9 && (6..9).contains(&column) => ['1', '2', '3'][column - 6],
        Some(_) => '.',
    };
    let rows = (0..21).map(|row| (0..21).map(|column| symbol(row, column)).collect());
    rows.collect()
}

fn samurai() -> Puzzle {
    let text = samurai_rows(' ').concat().replace(' ', "") + "; samurai";
    text.parse().unwrap()
}

#[test]
fn rules_around_the_cells_describe_the_board() {
    let expected = "0..1..2..3..; board 3x4; digits 0-4; cage 3 r1c1 r1c2";
    for text in [
        expected,
        "0..1..2..3..;digits 0-4;board 3x4;cage 3 r1c1 r1c2",
        "0..1\n..2.\n.3..\nboard 3x4\ndigits 0-4\ncage 3 r1c1 r1c2\n",
        "board 3x4\ndigits 0-4\n\n0 . . 1\n. . 2 .\n. 3 . .\n\nKiller cage: 3 = R1C1, R1C2\n",
        "# A rectangle\nboard 3x4; digits 0-4\n+---+---+\n|0 _|_ 1|\n|_ _|2 _|\n+---+---+\n|_ 3|_ _|\n+---+---+\ncage 3 r1c1 r1c2",
        "Title of it\nBoard: 3x4\nDigits: 0-4\n0..1..2..3..\ncage 3 r1c1 r1c2",
        "{\"puzzle\":\"0..1..2..3..\",\"constraints\":[\"board 3x4\",\"digits 0-4\",\"cage 3 r1c1 r1c2\"]}",
        "{\"puzzle\":[[0,null,null,1],[null,null,2,null],[null,3,null,null]],\"constraints\":[\"board 3x4\",\"digits 0-4\",\"cage 3 r1c1 r1c2\"]}",
        "puzzle,constraints\n0..1..2..3..,board 3x4; digits 0-4; cage 3 r1c1 r1c2\n",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    for text in [
        "0..1..2..3..",
        "0..1\n..2.\n.3..\n",
        "{\"puzzle\":\"0..1..2..3..\"}",
    ] {
        let options = ["board 3x4", "digits 0-4", "cage 3 r1c1 r1c2"];
        assert_eq!(read_with(text, &options), expected, "{text}");
    }
}

#[test]
fn rules_without_cells_are_a_puzzle_without_givens() {
    let expected = "........; board 2x4; cage 3 r1c1 r1c2";
    for text in [
        "board 2x4\ncage 3 r1c1 r1c2\n",
        "board 2x4; cage 3 r1c1 r1c2",
        "{\"constraints\":[\"board 2x4\",\"cage 3 r1c1 r1c2\"]}",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let nine = ".".repeat(81);
    assert_eq!(read("digits 0-8\n"), format!("{nine}; digits 0-8"));
}

#[test]
fn a_square_keeps_its_boxes_and_gets_other_digits() {
    let row = "8.......0";
    let rows = format!("{row}\n{}", "........1\n".repeat(8));
    let expected = format!("{row}{}; digits 0-8", "........1".repeat(8));
    assert_eq!(read(&format!("digits 0-8\n{rows}")), expected);
    assert_eq!(read_with(&rows, &["digits 0-8"]), expected);
    assert_eq!(
        read_with(&rows.replace('\n', ""), &["digits 0-8"]),
        expected
    );
    let both = format!("{expected}\n{expected}");
    assert_eq!(read(&both), both);
    let line = rows.replace('\n', "");
    assert_eq!(
        read_with(&format!("{line}\n{line}\n"), &["digits 0-8"]),
        both
    );
    assert_eq!(read_with(&format!("{rows}\n{rows}"), &["digits 0-8"]), both);
    let raw = format!("{}; raw", ".".repeat(81));
    assert_eq!(read(&raw), raw);
}

#[test]
fn variables_are_in_constraints_and_givens() {
    let expected = "........; board 2x4; variables x 2 0-9; variables y; cage 3 x1 r1c1; \
                    thermometer x2 y r1c2; given x1=0";
    let text = "variables x 2 0-9\nvariables y\nboard 2x4\n....\n....\nx1=0 x2=.\ny=.\n\
                cage 3 x1 r1c1\nthermometer x2 y r1c2\n";
    assert_eq!(read(text), expected);
    assert_eq!(read(expected), expected);
    let object = "{\"puzzle\":\"........\",\"constraints\":[\"board 2x4\",\"variables x 2 0-9\",\"variables y\",\
                  \"cage 3 x1 r1c1\",\"thermometer x2 y r1c2\",\"given x1=0\"]}";
    assert_eq!(read(object), expected);
}

#[test]
fn regions_to_find_are_read_in_any_spelling() {
    let blank = ".".repeat(16);
    let expected = format!(
        "{blank}; variables x 4x4; box 1x4; regions-to-find x; \
         run-length r2c1 excluding first: x.r2c1 x.r2c2; count-same r1c1: x.r1c1 x.r1c2"
    );
    let rest =
        "box 1x4\nRun length r2c1 excluding first: x.r2c1-x.r2c2\ncount same R1C1: X.R1C1 X.R1C2";
    for name in [
        "regions-to-find x",
        "Regions to find: x",
        "- regions to find X",
        "Chaos construction: x",
    ] {
        let text = format!("....\n....\n....\n....\nvariables x 4x4\n{name}\n{rest}\n");
        assert_eq!(read(&text), expected, "{name}");
    }
    let line = expected.replace("regions-to-find x", "regions to find: x");
    assert_eq!(read(&line), expected);
    let object = format!(
        "{{\"puzzle\":\"{blank}\",\"constraints\":[\"box 1x4\",\"variables x 4x4\",\"regions to find x\"]}}"
    );
    assert!(expected.starts_with(&read(&object)));
}

#[test]
fn regions_that_cannot_be_found_are_an_error() {
    for (lines, expected) in [
        (
            "variables x 4x3; regions to find x",
            "expected a table `variables x 4x4` in `regions to find x`, found x 4x3",
        ),
        (
            "variables x 4x4 1-3; regions-to-find x",
            "expected cells for 1 to 3 regions of 4 each in `regions-to-find x`, found 16 cells",
        ),
        (
            "digits 0-4; variables x 4x4; regions to find x",
            "expected cells for 1 to 5 regions of 5 each in `regions to find x`, found 16 cells",
        ),
        (
            "regions to find x",
            "expected the name of variables of the board",
        ),
        (
            "count-same r1c1: r1c2 r1c3: r2c2",
            "expected groups that begin with the same cell",
        ),
        ("run-length r1c1 excluding r1c2: r1c3", "expected `first`"),
    ] {
        let found = read(&format!("{}; {lines}", ".".repeat(16)));
        assert!(found.contains(expected), "{lines}: {found}");
    }
}

#[test]
fn a_samurai_is_recognised_by_its_rows() {
    let expected = samurai().to_string();
    let trimmed: Vec<String> = samurai_rows(' ')
        .iter()
        .map(|row| row.trim_end().to_string())
        .collect();
    let spaced = |row: &String| row.chars().flat_map(|c| [c, ' ']).collect::<String>();
    let spaced: Vec<String> = samurai_rows(' ').iter().map(spaced).collect();
    for text in [
        samurai_rows(' ').join("\n"),
        samurai_rows('.').join("\n"),
        samurai_rows('.').concat(),
        format!("A title\n\n{}\n", trimmed.join("\n")),
        format!("samurai\n{}\n", spaced.join("\n")),
        format!("{}\nsamurai\n", samurai_rows('.').join("\n")),
        expected.clone(),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
    // A digit above 9, or one where a samurai has no cell, makes it a board of 21 rows.
    let large = samurai_rows('.').concat().replacen('.', "A", 1);
    assert_eq!(read(&large), large);
    let outside = samurai_rows('.')
        .concat()
        .replacen("..........", ".........1", 1);
    assert_eq!(read(&outside), outside);
    let blank = ".".repeat(441);
    assert_eq!(read(&blank), blank);
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, expected) in [
        (
            "....\n...\nboard 2x4",
            "input:2:4: expected 4 cells in this row, found 3",
        ),
        (
            "....\n....1\nboard 2x4",
            "input:2:5: expected 4 cells in this row, found 5",
        ),
        (
            ".......; board 2x4",
            "input:1:8: expected 8 cells on a board of 2x4, found 7",
        ),
        (
            "....\n.9..\nboard 2x4",
            "input:2:2: expected a digit (1-4) or a blank, found `9`",
        ),
        (
            "....\n.9..\ndigits 0-8\nboard 2x4",
            "input:2:2: expected a digit (0-8) or a blank, found `9`",
        ),
        (
            "........; board 2x",
            "input:1:17: expected rows and columns such as 6x9 in `board 2x`, found `2x`",
        ),
        (
            "........; board 0x4",
            "input:1:11: expected rows and columns from 1 to 400 in `board 0x4`, found 0x4",
        ),
        ("board 2x4\ncage 3 r1c1 y1\n", "input:2:13: expected"),
        ("board 2x4\ncage 3 y1 y2\n", "input:2:8: expected"),
        (
            "board 2x4\nvariables x 2\ngiven x3=1\n",
            "input:3:7: expected candidates from r1c1=1 to x2=4 in `given x3=1`, found `x3=1`",
        ),
        ("board 2x4\nthermometer foo\n", "input:2:13: expected"),
        (
            "board 2x4\nregions 1111222\n",
            "input:2:9: expected 8 cells in `regions 1111222`, found 7",
        ),
        (
            "1.......; board 2x4; holes r1c1",
            "input:1:1: expected a blank: there is no cell r1c1, found `1`",
        ),
    ] {
        let found = read(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
}

#[test]
fn solutions_are_read_on_the_board_of_their_puzzle() {
    let puzzle: Puzzle = "........; board 2x4; digits 0-4; variables x"
        .parse()
        .unwrap();
    for text in ["01234012", "0123\n4012\n", "0 1 2 3 4 0 1 2"] {
        let solution = parse_solution(text, &puzzle, Alphabet::FromOne).unwrap();
        assert_eq!(solution.to_string(), "01234012");
        assert_eq!(solution.geometry(), puzzle.geometry());
    }
    let error = |text: &str| {
        let solution = parse_solution(text, &puzzle, Alphabet::FromOne);
        solution.unwrap_err().to_string()
    };
    assert_eq!(
        error("0123401."),
        "1:1: expected a solution without blanks, found one in r2c4"
    );
    assert_eq!(
        error("01234015"),
        "1:8: expected a digit (0-4) or a blank, found `5`"
    );
    let samurai = samurai();
    let solution = parse_solution(&"1".repeat(369), &samurai, Alphabet::FromOne).unwrap();
    assert_eq!(solution.geometry(), samurai.geometry());
}

#[test]
fn most_links_are_for_square_boards_with_digits_from_one() {
    let puzzle: Puzzle = format!("{}; digits 0-8", ".".repeat(81)).parse().unwrap();
    assert_eq!(
        write_link(&puzzle, None, LinkSite::FPuzzles).map_err(|error| error.to_string()),
        Err(
            "expected a square board whose digits begin with 1 for a link, found `digits 0-8`"
                .to_string()
        )
    );
}

#[test]
fn a_drawing_of_any_board_is_read_again() {
    let samurai = format!("{}; samurai; anti-knight", ".".repeat(369));
    let texts = [
        ".......1..............2.; board 4x6; digits 0-5; variables x 2x3 0-1; connected 1: x; given x.r2c1=1",
        "........; board 3x3; holes r2c2; not r1c1=2,3; sum 8 r1c1 2*r1c2",
        "1.....2..3.....4; raw; pairs \"a < b\" r1c1 r1c2",
        &samurai,
    ];
    for text in texts {
        let puzzle: Puzzle = text.parse().unwrap();
        let link = write_link(&puzzle, None, LinkSite::SudokuPad).unwrap();
        assert!(link.starts_with("https://sudokupad.app/sclN4"), "{link}");
        let (again, _) = parse_puzzle(&link, ReadOptions::default()).unwrap();
        assert_eq!(again, puzzle);
    }
}

#[test]
fn zeros_for_blanks_are_noted() {
    let text = format!("{}1; digits 0-8", "0".repeat(80));
    let note = records(&text, ReadOptions::default()).remove(0).note;
    assert_eq!(
        note.as_deref(),
        Some("`0` is a digit of this board: a blank is `.`")
    );
    let text = format!("{}1; digits 0-8", ".".repeat(80));
    assert_eq!(records(&text, ReadOptions::default()).remove(0).note, None);
}

#[test]
fn a_title_that_takes_the_boxes_away_is_noted() {
    let note = |text: &str| records(text, ReadOptions::default()).remove(0).note;
    let text = "Board 4x4\n1...\n..2.\n.3..\n...4\n";
    let expected = "the line `board 4x4` has no boxes: add `box 2x2`";
    assert_eq!(note(text).as_deref(), Some(expected));
    assert_eq!(note(&format!("{text}box 2x2\n")), None);
    assert_eq!(note("........; board 2x4"), None);
}

#[test]
fn the_form_of_the_cells_is_kept() {
    for (text, arrangement) in [
        ("........; board 2x4", Arrangement::Line),
        ("....\n....\nboard 2x4", Arrangement::Rows),
        (". . . .\n. . . .\nboard 2x4", Arrangement::SpacedRows),
        (". . | . .\n. . | . .\nboard 2x4", Arrangement::Boxes),
    ] {
        let (_, form) = parse_puzzle(text, ReadOptions::default()).unwrap();
        assert_eq!(form.arrangement, arrangement, "{text}");
    }
}

/// A random board of any kind, perhaps one that is impossible, as lines.
fn random_lines(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut lines = Vec::new();
    let (rows, columns) = (random.random_range(1..=6), random.random_range(1..=7));
    if random.random_bool(0.2) {
        let shape = ["2x2", "2x3", "3x3"].choose(random).unwrap();
        let other = (random.random_range(1..=7), random.random_range(2..=7));
        lines.push(format!("grids r1c1 r{}c{}", other.0, other.1));
        lines.push(format!("box {shape}"));
    } else {
        lines.push(format!("board {rows}x{columns}"));
        if random.random_bool(0.5) {
            let most = *[3, 20, 40].choose(random).unwrap();
            let first = random.random_range(0..=most);
            let last = first + rows.max(columns) - 1 + random.random_range(0..=2);
            lines.push(format!("digits {first}-{last}"));
        }
        match random.random_range(0..4) {
            0 => lines.push("raw".to_string()),
            1 => {
                let (one, other) = (random.random_range(1..=3), random.random_range(1..=3));
                lines.push(format!("box {one}x{other}"));
            }
            2 => {
                let labels =
                    (0..rows * columns).map(|_| *['1', '2', '3', '.'].choose(random).unwrap());
                lines.push(format!("regions {}", labels.collect::<String>()));
            }
            _ => {}
        }
        let is_plain = !lines.iter().any(|line| line.starts_with("regions"));
        if is_plain && random.random_bool(0.3) {
            let (row, column) = (
                random.random_range(1..=rows),
                random.random_range(1..=columns),
            );
            lines.push(format!("holes r1c1 r{row}c{column}"));
        }
    }
    for name in ["x", "abc", "v"] {
        if random.random_bool(0.2) {
            let extent = ["", " 3", " 2x3"].choose(random).unwrap();
            let digits = ["", " 0-1", " 30-41"].choose(random).unwrap();
            lines.push(format!("variables {name}{extent}{digits}"));
        }
    }
    if random.random_bool(0.1) {
        lines.push(format!("variables region {rows}x{columns} 1-{rows}"));
    }
    if random.random_bool(0.2) {
        lines.push("anti-king".to_string());
    }
    lines
}

/// A random puzzle on a random board, if the board is possible.
fn random_board_puzzle(random: &mut ChaCha8Rng) -> Option<Puzzle> {
    let lines = random_lines(random);
    let board = lines.iter().map(|line| RuleLine::parse(line, 9));
    let board = board.collect::<Result<Vec<RuleLine>, _>>().ok()?;
    let rules = Ruleset::classic("3x3".parse().unwrap())
        .with_lines(board)
        .ok()?;
    let board = rules.geometry().clone();
    // A board of variables alone has no text.
    board.grid_cells().next()?;
    let mut constraints = Vec::new();
    if random.random_bool(0.5) && board.cell_count() > 2 {
        let mut cells: Vec<Cell> = board.cells().collect();
        cells.shuffle(random);
        let names: Vec<String> = cells[..2]
            .iter()
            .map(|cell| cell.name(&board).to_string())
            .collect();
        constraints.push(Constraint::parse(&format!("sum 5 {}", names.join(" ")), &board).unwrap());
        constraints
            .push(Constraint::parse(&format!("thermometer {}", names.join(" ")), &board).unwrap());
    }
    if board.variables_named("region").is_some() {
        let texts = [
            "regions-to-find region",
            "either { regions-to-find region } or { odd r1c1 }",
            "count-same r1c1: region.r1c1 region.r1c2",
            "run-length r1c1 excluding first: region.r1c1 region.r1c2: region.r1c1",
        ];
        let parsed = texts.iter().map(|text| Constraint::parse(text, &board));
        let is_possible =
            |of: &Constraint| rules.clone().with_constraints(vec![of.clone()]).is_ok();
        constraints.extend(parsed.filter_map(Result::ok).filter(is_possible));
    }
    let rules = rules.with_constraints(constraints).ok()?;
    let layout = Arc::new(Layout::new(rules));
    let mut givens = Grid::blank(&board);
    for cell in board.cells() {
        if random.random_bool(0.3) {
            let digit = Digit::from_index(random.random_range(board.digits_of(cell)));
            givens.set(cell, Some(digit));
        }
    }
    let puzzle = Puzzle::new(layout, givens).ok()?;
    let cell = puzzle.givens().blanks().next()?;
    let digit = Digit::from_index(board.digits_of(cell).start);
    let removed = puzzle.clone().without([Candidate { cell, digit }]);
    Some(removed.unwrap_or(puzzle))
}

#[test]
fn a_puzzle_on_any_board_is_read_again_in_each_form() {
    let mut count = 0;
    for seed in 0..600 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Some(puzzle) = random_board_puzzle(&mut random) else {
            continue;
        };
        count += 1;
        let lines = puzzle.lines().join("\n");
        let text = puzzle.to_string();
        let again = text.parse::<Puzzle>();
        assert!(
            again.is_ok_and(|again| again == puzzle),
            "seed {seed}: {text}"
        );
        let mut texts = vec![text];
        let fields = puzzle_fields(&puzzle).into_iter();
        let fields: Vec<String> = fields
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        texts.push(format!("{{{}}}", fields.join(",")));
        let shape = puzzle.layout().boxes();
        for arrangement in [
            Arrangement::Line,
            Arrangement::Rows,
            Arrangement::SpacedRows,
            Arrangement::Boxes,
        ] {
            let cells = Form::of(arrangement, puzzle.geometry()).write(puzzle.givens(), shape);
            // Without lines about the board, constraints above the cells are a puzzle of their own.
            if !puzzle.layout().rules().board_lines().is_empty() {
                texts.push(format!("{lines}\n{cells}"));
            }
            texts.push(format!("{cells}\n{lines}\n"));
        }
        let picture = Picture::new(&puzzle, Alphabet::of(puzzle.geometry()));
        for strokes in [Strokes::Ascii, Strokes::Unicode] {
            texts.push(format!("{}{lines}\n", picture.draw(strokes)));
        }
        for text in texts {
            let read = parse_puzzle(&text, ReadOptions::default());
            let (read, _) = read.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            assert_eq!(read.to_string(), puzzle.to_string(), "seed {seed}:\n{text}");
            assert!(read == puzzle, "seed {seed}:\n{text}");
        }
        // Pictures have each given and each variable.
        let svg = picture.svg();
        let variables = puzzle.geometry().cell_count() - puzzle.geometry().grid_cell_count();
        let drawn = svg.matches("text-anchor").count();
        assert!(
            drawn > 0 || puzzle.givens().filled().next().is_none(),
            "seed {seed}"
        );
        assert!(
            svg.matches("fill=\"#777\">").count() >= variables,
            "seed {seed}"
        );
        picture.constraint_layer();
        let candidates = pencil_marks(&puzzle);
        write_candidates(&candidates, Alphabet::of(puzzle.geometry()));
        picture.draw_candidates_within(Strokes::Ascii, 80, |text, _| text.to_string());
    }
    assert!(count > 200, "{count}");
}

#[test]
fn no_text_about_a_board_makes_the_reader_panic() {
    let pieces = [
        "board 2x3",
        "board",
        "board 0x0",
        "digits 0-8",
        "digits 9-1",
        "digits 0-99999",
        "raw",
        "samurai",
        "grids r1c1 r2c2",
        "grids r1",
        "holes r1c1..r400c400",
        "holes r9c9",
        "variables x 3",
        "variables r",
        "variables x 99999999x99999999",
        "given x1=1",
        "given r1c1=1",
        "not x1=1",
        "x1=. x2=1",
        "=",
        "x=",
        "regions",
        "regions 1 2 3",
        "regions ..........",
        "box 2x2",
        "box 1x1",
        "cage 3 x1",
        "cage",
        ";",
        "#",
        "......",
        "123456",
        "0",
        "0 0 0 0",
        "---",
        "|.|.|",
        "....|",
        "\u{1d7d8}",
        "é",
        "anti-king",
        "diagonal",
        "windoku",
        "disjoint-groups",
        "[Puzzle]",
        "{\"puzzle\":\"",
        "A",
        "g",
        "99 100",
        "null",
        ",",
        "\t",
    ];
    let separators = ["\n", "; ", " ", "\n\n", ""];
    for seed in 0..3000 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut text = String::new();
        for _ in 0..random.random_range(1..12) {
            text += pieces.choose(&mut random).unwrap();
            text += separators.choose(&mut random).unwrap();
        }
        let options = ReadOptions {
            constraints: match random.random_bool(0.3) {
                true => vec![pieces.choose(&mut random).unwrap().to_string()],
                false => Vec::new(),
            },
            lines: random.random_bool(0.1),
            interactive: random.random_bool(0.1),
            ..ReadOptions::default()
        };
        let read = std::panic::catch_unwind(|| {
            for record in records(&text, options.clone()) {
                if let Ok((puzzle, form)) = record.content {
                    form.write(puzzle.givens(), puzzle.layout().boxes());
                    Picture::new(&puzzle, form.alphabet).svg();
                }
            }
        });
        assert!(read.is_ok(), "seed {seed}: {options:?}\n{text}");
    }
}
