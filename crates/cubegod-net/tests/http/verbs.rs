//! The verbs, with valid and invalid requests.

use super::common::*;
use axum::body::Body;
use axum::http::{Method, Request, header};
use cubegod_net::WorkOptions;
use cubegod_net::http::HttpOptions;
use serde_json::{Value, json};
use std::time::Duration;

fn answer(verb: &str, body: Value) -> Value {
    let answer = ask(verb, &body);
    assert_eq!(answer.status, 200, "{verb} {body}: {}", answer.text());
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
    answer.json()
}

fn problem(verb: &str, body: Value) -> (u16, String) {
    ask(verb, &body).problem()
}

#[test]
fn cubes_are_checked() {
    let expected = json!({
        "puzzle": "2x2x2", "cube": SOLVED2, "format": "facelets", "legal": true, "solved": true, "unknown": 0, "completions": 1
    });
    assert_eq!(answer("check", json!({"cube": SOLVED2})), expected);
    let pattern = answer("check", json!({"cube": "superflip", "from": "pattern", "puzzle": "3x3"}));
    assert_eq!(pattern["pattern"], "superflip");
}

#[test]
fn unknown_stickers_are_filled_in() {
    let known = answer("complete", json!({"cube": "DBFRDULUUFFBLDDBLRBU????"}));
    assert_eq!((&known["count"], &known["certain"]), (&json!(1), &json!("DBFRDULUUFFBLDDBLRBURFLR")));
    let some = "UUUU????FFFF????????????";
    assert_eq!(answer("complete", json!({"cube": some, "count": true}))["count"], 24);
    let listed = answer("complete", json!({"cube": some, "list": 3}));
    assert_eq!(listed["completions"].as_array().unwrap().len(), 3);
    assert_eq!(listed["question"], json!({"sticker": "R4", "answers": {"B": 8, "D": 8, "L": 4, "R": 4}}));
    assert_eq!(known.get("question"), None);
    // The number of all cubes exceeds 64 bits.
    let all = ask("complete", &json!({"cube": "?".repeat(54), "count": true}));
    assert!(all.text().contains("\"count\":1038048078587756544000"), "{}", all.text());
}

#[test]
fn cubes_are_converted_turned_and_scrambled() {
    assert_eq!(answer("convert", json!({"cube": "R U F", "to": "moves"}))["format"], "moves");
    let own = json!({"cube": "aaaabbbbccccddddeeeeffff", "to": "facelets", "letters": "own"});
    assert_eq!(answer("convert", own)["text"], "aaaabbbbccccddddeeeeffff");
    let turned = answer(
        "apply",
        json!({"cube": SOLVED2, "alg": "R4 (U U')2", "to": "net-string", "data": "abcdefghijklmnopqrstuvwx"}),
    );
    assert_eq!((&turned["solved"], &turned["data"]), (&json!(true), &json!("abcdefghijklmnopqrstuvwx")));
    assert!(turned["text"].is_string());
    let drawn = answer("scramble", json!({"puzzle": "2x2", "seed": 7}));
    assert_eq!(drawn, answer("scramble", json!({"puzzle": "2x2", "seed": 7})));
    assert_eq!(drawn["seed"], 7);
    assert!(answer("scramble", json!({}))["scramble"].is_string());
    assert!(answer("scramble", json!({"to": "net"})).get("scramble").is_none());
}

