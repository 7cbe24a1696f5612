//! Chinese sentences, in simplified characters.

mod certificate;
mod cube;
#[cfg(feature = "files")]
pub(super) mod files;
mod input;
pub(super) mod library;
#[cfg(feature = "files")]
pub(super) mod tables;

use super::layout_settings;
pub(super) use cube::{color_name, flaw, piece_change};

use crate::error::{Advice, Ambiguous, RequestError};
use crate::note::Note;
use crate::option::{OptionId, Setting, Spelling};
use crate::solve::{LengthNotReached, Shortfall, Unfinished};
use cubegod::data::OrientationError;
use cubegod::formats::Format;
use cubegod::geometry::Facelet;
use cubegod::reading;
use cubegod::solve::SolveError;
use cubegod_teach::Language;
use std::io::ErrorKind;

pub(super) fn message(error: &RequestError, spelling: Spelling) -> String {
    let write = |setting: &Setting| spelling.write_setting(setting);
    let name = |option: OptionId| write(&option.into());
    match error {
        RequestError::Conflict { first, second } => {
            format!("{} 不能与 {} 同时使用，请去掉其中一个", write(first), write(second))
        }
        RequestError::Needs { option, any_of } => {
            let option = name(*option);
            let needed: Vec<String> = any_of.iter().filter_map(|setting| spelling.setting(setting)).collect();
            format!("{option} 需要配合 {} 使用，请加上，或去掉 {option}", or(&needed))
        }
        RequestError::OutOfRange { option, found, min, max } => {
            let expected = match max {
                Some(max) => format!(" {min} 到 {max} 之间的整数"),
                None => format!("不小于 {min} 的整数"),
            };
            format!("{} 的值是 {found}，应为{expected}", name(*option))
        }
        RequestError::BadTarget(error) => match error.diagnosis() {
            Some(_) => format!("目标状态{}", message(error, spelling)),
            None => format!("无法读取目标状态：{}", message(error, spelling)),
        },
        RequestError::AmbiguousTarget { count } => {
            format!("有 {count} 种合法状态与目标相符，应当只有一种")
        }
        RequestError::FixedLetters { format } => {
            format!("布局 {format} 的颜色写法是固定的，请去掉 {}", name(OptionId::Letters))
        }
        RequestError::NoScramble { size } => {
            let [two, three] = ["2x2", "3x3"].map(|size| write(&OptionId::Puzzle.with(size)));
            format!("只能随机生成 2x2x2 或 3x3x3 的魔方，不支持 {size}，请使用 {two} 或 {three}")
        }
        RequestError::NoSeed => format!("这里没有随机源，请用 {} 指定随机数种子", name(OptionId::Seed)),
        RequestError::ScrambleFaces { faces } => format!(
            "只转动 {faces} 无法得到所有的 2x2x2 状态，每条轴至少要有一个面，例如 {}",
            write(&OptionId::Faces.with("URF"))
        ),
        RequestError::Expression(error) => library::expression(error),
        RequestError::Read { error, .. } => library::read(error),
        RequestError::Moves { error, .. } => library::alg(error),
        RequestError::Rotations { error, .. } => library::rotations(error),
        RequestError::NotAColor { value, index } => format!(
            "下标为 {index} 的字节是 {value}，不表示颜色，应为 0 到 5、表示未知的 255，或一个字母的编码"
        ),
        RequestError::NoLayer(error) => library::no_layer(error),
        RequestError::Unwritable(error) => library::layout(error),
        RequestError::Illegal(diagnosis) => diagnosis.message(Language::Chinese),
        RequestError::IllegalCube(illegal) => {
            cube::illegal(illegal, &|color| Language::Chinese.color_name(color).to_owned())
        }
        RequestError::Ambiguous(several) => ambiguous(several, spelling),
        RequestError::TooManyCompletions { count, max } => {
            format!("有 {count} 种合法状态与输入相符，{} 最多求解 {max} 种", name(OptionId::Each))
        }
        RequestError::UnsupportedSize(error) => library::unsupported_size(error),
        RequestError::Data(error) => library::data(error),
        RequestError::NoSuchFace { name, names } => format!(
            "这个魔方没有名为“{}”的面，应为 {} 之一",
            name.escape_debug(),
            names.map(String::from).join(" ")
        ),
        RequestError::NotNeighbours { up, front, error, neighbours } => {
            let reason = match error {
                OrientationError::Same => format!("{up} 不能既是顶面又是前面"),
                OrientationError::Opposite => format!("{front} 与 {up} 相对"),
            };
            let neighbours: Vec<String> = neighbours.iter().map(char::to_string).collect();
            format!("{reason}；以 {up} 为顶面时，前面只能是 {} 之一", neighbours.join(" "))
        }
        RequestError::Contest(flaw) => library::contest(flaw),
        RequestError::Solve(error) => {
            let advice = match error {
                SolveError::NoOrientation => {
                    spelling.option(OptionId::Exact).map(|exact| format!("（{exact} 需要知道朝向）"))
                }
                _ => None,
            };
            format!("{}{}", library::solve(error), advice.unwrap_or_default())
        }
        RequestError::OnlyForSize { setting, size, found, instead } => {
            let advice = match instead.and_then(|option| spelling.option(option)) {
                Some(other) => format!("{found} 的所有最短解法可用 {other} 列出"),
                None => format!("对 {found} 请去掉它"),
            };
            format!("{} 只适用于 {size} 魔方；{advice}", write(setting))
        }
        RequestError::NeedsOptimal { setting } => {
            let (setting, method) = (write(setting), write(&OptionId::Method.with("optimal")));
            format!("对 3x3x3 使用 {setting} 需要 {method}，请加上，或去掉 {setting}")
        }
        RequestError::NotWithOptimal { setting } => {
            let (setting, method) = (write(setting), write(&OptionId::Method.with("optimal")));
            format!("对 3x3x3 来说，{setting} 不能与 {method} 同时使用，请去掉其中一个")
        }
        RequestError::NoneWithin { moves } => format!("{moves} 步以内无解（已证明）"),
        RequestError::NotReached { shortfall, solution } => {
            format!("{}；目前最好的解法是 {solution}", self::shortfall(shortfall))
        }
        RequestError::NoLesson { size } => format!("没有 {size} 的讲解，应为 2x2x2 或 3x3x3"),
        RequestError::WrongSolution { solution } => {
            format!("程序有误，请报告：找到的解法“{solution}”不能还原这个魔方")
        }
        RequestError::Cancelled => "请求在得到结果之前已被取消".into(),
        RequestError::TableNotReady => "求最优解所需的查找表仍在打开或生成中，请稍后再试".into(),
        RequestError::Certificate(error) => certificate::message(error, spelling),
        RequestError::Input(error) => input::message(error, spelling),
        RequestError::Edge { message, .. } => message.text(Language::Chinese),
        RequestError::About { subject, error } => format!("{subject}：{}", message(error, spelling)),
        RequestError::Advised { error, advice } => {
            let message = message(error, spelling);
            match self::advice(advice, spelling) {
                // Advice is a sentence of its own.
                Some(advice) if message.ends_with(['。', '？']) => format!("{message}{advice}"),
                Some(advice) => format!("{message}。{advice}"),
                None => message,
            }
        }
    }
}

