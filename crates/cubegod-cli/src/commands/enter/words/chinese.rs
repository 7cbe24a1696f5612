//! `enter` 说的每一句话，中文。(Everything that `enter` says, in Chinese.)

use super::super::line::{Expected, Unexpected};
use super::super::remark::{Impossible, Remark};
use super::{MOST_CHANGES, array_place};
use cubegod::cube::{Corner, Edge, Flaw};
use cubegod::view::{PieceChange, Question};
use cubegod::{Color, Face, Facelet, Size};

const COLORS: &str = "0 或 o 橙，1 或 b 蓝，2 或 r 红，3 或 g 绿，4 或 y 黄，5 或 w 白";

pub(super) fn spoken(remark: &Remark) -> String {
    match remark {
        Remark::Welcome => format!(
            "{COLORS}，? 表示不知道\n\
             每个面从左到右、从上到下逐行输入：看上面时后面朝上，看下面时前面朝上；输入“帮助”查看如何更正"
        ),
        Remark::Help(size) => help(*size),
        Remark::AskSize => "二阶还是三阶魔方（2 或 3）？>".into(),
        Remark::NoSize => "应为 2（二阶）或 3（三阶），或用 q 退出".into(),
        Remark::AskFace(face, size) => format!("{}面，逐行（{} 个贴纸）>", name(*face), size.face_stickers()),
        Remark::AskRest(face, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("{}面，还差 {} 个（第 {} 个）>", name(*face), numbers.len(), numbers.join("、"))
        }
        Remark::AskSticker(sticker, size) => format!("贴纸 {}>", place(*sticker, *size)),
        Remark::AskCorrection => "更正>".into(),
        Remark::AskEnd { may_be_partial: true } => "“完成”或更正>".into(),
        Remark::AskEnd { may_be_partial: false } => "请再输入一个贴纸，如 `F2=g`>".into(),
        Remark::NotDone => "还不能结束，因为不存在这样的魔方：请更正，或输入“修复”".into(),
        Remark::NothingKnown => "还什么都不知道：请先输入一些贴纸，或输入“退出”".into(),
        Remark::GaveUp(lines) => format!("连续 {lines} 行没有任何改变；其余的不再读取"),
        Remark::Unexpected(unexpected) => refusal(unexpected),
        Remark::TooMany { found, wanted, face } => format!(
            "输入了 {found} 个贴纸，多了 {} 个：{}面只要 {wanted} 个；这一行没有采用",
            found - wanted,
            name(*face)
        ),
        Remark::NothingOpen => "没有要输入的贴纸；用 `F2=g` 更正一个，或用“重填前”重新输入一个面".into(),
        Remark::EmptyLine => "没有输入内容；输入“帮助”查看可以输入什么".into(),
        Remark::NothingToUndo => "没有可以撤销的输入".into(),
        Remark::NothingToFix => "不需要修复：目前的贴纸没有矛盾".into(),
        Remark::Impossible(impossible) => flaws(impossible),
        Remark::OneFits => "只有一种合法的状态符合，展开图中带 + 的贴纸由此推出：直接按回车即可采用".into(),
        Remark::Fits(count) => format!("目前还有 {count} 种合法的状态符合"),
        Remark::Undecided { fits, question, size, may_be_partial } => format!(
            "有 {fits} 种合法的状态符合{}{}",
            match question {
                Some(question) => look_at(question, *size),
                None => "；没有可以再问的了".into(),
            },
            if *may_be_partial { "；输入“完成”则以 ? 表示未知的贴纸并结束" } else { "" }
        ),
        Remark::NotWhole(fits) => {
            format!("有 {fits} 种合法的状态符合；教程只能针对一种：请再输入一些贴纸")
        }
        Remark::EndsUnknown { unknown, fits } => {
            format!("有 {fits} 种合法的状态符合；{unknown} 个贴纸写作 ?")
        }
        Remark::Real => "这是一个合法的魔方".into(),
        Remark::LongLine(most) => {
            format!("这一行超过了 {most} 字节；应为几个贴纸；这一行没有采用")
        }
        Remark::NotText { place, byte } => {
            format!("这一行的第 {place} 个字节 0x{byte:02x} 不是 UTF-8；应为文字；这一行没有采用")
        }
        Remark::CannotRead(reason) => format!("无法读取标准输入：{reason}"),
        Remark::CannotWrite { reason, cube } => {
            format!("魔方已输入完毕，但无法这样写出：{reason}；按通常的格式是\n  {cube}")
        }
        Remark::Parting { command: None, .. } => "没有写出魔方；没有输入任何贴纸".into(),
        Remark::Parting { command: Some(command), one_fits } => format!(
            "没有写出魔方{}；用下面的命令从这里继续：\n  {command}",
            if *one_fits { "（已经只有一种状态符合，直接按回车即可采用）" } else { "" }
        ),
        Remark::LongBeginning { found, size } => format!(
            "{found} 个贴纸太多了；{size} 魔方最多 {} 个：前、右、后、左、上、下",
            size.sticker_count()
        ),
    }
}

