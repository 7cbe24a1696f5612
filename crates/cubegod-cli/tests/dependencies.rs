//! The licences, sources and wildcards that `deny.toml` allows: cargo-deny reads the file too, but need not be installed.

use serde_json::{Value, json};
use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns what `cargo metadata` says about all packages, with all features.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

fn rules() -> toml::Value {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
    toml::from_str(&text).expect("deny.toml is TOML")
}

fn allowed_licenses() -> BTreeSet<String> {
    let rules = rules();
    let allowed = rules["licenses"]["allow"].as_array().expect("a list of licences");
    allowed.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn every_dependency_has_an_allowed_license() {
    let allowed = allowed_licenses();
    let packages = packages();
    assert!(packages.len() > 100, "only {} packages", packages.len());
    for package in packages {
        let (name, license) = (&package["name"], package["license"].as_str().unwrap_or_default());
        let expression = Expression::parse_mode(license, ParseMode::LAX)
            .unwrap_or_else(|error| panic!("{name}: the licence `{license}` can't be read: {error}"));
        let is_allowed = expression.evaluate(|requirement| allowed.contains(&requirement.to_string()));
        assert!(is_allowed, "{name}: `{license}` is not allowed by deny.toml");
    }
}

#[test]
fn no_copyleft_license_is_allowed() {
    let gpl = Expression::parse("GPL-3.0-only").expect("an SPDX expression");
    assert!(!gpl.evaluate(|requirement| allowed_licenses().contains(&requirement.to_string())));
}

#[test]
fn every_dependency_comes_from_the_one_registry() {
    let packages = packages();
    let sources: BTreeSet<&str> = packages.iter().filter_map(|package| package["source"].as_str()).collect();
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert!(sources.iter().all(|source| source.starts_with("registry+")), "{sources:?}");
}

/// Returns the dependencies of a package that accept any version: those with a path may, but a published package only for tests.
fn forbidden_wildcards(package: &Value) -> Vec<String> {
    let is_private = package["publish"].as_array().is_some_and(Vec::is_empty);
    let is_forbidden = |dependency: &&Value| {
        let is_allowed = !dependency["path"].is_null() && (is_private || dependency["kind"] == "dev");
        dependency["req"] == "*" && !is_allowed
    };
    let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
    dependencies
        .iter()
        .filter(is_forbidden)
        .map(|dependency| format!("{} of {}", dependency["name"], package["name"]))
        .collect()
}

#[test]
fn no_dependency_accepts_any_version() {
    let bans = &rules()["bans"];
    assert_eq!(bans["wildcards"].as_str(), Some("deny"));
    assert_eq!(bans["allow-wildcard-paths"].as_bool(), Some(true));
    let found: Vec<String> = packages().iter().flat_map(forbidden_wildcards).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn wildcards_are_found() {
    let package = |publish: Value, dependency: Value| {
        forbidden_wildcards(&json!({ "name": "a", "publish": publish, "dependencies": [dependency] }))
    };
    let registry = json!({ "name": "b", "req": "*", "kind": null, "path": null });
    assert_eq!(package(json!([]), registry), ["\"b\" of \"a\""]);
    let path = |kind: &str| json!({ "name": "b", "req": "*", "kind": kind, "path": "../b" });
    assert_eq!(package(Value::Null, path("build")).len(), 1);
    assert_eq!(package(Value::Null, path("dev")).len(), 0);
    assert_eq!(package(json!([]), path("build")).len(), 0);
}
