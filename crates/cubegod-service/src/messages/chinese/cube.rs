//! Colours, flaws and repairs.

use cubegod::alphabet::{Alphabet, Letters};
use cubegod::cube::Flaw;
use cubegod::geometry::Facelet;
use cubegod::view::PieceChange;
use cubegod::{Color, IllegalCube, Size};
use cubegod_teach::Language;

/// Returns the name of a colour: in words where the cube is written in colour letters, else its character.
pub(in crate::messages) fn color_name(alphabet: &Alphabet, color: Color) -> String {
    match alphabet.letters() {
        Letters::Colors => Language::Chinese.color_name(color).to_owned(),
        Letters::Faces | Letters::Own => alphabet.name(color),
    }
}

pub(super) fn illegal(illegal: &IllegalCube, name: &dyn Fn(Color) -> String) -> String {
    let flaws = illegal.flaws.iter().map(|one| flaw(one, illegal.size, name));
    format!("不是合法的魔方：{}", flaws.collect::<Vec<_>>().join("；"))
}

pub(in crate::messages) fn flaw(flaw: &Flaw, size: Size, name: &dyn Fn(Color) -> String) -> String {
    // Letters could be those of a place.
    let has_letters = Color::ALL.iter().any(|&color| name(color).contains(|part: char| part.is_ascii()));
    let separator = if has_letters { "-" } else { "" };
    let piece =
        |colors: &[Color]| colors.iter().map(|&color| name(color)).collect::<Vec<_>>().join(separator);
    let seen = |colors: &[Option<Color>]| {
        let names = colors.iter().map(|color| color.map_or("?".to_owned(), name));
        names.collect::<Vec<_>>().join(separator)
    };
    let at = |stickers: &[usize]| {
        let names = stickers.iter().map(|&sticker| Facelet::of_index(size, sticker).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    match flaw {
        Flaw::ColorCount { color, found, expected } => {
            format!("有 {found} 张贴纸的颜色是 {}，应为 {expected} 张", name(*color))
        }
        Flaw::DoubledCentre { color, faces } => {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            format!("{} 的中心块颜色都是 {}", faces.join(" "), name(*color))
        }
        Flaw::Centres => "各中心块的位置与这个魔方的配色不符".into(),
        Flaw::ImpossibleCorner { place, colors } => format!(
            "不存在“{}”角块，{}：贴纸 {}（位置 {place}）",
            seen(colors),
            corner_reason(colors),
            at(&place.facelets(size))
        ),
        Flaw::ImpossibleEdge { place, colors } => format!(
            "不存在“{}”棱块，{}：贴纸 {}（位置 {place}）",
            seen(colors),
            if colors[0] == colors[1] { SAME_COLOR } else { OPPOSITE_COLORS },
            at(&place.facelets())
        ),
        Flaw::DoubledCorner { colors, places } => {
            let names: Vec<String> = places.iter().map(ToString::to_string).collect();
            format!("角块“{}”出现了 {} 次：位于 {}", piece(colors), places.len(), names.join("、"))
        }
        Flaw::DoubledEdge { colors, places } => {
            let names: Vec<String> = places.iter().map(ToString::to_string).collect();
            format!("棱块“{}”出现了 {} 次：位于 {}", piece(colors), places.len(), names.join("、"))
        }
        Flaw::MissingCorner { colors } => format!("缺少角块“{}”", piece(colors)),
        Flaw::MissingEdge { colors } => format!("缺少棱块“{}”", piece(colors)),
        Flaw::Flip => "有一个棱块翻转了：翻转的棱块总数必须是偶数".into(),
        Flaw::Twist { thirds: 1 } => "有一个角块扭转了：所有角块合计多顺时针扭转了三分之一圈".into(),
        Flaw::Twist { .. } => "有一个角块扭转了：所有角块合计多逆时针扭转了三分之一圈".into(),
        Flaw::Parity => "有两个块互换了：角块与棱块的排列奇偶性不一致".into(),
        Flaw::NoCompletion => "无论未知贴纸是什么颜色，都拼不成合法的魔方".into(),
    }
}

const SAME_COLOR: &str = "因为同一颜色出现了两次";
const OPPOSITE_COLORS: &str = "因为它含有相对面的颜色";

fn corner_reason(colors: &[Option<Color>; 3]) -> &'static str {
    let pairs = [(colors[0], colors[1]), (colors[1], colors[2]), (colors[0], colors[2])];
    let known = pairs.into_iter().filter_map(|(one, other)| Some((one?, other?)));
    let known: Vec<(Color, Color)> = known.collect();
    if known.iter().any(|(one, other)| one == other) {
        SAME_COLOR
    } else if known.iter().any(|(one, other)| one.home().opposite() == other.home()) {
        OPPOSITE_COLORS
    } else {
        "因为它是真实角块的镜像"
    }
}

pub(in crate::messages) fn piece_change(change: &PieceChange) -> String {
    match change {
        PieceChange::TwistClockwise(place) => format!("把 {place} 处的角块顺时针扭转"),
        PieceChange::TwistCounterclockwise(place) => format!("把 {place} 处的角块逆时针扭转"),
        PieceChange::Flip(place) => format!("把 {place} 处的棱块翻转"),
        PieceChange::SwapCorners(one, other) => format!("互换 {one} 与 {other} 处的角块"),
        PieceChange::SwapEdges(one, other) => format!("互换 {one} 与 {other} 处的棱块"),
    }
}
