//! The streams of connections: one that is shared, and one that fails if its client does not read responses.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// A TCP stream that can be checked while it is read and written.
pub(super) struct SharedStream(pub(super) Arc<TcpStream>);

impl AsyncRead for SharedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result.map(|_| ())),
            }
        }
    }
}

impl SharedStream {
    fn poll_try(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match write(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result),
            }
        }
    }
}

impl AsyncWrite for SharedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_try(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_try(context, |stream| stream.try_write_vectored(parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    #[cfg(unix)]
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(rustix::net::shutdown(&*self.0, rustix::net::Shutdown::Write).map_err(io::Error::from))
    }

    /// Does nothing: the connection is closed when it is dropped.
    #[cfg(not(unix))]
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// The rate at which a client must read at least, in bytes per second, when the time for a response is used up.
const LEAST_RATE: f64 = (64 << 10) as f64;

/// The time for which the writes of a response may still be blocked. It grows with each byte that is written.
#[derive(Clone, Debug)]
pub(super) struct WriteTime {
    limit: Duration,
    left: Arc<Mutex<Duration>>,
}

impl WriteTime {
    pub(super) fn new(limit: Duration) -> WriteTime {
        WriteTime { limit, left: Arc::new(Mutex::new(limit)) }
    }

    /// Allows the whole time again, for another response.
    pub(super) fn restart(&self) {
        *self.lock() = self.limit;
    }

    fn lock(&self) -> MutexGuard<'_, Duration> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that fails when its writes were blocked for too long.
pub(super) struct WriteDeadline<S> {
    stream: S,
    time: WriteTime,
    /// The beginning of a write that is blocked, and its timer.
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> WriteDeadline<S> {
    pub(super) fn new(stream: S, time: WriteTime) -> WriteDeadline<S> {
        WriteDeadline { stream, time, blocked: None }
    }

    /// Returns the result, or an error if writing was blocked for too long.
    fn or_timed_out<T>(
        &mut self,
        result: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            if let Some((start, _)) = self.blocked.take() {
                let mut left = self.time.lock();
                *left = left.saturating_sub(start.elapsed());
            }
            return result;
        }
        let left = *self.time.lock();
        let (_, timer) = self.blocked.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Returns the result of a write, after which there is more time.
    fn after_write(
        &mut self,
        result: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let result = self.or_timed_out(result, context);
        if let Poll::Ready(Ok(count)) = result {
            let mut left = self.time.lock();
            *left = left.saturating_add(Duration::from_secs_f64(count as f64 / LEAST_RATE));
        }
        result
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteDeadline<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.after_write(result, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.after_write(result, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.or_timed_out(result, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        self.or_timed_out(result, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[test]
    fn a_write_fails_when_the_client_stops_reading_and_not_while_it_reads() {
        crate::block_on(async {
            let (near, mut far) = duplex(16);
            let mut near = WriteDeadline::new(near, WriteTime::new(Duration::from_millis(50)));
            let reader = tokio::spawn(async move {
                let mut bytes = [0; 64];
                far.read_exact(&mut bytes).await.unwrap();
                far
            });
            near.write_all(&[7; 64]).await.unwrap();
            let far = reader.await.unwrap();
            let error = near.write_all(&[7; 64]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            drop(far);
        })
        .unwrap();
    }

    #[test]
    fn the_longest_time_for_a_response_is_none_too_long() {
        crate::block_on(async {
            let (near, mut far) = duplex(16);
            let mut near = WriteDeadline::new(near, WriteTime::new(Duration::MAX));
            let reader = tokio::spawn(async move { far.read_exact(&mut [0; 64]).await.map(drop) });
            near.write_all(&[7; 64]).await.unwrap();
            reader.await.unwrap().unwrap();
        })
        .unwrap();
    }

    #[test]
    fn a_client_that_reads_byte_by_byte_has_no_more_time() {
        crate::block_on(async {
            let (near, mut far) = duplex(16);
            let mut near = WriteDeadline::new(near, WriteTime::new(Duration::from_millis(100)));
            tokio::spawn(async move {
                while far.read_u8().await.is_ok() {
                    sleep(Duration::from_millis(5)).await;
                }
            });
            // 64 KiB would allow a second more; a byte allows 15 microseconds.
            let error = near.write_all(&[7; 4096]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        })
        .unwrap();
    }

    #[test]
    fn the_time_for_a_response_grows_with_what_was_written() {
        crate::block_on(async {
            let time = WriteTime::new(Duration::ZERO);
            let mut near = WriteDeadline::new(tokio::io::sink(), time.clone());
            near.write_all(&[0; 64 << 10]).await.unwrap();
            assert_eq!(*time.lock(), Duration::from_secs(1));
        })
        .unwrap();
    }
}
