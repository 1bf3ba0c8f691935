//! Lists of different lengths, one after the other in one vector.

/// A list of lists. Keeping all items in one vector saves an allocation per list: a 225×225 board
/// has 50,625 lists, one per cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Jagged<T> {
    /// List `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Jagged<T> {
    /// No lists.
    fn default() -> Jagged<T> {
        Jagged {
            starts: vec![0],
            items: Vec::new(),
        }
    }
}

impl<T> Jagged<T> {
    /// Appends a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the list with this number, if there is one.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Option<&[T]> {
        let [from, to] = self.starts.get(number..)?.first_chunk()?;
        self.items.get(*from as usize..*to as usize)
    }
}

impl<T> std::ops::Index<usize> for Jagged<T> {
    type Output = [T];

    /// Returns the list with this number.
    #[inline(always)]
    fn index(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

impl Jagged<u32> {
    /// Inverts membership: returns, for each of `members`, the ascending numbers of the groups that
    /// contain it.
    pub fn groups_of<G>(members: usize, groups: impl Iterator<Item = G> + Clone) -> Jagged<u32>
    where
        G: IntoIterator<Item = usize>,
    {
        // A counting sort. While the lists are filled, `starts[member + 1]` is the place of the
        // member's next number; in the end it is where the list ends and the next one starts.
        let mut starts = vec![0; members + 2];
        for member in groups.clone().flatten() {
            starts[member + 2] += 1;
        }
        for member in 2..starts.len() {
            starts[member] += starts[member - 1];
        }
        let mut items = vec![0; starts[members + 1] as usize];
        for (number, group) in groups.enumerate() {
            for member in group {
                let next = &mut starts[member + 1];
                items[*next as usize] = number as u32;
                *next += 1;
            }
        }
        starts.truncate(members + 1);
        Jagged { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order_and_can_be_inverted() {
        let groups = [vec![2, 0], vec![], vec![2]];
        let mut lists = Jagged::default();
        for group in &groups {
            lists.push(group.iter().copied());
        }
        assert_eq!([&lists[0], &lists[1], &lists[2]], [&[2, 0][..], &[], &[2]]);
        assert_eq!((lists.get(1), lists.get(3)), (Some(&[][..]), None));
        let around = Jagged::groups_of(3, groups.iter().map(|group| group.iter().copied()));
        assert_eq!(
            [&around[0], &around[1], &around[2]],
            [&[0][..], &[], &[0, 2]]
        );
    }
}
