//! Reasons: why a drawn constraint excludes digits, from the bound, parity or missing partner that decides.
//!
//! Reasons are worked out from the primitives of a constraint, so a new kind needs none of its own: a bound
//! along cells in ascending order (`order`), the bounds and the parity of a sum (`total`), house by house if its
//! cells are many (`groups`), parts with the same sum (`common_total`), a digit without a partner (`partner`), the
//! digit sets of a cage (`sets`), and for all other primitives the cells that decide (`deciding`). A few clues have
//! reasons of their own.

mod between;
mod circles;
mod common_total;
mod counted_sum;
mod crust;
mod deciding;
mod distinct_count;
mod extreme;
mod findings;
mod groups;
mod needed_digits;
mod order;
mod outcome;
mod pair_shape;
mod partner;
mod places;
mod remainder;
mod sets;
mod skyline;
#[cfg(test)]
mod tests;
mod total;
mod ways;

use std::borrow::Cow;
use std::iter::once;

use super::drawn::digit_bits::bits;
use super::drawn::drawn_rule::DrawnRule;
use super::fact::{Fact, sorted_set};
use super::house_sum::HouseSum;
use super::position::Tables;
use between::Between;
use common_total::equal_parts;
use counted_sum::CountedSum;
use crust::Crust;
use distinct_count::DistinctCount;
pub(crate) use findings::{Finding, clause_texts};
use needed_digits::NeededDigits;
use order::Ascent;
use outcome::Outcome;
use partner::Link;
use places::Places;
use satdoku::board::{Candidate, Cell, Digit, DigitBits, Geometry, Layout, Primitive, ones};
use skyline::Skyline;
use total::Total;
pub(crate) use ways::Ways;

/// A drawn constraint whose exclusions are to be explained. Cells are places in [`DrawnRule::cells`], and
/// digits are bits.
pub(crate) struct Reasoner<'a> {
    layout: &'a Layout,
    pub(crate) rule: Cow<'a, DrawnRule>,
    /// By place, true for each place whose cell sees it.
    sees: Vec<Vec<bool>>,
    links: Vec<Link>,
    ascents: Vec<Ascent>,
    totals: Vec<Total>,
    /// Parts with the same sum, if the constraint makes at least three parts equal.
    parts: Vec<Vec<usize>>,
    counted: Option<CountedSum>,
    skyline: Option<Skyline>,
    crust: Option<Crust>,
    between: Option<Between>,
    distinct: Option<DistinctCount>,
    /// Circles whose digits count them.
    circles: Option<Places>,
    needed: Option<NeededDigits>,
    /// The cells and digit sets of its houses.
    sets: Vec<(Vec<usize>, Vec<DigitBits>)>,
}

/// Digits that a reason excludes from a cell.
struct Excluded {
    removed: u16,
    outcome: Outcome,
    /// The reason, in words.
    premise: String,
    /// The places whose candidates the reason uses.
    rests_on: Vec<usize>,
    preface: Preface,
}

/// What a text states before the reasons that need it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Preface {
    None,
    /// The rule of the constraint.
    Rule,
    /// A sentence without its full stop.
    Text(String),
}

