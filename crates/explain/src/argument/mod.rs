//! Arguments: the proof of a step in words.
//!
//! Techniques have their usual wording. In a forcing net each conclusion is proved by contradiction:
//! facts with one candidate left, facts whose candidates all exclude another one and, if there are
//! neither, the cases of the fact with the fewest candidates. Only lines that contribute to the
//! contradiction are included.

mod drawn_argument;
mod indirect_proof;

use std::fmt::Write;

use super::fact::{DeadlyPattern, Fact, sorted_set};
use super::position::{Position, Tables};
use super::techniques::als::AlsXz;
use super::techniques::chain::Chain;
use super::techniques::fish::{Fish, Orientation};
use super::techniques::sue_de_coq::SueDeCoq;
use super::techniques::technique::Technique;
use super::techniques::wing::Wing;
use super::wording::{
    capital, cell_names, cells, digits, eliminated, house_name, join, names, nothing_left, options,
    subject,
};
use drawn_argument::{drawn_text, sum_conclusion, sums_text};
use indirect_proof::IndirectProver;
use satdoku::board::{Candidate, Cell, Digit, Geometry, HouseKind, Layout};

/// The number of conclusions up to which each has a proof of its own, unless it is a long one.
const MOST_ARGUED: usize = 3;

/// The most other conclusions that are named after the proof of the first.
const MOST_NAMED: usize = 6;

/// The proof of a step.
pub(super) struct Argument {
    pub text: String,
    /// The chains in Eureka notation.
    pub notation: Option<String>,
}

/// Returns the argument of a step with these facts and their candidates.
pub(super) fn argue(
    tables: &Tables,
    position: &Position,
    technique: Technique,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> Argument {
    let layout = &tables.layout;
    let board = layout.geometry();
    if let [(Fact::OneSolution(pattern), extras), others @ ..] = facts {
        let mut text = unique_text(*pattern, extras, board);
        text += &match others {
            [] if places.is_empty() => {
                format!(" So {}.", join(&eliminated(eliminates, board), "and"))
            }
            [] => String::new(),
            _ => format!(" {}", contradictions(tables, facts, places, eliminates)),
        };
        return Argument {
            text,
            notation: None,
        };
    }
    if technique.is_drawn() {
        let text = match facts {
            [(Fact::Constraint(number), members)] => {
                drawn_text(tables, *number, members, places, eliminates)
            }
            [(Fact::Sum(_), members)] => {
                sum_conclusion(position, members, places, eliminates, board)
            }
            _ => combined(tables, facts, places, eliminates),
        };
        let text = sums_text(layout, position, facts) + &text;
        return Argument {
            text: text.trim_end().to_string(),
            notation: None,
        };
    }
    let is_wing = matches!(technique, Technique::XyWing | Technique::WWing);
    if !is_wing && !technique.is_chain() {
        let text = text(tables, technique, facts, places, eliminates);
        return Argument {
            text,
            notation: None,
        };
    }
    let (argued, others) = chains(layout, facts, eliminates);
    let notation: Vec<String> = argued.iter().map(|argued| argued.notation(board)).collect();
    let text = if is_wing {
        text(tables, technique, facts, places, eliminates)
    } else {
        let texts = argued
            .iter()
            .map(|argued| argued.chain.to_text(&argued.targets, layout));
        let rest = contradictions(tables, facts, places, &others);
        texts
            .chain([rest])
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    Argument {
        text,
        notation: (!notation.is_empty()).then(|| notation.join("; ")),
    }
}

/// Returns why one of the other candidates in the cells of a deadly pattern holds.
fn unique_text(pattern: DeadlyPattern, extras: &[Candidate], board: &Geometry) -> String {
    match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let [one, other] = digits.map(|digit| board.value(digit));
            let cells = cell_names(&cells, board);
            let holds = match extras {
                [extra] => {
                    format!("{} is {}", extra.cell.name(board), board.value(extra.digit))
                }
                _ => format!("another digit is there, {}", names(extras, board, "or")),
            };
            format!(
                "If {cells} had only {one} and {other}, exchanging these two digits would give a \
                 second solution. As there is only one, {holds}."
            )
        }
        DeadlyPattern::AllBut(Candidate { cell, digit }) => {
            let (cell, digit) = (cell.name(board), board.value(digit));
            format!(
                "Apart from {digit} at {cell}, every open cell has two digits left, and every digit has \
                 two places in each house where it is open. If {cell} were not {digit}, changing all of \
                 these cells to their other digit would give a second solution. As there is only one, \
                 {cell} is {digit}."
            )
        }
    }
}

