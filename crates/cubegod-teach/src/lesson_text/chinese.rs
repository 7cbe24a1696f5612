//! Simplified Chinese.

use super::{Context, Labels, Translation, top, turns};
use crate::lesson::{Stage, Step, Subject};
use crate::methods::cfop::{Case, OrientCase, Shape};
use crate::methods::hold::Piece;
use crate::methods::three_step;
use crate::pieces::{PieceSet, Placement, faces};
use crate::practice::{Displacement, Effect, PathChange};
use crate::{
    Algorithm, Approach, ColorNames, Disturbance, Insertion, Method, Postcondition, Reason, TopLayerPattern,
    Variant,
};
use cubegod::geometry::Face;
use cubegod::moves::{Alg, Metric};

pub(super) struct Chinese;

const LABELS: Labels = Labels {
    before: "操作前",
    after: "操作后",
    result: "现在：",
    total: "合计",
    nothing_to_do: "这一阶段已经完成，无需操作。",
    solved_already: "魔方已经复原，无需操作。",
    summary: "各阶段步数",
    marks: "星号标出这一步要归位的块。",
    frames: "方框标出这一步要归位的块。",
    legend: "展开图：最上是顶面，中间一排依次是左面、前面、右面、后面，最下是底面。R、L、U、D、F、B 分别表示把右、左、顶、底、前、后层顺时针（正对该面看）转 90 度；R' 为逆时针，R2 为 180 度。x、y、z 表示整个魔方像 R、U、F 那样转动。",
    all_moves: "全部步骤（魔方保持开始时的朝向）：",
    start: "魔方",
};

