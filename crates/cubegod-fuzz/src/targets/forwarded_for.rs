//! Values of `X-Forwarded-For`, one on each line; the first is that of a trusted proxy.

use crate::MAX_BYTES;
use cubegod_net::TrustedProxies;
use cubegod_net::fuzzing::forwarded_client;
use std::net::{IpAddr, Ipv4Addr};

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let mut lines = data.split(|&byte| byte == b'\n');
    let mut proxies = TrustedProxies::default();
    if let Some(first) = lines.next().and_then(|line| std::str::from_utf8(line).ok())
        && let Err(error) = proxies.add(first)
    {
        assert!(error.to_string().len() < 1000);
    }
    let values: Vec<&[u8]> = lines.collect();
    let stranger = IpAddr::from([203, 0, 113, 7]);
    let client = forwarded_client(&TrustedProxies::default(), stranger, &values);
    assert_eq!(client, stranger, "only trusted proxies name clients");
    let _ = forwarded_client(&proxies, Ipv4Addr::LOCALHOST.into(), &values);
}
