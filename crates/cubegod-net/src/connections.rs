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
use std::net::Ipv6Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// Limits on the connections of a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConnectionOptions {
    /// The maximum number of connections. At this number an idle connection is closed for a new one: one that had no request yet,
    /// of an address with more connections than the new one has, or any one of an address with at least two more. If there is
    /// none, the new connection is rejected.
    pub total: usize,
    /// The maximum number of connections per address; further ones are rejected. Trusted proxies have no such limit.
    pub per_address: usize,
    /// The maximum number of connections per IPv6 network of 48 bits, which has 65,536 addresses in this sense.
    pub per_network: usize,
    /// The proxies that are trusted to name the addresses of their clients.
    pub trusted_proxies: TrustedProxies,
}

impl ConnectionOptions {
    /// Returns options for this many connections, of which one address or network may have a quarter.
    pub fn new(total: usize) -> ConnectionOptions {
        ConnectionOptions {
            total,
            per_address: total.div_ceil(4),
            per_network: total.div_ceil(4),
            trusted_proxies: TrustedProxies::default(),
        }
    }
}

/// The error for a connection that is rejected.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum ConnectionError {
    /// All connections are in use.
    #[error("all {0} connections are in use; try again later")]
    Full(usize),
    /// The address has its maximum number of connections.
    #[error("{address} has the maximum number of connections ({limit}); close some of them")]
    AddressFull { address: ClientAddress, limit: usize },
    /// The network of the address has its maximum number of connections.
    #[error("{network}/48 has the maximum number of connections ({limit}); close some of them")]
    NetworkFull { network: Ipv6Addr, limit: usize },
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
    /// The number of connections of each network.
    networks: HashMap<Ipv6Addr, usize>,
    /// Numbers connections, and the moments at which they became idle.
    next: u64,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct Account {
    count: usize,
    idle: BTreeMap<Idle, (u64, CancellationToken)>,
}

/// The order in which idle connections are evicted: first those that had no request yet.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Idle {
    had_request: bool,
    /// The moment at which it became idle.
    since: u64,
}

