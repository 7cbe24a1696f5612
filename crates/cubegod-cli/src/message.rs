//! The messages of commands, as values: each is written in English and in Chinese.
//!
//! Errors about cubes and options are those of the service; the messages of `enter` and of lessons are beside their commands.

mod chinese;
mod english;

use cubegod::render::png::RenderError;
use cubegod::search::SearchError;
use cubegod::{Alg, Size};
use cubegod_cache::Reason;
use cubegod_contest::judge;
use cubegod_service::Localized;
use cubegod_service::solve::LengthNotReached;
use cubegod_teach::Language;
use std::path::PathBuf;
use std::time::Duration;

/// A note, an error or a summary of a command.
#[derive(Clone, Debug)]
pub(crate) enum CommandMessage {
    /// Standard output cannot be written.
    StandardOutput(Reason),
    /// A thread cannot be started.
    Thread(Reason),
    /// A server or a player cannot be started.
    Start(Reason),
    /// The terminal cannot be used.
    Terminal(Reason),

    /// Several arguments that are one move each.
    OneMoveCubes { moves: Vec<String> },
    /// One of this many cubes that fit is solved.
    OneOfSeveral { count: u128 },
    /// A solution is longer than requested.
    TooLong(LengthNotReached),
    /// A certificate for several cubes.
    SeveralCertificates,
    /// There is no certificate.
    NotCertified {
        /// The file it should be written to.
        path: PathBuf,
        /// Whether the file exists, from an earlier run.
        is_old: bool,
        /// Whether it is missing because nothing is proven.
        is_unproven: bool,
    },
    /// How to list this many completions.
    ListCompletions { count: u128 },
    /// A command was stopped before anything was found.
    Stopped,
    /// A search was stopped; the best result is written.
    StoppedWithResult,
    /// A run was stopped. `unwritten` answers come after a missing one.
    StoppedAfterCubes { answered: u64, unwritten: u64 },
    /// A batch was stopped.
    StoppedAfterRows { rows: u64 },
    /// A judge was stopped.
    StoppedAfterSets { sets: u64 },
    /// The summary of a batch.
    BatchDone { path: String, rows: u64, rows_before: u64, errors: u64, time: Duration },
    /// The progress of a run over many cubes.
    CubesDone { cubes: u64, time: Duration, left: Option<Duration> },

    /// The progress of a proof.
    Proving {
        depth: usize,
        /// The fraction of this depth that is done.
        fraction: f64,
        nodes: u64,
        /// The time since this depth began.
        time: Duration,
        left: Option<Duration>,
        /// Whether the proof is complete after this depth.
        is_last: bool,
        /// The length of the best solution.
        known: usize,
    },
    /// The progress of a verification.
    Verifying { depth: usize, most: usize, positions: u64, left: Option<Duration> },
    /// The best solution so far.
    BestSolution { length: usize, alg: Alg },

    /// Text after the end of a contest's data sets.
    TextAfterEnd,
    /// A note about a data set.
    DataSet { set: u64, note: judge::Note },

    /// A search without data.
    NoData,
    /// A search is not possible.
    Search(SearchError),
    /// The summary of a search.
    SearchDone {
        positions: u64,
        moves: usize,
        /// The number of texts.
        found: usize,
        /// The number of positions that show them.
        matching: u64,
        /// The limit that stopped it.
        limit: Option<usize>,
    },
    /// A search was stopped by a signal.
    SearchStopped { positions: u64, moves: usize, found: usize },
    /// The progress of a search.
    Searching { positions: u64, moves: usize, found: usize },

    /// `--back` without an isometric picture.
    BackWithoutPicture,
    /// `--view iso` without a picture.
    IsoWithoutPicture,
    /// A second cube for a picture.
    SecondCube,
    /// A picture cannot be drawn.
    Picture(RenderError),
    /// A file was written.
    Wrote { path: PathBuf },

