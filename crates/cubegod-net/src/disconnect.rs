//! Notices that a client disconnected although its input is not read meanwhile.

use std::time::Duration;
use tokio::time::sleep;

/// The time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// What counts as a disconnected client.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Disconnected {
    /// One that cannot receive replies any more. TCP does not show that before a reply is sent, if the client closed its
    /// connection without an error.
    Broken,
    /// One that ended its input, too.
    Ended,
}

/// A socket that can be checked.
#[cfg(unix)]
pub(crate) trait Socket: std::os::fd::AsFd {}

#[cfg(unix)]
impl<S: std::os::fd::AsFd> Socket for S {}

/// A socket, which is not checked: a failed write shows that its client disconnected.
#[cfg(not(unix))]
pub(crate) trait Socket {}

#[cfg(not(unix))]
impl<S> Socket for S {}

/// Waits until the client of a socket has disconnected.
pub(crate) async fn until_disconnected(socket: &impl Socket, disconnected: Disconnected) {
    loop {
        sleep(CHECK_INTERVAL).await;
        if is_disconnected(socket, disconnected) {
            return;
        }
    }
}

#[cfg(unix)]
fn is_disconnected(socket: &impl Socket, disconnected: Disconnected) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    #[cfg(target_os = "linux")]
    const ENDED: PollFlags = PollFlags::RDHUP;
    // Others report it with unread input only.
    #[cfg(not(target_os = "linux"))]
    const ENDED: PollFlags = PollFlags::empty();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let ended = if disconnected == Disconnected::Ended { ENDED } else { PollFlags::empty() };
    // Errors and hang-ups are always reported.
    let mut polled = [PollFd::new(socket, ended)];
    poll(&mut polled, Some(&now)).is_ok()
        && polled[0].revents().intersects(ended | PollFlags::ERR | PollFlags::HUP)
}

#[cfg(not(unix))]
fn is_disconnected(_: &impl Socket, _: Disconnected) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{Shutdown, TcpListener, TcpStream};

    #[test]
    fn ended_input_and_a_broken_connection_are_noticed_behind_unread_input() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        let states = |server: &TcpStream| {
            [Disconnected::Broken, Disconnected::Ended].map(|state| is_disconnected(server, state))
        };
        client.write_all(b"unread").unwrap();
        assert_eq!(states(&server), [false, false]);
        client.shutdown(Shutdown::Write).unwrap();
        while cfg!(target_os = "linux") && states(&server) != [false, true] {
            std::thread::yield_now();
        }
        // Closing a connection with unread replies breaks it.
        server.write_all(b"reply").unwrap();
        client.set_nonblocking(false).unwrap();
        let _ = client.peek(&mut [0]).unwrap();
        drop(client);
        while states(&server) != [true, true] {
            std::thread::yield_now();
        }
        let _ = server.read(&mut [0]);
    }
}
