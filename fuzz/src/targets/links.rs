//! Links with any content: the reader returns one record, and a puzzle in it survives being written
//! as a link and read again.

use crate::records;
use arbitrary::{Result, Unstructured};
use satdoku::Puzzle;
use satdoku_text::{LinkSite, ReadOptions, write_link};

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let form = bytes.int_in_range(0..=5)?;
    let text = match form {
        0 => object(&mut bytes)?,
        4 => drawing(&mut bytes)?,
        _ => bytes
            .take_rest()
            .iter()
            .map(|byte| char::from(byte % 95 + 32))
            .collect(),
    };
    let packed = lz_str::compress_to_base64(&text).replace('+', "%2B");
    let link = match form {
        0 | 1 => format!("https://f-puzzles.com/?load={packed}"),
        4 | 5 => format!("https://sudokupad.app/scl{packed}"),
        2 => format!(
            "https://sudokupad.app/fpuzzles{}",
            text.replace(char::is_whitespace, "")
        ),
        _ => format!(
            "https://x.org/?bd={}",
            text.replace(char::is_whitespace, "")
        ),
    };
    let found = records(link.as_bytes(), &ReadOptions::default());
    // Arbitrary text can contain the line ends of LaTeX.
    assert!(found.len() == 1 || matches!(form, 2 | 3), "{link}");
    assert!(!found.is_empty(), "{link}");
    if let Ok((puzzle, _)) = &found[0].content
        && let Ok(link) = write_link(puzzle, None, LinkSite::FPuzzles)
    {
        let again = records(link.as_bytes(), &ReadOptions::default());
        let (again, _) = again[0].content.as_ref().unwrap();
        assert_eq!(again.givens(), puzzle.givens(), "{link}");
        assert_eq!(again.all_removed(), puzzle.all_removed(), "{link}");
        assert_eq!(
            again.layout().houses().len(),
            puzzle.layout().houses().len(),
            "{link}"
        );
        assert_eq!(constraints(again), constraints(puzzle), "{link}");
    }
    Ok(())
}

/// Returns the constraints of a puzzle as sorted text.
fn constraints(puzzle: &Puzzle) -> Vec<String> {
    let constraints = puzzle.layout().constraints().iter();
    let mut texts: Vec<String> = constraints.map(|of| of.text(puzzle.geometry())).collect();
    texts.sort_unstable();
    texts
}

