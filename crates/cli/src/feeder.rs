//! The items of a reader, gathered into chunks.

use std::cell::RefCell;
use std::mem::take;
use std::ops::ControlFlow;

/// The weight at which a chunk is full, in bytes.
const MAX_WEIGHT: usize = 256 << 10;

/// Takes a chunk of items and its weight.
type HandOver<'a, I> = dyn FnMut(Vec<I>, usize) -> ControlFlow<()> + 'a;

/// Takes the items of a reader and hands them over in chunks.
pub struct Feeder<'a, I> {
    weight_of: fn(&I) -> usize,
    /// Returns how many items a chunk should have now.
    chunk_size: Box<dyn Fn() -> usize + 'a>,
    gathered: RefCell<Gathered<'a, I>>,
}

struct Gathered<'a, I> {
    items: Vec<I>,
    weight: usize,
    hand_over: Box<HandOver<'a, I>>,
    flow: ControlFlow<()>,
}

impl<'a, I> Feeder<'a, I> {
    /// Returns a feeder without items. `hand_over` breaks off when no further chunk is wanted.
    pub fn new(
        weight_of: fn(&I) -> usize,
        chunk_size: impl Fn() -> usize + 'a,
        hand_over: impl FnMut(Vec<I>, usize) -> ControlFlow<()> + 'a,
    ) -> Feeder<'a, I> {
        Feeder {
            weight_of,
            chunk_size: Box::new(chunk_size),
            gathered: RefCell::new(Gathered {
                items: Vec::new(),
                weight: 0,
                hand_over: Box::new(hand_over),
                flow: ControlFlow::Continue(()),
            }),
        }
    }

    /// Adds an item. Breaks off when no further one is wanted.
    pub fn push(&self, item: I) -> ControlFlow<()> {
        let weight = (self.weight_of)(&item);
        let gathered = &mut *self.gathered.borrow_mut();
        // Handing over a heavy item may have to wait; those before it must not wait with it.
        if gathered.weight + weight > MAX_WEIGHT {
            gathered.flush();
        }
        gathered.items.push(item);
        gathered.weight += weight;
        if gathered.items.len() >= (self.chunk_size)() || gathered.weight >= MAX_WEIGHT {
            gathered.flush();
        }
        gathered.flow
    }

    /// Hands over the items so far, because the reader may have to wait for more.
    pub fn flush(&self) {
        self.gathered.borrow_mut().flush();
    }
}

impl<I> Gathered<'_, I> {
    fn flush(&mut self) {
        let (items, weight) = (take(&mut self.items), take(&mut self.weight));
        if !items.is_empty() && self.flow.is_continue() {
            self.flow = (self.hand_over)(items, weight);
        }
    }
}

/// Returns the first `max` items of a reader.
pub fn first_items<I>(max: usize, read: impl FnOnce(&Feeder<'_, I>)) -> Vec<I> {
    let mut first = Vec::new();
    let keep = |items: Vec<I>, _| {
        first.extend(items);
        if first.len() < max {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    read(&Feeder::new(|_| 0, || 1, keep));
    first
}
