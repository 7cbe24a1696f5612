//! Chinese, in simplified characters.

use super::CommandMessage as Message;
use cubegod::render::png::RenderError;
use cubegod::search::SearchError;
use cubegod_cache::Reason;
use cubegod_service::solve::Shortfall;
use cubegod_service::{Localized, MessageStyle, Spelling};
use cubegod_teach::Language;
use std::time::Duration;

pub(super) fn text(message: &Message) -> String {
    match message {
        Message::StandardOutput(reason) => format!("无法写入标准输出：{}", self::reason(reason)),
        Message::Thread(reason) => format!("无法启动线程：{}", self::reason(reason)),
        Message::Start(reason) => format!("无法启动：{}", self::reason(reason)),
        Message::Terminal(reason) => format!("无法使用终端：{}", self::reason(reason)),
        Message::OneMoveCubes { moves } => format!(
            "这是 {} 个魔方，每个只有一次转动；如果是同一个魔方的步骤，请加引号：\"{}\"",
            moves.len(),
            moves.join(" ")
        ),
        Message::OneOfSeveral { count } => format!("有 {count} 种合法状态与输入相符，这里只求解其中一种"),
        Message::TooLong(missed) => {
            let option = missed.ended_by.and_then(|option| STYLE.spelling.option(option));
            let advice = option.map(|option| format!("；可增大 {option}")).unwrap_or_default();
            Shortfall::Length(*missed).message(STYLE) + &advice
        }
        Message::SeveralCertificates => "--certificate 只用于一个魔方，请去掉它，或去掉其他魔方".into(),
        Message::NotCertified { path, is_old, is_unproven } => {
            let reason = if *is_unproven { "没有完成证明：" } else { "" };
            let path = path.display();
            match is_old {
                true => format!("{reason}没有写出证书；“{path}”是以前运行留下的"),
                false => format!("{reason}没有写出证书“{path}”"),
            }
        }
        Message::ListCompletions { count: count @ 2..=20 } => format!("--list {count} 可列出全部"),
        Message::ListCompletions { .. } => "--list 20 可列出前二十种，--count 只显示数目".into(),
        Message::Stopped => "已停止".into(),
        Message::StoppedWithResult => "已停止；此前找到的结果已写出".into(),
        Message::StoppedAfterCubes { answered, unwritten } => {
            let unwritten = match unwritten {
                0 => String::new(),
                more => format!("（之后还有 {more} 个已求出，但因前面缺少一个而没有写出）"),
            };
            format!("完成 {answered} 个魔方后停止{unwritten}")
        }
        Message::StoppedAfterRows { rows: 0 } => "已停止，没有保留任何行".into(),
        Message::StoppedAfterRows { rows } => format!("完成 {rows} 行后停止；再次运行同一命令可以继续"),
        Message::StoppedAfterSets { sets } => format!("完成 {sets} 组数据后停止"),
        Message::BatchDone { path, rows, rows_before, errors, time } => {
            let before = match rows_before {
                0 => String::new(),
                before => format!("（其中 {before} 行来自以前的运行）"),
            };
            let bad = match errors {
                0 if *rows == 0 => "；输入中没有行".into(),
                0 => String::new(),
                errors => format!("；{errors} 行有错误"),
            };
            format!("“{path}”共 {rows} 行{before}，用时 {:.1} 秒{bad}", time.as_secs_f64())
        }
        Message::CubesDone { cubes, time, left } => {
            format!("{cubes} 个魔方，每秒 {} 个{}", super::rate(*cubes, *time), left_text(*left))
        }
        Message::Proving { depth, fraction, nodes, time, left, is_last, known } => {
            let (percent, millions) = (fraction * 100.0, *nodes as f64 / 1e6);
            let rate = millions / time.as_secs_f64().max(1e-3);
            let this = if left.is_some() && !is_last { "（仅这一深度）" } else { "" };
            format!(
                "深度 {depth}：{percent:.0}%，{millions:.1} M 节点，{rate:.0} M/秒{}{this}（已知 {known} 步）",
                left_text(*left)
            )
        }
        Message::Verifying { depth, most, positions, left } => {
            format!("深度 {depth}/{most}，{positions} 个状态{}", left_text(*left))
        }
        Message::BestSolution { length, alg } => format!("{length} 步：{alg}"),
        Message::TextAfterEnd => "ENDOFINPUT 之后的内容被忽略".into(),
        Message::DataSet { set, note } => format!("第 {set} 组数据：{}", note.text(Language::Chinese)),
        Message::NoData => "没有可搜索的数据，请加上 --data TEXT".into(),
        Message::Search(error) => search(error),
        Message::SearchDone { positions, moves, found, matching, limit } => {
            // Each text is printed once, even if it occurs in several positions.
            let elsewhere = match matching > &(*found as u64) {
                true => format!("，出现在 {matching} 个状态中"),
                false => String::new(),
            };
            let limit = limit.map(|limit| format!("；因 --limit {limit} 停止")).unwrap_or_default();
            format!("{}；{}{elsewhere}{limit}", searched(*positions, *moves), texts_found(*found))
        }
        Message::SearchStopped { positions, moves, found } => {
            format!("已停止：{}；{}", searched(*positions, *moves), texts_found(*found))
        }
        Message::Searching { positions, moves, found } => {
            format!("{positions} 个状态，{moves} 步，找到 {found} 个")
        }
        Message::BackWithoutPicture => {
            "`--back` 用于立体图，请加上 `--view iso` 和 `--svg FILE` 或 `--png FILE`".into()
        }
        Message::IsoWithoutPicture => "`--view iso` 用于图片，请加上 `--svg FILE` 或 `--png FILE`".into(),
        Message::SecondCube => "这是第二个魔方；一张图片只画一个".into(),
        Message::Picture(error) => picture(error),
        Message::Wrote { path } => format!("已写入 {}", path.display()),
        Message::LessonEnding { ending } => {
            format!("讲解不能写成 `.{ending}`，文件名应以 .txt、.html 或 .json 结尾，或加上 --format")
        }
        Message::SecondLesson => {
            "一个网页或文件只含一个魔方的讲解；请只给一个魔方，或把文本或 JSON 写到标准输出".into()
        }
        Message::SecondInteractiveLesson => "--interactive 讲解一个魔方，请只给一个".into(),
        Message::MethodSize { needed, puzzle } => {
            format!("--method 用于 {needed} 魔方，而 --puzzle 是 {puzzle}，请去掉其中一个")
        }
        Message::BadValue { option, reason } => format!("{option}：{reason}"),
        Message::Listening { address } => format!("正在监听 {address}"),
        Message::Serving { address } => format!("服务地址：{address}；按 Ctrl-C 结束"),
        Message::CannotListen { address, reason, is_malformed } => {
            let advice = if *is_malformed { "；应为 HOST:PORT，例如 127.0.0.1:8080" } else { "" };
            format!("无法监听 {address}：{}{advice}", self::reason(reason))
        }
        Message::OptionForSockets { option } => {
            format!("{option} 用于套接字，请加上 --listen 或 --unix，或去掉它")
        }
        Message::Exposed => "其他机器可以访问这个地址并使用求解器".into(),
        Message::ExposedChallenge => "其他机器可以访问这个地址并参加挑战".into(),
        Message::NoPage => {
            "这个程序不含网页；请在 web/ 中运行 `npm ci && npm run build`，然后重新编译 cubegod".into()
        }
        Message::SameCubes => {
            "使用这个种子，每次运行给出的魔方都相同；--player N 给出另一位选手的魔方".into()
        }
        Message::GameWon { rounds, time, mean_moves, slowest } => format!(
            "{rounds} 轮，用时 {:.2} 秒；平均 {mean_moves:.2} 步，最慢的回答用了 {:.2} 毫秒",
            time.as_secs_f64(),
            slowest.as_secs_f64() * 1e3
        ),
        Message::BuildingTable { table } => format!("正在生成 {table}，只需一次"),
        Message::MoreHelp => "详细信息见 `cubegod help`。".into(),
    }
}

