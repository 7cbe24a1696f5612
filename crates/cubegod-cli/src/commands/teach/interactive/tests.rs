//! Keys and the screens after them.

use super::draw::{MIN_HEIGHT, MIN_WIDTH};
use super::screen::{Action, Command, Content, DisplayOptions, Screen};
use cubegod::render::Palette;
use cubegod::render::ansi::ColorDepth;
use cubegod::{Cube, Metric};
use cubegod_teach::text::columns;
use cubegod_teach::{Language, LessonBuilder, LessonText, Method, Practice};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

const SCRAMBLE: &str = "R U F2 L' B D2 R' F U2 L D";

fn screen(method: Method, language: Language) -> Screen {
    screen_of(SCRAMBLE, method, language)
}

fn screen_of(scramble: &str, method: Method, language: Language) -> Screen {
    let cube = Cube::solved(method.size()).unwrap().apply(&scramble.parse().unwrap()).unwrap();
    let lesson = LessonBuilder::new(method).lesson(&cube).unwrap();
    let comparison = Some(("R U".parse().unwrap(), true));
    Screen::new(lesson, comparison, LessonText::new(language), DisplayOptions::default())
}

/// Presses keys: characters, or names of other keys.
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

/// Returns the text on a terminal of this size, and the position of the cursor.
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

fn screen_text(screen: &mut Screen) -> String {
    drawn(screen, 80, 24).0
}

fn practice(screen: &Screen) -> &Practice {
    match &screen.content {
        Content::Lesson(practice) => practice,
        Content::Solved(_) => panic!("a lesson"),
    }
}

/// Returns the next move of the lesson as text.
fn next(screen: &Screen) -> String {
    practice(screen).next().unwrap().to_string()
}

#[test]
fn a_lesson_begins_with_its_first_step() {
    insta::assert_snapshot!("first_2x2_en", screen_text(&mut screen(Method::ThreeStep, Language::English)));
    insta::assert_snapshot!("first_3x3_en", screen_text(&mut screen(Method::Layers, Language::English)));
    insta::assert_snapshot!("first_3x3_zh", screen_text(&mut screen(Method::Layers, Language::Chinese)));
}

#[test]
fn each_move_is_drawn_and_a_key_shows_the_reason() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["down", "down", "down", "down", "right", "w"]);
        insta::assert_snapshot!(format!("middle_3x3_{language}"), screen_text(&mut screen));
        press(&mut screen, &["end"]);
        insta::assert_snapshot!(format!("end_3x3_{language}"), screen_text(&mut screen));
    }
}

#[test]
fn keys_go_through_the_whole_lesson_and_back() {
    for method in Method::ALL {
        let mut screen = screen(method, Language::English);
        let start = screen_text(&mut screen);
        let moves: usize = screen.lesson().steps().iter().map(|step| step.alg.len()).sum();
        let steps = screen.lesson().steps().len();
        // Going from the last move of a step to the next step takes one more key.
        let keys = moves + steps - 1;
        for _ in 0..keys {
            press(&mut screen, &["right"]);
        }
        assert!(practice(&screen).stickers().is_uniform());
        let end = screen_text(&mut screen);
        press(&mut screen, &["right"]);
        assert!(screen_text(&mut screen).contains("This is the end of the lesson."));
        press(&mut screen, &["home"]);
        assert_eq!(screen_text(&mut screen), start);
        press(&mut screen, &["end"]);
        assert_eq!(screen_text(&mut screen), end);
        for _ in 0..keys {
            press(&mut screen, &["left"]);
        }
        assert_eq!(screen_text(&mut screen), start);
        press(&mut screen, &["left", "up", "p"]);
        assert_eq!(screen_text(&mut screen), start);
        for _ in 0..steps {
            press(&mut screen, &["n"]);
        }
        assert_eq!(screen_text(&mut screen), end);
    }
}

