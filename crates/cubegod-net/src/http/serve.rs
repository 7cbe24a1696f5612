//! Accepts connections and serves each until it ends or exceeds a limit.

use super::body::Peer;
use super::connection::{SharedStream, WriteDeadline, WriteTime};
use super::error::{HttpError, HttpKind};
use super::{App, app};
use crate::CancellationToken;
use crate::connections::{ConnectionError, ConnectionPermit};
use crate::listener::{Admission, accept_until_stopped, close_with, end_connections, raise_file_limit};
use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tower::ServiceExt;

/// The maximum length of the head of a request, in bytes: addresses of pictures contain whole cubes.
const MAX_HEAD: usize = 32 << 10;

/// The time in which an evicted connection may still write a response.
const EVICTION_TIME: Duration = Duration::from_secs(1);

/// Serves every connection to a listener until it is stopped.
pub async fn serve(listener: TcpListener, state: Arc<App>, stop: CancellationToken) {
    raise_file_limit();
    let solvers = Arc::clone(&state.solvers);
    // So that the first requests need not wait for tables.
    spawn_blocking(move || solvers.prepare_all());
    let router = app(Arc::clone(&state));
    let admit = |(stream, remote): (TcpStream, SocketAddr)| {
        // Responses are short, and clients wait for them.
        let _ = stream.set_nodelay(true);
        match state.connections.admit(remote.ip().into()) {
            Ok(permit) => Admission::Serve(serve_connection(
                stream,
                remote,
                Arc::new(permit),
                router.clone(),
                Arc::clone(&state),
                stop.clone(),
            )),
            Err(error) => Admission::Reject(reject(stream, error)),
        }
    };
    let served = accept_until_stopped(|context| listener.poll_accept(context), admit, stop.clone()).await;
    drop(listener);
    end_connections(served, state.options.grace, || state.pool.stop()).await;
}

async fn serve_connection(
    stream: TcpStream,
    remote: SocketAddr,
    permit: Arc<ConnectionPermit>,
    router: Router,
    state: Arc<App>,
    stop: CancellationToken,
) {
    let remote = remote.ip();
    let stream = Arc::new(stream);
    let peer = Peer { remote, permit: Arc::clone(&permit), stream: Arc::clone(&stream) };
    let write_time = WriteTime::new(state.options.unread_time);
    let stream = TokioIo::new(WriteDeadline::new(SharedStream(stream), write_time.clone()));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let response = router.clone().oneshot(request.map(Body::new));
        let (write_time, permit) = (write_time.clone(), Arc::clone(&peer.permit));
        async move {
            let response = response.await;
            write_time.restart();
            permit.set_had_request();
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.options.head_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(stream, service);
    let mut connection = pin!(connection);
    tokio::select! {
        // A broken connection does not affect others.
        _ = connection.as_mut() => {}
        () = permit.evicted().cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(EVICTION_TIME, connection).await;
        }
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Answers 503 and closes the connection.
async fn reject(mut stream: TcpStream, error: ConnectionError) {
    let (status, kind) = (StatusCode::SERVICE_UNAVAILABLE, HttpKind::Busy);
    let body = HttpError::new(status, kind, error.to_string()).into_body();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n",
        body.len()
    );
    close_with(&mut stream, &[head.as_bytes(), &body].concat()).await;
}