/// Returns nothing if the edge does not have the option that would help.
fn advice(advice: &Advice, spelling: Spelling) -> Option<String> {
    match advice {
        Advice::ReadAsMoves => spelling
            .setting(&OptionId::From.with(Format::Moves))
            .map(|from| format!("如果这是转动步骤，请使用 {from}")),
        Advice::ReadFile { reference } => Some(format!("如果这是文件名，请写作“{reference}”")),
        Advice::Use(setting) => spelling.setting(setting).map(|setting| format!("是否要使用 {setting}？")),
        Advice::More(option) => spelling.option(*option).map(|option| format!("可增大 {option}")),
        Advice::Moves(moves) => Some(format!("是否想写转动步骤“{moves}”？")),
        Advice::Readable => Some(
            "可以输入各贴纸的字母（2x2 为 24 个，3x3 为 54 个），也可以输入“R U R' U'”这样的转动步骤".into(),
        ),
    }
}

fn ambiguous(several: &Ambiguous, spelling: Spelling) -> String {
    let options = several.options.iter().filter_map(|&option| {
        let effect = match option {
            OptionId::Each => "求解全部",
            OptionId::Any => "只求解其中一种",
            _ => return None,
        };
        spelling.option(option).map(|option| format!("{option} {effect}"))
    });
    let options: Vec<String> = options.collect();
    let advice = if options.is_empty() { "请补充更多贴纸".to_owned() } else { options.join("，") };
    let question = several.question.as_ref().map(|question| {
        let sticker = Facelet::of_index(several.size, question.sticker);
        let answers: Vec<String> = question
            .answers
            .iter()
            .map(|&(color, count)| format!("若为 {} 则剩 {count} 种", color_name(&several.alphabet, color)))
            .collect();
        format!("；请看贴纸 {sticker}：{}", answers.join("，"))
    });
    format!("有 {} 种合法状态与输入相符：{advice}{}", several.fields.count, question.unwrap_or_default())
}

