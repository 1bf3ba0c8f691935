//! The dancing links of an exact cover problem: taking items and options out, and putting them
//! back in the reverse order.

use std::ops::Range;

#[derive(Debug, Clone, Copy)]
struct CoverItem {
    /// The neighbours in the list of primary items still to be covered. An item that was taken
    /// out keeps them, and secondary items are their own neighbours.
    left: u32,
    right: u32,
    /// The number of options in the list of this item.
    size: u32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The neighbours in the list of options of one item.
    up: u32,
    down: u32,
    item: u32,
    option: u32,
}

/// Lists of items and of their options.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The items, and after them the root of the list of primary items still to be covered.
    items: Vec<CoverItem>,
    primary: usize,
    /// For each item the head of the list of its options; after them the nodes of each option.
    nodes: Vec<Node>,
    /// Option `i` has the nodes from `starts[i]` up to `starts[i + 1]`.
    starts: Vec<u32>,
    /// Primary items that came down to one option; they may have been covered since.
    forced: Vec<u32>,
    /// Primary items that came down to no option; they may have been covered since.
    impossible: Vec<u32>,
    /// Entries taken out of a list since the last [`Links::note_all`].
    pub(super) updates: u64,
}

impl Links {
    /// This many items without options, in the memory that is already there.
    pub(super) fn reset(&mut self, primary: usize, secondary: usize) {
        self.primary = primary;
        let root = (primary + secondary) as u32;
        let item = |left, right| CoverItem {
            left,
            right,
            size: 0,
        };
        self.items.clear();
        let linked = (0..primary as u32).map(|i| item(i.checked_sub(1).unwrap_or(root), i + 1));
        self.items.extend(linked);
        self.items
            .extend((primary as u32..root).map(|i| item(i, i)));
        match self.items.get_mut(primary.wrapping_sub(1)) {
            Some(last) => {
                last.right = root;
                self.items.push(item(primary as u32 - 1, 0));
            }
            None => self.items.push(item(root, root)),
        }
        self.nodes.clear();
        self.nodes.extend((0..root).map(|item| Node {
            up: item,
            down: item,
            item,
            option: u32::MAX,
        }));
        self.starts.clear();
        self.starts.push(root);
    }

    /// Adds an option that has these items, all different.
    ///
    /// # Panics
    /// When an item is not one of the problem.
    pub(super) fn add_option(&mut self, items: impl IntoIterator<Item = usize>) {
        let (option, count) = (self.option_count() as u32, self.item_count());
        // Not a loop, which would ask at each item in which of chained iterators it is.
        items.into_iter().for_each(|item| {
            assert!(item < count, "no item {item}");
            let node = self.nodes.len() as u32;
            let head = &mut self.nodes[item];
            let up = head.up;
            head.up = node;
            self.nodes[up as usize].down = node;
            self.nodes.push(Node {
                up,
                down: item as u32,
                item: item as u32,
                option,
            });
            self.items[item].size += 1;
        });
        self.starts.push(self.nodes.len() as u32);
    }

    pub(super) fn item_count(&self) -> usize {
        self.items.len() - 1
    }

    pub(super) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of options in the list of an item.
    pub(super) fn size(&self, item: u32) -> u32 {
        self.items[item as usize].size
    }

    /// The node below a node or head in the list of its item; below the last is the head.
    pub(super) fn below(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// The option that a node belongs to.
    pub(super) fn option(&self, node: u32) -> usize {
        self.nodes[node as usize].option as usize
    }

    /// Notes the items with one option or none, before a search.
    pub(super) fn note_all(&mut self) {
        self.updates = 0;
        self.forget();
        for item in 0..self.primary as u32 {
            self.note(item);
        }
    }

    /// Forgets which items have one option or none, because options were put back.
    pub(super) fn forget(&mut self) {
        self.forced.clear();
        self.impossible.clear();
    }

    fn note(&mut self, item: u32) {
        if (item as usize) < self.primary {
            match self.size(item) {
                0 => self.impossible.push(item),
                1 => self.forced.push(item),
                _ => {}
            }
        }
    }

    /// An uncovered primary item with the fewest options, if there is one.
    ///
    /// Covering notes the items that it leaves with one option or none, so that the whole list is
    /// read only where there is a real choice. Items without options first: that is a tenth of
    /// the time on hard puzzles.
    pub(super) fn choose_item(&mut self) -> Option<u32> {
        while let Some(item) = self.impossible.pop().or_else(|| self.forced.pop()) {
            if self.is_uncovered(item) {
                return Some(item);
            }
        }
        let root = self.item_count() as u32;
        let mut best = None;
        let mut fewest = u32::MAX;
        let mut item = self.items[root as usize].right;
        while item != root {
            let CoverItem { right, size, .. } = self.items[item as usize];
            if size < fewest {
                (best, fewest) = (Some(item), size);
                if size <= 2 {
                    break;
                }
            }
            item = right;
        }
        best
    }

    /// Whether a primary item is in the list of those still to be covered.
    fn is_uncovered(&self, item: u32) -> bool {
        let left = self.items[item as usize].left;
        self.items[left as usize].right == item
    }

    /// Covers the items of the option of `node` other than the item of `node` itself.
    pub(super) fn cover_others(&mut self, node: u32) {
        for other in self.option_of(node) {
            if other != node as usize {
                self.cover(self.nodes[other].item);
            }
        }
    }

    /// Undoes [`Links::cover_others`].
    pub(super) fn uncover_others(&mut self, node: u32) {
        for other in self.option_of(node).rev() {
            if other != node as usize {
                self.uncover(self.nodes[other].item);
            }
        }
    }

    /// The nodes of the option that `node` belongs to.
    fn option_of(&self, node: u32) -> Range<usize> {
        let option = self.nodes[node as usize].option as usize;
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// Takes an item out of the list of those still to be covered, and all of its options out of
    /// the lists of their other items.
    pub(super) fn cover(&mut self, item: u32) {
        let CoverItem { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
        self.updates += 1;
        let mut node = self.nodes[item as usize].down;
        while node != item {
            self.hide(node);
            node = self.nodes[node as usize].down;
        }
    }

    /// Undoes [`Links::cover`], in the reverse order.
    pub(super) fn uncover(&mut self, item: u32) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
        let CoverItem { left, right, .. } = self.items[item as usize];
        self.items[left as usize].right = item;
        self.items[right as usize].left = item;
    }

    /// Takes the other nodes of the option of `node` out of their lists.
    fn hide(&mut self, node: u32) {
        for other in self.option_of(node) {
            if other == node as usize {
                continue;
            }
            let Node { up, down, item, .. } = self.nodes[other];
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            let size = &mut self.items[item as usize].size;
            *size -= 1;
            if *size <= 1 {
                self.note(item);
            }
            self.updates += 1;
        }
    }

    /// Undoes [`Links::hide`]: the dance. A node that was taken out still knows where it was.
    fn unhide(&mut self, node: u32) {
        for other in self.option_of(node).rev() {
            if other == node as usize {
                continue;
            }
            let Node { up, down, item, .. } = self.nodes[other];
            self.nodes[up as usize].down = other as u32;
            self.nodes[down as usize].up = other as u32;
            self.items[item as usize].size += 1;
        }
    }
}
