//! Batches in memory: every type of column, rows with errors, and the same answers on any number of threads.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray, Int32Array,
    Int64Array, LargeBinaryArray, LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use cubegod::scramble::generator;
use cubegod::{Alg, Cancellation, Color, Cube2, Cube3, Metric, ReadOptions, Size, Stickers};
use cubegod_columns::{BatchContext, BatchError, BatchOptions, RowSolver};
use cubegod_service::solve::{self, Method};
use cubegod_service::{Solvers, Spelling};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

static SOLVERS: LazyLock<Solvers> = LazyLock::new(Solvers::with_small_tables);

/// The answer of a row.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    solution: Option<String>,
    length: Option<i32>,
    error: Option<String>,
}

fn letters(stickers: &Stickers<Color>) -> String {
    stickers.facelets().iter().map(|color| color.home().letter()).collect()
}

/// Cubes of both sizes.
fn cubes(seed: u64, count: usize) -> Vec<String> {
    let mut random = generator(seed);
    (0..count)
        .map(|number| match number % 4 {
            0 => letters(&Cube3::random(&mut random).stickers()),
            _ => letters(&Cube2::random(&mut random).stickers()),
        })
        .collect()
}

fn batch(column: ArrayRef) -> RecordBatch {
    let numbers = Int32Array::from_iter_values(0..column.len() as i32);
    RecordBatch::try_from_iter([("number", Arc::new(numbers) as ArrayRef), ("cube", column)]).unwrap()
}

fn texts(texts: &[&str]) -> RecordBatch {
    batch(Arc::new(StringArray::from(texts.to_vec())))
}

fn rows(batch: &RecordBatch) -> Vec<Row> {
    let text = |name: &str| batch.column_by_name(name).unwrap().as_string::<i32>().clone();
    let (solutions, errors) = (text("solution"), text("error"));
    let lengths = batch.column_by_name("length").unwrap().as_primitive::<Int32Type>().clone();
    (0..batch.num_rows())
        .map(|row| Row {
            solution: solutions.is_valid(row).then(|| solutions.value(row).to_owned()),
            length: lengths.is_valid(row).then(|| lengths.value(row)),
            error: errors.is_valid(row).then(|| errors.value(row).to_owned()),
        })
        .collect()
}

fn answer_with(batch: &RecordBatch, options: BatchOptions, threads: usize) -> Result<Vec<Row>, BatchError> {
    let solver = RowSolver::new(&SOLVERS, options, Spelling::NEUTRAL)?;
    let solved =
        cubegod_columns::solve(batch, &solver, &BatchContext { threads, ..BatchContext::default() })?;
    assert_eq!(solved.num_rows(), batch.num_rows());
    assert_eq!(&solved.columns()[..batch.num_columns()], batch.columns(), "other columns are kept");
    Ok(rows(&solved))
}

fn with(solve: solve::Options) -> BatchOptions {
    BatchOptions { solve, ..BatchOptions::default() }
}

fn answer(batch: &RecordBatch) -> Vec<Row> {
    answer_with(batch, BatchOptions::default(), 2).unwrap()
}

fn is_solved(cube: &str, row: &Row) -> bool {
    let solution: Alg = row.solution.as_ref().unwrap().parse().unwrap();
    assert_eq!(solution.len() as i32, row.length.unwrap());
    match cube.len() {
        24 => Cube2::from_facelets(cube.as_bytes()).unwrap().apply(&solution).unwrap().is_solved(),
        _ => Cube3::from_facelets(cube.as_bytes()).unwrap().apply(&solution).unwrap().is_solved(),
    }
}

/// The numbers of the colours instead of their letters.
fn numbers(cube: &str) -> Vec<u8> {
    cube.chars().map(|letter| "URFDLB".find(letter).map_or(255, |number| number as u8)).collect()
}

