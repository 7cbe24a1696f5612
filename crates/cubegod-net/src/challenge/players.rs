//! Limits the number of players at once, in all and per address.

use super::event::PlayerLimit;
use crate::address::ClientAddress;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The players of a server, counted in all and per address.
#[derive(Debug)]
pub(super) struct Players {
    limit: usize,
    limit_per_address: usize,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    by_address: HashMap<ClientAddress, usize>,
}

/// The permit of one player; dropping it makes room for another.
#[derive(Debug)]
pub(super) struct PlayerPermit {
    players: Arc<Players>,
    address: ClientAddress,
}

impl Players {
    pub(super) fn new(limit: usize, limit_per_address: usize) -> Arc<Players> {
        Arc::new(Players { limit, limit_per_address, counts: Mutex::default() })
    }

    /// Returns a permit for a player from this address, or the limit that leaves no room for it. An address at its own
    /// limit gets that error, even if the server is full as well.
    pub(super) fn try_acquire(
        self: &Arc<Players>,
        address: ClientAddress,
    ) -> Result<PlayerPermit, PlayerLimit> {
        let mut counts = self.lock();
        if counts.by_address.get(&address).is_some_and(|&count| count >= self.limit_per_address) {
            return Err(PlayerLimit::PlayersPerAddress);
        }
        if counts.total >= self.limit {
            return Err(PlayerLimit::Players);
        }
        counts.total += 1;
        *counts.by_address.entry(address).or_default() += 1;
        Ok(PlayerPermit { players: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlayerPermit {
    fn drop(&mut self) {
        let mut counts = self.players.lock();
        counts.total -= 1;
        // An address without players is removed, so the map has no more entries than there are players.
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(text: &str) -> ClientAddress {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_player_needs_room_on_the_server_and_for_its_address() {
        let players = Players::new(3, 2);
        let (one, two) = (address("10.0.0.1"), address("10.0.0.2"));
        let first = players.try_acquire(one).unwrap();
        let _second = players.try_acquire(one).unwrap();
        assert_eq!(players.try_acquire(one).unwrap_err(), PlayerLimit::PlayersPerAddress);
        let _third = players.try_acquire(two).unwrap();
        assert_eq!(players.try_acquire(two).unwrap_err(), PlayerLimit::Players);
        assert_eq!(players.try_acquire(one).unwrap_err(), PlayerLimit::PlayersPerAddress);
        drop(first);
        let _again = players.try_acquire(one).unwrap();
    }

    #[test]
    fn addresses_without_players_are_forgotten() {
        let players = Players::new(10, 2);
        for last in 0..100 {
            drop(players.try_acquire(IpAddr::from([10, 0, 0, last]).into()).unwrap());
        }
        let counts = players.lock();
        assert_eq!((counts.total, counts.by_address.len()), (0, 0));
    }

    #[test]
    fn the_addresses_of_one_ipv6_network_share_a_limit() {
        let players = Players::new(10, 1);
        let _first = players.try_acquire(address("2001:db8::1")).unwrap();
        assert!(players.try_acquire(address("2001:db8::ffff:2")).is_err());
        let _other = players.try_acquire(address("2001:db8:0:1::1")).unwrap();
    }
}
