//! Many items through several threads: replies in the order of the items, in bounded memory.
//!
//! One thread reads items ahead, workers answer them, and the caller's thread receives the replies.
//! Everything that waits does so for one of three reasons, which are the three condition variables
//! below: nothing to work on, no room, nothing to receive. What is in flight is bounded by its
//! weight, so an item that takes long stops the reader once so much has piled up behind it.
//!
//! Waking a sleeping thread costs some microseconds, as much as an easy puzzle. So nobody is woken
//! who is not asleep, and the receiver, once it has everything, sleeps a millisecond (`LINGER`)
//! before it waits: nobody is woken more than a thousand times a second then, and no reply waits
//! longer than that.

use std::any::Any;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The weight of what may have been read and not been received yet, in bytes.
const MOST_READ: usize = 16 << 20;

/// The weight of the replies that may wait for the one before them, in bytes.
const MOST_WAITING: usize = 16 << 20;

/// The weight of the first reply's parts that may wait for the receiver, in bytes.
const MOST_UNRECEIVED: usize = 256 << 10;

/// How long the receiver lets replies gather.
const LINGER: Duration = Duration::from_millis(1);

/// How often the receiver hears that nothing has happened.
const IDLE: Duration = Duration::from_millis(100);

/// Answers items; each thread has one of its own.
pub trait Worker {
    /// What is answered.
    type Item: Weight;
    /// A piece of a reply.
    type Part: Weight;
    /// What ends a reply.
    type End;

    /// Answers the item with this number, counted from 0.
    fn answer(
        &mut self,
        number: usize,
        item: &Self::Item,
        reply: &mut Reply<'_, Self>,
    ) -> Self::End;

    /// Ends the reply to an item at which [`Worker::answer`] panicked with this message. The worker
    /// is a new one: the state of the old one is not to be trusted.
    fn panicked(
        &mut self,
        item: &Self::Item,
        message: &str,
        reply: &mut Reply<'_, Self>,
    ) -> Self::End;
}

/// What something takes of the memory that a batch may use.
pub trait Weight {
    /// In bytes, roughly.
    fn weight(&self) -> usize;
}

/// What the receiver of a batch hears, in the order of the items.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<P, E> {
    /// A piece of the reply to the current item.
    Part(P),
    /// The end of that reply; the next item is the current one now.
    End(E),
    /// Nothing more is ready. This comes before every wait, and ten times a second during one.
    Idle,
}

/// Where a worker puts the pieces of a reply.
pub struct Reply<'a, W: Worker + ?Sized> {
    shared: &'a Shared<W>,
    number: usize,
}

impl<W: Worker> Reply<'_, W> {
    /// Hands a piece over, as soon as its turn has come. Waits while too much is in memory.
    ///
    /// Breaks off when nobody listens any more.
    pub fn send(&mut self, part: W::Part) -> ControlFlow<()> {
        let mut state = self.shared.lock();
        loop {
            if state.is_stopped {
                return ControlFlow::Break(());
            }
            let first = state.first;
            let is_full = match self.number == first {
                true => state.replies[0].weight > MOST_UNRECEIVED,
                false => state.waiting > MOST_WAITING,
            };
            if !is_full {
                break;
            }
            state = wait(&self.shared.room, state);
        }
        let weight = part.weight();
        state.waiting += weight;
        let place = self.number - state.first;
        let pending = &mut state.replies[place];
        pending.weight += weight;
        pending.parts.push_back(part);
        self.shared.tell_receiver(&mut state, self.number);
        ControlFlow::Continue(())
    }
}

/// The reply to an item, as far as it has not been received.
struct Pending<W: Worker + ?Sized> {
    /// Of the item.
    item_weight: usize,
    parts: VecDeque<W::Part>,
    /// Of the parts.
    weight: usize,
    end: Option<W::End>,
}

