//! The new columns of rows, and those that are there from the first row on.

use crate::error::BatchError;
use crate::solve::solved_schema;
use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use std::sync::Arc;

/// The new columns of some rows in a row.
pub(crate) struct Answers {
    start: usize,
    solution: StringBuilder,
    length: Int32Builder,
    error: StringBuilder,
}

impl Answers {
    /// For rows from this one on, about so many.
    pub(crate) fn new(start: usize, rows: usize) -> Answers {
        Answers {
            start,
            solution: StringBuilder::with_capacity(rows, rows * 24),
            length: Int32Builder::with_capacity(rows),
            // Hardly any row has one; by default kilobytes would be reserved for each run of rows.
            error: StringBuilder::with_capacity(0, 0),
        }
    }

    /// The next row is solved.
    pub(crate) fn solve(&mut self, solution: &str, length: i32) {
        self.solution.append_value(solution);
        self.length.append_value(length);
        self.error.append_null();
    }

    /// The next row can't be solved.
    pub(crate) fn fail(&mut self, error: &str) {
        self.solution.append_null();
        self.length.append_null();
        self.error.append_value(error);
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        use arrow_array::builder::ArrayBuilder;
        self.length.len()
    }

    fn append(&mut self, mut next: Answers) -> Result<(), BatchError> {
        self.solution.append_array(&next.solution.finish())?;
        self.length.append_array(&next.length.finish());
        self.error.append_array(&next.error.finish())?;
        Ok(())
    }

    fn into_columns(mut self) -> [ArrayRef; 3] {
        [Arc::new(self.solution.finish()), Arc::new(self.length.finish()), Arc::new(self.error.finish())]
    }
}

/// Rows of a batch that were answered in any order, to be taken in theirs.
pub(crate) struct Collection<'a> {
    batch: &'a RecordBatch,
    schema: SchemaRef,
    /// Those that wait for others before them, or to be taken.
    waiting: Vec<Answers>,
    /// The first row that was not taken.
    next: usize,
}

impl<'a> Collection<'a> {
    pub(crate) fn new(batch: &'a RecordBatch) -> Collection<'a> {
        let schema = SchemaRef::new(solved_schema(&batch.schema()));
        Collection { batch, schema, waiting: Vec::new(), next: 0 }
    }

    pub(crate) fn add(&mut self, answers: Answers) {
        self.waiting.push(answers);
    }

    /// The rows from the first one on that are answered and were not taken before, if there are any.
    pub(crate) fn take(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        self.waiting.sort_unstable_by_key(|answers| answers.start);
        let (mut count, mut end) = (0, self.next);
        for answers in &self.waiting {
            if answers.start != end {
                break;
            }
            count += 1;
            end += answers.rows();
        }
        let rows = end - self.next;
        // A batch without rows is taken as it is.
        if rows == 0 && self.batch.num_rows() > 0 {
            return Ok(None);
        }
        let mut all = Answers::new(self.next, rows);
        for answers in self.waiting.drain(..count) {
            all.append(answers)?;
        }
        let old = self.batch.slice(self.next, rows);
        let columns: Vec<ArrayRef> = old.columns().iter().cloned().chain(all.into_columns()).collect();
        self.next = end;
        Ok(Some(RecordBatch::try_new(self.schema.clone(), columns)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::StringArray;
    use arrow_array::cast::AsArray;

    fn answered(start: usize, rows: usize) -> Answers {
        let mut answers = Answers::new(start, rows);
        (start..start + rows).for_each(|row| answers.fail(&row.to_string()));
        answers
    }

    #[test]
    fn rows_are_taken_in_order_up_to_the_first_that_is_missing() {
        let cubes = StringArray::from_iter_values((0..10).map(|row| row.to_string()));
        let batch = RecordBatch::try_from_iter([("cube", Arc::new(cubes) as ArrayRef)]).unwrap();
        let rows = |solved: RecordBatch| -> Vec<String> {
            let text = |place| solved.column(place).as_string::<i32>().iter().flatten().map(str::to_owned);
            assert_eq!(text(0).collect::<Vec<_>>(), text(3).collect::<Vec<_>>(), "rows stay together");
            text(3).collect()
        };
        let mut collection = Collection::new(&batch);
        let mut taken: Vec<Vec<String>> = Vec::new();
        assert!(collection.take().unwrap().is_none());
        for (answers, is_last) in [
            (answered(4, 2), true),
            (answered(2, 2), true),
            (answered(0, 2), true),
            (answered(8, 2), false),
            (answered(6, 2), true),
        ] {
            collection.add(answers);
            if is_last {
                taken.extend(collection.take().unwrap().map(rows));
            }
        }
        assert!(collection.waiting.is_empty());
        let expected = [0..6, 6..10].map(|rows| rows.map(|row| row.to_string()).collect::<Vec<_>>());
        assert_eq!(taken, expected);
    }
}
