//! Many items through several threads: a reader, workers, and a writer that has the answers in order.
//!
//! The reader gathers items into chunks. Each chunk has a channel of its own for its replies: the reader
//! passes the chunk to the workers, and the other end of its channel to the writer, so the writer has the
//! channels in the order of the items.
//!
//! Waking a thread costs as much as an easy puzzle. Therefore a chunk holds about a millisecond of
//! work, unless the reader has to wait for its input. Memory is bounded because the reader waits for
//! the writer when [`CHUNKS_PER_WORKER`] chunks are under way, and a worker when the channel of its
//! chunk is full.

use std::any::Any;
use std::cell::RefCell;
use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::reply::{Piece, Reply};
use super::summary::Outcome;

/// The number of items at which a chunk is full.
const MAX_ITEMS: usize = 64;

/// The weight at which a chunk is full, in bytes.
const MAX_WEIGHT: usize = 256 << 10;

/// The time that a chunk should take to answer.
const CHUNK_TIME: Duration = Duration::from_millis(1);

/// The number of chunks under way for each worker: several times what it answers while the writer
/// lets replies gather.
const CHUNKS_PER_WORKER: usize = 8;

/// The number of chunks under way for any number of workers.
const MAX_CHUNKS: usize = 1024;

/// The longest time between two checks of the interrupt.
const TICK: Duration = Duration::from_millis(100);

/// The time that the items being answered at an interrupt may still take.
const GRACE: Duration = Duration::from_millis(300);

/// The time for which replies may gather. Waking the writer for each would cost as much as an easy
/// puzzle.
const LINGER: Duration = Duration::from_millis(1);

/// The work on each item.
pub trait Task: Send + Sync {
    /// The type of the items.
    type Item: Send + 'static;

    /// Returns the memory that an item takes, in bytes.
    fn weight(&self, item: &Self::Item) -> usize;

    /// Returns what a thread answers items with.
    fn worker(&self) -> Worker<'_, Self::Item>;

    /// Reports that a worker panicked with this message.
    fn panicked(&self, item: &Self::Item, message: &str, reply: &Reply<'_>) -> Outcome;
}

/// Answers the item with this number, counted from 0. It may keep a state from item to item that does
/// not change the answers. Its error ends the run.
pub type Worker<'a, I> = Box<dyn FnMut(usize, &I, &Reply<'_>) -> anyhow::Result<Outcome> + 'a>;

/// Hands over all items to a feed.
pub type Read<I> = Box<dyn FnOnce(&Feed<'_, I>) + Send>;

/// The end of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every item that was read has been answered.
    Complete,
    /// The run was interrupted. Everything up to some item has been written.
    Interrupted,
    /// The reader, or the report of a panic, panicked with this message.
    Panicked(String),
}

/// An event for the writer.
#[derive(Debug)]
pub enum Event {
    /// The next pieces of output.
    Pieces(Vec<Piece>),
    /// No piece is ready. The writer is about to wait.
    Idle,
}

/// What the writer does with an event. Its error ends the run without waiting for the threads.
pub type Write<'a> = dyn FnMut(Event) -> anyhow::Result<()> + 'a;

/// Takes the items of a reader and hands them over in chunks. Each but the first starts another worker, up to
/// the limit.
///
/// The reader and the input that it reads both hold it, so it is shared.
pub struct Feed<'a, I> {
    pool: &'a Arc<Pool<I>>,
    to_workers: Sender<Chunk<I>>,
    to_writer: SyncSender<ChunkReplies>,
    gathered: RefCell<Gathered<I>>,
}

/// The items of the next chunk.
struct Gathered<I> {
    items: Vec<I>,
    weight: usize,
    /// The number of the first item.
    first: usize,
    workers: usize,
    max_workers: usize,
    flow: ControlFlow<()>,
}

impl<I: Send + 'static> Feed<'_, I> {
    /// Adds an item. Breaks off when no further one is wanted.
    pub fn push(&self, item: I) -> ControlFlow<()> {
        let gathered = &mut *self.gathered.borrow_mut();
        gathered.weight += self.pool.task.weight(&item);
        gathered.items.push(item);
        let size = self.pool.chunk_size.load(Relaxed);
        if gathered.items.len() >= size || gathered.weight >= MAX_WEIGHT {
            self.hand_over(gathered);
        }
        gathered.flow
    }

