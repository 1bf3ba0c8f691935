//! `satdoku minimise`: puzzles without redundant givens.

use clap::Args;
use satdoku::board::{Layout, Puzzle};
use satdoku::task::{Answer, Clue, Limit, QuestionError, Session, Verdict, Witness};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::options::given::GivenOptions;
use crate::options::heading::ANSWER;
use crate::options::output::{Printing, PrintingArgs};
use crate::options::records::RecordArgs;
use crate::options::search::{ConfirmedSearch, ConfirmedSearchArgs};
use crate::output::Output;
use crate::records::{Failure, Question, RecordCommand, RecordOutput};
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Tally;

/// Remove redundant givens from each puzzle
///
/// A given is redundant if the puzzle has one solution without it; with --constraints, drawn
/// constraints such as cages are removed instead.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku minimise puzzle.txt                    a minimal puzzle
  satdoku minimise --all-redundant puzzle.txt    redundant givens
  satdoku minimise --witnesses puzzle.txt        why the others are needed
  satdoku minimise --constraints puzzle.txt      no redundant cages")]
pub struct MinimiseArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    #[command(flatten)]
    printing: PrintingArgs,

    /// Try givens in another order, for another minimal puzzle
    #[arg(long, value_name = "N", conflicts_with = "all_redundant", help_heading = ANSWER)]
    seed: Option<u64>,

    /// List the redundant givens instead of removing any
    ///
    /// Any one of them could be removed.
    #[arg(long, help_heading = ANSWER)]
    all_redundant: bool,

    /// Remove redundant constraints instead of givens
    ///
    /// Marks that exempt cells from a negative constraint are kept.
    #[arg(long, help_heading = ANSWER)]
    constraints: bool,

    /// Show a second solution without each remaining given
    #[arg(long, help_heading = ANSWER)]
    witnesses: bool,
}

/// The checked options.
struct Minimise {
    search: ConfirmedSearch,
    printing: Printing,
    seed: Option<u64>,
    only_lists: bool,
    of_constraints: bool,
    has_witnesses: bool,
}

/// The answer about a puzzle.
struct Minimised {
    /// The minimal puzzle, unless redundant clues are only listed.
    minimal: Option<Puzzle>,
    /// The clues that were removed, or that are redundant.
    redundant: Vec<Clue>,
    witnesses: Vec<Witness>,
}

impl MinimiseArgs {
    /// Minimises every record.
    pub fn run(self, given: &GivenOptions, output: &mut Output) -> anyhow::Result<Exit> {
        if self.all_redundant && !self.printing.has_rows() {
            let grids = ["format", "ascii", "answers", "per_page", "paper", "title"];
            given.refuse(
                &grids,
                "with --all-redundant, except --format jsonl and csv",
            )?;
        }
        let search = self.engine.checked()?;
        let printing = self.printing.checked(output)?;
        let rows = printing.row_format().map(|format| {
            let (answer, witnesses) = (["minimal", "removed"], ["witnesses"]);
            let answer = if self.all_redundant {
                &["redundant"][..]
            } else {
                &answer
            };
            let witnesses = if self.witnesses { &witnesses[..] } else { &[] };
            let report = if search.has_report() {
                &["report"][..]
            } else {
                &[]
            };
            let rows = AnswerRows::new(
                format,
                &[answer, witnesses, &["error", "confirmed"], report].concat(),
            );
            match self.all_redundant {
                true => rows,
                false => rows.with_answer_field("minimal"),
            }
        });
        let minimise = Minimise {
            search,
            printing,
            seed: self.seed,
            only_lists: self.all_redundant,
            of_constraints: self.constraints,
            has_witnesses: self.witnesses,
        };
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        self.records.checked().run(minimise, layout, output)
    }
}

impl RecordCommand for Minimise {
    type State = Session;

