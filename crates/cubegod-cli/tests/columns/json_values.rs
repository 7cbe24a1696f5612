//! Values of JSON lines in columns: none is changed, and values of several types may be in one column.

use super::*;

/// Returns the solved lines as CSV, without the line of column names.
fn solved(lines: &[&str]) -> Vec<String> {
    let folder = folder();
    let [source, target, other] = ["in.jsonl", "out.csv", "out.parquet"].map(|name| folder.path().join(name));
    fs::write(&source, lines.join("\n")).unwrap();
    let run = solve(&source, &target, &[]);
    let out = fs::read_to_string(&target).unwrap_or_else(|_| panic!("{}", run.stderr));
    // Parquet holds everything that CSV does.
    let again = solve(&source, &other, &[]);
    assert!(other.exists() && again.code == run.code, "{}", again.stderr);
    out.lines().skip(1).map(str::to_owned).collect()
}

/// Returns a column with these values as CSV has it.
fn column(values: &[&str]) -> Vec<String> {
    let lines: Vec<String> = values.iter().map(|value| format!(r#"{{"cube":"R","x":{value}}}"#)).collect();
    let rows = solved(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    let text = rows.join("\n");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap()[1].to_owned()).collect()
}

#[test]
fn integers_keep_every_digit() {
    for values in [
        &["9007199254740993", "0.5"][..],
        &["18446744073709551615", "1"],
        &["18446744073709551615", "-1"],
        &["123456789012345678901234567890", "1"],
        &["9223372036854775807", "-9223372036854775808"],
        &["9007199254740993.0", "3.14159265358979323846", "1e400"],
    ] {
        assert_eq!(column(values), values);
    }
    assert_eq!(column(&["1", "0.5", "null"]), ["1", "0.5", ""]);
}

#[test]
fn numbers_in_lists_and_objects_keep_every_digit() {
    let folder = folder();
    let [source, target] = ["in.jsonl", "out.parquet"].map(|name| folder.path().join(name));
    let line = r#"{"cube":"R","x":[9007199254740993,18446744073709551615],"y":{"a":[9007199254740993,0.5]},"z":[],"n":null}"#;
    fs::write(&source, line).unwrap();
    assert_eq!(solve(&source, &target, &[]).code, 0);
    let rows =
        ParquetRecordBatchReaderBuilder::try_new(File::open(&target).unwrap()).unwrap().build().unwrap();
    let batch = rows.map(Result::unwrap).next().unwrap();
    let message = format!("{:?}{:?}", batch.column(1), batch.column(2));
    for number in ["9007199254740993", "18446744073709551615", "0.5"] {
        assert!(message.contains(number), "{message}");
    }
    assert!(!message.contains("9007199254740992"), "{message}");
}

#[test]
fn values_of_several_types_become_text() {
    assert_eq!(column(&[r#""a""#, "5", "true", "null"]), ["a", "5", "true", ""]);
    assert_eq!(column(&["5", r#"{"a": [1, 2.50]}"#, r#""b""#]), ["5", r#"{"a": [1, 2.50]}"#, "b"]);
    assert_eq!(column(&["[1]", r#"{"a":1}"#, "null", "{}"]), ["[1]", r#"{"a":1}"#, "", "{}"]);
    assert_eq!(column(&["{}"]), ["{}"]);
}

#[test]
fn a_cube_that_is_not_text_is_an_error_of_its_row() {
    let rows = solved(&[r#"{"cube":"R"}"#, r#"{"cube":5}"#, r#"{"cube":{"a":"x"}}"#, r#"{"cube":null}"#]);
    assert_eq!((rows[0].as_str(), rows[3].as_str()), ("R,R',1,", ",,,no cube"));
    assert!(rows[1].starts_with("5,,,") && rows[2].starts_with("\"{\"\"a\"\":\"\"x\"\"}\",,,"), "{rows:?}");
    // Some layouts are lists.
    let cube = format!(
        "[{}]",
        ["[0,0,0,0]", "[1,1,1,1]", "[2,2,2,2]", "[3,3,3,3]", "[4,4,4,4]", "[5,5,5,5]"].join(",")
    );
    let rows = solved(&[&format!(r#"{{"cube":{cube}}}"#)]);
    assert_eq!(rows, [format!("\"{cube}\",,0,")]);
}

#[test]
fn lines_that_are_not_a_table_are_reported_with_line_and_field() {
    let folder = folder();
    let [source, target] = ["in.jsonl", "out.csv"].map(|name| folder.path().join(name));
    let many: String = (0..10_001).map(|name| format!("{{\"cube\":\"R\",\"{name}\":1}}\n")).collect();
    for (text, message) in [
        (
            "{\"cube\":\"R\"}\n\n{\"cube\":\"R\",\"x\":1,\"x\":2}\n",
            "line 3: the field `x` occurs twice; rename or drop",
        ),
        ("{\"cube\":\"R\"}\n{\"cube\":\"R\",\"x\":\"\\ud800\"}\n", "line 2: "),
        ("{\"cube\":\"R\"}\n5\n", "line 2: invalid type: integer `5`, expected an object in column 1"),
        (
            &many,
            "line 10000: the field `9999` is one too many: the lines before it have 10000 different ones; write .jsonl",
        ),
    ] {
        fs::write(&source, text).unwrap();
        let run = solve(&source, &target, &[]);
        assert!(run.stderr.contains(&format!("in.jsonl`: {message}")), "{}", run.stderr);
        assert_eq!((run.code, target.exists()), (1, false));
    }
}
