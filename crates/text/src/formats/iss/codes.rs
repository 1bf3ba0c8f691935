//! Encoded arguments: tables of pairs, sets of cells, texts and finite automata, in base 64 with the symbols of
//! links (RFC 4648, section 5). The `=` at the end may be missing.

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

/// A step from a state to another one, by the index of the digit. A break is the index after the digits.
type Step = (u32, u32, u32);

/// An automaton as it is encoded: a header, and the steps of each state. The states at the start come first,
/// then the others that accept.
struct Code {
    start: Vec<u32>,
    accept: Vec<u32>,
    steps: Vec<Step>,
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
    let wrong = || Mismatch::new("an encoded automaton", quote(text));
    let code = match text {
        // It has no states, and accepts nothing.
        "" => Code {
            start: Vec::new(),
            accept: Vec::new(),
            steps: Vec::new(),
        },
        _ => Code::decode(text).ok_or_else(wrong)?,
    };
    let name = |state: u32| state.to_string();
    // A digit that the board does not have is read nowhere.
    let of = |is_read: &dyn Fn(usize) -> bool| {
        let steps = code.steps.iter();
        let steps = steps.filter(|(_, symbol, _)| is_read(*symbol as usize));
        steps.copied().collect::<Vec<Step>>()
    };
    let steps = of(&|symbol| symbol < count).into_iter();
    let steps = steps.map(|(from, digit, to)| (name(from), vec![first + digit as usize], name(to)));
    let breaks = of(&|symbol| symbol == count).into_iter();
    let breaks = breaks.map(|(from, _, to)| (name(from), name(to)));
    let (steps, breaks) = (steps.collect(), breaks.collect());
    let [start, accept] = [code.start, code.accept].map(|of| of.into_iter().map(name).collect());
    Machine::new(start, accept, steps, breaks)
}

/// Encodes a machine, or returns `None` if it has too many states, steps or symbols.
pub(super) fn of_machine(machine: &Machine, board: &Geometry, has_breaks: bool) -> Option<String> {
    let (count, first) = (board.digit_count() as u32, *board.all_values().start());
    let steps = (0..machine.state_count() as u32).flat_map(|from| {
        let steps = machine.steps_from(from).flat_map(move |(digits, to)| {
            let digits = digits.iter();
            digits.map(move |digit| (from, (digit - first) as u32, to))
        });
        let breaks = machine.breaks_from(from).iter();
        steps.chain(breaks.map(move |to| (from, count, *to)))
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
    let mut first = 0;
    let mut steps = Vec::new();
    for (place, layer) in automaton.layers().iter().enumerate() {
        let next = first + automaton.state_count(place) as u32;
        let layer = layer.iter();
        steps.extend(layer.map(|step| {
            let digit = step.digit.index() as u32;
            (first + step.from, digit, next + step.to)
        }));
        first = next;
    }
    let code = Code {
        start: vec![0],
        accept: vec![first],
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
        let steps = match format {
            0 => listed_steps(&mut bits, symbols, state_bits)?,
            1 => packed_steps(&mut bits, symbols, state_bits)?,
            _ => return None,
        };
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
        let of_steps = self.steps.iter().flat_map(|(from, _, to)| [from, to]);
        let states = of_steps.chain(&self.start).chain(&self.accept).max();
        let Some(last) = states.filter(|_| !self.start.is_empty()) else {
            // It accepts nothing.
            return Some(String::new());
        };
        let is_accepting = |state: &u32| self.accept.contains(state);
        let mut order: Vec<u32> = (0..=*last).collect();
        order.sort_by_key(|state| (!self.start.contains(state), !is_accepting(state)));
        let mut numbers = vec![0; order.len()];
        for (number, state) in (0..).zip(&order) {
            numbers[*state as usize] = number;
        }
        let mut steps: Vec<Vec<(u32, u32)>> = vec![Vec::new(); order.len()];
        for (from, symbol, to) in &self.steps {
            let from = numbers[*from as usize] as usize;
            steps[from].push((*symbol, numbers[*to as usize]));
        }
        let start = self.start.len();
        let accepting = order[start..].iter().filter(|state| is_accepting(state));
        let (start, accepting) = (start as u32, accepting.count() as u32);
        let state_bits = width(*last).max(width(start)).max(width(accepting)).max(1);
        let most_steps = steps.iter().map(Vec::len).max().unwrap_or(0);
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
        for steps in steps {
            put(&mut bits, steps.len() as u32, count_bits);
            for (symbol, to) in steps {
                put(&mut bits, symbol, symbol_bits);
                put(&mut bits, to, state_bits);
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

/// Takes the number of steps of each state, and the digit and the state after each.
fn listed_steps(bits: &mut Bits, symbols: u32, state_bits: u32) -> Option<Vec<Step>> {
    let (count_bits, symbol_bits) = (take(bits, 4)?, width(symbols - 1));
    let mut steps = Vec::new();
    let mut state = 0;
    while count_bits > 0 && bits.left().len() >= count_bits as usize {
        for _ in 0..take(bits, count_bits)? {
            let symbol = take(bits, symbol_bits)?;
            steps.push((state, symbol, take(bits, state_bits)?));
        }
        state += 1;
    }
    Some(steps)
}

/// Takes a bit for each digit that a state reads, and the state after each.
fn packed_steps(bits: &mut Bits, symbols: u32, state_bits: u32) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut state = 0;
    while bits.left().len() >= symbols as usize {
        let read = take(bits, symbols)?;
        for symbol in (0..symbols).filter(|symbol| read >> symbol & 1 == 1) {
            steps.push((state, symbol, take(bits, state_bits)?));
        }
        state += 1;
    }
    Some(steps)
}

/// The number of bits of a number.
fn width(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}
