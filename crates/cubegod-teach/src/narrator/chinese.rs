//! Chinese, in simplified characters.

use super::{Context, Labels, Translation, top, turns};
use crate::lesson::{Stage, Step, Subject};
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use crate::methods::three_step;
use crate::pieces::{PieceSet, Placement, faces};
use crate::practice::{Displacement, Effect, PathChange};
use crate::{
    Algorithm, Approach, ColorNames, Disturbance, Insertion, Method, Postcondition, Reason, Seen, Variant,
};
use cubegod::color::Color;
use cubegod::geometry::Face;
use cubegod::moves::{Alg, Metric};

pub(super) struct Chinese;

const LABELS: Labels = Labels {
    before: "操作前",
    after: "操作后",
    now: "现在：",
    total: "合计",
    nothing_to_do: "这一步已经完成，不用做任何操作。",
    solved_already: "魔方已经复原，不用做任何操作。",
    summary: "各阶段步数",
    marks: "星号标出这一步所处理的块的贴纸。",
    frames: "方框标出这一步所处理的块的贴纸。",
    legend: "展开图：顶面在前面的上方，底面在下方，中间一排依次是左、前、右、后面。R、L、U、D、F、B 表示把右、左、顶、底、前、后层按从该面看去的顺时针方向转 90 度；R' 表示逆时针，R2 表示转 180 度。x、y、z 表示像 R、U、F 那样转动整个魔方。",
    in_one_go: "全部步骤（按开始时的拿法）：",
    start: "魔方",
};