#[test]
fn cubes_are_solved_in_every_way() {
    let pocket = answer("solve", json!({"cube": "R U F", "puzzle": "2x2", "all": true}));
    assert_eq!(
        (&pocket["length"], &pocket["optimal"], &pocket["method"]),
        (&json!(3), &json!(true), &json!("pocket"))
    );
    assert!(!pocket["solutions"].as_array().unwrap().is_empty());
    let fast = answer("solve", json!({"cube": "R U2 F' D L B2", "solutions": 2, "budget": "50ms"}));
    assert_eq!(fast["solutions"].as_array().unwrap().len(), 2);
    assert!(
        answer("solve", json!({"cube": "R U F", "budget": 0.02, "max_length": 25}))["solution"].is_string()
    );
    for (method, puzzle) in [("layers", "3x3"), ("cfop", "3x3"), ("three-step", "2x2")] {
        let human =
            answer("solve", json!({"cube": "R U F", "method": method, "puzzle": puzzle, "stages": true}));
        assert_eq!(human["method"], method);
        assert!(human["stages"].as_array().unwrap().len() > 2);
    }
    let guess = answer("solve", json!({"cube": "UUUU????FFFF????????????", "any": true}));
    assert_eq!(guess["guess_of"], 24);
    let to = answer(
        "solve",
        json!({"cube": "R", "target": "R U", "puzzle": "2x2", "exact": true, "metric": "qtm"}),
    );
    assert_eq!(to["solution"], "U");
    let data = answer(
        "solve",
        json!({"cube": "R", "puzzle": "2x2", "data": "abcdefghijklmnopqrstuvwx", "up": "U", "grep": "[a-x]{4}"}),
    );
    assert!(data["matches"].as_array().is_some_and(|matches| !matches.is_empty()), "{data}");
}

#[test]
fn cubes_are_explained() {
    let lesson = answer("teach", json!({"cube": "R U F", "method": "cfop", "lang": "zh", "metric": "stm"}));
    assert_eq!(
        (&lesson["lang"], &lesson["metric"], &lesson["method"]),
        (&json!("zh"), &json!("stm"), &json!("cfop"))
    );
    assert!(lesson["stages"][0]["steps"].is_array() && lesson["comparison"]["optimal"].is_boolean());
}

#[test]
fn an_error_has_a_status_and_a_kind() {
    let expected = [
        ("check", json!({"cube": "this is no cube"}), 400, "unreadable"),
        ("check", json!({"cube": ""}), 400, "unreadable"),
        ("check", json!({"cube": SPOILED2}), 422, "illegal-cube"),
        ("check", json!({"cube": "R U", "puzzle": "4x4"}), 422, "wrong-size"),
        ("check", json!({"cube": "R Q", "from": "moves"}), 400, "bad-moves"),
        ("complete", json!({"cube": SOLVED2, "count": true, "list": 1}), 400, "usage"),
        ("complete", json!({"cube": SOLVED2, "list": 10_001}), 400, "usage"),
        ("convert", json!({"cube": SOLVED2}), 400, "usage"),
        ("convert", json!({"cube": SOLVED2, "to": "braille"}), 400, "usage"),
        ("convert", json!({"cube": SOLVED3, "to": "digits"}), 422, "wrong-size"),
        ("convert", json!({"cube": SOLVED2, "to": "digits", "letters": "own"}), 400, "usage"),
        ("apply", json!({"cube": SOLVED2, "alg": "R U Q"}), 400, "bad-moves"),
        ("apply", json!({"cube": SOLVED2, "alg": "R", "data": "abc"}), 400, "bad-data"),
        ("apply", json!({"cube": SOLVED2, "alg": "R", "data_from": "net"}), 400, "usage"),
        ("solve", json!({"cube": "UUUU????FFFF????????????"}), 422, "ambiguous"),
        ("solve", json!({"cube": SOLVED3, "all": true}), 422, "unsupported"),
        ("solve", json!({"cube": SOLVED2, "method": "cfop"}), 422, "unsupported"),
        ("solve", json!({"cube": SOLVED2, "all": true, "count": true}), 400, "usage"),
        ("solve", json!({"cube": SOLVED2, "grep": "a"}), 400, "usage"),
        ("solve", json!({"cube": SOLVED2, "stages": true}), 400, "usage"),
        ("solve", json!({"cube": SOLVED3, "solutions": 0}), 400, "usage"),
        ("solve", json!({"cube": SOLVED3, "max_length": 0}), 400, "usage"),
        ("solve", json!({"cube": SOLVED2, "target": SPOILED2}), 400, "usage"),
        ("solve", json!({"cube": SOLVED2, "target": SOLVED3}), 422, "wrong-size"),
        ("solve", json!({"cube": "R U F", "puzzle": "2x2", "faces": "R"}), 422, "unsolvable"),
        ("solve", json!({"cube": SOLVED2, "faces": "X"}), 400, "usage"),
        ("solve", json!({"cube": SOLVED2, "budget": -1}), 400, "usage"),
        (
            "solve",
            json!({"cube": SOLVED2, "data": "abcdefghijklmnopqrstuvwx", "up": "U", "front": "D"}),
            400,
            "bad-orientation",
        ),
        ("teach", json!({"cube": SOLVED2, "lang": "fr"}), 400, "usage"),
        ("teach", json!({"cube": "?".repeat(24)}), 422, "ambiguous"),
        ("scramble", json!({"puzzle": "4x4"}), 400, "usage"),
        ("scramble", json!({"seed": -1}), 400, "usage"),
    ];
    for (verb, body, status, kind) in expected {
        assert_eq!(problem(verb, body.clone()), (status, kind.to_owned()), "{verb} {body}");
    }
}

