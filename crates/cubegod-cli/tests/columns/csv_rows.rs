//! Rows of CSV files: blank lines, line ends, and the line numbers in errors.

use super::*;

/// Returns the solved rows of a CSV file, without the line of column names.
fn solved(text: &str) -> Vec<String> {
    let folder = folder();
    let [source, target] = ["in.csv", "out.csv"].map(|name| folder.path().join(name));
    fs::write(&source, text).unwrap();
    let run = solve(&source, &target, &[]);
    let out = fs::read_to_string(&target).unwrap_or_else(|_| panic!("{}", run.stderr));
    out.lines().skip(1).map(str::to_owned).collect()
}

fn error_of(text: &str) -> String {
    let folder = folder();
    let [source, target] = ["in.csv", "out.csv"].map(|name| folder.path().join(name));
    fs::write(&source, text).unwrap();
    let run = solve(&source, &target, &[]);
    assert_eq!((run.code, target.exists()), (1, false), "{}", run.stderr);
    run.stderr
}

#[test]
fn a_blank_line_is_a_row_in_a_file_with_one_column() {
    for end in ["\n", "\r\n"] {
        let of = |text: &str| solved(&text.replace('\n', end));
        let expected = ["R,R',1,", ",,,no cube", "U,U',1,"];
        assert_eq!(of("cube\nR\n\nU\n"), expected);
        assert_eq!(of("cube\nR\n\nU"), expected, "the last line needs no end");
        assert_eq!(
            of("\n\ncube\nR\n\nU\n"),
            expected,
            "the column names are in the first line that is not blank"
        );
        assert_eq!(of("cube\nR\n\"\"\nU\n"), expected);
        assert_eq!(of("cube\n\n"), [",,,no cube"]);
        assert_eq!(of("cube\n"), [""; 0]);
        assert_eq!(of("id,cube\n1,R\n\n2,U\n\n"), ["1,R,R',1,", "2,U,U',1,"]);
        assert_eq!(of("id,cube\n1,R\n,\n"), ["1,R,R',1,", ",,,,no cube"]);
    }
}

#[test]
fn errors_have_the_line_number_of_an_editor() {
    for end in ["\n", "\r\n"] {
        let of = |text: &str| error_of(&text.replace('\n', end));
        for (text, place) in [
            ("id,cube\n1,R\n2\n", "line 3: 1 value; expected 2, as the line of column names has"),
            ("id,cube\n\n\n1,R\n2,R,U\n", "line 5: 3 values; expected 2"),
            ("\nid,cube\n\"1\n\n\",R\n2,R,U\n", "line 6: 3 values; expected 2"),
            (
                "id,cube\n\n1,R\n2,\"R\nU\n",
                "line 4: the quotation mark that begins a value is never closed; close it",
            ),
        ] {
            let message = of(text);
            assert!(message.contains(&format!("in.csv`: {place}")), "{text:?}: {message}");
        }
    }
}
