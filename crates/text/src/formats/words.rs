//! The rules of a puzzle in sentences.

use satdoku::board::Puzzle;

/// Returns the rules of a puzzle in sentences: that of rows, columns and boxes or regions, those of variants,
/// and those of drawn constraints. Rules with a title begin with it.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::rules_in_words;
///
/// let puzzle: Puzzle = "1.....2..3.....4; anti-knight".parse()?;
/// assert_eq!(
///     rules_in_words(&puzzle),
///     [
///         "Each row, column and box contains the digits 1 to 4 once.",
///         "Cells a knight's move apart have different digits.",
///     ]
/// );
/// # Ok::<(), satdoku::FormatError>(())
/// ```
pub fn rules_in_words(puzzle: &Puzzle) -> Vec<String> {
    let rules = puzzle.layout().rules();
    let variants = rules.variants().iter().map(|variant| variant.rule());
    let mut sentences = vec![rule_of_houses(puzzle)];
    sentences.extend(variants.map(str::to_string));
    sentences.extend(rules.constraint_rules());
    sentences
}

/// Returns the rule of rows, columns, boxes and regions in a sentence.
fn rule_of_houses(puzzle: &Puzzle) -> String {
    let (layout, rules) = (puzzle.layout(), puzzle.layout().rules());
    let block = match rules.regions() {
        Some(_) => Some("outlined region"),
        None => rules.boxes().map(|_| "box"),
    };
    let mut houses = if rules.has_lines() {
        vec!["row", "column"]
    } else {
        Vec::new()
    };
    houses.extend(block);
    let values = puzzle.geometry().values();
    let digits = format!("the digits {} to {}", values.start(), values.end());
    let Some((last, others)) = houses.split_last() else {
        return format!("Cells hold {digits}.");
    };
    let joined = |last_word: &str| match others.is_empty() {
        true => (*last).to_string(),
        false => format!("{} {last_word} {last}", others.join(", ")),
    };
    let mut of_board = layout.houses().iter();
    let is_full = of_board.all(|house| layout.is_full(house) || house.source.is_drawn());
    match is_full {
        true => format!("Each {} contains {digits} once.", joined("and")),
        false => format!(
            "Cells hold {digits}, and none repeats in a {}.",
            joined("or")
        ),
    }
}