const STYLE: MessageStyle = MessageStyle::new(Spelling::COMMAND_LINE, Language::Chinese);

fn reason(reason: &Reason) -> String {
    reason.text(Language::Chinese)
}

fn search(error: &SearchError) -> String {
    match error {
        SearchError::Size(size) => format!("不能搜索 {size} 魔方，应为 2x2 或 3x3 的数据"),
        SearchError::Memory { positions } => {
            format!("内存不足以容纳 {positions} 个状态，请减少转动次数或面")
        }
        SearchError::Depth { depth, deepest, .. } => {
            format!("{depth} 次转动的状态太多，请最多用 {deepest} 次转动，或减少面")
        }
    }
}

fn picture(error: &RenderError) -> String {
    match error {
        RenderError::Text { label } => {
            format!("PNG 无法显示“{label}”，标签应为可打印的 ASCII 字符；SVG 可显示任何字符")
        }
        RenderError::Size { width, height } => format!("{width}×{height} 像素的图片超出范围"),
        RenderError::Svg { reason } => format!("图形不是 SVG：{reason}"),
        RenderError::Encoding { reason } => format!("无法生成 PNG：{reason}"),
    }
}

fn searched(positions: u64, moves: usize) -> String {
    format!("搜索了 {moves} 步以内的 {positions} 个状态")
}

fn texts_found(found: usize) -> String {
    match found {
        0 => "没有匹配的内容".to_owned(),
        _ => format!("找到 {found} 个"),
    }
}

/// `，约剩 3 分钟`; nothing if that is not known.
fn left_text(left: Option<Duration>) -> String {
    let Some(seconds) = left.map(|left| left.as_secs_f64()) else { return String::new() };
    let (number, unit) = match seconds {
        seconds if seconds < 120.0 => (seconds, "秒"),
        seconds if seconds < 7200.0 => (seconds / 60.0, "分钟"),
        seconds if seconds < 172_800.0 => (seconds / 3600.0, "小时"),
        seconds => (seconds / 86_400.0, "天"),
    };
    format!("，约剩 {number:.0} {unit}")
}
