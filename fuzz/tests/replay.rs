//! Runs each fuzz target on its handwritten inputs and on those that an earlier run of libFuzzer kept.

use std::fs;
use std::path::Path;

use arbitrary::Unstructured;
use satdoku_fuzz::TARGETS;

fn replay(name: &str) {
    let (_, check) = TARGETS.iter().find(|target| target.0 == name).unwrap();
    let mut replayed = 0;
    for folder in ["seeds", "corpus", "artifacts"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(folder)
            .join(name);
        let Ok(files) = fs::read_dir(folder) else {
            continue;
        };
        for file in files {
            let path = file.unwrap().path();
            println!("{}", path.display());
            let _ = check(Unstructured::new(&fs::read(path).unwrap()));
            replayed += 1;
        }
    }
    assert!(replayed > 0, "no input in fuzz/seeds/{name}");
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test] fn $name() { replay(stringify!($name)); })*

        #[test]
        fn every_target_has_a_test() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.0).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

targets!(constraints dimacs engines links reader region_map rows solver_output);
