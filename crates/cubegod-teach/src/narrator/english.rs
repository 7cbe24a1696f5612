//! English.

use super::{Context, Labels, Translation, top, turns};
use crate::lesson::{Stage, Step, Subject};
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use crate::methods::three_step;
use crate::pieces::{PieceSet, Placement, faces};
use crate::practice::{Displacement, Effect, PathChange};
use crate::{Algorithm, Approach, Insertion, Method, Postcondition, Reason, Seen, Variant};
use cubegod::color::Color;
use cubegod::geometry::Face;
use cubegod::moves::{Alg, Metric};

pub(super) struct English;

const LABELS: Labels = Labels {
    before: "before",
    after: "after",
    now: "Now: ",
    total: "in all",
    nothing_to_do: "Nothing to do: this is so already.",
    solved_already: "The cube is solved already: there is nothing to do.",
    summary: "Moves by stage",
    marks: "A star marks the stickers of the pieces that a step is about.",
    frames: "A frame marks the stickers of the pieces that a step is about.",
    legend: "The net shows the top above the front, the bottom below it, and the sides left, front, right and back in a row. R, L, U, D, F and B turn the right, left, top, bottom, front and back layer by a quarter, clockwise as seen from that side; R' turns the other way, R2 twice. x, y and z turn the whole cube as R, U and F would.",
    in_one_go: "All in one go, with the cube held as at the beginning:",
    start: "The cube",
};

