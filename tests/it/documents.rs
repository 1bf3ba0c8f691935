//! What the documents promise: every command in them prints what they show, and the samples are
//! what their commands make.

use std::fs;
use std::path::Path;

use crate::common::{examples, run_example};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs every command of a document in `folder`, one after the other.
fn run_all(document: &str, folder: &Path) {
    let text = fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let examples = examples(&text);
    assert!(!examples.is_empty());
    for example in examples {
        let output = run_example(&example.command, folder);
        assert_eq!(output, example.output, "{document}: {}", example.command);
    }
}

/// Copies the files of the samples that have this ending.
fn copy_samples(ending: &str, folder: &Path) {
    for file in fs::read_dir(Path::new(ROOT).join("cnf")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|found| found == ending) {
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
    }
}

#[test]
fn the_samples_are_made_by_their_commands() {
    let folder = tempfile::tempdir().unwrap();
    copy_samples("txt", folder.path());
    run_all("cnf/README.md", folder.path());
    let mut compared = 0;
    for file in fs::read_dir(Path::new(ROOT).join("cnf")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "cnf") {
            let made = fs::read_to_string(folder.path().join(path.file_name().unwrap()));
            assert_eq!(
                made.unwrap(),
                fs::read_to_string(&path).unwrap(),
                "{}",
                path.display()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 4);
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cnf")).unwrap();
    copy_samples("txt", &folder.path().join("cnf"));
    run_all("README.md", folder.path());
}
