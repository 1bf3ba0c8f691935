//! Runs the target that the environment variable `TARGET` names on the inputs of libFuzzer.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use satdoku_fuzz::{Check, TARGETS};

static CHECK: LazyLock<Check> = LazyLock::new(|| {
    let name = std::env::var("TARGET").expect("the name of a target in TARGET");
    let found = TARGETS.iter().find(|target| target.0 == name);
    found.unwrap_or_else(|| panic!("no target {name}")).1
});

fuzz_target!(|data: &[u8]| {
    let _ = CHECK(Unstructured::new(data));
});