struct State<W: Worker + ?Sized> {
    /// Items that no worker has taken, the first of which has the number `next`.
    items: VecDeque<W::Item>,
    next: usize,
    /// The replies to all items that have been read, the first of which has the number `first`.
    replies: VecDeque<Pending<W>>,
    first: usize,
    /// The weight of the items of `replies`, and of their parts.
    read: usize,
    waiting: usize,
    is_read_to_the_end: bool,
    /// The receiver has gone.
    is_stopped: bool,
    idle_workers: usize,
    is_receiver_asleep: bool,
}

struct Shared<W: Worker + ?Sized> {
    state: Mutex<State<W>>,
    /// There is an item, or there will be none any more.
    work: Condvar,
    /// There is room for items or parts.
    room: Condvar,
    /// There is something to receive.
    ready: Condvar,
}

impl<W: Worker> Shared<W> {
    fn lock(&self) -> MutexGuard<'_, State<W>> {
        // Nothing panics while it holds the lock, so a poisoned one is as good as any.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the receiver if it sleeps and this reply is the one it waits for.
    fn tell_receiver(&self, state: &mut State<W>, number: usize) {
        if number == state.first && state.is_receiver_asleep {
            state.is_receiver_asleep = false;
            self.ready.notify_one();
        }
    }

    /// Nobody listens any more.
    fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.items.clear();
        self.work.notify_all();
        self.room.notify_all();
    }
}

fn wait<'a, T>(on: &Condvar, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    on.wait(state).unwrap_or_else(PoisonError::into_inner)
}

/// Answers all items with up to `workers` threads, each with a worker of its own that `make` makes.
/// `receive` gets every reply, in the order of the items.
///
/// Which worker answers an item, and what it answered before, is chance: replies are the same every
/// time if workers keep nothing that changes their answers.
///
/// Returns early when `receive` breaks off. It does not wait for its threads then: the one that
/// reads ends after the item that it is reading, the workers after those that they are answering.
pub fn run<W, B>(
    items: impl Iterator<Item = W::Item> + Send + 'static,
    workers: NonZeroUsize,
    make: impl Fn() -> W + Send + Sync + 'static,
    receive: impl FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    W: Worker + 'static,
    W::Item: Send,
    W::Part: Send,
    W::End: Send,
{
    let shared = Arc::new(Shared {
        state: Mutex::new(State::<W> {
            items: VecDeque::new(),
            next: 0,
            replies: VecDeque::new(),
            first: 0,
            read: 0,
            waiting: 0,
            is_read_to_the_end: false,
            is_stopped: false,
            idle_workers: 0,
            is_receiver_asleep: false,
        }),
        work: Condvar::new(),
        room: Condvar::new(),
        ready: Condvar::new(),
    });
    let reader = shared.clone();
    thread::spawn(move || read(&reader, items, workers, &Arc::new(make)));
    let result = deliver(&shared, receive);
    shared.stop();
    result
}

/// Reads items ahead, as far as there is room, and starts workers while none is idle.
fn read<W, M>(
    shared: &Arc<Shared<W>>,
    items: impl Iterator<Item = W::Item>,
    workers: NonZeroUsize,
    make: &Arc<M>,
) where
    W: Worker + 'static,
    W::Item: Send,
    W::Part: Send,
    W::End: Send,
    M: Fn() -> W + Send + Sync + 'static,
{
    // Whatever happens while reading, the receiver hears of the end.
    struct AtEnd<'a, W: Worker>(&'a Shared<W>);
    impl<W: Worker> Drop for AtEnd<'_, W> {
        fn drop(&mut self) {
            let mut state = self.0.lock();
            state.is_read_to_the_end = true;
            state.is_receiver_asleep = false;
            self.0.ready.notify_one();
            self.0.work.notify_all();
        }
    }
    let _at_end = AtEnd(shared);
    let mut started = 0;
    for item in items {
        let item_weight = item.weight();
        let mut state = shared.lock();
        if state.read + item_weight > MOST_READ {
            while state.read > MOST_READ / 2 && !state.is_stopped {
                state = wait(&shared.room, state);
            }
        }
        if state.is_stopped {
            return;
        }
        state.read += item_weight;
        state.items.push_back(item);
        state.replies.push_back(Pending {
            item_weight,
            parts: VecDeque::new(),
            weight: 0,
            end: None,
        });
        if state.idle_workers > 0 {
            state.idle_workers -= 1;
            shared.work.notify_one();
        } else if started < workers.get() {
            started += 1;
            let (shared, make) = (shared.clone(), make.clone());
            thread::spawn(move || work(&shared, make.as_ref()));
        }
    }
}

