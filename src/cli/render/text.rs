//! Text, as people read it: what several commands say in the same words.

use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::Report;
use satdoku::format::{Form, Record};
use satdoku::task::{Answer, Conflict, Limit, Verdict};

use super::{NoAnswer, Renderer};
use crate::cli::command::{Command, Question, place_of};
use crate::cli::output::Reply;

pub struct Text;

impl<C: Command> Renderer<C> for Text {
    fn answered(
        &self,
        command: &C,
        question: &Question<'_>,
        answer: &C::Answer,
        reply: &mut Reply<'_>,
    ) {
        command.text(question, answer, reply);
    }

    fn unanswered(&self, _: &C, record: &Record, why: &NoAnswer, reply: &mut Reply<'_>) {
        match why {
            NoAnswer { is_said: true, .. } => {}
            // The error of an invalid record says where it is.
            NoAnswer { error, .. } if record.content.is_err() => reply.say(error),
            NoAnswer { error, .. } => reply.say(format_args!("{}{error}", place_of(record))),
        }
    }
}

/// Says that a puzzle has no solution.
pub fn say_no_solution(record: &Record, conflict: &Conflict, reply: &mut Reply<'_>) {
    reply.say(format_args!("{}no solution: {conflict}", place_of(record)));
}

/// Says that an engine gave up.
pub fn say_unknown(record: &Record, limit: &Limit, reply: &mut Reply<'_>) {
    reply.say(format_args!("{}unknown: {limit}", place_of(record)));
}

/// A verdict in words, with a note behind it and remarks in parentheses, and with two solutions
/// where there are two.
pub fn verdict_text(
    record: &Record,
    puzzle: &Puzzle,
    form: Form,
    answer: &Answer<Verdict>,
    note: &str,
    remarks: &[String],
) -> String {
    let mut text = place_of(record);
    text += answer.outcome.name();
    match &answer.outcome {
        Verdict::Unique(_) | Verdict::Multiple(_) => {}
        Verdict::None(conflict) => text += &format!(": {conflict}"),
        Verdict::Unknown(limit) => text += &format!(": {limit}"),
    }
    text += note;
    for remark in remarks {
        text += &format!(" ({remark})");
    }
    text.push('\n');
    if let Verdict::Multiple([one, other]) = &answer.outcome {
        text += &two_solutions(puzzle, form, one, other);
    }
    text
}

/// Two solutions and where they differ.
fn two_solutions(puzzle: &Puzzle, form: Form, one: &Grid, other: &Grid) -> String {
    let mut text = String::new();
    for (title, grid) in [("one solution", one), ("another", other)] {
        let written = form.write(grid, puzzle.layout().shape());
        if written.lines().count() == 1 {
            text += &format!("  {title:<12} {written}");
        } else {
            text += &format!("  {title}:\n");
            text.extend(written.lines().map(|line| format!("    {line}\n")));
        }
    }
    let cells = one.differences(other);
    let names: Vec<String> = cells
        .map(|cell| cell.name(puzzle.size()).to_string())
        .collect();
    text + &format!("  they differ in {}\n", names.join(" "))
}

/// What an answer cost, in words.
pub fn cost(report: &Report) -> String {
    let work = &report.work;
    let probes = match work.probes {
        0 => String::new(),
        probes => format!("{probes} probes, "),
    };
    match (work.solver_calls, work.nodes) {
        (0, 0) if work.probes == 0 => "propagation alone".to_string(),
        (0, 0) => format!("{probes}no solver call"),
        (0, nodes) => format!(
            "{nodes} nodes, {} guesses, {} updates",
            work.guesses, work.updates
        ),
        (calls, _) => format!("{probes}{calls} solver calls, {} clauses", work.clauses),
    }
}

/// The names of givens, as a person reads them.
pub fn names(givens: &[Candidate], size: usize) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(size).to_string());
    names.collect()
}

/// A solution as text or, on standard error, that there is none.
pub fn solution_text(
    question: &Question<'_>,
    answer: &Answer<satdoku::task::Solution>,
    printing: crate::cli::args::output::Printing,
    reply: &mut Reply<'_>,
) {
    use satdoku::task::Solution;
    match &answer.outcome {
        Solution::Found(grid) => printing.write(question, question.puzzle, grid, reply),
        Solution::None(conflict) => say_no_solution(question.record, conflict, reply),
        Solution::Unknown(limit) => say_unknown(question.record, limit, reply),
    }
}