/// An open connection. It counts until it is dropped or evicted.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    connections: Arc<Connections>,
    id: u64,
    had_request: AtomicBool,
    idle: Mutex<Option<Idle>>,
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
        let permit = self.admit_in_use(address)?;
        permit.set_idle(true);
        Ok(permit)
    }

    /// Admits a new connection, which is in use and so not evicted.
    ///
    /// # Errors
    ///
    /// Fails if the address or the server has its maximum number of connections.
    pub(crate) fn admit_in_use(
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
        state.open(id, address);
        drop(state);
        self.metrics.open.inc();
        Ok(ConnectionPermit {
            connections: Arc::clone(self),
            id,
            had_request: AtomicBool::new(false),
            idle: Mutex::default(),
            evicted: CancellationToken::new(),
        })
    }

    fn check_address(&self, state: &State, address: ClientAddress) -> Result<(), ConnectionError> {
        if matches!(address, ClientAddress::Ip(ip) if self.options.trusted_proxies.contains(ip)) {
            return Ok(());
        }
        let limit = self.options.per_address;
        if state.addresses.get(&address).is_some_and(|account| account.count >= limit) {
            self.metrics.count_rejected(ConnectionRejection::Address);
            return Err(ConnectionError::AddressFull { address, limit });
        }
        // A larger quota of one address is one of its network, too.
        let limit = limit.max(self.options.per_network);
        if let Some(network) = address.network()
            && state.networks.get(&network).is_some_and(|&count| count >= limit)
        {
            self.metrics.count_rejected(ConnectionRejection::Network);
            return Err(ConnectionError::NetworkFull { network, limit });
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

    /// Counts a connection.
    fn open(&mut self, id: u64, address: ClientAddress) {
        self.open.insert(id, address);
        self.addresses.entry(address).or_default().count += 1;
        if let Some(network) = address.network() {
            *self.networks.entry(network).or_default() += 1;
        }
    }

    /// Evicts an idle connection for a new one of an address. A connection that had no request yet gives way if its address has
    /// more connections; another one only if its address still has more after that. Of several, it is one of the address with
    /// the most, then one that had no request yet, then the one that is idle for the longest time.
    fn evict_for(&mut self, address: ClientAddress) -> bool {
        let own = self.addresses.get(&address).map_or(0, |account| account.count);
        let candidates = self.addresses.values_mut().filter_map(|account| {
            let (&idle, _) = account.idle.first_key_value()?;
            let gives_way = account.count > own + usize::from(idle.had_request);
            gives_way.then_some(((account.count, !idle.had_request, Reverse(idle.since)), account))
        });
        let candidate =
            candidates.max_by_key(|(key, _)| *key).and_then(|(_, account)| account.idle.pop_first());
        let Some((_, (id, evicted))) = candidate else { return false };
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
        if let Some(network) = address.network()
            && let Some(count) = self.networks.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                self.networks.remove(&network);
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
        let mut idle = self.lock_idle();
        if idle.is_some() == is_idle {
            return;
        }
        let mut state = self.connections.lock();
        let since = state.number();
        let Some(account) =
            state.open.get(&self.id).copied().and_then(|address| state.addresses.get_mut(&address))
        else {
            return;
        };
        match idle.take() {
            Some(before) => drop(account.idle.remove(&before)),
            None => {
                let now = Idle { had_request: self.had_request.load(Ordering::Relaxed), since };
                account.idle.insert(now, (self.id, self.evicted.clone()));
                *idle = Some(now);
            }
        }
    }

    /// Records that a request was completed.
    pub(crate) fn set_had_request(&self) {
        if !self.had_request.swap(true, Ordering::Relaxed) && self.lock_idle().is_some() {
            self.set_idle(false);
            self.set_idle(true);
        }
    }

    /// Counts the connection for the client that a proxy named, instead of for the proxy.
    ///
    /// # Errors
    ///
    /// Fails if the client has its maximum number of connections.
    pub(crate) fn assign(&self, address: ClientAddress) -> Result<(), ConnectionError> {
        let is_idle = self.lock_idle().is_some();
        self.set_idle(false);
        let mut state = self.connections.lock();
        self.connections.check_address(&state, address)?;
        if state.close(self.id) {
            state.open(self.id, address);
        }
        drop(state);
        self.set_idle(is_idle);
        Ok(())
    }

    fn lock_idle(&self) -> MutexGuard<'_, Option<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
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

/// The quota that a connection exceeds.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
enum ConnectionRejection {
    Address,
    Network,
    Total,
}

impl EncodeLabelValue for ConnectionRejection {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            ConnectionRejection::Address => "address",
            ConnectionRejection::Network => "network",
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
            "Connections that were rejected, by reason: the maximum of an address, of a network, or in total",
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
    fn a_newcomer_closes_no_only_connection_that_had_a_request() {
        let connections = connections(3, 3);
        let permits = [1, 2, 3].map(|number| connections.admit(user(number)).unwrap());
        permits[0].set_had_request();
        permits[2].set_had_request();
        // The connection without a request gives way, although it is newer.
        let fourth = connections.admit(user(4)).unwrap();
        assert!(permits[1].evicted().is_cancelled());
        fourth.set_had_request();
        assert_eq!(connections.admit(user(5)).unwrap_err(), ConnectionError::Full(3));
        assert!([&permits[0], &permits[2], &fourth].iter().all(|permit| !permit.evicted().is_cancelled()));
        // An address with two connections keeps as many as the newcomer has then.
        drop(fourth);
        let second = connections.admit(user(1)).unwrap();
        second.set_had_request();
        let new = connections.admit(user(6)).unwrap();
        assert!(permits[0].evicted().is_cancelled());
        new.set_had_request();
        assert_eq!(connections.admit(user(6)).unwrap_err(), ConnectionError::Full(3));
    }

    #[test]
    fn an_address_with_many_used_connections_gives_way_before_newcomers_without_a_request() {
        let connections = connections(5, 3);
        let hoard = [(); 3].map(|()| connections.admit(user(1)).unwrap());
        hoard.iter().for_each(ConnectionPermit::set_had_request);
        let newcomers = [2, 3].map(|number| connections.admit(user(number)).unwrap());
        let _fourth = connections.admit(user(4)).unwrap();
        assert!(hoard[0].evicted().is_cancelled());
        assert!(newcomers.iter().all(|permit| !permit.evicted().is_cancelled()));
    }

    #[test]
    fn the_addresses_of_one_ipv6_network_share_a_quota() {
        let connections = Connections::new(ConnectionOptions { per_address: 1, ..ConnectionOptions::new(8) });
        let address = |text: &str| ClientAddress::from(text.parse::<std::net::IpAddr>().unwrap());
        let first = connections.admit(address("2001:db8:1:1::1")).unwrap();
        let _second = connections.admit(address("2001:db8:1:2::1")).unwrap();
        let network = "2001:db8:1::".parse().unwrap();
        assert_eq!(
            connections.admit(address("2001:db8:1:3::1")).unwrap_err(),
            ConnectionError::NetworkFull { network, limit: 2 }
        );
        let _other = connections.admit(address("2001:db8:2:1::1")).unwrap();
        drop(first);
        drop(connections.admit(address("2001:db8:1:3::1")).unwrap());
        assert_eq!(connections.lock().networks.len(), 2);
    }

    #[test]
    fn a_connection_in_use_is_not_evicted() {
        let connections = connections(2, 2);
        let busy = [(); 2].map(|()| connections.admit(user(1)).unwrap());
        busy.iter().for_each(|permit| permit.set_idle(false));
        assert_eq!(connections.admit(user(2)).unwrap_err(), ConnectionError::Full(2));
        busy[1].set_idle(true);
        let _other = connections.admit_in_use(user(2)).unwrap();
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
