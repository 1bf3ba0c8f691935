//! Many items through several threads: replies in the order of the items, in bounded memory.
//!
//! The reader gathers items into numbered chunks. A worker answers the items of a chunk, each into
//! a [`Reply`]. The calling thread restores the order and writes, as in fd's `walk.rs` (David Peter,
//! <https://github.com/sharkdp/fd>).
//!
//! Waking a thread costs as much as an easy puzzle. Therefore a chunk holds about a millisecond of
//! work, unless the reader has to wait for its input, and the writer sleeps a millisecond after each
//! burst of replies.
//!
//! Two limits bound the memory. The reader has [`MAX_READ`] bytes of items to hand over, and gets
//! back the weight of a chunk when its replies have been written. While replies of more than
//! [`MAX_WAITING`] bytes wait for an earlier one, only the worker with that one continues.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};

use super::feeder::Feeder;
use super::reply::{Piece, Reply};
use super::summary::Tally;

/// The weight of the items that may have been read and not been answered, in bytes.
const MAX_READ: usize = 16 << 20;

/// The weight of the replies that may wait for an earlier one, in bytes.
const MAX_WAITING: usize = 16 << 20;

/// The number of items at which a chunk is full.
const MAX_ITEMS: u64 = 64;

/// The weight of a chunk without its items.
const CHUNK_OVERHEAD: usize = 2 << 10;

/// The time that a chunk should take to answer.
const CHUNK_NANOS: u64 = 1_000_000;

/// The capacity of the channel to the writer: more messages than are sent in a [`LINGER`].
const MAX_MESSAGES: usize = 4096;

/// The longest time between two checks of the interrupt.
const TICK: Duration = Duration::from_millis(100);

/// The time that the items being answered at an interrupt may still take.
const GRACE: Duration = Duration::from_millis(300);

/// The time for which the writer lets replies gather, and the interval at which a worker checks
/// whether its turn has come.
const LINGER: Duration = Duration::from_millis(1);

/// The work on each item.
pub trait Task: Send + Sync + 'static {
    /// The type of the items.
    type Item: Send + 'static;
    /// The state that a thread keeps from item to item. It must not change the answers.
    type State;

    /// Returns the memory that an item takes, in bytes.
    fn weight(item: &Self::Item) -> usize;

    /// Makes the state of a thread.
    fn state(&self) -> Self::State;

    /// Answers the item with this number, counted from 0.
    ///
    /// # Errors
    /// An error that ends the run.
    fn answer(
        &self,
        state: &mut Self::State,
        number: usize,
        item: &Self::Item,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally>;

    /// Reports that [`Task::answer`] panicked with this message.
    fn panicked(&self, item: &Self::Item, message: &str, reply: &mut Reply<'_>) -> Tally;
}

/// An event for the writer.
#[derive(Debug)]
pub enum Event {
    /// The next piece of output.
    Piece(Piece),
    /// No piece is ready. The writer is about to wait.
    Idle,
}

/// The end of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every item that was read has been answered.
    Complete,
    /// The run was interrupted. Everything up to some item has been written.
    Interrupted,
    /// The reader, or the start of a worker, panicked with this message.
    Panicked(String),
}