impl Translation for English {
    fn labels(&self) -> &'static Labels {
        &LABELS
    }

    fn color(&self, color: Color) -> &'static str {
        color.name()
    }

    fn title(&self, method: Method) -> String {
        match method {
            Method::ThreeStep => "The pocket cube in three steps",
            Method::Layers => "The cube layer by layer",
            Method::Cfop => "The cube by CFOP: cross, pairs, last layer",
        }
        .into()
    }

    fn stage(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!("The {first} layer"),
            (Method::ThreeStep, 1) => format!("The {last} stickers up"),
            (Method::ThreeStep, _) => "The last layer".into(),
            (Method::Layers, 0) => format!("The {first} cross"),
            (Method::Layers, 1) => format!("The {first} corners"),
            (Method::Layers, 2) => "The middle layer".into(),
            (Method::Layers, 3) => format!("The {last} cross"),
            (Method::Layers, 4) => format!("The {last} edges home"),
            (Method::Layers, 5) => format!("The {last} corners placed"),
            (Method::Layers, _) => format!("The {last} corners turned"),
            (Method::Cfop, 0) => format!("The {first} cross"),
            (Method::Cfop, 1) => "The first two layers in pairs (F2L)".into(),
            (Method::Cfop, 2) => "The last layer oriented (OLL)".into(),
            (Method::Cfop, _) => "The last layer permuted (PLL)".into(),
        }
    }

    fn purpose(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!(
                "One {first} corner comes to the bottom front left, and is there again after every step. The other three come beside it, {first} down, so that the colours around the layer agree. Only the top, bottom, left and right layers are turned."
            ),
            (Method::ThreeStep, 1) => {
                format!(
                    "One algorithm turns the corners on top until the whole top is {last}. The {first} layer comes back."
                )
            }
            (Method::ThreeStep, _) => {
                "The corners on top change places until every face has one colour.".into()
            }
            (Method::Layers, 0) => format!(
                "The four {first} edges come around the {first} centre, below, each beside the centre of its other colour."
            ),
            (Method::Layers, 1) => {
                format!("The four {first} corners come between the edges: the first layer is done.")
            }
            (Method::Layers, 2) => format!(
                "The four edges without {first} and {last} come down into the middle layer: two thirds of the cube are done."
            ),
            (Method::Layers, 3) => format!("The four edges on top are turned until each shows {last} above."),
            (Method::Layers, 4) => {
                "The same four edges change places until their sides agree with the centres.".into()
            }
            (Method::Layers, 5) => {
                "The four corners on top change places until each is where its colours belong, turned or not."
                    .into()
            }
            (Method::Layers, _) => {
                "The corners on top are turned where they are, and the cube is solved.".into()
            }
            (Method::Cfop, 0) => format!(
                "The four {first} edges come around the {first} centre, below, in as few turns as there can be. Look at all four before the first turn."
            ),
            (Method::Cfop, 1) => format!(
                "Each {first} corner goes home together with the edge above it: four times, and two thirds of the cube are done."
            ),
            (Method::Cfop, 2) => format!("One of 57 algorithms makes the whole top {last}."),
            (Method::Cfop, _) => "One of 21 algorithms brings every piece on top home.".into(),
        }
    }

    fn grip(&self, rotation: &Alg, up: &str, front: &str) -> String {
        format!("Turn the whole cube ({rotation}): {up} up, {front} in front.")
    }

    fn seen(&self, context: &Context<'_>, step: &Step) -> String {
        let sit = |subjects: &[Subject]| {
            let sentences: Vec<String> = subjects.iter().map(|subject| sits(context, subject)).collect();
            sentences.join(" ")
        };
        match &step.reason {
            Reason::Pair { .. } => sit(&step.about[..step.about.len().min(2)]),
            Reason::Anchor | Reason::Insert { .. } | Reason::WithCorner { .. } | Reason::TakeOut { .. } => {
                sit(&step.about)
            }
            Reason::TurnTop { is_all: true } => {
                "The top layer is in order, but turned against the layers below.".into()
            }
            Reason::TurnTop { is_all: false } => {
                "The edges on top are in order, but turned against the centres.".into()
            }
            Reason::Algorithm { seen, adjust, right, .. } => {
                let adjust = adjust.map(|turns| format!("Turn the top with {} first.", top(turns)));
                let sentences =
                    [Some(what_is_seen(context, *seen)), adjust, where_right(context, *seen, *right)];
                sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn why(&self, context: &Context<'_>, step: &Step) -> String {
        let first = context.first();
        match &step.reason {
            Reason::Anchor => format!(
                "Any {first} sticker can be the first. Bring this one to the bottom front left; the {first} layer is built around it."
            ),
            Reason::Insert { approach } => {
                join_sentences(how_it_goes_home(step, *approach), disturbances(step))
            }
            Reason::Pair { joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match (join.is_empty(), rest.is_empty()) {
                    (true, _) => format!("They lie together as a pair already. {rest} puts the pair in."),
                    (_, true) => "They meet where they belong.".into(),
                    _ => format!("{join} makes a pair of them; {rest} puts the pair in."),
                };
                let luck: Vec<String> = step
                    .about
                    .iter()
                    .skip(2)
                    .map(|subject| format!("the {}", piece(context, subject.piece)))
                    .collect();
                let luck = match luck.is_empty() {
                    true => String::new(),
                    false => format!("By luck {} come home too.", list(&luck)),
                };
                join_sentences(join_sentences(begin, disturbances(step)), luck)
            }
            Reason::WithCorner { corner, joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match rest.is_empty() {
                    true => "These turns bring it home.".into(),
                    false => format!(
                        "{join} takes the {} out and makes a pair of it and the edge; {rest} puts both in.",
                        piece(context, *corner)
                    ),
                };
                join_sentences(begin, disturbances(step))
            }
            Reason::TakeOut { is_turned_at_home } => {
                let begin = if *is_turned_at_home {
                    "It is at its place, but turned: it has to come out before it can go in right."
                } else {
                    "It lies in the place of another piece: it has to come out before it can go home."
                };
                join_sentences(begin.into(), disturbances(step))
            }
            Reason::TurnTop { is_all: true } => "One turn of the top brings all of it home.".into(),
            Reason::TurnTop { is_all: false } => "One turn of the top brings the edges home.".into(),
            Reason::Algorithm { algorithm, finish, .. } => {
                let what = what_it_does(context, *algorithm);
                let finish =
                    finish.map(|turns| format!(" Then {} lines the top up with what is below.", top(turns)));
                what + &finish.unwrap_or_default()
            }
        }
    }

    fn now(&self, context: &Context<'_>, step: &Step) -> String {
        let (first, last) = (context.first(), context.last());
        let now = match step.postcondition {
            Postcondition::Anchored => {
                format!(
                    "Its {first} sticker is below, at the front left. It is there again after every step."
                )
            }
            Postcondition::OnTop => "It is in the top layer, free to go home.".into(),
            Postcondition::Home => {
                let told = if matches!(step.reason, Reason::Pair { .. }) { 2 } else { step.about.len() };
                let homes: Vec<String> =
                    step.about.iter().take(told).map(|subject| is_home(context, subject)).collect();
                homes.join(" ")
            }
            Postcondition::CrossDone => {
                format!("The {first} cross is done: each of its edges agrees with the centre beside it.")
            }
            Postcondition::FirstLayerDone => {
                format!("The {first} layer is done: {first} below, and one colour on each side of it.")
            }
            Postcondition::TwoLayersDone => "The first two layers are done.".into(),
            Postcondition::OneMore => {
                "The layers below are as they were. One more algorithm ends this stage.".into()
            }
            Postcondition::LastEdgesUp => {
                format!("There is a {last} cross on top, and the layers below are as they were.")
            }
            Postcondition::LastEdgesHome => {
                format!("All four {last} edges agree with the centres beside them.")
            }
            Postcondition::LastCornersPlaced => "Every corner is where its three colours belong.".into(),
            Postcondition::TopOfOneColor => format!("The top is {last}, and what is below is as it was."),
            Postcondition::Solved => "Every face has one colour: the cube is solved.".into(),
        };
        let also: Vec<String> = step.also.iter().map(|one| format!("the {}", piece(context, one))).collect();
        match also.len() {
            0 => now,
            1 => format!("{now} {} is home too.", capital(&list(&also))),
            _ => format!("{now} {} are home too.", capital(&list(&also))),
        }
    }

    fn piece(&self, context: &Context<'_>, piece: Piece) -> String {
        self::piece(context, piece)
    }

    fn home_already(&self, context: &Context<'_>, pieces: PieceSet) -> String {
        let pieces: Vec<String> = pieces.iter().map(|one| format!("the {}", piece(context, one))).collect();
        format!("Home already: {}.", list(&pieces))
    }

    fn moves(&self, count: usize) -> String {
        match count {
            1 => "1 move".into(),
            _ => format!("{count} moves"),
        }
    }

    fn with_remark(&self, text: &str, remark: &str) -> String {
        format!("{text} ({remark})")
    }

    fn saved(&self, apart: usize, fewer: usize) -> String {
        format!("{apart}, less {fewer} where turns of one face meet")
    }

    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        let moves = self.moves(length);
        let metric = if metric == Metric::Htm { String::new() } else { format!(" ({})", metric.name()) };
        match is_shortest {
            true => format!("The shortest solution there is: {moves}{metric}"),
            false => format!("A short solution by computer: {moves}{metric}"),
        }
    }

    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
        what_it_did(self, context, step, effect)
    }

    fn whereabouts(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String {
        let sentences: Vec<String> =
            placements.iter().map(|&(piece, placement)| is_now(context, piece, placement)).collect();
        sentences.join(" ")
    }
}

/// `The white-red-green corner`.
fn piece(context: &Context<'_>, piece: Piece) -> String {
    let kind = match piece {
        Piece::Corner(_) => "corner",
        Piece::Edge(_) => "edge",
    };
    format!("{} {kind}", context.colors_of(piece).join("-"))
}

const fn side(face: Face) -> &'static str {
    match face {
        Face::U => "top",
        Face::R => "right",
        Face::F => "front",
        Face::D => "bottom",
        Face::L => "left",
        Face::B => "back",
    }
}