#[test]
fn every_type_of_column_gives_the_same_answers() {
    let cubes = cubes(1, 40);
    let with_null = || cubes.iter().map(Some).chain([None]);
    let text = || with_null().map(|cube| cube.map(String::as_str));
    let bytes = || with_null().map(|cube| cube.map(|cube| cube.as_bytes()));
    let coded: Vec<Option<Vec<u8>>> = with_null().map(|cube| cube.map(|cube| numbers(cube))).collect();
    let coded = || coded.iter().map(|cube| cube.as_deref());
    let columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter(text())),
        Arc::new(LargeStringArray::from_iter(text())),
        Arc::new(StringViewArray::from_iter(text())),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
        Arc::new(BinaryArray::from_iter(coded())),
        Arc::new(text().collect::<DictionaryArray<Int8Type>>()),
    ];
    let first = answer(&batch(Arc::clone(&columns[0])));
    for (cube, row) in cubes.iter().zip(&first) {
        assert!(is_solved(cube, row) && row.error.is_none(), "{cube}");
        assert!(row.length.unwrap() <= if cube.len() == 24 { 11 } else { 21 });
    }
    assert_eq!(first[40], Row { solution: None, length: None, error: Some("no cube".into()) });
    for column in columns {
        let name = column.data_type().to_string();
        assert_eq!(answer(&batch(column)), first, "{name}");
    }
}

#[test]
fn bytes_of_one_width_are_cubes_of_one_size() {
    let cubes = cubes(2, 40);
    for width in [24, 54] {
        let chosen: Vec<&String> = cubes.iter().filter(|cube| cube.len() == width).collect();
        let values = chosen.iter().map(|cube| Some(numbers(cube))).chain([None]);
        let column = FixedSizeBinaryArray::try_from_sparse_iter_with_size(values, width as i32).unwrap();
        let rows = answer(&batch(Arc::new(column)));
        assert!(chosen.iter().zip(&rows).all(|(cube, row)| is_solved(cube, row)));
        assert_eq!(rows.last().unwrap().error.as_deref(), Some("no cube"));
    }
}

#[test]
fn slices_and_empty_batches_are_solved() {
    let whole = batch(Arc::new(StringArray::from(cubes(3, 30))));
    let all = answer(&whole);
    for (start, length) in [(0, 30), (7, 11), (29, 1), (30, 0)] {
        assert_eq!(answer(&whole.slice(start, length)), all[start..start + length]);
    }
    let cubes: DictionaryArray<Int8Type> = cubes(3, 30).iter().map(String::as_str).collect();
    let whole = batch(Arc::new(cubes));
    assert_eq!(answer(&whole.slice(5, 9)), all[5..14]);
    let nothing: DictionaryArray<Int8Type> = std::iter::repeat_n(None::<&str>, 3).collect();
    assert!(answer(&batch(Arc::new(nothing))).iter().all(|row| row.error.as_deref() == Some("no cube")));
    assert_eq!(answer(&batch(Arc::new(NullArray::new(2)))).len(), 2);
}

#[test]
fn the_answers_are_the_same_on_any_number_of_threads() {
    let mut lines = cubes(4, 400);
    for (place, bad) in [(3, "no cube"), (77, "UUUURRRRFFFFDDDDLLLLBBBU"), (200, "R U Q"), (399, "")] {
        lines[place] = bad.into();
    }
    let batch = batch(Arc::new(StringArray::from(lines)));
    let one = answer_with(&batch, BatchOptions::default(), 1).unwrap();
    assert_eq!(one.iter().filter(|row| row.error.is_some()).count(), 4);
    for threads in [2, 3, 8, 1000] {
        assert_eq!(answer_with(&batch, BatchOptions::default(), threads).unwrap(), one, "{threads} threads");
    }
}