/// Answers all items that `read` hands over, with up to `jobs` threads, and writes the replies in
/// the order of the items.
///
/// If no thread can be started, the calling thread does all the work.
///
/// # Errors
/// The errors of `write`. The run then ends without waiting for its threads.
pub fn run<T: Task>(
    task: T,
    jobs: NonZeroUsize,
    read: impl FnOnce(&Feeder<'_, T::Item>) + Send + 'static,
    interrupt: &AtomicBool,
    write: impl FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<RunEnd> {
    let (to_workers, chunks) = unbounded();
    let (replies, received) = bounded(MAX_MESSAGES);
    let (give_back, given_back) = unbounded();
    let team = Team {
        task: Arc::new(task),
        shared: Arc::default(),
        chunks,
        replies,
    };
    // A thread that cannot be started drops its closure, and `read` must survive that.
    let (hand_over, handed_over) = bounded(1);
    let reader = {
        let team = team.clone();
        move || {
            if let Ok(read) = handed_over.recv() {
                team.read(read, to_workers, &given_back, jobs.get());
            }
        }
    };
    if team.start_worker() && thread::Builder::new().spawn(reader).is_ok() {
        // The thread waits for it.
        let _ = hand_over.send(read);
        let shared = team.shared.clone();
        drop(team);
        let end = write_in_order(&shared, &received, &give_back, interrupt, write);
        shared.is_stopped.store(true, Relaxed);
        end
    } else {
        run_on_this_thread(team.task.as_ref(), read, interrupt, write)
    }
}

/// The state that all threads share.
#[derive(Default)]
struct Shared {
    /// No further item is to be answered.
    is_stopped: AtomicBool,
    /// The number of chunks that have been handed over.
    handed_over: AtomicUsize,
    /// The number of the chunk whose output is written next.
    turn: AtomicUsize,
    /// The weight of the replies that have been sent and not been written.
    waiting: AtomicUsize,
    /// The time that the last chunk took for each of its items; 0 if there is none.
    item_nanos: AtomicU64,
}

impl Shared {
    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Returns the number of items that take [`CHUNK_NANOS`].
    fn chunk_size(&self) -> usize {
        match self.item_nanos.load(Relaxed) {
            0 => 1,
            nanos => (CHUNK_NANOS / nanos).clamp(1, MAX_ITEMS) as usize,
        }
    }

    /// Waits while a condition holds, unless the run has been stopped.
    fn wait_while(&self, condition: impl Fn() -> bool) {
        while condition() && !self.is_stopped() {
            thread::sleep(LINGER);
        }
    }
}

/// Items to answer together.
struct Chunk<I> {
    number: usize,
    /// The number of its first item.
    first: usize,
    items: Vec<I>,
    weight: usize,
}

/// A message to the writer.
enum Message {
    /// Output of the chunk with this number.
    Part(usize, ChunkPart),
    /// The reader panicked. Everything that it handed over is answered.
    ReaderPanicked(String),
    /// A worker panicked outside of an answer, and its chunk is lost.
    WorkerPanicked(String),
}

/// A part of the output of a chunk.
enum ChunkPart {
    /// The next pieces.
    Pieces(Vec<Piece>),
    /// The end of the chunk, which weighed this much.
    End(usize),
    /// The end of a chunk of which items were left out, because the run was stopped.
    CutShort,
}

/// The workers, and those that may still be started.
struct Team<T: Task> {
    task: Arc<T>,
    shared: Arc<Shared>,
    chunks: Receiver<Chunk<T::Item>>,
    replies: Sender<Message>,
}

impl<T: Task> Clone for Team<T> {
    fn clone(&self) -> Team<T> {
        Team {
            task: self.task.clone(),
            shared: self.shared.clone(),
            chunks: self.chunks.clone(),
            replies: self.replies.clone(),
        }
    }
}

impl<T: Task> Team<T> {
    /// Starts a worker. Returns false if the system refuses another thread.
    fn start_worker(&self) -> bool {
        let team = self.clone();
        let work = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| team.work())) {
                let message = message_of(panic.as_ref());
                let _ = team.replies.send(Message::WorkerPanicked(message));
            }
        };
        thread::Builder::new().spawn(work).is_ok()
    }

    /// Answers chunks until there are none, or the writer has gone.
    fn work(&self) {
        let mut state = self.task.state();
        for chunk in &self.chunks {
            let start = Instant::now();
            let is_early = || self.shared.turn.load(Relaxed) != chunk.number;
            let mut last = ChunkPart::End(chunk.weight);
            for (number, item) in (chunk.first..).zip(&chunk.items) {
                let is_full = || self.shared.waiting.load(Relaxed) > MAX_WAITING;
                self.shared.wait_while(|| is_early() && is_full());
                if self.shared.is_stopped() {
                    last = ChunkPart::CutShort;
                    break;
                }
                let mut send_part = |pieces| {
                    let is_unread = || !self.replies.is_empty();
                    self.shared.wait_while(|| is_early() || is_unread());
                    self.send(chunk.number, pieces)
                };
                let mut reply = Reply::new(&mut send_part);
                answer(self.task.as_ref(), &mut state, number, item, &mut reply);
                if self.send(chunk.number, reply.into_pieces()).is_break() {
                    return;
                }
            }
            let nanos = start.elapsed().as_nanos() / chunk.items.len().max(1) as u128;
            let nanos = u64::try_from(nanos).unwrap_or(u64::MAX);
            self.shared.item_nanos.store(nanos, Relaxed);
            let last = Message::Part(chunk.number, last);
            if self.replies.send(last).is_err() {
                return;
            }
        }
    }

    /// Sends pieces of a chunk. Breaks off when the writer has gone.
    fn send(&self, chunk: usize, pieces: Vec<Piece>) -> ControlFlow<()> {
        let weight = pieces.iter().map(Piece::weight).sum();
        self.shared.waiting.fetch_add(weight, Relaxed);
        let message = Message::Part(chunk, ChunkPart::Pieces(pieces));
        match self.replies.send(message) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Reads everything. Starts another worker, up to `max_workers`, when chunks wait for one.
    fn read(
        &self,
        read: impl FnOnce(&Feeder<'_, T::Item>),
        to_workers: Sender<Chunk<T::Item>>,
        given_back: &Receiver<usize>,
        mut max_workers: usize,
    ) {
        let (mut first, mut in_flight, mut workers) = (0, 0, 1);
        let hand_over = |items: Vec<T::Item>, weight: usize| {
            let weight = weight + CHUNK_OVERHEAD;
            in_flight -= given_back.try_iter().sum::<usize>();
            while in_flight > 0 && in_flight + weight > MAX_READ {
                match given_back.recv() {
                    Ok(weight) => in_flight -= weight,
                    Err(_) => return ControlFlow::Break(()),
                }
            }
            in_flight += weight;
            let number = self.shared.handed_over.fetch_add(1, Relaxed);
            let count = items.len();
            let chunk = Chunk {
                number,
                first,
                items,
                weight,
            };
            first += count;
            if to_workers.send(chunk).is_err() || self.shared.is_stopped() {
                return ControlFlow::Break(());
            }
            // A worker that has not had a chunk yet takes this one.
            if number >= workers && workers < max_workers && !to_workers.is_empty() {
                if self.start_worker() {
                    workers += 1;
                } else {
                    max_workers = workers;
                }
            }
            ControlFlow::Continue(())
        };
        let feeder = Feeder::new(T::weight, || self.shared.chunk_size(), hand_over);
        let result = catch_unwind(AssertUnwindSafe(|| {
            read(&feeder);
            feeder.flush();
        }));
        if let Err(panic) = result {
            let message = message_of(panic.as_ref());
            let _ = self.replies.send(Message::ReaderPanicked(message));
        }
    }
}

/// Answers an item. A panic costs the item and the state, and nothing else.
fn answer<T: Task>(
    task: &T,
    state: &mut T::State,
    number: usize,
    item: &T::Item,
    reply: &mut Reply<'_>,
) {
    let answer = || task.answer(state, number, item, reply);
    let piece = match catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(tally)) => Piece::End(tally),
        Ok(Err(error)) => Piece::Fatal(error),
        Err(panic) => {
            *state = task.state();
            Piece::End(task.panicked(item, &message_of(panic.as_ref()), reply))
        }
    };
    reply.push(piece);
}

