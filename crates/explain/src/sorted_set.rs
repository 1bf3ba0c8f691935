//! Sets as sorted lists.

/// Returns the distinct items in ascending order.
pub(crate) fn sorted_set<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut set: Vec<T> = items.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    set
}
