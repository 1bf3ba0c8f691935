//! The programs in `examples` run and find what they assert. Their `main` is `pub(crate)` for this.

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
    draw_step: "../../../examples/draw_step.rs",
    generate_and_count: "../../../examples/generate_and_count.rs",
    jigsaw: "../../../examples/jigsaw.rs",
    solve_many: "../../../examples/solve_many.rs",
}