#[test]
fn practice_reports_the_effects_of_moves_and_keeps_invalid_ones_for_correction() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["down", "down", "down", "down", "t"]);
        press(&mut screen, &["R Q"]);
        press(&mut screen, &["enter"]);
        insta::assert_snapshot!(format!("bad_move_{language}"), screen_text(&mut screen));
        press(&mut screen, &["backspace", "U2", "enter"]);
        insta::assert_snapshot!(format!("wrong_moves_{language}"), screen_text(&mut screen));
        assert!(practice(&screen).is_off_path());
        press(&mut screen, &["U2 R'", "enter"]);
        assert_eq!(practice(&screen).at(), Some(0));
        let right = next(&screen);
        press(&mut screen, &[&right, "enter"]);
        insta::assert_snapshot!(format!("right_move_{language}"), screen_text(&mut screen));
        press(&mut screen, &["escape", "u", "y", "u"]);
        assert_eq!(practice(&screen).at(), Some(0));
    }
}

#[test]
fn the_lesson_does_not_continue_off_the_path() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "F F2 B", "enter"]);
    assert!(screen_text(&mut screen).contains("or Ctrl-Z"), "{}", screen_text(&mut screen));
    press(&mut screen, &["enter", "right"]);
    let text = screen_text(&mut screen);
    assert!(text.contains("press u to undo a move") && text.contains("Back with B' F2 F' or u"), "{text}");
    press(&mut screen, &["u", "u", "u"]);
    assert!(!practice(&screen).is_off_path());
}

/// Returns the index of the first step that rotates the whole cube.
fn step_with_rotation(screen: &Screen) -> usize {
    screen.lesson().steps().iter().position(|step| !step.rotation().is_empty()).unwrap()
}

#[test]
fn a_separate_key_rotates_the_whole_cube() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        for _ in 0..step_with_rotation(&screen) {
            press(&mut screen, &["down"]);
        }
        let (alg, rotations) = (practice(&screen).step().alg.clone(), practice(&screen).step().rotation());
        let before = screen.stickers();
        assert!(screen_text(&mut screen).contains(&format!("[{}]", rotations.moves()[0])));
        insta::assert_snapshot!(format!("rotation_{language}"), screen_text(&mut screen));
        for &rotation in rotations.moves() {
            assert_eq!(practice(&screen).next(), Some(rotation));
            press(&mut screen, &["right"]);
        }
        let mut turned = before;
        turned.apply(&rotations).unwrap();
        assert_eq!(screen.stickers(), turned);
        assert!(screen_text(&mut screen).contains(&format!("[{}]", alg.moves()[rotations.len()])));
    }
}

#[test]
fn the_rotation_of_a_step_can_be_typed_or_omitted() {
    for with_rotations in [true, false] {
        let mut screen = screen(Method::Layers, Language::English);
        let algs: Vec<String> = screen
            .lesson()
            .steps()
            .iter()
            .map(|step| if with_rotations { step.alg.clone() } else { step.moves() }.to_string())
            .collect();
        press(&mut screen, &["t"]);
        // Two steps per line, so that a line continues after the end of a step.
        for pair in algs.chunks(2) {
            press(&mut screen, &[&pair.join(" "), "enter"]);
            assert!(practice(&screen).is_step_done(), "{pair:?}");
        }
        assert!(screen.stickers().is_uniform());
    }
    let mut screen = screen(Method::Layers, Language::English);
    for _ in 0..step_with_rotation(&screen) {
        press(&mut screen, &["down"]);
    }
    let first = practice(&screen).step().moves().moves()[0].to_string();
    press(&mut screen, &["t", &first, "enter"]);
    assert!(
        screen_text(&mut screen).contains("the whole cube is rotated first"),
        "{}",
        screen_text(&mut screen)
    );
}

#[test]
fn a_lower_case_letter_turns_two_layers_with_a_note() {
    let mut screen = screen(Method::Layers, Language::English);
    press(&mut screen, &["t", "R u", "enter"]);
    assert!(
        screen_text(&mut screen).contains("(u turns two layers; U turns one.)"),
        "{}",
        screen_text(&mut screen)
    );
    press(&mut screen, &["R U Fw M x", "enter"]);
    assert!(!screen_text(&mut screen).contains("two layers"));
}

#[test]
fn a_new_lesson_can_start_from_the_current_cube() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        let here = KeyEvent::from(KeyCode::Char('r'));
        // The lesson continues from the current cube already.
        assert_eq!(screen.handle(here), Action::Stay);
        press(&mut screen, &["t", "F'", "enter"]);
        let typing = KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL);
        assert_eq!(screen.handle(typing), Action::LessonFromHere);
        press(&mut screen, &["escape"]);
        assert_eq!(screen.handle(here), Action::LessonFromHere);
        let stickers = screen.stickers();
        let cube = Cube::try_from(&stickers).unwrap();
        let lesson = LessonBuilder::new(Method::Layers).lesson(&cube).unwrap();
        screen.begin(lesson, None);
        assert_eq!(screen.stickers(), stickers);
        assert!(!practice(&screen).is_off_path());
        insta::assert_snapshot!(format!("new_lesson_{language}"), screen_text(&mut screen));
    }
}