/// `top back right`, always up and down first, then front and back.
fn place(place: Piece) -> String {
    let order = [Face::U, Face::D, Face::F, Face::B, Face::L, Face::R];
    let sides: Vec<&str> = order.into_iter().filter(|face| faces(&place).contains(face)).map(side).collect();
    sides.join(" ")
}

const fn facing(face: Face) -> &'static str {
    match face {
        Face::U => "up",
        Face::R => "right",
        Face::F => "front",
        Face::D => "down",
        Face::L => "left",
        Face::B => "back",
    }
}

fn sits(context: &Context<'_>, subject: &Subject) -> String {
    let placement = context.as_held(subject.before);
    let cell = context.cell(subject).map(|cell| format!(" ({cell})")).unwrap_or_default();
    format!(
        "The {} sits at the {}, {} facing {}{cell}.",
        piece(context, subject.piece),
        place(placement.place),
        context.telling_color(subject.piece),
        facing(placement.facing)
    )
}

/// Home, and how it lies there: `white down, red right, green front`.
fn is_home(context: &Context<'_>, subject: &Subject) -> String {
    let lies: Vec<String> = faces(&subject.piece)
        .iter()
        .map(|&face| format!("{} {}", context.face_color(face), facing(context.hold.face(face))))
        .collect();
    format!("The {} is home: {}.", piece(context, subject.piece), lies.join(", "))
}

