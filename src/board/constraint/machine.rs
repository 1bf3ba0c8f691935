//! Finite automata that a setter writes: `start 0; accept 1; 0: 1-3>0 4>1 |>1`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::digit_class::DigitClass;
use super::digit_list::{check_digits, digit_list};
use super::nfa::{Nfa, State};
use super::scanner::Scanner;

/// A finite automaton, which can be in several states at once. It accepts a sequence of digits if one of
/// the ways to read it ends in an accepting state. A sequence of several segments has a break, `|`, between
/// each two.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    /// The names of the states, shorter ones first, otherwise by the alphabet.
    names: Vec<String>,
    /// The states. Those at the start, after a step and after a break are in ascending order.
    nfa: Nfa,
}

/// The words with which the lists of states begin, which name no state.
const START: &str = "start";
const ACCEPT: &str = "accept";

/// The symbol for a break.
const BREAK: &str = "|";

impl Machine {
    /// The largest number of states.
    pub const MOST_STATES: usize = 65_536;

    /// Creates a machine from the names of its states at the start, those that accept, its steps, each
    /// of which is a state, digits, and the state after one of them, and its breaks: a state, and the
    /// state after a break.
    ///
    /// # Errors
    /// If it has too many states.
    pub fn new(
        start: Vec<String>,
        accept: Vec<String>,
        steps: Vec<(String, Vec<usize>, String)>,
        breaks: Vec<(String, String)>,
    ) -> Result<Machine, Mismatch> {
        let has_digits = |(_, digits, _): &&(String, Vec<usize>, String)| !digits.is_empty();
        let steps = || steps.iter().filter(has_digits);
        let of_steps = steps().flat_map(|(from, _, to)| [from, to]);
        let names: BTreeSet<(usize, &String)> = start
            .iter()
            .chain(&accept)
            .chain(of_steps)
            .chain(breaks.iter().flat_map(|(from, to)| [from, to]))
            .map(|name| (name.len(), name))
            .collect();
        if names.len() > Machine::MOST_STATES {
            let expected = format!("at most {} states", Machine::MOST_STATES);
            return Err(Mismatch::new(expected, names.len().to_string()));
        }
        let names: Vec<String> = names.into_iter().map(|(_, name)| name.clone()).collect();
        let numbers: HashMap<&String, u32> = names.iter().zip(0..).collect();
        let number = |name: &String| numbers[name];
        let mut states = vec![State::default(); names.len()];
        for name in &accept {
            states[number(name) as usize].is_final = true;
        }
        let mut digits_of: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (from, digits, to) in steps() {
            let of_step = digits_of.entry((number(from), number(to)));
            of_step.or_default().extend(digits);
        }
        for ((from, to), mut digits) in digits_of {
            sort(&mut digits);
            let class = DigitClass {
                digits,
                is_negated: false,
            };
            states[from as usize].steps.push((class, to));
        }
        for (from, to) in &breaks {
            states[number(from) as usize].breaks.push(number(to));
        }
        for state in &mut states {
            sort(&mut state.breaks);
        }
        let mut start = start.iter().map(number).collect();
        sort(&mut start);
        let nfa = Nfa { start, states };
        Ok(Machine { names, nfa })
    }

