//! Many items through several threads: a reader gathers them into chunks, and workers answer these.
//!
//! Each chunk has a channel of its own for its replies. The reader passes the chunk to the workers,
//! and the other end of its channel to the writer, so the writer has the channels in the order of the
//! items ([`super::in_order`]).
//!
//! Waking a thread costs as much as an easy puzzle. Therefore a chunk holds about a millisecond of
//! work, unless the reader has to wait for its input. Memory is bounded because the reader waits for
//! the writer when [`CHUNKS_PER_WORKER`] chunks are under way, and a worker when the channel of its
//! chunk is full.

use std::any::Any;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::feeder::Feeder;
use super::reply::{Piece, Reply};
use super::summary::Outcome;

/// The number of items at which a chunk is full.
const MAX_ITEMS: usize = 64;

/// The time that a chunk should take to answer.
const CHUNK_TIME: Duration = Duration::from_millis(1);

/// The number of chunks under way for each worker: several times what it answers while the writer
/// lets replies gather.
const CHUNKS_PER_WORKER: usize = 8;

/// The number of chunks under way for any number of workers.
const MAX_CHUNKS: usize = 1024;

/// The work on each item.
pub trait Task: Send + Sync {
    /// The type of the items.
    type Item: Send + 'static;

    /// Returns the memory that an item takes, in bytes.
    fn weight(&self, item: &Self::Item) -> usize;

    /// Returns what a thread answers items with.
    fn worker(&self) -> Worker<'_, Self::Item>;

    /// Reports that a worker panicked with this message.
    fn panicked(&self, item: &Self::Item, message: &str, reply: &mut Reply<'_>) -> Outcome;
}

/// Answers the item with this number, counted from 0. It may keep a state from item to item that does
/// not change the answers. Its error ends the run.
pub type Worker<'a, I> = Box<dyn FnMut(usize, &I, &mut Reply<'_>) -> anyhow::Result<Outcome> + 'a>;

/// Hands over all items to a feeder.
pub type Read<I> = Box<dyn FnOnce(&Feeder<'_, I>) + Send>;

/// The replies to a chunk, while they are made.
pub struct ChunkReplies {
    /// The number of items. A chunk with fewer answers was cut short.
    pub items: usize,
    /// The pieces of each reply, in one or more parts.
    pub parts: Receiver<Vec<Piece>>,
}

/// A run of the reader and the workers.
pub struct StartedRun {
    /// The chunks in order.
    pub chunks: Receiver<ChunkReplies>,
    /// The reader. It panics if `read` panics.
    pub reader: JoinHandle<()>,
}

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

/// Items to answer together.
struct Chunk<I> {
    /// The number of its first item.
    first: usize,
    items: Vec<I>,
    replies: Sender<Vec<Piece>>,
}

/// The workers, and those that may still be started.
struct WorkerPool<I> {
    task: Arc<dyn Task<Item = I>>,
    chunks: Receiver<Chunk<I>>,
    /// The number of items that should take [`CHUNK_TIME`].
    chunk_size: AtomicUsize,
    interrupt: &'static AtomicBool,
}

/// Starts a thread that reads and up to `jobs` threads that answer, until the interrupt.
///
/// # Errors
/// Returns `read` if the system refuses these threads.
pub fn start<I: Send + 'static>(
    task: Arc<dyn Task<Item = I>>,
    jobs: NonZeroUsize,
    read: Read<I>,
    interrupt: &'static AtomicBool,
) -> Result<StartedRun, Read<I>> {
    let (to_workers, chunks) = unbounded();
    let max_chunks = jobs.get().saturating_mul(CHUNKS_PER_WORKER);
    let (to_writer, in_order) = bounded(max_chunks.min(MAX_CHUNKS));
    let pool = Arc::new(WorkerPool {
        task,
        chunks,
        chunk_size: AtomicUsize::new(1),
        interrupt,
    });
    if !pool.start_worker() {
        return Err(read);
    }
    // A thread that cannot be started drops its closure, and `read` must survive that.
    let (hand_over, handed_over) = bounded::<Read<I>>(1);
    let reader = move || {
        if let Ok(read) = handed_over.recv() {
            pool.feed(read, &to_workers, &to_writer, jobs.get());
        }
    };
    match thread::Builder::new().spawn(reader) {
        Ok(reader) => {
            // The thread waits for it.
            let _ = hand_over.send(read);
            let chunks = in_order;
            Ok(StartedRun { chunks, reader })
        }
        Err(_) => Err(read),
    }
}