impl Translation for Chinese {
    fn labels(&self) -> &'static Labels {
        &LABELS
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
            (Method::ThreeStep, 1) => format!("{last}色面"),
            (Method::ThreeStep, _) => "顶层角块归位".into(),
            (Method::Layers, 0) => format!("{first}色十字"),
            (Method::Layers, 1) => format!("{first}色角块"),
            (Method::Layers, 2) => "中层棱块".into(),
            (Method::Layers, 3) => format!("{last}色十字"),
            (Method::Layers, 4) => format!("{last}色棱块归位"),
            (Method::Layers, 5) => format!("{last}色角块到位"),
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
                "先把一个{first}色角块放到底层左前角作为基准，每一步做完它都在那里；再把另外三个{first}色角块放到它旁边，{first}色朝下，侧面颜色一致。只转顶、底、左、右四层。"
            ),
            (Method::ThreeStep, 1) => {
                format!("用一个公式调整顶层角块的朝向，使顶面全是{last}色，{first}色层保持不变。")
            }
            (Method::ThreeStep, _) => "交换顶层角块的位置，直到每一面都是同一种颜色。".into(),
            (Method::Layers, 0) => {
                format!("把四个{first}色棱块放到底面{first}色中心块周围，侧面颜色与相邻中心块一致。")
            }
            (Method::Layers, 1) => format!("把四个{first}色角块放到底层棱块之间，完成第一层。"),
            (Method::Layers, 2) => {
                format!("把四个不带{first}色和{last}色的棱块放进中层，完成前两层。")
            }
            (Method::Layers, 3) => format!("翻转顶层的四个棱块，使它们的{last}色都朝上。"),
            (Method::Layers, 4) => "交换这四个棱块的位置，使侧面颜色与中心块一致。".into(),
            (Method::Layers, 5) => {
                "交换顶层四个角块的位置，使每个角块都在自己的位置上，朝向可以不对。".into()
            }
            (Method::Layers, _) => "原地调整顶层角块的朝向，复原魔方。".into(),
            (Method::Cfop, 0) => format!(
                "用最少的步数把四个{first}色棱块放到底面{first}色中心块周围。动手前先想好四个棱块的解法。"
            ),
            (Method::Cfop, 1) => {
                format!("把每个{first}色角块和它上方的棱块配成一对，一起放入；四对完成前两层。")
            }
            (Method::Cfop, 2) => format!("用 57 个公式中的一个，使顶面全是{last}色。"),
            (Method::Cfop, _) => "用 21 个公式中的一个，使顶层各块全部归位。".into(),
        }
    }

    fn rotation(&self, rotation: &Alg, up: &str, front: &str) -> String {
        format!("转动整个魔方（{rotation}）：{up}色朝上，{front}色朝前。")
    }

    fn observation(&self, context: &Context<'_>, step: &Step) -> String {
        let placements =
            |subjects: &[Subject]| subjects.iter().map(|subject| placement_text(context, subject)).collect();
        match &step.reason {
            Reason::Pair { .. } => placements(&step.subjects[..step.subjects.len().min(2)]),
            Reason::Anchor | Reason::Insert { .. } | Reason::WithCorner { .. } | Reason::TakeOut { .. } => {
                placements(&step.subjects)
            }
            Reason::TurnTop { is_all: true } => "顶层各块顺序正确，只是没有与下方各层对齐。".into(),
            Reason::TurnTop { is_all: false } => "顶层棱块顺序正确，只是没有与中心块对齐。".into(),
            Reason::Algorithm { pattern, adjust, correct, .. } => {
                let adjust = adjust.map(|turns| format!("先用 {} 调整顶层。", top(turns)));
                let sentences = [
                    Some(pattern_text(context, *pattern)),
                    adjust,
                    solved_places_text(context, *pattern, *correct),
                ];
                sentences.into_iter().flatten().collect()
            }
        }
    }

    fn explanation(&self, context: &Context<'_>, step: &Step) -> String {
        let first = context.first();
        match &step.reason {
            Reason::Anchor => {
                format!("任选一个{first}色贴纸作为起点，把它转到底面左前方，围绕它拼{first}色层。")
            }
            Reason::Insert { approach } => insertion_text(step, *approach) + &disturbances(step),
            Reason::Pair { joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match (join.is_empty(), rest.is_empty()) {
                    (true, _) => format!("它们已经配成一对，{rest} 把它们放入。"),
                    (_, true) => "它们在目标位置会合。".into(),
                    _ => format!("{join} 把它们配成一对，{rest} 把它们放入。"),
                };
                let others: Vec<String> =
                    step.subjects.iter().skip(2).map(|subject| piece(context, subject.piece)).collect();
                let others = match others.is_empty() {
                    true => String::new(),
                    false => format!("{}也一起归位。", others.join("、")),
                };
                begin + &disturbances(step) + &others
            }
            Reason::WithCorner { corner, joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match rest.is_empty() {
                    true => "这几步使它归位。".into(),
                    false => format!(
                        "{join} 取出{}，与这个棱块配成一对；{rest} 把两块一起放入。",
                        piece(context, *corner)
                    ),
                };
                begin + &disturbances(step)
            }
            Reason::TakeOut { is_misoriented } => {
                let begin = if *is_misoriented {
                    "它在自己的位置上，但朝向不对：先取出，再正确放入。"
                } else {
                    "它占着别的块的位置：先把它取出。"
                };
                begin.to_owned() + &disturbances(step)
            }
            Reason::TurnTop { is_all: true } => "转动顶层，全部归位。".into(),
            Reason::TurnTop { is_all: false } => "转动顶层，四个棱块归位。".into(),
            Reason::Algorithm { algorithm, finish, .. } => {
                let effect = algorithm_text(context, *algorithm);
                let finish = finish.map(|turns| format!("最后用 {} 使顶层对齐。", top(turns)));
                effect + &finish.unwrap_or_default()
            }
        }
    }

    fn result(&self, context: &Context<'_>, step: &Step) -> String {
        let (first, last) = (context.first(), context.last());
        let result: String = match step.postcondition {
            Postcondition::Anchored => {
                format!("它的{first}色贴纸在底面左前方，以后每一步做完都在那里。")
            }
            Postcondition::OnTop => "它在顶层，可以归位了。".into(),
            Postcondition::Home => {
                let count = if matches!(step.reason, Reason::Pair { .. }) { 2 } else { step.subjects.len() };
                step.subjects.iter().take(count).map(|subject| solved_text(context, subject)).collect()
            }
            Postcondition::CrossDone => format!("{first}色十字完成：每个棱块都与相邻中心块颜色一致。"),
            Postcondition::FirstLayerDone => {
                format!("{first}色层完成：底面全是{first}色，这一层的每个侧面各是一种颜色。")
            }
            Postcondition::TwoLayersDone => "前两层完成。".into(),
            Postcondition::OneMore => "下方各层不变。再做一次公式，这一阶段就完成了。".into(),
            Postcondition::LastEdgesUp => format!("顶面出现{last}色十字，下方各层不变。"),
            Postcondition::LastEdgesHome => format!("四个{last}色棱块都与相邻中心块颜色一致。"),
            Postcondition::LastCornersPlaced => "每个角块都在自己的位置上。".into(),
            Postcondition::TopOfOneColor => format!("顶面全是{last}色，下方各层不变。"),
            Postcondition::Solved => "每一面都是同一种颜色：魔方复原了。".into(),
        };
        let also: Vec<String> = step.also_solved.iter().map(|one| piece(context, one)).collect();
        if also.is_empty() { result } else { format!("{result}{}也已归位。", also.join("、")) }
    }

    fn piece(&self, context: &Context<'_>, piece: Piece) -> String {
        self::piece(context, piece)
    }

    fn already_solved(&self, context: &Context<'_>, pieces: PieceSet) -> String {
        let pieces: Vec<String> = pieces.iter().map(|one| piece(context, one)).collect();
        format!("已经归位：{}。", pieces.join("、"))
    }

    fn moves(&self, count: usize) -> String {
        format!("{count} 步")
    }

    fn with_note(&self, text: &str, note: &str) -> String {
        format!("{text}（{note}）")
    }

    fn before_merging(&self, unmerged: usize) -> String {
        format!("合并同一层的转动之前为 {unmerged} 步")
    }

    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        let metric = if metric == Metric::Htm { String::new() } else { format!("（{}）", metric.name()) };
        match is_shortest {
            true => format!("最短解法：{length} 步{metric}"),
            false => format!("计算机搜索到的短解法：{length} 步{metric}"),
        }
    }

    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
        move_effect_text(self, context, step, effect)
    }

    fn placements(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String {
        placements.iter().map(|&(piece, placement)| current_text(context, piece, placement)).collect()
    }
}

