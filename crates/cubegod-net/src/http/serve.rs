//! The serving loop: heads, bodies and answers have their time, and so has a connection without any.

use super::connection::IdleTimeout;
use super::{App, Peer, app};
use crate::CancellationToken;
use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// The longest head of a request, in bytes: addresses of pictures have whole cubes in them.
const LONGEST_HEAD: usize = 32 << 10;

/// Serves every connection to a listener until it is stopped.
pub async fn serve(listener: TcpListener, state: Arc<App>, stop: CancellationToken) {
    allow_many_connections();
    let solvers = Arc::clone(&state.solvers);
    // The first requests should not have to wait for tables; those that come even earlier do.
    spawn_blocking(move || solvers.prepare());
    let router = app(Arc::clone(&state));
    let room = Arc::new(Semaphore::new(state.options.connections));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = connections.join_next() => continue,
            // Those who find no room wait outside, where the system keeps them.
            accepted = async {
                let room = Arc::clone(&room).acquire_owned().await;
                listener.accept().await.map(|accepted| (accepted, room))
            } => accepted,
        };
        match accepted {
            Ok(((stream, address), room)) => {
                let connection =
                    converse(stream, address.ip(), router.clone(), Arc::clone(&state), stop.clone());
                connections.spawn(async move {
                    let _room = room;
                    connection.await;
                });
            }
            // Out of descriptors, most likely: some will be free again.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    let half = state.options.grace / 2;
    let mut all_closed = pin!(async { while connections.join_next().await.is_some() {} });
    if timeout(half, all_closed.as_mut()).await.is_err() {
        // Those who still wait for a long search get what it found.
        state.work.close();
        let _ = timeout(half, all_closed).await;
    }
}

async fn converse(
    stream: TcpStream,
    client: IpAddr,
    router: Router,
    state: Arc<App>,
    stop: CancellationToken,
) {
    let _connected = state.metrics.connection();
    // Answers are short and waited for.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(IdleTimeout::new(stream, state.options.unread_time));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(client));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.options.head_time)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(stream, service);
    let mut connection = pin!(connection);
    tokio::select! {
        // A broken connection does not affect others.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Systems let a process have about a thousand open files at first, and many more if it asks.
#[cfg(unix)]
fn allow_many_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum {
        limit.current = limit.maximum;
        // Where it may not, it has to do with fewer.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(not(unix))]
fn allow_many_connections() {}
