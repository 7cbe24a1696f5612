//! English.

use super::{Context, Labels, Translation, top, turns};
use crate::lesson::{Stage, Step, Subject};
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use crate::methods::three_step;
use crate::pieces::{PieceSet, Placement, faces};
use crate::practice::{Displacement, Effect, PathChange};
use crate::{Algorithm, Approach, Insertion, Method, Postcondition, Reason, TopLayerPattern, Variant};
use cubegod::geometry::Face;
use cubegod::moves::{Alg, Metric};

pub(super) struct English;

const LABELS: Labels = Labels {
    before: "before",
    after: "after",
    result: "Now: ",
    total: "Total",
    nothing_to_do: "Nothing to do: already done.",
    solved_already: "The cube is already solved.",
    summary: "Moves by stage",
    marks: "A star marks the stickers of the pieces that a step moves into place.",
    frames: "A frame marks the stickers of the pieces that a step moves into place.",
    legend: "The net shows the top, then the left, front, right and back sides in a row, then the bottom. R, L, U, D, F and B turn the right, left, top, bottom, front and back layers a quarter turn clockwise, seen from that side; R' is counterclockwise, R2 a half turn. x, y and z rotate the whole cube like R, U and F.",
    all_moves: "All moves, holding the cube as at the start:",
    start: "The cube",
};