/// `白红绿角块`.
fn piece(context: &Context<'_>, piece: Piece) -> String {
    let kind = match piece {
        Piece::Corner(_) => "角块",
        Piece::Edge(_) => "棱块",
    };
    let separator = if context.text.colors == ColorNames::Usual { "" } else { "-" };
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

fn placement_text(context: &Context<'_>, subject: &Subject) -> String {
    let placement = context.as_held(subject.before);
    let cell = context.cell(subject).map(|cell| format!("（{cell}）")).unwrap_or_default();
    format!(
        "{}在{}，{}色{}{cell}。",
        piece(context, subject.piece),
        place(placement.place),
        context.first_color(subject.piece),
        facing(placement.facing)
    )
}

fn solved_text(context: &Context<'_>, subject: &Subject) -> String {
    let lies: Vec<String> = faces(&subject.piece)
        .iter()
        .map(|&face| format!("{}色{}", context.face_color(face), facing(context.hold.face(face))))
        .collect();
    format!("{}归位：{}。", piece(context, subject.piece), lies.join("，"))
}

fn insertion_text(step: &Step, approach: Approach) -> String {
    let (turns, count) = (|range| turns(step, range), step.moves().len());
    let explained = approach.over.unwrap_or(0);
    let over = match approach.over {
        Some(0) => "它在目标位置正上方。".to_owned(),
        Some(_) => format!("{} 把它转到目标位置正上方。", turns(0..explained)),
        None => String::new(),
    };
    let rest = match approach.insertion {
        Some(insertion) if explained + 3 <= count => {
            let prepared = match explained + 3 < count {
                true => format!("{} 做准备。", turns(explained..count - 3)),
                false => String::new(),
            };
            let [open, bring, close] = [3, 2, 1].map(|left| turns(count - left..count - left + 1));
            prepared
                + &match insertion {
                    Insertion::SideLayer => {
                        format!("{open} 把目标位置转到顶层，{bring} 把它放入，{close} 一起转回。")
                    }
                    Insertion::BottomLayer => {
                        format!("{open} 把目标位置转到它那里，{bring} 把它放入，{close} 转回底层。")
                    }
                }
        }
        _ if approach.over.is_some() => format!("{} 把它放入。", turns(explained..count)),
        _ if count == 1 => "一步归位。".into(),
        _ if step.subjects.len() > 1 => "这几步使它们一起归位。".into(),
        _ => "这几步使它归位。".into(),
    };
    over + &rest
}

fn disturbances(step: &Step) -> String {
    let moves = step.moves();
    let turn = |number: usize| moves.moves().get(number).map(|one| one.to_string()).unwrap_or_default();
    let disturbance = |disturbance: &Disturbance| {
        format!(
            "第 {} 步 {} 会暂时带走 {} 个已归位的块，第 {} 步 {} 之后复位。",
            disturbance.leaves_at + 1,
            turn(disturbance.leaves_at),
            disturbance.pieces.len(),
            disturbance.restored_at + 1,
            turn(disturbance.restored_at)
        )
    };
    match step.disturbances.as_slice() {
        _ if step.finished.is_empty() => String::new(),
        [] => "已归位的块都不动。".into(),
        disturbances => disturbances.iter().map(disturbance).collect(),
    }
}

fn pattern_text(context: &Context<'_>, pattern: TopLayerPattern) -> String {
    let last = context.last();
    let corners = |count: usize| match count {
        0 => format!("顶层没有角块{last}色朝上。"),
        4 => format!("顶层四个角块都是{last}色朝上。"),
        _ => format!("顶层有{}个角块{last}色朝上。", number(count)),
    };
    let edges = |shape: Shape| match shape {
        Shape::Dot => format!("顶层没有棱块{last}色朝上，只有中心一点。"),
        Shape::Line => format!("顶层有两个相对的棱块{last}色朝上，成一字。"),
        Shape::Angle => format!("顶层有两个相邻的棱块{last}色朝上，成拐角。"),
        Shape::Cross => format!("顶层四个棱块都是{last}色朝上，成十字。"),
    };
    match pattern {
        TopLayerPattern::CornersUp(count) => corners(count),
        TopLayerPattern::EdgesUp(shape) => edges(shape),
        TopLayerPattern::Up(shape, count) => edges(shape) + &corners(count),
        TopLayerPattern::EdgesPlaced(count, None) => {
            format!("顶层有{}个棱块与中心块颜色一致。", number(count))
        }
        TopLayerPattern::EdgesPlaced(count, Some(turns)) => {
            format!("转 {} 后，顶层有{}个棱块与中心块颜色一致，这是最多的。", top(turns), number(count))
        }
        TopLayerPattern::CornersPlaced(0) => "顶层没有角块在自己的位置上。".into(),
        TopLayerPattern::CornersPlaced(count) => format!("顶层有{}个角块在自己的位置上。", number(count)),
        TopLayerPattern::CornersTurned(0) => "顶层没有朝向正确的角块。".into(),
        TopLayerPattern::CornersTurned(count) => format!("顶层有{}个角块朝向正确。", number(count)),
        TopLayerPattern::SwapBeside => format!("顶面已全是{last}色，需要交换两个相邻的角块。"),
        TopLayerPattern::SwapAcross => format!("顶面已全是{last}色，需要交换两个对角的角块。"),
        TopLayerPattern::Permutation => format!("顶面已全是{last}色，但还有块没有归位。"),
    }
}

fn number(count: usize) -> &'static str {
    ["零", "一", "两", "三", "四"].get(count).copied().unwrap_or("几")
}

