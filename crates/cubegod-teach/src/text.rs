//! Lessons as text for terminals and files.

use super::lesson::{Lesson, Step};
use super::lesson_text::LessonText;
use cubegod::color::Color;
use cubegod::moves::{Alg, Metric};
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::stickers::Stickers;

/// Options of the text.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    /// The colours of the nets.
    pub ansi: AnsiOptions,
    /// The metric in which moves are counted.
    pub metric: Metric,
    /// The width of the text in columns.
    pub columns: Option<usize>,
    /// Another solution for comparison, and whether it is optimal.
    pub comparison: Option<(Alg, bool)>,
}

/// The default width.
const COLUMNS: usize = 80;

/// Renders a lesson: its stages and steps with explanations and nets, then the number of moves of each
/// stage.
pub fn lesson(lesson: &Lesson, lesson_text: &LessonText, options: &TextOptions) -> String {
    let mut page = Page { text: String::new(), lesson, lesson_text, options };
    page.whole();
    page.text
}

struct Page<'a> {
    text: String,
    lesson: &'a Lesson,
    lesson_text: &'a LessonText,
    options: &'a TextOptions,
}

impl Page<'_> {
    fn whole(&mut self) {
        let (lesson, lesson_text, labels) = (self.lesson, self.lesson_text, self.lesson_text.labels());
        self.line(0, &lesson_text.title(lesson));
        self.line(0, "");
        self.text.push_str(&self.net(lesson.start(), &[]));
        if lesson.steps().is_empty() {
            self.line(0, "");
            return self.paragraph(0, labels.solved_already);
        }
        self.line(0, "");
        self.paragraph(0, labels.legend);
        self.paragraph(0, labels.marks);
        for (number, stage) in lesson.stages().enumerate() {
            let length = lesson_text.moves(lesson.length_of(stage, self.options.metric));
            self.line(0, "");
            let heading = lesson_text.with_note(&lesson_text.stage(lesson, stage), &length);
            self.line(0, &format!("{}. {heading}", number + 1));
            self.paragraph(3, &lesson_text.purpose(lesson, stage));
            if let Some(solved) = lesson_text.already_solved(lesson, stage) {
                self.paragraph(3, &solved);
            }
            let steps: Vec<&Step> = lesson.steps_of(stage).collect();
            if steps.is_empty() {
                self.paragraph(3, labels.nothing_to_do);
            }
            for (place, step) in steps.into_iter().enumerate() {
                self.step(&format!("{}.{}", number + 1, place + 1), step);
            }
        }
        self.summary();
    }

    fn step(&mut self, number: &str, step: &Step) {
        let labels = self.lesson_text.labels();
        let text = self.lesson_text.explain(self.lesson, step);
        self.line(0, "");
        if let Some(rotation) = &text.rotation {
            self.line(3, &format!("{number}  {rotation}"));
            self.line(8, &step.moves().to_string());
        } else {
            self.line(3, &format!("{number}  {}", step.moves()));
        }
        if let Some(calls) = self.lesson_text.calls(step) {
            self.paragraph(8, &calls);
        }
        self.paragraph(8, &text.observation);
        self.paragraph(8, &text.explanation);
        self.line(0, "");
        self.pictures(step);
        self.line(0, "");
        self.paragraph(8, &format!("{}{}", labels.result, text.result));
    }

    /// Writes the nets before and after a step, side by side if they fit.
    fn pictures(&mut self, step: &Step) {
        let (lesson, labels) = (self.lesson, self.lesson_text.labels());
        let [marked_before, marked_after] = lesson.marked(step);
        let before = self.net(&lesson.before(step), &marked_before);
        let after = self.net(&lesson.after(step), &marked_after);
        // Four faces side by side, two columns a sticker, one between faces.
        let width = 8 * lesson.size().layers() + 3;
        if 8 + 2 * width + 4 > self.options.columns.unwrap_or(COLUMNS) {
            for (label, net) in [(labels.before, before), (labels.after, after)] {
                self.line(8, label);
                net.lines().for_each(|line| self.line(8, line));
            }
            return;
        }
        self.line(8, &(padded(labels.before, width + 4) + labels.after));
        for (left, right) in before.lines().zip(after.lines()) {
            self.line(8, &(padded(left, width + 4) + right));
        }
    }

    fn net(&self, stickers: &Stickers<Color>, marked: &[usize]) -> String {
        ansi::net(&self.lesson_text.cells(stickers, marked), &self.options.ansi)
    }

    fn summary(&mut self) {
        let (lesson, lesson_text, labels) = (self.lesson, self.lesson_text, self.lesson_text.labels());
        let metric = self.options.metric;
        self.line(0, "");
        self.line(0, labels.summary);
        let stages: Vec<(String, usize)> = lesson
            .stages()
            .map(|stage| (lesson_text.stage(lesson, stage), lesson.length_of(stage, metric)))
            .collect();
        let widest =
            stages.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).max(columns(labels.total));
        for (name, length) in &stages {
            self.line(3, &format!("{}  {length:>3}", padded(name, widest)));
        }
        let unmerged: usize = stages.iter().map(|(_, length)| length).sum();
        let length = lesson.solution().length(metric);
        let total = format!("{}  {length:>3}", padded(labels.total, widest));
        let total = match unmerged > length {
            true => lesson_text.with_note(&total, &lesson_text.before_merging(unmerged)),
            false => total,
        };
        self.line(3, &total);
        self.line(0, "");
        self.line(0, labels.all_moves);
        self.paragraph(3, &lesson.solution().to_string());
        if let Some((alg, is_shortest)) = &self.options.comparison {
            self.line(0, "");
            self.line(0, &lesson_text.comparison(alg.length(metric), metric, *is_shortest));
            self.paragraph(3, &alg.to_string());
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let text = text.trim_end_matches(' ');
        if !text.is_empty() {
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.text.push_str(text);
        }
        self.text.push('\n');
    }

    /// Writes wrapped text.
    fn paragraph(&mut self, indent: usize, text: &str) {
        let width = self.options.columns.unwrap_or(COLUMNS).saturating_sub(indent).max(20);
        for line in wrapped(text, width) {
            self.line(indent, &line);
        }
    }
}

