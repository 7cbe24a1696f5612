//! Files of every kind, valid and invalid.

use super::*;

#[test]
fn every_kind_of_file_becomes_every_other() {
    let folder = folder();
    let cubes = mixed();
    let mut all = Vec::new();
    for from in ["parquet", "csv", "jsonl"] {
        let source = folder.path().join(format!("in.{from}"));
        write_source(&source, &cubes);
        for to in ["parquet", "csv", "ndjson"] {
            let target = folder.path().join(format!("from-{from}.{to}"));
            let run = solve(&source, &target, &[]);
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
            let (name, message) = (target.display(), &run.stderr);
            assert!(message.starts_with(&format!("cubegod: 57 rows in `{name}`, ")), "{message}");
            assert!(message.ends_with(" s; 3 rows have an error\n"), "{message}");
            let rows = read_rows(&target);
            check_rows(&rows, &cubes);
            all.push(rows);
        }
    }
    assert!(all.iter().all(|rows| *rows == all[0]), "the answers do not depend on the kind of file");
    let errors: Vec<&str> = all[0].iter().filter_map(|row| row.4.as_deref()).collect();
    assert_eq!(errors[0], "no cube");
    assert!(errors[2].starts_with("not a legal cube: 5 stickers are U"), "{errors:?}");
    assert!(!names(folder.path()).iter().any(|name| name.contains("parts") || name.starts_with('.')));
}

#[test]
fn a_batch_without_errors_exits_with_0() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let cubes: Vec<Option<String>> = cubes2(3, 100).into_iter().map(Some).collect();
    write_source(&source, &cubes);
    let run = solve(&source, &target, &["--json", "--threads", "3"]);
    assert_eq!(run.code, 0);
    let summary = &run.objects()[0];
    assert_eq!(
        (&summary["rows"], &summary["solved"], &summary["errors"]),
        (&json!(100), &json!(100), &json!(0))
    );
    assert_eq!((&summary["rows_before"], &summary["out"]), (&json!(0), &json!(target.to_str().unwrap())));
    assert!(summary["seconds"].as_f64().unwrap() > 0.0);
    let silent = solve(&source, &target, &["--overwrite", "-q"]);
    assert_eq!(silent.all(), "exit code 0\n--- stdout\n--- stderr\n");
}

#[test]
fn every_compression_of_parquet_is_read() {
    let folder = folder();
    let cubes = mixed();
    for compression in [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
        write_compressed(&source, &text_batch(&cubes), 7, compression);
        assert_eq!(solve(&source, &target, &["--overwrite"]).code, 1, "{compression:?}");
        check_rows(&read_rows(&target), &cubes);
    }
}

