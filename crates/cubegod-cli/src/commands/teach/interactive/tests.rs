//! Keys and the screens that they lead to.

use super::draw::{MIN_HEIGHT, MIN_WIDTH};
use super::screen::{Action, Command, DisplayOptions, Place, Screen};
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
use cubegod::{Metric, Stickers};
use cubegod_teach::text::columns;
use cubegod_teach::{Language, Method, Narrator, Practice, Teacher};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

const SCRAMBLE: &str = "R U F2 L' B D2 R' F U2 L D";

fn screen(method: Method, language: Language) -> Screen {
    screen_of(SCRAMBLE, method, language)
}

fn screen_of(scramble: &str, method: Method, language: Language) -> Screen {
    let mut cube = Stickers::solved(method.size());
    cube.apply(&scramble.parse().unwrap()).unwrap();
    let lesson = Teacher::new(method).lesson(&cube).unwrap();
    let comparison = Some(("R U".parse().unwrap(), true));
    Screen::new(lesson, comparison, Narrator::new(language), DisplayOptions::default())
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
                    assert_eq!(screen.handle(KeyEvent::from(KeyCode::Char(character))), Action::Stay);
                }
                continue;
            }
        };
        assert_eq!(screen.handle(KeyEvent::from(code)), Action::Stay, "{key}");
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
        let moves: usize = screen.lesson().steps().iter().map(|step| step.alg.len()).sum();
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
        assert!(practice(&screen).is_off_path());
        press(&mut screen, &["U2 R'", "enter"]);
        assert_eq!(practice(&screen).at(), Some(0));
        let right = next(&screen);
        press(&mut screen, &[&right, "enter"]);
        insta::assert_snapshot!(format!("right_move_{language}"), seen(&mut screen));
        press(&mut screen, &["escape", "u", "y", "u"]);
        assert_eq!(practice(&screen).at(), Some(0));
    }
}

#[test]
fn off_the_path_the_lesson_waits() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "F F2 B", "enter"]);
    assert!(seen(&mut screen).contains("or Ctrl-Z"), "{}", seen(&mut screen));
    press(&mut screen, &["enter", "right"]);
    let text = seen(&mut screen);
    assert!(text.contains("press u to undo a move") && text.contains("Back with B' F2 F' or u"), "{text}");
    press(&mut screen, &["u", "u", "u"]);
    assert!(!practice(&screen).is_off_path());
}

/// The first step that turns the whole cube.
fn step_with_grip(screen: &Screen) -> usize {
    screen.lesson().steps().iter().position(|step| !step.grip().is_empty()).unwrap()
}

#[test]
fn the_whole_cube_is_turned_by_a_key_of_its_own() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        for _ in 0..step_with_grip(&screen) {
            press(&mut screen, &["down"]);
        }
        let (alg, grip) = (practice(&screen).step().alg.clone(), practice(&screen).step().grip());
        let before = screen.stickers();
        assert!(seen(&mut screen).contains(&format!("[{}]", grip.moves()[0])));
        insta::assert_snapshot!(format!("grip_{language}"), seen(&mut screen));
        for &rotation in grip.moves() {
            assert_eq!(practice(&screen).next(), Some(rotation));
            press(&mut screen, &["right"]);
        }
        let mut turned = before;
        turned.apply(&grip).unwrap();
        assert_eq!(screen.stickers(), turned);
        assert!(seen(&mut screen).contains(&format!("[{}]", alg.moves()[grip.len()])));
    }
}

#[test]
fn the_rotation_of_a_step_may_be_typed_or_left_out() {
    for with_rotations in [true, false] {
        let mut screen = screen(Method::Layers, Language::English);
        let algs: Vec<String> = screen
            .lesson()
            .steps()
            .iter()
            .map(|step| if with_rotations { step.alg.clone() } else { step.moves() }.to_string())
            .collect();
        press(&mut screen, &["t"]);
        // Two steps on a line, so that it goes over the end of one.
        for pair in algs.chunks(2) {
            press(&mut screen, &[&pair.join(" "), "enter"]);
            assert!(practice(&screen).is_step_done(), "{pair:?}");
        }
        assert!(screen.stickers().is_uniform());
    }
    let mut screen = screen(Method::Layers, Language::English);
    for _ in 0..step_with_grip(&screen) {
        press(&mut screen, &["down"]);
    }
    let first = practice(&screen).step().moves().moves()[0].to_string();
    press(&mut screen, &["t", &first, "enter"]);
    assert!(seen(&mut screen).contains("the whole cube is rotated first"), "{}", seen(&mut screen));
}

#[test]
fn a_small_letter_turns_two_layers_and_says_so() {
    let mut screen = screen(Method::Layers, Language::English);
    press(&mut screen, &["t", "R u", "enter"]);
    assert!(seen(&mut screen).contains("(u turns two layers; U turns one.)"), "{}", seen(&mut screen));
    press(&mut screen, &["R U Fw M x", "enter"]);
    assert!(!seen(&mut screen).contains("two layers"));
}

