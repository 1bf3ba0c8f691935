//! Exact cover by Algorithm X with dancing links.
//!
//! D. E. Knuth, *Dancing Links* (2000), and *The Art of Computer Programming*, volume 4B, section
//! 7.2.2.1. Nodes are entries of a vector and links are indices into it. The search keeps its own
//! stack, so its depth does not use the stack of the thread.

use std::ops::ControlFlow;

use super::links::Links;
use crate::engine::{Budget, End, Work};

/// A problem of exact cover: choose options such that every primary item is in exactly one of
/// them and every secondary item in at most one.
///
/// Items are numbered from 0, the primary ones first; options are numbered from 0 in the order in
/// which they were added.
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use satdoku::engine::Budget;
/// use satdoku::engine::dlx::ExactCover;
///
/// // The numbers 0, 1 and 2 from the sets {0, 1}, {1, 2} and {2}.
/// let mut cover = ExactCover::new(3, 0);
/// for option in [&[0, 1][..], &[1, 2], &[2]] {
///     cover.add_option(option.iter().copied());
/// }
/// let mut found = Vec::new();
/// let mut receive = |options: &[usize]| {
///     found.push(options.to_vec());
///     Ok::<_, Infallible>(ControlFlow::Continue(()))
/// };
/// cover.search(&Budget::UNLIMITED, &mut receive).unwrap();
/// assert_eq!(found, [[0, 2]]);
/// ```
#[derive(Debug)]
pub struct ExactCover {
    links: Links,
    covered: Vec<CoveredItem>,
    work: Work,
}

/// A callback that receives the options of an exact cover and returns `Break` to end the search.
pub type Receive<'a, E> = dyn FnMut(&[usize]) -> Result<ControlFlow<()>, E> + 'a;

/// A callback that receives chosen options, the last choice last, and returns false if no exact cover
/// that contains them is wanted.
pub type IsAllowed<'a> = dyn FnMut(&[usize]) -> bool + 'a;

/// An item that the search has covered.
#[derive(Debug, Clone, Copy)]
struct CoveredItem {
    item: u32,
    /// The node, in the list of the item, of the option being tried; initially the head of the
    /// list.
    node: u32,
}

impl ExactCover {
    /// Creates a problem with this many items and no options.
    ///
    /// Items and nodes are counted in 32 bits; a node takes 16 bytes.
    pub fn new(primary: usize, secondary: usize) -> ExactCover {
        let mut cover = ExactCover {
            links: Links::default(),
            covered: Vec::new(),
            work: Work::default(),
        };
        cover.reset(primary, secondary);
        cover
    }

    /// Starts a new problem in the memory of the old one.
    pub fn reset(&mut self, primary: usize, secondary: usize) {
        self.covered.clear();
        self.links.reset(primary, secondary);
    }

    /// Adds an option with these items, all different.
    ///
    /// # Panics
    /// If an item is not part of the problem.
    pub fn add_option(&mut self, items: impl IntoIterator<Item = usize>) {
        self.restore();
        self.links.add_option(items);
    }

