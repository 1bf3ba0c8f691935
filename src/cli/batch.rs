//! Many items through several threads: replies in the order of the items, in bounded memory.
//!
//! A reader gathers items into chunks, workers answer them, and the caller's thread receives the
//! replies, as in fd's `walk.rs` (David Peter, <https://github.com/sharkdp/fd>). Every chunk has a
//! channel of its own for its replies. The receiver takes these channels in the order in which the
//! chunks were read, which is all that keeps the order.
//!
//! Three things bound what is in memory. The reader has [`MOST_READ`] bytes of items to give away,
//! and gets back what a chunk weighed when its replies have been received. The channel of a chunk
//! holds only some parts more than the chunk has items. Beyond [`MOST_WAITING`] bytes of replies,
//! only the chunk whose turn it is goes on.
//!
//! A chunk has as many items as are answered in about a millisecond, and is handed over at once
//! when the reader has to wait for its input. Waking a sleeping thread costs some microseconds, as
//! much as an easy puzzle; so the receiver, once it has everything, sleeps a millisecond
//! ([`LINGER`]) before it waits, and nobody is woken more than a thousand times a second.

use std::any::Any;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};

/// The weight of what may have been read and not been answered yet, in bytes.
const MOST_READ: usize = 16 << 20;

/// The weight of the replies that may wait for their turn, in bytes.
const MOST_WAITING: usize = 16 << 20;

/// The weight at which a chunk is full, in bytes, and the number of its items.
const FULL: (usize, u64) = (256 << 10, 64);

/// What a chunk weighs without its items: its channel.
const EMPTY: usize = 2 << 10;

/// How long a chunk should take to answer.
const CHUNK_NANOS: u64 = 1_000_000;

/// How long the receiver lets replies gather, and how often a worker looks whether there is room.
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
        reply: &mut Reply<'_, Self::Part>,
    ) -> Self::End;

    /// Ends the reply to an item at which [`Worker::answer`] panicked with this message. The worker
    /// is a new one: the state of the old one is not to be trusted.
    fn panicked(
        &mut self,
        item: &Self::Item,
        message: &str,
        reply: &mut Reply<'_, Self::Part>,
    ) -> Self::End;
}

/// What something takes of the memory that a batch may use.
pub trait Weight {
    /// In bytes, roughly.
    fn weight(&self) -> usize;
}