#[test]
fn the_column_may_have_another_name_and_hold_bytes() {
    let folder = folder();
    let source = folder.path().join("in.parquet");
    let cubes = cubes2(4, 10);
    let coded: Vec<Vec<u8>> = cubes
        .iter()
        .map(|cube| cube.chars().map(|letter| "URFDLB".find(letter).unwrap() as u8).collect())
        .collect();
    let column = BinaryArray::from_iter_values(&coded);
    let batch = RecordBatch::try_from_iter([("state", Arc::new(column) as ArrayRef)]).unwrap();
    write_parquet(&source, &batch, 100);
    let target = folder.path().join("out.csv");
    let run = solve(&source, &target, &["--column", "state"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(&target).unwrap();
    assert!(text.starts_with(&format!("state,solution,length,error\n{},", cubes[0])), "{text}");
    let run = solve(&source, &folder.path().join("other.csv"), &[]);
    let name = source.display();
    assert_eq!(
        run.stderr,
        format!("cubegod: `{name}`: there is no column `cube`; the columns are `state`\n")
    );
    assert_eq!((run.code, names(folder.path())), (1, vec!["in.parquet".into(), "out.csv".into()]));
}

#[test]
fn other_columns_of_bytes_become_hexadecimal_digits_in_text_files() {
    let folder = folder();
    let source = folder.path().join("in.parquet");
    let key = BinaryArray::from_opt_vec(vec![Some(&[0, 0xab, 0xff]), None]);
    let cubes = StringArray::from(vec!["R", "U"]);
    let columns: [(&str, ArrayRef); 2] = [("key", Arc::new(key)), ("cube", Arc::new(cubes))];
    write_parquet(&source, &RecordBatch::try_from_iter(columns).unwrap(), 10);
    for (name, expected) in [
        ("out.csv", "key,cube,solution,length,error\n00abff,R,R',1,\n,U,U',1,\n"),
        (
            "out.jsonl",
            "{\"key\":\"00abff\",\"cube\":\"R\",\"solution\":\"R'\",\"length\":1,\"error\":null}\n\
             {\"key\":null,\"cube\":\"U\",\"solution\":\"U'\",\"length\":1,\"error\":null}\n",
        ),
    ] {
        let target = folder.path().join(name);
        assert_eq!(solve(&source, &target, &[]).code, 0);
        assert_eq!(fs::read_to_string(&target).unwrap(), expected);
    }
}

#[test]
fn json_lines_are_copied_without_changes() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.jsonl"), folder.path().join("out.jsonl"));
    let lines = [
        r#"{"big": 123456789012345678901234567890, "cube":"R U",  "deep": {"a": [1, {"b": null}]}}"#,
        r#"{"z":1e400,"a":"é","cube":null}"#,
        r#"{ }"#,
        "",
        r#"  {"cube":"R U\u0020F","x":"}"}  "#,
        r#"{"cube":5}"#,
    ];
    fs::write(&source, lines.join("\n")).unwrap();
    let run = solve(&source, &target, &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let text = fs::read_to_string(&target).unwrap();
    let out: Vec<&str> = text.lines().collect();
    assert_eq!(
        out[..4],
        [
            r#"{"big": 123456789012345678901234567890, "cube":"R U",  "deep": {"a": [1, {"b": null}]},"solution":"U' R'","length":2,"error":null}"#,
            r#"{"z":1e400,"a":"é","cube":null,"solution":null,"length":null,"error":"no cube"}"#,
            r#"{"solution":null,"length":null,"error":"no cube"}"#,
            r#"{"cube":"R U\u0020F","x":"}","solution":"F' U' R'","length":3,"error":null}"#,
        ]
    );
    assert!(out[4].starts_with(r#"{"cube":5,"solution":null,"length":null,"error":""#), "{}", out[4]);
    assert_eq!(out.len(), 5);
}

#[test]
fn columns_of_json_lines_keep_their_order_and_their_types() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.jsonl"), folder.path().join("out.parquet"));
    fs::write(&source, "{\"z\":1,\"cube\":\"R\"}\n{\"a\":[1,2],\"cube\":\"U\"}\n{\"z\":2.5}\n").unwrap();
    assert_eq!(solve(&source, &target, &[]).code, 1);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&target).unwrap()).unwrap();
    let fields: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(fields, ["z", "cube", "a", "solution", "length", "error"]);
    // CSV cannot hold the typed list of Parquet; the list of JSON lines is copied as text.
    let run = solve(&target, &folder.path().join("typed.csv"), &["--column", "cube"]);
    assert!(run.stderr.contains("there is a column `solution` already"), "{}", run.stderr);
    assert_eq!(solve(&source, &folder.path().join("out.csv"), &[]).code, 1);
    let text = fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let expected = "z,cube,a,solution,length,error\n1,R,,R',1,\n,U,\"[1,2]\",U',1,\n2.5,,,,,no cube\n";
    assert_eq!(text, expected);
}

#[test]
fn a_line_that_is_not_text_has_the_same_error_in_every_kind_of_output() {
    let folder = folder();
    let source = folder.path().join("in.txt");
    fs::write(&source, b"R U\n\xff\xfe\nF\n").unwrap();
    let errors = ["out.txt", "out.csv", "out.jsonl", "out.parquet"].map(|name| {
        let target = folder.path().join(name);
        assert_eq!(solve(&source, &target, &[]).code, 1);
        match name {
            "out.parquet" => {
                let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&target).unwrap()).unwrap();
                let batch = reader.build().unwrap().next().unwrap().unwrap();
                let errors = batch.column_by_name("error").unwrap().as_string::<i32>();
                assert!(errors.is_null(0) && errors.is_null(2));
                errors.value(1).to_owned()
            }
            "out.jsonl" => {
                let text = fs::read_to_string(&target).unwrap();
                let object: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
                object["error"].as_str().unwrap().to_owned()
            }
            "out.csv" => {
                let mut reader = csv::Reader::from_path(&target).unwrap();
                reader.records().nth(1).unwrap().unwrap()[3].to_owned()
            }
            _ => {
                let text = fs::read_to_string(&target).unwrap();
                text.lines().nth(1).unwrap().strip_prefix("error: ").unwrap().to_owned()
            }
        }
    });
    assert!(errors[0].contains("UTF-8"), "{errors:?}");
    assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
}

