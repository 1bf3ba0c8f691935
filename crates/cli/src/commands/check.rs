//! `satdoku check`: the verdict of each puzzle.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use satdoku::Deadline;
use satdoku::sat::ProofFormat;
use satdoku_answer::{Asker, Certified, CheckRow, Failure, certify};
use satdoku_text::Record;

use super::repair::repairs_text;
use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::index::IndexedFolder;
use crate::options::heading::{ANSWER, OUTPUT};
use crate::options::input::RecordArgs;
use crate::options::limits::{ConfirmedSearchArgs, Search};
use crate::options::output::{Answers, Format, FormatArgs};
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::summary::Outcome;
use crate::terminal::Terminal;
use crate::verdict_text::verdict_text;

/// Tell whether each puzzle has one solution, several or none
///
/// A terminal also shows repairs, as far as they are found within about a second. `satdoku repair` looks for
/// all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku check puzzles.txt                       unique, multiple or none
  satdoku check --redundant puzzle.txt            is it minimal?
  satdoku check puzzles.csv -o verdicts.csv")]
pub struct CheckArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    #[command(flatten)]
    format: FormatArgs<Answers>,

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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Proof {
    /// DRAT as text
    Drat,
    /// DRAT in binary
    BinaryDrat,
}

/// The checked options.
struct Check {
    search: Search,
    has_redundant: bool,
    /// The folder of the certificates.
    certificates: Option<(IndexedFolder, ProofFormat)>,
    terminal: Terminal,
    /// Quick repairs are shown: there is a person at a terminal.
    has_repairs: bool,
}

impl CheckArgs {
    /// Checks every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let records = self.records.checked()?;
        let output = program.open::<Answers>(format, "", &records.paths)?;
        let mut index = None;
        let mut certificates = None;
        if let Some(folder) = &self.certify {
            records.input.require_file()?;
            let (folder, file) =
                IndexedFolder::create(folder, "index.jsonl", &records.paths, is_certificate)?;
            index = Some(file);
            certificates = Some((folder, self.proof.format()));
        }
        let check = Check {
            search: self.engine.checked()?,
            has_redundant: self.redundant,
            certificates,
            terminal: program.terminal,
            has_repairs: format == Format::Text && program.terminal.is_terminal,
        };
        let extras = Extras {
            index: index.as_mut(),
            ..Extras::default()
        };
        let exit = records.run(check, format, extras, output)?;
        index.map(|index| index.finish()).transpose()?;
        Ok(exit)
    }
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
    type Row = CheckRow;
    type State = Asker;

    fn state(&self) -> Asker {
        self.search.asker()
    }

    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        emit: &mut Emit<'_, CheckRow>,
    ) -> Result<Outcome, NoAnswer> {
        let puzzle = asked.puzzle;
        let found = if self.has_redundant {
            asker.check_redundant(puzzle)
        } else if self.has_repairs && puzzle.layout().cell_count() <= 81 {
            asker.check_and_repair(puzzle)
        } else {
            asker.check(puzzle)
        };
        let exit = self.certify(asked, found.as_ref().ok(), asker.deadline(), emit)?;
        let row = found?;
        let mut outcome = Outcome::of_verdict(row.verdict.verdict, &row.cost);
        outcome.exit.add(exit);
        if self.lacks_minimality(&row) {
            outcome.exit.add(Exit::Negative);
        }
        let _ = emit(Answer::Row(row));
        Ok(outcome)
    }

    fn skip(
        &self,
        number: usize,
        record: &Record,
        emit: &mut Emit<'_, CheckRow>,
    ) -> Result<(), NoAnswer> {
        if let Some((folder, _)) = &self.certificates {
            let files = folder.files(number);
            let line = files.json_line(record, "invalid", &Certified::default());
            let _ = emit(Answer::Index(line));
        }
        Ok(())
    }

    fn show(&self, asked: &Asked<'_>, row: &CheckRow, reply: &mut Reply<'_>) {
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
        let (terminal, cost) = (&self.terminal, &row.cost);
        let mut text = verdict_text(asked, &row.verdict, error, cost, &note, terminal);
        if let Some(repairs) = &row.repairs {
            text += &terminal.wrap(&repairs_text(&repairs.repairs));
            if let Some(limit) = &repairs.limit {
                text += &format!("  {limit}: `satdoku repair` looks for other repairs\n");
            }
        }
        reply.text(text);
    }

    fn hidden(&self) -> &'static [&'static str] {
        match self.has_redundant {
            true => &[],
            false => &["minimal", "redundant"],
        }
    }
}

impl Check {
    /// Returns true if a limit was reached before all redundant clues were known.
    fn lacks_minimality(&self, row: &CheckRow) -> bool {
        self.has_redundant && row.verdict.verdict == "unique" && row.redundant.is_none()
    }

    /// Writes the certificate of a verdict, which is unknown if there is none.
    fn certify(
        &self,
        asked: &Asked<'_>,
        row: Option<&CheckRow>,
        deadline: Option<Deadline>,
        emit: &mut Emit<'_, CheckRow>,
    ) -> Result<Exit, NoAnswer> {
        let Some((folder, format)) = &self.certificates else {
            return Ok(Exit::Success);
        };
        let mut files = folder.files(asked.number);
        let certified = match row {
            Some(row) => certify(asked.puzzle, &row.verdict, *format, deadline, &mut files),
            None => Ok(Certified::default()),
        };
        let certified = match certified {
            Ok(certified) => certified,
            Err(error) => return Err(files.error(error).into()),
        };
        let verdict = row.map_or("unknown", |row| row.verdict.verdict);
        let line = files.json_line(asked.record, verdict, &certified);
        let _ = emit(Answer::Index(line));
        Ok(match certified.failure {
            None => Exit::Success,
            Some(failure @ Failure::Unanswered(_)) => {
                let message = format!("{}{failure}", asked.place());
                let _ = emit(Answer::Message(message));
                Exit::Negative
            }
            Some(failure) => {
                let _ = emit(Answer::Error(failure.report()));
                Exit::Bug
            }
        })
    }
}
