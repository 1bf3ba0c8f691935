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
    /// The states at the start, in ascending order.
    start: Vec<u32>,
    /// The accepting states, in ascending order.
    accept: Vec<u32>,
    /// For each state, the digits that lead to others, in ascending order.
    steps: Vec<BTreeMap<u32, Vec<usize>>>,
    /// For each state, those after a break, in ascending order.
    breaks: Vec<Vec<u32>>,
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
        let states = |names: &[String]| {
            let mut states = names.iter().map(|name| numbers[name]).collect();
            sort(&mut states);
            states
        };
        let mut steps_of: Vec<BTreeMap<u32, Vec<usize>>> = vec![BTreeMap::new(); names.len()];
        for (from, digits, to) in steps() {
            let steps = &mut steps_of[numbers[from] as usize];
            steps.entry(numbers[to]).or_default().extend(digits);
        }
        let digits = steps_of.iter_mut().flat_map(BTreeMap::values_mut);
        digits.for_each(sort);
        let mut breaks_of = vec![Vec::new(); names.len()];
        for (from, to) in &breaks {
            breaks_of[numbers[from] as usize].push(numbers[to]);
        }
        breaks_of.iter_mut().for_each(sort);
        Ok(Machine {
            start: states(&start),
            accept: states(&accept),
            steps: steps_of,
            breaks: breaks_of,
            names,
        })
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
        &self.start
    }

    /// The numbers of the accepting states, in ascending order.
    pub fn accept(&self) -> &[u32] {
        &self.accept
    }

    /// Returns the steps from a state: digits, and the state after one of them.
    pub fn steps_from(&self, state: u32) -> impl Iterator<Item = (&[usize], u32)> {
        let steps = self.steps.get(state as usize).into_iter().flatten();
        steps.map(|(to, digits)| (&digits[..], *to))
    }

    /// The states after a break in a state, in ascending order.
    pub fn breaks_from(&self, state: u32) -> &[u32] {
        self.breaks.get(state as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a state reads a break.
    pub fn has_breaks(&self) -> bool {
        self.breaks.iter().any(|states| !states.is_empty())
    }

    /// Returns true if the machine accepts the digits of these segments, and the breaks between them.
    pub fn accepts(&self, segments: &[Vec<usize>]) -> bool {
        let mut states: BTreeSet<u32> = self.start.iter().copied().collect();
        for (place, segment) in segments.iter().enumerate() {
            if place > 0 {
                let after = states
                    .iter()
                    .flat_map(|state| &self.breaks[*state as usize]);
                states = after.copied().collect();
            }
            for digit in segment {
                let steps = states.iter().flat_map(|state| &self.steps[*state as usize]);
                let after = steps.filter(|(_, digits)| digits.contains(digit));
                states = after.map(|(state, _)| *state).collect();
            }
        }
        self.accept.iter().any(|state| states.contains(state))
    }

    /// Writes the machine, without quotation marks.
    pub(super) fn text(&self) -> String {
        let name = |state: &u32| self.names[*state as usize].as_str();
        let list = |word, states: &[u32]| {
            let words = std::iter::once(word).chain(states.iter().map(name));
            words.collect::<Vec<_>>().join(" ")
        };
        let mut parts = vec![list(START, &self.start)];
        if !self.accept.is_empty() {
            parts.push(list(ACCEPT, &self.accept));
        }
        let steps = self.steps.iter().zip(&self.breaks);
        for (from, (steps, breaks)) in self.names.iter().zip(steps) {
            let steps = steps
                .iter()
                .map(|(to, digits)| format!(" {}>{}", digit_list(digits, ","), name(to)));
            let breaks = breaks.iter().map(|to| format!(" {BREAK}>{}", name(to)));
            let steps: String = steps.chain(breaks).collect();
            if !steps.is_empty() {
                parts.push(format!("{from}:{steps}"));
            }
        }
        parts.join("; ")
    }

    /// Checks that a board has its digits.
    pub(super) fn check(&self, board: &Geometry) -> Result<(), Mismatch> {
        let lists = self.steps.iter().flat_map(BTreeMap::values);
        check_digits(lists.flatten().copied(), board)
    }

    pub(super) fn nfa(&self) -> Nfa {
        let states = self.steps.iter().zip(0..).map(|(steps, number)| State {
            is_final: self.accept.binary_search(&number).is_ok(),
            steps: steps
                .iter()
                .map(|(to, digits)| {
                    let (digits, is_negated) = (digits.clone(), false);
                    (DigitClass { digits, is_negated }, *to)
                })
                .collect(),
            breaks: self.breaks_from(number).to_vec(),
            free: Vec::new(),
        });
        Nfa {
            start: self.start.clone(),
            states: states.collect(),
        }
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