#[test]
fn a_lesson_can_begin_anew_from_the_cube_as_it_is() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        let here = KeyEvent::from(KeyCode::Char('r'));
        // On the path there is no need.
        assert_eq!(screen.handle(here), Action::Stay);
        press(&mut screen, &["t", "F'", "enter"]);
        let typing = KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL);
        assert_eq!(screen.handle(typing), Action::LessonFromHere);
        press(&mut screen, &["escape"]);
        assert_eq!(screen.handle(here), Action::LessonFromHere);
        let cube = screen.stickers();
        let lesson = Teacher::new(Method::Layers).lesson(&cube).unwrap();
        screen.begin(lesson, None);
        assert_eq!(screen.stickers(), cube);
        assert!(!practice(&screen).is_off_path());
        insta::assert_snapshot!(format!("new_lesson_{language}"), seen(&mut screen));
    }
}

#[test]
fn a_step_that_is_done_in_another_way_is_recognised() {
    let mut screen = screen(Method::Layers, Language::English);
    let moves = practice(&screen).step().moves().to_string();
    press(&mut screen, &["t", &moves, "enter", "escape"]);
    // The layer across from the first edge of the cross has nothing to do with it.
    let is_reported = ["U", "D", "L", "R", "F", "B"].into_iter().any(|turn| {
        press(&mut screen, &["p", "t", &moves, "enter"]);
        // The step is done, so a line would go on with the next one: the turn comes before its end is seen.
        press(&mut screen, &["escape", "u", "t"]);
        let last = next(&screen);
        press(&mut screen, &[&format!("{turn} {last}"), "enter"]);
        let text = seen(&mut screen);
        press(&mut screen, &["escape"]);
        text.contains("in another way")
    });
    assert!(is_reported);
}

#[test]
fn what_is_seen_is_told_of_the_cube_as_it_is() {
    let mut screen = screen(Method::Layers, Language::English);
    let grip = practice(&screen).step().grip();
    assert!(practice(&screen).step().moves().len() > 1);
    for _ in 0..=grip.len() {
        press(&mut screen, &["right"]);
    }
    let (text, whereabouts) = (seen(&mut screen), screen.words.whereabouts(practice(&screen)));
    assert!(text.contains("When the step began:"), "{text}");
    assert!(text.replace('\n', " ").contains(&whereabouts), "{whereabouts}\n{text}");
}

#[test]
fn stages_without_steps_are_told_and_the_end_counts_all() {
    // Nothing but the last layer is to be done.
    let mut screen = screen_of("R D R' D R D2 R'", Method::Layers, Language::English);
    insta::assert_snapshot!("passed_stages", drawn(&mut screen, 80, 40).0);
    screen.look.metric = Metric::Qtm;
    press(&mut screen, &["end"]);
    let text = drawn(&mut screen, 80, 50).0;
    assert!(text.contains("This is the end of the lesson.") && !text.contains("to continue"), "{text}");
    insta::assert_snapshot!("summary", text);
}

