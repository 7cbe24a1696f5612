//! Embeds the built page (`web/dist`) in the crate if it exists, so that building the crate does not require Node.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this variable")).join("../..");
    let built = root.join("web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo treats a missing path as changed and would rebuild this crate each time.
    if let Some(watched) = [&built, &root.join("web")].into_iter().find(|folder| folder.is_dir()) {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    let mut files = Vec::new();
    if built.join("index.html").is_file() {
        collect(&built, "", &mut files);
        files.sort();
    }
    let mut code = String::from("&[\n");
    for (name, path) in &files {
        // Writing to a string cannot fail.
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this variable"));
    fs::write(out.join("page.rs"), code).expect("OUT_DIR is writable");
}

/// Collects all files below a folder, with their paths relative to it.
fn collect(folder: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) {
    let entries = fs::read_dir(folder).expect("the folder exists and is readable");
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(name) = entry.file_name().into_string() else { continue };
        if path.is_dir() {
            collect(&path, &format!("{above}{name}/"), files);
        } else if let Ok(path) = path.canonicalize() {
            files.push((format!("{above}{name}"), path));
        }
    }
}
