//! English.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    position: |(stage, stages), (step, steps)| format!("Stage {stage} of {stages} · step {step} of {steps}"),
    progress: |left| match left {
        1 => "1 move to go".into(),
        left => format!("{left} moves to go"),
    },
    step_done: "The step is done: → goes on.",
    way_back: |moves| format!("Off the path. Back with {moves}, or with u. r: a lesson from here."),
    way_back_typing: |moves| {
        format!("Off the path. Back with {moves}, or with Ctrl-Z. Ctrl-R: a lesson from here.")
    },
    own_way: "This does what the step is for, in a way of your own: r (Ctrl-R while you type) goes on from here.",
    new_lesson: "A new lesson, from the cube as it is now.",
    on_the_path: "The cube is as the lesson has it: → goes on from here.",
    leave_once_more: "Esc once more leaves the lesson; any other key stays.",
    stage_passed: |stage, nothing_to_do| format!("{stage} – {}", nothing_to_do.to_lowercase()),
    after_grip: |rotation, seen| format!("After {rotation}: {seen}"),
    turned_already: |rotation| format!("{rotation}: the whole cube is turned first, as you hold it already."),
    two_layers: |letter| format!("({letter} turns two layers; {} turns one.)", letter.to_ascii_uppercase()),
    off_the_path: "The cube is not as the lesson has it: u takes a move back.",
    end: "This is the end of the lesson.",
    before: "When the step began: ",
    solved: "The cube is solved.",
    come_back: |command| format!("this comes back to the lesson:\n  {command}"),
    ask_why: "w: why?",
    next_step: |step| format!("Step {step}:"),
    prompt: "moves> ",
    keys: &[
        "→ move", "← back", "↓ step", "↑ step back", "w why", "t practise", "r from here", "l 中文", "? help", "q leave",
    ],
    typing_keys: &["Enter makes the moves", "Ctrl-Z takes one back", "Ctrl-R lesson from here", "Esc ends it"],
    help_keys: &["PgDn, PgUp show more", "any other key goes back to the lesson"],
    help: "\
→, blank           make the next move; after the last one, go to the next step
←, u, Backspace    take a move back
y                  make a move again that was taken back
↓, n               next step
↑, p               step before
Home, End          beginning and end of the lesson
w                  why these moves: show it or hide it
t                  practise: type moves such as R U2 F' or (R U)3 and see what they do
r                  a new lesson from the cube as it is now, when you left the path
PgDn, PgUp         more text, where it does not fit
l                  中文
?, h               this help
q, Esc Esc         leave; Ctrl-C leaves too, at any time

While you type moves: ←, →, Home and End move the cursor, Backspace and Delete take characters away, Ctrl-U all of \
them; Enter makes the moves, and ends the typing where there are none, as Esc does; Ctrl-Z takes a move back, Ctrl-Y makes it \
again, Ctrl-R makes a new lesson from the cube as it is now (these three work in the lesson as well).

The net shows the cube as you hold it: up above front, down below, the others beside. A star marks the stickers of the \
pieces that the step is about; brackets are around the next move.",
    more_below: "… PgDn shows more",
    more_above: "(the end; PgUp goes up)",
    too_small: |(width, height), (least_width, least_height)| {
        format!(
            "this terminal has {width}x{height} cells; the lesson needs {least_width}x{least_height}: make it larger \
             (q leaves)"
        )
    },
    bad_moves: ToString::to_string,
    too_many: |found, most| format!("these are {found} moves; expected at most {most} at a time"),
    no_layer: |one, size| format!("a {size} cube has no layer for the move {one}; no move was made"),
};
