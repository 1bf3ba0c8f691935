//! Links with any content: the reader returns one record, and a puzzle in it survives being written
//! as a link and read again.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use satdoku::format::{LinkSite, ReadOptions, write_link};
use satdoku_fuzz::records;

fuzz_target!(|data: &[u8]| {
    let _ = check(Unstructured::new(data));
});

fn check(mut bytes: Unstructured) -> Result<()> {
    let form = bytes.int_in_range(0..=3)?;
    let text = match form {
        0 => object(&mut bytes)?,
        _ => bytes
            .take_rest()
            .iter()
            .map(|byte| char::from(byte % 95 + 32))
            .collect(),
    };
    let packed = lz_str::compress_to_base64(&text).replace('+', "%2B");
    let link = match form {
        0 | 1 => format!("https://f-puzzles.com/?load={packed}"),
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
    assert!(found.len() == 1 || form > 1, "{link}");
    assert!(!found.is_empty(), "{link}");
    if let Ok((puzzle, _)) = &found[0].content
        && let Ok(link) = write_link(puzzle, None, LinkSite::FPuzzles)
    {
        let again = records(link.as_bytes(), &ReadOptions::default());
        let (again, _) = again[0].content.as_ref().unwrap();
        assert_eq!(again.givens(), puzzle.givens(), "{link}");
        assert_eq!(again.removed(), puzzle.removed(), "{link}");
        assert_eq!(
            again.layout().houses().len(),
            puzzle.layout().houses().len(),
            "{link}"
        );
    }
    Ok(())
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
    if bytes.int_in_range(0..=7)? == 0 {
        fields.push(r#""arrow":[{}]"#.to_string());
    }
    Ok(format!("{{{}}}", fields.join(",")))
}