fn solved_places_text(context: &Context<'_>, pattern: TopLayerPattern, correct: PieceSet) -> Option<String> {
    let places: Vec<String> = context
        .places_as_held(correct)
        .into_iter()
        .map(|one| horizontal(one) + if matches!(one, Piece::Corner(_)) { "角" } else { "侧" })
        .collect();
    let places = places.join("、");
    match pattern {
        _ if correct.is_empty() => None,
        TopLayerPattern::Up(..) => Some(format!("{}色朝上的块在{places}。", context.last())),
        TopLayerPattern::SwapBeside | TopLayerPattern::SwapAcross => {
            Some(format!("{places}的两块顺序正确，另外两块相反。"))
        }
        TopLayerPattern::Permutation => Some(format!("{places}的块已经归位。")),
        _ if correct.len() == 1 => Some(format!("它在{places}。")),
        _ => Some(format!("它们在{places}。")),
    }
}

fn variant_text(variant: Variant) -> &'static str {
    match (variant.is_mirrored, variant.is_backwards) {
        (false, false) => "",
        (true, false) => "（镜像）",
        (false, true) => "（逆序）",
        (true, true) => "（镜像并逆序）",
    }
}

/// Names an algorithm, with its variant.
fn algorithm_name(name: &str, algorithm: Algorithm) -> String {
    match (variant_text(algorithm.variant()), algorithm.plain()) {
        ("", _) | (_, None) => name.to_owned(),
        (variant, Some(plain)) => format!("{name} {plain}{variant}"),
    }
}

