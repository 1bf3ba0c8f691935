//! The encoding of finite automata, which `read::link::constraint_string::machine` decodes.

use crate::read::link::constraint_string::base64::of_bits;
use crate::read::link::constraint_string::machine::MOST_AT_START;
use satdoku::board::{Geometry, Machine};

/// The largest number of bits of the number of a state.
const MOST_STATE_BITS: u32 = 16;

/// The largest number of symbols.
const MOST_SYMBOLS: u32 = 16;

/// The largest number of bits of a number of steps.
const MOST_COUNT_BITS: u32 = 15;

/// Returns the code of a machine, or `None` if it has too many states, steps or symbols. States at the start
/// are numbered first, then the others that accept. A break is the symbol after the digits.
pub(super) fn encoded(machine: &Machine, board: &Geometry, has_breaks: bool) -> Option<String> {
    if machine.start().is_empty() {
        // It accepts nothing.
        return Some(String::new());
    }
    let states = || 0..machine.state_count() as u32;
    let is_start = |state: &u32| machine.start().binary_search(state).is_ok();
    let accepts = |state: &u32| machine.accept().binary_search(state).is_ok();
    let mut order = machine.start().to_vec();
    let others = order.len()..;
    order.extend(states().filter(|state| !is_start(state) && accepts(state)));
    let accepting = order[others].len() as u32;
    order.extend(states().filter(|state| !is_start(state) && !accepts(state)));
    let mut numbers = vec![0; order.len()];
    for (number, state) in order.iter().enumerate() {
        numbers[*state as usize] = number as u32;
    }

    let start = machine.start().len() as u32;
    let state_bits = width(order.len() as u32 - 1)
        .max(width(start).max(width(accepting)))
        .max(1);
    if start > MOST_AT_START || state_bits > MOST_STATE_BITS {
        return None;
    }
    let digits = board.digit_count() as u32;
    let symbols = digits + u32::from(has_breaks);
    if symbols > MOST_SYMBOLS {
        return None;
    }
    let (symbol_bits, first) = (width(symbols - 1), *board.all_values().start());
    let steps = order.iter().map(|state| {
        let steps = machine.steps_from(*state);
        let steps = steps
            .flat_map(|(digits, to)| digits.iter().map(move |digit| ((digit - first) as u32, to)));
        let breaks = machine.breaks_from(*state).iter().map(|to| (digits, *to));
        let steps = steps.chain(breaks);
        steps
            .map(|(symbol, to)| (symbol, numbers[to as usize]))
            .collect::<Vec<(u32, u32)>>()
    });
    let steps: Vec<Vec<(u32, u32)>> = steps.collect();
    let most = steps.iter().map(Vec::len).max().unwrap_or(0) as u32;
    let count_bits = width(most);
    if count_bits > MOST_COUNT_BITS {
        return None;
    }
    let accepts = machine
        .start()
        .iter()
        .zip(0..)
        .filter(|(state, _)| accepts(state));
    let accepts = accepts.fold(0, |bits, (_, place)| bits | 1 << place);

    let mut code = Code(Vec::new());
    code.put(0, 2);
    code.put(state_bits - 1, 4);
    code.put(symbols - 1, 4);
    code.put(start, state_bits);
    code.put(accepting, state_bits);
    code.put(accepts, start);
    code.put(count_bits, 4);
    for steps in steps {
        code.put(steps.len() as u32, count_bits);
        for (symbol, to) in steps {
            code.put(symbol, symbol_bits);
            code.put(to, state_bits);
        }
    }
    Some(of_bits(&code.0))
}

/// The number of bits of a number.
fn width(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

/// Bits that are written from the first to the last.
struct Code(Vec<bool>);

impl Code {
    /// Adds a number of this many bits, the highest bit first.
    fn put(&mut self, number: u32, count: u32) {
        self.0
            .extend((0..count).rev().map(|place| number >> place & 1 == 1));
    }
}