#[test]
fn errors_have_all_fields() {
    let requests = [
        ("check", json!({"cube": SPOILED2})),
        ("solve", json!({"cube": "UUUURRRRFFFFDDDDLLLL????".replace("FFFFDDDD", "????????")})),
        ("apply", json!({"cube": SOLVED2, "alg": "R\nU Q"})),
        ("check", json!({"cube": SOLVED2, "colour": "red"})),
        ("check", json!({"cube": 7})),
        ("solve", json!({"cube": SOLVED2, "stages": true})),
    ];
    let responses: Vec<String> = requests
        .iter()
        .map(|(verb, body)| {
            format!("{verb} {body}\n{}", serde_json::to_string_pretty(&ask(verb, body).json()).unwrap())
        })
        .collect();
    insta::assert_snapshot!(responses.join("\n\n"));
}

#[test]
fn bodies_have_a_type_a_length_and_one_object() {
    let plain = Request::post("/api/v1/check").header(header::CONTENT_TYPE, "text/plain");
    let sent = send(plain.body(Body::from("{}")).unwrap());
    assert_eq!(sent.problem(), (415, "unsupported-media-type".into()));
    let typed =
        Request::post("/api/v1/check").header(header::CONTENT_TYPE, "Application/JSON; charset=utf-8");
    let body = Body::from(json!({"cube": SOLVED2}).to_string());
    assert_eq!(send(typed.body(body).unwrap()).status, 200);
    let long = json!({"cube": "U".repeat(300_000)});
    assert_eq!(problem("check", long), (413, "too-large".into()));
    for bad in ["", "{", "[]", "null", "{\"cube\":\"R\"} {}", "{\"cube\":\"R\",\"cube\":\"U\"}", "\u{feff}{}"]
    {
        assert_eq!(send(asking("check", bad.to_owned())).problem(), (400, "usage".into()), "{bad}");
    }
    assert_eq!(send(asking("check", vec![0xff, 0xfe])).problem(), (400, "usage".into()));
}

#[test]
fn unknown_paths_and_methods_are_errors() {
    assert_eq!(get("/api/v1/nothing").problem(), (404, "not-found".into()));
    assert_eq!(get("/../etc/passwd").problem(), (404, "not-found".into()));
    let wrong = get("/api/v1/solve");
    assert_eq!(wrong.problem(), (405, "method-not-allowed".into()));
    assert_eq!(wrong.header(header::ALLOW), "POST");
    for (path, method) in [("/healthz", Method::DELETE), ("/", Method::POST), ("/", Method::OPTIONS)] {
        let answer = send(Request::builder().method(method).uri(path).body(Body::empty()).unwrap());
        assert_eq!(answer.problem(), (405, "method-not-allowed".into()), "{path}");
        assert_eq!(answer.header(header::ALLOW), "GET,HEAD", "{path}");
    }
    let far = get(&format!("/{}", "a".repeat(30_000)));
    assert_eq!(far.problem(), (404, "not-found".into()));
    assert!(far.body.len() < 1000, "{}", far.body.len());
}

