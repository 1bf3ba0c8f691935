//! Verdicts in words.

use satdoku::board::Grid;
use satdoku_answer::{Cost, VerdictRow};
use satdoku_text::write_variables;

use super::command::Asked;

/// Returns the remark that an answer could not be confirmed.
fn unconfirmed(cost: &Cost) -> Option<String> {
    let limit = cost.unconfirmed?;
    Some(format!("not confirmed: mrv {limit}"))
}

/// Reports that an answer could not be confirmed.
pub fn report_unconfirmed(asked: &Asked<'_>, cost: &Cost) {
    if let Some(unconfirmed) = unconfirmed(cost) {
        asked.message(&unconfirmed);
    }
}

/// Returns a verdict in words, followed by a note, by a remark if it could not be confirmed, and by the two
/// solutions of a puzzle that has several.
pub fn verdict_text(
    asked: &Asked<'_>,
    verdict: &VerdictRow,
    error: Option<&str>,
    cost: &Cost,
    note: &str,
) -> String {
    let mut text = asked.place() + verdict.verdict;
    let reason = verdict.conflict.as_ref().map(|conflict| &*conflict.reason);
    if let Some(reason) = reason.or(error) {
        text += &format!(": {reason}");
    }
    text += note;
    if let Some(unconfirmed) = unconfirmed(cost) {
        text += &format!(" ({unconfirmed})");
    }
    text.push('\n');
    let mut text = asked.grids.terminal.wrap(&text);
    if let (Some(one), Some(other)) = (verdict.grid(), &verdict.other) {
        text += &two_solutions(asked, one, other);
    }
    text
}

/// Returns two solutions and the cells in which they differ.
fn two_solutions(asked: &Asked<'_>, one: &Grid, other: &Grid) -> String {
    let boxes = asked.puzzle.layout().boxes();
    let mut text = String::new();
    for (title, grid) in [("one solution", one), ("another", other)] {
        let written = asked.form.write(grid, boxes) + &write_variables(grid);
        if written.lines().count() == 1 {
            text += &format!("  {title:<12} {written}");
        } else {
            text += &format!("  {title}:\n");
            text.extend(written.lines().map(|line| format!("    {line}\n")));
        }
    }
    let cells = one.differences(other);
    let names = cells.map(|cell| cell.name(asked.puzzle.geometry()).to_string());
    let names: Vec<String> = names.collect();
    text + &format!("  they differ in {}\n", names.join(" "))
}