impl Translation for Chinese {
    fn labels(&self) -> &'static Labels {
        &LABELS
    }

    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "白",
            Color::Red => "红",
            Color::Green => "绿",
            Color::Yellow => "黄",
            Color::Orange => "橙",
            Color::Blue => "蓝",
        }
    }

    fn title(&self, method: Method) -> String {
        match method {
            Method::ThreeStep => "二阶魔方三步法",
            Method::Layers => "三阶魔方层先法",
            Method::Cfop => "三阶魔方 CFOP 解法",
        }
        .into()
    }

    fn stage(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!("拼好{first}色层"),
            (Method::ThreeStep, 1) => format!("{last}色全部朝上"),
            (Method::ThreeStep, _) => "调整顶层位置".into(),
            (Method::Layers, 0) => format!("{first}色十字"),
            (Method::Layers, 1) => format!("{first}色角块"),
            (Method::Layers, 2) => "中层棱块".into(),
            (Method::Layers, 3) => format!("{last}色十字"),
            (Method::Layers, 4) => format!("{last}色棱块归位"),
            (Method::Layers, 5) => format!("{last}色角块就位"),
            (Method::Layers, _) => format!("{last}色角块翻正"),
            (Method::Cfop, 0) => format!("{first}色十字"),
            (Method::Cfop, 1) => "前两层（F2L）".into(),
            (Method::Cfop, 2) => "顶层朝向（OLL）".into(),
            (Method::Cfop, _) => "顶层位置（PLL）".into(),
        }
    }

    fn purpose(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!(
                "先把一个{first}色角块放到底层左前角作为基准，每一步做完它都在那里；再把另外三个{first}色角块放到它旁边，{first}色朝下，侧面颜色一致。只转上、下、左、右四层。"
            ),
            (Method::ThreeStep, 1) => {
                format!("用一个公式调整顶层角块的朝向，使顶面全部变成{last}色，{first}色层保持不变。")
            }
            (Method::ThreeStep, _) => "交换顶层角块的位置，直到每一面都是同一种颜色。".into(),
            (Method::Layers, 0) => {
                format!("把四个{first}色棱块放到底面{first}色中心的周围，侧面颜色要与相邻的中心块一致。")
            }
            (Method::Layers, 1) => format!("把四个{first}色角块放到底层棱块之间，第一层就完成了。"),
            (Method::Layers, 2) => {
                format!("把四个既不带{first}色也不带{last}色的棱块放进中层，前两层就完成了。")
            }
            (Method::Layers, 3) => format!("翻转顶层的四个棱块，使它们的{last}色都朝上。"),
            (Method::Layers, 4) => "交换这四个棱块的位置，使侧面颜色与中心块一致。".into(),
            (Method::Layers, 5) => {
                "交换顶层四个角块的位置，使每个角块都在自己的位置上，朝向可以不对。".into()
            }
            (Method::Layers, _) => "在原位调整顶层角块的朝向，魔方复原。".into(),
            (Method::Cfop, 0) => format!(
                "用最少的步数把四个{first}色棱块放到底面{first}色中心的周围。动手之前先看清四个棱块。"
            ),
            (Method::Cfop, 1) => {
                format!("把每个{first}色角块和它上面的棱块配成一对，一起放进去；做四次，前两层就完成了。")
            }
            (Method::Cfop, 2) => format!("用 57 个公式中的一个，使顶面全部变成{last}色。"),
            (Method::Cfop, _) => "用 21 个公式中的一个，使顶层各块全部归位。".into(),
        }
    }

    fn grip(&self, rotation: &Alg, up: &str, front: &str) -> String {
        format!("转动整个魔方（{rotation}）：{up}色朝上，{front}色朝前。")
    }

    fn seen(&self, context: &Context<'_>, step: &Step) -> String {
        let sit = |subjects: &[Subject]| subjects.iter().map(|subject| sits(context, subject)).collect();
        match &step.reason {
            Reason::Pair { .. } => sit(&step.about[..step.about.len().min(2)]),
            Reason::Anchor | Reason::Insert { .. } | Reason::WithCorner { .. } | Reason::TakeOut { .. } => {
                sit(&step.about)
            }
            Reason::TurnTop { is_all: true } => "顶层各块的顺序已经正确，只是与下面的层错开了。".into(),
            Reason::TurnTop { is_all: false } => "顶层棱块的顺序已经正确，只是与中心块错开了。".into(),
            Reason::Algorithm { seen, adjust, right, .. } => {
                let adjust = adjust.map(|turns| format!("先转 {}。", top(turns)));
                let sentences =
                    [Some(what_is_seen(context, *seen)), adjust, where_right(context, *seen, *right)];
                sentences.into_iter().flatten().collect()
            }
        }
    }

    fn why(&self, context: &Context<'_>, step: &Step) -> String {
        let first = context.first();
        match &step.reason {
            Reason::Anchor => {
                format!("任何一个{first}色贴纸都可以作为起点。把它转到底面左前方，{first}色层就围绕它来拼。")
            }
            Reason::Insert { approach } => how_it_goes_home(step, *approach) + &disturbances(step),
            Reason::Pair { joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match (join.is_empty(), rest.is_empty()) {
                    (true, _) => format!("它们已经配成一对，{rest} 把这一对放进去。"),
                    (_, true) => "它们在目标位置会合。".into(),
                    _ => format!("{join} 把它们配成一对；{rest} 把这一对放进去。"),
                };
                let luck: Vec<String> =
                    step.about.iter().skip(2).map(|subject| piece(context, subject.piece)).collect();
                let luck = match luck.is_empty() {
                    true => String::new(),
                    false => format!("{}碰巧也一起归位。", luck.join("、")),
                };
                begin + &disturbances(step) + &luck
            }
            Reason::WithCorner { corner, joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match rest.is_empty() {
                    true => "这些转动把它送到目标位置。".into(),
                    false => format!(
                        "{join} 把{}取出来，与这个棱块配成一对；{rest} 把两块一起放进去。",
                        piece(context, *corner)
                    ),
                };
                begin + &disturbances(step)
            }
            Reason::TakeOut { is_turned_at_home } => {
                let begin = if *is_turned_at_home {
                    "它在自己的位置上，但是朝向不对：要先取出来，再正确地放进去。"
                } else {
                    "它占着别的块的位置：要先取出来，才能放到自己的位置。"
                };
                begin.to_owned() + &disturbances(step)
            }
            Reason::TurnTop { is_all: true } => "转一下顶层，全部归位。".into(),
            Reason::TurnTop { is_all: false } => "转一下顶层，四个棱块归位。".into(),
            Reason::Algorithm { algorithm, finish, .. } => {
                let what = what_it_does(context, *algorithm);
                let finish = finish.map(|turns| format!("最后转 {}，使顶层与下面对齐。", top(turns)));
                what + &finish.unwrap_or_default()
            }
        }
    }

    fn now(&self, context: &Context<'_>, step: &Step) -> String {
        let (first, last) = (context.first(), context.last());
        let now: String = match step.postcondition {
            Postcondition::Anchored => {
                format!("它的{first}色贴纸在底面左前方。以后每一步做完，它都会回到这里。")
            }
            Postcondition::OnTop => "它在顶层，可以放到自己的位置了。".into(),
            Postcondition::Home => {
                let told = if matches!(step.reason, Reason::Pair { .. }) { 2 } else { step.about.len() };
                step.about.iter().take(told).map(|subject| is_home(context, subject)).collect()
            }
            Postcondition::CrossDone => format!("{first}色十字完成：每个棱块都与相邻的中心块颜色一致。"),
            Postcondition::FirstLayerDone => {
                format!("{first}色层完成：底面全是{first}色，这一层的每个侧面各是一种颜色。")
            }
            Postcondition::TwoLayersDone => "前两层完成。".into(),
            Postcondition::OneMore => "下面的层保持不变。再做一次公式，这个阶段就完成了。".into(),
            Postcondition::LastEdgesUp => format!("顶面出现{last}色十字，下面的层保持不变。"),
            Postcondition::LastEdgesHome => format!("四个{last}色棱块都与相邻的中心块颜色一致。"),
            Postcondition::LastCornersPlaced => "每个角块都在自己的位置上。".into(),
            Postcondition::TopOfOneColor => format!("顶面全是{last}色，下面保持不变。"),
            Postcondition::Solved => "每一面都是同一种颜色：魔方复原了。".into(),
        };
        let also: Vec<String> = step.also.iter().map(|one| piece(context, one)).collect();
        if also.is_empty() { now } else { format!("{now}{}也已归位。", also.join("、")) }
    }

    fn piece(&self, context: &Context<'_>, piece: Piece) -> String {
        self::piece(context, piece)
    }

    fn home_already(&self, context: &Context<'_>, pieces: PieceSet) -> String {
        let pieces: Vec<String> = pieces.iter().map(|one| piece(context, one)).collect();
        format!("已经归位：{}。", pieces.join("、"))
    }

    fn moves(&self, count: usize) -> String {
        format!("{count} 步")
    }

    fn with_remark(&self, text: &str, remark: &str) -> String {
        format!("{text}（{remark}）")
    }

    fn saved(&self, apart: usize, fewer: usize) -> String {
        format!("分开数 {apart} 步，同一层的转动合并后少 {fewer} 步")
    }

    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        let metric = if metric == Metric::Htm { String::new() } else { format!("（{}）", metric.name()) };
        match is_shortest {
            true => format!("最短解法：{length} 步{metric}"),
            false => format!("计算机找到的较短解法：{length} 步{metric}"),
        }
    }

    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
        what_it_did(self, context, step, effect)
    }

    fn whereabouts(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String {
        placements.iter().map(|&(piece, placement)| is_now(context, piece, placement)).collect()
    }
}

