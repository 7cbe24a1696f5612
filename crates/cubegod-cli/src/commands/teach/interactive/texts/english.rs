//! English.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    position: |(stage, stages), (step, steps)| format!("Stage {stage} of {stages} · step {step} of {steps}"),
    progress: |made, all| match all - made {
        1 => "1 move to go".into(),
        left => format!("{left} moves to go"),
    },
    step_done: "The step is done: → goes on.",
    way_back: |moves| format!("Off the path of the lesson. Back with {moves}, or with u."),
    off_the_path: "The cube is not as the lesson has it: u takes a move back.",
    end: "This is the end of the lesson.",
    before: "Before the step: ",
    solved: "The cube is solved.",
    ask_why: "w: why?",
    next_step: |step| format!("Step {step}:"),
    prompt: "moves> ",
    keys: &[
        "→ move", "← back", "↓ step", "↑ step back", "w why", "t practise", "u undo", "l 中文", "? help", "q leave",
    ],
    typing_keys: &["Enter makes the moves", "Ctrl-Z takes one back", "Ctrl-U empties the line", "Esc ends it"],
    help_keys: &["any key goes back to the lesson"],
    help: "\
→ or blank   make the next move; after the last one, go to the next step
← or u       take a move back
r            make a move again that was taken back
↓ or n       next step
↑ or p       step before
Home, End    beginning and end of the lesson
w            why these moves: show it or hide it
t            practise: type moves such as R U2 F' or (R U)3 and see what they do
PgDn, PgUp   more text, where it does not fit
l            中文
q or Esc     leave

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
