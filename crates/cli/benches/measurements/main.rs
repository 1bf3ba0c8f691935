//! Measures all figures of `docs/measurements.md`:
//!
//! ```text
//! cargo bench -p satdoku-cli --bench measurements -- DATA [SECTION…]
//! ```
//!
//! DATA is a folder with collections of 9×9 puzzles in `9x9/` and large boards in `large/`, one
//! puzzle per line. Each section of the page is enclosed in `<!-- NAME -->` and `<!-- /NAME -->`.
//! The given sections, or all of them, are measured and replaced.

mod engines;
mod hard;
mod large;
mod program;
mod steps;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The page with the figures.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/measurements.md");

/// The measured program, as built by `cargo bench`.
const SATDOKU: &str = env!("CARGO_BIN_EXE_satdoku");

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The name of a section and the function that measures it and returns Markdown.
type Section = (&'static str, fn(&Path) -> Outcome<String>);

const SECTIONS: [Section; 5] = [
    ("machine", machine),
    ("engines", engines::table),
    ("program", program::table),
    ("large", large::table),
    ("hard", hard::table),
];

fn main() -> Outcome<()> {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some((data, wanted)) = arguments.split_first() else {
        return Err("expected a folder with 9x9/ and large/, as in `cargo bench -p satdoku-cli --bench measurements -- DATA`".into());
    };
    for (name, measure) in SECTIONS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            eprintln!("{name}");
            replace(name, &measure(Path::new(data))?)?;
        }
    }
    Ok(())
}

/// Replaces a section of the page.
fn replace(name: &str, text: &str) -> Outcome<()> {
    let page = fs::read_to_string(PAGE)?;
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let missing = || format!("no section {name} in {PAGE}");
    let (before, rest) = page.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(fs::write(
        PAGE,
        format!("{before}{begin}{text}{end}{after}"),
    )?)
}

/// Describes the machine.
fn machine(_: &Path) -> Outcome<String> {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim()));
    let cores = std::thread::available_parallelism()?;
    let model = model.unwrap_or(std::env::consts::ARCH);
    Ok(format!(
        "satdoku {} on {model}, {cores} cores.\n",
        env!("CARGO_PKG_VERSION")
    ))
}

/// Returns the files of a data folder that this section covers, sorted by name.
fn files(data: &Path, folder: &str) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(data.join(folder))? {
        let path = entry?.path();
        if path.is_file() && !path.to_string_lossy().contains("LICENSE") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the name of a file without its folder and `.txt`.
fn name(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the median.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
