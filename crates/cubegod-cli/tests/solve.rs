//! `cubegod solve`

mod common;
use common::*;
use cubegod::scramble::generator;
use cubegod::{Alg, Color, Cube2, Cube3, Metric, Size, Stickers};
use insta::assert_snapshot;

/// Two of six faces.
const TWO_FACES: &str = "UUUU????FFFF????????????";
const SCRAMBLED3: &str = "DLBFUFFBRDLULRULUUUUFUFBFRBLFDRDFDDBLDRRLRBDURDFLBBLBR";

fn facelets(cube: &Cube2) -> String {
    cube.stickers().facelets().iter().map(|color| color.home().letter()).collect()
}

fn after(cube: &Cube2, moves: &str) -> Cube2 {
    cube.apply(&moves.parse::<Alg>().expect("a solution is moves")).expect("of a 2x2")
}

#[test]
fn each_cube_of_a_stream_is_solved_on_a_line() {
    let mut random = generator(1);
    let cubes: Vec<Cube2> = (0..200).map(|_| Cube2::random(&mut random)).collect();
    let input: String = cubes.iter().map(|cube| facelets(cube) + "\n").collect();
    let shortest = cubegod_reading(input.clone(), &["solve", "-"]);
    let exact = cubegod_reading(input, &["solve", "--exact", "-"]);
    assert_eq!((shortest.code, shortest.lines().len(), exact.lines().len()), (0, 200, 200));
    for ((cube, shortest), exact) in cubes.iter().zip(shortest.lines()).zip(exact.lines()) {
        assert!(after(cube, shortest).is_solved());
        assert_eq!(after(cube, exact), Cube2::SOLVED);
        assert!(exact.split(' ').count() <= 11 && shortest.split(' ').count() <= exact.split(' ').count());
    }
}

#[test]
fn a_solved_cube_gives_an_empty_line() {
    assert_eq!(cubegod(&["solve", SOLVED2]).stdout, "\n");
    assert_eq!(cubegod(&["solve", "--puzzle", "2x2", "x y"]).stdout, "\n");
    assert_eq!(cubegod(&["solve", "--exact", "--distance", "--puzzle", "2x2", "x"]).stdout, "2\n");
}

#[test]
fn five_faces_are_enough() {
    let cube = Cube2::random(&mut generator(2));
    let whole = facelets(&cube);
    for hidden in 0..6 {
        let mut view = whole.clone();
        view.replace_range(4 * hidden..4 * hidden + 4, "????");
        assert_eq!(cubegod(&["solve", &view]).stdout, cubegod(&["solve", &whole]).stdout);
    }
}

#[test]
fn an_ambiguous_cube_is_an_error_with_the_count_and_the_next_sticker() {
    assert_snapshot!(cubegod(&["solve", TWO_FACES]).all());
    let error = &cubegod(&["solve", "--json", TWO_FACES]).objects()[0]["error"];
    assert_eq!((&error["kind"], &error["count"]), (&"ambiguous".into(), &24.into()));
    assert_eq!(error["completions"][0], SOLVED2);
    assert_eq!(
        (&error["question"]["sticker"], &error["question"]["answers"]["D"]),
        (&"R4".into(), &8.into())
    );
}

#[test]
fn each_solves_all_completions_and_any_marks_one_as_a_guess() {
    let each = cubegod(&["solve", "--each", TWO_FACES]);
    assert_eq!((each.code, each.lines().len()), (0, 24));
    for line in each.lines() {
        let (cube, solution) = line.split_once('\t').expect("cube and solution");
        let cube = Cube2::from_facelets(cube.as_bytes()).expect("a legal cube");
        assert!(after(&cube, solution).is_solved());
    }
    let any = cubegod(&["solve", "--any", TWO_FACES]);
    assert_eq!((any.code, any.lines().len()), (0, 1));
    assert!(any.stderr.contains("this solves one of 24 cubes"));
    assert_eq!(cubegod(&["solve", "--any", "--json", "-q", TWO_FACES]).objects()[0]["guess_of"], 24);
}

#[test]
fn solvable_cubes_are_solved_beside_others() {
    let run = cubegod(&["solve", "--each", "--faces", "RU", TWO_FACES]);
    assert_eq!(run.code, 1);
    assert_eq!(run.lines().len() + run.stderr.lines().count(), 24);
    assert!(run.stderr.lines().all(|line| line.contains(": turning UR alone does not solve this cube")));
}