/// Returns the message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message.to_string(),
        (_, Some(message)) => message.clone(),
        _ => "a panic without a message".to_string(),
    }
}

/// Writes every reply in its turn.
fn write_in_order(
    shared: &Shared,
    replies: &Receiver<Message>,
    give_back: &Sender<usize>,
    interrupt: &AtomicBool,
    mut write: impl FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<RunEnd> {
    let mut early: BTreeMap<usize, Vec<ChunkPart>> = BTreeMap::new();
    let mut turn = 0;
    let mut is_busy = false;
    let mut interrupted_at = None;
    let mut end = RunEnd::Complete;
    loop {
        if interrupt.load(Relaxed) {
            shared.is_stopped.store(true, Relaxed);
            let since = interrupted_at.get_or_insert_with(Instant::now);
            let is_written = turn == shared.handed_over.load(Relaxed);
            if is_written || since.elapsed() > GRACE {
                return Ok(RunEnd::Interrupted);
            }
        }
        match next_message(replies, &mut is_busy, &mut write)? {
            Ok(Message::Part(chunk, part)) => early.entry(chunk).or_default().push(part),
            Ok(Message::ReaderPanicked(message)) => end = RunEnd::Panicked(message),
            Ok(Message::WorkerPanicked(message)) => return Ok(RunEnd::Panicked(message)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(end),
        }
        while let Some(parts) = early.remove(&turn) {
            for part in parts {
                match part {
                    ChunkPart::Pieces(pieces) => {
                        let weight = pieces.iter().map(Piece::weight).sum();
                        shared.waiting.fetch_sub(weight, Relaxed);
                        let mut events = pieces.into_iter().map(Event::Piece);
                        events.try_for_each(&mut write)?;
                    }
                    ChunkPart::CutShort => return Ok(RunEnd::Interrupted),
                    ChunkPart::End(weight) => {
                        turn += 1;
                        shared.turn.store(turn, Relaxed);
                        // A reader that has read everything does not need it.
                        let _ = give_back.send(weight);
                    }
                }
            }
        }
    }
}

/// Returns the next message to the writer. Waits for it at most a [`TICK`].
fn next_message(
    replies: &Receiver<Message>,
    is_busy: &mut bool,
    write: &mut impl FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<Result<Message, RecvTimeoutError>> {
    match replies.try_recv() {
        Ok(message) => {
            *is_busy = true;
            return Ok(Ok(message));
        }
        Err(TryRecvError::Disconnected) => return Ok(Err(RecvTimeoutError::Disconnected)),
        Err(TryRecvError::Empty) => {}
    }
    write(Event::Idle)?;
    if std::mem::take(is_busy) {
        thread::sleep(LINGER);
        return Ok(Err(RecvTimeoutError::Timeout));
    }
    Ok(replies.recv_timeout(TICK))
}

/// Reads, answers and writes item by item.
fn run_on_this_thread<T: Task>(
    task: &T,
    read: impl FnOnce(&Feeder<'_, T::Item>),
    interrupt: &AtomicBool,
    mut write: impl FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<RunEnd> {
    let mut state = task.state();
    let mut numbers = 0..;
    let mut end = Ok(RunEnd::Complete);
    let answer_all = |items: Vec<T::Item>, _| {
        for (item, number) in items.iter().zip(&mut numbers) {
            if interrupt.load(Relaxed) {
                end = Ok(RunEnd::Interrupted);
                return ControlFlow::Break(());
            }
            let mut send = |pieces: Vec<Piece>| {
                let mut events = pieces.into_iter().map(Event::Piece).chain([Event::Idle]);
                match events.try_for_each(&mut write) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        end = Err(error);
                        ControlFlow::Break(())
                    }
                }
            };
            let mut reply = Reply::new(&mut send);
            answer(task, &mut state, number, item, &mut reply);
            reply.flow()?;
            let pieces = reply.into_pieces();
            send(pieces)?;
        }
        ControlFlow::Continue(())
    };
    let feeder = Feeder::new(T::weight, || 1, answer_all);
    let result = catch_unwind(AssertUnwindSafe(|| read(&feeder)));
    drop(feeder);
    match result {
        Err(panic) if end.is_ok() => Ok(RunEnd::Panicked(message_of(panic.as_ref()))),
        _ => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    const MEGABYTE: usize = 1 << 20;

    /// Answers numbers with a function. An item is a number and its weight.
    struct Numbers<F>(F);

    type Item = (usize, usize);

    impl<F: Fn(usize, &mut Reply<'_>) + Send + Sync + 'static> Task for Numbers<F> {
        type Item = Item;
        /// True after a panic.
        type State = bool;

        fn weight(item: &Item) -> usize {
            item.1
        }

        fn state(&self) -> bool {
            false
        }

        fn answer(
            &self,
            is_spoilt: &mut bool,
            number: usize,
            item: &Item,
            reply: &mut Reply<'_>,
        ) -> anyhow::Result<Tally> {
            assert_eq!(number, item.0);
            assert!(!*is_spoilt, "the state is used after a panic");
            *is_spoilt = true;
            (self.0)(number, reply);
            *is_spoilt = false;
            Ok(Tally::new(Exit::Success, "answered"))
        }

        fn panicked(&self, item: &Item, message: &str, reply: &mut Reply<'_>) -> Tally {
            reply.text(format!("{}: {message}", item.0));
            Tally::new(Exit::Disagreement, "panicked")
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

    /// The text of each item that has been answered.
    #[derive(Default)]
    struct Texts {
        answered: Vec<String>,
        current: String,
    }

    impl Texts {
        fn receive(&mut self, event: Event) {
            match event {
                Event::Piece(Piece::Text(text)) => self.current += &text,
                Event::Piece(Piece::End(_)) => {
                    self.answered.push(std::mem::take(&mut self.current));
                }
                _ => {}
            }
        }
    }

    fn jobs(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    /// Runs to the end and returns the text of each item.
    fn answers(
        workers: usize,
        read: impl FnOnce(&Feeder<'_, Item>) + Send + 'static,
        answer: impl Fn(usize, &mut Reply<'_>) + Send + Sync + 'static,
    ) -> Vec<String> {
        let mut texts = Texts::default();
        let never = AtomicBool::new(false);
        let end = run(Numbers(answer), jobs(workers), read, &never, |event| {
            texts.receive(event);
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
        let texts = answers(4, numbers(counted, MEGABYTE), move |number, reply| {
            if number == 0 {
                reply.text(settled(&read).to_string());
            }
        });
        let max: usize = texts[0].parse().unwrap();
        assert!((2..=18).contains(&max), "{max} items of 1 MB were read");
        assert_eq!(texts.len(), 1_000);
    }

    #[test]
    fn replies_that_wait_for_a_slow_one_stop_the_other_workers() {
        let sent = AtomicUsize::new(0);
        let texts = answers(4, numbers(0..200, 1), move |number, reply| {
            if number == 0 {
                reply.text(settled(&sent).to_string());
            } else {
                sent.fetch_add(1, Relaxed);
                reply.text("x".repeat(MEGABYTE / 2));
            }
        });
        let max: usize = texts[0].parse().unwrap();
        assert!((24..=40).contains(&max), "{max} replies of half a MB wait");
        assert!(texts[1..].iter().all(|text| text.len() == MEGABYTE / 2));
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
        let never = AtomicBool::new(false);
        let end = run(task, jobs(2), numbers([0], 1), &never, |event| {
            if let Event::Piece(Piece::Text(_)) = event {
                received += 1;
                max = max.max(sent.load(Relaxed).saturating_sub(received));
            }
            Ok(())
        });
        assert_eq!((end.unwrap(), received), (RunEnd::Complete, 100_000));
        // One part being filled, one in the channel, one being written.
        assert!(max < 4 * 1_024, "{max} pieces of 1 kB in memory");
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
        let never = AtomicBool::new(false);
        let end = run(Numbers(ignore), jobs(2), read, &never, |event| {
            texts.receive(event);
            anyhow::ensure!(texts.answered.len() < 5, "full");
            Ok(())
        });
        assert_eq!(end.unwrap_err().to_string(), "full");
        assert_eq!(texts.answered.len(), 5);
    }

    #[test]
    fn an_interrupt_keeps_what_is_answered_soon_after() {
        let (_sender, read) = ten_and_wait();
        let interrupt = Arc::new(AtomicBool::new(false));
        let raised = interrupt.clone();
        let answer = move |number, _: &mut Reply<'_>| match number {
            3 => raised.store(true, Relaxed),
            4 => thread::sleep(Duration::from_secs(60)),
            _ => {}
        };
        let mut texts = Texts::default();
        let end = run(Numbers(answer), jobs(1), read, &interrupt, |event| {
            texts.receive(event);
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Interrupted);
        assert!((3..=4).contains(&texts.answered.len()));
    }

    #[test]
    fn a_reader_that_panics_is_not_the_end_of_the_input() {
        let read = numbers(
            (0..10).inspect(|number| assert!(*number < 5, "no fives")),
            1,
        );
        let never = AtomicBool::new(false);
        let end = run(Numbers(ignore), jobs(2), read, &never, |_| Ok(()));
        assert_eq!(end.unwrap(), RunEnd::Panicked("no fives".to_string()));
    }

    #[test]
    fn the_calling_thread_alone_does_the_same() {
        let task = Numbers(|number: usize, reply: &mut Reply<'_>| {
            assert!(number != 7, "no sevens");
            reply.text(format!("{number}"));
        });
        let mut texts = Texts::default();
        let never = AtomicBool::new(false);
        let end = run_on_this_thread(&task, numbers(0..50, 1), &never, |event| {
            texts.receive(event);
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
        let never = AtomicBool::new(false);
        let end = run(Numbers(ignore), jobs(3), read, &never, |event| {
            if let Event::Piece(Piece::End(_)) = event {
                answered.send(()).unwrap();
            }
            Ok(())
        });
        assert_eq!(end.unwrap(), RunEnd::Complete);
    }
}