    fn state(&self) -> Session {
        self.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        question: &Question<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Tally, Failure> {
        let (puzzle, form) = question.puzzle()?;
        let layout = puzzle.layout();
        let answer = self.minimise(session, puzzle)?;
        let found = &answer.outcome;
        if let Some(minimal) = &found.minimal {
            self.printing.require_expressible(minimal)?;
        }
        let mut row = found.fields(layout);
        row["confirmed"] = json!(answer.confirmation);
        row["report"] = json!(answer.report);
        question.write(&row, reply, |reply| {
            let place = question.place();
            match &found.minimal {
                Some(minimal) => {
                    self.printing.print(
                        question.number,
                        minimal,
                        None,
                        form,
                        minimal.givens(),
                        reply,
                    );
                    if self.of_constraints && !found.redundant.is_empty() {
                        let removed = found.redundant_texts(layout).join(", ");
                        reply.message(format_args!("{place}removed {removed}"));
                    }
                }
                None if found.redundant.is_empty() => reply.text(format!("{place}minimal\n")),
                None => {
                    let names = found.redundant_texts(layout);
                    let names = names.join(if self.of_constraints { ", " } else { " " });
                    reply.text(format!("{place}any one of these can be removed: {names}\n"));
                }
            }
            for Witness { clue, other } in found.witnesses.iter().filter(|_| self.has_witnesses) {
                reply.text(format!("  without {} also {other}\n", clue.text(layout)));
            }
            self.search.report_remarks(question.record, &answer, reply);
        });
        let outcome = match (&found.minimal, &found.redundant[..]) {
            (Some(_), [_, ..]) => "minimised",
            (None, [_, ..]) => "redundant",
            (_, []) => "minimal",
        };
        Ok(Tally {
            needed_solver: true,
            ..Tally::new(Exit::Success, outcome)
        })
    }
}

impl Minimise {
    fn minimise(
        &self,
        session: &mut Session,
        puzzle: &Puzzle,
    ) -> Result<Answer<Minimised>, Failure> {
        if self.only_lists {
            let answer = match self.of_constraints {
                true => session.needed_constraints(puzzle),
                false => session.needs(puzzle),
            };
            let answer = answer.map_err(|error| failure(puzzle, error))?;
            return Ok(answer.map(|needs| Minimised {
                minimal: None,
                redundant: needs.redundant,
                witnesses: needs.witnesses,
            }));
        }
        let answer = match self.of_constraints {
            true => session.minimise_constraints(puzzle, self.seed),
            false => session.minimise(puzzle, self.seed),
        };
        let answer = answer.map_err(|error| failure(puzzle, error))?;
        Ok(answer.map(|minimal| Minimised {
            minimal: Some(minimal.puzzle),
            redundant: minimal.removed,
            witnesses: minimal.witnesses,
        }))
    }
}

impl Minimised {
    fn redundant_texts(&self, layout: &Layout) -> Vec<String> {
        self.redundant
            .iter()
            .map(|clue| clue.text(layout))
            .collect()
    }

    /// Returns the fields of a row.
    fn fields(&self, layout: &Layout) -> Value {
        let redundant = self.redundant_texts(layout);
        let witnesses = self.witnesses.iter().map(|Witness { clue, other }| {
            let kind = match clue {
                Clue::Given(_) => "given",
                Clue::Constraint(_) => "constraint",
            };
            json!({ kind: clue.text(layout), "solution": other.to_string() })
        });
        let mut fields = match &self.minimal {
            Some(minimal) => {
                // The other fields of the row have the rules, but not these pencil marks.
                let marks = minimal.removed_line().map(|line| format!("; {line}"));
                let minimal = minimal.givens().to_string() + &marks.unwrap_or_default();
                json!({ "minimal": minimal, "removed": redundant })
            }
            None => json!({ "redundant": redundant }),
        };
        fields["witnesses"] = witnesses.collect();
        fields
    }
}

/// Returns why a puzzle without exactly one known solution cannot be minimised.
fn failure(puzzle: &Puzzle, error: QuestionError) -> Failure {
    let verdict = match error {
        QuestionError::Verdict(answer) => answer.outcome,
        QuestionError::Task(error) => return error.into(),
    };
    Failure::Unanswered(match verdict {
        Verdict::Unknown(Limit::Size) => {
            let n = puzzle.size();
            format!("expected a board up to 50x50, found {n}x{n}")
        }
        Verdict::Unknown(limit) => limit.to_string(),
        Verdict::None(conflict) => {
            format!("expected a puzzle with one solution: it has no solution: {conflict}")
        }
        Verdict::Unique(_) | Verdict::Multiple(_) => {
            "expected a puzzle with one solution: it has more than one solution".to_string()
        }
    })
}
