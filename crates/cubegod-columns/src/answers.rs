//! The answers of consecutive rows, in one buffer.

/// Solutions or errors of consecutive rows.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The solutions and the error messages, one after the other.
    text: Vec<u8>,
    rows: Vec<End>,
    errors: usize,
}

/// Where the text of a row ends.
#[derive(Copy, Clone, Debug)]
struct End {
    place: usize,
    /// The length of the solution; none for an error.
    length: Option<i32>,
}

/// The answer of one row.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Answer<'a> {
    Solution(&'a str, i32),
    Error(&'a str),
}

impl Answers {
    /// Returns no answers, with room for this many.
    pub(crate) fn with_capacity(rows: usize) -> Answers {
        Answers { text: Vec::with_capacity(rows * 24), rows: Vec::with_capacity(rows), errors: 0 }
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of rows with an error.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the buffer that the solution of the next row is appended to, before [`Answers::end_solution`].
    pub(crate) fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    /// Ends the next row, whose solution was appended to [`Answers::text`].
    pub(crate) fn end_solution(&mut self, length: i32) {
        self.rows.push(End { place: self.text.len(), length: Some(length) });
    }

    /// Adds the error of the next row.
    pub(crate) fn push_error(&mut self, message: &str) {
        self.errors += 1;
        self.text.extend_from_slice(message.as_bytes());
        self.rows.push(End { place: self.text.len(), length: None });
    }

    /// Returns the answers in the order of their rows.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Answer<'_>> {
        self.rows.iter().scan(0, |start, end| {
            let text = &self.text[std::mem::replace(start, end.place)..end.place];
            // Solutions and messages are text.
            let text = std::str::from_utf8(text).unwrap_or_default();
            Some(end.length.map_or(Answer::Error(text), |length| Answer::Solution(text, length)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_in_order() {
        let mut answers = Answers::with_capacity(3);
        answers.text().extend_from_slice(b"R U");
        answers.end_solution(2);
        answers.push_error("no cube");
        answers.end_solution(0);
        assert_eq!((answers.len(), answers.errors()), (3, 1));
        let found: Vec<Answer<'_>> = answers.iter().collect();
        assert_eq!(found, [Answer::Solution("R U", 2), Answer::Error("no cube"), Answer::Solution("", 0)]);
    }
}
