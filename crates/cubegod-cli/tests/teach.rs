//! `cubegod teach`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn a_pocket_cube_is_explained_in_three_steps() {
    let run = cubegod(&["teach", "--puzzle", "2x2", "R U F2 L'"]);
    assert_eq!(run.code, 0);
    assert_snapshot!(run.stdout);
}

#[test]
fn a_cube_is_explained_layer_by_layer_in_chinese() {
    let run = cubegod(&["teach", "--lang", "zh", "R U F2 L' B D2"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_snapshot!(run.stdout);
}

#[test]
fn a_lesson_for_an_array_has_cells_and_calls() {
    let array = cubegod(&["rotate", "000011112222333344445555", "0,1 2,3"]).stdout;
    let run = cubegod(&["teach", array.trim()]);
    assert!(run.stdout.contains("cube[") && run.stdout.contains("Rotate("), "{}", run.stdout);
    let letters = cubegod(&["convert", "--to", "facelets", array.trim()]).stdout;
    let run = cubegod(&["teach", letters.trim()]);
    assert!(!run.stdout.contains("cube[") && !run.stdout.contains("Rotate("), "{}", run.stdout);
}

#[test]
fn json_has_the_whole_lesson_and_its_moves_solve_the_cube() {
    for (arguments, stages) in
        [(["--puzzle", "2x2"], 3), (["--method", "layers"], 7), (["--method", "cfop"], 4)]
    {
        let run = cubegod(&["teach", "--json", arguments[0], arguments[1], "R U F2 L' B D2"]);
        let lesson = &run.objects()[0];
        let all = lesson["stages"].as_array().unwrap();
        assert_eq!(all.len(), stages);
        let cube = lesson["cube"].as_str().unwrap();
        let is_solved = |moves: &str| {
            let end = cubegod(&["apply", cube, moves]).stdout;
            let face = end.trim().len() / 6;
            end.trim().as_bytes().chunks(face).all(|stickers| stickers.iter().all(|one| *one == stickers[0]))
        };
        assert!(is_solved(lesson["solution"].as_str().unwrap()));
        assert!(is_solved(lesson["comparison"]["solution"].as_str().unwrap()));
        let by_stages: Vec<&str> = all.iter().map(|stage| stage["moves"].as_str().unwrap()).collect();
        assert!(is_solved(&by_stages.join(" ")));
        // Every step begins where the previous one ends.
        let mut now = cube.to_owned();
        for step in all.iter().flat_map(|stage| stage["steps"].as_array().unwrap()) {
            let turned = cubegod(&["apply", &now, step["turn_cube"].as_str().unwrap_or("")]).stdout;
            assert_eq!(turned.trim(), step["before"].as_str().unwrap());
            now =
                cubegod(&["apply", turned.trim(), step["moves"].as_str().unwrap()]).stdout.trim().to_owned();
            assert_eq!(now, step["after"].as_str().unwrap());
            for text in ["observation", "explanation", "result", "reason", "postcondition"] {
                assert!(!step[text].as_str().unwrap().is_empty(), "{text}");
            }
        }
        assert_eq!(lesson["comparison"]["optimal"], true, "six moves are found to be the fewest");
        let by_format = cubegod(&["teach", "--format", "json", arguments[0], arguments[1], "R U F2 L' B D2"]);
        assert_eq!(by_format.objects()[0]["stages"], lesson["stages"]);
    }
}

#[test]
fn a_page_is_complete() {
    let folder = folder();
    let path = folder.path().join("lesson.html");
    let run = cubegod(&["teach", "--format", "html", "-o", path.to_str().unwrap(), "R U F"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert_eq!(page, cubegod(&["teach", "--format", "html", "R U F"]).stdout);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn many_cubes_give_many_lessons_but_a_page_holds_one() {
    let cubes = "R U F\n\nnonsense\n\nR U\n";
    let run = cubegod_reading(cubes, &["teach", "--json", "-"]);
    assert_eq!((run.code, run.lines().len()), (1, 3));
    assert_eq!(run.objects()[1]["error"]["line"], 3);
    let run = cubegod_reading("R U F\nR U\n", &["teach", "--format", "html", "--from", "moves", "-"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("give one cube"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    let folder = folder();
    let path = folder.path().join("lesson.txt");
    assert_eq!(cubegod(&["teach", "-o", path.to_str().unwrap(), "R U", "R"]).code, 2);
    assert!(!path.exists());
}

#[test]
fn the_name_of_the_file_determines_the_format() {
    let folder = folder();
    for (name, begin) in [("a.html", "<!doctype html>"), ("a.json", "{\"puzzle\""), ("a.txt", "The cube")] {
        let path = folder.path().join(name);
        assert_eq!(cubegod(&["teach", "-o", path.to_str().unwrap(), "R U"]).code, 0);
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(begin), "{name}");
    }
    assert!(cubegod(&["teach", "-o", "-", "R U"]).stdout.starts_with("The cube"));
}

#[test]
fn the_shortest_solution_is_shortest_in_the_chosen_metric() {
    // A solution with more moves can have fewer quarter turns.
    for moves in ["R2 U2 R2 F2", "R U2 F' R2 U"] {
        let run = cubegod(&["teach", "--json", "--metric", "qtm", "--puzzle", "2x2", moves]);
        let distance = cubegod(&["solve", "--distance", "--metric", "qtm", "--puzzle", "2x2", moves]).stdout;
        let comparison = &run.objects()[0]["comparison"];
        assert_eq!(
            (comparison["length"].to_string(), &comparison["optimal"]),
            (distance.trim().into(), &true.into())
        );
    }
    let run = cubegod(&["teach", "--json", "--metric", "qtm", "R2 U"]);
    assert_eq!(run.objects()[0]["comparison"]["optimal"], false);
}

#[test]
fn a_solved_cube_needs_no_moves() {
    let run = cubegod(&["teach", SOLVED3]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.ends_with("The cube is already solved.\n"), "{}", run.stdout);
}

#[test]
fn cubes_that_cannot_be_taught_are_errors() {
    for arguments in [
        &["teach", ILLEGAL2] as &[&str],
        &["teach", "UUUUR???F???D???L???B???"],
        &["teach", "UUUURRRRFFFFDDDDLLLLBBB"],
        &["teach", "--from", "digits", "000011112222333344445556"],
        &["teach", "--method", "layers", SOLVED2],
        &["teach", "--method", "three-step", SOLVED3],
        &["teach", "--lang", "fr", SOLVED3],
        &["teach"],
        &["teach", "--puzzle", "4x4", "R U"],
        &["teach", "-o", "/nonexistent/lesson.txt", SOLVED3],
    ] {
        let run = cubegod(arguments);
        assert_ne!(run.code, 0, "{arguments:?}");
        assert_snapshot!(
            format!("error_{}", arguments[1..].join("_").replace(['/', '?', ' '], "-")),
            run.all()
        );
    }
}

#[test]
fn a_lesson_is_not_written_to_a_file_of_another_kind() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = cubegod(&["teach", "R U", "-o", &path("lesson.pdf")]);
    assert!(run.code == 2 && run.stderr.contains("not written as `.pdf`"), "{run:?}");
    assert!(run.stderr.contains(".txt, .html or .json"), "{run:?}");
    for name in ["lesson.txt", "lesson", "lesson.HTML"] {
        assert_eq!(cubegod(&["teach", "R U", "-o", &path(name)]).code, 0, "{name}");
    }
    assert!(
        std::fs::read_to_string(path("lesson.HTML")).unwrap().to_lowercase().starts_with("<!doctype html>")
    );
    assert_eq!(cubegod(&["teach", "R U", "--format", "TEXT", "-o", &path("lesson.md")]).code, 0);
}