impl Translation for English {
    fn labels(&self) -> &'static Labels {
        &LABELS
    }

    fn title(&self, method: Method) -> String {
        match method {
            Method::ThreeStep => "The pocket cube in three steps",
            Method::Layers => "The cube layer by layer",
            Method::Cfop => "The cube with CFOP: cross, pairs, last layer",
        }
        .into()
    }

    fn stage(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!("The {first} layer"),
            (Method::ThreeStep, 1) => format!("The {last} face"),
            (Method::ThreeStep, _) => "The last layer".into(),
            (Method::Layers, 0) => format!("The {first} cross"),
            (Method::Layers, 1) => format!("The {first} corners"),
            (Method::Layers, 2) => "The middle layer".into(),
            (Method::Layers, 3) => format!("The {last} cross"),
            (Method::Layers, 4) => format!("The {last} edges in place"),
            (Method::Layers, 5) => format!("The {last} corners in place"),
            (Method::Layers, _) => format!("The {last} corners oriented"),
            (Method::Cfop, 0) => format!("The {first} cross"),
            (Method::Cfop, 1) => "The first two layers (F2L)".into(),
            (Method::Cfop, 2) => "Orient the last layer (OLL)".into(),
            (Method::Cfop, _) => "Permute the last layer (PLL)".into(),
        }
    }

    fn purpose(&self, context: &Context<'_>, stage: Stage) -> String {
        let (first, last) = (context.first(), context.last());
        match (stage.method, stage.number) {
            (Method::ThreeStep, 0) => format!(
                "Bring one {first} corner to the bottom front left; it is there after every step. Put the other three beside it, {first} down, with matching sides. Turn only the top, bottom, left and right layers."
            ),
            (Method::ThreeStep, 1) => {
                format!(
                    "One algorithm twists the top corners until the whole top is {last}. It restores the {first} layer."
                )
            }
            (Method::ThreeStep, _) => "Swap the top corners until every face has one colour.".into(),
            (Method::Layers, 0) => format!(
                "Bring the four {first} edges to the bottom, around the {first} centre, each next to the centre of its other colour."
            ),
            (Method::Layers, 1) => {
                format!("Put the four {first} corners between the edges to finish the first layer.")
            }
            (Method::Layers, 2) => format!(
                "Put the four edges without {first} or {last} into the middle layer to finish two layers."
            ),
            (Method::Layers, 3) => format!("Flip the four top edges until each shows {last} on top."),
            (Method::Layers, 4) => "Move these four edges until their sides match the centres.".into(),
            (Method::Layers, 5) => {
                "Move the four top corners until each is in its place, twisted or not.".into()
            }
            (Method::Layers, _) => "Twist the top corners in place to solve the cube.".into(),
            (Method::Cfop, 0) => format!(
                "Bring the four {first} edges to the bottom, around the {first} centre, in as few moves as possible. Plan all four before the first move."
            ),
            (Method::Cfop, 1) => format!(
                "Pair each {first} corner with the edge above it and insert both. Four pairs finish two layers."
            ),
            (Method::Cfop, 2) => format!("One of 57 algorithms makes the whole top {last}."),
            (Method::Cfop, _) => "One of 21 algorithms puts every top piece in place.".into(),
        }
    }

    fn rotation(&self, rotation: &Alg, up: &str, front: &str) -> String {
        format!("Rotate the whole cube ({rotation}): {up} on top, {front} in front.")
    }

    fn observation(&self, context: &Context<'_>, step: &Step) -> String {
        let placements = |subjects: &[Subject]| {
            let sentences: Vec<String> =
                subjects.iter().map(|subject| placement_text(context, subject)).collect();
            sentences.join(" ")
        };
        match &step.reason {
            Reason::Pair { .. } => placements(&step.subjects[..step.subjects.len().min(2)]),
            Reason::Anchor | Reason::Insert { .. } | Reason::WithCorner { .. } | Reason::TakeOut { .. } => {
                placements(&step.subjects)
            }
            Reason::TurnTop { is_all: true } => {
                "The top layer is in order but not aligned with the layers below.".into()
            }
            Reason::TurnTop { is_all: false } => {
                "The top edges are in order but not aligned with the centres.".into()
            }
            Reason::Algorithm { pattern, adjust, correct, .. } => {
                let adjust = adjust.map(|turns| format!("First adjust the top with {}.", top(turns)));
                let sentences = [
                    Some(pattern_text(context, *pattern)),
                    adjust,
                    solved_places_text(context, *pattern, *correct),
                ];
                sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn explanation(&self, context: &Context<'_>, step: &Step) -> String {
        let first = context.first();
        match &step.reason {
            Reason::Anchor => format!(
                "Start with any {first} sticker. Bring this one to the bottom front left and build the {first} layer around it."
            ),
            Reason::Insert { approach } => {
                join_sentences(insertion_text(step, *approach), disturbances(step))
            }
            Reason::Pair { joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match (join.is_empty(), rest.is_empty()) {
                    (true, _) => format!("They are already a pair. {rest} inserts it."),
                    (_, true) => "They meet in their slot.".into(),
                    _ => format!("{join} pairs them; {rest} inserts the pair."),
                };
                let others: Vec<String> = step
                    .subjects
                    .iter()
                    .skip(2)
                    .map(|subject| format!("the {}", piece(context, subject.piece)))
                    .collect();
                let others = match others.is_empty() {
                    true => String::new(),
                    false => format!("This also solves {}.", list(&others)),
                };
                join_sentences(join_sentences(begin, disturbances(step)), others)
            }
            Reason::WithCorner { corner, joined } => {
                let [join, rest] = [0..*joined, *joined..step.moves().len()].map(|range| turns(step, range));
                let begin = match rest.is_empty() {
                    true => "These moves put it in place.".into(),
                    false => format!(
                        "{join} takes out the {} and pairs it with the edge; {rest} inserts both.",
                        piece(context, *corner)
                    ),
                };
                join_sentences(begin, disturbances(step))
            }
            Reason::TakeOut { is_misoriented } => {
                let begin = if *is_misoriented {
                    "It is in its place but turned the wrong way: take it out first, then insert it correctly."
                } else {
                    "It is in the place of another piece: take it out first."
                };
                join_sentences(begin.into(), disturbances(step))
            }
            Reason::TurnTop { is_all: true } => "One turn of the top aligns the whole layer.".into(),
            Reason::TurnTop { is_all: false } => "One turn of the top aligns the edges.".into(),
            Reason::Algorithm { algorithm, finish, .. } => {
                let effect = algorithm_text(context, *algorithm);
                let finish =
                    finish.map(|turns| format!(" Then {} aligns the top with the layers below.", top(turns)));
                effect + &finish.unwrap_or_default()
            }
        }
    }

    fn result(&self, context: &Context<'_>, step: &Step) -> String {
        let (first, last) = (context.first(), context.last());
        let result = match step.postcondition {
            Postcondition::Anchored => {
                format!("Its {first} sticker is at the bottom front left, and is there after every step.")
            }
            Postcondition::OnTop => "It is in the top layer, ready to be inserted.".into(),
            Postcondition::Home => {
                let count = if matches!(step.reason, Reason::Pair { .. }) { 2 } else { step.subjects.len() };
                let solved: Vec<String> =
                    step.subjects.iter().take(count).map(|subject| solved_text(context, subject)).collect();
                solved.join(" ")
            }
            Postcondition::CrossDone => {
                format!("The {first} cross is done: each edge matches the centre next to it.")
            }
            Postcondition::FirstLayerDone => {
                format!(
                    "The {first} layer is done: the bottom is {first} and each side of the layer has one colour."
                )
            }
            Postcondition::TwoLayersDone => "The first two layers are done.".into(),
            Postcondition::OneMore => {
                "The layers below are unchanged. One more algorithm finishes this stage.".into()
            }
            Postcondition::LastEdgesUp => {
                format!("The top shows a {last} cross; the layers below are unchanged.")
            }
            Postcondition::LastEdgesHome => {
                format!("All four {last} edges match the centres next to them.")
            }
            Postcondition::LastCornersPlaced => "Every corner is in its place.".into(),
            Postcondition::TopOfOneColor => format!("The top is {last}; the layers below are unchanged."),
            Postcondition::Solved => "Every face has one colour: the cube is solved.".into(),
        };
        let also: Vec<String> =
            step.also_solved.iter().map(|one| format!("the {}", piece(context, one))).collect();
        match also.len() {
            0 => result,
            1 => format!("{result} {} is solved too.", capitalized(&list(&also))),
            _ => format!("{result} {} are solved too.", capitalized(&list(&also))),
        }
    }

    fn piece(&self, context: &Context<'_>, piece: Piece) -> String {
        self::piece(context, piece)
    }

    fn already_solved(&self, context: &Context<'_>, pieces: PieceSet) -> String {
        let pieces: Vec<String> = pieces.iter().map(|one| format!("the {}", piece(context, one))).collect();
        format!("Already solved: {}.", list(&pieces))
    }

    fn moves(&self, count: usize) -> String {
        match count {
            1 => "1 move".into(),
            _ => format!("{count} moves"),
        }
    }

    fn with_note(&self, text: &str, note: &str) -> String {
        format!("{text} ({note})")
    }

    fn before_merging(&self, unmerged: usize) -> String {
        format!("{unmerged} before merging turns of the same face")
    }

    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        let moves = self.moves(length);
        let metric = if metric == Metric::Htm { String::new() } else { format!(" ({})", metric.name()) };
        match is_shortest {
            true => format!("Shortest solution: {moves}{metric}"),
            false => format!("Short solution by computer search: {moves}{metric}"),
        }
    }

    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
        move_effect_text(self, context, step, effect)
    }

    fn placements(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String {
        let sentences: Vec<String> =
            placements.iter().map(|&(piece, placement)| current_text(context, piece, placement)).collect();
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

fn placement_text(context: &Context<'_>, subject: &Subject) -> String {
    let placement = context.as_held(subject.before);
    let cell = context.cell(subject).map(|cell| format!(" ({cell})")).unwrap_or_default();
    format!(
        "The {} is at the {}, {} facing {}{cell}.",
        piece(context, subject.piece),
        place(placement.place),
        context.first_color(subject.piece),
        facing(placement.facing)
    )
}

/// Describes a solved piece: `white down, red right, green front`.
fn solved_text(context: &Context<'_>, subject: &Subject) -> String {
    let lies: Vec<String> = faces(&subject.piece)
        .iter()
        .map(|&face| format!("{} {}", context.face_color(face), facing(context.hold.face(face))))
        .collect();
    format!("The {} is solved: {}.", piece(context, subject.piece), lies.join(", "))
}

fn join_sentences(begin: String, rest: String) -> String {
    if rest.is_empty() { begin } else { format!("{begin} {rest}") }
}

fn insertion_text(step: &Step, approach: Approach) -> String {
    let (turns, count) = (|range| turns(step, range), step.moves().len());
    let explained = approach.over.unwrap_or(0);
    let mut sentences = Vec::new();
    match approach.over {
        Some(0) => sentences.push("It is above its place.".to_owned()),
        Some(_) => sentences.push(format!("{} brings it above its place.", turns(0..explained))),
        None => {}
    }
    match approach.insertion {
        Some(insertion) if explained + 3 <= count => {
            if explained + 3 < count {
                sentences.push(format!("{} prepares it.", turns(explained..count - 3)));
            }
            let [open, bring, close] = [3, 2, 1].map(|left| turns(count - left..count - left + 1));
            sentences.push(match insertion {
                Insertion::SideLayer => {
                    format!("{open} brings its place up, {bring} puts it in, {close} turns both back down.")
                }
                Insertion::BottomLayer => {
                    format!(
                        "{open} brings its place to it, {bring} puts it in, {close} turns the bottom back."
                    )
                }
            });
        }
        _ if approach.over.is_some() => sentences.push(format!("{} puts it in.", turns(explained..count))),
        _ if count == 1 => sentences.push("One move puts it in place.".into()),
        _ if step.subjects.len() > 1 => sentences.push("These moves put them in place together.".into()),
        _ => sentences.push("These moves put it in place.".into()),
    }
    sentences.join(" ")
}

/// Describes which solved pieces move out and back.
fn disturbances(step: &Step) -> String {
    let moves = step.moves();
    let turn = |number: usize| moves.moves().get(number).map(|one| one.to_string()).unwrap_or_default();
    let disturbance = |disturbance: &crate::Disturbance| {
        let them = if disturbance.pieces.len() == 1 { "it" } else { "them" };
        let pieces = solved_pieces(disturbance.pieces.len());
        format!(
            "{} (move {}) moves {pieces} out; {} (move {}) puts {them} back.",
            turn(disturbance.leaves_at),
            disturbance.leaves_at + 1,
            turn(disturbance.restored_at),
            disturbance.restored_at + 1
        )
    };
    match step.disturbances.as_slice() {
        _ if step.finished.is_empty() => String::new(),
        [] => "No solved piece moves.".into(),
        disturbances => disturbances.iter().map(disturbance).collect::<Vec<_>>().join(" "),
    }
}

fn number(count: usize) -> &'static str {
    ["no", "one", "two", "three", "four"].get(count).copied().unwrap_or("several")
}

fn pattern_text(context: &Context<'_>, pattern: TopLayerPattern) -> String {
    let last = context.last();
    let corners = |count: usize| match count {
        0 => format!("No corner shows {last} on top."),
        1 => format!("One corner shows {last} on top."),
        _ => format!("{} corners show {last} on top.", capitalized(number(count))),
    };
    let edges = |shape: Shape| match shape {
        Shape::Dot => format!("No edge shows {last} on top: a dot."),
        Shape::Line => format!("Two opposite edges show {last} on top: a line."),
        Shape::Angle => format!("Two adjacent edges show {last} on top: an angle."),
        Shape::Cross => format!("All four edges show {last} on top: a cross."),
    };
    match pattern {
        TopLayerPattern::CornersUp(count) => corners(count),
        TopLayerPattern::EdgesUp(shape) => edges(shape),
        TopLayerPattern::Up(shape, count) => format!("{} {}", edges(shape), corners(count)),
        TopLayerPattern::EdgesPlaced(count, None) => {
            format!("{} of the top edges match the centres.", capitalized(number(count)))
        }
        TopLayerPattern::EdgesPlaced(count, Some(turns)) => format!(
            "After {}, {} of the top edges would match the centres; no turn matches more.",
            top(turns),
            number(count)
        ),
        TopLayerPattern::CornersPlaced(0) => "No top corner is in its place.".into(),
        TopLayerPattern::CornersPlaced(_) => "One top corner is in its place.".into(),
        TopLayerPattern::CornersTurned(0) => format!("No corner shows {last} on top."),
        TopLayerPattern::CornersTurned(1) => format!("One corner shows {last} on top."),
        TopLayerPattern::CornersTurned(count) => {
            format!("{} corners show {last} on top.", capitalized(number(count)))
        }
        TopLayerPattern::SwapBeside => format!("The top is {last}. Two adjacent corners must be swapped."),
        TopLayerPattern::SwapAcross => {
            format!("The top is {last}. Two diagonal corners must be swapped.")
        }
        TopLayerPattern::Permutation => format!("The top is {last}, but not every piece is in place."),
    }
}

/// Describes the places of the pieces that are right when the algorithm begins.
fn solved_places_text(context: &Context<'_>, pattern: TopLayerPattern, correct: PieceSet) -> Option<String> {
    let places: Vec<String> = context
        .places_as_held(correct)
        .into_iter()
        .map(|one| format!("the {}", place(one).trim_start_matches("top ")))
        .collect();
    let places = list(&places);
    match pattern {
        _ if correct.is_empty() => None,
        TopLayerPattern::Up(..) => Some(format!("{} is on top at {places}.", capitalized(&context.last()))),
        TopLayerPattern::SwapBeside | TopLayerPattern::SwapAcross => {
            Some(format!("The corners at {places} are in order; the other two are not."))
        }
        TopLayerPattern::Permutation if correct.len() == 1 => {
            Some(format!("The piece at {places} is solved."))
        }
        TopLayerPattern::Permutation => Some(format!("The pieces at {places} are solved.")),
        _ if correct.len() == 1 => Some(format!("It is at {places} now.")),
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

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

fn variant_text(variant: Variant) -> &'static str {
    match (variant.is_mirrored, variant.is_backwards) {
        (false, false) => "",
        (true, false) => ", mirrored,",
        (false, true) => ", inverted,",
        (true, true) => ", mirrored and inverted,",
    }
}

/// Names an algorithm, with its variant: `the Sune (R U R' U R U2 R'), inverted,`.
fn algorithm_name(name: &str, algorithm: Algorithm) -> String {
    match (variant_text(algorithm.variant()), algorithm.plain()) {
        ("", _) | (_, None) => name.to_owned(),
        (variant, Some(plain)) => format!("{name} ({plain}){variant}"),
    }
}

fn algorithm_text(context: &Context<'_>, algorithm: Algorithm) -> String {
    let (first, last) = (context.first(), context.last());
    match algorithm {
        Algorithm::Pocket(name, _) => {
            let restored = format!("and restores the {first} layer");
            match name {
                three_step::Algorithm::Sune => format!(
                    "{} twists the other three corners to bring {last} up {restored}.",
                    algorithm_name("The Sune", algorithm)
                ),
                three_step::Algorithm::TwoPairs | three_step::Algorithm::Headlights => format!(
                    "{} twists the other two corners to bring {last} up {restored}.",
                    algorithm_name("This algorithm", algorithm)
                ),
                three_step::Algorithm::FourAlike | three_step::Algorithm::FourUnlike => {
                    let sides = if name == three_step::Algorithm::FourAlike { "two" } else { "three" };
                    format!(
                        "{} is for {last} on {sides} sides: it twists all four corners to bring {last} up {restored}.",
                        algorithm_name("This algorithm", algorithm)
                    )
                }
                three_step::Algorithm::SwapBeside | three_step::Algorithm::SwapAcross => {
                    format!("{} swaps them {restored}.", algorithm_name("This algorithm", algorithm))
                }
            }
        }
        Algorithm::EdgesUp(_) => {
            format!(
                "{} flips top edges and restores the layers below.",
                algorithm_name("This algorithm", algorithm)
            )
        }
        Algorithm::Sune(_) => format!(
            "{} cycles three edges and keeps the fourth; {last} stays on top.",
            algorithm_name("The Sune", algorithm)
        ),
        Algorithm::Niklas(_) => format!(
            "{} cycles three corners and keeps the fourth; the edges stay.",
            algorithm_name("The Niklas", algorithm)
        ),
        Algorithm::TwoSunes(_) => format!(
            "{} twists two corners in place and restores everything else.",
            algorithm_name("A Sune and its mirror image", algorithm)
        ),
        Algorithm::Case(Case::Orient(case)) => format!(
            "This is {case}. Its algorithm turns every top piece {last} side up and restores the layers below."
        ),
        Algorithm::Case(Case::Permute(case)) => {
            let (corners, edges) = case.cycles();
            let cycles = |lengths: Vec<usize>, name: &str| match lengths.as_slice() {
                [] => None,
                [2] => Some(format!("swaps two {name}")),
                [2, ..] => Some(format!("swaps two pairs of {name}")),
                _ => Some(format!("cycles three {name}")),
            };
            let corners = cycles(corners.iter().map(|cycle| cycle.len()).collect(), "corners");
            let edges = cycles(edges.iter().map(|cycle| cycle.len()).collect(), "edges");
            let parts: Vec<String> = corners.into_iter().chain(edges).collect();
            format!("This is PLL {case}. Its algorithm {}.", list(&parts))
        }
    }
}

/// Describes the effect of a practice move.
fn move_effect_text(translation: &English, context: &Context<'_>, step: &Step, effect: &Effect) -> String {
    let mut sentences = vec![match effect.path_change {
        PathChange::Next => "Correct: the next move of this step.".to_owned(),
        PathChange::Equivalent => "Not the lesson's move, but it has the same result.".into(),
        PathChange::Back => "Back to an earlier position of this step.".into(),
        PathChange::Returned => "Back on the lesson's path.".into(),
        PathChange::Left => "Not the lesson's move: off the path.".into(),
        PathChange::StillOff => "Still off the path.".into(),
    }];
    let unmoved = match step.subjects.len() {
        1 => "The piece of this step does not move.",
        _ => "The pieces of this step do not move.",
    };
    sentences.extend(effect.moved.iter().map(|one| displacement(context, one)));
    if effect.moved.is_empty() && !step.subjects.is_empty() {
        sentences.push(unmoved.into());
    }
    if !effect.moved_out.is_empty() {
        let leave = if effect.moved_out.len() == 1 { "leaves its place" } else { "leave their places" };
        sentences.push(format!("{} {leave}.", capitalized(&solved_pieces(effect.moved_out.len()))));
    }
    match (effect.put_back.len(), effect.out_of_place.len()) {
        (0, _) => {}
        (_, 0) => sentences.push("All solved pieces are back.".into()),
        (back, away) => {
            let comes = if back == 1 { "comes" } else { "come" };
            let are = if away == 1 { "is" } else { "are" };
            sentences.push(format!(
                "{} {comes} back; {away} {are} still out of place.",
                capitalized(&solved_pieces(back))
            ));
        }
    }
    if effect.reports_postcondition(step.postcondition) {
        sentences.push(translation.result(context, step));
    } else if effect.is_solved {
        sentences.push("Every face has one colour: the cube is solved.".into());
    }
    sentences.join(" ")
}

fn solved_pieces(count: usize) -> String {
    match count {
        1 => "a solved piece".into(),
        _ => format!("{count} solved pieces"),
    }
}

fn displacement(context: &Context<'_>, displacement: &Displacement) -> String {
    let (from, to) = (place(displacement.from.place), place(displacement.to.place));
    let piece_name = piece(context, displacement.piece);
    let faces =
        format!("{} facing {}", context.first_color(displacement.piece), facing(displacement.to.facing));
    match from == to {
        true => format!("The {piece_name} turns in place: {faces}."),
        false => format!("The {piece_name} moves from the {from} to the {to}, {faces}."),
    }
}

/// Describes the current placement of a piece.
fn current_text(context: &Context<'_>, which: Piece, placement: Placement) -> String {
    format!(
        "The {} is at the {}, {} facing {}.",
        piece(context, which),
        place(placement.place),
        context.first_color(which),
        facing(placement.facing)
    )
}