/// `白红绿角块`.
fn piece(context: &Context<'_>, piece: Piece) -> String {
    let kind = match piece {
        Piece::Corner(_) => "角块",
        Piece::Edge(_) => "棱块",
    };
    let separator = if context.narrator.colors == ColorNames::Usual { "" } else { "-" };
    context.colors_of(piece).join(separator) + kind
}

/// `顶层右后角`, `中层左前侧`.
fn place(place: Piece) -> String {
    let has = |face: Face| faces(&place).contains(&face);
    let layer = match (has(Face::U), has(Face::D)) {
        (true, _) => "顶层",
        (_, true) => "底层",
        _ => "中层",
    };
    let kind = match place {
        Piece::Corner(_) => "角",
        Piece::Edge(_) => "侧",
    };
    format!("{layer}{}{kind}", horizontal(place))
}

/// `右后`.
fn horizontal(place: Piece) -> String {
    let order = [(Face::L, '左'), (Face::R, '右'), (Face::F, '前'), (Face::B, '后')];
    order.into_iter().filter(|(face, _)| faces(&place).contains(face)).map(|(_, word)| word).collect()
}

const fn facing(face: Face) -> &'static str {
    match face {
        Face::U => "朝上",
        Face::R => "朝右",
        Face::F => "朝前",
        Face::D => "朝下",
        Face::L => "朝左",
        Face::B => "朝后",
    }
}

