//! Compares the description of the API with the server: requests are generated from the schemas, some of them invalid, and every
//! response must have a documented status, type and body.

use super::common::*;
use axum::body::Body;
use axum::http::{Request, header};
use jsonschema::Validator;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

static API: LazyLock<Value> = LazyLock::new(|| get("/api/v1/openapi.json").json());

/// Returns values that are often valid.
fn plausible(field: &str) -> BoxedStrategy<String> {
    let texts: &'static [&'static str] = match field {
        "cube" | "target" => &[
            SOLVED2,
            SOLVED3,
            SPOILED2,
            "R U F",
            "superflip",
            "",
            "?",
            "UUUU????FFFF????????????",
            "R U Q",
            "[R, U",
            "????????????????????????",
            "aaaabbbbccccddddeeeeffff",
            "{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}",
        ],
        "alg" | "case" => &["R U R' U'", "(R U)6", "M2 x", "R Q", "", "5R"],
        "data" => &["abcdefghijklmnopqrstuvwx", "abc", ""],
        "faces" => &["URF", "U", "urfdlb"],
        "puzzle" => &["2x2", "3x3", "4x4x4"],
        "grep" => &["[a-d]+", "(", ""],
        "up" | "front" => &["U", "R", "F", "w"],
        "budget" => &["1ms", "0s", "soon"],
        "fd" => &["uuuurrrrffffddddllllbbbb", "uuu", ""],
        "view" => &["iso", "net", "plan"],
        "bg" => &["t", "fff", "white", "mauve"],
        "palette" => &["standard", "colorblind", "none"],
        "letters" => &["true", "0", "maybe"],
        _ => &["", "text"],
    };
    proptest::sample::select(texts).prop_map(str::to_owned).boxed()
}

/// Returns values that fit a schema.
fn fitting(field: &str, schema: &Value) -> BoxedStrategy<Value> {
    let schema = resolved(schema);
    if let Some(values) = schema["enum"].as_array() {
        return proptest::sample::select(values.clone()).boxed();
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<_> = parts.iter().map(|part| fitting(field, part)).collect();
            return proptest::strategy::Union::new(parts).boxed();
        }
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => vec![kind.as_str().unwrap_or("object")],
    };
    let kinds = kinds.into_iter().map(|kind| match kind {
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => (0..40_u64).prop_map(Value::from).boxed(),
        // Other tests cover long searches.
        "number" => (0.0..0.02).prop_map(Value::from).boxed(),
        "string" => plausible(field).prop_map(Value::from).boxed(),
        _ => Just(Value::Null).boxed(),
    });
    proptest::strategy::Union::new(kinds).boxed()
}

/// Returns arbitrary values.
fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
    ];
    let nested = leaf.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{0,8}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    nested.boxed()
}

/// Returns objects whose fields fit the schema of a request; sometimes one is changed, removed or added.
fn request(schema: &Value) -> BoxedStrategy<Value> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().unwrap();
    let fields: Vec<_> = properties
        .iter()
        .map(|(name, schema)| {
            let probability = if required.contains(&name.as_str()) { 0.98 } else { 0.2 };
            let value = prop_oneof![12 => fitting(name, schema), 1 => anything()];
            let name = name.clone();
            proptest::option::weighted(probability, value)
                .prop_map(move |value| value.map(|value| (name.clone(), value)))
        })
        .collect();
    let unknown = proptest::option::weighted(0.05, ("[a-z_]{1,8}", anything()));
    (fields, unknown)
        .prop_map(|(fields, unknown)| {
            let mut fields: Map<String, Value> = fields.into_iter().flatten().chain(unknown).collect();
            // A proof takes its whole budget.
            if fields.get("method") == Some(&json!("optimal")) {
                fields.entry("budget").or_insert(json!("1ms"));
            }
            Value::Object(fields)
        })
        .boxed()
}

/// Returns the schemas of the responses of an operation, by status and type.
struct Documented(HashMap<(u16, String), Validator>);

impl Documented {
    fn new(operation: &Value) -> Documented {
        let mut schemas = HashMap::new();
        for (status, response) in operation["responses"].as_object().unwrap() {
            for (kind, content) in response["content"].as_object().unwrap() {
                let schema = json!({"allOf": [content["schema"]], "components": API["components"]});
                schemas.insert(
                    (status.parse().unwrap(), kind.clone()),
                    jsonschema::validator_for(&schema).unwrap(),
                );
            }
        }
        Documented(schemas)
    }