    /// Parses `start 0; accept 1; 0: 1-3>0 4>1 |>1`.
    ///
    /// # Errors
    /// If it is not of this form, or has too many states. The column is that in the text.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Machine, Mismatch> {
        let board = &board.into();
        let (mut start, mut accept) = (None, Vec::new());
        let (mut steps, mut breaks) = (Vec::new(), Vec::new());
        let mut scanner = Scanner::new(text, "automaton");
        while !scanner.is_at_end() {
            if scanner.take(";") {
                continue;
            }
            let before = scanner;
            match scanner.word() {
                START if start.is_none() => start = Some(states(&mut scanner)?),
                ACCEPT => accept.extend(states(&mut scanner)?),
                "" | START => {
                    let expected = "`start`, `accept` or a state and a colon such as `0:`";
                    return Err(before.error(expected));
                }
                from => {
                    scanner.expect(":")?;
                    while !is_at_end_of_part(&scanner) {
                        let digits = match scanner.take(BREAK) {
                            true => None,
                            false => Some(scanner.digits(board)?),
                        };
                        scanner.expect(">")?;
                        let (from, to) = (from.to_string(), state(&mut scanner)?);
                        match digits {
                            Some(digits) => steps.push((from, digits, to)),
                            None => breaks.push((from, to)),
                        }
                    }
                }
            }
        }
        let missing = || Mismatch::new("`start` and a state", "none");
        Machine::new(start.ok_or_else(missing)?, accept, steps, breaks)
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.names.len()
    }

    /// The numbers of the states at the start, in ascending order.
    pub fn start(&self) -> &[u32] {
        &self.nfa.start
    }

    /// The numbers of the accepting states, in ascending order.
    pub fn accept(&self) -> impl Iterator<Item = u32> {
        let states = (0..).zip(&self.nfa.states);
        states.filter_map(|(number, state)| state.is_final.then_some(number))
    }

    /// Returns the steps from a state: digits, and the state after one of them.
    pub fn steps_from(&self, state: u32) -> impl Iterator<Item = (&[usize], u32)> {
        let steps = self.nfa.states[state as usize].steps.iter();
        steps.map(|(class, to)| (&class.digits[..], *to))
    }

    /// The states after a break in a state, in ascending order.
    pub fn breaks_from(&self, state: u32) -> &[u32] {
        &self.nfa.states[state as usize].breaks
    }

    /// Returns true if a state reads a break.
    pub fn has_breaks(&self) -> bool {
        let mut states = self.nfa.states.iter();
        states.any(|state| !state.breaks.is_empty())
    }

    /// Writes the machine, without quotation marks.
    pub(super) fn text(&self) -> String {
        let name = |state: u32| self.names[state as usize].as_str();
        let list = |word, states: &mut dyn Iterator<Item = u32>| {
            let words = std::iter::once(word).chain(states.map(name));
            words.collect::<Vec<_>>().join(" ")
        };
        let mut parts = vec![list(START, &mut self.start().iter().copied())];
        if self.accept().next().is_some() {
            parts.push(list(ACCEPT, &mut self.accept()));
        }
        for (from, number) in self.names.iter().zip(0..) {
            let steps = self.steps_from(number);
            let steps = steps.map(|(digits, to)| format!(" {}>{}", digit_list(digits), name(to)));
            let breaks = self.breaks_from(number).iter();
            let breaks = breaks.map(|to| format!(" {BREAK}>{}", name(*to)));
            let steps: String = steps.chain(breaks).collect();
            if !steps.is_empty() {
                parts.push(format!("{from}:{steps}"));
            }
        }
        parts.join("; ")
    }

    /// Checks that a board has its digits.
    pub(super) fn check(&self, board: &Geometry) -> Result<(), Mismatch> {
        let steps = self.nfa.states.iter().flat_map(|state| &state.steps);
        check_digits(steps.flat_map(|(class, _)| &class.digits).copied(), board)
    }

    /// The automaton without the names of its states.
    pub(super) fn nfa(&self) -> &Nfa {
        &self.nfa
    }
}

/// Sorts items, and removes those that occur again.
fn sort<T: Ord>(items: &mut Vec<T>) {
    items.sort_unstable();
    items.dedup();
}

/// Takes the states up to the end of a part.
fn states(scanner: &mut Scanner) -> Result<Vec<String>, Mismatch> {
    let mut states = Vec::new();
    while !is_at_end_of_part(scanner) {
        states.push(state(scanner)?);
    }
    Ok(states)
}

/// Takes the name of a state.
fn state(scanner: &mut Scanner) -> Result<String, Mismatch> {
    let before = *scanner;
    match scanner.word() {
        "" | START | ACCEPT => Err(before.error("a state of letters and digits such as `0`")),
        name => Ok(name.to_string()),
    }
}

fn is_at_end_of_part(scanner: &Scanner) -> bool {
    matches!(scanner.token(), "" | ";")
}
