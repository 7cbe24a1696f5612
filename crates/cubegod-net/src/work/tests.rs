use super::*;
use crate::address::ClientAddress;
use std::sync::mpsc;
use std::thread::sleep;

const A: ClientAddress = ClientAddress::User(1);
const B: ClientAddress = ClientAddress::User(2);

fn options() -> WorkOptions {
    WorkOptions { time_limit: Duration::from_secs(600), ..WorkOptions::default() }.with_threads(1)
}

fn test<F: Future>(test: impl FnOnce() -> F) -> F::Output {
    crate::block_on(async { test().await }).unwrap()
}

/// Works until it is cancelled.
fn endless(attempt: &Attempt) -> Option<()> {
    while !attempt.cancellation.is_cancelled() {
        sleep(Duration::from_micros(100));
    }
    None
}

/// Starts endless work in a lane and waits until it runs there.
async fn occupy(
    pool: &Arc<WorkPool>,
    address: ClientAddress,
    lane: Lane,
) -> tokio::task::JoinHandle<WorkError> {
    let before = pool.metrics().running(lane).get();
    let running = Arc::clone(pool);
    let work = tokio::spawn(async move { running.run(address, lane, endless).await.unwrap_err() });
    until(|| pool.metrics().running(lane).get() > before).await;
    work
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn work_that_exceeds_the_slice_of_its_lane_begins_again_in_the_next_one() {
    test(async || {
        let pool = WorkPool::new(&options());
        let mut attempts = Vec::new();
        let work = move |attempt: &Attempt| {
            attempts.push((std::thread::current().name().map(str::to_owned), attempt.is_last));
            if attempts.len() == 3 { Some(attempts.clone()) } else { endless(attempt).map(|()| Vec::new()) }
        };
        let attempts = pool.run(A, Lane::Quick, work).await.unwrap();
        let lanes = attempts.iter().map(|(name, is_last)| (name.as_deref().unwrap(), *is_last));
        assert!(lanes.eq([("cubegod-quick", false), ("cubegod-medium", false), ("cubegod-long", true)]));
        assert_eq!(pool.metrics().cancelled(Cancelled::Slice), 2);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn threads_of_longer_work_have_a_lower_priority() {
    let niceness = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
    test(async || {
        let pool = WorkPool::new(&options());
        let mut all = Vec::new();
        for lane in Lane::ALL {
            all.push(pool.run(A, lane, move |_| Some(niceness())).await.unwrap());
        }
        let own = niceness();
        assert_eq!(all, [0, 5, 10].map(|lower| (own + lower).min(19)));
    });
}

#[test]
fn quick_work_is_done_while_all_threads_of_the_other_lanes_are_busy() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&options()));
        let _long = [occupy(&pool, A, Lane::Long).await, occupy(&pool, A, Lane::Medium).await];
        for number in 0..100 {
            assert_eq!(pool.run(B, Lane::Quick, move |_| Some(number)).await, Ok(number));
        }
    });
}

#[test]
fn work_ends_when_its_future_is_dropped() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&options()));
        let running = occupy(&pool, A, Lane::Long).await;
        let waiting = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(A, Lane::Long, endless).await })
        };
        until(|| pool.metrics().waiting(Lane::Long).get() == 1).await;
        waiting.abort();
        until(|| pool.metrics().waiting(Lane::Long).get() == 0).await;
        running.abort();
        until(|| pool.metrics().running(Lane::Long).get() == 0).await;
        assert_eq!(pool.metrics().cancelled(Cancelled::Client), 2);
    });
}

#[test]
fn work_ends_at_the_time_limit_whether_it_runs_or_waits() {
    test(async || {
        let limit = Duration::from_millis(50);
        let pool = Arc::new(WorkPool::new(&WorkOptions { time_limit: limit, ..options() }));
        assert_eq!(pool.run(A, Lane::Quick, endless).await, Err(WorkError::Timeout(limit)));
        let (release, wait) = mpsc::channel::<()>();
        let wait = std::sync::Mutex::new(wait);
        let stuck = {
            let pool = Arc::clone(&pool);
            // This work ignores its cancellation.
            tokio::spawn(
                async move { pool.run(A, Lane::Long, move |_| wait.lock().unwrap().recv().ok()).await },
            )
        };
        until(|| pool.metrics().running(Lane::Long).get() == 1).await;
        assert_eq!(pool.run(A, Lane::Long, endless).await, Err(WorkError::NotBegun(limit)));
        drop(release);
        assert!(stuck.await.unwrap().is_err());
    });
}

#[test]
fn work_of_a_request_whose_time_is_over_does_not_begin_again() {
    test(async || {
        let pool = WorkPool::new(&options());
        let past = pool.deadline() - options().time_limit;
        let error = pool.run_until(past, A, Lane::Quick, endless).await.unwrap_err();
        assert!(matches!(error, WorkError::NotBegun(_) | WorkError::Timeout(_)), "{error:?}");
    });
}

#[test]
fn the_addresses_of_one_ipv6_network_share_turns_and_places() {
    test(async || {
        let address = |text: &str| ClientAddress::from(text.parse::<std::net::IpAddr>().unwrap());
        let options = WorkOptions { queue_per_address: 1, ..options() };
        let pool = Arc::new(WorkPool::new(&options));
        let _running = occupy(&pool, address("2001:db8:1:1::1"), Lane::Long).await;
        let _waiting = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(address("2001:db8:1:2::1"), Lane::Long, endless).await })
        };
        until(|| pool.metrics().waiting(Lane::Long).get() == 1).await;
        let expected = WorkError::AddressBusy { address: "2001:db8:1::/48".into(), waiting: 1 };
        assert_eq!(pool.run(address("2001:db8:1:3::1"), Lane::Long, endless).await, Err(expected));
        pool.stop();
    });
}