    /// A file name whose ending is that of no format of lessons.
    LessonEnding { ending: String },
    /// A file for the lessons of several cubes.
    SecondLesson,
    /// An interactive lesson for several cubes.
    SecondInteractiveLesson,
    /// `--method` is for cubes of another size than `--puzzle`.
    MethodSize { needed: Size, puzzle: Size },
    /// The value of an option cannot be used.
    BadValue { option: &'static str, reason: String },

    /// A server listens at this address.
    Listening { address: String },
    /// A server can be opened at this address.
    Serving { address: String },
    /// A server cannot listen at this address.
    CannotListen { address: String, reason: Reason, is_malformed: bool },
    /// An option for sockets without a socket.
    OptionForSockets { option: &'static str },
    /// Other machines can reach the solvers.
    Exposed,
    /// Other machines can play.
    ExposedChallenge,
    /// This build has no web page.
    NoPage,
    /// Every run serves the same cubes.
    SameCubes,
    /// The summary of a game.
    GameWon { rounds: usize, time: Duration, mean_moves: f64, slowest: Duration },

    /// A table is being built.
    BuildingTable { table: &'static str },
    /// Where to find help about the arguments.
    MoreHelp,
}

impl Localized for CommandMessage {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => english::text(self),
            Language::Chinese => chinese::text(self),
        }
    }
}

/// Returns a number per second.
fn rate(count: u64, time: Duration) -> String {
    let rate = count as f64 / time.as_secs_f64().max(1e-3);
    if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

/// `1 position`, `123,456,789 positions`.
pub(crate) fn positions_text(positions: u64) -> String {
    let digits = positions.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    format!("{} position{}", groups.join(","), if positions == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(message: CommandMessage) -> String {
        message.text(Language::English)
    }

    #[test]
    fn large_numbers_are_written_in_groups() {
        for (number, text) in [
            (0, "0 positions"),
            (1, "1 position"),
            (999, "999 positions"),
            (1000, "1,000 positions"),
            (123_456_789, "123,456,789 positions"),
        ] {
            assert_eq!(positions_text(number), text);
        }
    }

    #[test]
    fn a_batch_that_kept_nothing_does_not_offer_to_continue() {
        let stopped = |rows| english(CommandMessage::StoppedAfterRows { rows });
        assert_eq!(stopped(0), "stopped before any rows were kept");
        assert_eq!(stopped(1), "stopped after 1 row; the same command continues from there");
        assert_eq!(stopped(20), "stopped after 20 rows; the same command continues from there");
    }

    #[test]
    fn count_rate_and_time_left_are_shown() {
        let done = |cubes, seconds, left| CommandMessage::CubesDone {
            cubes,
            time: Duration::from_secs(seconds),
            left: Option::map(left, Duration::from_secs),
        };
        let long = done(1200, 3, Some(180));
        assert_eq!(english(long.clone()), "1200 cubes, 400 a second, about 3 minutes left");
        assert_eq!(long.text(Language::Chinese), "1200 个魔方，每秒 400 个，约剩 3 分钟");
        assert_eq!(english(done(3, 2, None)), "3 cubes, 1.5 a second");
    }

    #[test]
    fn the_progress_of_a_proof_has_depth_percentage_rate_and_time_left() {
        let proving = |fraction, time, left, is_last| CommandMessage::Proving {
            depth: 17,
            fraction,
            nodes: 12_100_000,
            time: Duration::from_secs(time),
            left: Option::map(left, Duration::from_secs),
            is_last,
            known: 18,
        };
        assert_eq!(
            english(proving(0.4, 2, Some(3), true)),
            "depth 17: 40%, 12.1 M nodes, 6 M/s, about 3 seconds left (18 moves known)"
        );
        assert_eq!(
            english(proving(0.5, 2, Some(2), false)),
            "depth 17: 50%, 12.1 M nodes, 6 M/s, about 2 seconds left for this depth (18 moves known)"
        );
        assert_eq!(
            english(proving(0.0, 1, None, true)),
            "depth 17: 0%, 12.1 M nodes, 12 M/s (18 moves known)"
        );
    }
}