    /// Hands over the items so far, because the reader may have to wait for more.
    pub fn flush(&self) {
        self.hand_over(&mut self.gathered.borrow_mut());
    }

    fn hand_over(&self, gathered: &mut Gathered<I>) {
        gathered.weight = 0;
        let items = take(&mut gathered.items);
        if items.is_empty() || gathered.flow.is_break() {
            return;
        }
        let count = items.len();
        let (replies, parts) = sync_channel(MAX_ITEMS);
        let chunk = Chunk {
            first: gathered.first,
            items,
            replies,
        };
        let replies = ChunkReplies {
            items: count,
            parts,
        };
        let is_taken = self.to_writer.send(replies).is_ok() && self.to_workers.send(chunk).is_ok();
        if !is_taken || self.pool.interrupt.load(Relaxed) {
            gathered.flow = ControlFlow::Break(());
            return;
        }
        // The first worker is there already.
        let is_first = gathered.first == 0;
        gathered.first += count;
        if !is_first && gathered.workers < gathered.max_workers {
            match self.pool.start_worker() {
                Ok(()) => gathered.workers += 1,
                Err(_) => gathered.max_workers = gathered.workers,
            }
        }
    }
}

/// Items to answer together.
struct Chunk<I> {
    /// The number of its first item.
    first: usize,
    items: Vec<I>,
    replies: SyncSender<Vec<Piece>>,
}

/// The replies to a chunk, while they are made. A chunk with fewer answers than items was cut short.
struct ChunkReplies {
    items: usize,
    parts: Receiver<Vec<Piece>>,
}

/// The workers and their chunks.
struct Pool<I> {
    task: Arc<dyn Task<Item = I>>,
    chunks: Mutex<Receiver<Chunk<I>>>,
    /// The number of items that should take [`CHUNK_TIME`].
    chunk_size: AtomicUsize,
    interrupt: &'static AtomicBool,
}

/// Answers all items that `read` hands over, with up to `jobs` threads, and passes the replies to `write`
/// in order, until the end or the interrupt.
///
/// # Errors
/// The first error of `write`; also if the system refuses the two threads that it takes.
pub fn run<I: Send + 'static>(
    task: Arc<dyn Task<Item = I>>,
    jobs: NonZeroUsize,
    read: Read<I>,
    interrupt: &'static AtomicBool,
    write: &mut Write<'_>,
) -> anyhow::Result<RunEnd> {
    let (to_workers, chunks) = channel();
    let max_chunks = jobs.get().saturating_mul(CHUNKS_PER_WORKER);
    let (to_writer, in_order) = sync_channel(max_chunks.min(MAX_CHUNKS));
    let pool = Arc::new(Pool {
        task,
        chunks: Mutex::new(chunks),
        chunk_size: AtomicUsize::new(1),
        interrupt,
    });
    pool.start_worker()?;
    let reader = move || {
        let feed = Feed {
            pool: &pool,
            to_workers,
            to_writer,
            gathered: RefCell::new(Gathered {
                items: Vec::new(),
                weight: 0,
                first: 0,
                workers: 1,
                max_workers: jobs.get(),
                flow: ControlFlow::Continue(()),
            }),
        };
        read(&feed);
        feed.flush();
    };
    let reader = thread::Builder::new().spawn(reader);
    let reader = reader.context("cannot start a thread")?;
    write_in_order(in_order, reader, interrupt, write)
}

