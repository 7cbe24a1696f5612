//! A queue with fair turns: start-time fair queueing between addresses, in the order of arrival within one.

use crate::address::ClientAddress;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

/// The number of addresses from which those without work are removed.
const MAX_IDLE_ADDRESSES: usize = 16_384;

/// Jobs that wait. The next is from the address with the fewest running jobs; among those, from the one that was served for
/// the least time since all began to compete.
#[derive(Debug)]
pub(super) struct FairQueue<J> {
    addresses: HashMap<ClientAddress, Account<J>>,
    /// The addresses that may have the next turn.
    turns: BTreeSet<Turn>,
    /// The addresses with waiting jobs, by their number.
    by_waiting: BTreeSet<(usize, ClientAddress)>,
    /// The served time at which a new address begins: that of the address that had the last turn.
    clock: Duration,
    max_running_per_address: usize,
    waiting: usize,
    running: usize,
    next_id: JobId,
}

/// The number of a job, in the order of arrival.
pub(super) type JobId = u64;

#[derive(Debug)]
struct Account<J> {
    served: Duration,
    running: usize,
    waiting: VecDeque<(JobId, J)>,
}

/// The key by which turns are ordered.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Turn {
    running: usize,
    served: Duration,
    first: JobId,
    address: ClientAddress,
}

impl<J> Account<J> {
    fn turn(&self, address: ClientAddress, max_running: usize) -> Option<Turn> {
        let &(first, _) = self.waiting.front()?;
        let turn = Turn { running: self.running, served: self.served, first, address };
        (self.running < max_running).then_some(turn)
    }

    fn is_idle(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }
}

impl<J> FairQueue<J> {
    /// Creates a queue that hands out at most so many jobs of one address at once.
    pub(super) fn new(max_running_per_address: usize) -> FairQueue<J> {
        FairQueue {
            addresses: HashMap::new(),
            turns: BTreeSet::new(),
            by_waiting: BTreeSet::new(),
            clock: Duration::ZERO,
            max_running_per_address,
            waiting: 0,
            running: 0,
            next_id: 0,
        }
    }

