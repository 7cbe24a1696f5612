//! The challenge over real sockets: the server, the player, and hostile ones of both.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;
#[path = "../common/mod.rs"]
mod engine;
mod game;
mod limits;
mod play;