#[test]
fn the_last_position_of_a_game_is_the_cube() {
    let face = |name: &str, cells: &str| format!("Face {name}:\n+-----+\n{cells}\n+-----+\n");
    let solved: String = ["U", "D", "F", "L", "R"]
        .iter()
        .map(|name| face(name, &format!("| {name} {name} |\n| {name} {name} |")))
        .collect();
    // The same cube after R.
    let turned = solved
        .replace(&face("U", "| U U |\n| U U |"), &face("U", "| U F |\n| U F |"))
        .replace(&face("F", "| F F |\n| F F |"), &face("F", "| F D |\n| F D |"))
        .replace(&face("D", "| D D |\n| D D |"), &face("D", "| D B |\n| D B |"));
    let rounds = [&solved, &turned].map(|faces| {
        format!("=== Round ===\nFive faces of a cube:\n{faces}\nEnter your solution:\n> R U F2\nCorrect!\n")
    });
    let game = format!("Welcome!\n{}BEGIN\nU U U\nEND\n", rounds.concat());
    for verb in ["check", "complete", "solve", "teach"] {
        let response = answer(verb, json!({"cube": game}));
        let note = "this text has 3 positions; number 2 was read, the last one that can be";
        assert_eq!(response["note"], note, "{verb}: {response}");
    }
    assert_eq!(answer("solve", json!({"cube": game}))["solution"], "R'");
    let one = answer("solve", json!({"cube": rounds[1]}));
    assert_eq!((&one["solution"], &one["note"]), (&json!("R'"), &Value::Null));
}

#[test]
fn a_search_that_exceeds_the_time_limit_returns_its_best_solution() {
    let work = WorkOptions { time_limit: Duration::from_secs(2), ..WorkOptions::default() };
    let options = HttpOptions { work, ..HttpOptions::default() };
    let router = fresh(options);
    let hard = json!({"cube": "superflip", "budget": "1h"});
    let start = std::time::Instant::now();
    let answer = cubegod_net::block_on(send_to(&router, asking("solve", hard.to_string()))).unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(start.elapsed().as_secs() < 20);
    // A search without a solution has no response.
    let none = json!({"cube": "superflip", "faces": "URFD", "budget": "1h"});
    let answer = cubegod_net::block_on(send_to(&router, asking("solve", none.to_string()))).unwrap();
    // Either the time limit was reached, or the search ended before.
    match answer.problem() {
        (503, kind) => assert_eq!((kind.as_str(), answer.header(header::RETRY_AFTER)), ("timeout", "1")),
        problem => assert_eq!(problem, (422, "unsolvable".into())),
    }
}

#[test]
fn the_longest_time_limit_works() {
    let work = WorkOptions { time_limit: Duration::MAX, ..WorkOptions::default() };
    let router = fresh(HttpOptions { work, ..HttpOptions::default() });
    let request = asking("check", json!({"cube": SOLVED2}).to_string());
    assert_eq!(cubegod_net::block_on(send_to(&router, request)).unwrap().status, 200);
}

#[test]
fn each_solves_every_cube_that_fits() {
    let hidden = "UUUU????FFFF????????????";
    let each = answer("solve", json!({"cube": hidden, "each": true}));
    assert_eq!((&each["count"], &each["cube"]), (&json!(24), &json!(hidden)));
    let cubes = each["each"].as_array().unwrap();
    assert_eq!(cubes.len(), 24);
    for one in cubes {
        let alone = answer("solve", json!({"cube": one["cube"]}));
        assert_eq!(one["solution"], alone["solution"]);
    }
    let one = answer("solve", json!({"cube": SOLVED2, "each": true}));
    assert_eq!((&one["count"], &one["each"][0]["length"]), (&json!(1), &json!(0)));
    let (status, kind) = problem("solve", json!({"cube": "?".repeat(24), "each": true}));
    assert_eq!((status, kind.as_str()), (422, "unsupported"));
    let (status, kind) = problem("solve", json!({"cube": hidden, "each": true, "any": true}));
    assert_eq!((status, kind.as_str()), (400, "usage"));
}

#[test]
fn a_node_budget_gives_the_same_answer_each_time() {
    let cube = "R U2 F' D L B2 U' R F D2 L2 B U F2 R' D B' L U2";
    let solve = |nodes: u64| answer("solve", json!({"cube": cube, "nodes": nodes}))["solution"].clone();
    assert_eq!(solve(20_000), solve(20_000));
    let (status, kind) = problem("solve", json!({"cube": cube, "nodes": 1, "budget": 1}));
    assert_eq!((status, kind.as_str()), (400, "usage"));
}

