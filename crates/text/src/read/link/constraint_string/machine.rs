//! The encoding of finite automata: a header and the steps of each state, as bits in base 64.

use super::base64::bits;
use satdoku::board::{Machine, Mismatch};
use satdoku::format_error::quote;

/// The largest number of states at the start.
pub(crate) const MOST_AT_START: u32 = 31;

/// Bits that are read from the first to the last.
struct Bits {
    bits: Vec<bool>,
    next: usize,
}

impl Bits {
    fn left(&self) -> usize {
        self.bits.len() - self.next
    }

    /// Takes a number of this many bits, the highest bit first.
    fn take(&mut self, count: u32) -> Option<u32> {
        let end = self.next.checked_add(count as usize)?;
        let bits = self.bits.get(self.next..end)?;
        self.next = end;
        Some(
            bits.iter()
                .fold(0, |number, bit| number << 1 | u32::from(*bit)),
        )
    }
}

/// A step from a state to another one, by the index of the digit.
type Step = (u32, u32, u32);

/// Parses a machine whose digits count from `first`, of which there are `count`. The symbol after the digits
/// is a break.
///
/// # Errors
/// If the text is not an encoded machine.
pub(super) fn machine(text: &str, first: usize, count: usize) -> Result<Machine, Mismatch> {
    if text.is_empty() {
        // It has no states, and accepts nothing.
        return Machine::new(Vec::new(), Vec::new(), Vec::new(), Vec::new());
    }
    let wrong = || Mismatch::new("an encoded automaton", quote(text));
    let mut bits = Bits {
        bits: bits(text).ok_or_else(wrong)?,
        next: 0,
    };
    let Parts {
        start,
        accept,
        steps,
    } = parts(&mut bits).ok_or_else(wrong)?;
    let name = |state: u32| state.to_string();
    // A digit that the board does not have is read nowhere.
    let of = |steps: &[Step], is_read: &dyn Fn(usize) -> bool| {
        let steps = steps
            .iter()
            .filter(|(_, symbol, _)| is_read(*symbol as usize));
        steps.copied().collect::<Vec<Step>>()
    };
    let (digits, breaks) = (
        of(&steps, &|symbol| symbol < count),
        of(&steps, &|symbol| symbol == count),
    );
    let steps = digits.into_iter();
    let steps = steps.map(|(from, digit, to)| (name(from), vec![first + digit as usize], name(to)));
    let breaks = breaks
        .into_iter()
        .map(|(from, _, to)| (name(from), name(to)));
    let [start, accept] = [start, accept].map(|states| states.into_iter().map(name).collect());
    Machine::new(start, accept, steps.collect(), breaks.collect())
}

/// The states at the start, those that accept, and the steps.
struct Parts {
    start: Vec<u32>,
    accept: Vec<u32>,
    steps: Vec<Step>,
}

fn parts(bits: &mut Bits) -> Option<Parts> {
    let format = bits.take(2)?;
    let state_bits = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    let start = bits.take(state_bits)?;
    let others = bits.take(state_bits)?;
    if start > MOST_AT_START {
        return None;
    }
    let accepting = bits.take(start)?;
    let accept = (0..start).filter(|state| accepting >> state & 1 == 1);
    let accept = accept.chain(start..start + others).collect();
    let steps = match format {
        0 => listed_steps(bits, symbols, state_bits)?,
        1 => packed_steps(bits, symbols, state_bits)?,
        _ => return None,
    };
    let is_padding = bits.bits[bits.next..].iter().all(|bit| !bit);
    is_padding.then(|| Parts {
        start: (0..start).collect(),
        accept,
        steps,
    })
}

/// Takes the number of steps of each state, and the digit and the state after each.
fn listed_steps(bits: &mut Bits, symbols: u32, state_bits: u32) -> Option<Vec<Step>> {
    let count_bits = bits.take(4)?;
    let symbol_bits = (symbols - 1).checked_ilog2().map_or(0, |log| log + 1);
    let mut steps = Vec::new();
    let mut state = 0;
    while count_bits > 0 && bits.left() >= count_bits as usize {
        for _ in 0..bits.take(count_bits)? {
            let symbol = bits.take(symbol_bits)?;
            steps.push((state, symbol, bits.take(state_bits)?));
        }
        state += 1;
    }
    Some(steps)
}

/// Takes a bit for each digit that a state reads, and the state after each.
fn packed_steps(bits: &mut Bits, symbols: u32, state_bits: u32) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut state = 0;
    while bits.left() >= symbols as usize {
        let read = bits.take(symbols)?;
        for symbol in (0..symbols).filter(|symbol| read >> symbol & 1 == 1) {
            steps.push((state, symbol, bits.take(state_bits)?));
        }
        state += 1;
    }
    Some(steps)
}
