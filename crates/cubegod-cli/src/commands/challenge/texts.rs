//! Errors of the challenge in both languages.

use cubegod_cache::Reason;
use cubegod_net::challenge::{
    Awaited, JudgeError, OptionsError, PROMPT, PlayError, PlayFailure, ServeOptions,
};
use cubegod_service::Localized;
use cubegod_teach::Language;

impl Localized for OptionsText {
    fn text(&self, language: Language) -> String {
        let OptionsText(error) = self;
        let few = |what: &str| format!("{what}不能为 0，至少为 1");
        match (language, error) {
            (Language::English, error) => error.to_string(),
            (_, OptionsError::NoRounds) => few("轮数"),
            (_, OptionsError::NoPlayers) => few("玩家数"),
            (_, OptionsError::NoPlayersPerAddress) => few("每个地址的玩家数"),
            (_, OptionsError::PlayerZero) => "没有第 0 号玩家，编号从 1 开始".into(),
            (_, OptionsError::LongTime { found }) => format!(
                "时限 {} 秒过长，最多 {} 秒（一天）",
                found.as_secs_f64(),
                ServeOptions::LONGEST_TIME.as_secs()
            ),
            (_, OptionsError::HiddenFaces { found }) => format!("不能隐藏 {found} 个面，应为 0 到 3 个"),
            (_, OptionsError::Puzzle { found }) => format!("挑战没有 {found} 魔方，应为 2x2 或 3x3"),
            (_, OptionsError::Scramble { least, most }) => {
                format!("打乱步数不能是 {least} 到 {most}，应先写较小的数")
            }
            (_, OptionsError::LongScramble { found }) => {
                format!("打乱 {found} 步过长，最多 {} 步", ServeOptions::LONGEST_SCRAMBLE)
            }
        }
    }
}

/// The error for invalid options of a server.
#[derive(Debug)]
pub(super) struct OptionsText(pub(super) OptionsError);

/// What may help after a lost game.
#[derive(Copy, Clone)]
enum Hint {
    Prompt,
    RoundTimeout,
    MaxRounds,
}

impl Hint {
    fn of(lost: &PlayError, has_prompt: bool) -> Option<Hint> {
        match lost.failure {
            PlayFailure::Silent { .. } | PlayFailure::Closed { .. } | PlayFailure::TooMuchOutput { .. } => {
                (lost.rounds == 0 && !has_prompt).then_some(Hint::Prompt)
            }
            PlayFailure::LongRound { .. } => Some(Hint::RoundTimeout),
            PlayFailure::TooManyRounds { .. } => Some(Hint::MaxRounds),
            _ => None,
        }
    }

    fn text(self, language: Language) -> &'static str {
        match (self, language) {
            (Hint::Prompt, Language::English) => "; --prompt REGEX answers other prompts",
            (Hint::Prompt, Language::Chinese) => "；可用 --prompt REGEX 指定别的提示",
            (Hint::RoundTimeout, Language::English) => {
                "; --round-timeout TIME allows more time, --prompt REGEX answers other prompts"
            }
            (Hint::RoundTimeout, Language::Chinese) => {
                "；可用 --round-timeout TIME 增加时间，用 --prompt REGEX 指定别的提示"
            }
            (Hint::MaxRounds, Language::English) => "; --max-rounds N plays more",
            (Hint::MaxRounds, Language::Chinese) => "；可用 --max-rounds N 增加轮数",
        }
    }
}

/// Says why a game was lost.
pub(super) fn lost_text(lost: &PlayError, language: Language) -> String {
    match language {
        Language::English => lost.failure.to_string(),
        Language::Chinese => chinese(&lost.failure),
    }
}

/// Says what may help after a lost game. `guess` is the number of cubes that fitted the last round, if its answer was a guess.
pub(super) fn hint_text(
    lost: &PlayError,
    guess: Option<u128>,
    has_prompt: bool,
    language: Language,
) -> String {
    let hint = Hint::of(lost, has_prompt).map_or("", |hint| hint.text(language));
    let guess = guess.map(|cubes| match language {
        Language::English => format!("; the answer was a guess: {cubes} cubes fit what was shown"),
        Language::Chinese => format!("；答案是猜测：有 {cubes} 个魔方与所显示的相符"),
    });
    format!("{hint}{}", guess.unwrap_or_default())
}

impl Localized for JudgeText {
    fn text(&self, language: Language) -> String {
        let JudgeText(error) = self;
        match (language, error) {
            (Language::English, error) => error.to_string(),
            (_, JudgeError::Read { line, error }) => {
                format!("第 {line} 行之后无法读取记录：{}", Reason::of(error).text(Language::Chinese))
            }
            (_, JudgeError::NoRound { lines }) => {
                format!("{lines} 行中没有一轮游戏；应有各面的图块，然后是含“{PROMPT}”的一行")
            }
        }
    }
}

/// The error for a transcript that cannot be judged.
#[derive(Debug)]
pub(super) struct JudgeText(pub(super) JudgeError);

fn chinese(failure: &PlayFailure) -> String {
    let reason = |error| Reason::of(error).text(Language::Chinese);
    match failure {
        PlayFailure::Connect { address, error } => {
            format!("无法连接 {address}：{}；应为服务器的 HOST:PORT", reason(error))
        }
        PlayFailure::Start { command, error } => format!("无法启动“{command}”：{}", reason(error)),
        PlayFailure::Rejected { round, reason } => format!("第 {round} 轮的答案被拒绝：{reason}"),
        PlayFailure::Closed { rounds, last_line, awaited } => {
            format!(
                "服务器在 {rounds} 轮之后结束了游戏；它的最后一行是“{last_line}”；{}",
                awaited_text(awaited)
            )
        }
        PlayFailure::Silent { rounds, limit, awaited } => {
            let seconds = limit.as_secs_f64();
            format!("服务器在 {rounds} 轮之后有 {seconds} 秒没有输出；{}", awaited_text(awaited))
        }
        PlayFailure::TooMuchOutput { round, limit, awaited } => {
            format!("服务器在第 {round} 轮输出了超过 {limit} 字节；{}", awaited_text(awaited))
        }
        PlayFailure::LongRound { round, limit, awaited } => {
            let seconds = limit.as_secs_f64();
            format!("服务器在第 {round} 轮持续输出了 {seconds} 秒；{}", awaited_text(awaited))
        }
        PlayFailure::TooManyRounds { limit } => format!("游戏超过 {limit} 轮"),
        PlayFailure::Unread { round, limit } => {
            format!("第 {round} 轮的答案有 {} 秒没有被读取", limit.as_secs_f64())
        }
        PlayFailure::Unanswered { round, reason } => format!("无法回答第 {round} 轮的魔方：{reason}"),
    }
}

fn awaited_text(awaited: &Awaited) -> String {
    match awaited {
        Awaited::Faces { prompt } => format!("等待各面的图块（`Face U:`），然后是含“{prompt}”的一行"),
        Awaited::Prompt { prompt } => format!("已显示各面的图块，等待含“{prompt}”的一行"),
        Awaited::Verdict => "等待对答案的判定".into(),
    }
}
