//! English.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    position: |(stage, stages), (step, steps)| format!("Stage {stage} of {stages} · step {step} of {steps}"),
    progress: |left| match left {
        1 => "1 move to go".into(),
        left => format!("{left} moves to go"),
    },
    step_done: "The step is done: press → to continue.",
    off_path: |moves| format!("Off the path. Back with {moves} or u. r: a lesson from here."),
    off_path_typing: |moves| {
        format!("Off the path. Back with {moves} or Ctrl-Z. Ctrl-R: a lesson from here.")
    },
    solved_differently: "You completed the step in another way: press r (Ctrl-R while typing) to continue from here.",
    new_lesson: "A new lesson, from the current cube.",
    on_the_path: "The cube matches the lesson: press → to continue.",
    confirm_quit: "Press Esc again to quit, any other key to stay.",
    stage_passed: |stage, nothing_to_do| format!("{stage} – {}", nothing_to_do.to_lowercase()),
    after_rotation: |rotation, observation| format!("After {rotation}: {observation}"),
    turned_already: |rotation| format!("{rotation}: the whole cube is rotated first, as you hold it already."),
    two_layers: |letter| format!("({letter} turns two layers; {} turns one.)", letter.to_ascii_uppercase()),
    off_the_path: "The cube does not match the lesson: press u to undo a move.",
    end: "This is the end of the lesson.",
    before: "When the step began: ",
    solved: "The cube is solved.",
    resume_hint: |command| format!("to return to this lesson:\n  {command}"),
    ask_why: "w: why?",
    next_step: |step| format!("Step {step}:"),
    prompt: "moves> ",
    keys: &[
        "→ move", "← back", "↓ step", "↑ step back", "w why", "t practise", "r from here", "l 中文", "? help", "q quit",
    ],
    typing_keys: &["Enter make moves", "Ctrl-Z undo", "Ctrl-R lesson from here", "Esc end practice"],
    help_keys: &["PgDn, PgUp scroll", "any other key returns to the lesson"],
    help: "\
→, Space           make the next move; after the last one, go to the next step
←, u, Backspace    undo a move
y                  redo a move
↓, n               next step
↑, p               previous step
Home, End          start and end of the lesson
w                  show or hide the reason for the moves
t                  practise: type moves such as R U2 F', (R U)3 or 左顺1 and see what they do
r                  a new lesson from the current cube, when it does not match the lesson
PgDn, PgUp         scroll the text
l                  中文
?, h               this help
q, Esc Esc         quit; so does Ctrl-C at any time

While typing moves: ←, →, Home and End move the cursor, Backspace and Delete delete characters, Ctrl-U all of them; Enter \
makes the moves, or ends practice if there are none, as Esc does; Ctrl-Z undoes a move, Ctrl-Y redoes it, Ctrl-R starts a \
new lesson from the current cube (these three work in the lesson too).

The net shows the cube as you hold it: up above front, down below, the others beside. A star marks the pieces \
of the step; brackets mark the next move.",
    more_below: "… PgDn shows more",
    more_above: "(end of text; PgUp scrolls up)",
    too_small: |(width, height), (least_width, least_height)| {
        format!(
            "this terminal has {width}x{height} cells; the lesson needs {least_width}x{least_height}: make it larger \
             (q quits)"
        )
    },
    too_many: |found, most| format!("{found} moves; expected at most {most} at a time"),
    no_move_made: "no move was made",
};