fn sits(context: &Context<'_>, subject: &Subject) -> String {
    let placement = context.as_held(subject.before);
    let cell = context.cell(subject).map(|cell| format!("（{cell}）")).unwrap_or_default();
    format!(
        "{}在{}，{}色{}{cell}。",
        piece(context, subject.piece),
        place(placement.place),
        context.telling_color(subject.piece),
        facing(placement.facing)
    )
}

fn is_home(context: &Context<'_>, subject: &Subject) -> String {
    let lies: Vec<String> = faces(&subject.piece)
        .iter()
        .map(|&face| format!("{}色{}", context.face_color(face), facing(context.hold.face(face))))
        .collect();
    format!("{}归位：{}。", piece(context, subject.piece), lies.join("，"))
}

fn how_it_goes_home(step: &Step, approach: Approach) -> String {
    let (turns, count) = (|range| turns(step, range), step.moves().len());
    let told = approach.over.unwrap_or(0);
    let over = match approach.over {
        Some(0) => "它在目标位置的正上方。".to_owned(),
        Some(_) => format!("{} 把它转到目标位置的正上方。", turns(0..told)),
        None => String::new(),
    };
    let rest = match approach.insertion {
        Some(insertion) if told + 3 <= count => {
            let prepared = match told + 3 < count {
                true => format!("{} 做准备。", turns(told..count - 3)),
                false => String::new(),
            };
            let [open, bring, close] = [3, 2, 1].map(|left| turns(count - left..count - left + 1));
            prepared
                + &match insertion {
                    Insertion::SideLayer => {
                        format!("{open} 把目标位置转上来，{bring} 把它送进去，{close} 一起转回去。")
                    }
                    Insertion::BottomLayer => {
                        format!("{open} 把目标位置转到它这里，{bring} 把它放进去，{close} 把底层转回去。")
                    }
                }
        }
        _ if approach.over.is_some() => format!("{} 把它放进去。", turns(told..count)),
        _ if count == 1 => "转一下就归位。".into(),
        _ if step.about.len() > 1 => "这些转动把它们一起送到目标位置。".into(),
        _ => "这些转动把它送到目标位置。".into(),
    };
    over + &rest
}

fn disturbances(step: &Step) -> String {
    let moves = step.moves();
    let turn = |number: usize| moves.moves().get(number).map(|one| one.to_string()).unwrap_or_default();
    let disturbance = |disturbance: &Disturbance| {
        format!(
            "第 {} 个转动 {} 会带走 {} 个已完成的块，到第 {} 个转动 {} 之后全部回到原位。",
            disturbance.leaves_at + 1,
            turn(disturbance.leaves_at),
            disturbance.pieces.len(),
            disturbance.restored_at + 1,
            turn(disturbance.restored_at)
        )
    };
    match step.disturbances.as_slice() {
        _ if step.finished.is_empty() => String::new(),
        [] => "这期间已完成的块都不动。".into(),
        disturbances => disturbances.iter().map(disturbance).collect(),
    }
}