/// Where a worker puts the pieces of a reply.
pub struct Reply<'a, P> {
    deliver: &'a mut dyn FnMut(P) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<'a, P> Reply<'a, P> {
    /// A reply whose pieces go to `deliver`, as long as that does not break off.
    pub fn new(deliver: &'a mut dyn FnMut(P) -> ControlFlow<()>) -> Reply<'a, P> {
        Reply {
            deliver,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Hands a piece over, as soon as its turn has come. Waits while too much is in memory.
    pub fn send(&mut self, part: P) {
        if self.flow.is_continue() {
            self.flow = (self.deliver)(part);
        }
    }

    /// Whether anybody still listens.
    pub fn flow(&self) -> ControlFlow<()> {
        self.flow
    }
}

/// Where a reader puts items.
pub trait Sink<T> {
    /// Hands an item over. Breaks off when nobody wants another.
    fn push(&self, item: T) -> ControlFlow<()>;

    /// Lets what was handed over be answered now, because the reader may have to wait.
    fn flush(&self);
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

/// How a batch ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended<B> {
    /// Every item that was read has been answered.
    Complete,
    /// The receiver broke off.
    Stopped(B),
    /// The reader or a thread of its own panicked with this message: not all items are answered.
    Panicked(String),
}

/// Answers all items that `read` hands over with up to `workers` threads, each with a worker of its
/// own that `make` makes. `receive` gets every reply, in the order of the items.
///
/// Which worker answers an item, and what it answered before, is chance: replies are the same every
/// time if workers keep nothing that changes their answers. Where threads cannot be started, those
/// that could do the work; where there is none, the calling thread does all of it.
///
/// Returns early when `receive` breaks off. It does not wait for its threads then: the one that
/// reads ends when it hands over the next item, the workers after those that they are answering.
pub fn run<W, B>(
    read: impl FnOnce(&dyn Sink<W::Item>) + Send + 'static,
    workers: NonZeroUsize,
    make: impl Fn() -> W + Send + Sync + 'static,
    receive: impl FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
) -> Ended<B>
where
    W: Worker + 'static,
    W::Item: Send,
    W::Part: Send,
    W::End: Send,
{
    let (work, jobs) = unbounded();
    let (in_order, tickets) = unbounded();
    let (give_back, given_back) = unbounded();
    let team = Team {
        shared: Arc::new(Shared::default()),
        make: Arc::new(make),
        jobs,
    };
    // A thread that cannot start drops what it was to do, so it is kept here for the caller.
    let kept = Arc::new(Mutex::new(Some(read)));
    let reader = {
        let (team, kept) = (team.clone(), kept.clone());
        move || {
            let Some(read) = take(&kept) else { return };
            let feeder = Feeder {
                team,
                work,
                in_order: in_order.clone(),
                given_back,
                chunk: RefCell::new(Gathering {
                    started: 1,
                    most_started: workers.get(),
                    ..Gathering::default()
                }),
            };
            let read = catch_unwind(AssertUnwindSafe(|| {
                read(&feeder);
                feeder.flush();
            }));
            if let Err(panic) = read {
                // Nobody listens any more if this fails.
                let _ = in_order.send(Ticket::Panic(message_of(panic.as_ref()).to_string()));
            }
        }
    };
    let has_threads = team.start() && thread::Builder::new().spawn(reader).is_ok();
    let ended = if has_threads {
        deliver(&team.shared, &tickets, &give_back, receive)
    } else {
        alone(&kept, team.make.as_ref(), receive)
    };
    team.shared.is_stopped.store(true, Ordering::Relaxed);
    ended
}

fn take<T>(kept: &Mutex<Option<T>>) -> Option<T> {
    kept.lock().ok()?.take()
}

/// What all threads of a batch know.
struct Shared {
    /// The receiver has gone.
    is_stopped: AtomicBool,
    /// The number of the chunk whose replies are being received.
    current: AtomicUsize,
    /// The weight of the parts that have been sent and not been received.
    waiting: AtomicUsize,
    /// How long the last chunk took for each of its items.
    nanos: AtomicU64,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared {
            is_stopped: AtomicBool::new(false),
            current: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            nanos: AtomicU64::new(u64::MAX),
        }
    }
}

impl Shared {
    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Waits while there are too many replies in memory, unless everything waits for this chunk.
    fn wait_for_room(&self, chunk: usize) {
        while self.waiting.load(Ordering::Relaxed) > MOST_WAITING
            && self.current.load(Ordering::Relaxed) != chunk
            && !self.is_stopped()
        {
            thread::sleep(LINGER);
        }
    }
}

/// Items to answer together.
struct Job<W: Worker> {
    /// The number of the chunk, and of its first item.
    chunk: usize,
    first: usize,
    items: Vec<W::Item>,
    replies: Sender<Event<W::Part, W::End>>,
}

/// What the receiver is told of a chunk before it is answered.
enum Ticket<W: Worker> {
    Chunk {
        replies: Receiver<Event<W::Part, W::End>>,
        items: usize,
        weight: usize,
    },
    /// There is none: the reader panicked.
    Panic(String),
}

/// The workers, and those that may be started.
struct Team<W: Worker, M> {
    shared: Arc<Shared>,
    make: Arc<M>,
    jobs: Receiver<Job<W>>,
}

impl<W: Worker, M> Clone for Team<W, M> {
    fn clone(&self) -> Team<W, M> {
        Team {
            shared: self.shared.clone(),
            make: self.make.clone(),
            jobs: self.jobs.clone(),
        }
    }
}

impl<W, M> Team<W, M>
where
    W: Worker + 'static,
    W::Item: Send,
    W::Part: Send,
    W::End: Send,
    M: Fn() -> W + Send + Sync + 'static,
{
    /// Starts a worker, and says whether that could be done.
    fn start(&self) -> bool {
        let team = self.clone();
        let started = thread::Builder::new().spawn(move || team.work());
        started.is_ok()
    }

    /// Answers chunks until there are none.
    fn work(&self) {
        let mut worker = (self.make)();
        for job in &self.jobs {
            let start = Instant::now();
            for (place, item) in job.items.iter().enumerate() {
                self.shared.wait_for_room(job.chunk);
                if self.shared.is_stopped() {
                    return;
                }
                let mut deliver = |part: W::Part| {
                    self.shared.wait_for_room(job.chunk);
                    let weight = part.weight();
                    self.shared.waiting.fetch_add(weight, Ordering::Relaxed);
                    match job.replies.send(Event::Part(part)) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                };
                let mut reply = Reply::new(&mut deliver);
                let end = answer(
                    &mut worker,
                    self.make.as_ref(),
                    job.first + place,
                    item,
                    &mut reply,
                );
                if job.replies.send(Event::End(end)).is_err() {
                    return;
                }
            }
            let nanos = start.elapsed().as_nanos() / job.items.len().max(1) as u128;
            let nanos = u64::try_from(nanos).unwrap_or(u64::MAX);
            self.shared.nanos.store(nanos, Ordering::Relaxed);
        }
    }
}

/// Answers an item. A panic costs the worker, in whose place a new one comes, and nothing else.
fn answer<W: Worker>(
    worker: &mut W,
    make: &impl Fn() -> W,
    number: usize,
    item: &W::Item,
    reply: &mut Reply<'_, W::Part>,
) -> W::End {
    let answered = catch_unwind(AssertUnwindSafe(|| worker.answer(number, item, reply)));
    answered.unwrap_or_else(|panic| {
        *worker = make();
        worker.panicked(item, message_of(panic.as_ref()), reply)
    })
}

/// What a panic says of itself.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message,
        (_, Some(message)) => message,
        _ => "a panic without a message",
    }
}