#[test]
fn any_layout_is_read_and_errors_have_one_line() {
    let rows = answer(&texts(&[
        "R U F",
        "superflip",
        "DBFRDULUUFFBLDDBLRBU????",
        "UUUU????FFFF????????????",
        "UUUURRRRFFFFDDDDLLLLBBBU",
        "R U Q",
        "",
        "no cube at all",
        "    U U\n    U U\nL L F F R R B B\nL L F F R R B B\n    D D\n    D D",
    ]));
    let solutions: Vec<Option<&str>> = rows.iter().map(|row| row.solution.as_deref()).collect();
    assert_eq!(solutions[0], Some("F' U' R'"));
    assert!(solutions[1].is_some() && solutions[2] == Some("L' U B U2 L2 B2 U B' L'"));
    assert_eq!(solutions[8], Some(""));
    let errors: Vec<&str> = rows.iter().filter_map(|row| row.error.as_deref()).collect();
    assert_eq!(errors.len(), 5);
    assert!(errors[0].starts_with("24 legal cubes fit: `any` solves one of them"), "{}", errors[0]);
    assert!(errors[1].starts_with("not a legal cube: 5 stickers are U"), "{}", errors[1]);
    assert!(errors[2].contains("`Q`"), "{}", errors[2]);
    assert!(errors.iter().all(|error| !error.contains('\n') && !error.is_empty()));
}

#[test]
fn bytes_that_are_no_colours_are_reported_with_their_position() {
    let solved2 = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5];
    let mut bad = solved2;
    bad[7] = 9;
    let mut hidden = solved2;
    hidden[..4].fill(255);
    let column =
        BinaryArray::from_iter_values([&solved2[..], &bad, &hidden, &solved2[1..], b"R U", &[200, 201]]);
    let rows = answer(&batch(Arc::new(column)));
    assert_eq!(rows[0].solution.as_deref(), Some(""));
    assert_eq!(rows[2].solution.as_deref(), Some(""));
    assert_eq!(rows[4].solution.as_deref(), Some("U' R'"));
    let error = |row: usize| rows[row].error.clone().unwrap();
    assert!(error(1).starts_with("byte 7 is 9, which is not a colour; expected 0 to 5"), "{}", error(1));
    assert!(error(5).starts_with("2 bytes; expected 24 or 54"), "{}", error(5));
    assert!(rows[3].error.is_some());
}

#[test]
fn options_are_those_of_single_cubes() {
    let batch = texts(&["UUUURRRRFFFFDDDDLLLLBBBB", "R U F"]);
    let answer_changed = |change: &dyn Fn(&mut BatchOptions)| {
        let mut options = BatchOptions::default();
        change(&mut options);
        answer_with(&batch, options, 1)
    };
    for method in [Method::Layers, Method::Cfop] {
        let rows = answer_changed(&|options| options.solve.method = method).unwrap();
        assert!(rows[0].error.as_ref().unwrap().contains("works for 3x3x3 cubes only"));
        assert!(rows[1].length.unwrap() >= 3);
    }
    let rows = answer_changed(&|options| options.solve.method = Method::ThreeStep).unwrap();
    assert!(rows[0].solution.is_some() && rows[1].error.is_some());
    let rows = answer_changed(&|options| options.solve.exact = true).unwrap();
    assert_eq!(rows[0].solution.as_deref(), Some(""));
    assert!(rows[1].error.as_ref().unwrap().contains("`exact` works for 2x2x2 cubes only"));
    let rows = answer_changed(&|options| options.read = ReadOptions::new().size(Size::TWO)).unwrap();
    assert_eq!(rows[1].length, Some(3));
    let error = answer_changed(&|options| (options.solve.method, options.solve.exact) = (Method::Cfop, true))
        .unwrap_err();
    assert_eq!(error.to_string(), "`exact` cannot be combined with `method` \"cfop\"; leave one of them out");
}

#[test]
fn messages_write_options_as_the_edge_does() {
    let (batch, exact) = (texts(&["R U F"]), solve::Options { exact: true, ..Default::default() });
    for (spelling, name) in [(Spelling::COMMAND_LINE, "--exact"), (Spelling::PYTHON, "exact=True")] {
        let solver = RowSolver::new(&SOLVERS, with(exact.clone()), spelling).unwrap();
        let solved = cubegod_columns::solve(&batch, &solver, &BatchContext::default()).unwrap();
        let error = rows(&solved)[0].error.clone().unwrap();
        assert!(error.starts_with(&format!("{name} works for 2x2x2 cubes only")), "{error}");
    }
}

