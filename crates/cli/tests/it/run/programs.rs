//! The programs in the folders `examples` of the crates run and find what they assert. Their `main` is `pub(crate)` for this.

/// Compiles an example into this crate and runs it as a test.
macro_rules! runs {
    ($($name:ident: $path:literal,)*) => {$(
        #[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().unwrap();
        }
    )*};
}

runs! {
    draw_step: "../../../../explain/examples/draw_step.rs",
    generate_and_count: "../../../../generate/examples/generate_and_count.rs",
    jigsaw: "../../../../text/examples/jigsaw.rs",
    solve_many: "../../../../text/examples/solve_many.rs",
}
