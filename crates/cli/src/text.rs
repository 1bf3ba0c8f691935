//! Text for people that several commands share.

use satdoku::board::{Candidate, Geometry, Grid, Puzzle};
use satdoku::task::{Answer, Confirmation, Conflict, Limit, Verdict};
use satdoku_explain::Step;
use satdoku_text::{Form, Record, write_variables};

use super::message::place_of;
use super::reply::Reply;
use super::terminal::wrap;

/// Reports that a puzzle has no solution.
pub fn report_no_solution(record: &Record, conflict: &Conflict, reply: &mut Reply<'_>) {
    reply.message(format_args!("{}no solution: {conflict}", place_of(record)));
}

/// Reports that an engine gave up.
pub fn report_unknown(record: &Record, limit: &Limit, reply: &mut Reply<'_>) {
    reply.message(format_args!("{}unknown: {limit}", place_of(record)));
}

/// Returns the limit at which the confirmation of an answer gave up.
fn unconfirmed<T>(answer: &Answer<T>) -> Option<String> {
    match answer.confirmation {
        Confirmation::GaveUp(limit) => Some(format!("not confirmed: mrv {limit}")),
        Confirmation::Confirmed | Confirmation::NotAsked => None,
    }
}

/// Reports that an answer could not be confirmed.
pub fn report_unconfirmed<T>(record: &Record, answer: &Answer<T>, reply: &mut Reply<'_>) {
    if let Some(unconfirmed) = unconfirmed(answer) {
        reply.message(format_args!("{}{unconfirmed}", place_of(record)));
    }
}

/// Returns a verdict in words, followed by a note, by a remark if it could not be confirmed, and by the two
/// solutions of a puzzle that has several.
pub fn verdict_text(
    record: &Record,
    puzzle: &Puzzle,
    form: Form,
    answer: &Answer<Verdict>,
    note: &str,
) -> String {
    let mut text = place_of(record);
    text += answer.outcome.name();
    match &answer.outcome {
        Verdict::Unique(_) | Verdict::Multiple(_) => {}
        Verdict::Unsolvable(conflict) => text += &format!(": {conflict}"),
        Verdict::Unknown(limit) => text += &format!(": {limit}"),
    }
    text += note;
    if let Some(unconfirmed) = unconfirmed(answer) {
        text += &format!(" ({unconfirmed})");
    }
    text.push('\n');
    let mut text = wrap(&text);
    if let Verdict::Multiple([one, other]) = &answer.outcome {
        text += &two_solutions(puzzle, form, one, other);
    }
    text
}

/// Returns two solutions and the cells in which they differ.
fn two_solutions(puzzle: &Puzzle, form: Form, one: &Grid, other: &Grid) -> String {
    let mut text = String::new();
    for (title, grid) in [("one solution", one), ("another", other)] {
        let written = form.write(grid, puzzle.layout().shape()) + &write_variables(grid);
        if written.lines().count() == 1 {
            text += &format!("  {title:<12} {written}");
        } else {
            text += &format!("  {title}:\n");
            text.extend(written.lines().map(|line| format!("    {line}\n")));
        }
    }
    let cells = one.differences(other);
    let names: Vec<String> = cells
        .map(|cell| cell.name(puzzle.geometry()).to_string())
        .collect();
    text + &format!("  they differ in {}\n", names.join(" "))
}

/// Returns the names of givens.
pub fn names(givens: &[Candidate], board: &Geometry) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(board).to_string());
    names.collect()
}

/// Returns the facts of a step as a list in words.
pub fn facts_in_words(step: &Step) -> String {
    match &step.fact_names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.join(""),
    }
}