#[test]
fn unusual_letters_do_not_determine_the_orientation() {
    let run = cubegod(&["solve", "--exact", "111122223333444455556666"]);
    assert!(run.code == 1 && run.stderr.contains("do not show which way is up"), "{}", run.stderr);
    assert_eq!(cubegod(&["solve", "111122223333444455556666"]).stdout, "\n");
}

#[test]
fn a_3x3_is_reported_as_optimal_only_in_half_turns() {
    let optimal = |metric: &str| {
        cubegod(&["solve", "--json", "--metric", metric, "R U"]).objects()[0]["optimal"].clone()
    };
    assert_eq!((optimal("htm"), optimal("qtm")), (true.into(), false.into()));
}

#[test]
fn json_has_the_fields_that_every_edge_has() {
    let object = &cubegod(&["solve", "--json", "--puzzle", "2x2", "R U"]).objects()[0];
    assert_eq!(object["puzzle"], "2x2x2");
    assert_eq!(object["length"], 2);
    assert_eq!(object["metric"], "htm");
    assert_eq!(object["method"], "pocket");
    assert_eq!(object["optimal"], true);
    assert!(object["seconds"].as_f64().is_some());
    let cube = Cube2::from_facelets(object["cube"].as_str().unwrap().as_bytes()).unwrap();
    assert!(after(&cube, object["solution"].as_str().unwrap()).is_solved());
}

#[test]
fn all_lists_as_many_solutions_as_count_reports() {
    let scramble = ["--puzzle", "2x2", "R U2 F' R2 B"];
    let all = cubegod(&[&["solve", "--all"], &scramble[..]].concat());
    let count = cubegod(&[&["solve", "--count"], &scramble[..]].concat());
    assert_eq!(count.stdout, format!("{}\n", all.lines().len()));
    let cube = after(&Cube2::SOLVED, scramble[2]);
    assert!(all.lines().iter().all(|solution| after(&cube, solution).is_solved()));
}

#[test]
fn the_metric_the_faces_and_the_target_are_respected() {
    let quarter = cubegod(&["solve", "--metric", "qtm", "--distance", "--puzzle", "2x2", "R2 U"]);
    assert_eq!(quarter.stdout, "3\n");
    let cube = Cube2::random(&mut generator(3));
    let solution = cubegod(&["solve", "--faces", "RUF", &facelets(&cube)]);
    assert!(after(&cube, solution.lines()[0]).is_solved());
    assert!(solution.stdout.chars().all(|c| !"DLB".contains(c)));
    let target = Cube2::random(&mut generator(4));
    let way = cubegod(&["solve", "--exact", "--target", &facelets(&target), &facelets(&cube)]);
    assert_eq!(after(&cube, way.lines()[0]), target);
    assert!(way.lines()[0].parse::<Alg>().unwrap().length(Metric::Htm) <= 11);
}

