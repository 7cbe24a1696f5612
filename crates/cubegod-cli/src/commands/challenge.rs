//! `challenge`: serves the five-faces challenge, plays it, and judges saved games.

mod texts;

use super::engine::{cannot_listen, listen, shared};
use super::limits::trusted_proxies;
use crate::cli::{ChallengeCommand, JudgeArguments, PlayArguments, ServeArguments};
use crate::error::{ANSWERED, SOME_BAD, Stop};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, print_message, print_note, write_file};
use crate::signals::stop_on_signal;
use crate::tables;
use cubegod_cache::{FileAction, FileError, Reason};
use cubegod_net::challenge::{
    Event, GameWon, JudgeOptions, Log, Opponent, PlayError, PlayOptions, RoundPlayed, ServeOptions, judge,
    play, serve, serve_stdio,
};
use cubegod_net::engine::{Engine, EngineOptions};
use cubegod_net::{bind_tcp, block_on};
use cubegod_service::{Solvers, rounded};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use texts::{JudgeText, OptionsText, hint_text, lost_text};

pub(crate) fn run(command: &ChallengeCommand) -> Result<u8, Stop> {
    match command {
        ChallengeCommand::Serve(arguments) => run_serve(arguments),
        ChallengeCommand::Play(arguments) => run_play(arguments),
        ChallengeCommand::Judge(arguments) => run_judge(arguments),
    }
}

fn run_serve(arguments: &ServeArguments) -> Result<u8, Stop> {
    let default = ServeOptions::default();
    let options = ServeOptions {
        rounds: arguments.rounds,
        time_limit: arguments.time_limit,
        move_limit: arguments.move_limit,
        hidden_faces: arguments.hidden,
        scramble: arguments.scramble.clone(),
        puzzle: arguments.puzzle,
        flag: flag(arguments)?.unwrap_or(default.flag.clone()),
        seed: arguments.seed,
        player: arguments.player.unwrap_or(default.player),
        players: arguments.players,
        players_per_address: arguments.players_per_address,
        trusted_proxies: trusted_proxies(&arguments.trusted_proxy)?,
        ..default
    };
    let invalid = |error| Stop::usage(&OptionsText(error));
    options.check().map_err(invalid)?;
    let (quiet, is_stdio) = (arguments.quiet, arguments.stdio);
    let log: Log = Arc::new(move |event: &Event| {
        if !quiet {
            log_line(event, is_stdio);
        }
    });
    let note = |message: &CommandMessage| {
        if !quiet {
            print_note(message);
        }
    };
    if arguments.stdio {
        if arguments.seed.is_some() && arguments.player.is_none() {
            note(&CommandMessage::SameCubes);
        }
        return listen(block_on(async {
            serve_stdio(&options, &log, &stop_on_signal()).await.map_err(invalid)
        }));
    }
    listen(block_on(async {
        let address = &arguments.listen;
        let listener = bind_tcp(address).await.map_err(|error| cannot_listen(address, &error))?;
        let bound = listener.local_addr();
        let address = bound.as_ref().map_or_else(|_| address.clone(), SocketAddr::to_string);
        if !quiet {
            print_message(&language::shown(&CommandMessage::Serving { address }));
        }
        if bound.is_ok_and(|bound| !bound.ip().is_loopback()) {
            note(&CommandMessage::ExposedChallenge);
        }
        serve(listener, options, log, stop_on_signal()).await.map_err(invalid)
    }))
}

/// Writes an event to the log: to standard output, unless that is the player's. Write errors are ignored.
fn log_line(event: &Event, is_stdio: bool) {
    use std::io::Write;
    let line = event.to_json();
    let _ = if is_stdio { writeln!(io::stderr(), "{line}") } else { writeln!(io::stdout(), "{line}") };
}

fn flag(arguments: &ServeArguments) -> Result<Option<String>, Stop> {
    let Some(path) = &arguments.flag_file else {
        return Ok(arguments.flag.clone().or_else(|| std::env::var("CUBEGOD_FLAG").ok()));
    };
    let text = std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
    Ok(Some(text.trim_end().to_owned()))
}

fn cannot_read(path: &Path, error: &io::Error) -> Stop {
    Stop::io(&FileError::new(FileAction::Read, path, error))
}