impl<I: Send + 'static> Pool<I> {
    /// Starts a worker, unless the system refuses another thread.
    fn start_worker(self: &Arc<Self>) -> anyhow::Result<()> {
        let pool = self.clone();
        let worker = thread::Builder::new().spawn(move || pool.work());
        worker.map(drop).context("cannot start a thread")
    }

    /// Answers chunks until there are none.
    fn work(&self) {
        let mut worker = None;
        let next = || {
            let chunks = self.chunks.lock();
            chunks.unwrap_or_else(PoisonError::into_inner).recv()
        };
        while let Ok(chunk) = next() {
            let start = Instant::now();
            let _ = self.answer(&chunk, &mut worker);
            let item_nanos = start.elapsed().as_nanos() / chunk.items.len() as u128;
            let size = CHUNK_TIME.as_nanos() / item_nanos.max(1);
            let size = size.clamp(1, MAX_ITEMS as u128) as usize;
            self.chunk_size.store(size, Relaxed);
        }
    }

    /// Answers the items of a chunk until the interrupt, or until nobody reads the replies. A panic costs
    /// the item and the state of the worker, and nothing else.
    fn answer<'a>(
        &'a self,
        chunk: &Chunk<I>,
        worker: &mut Option<Worker<'a, I>>,
    ) -> ControlFlow<()> {
        for (number, item) in (chunk.first..).zip(&chunk.items) {
            if self.interrupt.load(Relaxed) {
                return ControlFlow::Break(());
            }
            let reply = Reply::new(&chunk.replies);
            let answer = || {
                let worker = worker.get_or_insert_with(|| self.task.worker());
                worker(number, item, &reply)
            };
            let last = match catch_unwind(AssertUnwindSafe(answer)) {
                Ok(Ok(outcome)) => Piece::End(outcome),
                Ok(Err(error)) => Piece::Fatal(error),
                Err(panic) => {
                    *worker = None;
                    Piece::End(
                        self.task
                            .panicked(item, &message_of(panic.as_ref()), &reply),
                    )
                }
            };
            reply.finish(last)?;
        }
        ControlFlow::Continue(())
    }
}

/// Passes the replies to `write`, in order.
fn write_in_order(
    chunks: Receiver<ChunkReplies>,
    reader: JoinHandle<()>,
    interrupt: &AtomicBool,
    write: &mut Write<'_>,
) -> anyhow::Result<RunEnd> {
    let mut replies = Replies {
        interrupt,
        interrupted_at: None,
        is_busy: false,
        write,
    };
    // Between chunks, everything that was handed over has been written.
    while let Some(chunk) = replies.next(&chunks, Duration::ZERO)? {
        let mut answered = 0;
        while let Some(pieces) = replies.next(&chunk.parts, GRACE)? {
            let ends = pieces.iter().filter(|piece| matches!(piece, Piece::End(_)));
            answered += ends.count();
            (replies.write)(Event::Pieces(pieces))?;
        }
        if answered < chunk.items {
            if interrupt.load(Relaxed) {
                break;
            }
            return Ok(RunEnd::Panicked("a worker ended early".to_string()));
        }
    }
    if interrupt.load(Relaxed) {
        return Ok(RunEnd::Interrupted);
    }
    Ok(match reader.join() {
        Ok(()) => RunEnd::Complete,
        Err(panic) => RunEnd::Panicked(message_of(panic.as_ref())),
    })
}

struct Replies<'a, 'w> {
    interrupt: &'a AtomicBool,
    interrupted_at: Option<Instant>,
    /// Something has been received since the last wait.
    is_busy: bool,
    write: &'a mut Write<'w>,
}

impl Replies<'_, '_> {
    /// Waits for the next message. Returns `None` at the end of the channel, or if none has come for
    /// `grace` after the interrupt.
    fn next<T>(&mut self, channel: &Receiver<T>, grace: Duration) -> anyhow::Result<Option<T>> {
        let mut wait = Duration::ZERO;
        loop {
            match channel.recv_timeout(wait) {
                Ok(message) => {
                    self.is_busy = true;
                    return Ok(Some(message));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            (self.write)(Event::Idle)?;
            if self.interrupt.load(Relaxed) {
                let since = self.interrupted_at.get_or_insert_with(Instant::now);
                if since.elapsed() >= grace {
                    return Ok(None);
                }
            }
            wait = TICK;
            if take(&mut self.is_busy) {
                thread::sleep(LINGER);
                wait = Duration::ZERO;
            }
        }
    }
}

/// Returns the message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message.to_string(),
        (_, Some(message)) => message.clone(),
        _ => "a panic without a message".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;
    use crate::reply::Part;

    /// Answers numbers with a function. An item is a number and its weight.
    struct Numbers<F>(F);

    type Item = (usize, usize);

    impl<F: Fn(usize, &Reply<'_>) + Send + Sync> Task for Numbers<F> {
        type Item = Item;

        fn weight(&self, item: &Item) -> usize {
            item.1
        }

        fn worker(&self) -> Worker<'_, Item> {
            let mut is_spoilt = false;
            Box::new(move |number, item, reply| {
                assert_eq!(number, item.0);
                assert!(!is_spoilt, "the state is used after a panic");
                is_spoilt = true;
                (self.0)(number, reply);
                is_spoilt = false;
                Ok(Outcome::new(Exit::Success, "answered"))
            })
        }

        fn panicked(&self, item: &Item, message: &str, reply: &Reply<'_>) -> Outcome {
            reply.text(format!("{}: {message}", item.0));
            Outcome::new(Exit::Bug, "panicked")
        }
    }

