//! `cubegod complete`

mod common;
use common::*;
use insta::assert_snapshot;
use std::fs;
use std::io::Read;
use std::process::Stdio;

const TWO_FACES: &str = "UUUU????FFFF????????????";

#[test]
fn the_only_legal_cube_is_written_in_the_layout_of_the_input() {
    assert_eq!(
        cubegod(&["complete", "WWWWRRRRGGGGYYYYOOOO????"]).stdout,
        "1 legal cube fits:\nWWWWRRRRGGGGYYYYOOOOBBBB\n"
    );
    let request = "BEGIN\nU U U U U\nR R R R R\nF F F F F\nD D D D D\nL L L L L\nEND";
    assert!(cubegod(&["complete", request]).stdout.contains("B B B B B\nEND\n"));
    assert_eq!(cubegod(&["complete", "R R'"]).lines()[1], SOLVED3);
}

#[test]
fn certain_stickers_are_filled_in_if_several_cubes_fit() {
    assert_snapshot!(cubegod(&["complete", TWO_FACES]).all());
}

#[test]
fn the_option_count_prints_one_number_per_line() {
    let run = cubegod_reading(
        format!("{TWO_FACES}\n{SOLVED2}\n{}\n", "?".repeat(54)),
        &["complete", "--count", "-"],
    );
    // All states of the 3x3 in all 24 orientations.
    assert_eq!(run.stdout, "24\n1\n1038048078587756544000\n");
}

#[test]
fn the_option_list_prints_the_first_completions() {
    let run = cubegod(&["complete", "--list", "3", TWO_FACES]);
    assert_eq!(run.lines(), [SOLVED2, "UUUURRRBFFFFDDLRLLBLBBDD", "UUUURRRDFFFFDDBBLLDLBBRL"]);
    assert_eq!(cubegod(&["complete", "--list", "1000", TWO_FACES]).lines().len(), 24);
    let array = "{{0,3,2,5},{0,4,1,5},{?,?,?,?},{?,?,?,?},{?,?,?,?},{?,?,?,?}}";
    let run = cubegod(&["complete", "-q", "--list", "2", array]);
    assert!(run.lines().iter().all(|line| line.starts_with("{{0,3,2,5},{0,4,1,5},{")), "{}", run.stdout);
    let all_unknown = "?".repeat(54);
    assert_eq!(cubegod(&["complete", "-q", "--list", "2", &all_unknown]).lines().len(), 2);
}

#[test]
fn json_has_the_count_the_certain_stickers_the_next_question_and_the_completions() {
    assert_eq!(
        cubegod(&["complete", "--json", "--list", "1", TWO_FACES]).stdout,
        format!(
            "{{\"puzzle\":\"2x2x2\",\"cube\":\"{TWO_FACES}\",\"count\":24,\"certain\":\"UUUUR???FFFF?????L??????\",\
             \"question\":{{\"sticker\":\"R4\",\"answers\":{{\"B\":8,\"D\":8,\"L\":4,\"R\":4}}}},\"completions\":[\"{SOLVED2}\"]}}\n"
        )
    );
    assert_eq!(
        cubegod(&["complete", "--json", "--count", TWO_FACES]).stdout,
        format!("{{\"puzzle\":\"2x2x2\",\"cube\":\"{TWO_FACES}\",\"count\":24}}\n")
    );
    assert!(
        cubegod(&["complete", "--json", &"?".repeat(54)])
            .stdout
            .contains("\"count\":1038048078587756544000,")
    );
}

#[test]
fn flaws_are_reported_if_no_cube_fits() {
    let run = cubegod(&["complete", "--quiet", "UUUU????UUUU????????????"]);
    assert!(run.stderr.starts_with("cubegod: not a legal 2x2x2 cube (read as facelets)\n"), "{}", run.stderr);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    let run = cubegod(&["complete", "--json", "--count", "UUUU????UUUU????????????"]);
    assert_eq!(run.objects()[0]["error"]["kind"], "illegal-cube");
    assert_eq!(cubegod(&["complete", "--count", "--list", "1", SOLVED2]).code, 2);
}

#[test]
fn a_list_longer_than_memory_is_written_while_it_is_computed() {
    let all_unknown = "?".repeat(54);
    let mut child = plain()
        .args(["complete", "--json", "--list", "1000000000000000", &all_unknown])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut start = vec![0; 1 << 20];
    child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
    let memory = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    // The rest cannot be written.
    drop(child.stdout.take());
    assert_eq!(exit_code(&mut child), Some(0));
    assert!(start.starts_with(b"{\"puzzle\":\"3x3x3\",\"cube\":\"???"));
    let peak = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    if let Some(kilobytes) = peak {
        assert!(kilobytes.parse::<u64>().unwrap() < 100_000, "{kilobytes} kB");
    }
}