/// Returns the argument of a technique in words.
fn text(
    tables: &Tables,
    technique: Technique,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let layout = &tables.layout;
    let board = layout.geometry();
    match (technique, facts) {
        (Technique::Contradiction, [(fact, _)]) => {
            format!("{}.", capital(&nothing_left(*fact, layout)))
        }
        (Technique::HiddenSingle, [(Fact::House(house, digit), members)]) => {
            let house = house_name(*house, layout);
            let (place, digit) = (members[0].cell.name(board), board.value(*digit));
            format!("In {house}, {digit} has one place left: {place}.")
        }
        (Technique::NakedSingle, [(_, members)]) => {
            let Candidate { cell, digit } = members[0];
            let digit = board.value(digit);
            format!("{} has one digit left: {digit}.", cell.name(board))
        }
        (Technique::Pointing | Technique::Claiming, [(Fact::House(house, digit), members)]) => {
            locked(layout, *house, *digit, members, eliminates)
        }
        (_, [(fact, members)]) => format!(
            "{} is {}. Each of these excludes {}.",
            subject(*fact, layout),
            options(*fact, members, board),
            names(eliminates, board, "and")
        ),
        (Technique::NakedSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            format!(
                "{} have only {} left and hold these digits in some order. So a cell that sees all \
                 places of one of them cannot have it.",
                cells(&members, board, "and"),
                digits(&members, board, "and")
            )
        }
        (Technique::HiddenSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            let house = match facts[0].0 {
                Fact::House(house, _) => house_name(house, layout),
                fact => fact.name(layout).to_string(),
            };
            format!(
                "In {house}, {} can only be at {}. These cells hold them in some order, and nothing \
                 else.",
                digits(&members, board, "and"),
                cells(&members, board, "and")
            )
        }
        _ if places.is_empty() => pattern(layout, technique, facts, eliminates)
            .unwrap_or_else(|| contradictions(tables, facts, places, eliminates)),
        _ => contradictions(tables, facts, places, eliminates),
    }
}

/// Returns the argument of a fish, wing or pattern of locked sets in words.
fn pattern(
    layout: &Layout,
    technique: Technique,
    facts: &[(Fact, Vec<Candidate>)],
    eliminates: &[Candidate],
) -> Option<String> {
    let board = layout.geometry();
    match (technique, facts) {
        (Technique::Fish(_) | Technique::FinnedFish(_) | Technique::SashimiFish(_), _) => {
            let [(Fact::House(kind, _), _), ..] = facts else {
                return None;
            };
            let fish = Fish::of_lines(layout, Orientation::of(*kind)?, facts, eliminates)?;
            Some(fish.to_text(facts, eliminates, layout))
        }
        (Technique::FrankenFish(_) | Technique::FinnedFrankenFish(_), _) => {
            Some(Fish::franken(layout, facts, eliminates)?.to_text(facts, eliminates, layout))
        }
        (Technique::MutantFish(_) | Technique::FinnedMutantFish(_), _) => {
            Some(Fish::mutant(layout, facts, eliminates)?.to_text(facts, eliminates, layout))
        }
        (Technique::SueDeCoq, _) => Some(SueDeCoq::new(layout, facts)?.to_text(eliminates, layout)),
        (Technique::XyWing | Technique::XyzWing | Technique::WWing, _) => {
            Some(Wing::new(layout, facts, eliminates)?.to_text(eliminates, layout))
        }
        (Technique::AlsXz, _) => {
            Some(AlsXz::new(layout, facts, eliminates)?.to_text(eliminates, board))
        }
        _ => None,
    }
}

fn locked(
    layout: &Layout,
    house: HouseKind,
    digit: Digit,
    members: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let house = house_name(house, layout);
    let digit = layout.geometry().value(digit);
    let all: Vec<Cell> = members.iter().chain(eliminates).map(|c| c.cell).collect();
    let mut shared = layout.houses().iter().map(|h| (h.kind, &h.cells));
    let cover = shared.find(|(kind, cells)| {
        house_name(*kind, layout) != house && all.iter().all(|cell| cells.contains(cell))
    });
    let cover = cover.map_or_else(String::new, |(kind, _)| house_name(kind, layout));
    format!(
        "In {house}, {digit} can only be at {}. These cells are all in {cover}, so {digit} is \
         nowhere else in {cover}.",
        cells(members, layout.geometry(), "or")
    )
}

