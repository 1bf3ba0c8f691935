//! Large boards: the time of each step.

use std::path::Path;
use std::time::Instant;

use satdoku::engine::Budget;
use satdoku::engine::mrv::Mrv;
use satdoku::task::{Session, Verdict};

use crate::program::peak_memory;
use crate::steps::{STEPS, Steps, puzzles};
use crate::{Outcome, files, median, name};

/// Measures ms for each step, by board; `-` means that the confirmation gave up.
pub fn table(data: &Path) -> Outcome<String> {
    let mut text = format!(
        "| | n | givens | clauses | {} | confirm | MiB |\n|{}\n",
        STEPS.join(" | "),
        "---|".repeat(STEPS.len() + 6)
    );
    for file in files(data, "large")? {
        for puzzle in puzzles(&file)? {
            let runs: Vec<Steps> = (0..3)
                .map(|_| Steps::of(&puzzle))
                .collect::<Result<_, _>>()?;
            let of_step = |step: usize| runs.iter().map(|run| run.seconds[step] * 1e3).collect();
            let millis: Vec<String> = (0..STEPS.len())
                .map(|step| format!("{:.1}", median(of_step(step))))
                .collect();
            let budget = Budget::of_nodes(Session::confirmation_nodes(&puzzle));
            let mut session = Session::new(Box::new(Mrv::default()))
                .with_budget(budget)
                .without_reasons();
            let start = Instant::now();
            let verdict = session.check(&puzzle)?.outcome;
            let confirm = start.elapsed().as_secs_f64() * 1e3;
            let gave_up = if matches!(verdict, Verdict::Unknown(_)) {
                " -"
            } else {
                ""
            };
            text += &format!(
                "| {} | {} | {} | {} | {} | {confirm:.1}{gave_up} | {:.0} |\n",
                name(&file),
                puzzle.geometry().rows(),
                puzzle.givens().filled().count(),
                runs[0].clauses,
                millis.join(" | "),
                peak_memory(&["solve", "--no-confirm", &file.to_string_lossy()])?,
            );
        }
    }
    Ok(text)
}
