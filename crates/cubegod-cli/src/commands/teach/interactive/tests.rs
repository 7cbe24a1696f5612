//! Keys and the screens that they lead to.

use super::draw::{LEAST_HEIGHT, LEAST_WIDTH};
use super::screen::{Place, Screen, Wish};
use cubegod::Stickers;
use cubegod::render::ansi::ColorDepth;
use cubegod::teach::text::columns;
use cubegod::teach::{Language, Method, Practice, Teacher, Words};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

const SCRAMBLE: &str = "R U F2 L' B D2 R' F U2 L D";

fn screen(method: Method, language: Language) -> Screen {
    let mut cube = Stickers::solved(method.size());
    cube.apply(&SCRAMBLE.parse().unwrap()).unwrap();
    let lesson = Teacher::new(method).lesson(&cube).unwrap();
    Screen::new(lesson, Words::new(language), ColorDepth::None, Some(("R U".parse().unwrap(), true)))
}

/// Presses keys: characters, or words for those that have none.
fn press(screen: &mut Screen, keys: &[&str]) {
    for key in keys {
        let code = match *key {
            "right" => KeyCode::Right,
            "left" => KeyCode::Left,
            "down" => KeyCode::Down,
            "up" => KeyCode::Up,
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            "enter" => KeyCode::Enter,
            "escape" => KeyCode::Esc,
            "backspace" => KeyCode::Backspace,
            "delete" => KeyCode::Delete,
            "page down" => KeyCode::PageDown,
            text => {
                for character in text.chars() {
                    assert_eq!(screen.handle(KeyEvent::from(KeyCode::Char(character))), Wish::Stay);
                }
                continue;
            }
        };
        assert_eq!(screen.handle(KeyEvent::from(code)), Wish::Stay, "{key}");
    }
}

/// What is seen on a terminal of this size, and where the cursor is.
fn drawn(screen: &mut Screen, width: u16, height: u16) -> (String, Position) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let cursor = terminal.get_cursor_position().unwrap();
    let buffer = terminal.backend().buffer();
    let mut lines = Vec::new();
    for y in 0..height {
        let mut line = String::new();
        let mut x = 0;
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            // A wide character hides the cell after it.
            x += columns(symbol).max(1) as u16;
        }
        lines.push(line.trim_end().to_owned());
    }
    (lines.join("\n"), cursor)
}

fn seen(screen: &mut Screen) -> String {
    drawn(screen, 80, 24).0
}

fn practice(screen: &Screen) -> &Practice {
    match &screen.place {
        Place::Lesson(practice) => practice,
        Place::Solved(_) => panic!("a lesson"),
    }
}

/// The next move of the lesson, as it is typed.
fn next(screen: &Screen) -> String {
    practice(screen).next().unwrap().to_string()
}

#[test]
fn a_lesson_begins_with_its_first_step() {
    insta::assert_snapshot!("first_2x2_en", seen(&mut screen(Method::ThreeStep, Language::English)));
    insta::assert_snapshot!("first_3x3_en", seen(&mut screen(Method::Layers, Language::English)));
    insta::assert_snapshot!("first_3x3_zh", seen(&mut screen(Method::Layers, Language::Chinese)));
}

#[test]
fn each_move_is_seen_and_the_reason_is_told_when_asked_for() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["down", "down", "down", "down", "right", "w"]);
        insta::assert_snapshot!(format!("midst_3x3_{language}"), seen(&mut screen));
        press(&mut screen, &["end"]);
        insta::assert_snapshot!(format!("end_3x3_{language}"), seen(&mut screen));
    }
}

#[test]
fn keys_lead_through_the_whole_lesson_and_back() {
    for method in Method::ALL {
        let mut screen = screen(method, Language::English);
        let start = seen(&mut screen);
        let moves: usize = screen.lesson().steps().iter().map(|step| step.moves().len()).sum();
        let steps = screen.lesson().steps().len();
        // From the last move of a step to the next step it is one more key.
        let keys = moves + steps - 1;
        for _ in 0..keys {
            press(&mut screen, &["right"]);
        }
        assert!(practice(&screen).stickers().is_uniform());
        let end = seen(&mut screen);
        press(&mut screen, &["right"]);
        assert!(seen(&mut screen).contains("This is the end of the lesson."));
        press(&mut screen, &["home"]);
        assert_eq!(seen(&mut screen), start);
        press(&mut screen, &["end"]);
        assert_eq!(seen(&mut screen), end);
        for _ in 0..keys {
            press(&mut screen, &["left"]);
        }
        assert_eq!(seen(&mut screen), start);
        press(&mut screen, &["left", "up", "p"]);
        assert_eq!(seen(&mut screen), start);
        for _ in 0..steps {
            press(&mut screen, &["n"]);
        }
        assert_eq!(seen(&mut screen), end);
    }
}

#[test]
fn practice_tells_what_moves_do_and_keeps_what_is_wrong_with_them() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["down", "down", "down", "down", "t"]);
        press(&mut screen, &["R Q"]);
        press(&mut screen, &["enter"]);
        insta::assert_snapshot!(format!("bad_move_{language}"), seen(&mut screen));
        press(&mut screen, &["backspace", "U2", "enter"]);
        insta::assert_snapshot!(format!("wrong_moves_{language}"), seen(&mut screen));
        assert!(practice(&screen).is_off_the_path());
        press(&mut screen, &["U2 R'", "enter"]);
        assert_eq!(practice(&screen).at(), Some(0));
        let right = next(&screen);
        press(&mut screen, &[&right, "enter"]);
        insta::assert_snapshot!(format!("right_move_{language}"), seen(&mut screen));
        press(&mut screen, &["escape", "u", "r", "u"]);
        assert_eq!(practice(&screen).at(), Some(0));
    }
}