fn what_is_seen(context: &Context<'_>, seen: Seen) -> String {
    let last = context.last();
    let corners = |count: usize| match count {
        0 => format!("顶层没有角块的{last}色朝上。"),
        4 => format!("顶层四个角块的{last}色都朝上。"),
        _ => format!("顶层有{}个角块的{last}色朝上。", number(count)),
    };
    let edges = |shape: Shape| match shape {
        Shape::Dot => format!("顶层没有棱块的{last}色朝上，只有中心一点。"),
        Shape::Line => format!("顶层有两个相对的棱块{last}色朝上，成一字。"),
        Shape::Angle => format!("顶层有两个相邻的棱块{last}色朝上，成拐角。"),
        Shape::Cross => format!("顶层四个棱块的{last}色都朝上，成十字。"),
    };
    match seen {
        Seen::CornersUp(count) => corners(count),
        Seen::EdgesUp(shape) => edges(shape),
        Seen::Up(shape, count) => edges(shape) + &corners(count),
        Seen::EdgesPlaced(count, None) => format!("顶层有{}个棱块与中心块颜色一致。", number(count)),
        Seen::EdgesPlaced(count, Some(turns)) => {
            format!("转 {} 可以使顶层{}个棱块与中心块颜色一致，最多只能这样。", top(turns), number(count))
        }
        Seen::CornersPlaced(0) => "顶层没有角块在自己的位置上。".into(),
        Seen::CornersPlaced(count) => format!("顶层有{}个角块在自己的位置上。", number(count)),
        Seen::CornersTurned(0) => "顶层没有朝向正确的角块。".into(),
        Seen::CornersTurned(count) => format!("顶层有{}个角块朝向正确。", number(count)),
        Seen::SwapBeside => format!("顶面已全是{last}色，需要交换两个相邻的角块。"),
        Seen::SwapAcross => format!("顶面已全是{last}色，需要交换两个对角的角块。"),
        Seen::Permutation => format!("顶面已全是{last}色，但不是每一块都归位了。"),
    }
}

fn number(count: usize) -> &'static str {
    ["零", "一", "两", "三", "四"].get(count).copied().unwrap_or("几")
}

fn where_right(context: &Context<'_>, seen: Seen, right: PieceSet) -> Option<String> {
    let places: Vec<String> = context
        .places_as_held(right)
        .into_iter()
        .map(|one| horizontal(one) + if matches!(one, Piece::Corner(_)) { "角" } else { "侧" })
        .collect();
    let places = places.join("、");
    match seen {
        _ if right.is_empty() => None,
        Seen::Up(..) => Some(format!("朝上的{}色在{places}。", context.last())),
        Seen::SwapBeside | Seen::SwapAcross => Some(format!("{places}的两块彼此顺序正确，另外两块相反。")),
        Seen::Permutation => Some(format!("{places}的块已经归位。")),
        _ if right.len() == 1 => Some(format!("它在{places}。")),
        _ => Some(format!("它们在{places}。")),
    }
}

fn made(variant: Variant) -> &'static str {
    match (variant.is_mirrored, variant.is_backwards) {
        (false, false) => "",
        (true, false) => "（左右镜像）",
        (false, true) => "（逆序）",
        (true, true) => "（左右镜像并逆序）",
    }
}

/// An algorithm that is made in another way than it is variant.
fn called(name: &str, algorithm: Algorithm) -> String {
    match (made(algorithm.variant()), algorithm.plain()) {
        ("", _) | (_, None) => name.to_owned(),
        (made, Some(plain)) => format!("{name} {plain} 的变体{made}"),
    }
}