#[test]
fn files_without_rows_become_files_without_rows() {
    let folder = folder();
    for (from, nothing) in [("parquet", None), ("csv", Some("number,cube\n")), ("jsonl", Some(""))] {
        let source = folder.path().join(format!("in.{from}"));
        match nothing {
            Some(text) => fs::write(&source, text).unwrap(),
            None => write_parquet(&source, &text_batch(&[]), 10),
        }
        for to in ["parquet", "csv", "jsonl"] {
            let target = folder.path().join(format!("{from}.{to}"));
            let run = solve(&source, &target, &[]);
            assert_eq!(run.code, 0, "{from} to {to}: {}", run.stderr);
            assert!(run.stderr.starts_with("cubegod: 0 rows in "), "{}", run.stderr);
            assert!(run.stderr.ends_with(" s; the input has none\n"), "{}", run.stderr);
            match (from, to) {
                ("jsonl", "parquet") => {}
                ("jsonl", "csv") => {
                    assert_eq!(fs::read_to_string(&target).unwrap(), "cube,solution,length,error\n");
                }
                _ => assert_eq!(read_rows(&target), []),
            }
        }
    }
    let source = folder.path().join("empty.csv");
    fs::write(&source, "").unwrap();
    let run = solve(&source, &folder.path().join("o.csv"), &[]);
    assert!(run.stderr.contains("it is empty; expected a line with the column names"), "{}", run.stderr);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let target = place("out.parquet");
    for (name, contents, message) in [
        ("empty.parquet", &b""[..], "it is empty; a Parquet file without rows still has a schema"),
        ("blank.csv", b"\n\r\n", "it is empty; expected a line with the column names, and a line for each"),
        ("short.parquet", b"PAR1", "it is not a complete Parquet file: "),
        ("text.parquet", b"cube\nR U F\nR U F\nR U F\n", "it is not a complete Parquet file: "),
        (
            "rows.csv",
            b"number,cube\n1,R\n2,U,3\n",
            "line 3: 3 values; expected 2, as the line of column names has",
        ),
        ("bytes.csv", b"number,cube\n1,\xff\n", "line 2: column `cube` is not UTF-8"),
        ("none.csv", b"cubes\nR\n", "there is no column `cube`; the columns are `cubes`"),
        // A column's name cannot send commands to the terminal.
        ("escape.csv", b"\x1b[2J,x\nR,\n", "the columns are `\\u{1b}[2J`, `x`"),
        ("taken.csv", b"cube,error\nR,\n", "there is a column `error` already"),
        ("bad.jsonl", b"{\"cube\":\"R\"}\n{\"cube\"\n", "line 2: "),
        ("list.jsonl", b"[1]\n", "line 1: "),
        ("twice.jsonl", b"{\"cube\":1,\"cube\":2}", "the field `cube` occurs twice"),
    ] {
        fs::write(place(name), contents).unwrap();
        let run = solve(&place(name), &target, &[]);
        assert!(run.stderr.contains(message), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(name), "{}", run.stderr);
        assert_eq!((run.code, target.exists(), parts(&target).exists()), (1, false, false), "{name}");
    }
    for (contents, message) in [
        ("{\"cubes\":1,\"x\":2}\n", "there is no column `cube`; the columns are `cubes`, `x`"),
        ("{\"cube\":\"R\"}\n{\"cube\":\"R\",\"length\":2}\n", "line 2: there is a column `length` already"),
        ("{\"cube\":\"R\"}}\n", "line 1: trailing characters in column 13"),
    ] {
        fs::write(place("in.jsonl"), contents).unwrap();
        let run = solve(&place("in.jsonl"), &place("out.jsonl"), &[]);
        assert!(run.code == 1 && run.stderr.contains(message), "{}", run.stderr);
    }
    let run = solve(&place("missing.csv"), &target, &[]);
    assert!(run.stderr.contains("missing.csv`: No such file"), "{}", run.stderr);
    let run = solve(&place(""), &target, &[]);
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[test]
fn an_unclosed_quotation_mark_does_not_use_unbounded_memory() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    let mut text = String::from("cube,x\nR,\"");
    text.push_str(&"0123456789abcde\n".repeat(3 << 20));
    fs::write(&source, &text).unwrap();
    let run = solve(&source, &folder.path().join("out.csv"), &[]);
    let message = "line 2: the quotation mark that begins a value is not closed in 16 MiB; close it, or ";
    assert!(run.stderr.contains(message), "{}", run.stderr);
    fs::write(folder.path().join("in.jsonl"), text.replace('\n', " ")).unwrap();
    let run = solve(&folder.path().join("in.jsonl"), &folder.path().join("out.csv"), &[]);
    assert!(run.stderr.contains("line 1 is longer than 16 MiB"), "{}", run.stderr);
}

