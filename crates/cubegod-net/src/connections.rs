//! Quotas of connections: in total and per address. At the total, idle connections give way to new ones.

use crate::address::{ClientAddress, TrustedProxies};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// Limits on the connections of a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConnectionOptions {
    /// The maximum number of connections. At this number an idle connection of the address with the most connections is
    /// closed for one of an address with fewer; if there is none, the new connection is rejected.
    pub total: usize,
    /// The maximum number of connections per address; further ones are rejected. Trusted proxies have no such limit.
    pub per_address: usize,
    /// The proxies that are trusted to name the addresses of their clients.
    pub trusted_proxies: TrustedProxies,
}

impl ConnectionOptions {
    /// Returns options for this many connections, of which one address may have a quarter.
    pub fn new(total: usize) -> ConnectionOptions {
        ConnectionOptions {
            total,
            per_address: total.div_ceil(4),
            trusted_proxies: TrustedProxies::default(),
        }
    }
}

/// Why a connection is rejected.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum ConnectionError {
    /// All connections are in use.
    #[error("all {0} connections are in use; try again later")]
    Full(usize),
    /// The address has its maximum number of connections.
    #[error("{address} has the maximum number of connections ({limit}); close some of them")]
    AddressFull { address: ClientAddress, limit: usize },
}

/// The open connections of a server.
#[derive(Debug)]
pub(crate) struct Connections {
    options: ConnectionOptions,
    state: Mutex<State>,
    metrics: ConnectionMetrics,
}

#[derive(Debug, Default)]
struct State {
    /// The address of each connection that counts.
    open: HashMap<u64, ClientAddress>,
    addresses: HashMap<ClientAddress, Account>,
    /// Numbers connections, and the moments at which they became idle.
    next: u64,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct Account {
    count: usize,
    /// Idle connections by the moment at which they became idle.
    idle: BTreeMap<u64, (u64, CancellationToken)>,
}

/// An open connection. It counts until it is dropped or evicted.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    connections: Arc<Connections>,
    id: u64,
    idle_since: Mutex<Option<u64>>,
    evicted: CancellationToken,
}

impl Connections {
    /// Creates an empty set of connections.
    pub(crate) fn new(options: ConnectionOptions) -> Arc<Connections> {
        Arc::new(Connections { options, state: Mutex::default(), metrics: ConnectionMetrics::default() })
    }

    /// Returns the limits.
    pub(crate) fn options(&self) -> &ConnectionOptions {
        &self.options
    }

    /// Returns the counts of connections.
    pub(crate) fn metrics(&self) -> &ConnectionMetrics {
        &self.metrics
    }

    /// Admits a new connection, which is idle at first.
    ///
    /// # Errors
    ///
    /// Fails if the address or the server has its maximum number of connections.
    pub(crate) fn admit(
        self: &Arc<Connections>,
        address: ClientAddress,
    ) -> Result<ConnectionPermit, ConnectionError> {
        let mut state = self.lock();
        self.check_address(&state, address)?;
        if state.open.len() >= self.options.total {
            if !state.evict_for(address) {
                self.metrics.count_rejected(ConnectionRejection::Total);
                return Err(ConnectionError::Full(self.options.total));
            }
            self.metrics.evicted.inc();
        }
        let id = state.number();
        state.open.insert(id, address);
        state.addresses.entry(address).or_default().count += 1;
        drop(state);
        self.metrics.open.inc();
        let (idle_since, evicted) = (Mutex::default(), CancellationToken::new());
        let permit = ConnectionPermit { connections: Arc::clone(self), id, idle_since, evicted };
        permit.set_idle(true);
        Ok(permit)
    }

    fn check_address(&self, state: &State, address: ClientAddress) -> Result<(), ConnectionError> {
        let limit = self.options.per_address;
        let count = state.addresses.get(&address).map_or(0, |account| account.count);
        let is_proxy = matches!(address, ClientAddress::Ip(ip) if self.options.trusted_proxies.contains(ip));
        if count >= limit && !is_proxy {
            self.metrics.count_rejected(ConnectionRejection::Address);
            return Err(ConnectionError::AddressFull { address, limit });
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Evicts the connection that is idle for the longest time, of the address with the most connections, if that has more
    /// than the given address.
    fn evict_for(&mut self, address: ClientAddress) -> bool {
        let count_of = |account: &Account| account.count;
        let own = self.addresses.get(&address).map_or(0, count_of);
        let oldest = |account: &Account| account.idle.first_key_value().map(|(&since, _)| since);
        let candidates = self.addresses.values_mut().filter(|account| account.count > own);
        let victim = candidates
            .filter_map(|account| oldest(account).map(|since| ((account.count, Reverse(since)), account)))
            .max_by_key(|(key, _)| *key);
        let Some((id, evicted)) =
            victim.and_then(|(_, account)| account.idle.pop_first()).map(|(_, idle)| idle)
        else {
            return false;
        };
        self.close(id);
        evicted.cancel();
        true
    }

    /// Stops counting a connection; returns whether it counted.
    fn close(&mut self, id: u64) -> bool {
        let Some(address) = self.open.remove(&id) else { return false };
        if let Some(account) = self.addresses.get_mut(&address) {
            account.count -= 1;
            if account.count == 0 {
                self.addresses.remove(&address);
            }
        }
        true
    }
}

impl ConnectionPermit {
    /// Returns a token that is cancelled when the connection has to close.
    pub(crate) fn evicted(&self) -> &CancellationToken {
        &self.evicted
    }

    /// Sets whether the connection is idle, that is, has no request in progress. Only idle connections are evicted.
    pub(crate) fn set_idle(&self, is_idle: bool) {
        let mut idle_since = self.idle_since.lock().unwrap_or_else(PoisonError::into_inner);
        if idle_since.is_some() == is_idle {
            return;
        }
        let mut state = self.connections.lock();
        let now = state.number();
        let Some(account) =
            state.open.get(&self.id).copied().and_then(|address| state.addresses.get_mut(&address))
        else {
            return;
        };
        match *idle_since {
            Some(since) => {
                account.idle.remove(&since);
                *idle_since = None;
            }
            None => {
                account.idle.insert(now, (self.id, self.evicted.clone()));
                *idle_since = Some(now);
            }
        }
    }

    /// Counts the connection for the client that a proxy named, instead of for the proxy.
    ///
    /// # Errors
    ///
    /// Fails if the client has its maximum number of connections.
    pub(crate) fn assign(&self, address: ClientAddress) -> Result<(), ConnectionError> {
        let is_idle = self.idle_since.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        self.set_idle(false);
        let mut state = self.connections.lock();
        self.connections.check_address(&state, address)?;
        if state.close(self.id) {
            state.open.insert(self.id, address);
            state.addresses.entry(address).or_default().count += 1;
        }
        drop(state);
        self.set_idle(is_idle);
        Ok(())
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.set_idle(false);
        self.connections.lock().close(self.id);
        self.connections.metrics.open.dec();
    }
}

/// Counts of connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionMetrics {
    open: Gauge,
    evicted: Counter,
    rejected: Family<RejectionLabel, Counter>,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct RejectionLabel {
    reason: ConnectionRejection,
}

/// Why a connection is rejected.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
enum ConnectionRejection {
    Address,
    Total,
}

impl EncodeLabelValue for ConnectionRejection {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            ConnectionRejection::Address => "address",
            ConnectionRejection::Total => "total",
        })
    }
}

