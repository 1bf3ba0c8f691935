//! Encoded arguments: tables of pairs, sets of cells, texts and finite automata, in base 64 with the symbols of
//! links (RFC 4648, section 5). The `=` at the end may be missing.

use std::cmp::Ordering;

use super::super::bits::{Bits, sextets};
use satdoku::board::{Automaton, Geometry, Machine, Mismatch};
use satdoku::format_error::quote;

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn symbols(sextets: impl IntoIterator<Item = u8>) -> String {
    let symbol = |sextet: u8| SYMBOLS.as_bytes()[usize::from(sextet & 63)] as char;
    sextets.into_iter().map(symbol).collect()
}

/// Returns the numbers of a set, of which a symbol holds six, its lowest bit first.
pub(super) fn numbers(text: &str) -> Option<Vec<usize>> {
    let sextets = sextets(text, SYMBOLS)?.into_iter().enumerate();
    let numbers = sextets.flat_map(|(place, sextet)| {
        let bits = (0..6).filter(move |bit| sextet >> bit & 1 == 1);
        bits.map(move |bit| 6 * place + bit)
    });
    Some(numbers.collect())
}

/// Encodes a set of numbers. [`numbers`] is the inverse.
pub(super) fn of_numbers(numbers: impl Iterator<Item = usize>) -> String {
    let mut sextets = Vec::new();
    for number in numbers {
        if sextets.len() <= number / 6 {
            sextets.resize(number / 6 + 1, 0);
        }
        sextets[number / 6] |= 1 << (number % 6);
    }
    symbols(sextets)
}

/// Returns the bytes that symbols encode.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    let bits = Bits::of(text, SYMBOLS)?.of_bytes()?;
    Some(bits.left().chunks(8).map(byte).collect())
}

/// The largest number of states at the start.
const MOST_AT_START: u32 = 31;

/// The steps from a state: the index of the digit that each reads, and the next state. A break is the index after the
/// digits.
type StateSteps = Vec<(u32, u32)>;

/// An automaton as it is encoded: a header, and the steps of each state. The states at the start come first,
/// then the others that accept.
#[derive(Default)]
struct Code {
    start: Vec<u32>,
    accept: Vec<u32>,
    steps: Vec<StateSteps>,
}

/// Takes a number of this many bits, its highest bit first.
fn take(bits: &mut Bits, count: u32) -> Option<u32> {
    let bits = bits.take(count as usize)?.iter();
    Some(bits.fold(0, |number, bit| number << 1 | u32::from(*bit)))
}

/// Adds a number of this many bits, its highest bit first.
fn put(bits: &mut Vec<bool>, number: u32, count: u32) {
    bits.extend((0..count).rev().map(|place| number >> place & 1 == 1));
}

/// Parses an automaton whose digits count from `first`, of which there are `count`.
///
/// # Errors
/// If the text is not an encoded automaton.
pub(super) fn machine(text: &str, first: usize, count: usize) -> Result<Machine, Mismatch> {
    let code = match text {
        // It has no states, and accepts nothing.
        "" => Some(Code::default()),
        _ => Code::decode(text),
    };
    let code = code.ok_or_else(|| Mismatch::new("an encoded automaton", quote(text)))?;
    let name = |state: u32| state.to_string();
    let (mut steps, mut breaks) = (Vec::new(), Vec::new());
    for (from, all) in (0..).zip(code.steps) {
        for (symbol, to) in all {
            let symbol = symbol as usize;
            // A digit that the board does not have is read nowhere.
            match symbol.cmp(&count) {
                Ordering::Less => steps.push((name(from), vec![first + symbol], name(to))),
                Ordering::Equal => breaks.push((name(from), name(to))),
                Ordering::Greater => {}
            }
        }
    }
    let [start, accept] = [code.start, code.accept].map(|of| of.into_iter().map(name).collect());
    Machine::new(start, accept, steps, breaks)
}

/// Encodes a machine, or returns `None` if it has too many states, steps or symbols.
pub(super) fn of_machine(machine: &Machine, board: &Geometry, has_breaks: bool) -> Option<String> {
    let (count, first) = (board.digit_count() as u32, *board.all_values().start());
    let steps = (0..machine.state_count() as u32).map(|from| {
        let steps = machine.steps_from(from).flat_map(|(digits, to)| {
            let digits = digits.iter();
            digits.map(move |digit| ((digit - first) as u32, to))
        });
        let breaks = machine.breaks_from(from).iter();
        steps.chain(breaks.map(|to| (count, *to))).collect()
    });
    let code = Code {
        start: machine.start().to_vec(),
        accept: machine.accept().collect(),
        steps: steps.collect(),
    };
    code.encode(count + u32::from(has_breaks))
}

/// Encodes an automaton of a board with this number of digits.
pub(super) fn of_automaton(automaton: &Automaton, digits: usize) -> Option<String> {
    if automaton.is_impossible() {
        return Some(String::new());
    }
    // The states of each layer follow those of the layer before.
    let mut steps: Vec<StateSteps> = Vec::new();
    for (place, layer) in automaton.layers().iter().enumerate() {
        let first = steps.len();
        steps.resize(first + automaton.state_count(place), Vec::new());
        let next = steps.len() as u32;
        for step in layer {
            let to = (step.digit.index() as u32, next + step.to);
            steps[first + step.from as usize].push(to);
        }
    }
    let code = Code {
        start: vec![0],
        accept: vec![steps.len() as u32],
        steps,
    };
    code.encode(digits as u32)
}