#[test]
fn off_the_path_the_lesson_waits() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "F F2 B", "enter", "enter", "right"]);
    let text = seen(&mut screen);
    assert!(text.contains("u takes a move back") && text.contains("Back with B' F2 F'"), "{text}");
    press(&mut screen, &["u", "u", "u"]);
    assert!(!practice(&screen).is_off_the_path());
}

#[test]
fn whole_steps_can_be_typed_with_the_rotations_between_them() {
    let mut screen = screen(Method::Layers, Language::English);
    let algs: Vec<String> = screen.lesson().steps().iter().map(|step| step.alg.to_string()).collect();
    // The first rotation is made already.
    let first = screen.lesson().steps()[0].moves().to_string();
    press(&mut screen, &["t", &first, "enter"]);
    for alg in &algs[1..] {
        press(&mut screen, &[alg, "enter"]);
        assert!(practice(&screen).is_step_done(), "{alg}");
    }
    assert!(practice(&screen).stickers().is_uniform());
}

#[test]
fn what_can_not_be_made_is_not_begun() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "R M", "enter"]);
    assert!(seen(&mut screen).contains("has no layer for the move M; no move was made"));
    press(&mut screen, &["home", "delete", "delete", "delete", "(R U)1000", "enter"]);
    assert!(seen(&mut screen).contains("these are 2000 moves; expected at most 100 at a time"));
    assert_eq!(practice(&screen).made().count(), 0);
    // A line that is longer than the screen shows its end.
    press(&mut screen, &[&"R ".repeat(400)]);
    let (text, cursor) = drawn(&mut screen, 60, 20);
    assert!(cursor.x < 60 && cursor.y < 20, "{text}");
    assert_eq!(screen.handle(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)), Wish::Stay);
    screen.paste("R\nU'\u{1b}");
    assert!(seen(&mut screen).contains("moves> R U'"));
    assert_eq!(drawn(&mut screen, 80, 24).1.x, "moves> R U' ".len() as u16);
}

#[test]
fn a_terminal_that_is_too_small_says_what_is_needed_and_loses_nothing() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["right", "t", "R U"]);
        let before = seen(&mut screen);
        insta::assert_snapshot!(format!("too_small_{language}"), drawn(&mut screen, 40, 10).0);
        for (width, height) in [(0, 0), (1, 1), (59, 20), (60, 19), (3, 50), (500, 2)] {
            drawn(&mut screen, width, height);
        }
        assert_eq!(seen(&mut screen), before);
    }
}

#[test]
fn whatever_does_not_fit_can_be_scrolled_to() {
    for (method, language) in [(Method::Layers, Language::English), (Method::Layers, Language::Chinese)] {
        let mut screen = screen(method, language);
        press(&mut screen, &["w"]);
        for _ in 0..screen.lesson().steps().len() {
            let whole = drawn(&mut screen, LEAST_WIDTH, 60).0;
            let mut parts = drawn(&mut screen, LEAST_WIDTH, LEAST_HEIGHT).0;
            for _ in 0..5 {
                press(&mut screen, &["page down"]);
                parts += &drawn(&mut screen, LEAST_WIDTH, LEAST_HEIGHT).0;
            }
            for line in whole.lines() {
                assert!(parts.contains(line), "{line}\n{parts}");
            }
            press(&mut screen, &["n"]);
        }
    }
}

#[test]
fn the_language_changes_in_the_midst_of_it() {
    let mut english = screen(Method::Layers, Language::English);
    press(&mut english, &["down", "right", "l"]);
    let mut chinese = screen(Method::Layers, Language::Chinese);
    press(&mut chinese, &["down", "right"]);
    assert_eq!(seen(&mut english), seen(&mut chinese));
}

#[test]
fn the_help_names_every_key() {
    for language in Language::ALL {
        let mut screen = screen(Method::ThreeStep, language);
        press(&mut screen, &["?"]);
        insta::assert_snapshot!(format!("help_{language}"), seen(&mut screen));
        press(&mut screen, &["x"]);
        assert!(!seen(&mut screen).contains("Home"));
    }
}

#[test]
fn it_is_left_in_three_ways() {
    for key in [
        KeyEvent::from(KeyCode::Char('q')),
        KeyEvent::from(KeyCode::Esc),
        KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
    ] {
        assert_eq!(screen(Method::ThreeStep, Language::English).handle(key), Wish::Leave);
    }
    let mut typing = screen(Method::ThreeStep, Language::English);
    press(&mut typing, &["t", "q", "escape"]);
}

#[test]
fn a_solved_cube_needs_no_lesson() {
    for method in Method::ALL {
        let lesson = Teacher::new(method).lesson(&Stickers::solved(method.size())).unwrap();
        let mut screen = Screen::new(lesson, Words::new(Language::English), ColorDepth::None, None);
        press(&mut screen, &["right", "left", "up", "down", "home", "end", "w", "t", "u", "r", "page down"]);
        assert!(seen(&mut screen).contains("The cube is solved already"));
    }
}

#[test]
fn colours_are_there_where_they_are_wanted() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    let colors = |screen: &mut Screen| {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        cells.iter().filter(|cell| cell.bg != ratatui::style::Color::Reset).count()
    };
    assert_eq!(colors(&mut screen), 0);
    screen.depth = ColorDepth::Ansi256;
    assert_eq!(colors(&mut screen), 48, "24 stickers of two columns");
}
