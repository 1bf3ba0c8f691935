//! Printed pages: puzzles with their numbers, and all solutions on the last page.

use std::fmt::Write;

use super::svg::side_and_rest;

/// The width and height of a page of A4, in tenths of a millimetre. [`pages`] tells a browser that
/// prints the document to break it there.
const PAGE: (usize, usize) = (2100, 2970);
const MARGIN: usize = 150;
/// Between pictures, with room for a number above each.
const GAP: usize = 90;

/// One SVG document with pages below each other. Of each puzzle there is its number and two
/// pictures: without and with its solution.
pub fn pages(puzzles: &[(u64, [String; 2])], per_page: usize) -> String {
    let mut pages: Vec<String> = puzzles
        .chunks(per_page)
        .map(|on_page| page(on_page, 0, per_page))
        .collect();
    let heading = format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"50\">Solutions</text>\n",
        PAGE.0 / 2 - MARGIN,
        MARGIN * 3 / 4,
    );
    pages.push(heading + &page(puzzles, 1, puzzles.len()));
    let (width, height) = (PAGE.0, pages.len() * PAGE.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}mm\" height=\"{}mm\">\n\
         <style>@page {{ size: 210mm 297mm; margin: 0 }}</style>\n",
        width / 10,
        height / 10
    );
    for (number, page) in pages.iter().enumerate() {
        let y = number * PAGE.1;
        append(
            &mut text,
            format_args!("<g transform=\"translate(0 {y})\">\n{page}</g>\n"),
        );
    }
    text + "</svg>\n"
}

/// Pictures in as many columns and rows as leave them largest.
fn page(puzzles: &[(u64, [String; 2])], which: usize, room: usize) -> String {
    let side_with = |columns: usize| {
        let rows = room.div_ceil(columns);
        let fit = |length: usize, count: usize| (length - 2 * MARGIN) / count;
        fit(PAGE.0, columns)
            .min(fit(PAGE.1, rows))
            .saturating_sub(GAP.min(PAGE.0 / columns / 8))
    };
    let columns = (1..=room).max_by_key(|columns| (side_with(*columns), room - columns));
    let columns = columns.unwrap_or(1);
    let rows = room.div_ceil(columns);
    let (width, height) = (
        (PAGE.0 - 2 * MARGIN) / columns,
        (PAGE.1 - 2 * MARGIN) / rows,
    );
    let side = side_with(columns).max(1);
    let mut text = String::new();
    for (place, (number, pictures)) in puzzles.iter().enumerate() {
        let Some((_, rest)) = side_and_rest(&pictures[which]) else {
            continue;
        };
        let x = MARGIN + place % columns * width + (width - side) / 2;
        let y = MARGIN + place / columns * height + (height - side);
        let letters = (height - side).min(60) * 2 / 3;
        let above = y - letters / 4;
        append(
            &mut text,
            format_args!(
                "<text x=\"{x}\" y=\"{above}\" font-family=\"sans-serif\" \
                 font-size=\"{letters}\">{number}</text>\n\
                 <svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"{rest}"
            ),
        );
    }
    text
}

/// Writing to memory never fails.
fn append(text: &mut String, more: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(more);
}