/// A chain and the candidates that it refutes.
struct Argued {
    chain: Chain,
    targets: Vec<Candidate>,
}

/// Returns chains that refute as many of the candidates as possible, and the other candidates.
fn chains(
    layout: &Layout,
    facts: &[(Fact, Vec<Candidate>)],
    eliminates: &[Candidate],
) -> (Vec<Argued>, Vec<Candidate>) {
    let mut argued: Vec<Argued> = Vec::new();
    let mut others = Vec::new();
    for target in eliminates {
        let mut known = argued.iter_mut();
        if let Some(argued) = known.find(|argued| argued.chain.refutes(layout, *target)) {
            argued.targets.push(*target);
        } else if let Some(chain) = Chain::refuting(layout, facts, *target)
            .or_else(|| Chain::refuting_with_fewer(layout, facts, *target))
        {
            argued.push(Argued {
                chain,
                targets: vec![*target],
            });
        } else {
            others.push(*target);
        }
    }
    (argued, others)
}

impl Argued {
    /// Returns the chain and its conclusion in Eureka notation.
    fn notation(&self, board: &Geometry) -> String {
        let digits = sorted_set(self.targets.iter().map(|target| target.digit));
        let concluded = digits.iter().map(|digit| {
            let of_digit = self.targets.iter().filter(|target| target.digit == *digit);
            let cells: Vec<String> = of_digit.map(|c| c.cell.name(board).to_string()).collect();
            format!("{}<>{}", cells.join(","), board.value(*digit))
        });
        let concluded = concluded.collect::<Vec<_>>().join(", ");
        format!("{} => {concluded}", self.chain.notation(board))
    }
}

/// Returns the argument of a step of several facts with drawn constraints: which to combine, and a proof by
/// contradiction.
fn combined(
    tables: &Tables,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let subjects = facts.iter().map(|(fact, _)| subject(*fact, &tables.layout));
    let (first, others): (String, Vec<String>) = match subjects.collect::<Vec<_>>().split_first() {
        Some((first, others)) => (first.clone(), others.to_vec()),
        None => return String::new(),
    };
    format!(
        "Combine {first} with {}. {}",
        join(&others, "and"),
        contradictions(tables, facts, places, eliminates)
    )
}

/// Proves conclusions by contradiction: all of them if they are few and the proofs are short, otherwise the
/// first.
fn contradictions(
    tables: &Tables,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let mut text = String::new();
    let board = tables.layout.geometry();
    let denied = places.iter().map(|placed| (*placed, false));
    let denied = denied.chain(eliminates.iter().map(|other| (*other, true)));
    let denied: Vec<(Candidate, bool)> = denied.collect();
    let mut argued = 0;
    let mut previous = None;
    for (candidate, holds) in &denied {
        if argued > 0 && (denied.len() > MOST_ARGUED || text.contains(" Case 1")) {
            break;
        }
        argued += 1;
        let Candidate { cell, digit } = candidate;
        let (cell, digit) = (cell.name(board), board.value(*digit));
        let (is, is_not) = if *holds {
            ("is", "is not")
        } else {
            ("is not", "is")
        };
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}If {cell} {is} {digit}");
        let prover = IndirectProver::new(tables, facts, *candidate);
        let follows = prover.prove(*holds).to_text(&prover, "");
        if previous.as_ref() == Some(&follows) {
            text.push_str(", the same follows.");
        } else {
            text.push_str(&follows);
            previous = Some(follows);
        }
        let _ = write!(text, " So {cell} {is_not} {digit}.");
    }
    let others = &denied[argued..];
    let candidates: Vec<Candidate> = others.iter().map(|(candidate, _)| *candidate).collect();
    match others {
        [] => {}
        [(_, true), ..] if others.len() <= MOST_NAMED => {
            let _ = write!(
                text,
                " The same facts also exclude {}.",
                names(&candidates, board, "and")
            );
        }
        _ => text.push_str(" The other conclusions follow from the same facts."),
    }
    text
}