    /// Returns a reader of these numbers, each of the same weight.
    fn numbers(
        numbers: impl IntoIterator<Item = usize>,
        weight: usize,
    ) -> impl FnOnce(&Feed<'_, Item>) {
        move |feed| {
            let mut items = numbers.into_iter().map(|number| (number, weight));
            let _ = items.try_for_each(|item| feed.push(item));
        }
    }

    /// Returns an interrupt that threads may refer to after the end of a test.
    fn flag() -> &'static AtomicBool {
        Box::leak(Box::default())
    }

    /// Runs to the end, or to the interrupt.
    fn run(
        task: impl Task<Item = Item> + 'static,
        workers: usize,
        read: impl FnOnce(&Feed<'_, Item>) + Send + 'static,
        interrupt: &'static AtomicBool,
        mut write: impl FnMut(Piece) -> anyhow::Result<()>,
    ) -> anyhow::Result<RunEnd> {
        let jobs = NonZeroUsize::new(workers).unwrap();
        super::run(
            Arc::new(task),
            jobs,
            Box::new(read),
            interrupt,
            &mut |event| match event {
                Event::Pieces(pieces) => pieces.into_iter().try_for_each(&mut write),
                Event::Idle => Ok(()),
            },
        )
    }

    /// The text of each item that has been answered.
    #[derive(Default)]
    struct Texts {
        answered: Vec<String>,
        current: String,
    }

    impl Texts {
        fn receive(&mut self, piece: Piece) {
            match piece {
                Piece::Part(Part::Text(text)) => self.current += &text,
                Piece::End(_) => {
                    self.answered.push(std::mem::take(&mut self.current));
                }
                _ => {}
            }
        }
    }

    /// Runs to the end and returns the text of each item.
    fn answers(
        workers: usize,
        read: impl FnOnce(&Feed<'_, Item>) + Send + 'static,
        answer: impl Fn(usize, &Reply<'_>) + Send + Sync + 'static,
    ) -> Vec<String> {
        let mut texts = Texts::default();
        let end = run(Numbers(answer), workers, read, flag(), |piece| {
            texts.receive(piece);
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Complete);
        texts.answered
    }

    /// Waits until a count stops rising, and returns it.
    fn settled(count: &AtomicUsize) -> usize {
        let mut before = usize::MAX;
        loop {
            thread::sleep(Duration::from_millis(50));
            match count.load(Relaxed) {
                now if now == before => return now,
                now => before = now,
            }
        }
    }

    /// Returns a number below 100 that looks random.
    fn mixed(number: usize) -> usize {
        (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) % 100
    }

    #[test]
    fn replies_are_in_order_for_any_number_of_workers() {
        for workers in [1, 2, 3, 8] {
            let texts = answers(workers, numbers(0..5_000, 1), |number, reply| {
                if mixed(number) == 0 {
                    thread::sleep(Duration::from_millis(1));
                }
                for part in 0..mixed(number) % 4 {
                    reply.text(format!("{number}/{part} "));
                }
            });
            assert_eq!(texts.len(), 5_000);
            for (number, text) in texts.into_iter().enumerate() {
                let parts = (0..mixed(number) % 4).map(|part| format!("{number}/{part} "));
                assert_eq!(text, parts.collect::<String>());
            }
        }
    }

    #[test]
    fn a_slow_item_stops_the_reader() {
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        let counted = (0..1_000).inspect(move |_| _ = counter.fetch_add(1, Relaxed));
        let texts = answers(4, numbers(counted, 1 << 20), move |number, reply| {
            if number == 0 {
                reply.text(settled(&read).to_string());
            }
        });
        let max: usize = texts[0].parse().unwrap();
        // Each of these items is a chunk. The writer has one, and one waits for its turn.
        let expected = 4 * CHUNKS_PER_WORKER + 2;
        assert!((2..=expected).contains(&max), "{max} items were read");
        assert_eq!(texts.len(), 1_000);
    }

    #[test]
    fn a_long_reply_is_written_while_it_is_made() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = sent.clone();
        let task = Numbers(move |_, reply: &Reply<'_>| {
            for _ in 0..100_000 {
                counter.fetch_add(1, Relaxed);
                reply.text("y".repeat(1_000));
            }
        });
        let (mut max, mut received) = (0, 0);
        let end = run(task, 2, numbers([0], 1), flag(), |piece| {
            if let Piece::Part(_) = piece {
                received += 1;
                max = max.max(sent.load(Relaxed).saturating_sub(received));
            }
            Ok(())
        });
        assert_eq!((end.unwrap(), received), (RunEnd::Complete, 100_000));
        // One part of 64 kB being filled, those in the channel, one being written.
        assert!(max < 66 * (MAX_ITEMS + 2), "{max} pieces of 1 kB in memory");
    }

    #[test]
    fn slow_items_are_answered_at_the_same_time() {
        let barrier = std::sync::Barrier::new(4);
        let texts = answers(4, numbers(0..4, 1), move |_, _| _ = barrier.wait());
        assert_eq!(texts.len(), 4);
    }

    #[test]
    fn a_panic_costs_one_item() {
        for workers in [1, 4] {
            let texts = answers(workers, numbers(0..100, 1), |number, _| {
                assert!(number % 10 != 3, "no threes");
            });
            assert_eq!(texts.len(), 100);
            for (number, text) in texts.into_iter().enumerate() {
                let is_three = number % 10 == 3;
                let expected = is_three.then(|| format!("{number}: no threes"));
                assert_eq!(text, expected.unwrap_or_default());
            }
        }
    }

    fn ignore(_: usize, _: &Reply<'_>) {}

    /// Returns a reader of ten numbers that then waits, as at a terminal, while the sender lives.
    fn ten_and_wait() -> (std::sync::mpsc::Sender<()>, impl FnOnce(&Feed<'_, Item>)) {
        let (sender, receiver) = std::sync::mpsc::channel();
        let read = move |feed: &Feed<'_, Item>| {
            numbers(0..10, 1)(feed);
            feed.flush();
            let _ = receiver.recv();
        };
        (sender, read)
    }

    #[test]
    fn an_error_of_the_writer_ends_the_run_without_the_reader() {
        let (_sender, read) = ten_and_wait();
        let mut texts = Texts::default();
        let end = run(Numbers(ignore), 2, read, flag(), |piece| {
            texts.receive(piece);
            anyhow::ensure!(texts.answered.len() < 5, "full");
            Ok(())
        });
        assert_eq!(end.unwrap_err().to_string(), "full");
        assert_eq!(texts.answered.len(), 5);
    }

    #[test]
    fn an_interrupt_keeps_what_is_answered_soon_after() {
        let (_sender, read) = ten_and_wait();
        let interrupt = flag();
        let answer = move |number, _: &Reply<'_>| match number {
            3 => interrupt.store(true, Relaxed),
            4 => thread::sleep(Duration::from_secs(60)),
            _ => {}
        };
        let mut texts = Texts::default();
        let end = run(Numbers(answer), 1, read, interrupt, |piece| {
            texts.receive(piece);
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Interrupted);
        assert_eq!(texts.answered.len(), 4);
    }

    #[test]
    fn a_reader_that_panics_is_not_the_end_of_the_input() {
        let read = numbers(
            (0..10).inspect(|number| assert!(*number < 5, "no fives")),
            1,
        );
        let end = run(Numbers(ignore), 2, read, flag(), |_| Ok(()));
        assert_eq!(end.unwrap(), RunEnd::Panicked("no fives".to_string()));
    }

    #[test]
    fn items_are_answered_while_the_reader_waits() {
        // The reader waits for the answer to each item before it reads the next one.
        let (answered, is_answered) = std::sync::mpsc::channel();
        let read = move |feed: &Feed<'_, Item>| {
            for number in 0..100 {
                let _ = feed.push((number, 1));
                feed.flush();
                is_answered.recv().unwrap();
            }
        };
        let end = run(Numbers(ignore), 3, read, flag(), |piece| {
            if let Piece::End(_) = piece {
                answered.send(()).unwrap();
            }
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Complete);
    }
}
