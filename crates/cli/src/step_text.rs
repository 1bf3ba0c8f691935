//! Steps as text and pictures.

use satdoku::board::Puzzle;
use satdoku_explain::Step;
use satdoku_text::{Alphabet, Mark, Picture, Strokes};

use super::terminal::Terminal;

/// Returns an explanation of facts, where they are shown.
pub fn fact_note(puzzle: &Puzzle) -> String {
    let note = "A step rests on facts: `r1c1` is the fact that this cell has a digit, and `7 in box 5` the \
                fact that 7 has a place in box 5.";
    match puzzle.layout().constraints().first() {
        None => note.to_string(),
        Some(first) => format!(
            "{note} `{}` is the fact that this constraint holds.",
            first.label(puzzle.geometry())
        ),
    }
}

/// The choice of what to show of a step.
#[derive(Debug, Clone, Copy)]
pub struct StepText {
    pub has_board: bool,
    pub has_facts: bool,
    pub terminal: Terminal,
}

impl StepText {
    /// Returns `start` and the step in words on one line, and below it the chains in Eureka notation, the
    /// facts and the board.
    pub fn write(self, start: &str, step: &Step, puzzle: &Puzzle, alphabet: Alphabet) -> String {
        let mut text = format!("{start}{step}\n");
        if let Some(notation) = &step.notation {
            text += &format!("    {notation}\n");
        }
        if self.has_facts {
            text += &format!("    {}\n", facts_with_number(step));
        }
        let mut text = self.terminal.wrap(&text);
        if self.has_board {
            text += &self.board(step, puzzle, alphabet);
        }
        text
    }

    /// Draws the candidates before a step, with the key to their signs.
    fn board(self, step: &Step, puzzle: &Puzzle, alphabet: Alphabet) -> String {
        let notes = step.notes(puzzle.layout());
        let placed = step.before.to_grid();
        let picture = Picture::new(puzzle, alphabet)
            .with_solution(&placed)
            .with_notes(&notes);
        let drawn = picture.draw_candidates_within(
            Strokes::Unicode,
            self.terminal.width(),
            |text, mark| self.terminal.emphasize_mark(text, mark),
        );
        let signs = [
            (Mark::Fact, "* premise"),
            (Mark::OtherFact, "~ fin or other end"),
            (Mark::Placed, "+ placed"),
            (Mark::Gone, "- eliminated"),
        ];
        let is_there = |mark: Mark| notes.candidates.iter().any(|(_, of)| *of == mark);
        let key: Vec<&str> = signs
            .into_iter()
            .filter(|(mark, _)| is_there(*mark))
            .map(|(_, text)| text)
            .collect();
        format!("{drawn}{}\n", key.join("   "))
    }
}

/// Returns the facts of a step as a list in words.
pub fn facts_in_words(step: &Step) -> String {
    match &step.fact_names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.join(""),
    }
}

/// Returns the facts of a step, with their number.
pub fn facts_with_number(step: &Step) -> String {
    let facts = facts_in_words(step);
    match step.facts.len() {
        1 => format!("1 fact: {facts}"),
        count if step.is_smallest() => format!("{count} facts: {facts}"),
        count => format!("{count} facts, at least {} needed: {facts}", step.at_least),
    }
}

/// Draws a step as an SVG document with its number in the title.
pub fn step_svg(step: &Step, number: usize, puzzle: &Puzzle, alphabet: Alphabet) -> String {
    let mut notes = step.notes(puzzle.layout());
    notes.title = format!("{number}. {}", notes.title);
    let placed = step.before.to_grid();
    let picture = Picture::new(puzzle, alphabet);
    picture.with_solution(&placed).with_notes(&notes).svg()
}