/// Returns the width of a text without escapes in columns.
pub fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(ansi::width).sum() }
}

/// Pads a text with blanks; escapes have no width.
fn padded(text: &str, width: usize) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    let taken: usize = columns(first) + rest.map(columns).sum::<usize>();
    let mut padded = text.to_owned();
    padded.extend(std::iter::repeat_n(' ', width.saturating_sub(taken)));
    padded
}

/// Wraps a text between words and between wide characters; no line begins with closing punctuation.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut taken) = (String::new(), 0);
    for word in pieces(text) {
        if taken + columns(word.trim_end_matches(' ')) > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        line.push_str(word);
        taken += columns(word);
    }
    lines.push(line);
    for line in &mut lines {
        line.truncate(line.trim_end_matches(' ').len());
    }
    lines
}

/// Splits a text where lines may break; each part includes the blank after it.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut characters = rest.char_indices();
        let (_, mut before) = characters.next()?;
        let end = characters.find_map(|(at, next)| {
            let is_end = may_break(before, next);
            before = next;
            is_end.then_some(at)
        });
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(piece)
    })
}

/// Returns whether a line may break between two characters.
fn may_break(one: char, next: char) -> bool {
    let is_wide = |character: char| !character.is_ascii() && ansi::width(character) == 2;
    let is_closing = matches!(next, '，' | '。' | '：' | '；' | '、' | '）');
    (one == ' ' || is_wide(one) || is_wide(next)) && !is_closing && next != ' ' && one != '（'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_between_wide_characters() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""]);
        assert_eq!(wrapped("averylongword b", 5), ["averylongword", "b"]);
        assert_eq!(wrapped("白红绿角块在顶层，朝右。", 10), ["白红绿角块", "在顶层，朝", "右。"]);
        assert!(wrapped("转 U2 之后，它在左侧。", 8).iter().all(|line| columns(line) <= 8));
    }

    #[test]
    fn escapes_have_no_width() {
        assert_eq!(padded("\x1b[0;1mab\x1b[0m", 4), "\x1b[0;1mab\x1b[0m  ");
    }
}