fn what_it_does(context: &Context<'_>, algorithm: Algorithm) -> String {
    let (first, last) = (context.first(), context.last());
    match algorithm {
        Algorithm::Pocket(name, _) => match name {
            three_step::Algorithm::Sune => {
                format!(
                    "{}调整另外三个角块的朝向，使{last}色朝上，{first}色层最后恢复。",
                    called("小鱼公式", algorithm)
                )
            }
            three_step::Algorithm::TwoPairs | three_step::Algorithm::Headlights => {
                format!(
                    "{}调整另外两个角块的朝向，使{last}色朝上，{first}色层最后恢复。",
                    called("公式", algorithm)
                )
            }
            three_step::Algorithm::FourAlike | three_step::Algorithm::FourUnlike => {
                let sides = if name == three_step::Algorithm::FourAlike { "两" } else { "三" };
                format!(
                    "{}用于四个角块的{last}色分布在{sides}个侧面的情况：调整全部四个角块的朝向，{first}色层最后恢复。",
                    called("公式", algorithm)
                )
            }
            three_step::Algorithm::SwapBeside | three_step::Algorithm::SwapAcross => {
                format!("{}交换这两块，{first}色层最后恢复。", called("公式", algorithm))
            }
        },
        Algorithm::EdgesUp(_) => format!("{}翻转顶层的棱块，前两层最后恢复。", called("公式", algorithm)),
        Algorithm::Sune(_) => {
            format!("{}轮换三个棱块，第四个不动；{last}色仍然朝上。", called("小鱼公式", algorithm))
        }
        Algorithm::Niklas(_) => {
            format!("{}轮换三个角块，第四个不动；棱块也不动。", called("公式", algorithm))
        }
        Algorithm::TwoSunes(_) => {
            format!("{}在原位调整两个角块的朝向，其余各块最后恢复。", called("小鱼公式加镜像", algorithm))
        }
        Algorithm::Case(Case::Orient(case)) => {
            format!(
                "这种情况（本表编号 {case}）有专门的公式：使所有{last}色没有朝上的块朝上，前两层最后恢复。"
            )
        }
        Algorithm::Case(Case::Permute(case)) => {
            let (corners, edges) = case.cycles();
            let cycles = |lengths: Vec<usize>, name: &str| match lengths.as_slice() {
                [] => None,
                [2] => Some(format!("交换两个{name}")),
                [2, ..] => Some(format!("两两交换四个{name}")),
                _ => Some(format!("轮换三个{name}")),
            };
            let corners = cycles(corners.iter().map(|cycle| cycle.len()).collect(), "角块");
            let edges = cycles(edges.iter().map(|cycle| cycle.len()).collect(), "棱块");
            let parts: Vec<String> = corners.into_iter().chain(edges).collect();
            format!("这是 {case} 置换：公式{}。", parts.join("，并"))
        }
    }
}

/// What a move did that somebody made.
fn what_it_did(translation: &Chinese, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
    let mut text = match effect.path_change {
        PathChange::Next => "正确：这就是下一步。",
        PathChange::Equivalent => "与教程的转法不同，但结果一样。",
        PathChange::Back => "退回到了这一步先前的状态。",
        PathChange::Returned => "回到了教程的路线上。",
        PathChange::Left => "这不是教程的转法，已离开路线。",
        PathChange::StillOff => "仍不在教程的路线上。",
    }
    .to_owned();
    text.extend(effect.moved.iter().map(|one| displacement(context, one)));
    if effect.moved.is_empty() && !step.about.is_empty() {
        text += "这一步的目标块没有动。";
    }
    if !effect.left.is_empty() {
        text += &format!("{} 个已完成的块离开了原位。", effect.left.len());
    }
    match (effect.back.len(), effect.away.len()) {
        (0, _) => {}
        (_, 0) => text += "已完成的块全部回到原位。",
        (back, away) => text += &format!("{back} 个已完成的块回到原位，还有 {away} 个不在原位。"),
    }
    if effect.reports_postcondition(step.postcondition) {
        text += &translation.now(context, step);
    } else if effect.is_solved {
        text += "六个面都只有一种颜色：魔方复原了。";
    }
    text
}

fn displacement(context: &Context<'_>, displacement: &Displacement) -> String {
    let (from, to) = (place(displacement.from.place), place(displacement.to.place));
    let piece_name = piece(context, displacement.piece);
    let faces = format!("{}色{}", context.telling_color(displacement.piece), facing(displacement.to.facing));
    match from == to {
        true => format!("{piece_name}在原处翻转，{faces}。"),
        false => format!("{piece_name}从{from}到了{to}，{faces}。"),
    }
}

/// Where a piece is now.
fn is_now(context: &Context<'_>, which: Piece, placement: Placement) -> String {
    let faces = format!("{}色{}", context.telling_color(which), facing(placement.facing));
    format!("{}现在在{}，{faces}。", piece(context, which), place(placement.place))
}