impl ConnectionMetrics {
    fn count_rejected(&self, reason: ConnectionRejection) {
        self.rejected.get_or_create(&RejectionLabel { reason }).inc();
    }

    /// Adds the counts to a registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("connections", "Open connections", self.open.clone());
        registry.register(
            "connections_evicted",
            "Idle connections that were closed for new ones",
            self.evicted.clone(),
        );
        registry.register(
            "connections_rejected",
            "Connections that were rejected, by reason: the maximum of an address or in total",
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

    fn connections(total: usize, per_address: usize) -> Arc<Connections> {
        Connections::new(ConnectionOptions { per_address, ..ConnectionOptions::new(total) })
    }

    #[test]
    fn an_address_has_a_maximum_and_a_closed_connection_makes_room() {
        let connections = connections(9, 2);
        let first = connections.admit(user(1)).unwrap();
        let _second = connections.admit(user(1)).unwrap();
        let error = connections.admit(user(1)).unwrap_err();
        assert_eq!(error, ConnectionError::AddressFull { address: user(1), limit: 2 });
        let _other = connections.admit(user(2)).unwrap();
        drop(first);
        let _third = connections.admit(user(1)).unwrap();
    }

    #[test]
    fn the_oldest_idle_connection_of_the_address_with_the_most_gives_way_to_an_address_with_fewer() {
        let connections = connections(4, 4);
        let [busy, oldest, newest] = [(); 3].map(|()| connections.admit(user(1)).unwrap());
        busy.set_idle(false);
        let other = connections.admit(user(2)).unwrap();
        let third = connections.admit(user(3)).unwrap();
        assert!(oldest.evicted().is_cancelled());
        assert!([&busy, &newest, &other, &third].iter().all(|permit| !permit.evicted().is_cancelled()));
        // Two connections against one: the address with more gives way again, the others do not.
        let _fourth = connections.admit(user(4)).unwrap();
        assert!(newest.evicted().is_cancelled());
        assert_eq!(connections.admit(user(4)).unwrap_err(), ConnectionError::Full(4));
        drop([oldest, newest]);
        assert_eq!(connections.lock().open.len(), 4);
        assert_eq!(connections.admit(user(4)).unwrap_err(), ConnectionError::Full(4));
    }

    #[test]
    fn a_connection_in_use_is_not_evicted() {
        let connections = connections(2, 2);
        let busy = [(); 2].map(|()| connections.admit(user(1)).unwrap());
        busy.iter().for_each(|permit| permit.set_idle(false));
        assert_eq!(connections.admit(user(2)).unwrap_err(), ConnectionError::Full(2));
        busy[1].set_idle(true);
        let other = connections.admit(user(2)).unwrap();
        other.set_idle(false);
        assert!(busy[1].evicted().is_cancelled());
        // Changes of an evicted connection have no effect.
        busy[1].set_idle(false);
        busy[1].set_idle(true);
        assert_eq!(connections.admit(user(3)).unwrap_err(), ConnectionError::Full(2));
    }

    #[test]
    fn a_trusted_proxy_has_no_maximum_but_its_clients_have() {
        let mut options = ConnectionOptions { per_address: 1, ..ConnectionOptions::new(9) };
        options.trusted_proxies.add("10.0.0.1").unwrap();
        let connections = Connections::new(options);
        let proxy = ClientAddress::from("10.0.0.1".parse::<std::net::IpAddr>().unwrap());
        let permits = [(); 3].map(|()| connections.admit(proxy).unwrap());
        permits[0].assign(user(1)).unwrap();
        assert!(permits[1].assign(user(1)).is_err());
        permits[1].assign(user(2)).unwrap();
        drop(permits);
        let state = connections.lock();
        assert!(state.open.is_empty() && state.addresses.is_empty());
    }
}
