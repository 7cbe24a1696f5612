//! The header of the PROXY protocol, with which a trusted proxy names its client.

use crate::address::ClientAddress;
use crate::connections::{ConnectionError, ConnectionPermit};
use crate::listener::close_with;
use ppp::{HeaderResult, PartialResult, v1, v2};
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The maximum length of a header in bytes: addresses and the usual extensions.
const MAX_HEADER: usize = 4096;

/// The time for a header to arrive.
const HEADER_TIME: Duration = Duration::from_secs(5);

/// The error for a connection whose proxy does not name a client that is admitted.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum ProxyHeaderError {
    /// The connection begins with something else.
    #[error("the connection does not begin with a PROXY protocol header; expected one from a trusted proxy")]
    Missing,
    /// The header did not arrive in time.
    #[error("no PROXY protocol header within {0:.0?}")]
    Late(Duration),
    /// The client has its maximum number of connections.
    #[error(transparent)]
    Rejected(#[from] ConnectionError),
}

/// A connection whose proxy named its client, or the proxy itself if it named none.
pub(crate) struct Proxied {
    pub(crate) client: IpAddr,
    pub(crate) permit: ConnectionPermit,
    /// The input that followed the header.
    pub(crate) received: Vec<u8>,
}

/// Reads the header of a connection from a trusted proxy, and counts the connection for the client that it names. A rejected
/// connection gets the message for its error. Returns nothing if the connection is over.
pub(crate) async fn admit_proxied(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    proxy: IpAddr,
    permit: ConnectionPermit,
    stop: &CancellationToken,
    closing: &Semaphore,
    message: impl FnOnce(ProxyHeaderError) -> String,
) -> Option<Proxied> {
    let admitted = tokio::select! {
        admitted = admit_client(stream, proxy, &permit) => admitted,
        () = stop.cancelled() => return None,
        () = permit.evicted().cancelled() => return None,
    };
    let error = match admitted {
        Ok((client, received)) => return Some(Proxied { client, permit, received }),
        Err(error) => error,
    };
    // Another connection may have the place while this one is being closed.
    drop(permit);
    let message = message(error);
    if let Ok(_closing) = closing.try_acquire() {
        close_with(stream, message.as_bytes()).await;
    }
    None
}

/// Returns the client and the input that followed the header.
async fn admit_client(
    stream: &mut (impl AsyncRead + Unpin),
    proxy: IpAddr,
    permit: &ConnectionPermit,
) -> Result<(IpAddr, Vec<u8>), ProxyHeaderError> {
    let header = timeout(HEADER_TIME, read_header(stream)).await;
    let (client, rest) = header.map_err(|_| ProxyHeaderError::Late(HEADER_TIME))??;
    let client = client.unwrap_or(proxy);
    permit.assign(ClientAddress::from(client))?;
    Ok((client, rest))
}

/// Reads a header of version 1 or 2. Returns the address of the client, if the header names one, and the input that followed.
pub(crate) async fn read_header(
    stream: &mut (impl AsyncRead + Unpin),
) -> Result<(Option<IpAddr>, Vec<u8>), ProxyHeaderError> {
    let mut received = Vec::new();
    loop {
        let mut buffer = [0; 1024];
        let count = stream.read(&mut buffer).await.unwrap_or(0);
        received.extend_from_slice(&buffer[..count]);
        let header = HeaderResult::parse(&received);
        if header.is_incomplete() && count > 0 && received.len() <= MAX_HEADER {
            continue;
        }
        let (client, length) = parsed(&header).ok_or(ProxyHeaderError::Missing)?;
        received.drain(..length);
        return Ok((client, received));
    }
}

/// Returns the address of the client and the length of the header; nothing if there is no header.
fn parsed(header: &HeaderResult<'_>) -> Option<(Option<IpAddr>, usize)> {
    match header {
        HeaderResult::V1(Ok(header)) => {
            let client = match header.addresses {
                v1::Addresses::Tcp4(addresses) => Some(addresses.source_address.into()),
                v1::Addresses::Tcp6(addresses) => Some(addresses.source_address.into()),
                v1::Addresses::Unknown => None,
            };
            Some((client, header.header.len()))
        }
        HeaderResult::V2(Ok(header)) => {
            let client = match (header.command, header.addresses) {
                (v2::Command::Proxy, v2::Addresses::IPv4(addresses)) => Some(addresses.source_address.into()),
                (v2::Command::Proxy, v2::Addresses::IPv6(addresses)) => Some(addresses.source_address.into()),
                // A health check of the proxy itself, or an address of another kind.
                _ => None,
            };
            Some((client, header.len()))
        }
        HeaderResult::V1(Err(_)) | HeaderResult::V2(Err(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(Option<IpAddr>, Vec<u8>), ProxyHeaderError> {
        crate::block_on(read_header(&mut &bytes[..])).unwrap()
    }

    #[test]
    fn both_versions_name_the_client_and_leave_the_rest() {
        let (client, rest) = read(b"PROXY TCP4 192.0.2.1 10.0.0.1 4711 7777\r\nR U\n").unwrap();
        assert_eq!((client, rest.as_slice()), (Some("192.0.2.1".parse().unwrap()), &b"R U\n"[..]));
        let (client, _) = read(b"PROXY TCP6 2001:db8::1 ::1 4711 7777\r\n").unwrap();
        assert_eq!(client, Some("2001:db8::1".parse().unwrap()));
        let addresses = v2::IPv4::new([192, 0, 2, 9], [10, 0, 0, 1], 4711, 7777);
        let command = v2::Version::Two | v2::Command::Proxy;
        let header = v2::Builder::with_addresses(command, v2::Protocol::Stream, addresses).build().unwrap();
        let (client, rest) = read(&[header.as_slice(), b"R U\n"].concat()).unwrap();
        assert_eq!((client, rest.as_slice()), (Some("192.0.2.9".parse().unwrap()), &b"R U\n"[..]));
    }

    #[test]
    fn a_header_is_required_but_need_not_name_a_client() {
        assert_eq!(read(b"PROXY UNKNOWN\r\nR\n").unwrap(), (None, b"R\n".to_vec()));
        let garbage = [b"PROXY ".as_slice(), &[b'x'; 100_000]].concat();
        for bad in [&b"R U F\n"[..], b"", b"PROXY TCP4 192.0.2.1", b"PROXY TCP4 hello\r\n", &garbage] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }
}
