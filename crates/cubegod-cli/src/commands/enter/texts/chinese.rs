//! The texts of `enter` in Chinese.

use super::super::line::{Expected, Notation, Unexpected};
use super::super::message::{Illegal, Message};
use super::{MAX_CHANGES, array_place, digit};
use cubegod::view::Question;
use cubegod::{Color, Face, Facelet, Size};
use cubegod_service::{Localized, flaw_text, piece_change_text};
use cubegod_teach::Language;

const COLORS: &str = "0 或 o 橙，1 或 b 蓝，2 或 r 红，3 或 g 绿，4 或 y 黄，5 或 w 白";

pub(super) fn render(message: &Message) -> String {
    match message {
        Message::Welcome => format!(
            "{COLORS}，? 表示未知\n\
             每个面从左到右、从上到下逐行输入；看顶面时后面在上方，看底面时前面在上方。输入“帮助”查看更正方法"
        ),
        Message::Help(size) => help(*size),
        Message::AskSize => "二阶还是三阶魔方（2 或 3）？>".into(),
        Message::NoSize => "应为 2（二阶）或 3（三阶），或用 q 退出".into(),
        Message::AskFace(face, size) => {
            format!("{}面，逐行（{} 个贴纸）>", name(*face), size.face_stickers())
        }
        Message::AskRest(face, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("{}面，还差 {} 个（第 {} 个）>", name(*face), numbers.len(), numbers.join("、"))
        }
        Message::AskSticker(sticker, size) => format!("贴纸 {}>", place(*sticker, *size)),
        Message::AskCorrection => "更正>".into(),
        Message::AskEnd { may_be_partial: true } => "“完成”或更正>".into(),
        Message::AskEnd { may_be_partial: false } => "请再输入一个贴纸，如 `F2=g`>".into(),
        Message::NotDone => "还不能结束：这不是合法的魔方。请更正，或输入“修复”".into(),
        Message::NothingKnown => "还没有输入任何颜色：请先输入一些贴纸，或输入“退出”".into(),
        Message::TooManyLines(lines) => format!("连续 {lines} 行没有改变任何内容，其余的输入不再读取"),
        Message::Unexpected(unexpected) => rejection(unexpected),
        Message::TooMany { found, expected, face } => format!(
            "输入了 {found} 个贴纸，多了 {} 个：{}面只需 {expected} 个。这一行已忽略",
            found - expected,
            name(*face)
        ),
        Message::NothingOpen => {
            "现在不需要输入贴纸。可用 `F2=g` 更正一个贴纸，或用“重填前”重新输入一个面".into()
        }
        Message::EmptyLine => "没有输入内容。输入“帮助”查看可用的命令".into(),
        Message::NothingToUndo => "没有可以撤销的输入".into(),
        Message::NothingToFix => "不需要修复：目前的贴纸没有矛盾".into(),
        Message::Illegal(illegal_cube) => flaws(illegal_cube),
        Message::OneFits => {
            "只有一种合法状态与输入相符（展开图中带 + 的贴纸是推算出来的），按回车即可采用".into()
        }
        Message::Fits(count) => format!("目前有 {count} 种合法状态与输入相符"),
        Message::Undecided { fits, question, notation, size, may_be_partial } => format!(
            "有 {fits} 种合法状态与输入相符{}{}",
            match question {
                Some(question) => look_at(question, *notation, *size),
                None => "；其他贴纸都已无法区分它们".into(),
            },
            if *may_be_partial { "；输入“完成”可结束，未知的贴纸写作 ?" } else { "" }
        ),
        Message::SeveralFit(fits) => {
            format!("有 {fits} 种合法状态与输入相符，而讲解只能针对一种：请再输入一些贴纸")
        }
        Message::EndsUnknown { unknown, fits } => {
            format!("有 {fits} 种合法状态与输入相符；{unknown} 个未知的贴纸写作 ?")
        }
        Message::IsLegal => "这是一个合法的魔方".into(),
        Message::LongLine(most) => {
            format!("这一行超过了 {most} 字节，应为几个贴纸。这一行已忽略")
        }
        Message::NotText { position, byte } => {
            format!("这一行的第 {position} 个字节 0x{byte:02x} 不是 UTF-8 文本。这一行已忽略")
        }
        Message::CannotRead(reason) => format!("无法读取标准输入：{}", reason.text(Language::Chinese)),
        Message::CannotWrite { reason, cube } => {
            format!("魔方已输入完毕，但无法用这种格式写出：{reason}；通常的格式是\n  {cube}")
        }
        Message::Ended { command: None, .. } => "没有写出魔方，因为没有输入任何贴纸".into(),
        Message::Ended { command: Some(command), one_fits } => format!(
            "没有写出魔方{}；用下面的命令可以继续：\n  {command}",
            if *one_fits {
                "（已经只有一种状态与输入相符，按回车即可采用）"
            } else {
                ""
            }
        ),
        Message::LongBeginning { found, size } => format!(
            "{found} 个贴纸太多了；{size} 魔方最多 {} 个：前、右、后、左、顶、底",
            size.sticker_count()
        ),
    }
}