/// Reads and answers on this thread, item by item, and passes the replies to `write`.
///
/// # Errors
/// The first error of `write`.
pub fn answer_here<I: Send + 'static>(
    task: &dyn Task<Item = I>,
    read: Read<I>,
    interrupt: &AtomicBool,
    write: &mut dyn FnMut(Vec<Piece>) -> anyhow::Result<()>,
) -> anyhow::Result<RunEnd> {
    let mut worker = None;
    let mut first = 0;
    let mut result = Ok(());
    let mut answer = |items: Vec<I>| {
        let (replies, parts) = unbounded();
        let count = items.len();
        let chunk = Chunk {
            first,
            items,
            replies,
        };
        answer_chunk(task, &mut worker, &chunk, interrupt);
        drop(chunk);
        first += count;
        result = parts.into_iter().try_for_each(&mut *write);
        match result {
            Ok(()) if !interrupt.load(Relaxed) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    let size = AtomicUsize::new(1);
    let weight = |item: &I| task.weight(item);
    read(&Feeder::new(&weight, &size, &mut answer));
    result.map(|()| match interrupt.load(Relaxed) {
        true => RunEnd::Interrupted,
        false => RunEnd::Complete,
    })
}

impl<I: Send + 'static> WorkerPool<I> {
    /// Starts a worker. Returns false if the system refuses another thread.
    fn start_worker(self: &Arc<Self>) -> bool {
        let pool = self.clone();
        thread::Builder::new().spawn(move || pool.work()).is_ok()
    }

    /// Reads everything. Starts another worker, up to `max_workers`, when chunks wait for one.
    fn feed(
        self: &Arc<Self>,
        read: Read<I>,
        to_workers: &Sender<Chunk<I>>,
        to_writer: &Sender<ChunkReplies>,
        mut max_workers: usize,
    ) {
        let (mut first, mut chunks, mut workers) = (0, 0, 1);
        let mut hand_over = |items: Vec<I>| {
            let (replies, parts) = bounded(MAX_ITEMS);
            let count = items.len();
            let chunk = Chunk {
                first,
                items,
                replies,
            };
            let replies = ChunkReplies {
                items: count,
                parts,
            };
            let is_taken = to_writer.send(replies).is_ok() && to_workers.send(chunk).is_ok();
            if !is_taken || self.interrupt.load(Relaxed) {
                return ControlFlow::Break(());
            }
            first += count;
            chunks += 1;
            // A worker that has not had a chunk yet takes this one.
            if chunks > workers && workers < max_workers && !to_workers.is_empty() {
                if self.start_worker() {
                    workers += 1;
                } else {
                    max_workers = workers;
                }
            }
            ControlFlow::Continue(())
        };
        let weight = |item: &I| self.task.weight(item);
        let feeder = Feeder::new(&weight, &self.chunk_size, &mut hand_over);
        read(&feeder);
        feeder.flush();
    }

    /// Answers chunks until there are none.
    fn work(&self) {
        let mut worker = None;
        for chunk in &self.chunks {
            let start = Instant::now();
            answer_chunk(&*self.task, &mut worker, &chunk, self.interrupt);
            let item_nanos = start.elapsed().as_nanos() / chunk.items.len() as u128;
            let size = CHUNK_TIME.as_nanos() / item_nanos.max(1);
            let size = size.clamp(1, MAX_ITEMS as u128) as usize;
            self.chunk_size.store(size, Relaxed);
        }
    }
}

/// Answers the items of a chunk until the interrupt, or until nobody reads the replies. A panic costs
/// the item and the state of the worker, and nothing else.
fn answer_chunk<'a, I: Send + 'static>(
    task: &'a dyn Task<Item = I>,
    worker: &mut Option<Worker<'a, I>>,
    chunk: &Chunk<I>,
    interrupt: &AtomicBool,
) {
    for (number, item) in (chunk.first..).zip(&chunk.items) {
        if interrupt.load(Relaxed) {
            return;
        }
        let mut reply = Reply::new(&chunk.replies);
        let answer = || {
            let worker = worker.get_or_insert_with(|| task.worker());
            worker(number, item, &mut reply)
        };
        let last = match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Ok(outcome)) => Piece::End(outcome),
            Ok(Err(error)) => Piece::Fatal(error),
            Err(panic) => {
                *worker = None;
                Piece::End(task.panicked(item, &message_of(panic.as_ref()), &mut reply))
            }
        };
        if reply.finish(last).is_break() {
            return;
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
    use crate::in_order::{Event, write_in_order};

    /// Answers numbers with a function. An item is a number and its weight.
    struct Numbers<F>(F);

    type Item = (usize, usize);

    impl<F: Fn(usize, &mut Reply<'_>) + Send + Sync> Task for Numbers<F> {
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

        fn panicked(&self, item: &Item, message: &str, reply: &mut Reply<'_>) -> Outcome {
            reply.text(format!("{}: {message}", item.0));
            Outcome::new(Exit::Bug, "panicked")
        }
    }

    /// Returns a reader of these numbers, each of the same weight.
    fn numbers(
        numbers: impl IntoIterator<Item = usize>,
        weight: usize,
    ) -> impl FnOnce(&Feeder<'_, Item>) {
        move |feeder| {
            let mut items = numbers.into_iter().map(|number| (number, weight));
            let _ = items.try_for_each(|item| feeder.push(item));
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
        read: impl FnOnce(&Feeder<'_, Item>) + Send + 'static,
        interrupt: &'static AtomicBool,
        mut write: impl FnMut(Piece) -> anyhow::Result<()>,
    ) -> anyhow::Result<RunEnd> {
        let jobs = NonZeroUsize::new(workers).unwrap();
        let Ok(running) = start(Arc::new(task), jobs, Box::new(read), interrupt) else {
            panic!("no thread can be started");
        };
        write_in_order(running, interrupt, &mut |event| match event {
            Event::Pieces(pieces) => pieces.into_iter().try_for_each(&mut write),
            Event::Idle => Ok(()),
        })
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
                Piece::Text(text) => self.current += &text,
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
        read: impl FnOnce(&Feeder<'_, Item>) + Send + 'static,
        answer: impl Fn(usize, &mut Reply<'_>) + Send + Sync + 'static,
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
        let task = Numbers(move |_, reply: &mut Reply<'_>| {
            for _ in 0..100_000 {
                counter.fetch_add(1, Relaxed);
                reply.text("y".repeat(1_000));
            }
        });
        let (mut max, mut received) = (0, 0);
        let end = run(task, 2, numbers([0], 1), flag(), |piece| {
            if let Piece::Text(_) = piece {
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

    fn ignore(_: usize, _: &mut Reply<'_>) {}

    /// Returns a reader of ten numbers that then waits, as at a terminal, while the sender lives.
    fn ten_and_wait() -> (std::sync::mpsc::Sender<()>, impl FnOnce(&Feeder<'_, Item>)) {
        let (sender, receiver) = std::sync::mpsc::channel();
        let read = move |feeder: &Feeder<'_, Item>| {
            numbers(0..10, 1)(feeder);
            feeder.flush();
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
        let answer = move |number, _: &mut Reply<'_>| match number {
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
    fn the_calling_thread_alone_does_the_same() {
        let task = Numbers(|number: usize, reply: &mut Reply<'_>| {
            assert!(number != 7, "no sevens");
            reply.text(format!("{number}"));
        });
        let mut texts = Texts::default();
        let read = Box::new(numbers(0..50, 1));
        let end = answer_here(&task, read, flag(), &mut |pieces| {
            pieces.into_iter().for_each(|piece| texts.receive(piece));
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Complete);
        let expected = (0..50).map(|number| match number {
            7 => "7: no sevens".to_string(),
            number => number.to_string(),
        });
        assert_eq!(texts.answered, expected.collect::<Vec<String>>());
    }

    #[test]
    fn items_are_answered_while_the_reader_waits() {
        // The reader waits for the answer to each item before it reads the next one.
        let (answered, is_answered) = std::sync::mpsc::channel();
        let read = move |feeder: &Feeder<'_, Item>| {
            for number in 0..100 {
                let _ = feeder.push((number, 1));
                feeder.flush();
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
