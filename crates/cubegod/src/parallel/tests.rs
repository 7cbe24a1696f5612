use super::*;
use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn proceed() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn short_pause() {
    thread::sleep(Duration::from_millis(1));
}

/// Runs plain work and returns its results in the order in which they reached the sink.
fn collected(count: u64, options: ParallelOptions, work: impl Fn(u64) -> u64 + Sync) -> Vec<u64> {
    let mut results = Vec::new();
    let is_complete = ordered(0..count, options, &Cancellation::new(), work, |result| {
        results.push(result);
        proceed()
    });
    assert!(is_complete.unwrap());
    results
}

#[test]
fn results_arrive_in_the_order_of_the_items() {
    for threads in [1, 2, 7] {
        for capacity in [0, 1, 3, 1000] {
            let uneven = |item: u64| {
                if item.is_multiple_of(10) {
                    short_pause();
                }
                item * 2
            };
            let results = collected(200, ParallelOptions::new(threads).capacity(capacity), uneven);
            assert_eq!(results, (0..200).map(|item| item * 2).collect::<Vec<_>>(), "{threads} {capacity}");
        }
    }
    assert!(collected(0, ParallelOptions::new(3), |item| item).is_empty());
}

#[test]
fn all_threads_are_used_and_no_more_than_allowed() {
    let threads = Mutex::new(HashSet::new());
    collected(200, ParallelOptions::new(3), |item| {
        threads.lock().unwrap().insert(thread::current().id());
        short_pause();
        item
    });
    assert_eq!(threads.into_inner().unwrap().len(), 3);
}

#[test]
fn a_slow_item_delays_no_more_than_the_capacity() {
    let pulled = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let items = (0..100).inspect(|_| {
        pulled.fetch_add(1, Ordering::Relaxed);
    });
    let options = ParallelOptions::new(2).capacity(10);
    let work = |item: u64| {
        if item == 0 {
            while done.load(Ordering::Relaxed) < 9 {
                short_pause();
            }
            short_pause();
            assert_eq!(
                pulled.load(Ordering::Relaxed),
                10,
                "the others were done meanwhile, and no more pulled"
            );
        }
        done.fetch_add(1, Ordering::Relaxed);
    };
    assert!(ordered(items, options, &Cancellation::new(), work, |()| proceed()).unwrap());
    assert_eq!(done.into_inner(), 100);
}

#[test]
fn an_item_has_any_number_of_results() {
    let worker = || {
        |item: u64, results: &mut Results<'_, u64, (u64, u64)>| {
            (0..item * 10).try_for_each(|part| results.push((item, part)))
        }
    };
    let mut found = Vec::new();
    let is_complete =
        ordered_streams(0..10, ParallelOptions::new(3), &Cancellation::new(), worker, |event| {
            if let Event::Result(result) = event {
                found.push(result);
            }
            proceed()
        });
    assert!(is_complete.unwrap());
    let expected: Vec<_> = (0..10).flat_map(|item| (0..item * 10).map(move |part| (item, part))).collect();
    assert_eq!(found, expected);
}

#[test]
fn results_reach_the_sink_before_their_item_is_done() {
    let seen = AtomicUsize::new(0);
    let worker = || {
        |item: usize, results: &mut Results<'_, usize, usize>| {
            for part in 0..3 {
                results.push(part)?;
                while item == 0 && seen.load(Ordering::Relaxed) <= part {
                    short_pause();
                }
            }
            proceed()
        }
    };
    let is_complete = ordered_streams(0..2, ParallelOptions::new(1), &Cancellation::new(), worker, |event| {
        if let Event::Result(_) = event {
            seen.fetch_add(1, Ordering::Relaxed);
        }
        proceed()
    });
    assert!(is_complete.unwrap() && seen.into_inner() == 6);
}

#[test]
fn other_workers_process_the_rest_of_an_item_in_order() {
    let threads = Mutex::new(HashSet::new());
    let worker = || {
        |mut range: std::ops::Range<u64>, results: &mut Results<'_, std::ops::Range<u64>, u64>| {
            threads.lock().unwrap().insert(thread::current().id());
            short_pause();
            let first = range.next();
            if !range.is_empty() {
                results.give_back(range);
            }
            first.map_or(proceed(), |number| results.push(number))
        }
    };
    let mut found = Vec::new();
    let items = [0..50, 50..50, 50..100];
    let options = ParallelOptions::new(3).capacity(3);
    let is_complete = ordered_streams(items, options, &Cancellation::new(), worker, |event| {
        if let Event::Result(result) = event {
            found.push(result);
        }
        proceed()
    });
    assert!(is_complete.unwrap());
    assert_eq!(found, (0..100).collect::<Vec<_>>());
    assert!(threads.into_inner().unwrap().len() > 1);
}