#[test]
fn a_step_that_is_done_in_another_way_is_recognised() {
    let mut screen = screen(Method::Layers, Language::English);
    let moves = practice(&screen).step().moves().to_string();
    press(&mut screen, &["t", &moves, "enter", "escape"]);
    // A turn of the layer opposite the first edge of the cross does not move that edge.
    let is_reported = ["U", "D", "L", "R", "F", "B"].into_iter().any(|turn| {
        press(&mut screen, &["p", "t", &moves, "enter"]);
        // The step is done, so further moves would belong to the next one: insert the turn before the last move.
        press(&mut screen, &["escape", "u", "t"]);
        let last = next(&screen);
        press(&mut screen, &[&format!("{turn} {last}"), "enter"]);
        let text = screen_text(&mut screen);
        press(&mut screen, &["escape"]);
        text.contains("in another way")
    });
    assert!(is_reported);
}

#[test]
fn the_description_is_of_the_current_cube() {
    let mut screen = screen(Method::Layers, Language::English);
    let rotations = practice(&screen).step().rotation();
    assert!(practice(&screen).step().moves().len() > 1);
    for _ in 0..=rotations.len() {
        press(&mut screen, &["right"]);
    }
    let (text, placements) = (screen_text(&mut screen), screen.lesson_text.placements(practice(&screen)));
    assert!(text.contains("When the step began:"), "{text}");
    assert!(text.replace('\n', " ").contains(&placements), "{placements}\n{text}");
}

#[test]
fn stages_without_steps_are_listed_and_the_summary_counts_all_moves() {
    // Only the last layer is unsolved.
    let mut screen = screen_of("R D R' D R D2 R'", Method::Layers, Language::English);
    insta::assert_snapshot!("passed_stages", drawn(&mut screen, 80, 40).0);
    screen.display.metric = Metric::Qtm;
    press(&mut screen, &["end"]);
    let text = drawn(&mut screen, 80, 50).0;
    assert!(text.contains("This is the end of the lesson.") && !text.contains("to continue"), "{text}");
    insta::assert_snapshot!("summary", text);
}

#[test]
fn moves_are_made_only_if_all_of_them_are_possible() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    press(&mut screen, &["t", "R M", "enter"]);
    assert!(screen_text(&mut screen).contains("has no layer for the move M; no move was made"));
    press(&mut screen, &["home", "delete", "delete", "delete", "(R U)1000", "enter"]);
    assert!(screen_text(&mut screen).contains("2000 moves; expected at most 100 at a time"));
    assert_eq!(practice(&screen).applied().count(), 0);
    // A line that is longer than the screen shows its end.
    press(&mut screen, &[&"R ".repeat(400)]);
    let (text, cursor) = drawn(&mut screen, 60, 20);
    assert!(cursor.x < 60 && cursor.y < 20, "{text}");
    assert_eq!(screen.handle(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)), Action::Stay);
    screen.paste("R\nU'\u{1b}");
    assert!(screen_text(&mut screen).contains("moves> R U'"));
    assert_eq!(drawn(&mut screen, 80, 24).1.x, "moves> R U' ".len() as u16);
}

#[test]
fn a_terminal_that_is_too_small_shows_the_size_needed_and_keeps_the_state() {
    for language in Language::ALL {
        let mut screen = screen(Method::Layers, language);
        press(&mut screen, &["right", "t", "R U"]);
        let before = screen_text(&mut screen);
        insta::assert_snapshot!(format!("too_small_{language}"), drawn(&mut screen, 40, 10).0);
        for (width, height) in [(0, 0), (1, 1), (59, 20), (60, 19), (3, 50), (500, 2)] {
            drawn(&mut screen, width, height);
        }
        assert_eq!(screen_text(&mut screen), before);
    }
}