pub(super) fn more_completions(more: u128, spelling: Spelling) -> String {
    match spelling.option(OptionId::List) {
        Some(list) => format!("……还有 {more} 种（可用 `complete` 的 {list} 列出）"),
        None => format!("……还有 {more} 种"),
    }
}

pub(super) fn shortfall(shortfall: &Shortfall) -> String {
    match *shortfall {
        Shortfall::Length(LengthNotReached { max, ended_by: None }) => {
            format!("不存在 {max} 步以内的解法")
        }
        Shortfall::Length(LengthNotReached { max, ended_by: Some(limit) }) => {
            let limit = if limit == OptionId::Nodes { "节点数" } else { "时间" };
            format!("在限定{limit}内没有找到 {max} 步以内的解法")
        }
        Shortfall::Unfinished(Unfinished { known, at_least }) => {
            format!("已停止：已知 {known} 步的解法，至少需要 {at_least} 步")
        }
    }
}

pub(super) fn note(note: &Note, spelling: Spelling) -> String {
    match note {
        Note::LinesOfMoves { lines } => format!("已将 {lines} 行合并为一组转动步骤"),
        Note::NoMatch => "没有一种读法与表达式匹配".into(),
        Note::Reading(note) => {
            let settings = layout_settings(note, spelling);
            let advice = if settings.is_empty() {
                String::new()
            } else {
                format!("；可用 {} 指定", or(&settings))
            };
            format!("{}{advice}", reading_note(note))
        }
    }
}

fn reading_note(note: &reading::Note) -> String {
    match note {
        reading::Note::MaybeMoves { taken } => format!("按 {taken} 读取，但也可能是转动步骤"),
        reading::Note::OtherLayouts { taken, others, legal } => {
            let names: Vec<String> = others.iter().map(|format| format.name().to_owned()).collect();
            let reason = if *legal {
                "每种读法都是合法的魔方"
            } else {
                "没有一种读法是合法的魔方"
            };
            format!("已按 {taken} 读取，但也可以读作 {}（{reason}）", or(&names))
        }
        reading::Note::OtherScheme { opposite } => {
            let pairs = opposite.map(|[one, other]| format!("{one}-{other}"));
            format!("从角块可知下列颜色两两相对：{}", pairs.join(" "))
        }
        reading::Note::OneOfSeveral { taken, positions, other } => {
            let which = match taken == positions {
                true => "已读取最后一个".to_owned(),
                false => format!("已读取第 {taken} 个，即最后一个能读取的"),
            };
            let other = other.as_ref().map(|other| format!("；{}", reading_note(other)));
            format!("文本中有 {positions} 个状态，{which}{}", other.unwrap_or_default())
        }
    }
}

/// `甲`, `甲或乙`, `甲、乙或丙`.
fn or(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} 或 {last}", first.join("、")),
    }
}

/// Returns the message of the system for the usual errors.
fn system_error(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "没有这个文件或文件夹",
        ErrorKind::PermissionDenied => "没有权限",
        ErrorKind::AlreadyExists => "已经存在",
        ErrorKind::IsADirectory => "它是文件夹",
        ErrorKind::NotADirectory => "它不是文件夹",
        ErrorKind::ReadOnlyFilesystem => "文件系统是只读的",
        ErrorKind::StorageFull => "磁盘空间不足",
        ErrorKind::QuotaExceeded => "超出磁盘配额",
        ErrorKind::FileTooLarge => "文件过大",
        ErrorKind::Interrupted => "操作被中断",
        ErrorKind::BrokenPipe => "管道已断开",
        ErrorKind::OutOfMemory => "内存不足",
        ErrorKind::InvalidInput => "无效的值",
        ErrorKind::AddrInUse => "地址已被占用",
        ErrorKind::AddrNotAvailable => "本机没有这个地址",
        _ => return None,
    })
}