fn help(size: Size) -> String {
    let last = size.face_stickers();
    format!(
        "\
贴纸          {COLORS}；? 表示未知；一行可以输入任意多个，空格和逗号可有可无
F2=g          前面第 2 个贴纸是绿色：面 F R B L U D（前右后左顶底），贴纸 1 到 {last}
cube[0][1]=3  同上，数组写法：面 0 前，1 右，2 后，3 左，4 顶，5 底，贴纸 0 到 {}
0,1=3         同上，简写
撤销          撤回上一行（undo）
重填右        重新输入一个面（face right）
修复          对不合法的魔方作最小的修改（fix）
显示          显示展开图：. 尚未输入，! 有错，+ 由其他贴纸推算（show）
完成          立即结束，未知的贴纸写作 ?（done）
退出          结束，并给出以后继续的命令（quit、q）",
        last - 1
    )
}

fn name(face: Face) -> &'static str {
    match face {
        Face::U => "顶",
        Face::R => "右",
        Face::F => "前",
        Face::D => "底",
        Face::L => "左",
        Face::B => "后",
    }
}

/// Returns the name of a colour, with its digit where the user types digits.
fn shown(which: Color, notation: Notation) -> String {
    match notation {
        Notation::Letter => Language::Chinese.color_name(which).to_owned(),
        Notation::Digit => format!("{}（{}）", digit(which), Language::Chinese.color_name(which)),
    }
}

fn place(sticker: usize, size: Size) -> String {
    format!("{}（{}）", Facelet::of_index(size, sticker), array_place(sticker, size))
}

fn look_at(question: &Question, notation: Notation, size: Size) -> String {
    let answers: Vec<String> = question
        .answers
        .iter()
        .map(|&(seen, count)| format!("{}则剩 {count} 种", shown(seen, notation)))
        .collect();
    format!("；请看贴纸 {}：{}", Facelet::of_index(size, question.sticker), answers.join("，"))
}

fn rejection(unexpected: &Unexpected) -> String {
    let Unexpected { found, column, expected } = unexpected;
    let expected = match expected {
        Expected::StickerOrCommand => {
            format!("应为 {COLORS} 或 ?，或形如 `F2=g` 的更正，或“帮助”中列出的命令")
        }
        Expected::Sticker => format!("应为 {COLORS} 或 ?"),
        Expected::StickerOrOpen => format!("应为 {COLORS}，? 表示未知，. 表示尚未输入"),
        Expected::Place => "应为贴纸的位置，如 F2、0,1 或 cube[0][1]".into(),
        Expected::Face => "应为一个面：前、右、后、左、顶或底".into(),
        Expected::FaceNumber => "应为 0 到 5 的面：0 前，1 右，2 后，3 左，4 顶，5 底".into(),
        Expected::ArrayNumber(most) => format!("应为 0 到 {most} 的贴纸号"),
        Expected::StickerNumber(most) => format!("应为 1 到 {most} 的贴纸号"),
        Expected::Character(character) => format!("应为 `{character}`"),
    };
    match found {
        Some(found) => format!("第 {column} 列的 `{found}`：{expected}。没有改动"),
        None => format!("第 {column} 列没有内容：{expected}。没有改动"),
    }
}

fn flaws(illegal_cube: &Illegal) -> String {
    let Illegal { illegal, repair, notation } = illegal_cube;
    let size = illegal.size;
    let mut lines = vec!["不存在这样的魔方：".to_owned()];
    let color = |color: Color| shown(color, *notation);
    let flaws = illegal.flaws.iter().map(|flaw| flaw_text(flaw, size, &color, Language::Chinese));
    lines.extend(flaws.map(|flaw| format!("  {flaw}")));
    let pieces = repair.pieces.iter().map(|change| piece_change_text(change, Language::Chinese));
    let pieces: Vec<String> = pieces.collect();
    let pieces = if pieces.is_empty() { String::new() } else { format!("（{}）", pieces.join("，")) };
    lines.push(format!("最小的修改{pieces}，输入“修复”即可采用："));
    for change in repair.changes.iter().take(MAX_CHANGES) {
        let place = place(change.sticker, size);
        lines.push(format!("  {place}：{} → {}", shown(change.from, *notation), shown(change.to, *notation)));
    }
    if repair.changes.len() > MAX_CHANGES {
        lines.push(format!("  ……另有 {} 处", repair.changes.len() - MAX_CHANGES));
    }
    if repair.alternatives > 1 {
        lines.push(format!("同样小的修改共有 {} 种，这是其中之一", repair.alternatives));
    }
    lines.join("\n")
}