/// The reader's end of a batch: gathers items into chunks.
struct Feeder<W: Worker, M> {
    team: Team<W, M>,
    work: Sender<Job<W>>,
    in_order: Sender<Ticket<W>>,
    given_back: Receiver<usize>,
    chunk: RefCell<Gathering<W::Item>>,
}

/// A chunk in the making, and what is known of those before it.
struct Gathering<T> {
    items: Vec<T>,
    weight: usize,
    /// How many chunks have been handed over, and how many items.
    chunks: usize,
    count: usize,
    /// The weight of what has been handed over and not been given back.
    in_flight: usize,
    started: usize,
    most_started: usize,
    /// Nobody listens any more.
    is_over: bool,
}

impl<T> Default for Gathering<T> {
    fn default() -> Gathering<T> {
        Gathering {
            items: Vec::new(),
            weight: 0,
            chunks: 0,
            count: 0,
            in_flight: 0,
            started: 0,
            most_started: 0,
            is_over: false,
        }
    }
}

impl<W, M> Sink<W::Item> for Feeder<W, M>
where
    W: Worker + 'static,
    W::Item: Send,
    W::Part: Send,
    W::End: Send,
    M: Fn() -> W + Send + Sync + 'static,
{
    fn push(&self, item: W::Item) -> ControlFlow<()> {
        let weight = item.weight();
        // What is there is not to wait behind what there may be no room for yet.
        if self.chunk.borrow().weight + weight > FULL.0 {
            self.flush();
        }
        let mut chunk = self.chunk.borrow_mut();
        chunk.weight += weight;
        chunk.items.push(item);
        let nanos = self.team.shared.nanos.load(Ordering::Relaxed).max(1);
        let wanted = (CHUNK_NANOS / nanos).clamp(1, FULL.1);
        if chunk.items.len() as u64 >= wanted || chunk.weight >= FULL.0 {
            drop(chunk);
            self.flush();
            chunk = self.chunk.borrow_mut();
        }
        if chunk.is_over || self.team.shared.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn flush(&self) {
        let mut chunk = self.chunk.borrow_mut();
        if chunk.items.is_empty() || chunk.is_over {
            return;
        }
        let items = std::mem::take(&mut chunk.items);
        let weight = std::mem::take(&mut chunk.weight) + EMPTY;
        chunk.in_flight -= self.given_back.try_iter().sum::<usize>();
        while chunk.in_flight > 0 && chunk.in_flight + weight > MOST_READ {
            match self.given_back.recv() {
                Ok(weight) => chunk.in_flight -= weight,
                Err(_) => {
                    chunk.is_over = true;
                    return;
                }
            }
        }
        chunk.in_flight += weight;
        let (replies, received) = bounded(4 * items.len() + 16);
        let ticket = Ticket::Chunk {
            replies: received,
            items: items.len(),
            weight,
        };
        let job = Job {
            chunk: chunk.chunks,
            first: chunk.count,
            items,
            replies,
        };
        chunk.chunks += 1;
        chunk.count += job.items.len();
        let is_wanted = self.in_order.send(ticket).is_ok();
        chunk.is_over = !is_wanted || self.work.send(job).is_err();
        // The workers that there are have enough to do if one chunk waits for them, and one that has
        // not had a chunk yet will take this one.
        let has_waiting = chunk.chunks > chunk.started && !self.work.is_empty();
        if chunk.started < chunk.most_started && has_waiting {
            if self.team.start() {
                chunk.started += 1;
            } else {
                chunk.most_started = chunk.started;
            }
        }
    }
}

/// Hands everything to `receive`, in order.
fn deliver<W: Worker, B>(
    shared: &Shared,
    tickets: &Receiver<Ticket<W>>,
    give_back: &Sender<usize>,
    mut receive: impl FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
) -> Ended<B> {
    let mut is_busy = false;
    let mut received = 0;
    loop {
        let (replies, items, weight) = match next(tickets, &mut is_busy, &mut receive) {
            ControlFlow::Break(stopped) => return Ended::Stopped(stopped),
            ControlFlow::Continue(None) => return Ended::Complete,
            ControlFlow::Continue(Some(Ticket::Panic(message))) => {
                return Ended::Panicked(message);
            }
            ControlFlow::Continue(Some(Ticket::Chunk {
                replies,
                items,
                weight,
            })) => (replies, items, weight),
        };
        shared.current.store(received, Ordering::Relaxed);
        let mut ended = 0;
        loop {
            let event = match next(&replies, &mut is_busy, &mut receive) {
                ControlFlow::Break(stopped) => return Ended::Stopped(stopped),
                ControlFlow::Continue(None) => break,
                ControlFlow::Continue(Some(event)) => event,
            };
            match &event {
                Event::Part(part) => {
                    shared.waiting.fetch_sub(part.weight(), Ordering::Relaxed);
                }
                Event::End(_) => ended += 1,
                Event::Idle => {}
            }
            if let ControlFlow::Break(stopped) = receive(event) {
                return Ended::Stopped(stopped);
            }
        }
        if ended < items {
            let lost = items - ended;
            return Ended::Panicked(format!("a thread ended and left {lost} records"));
        }
        received += 1;
        // A reader that has read everything does not want it.
        let _ = give_back.send(weight);
    }
}

/// What comes next from a channel; `None` when nothing will. While that is not there yet,
/// `receive` hears so.
fn next<T, P, E, B>(
    channel: &Receiver<T>,
    is_busy: &mut bool,
    receive: &mut impl FnMut(Event<P, E>) -> ControlFlow<B>,
) -> ControlFlow<B, Option<T>> {
    loop {
        match channel.try_recv() {
            Ok(next) => {
                *is_busy = true;
                return ControlFlow::Continue(Some(next));
            }
            Err(TryRecvError::Disconnected) => return ControlFlow::Continue(None),
            Err(TryRecvError::Empty) => {}
        }
        receive(Event::Idle)?;
        if std::mem::take(is_busy) {
            thread::sleep(LINGER);
            continue;
        }
        match channel.recv_timeout(IDLE) {
            Ok(next) => {
                *is_busy = true;
                return ControlFlow::Continue(Some(next));
            }
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Reads, answers and receives on this thread.
fn alone<W: Worker, B>(
    kept: &Mutex<Option<impl FnOnce(&dyn Sink<W::Item>)>>,
    make: &impl Fn() -> W,
    receive: impl FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
) -> Ended<B> {
    /// A sink that answers at once.
    struct Alone<'a, W, M, R, B>(RefCell<State<'a, W, M, R, B>>);

    struct State<'a, W, M, R, B> {
        worker: W,
        make: &'a M,
        receive: R,
        count: usize,
        stopped: Option<B>,
    }

    impl<W, M, R, B> Sink<W::Item> for Alone<'_, W, M, R, B>
    where
        W: Worker,
        M: Fn() -> W,
        R: FnMut(Event<W::Part, W::End>) -> ControlFlow<B>,
    {
        fn push(&self, item: W::Item) -> ControlFlow<()> {
            let state = &mut *self.0.borrow_mut();
            if state.stopped.is_some() {
                return ControlFlow::Break(());
            }
            let (receive, stopped) = (&mut state.receive, &mut state.stopped);
            let mut hear = |event| match receive(event) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(value) => {
                    *stopped = Some(value);
                    ControlFlow::Break(())
                }
            };
            let mut deliver = |part| hear(Event::Part(part));
            let mut reply = Reply::new(&mut deliver);
            let number = state.count;
            let end = answer(&mut state.worker, state.make, number, &item, &mut reply);
            reply.flow()?;
            state.count += 1;
            hear(Event::End(end))
        }

        fn flush(&self) {
            let state = &mut *self.0.borrow_mut();
            if state.stopped.is_none()
                && let ControlFlow::Break(stopped) = (state.receive)(Event::Idle)
            {
                state.stopped = Some(stopped);
            }
        }
    }

    let sink = Alone(RefCell::new(State {
        worker: make(),
        make,
        receive,
        count: 0,
        stopped: None,
    }));
    let read = take(kept);
    let read = catch_unwind(AssertUnwindSafe(|| read.map(|read| read(&sink))));
    match (read, sink.0.into_inner().stopped) {
        (_, Some(stopped)) => Ended::Stopped(stopped),
        (Err(panic), None) => Ended::Panicked(message_of(panic.as_ref()).to_string()),
        (Ok(_), None) => Ended::Complete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number, and what it weighs.
    #[derive(Debug, Clone, Copy)]
    struct Item(usize, usize);

    impl Weight for Item {
        fn weight(&self) -> usize {
            self.1
        }
    }

    #[derive(Debug, PartialEq, Eq)]
    struct Part(String);

    impl Weight for Part {
        fn weight(&self) -> usize {
            self.0.len()
        }
    }

    /// Sends a part of a reply.
    type Send<'a> = &'a mut dyn FnMut(String);

    /// Answers items by a function.
    struct Answerer<F>(F);

    impl<F: FnMut(Item, Send<'_>) -> usize> Worker for Answerer<F> {
        type Item = Item;
        type Part = Part;
        type End = Result<usize, String>;

        fn answer(
            &mut self,
            number: usize,
            item: &Item,
            reply: &mut Reply<'_, Part>,
        ) -> Result<usize, String> {
            assert_eq!(number, item.0);
            Ok((self.0)(*item, &mut |text| reply.send(Part(text))))
        }

        fn panicked(
            &mut self,
            item: &Item,
            message: &str,
            _: &mut Reply<'_, Part>,
        ) -> Result<usize, String> {
            Err(format!("{}: {message}", item.0))
        }
    }

    fn workers(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    /// Everything that is received, with the parts of each reply joined.
    fn replies<F>(
        items: impl Iterator<Item = Item> + std::marker::Send + 'static,
        threads: usize,
        make: impl Fn() -> Answerer<F> + std::marker::Send + Sync + 'static,
    ) -> Vec<(String, Result<usize, String>)>
    where
        F: FnMut(Item, Send<'_>) -> usize + 'static,
    {
        let mut all = Vec::new();
        let mut text = String::new();
        let end: Ended<()> = run(read(items), workers(threads), make, |event| {
            match event {
                Event::Part(Part(part)) => text += &part,
                Event::End(end) => all.push((std::mem::take(&mut text), end)),
                Event::Idle => {}
            }
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ended::Complete);
        all
    }

    /// A reader of these items.
    fn read(items: impl Iterator<Item = Item>) -> impl FnOnce(&dyn Sink<Item>) {
        move |sink| {
            for item in items {
                if sink.push(item).is_break() {
                    break;
                }
            }
        }
    }

    /// A number that looks like chance.
    fn mixed(number: usize) -> usize {
        (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) % 100
    }

    #[test]
    fn replies_are_in_order_for_any_number_of_workers() {
        for threads in [1, 2, 3, 8] {
            let all = replies((0..5_000).map(|n| Item(n, 1)), threads, || {
                Answerer(|Item(n, _), send: Send<'_>| {
                    if mixed(n) == 0 {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    for part in 0..mixed(n) % 4 {
                        send(format!("{n}/{part} "));
                    }
                    n
                })
            });
            assert_eq!(all.len(), 5_000);
            for (n, (text, end)) in all.into_iter().enumerate() {
                let parts = (0..mixed(n) % 4).map(|part| format!("{n}/{part} "));
                assert_eq!((text, end), (parts.collect(), Ok(n)));
            }
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let all = replies(std::iter::empty(), 3, || Answerer(|_, _: Send<'_>| 0));
        assert_eq!(all, []);
    }

    #[test]
    fn a_slow_item_stops_the_reader() {
        const MEGABYTE: usize = 1 << 20;
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        let items = (0..1_000).map(move |n| {
            counter.fetch_add(1, Ordering::SeqCst);
            Item(n, MEGABYTE)
        });
        let seen = read.clone();
        let all = replies(items, 4, move || {
            let seen = seen.clone();
            Answerer(move |Item(n, _), _: Send<'_>| {
                if n > 0 {
                    return 0;
                }
                // Until the reader has come as far as it will come: it has when it stands still.
                let mut before = 0;
                loop {
                    std::thread::sleep(Duration::from_millis(50));
                    match seen.load(Ordering::SeqCst) {
                        now if now == before => return now,
                        now => before = now,
                    }
                }
            })
        });
        let Ok(most) = all[0].1 else { panic!() };
        assert!((2..=18).contains(&most), "{most} items of 1 MB were read");
        assert_eq!(all.len(), 1_000);
    }

    #[test]
    fn replies_that_wait_for_a_slow_one_stop_the_other_workers() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = sent.clone();
        let all = replies((0..200).map(|n| Item(n, 1)), 4, move || {
            let sent = counter.clone();
            Answerer(move |Item(n, _), send: Send<'_>| {
                if n > 0 {
                    sent.fetch_add(1, Ordering::SeqCst);
                    send("x".repeat(1 << 20));
                    return 0;
                }
                let mut before = usize::MAX;
                loop {
                    std::thread::sleep(Duration::from_millis(50));
                    match sent.load(Ordering::SeqCst) {
                        now if now == before => return now,
                        now => before = now,
                    }
                }
            })
        });
        let Ok(most) = all[0].1 else { panic!() };
        assert!((1..=24).contains(&most), "{most} replies of 1 MB wait");
        assert!(all[1..].iter().all(|(text, _)| text.len() == 1 << 20));
    }

    #[test]
    fn one_long_reply_passes_through_while_it_is_made() {
        let mut longest = 0;
        let (sent, received) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
        let counter = sent.clone();
        let make = move || {
            let sent = counter.clone();
            Answerer(move |_, send: Send<'_>| {
                for _ in 0..100_000 {
                    sent.fetch_add(1, Ordering::SeqCst);
                    send("y".repeat(1_000));
                }
                0
            })
        };
        let items = read(std::iter::once(Item(0, 1)));
        let end: Ended<()> = run(items, workers(2), make, |event| {
            if let Event::Part(_) = event {
                let received = received.fetch_add(1, Ordering::SeqCst) + 1;
                longest = longest.max(sent.load(Ordering::SeqCst).saturating_sub(received));
            }
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ended::Complete);
        assert_eq!(received.load(Ordering::SeqCst), 100_000);
        // What was in memory at once, of 100 MB in all.
        assert!(longest < 1_000, "{longest} parts of 1 kB");
    }

    #[test]
    fn a_panic_costs_one_item() {
        for threads in [1, 4] {
            let all = replies((0..100).map(|n| Item(n, 1)), threads, || {
                let mut is_spoilt = false;
                Answerer(move |Item(n, _), _: Send<'_>| {
                    assert!(!is_spoilt, "a worker that has panicked is used again");
                    is_spoilt = n % 10 == 3;
                    assert!(n % 10 != 3, "no threes");
                    n
                })
            });
            for (n, (_, end)) in all.into_iter().enumerate() {
                match n % 10 {
                    3 => assert_eq!(end, Err(format!("{n}: no threes"))),
                    _ => assert_eq!(end, Ok(n)),
                }
            }
        }
    }

    #[test]
    fn whoever_breaks_off_hears_no_more_and_need_not_wait_for_the_reader() {
        // A reader that never comes back, as at a terminal where nobody types.
        let (keep, forever) = std::sync::mpsc::channel::<Item>();
        let ten_and_wait = |sink: &dyn Sink<Item>| {
            read((0..10).map(|n| Item(n, 1)))(sink);
            sink.flush();
            read(forever.into_iter())(sink);
        };
        let mut ends = 0;
        let end = run(
            ten_and_wait,
            workers(2),
            || Answerer(|_, _: Send<'_>| 0),
            |event| {
                ends += usize::from(matches!(event, Event::End(_)));
                match ends {
                    10 => ControlFlow::Break("enough"),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        assert_eq!((end, ends), (Ended::Stopped("enough"), 10));
        drop(keep);
    }

    #[test]
    fn a_reader_that_panics_is_not_the_end_of_the_input() {
        let items = (0..10).map(|n| {
            assert!(n < 5, "no fives");
            Item(n, 1)
        });
        let mut answered = 0;
        let make = || Answerer(|_, _: Send<'_>| 0);
        let end: Ended<()> = run(read(items), workers(2), make, |event| {
            answered += usize::from(matches!(event, Event::End(_)));
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ended::Panicked("no fives".to_string()));
        assert!(answered <= 5);
    }

    #[test]
    fn one_thread_alone_does_the_same() {
        let kept = Mutex::new(Some(read((0..50).map(|n| Item(n, 1)))));
        let make = || {
            Answerer(|Item(n, _), send: Send<'_>| {
                assert!(n != 7, "no sevens");
                send(format!("{n} "));
                n
            })
        };
        let (mut text, mut ends) = (String::new(), Vec::new());
        let end: Ended<()> = alone(&kept, &make, |event| {
            match event {
                Event::Part(Part(part)) => text += &part,
                Event::End(end) => ends.push(end),
                Event::Idle => {}
            }
            ControlFlow::Continue(())
        });
        assert_eq!((end, ends.len()), (Ended::Complete, 50));
        assert_eq!(ends[7], Err("7: no sevens".to_string()));
        assert!(text.starts_with("0 1 2 3 4 5 6 8 9 "), "{text}");
    }

    #[test]
    fn what_was_read_is_answered_before_the_reader_waits() {
        // Items come one by one, each only when the one before it has been answered.
        let (answered, is_answered) = std::sync::mpsc::channel();
        let read = move |sink: &dyn Sink<Item>| {
            for n in 0..100 {
                let _ = sink.push(Item(n, 1));
                sink.flush();
                is_answered.recv().unwrap();
            }
        };
        let make = || Answerer(|Item(n, _), _: Send<'_>| n);
        let end: Ended<()> = run(read, workers(3), make, |event| {
            if let Event::End(_) = event {
                answered.send(()).unwrap();
            }
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ended::Complete);
    }
}
