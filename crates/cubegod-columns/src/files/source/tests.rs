use super::*;
use crate::parallel::CubeValue;
use std::fs;

#[test]
fn chunks_of_wide_tables_have_fewer_rows() {
    for (columns, rows) in
        [(0, 65_536), (2, 65_536), (64, 65_536), (128, 32_768), (10_000, 419), (1 << 30, 1)]
    {
        assert_eq!(max_rows(65_536, columns), rows, "{columns}");
    }
}

#[cfg(feature = "parquet")]
fn write_parquet(path: &Path, cubes: impl Iterator<Item = String>) {
    use ::parquet::arrow::ArrowWriter;
    use ::parquet::file::properties::WriterProperties;
    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    let column: ArrayRef = std::sync::Arc::new(StringArray::from_iter_values(cubes));
    let batch = RecordBatch::try_from_iter([("cube", column)]).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(25)).build();
    let file = fs::File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn rows_are_skipped_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let cubes = || (0..100).map(|row| format!("cube number {row}"));
    let text = format!("{}\n", cubes().collect::<Vec<_>>().join("\n"));
    fs::write(place("in.txt"), &text).unwrap();
    fs::write(place("in.csv"), format!("cube\n{text}")).unwrap();
    let lines: String = cubes().map(|cube| format!("{{\"cube\":\"{cube}\"}}\n")).collect();
    fs::write(place("in.jsonl"), lines).unwrap();
    let mut names = vec!["in.txt", "in.csv", "in.jsonl"];
    #[cfg(feature = "parquet")]
    {
        write_parquet(&place("in.parquet"), cubes());
        names.push("in.parquet");
    }
    for name in names {
        let kind = Kind::of(Path::new(name)).unwrap();
        let conversion = Conversion { from: kind, to: kind, column: "cube", format: None, rows: 10 };
        let mut source = Source::open(&place(name), conversion).unwrap();
        let mut row = 0;
        // Within a chunk, at its end, over several, and over the end of a row group.
        for gap in [0..2, 5..8, 10..20, 43..47, 70..80, 95..100] {
            source.skip(gap.start - row, &|| false).unwrap();
            row = gap.start;
            let mut found = Vec::new();
            while row < gap.end {
                let chunk = source.next(gap.end - row).unwrap().unwrap();
                row += chunk.len() as u64;
                found.extend((0..chunk.len()).map(|row| match chunk.cube(row) {
                    CubeValue::Text(text) => text.to_owned(),
                    other => panic!("{other:?}"),
                }));
            }
            assert_eq!(found, gap.map(|row| format!("cube number {row}")).collect::<Vec<_>>(), "{name}");
        }
        assert!(source.next(1).unwrap().is_none(), "{name}");
    }
}