#[test]
fn an_output_that_would_destroy_a_file_is_refused() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let source = place("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    fs::create_dir(place("below")).unwrap();
    let mut same = vec![source.clone(), place("below/../in.csv")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&source, place("link.csv")).unwrap();
        fs::hard_link(&source, place("hard.csv")).unwrap();
        same.extend([place("link.csv"), place("hard.csv")]);
    }
    for target in same {
        for more in [&[][..], &["--overwrite"], &["--overwrite", "--restart"]] {
            let run = solve(&source, &target, more);
            assert!(run.stderr.contains("are the same file; name another output"), "{}", run.stderr);
            assert_eq!(run.code, 2);
        }
    }
    let target = place("out.csv");
    fs::write(&target, "precious").unwrap();
    let run = solve(&source, &target, &[]);
    assert!(run.stderr.contains("out.csv` exists; use --overwrite to replace it"), "{}", run.stderr);
    assert_eq!((run.code, fs::read_to_string(&target).unwrap().as_str()), (2, "precious"));
    assert_eq!(solve(&source, &target, &["--overwrite"]).code, 0);
    assert_eq!(fs::read_to_string(&target).unwrap(), "cube,solution,length,error\nR,R',1,\n");
    fs::create_dir(place("folder.csv")).unwrap();
    let run = solve(&source, &place("folder.csv"), &["--overwrite"]);
    assert!(run.code == 2 && run.stderr.contains("not a regular file"), "{}", run.stderr);
    fs::create_dir(place("new.csv.parts")).unwrap();
    fs::write(place("new.csv.parts/letter.txt"), "mine").unwrap();
    let run = solve(&source, &place("new.csv"), &["--restart"]);
    assert!(
        run.code == 2 && run.stderr.contains("which has other files, such as `letter.txt`"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read_to_string(place("new.csv.parts/letter.txt")).unwrap(), "mine");
    fs::write(place("new.csv.parts/in.csv"), "cube\nR\n").unwrap();
    let run = solve(&place("new.csv.parts/in.csv"), &place("new.csv"), &["--restart"]);
    assert!(run.code == 2 && run.stderr.contains("where the parts of"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&source).unwrap(), "cube\nR\n");
}

#[test]
fn invalid_arguments_are_refused() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let (source, target) = (source.to_str().unwrap(), folder.path().join("out.csv"));
    let target = target.to_str().unwrap();
    for (arguments, message) in [
        (&[source][..], "<OUT>"),
        (&[], "<IN>"),
        (&[source, target, SOLVED2], "unexpected argument"),
        (&[source, target, "--all"], "unexpected argument '--all'"),
        (&[source, target, "--data", "x"], "unexpected argument '--data'"),
        (&[source, target, "--max-length", "0"], "'--max-length <N>': expected 1 or more"),
        (
            &[source, target, "--keep-every", "0"],
            "'--keep-every <TIME>': expected 100ms or more; each time a file is written",
        ),
        (
            &[source, target, "--puzzle", "5x5"],
            "a 5x5x5 cube can be turned and shown, but only 2x2 and 3x3 cubes are checked, completed and solved",
        ),
        (
            &[source, target, "--puzzle", "2x2", "--method", "layers"],
            "--method layers works for 3x3x3 cubes only",
        ),
        (&[source, target, "--puzzle", "3x3", "--exact"], "--exact works for 2x2x2 cubes only"),
        (&["-", target], "cannot use standard input or output (`-`)"),
        (&[source, "-"], "cannot use standard input or output (`-`)"),
        (&[source, "out.xlsx"], "expected .txt, .csv, .jsonl, .ndjson or .parquet, or --kind"),
        (&[source, target, "--kind", "xlsx"], "[possible values: text, csv, jsonl, parquet]"),
        (&[source, target, "--method", "cfop", "--exact"], "--exact cannot be combined with --method cfop"),
        (&[source, target, "--target", "no cube"], "the target can't be read"),
    ] {
        let run = cubegod(&[&["batch"], arguments].concat());
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.code, 2, "{arguments:?}");
    }
    assert_eq!(names(folder.path()), ["in.csv"]);
}