#[test]
fn what_can_not_be_made_is_not_begun() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "R M", "enter"]);
    assert!(seen(&mut screen).contains("has no layer for the move M; no move was made"));
    press(&mut screen, &["home", "delete", "delete", "delete", "(R U)1000", "enter"]);
    assert!(seen(&mut screen).contains("2000 moves; expected at most 100 at a time"));
    assert_eq!(practice(&screen).made().count(), 0);
    // A line that is longer than the screen shows its end.
    press(&mut screen, &[&"R ".repeat(400)]);
    let (text, cursor) = drawn(&mut screen, 60, 20);
    assert!(cursor.x < 60 && cursor.y < 20, "{text}");
    assert_eq!(screen.handle(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)), Action::Stay);
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
            let whole = drawn(&mut screen, MIN_WIDTH, 60).0;
            let mut parts = drawn(&mut screen, MIN_WIDTH, MIN_HEIGHT).0;
            for _ in 0..5 {
                press(&mut screen, &["page down"]);
                parts += &drawn(&mut screen, MIN_WIDTH, MIN_HEIGHT).0;
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
fn a_key_that_nobody_sees_the_effect_of_has_none() {
    for mode in [&["right"][..], &["t", "R U"], &["?"]] {
        let mut screen = screen(Method::Layers, Language::English);
        press(&mut screen, mode);
        let before = seen(&mut screen);
        drawn(&mut screen, 40, 10);
        press(&mut screen, &["right", "x", "u", "enter", "escape", "t", "backspace", "end"]);
        assert_eq!(seen(&mut screen), before);
        drawn(&mut screen, 40, 10);
        assert_eq!(screen.handle(KeyEvent::from(KeyCode::Char('q'))), Action::Leave);
    }
}

#[test]
fn the_help_names_every_key() {
    for language in Language::ALL {
        let mut screen = screen(Method::ThreeStep, language);
        press(&mut screen, &["?"]);
        insta::assert_snapshot!(format!("help_{language}"), drawn(&mut screen, 100, 40).0);
        // What does not fit can be scrolled to.
        assert!(!drawn(&mut screen, 60, 20).0.contains("Ctrl-Y"));
        press(&mut screen, &["page down"; 9]);
        let end: String = drawn(&mut screen, 60, 20).0;
        assert!(end.contains("Ctrl-Y"), "{end}");
        press(&mut screen, &["x"]);
        assert!(!seen(&mut screen).contains("Home"));
        let name = |code: KeyCode| match (code, language) {
            (KeyCode::Char(' '), Language::English) => "Space".into(),
            (KeyCode::Char(' '), Language::Chinese) => "空格".into(),
            (KeyCode::Backspace, Language::Chinese) => "退格键".into(),
            (KeyCode::Char(letter), _) => letter.to_lowercase().to_string(),
            (KeyCode::Right, _) => "→".into(),
            (KeyCode::Left, _) => "←".into(),
            (KeyCode::Down, _) => "↓".into(),
            (KeyCode::Up, _) => "↑".into(),
            (KeyCode::PageDown, _) => "PgDn".into(),
            (KeyCode::PageUp, _) => "PgUp".into(),
            (other, _) => format!("{other:?}"),
        };
        let help = screen.texts().help;
        let (list, rest) = help.split_once("\n\n").unwrap();
        // What stands before the explanation of each line.
        let named: Vec<&str> = list
            .lines()
            .flat_map(|line| line.split("  ").next().unwrap_or_default().split([',', '、', ' ']))
            .filter(|word| !word.is_empty())
            .collect();
        let keys = (' '..='~').map(KeyCode::Char).chain([
            KeyCode::Right,
            KeyCode::Left,
            KeyCode::Down,
            KeyCode::Up,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageDown,
            KeyCode::PageUp,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Tab,
            KeyCode::Insert,
            KeyCode::Delete,
            KeyCode::Backspace,
            KeyCode::F(1),
        ]);
        for code in keys {
            let name = name(code);
            assert_eq!(
                Command::of(code).is_some(),
                named.contains(&name.as_str()) && is_small(code),
                "{name}"
            );
            if Command::with_control(code).is_some() {
                assert!(rest.contains(&format!("Ctrl-{}", name.to_uppercase())), "{name}");
            }
        }
    }

    /// Capitals do what their small letters do, but for H.
    fn is_small(code: KeyCode) -> bool {
        code != KeyCode::Char('H')
    }
}

#[test]
fn it_is_left_in_three_ways() {
    let new = || screen(Method::ThreeStep, Language::English);
    assert_eq!(new().handle(KeyEvent::from(KeyCode::Char('q'))), Action::Leave);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(new().handle(interrupt), Action::Interrupt);
    // One Esc asks, and the bytes of an arrow key that come late are no answer.
    let mut screen = new();
    press(&mut screen, &["escape"]);
    assert!(seen(&mut screen).contains("Press Esc again"));
    press(&mut screen, &["[C", "escape"]);
    assert_eq!(screen.handle(KeyEvent::from(KeyCode::Esc)), Action::Leave);
    let mut typing = new();
    press(&mut typing, &["t", "q", "escape"]);
    // With Alt it is another key.
    assert_eq!(new().handle(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT)), Action::Stay);
}

#[test]
fn pasted_text_is_no_command() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    let before = seen(&mut screen);
    screen.paste("qtn R U");
    assert_eq!(seen(&mut screen), before);
}

#[test]
fn a_solved_cube_needs_no_lesson() {
    for method in Method::ALL {
        let lesson = Teacher::new(method).lesson(&Stickers::solved(method.size())).unwrap();
        let mut screen =
            Screen::new(lesson, None, Narrator::new(Language::English), DisplayOptions::default());
        press(
            &mut screen,
            &["right", "left", "up", "down", "home", "end", "w", "t", "u", "r", "y", "page down"],
        );
        assert!(seen(&mut screen).contains("The cube is already solved"));
    }
}

/// The colours of all cells.
fn backgrounds(screen: &mut Screen) -> Vec<ratatui::style::Color> {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().content.iter().map(|cell| cell.bg).collect()
}

#[test]
fn colours_are_there_where_they_are_wanted() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    let colors = |screen: &mut Screen| {
        backgrounds(screen).into_iter().filter(|&color| color != ratatui::style::Color::Reset).count()
    };
    assert_eq!(colors(&mut screen), 0);
    screen.look.ansi.depth = ColorDepth::Ansi256;
    assert_eq!(colors(&mut screen), 48, "24 stickers of two columns");
    let usual = backgrounds(&mut screen);
    screen.look.ansi = AnsiOptions { palette: Palette::COLORBLIND, ..screen.look.ansi };
    assert_ne!(backgrounds(&mut screen), usual);
}

#[test]
fn moves_in_chinese_and_rotate_calls_can_be_typed() {
    let cube_after = |moves: &str| {
        let mut screen = screen(Method::Layers, Language::Chinese);
        press(&mut screen, &["t", moves, "enter"]);
        screen.stickers()
    };
    assert_eq!(cube_after("左顺1，上顺3"), cube_after("L U'"));
    assert_eq!(cube_after("Rotate(2,1)Rotate(0,3)"), cube_after("L U'"));
}