#[test]
fn the_sink_gets_an_event_while_it_waits() {
    let mut waited = 0;
    let worker = || {
        |_: u64, results: &mut Results<'_, u64, ()>| {
            thread::sleep(Duration::from_millis(100));
            results.push(())
        }
    };
    ordered_streams(0..1, ParallelOptions::new(1), &Cancellation::new(), worker, |event| {
        waited += usize::from(event == Event::Waiting);
        proceed()
    })
    .unwrap();
    assert!((3..=20).contains(&waited), "about every 20 ms: {waited}");
}

#[test]
fn a_cancelled_run_delivers_the_results_up_to_the_first_missing_one() {
    let token = Cancellation::new();
    let worker = || {
        |item: u64, results: &mut Results<'_, u64, u64>| {
            if item == 5 {
                while !token.is_cancelled() {
                    short_pause();
                }
                return ControlFlow::Break(());
            }
            if item == 8 {
                token.cancel();
            }
            let _ = results.push(item);
            proceed()
        }
    };
    let mut found = Vec::new();
    let is_complete = ordered_streams(0.., ParallelOptions::new(2), &token, worker, |event| {
        if let Event::Result(result) = event {
            found.push(result);
        }
        proceed()
    });
    assert!(!is_complete.unwrap());
    assert_eq!(found, [0, 1, 2, 3, 4]);
}

#[test]
fn a_cancellation_wakes_workers_that_wait() {
    let token = Cancellation::new();
    let options = ParallelOptions::new(3).capacity(2);
    let work = |item: u64| {
        while item == 0 && !token.is_cancelled() {
            short_pause();
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            token.cancel();
        });
        assert!(!ordered(0.., options, &token, work, |()| proceed()).unwrap());
    });
}

#[test]
fn a_sink_that_breaks_ends_an_endless_run() {
    for threads in [1, 3] {
        for token in [&Cancellation::new(), Cancellation::never()] {
            let mut seen = 0;
            let options = ParallelOptions::new(threads).capacity(4);
            let is_complete = ordered(
                0..,
                options,
                token,
                |item: u64| item,
                |item| {
                    assert_eq!(item, seen);
                    seen += 1;
                    if item == 9 { ControlFlow::Break(()) } else { proceed() }
                },
            );
            assert!(!is_complete.unwrap() && seen == 10, "{threads}");
            assert_eq!(token.is_cancelled(), !std::ptr::eq(token, Cancellation::never()));
        }
    }
}

#[test]
fn a_worker_that_breaks_ends_a_run_that_is_never_cancelled() {
    for threads in [1, 3] {
        let worker = || {
            |item: u64, results: &mut Results<'_, u64, u64>| {
                if item == 9 { ControlFlow::Break(()) } else { results.push(item) }
            }
        };
        let mut found = Vec::new();
        let options = ParallelOptions::new(threads).capacity(4);
        let is_complete = ordered_streams(0.., options, Cancellation::never(), worker, |event| {
            if let Event::Result(result) = event {
                found.push(result);
            }
            proceed()
        });
        assert!(!is_complete.unwrap());
        assert_eq!(found, (0..9).collect::<Vec<_>>(), "{threads}");
    }
}

#[test]
fn a_panic_reaches_the_caller() {
    // Without a message on standard error.
    fn fail(item: u64) -> u64 {
        if item == 7 { std::panic::resume_unwind(Box::new("item 7")) } else { item }
    }
    fn pass(item: u64) -> u64 {
        item
    }
    for threads in [1, 3] {
        for [work, items, sink] in [[fail, pass, pass], [pass, fail, pass], [pass, pass, fail]] {
            for token in [&Cancellation::new(), Cancellation::never()] {
                let run = || {
                    let options = ParallelOptions::new(threads).capacity(4);
                    ordered((0..).map(items), options, token, work, |item| {
                        sink(item);
                        proceed()
                    })
                };
                let panic = std::panic::catch_unwind(AssertUnwindSafe(run)).unwrap_err();
                assert_eq!(*panic.downcast_ref::<&str>().unwrap(), "item 7", "{threads}");
            }
        }
    }
}

#[test]
fn chunks_grow_and_shrink_with_the_time_that_items_take() {
    let size = ChunkSize::new(100, Duration::from_millis(1));
    let after = |items, elapsed| {
        size.record(items, elapsed);
        size.get()
    };
    assert_eq!(after(1, Duration::from_micros(1)), 100);
    assert_eq!(after(100, Duration::from_millis(4)), 25);
    assert_eq!(after(0, Duration::from_secs(1)), 25);
    assert_eq!(after(25, Duration::from_secs(1)), 1);
    assert_eq!(after(1, Duration::ZERO), 100);
}