    fn check(&self, request: &str, answer: &Answer) -> Result<(), TestCaseError> {
        let kind = answer.header(header::CONTENT_TYPE).split(';').next().unwrap().to_owned();
        let status = answer.status.as_u16();
        let Some(schema) = self.0.get(&(status, kind.clone())) else {
            return Err(TestCaseError::fail(format!("{request}: {status} {kind} is not documented")));
        };
        prop_assert!(status < 500, "{request}: {}", answer.text());
        prop_assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        if kind.ends_with("json") {
            let body = answer.json();
            let errors: Vec<String> = schema
                .iter_errors(&body)
                .map(|error| format!("{error} at {}", error.instance_path()))
                .collect();
            prop_assert!(errors.is_empty(), "{request}: {body}: {errors:?}");
        }
        Ok(())
    }
}

/// One in fifteen of the requests to `solve` is valid; with this many, far more than half of the expected number is.
const MANY: u32 = 1200;

fn runner() -> TestRunner {
    runner_of(150)
}

fn runner_of(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

fn resolved(schema: &Value) -> &Value {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.map_or(schema, |name| &API["components"]["schemas"][name])
}

#[test]
fn every_verb_responds_as_documented() {
    for (path, operations) in API["paths"].as_object().unwrap() {
        let operation = &operations["post"];
        if operation.is_null() {
            continue;
        }
        let documented = Documented::new(operation);
        let verb = path.rsplit('/').next().unwrap();
        let schema = resolved(&operation["requestBody"]["content"]["application/json"]["schema"]);
        let answered = Cell::new(0);
        runner_of(MANY)
            .run(&request(schema), |body| {
                let answer = ask(verb, &body);
                answered.set(answered.get() + u32::from(answer.status == 200));
                documented.check(&format!("{verb} {body}"), &answer)
            })
            .unwrap();
        let answered = answered.get();
        assert!(answered > MANY / 30, "{verb}: only {answered} of {MANY} requests were answered");
        runner()
            .run(&anything(), |body| documented.check(&format!("{verb} {body}"), &ask(verb, &body)))
            .unwrap();
        runner()
            .run(&vec(any::<u8>(), 0..200), |bytes| {
                documented.check(&format!("{verb} {bytes:?}"), &send(asking(verb, bytes.clone())))
            })
            .unwrap();
    }
}

#[test]
fn every_other_address_responds_as_documented() {
    for (path, operations) in API["paths"].as_object().unwrap() {
        let operation = &operations["get"];
        if operation.is_null() {
            continue;
        }
        let documented = Documented::new(operation);
        let parameters: Vec<_> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| {
                let name = parameter["name"].as_str().unwrap().to_owned();
                let value = prop_oneof![8 => fitting(&name, &parameter["schema"]), 1 => anything()];
                proptest::option::weighted(0.3, value)
                    .prop_map(move |value| value.map(|value| (name.clone(), value)))
            })
            .collect();
        runner()
            .run(&parameters, |parameters| {
                let query: Vec<String> = parameters
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| {
                        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                        let escaped: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
                        format!("{name}={escaped}")
                    })
                    .collect();
                let address = format!("{path}?{}", query.join("&"));
                documented.check(&address, &send(Request::get(&address).body(Body::empty()).unwrap()))
            })
            .unwrap();
    }
}

#[test]
fn every_route_is_documented() {
    let documented: Vec<&String> = API["paths"].as_object().unwrap().keys().collect();
    for path in
        ["check", "complete", "convert", "apply", "solve", "teach", "scramble", "render.svg", "render.png"]
    {
        assert!(documented.contains(&&format!("/api/v1/{path}")), "{path}");
    }
    assert_eq!(documented.len(), 13);
}

/// Checks that the fields of a value, and of all values in it, are in its schema or in a part of that.
fn check_fields(value: &Value, schema: &Value) {
    let schema = resolved(schema);
    match value {
        Value::Object(fields) => {
            let parts = schema["allOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
            for (name, value) in fields {
                let property = parts.iter().find_map(|part| resolved(part)["properties"].get(name));
                check_fields(value, property.unwrap_or_else(|| panic!("`{name}` is not documented")));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_fields(item, &schema["items"])),
        _ => {}
    }
}

#[test]
fn every_field_of_a_lesson_is_documented() {
    let responses = &API["paths"]["/api/v1/teach"]["post"]["responses"];
    let schema = &responses["200"]["content"]["application/json"]["schema"];
    // A Sune, whose OLL case has a number, and a cube in digits, whose moves are also written as calls.
    for (cube, method) in [
        ("L D2 L' D' L D' L'", "cfop"),
        ("R U F2 L' B D2", "layers"),
        ("{{1,4,4,3},{1,0,4,2},{3,5,5,1},{3,0,5,2},{2,5,4,2},{3,0,0,1}}", "three-step"),
    ] {
        let answer = ask("teach", &json!({"cube": cube, "method": method}));
        assert_eq!(answer.status, 200, "{}", answer.text());
        check_fields(&answer.json(), schema);
    }
    assert!(API["components"]["schemas"]["LessonAlgorithm"]["properties"]["number"].is_object());
}
