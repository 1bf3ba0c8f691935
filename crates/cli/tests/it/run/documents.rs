//! Commands in the documents print the output shown there, and make the samples.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use satdoku::board::{Constraint, RuleLine, Ruleset};

use crate::common::{examples, run, run_example, satdoku};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs the commands of a document in a folder with the examples and the samples.
fn run_all(document: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["cnf", "examples", "docs"] {
        copy(&Path::new(ROOT).join(name), &folder.path().join(name));
    }
    let text = fs::read_to_string(document).unwrap();
    let mut wrong = String::new();
    for example in examples(&text) {
        let output = run_example(&example.command, folder.path());
        if output != example.output {
            wrong += &format!("$ {}\n{output}", example.command);
        }
    }
    assert!(
        wrong.is_empty(),
        "{} shows something else:\n{wrong}",
        document.display()
    );
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for path in files(from, "") {
        let to = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &to),
            false => _ = fs::copy(&path, &to).unwrap(),
        }
    }
}

/// Returns the files of a folder whose names have this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    paths
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect()
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let folder = run_all(&Path::new(ROOT).join("README.md"));
    for picture in ["hardest.svg", "x-wing.svg", "mixed.svg"] {
        let made = fs::read_to_string(folder.path().join(picture)).unwrap();
        let shown = fs::read_to_string(Path::new(ROOT).join("docs").join(picture)).unwrap();
        assert!(
            made == shown,
            "docs/{picture} differs from what the README's command makes"
        );
    }
}

/// With SATDOKU_UPDATE set, writes the pictures instead of comparing them.
#[test]
fn the_gallery_of_constraints_shows_every_kind() {
    let docs = Path::new(ROOT).join("docs");
    let page = fs::read_to_string(docs.join("constraints.md")).unwrap();
    let mut shown = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| <img ")) {
        let picture = docs.join(row.split('"').nth(1).unwrap());
        let text = row.split('`').nth(1).unwrap();
        // Lines about the board can precede the constraint.
        let (mut lines, mut constraint) = (Vec::new(), text);
        while let Some((line, rest)) = constraint.split_once("; ")
            && let Ok(Some(line)) = RuleLine::board(line)
        {
            lines.push(line);
            constraint = rest;
        }
        let rules = Ruleset::classic("2x3".parse().unwrap());
        let rules = rules.with_lines(lines).unwrap();
        let constraint = Constraint::parse(constraint, rules.geometry()).unwrap();
        assert!(row.contains(&constraint.rule(&6.into())), "{row}");
        let blank = format!("{}; {text}", ".".repeat(36));
        let made = run(satdoku("convert --format svg --box 2x3"), blank).stdout;
        if std::env::var_os("SATDOKU_UPDATE").is_some() {
            fs::write(&picture, &made).unwrap();
        }
        let is_same = fs::read_to_string(&picture).is_ok_and(|shown| shown == made);
        assert!(is_same, "{} is not `{text}`", picture.display());
        // Other forms of the same kind.
        for other in row.split('`').skip(3).step_by(2) {
            let is_text = other.contains(' ');
            assert!(
                !is_text || Constraint::parse(other, rules.geometry()).is_ok(),
                "{other}"
            );
        }
        shown.insert(constraint.name());
    }
    assert_eq!(shown, Constraint::names().collect());
}

#[test]
fn the_guide_shows_what_the_program_prints() {
    let pages = files(&Path::new(ROOT).join("docs"), ".md");
    assert!(!pages.is_empty());
    for page in pages {
        run_all(&page);
    }
}

/// The blocks in the languages `sh` and `python` of each document, in one folder.
#[test]
#[ignore = "needs jq and pandas: .ci/run installs them"]
fn the_commands_of_other_programs_in_the_documents_work() {
    let folder = tempfile::tempdir().unwrap();
    copy(
        &Path::new(ROOT).join("examples"),
        &folder.path().join("examples"),
    );
    let mut blocks = 0;
    for page in files(&Path::new(ROOT).join("docs"), ".md") {
        let text = fs::read_to_string(&page).unwrap();
        for block in text.split("\n```").skip(1).step_by(2) {
            let (language, block) = block.split_once('\n').unwrap();
            let command = match language {
                "sh" => format!("set -eu\n{block}"),
                "python" if block.starts_with("import pandas") => {
                    format!("python3 - <<'END'\n{block}\nEND")
                }
                _ => continue,
            };
            let command = format!("({command}\n) >&2 || echo failed");
            let output = run_example(&command, folder.path());
            assert!(
                !output.ends_with("failed\n"),
                "{}: {output}",
                page.display()
            );
            blocks += 1;
        }
    }
    assert_eq!(blocks, 3);
    for file in ["unique.jsonl", "unique.json"] {
        let checked = run_example(
            &format!("satdoku check --no-filename {file}"),
            folder.path(),
        );
        assert_eq!(checked, "unique\n", "{file}");
    }
}

#[test]
fn links_between_documents_have_targets_in_the_package() {
    let root = Path::new(ROOT).canonicalize().unwrap();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (_, list) = manifest.split_once("include = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let names = list.split('"').skip(1).step_by(2);
    let mut included: Vec<PathBuf> = names.map(|name| root.join(&name[1..])).collect();
    // A package of its own, which cargo leaves out of this one.
    included.push(root.join("python/README.md"));

    let mut documents = files(&root.join("docs"), ".md");
    documents.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or_default();
            let target = document.parent().unwrap().join(file).canonicalize();
            let is_packaged =
                target.is_ok_and(|target| included.iter().any(|path| target.starts_with(path)));
            assert!(is_packaged, "{}: {link}", document.display());
        }
    }
}

#[test]
fn the_samples_are_made_by_their_commands() {
    let samples = Path::new(ROOT).join("cnf");
    let folder = tempfile::tempdir().unwrap();
    for path in files(&samples, ".txt") {
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let text = fs::read_to_string(samples.join("README.md")).unwrap();
    for example in examples(&text) {
        assert_eq!(run_example(&example.command, folder.path()), "");
    }
    let formulas = files(&samples, ".cnf");
    assert!(!formulas.is_empty());
    for path in formulas {
        let made = fs::read_to_string(folder.path().join(path.file_name().unwrap())).unwrap();
        let is_same = made == fs::read_to_string(&path).unwrap();
        assert!(is_same, "{} is not what its command makes", path.display());
    }
}

/// Documentation cannot call crates that depend on its own.
#[test]
fn the_code_in_the_table_of_the_library_is_compiled_as_a_test() {
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    let crates = ["", "crates/text/", "crates/explain/", "crates/generate/"];
    let tested: String = crates
        .iter()
        .map(|path| read(&format!("{path}src/lib.rs")))
        .collect();
    let library = read("src/lib.rs");
    let rows: Vec<&str> = library
        .lines()
        .filter(|line| line.starts_with("//! | ") && !line.contains("| use |"))
        .collect();
    assert!(rows.len() > 15);
    for row in rows {
        let code = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let code = code.trim_matches('`').replace("\\|", "|");
        let line = format!("\n/// {code};\n");
        assert!(tested.contains(&line), "{code}");
    }
}