#[test]
fn options_that_need_more_columns_are_refused() {
    for (options, name) in [
        (solve::Options { solutions: Some(2), ..Default::default() }, "`solutions`"),
        (solve::Options { method: Method::Optimal, at_most: Some(9), ..Default::default() }, "`at_most`"),
        (solve::Options { all: true, ..Default::default() }, "`all`"),
        (solve::Options { count: true, ..Default::default() }, "`count`"),
        (solve::Options { distance: true, ..Default::default() }, "`distance`"),
        (solve::Options { method: Method::Cfop, stages: true, ..Default::default() }, "`stages`"),
    ] {
        let Err(error) = RowSolver::new(&SOLVERS, with(options), Spelling::NEUTRAL) else { panic!("{name}") };
        assert_eq!(error.to_string(), format!("a row of a batch has one solution; leave out {name}"));
    }
}

#[test]
fn lengths_are_in_the_given_metric() {
    let lines = ["R2 U2 F2", "DBFRDULUUFFBLDDBLRBU????"];
    let half_turns = answer(&texts(&lines));
    let options = with(solve::Options { metric: Metric::Qtm, ..Default::default() });
    let quarter_turns = answer_with(&texts(&lines), options, 1).unwrap();
    assert_eq!((half_turns[0].length, quarter_turns[0].length), (Some(3), Some(6)));
    for row in &quarter_turns {
        let solution: Alg = row.solution.as_ref().unwrap().parse().unwrap();
        assert_eq!(solution.length(Metric::Qtm) as i32, row.length.unwrap());
    }
}

#[test]
fn the_fast_path_of_pocket_cubes_gives_the_same_answers() {
    let mut random = generator(5);
    for exact in [false, true] {
        for metric in [Metric::Htm, Metric::Qtm] {
            let stickers: Vec<_> = (0..50).map(|_| Cube2::random(&mut random).stickers()).collect();
            let plain: Vec<String> = stickers.iter().map(letters).collect();
            // Blanks around a cube disable the fast path.
            let spaced: Vec<String> = plain.iter().map(|cube| format!(" {cube} ")).collect();
            let options = with(solve::Options { exact, metric, ..Default::default() });
            let [fast, general] = [plain, spaced].map(|lines| {
                answer_with(&batch(Arc::new(StringArray::from(lines))), options.clone(), 1).unwrap()
            });
            assert_eq!(fast, general);
        }
    }
}

#[test]
fn batches_without_cubes_are_refused() {
    let message = |batch: &RecordBatch, column: &str| {
        let options = BatchOptions { column: column.into(), ..BatchOptions::default() };
        answer_with(batch, options, 1).unwrap_err().to_string()
    };
    let batch = texts(&["R"]);
    assert_eq!(message(&batch, "cubes"), "there is no column `cubes`; the columns are `number`, `cube`");
    assert!(message(&batch, "number").starts_with("the column `number` is of the type Int32; expected text"));
    let column = |name: &'static str| (name, Arc::new(StringArray::from(vec!["R"])) as ArrayRef);
    for taken in ["solution", "length", "error"] {
        let batch = RecordBatch::try_from_iter([column("cube"), column(taken)]).unwrap();
        assert_eq!(
            message(&batch, "cube"),
            format!("there is a column `{taken}` already, which would be added; rename or drop it first")
        );
    }
    let twice = RecordBatch::try_from_iter([column("cube"), column("cube")]).unwrap();
    assert_eq!(message(&twice, "cube"), "2 columns are called `cube`; expected one");
    let odd = FixedSizeBinaryArray::try_from_iter([[0_u8; 30]].iter()).unwrap();
    let odd = RecordBatch::try_from_iter([("cube", Arc::new(odd) as ArrayRef)]).unwrap();
    assert!(message(&odd, "cube").contains("binary data of 24 or 54 bytes"));
    let dictionary =
        DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0]), Arc::new(Int64Array::from(vec![5])));
    let dictionary = RecordBatch::try_from_iter([("cube", Arc::new(dictionary) as ArrayRef)]).unwrap();
    assert!(message(&dictionary, "cube").contains("expected text"));
}