fn run_play(arguments: &PlayArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let opponent = match &arguments.exec {
        Some(command) => Opponent::Command(command.clone()),
        // The parser requires one of the two.
        None => Opponent::Address(arguments.address.clone().unwrap_or_default()),
    };
    let two_phase = tables::two_phase(arguments.tables.tables, arguments.output.quiet);
    let solvers = Solvers::with_cached_tables(Arc::clone(&two_phase));
    solvers.pocket();
    let engine = Engine::new(shared(solvers), EngineOptions::default());
    let options = PlayOptions {
        prompt: arguments.prompt.clone(),
        silence_limit: arguments.timeout,
        round_limit: arguments.round_timeout,
        rounds: arguments.max_rounds,
        ..PlayOptions::default()
    };
    let mut rounds = Rounds::new(&arguments.output);
    let start = Instant::now();
    let result = block_on(async { play(&opponent, &engine, &options, &mut |round| rounds.add(round)).await })
        .map_err(|error| Stop::io(&CommandMessage::Start(Reason::of(&error))))?;
    rounds.bar.finish_and_clear();
    // The result is printed first: a disk without room for the transcript must not lose the flag.
    match &result {
        Ok(won) => print_won(won, &rounds, start.elapsed(), &mut output)?,
        Err(lost) => print_lost(lost, rounds.guess, arguments, &mut output)?,
    }
    let code = output.finish()?;
    let transcript = match &result {
        Ok(won) => &won.transcript,
        Err(lost) => &lost.transcript,
    };
    if let Some(path) = &arguments.transcript {
        write_file(path, transcript.as_bytes())?;
    }
    if result.is_ok() {
        two_phase.builder().finish();
    }
    Ok(code)
}

/// The progress bar and the totals of the rounds.
struct Rounds {
    bar: ProgressBar,
    moves: usize,
    slowest: Duration,
    /// The number of cubes that fitted the last round, if its answer was a guess.
    guess: Option<u128>,
}

impl Rounds {
    fn new(arguments: &crate::cli::OutputArguments) -> Rounds {
        // indicatif draws on terminals only; in a pipe it is silent.
        let bar =
            if arguments.quiet || arguments.json { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let style = ProgressStyle::with_template("{bar:30} round {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Rounds { bar, moves: 0, slowest: Duration::ZERO, guess: None }
    }

    fn add(&mut self, round: &RoundPlayed) {
        if let Some(rounds) = round.rounds {
            self.bar.set_length(rounds as u64);
        }
        self.moves += round.moves;
        self.slowest = self.slowest.max(round.answer_time);
        self.bar.set_position(round.round as u64);
        let milliseconds = round.answer_time.as_secs_f64() * 1e3;
        self.bar.set_message(format!("{} moves, {milliseconds:.2} ms", round.moves));
        self.guess = round.guessed_of;
    }
}

fn print_won(won: &GameWon, rounds: &Rounds, time: Duration, output: &mut Output) -> Result<(), Stop> {
    let mean_moves = rounds.moves as f64 / won.rounds.max(1) as f64;
    if output.is_json() {
        return output.object(&json!({
            "rounds": won.rounds,
            "said": won.final_output,
            "mean_moves": rounded(mean_moves, 3),
            "slowest_ms": rounded(rounds.slowest.as_secs_f64() * 1e3, 3),
            "seconds": rounded(time.as_secs_f64(), 6),
        }));
    }
    output.done(&CommandMessage::GameWon { rounds: won.rounds, time, mean_moves, slowest: rounds.slowest });
    output.line(won.final_output.trim_end())
}

fn print_lost(
    lost: &PlayError,
    guess: Option<u128>,
    arguments: &PlayArguments,
    output: &mut Output,
) -> Result<(), Stop> {
    output.fail();
    if output.is_json() {
        output.object(&json!({"error": {
            "kind": "lost",
            "message": lost_text(lost, language::of_json()),
            "rounds": lost.rounds,
            "transcript": lost.transcript,
        }}))?;
    } else {
        if arguments.transcript.is_none() && !lost.transcript.is_empty() {
            output.line(lost.transcript.trim_end())?;
        }
        output.flush()?;
        let language = language::of_messages();
        let hint = hint_text(lost, guess, arguments.prompt.is_some(), language);
        print_message(&(lost_text(lost, language) + &hint));
    }
    Ok(())
}

fn run_judge(arguments: &JudgeArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let reader: Box<dyn BufRead> = if arguments.file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&arguments.file).map_err(|error| cannot_read(&arguments.file, &error))?;
        Box::new(BufReader::new(file))
    };
    let options = JudgeOptions { move_limit: arguments.move_limit };
    let mut written = Ok(());
    let result = judge(reader, &options, &mut |round| {
        if written.is_ok() {
            written = if output.is_json() {
                output.object(&json!({
                    "round": round.round,
                    "line": round.line,
                    "right": round.verdict.is_right(),
                    "verdict": round.verdict.to_string(),
                }))
            } else {
                output.line(&round.to_string())
            };
        }
    });
    written?;
    let summary = result.map_err(|error| Stop::io(&JudgeText(error)))?;
    if !output.is_json() {
        output.line(&format!("{} of {} answers were certainly right", summary.right, summary.rounds))?;
    }
    output.finish()?;
    Ok(if summary.right == summary.rounds && summary.rounds > 0 { ANSWERED } else { SOME_BAD })
}
