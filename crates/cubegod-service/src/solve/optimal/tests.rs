//! Responses about the 3x3 with `optimal`, with the smallest table.

use super::{Limits, Prover, SolverResult};
use crate::certificate::Certificate;
use crate::clock::Stopwatch;
use crate::solve::{Method, Options, Request, Responses, Session, SolveContext, Solved, Unfinished, respond};
use crate::{MessageStyle, ReadCube, RequestError, Solvers, Spelling};
use cubegod::moves::FaceTurn;
use cubegod::solve::optimal::OptimalSolution;
use cubegod::solve::proof;
use cubegod::{Alg, Cancellation, Cube3, ReadOptions};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

/// One table for all tests.
static SOLVERS: LazyLock<Solvers> = LazyLock::new(Solvers::with_small_tables);

fn answer(
    request: &Request,
    solvers: &Solvers,
    context: &SolveContext<'_>,
) -> Result<Responses, RequestError> {
    respond(request, solvers, context, MessageStyle::NEUTRAL)
}

fn request(fields: Value) -> Request {
    serde_json::from_value(fields).unwrap()
}

/// Returns the response about a cube with these fields.
fn response(cube: &str, mut fields: Value) -> Value {
    fields["cube"] = json!(cube);
    fields["method"] = json!("optimal");
    serde_json::to_value(answer(&request(fields), &SOLVERS, &SolveContext::default()).unwrap()).unwrap()
}

/// Returns the message of the error about a cube with these fields.
fn message(cube: &str, mut fields: Value) -> String {
    fields["cube"] = json!(cube);
    if fields.get("method").is_none() {
        fields["method"] = json!("optimal");
    }
    match answer(&request(fields), &SOLVERS, &SolveContext::default()) {
        Ok(_) => panic!("there is a response"),
        Err(RequestError::Cancelled) => panic!("the request was cancelled"),
        Err(error) => error.message(MessageStyle::english(Spelling::COMMAND_LINE)),
    }
}

fn made(moves: &str) -> Cube3 {
    Cube3::SOLVED.apply(&moves.parse::<Alg>().unwrap()).unwrap()
}

fn is_solution(cube: &Cube3, solution: &Value) -> bool {
    cube.apply(&solution.as_str().unwrap().parse::<Alg>().unwrap()).unwrap().is_solved()
}

/// Every cube within some turns, with its distance and moves that make it.
fn all_within(turns: usize) -> HashMap<Cube3, (usize, Vec<FaceTurn>)> {
    let mut known = HashMap::from([(Cube3::SOLVED, (0, Vec::new()))]);
    let mut last = vec![(Cube3::SOLVED, Vec::new())];
    for distance in 1..=turns {
        let mut next = Vec::new();
        for (cube, moves) in last {
            for turn in FaceTurn::ALL {
                let moves: Vec<FaceTurn> = [&moves[..], &[turn]].concat();
                let further = cube.apply(&Alg::from_iter([turn])).unwrap();
                if let Entry::Vacant(entry) = known.entry(further) {
                    entry.insert((distance, moves.clone()));
                    next.push((further, moves));
                }
            }
        }
        last = next;
    }
    known
}

#[test]
fn every_cube_within_two_turns_is_solved_in_as_many() {
    let cubes = all_within(2);
    assert_eq!(cubes.len(), 1 + 18 + 243);
    for (cube, (distance, moves)) in cubes {
        let scramble: Alg = moves.into_iter().collect();
        // An empty text is not a cube; two turns that cancel are a solved one.
        let text = if distance == 0 { "R R'".to_owned() } else { scramble.to_string() };
        let answer = response(&text, json!({"from": "moves"}));
        assert!(is_solution(&cube, &answer["solution"]), "{answer}");
        assert_eq!((&answer["length"], &answer["optimal"]), (&json!(distance), &json!(true)), "{answer}");
    }
}

