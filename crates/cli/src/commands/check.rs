//! `satdoku check`: the verdict of each puzzle.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use satdoku::Deadline;
use satdoku::sat::ProofFormat;
use satdoku_answer::{Asker, Certified, CheckRow, Failure, certify};
use satdoku_text::Record;

use super::repair::repairs_text;

use crate::command::{
    ANSWERS, Answer, Asked, Command, Exit, Extras, Format, Formats, NoAnswer, Outcome, Records,
    Reply, Terminal,
};
use crate::index::IndexedFolder;
use crate::options::heading::{ANSWER, OUTPUT};
use crate::options::limits::ConfirmedSearchArgs;
use crate::reply::Piece;
use crate::verdict_text::verdict_text;

/// Tell whether each puzzle has one solution, several or none
///
/// A terminal also shows repairs, as far as they are found within about a second. `satdoku repair` looks for
/// all of them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  satdoku check puzzles.txt                       unique, multiple or none
  satdoku check --redundant puzzle.txt            is it minimal?
  satdoku check puzzles.csv -o verdicts.csv")]
pub struct Check {
    /// List the redundant givens and constraints
    ///
    /// Any one of them can be removed from a unique puzzle.
    #[arg(long, help_heading = ANSWER)]
    redundant: bool,

    /// Write a proof of each verdict to this folder
    ///
    /// An independent checker can then confirm the verdicts. The certificates of an earlier run in the
    /// folder are replaced.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT, hide_short_help = true)]
    certify: Option<PathBuf>,

    /// Set the format of the proofs
    #[arg(long, value_name = "FORMAT", default_value = "drat", requires = "certify",
          help_heading = OUTPUT, hide_short_help = true)]
    proof: Proof,

    /// The folder of the certificates.
    #[arg(skip)]
    certificates: Option<IndexedFolder>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Proof {
    /// DRAT as text
    Drat,
    /// DRAT in binary
    BinaryDrat,
}

impl Proof {
    fn format(self) -> ProofFormat {
        match self {
            Proof::Drat => ProofFormat::Drat,
            Proof::BinaryDrat => ProofFormat::BinaryDrat,
        }
    }
}

/// Returns true for the names of the files of a run: `000001.cnf`, `index.jsonl`.
fn is_certificate(name: &str) -> bool {
    match name.split_once('.') {
        Some(("index", "jsonl")) => true,
        Some((number, "cnf" | "drat" | "solution" | "solutions")) => {
            number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

impl Command for Check {
    const FORMATS: Formats = ANSWERS;

    type Row = CheckRow;
    type Search = ConfirmedSearchArgs;

    fn start(&mut self, records: &Records, _: &Terminal) -> anyhow::Result<Extras> {
        let mut index = None;
        if let Some(folder) = &self.certify {
            records.input.require_file()?;
            let (folder, file) =
                IndexedFolder::create(folder, "index.jsonl", &records.paths, is_certificate)?;
            index = Some(file);
            self.certificates = Some(folder);
        }
        Ok(Extras {
            index,
            ..Extras::default()
        })
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<CheckRow> {
        let puzzle = asked.puzzle;
        // Quick repairs are for a person at a terminal.
        let has_repairs = asked.grids.format == Format::Text && asked.grids.terminal.is_terminal;
        let found = if self.redundant {
            asker.check_redundant(puzzle)
        } else if has_repairs && puzzle.layout().cell_count() <= 81 {
            asker.check_and_repair(puzzle)
        } else {
            asker.check(puzzle)
        };
        let exit = self.certify(asked, found.as_ref().ok(), asker.deadline())?;
        let row = found?;
        let mut outcome = Outcome::of_verdict(row.verdict.verdict, &row.cost);
        outcome.exit.add(exit);
        if self.lacks_minimality(&row) {
            outcome.exit.add(Exit::Negative);
        }
        Ok((row, outcome))
    }

    fn skip(&self, number: usize, record: &Record, reply: &Reply<'_>) {
        if let Some(folder) = &self.certificates {
            let files = folder.files(number);
            let line = files.json_line(record, "invalid", &Certified::default());
            reply.push(Piece::Index(line));
        }
    }

    fn show(&self, asked: &Asked<'_>, row: &CheckRow) {
        let error = row.error.as_deref();
        let (note, error) = match &row.redundant {
            Some(clues) if clues.is_empty() => (", minimal".to_string(), error),
            Some(clues) => {
                let clues = clues.join(", ");
                let note = format!(", any one of these can be removed: {clues}");
                (note, error)
            }
            None if self.lacks_minimality(row) => {
                let limit = error.unwrap_or_default();
                (format!(", not known whether minimal: {limit}"), None)
            }
            None => (String::new(), error),
        };
        let terminal = &asked.grids.terminal;
        let mut text = verdict_text(asked, &row.verdict, error, &row.cost, &note);
        if let Some(repairs) = &row.repairs {
            text += &terminal.wrap(&repairs_text(&repairs.repairs));
            if let Some(limit) = &repairs.limit {
                text += &format!("  {limit}: `satdoku repair` looks for other repairs\n");
            }
        }
        asked.reply.text(text);
    }

    fn hidden(&self) -> Vec<&'static str> {
        match self.redundant {
            true => Vec::new(),
            false => vec!["minimal", "redundant"],
        }
    }
}

impl Check {
    /// Returns true if a limit was reached before all redundant clues were known.
    fn lacks_minimality(&self, row: &CheckRow) -> bool {
        self.redundant && row.verdict.verdict == "unique" && row.redundant.is_none()
    }

    /// Writes the certificate of a verdict, which is unknown if there is none.
    fn certify(
        &self,
        asked: &Asked<'_>,
        row: Option<&CheckRow>,
        deadline: Option<&Deadline>,
    ) -> Result<Exit, NoAnswer> {
        let Some(folder) = &self.certificates else {
            return Ok(Exit::Success);
        };
        let mut files = folder.files(asked.number);
        let certified = match row {
            Some(row) => certify(
                asked.puzzle,
                &row.verdict,
                self.proof.format(),
                deadline,
                &mut files,
            ),
            None => Ok(Certified::default()),
        };
        let certified = certified.map_err(anyhow::Error::new)?;
        let verdict = row.map_or("unknown", |row| row.verdict.verdict);
        let line = files.json_line(asked.record, verdict, &certified);
        asked.reply.push(Piece::Index(line));
        Ok(match certified.failure {
            None => Exit::Success,
            Some(failure @ Failure::Unanswered(_)) => {
                asked.message(&failure.to_string());
                Exit::Negative
            }
            Some(failure) => {
                asked.reply.error(failure.report());
                Exit::Bug
            }
        })
    }
}
