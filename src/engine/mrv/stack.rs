//! A stack that can be pushed to without a branch.

/// A vector with a separate length, so that a value can be written first and kept or not by adding
/// one or zero to the length.
///
/// The branch predictor cannot tell which removals leave a single, and a mispredicted branch costs
/// more than writing a value that is not kept. The caller reserves capacity in advance.
#[derive(Debug, Clone, Default)]
pub(super) struct Stack<T> {
    items: Vec<T>,
    length: usize,
}

impl<T: Copy + Default> Stack<T> {
    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Makes room for this many values, and one that is written but not kept.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize) {
        let needed = self.length + more + 1;
        if needed > self.items.len() {
            self.items
                .resize(needed.max(2 * self.items.len()), T::default());
        }
    }

    /// Pushes a value if `keep` is true.
    ///
    /// # Panics
    /// If there is no room.
    #[inline]
    pub(super) fn push_if(&mut self, keep: bool, value: T) {
        self.items[self.length] = value;
        self.length += usize::from(keep);
    }

    /// Makes room for `most` values and pushes those to be kept.
    ///
    /// # Panics
    /// If there are more.
    #[inline]
    pub(super) fn extend_if(&mut self, most: usize, values: impl Iterator<Item = (bool, T)>) {
        self.make_room(most);
        let room = &mut self.items[self.length..];
        let mut kept = 0;
        for (keep, value) in values {
            room[kept] = value;
            kept += usize::from(keep);
        }
        self.length += kept;
    }

    /// Makes room for a value and pushes it.
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        self.make_room(1);
        self.push_if(true, value);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        self.length = self.length.checked_sub(1)?;
        Some(self.items[self.length])
    }

    /// Returns the value with this index.
    #[inline]
    pub(super) fn get(&self, number: usize) -> T {
        self.items[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_kept_is_on_the_stack() {
        let mut stack = Stack::default();
        stack.make_room(3);
        (0..6).for_each(|number| stack.push_if(number % 2 == 0, number));
        assert_eq!((stack.len(), stack.get(1)), (3, 2));
        assert_eq!(stack.pop(), Some(4));
        stack.extend_if(3, [(false, 5), (true, 6), (false, 8)].into_iter());
        assert_eq!(stack.pop(), Some(6));
        stack.push(7);
        let kept: Vec<usize> = (0..stack.len()).map(|number| stack.get(number)).collect();
        assert_eq!(kept, [0, 2, 7]);
        stack.clear();
        assert_eq!(stack.pop(), None);
    }
}