fn help(size: Size) -> String {
    let last = size.face_stickers();
    format!(
        "\
贴纸          {COLORS}；? 表示不知道；一行可以输入任意多个，空格和逗号可有可无
F2=g          前面第 2 个贴纸是绿色：面 F R B L U D（前右后左上下），贴纸 1 到 {last}
cube[0][1]=3  与上相同，按数组的写法：面 0 前，1 右，2 后，3 左，4 上，5 下，贴纸 0 到 {}
0,1=3         与上相同，更短
撤销          撤回上一行（undo）
重填右        重新输入一个面（face right）
修复          对不可能的魔方作最小的修改（fix）
显示          显示展开图：. 尚未输入，! 不可能，+ 由其他贴纸推出（show）
完成          立即结束，未知的贴纸写作 ?（done）
退出          结束，并给出以后继续的命令（quit、q）",
        last - 1
    )
}

fn name(face: Face) -> &'static str {
    match face {
        Face::U => "上",
        Face::R => "右",
        Face::F => "前",
        Face::D => "下",
        Face::L => "左",
        Face::B => "后",
    }
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "白",
        Color::Red => "红",
        Color::Green => "绿",
        Color::Yellow => "黄",
        Color::Orange => "橙",
        Color::Blue => "蓝",
    }
}

fn place(sticker: usize, size: Size) -> String {
    format!("{}（{}）", Facelet::of_index(size, sticker), array_place(sticker, size))
}

fn look_at(question: &Question, size: Size) -> String {
    let answers: Vec<String> =
        question.answers.iter().map(|&(seen, count)| format!("{}则剩 {count} 种", color(seen))).collect();
    format!("；请看贴纸 {}：{}", Facelet::of_index(size, question.sticker), answers.join("，"))
}

fn refusal(unexpected: &Unexpected) -> String {
    let Unexpected { found, column, expected } = unexpected;
    let expected = match expected {
        Expected::StickerOrWord => {
            format!("应为 {COLORS} 或 ?，或形如 `F2=g` 的更正，或“帮助”中列出的词")
        }
        Expected::Sticker => format!("应为 {COLORS} 或 ?"),
        Expected::StickerOrOpen => format!("应为 {COLORS}，? 表示不知道，. 表示尚未输入"),
        Expected::Place => "应为贴纸的位置，如 F2、0,1 或 cube[0][1]".into(),
        Expected::Face => "应为一个面：前、右、后、左、上或下".into(),
        Expected::FaceNumber => "应为 0 到 5 的面：0 前，1 右，2 后，3 左，4 上，5 下".into(),
        Expected::CellNumber(most) => format!("应为 0 到 {most} 的贴纸号"),
        Expected::StickerNumber(most) => format!("应为 1 到 {most} 的贴纸号"),
        Expected::Character(character) => format!("应为 `{character}`"),
    };
    match found {
        Some(found) => format!("第 {column} 列的 `{found}`：{expected}；没有采用"),
        None => format!("第 {column} 列没有内容：{expected}；没有采用"),
    }
}

fn flaws(impossible: &Impossible) -> String {
    let Impossible { illegal, repair } = impossible;
    let size = illegal.size;
    let mut lines = vec!["不存在这样的魔方：".to_owned()];
    lines.extend(illegal.flaws.iter().map(|one| format!("  {}", flaw(one, size))));
    let pieces: Vec<String> = repair.pieces.iter().map(piece_change).collect();
    let pieces = if pieces.is_empty() { String::new() } else { format!("（{}）", pieces.join("，")) };
    lines.push(format!("最小的修改，输入“修复”即可采用{pieces}："));
    for change in repair.changes.iter().take(MOST_CHANGES) {
        let place = place(change.sticker, size);
        lines.push(format!("  {place}：{} → {}", color(change.from), color(change.to)));
    }
    if repair.changes.len() > MOST_CHANGES {
        lines.push(format!("  ……另有 {} 处", repair.changes.len() - MOST_CHANGES));
    }
    if repair.alternatives > 1 {
        lines.push(format!("同样小的修改共有 {} 种，这是其中之一", repair.alternatives));
    }
    lines.join("\n")
}