impl<'a> Reasoner<'a> {
    /// Creates the reasons of a drawn constraint or a sum whose cells have these candidates; none for other
    /// facts.
    pub fn of_fact(tables: &'a Tables, fact: Fact, members: &[Candidate]) -> Option<Reasoner<'a>> {
        let layout = &tables.layout;
        match fact {
            Fact::Constraint(number) => {
                let rule = Cow::Borrowed(tables.rule(number)?);
                Some(Reasoner::of_constraint(layout, number, rule))
            }
            Fact::Sum(sum) => Reasoner::of_sum(layout, sum, members),
            Fact::Cell(_) | Fact::House(..) | Fact::OneSolution(_) => None,
        }
    }

    /// Creates the reasons of the constraint with this number, whose rule is `rule`.
    fn of_constraint(layout: &'a Layout, number: usize, rule: Cow<'a, DrawnRule>) -> Reasoner<'a> {
        let board = layout.geometry();
        let mut reasoner = Reasoner::new(layout, layout.primitives_of(number), rule);
        let place = |cell| reasoner.rule.cells.binary_search(&cell).unwrap_or_default();
        let places =
            |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|cell| place(*cell)).collect() };
        let Some(drawn) = layout.constraints().get(number) else {
            return reasoner;
        };
        let (cells, total) = (drawn.cells(board), drawn.number().unwrap_or_default());
        match drawn.name() {
            "x-sum" => {
                let line = places(&cells);
                reasoner.counted = Some(CountedSum { line, total });
            }
            "sandwich" => {
                let line = places(&cells);
                let is_crust = reasoner.all_see(&line);
                reasoner.crust = is_crust.then_some(Crust { line, total });
            }
            "between" => {
                if let [first, inner @ .., last] = &places(&cells)[..] {
                    reasoner.between = Some(Between {
                        ends: [*first, *last],
                        inner: inner.to_vec(),
                    });
                }
            }
            "count-distinct" => {
                let counted = sorted_set(places(drawn.group(1)));
                let counter = place(cells[0]);
                reasoner.distinct = Some(DistinctCount {
                    counter,
                    counts_itself: counted.contains(&counter),
                    cells: counted
                        .into_iter()
                        .filter(|cell| *cell != counter)
                        .collect(),
                });
            }
            "counting-circles" => {
                let circles = places(&cells);
                reasoner.circles = Some(Places::new(&reasoner, circles, "circle"));
            }
            "contains" | "contains-exactly" | "quadruple" => {
                let places = places(&cells);
                // A cell that is listed twice counts twice.
                let differ = sorted_set(places.iter().copied()).len() == places.len();
                reasoner.needed = differ.then(|| NeededDigits {
                    places: Places::new(&reasoner, places, "cell"),
                    values: drawn.digits().to_vec(),
                });
            }
            "skyscraper" => {
                reasoner.skyline = Some(Skyline {
                    line: places(&cells),
                    visible: usize::try_from(total).unwrap_or_default(),
                });
            }
            _ => {}
        }
        reasoner
    }

    /// Creates the reasons of what is left of a sum whose cells have these candidates.
    fn of_sum(layout: &'a Layout, sum: HouseSum, members: &[Candidate]) -> Option<Reasoner<'a>> {
        let digits = |cell| {
            let of_cell = members.iter().filter(|member| member.cell == cell);
            of_cell.fold(0, |all, member| all | 1 << member.digit.index())
        };
        let open = sum.on(layout)?.terms.open(layout.geometry(), digits);
        let sum = open.implied(layout)?;
        let rule = DrawnRule::of(once(&sum), layout);
        Some(Reasoner::new(layout, once(&sum), Cow::Owned(rule)))
    }

    /// Creates the reasons of primitives, whose rule is `rule`.
    fn new<'l>(
        layout: &'a Layout,
        primitives: impl Iterator<Item = &'l Primitive> + Clone,
        rule: Cow<'a, DrawnRule>,
    ) -> Reasoner<'a> {
        let place = |cell: &Cell| rule.cells.binary_search(cell).unwrap_or_default();
        let board = layout.geometry();
        let relations = primitives.clone().filter_map(Primitive::relation);
        let mut links: Vec<Link> = relations
            .flat_map(|relation| Link::both(relation, relation.cells.each_ref().map(place), board))
            .collect();
        let ascents = links.iter().filter_map(Ascent::of_link).collect();
        let houses = || primitives.clone().filter_map(Primitive::house);
        let sets = houses().filter_map(|house| {
            let cells = house.cells.iter().map(place);
            Some((cells.collect(), house.sets()?.to_vec()))
        });
        let sets: Vec<(Vec<usize>, Vec<DigitBits>)> = sets.collect();
        links.extend(
            sets.iter()
                .flat_map(|(cells, sets)| Link::of_sets(cells, sets, board)),
        );
        let equations = primitives.clone().filter_map(Primitive::equation);
        let equations = equations.map(|equation| {
            let terms = equation.terms.iter();
            Total::new(
                terms.map(|(cell, factor)| (place(cell), *factor)).collect(),
                equation.total,
            )
        });
        let cages = houses().filter_map(|house| {
            let terms = house.cells.iter().map(|cell| (place(cell), 1));
            Some(Total::new(terms.collect(), house.total()?))
        });
        let see = |one: &Cell, other: &Cell| {
            one != other && layout.first_shared_house(*one, *other).is_some()
        };
        let sees = rule
            .cells
            .iter()
            .map(|one| rule.cells.iter().map(|other| see(one, other)).collect());
        let sees: Vec<Vec<bool>> = sees.collect();
        links.extend(Link::of_needs(&links, &sees, board));
        let totals: Vec<Total> = equations.chain(cages).collect();
        Reasoner {
            layout,
            sees,
            links,
            ascents,
            parts: equal_parts(&totals),
            totals,
            counted: None,
            skyline: None,
            crust: None,
            between: None,
            distinct: None,
            circles: None,
            needed: None,
            sets,
            rule,
        }
    }

    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    fn board(&self) -> &'a Geometry {
        self.layout.geometry()
    }

    /// Returns the value of a digit.
    fn value(&self, digit: usize) -> i64 {
        self.board().value(Digit::from_index(digit)) as i64
    }

    /// Returns the values of some digits.
    fn values(&self, digits: u16) -> Vec<i64> {
        ones(digits).map(|digit| self.value(digit)).collect()
    }

    /// Returns the name of a cell.
    fn name(&self, place: usize) -> String {
        self.rule.cells[place].name(self.board()).to_string()
    }

    /// Returns the names of cells in their order on the board.
    fn names(&self, places: &[usize]) -> Vec<String> {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.into_iter().map(|place| self.name(place)).collect()
    }

    /// Returns true if all of the cells see each other.
    fn all_see(&self, places: &[usize]) -> bool {
        let mut pairs = places.iter().enumerate();
        pairs.all(|(at, one)| places[at + 1..].iter().all(|other| self.sees[*one][*other]))
    }

    /// Returns the digits of the board, as bits.
    fn all_digits(&self) -> u16 {
        bits(0..self.board().digit_count())
    }

    /// Returns a reason of a kind that excludes some of the `wanted` digits of a cell: the simplest of those
    /// that exclude all of them, or else the simplest.
    fn exclude(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
        kind: ReasonKind,
    ) -> Option<Excluded> {
        if kind == ReasonKind::Deciding {
            return self.deciding(place, wanted, digits);
        }
        let reasons: [ReasonFinder<Self>; 21] = [
            Self::combinations,
            Self::needed_digit,
            Self::count_of_sum,
            Self::higher_follow,
            Self::crust,
            Self::gap,
            Self::count_bound,
            Self::one_too_many,
            Self::digits_of_circles,
            Self::too_few_circles,
            Self::enough_circles,
            Self::circle_needed,
            Self::order_bound,
            Self::partner,
            Self::rest,
            Self::few_of_pair,
            Self::total_bound,
            Self::common_total_bound,
            Self::parity,
            Self::pair_of_sum,
            Self::wrong_count,
        ];
        let mut simplest = None;
        for reason in reasons {
            match reason(self, place, wanted, digits) {
                Some(excluded) if excluded.removed == wanted => return Some(excluded),
                excluded => simplest = simplest.or(excluded),
            }
        }
        simplest
            .or_else(|| self.remainder(place, wanted, digits))
            .or_else(|| self.same_partner(place, wanted, digits))
    }
}

/// Finds some of the wanted digits of a cell that a reason excludes, given the digits of all cells.
type ReasonFinder<T> = fn(&T, usize, u16, &[u16]) -> Option<Excluded>;

/// A kind of reason. Later kinds convince less, and are used only if no earlier one applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReasonKind {
    /// A bound, a parity, a missing partner or the digit sets left.
    Simple,
    /// The cells that leave no way to fill the constraint.
    Deciding,
}

/// Returns a number as a word up to ten: `two`.
fn count_name(count: usize) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), ToString::to_string)
}