fn algorithm_text(context: &Context<'_>, algorithm: Algorithm) -> String {
    let (first, last) = (context.first(), context.last());
    match algorithm {
        Algorithm::Pocket(name, _) => match name {
            three_step::Algorithm::Sune => {
                format!(
                    "{}调整另外三个角块的朝向，使{last}色朝上，{first}色层最后恢复。",
                    algorithm_name("小鱼公式", algorithm)
                )
            }
            three_step::Algorithm::TwoPairs | three_step::Algorithm::Headlights => {
                format!(
                    "{}调整另外两个角块的朝向，使{last}色朝上，{first}色层最后恢复。",
                    algorithm_name("公式", algorithm)
                )
            }
            three_step::Algorithm::FourAlike | three_step::Algorithm::FourUnlike => {
                let sides = if name == three_step::Algorithm::FourAlike { "两" } else { "三" };
                format!(
                    "{}用于四个角块的{last}色分布在{sides}个侧面的情况：调整全部四个角块的朝向，{first}色层最后恢复。",
                    algorithm_name("公式", algorithm)
                )
            }
            three_step::Algorithm::SwapBeside | three_step::Algorithm::SwapAcross => {
                format!("{}交换这两块，{first}色层最后恢复。", algorithm_name("公式", algorithm))
            }
        },
        Algorithm::EdgesUp(_) => {
            format!("{}翻转顶层的棱块，前两层最后恢复。", algorithm_name("公式", algorithm))
        }
        Algorithm::Sune(_) => {
            format!("{}轮换三个棱块，第四个不动，{last}色仍然朝上。", algorithm_name("小鱼公式", algorithm))
        }
        Algorithm::Niklas(_) => {
            format!("{}轮换三个角块，第四个不动，棱块也不动。", algorithm_name("公式", algorithm))
        }
        Algorithm::TwoSunes(_) => {
            format!(
                "{}原地调整两个角块的朝向，其余各块最后恢复。",
                algorithm_name("小鱼公式加镜像", algorithm)
            )
        }
        Algorithm::Case(Case::Orient(case)) => {
            format!(
                "这是 OLL {}（{}）。公式使顶层所有块{last}色朝上，前两层最后恢复。",
                case.number(),
                oll_name(case)
            )
        }
        Algorithm::Case(Case::Permute(case)) => {
            let (corners, edges) = case.cycles();
            let cycles = |lengths: Vec<usize>, name: &str| match lengths.as_slice() {
                [] => None,
                [2] => Some(format!("交换两个{name}")),
                [2, ..] => Some(format!("交换两对{name}")),
                _ => Some(format!("轮换三个{name}")),
            };
            let corners = cycles(corners.iter().map(|cycle| cycle.len()).collect(), "角块");
            let edges = cycles(edges.iter().map(|cycle| cycle.len()).collect(), "棱块");
            let parts: Vec<String> = corners.into_iter().chain(edges).collect();
            format!("这是 PLL {case}。公式{}。", parts.join("，并"))
        }
    }
}