fn flaw(flaw: &Flaw, size: Size) -> String {
    match flaw {
        Flaw::ColorCount { color: which, found, expected } => {
            format!("{}色的贴纸有 {found} 个，应为 {expected} 个", color(*which))
        }
        Flaw::DoubledCentre { color: which, faces } => {
            let faces: Vec<&str> = faces.iter().map(|&face| name(face)).collect();
            format!("{}面的中心都是{}色", faces.join("、"), color(*which))
        }
        Flaw::Centres => "各面中心的颜色与这种魔方的配色不符".into(),
        Flaw::ImpossibleCorner { place, colors } => format!(
            "没有 {} 的角块：贴纸 {}（位置 {place}）{}",
            seen(colors),
            stickers(&place.facelets(size), size),
            corner_reason(colors)
        ),
        Flaw::ImpossibleEdge { place, colors } => format!(
            "没有 {} 的棱块：贴纸 {}（位置 {place}），{}",
            seen(colors),
            stickers(&place.facelets(), size),
            if colors[0] == colors[1] { "同一颜色出现两次" } else { "颜色相对" }
        ),
        Flaw::DoubledCorner { colors, places } => {
            let places: Vec<String> = places.iter().map(Corner::to_string).collect();
            format!("角块 {} 出现了 {} 次：在 {}", piece(colors), places.len(), places.join("、"))
        }
        Flaw::DoubledEdge { colors, places } => {
            let places: Vec<String> = places.iter().map(Edge::to_string).collect();
            format!("棱块 {} 出现了 {} 次：在 {}", piece(colors), places.len(), places.join("、"))
        }
        Flaw::MissingCorner { colors } => format!("缺少角块 {}", piece(colors)),
        Flaw::MissingEdge { colors } => format!("缺少棱块 {}", piece(colors)),
        Flaw::Flip => "有一个棱块翻转了：翻转的棱块总数必须是偶数".into(),
        Flaw::Twist { thirds } => format!(
            "有一个角块扭转了：所有角块合计{}多转了三分之一圈",
            if *thirds == 1 { "顺时针" } else { "逆时针" }
        ),
        Flaw::Parity => "有两块互换了：角块与棱块的奇偶性不同".into(),
        Flaw::NoCompletion => "未知的贴纸无论是什么颜色，都不是合法的魔方".into(),
    }
}

fn corner_reason(colors: &[Option<Color>; 3]) -> &'static str {
    let known: Vec<Color> = colors.iter().flatten().copied().collect();
    let has_pair = |is_such: fn(Color, Color) -> bool| {
        known.iter().enumerate().any(|(i, &a)| known[i + 1..].iter().any(|&b| is_such(a, b)))
    };
    if has_pair(|a, b| a == b) {
        "，同一颜色出现两次"
    } else if has_pair(|a, b| a.home().opposite() == b.home()) {
        "，颜色相对"
    } else {
        "，是某个角块的镜像"
    }
}

fn piece_change(change: &PieceChange) -> String {
    match change {
        PieceChange::TwistClockwise(place) => format!("把 {place} 处的角块顺时针扭转"),
        PieceChange::TwistCounterclockwise(place) => format!("把 {place} 处的角块逆时针扭转"),
        PieceChange::Flip(place) => format!("把 {place} 处的棱块翻转"),
        PieceChange::SwapCorners(a, b) => format!("互换 {a} 与 {b} 处的角块"),
        PieceChange::SwapEdges(a, b) => format!("互换 {a} 与 {b} 处的棱块"),
    }
}

fn piece(colors: &[Color]) -> String {
    colors.iter().map(|&one| color(one)).collect()
}

fn seen(colors: &[Option<Color>]) -> String {
    colors.iter().map(|one| one.map_or("?", color)).collect()
}

fn stickers(indices: &[usize], size: Size) -> String {
    let names: Vec<String> =
        indices.iter().map(|&index| Facelet::of_index(size, index).to_string()).collect();
    names.join(" ")
}