/// Returns an object in the format of f-puzzles, with some of its fields.
fn object(bytes: &mut Unstructured) -> Result<String> {
    let size = *bytes.choose(&[4, 6, 9])?;
    let mut rows = Vec::new();
    for _ in 0..size {
        let mut cells = Vec::new();
        for _ in 0..size {
            let value = bytes.int_in_range(0..=size + 1)?;
            cells.push(match bytes.int_in_range(0..=9)? {
                0 => format!(r#"{{"value":{value},"given":true}}"#),
                1 => format!(r#"{{"givenPencilMarks":[{value},1]}}"#),
                2 => format!(r#"{{"region":{value}}}"#),
                3 => format!(r#"{{"value":{value}}}"#),
                _ => "{}".to_string(),
            });
        }
        rows.push(format!("[{}]", cells.join(",")));
    }
    let mut fields = vec![
        format!(r#""size":{size}"#),
        format!(r#""grid":[{}]"#, rows.join(",")),
    ];
    let names = [
        "diagonal+",
        "diagonal-",
        "antiknight",
        "antiking",
        "nonconsecutive",
        "disjointgroups",
    ];
    for name in names {
        if bytes.int_in_range(0..=3)? == 0 {
            fields.push(format!(r#""{name}":true"#));
        }
    }
    while !bytes.is_empty() {
        let name = bytes.choose(&KEYS)?;
        let mut entry = Vec::new();
        for name in [
            "cells",
            "cloneCells",
            "lines",
            "values",
            "cell",
            "direction",
            "value",
        ] {
            if bytes.int_in_range(0..=1)? == 1 {
                entry.push(format!(r#""{name}":{}"#, value(name, size, bytes)?));
            }
        }
        fields.push(format!(r#""{name}":[{{{}}}]"#, entry.join(",")));
    }
    Ok(format!("{{{}}}", fields.join(",")))
}

/// Fields of constraints.
const KEYS: [&str; 34] = [
    "arrow",
    "betweenline",
    "boxindexer",
    "clone",
    "columnindexer",
    "difference",
    "doublearrow",
    "entropicline",
    "even",
    "extraregion",
    "killercage",
    "line",
    "littlekillersum",
    "lockout",
    "maximum",
    "minimum",
    "modularline",
    "nabner",
    "negative",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "regionsumline",
    "renban",
    "rowindexer",
    "sandwichsum",
    "skyscraper",
    "slowthermometer",
    "thermometer",
    "whispers",
    "xsum",
    "xv",
    "zipperline",
];

/// Returns a value of a field of an entry.
fn value(name: &str, size: usize, bytes: &mut Unstructured) -> Result<String> {
    let cell = |bytes: &mut Unstructured| -> Result<String> {
        let (row, column) = (
            bytes.int_in_range(0..=size + 1)?,
            bytes.int_in_range(0..=size + 1)?,
        );
        Ok(format!(r#""R{row}C{column}""#))
    };
    let number = |bytes: &mut Unstructured| bytes.int_in_range(-1..=50_i32);
    Ok(match name {
        "cells" | "cloneCells" | "lines" => {
            let count = bytes.int_in_range(0..=6)?;
            let cells: Vec<String> = (0..count).map(|_| cell(bytes)).collect::<Result<_>>()?;
            let cells = format!("[{}]", cells.join(","));
            if name == "lines" {
                format!("[{cells}]")
            } else {
                cells
            }
        }
        "values" => format!("[{},{}]", number(bytes)?, number(bytes)?),
        "cell" => cell(bytes)?,
        "direction" => format!(r#""{}""#, bytes.choose(&["UL", "UR", "DL", "DR", ""])?),
        _ => match bytes.int_in_range(0..=3)? {
            0 => format!(r#""{}""#, bytes.choose(&["X", "V", "", "?"])?),
            1 => format!(r#""{}""#, number(bytes)?),
            _ => number(bytes)?.to_string(),
        },
    })
}

/// Returns an object in SudokuPad's own format, in which most quotation marks are left out.
fn drawing(bytes: &mut Unstructured) -> Result<String> {
    let size = *bytes.choose(&[3, 4, 6, 9])?;
    let place = |bytes: &mut Unstructured| -> Result<String> {
        Ok(format!(
            "[{},{}]",
            bytes.int_in_range(0..=size)?,
            bytes.int_in_range(0..=size)?
        ))
    };
    let row = format!("[{}]", ",".repeat(size - 1));
    let rows = vec![row; size].join(",");
    let (mut regions, mut cages) = (Vec::new(), Vec::new());
    while !bytes.is_empty() {
        let count = bytes.int_in_range(1..=5)?;
        let cells: Vec<String> = (0..count).map(|_| place(bytes)).collect::<Result<_>>()?;
        let cells = cells.join(",");
        match bytes.int_in_range(0..=4)? {
            0 => regions.push(format!("[{cells}]")),
            1 => cages.push(format!(
                "{{ce:[{cells}],unique:t,v:{}}}",
                bytes.int_in_range(0..=30)?
            )),
            2 => cages.push(format!(
                "{{ce:[{cells}],unique:f,sum:{}}}",
                bytes.int_in_range(0..=30)?
            )),
            3 => cages.push(format!("{{ce:[{cells}],v:'a',type:rowcol}}")),
            _ => cages.push(format!("{{ce:[{cells}],style:box}}")),
        }
    }
    let (regions, cages) = (regions.join(","), cages.join(","));
    Ok(format!(
        "{{ce:[{rows}],re:[{regions}],ca:[{cages}],l:[{{th:3}}]}}"
    ))
}