#[test]
fn unsolvable_requests_are_errors() {
    let run = cubegod(&["solve", "--faces", "RU", "--puzzle", "2x2", "F"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, "cubegod: turning UR alone does not solve this cube\n"));
    let run = cubegod(&["solve", ILLEGAL2]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("cubegod: not a legal 2x2x2 cube"), "{}", run.stderr);
    for (arguments, message) in [
        (&["solve", "--faces", "UX", SOLVED2][..], "`X` is not a face"),
        (&["solve", "--target", "-", "-"], "standard input (`-`) can be read only once"),
        (&["solve", "--target", "hello", SOLVED2], "the target can't be read"),
        (&["solve", "--target", ILLEGAL2, SOLVED2], "the target is not a legal cube"),
        (&["solve", "--target", TWO_FACES, SOLVED2], "24 legal cubes fit the target"),
    ] {
        let run = cubegod(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn a_3x3_is_solved_in_few_moves() {
    let mut random = generator(5);
    let cubes: Vec<Cube3> = (0..5).map(|_| Cube3::random(&mut random)).collect();
    let letters = |cube: &Cube3| {
        cube.stickers().facelets().iter().map(|color| color.home().letter()).collect::<String>()
    };
    let input: String = cubes.iter().map(|cube| letters(cube) + "\n").collect();
    let run = cubegod_reading(input, &["solve", "--max-length", "21", "--json", "-"]);
    assert_eq!((run.code, run.objects().len()), (0, 5));
    for (cube, object) in cubes.iter().zip(run.objects()) {
        let solution: Alg = object["solution"].as_str().unwrap().parse().unwrap();
        assert!(cube.apply(&solution).unwrap().is_solved());
        assert!(solution.length(Metric::Htm) <= 21);
        assert_eq!((&object["method"], &object["optimal"]), (&"two-phase".into(), &false.into()));
    }
}

#[test]
fn a_3x3_near_its_target_gets_a_shortest_solution() {
    assert_eq!(cubegod(&["solve", SOLVED3]).stdout, "\n");
    let run = cubegod(&["solve", "--json", "R U F2"]);
    assert_eq!(
        (&run.objects()[0]["solution"], &run.objects()[0]["optimal"]),
        (&"F2 U' R'".into(), &true.into())
    );
    let checkerboard = cubegod(&["solve", "--target", "R2 L2 U2 D2 F2 B2", SOLVED3]);
    let made = Cube3::SOLVED.apply(&checkerboard.lines()[0].parse::<Alg>().unwrap()).unwrap();
    assert_eq!(made, Cube3::SOLVED.apply(&"R2 L2 U2 D2 F2 B2".parse::<Alg>().unwrap()).unwrap());
    // The same layer is turned in every orientation of cube and target.
    assert_eq!(cubegod(&["solve", "--target", "U x", SOLVED3]).stdout, "U\n");
    // After x the white layer is at the back: `x B` and `U x` are the same.
    assert_eq!(cubegod(&["solve", "--target", "U", "--from", "moves", "x"]).stdout, "B\n");
    let same = |moves: &str| cubegod(&["convert", "--to", "facelets", moves]).stdout;
    assert_eq!(same("x B"), same("U x"));
    let run = cubegod(&["solve", "--target", SOLVED2, SOLVED3]);
    assert!(run.code == 1 && run.stderr.contains("can't be turned into"), "{}", run.stderr);
    let run = cubegod(&["solve", "--all", SOLVED3]);
    assert!(
        run.code == 1 && run.stderr.contains("--all of a 3x3x3 needs --method optimal"),
        "{}",
        run.stderr
    );
}

fn facelets3(cube: &Cube3) -> String {
    cube.stickers().facelets().iter().map(|color| color.home().letter()).collect()
}

#[test]
fn layers_solves_every_cube_of_a_stream_with_its_stages() {
    let mut random = generator(6);
    let cubes: Vec<Cube3> = (0..300).map(|_| Cube3::random(&mut random)).collect();
    let input: String = cubes.iter().map(|cube| facelets3(cube) + "\n").collect();
    let run = cubegod_reading(input.clone(), &["solve", "--method", "layers", "--json", "-"]);
    assert_eq!((run.code, run.objects().len()), (0, 300));
    for (cube, object) in cubes.iter().zip(run.objects()) {
        let solution: Alg = object["solution"].as_str().unwrap().parse().unwrap();
        assert!(cube.apply(&solution).unwrap().is_solved());
        assert_eq!(object["length"], solution.length(Metric::Htm));
        assert_eq!((&object["method"], &object["optimal"]), (&"layers".into(), &false.into()));
        let stages = object["stages"].as_array().unwrap();
        let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
        assert_eq!(
            names,
            [
                "cross",
                "corners",
                "middle-edges",
                "last-cross",
                "last-edges",
                "last-corners-placed",
                "last-corners-turned"
            ]
        );
        let by_stage: Vec<&str> = stages.iter().map(|stage| stage["solution"].as_str().unwrap()).collect();
        let joined: Alg = by_stage.join(" ").parse().unwrap();
        assert!(cube.apply(&joined).unwrap().is_solved());
    }
    let plain = cubegod_reading(input, &["solve", "--method", "layers", "--threads", "2", "-"]);
    let solutions: Vec<String> =
        run.objects().iter().map(|object| object["solution"].as_str().unwrap().to_owned()).collect();
    assert_eq!(plain.lines(), solutions);
}

#[test]
fn stages_are_printed_after_the_solution() {
    assert_snapshot!(cubegod(&["solve", "--method", "layers", "--stages", "R U2 F' D L B2"]).all());
    let plain = cubegod(&["solve", "--method", "layers", "R U2 F' D L B2"]);
    let staged = cubegod(&["solve", "--method", "layers", "--stages", "R U2 F' D L B2"]);
    assert_eq!((plain.lines().len(), plain.lines()[0]), (1, staged.lines()[0]));
    assert_eq!(cubegod(&["solve", "--method", "layers", SOLVED3]).stdout, "\n");
}

#[test]
fn layers_solves_to_a_target_and_begins_with_white_in_any_orientation() {
    let mut random = generator(7);
    let (cube, target) = (Cube3::random(&mut random), Cube3::random(&mut random));
    let way = cubegod(&["solve", "--method", "layers", "--target", &facelets3(&target), &facelets3(&cube)]);
    assert_eq!(cube.apply(&way.lines()[0].parse().unwrap()).unwrap(), target);
    for rotation in ["", "z2", "x", "x'", "z", "z'"] {
        let moves = format!("R U2 F' D L B2 {rotation}");
        let run = cubegod(&["solve", "--method", "layers", "--json", "--from", "moves", &moves]);
        let cross = run.objects()[0]["stages"][0]["solution"].as_str().unwrap().to_owned();
        let mut stickers = Stickers::solved(Size::THREE);
        stickers.apply(&moves.parse().unwrap()).unwrap();
        stickers.apply(&cross.parse().unwrap()).unwrap();
        let below = &stickers.facelets()[27..36];
        assert!([1, 3, 4, 5, 7].iter().all(|&i| below[i] == Color::White), "{rotation}: {cross}");
    }
}

#[test]
fn layers_refuses_options_of_other_methods() {
    let run = cubegod(&["solve", "--method", "layers", SOLVED2]);
    let message = "cubegod: --method layers works for 3x3x3 cubes only; leave it out for a 2x2x2\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, message));
    for options in [
        &["--all"][..],
        &["--count"],
        &["--distance"],
        &["--exact"],
        &["--faces", "URF"],
        &["--max-length", "20"],
        &["--solutions", "2"],
        &["--budget", "1s"],
    ] {
        let run = cubegod(&[&["solve", "--method", "layers"], options, &[SOLVED3]].concat());
        let message =
            format!("{} cannot be combined with --method layers; leave one of them out", options[0]);
        assert!(run.code == 2 && run.stderr.contains(&message), "{}", run.stderr);
    }
    let run = cubegod(&["solve", "--stages", SOLVED3]);
    assert!(run.code == 2 && run.stderr.contains("--stages needs --method layers"), "{}", run.stderr);
}

#[test]
fn cfop_solves_every_cube_of_a_stream() {
    let mut random = generator(10);
    let cubes: Vec<Cube3> = (0..300).map(|_| Cube3::random(&mut random)).collect();
    let input: String = cubes.iter().map(|cube| facelets3(cube) + "\n").collect();
    let run = cubegod_reading(input.clone(), &["solve", "--method", "cfop", "--json", "-"]);
    assert_eq!((run.code, run.objects().len()), (0, 300));
    for (cube, object) in cubes.iter().zip(run.objects()) {
        let solution: Alg = object["solution"].as_str().unwrap().parse().unwrap();
        assert!(cube.apply(&solution).unwrap().is_solved());
        assert_eq!(object["length"], solution.length(Metric::Htm));
        assert_eq!((&object["method"], &object["optimal"]), (&"cfop".into(), &false.into()));
        let stages = object["stages"].as_array().unwrap();
        let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
        assert_eq!(names, ["cross", "pairs", "orient", "permute"]);
        let by_stage: Vec<&str> = stages.iter().map(|stage| stage["solution"].as_str().unwrap()).collect();
        assert!(cube.apply(&by_stage.join(" ").parse().unwrap()).unwrap().is_solved());
    }
    let plain = cubegod_reading(input, &["solve", "--method", "cfop", "--threads", "2", "-"]);
    let solutions: Vec<String> =
        run.objects().iter().map(|object| object["solution"].as_str().unwrap().to_owned()).collect();
    assert_eq!(plain.lines(), solutions);
}

#[test]
fn the_stages_of_cfop_are_printed_after_the_solution() {
    assert_snapshot!(cubegod(&["solve", "--method", "cfop", "--stages", "R U2 F' D L B2"]).all());
    assert_eq!(cubegod(&["solve", "--method", "cfop", SOLVED3]).stdout, "\n");
    let mut random = generator(11);
    let (cube, target) = (Cube3::random(&mut random), Cube3::random(&mut random));
    let way = cubegod(&["solve", "--method", "cfop", "--target", &facelets3(&target), &facelets3(&cube)]);
    assert_eq!(cube.apply(&way.lines()[0].parse().unwrap()).unwrap(), target);
    for rotation in ["", "z2", "x", "x'", "z", "z'"] {
        let moves = format!("R U2 F' D L B2 {rotation}");
        let run = cubegod(&["solve", "--method", "cfop", "--json", "--from", "moves", &moves]);
        let stages = run.objects()[0]["stages"].clone();
        let mut stickers = Stickers::solved(Size::THREE);
        stickers.apply(&moves.parse().unwrap()).unwrap();
        for number in 0..2 {
            stickers.apply(&stages[number]["solution"].as_str().unwrap().parse().unwrap()).unwrap();
        }
        assert!(
            stickers.facelets()[27..36].iter().all(|&color| color == Color::White),
            "{rotation}: {stages}"
        );
    }
}

#[test]
fn cfop_refuses_options_of_other_methods() {
    let run = cubegod(&["solve", "--method", "cfop", SOLVED2]);
    let message = "cubegod: --method cfop works for 3x3x3 cubes only; leave it out for a 2x2x2\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, message));
    let run = cubegod(&["solve", "--method", "cfop", "--budget", "1s", SOLVED3]);
    let message = "--budget cannot be combined with --method cfop; leave one of them out";
    assert!(run.code == 2 && run.stderr.contains(message), "{}", run.stderr);
    let run = cubegod(&["solve", "--stages", SOLVED3]);
    assert!(
        run.code == 2
            && run.stderr.contains("--stages needs --method layers, --method cfop or --method three-step"),
        "{}",
        run.stderr
    );
}

#[test]
fn three_step_solves_every_pocket_cube_of_a_stream_with_its_stages() {
    let mut random = generator(8);
    let cubes: Vec<Cube2> = (0..300).map(|_| Cube2::random(&mut random)).collect();
    let input: String = cubes.iter().map(|cube| facelets(cube) + "\n").collect();
    let run = cubegod_reading(input.clone(), &["solve", "--method", "three-step", "--json", "-"]);
    assert_eq!((run.code, run.objects().len()), (0, 300));
    for (cube, object) in cubes.iter().zip(run.objects()) {
        let solution: Alg = object["solution"].as_str().unwrap().parse().unwrap();
        assert!(cube.apply(&solution).unwrap().is_solved());
        assert_eq!(object["length"], solution.length(Metric::Htm));
        assert_eq!((&object["method"], &object["optimal"]), (&"three-step".into(), &false.into()));
        let stages = object["stages"].as_array().unwrap();
        let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
        assert_eq!(names, ["white-layer", "yellow-up", "last-layer"]);
        let by_stage: Vec<&str> = stages.iter().map(|stage| stage["solution"].as_str().unwrap()).collect();
        assert!(cube.apply(&by_stage.join(" ").parse().unwrap()).unwrap().is_solved());
        assert!(!by_stage.join(" ").contains(['F', 'B', 'x', 'y', 'z']));
        let mut stickers = cube.stickers();
        stickers.apply(&by_stage[0].parse().unwrap()).unwrap();
        assert!(stickers.facelets()[12..16].iter().all(|&color| color == Color::White), "{by_stage:?}");
    }
    let plain = cubegod_reading(input, &["solve", "--method", "three-step", "--threads", "2", "-"]);
    let solutions: Vec<String> =
        run.objects().iter().map(|object| object["solution"].as_str().unwrap().to_owned()).collect();
    assert_eq!(plain.lines(), solutions);
}

#[test]
fn the_three_steps_are_printed_after_the_solution() {
    let arguments = ["solve", "--method", "three-step", "--stages", "--puzzle", "2x2", "R U F2 D' L B' U2"];
    assert_snapshot!(cubegod(&arguments).all());
    assert_eq!(cubegod(&["solve", "--method", "three-step", SOLVED2]).stdout, "\n");
    let mut random = generator(9);
    let (cube, target) = (Cube2::random(&mut random), Cube2::random(&mut random));
    let way = cubegod(&["solve", "--method", "three-step", "--target", &facelets(&target), &facelets(&cube)]);
    let end = cube.apply(&way.lines()[0].parse().unwrap()).unwrap();
    assert!(target.inverse().compose(&end).is_solved(), "the target, held in some way");
}

#[test]
fn three_step_refuses_options_of_other_methods() {
    let run = cubegod(&["solve", "--method", "three-step", SOLVED3]);
    let message = "cubegod: --method three-step works for 2x2x2 cubes only; leave it out for a 3x3x3\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, message));
    let run = cubegod(&["solve", "--method", "three-step", "--exact", SOLVED2]);
    let message = "--exact cannot be combined with --method three-step; leave one of them out";
    assert!(run.code == 2 && run.stderr.contains(message), "{}", run.stderr);
    let run = cubegod(&["solve", "--stages", SOLVED2]);
    assert!(
        run.code == 2
            && run.stderr.contains("--stages needs --method layers, --method cfop or --method three-step"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_length_that_was_not_reached_is_reported_in_text_and_json() {
    let arguments = ["solve", "--max-length", "3", "--budget", "1ms", SCRAMBLED3];
    let run = cubegod(&arguments);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "cubegod: note: no solution of at most 3 moves was found in time; a larger --budget may find one\n"
    );
    let run = cubegod(&[&arguments[..], &["--json"]].concat());
    assert_eq!((run.objects()[0]["too_long"].as_bool(), run.stderr.as_str(), run.code), (Some(true), "", 1));
    let run = cubegod(&["solve", "--max-length", "3", "--nodes", "1000", SCRAMBLED3]);
    assert_eq!(
        run.stderr,
        "cubegod: note: no solution of at most 3 moves was found within the node budget; a larger --nodes may find one\n"
    );
    let run = cubegod(&["solve", "--faces", "URF", "--nodes", "1000", SCRAMBLED3]);
    assert!(run.stderr.ends_with("there may be none. A larger --nodes may help\n"), "{}", run.stderr);
    let run = cubegod(&["solve", "--max-length", "25", "--json", SCRAMBLED3]);
    assert!(run.objects()[0].get("too_long").is_none());
    let lines = format!("{SCRAMBLED3}\n{SCRAMBLED3}\n");
    let many = command().args(&arguments[..5]).arg("-").write_stdin(lines).output().unwrap();
    let notes = Run::from(many).stderr;
    assert!(notes.contains("note: line 1: no solution") && notes.contains("note: line 2: "), "{notes}");
}

#[test]
fn a_length_that_no_solution_has_is_reported() {
    for puzzle in ["2x2", "3x3"] {
        let arguments = ["solve", "--puzzle", puzzle, "--max-length", "2", "R U F"];
        let run = cubegod(&arguments);
        let note = "cubegod: note: there is no solution of at most 2 moves\n";
        assert_eq!((run.code, run.lines().len(), run.stderr.as_str()), (1, 1, note));
        let run = cubegod(&[&arguments[..], &["--json"]].concat());
        let answer = &run.objects()[0];
        assert_eq!((&answer["optimal"], &answer["too_long"]), (&true.into(), &true.into()));
        let run = cubegod(&["solve", "--puzzle", puzzle, "--max-length", "3", "R U F"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }
    let run = cubegod(&["solve", "--max-length", "1", "R U"]);
    assert_eq!(run.stderr, "cubegod: note: there is no solution of at most 1 move\n");
    let run = cubegod(&["solve", "--max-length", "0", SOLVED3]);
    assert!(run.code == 2 && run.stderr.contains("'--max-length <N>': expected 1 or more"), "{run:?}");
}

#[test]
fn negative_numbers_and_missing_at_signs_get_advice() {
    for (arguments, message) in [
        (&["solve", "--max-length", "-3", SOLVED3][..], "expected a whole number"),
        (&["solve", "--threads", "-1", SOLVED3], "expected a whole number from 1 to 1024"),
        (&["scramble", "-n", "-5"], "expected a whole number"),
    ] {
        let run = cubegod(arguments);
        assert!(run.code == 2 && run.stderr.contains(message), "{}", run.stderr);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("five.txt");
    std::fs::write(&file, SOLVED3).unwrap();
    let name = file.to_str().unwrap();
    let run = cubegod(&["solve", name]);
    assert!(run.stderr.contains(&format!("Did you mean the file? Use `@{name}`")), "{}", run.stderr);
    assert_eq!(cubegod(&["solve", &format!("@{name}")]).stdout, "\n");
}

#[test]
fn a_node_budget_gives_the_same_answer_each_time() {
    let solve = |nodes: &str| {
        let run = cubegod(&["solve", "--nodes", nodes, "--json", SCRAMBLED3]);
        assert_eq!(run.code, 0, "{run:?}");
        (run.objects()[0]["solution"].clone(), run.objects()[0]["length"].as_u64().unwrap())
    };
    assert_eq!(solve("20000"), solve("20000"));
    assert!(solve("1000000").1 <= solve("1").1);
    let run = cubegod(&["solve", "--nodes", "10", "--budget", "1s", SCRAMBLED3]);
    assert!(run.code == 2 && run.stderr.contains("cannot be used with"), "{run:?}");
}