/// Answers items until there are none.
fn work<W: Worker>(shared: &Shared<W>, make: &impl Fn() -> W) {
    let mut worker = make();
    while let Some((number, item)) = take(shared) {
        let mut reply = Reply { shared, number };
        let answered = catch_unwind(AssertUnwindSafe(|| {
            worker.answer(number, &item, &mut reply)
        }));
        let end = answered.unwrap_or_else(|panic| {
            worker = make();
            worker.panicked(&item, message_of(panic.as_ref()), &mut reply)
        });
        let mut state = shared.lock();
        if state.is_stopped {
            return;
        }
        let place = number - state.first;
        state.replies[place].end = Some(end);
        shared.tell_receiver(&mut state, number);
    }
}

/// The next item and its number, when there is one.
fn take<W: Worker>(shared: &Shared<W>) -> Option<(usize, W::Item)> {
    let mut state = shared.lock();
    loop {
        if state.is_stopped {
            return None;
        }
        // The reply that everything waits for is never kept back.
        let is_first = state.next == state.first;
        if state.waiting > MOST_WAITING && !is_first {
            state = wait(&shared.room, state);
            continue;
        }
        if let Some(item) = state.items.pop_front() {
            let number = state.next;
            state.next += 1;
            return Some((number, item));
        }
        if state.is_read_to_the_end {
            return None;
        }
        state.idle_workers += 1;
        state = wait(&shared.work, state);
    }
}

/// What a panic says of itself.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message,
        (_, Some(message)) => message,
        _ => "a panic without a message",
    }
}

/// Hands everything to `receive`, in order.
fn deliver<W: Worker, B>(
    shared: &Shared<W>,
    mut receive: impl FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut ready = Vec::new();
    loop {
        let is_over = {
            let mut state = shared.lock();
            collect(&mut state, &mut ready);
            shared.room.notify_all();
            state.is_read_to_the_end && state.replies.is_empty()
        };
        let is_busy = !ready.is_empty();
        for event in ready.drain(..) {
            receive(event)?;
        }
        if is_over {
            return ControlFlow::Continue(());
        }
        receive(Event::Idle)?;
        if is_busy {
            thread::sleep(LINGER);
        }
        let mut state = shared.lock();
        while !has_news(&state) {
            state.is_receiver_asleep = true;
            let (woken, timeout) = shared
                .ready
                .wait_timeout(state, IDLE)
                .unwrap_or_else(PoisonError::into_inner);
            state = woken;
            state.is_receiver_asleep = false;
            if timeout.timed_out() {
                drop(state);
                receive(Event::Idle)?;
                state = shared.lock();
            }
        }
    }
}

/// Whether there is anything to receive.
fn has_news<W: Worker>(state: &State<W>) -> bool {
    match state.replies.front() {
        Some(first) => first.end.is_some() || !first.parts.is_empty(),
        None => state.is_read_to_the_end,
    }
}

/// Takes what is ready out of the state.
fn collect<W: Worker>(state: &mut State<W>, ready: &mut Vec<Event<W::Part, W::End>>) {
    while let Some(first) = state.replies.front_mut() {
        ready.extend(first.parts.drain(..).map(Event::Part));
        state.waiting -= std::mem::take(&mut first.weight);
        let Some(end) = first.end.take() else {
            return;
        };
        ready.push(Event::End(end));
        state.read -= first.item_weight;
        state.replies.pop_front();
        state.first += 1;
    }
}
