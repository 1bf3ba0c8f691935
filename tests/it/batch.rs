//! Batches: replies in order, in bounded memory, for any number of threads; a panic costs one item.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use satdoku::batch::{Event, Reply, Weight, Worker, run};

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
type Speak<'a> = &'a mut dyn FnMut(String);

/// Answers items by a function.
struct Answerer<F>(F);

impl<F: FnMut(Item, Speak<'_>) -> usize> Worker for Answerer<F> {
    type Item = Item;
    type Part = Part;
    type End = Result<usize, String>;

    fn answer(
        &mut self,
        number: usize,
        item: &Item,
        reply: &mut Reply<'_, Self>,
    ) -> Result<usize, String> {
        assert_eq!(number, item.0);
        Ok((self.0)(*item, &mut |text| _ = reply.send(Part(text))))
    }

    fn panicked(
        &mut self,
        item: &Item,
        message: &str,
        _: &mut Reply<'_, Self>,
    ) -> Result<usize, String> {
        Err(format!("{}: {message}", item.0))
    }
}

fn workers(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// Everything that is received, with the parts of each reply joined.
fn replies<F>(
    items: impl Iterator<Item = Item> + Send + 'static,
    threads: usize,
    make: impl Fn() -> Answerer<F> + Send + Sync + 'static,
) -> Vec<(String, Result<usize, String>)>
where
    F: FnMut(Item, Speak<'_>) -> usize + 'static,
{
    let mut all = Vec::new();
    let mut text = String::new();
    let end: ControlFlow<()> = run(items, workers(threads), make, |event| {
        match event {
            Event::Part(Part(part)) => text += &part,
            Event::End(end) => all.push((std::mem::take(&mut text), end)),
            Event::Idle => {}
        }
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    all
}

/// A number that looks like chance.
fn mixed(number: usize) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) % 100
}

#[test]
fn replies_are_in_order_for_any_number_of_workers() {
    for threads in [1, 2, 3, 8] {
        let all = replies((0..5_000).map(|n| Item(n, 1)), threads, || {
            Answerer(|Item(n, _), send: Speak<'_>| {
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
    let all = replies(std::iter::empty(), 3, || Answerer(|_, _: Speak<'_>| 0));
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
        Answerer(move |Item(n, _), _: Speak<'_>| {
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
        Answerer(move |Item(n, _), send: Speak<'_>| {
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
        Answerer(move |_, send: Speak<'_>| {
            for _ in 0..100_000 {
                sent.fetch_add(1, Ordering::SeqCst);
                send("y".repeat(1_000));
            }
            0
        })
    };
    let end: ControlFlow<()> = run(std::iter::once(Item(0, 1)), workers(2), make, |event| {
        if let Event::Part(_) = event {
            let received = received.fetch_add(1, Ordering::SeqCst) + 1;
            longest = longest.max(sent.load(Ordering::SeqCst).saturating_sub(received));
        }
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    assert_eq!(received.load(Ordering::SeqCst), 100_000);
    // What was in memory at once, of 100 MB in all.
    assert!(longest < 1_000, "{longest} parts of 1 kB");
}

#[test]
fn a_panic_costs_one_item() {
    for threads in [1, 4] {
        let all = replies((0..100).map(|n| Item(n, 1)), threads, || {
            let mut is_spoilt = false;
            Answerer(move |Item(n, _), _: Speak<'_>| {
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
    let items = (0..10).map(|n| Item(n, 1)).chain(forever);
    let mut ends = 0;
    let end = run(
        items,
        workers(2),
        || Answerer(|_, _: Speak<'_>| 0),
        |event| {
            ends += usize::from(matches!(event, Event::End(_)));
            match ends {
                10 => ControlFlow::Break("enough"),
                _ => ControlFlow::Continue(()),
            }
        },
    );
    assert_eq!((end, ends), (ControlFlow::Break("enough"), 10));
    drop(keep);
}