#[test]
fn a_damaged_row_group_is_named_and_solved_rows_are_kept() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.csv"));
    // Large enough that no two row groups are read together.
    let cubes: Vec<Option<String>> = cubes2(7, 3 * 33_000).into_iter().map(Some).collect();
    write_compressed(&source, &text_batch(&cubes), 33_000, Compression::SNAPPY);
    let metadata =
        ParquetRecordBatchReaderBuilder::try_new(File::open(&source).unwrap()).unwrap().metadata().clone();
    let (start, length) = metadata.row_group(2).column(1).byte_range();
    let whole = fs::read(&source).unwrap();
    let mut damaged = whole.clone();
    damaged[start as usize + 40..(start + length) as usize].fill(0x5a);
    fs::write(&source, &damaged).unwrap();
    let run = solve(&source, &target, &[]);
    assert!(run.stderr.contains("in.parquet`: row group 2 of 3, rows 0 to 32999 of it"), "{}", run.stderr);
    assert!(
        run.stderr.contains("; repair the file, then use --restart to start over: what is kept in `"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("out.csv.parts` (66000 rows) belongs to the file as it was"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("continues"), "the same command fails again: {}", run.stderr);
    assert_eq!((run.code, target.exists(), parts(&target).exists()), (1, false, true));
    // A repaired input is another input.
    fs::write(&source, &whole).unwrap();
    let run = solve(&source, &target, &[]);
    assert!(
        run.code == 2 && run.stderr.contains("the input was changed since; use --restart"),
        "{}",
        run.stderr
    );
    assert_eq!(solve(&source, &target, &["--restart"]).code, 0);
    check_rows(&read_rows(&target), &cubes);
}

#[test]
fn large_row_groups_are_read_in_slices_and_small_ones_together() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let cubes: Vec<Option<String>> = cubes2(10, 70_000).into_iter().map(Some).collect();
    let column = LargeStringArray::from_iter(cubes.iter().map(Option::as_deref));
    write_parquet(&source, &batch(Arc::new(column)), 1_000_000);
    assert_eq!(solve(&source, &target, &[]).code, 0);
    let groups = |path: &Path| {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect::<Vec<_>>()
    };
    assert_eq!((groups(&source), groups(&target)), (vec![70_000], vec![65_536, 4_464]));
    write_parquet(&source, &text_batch(&cubes), 1000);
    assert_eq!(solve(&source, &target, &["--overwrite"]).code, 0);
    assert_eq!((groups(&source).len(), groups(&target)), (70, vec![65_000, 5_000]));
    check_rows(&read_rows(&target), &cubes);
}

#[test]
fn a_solution_that_is_longer_than_requested_is_an_error() {
    let folder = folder();
    let [source, target] = ["in.csv", "out.csv"].map(|name| folder.path().join(name));
    // Pocket cubes in face letters have a fast path of their own.
    let pocket = letters(&Cube2::SOLVED.apply(&"R U F".parse().unwrap()).unwrap().stickers());
    fs::write(&source, format!("cube\nR U F D L B R U F D L B R U\nR U F\n{pocket}\nR U\n")).unwrap();
    let run = solve(&source, &target, &["--max-length", "2", "--budget", "0"]);
    assert_eq!(run.code, 1, "{run:?}");
    let answer = fs::read_to_string(&target).unwrap();
    let rows: Vec<&str> = answer.lines().skip(1).collect();
    assert!(
        rows[0].contains(",,,no solution of at most 2 moves was found in time; the best is "),
        "{answer}"
    );
    let best = ",,,there is no solution of at most 2 moves; the best is F' U' R'";
    assert!(rows[1].ends_with(best) && rows[2].ends_with(best), "{answer}");
    assert_eq!(rows[3], "R U,U' R',2,");
}