#[test]
fn all_text_can_be_scrolled_to() {
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
fn the_language_can_be_changed_at_any_step() {
    let mut english = screen(Method::Layers, Language::English);
    press(&mut english, &["down", "right", "l"]);
    let mut chinese = screen(Method::Layers, Language::Chinese);
    press(&mut chinese, &["down", "right"]);
    assert_eq!(screen_text(&mut english), screen_text(&mut chinese));
}

#[test]
fn keys_have_no_effect_while_the_terminal_is_too_small() {
    for mode in [&["right"][..], &["t", "R U"], &["?"]] {
        let mut screen = screen(Method::Layers, Language::English);
        press(&mut screen, mode);
        let before = screen_text(&mut screen);
        drawn(&mut screen, 40, 10);
        press(&mut screen, &["right", "x", "u", "enter", "escape", "t", "backspace", "end"]);
        assert_eq!(screen_text(&mut screen), before);
        drawn(&mut screen, 40, 10);
        assert_eq!(screen.handle(KeyEvent::from(KeyCode::Char('q'))), Action::Quit);
    }
}

#[test]
fn the_help_names_every_key() {
    for language in Language::ALL {
        let mut screen = screen(Method::ThreeStep, language);
        press(&mut screen, &["?"]);
        insta::assert_snapshot!(format!("help_{language}"), drawn(&mut screen, 100, 40).0);
        // The end of the help can be scrolled to.
        assert!(!drawn(&mut screen, 60, 20).0.contains("Ctrl-Y"));
        press(&mut screen, &["page down"; 9]);
        let end: String = drawn(&mut screen, 60, 20).0;
        assert!(end.contains("Ctrl-Y"), "{end}");
        press(&mut screen, &["x"]);
        assert!(!screen_text(&mut screen).contains("Home"));
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
        // The keys before the explanation of each line.
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

    /// Upper-case letters have the commands of lower-case ones, except for H.
    fn is_small(code: KeyCode) -> bool {
        code != KeyCode::Char('H')
    }
}

#[test]
fn three_keys_quit() {
    let new = || screen(Method::ThreeStep, Language::English);
    assert_eq!(new().handle(KeyEvent::from(KeyCode::Char('q'))), Action::Quit);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(new().handle(interrupt), Action::Interrupt);
    // One Esc asks for confirmation, which late bytes of an arrow key do not give.
    let mut screen = new();
    press(&mut screen, &["escape"]);
    assert!(screen_text(&mut screen).contains("Press Esc again"));
    press(&mut screen, &["[C", "escape"]);
    assert_eq!(screen.handle(KeyEvent::from(KeyCode::Esc)), Action::Quit);
    let mut typing = new();
    press(&mut typing, &["t", "q", "escape"]);
    // Alt makes it another key.
    assert_eq!(new().handle(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT)), Action::Stay);
}

#[test]
fn pasted_text_is_not_a_command() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    let before = screen_text(&mut screen);
    screen.paste("qtn R U");
    assert_eq!(screen_text(&mut screen), before);
}

#[test]
fn a_solved_cube_needs_no_lesson() {
    for method in Method::ALL {
        let lesson = LessonBuilder::new(method).lesson(&Cube::solved(method.size()).unwrap()).unwrap();
        let mut screen =
            Screen::new(lesson, None, LessonText::new(Language::English), DisplayOptions::default());
        press(
            &mut screen,
            &["right", "left", "up", "down", "home", "end", "w", "t", "u", "r", "y", "page down"],
        );
        assert!(screen_text(&mut screen).contains("The cube is already solved"));
    }
}

/// The colours of all cells.
fn backgrounds(screen: &mut Screen) -> Vec<ratatui::style::Color> {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().content.iter().map(|cell| cell.bg).collect()
}

#[test]
fn the_options_choose_the_colours() {
    let mut screen = screen(Method::ThreeStep, Language::English);
    let colors = |screen: &mut Screen| {
        backgrounds(screen).into_iter().filter(|&color| color != ratatui::style::Color::Reset).count()
    };
    assert_eq!(colors(&mut screen), 0);
    screen.display.ansi.depth = ColorDepth::Ansi256;
    assert_eq!(colors(&mut screen), 48, "24 stickers of two columns");
    let usual = backgrounds(&mut screen);
    screen.display.ansi = screen.display.ansi.palette(Palette::COLORBLIND);
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
