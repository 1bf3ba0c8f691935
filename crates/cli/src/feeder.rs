//! The items of a reader, gathered into chunks.

use std::cell::RefCell;
use std::mem::take;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The weight at which a chunk is full, in bytes.
const MAX_WEIGHT: usize = 256 << 10;

/// Takes a chunk of items. Breaks off when no further one is wanted.
pub type HandOver<'a, I> = dyn FnMut(Vec<I>) -> ControlFlow<()> + 'a;

/// Takes the items of a reader and hands them over in chunks.
///
/// The reader and the input that it reads both hold it, so it is shared.
pub struct Feeder<'a, I> {
    /// Returns the memory that an item takes, in bytes.
    weight: &'a dyn Fn(&I) -> usize,
    /// The number of items at which a chunk is full.
    size: &'a AtomicUsize,
    gathered: RefCell<Gathered<'a, I>>,
}

struct Gathered<'a, I> {
    items: Vec<I>,
    weight: usize,
    hand_over: &'a mut HandOver<'a, I>,
    flow: ControlFlow<()>,
}

impl<'a, I> Feeder<'a, I> {
    /// Returns a feeder without items.
    pub fn new(
        weight: &'a dyn Fn(&I) -> usize,
        size: &'a AtomicUsize,
        hand_over: &'a mut HandOver<'a, I>,
    ) -> Feeder<'a, I> {
        Feeder {
            weight,
            size,
            gathered: RefCell::new(Gathered {
                items: Vec::new(),
                weight: 0,
                hand_over,
                flow: ControlFlow::Continue(()),
            }),
        }
    }

    /// Adds an item. Breaks off when no further one is wanted.
    pub fn push(&self, item: I) -> ControlFlow<()> {
        let gathered = &mut *self.gathered.borrow_mut();
        gathered.weight += (self.weight)(&item);
        gathered.items.push(item);
        if gathered.items.len() >= self.size.load(Relaxed) || gathered.weight >= MAX_WEIGHT {
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
        self.weight = 0;
        let items = take(&mut self.items);
        if !items.is_empty() && self.flow.is_continue() {
            self.flow = (self.hand_over)(items);
        }
    }
}