impl Code {
    fn decode(text: &str) -> Option<Code> {
        let mut bits = Bits::of(text, SYMBOLS)?.of_bytes()?;
        let format = take(&mut bits, 2)?;
        let state_bits = take(&mut bits, 4)? + 1;
        let symbols = take(&mut bits, 4)? + 1;
        let start = take(&mut bits, state_bits)?;
        let others = take(&mut bits, state_bits)?;
        if start > MOST_AT_START {
            return None;
        }
        let accepting = take(&mut bits, start)?;
        let accept = (0..start).filter(|state| accepting >> state & 1 == 1);
        let accept = accept.chain(start..start + others).collect();
        let steps = steps(&mut bits, format, symbols, state_bits)?;
        let is_padding = bits.left().iter().all(|bit| !bit);
        is_padding.then(|| Code {
            start: (0..start).collect(),
            accept,
            steps,
        })
    }

    /// Numbers the states as the format demands, and writes them with lists of steps.
    fn encode(&self, symbols: u32) -> Option<String> {
        const MOST_STATE_BITS: u32 = 16;
        const MOST_SYMBOLS: u32 = 16;
        const MOST_COUNT_BITS: u32 = 15;
        if self.start.is_empty() {
            // It accepts nothing.
            return Some(String::new());
        }
        let of_steps = self.steps.iter().flatten().map(|(_, to)| to);
        let named = of_steps.chain(&self.start).chain(&self.accept).max();
        let last = (self.steps.len() as u32).saturating_sub(1);
        let last = last.max(*named.unwrap_or(&0));
        let is_accepting = |state: &u32| self.accept.contains(state);
        let class = |state: &u32| [self.start.contains(state), is_accepting(state)];
        let classes = [[true, true], [true, false], [false, true], [false, false]].iter();
        let order = classes.flat_map(|wanted| (0..=last).filter(|state| class(state) == *wanted));
        let order: Vec<u32> = order.collect();
        let mut numbers = vec![0; order.len()];
        for (number, state) in (0..).zip(&order) {
            numbers[*state as usize] = number;
        }
        let steps_of = |state: &u32| self.steps.get(*state as usize).into_iter().flatten();
        let start = self.start.len();
        let accepting = order[start..].iter().filter(|state| is_accepting(state));
        let (start, accepting) = (start as u32, accepting.count() as u32);
        let state_bits = width(last).max(width(start)).max(width(accepting)).max(1);
        let most_steps = self.steps.iter().map(Vec::len).max().unwrap_or(0);
        let (count_bits, symbol_bits) = (width(most_steps as u32), width(symbols - 1));
        let is_possible = start <= MOST_AT_START
            && state_bits <= MOST_STATE_BITS
            && symbols <= MOST_SYMBOLS
            && count_bits <= MOST_COUNT_BITS;
        if !is_possible {
            return None;
        }
        let of_start = order.iter().take(start as usize).zip(0..);
        let accept = of_start.filter(|(state, _)| is_accepting(state));
        let accept = accept.fold(0, |bits, (_, place)| bits | 1 << place);
        let mut bits = Vec::new();
        for (number, count) in [
            (0, 2),
            (state_bits - 1, 4),
            (symbols - 1, 4),
            (start, state_bits),
            (accepting, state_bits),
            (accept, start),
            (count_bits, 4),
        ] {
            put(&mut bits, number, count);
        }
        for state in &order {
            put(&mut bits, steps_of(state).count() as u32, count_bits);
            for (symbol, to) in steps_of(state) {
                put(&mut bits, *symbol, symbol_bits);
                put(&mut bits, numbers[*to as usize], state_bits);
            }
        }
        // Zeros fill the last byte and the last symbol.
        bits.resize(bits.len().next_multiple_of(8), false);
        Some(symbols_of(&bits))
    }
}

/// Returns the symbols of bits, the highest of each first.
fn symbols_of(bits: &[bool]) -> String {
    symbols(bits.chunks(6).map(|bits| {
        let places = bits.iter().zip((0..6).rev());
        places.fold(0, |sextet, (bit, place)| sextet | u8::from(*bit) << place)
    }))
}

/// Takes the steps of each state. One format has their number, then the digit and the next state of each; the other
/// has a bit for each digit that is read, then the next states.
fn steps(bits: &mut Bits, format: u32, symbols: u32, state_bits: u32) -> Option<Vec<StateSteps>> {
    let head_bits = match format {
        0 => take(bits, 4)?,
        1 => symbols,
        _ => return None,
    };
    let mut all = Vec::new();
    while head_bits > 0 && bits.left().len() >= head_bits as usize {
        let head = take(bits, head_bits)?;
        let known: Vec<Option<u32>> = match format {
            0 => vec![None; head as usize],
            _ => (0..symbols)
                .filter(|symbol| head >> symbol & 1 == 1)
                .map(Some)
                .collect(),
        };
        let step = |symbol: Option<u32>| {
            let symbol = symbol.or_else(|| take(bits, width(symbols - 1)))?;
            Some((symbol, take(bits, state_bits)?))
        };
        all.push(
            known
                .into_iter()
                .map(step)
                .collect::<Option<StateSteps>>()?,
        );
    }
    Some(all)
}

/// The number of bits of a number.
fn width(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}