    /// The number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.links.item_count()
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.links.option_count()
    }

    /// Passes every exact cover to `receive`, as the numbers of its options in the order in which
    /// they were chosen, until `receive` returns `Break` or `budget` ends the search. The problem
    /// stays as it is and can be searched again.
    ///
    /// The item with the fewest options is covered first. In the returned work, a node is a set of
    /// chosen options that was visited, a guess is an option chosen among several, and an update
    /// is, as Knuth counts, an entry removed from a list.
    ///
    /// # Errors
    /// The first error of `receive`.
    pub fn search<E>(
        &mut self,
        budget: &Budget,
        receive: &mut Receive<'_, E>,
    ) -> Result<(End, Work), E> {
        self.search_allowed(budget, None, receive)
    }

    /// Searches as [`ExactCover::search`] does, but abandons chosen options as soon as `is_allowed`
    /// rejects them.
    ///
    /// # Errors
    /// The first error of `receive`.
    pub fn search_allowed<E>(
        &mut self,
        budget: &Budget,
        is_allowed: Option<&mut IsAllowed<'_>>,
        receive: &mut Receive<'_, E>,
    ) -> Result<(End, Work), E> {
        self.restore();
        self.work = Work::default();
        self.links.note_all();
        let end = self.descend(budget, is_allowed, receive)?;
        self.work.updates = self.links.updates;
        Ok((end, self.work))
    }

    /// Uncovers what the last search left covered. This is deferred because most problems are
    /// searched only once.
    fn restore(&mut self) {
        while let Some(covered) = self.covered.pop() {
            self.leave(covered);
            self.links.uncover(covered.item);
        }
    }

    fn descend<E>(
        &mut self,
        budget: &Budget,
        mut is_allowed: Option<&mut IsAllowed<'_>>,
        receive: &mut Receive<'_, E>,
    ) -> Result<End, E> {
        loop {
            if let Some(end) = budget.end_after(self.work.nodes) {
                return Ok(end);
            }
            self.work.nodes += 1;
            let check = is_allowed.as_mut();
            if check.is_some_and(|is_allowed| !is_allowed(&self.chosen())) {
                // Another option is tried.
            } else if let Some(item) = self.links.choose_item() {
                self.links.cover(item);
                self.covered.push(CoveredItem { item, node: item });
            } else if receive(&self.chosen())?.is_break() {
                return Ok(End::Stopped);
            }
            if !self.next_option() {
                return Ok(End::Complete);
            }
        }
    }

    /// Chooses the next option of the last item that has one. Returns false if no item has one;
    /// then nothing is uncovered.
    fn next_option(&mut self) -> bool {
        // The list of an item does not change while the item is covered.
        let has_next = |covered: &CoveredItem| self.links.below(covered.node) != covered.item;
        let Some(last) = self.covered.iter().rposition(has_next) else {
            return false;
        };
        while let Some(mut covered) = self.covered.pop() {
            self.leave(covered);
            if self.covered.len() == last {
                covered.node = self.links.below(covered.node);
                self.covered.push(covered);
                self.enter(covered);
                return true;
            }
            self.links.uncover(covered.item);
        }
        false
    }

    /// Chooses the option of an item by covering its other items.
    fn enter(&mut self, covered: CoveredItem) {
        let has_alternatives = self.links.size(covered.item) > 1;
        self.work.guesses += u64::from(has_alternatives);
        self.links.cover_others(covered.node);
    }

    /// Undoes [`ExactCover::enter`] if an option was chosen.
    fn leave(&mut self, covered: CoveredItem) {
        if covered.node != covered.item {
            self.links.forget();
            self.links.uncover_others(covered.node);
        }
    }

    /// The chosen options.
    fn chosen(&self) -> Vec<usize> {
        let covered = self.covered.iter();
        covered
            .map(|covered| self.links.option(covered.node))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Returns all exact covers, each with its options in ascending order, and the work.
    fn covers(cover: &mut ExactCover) -> (Vec<Vec<usize>>, Work) {
        let mut found = Vec::new();
        let mut receive = |options: &[usize]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            found.push(options);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        };
        let Ok((end, work)) = cover.search(&Budget::UNLIMITED, &mut receive);
        assert_eq!(end, End::Complete);
        found.sort();
        (found, work)
    }

    fn problem(primary: usize, secondary: usize, options: &[&[usize]]) -> ExactCover {
        let mut cover = ExactCover::new(primary, secondary);
        for option in options {
            cover.add_option(option.iter().copied());
        }
        cover
    }

    #[test]
    fn the_classic_example_has_one_cover() {
        // Exact covers of 1 to 7 by A = {1,4,7}, B = {1,4}, C = {4,5,7}, D = {3,5,6}, E =
        // {2,3,6,7}, F = {2,7}.
        let sets: [&[usize]; 6] = [
            &[1, 4, 7],
            &[1, 4],
            &[4, 5, 7],
            &[3, 5, 6],
            &[2, 3, 6, 7],
            &[2, 7],
        ];
        let mut cover = ExactCover::new(7, 0);
        for set in sets {
            cover.add_option(set.iter().map(|number| number - 1));
        }
        assert_eq!((cover.item_count(), cover.option_count()), (7, 6));
        let (found, work) = covers(&mut cover);
        assert_eq!(found, [[1, 3, 5]]);
        // The search leaves the problem unchanged, so it can be repeated.
        assert_eq!(covers(&mut cover), (found, work));
    }

    #[test]
    fn secondary_items_are_covered_at_most_once() {
        // Items 0 and 1 are primary, 2 is not; the first and third option collide there.
        let options: [&[usize]; 4] = [&[0, 2], &[0], &[1, 2], &[1]];
        let (found, _) = covers(&mut problem(2, 1, &options));
        assert_eq!(found, [[0, 3], [1, 2], [1, 3]]);
        let (found, _) = covers(&mut problem(3, 0, &options));
        assert_eq!(found, [[0, 3], [1, 2]]);
    }

    #[test]
    fn choices_that_are_not_allowed_are_abandoned() {
        let mut cover = problem(2, 0, &[&[0], &[0], &[1], &[1]]);
        let mut found = Vec::new();
        let mut receive = |options: &[usize]| {
            found.push(options.to_vec());
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        };
        let mut is_allowed = |chosen: &[usize]| !chosen.contains(&1) && chosen != [0, 3];
        let Ok((end, work)) =
            cover.search_allowed(&Budget::UNLIMITED, Some(&mut is_allowed), &mut receive);
        assert_eq!((end, found), (End::Complete, vec![vec![0, 2]]));
        // Without options, with each of the first two, and with each pair that contains the first.
        assert_eq!(work.nodes, 5);
    }

    #[test]
    fn edge_cases() {
        // With no items, the empty choice is the only exact cover.
        assert_eq!(covers(&mut ExactCover::new(0, 0)).0, [[0; 0]]);
        assert_eq!(covers(&mut problem(0, 1, &[&[0]])).0, [[0; 0]]);
        assert_eq!(covers(&mut ExactCover::new(1, 0)).0, [[0; 0]; 0]);
    }

    #[test]
    fn a_search_that_ends_early_leaves_the_problem_as_it_was() {
        let mut cover = problem(2, 0, &[&[0], &[0], &[1], &[1]]);
        let (all, work) = covers(&mut cover);
        assert_eq!((all.len(), work.guesses), (4, 6));
        let mut stop = |_: &[usize]| Ok::<_, Infallible>(ControlFlow::Break(()));
        assert_eq!(
            cover.search(&Budget::UNLIMITED, &mut stop).unwrap().0,
            End::Stopped
        );
        for budget in 0..work.nodes {
            let mut go_on = |_: &[usize]| Ok::<_, Infallible>(ControlFlow::Continue(()));
            let (end, done) = cover.search(&Budget::of_nodes(budget), &mut go_on).unwrap();
            assert_eq!((end, done.nodes), (End::OutOfBudget, budget));
        }
        let mut fail = |_: &[usize]| Err("no more");
        assert_eq!(cover.search(&Budget::UNLIMITED, &mut fail), Err("no more"));
        assert_eq!(covers(&mut cover), (all, work));
    }
}
