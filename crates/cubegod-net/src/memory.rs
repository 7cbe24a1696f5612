//! The memory that clients make a server hold: bodies of requests until they are answered, and responses until they are sent.

use crate::address::ClientAddress;
use axum::body::Bytes;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The length up to which a body or a response does not count: there are no more of them than connections.
pub(crate) const SMALL: usize = 16 << 10;

/// An address may hold one part in so many of the memory that others leave free. However many addresses hold all they may,
/// some is left for the next one.
const SHARE: usize = 8;

/// The error for memory that is not available.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum MemoryError {
    /// The address holds all that it may.
    #[error("{address} has {} KiB of large requests and unread responses; read them first", held >> 10)]
    Address {
        /// The address.
        address: ClientAddress,
        /// The number of bytes that it holds.
        held: usize,
    },
    /// Others hold too much.
    #[error("the memory for large requests and responses is in use")]
    Total,
}

/// An account of the bytes that are held for each address.
#[derive(Debug)]
pub(crate) struct MemoryAccount {
    total: usize,
    held: Mutex<Held>,
    metrics: MemoryMetrics,
}

#[derive(Debug, Default)]
struct Held {
    total: usize,
    by_address: HashMap<ClientAddress, usize>,
}

/// Memory that is held for an address until this is dropped.
#[derive(Debug)]
pub(crate) struct MemoryPermit {
    account: Arc<MemoryAccount>,
    address: ClientAddress,
    bytes: usize,
}

/// Bytes with their permit.
struct HeldBytes {
    bytes: Box<[u8]>,
    _permit: MemoryPermit,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl MemoryAccount {
    /// Creates the account of a server that may hold so many bytes.
    pub(crate) fn new(total: usize) -> Arc<MemoryAccount> {
        Arc::new(MemoryAccount { total, held: Mutex::default(), metrics: MemoryMetrics::default() })
    }

    /// Returns the counts of memory.
    pub(crate) fn metrics(&self) -> &MemoryMetrics {
        &self.metrics
    }

    /// Holds memory for an address.
    ///
    /// # Errors
    ///
    /// Fails if the address, or all of them, hold too much.
    pub(crate) fn acquire(
        self: &Arc<MemoryAccount>,
        address: ClientAddress,
        bytes: usize,
    ) -> Result<MemoryPermit, MemoryError> {
        let mut held = self.lock();
        let own = held.by_address.get(&address).copied().unwrap_or_default();
        let left_by_others = self.total.saturating_sub(held.total - own);
        if own.saturating_add(bytes) > left_by_others / SHARE {
            drop(held);
            self.metrics.count_rejected(if own > 0 {
                MemoryRejection::Address
            } else {
                MemoryRejection::Total
            });
            return Err(if own > 0 {
                MemoryError::Address { address, held: own }
            } else {
                MemoryError::Total
            });
        }
        held.total += bytes;
        *held.by_address.entry(address).or_default() += bytes;
        drop(held);
        self.metrics.held.inc_by(bytes as i64);
        Ok(MemoryPermit { account: Arc::clone(self), address, bytes })
    }

    /// Returns bytes that are held for an address until they are dropped.
    ///
    /// # Errors
    ///
    /// Fails if the address, or all of them, hold too much.
    pub(crate) fn hold(
        self: &Arc<MemoryAccount>,
        address: ClientAddress,
        bytes: Vec<u8>,
    ) -> Result<Bytes, MemoryError> {
        if bytes.len() <= SMALL {
            return Ok(bytes.into());
        }
        let permit = self.acquire(address, bytes.len())?;
        // What the bytes grew into may have room for twice as many.
        let bytes = bytes.into_boxed_slice();
        Ok(Bytes::from_owner(HeldBytes { bytes, _permit: permit }))
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for MemoryPermit {
    fn drop(&mut self) {
        let mut held = self.account.lock();
        held.total -= self.bytes;
        if let Some(own) = held.by_address.get_mut(&self.address) {
            *own -= self.bytes;
            if *own == 0 {
                held.by_address.remove(&self.address);
            }
        }
        drop(held);
        self.account.metrics.held.dec_by(self.bytes as i64);
    }
}

/// Counts of the memory that is held.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryMetrics {
    held: Gauge,
    rejected: Family<RejectionLabel, Counter>,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct RejectionLabel {
    reason: MemoryRejection,
}

/// The reason to reject a body or a response.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
enum MemoryRejection {
    Address,
    Total,
}

impl EncodeLabelValue for MemoryRejection {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            MemoryRejection::Address => "address",
            MemoryRejection::Total => "total",
        })
    }
}

impl MemoryMetrics {
    fn count_rejected(&self, reason: MemoryRejection) {
        self.rejected.get_or_create(&RejectionLabel { reason }).inc();
    }

    /// Adds the counts to a registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("held_bytes", "Bytes of large requests and unsent responses", self.held.clone());
        registry.register(
            "memory_rejected",
            "Requests and responses that were too large beside others, by reason: of the address or in total",
            self.rejected.clone(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(number: u32) -> ClientAddress {
        ClientAddress::User(number)
    }

    #[test]
    fn an_address_holds_an_eighth_and_leaves_enough_for_others() {
        let account = MemoryAccount::new(800);
        let first = account.acquire(user(1), 100).unwrap();
        assert_eq!(
            account.acquire(user(1), 1).unwrap_err(),
            MemoryError::Address { address: user(1), held: 100 }
        );
        let second = account.acquire(user(2), 87).unwrap();
        assert_eq!(account.acquire(user(3), 80).unwrap_err(), MemoryError::Total);
        drop(first);
        drop(account.acquire(user(3), 80).unwrap());
        drop(second);
        let held = account.lock();
        assert_eq!((held.total, held.by_address.len()), (0, 0));
    }

    #[test]
    fn however_many_addresses_hold_memory_the_next_one_gets_some() {
        let account = MemoryAccount::new(64 << 20);
        let mut permits = Vec::new();
        for number in 0..50 {
            while let Ok(permit) = account.acquire(user(number), 64 << 10) {
                permits.push(permit);
            }
        }
        assert!(account.lock().total < 64 << 20);
        drop(account.acquire(user(1000), 10_000).unwrap());
    }

    #[test]
    fn bytes_are_held_until_the_last_part_of_them_is_dropped() {
        let account = MemoryAccount::new(1 << 20);
        let mut bytes = account.hold(user(1), vec![7; SMALL + 1]).unwrap();
        let part = bytes.split_to(10);
        drop(bytes);
        assert!(account.lock().total > SMALL);
        drop(part);
        assert_eq!(account.lock().total, 0);
        let small = account.hold(user(1), vec![7; SMALL]).unwrap();
        assert_eq!((account.lock().total, small.len()), (0, SMALL));
    }
}