#[test]
fn methods_are_read_in_any_case() {
    assert_eq!(answer("solve", json!({"cube": "R U F", "method": "CFOP"}))["method"], "cfop");
}

#[test]
fn messages_are_in_the_language_that_the_client_prefers() {
    let illegal = json!({"cube": "RUUUURRRFFFFDDDDLLLLBBBB"}).to_string();
    let ask_in = |language: &'static str| {
        let mut request = asking("check", illegal.clone());
        request.headers_mut().insert(header::ACCEPT_LANGUAGE, header::HeaderValue::from_static(language));
        send(request)
    };
    let chinese = ask_in("zh-CN,zh;q=0.9,en;q=0.8");
    assert_eq!(chinese.header(header::CONTENT_LANGUAGE), "zh");
    assert!(chinese.json()["detail"].as_str().unwrap().starts_with("不是合法的魔方"), "{}", chinese.text());
    let english = ask_in("zh-TW,zh;q=0.9");
    assert_eq!(english.header(header::CONTENT_LANGUAGE), "en");
    assert!(english.json()["detail"].as_str().unwrap().starts_with("not a legal cube"), "{}", english.text());
    assert_eq!(english.header(header::VARY), "accept-language");
}

#[test]
fn a_body_that_is_not_the_object_of_a_request_is_an_error_about_its_field() {
    let object = "the body is not a JSON object; expected one such as {\"cube\": \"R U F\"}";
    for (body, expected) in [
        ("[\"R U F\",null,null]", object),
        ("", object),
        ("R U F", object),
        (
            "{cube: 1}",
            "the body is not valid JSON at line 1, column 2; expected an object such as {\"cube\": \"R U F\"}",
        ),
        ("{\"cube\":\"R\",\"list\":\"x\"}", "`list` is string \"x\"; expected a whole number"),
        ("{\"cube\":\"R\",\"puzzle\":true}", "`puzzle` is boolean `true`; expected a text"),
        ("{\"cube\":7}", "`cube` is integer `7`; expected a string"),
        ("{\"list\":1}", "the body is invalid: missing field `cube` at line 1 column 10"),
    ] {
        let answer = send(asking("complete", body));
        assert_eq!(
            (answer.status.as_u16(), answer.json()["detail"].as_str()),
            (400, Some(expected)),
            "{body}"
        );
    }
    let sizes = [json!(2), json!("2x2")].map(|puzzle| ask("check", &json!({"cube": "R", "puzzle": puzzle})));
    assert_eq!(sizes.map(|answer| answer.json()["puzzle"].clone()), [json!("2x2x2"), json!("2x2x2")]);
}

#[test]
fn a_lesson_is_in_the_language_of_the_request_or_of_the_header() {
    let lesson = |header: &str, body: &Value| {
        let mut request = asking("teach", body.to_string());
        request.headers_mut().insert("accept-language", header.parse().unwrap());
        let answer = send(request);
        let title = answer.json()["stages"][0]["title"].as_str().unwrap().to_owned();
        (answer.header("content-language").to_owned(), title.is_ascii())
    };
    let cube = json!({"cube": "R U F"});
    assert_eq!(lesson("zh-CN", &cube), ("zh".to_owned(), false));
    assert_eq!(lesson("en", &cube), ("en".to_owned(), true));
    assert_eq!(lesson("zh-CN", &json!({"cube": "R U F", "lang": "en"})), ("en".to_owned(), true));
    assert_eq!(lesson("en", &json!({"cube": "R U F", "lang": "zh"})), ("zh".to_owned(), false));
}

#[test]
fn a_scramble_has_its_cube_in_the_requested_layout() {
    let answer = ask("scramble", &json!({"puzzle": "2x2", "seed": 1, "to": "digits"})).json();
    assert!(
        answer["text"].as_str().unwrap().starts_with('{') && answer.get("scramble").is_none(),
        "{answer}"
    );
    let answer = ask("scramble", &json!({"puzzle": "2x2", "seed": 1})).json();
    assert!(answer["scramble"].is_string() && answer.get("text").is_none(), "{answer}");
}