/// Describes the effect of a practice move.
fn move_effect_text(translation: &Chinese, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
    let mut text = match effect.path_change {
        PathChange::Next => "正确：这就是下一步。",
        PathChange::Equivalent => "与讲解的转法不同，但结果一样。",
        PathChange::Back => "退回到本步骤先前的状态。",
        PathChange::Returned => "回到讲解的路线。",
        PathChange::Left => "与讲解不同，已偏离路线。",
        PathChange::StillOff => "仍偏离路线。",
    }
    .to_owned();
    text.extend(effect.moved.iter().map(|one| displacement(context, one)));
    if effect.moved.is_empty() && !step.subjects.is_empty() {
        text += "本步骤的目标块没有动。";
    }
    if !effect.moved_out.is_empty() {
        text += &format!("{} 个已归位的块离开原位。", effect.moved_out.len());
    }
    match (effect.put_back.len(), effect.out_of_place.len()) {
        (0, _) => {}
        (_, 0) => text += "已归位的块全部复位。",
        (back, away) => text += &format!("{back} 个已归位的块复位，还有 {away} 个不在原位。"),
    }
    if effect.reports_postcondition(step.postcondition) {
        text += &translation.result(context, step);
    } else if effect.is_solved {
        text += "每一面都是同一种颜色：魔方复原了。";
    }
    text
}

fn displacement(context: &Context<'_>, displacement: &Displacement) -> String {
    let (from, to) = (place(displacement.from.place), place(displacement.to.place));
    let piece_name = piece(context, displacement.piece);
    let faces = format!("{}色{}", context.first_color(displacement.piece), facing(displacement.to.facing));
    match from == to {
        true => format!("{piece_name}原地翻转，{faces}。"),
        false => format!("{piece_name}从{from}转到{to}，{faces}。"),
    }
}

/// Describes the current placement of a piece.
fn current_text(context: &Context<'_>, which: Piece, placement: Placement) -> String {
    let faces = format!("{}色{}", context.first_color(which), facing(placement.facing));
    format!("{}现在位于{}，{faces}。", piece(context, which), place(placement.place))
}

/// Returns the Chinese name of an OLL case, or the letter that names its shape.
fn oll_name(case: OrientCase) -> &'static str {
    match case.name() {
        "Dot" => "点",
        "Square" => "方块",
        "Small Lightning Bolt" => "小闪电",
        "Big Lightning Bolt" => "大闪电",
        "Fish" => "鱼",
        "Knight Move" => "马步",
        "Headlights" => "车灯",
        "Chameleon" => "变色龙",
        "Bowtie" => "蝴蝶结",
        "Antisune" => "反小鱼",
        "Sune" => "小鱼",
        "Stealth" => "隐形飞机",
        "Mummy" => "木乃伊",
        "Awkward" => "异形",
        "Small L" => "小 L",
        other => other,
    }
}