/// Every shortest solution by trying all turns, without any table; opposite faces are turned in one order.
fn every_solution(cube: &Cube3, moves: usize, before: Option<FaceTurn>) -> Vec<Vec<FaceTurn>> {
    if moves == 0 {
        return if cube.is_solved() { vec![Vec::new()] } else { Vec::new() };
    }
    let turns = FaceTurn::ALL.into_iter().filter(|turn| before.is_none_or(|before| turn.may_follow(before)));
    turns
        .flat_map(|turn| {
            let rest = every_solution(&cube.apply(&Alg::from_iter([turn])).unwrap(), moves - 1, Some(turn));
            rest.into_iter().map(move |rest| [vec![turn], rest].concat())
        })
        .collect()
}

#[test]
fn all_shortest_solutions_match_an_exhaustive_search() {
    for (scramble, length) in [("R2 L2 U2 D2", 4), ("R U R' U'", 4), ("R L", 2), ("R2 U2 R2 U2", 4)] {
        let cube = made(scramble);
        let mut expected: Vec<String> = every_solution(&cube, length, None)
            .into_iter()
            .map(|turns| turns.into_iter().collect::<Alg>().to_string())
            .collect();
        let answer = response(scramble, json!({"all": true}));
        let mut solutions: Vec<String> = serde_json::from_value(answer["solutions"].clone()).unwrap();
        assert_eq!(answer["solution"], solutions[0]);
        solutions.sort();
        expected.sort();
        assert_eq!(solutions, expected, "{scramble}");
        assert_eq!(response(scramble, json!({"count": true}))["count"], expected.len());
    }
}

#[test]
fn essential_solutions_and_those_with_the_fewest_quarter_turns_are_subsets() {
    let scramble = "R2 L2 U2 D2";
    let solutions = |fields: Value| -> Vec<String> {
        serde_json::from_value(response(scramble, fields)["solutions"].clone()).unwrap()
    };
    let all = solutions(json!({"all": true}));
    let essential = solutions(json!({"all": true, "essential": true}));
    assert!(essential.len() < all.len() && essential.iter().all(|one| all.contains(one)), "{all:?}");
    assert_eq!(response(scramble, json!({"count": true, "essential": true}))["count"], essential.len());
    let quarter_turns = |moves: &String| moves.parse::<Alg>().unwrap().length(cubegod::Metric::Qtm);
    let min = all.iter().map(quarter_turns).min();
    let fewest = solutions(json!({"all": true, "fewest_quarter_turns": true}));
    let expected: Vec<String> =
        all.iter().filter(|moves| Some(quarter_turns(moves)) == min).cloned().collect();
    assert_eq!(fewest, expected);
    assert_eq!(response(scramble, json!({"fewest_quarter_turns": true}))["solution"], expected[0]);
}

#[test]
fn a_solution_within_a_number_of_moves_is_found_or_refuted() {
    for max in [6, 7, 100] {
        let answer = response("R U2 F' D L B2", json!({"at_most": max}));
        assert!(is_solution(&made("R U2 F' D L B2"), &answer["solution"]), "{answer}");
        assert!(answer["length"].as_u64().unwrap() <= max);
    }
    let none = |max| message("R U2 F' D L B2", json!({"at_most": max}));
    assert_eq!(none(5), "no solution within 5 moves (proven)");
    assert_eq!(none(1), "no solution within 1 move (proven)");
    assert_eq!(none(0), "no solution within 0 moves (proven)");
}

#[test]
fn quarter_turns_and_targets_are_respected() {
    let answer = response("R2 U", json!({"metric": "qtm"}));
    assert_eq!((&answer["length"], &answer["optimal"]), (&json!(3), &json!(true)));
    assert_eq!(response("R2 U2", json!({"metric": "qtm", "distance": true}))["length"], 4);
    let answer = response("R U F", json!({"target": "R U F D"}));
    assert_eq!((&answer["solution"], &answer["length"]), (&json!("D"), &json!(1)));
}