fn join_sentences(begin: String, rest: String) -> String {
    if rest.is_empty() { begin } else { format!("{begin} {rest}") }
}

fn how_it_goes_home(step: &Step, approach: Approach) -> String {
    let (turns, count) = (|range| turns(step, range), step.moves().len());
    let told = approach.over.unwrap_or(0);
    let mut sentences = Vec::new();
    match approach.over {
        Some(0) => sentences.push("It is over its place.".to_owned()),
        Some(_) => sentences.push(format!("{} brings it over its place.", turns(0..told))),
        None => {}
    }
    match approach.insertion {
        Some(insertion) if told + 3 <= count => {
            if told + 3 < count {
                sentences.push(format!("{} prepares it.", turns(told..count - 3)));
            }
            let [open, bring, close] = [3, 2, 1].map(|left| turns(count - left..count - left + 1));
            sentences.push(match insertion {
                Insertion::SideLayer => {
                    format!("{open} brings its place up, {bring} brings it there, {close} takes both down.")
                }
                Insertion::BottomLayer => {
                    format!(
                        "{open} brings its place to it, {bring} puts it in, {close} turns the layer back."
                    )
                }
            });
        }
        _ if approach.over.is_some() => sentences.push(format!("{} puts it in.", turns(told..count))),
        _ if count == 1 => sentences.push("One turn takes it home.".into()),
        _ if step.about.len() > 1 => sentences.push("These turns bring them home together.".into()),
        _ => sentences.push("These turns bring it home.".into()),
    }
    sentences.join(" ")
}

/// What happens to finished pieces meanwhile.
fn disturbances(step: &Step) -> String {
    let moves = step.moves();
    let turn = |number: usize| moves.moves().get(number).map(|one| one.to_string()).unwrap_or_default();
    let disturbance = |disturbance: &crate::Disturbance| {
        let pieces = match disturbance.pieces.len() {
            1 => "a finished piece".into(),
            count => format!("{count} finished pieces"),
        };
        format!(
            "{} (turn {}) takes {pieces} along, and after {} (turn {}) all that is finished is home again.",
            turn(disturbance.leaves_at),
            disturbance.leaves_at + 1,
            turn(disturbance.restored_at),
            disturbance.restored_at + 1
        )
    };
    match step.disturbances.as_slice() {
        _ if step.finished.is_empty() => String::new(),
        [] => "Nothing that is finished moves meanwhile.".into(),
        disturbances => disturbances.iter().map(disturbance).collect::<Vec<_>>().join(" "),
    }
}

fn number(count: usize) -> &'static str {
    ["no", "one", "two", "three", "four"].get(count).copied().unwrap_or("several")
}