#[test]
fn rows_are_counted_and_a_cancelled_batch_is_an_error() {
    let batch = batch(Arc::new(StringArray::from(cubes(6, 100))));
    let solver = RowSolver::new(&SOLVERS, BatchOptions::default(), Spelling::NEUTRAL).unwrap();
    let counted = AtomicUsize::new(0);
    let count = |rows: usize| {
        counted.fetch_add(rows, Ordering::Relaxed);
    };
    cubegod_columns::solve(
        &batch,
        &solver,
        &BatchContext { threads: 3, progress: &count, ..BatchContext::default() },
    )
    .unwrap();
    assert_eq!(counted.load(Ordering::Relaxed), 100);
    let stopped = cubegod_columns::solve(
        &batch,
        &solver,
        &BatchContext { threads: 3, cancellation: Cancellation::when(|| true), ..BatchContext::default() },
    );
    assert!(matches!(stopped, Err(BatchError::Stopped { .. })));
}

#[test]
fn threads_without_a_row_work_on_the_proofs_of_others() {
    let options = with(solve::Options { method: Method::Optimal, ..Default::default() });
    let solver = RowSolver::new(&SOLVERS, options, Spelling::NEUTRAL).unwrap();
    // With the smallest table, its proof takes many minutes; that of a solved cube takes no time.
    let (hard, easy) = (cubes(7, 1).remove(0), letters(&Stickers::solved(Size::THREE)));
    for rows in [vec![hard.clone()], vec![hard.clone(), easy.clone()], vec![easy, hard]] {
        let batch = batch(Arc::new(StringArray::from(rows)));
        let (was_helped, start) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let flag = Arc::clone(&was_helped);
        let cancellation = Cancellation::when(move || {
            flag.fetch_or(thread::current().name() == Some("extra worker"), Ordering::Relaxed);
            flag.load(Ordering::Relaxed) || start.elapsed() > Duration::from_secs(100)
        });
        let context = BatchContext { threads: 2, cancellation, ..BatchContext::default() };
        assert!(matches!(cubegod_columns::solve(&batch, &solver, &context), Err(BatchError::Stopped { .. })));
        assert!(was_helped.load(Ordering::Relaxed));
    }
}

#[test]
fn proofs_with_a_node_budget_do_not_depend_on_the_number_of_threads() {
    let batch = texts(&[
        "R U F2 D L' B2 U' R2 F D' L2 B R'",
        "U",
        "L F2 U' B D2 R F' U2 B' L2 D R2 U",
        "F R2 B' U2 L D' F2 R' U B2 L' D F",
    ]);
    let answers = |nodes: u64, threads: usize| {
        let options =
            with(solve::Options { method: Method::Optimal, nodes: Some(nodes), ..Default::default() });
        answer_with(&batch, options, threads).unwrap()
    };
    for nodes in [100_000, 1_000_000, 3_000_000] {
        let one = answers(nodes, 1);
        for threads in [2, 5] {
            assert_eq!(answers(nodes, threads), one, "{nodes} nodes, {threads} threads");
        }
    }
}

#[test]
fn the_new_columns_have_their_types_and_the_schema_its_metadata() {
    let batch = texts(&["R"]);
    let schema =
        batch.schema().as_ref().clone().with_metadata(HashMap::from([("who".to_owned(), "me".to_owned())]));
    let batch = batch.with_schema(Arc::new(schema)).unwrap();
    let solver = RowSolver::new(&SOLVERS, BatchOptions::default(), Spelling::NEUTRAL).unwrap();
    let solved = cubegod_columns::solve(&batch, &solver, &BatchContext::default()).unwrap();
    let types: Vec<_> = solved.schema_ref().fields()[2..]
        .iter()
        .map(|field| (field.name().clone(), field.data_type().clone(), field.is_nullable()))
        .collect();
    assert_eq!(
        types,
        [("solution", DataType::Utf8), ("length", DataType::Int32), ("error", DataType::Utf8)]
            .map(|(name, data_type)| (name.to_owned(), data_type, true))
    );
    assert_eq!(solved.schema_ref().metadata()["who"], "me");
}
