//! Integration tests of reading and drawing.

mod boards;
mod never_wrong;
mod pasted;
mod pictures;
mod region_maps;
mod tables;
#[path = "../../../../src/testing.rs"]
mod testing;
mod text;