fn what_is_seen(context: &Context<'_>, seen: Seen) -> String {
    let last = context.last();
    let corners = |count: usize| match count {
        0 => format!("No corner shows {last} on top."),
        1 => format!("One corner shows {last} on top."),
        _ => format!("{} corners show {last} on top.", capital(number(count))),
    };
    let edges = |shape: Shape| match shape {
        Shape::Dot => format!("No edge shows {last} on top: just the dot of the centre."),
        Shape::Line => format!("Two edges across from each other show {last} on top: a line."),
        Shape::Angle => format!("Two edges beside each other show {last} on top: an angle."),
        Shape::Cross => format!("All four edges show {last} on top: a cross."),
    };
    match seen {
        Seen::CornersUp(count) => corners(count),
        Seen::EdgesUp(shape) => edges(shape),
        Seen::Up(shape, count) => format!("{} {}", edges(shape), corners(count)),
        Seen::EdgesPlaced(count, None) => {
            format!("{} of the edges on top agree with the centres.", capital(number(count)))
        }
        Seen::EdgesPlaced(count, Some(turns)) => format!(
            "A turn {} would let {} of the edges on top agree with the centres, and no turn more.",
            top(turns),
            number(count)
        ),
        Seen::CornersPlaced(0) => "No corner on top is where its colours belong.".into(),
        Seen::CornersPlaced(_) => "One corner on top is where its colours belong.".into(),
        Seen::CornersTurned(0) => format!("No corner shows {last} on top."),
        Seen::CornersTurned(1) => format!("One corner shows {last} on top."),
        Seen::CornersTurned(count) => format!("{} corners show {last} on top.", capital(number(count))),
        Seen::SwapBeside => format!("The top is {last}. Two corners beside each other have to be swapped."),
        Seen::SwapAcross => {
            format!("The top is {last}. Two corners across from each other have to be swapped.")
        }
        Seen::Permutation => format!("The top is {last}, but not all of its pieces are home."),
    }
}

/// Where those are that are right when the algorithm begins.
fn where_right(context: &Context<'_>, seen: Seen, right: PieceSet) -> Option<String> {
    let places: Vec<String> = context
        .places_as_held(right)
        .into_iter()
        .map(|one| format!("the {}", place(one).trim_start_matches("top ")))
        .collect();
    let places = list(&places);
    match seen {
        _ if right.is_empty() => None,
        Seen::Up(..) => Some(format!("{} is on top at {places}.", capital(&context.last()))),
        Seen::SwapBeside | Seen::SwapAcross => {
            Some(format!("In order with each other are those at {places}; the other two are not."))
        }
        Seen::Permutation if right.len() == 1 => Some(format!("The one at {places} is.")),
        Seen::Permutation => Some(format!("Those at {places} are.")),
        _ if right.len() == 1 => Some(format!("It is at {places} now.")),
        _ => Some(format!("They are at {places} now.")),
    }
}

fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

fn made(variant: Variant) -> &'static str {
    match (variant.is_mirrored, variant.is_backwards) {
        (false, false) => "",
        (true, false) => ", with left and right swapped,",
        (false, true) => ", backwards,",
        (true, true) => ", with left and right swapped and backwards,",
    }
}

/// An algorithm that is made in another way than it is variant: `the Sune (R U R' U R U2 R'), backwards,`.
fn called(name: &str, algorithm: Algorithm) -> String {
    match (made(algorithm.variant()), algorithm.plain()) {
        ("", _) | (_, None) => name.to_owned(),
        (made, Some(plain)) => format!("{name} ({plain}){made}"),
    }
}

