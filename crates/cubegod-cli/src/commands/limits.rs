//! The limits of servers, from arguments.

use crate::cli::LimitArguments;
use crate::error::Stop;
use crate::message::CommandMessage;
use cubegod_net::{ConnectionOptions, TrustedProxies, WorkOptions};
use std::fmt::Display;
use std::time::Duration;

/// Returns the proxies that were given.
pub(crate) fn trusted_proxies(arguments: &[String]) -> Result<TrustedProxies, Stop> {
    let mut proxies = TrustedProxies::default();
    for proxy in arguments {
        proxies.add(proxy).map_err(|error| bad_value("--trusted-proxy", &error))?;
    }
    Ok(proxies)
}

impl LimitArguments {
    /// Returns the limits on work; `default` applies where no argument is given.
    pub(crate) fn work(&self, default: WorkOptions, time_limit: Duration) -> WorkOptions {
        let mut work = WorkOptions { time_limit, ..default };
        if let Some(threads) = self.threads {
            work = work.with_threads(threads);
        }
        if let Some(queue) = self.queue {
            work = work.with_queue(queue);
        }
        let searches_per_address = self.searches_per_address.unwrap_or(work.searches_per_address);
        WorkOptions { searches_per_address, ..work }
    }

    /// Returns the limits on connections; `default` applies where no argument is given.
    pub(crate) fn connections(&self, default: ConnectionOptions) -> Result<ConnectionOptions, Stop> {
        let mut connections = self.connections.map_or(default, ConnectionOptions::new);
        if let Some(per_address) = self.connections_per_address {
            connections.per_address = per_address;
        }
        connections.trusted_proxies = trusted_proxies(&self.trusted_proxy)?;
        Ok(connections)
    }

    /// Returns an option that was given, if any.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options = [
            (self.threads.is_some(), "--threads"),
            (self.queue.is_some(), "--queue"),
            (self.searches_per_address.is_some(), "--searches-per-address"),
            (self.connections.is_some(), "--connections"),
            (self.connections_per_address.is_some(), "--connections-per-address"),
            (!self.trusted_proxy.is_empty(), "--trusted-proxy"),
        ];
        options.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// Returns the error for the value of an option.
pub(crate) fn bad_value(option: &'static str, reason: &impl Display) -> Stop {
    Stop::usage(&CommandMessage::BadValue { option, reason: reason.to_string() })
}
