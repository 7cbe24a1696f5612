//! A server in this process, and ways to talk to it.

use cubegod_net::challenge::{
    Event, GameWon, Opponent, Outcome, PlayError, PlayOptions, RoundPlayed, ServeOptions, play, serve,
};
use cubegod_net::engine::Engine;
use cubegod_net::{CancellationToken, bind_tcp};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// A server on its own port, with all its events.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) stop: CancellationToken,
    pub(crate) events: Arc<Mutex<Vec<Event>>>,
    pub(crate) task: JoinHandle<()>,
}

/// Returns options whose limits do not depend on the speed of the machine.
pub(crate) fn long_limits() -> ServeOptions {
    let flag = "flag{test}".into();
    ServeOptions { time_limit: Duration::from_secs(60), flag, seed: Some(1), ..Default::default() }
}

impl Server {
    pub(crate) async fn start(options: ServeOptions) -> Server {
        Server::start_on(bind_tcp("127.0.0.1:0").await.unwrap(), options)
    }

    pub(crate) fn start_on(listener: TcpListener, options: ServeOptions) -> Server {
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let events = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&events);
        let task = tokio::spawn({
            let stop = stop.clone();
            async move {
                let log = Arc::new(move |event: &Event| log.lock().unwrap().push(event.clone()));
                serve(listener, options, log, stop).await.unwrap();
            }
        });
        Server { address, stop, events, task }
    }

    pub(crate) async fn connect(&self) -> BufReader<TcpStream> {
        BufReader::new(TcpStream::connect(self.address).await.unwrap())
    }

    /// Connects from another address of this machine, such as 127.0.0.2.
    pub(crate) async fn connect_from(&self, address: &str) -> BufReader<TcpStream> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
        BufReader::new(socket.connect(self.address).await.unwrap())
    }

    pub(crate) async fn play(&self, engine: &Engine) -> (Result<GameWon, PlayError>, Vec<RoundPlayed>) {
        let opponent = Opponent::Address(self.address.to_string());
        let mut played = Vec::new();
        let mut on_round = |round: &RoundPlayed| played.push(round.clone());
        let result = play(&opponent, engine, &PlayOptions::default(), &mut on_round).await;
        (result, played)
    }

    /// Answers the first cube with one line and returns the server's output after it.
    pub(crate) async fn answered_with(&self, answer: &str) -> String {
        let mut stream = self.connect().await;
        read_to_prompt(&mut stream).await;
        stream.write_all(answer.as_bytes()).await.unwrap();
        read_to_end(&mut stream).await
    }

    /// Stops the server and returns it when all events are logged.
    pub(crate) async fn stopped(mut self) -> Server {
        self.stop.cancel();
        (&mut self.task).await.unwrap();
        self
    }

    pub(crate) fn reasons(&self) -> Vec<String> {
        let reason = |event: &Event| match event {
            Event::Round { outcome: Outcome::Rejected { reason }, .. } => Some(reason.clone()),
            _ => None,
        };
        self.events.lock().unwrap().iter().filter_map(reason).collect()
    }
}

pub(crate) async fn read_to_prompt(stream: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    while !text.ends_with("Enter your solution:\n") {
        assert_ne!(stream.read_line(&mut text).await.unwrap(), 0, "{text}");
    }
    text
}

pub(crate) async fn read_to_end(stream: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}