#[test]
fn the_same_cube_gets_the_same_response_each_time() {
    let ask = || {
        let mut answer = response("R U2 F' D L B2 U' R F", json!({}));
        answer["seconds"] = json!(0);
        answer
    };
    let first = ask();
    assert!(is_solution(&made("R U2 F' D L B2 U' R F"), &first["solution"]));
    assert_eq!(ask(), first);
}

/// Solves the superflip and cancels at the first progress of its proof.
fn interrupted(keep_partial: bool, fields: Value) -> Result<Solved, RequestError> {
    let cancellation = Cancellation::new();
    let context = SolveContext {
        cancellation: &cancellation,
        keep_partial,
        on_progress: &|_| cancellation.cancel(),
        ..SolveContext::default()
    };
    let mut fields = fields;
    fields["cube"] = json!("superflip");
    fields["method"] = json!("optimal");
    let options = request(fields).options(Cancellation::never()).unwrap();
    let session = Session::new(&SOLVERS, options);
    let cube = ReadCube::read("superflip", &ReadOptions::default()).unwrap();
    let stickers = cube.only().unwrap();
    session.solve(&cube, &stickers, &context)
}

#[test]
fn a_cancelled_proof_returns_its_partial_result() {
    let solved = interrupted(true, json!({})).unwrap();
    let Unfinished { known, at_least } = solved.unfinished().unwrap();
    assert!(known >= 20 && (1..20).contains(&at_least), "{known} {at_least}");
    assert_eq!(
        solved.shortfall().unwrap().message(MessageStyle::NEUTRAL),
        format!("stopped: {known} moves known, at least {at_least} needed")
    );
    assert!(solved.certificate().is_none());
    assert!(matches!(interrupted(false, json!({})), Err(RequestError::Cancelled)));
    let options = request(json!({"cube": "", "method": "optimal", "distance": true}))
        .options(Cancellation::never())
        .unwrap();
    assert!(interrupted(true, json!({"distance": true})).unwrap().lines(&options).is_empty());
    let cut = response("superflip", json!({"budget": 0}));
    assert_eq!(cut["optimal"], false);
    // There was no time to look for anything.
    assert!((1..=at_least as u64).contains(&cut["at_least"].as_u64().unwrap()), "{cut}");
    assert!(cut["length"].as_u64().unwrap() >= 20, "{cut}");
}