fn what_it_does(context: &Context<'_>, algorithm: Algorithm) -> String {
    let (first, last) = (context.first(), context.last());
    match algorithm {
        Algorithm::Pocket(name, _) => {
            let restored = format!("and the {first} layer is restored");
            match name {
                three_step::Algorithm::Sune => format!(
                    "{} turns the other three corners until {last} is up, {restored}.",
                    called("The Sune", algorithm)
                ),
                three_step::Algorithm::TwoPairs | three_step::Algorithm::Headlights => format!(
                    "{} turns the other two corners until {last} is up, {restored}.",
                    called("This algorithm", algorithm)
                ),
                three_step::Algorithm::FourAlike | three_step::Algorithm::FourUnlike => {
                    let sides = if name == three_step::Algorithm::FourAlike { "two" } else { "three" };
                    format!(
                        "{} is for {last} on {sides} sides: it turns all four corners until {last} is up, {restored}.",
                        called("This algorithm", algorithm)
                    )
                }
                three_step::Algorithm::SwapBeside | three_step::Algorithm::SwapAcross => {
                    format!("{} swaps them, {restored}.", called("This algorithm", algorithm))
                }
            }
        }
        Algorithm::EdgesUp(_) => format!(
            "{} flips edges on top, and the two layers below are restored.",
            called("This algorithm", algorithm)
        ),
        Algorithm::Sune(_) => format!(
            "{} moves three edges around and leaves the fourth; {last} stays up on all of them.",
            called("The Sune", algorithm)
        ),
        Algorithm::Niklas(_) => format!(
            "{} moves three corners around and leaves the fourth; the edges stay.",
            called("The Niklas", algorithm)
        ),
        Algorithm::TwoSunes(_) => format!(
            "{} turns two corners where they are; everything else is restored.",
            called("A Sune and its mirror image", algorithm)
        ),
        Algorithm::Case(Case::Orient(case)) => format!(
            "This case ({case} in our list) has an algorithm of its own: it turns all that does not show {last} on top, and the two layers below are restored."
        ),
        Algorithm::Case(Case::Permute(case)) => {
            let (corners, edges) = case.cycles();
            let cycles = |lengths: Vec<usize>, name: &str| match lengths.as_slice() {
                [] => None,
                [2] => Some(format!("swaps two {name}")),
                [2, ..] => Some(format!("swaps {name} in two pairs")),
                _ => Some(format!("moves three {name} around")),
            };
            let corners = cycles(corners.iter().map(|cycle| cycle.len()).collect(), "corners");
            let edges = cycles(edges.iter().map(|cycle| cycle.len()).collect(), "edges");
            let parts: Vec<String> = corners.into_iter().chain(edges).collect();
            format!("This is the {case} permutation: its algorithm {}.", list(&parts))
        }
    }
}

/// What a move did that somebody made.
fn what_it_did(translation: &English, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
    let mut sentences = vec![match effect.path_change {
        PathChange::Next => "Right: the next move of this step.".to_owned(),
        PathChange::Equivalent => "Not the lesson's move, but it leads to the same cube.".into(),
        PathChange::Back => "This goes back to where the step was before.".into(),
        PathChange::Returned => "Back on the path of the lesson.".into(),
        PathChange::Left => "This is not the lesson's move: it leaves the path.".into(),
        PathChange::StillOff => "Still off the path of the lesson.".into(),
    }];
    let about = match step.about.len() {
        1 => "The piece of this step stays where it is.",
        _ => "The pieces of this step stay where they are.",
    };
    sentences.extend(effect.moved.iter().map(|one| displacement(context, one)));
    if effect.moved.is_empty() && !step.about.is_empty() {
        sentences.push(about.into());
    }
    if !effect.left.is_empty() {
        let leave = if effect.left.len() == 1 { "leaves its place" } else { "leave their places" };
        sentences.push(format!("{} {leave}.", capital(&finished_pieces(effect.left.len()))));
    }
    match (effect.back.len(), effect.away.len()) {
        (0, _) => {}
        (_, 0) => sentences.push("Everything that was finished is back.".into()),
        (back, away) => {
            let comes = if back == 1 { "comes" } else { "come" };
            let are = if away == 1 { "is" } else { "are" };
            sentences
                .push(format!("{} {comes} back, {away} {are} still away.", capital(&finished_pieces(back))));
        }
    }
    if effect.reports_postcondition(step.postcondition) {
        sentences.push(translation.now(context, step));
    } else if effect.is_solved {
        sentences.push("Every face has one colour: the cube is solved.".into());
    }
    sentences.join(" ")
}

fn finished_pieces(count: usize) -> String {
    match count {
        1 => "a finished piece".into(),
        _ => format!("{count} finished pieces"),
    }
}

fn displacement(context: &Context<'_>, displacement: &Displacement) -> String {
    let (from, to) = (place(displacement.from.place), place(displacement.to.place));
    let piece_name = piece(context, displacement.piece);
    let faces =
        format!("{} facing {}", context.telling_color(displacement.piece), facing(displacement.to.facing));
    match from == to {
        true => format!("The {piece_name} is turned where it is: {faces}."),
        false => format!("The {piece_name} goes from the {from} to the {to}, {faces}."),
    }
}

/// Where a piece is now.
fn is_now(context: &Context<'_>, which: Piece, placement: Placement) -> String {
    format!(
        "The {} is at the {}, {} facing {}.",
        piece(context, which),
        place(placement.place),
        context.telling_color(which),
        facing(placement.facing)
    )
}