#[test]
fn an_address_gets_at_most_its_number_of_long_searches_while_others_run() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&WorkOptions::default().with_threads(2)));
        let _first = occupy(&pool, A, Lane::Long).await;
        let second = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(A, Lane::Long, |_| Some("A")).await })
        };
        until(|| pool.metrics().waiting(Lane::Long).get() == 1).await;
        // The other thread is for other addresses.
        assert_eq!(pool.run(B, Lane::Long, |_| Some("B")).await, Ok("B"));
        assert!(!second.is_finished());
        second.abort();
    });
}

#[test]
fn a_long_search_ends_early_only_while_others_wait() {
    test(async || {
        let limit = Duration::from_millis(20);
        let pool = Arc::new(WorkPool::new(&WorkOptions { contended_limit: limit, ..options() }));
        let running = occupy(&pool, A, Lane::Long).await;
        sleep(2 * limit);
        assert!(!running.is_finished());
        // A second search of the same address does not count: it may not run beside the first.
        let same = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(A, Lane::Long, |_| Some("A")).await })
        };
        until(|| pool.metrics().waiting(Lane::Long).get() == 1).await;
        sleep(2 * limit);
        assert!(!running.is_finished());
        assert_eq!(pool.run(B, Lane::Long, |_| Some("B")).await, Ok("B"));
        assert_eq!(running.await.unwrap(), WorkError::Contended(limit));
        assert_eq!(same.await.unwrap(), Ok("A"));
        // The thread counts its work as done just after the answer.
        until(|| pool.metrics().running(Lane::Long).get() == 0).await;
        // The best solution so far is a result.
        let best = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                pool.run(A, Lane::Long, |attempt| attempt.is_last.then(|| endless(attempt))).await
            })
        };
        until(|| pool.metrics().running(Lane::Long).get() == 1).await;
        assert_eq!(pool.run(B, Lane::Long, |_| Some("B")).await, Ok("B"));
        assert_eq!(best.await.unwrap(), Ok(None));
        assert_eq!(pool.metrics().cancelled(Cancelled::Contention), 1);
    });
}

#[test]
fn one_address_leaves_a_thread_of_each_lane_to_others() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&options().with_threads(2)));
        for lane in [Lane::Quick, Lane::Medium] {
            // This work ignores its slice.
            let (release, wait) = mpsc::channel::<()>();
            let wait = Arc::new(std::sync::Mutex::new(wait));
            let blocked = [(); 2].map(|()| {
                let (pool, wait) = (Arc::clone(&pool), Arc::clone(&wait));
                let work = move |_: &Attempt| {
                    let _ = wait.lock().unwrap().recv();
                    Some(())
                };
                tokio::spawn(async move { pool.run(A, lane, work).await })
            });
            let counts = || [pool.metrics().running(lane).get(), pool.metrics().waiting(lane).get()];
            until(|| counts() == [1, 1]).await;
            assert_eq!(pool.run(B, lane, |_| Some("B")).await, Ok("B"));
            // The thread counts its work as done just after the answer.
            until(|| counts() == [1, 1]).await;
            drop(release);
            for work in blocked {
                assert_eq!(work.await.unwrap(), Ok(()));
            }
        }
    });
}

#[test]
fn waiting_searches_are_bounded_per_address_and_in_total() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&WorkOptions { queue: 3, queue_per_address: 2, ..options() }));
        let _running = occupy(&pool, A, Lane::Long).await;
        let wait = |address| {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(address, Lane::Long, endless).await })
        };
        let waiting = [wait(A), wait(A)];
        until(|| pool.metrics().waiting(Lane::Long).get() == 2).await;
        let expected = WorkError::AddressBusy { address: "user 1".into(), waiting: 2 };
        assert_eq!(pool.run(A, Lane::Long, endless).await, Err(expected));
        let other = wait(B);
        until(|| pool.metrics().waiting(Lane::Long).get() == 3).await;
        assert_eq!(pool.run(B, Lane::Long, endless).await, Err(WorkError::QueueFull { waiting: 3 }));
        // The address with the most waiting searches makes room for a third one.
        let third = wait(ClientAddress::User(3));
        let [first, second] = waiting;
        let expected = WorkError::Displaced { address: "user 1".into(), waiting: 2 };
        assert_eq!(second.await.unwrap(), Err(expected));
        assert_eq!(pool.metrics().waiting(Lane::Long).get(), 3);
        [first, other, third].iter().for_each(|task| task.abort());
    });
}

#[test]
fn a_stop_cancels_what_runs_and_what_waits() {
    test(async || {
        let pool = Arc::new(WorkPool::new(&options()));
        let running = occupy(&pool, A, Lane::Long).await;
        let waiting = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(A, Lane::Long, endless).await.unwrap_err() })
        };
        until(|| pool.metrics().waiting(Lane::Long).get() == 1).await;
        pool.stop();
        assert_eq!(
            (running.await.unwrap(), waiting.await.unwrap()),
            (WorkError::Stopping, WorkError::Stopping)
        );
        assert_eq!(pool.run(A, Lane::Quick, |_| Some(())).await, Err(WorkError::Stopping));
    });
}

#[test]
fn a_panic_fails_one_request_and_the_thread_goes_on() {
    test(async || {
        let pool = WorkPool::new(&options());
        assert_eq!(
            pool.run(A, Lane::Quick, |_| -> Option<()> { panic!("a test") }).await,
            Err(WorkError::Panicked)
        );
        assert_eq!(pool.run(A, Lane::Quick, |_| Some(7)).await, Ok(7));
    });
}