#[test]
fn a_certificate_has_the_cube_the_solution_and_the_search() {
    let session = Session::new(
        &SOLVERS,
        request(json!({"cube": "", "method": "optimal"})).options(Cancellation::never()).unwrap(),
    );
    let cube = ReadCube::read("R U2 F' D L B2 U' R F", &ReadOptions::default()).unwrap();
    let stickers = cube.only().unwrap();
    let certificate =
        session.solve(&cube, &stickers, &SolveContext::default()).unwrap().certificate().unwrap();
    let text = serde_json::to_string(&certificate).unwrap();
    assert!(text.starts_with(r#"{"format":"cubegod certificate","version":2,"cube":""#), "{text}");
    assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate);
    let certified = Cube3::from_facelets(certificate.cube.as_bytes()).unwrap();
    assert_eq!(certified, made("R U2 F' D L B2 U' R F"));
    assert!(is_solution(&certified, &json!(certificate.solution)));
    assert_eq!(certificate.length, certificate.solution.split(' ').count());
    assert!(certificate.depths.iter().all(|depth| depth.moves <= certificate.length && depth.nodes > 0));
    for (from, to) in
        [("cubegod certificate", "another"), ("\"version\"", "\"revision\""), ("half turns", "turns")]
    {
        assert!(serde_json::from_str::<Certificate>(&text.replace(from, to)).is_err(), "{to}");
    }
}

#[test]
fn conflicting_options_are_refused() {
    let error = |fields: Value| message("R U F", fields);
    assert!(
        error(json!({"max_length": 19})).starts_with("--max-length cannot be combined with --method optimal")
    );
    assert!(
        error(json!({"solutions": 2})).starts_with("--solutions cannot be combined with --method optimal")
    );
    assert!(
        error(json!({"faces": "RUF"}))
            .starts_with("--faces cannot be combined with --method optimal for a 3x3x3")
    );
    assert!(error(json!({"metric": "stm"})).starts_with("--metric stm cannot be combined with"));
    assert!(error(json!({"exact": true})).starts_with("--exact works for 2x2x2 cubes only"));
    assert!(error(json!({"essential": true})).starts_with("--essential needs --all or --count"));
    let fast = |fields: Value| {
        let mut fields = fields;
        fields["method"] = json!("fast");
        message("R U F", fields)
    };
    assert!(fast(json!({"at_most": 3})).starts_with("--at-most needs --method optimal"));
    assert!(fast(json!({"all": true})).starts_with("--all of a 3x3x3 needs --method optimal"));
}

/// The superflip differs from the solved cube in its flips alone, so the table bounds the positions around it badly.
#[test]
fn cubes_that_the_table_bounds_badly_take_the_proof_search() {
    let cube = ReadCube::read("superflip", &ReadOptions::default()).unwrap();
    let stickers = cube.only().unwrap();
    let session = Session::new(
        &SOLVERS,
        request(json!({"cube": "", "method": "optimal"})).options(Cancellation::never()).unwrap(),
    );
    let cancellation = Cancellation::new();
    let context = SolveContext {
        cancellation: &cancellation,
        on_progress: &|progress| {
            if progress.depth > 13 {
                cancellation.cancel();
            }
        },
        ..SolveContext::default()
    };
    let solved = session.solve(&cube, &stickers, &context).unwrap();
    assert_eq!(solved.result.proof.as_ref().unwrap().table_name(), None);
    assert!(
        matches!(solved.unfinished(), Some(Unfinished { at_least: 14.., .. })),
        "{:?}",
        solved.unfinished()
    );
}

/// Returns the result of the other search.
fn otherwise(scramble: &str, known: &str, fields: Value) -> OptimalSolution {
    let mut fields = fields;
    fields["cube"] = json!(scramble);
    fields["method"] = json!("optimal");
    let options = request(fields).options(Cancellation::never()).unwrap();
    let prover = Prover::new(&SOLVERS, &options).unwrap();
    let known: Alg = known.parse().unwrap();
    let known: Vec<FaceTurn> = known.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
    let search = proof::Proof::new(prover.quick);
    let context = SolveContext::default();
    let limits = Limits { context: &context, start: Stopwatch::start(), budget: None, nodes: None };
    prover.search_by_proof(&search, &made(scramble), &known, &options, &limits)
}

#[test]
fn the_proof_search_proves_refutes_and_respects_limits() {
    let (scramble, shortest, longer) = ("R U2 F' D L B2", "B2 L' D' F U2 R'", "B2 L' D' F U U R R2");
    let proven = otherwise(scramble, shortest, json!({}));
    assert_eq!((proven.lower_bound, proven.was_stopped), (6, false));
    assert_eq!(proven.solutions, [shortest.parse::<Alg>().unwrap()]);
    assert!(proven.depths.iter().all(|depth| depth.moves < 6), "{:?}", proven.depths);
    let refuted = otherwise(scramble, longer, json!({}));
    assert_eq!((refuted.lower_bound, refuted.was_stopped, refuted.solutions.len()), (6, false, 1));
    assert!(made(scramble).apply(&refuted.solutions[0]).unwrap().is_solved());
    let none = otherwise(scramble, longer, json!({"at_most": 5}));
    assert_eq!((none.lower_bound, none.was_stopped, none.solutions.len()), (6, false, 0));
    let one = otherwise(scramble, longer, json!({"at_most": 7}));
    assert_eq!((one.lower_bound, one.solutions.len()), (6, 1));
}

#[test]
fn a_proof_without_a_table_names_none() {
    let cube = made("R U2 F' D L B2");
    let options = request(json!({"cube": "", "method": "optimal"})).options(Cancellation::never()).unwrap();
    let prover = Prover::new(&SOLVERS, &options).unwrap();
    let proven = || otherwise("R U2 F' D L B2", "B2 L' D' F U2 R'", json!({}));
    let named = |is_by_table| {
        let found = prover.found(&cube, proven(), None, &options, is_by_table).unwrap();
        assert!(found.optimal);
        let certificate = found.proof.as_ref().unwrap().certificate(&found.solution);
        serde_json::to_value(certificate).unwrap().get("table").is_some()
    };
    assert!(named(true) && !named(false));
}

/// Returns the result for a cube if depths of fewer than `quick_nodes` nodes come before the two-phase search.
fn found(scramble: &str, quick_nodes: u64, fields: Value) -> Result<SolverResult, RequestError> {
    let mut fields = fields;
    fields["cube"] = json!(scramble);
    fields["method"] = json!("optimal");
    let options = request(fields).options(Cancellation::never()).unwrap();
    let prover = Prover { quick_nodes, ..Prover::new(&SOLVERS, &options).unwrap() };
    prover.solve(&made(scramble), &options, &SolveContext::default())
}

#[test]
fn a_two_phase_solution_does_not_change_the_result() {
    // The two-phase search comes after the first depth, or not at all.
    for scramble in ["R U2 F' D L B2 U' R F", "R2 L2 U2 D2", "F2 U R' D2 B L U2 F' R"] {
        for fields in [json!({}), json!({"metric": "qtm"}), json!({"all": true}), json!({"count": true})] {
            let [with, without] =
                [0, u64::MAX].map(|quick_nodes| found(scramble, quick_nodes, fields.clone()).unwrap());
            assert!(with.optimal && without.optimal, "{scramble} {fields}");
            assert_eq!(with.solution.length(metric(&fields)), without.solution.length(metric(&fields)));
            assert_eq!((&with.all, with.count), (&without.all, without.count), "{scramble} {fields}");
            let depths = |found: &SolverResult| found.proof.as_ref().unwrap().depth_fields();
            let (fewer, all) = (depths(&with), depths(&without));
            // A known solution ends the search before the last depth, unless all solutions are requested.
            assert!(fewer.len() == all.len() || fewer.len() + 1 == all.len(), "{scramble} {fields}");
            assert_eq!(fewer[..], all[..fewer.len()], "{scramble} {fields}");
        }
    }
}

fn metric(fields: &Value) -> cubegod::Metric {
    if fields["metric"] == "qtm" { cubegod::Metric::Qtm } else { cubegod::Metric::Htm }
}

#[test]
fn limits_hold_with_and_without_a_two_phase_solution() {
    for quick_nodes in [0, u64::MAX] {
        let within = |max: usize| found("R U2 F' D L B2 U' R F", quick_nodes, json!({"at_most": max}));
        assert!(within(9).unwrap().solution.len() <= 9);
        for max in [0, 1, 5, 8] {
            let Err(error) = within(max) else { panic!("there is none") };
            assert!(error.to_string().ends_with("(proven)"), "{error}");
        }
    }
}

#[test]
fn a_node_budget_is_for_all_steps_together() {
    let cube = made("R U2 F' D L B2 U' R F D2 L' B U F2 R' D");
    for nodes in [1_000, 300_000] {
        for quick_nodes in [0, 50_000, u64::MAX] {
            let options = Options { method: Method::Optimal, nodes: Some(nodes), ..Options::default() };
            let prover = Prover { quick_nodes, ..Prover::new(&SOLVERS, &options).unwrap() };
            let proof = prover.solve(&cube, &options, &SolveContext::default()).unwrap().proof.unwrap();
            let spent: u64 = proof.depths.iter().map(|depth| depth.stats.nodes).sum();
            // The budget is checked now and then.
            assert!(proof.was_stopped && spent < nodes + 20_000, "{nodes} {quick_nodes} {spent}");
        }
    }
}
