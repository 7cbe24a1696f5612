//! Drawing the screen.

use super::net;
use super::screen::{Content, Mode, Screen};
use cubegod_teach::text::{columns, wrapped};
use cubegod_teach::{Lesson, Practice, Stage};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::ops::Range;

/// The smallest terminal for a lesson, in cells.
pub(super) const MIN_WIDTH: u16 = 60;
pub(super) const MIN_HEIGHT: u16 = 20;

/// The widest text.
const MAX_WIDTH: u16 = 100;

/// The most pieces whose places are shown while they move.
const MAX_TRACKED: usize = 2;

const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const LIT: Style = Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED));
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

impl Screen {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.is_too_small = area.width < MIN_WIDTH || area.height < MIN_HEIGHT;
        if self.is_too_small {
            let message = (self.texts().too_small)((area.width, area.height), (MIN_WIDTH, MIN_HEIGHT));
            let lines = wrapped(&message, area.width.max(1).into()).into_iter().map(Line::from);
            return frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
        }
        let area = Rect { width: area.width.min(MAX_WIDTH), ..area };
        let bottom = self.draw_bottom(frame, area);
        let area = Rect { height: area.height - bottom, ..area };
        if matches!(self.mode, Mode::Help) {
            return self.draw_text(frame, area, paragraphs(self.texts().help, area.width));
        }
        let rest = self.draw_top(frame, area);
        let text = self.text(rest.width);
        self.draw_text(frame, rest, text);
    }

    /// Draws the input line and the keys; returns the number of lines used.
    fn draw_bottom(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let texts = self.texts();
        let keys = match self.mode {
            Mode::Lesson => texts.keys,
            Mode::Type(..) => texts.typing_keys,
            Mode::Help => texts.help_keys,
        };
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut cursor = None;
        if let Mode::Type(line, error) = &self.mode {
            let prompt = texts.prompt;
            let before = columns(prompt) + line.column();
            // A long line is shown around its cursor.
            let room = usize::from(area.width) - 1;
            let hidden = before.saturating_sub(room);
            let text = from_column(&format!("{prompt}{}", line.text()), hidden);
            cursor = Some((before - hidden, lines.len()));
            lines.push(Line::styled(text, STRONG));
            if let Some(error) = error {
                lines.extend(paragraphs(error, area.width));
            }
        }
        lines.extend(in_rows(keys, area.width.into()).into_iter().map(|line| Line::styled(line, FAINT)));
        let most = usize::from(area.height / 2);
        lines.truncate(most);
        let height = lines.len() as u16;
        let rows = Rect { y: area.bottom() - height, height, ..area };
        frame.render_widget(Paragraph::new(lines), rows);
        if let Some((column, row)) = cursor {
            frame.set_cursor_position(Position::new(rows.x + column as u16, rows.y + row as u16));
        }
        // And a blank line above it.
        height + 1
    }

    /// Draws title, stage, net and moves; returns the area that is left.
    fn draw_top(&self, frame: &mut Frame<'_>, area: Rect) -> Rect {
        let lesson = self.lesson();
        let title = self.lesson_text.title(lesson);
        let mut y = area.y;
        let mut put = |frame: &mut Frame<'_>, line: Line<'static>| {
            frame.render_widget(line, Rect { y, height: 1, ..area });
            y += 1;
        };
        let (net_width, net_height) = net::dimensions(lesson.size().layers());
        let stickers = self.stickers();
        let marked = match &self.content {
            Content::Solved(_) => Vec::new(),
            Content::Lesson(practice) => practice.marked(),
        };
        let mut beside = Vec::new();
        let side_width = area.width - net_width - 3;
        match &self.content {
            Content::Solved(_) => put(frame, Line::styled(title, STRONG)),
            Content::Lesson(practice) => {
                let step = practice.step();
                let stages = lesson.stages().count();
                let position = (self.texts().position)(
                    (step.stage.number + 1, stages),
                    (practice.number() + 1, lesson.steps().len()),
                );
                let gap = usize::from(area.width).saturating_sub(columns(&title) + columns(&position));
                let line =
                    vec![Span::styled(title, STRONG), Span::raw(" ".repeat(gap.max(2))), Span::raw(position)];
                put(frame, Line::from(line));
                put(frame, Line::from(self.lesson_text.stage(lesson, step.stage)));
                beside = self.beside(practice, side_width);
            }
        }
        let y = y + 1;
        let lines = net::lines(&self.lesson_text.cells(&stickers, &marked), &self.display.ansi);
        frame.render_widget(Paragraph::new(lines), Rect { y, width: net_width, height: net_height, ..area });
        let side = Rect { x: area.x + net_width + 3, y, width: side_width, height: net_height };
        frame.render_widget(Paragraph::new(beside), side);
        let below = y + net_height + 1;
        Rect { y: below, height: area.bottom().saturating_sub(below), ..area }
    }

    /// Returns the orientation of the cube, the moves of the step, and the progress.
    fn beside(&self, practice: &Practice, width: u16) -> Vec<Line<'static>> {
        let text = self.lesson_text.explain(practice.lesson(), practice.step());
        let mut lines = Vec::new();
        if let Some(rotation) = text.rotation.filter(|_| !practice.is_off_path()) {
            let style = if practice.pending_rotation().is_empty() { FAINT } else { Style::new() };
            lines.extend(paragraphs(&rotation, width).into_iter().map(|line| line.style(style)));
            lines.push(Line::default());
        }
        lines.extend(moves(practice, width));
        lines.push(Line::default());
        let texts = self.texts();
        let status = match practice.at() {
            None => {
                let back: Vec<String> =
                    practice.moves_back_to_path().iter().map(ToString::to_string).collect();
                let off_path = match self.mode {
                    Mode::Type(..) => texts.off_path_typing,
                    _ => texts.off_path,
                };
                off_path(&back.join(" "))
            }
            Some(_) if practice.is_step_done() => {
                if is_last_step(practice) {
                    texts.end.into()
                } else {
                    texts.step_done.into()
                }
            }
            Some(at) => (texts.progress)(practice.step().alg.len() - at),
        };
        lines.extend(paragraphs(&status, width));
        lines
    }

    /// Returns the text about the step.
    fn text(&self, width: u16) -> Vec<Line<'static>> {
        let labels = self.lesson_text.labels();
        let practice = match &self.content {
            Content::Solved(_) => return paragraphs(labels.solved_already, width),
            Content::Lesson(practice) => practice,
        };
        let (lesson, step) = (practice.lesson(), practice.step());
        let text = self.lesson_text.explain(lesson, step);
        let mut lines = Vec::new();
        for message in &self.messages {
            lines.extend(paragraphs(message, width).into_iter().map(|line| line.style(STRONG)));
        }
        if practice.is_done_differently() {
            lines.extend(
                paragraphs(self.texts().solved_differently, width).into_iter().map(|line| line.style(STRONG)),
            );
        }
        if practice.is_step_done() && is_last_step(practice) {
            lines.extend(paragraphs(&format!("{}{}", labels.result, text.result), width));
            lines.extend(self.passed(lesson, step.stage.number + 1..usize::MAX, width));
            lines.extend(self.summary(lesson, width));
            return lines;
        }
        if is_first_of_stage(lesson, practice.number()) && practice.applied().next().is_none() {
            let before =
                practice.number().checked_sub(1).map(|number| lesson.steps()[number].stage.number + 1);
            lines.extend(self.passed(lesson, before.unwrap_or(0)..step.stage.number, width));
            lines.extend(paragraphs(&self.lesson_text.purpose(lesson, step.stage), width));
        }
        lines.extend(self.observation(practice, &text.observation, width));
        match self.shows_why {
            true => lines.extend(paragraphs(&text.explanation, width)),
            false => lines.push(Line::styled(self.texts().ask_why, FAINT)),
        }
        if practice.is_step_done() {
            lines.extend(paragraphs(&format!("{}{}", labels.result, text.result), width));
        }
        lines
    }

    /// Returns lines for those of the stages that need no step.
    fn passed(&self, lesson: &Lesson, numbers: Range<usize>, width: u16) -> Vec<Line<'static>> {
        let is_passed =
            |stage: &Stage| numbers.contains(&stage.number) && lesson.steps_of(*stage).next().is_none();
        let describe = |stage: Stage| {
            let name = self.lesson_text.stage(lesson, stage);
            paragraphs(&(self.texts().stage_passed)(&name, self.lesson_text.labels().nothing_to_do), width)
        };
        lesson.stages().filter(is_passed).flat_map(describe).collect()
    }

    /// Returns the lesson's description of the cube, which holds at the start of the step.
    fn observation(&self, practice: &Practice, observation: &str, width: u16) -> Vec<Line<'static>> {
        let texts = self.texts();
        let rotation = practice.step().rotation();
        if !practice.pending_rotation().is_empty() {
            return paragraphs(&(texts.after_rotation)(&rotation.to_string(), observation), width);
        }
        if practice.at() == Some(rotation.len()) {
            return paragraphs(observation, width);
        }
        let mut lines = Vec::new();
        if !practice.is_step_done() && practice.step().subjects.len() <= MAX_TRACKED {
            lines.extend(paragraphs(&self.lesson_text.placements(practice), width));
        }
        lines.extend(paragraphs(&format!("{}{observation}", texts.before), width));
        lines
    }

    /// Returns the summary, as at the end of a lesson in text.
    fn summary(&self, lesson: &Lesson, width: u16) -> Vec<Line<'static>> {
        let (lesson_text, labels, metric) =
            (&self.lesson_text, self.lesson_text.labels(), self.display.metric);
        let stages: Vec<(String, usize)> = lesson
            .stages()
            .map(|stage| (lesson_text.stage(lesson, stage), lesson.length_of(stage, metric)))
            .collect();
        let names = stages.iter().map(|(name, _)| name.as_str()).chain([labels.total]);
        let widest = names.map(columns).max().unwrap_or(0);
        let row = |name: &str, length: usize| {
            format!("  {name}{}  {length:>3}", " ".repeat(widest.saturating_sub(columns(name))))
        };
        let mut lines = vec![Line::styled(self.texts().solved, STRONG), Line::from(labels.summary)];
        lines.extend(stages.iter().map(|(name, length)| Line::from(row(name, *length))));
        let unmerged: usize = stages.iter().map(|(_, length)| length).sum();
        let length = lesson.solution().length(metric);
        let total = row(labels.total, length);
        let total = match unmerged > length {
            true => lesson_text.with_note(&total, &lesson_text.before_merging(unmerged)),
            false => total,
        };
        lines.extend(paragraphs(&total, width));
        lines.extend(paragraphs(&lesson.solution().to_string(), width));
        if let Some((alg, is_shortest)) = &self.comparison {
            lines
                .extend(paragraphs(&lesson_text.comparison(alg.length(metric), metric, *is_shortest), width));
            lines.extend(paragraphs(&alg.to_string(), width));
        }
        lines
    }

    /// Draws as much of a text as fits, and marks where there is more.
    fn draw_text(&mut self, frame: &mut Frame<'_>, area: Rect, mut lines: Vec<Line<'static>>) {
        let room = usize::from(area.height);
        if lines.len() <= room {
            self.scrolled = 0;
            return frame.render_widget(Paragraph::new(lines), area);
        }
        // The last line shows that there is more.
        let shown = room.saturating_sub(1).max(1);
        self.scrolled = self.scrolled.min(lines.len() - shown);
        let has_more = self.scrolled + shown < lines.len();
        lines.drain(..self.scrolled);
        lines.truncate(shown);
        let more = if has_more { self.texts().more_below } else { self.texts().more_above };
        lines.push(Line::styled(more, FAINT));
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// Returns the moves of the step; the next one is highlighted, and in brackets in case styles are not visible.
fn moves(practice: &Practice, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (number, one) in practice.step().alg.iter().enumerate() {
        let is_next = practice.at() == Some(number);
        let is_made = practice.at().is_some_and(|at| number < at);
        let text = if is_next { format!("[{one}]") } else { format!(" {one} ") };
        let style = match (is_next, is_made) {
            (true, _) => LIT,
            (_, true) => FAINT,
            _ => STRONG,
        };
        if lines.last().is_some_and(|line| line.width() + text.len() > width.into()) {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(text, style));
        }
    }
    lines
}

fn is_last_step(practice: &Practice) -> bool {
    practice.number() + 1 == practice.lesson().steps().len()
}

fn is_first_of_stage(lesson: &Lesson, number: usize) -> bool {
    let stage = |number: usize| -> Option<Stage> { lesson.steps().get(number).map(|step| step.stage) };
    number == 0 || stage(number - 1) != stage(number)
}

/// Wraps a text.
fn paragraphs(text: &str, width: u16) -> Vec<Line<'static>> {
    text.lines().flat_map(|line| wrapped(line, width.into())).map(Line::from).collect()
}

/// Joins short texts into rows; none of them is split.
fn in_rows(parts: &[&str], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for part in parts {
        match rows.last_mut() {
            Some(row) if columns(row) + 2 + columns(part) <= width => *row += &format!("  {part}"),
            _ => rows.push((*part).to_owned()),
        }
    }
    rows
}

/// Returns a text without its first columns.
fn from_column(text: &str, hidden: usize) -> String {
    let mut passed = 0;
    let rest = text.chars().skip_while(|character| {
        let is_hidden = passed < hidden;
        passed += columns(&character.to_string());
        is_hidden
    });
    rest.collect()
}
