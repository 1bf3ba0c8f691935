//! Kinds that say which sets of digits cells hold.

use super::super::super::digit_bits::DigitBits;
use super::super::super::mismatch::Mismatch;
use super::super::filled::FilledBoard;
use super::super::kind::{Kind, Meaning, Of, Part};
use super::super::lowering::Lowering;

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind::new(
        &["cage", "killer", "killercage", "sumcage"],
        &[Part::OptionalNumber, Part::Cells(1)],
        Meaning::Own(cage_holds, lower_cage),
        "Digits in a cage differ and add up to its total, if it has one.",
    ),
    Kind::new(
        &["extra-region"],
        &[Part::Cells(1)],
        Meaning::Houses(|of| vec![of.group(0).to_vec()]),
        "Digits in a shaded region differ.",
    ),
    Kind::new(
        &["renban", "renbanline"],
        &[Part::Cells(1)],
        Meaning::Own(renban_holds, lower_renban),
        "Digits on a renban line are consecutive, in any order.",
    ),
];

fn cage_holds(of: Of, filled: &FilledBoard) -> bool {
    let cells = of.group(0);
    let sum = filled.sum(cells) as i64;
    filled.are_different(cells) && of.number().is_none_or(|total| sum == total)
}

fn lower_cage(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    match of.number() {
        Some(_) => to.sum_of_house(of.group(0), of.value()),
        None => to.house(of.group(0)),
    }
}

fn renban_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0));
    let lowest = digits.iter().min().copied().unwrap_or(0);
    (lowest..lowest + digits.len()).all(|digit| digits.contains(&digit))
}

fn lower_renban(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let cells = of.group(0);
    let (count, size) = (cells.len(), to.board().digit_count());
    if size > DigitBits::BITS as usize {
        to.house(cells)?;
        let pairs = cells
            .iter()
            .enumerate()
            .flat_map(|(place, one)| cells[place + 1..].iter().map(move |other| [*one, *other]));
        return to.relations(pairs, |one, other| one.abs_diff(other) < count);
    }
    // The lowest set has the lowest `count` bits.
    let lowest = (0..count).fold(0, |set: DigitBits, digit| set | 1 << digit);
    let starts = 0..(size + 1).saturating_sub(count);
    to.sets_of_house(cells, starts.map(|start| lowest << start).collect())
}