    /// Returns the number of waiting jobs.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Whether a job waits for nothing but a thread.
    pub(super) fn has_turn(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Returns the number of waiting jobs of an address.
    pub(super) fn waiting_of(&self, address: ClientAddress) -> usize {
        self.addresses.get(&address).map_or(0, |account| account.waiting.len())
    }

    /// Adds a job.
    pub(super) fn push(&mut self, address: ClientAddress, job: J) -> JobId {
        self.forget_idle_addresses();
        let id = self.next_id;
        self.next_id += 1;
        self.waiting += 1;
        let clock = self.clock;
        self.update(address, |account| {
            if account.is_idle() {
                // Time in which an address had no work earns it nothing.
                account.served = account.served.max(clock);
            }
            account.waiting.push_back((id, job));
        });
        id
    }

    /// Takes the next job; its address counts as running it until [`FairQueue::finish`].
    pub(super) fn pop(&mut self) -> Option<(ClientAddress, J)> {
        let turn = *self.turns.first()?;
        let mut job = None;
        self.update(turn.address, |account| {
            job = account.waiting.pop_front();
            account.running += 1;
        });
        self.clock = self.clock.max(turn.served);
        self.waiting -= 1;
        self.running += 1;
        job.map(|(_, job)| (turn.address, job))
    }

    /// Removes a job, if it waits.
    pub(super) fn remove(&mut self, address: ClientAddress, id: JobId) -> Option<J> {
        let mut removed = None;
        self.update(address, |account| {
            let index = account.waiting.iter().position(|&(other, _)| other == id);
            removed = index.and_then(|index| account.waiting.remove(index));
        });
        self.waiting -= usize::from(removed.is_some());
        self.forget_if_settled(address);
        removed.map(|(_, job)| job)
    }

    /// Removes the newest job of the address with the most waiting jobs, if that still has more than the given address after one
    /// more job each way. Returns the address, the number of jobs that it had, and the job.
    pub(super) fn displace(&mut self, newcomer: ClientAddress) -> Option<(ClientAddress, usize, J)> {
        let &(count, address) = self.by_waiting.last()?;
        if count <= self.waiting_of(newcomer) + 1 {
            return None;
        }
        let mut displaced = None;
        self.update(address, |account| displaced = account.waiting.pop_back());
        self.waiting -= 1;
        displaced.map(|(_, job)| (address, count, job))
    }

    /// Records that a job of the address ended after this time.
    pub(super) fn finish(&mut self, address: ClientAddress, time: Duration) {
        self.update(address, |account| {
            account.running = account.running.saturating_sub(1);
            account.served += time;
        });
        self.running -= 1;
        if self.running == 0 && self.waiting == 0 {
            // Nothing competes any more, so the next addresses begin equal.
            self.addresses.clear();
            self.clock = Duration::ZERO;
        } else {
            self.forget_if_settled(address);
        }
    }

    /// Removes and returns all jobs that wait.
    pub(super) fn clear(&mut self) -> Vec<J> {
        self.turns.clear();
        self.by_waiting.clear();
        self.waiting = 0;
        let waiting = self.addresses.values_mut().flat_map(|account| account.waiting.drain(..));
        let jobs = waiting.map(|(_, job)| job).collect();
        self.addresses.retain(|_, account| !account.is_idle());
        jobs
    }

    /// Changes an account and keeps its turn in order.
    fn update(&mut self, address: ClientAddress, change: impl FnOnce(&mut Account<J>)) {
        let fresh = || Account { served: Duration::ZERO, running: 0, waiting: VecDeque::new() };
        let account = self.addresses.entry(address).or_insert_with(fresh);
        if let Some(turn) = account.turn(address, self.max_running_per_address) {
            self.turns.remove(&turn);
        }
        let waiting = account.waiting.len();
        change(account);
        if let Some(turn) = account.turn(address, self.max_running_per_address) {
            self.turns.insert(turn);
        }
        if account.waiting.len() != waiting {
            self.by_waiting.remove(&(waiting, address));
            if !account.waiting.is_empty() {
                self.by_waiting.insert((account.waiting.len(), address));
            }
        }
    }

    /// Removes the account of an address that has no work and no more served time than a new one.
    fn forget_if_settled(&mut self, address: ClientAddress) {
        let clock = self.clock;
        let is_settled = |account: &Account<J>| account.is_idle() && account.served <= clock;
        if self.addresses.get(&address).is_some_and(is_settled) {
            self.addresses.remove(&address);
        }
    }

    fn forget_idle_addresses(&mut self) {
        if self.addresses.len() >= MAX_IDLE_ADDRESSES + self.waiting + self.running {
            self.addresses.retain(|_, account| !account.is_idle());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn user(number: u32) -> ClientAddress {
        ClientAddress::User(number)
    }

    /// Pops and finishes all jobs, each of which takes one millisecond, on one worker.
    fn drain(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        let mut order = Vec::new();
        while let Some((address, job)) = queue.pop() {
            order.push(job);
            queue.finish(address, MS);
        }
        order
    }

    #[test]
    fn addresses_take_turns_and_an_address_is_served_in_the_order_of_arrival() {
        let mut queue = FairQueue::new(9);
        for job in ["a1", "a2", "a3", "a4"] {
            queue.push(user(1), job);
        }
        queue.push(user(2), "b1");
        queue.push(user(2), "b2");
        queue.push(user(3), "c1");
        assert_eq!(drain(&mut queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn an_address_that_was_served_long_waits_for_those_that_were_not() {
        let mut queue = FairQueue::new(9);
        queue.push(user(1), "heavy");
        queue.push(user(9), "waiting");
        let (heavy, _) = queue.pop().unwrap();
        queue.finish(heavy, 100 * MS);
        queue.push(user(1), "heavy again");
        for job in ["b1", "b2", "b3"] {
            queue.push(user(2), job);
        }
        assert_eq!(drain(&mut queue), ["waiting", "b1", "b2", "b3", "heavy again"]);
    }

    #[test]
    fn an_address_without_work_earns_nothing() {
        let mut queue = FairQueue::new(9);
        for _ in 0..50 {
            queue.push(user(1), "a");
        }
        for _ in 0..40 {
            let (address, _) = queue.pop().unwrap();
            queue.finish(address, MS);
        }
        for _ in 0..3 {
            queue.push(user(2), "b");
        }
        // A newcomer begins at the time of the others and does not get 40 turns in a row.
        assert_eq!(&drain(&mut queue)[..6], ["b", "a", "b", "a", "b", "a"]);
    }

    #[test]
    fn an_address_with_fewer_running_jobs_is_next_and_the_maximum_holds() {
        let mut queue = FairQueue::new(2);
        for _ in 0..3 {
            queue.push(user(1), "a");
        }
        assert_eq!((queue.pop().unwrap().1, queue.pop().unwrap().1), ("a", "a"));
        assert!(queue.pop().is_none());
        queue.push(user(2), "b");
        assert_eq!(queue.pop().unwrap().1, "b");
        queue.finish(user(1), MS);
        assert_eq!(queue.pop().unwrap().1, "a");
    }

    #[test]
    fn a_removed_job_is_not_handed_out() {
        let mut queue = FairQueue::new(9);
        let first = queue.push(user(1), "first");
        queue.push(user(1), "second");
        assert_eq!(queue.remove(user(1), first), Some("first"));
        assert_eq!(queue.remove(user(1), first), None);
        assert_eq!((queue.waiting(), queue.waiting_of(user(1))), (1, 1));
        assert_eq!(drain(&mut queue), ["second"]);
        assert_eq!(queue.remove(user(7), 99), None);
    }

    #[test]
    fn the_newest_job_of_the_address_with_the_most_is_displaced_while_it_has_more() {
        let mut queue = FairQueue::new(9);
        for job in ["a1", "a2", "a3"] {
            queue.push(user(1), job);
        }
        queue.push(user(2), "b1");
        assert_eq!(queue.displace(user(3)), Some((user(1), 3, "a3")));
        assert_eq!(queue.displace(user(2)), None);
        assert_eq!(queue.displace(user(3)), Some((user(1), 2, "a2")));
        assert_eq!(queue.displace(user(3)), None);
        assert_eq!((queue.waiting(), queue.waiting_of(user(1))), (2, 1));
        assert_eq!(drain(&mut queue), ["a1", "b1"]);
        assert!(queue.by_waiting.is_empty() && queue.displace(user(3)).is_none());
    }

    #[test]
    fn accounts_are_removed_when_nothing_competes_and_when_there_are_too_many() {
        let mut queue = FairQueue::new(9);
        for number in 0..100_000 {
            queue.push(user(number), "job");
            queue.push(user(1_000_000), "background");
            let (address, _) = queue.pop().unwrap();
            queue.finish(address, MS);
            assert!(queue.addresses.len() <= MAX_IDLE_ADDRESSES + queue.waiting() + 2);
        }
        drain(&mut queue);
        assert!(queue.addresses.is_empty() && queue.turns.is_empty() && queue.by_waiting.is_empty());
        queue.push(user(1), "a");
        assert_eq!(queue.clear(), ["a"]);
        assert!(queue.addresses.is_empty() && queue.pop().is_none());
    }
}
