//! English.

use super::{CommandMessage as Message, positions_text};
use cubegod::formats::counted;
use cubegod_service::solve::Shortfall;
use cubegod_service::{MessageStyle, Spelling};
use indicatif::HumanDuration;
use std::time::Duration;

pub(super) fn text(message: &Message) -> String {
    match message {
        Message::StandardOutput(reason) => format!("cannot write to standard output: {reason}"),
        Message::Thread(reason) => format!("cannot start a thread: {reason}"),
        Message::Start(reason) => format!("cannot start: {reason}"),
        Message::Terminal(reason) => format!("cannot use the terminal: {reason}"),
        Message::OneMoveCubes { moves } => format!(
            "these are {} cubes of one move each; put quotation marks around the moves of one cube: \"{}\"",
            moves.len(),
            moves.join(" ")
        ),
        Message::OneOfSeveral { count } => format!("this solves one of {count} cubes that fit"),
        Message::TooLong(missed) => {
            let option = missed.ended_by.and_then(|option| STYLE.spelling.option(option));
            let advice = option.map(|option| format!("; a larger {option} may find one")).unwrap_or_default();
            Shortfall::Length(*missed).message(STYLE) + &advice
        }
        Message::SeveralCertificates => {
            "--certificate is for one cube; leave it out, or leave out the other cubes".into()
        }
        Message::NotCertified { path, is_old, is_unproven } => {
            let reason = if *is_unproven { "nothing is proven: " } else { "" };
            let path = path.display();
            match is_old {
                true => format!("{reason}the certificate was not written; `{path}` is from an earlier run"),
                false => format!("{reason}the certificate `{path}` was not written"),
            }
        }
        Message::ListCompletions { count: count @ 2..=20 } => format!("--list {count} writes them all"),
        Message::ListCompletions { .. } => "--list 20 writes the first twenty, --count just the number".into(),
        Message::Stopped => "stopped".into(),
        Message::StoppedWithResult => "stopped; what was found until then is written".into(),
        Message::StoppedAfterCubes { answered, unwritten } => {
            let unwritten = match unwritten {
                0 => String::new(),
                1 => " (the answer of a later one is not written, because one before it is missing)".into(),
                more => format!(
                    " (the answers of {more} later ones are not written, because one before them is missing)"
                ),
            };
            format!("stopped after {}{unwritten}", counted(*answered, "cube"))
        }
        Message::StoppedAfterRows { rows: 0 } => "stopped before any rows were kept".into(),
        Message::StoppedAfterRows { rows } => {
            format!("stopped after {}; the same command continues from there", counted(*rows, "row"))
        }
        Message::StoppedAfterSets { sets } => format!("stopped after {}", counted(*sets, "data set")),
        Message::BatchDone { path, rows, rows_before, errors, time } => {
            let before = match rows_before {
                0 => String::new(),
                before => format!(", {before} of them from an earlier run"),
            };
            let bad = match errors {
                0 if *rows == 0 => "; the input has none".into(),
                0 => String::new(),
                1 => "; 1 row has an error".into(),
                errors => format!("; {errors} rows have an error"),
            };
            format!("{} in `{path}`{before}, {:.1} s{bad}", counted(*rows, "row"), time.as_secs_f64())
        }
        Message::CubesDone { cubes, time, left } => {
            format!("{}, {} a second{}", counted(*cubes, "cube"), super::rate(*cubes, *time), left_text(*left))
        }
        Message::Proving { depth, fraction, nodes, time, left, is_last, known } => {
            let (percent, millions) = (fraction * 100.0, *nodes as f64 / 1e6);
            let rate = millions / time.as_secs_f64().max(1e-3);
            // Below the last depth that has to be ruled out, more may have to follow.
            let this = if left.is_some() && !is_last { " for this depth" } else { "" };
            format!(
                "depth {depth}: {percent:.0}%, {millions:.1} M nodes, {rate:.0} M/s{}{this} ({known} moves known)",
                left_text(*left)
            )
        }
        Message::Verifying { depth, most, positions, left } => {
            format!("depth {depth} of {most}, {}{}", positions_text(*positions), left_text(*left))
        }
        Message::BestSolution { length, alg } => format!("{length} moves: {alg}"),
        Message::TextAfterEnd => "text after ENDOFINPUT is ignored".into(),
        Message::DataSet { set, note } => format!("data set {set}: {note}"),
        Message::NoData => "no data to search; add --data TEXT".into(),
        Message::Search(error) => error.to_string(),
        Message::SearchDone { positions, moves, found, matching, limit } => {
            // Each text is printed once, even if it occurs in several positions.
            let elsewhere = match matching > &(*found as u64) {
                true => format!(", in {}", counted(*matching, "position")),
                false => String::new(),
            };
            let limit = limit.map(|limit| format!("; --limit {limit} stopped it")).unwrap_or_default();
            format!("{}; {}{elsewhere}{limit}", searched(*positions, *moves), texts_found(*found))
        }
        Message::SearchStopped { positions, moves, found } => {
            format!("stopped after {}; {}", searched(*positions, *moves), texts_found(*found))
        }
        Message::Searching { positions, moves, found } => {
            format!("{positions} positions, {moves} moves, {found} found")
        }
        Message::BackWithoutPicture => {
            "`--back` is for isometric pictures; add `--view iso` and `--svg FILE` or `--png FILE`".into()
        }
        Message::IsoWithoutPicture => "`--view iso` is for pictures; add `--svg FILE` or `--png FILE`".into(),
        Message::SecondCube => "a second cube; a picture shows one".into(),
        Message::Picture(error) => error.to_string(),
        Message::Wrote { path } => format!("wrote {}", path.display()),
        Message::LessonEnding { ending } => format!(
            "a lesson is not written as `.{ending}`; expected a name that ends in .txt, .html or .json, or add --format"
        ),
        Message::SecondLesson => {
            "a page or a file holds the lesson of one cube; give one cube, or write text or JSON to standard output"
                .into()
        }
        Message::SecondInteractiveLesson => {
            "--interactive goes through the lesson of one cube; give one".into()
        }
        Message::MethodSize { needed, puzzle } => {
            format!("--method is for {needed} cubes, but --puzzle is {puzzle}; leave one of them out")
        }
        Message::BadValue { option, reason } => format!("{option}: {reason}"),
        Message::Listening { address } => format!("listening at {address}"),
        Message::Serving { address } => format!("serving at {address}; Ctrl-C ends"),
        Message::CannotListen { address, reason, is_malformed } => {
            let advice = if *is_malformed { "; expected HOST:PORT, such as 127.0.0.1:8080" } else { "" };
            format!("cannot listen at {address}: {reason}{advice}")
        }
        Message::OptionForSockets { option } => {
            format!("{option} is for sockets; add --listen or --unix, or leave it out")
        }
        Message::Exposed => "other machines can reach this address and use the solvers".into(),
        Message::ExposedChallenge => "other machines can reach this address and play".into(),
        Message::NoPage => {
            "this build has no web page; run `npm ci && npm run build` in web/, then build cubegod again".into()
        }
        Message::SameCubes => {
            "every run with this seed serves the same cubes; --player N serves those of another player".into()
        }
        Message::GameWon { rounds, time, mean_moves, slowest } => format!(
            "{rounds} rounds in {:.2} s; {mean_moves:.2} moves on average, the slowest answer took {:.2} ms",
            time.as_secs_f64(),
            slowest.as_secs_f64() * 1e3
        ),
        Message::BuildingTable { table } => format!("building {table}, only this once"),
        Message::MoreHelp => "For more information, try `cubegod help`.".into(),
    }
}

const STYLE: MessageStyle = MessageStyle::english(Spelling::COMMAND_LINE);

fn searched(positions: u64, moves: usize) -> String {
    format!("{} up to {}", counted(positions, "position"), counted(moves as u64, "move"))
}

fn texts_found(found: usize) -> String {
    match found {
        0 => "nothing matches".to_owned(),
        _ => format!("{} found", counted(found as u64, "text")),
    }
}

/// `, about 3 seconds left`; nothing if that is not known.
fn left_text(left: Option<Duration>) -> String {
    left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default()
}
