//! How the screen looks.

use super::net;
use super::screen::{Mode, Place, Screen};
use cubegod::Metric;
use cubegod::teach::text::{columns, wrapped};
use cubegod::teach::{Lesson, Practice, Stage};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// The least room that a lesson needs, in cells.
pub(super) const LEAST_WIDTH: u16 = 60;
pub(super) const LEAST_HEIGHT: u16 = 20;

/// No wider than people like to read.
const WIDEST: u16 = 100;

const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const LIT: Style = Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED));
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

impl Screen {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            let message = (self.texts().too_small)((area.width, area.height), (LEAST_WIDTH, LEAST_HEIGHT));
            let lines = wrapped(&message, area.width.max(1).into()).into_iter().map(Line::from);
            return frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
        }
        let area = Rect { width: area.width.min(WIDEST), ..area };
        let bottom = self.draw_bottom(frame, area);
        let area = Rect { height: area.height - bottom, ..area };
        if matches!(self.mode, Mode::Help) {
            return self.draw_text(frame, area, paragraphs(self.texts().help, area.width));
        }
        let rest = self.draw_top(frame, area);
        let text = self.text(rest.width);
        self.draw_text(frame, rest, text);
    }

    /// The line to type on, if somebody types, and the keys; how many lines that takes.
    fn draw_bottom(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let texts = self.texts();
        let keys = match self.mode {
            Mode::Look => texts.keys,
            Mode::Type(..) => texts.typing_keys,
            Mode::Help => texts.help_keys,
        };
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut cursor = None;
        if let Mode::Type(line, problem) = &self.mode {
            let prompt = texts.prompt;
            let before = columns(prompt) + line.column();
            // A long line is shown around its cursor.
            let room = usize::from(area.width) - 1;
            let hidden = before.saturating_sub(room);
            let text = from_column(&format!("{prompt}{}", line.text()), hidden);
            cursor = Some((before - hidden, lines.len()));
            lines.push(Line::styled(text, STRONG));
            if let Some(problem) = problem {
                lines.extend(paragraphs(problem, area.width));
            }
        }
        lines.extend(in_rows(keys, area.width.into()).into_iter().map(|line| Line::styled(line, FAINT)));
        let most = usize::from(area.height / 2);
        lines.truncate(most);
        let height = lines.len() as u16;
        let place = Rect { y: area.bottom() - height, height, ..area };
        frame.render_widget(Paragraph::new(lines), place);
        if let Some((column, row)) = cursor {
            frame.set_cursor_position(Position::new(place.x + column as u16, place.y + row as u16));
        }
        // And a blank line above it.
        height + 1
    }

    /// Title, stage, net and moves; what room is left.
    fn draw_top(&self, frame: &mut Frame<'_>, area: Rect) -> Rect {
        let lesson = self.lesson();
        let title = self.words.title(lesson);
        let mut y = area.y;
        let mut put = |frame: &mut Frame<'_>, line: Line<'static>| {
            frame.render_widget(line, Rect { y, height: 1, ..area });
            y += 1;
        };
        let (net_width, net_height) = net::room(lesson.size().layers());
        let (stickers, marked) = match &self.place {
            Place::Solved(lesson) => (lesson.start().clone(), Vec::new()),
            Place::Lesson(practice) => (practice.stickers(), practice.marked()),
        };
        let mut beside = Vec::new();
        let side_width = area.width - net_width - 3;
        match &self.place {
            Place::Solved(_) => put(frame, Line::styled(title, STRONG)),
            Place::Lesson(practice) => {
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
                put(frame, Line::from(self.words.stage(lesson, step.stage)));
                beside = self.beside(practice, side_width);
            }
        }
        let y = y + 1;
        let lines = net::lines(&self.words.cells(&stickers, &marked), self.depth);
        frame.render_widget(Paragraph::new(lines), Rect { y, width: net_width, height: net_height, ..area });
        let side = Rect { x: area.x + net_width + 3, y, width: side_width, height: net_height };
        frame.render_widget(Paragraph::new(beside), side);
        let below = y + net_height + 1;
        Rect { y: below, height: area.bottom().saturating_sub(below), ..area }
    }

    /// How the cube is held, the moves of the step, and how far it is.
    fn beside(&self, practice: &Practice, width: u16) -> Vec<Line<'static>> {
        let explanation = self.words.explain(practice.lesson(), practice.step());
        let mut lines = Vec::new();
        if let Some(grip) = explanation.grip {
            lines.extend(paragraphs(&grip, width));
            lines.push(Line::default());
        }
        lines.extend(moves(practice, width));
        lines.push(Line::default());
        let texts = self.texts();
        let status = match practice.at() {
            None => {
                let back: Vec<String> = practice.way_back().iter().map(ToString::to_string).collect();
                (texts.way_back)(&back.join(" "))
            }
            Some(_) if practice.is_step_done() => {
                let is_last = practice.number() + 1 == practice.lesson().steps().len();
                if is_last { texts.end.into() } else { texts.step_done.into() }
            }
            Some(at) => (texts.progress)(at, practice.step().moves().len()),
        };
        lines.extend(paragraphs(&status, width));
        lines
    }

    /// What is said about the step.
    fn text(&self, width: u16) -> Vec<Line<'static>> {
        let labels = self.words.labels();
        let practice = match &self.place {
            Place::Solved(_) => return paragraphs(labels.solved_already, width),
            Place::Lesson(practice) => practice,
        };
        let (lesson, step) = (practice.lesson(), practice.step());
        let explanation = self.words.explain(lesson, step);
        let mut lines = Vec::new();
        for said in &self.said {
            lines.extend(paragraphs(said, width).into_iter().map(|line| line.style(STRONG)));
        }
        if is_first_of_stage(lesson, practice.number()) && practice.made().next().is_none() {
            lines.extend(paragraphs(&self.words.purpose(lesson, step.stage), width));
        }
        // What is seen before the first move is not there any more after it.
        let before = if practice.made().next().is_none() { "" } else { self.texts().before };
        lines.extend(paragraphs(&format!("{before}{}", explanation.seen), width));
        match self.shows_why {
            true => lines.extend(paragraphs(&explanation.why, width)),
            false => lines.push(Line::styled(self.texts().ask_why, FAINT)),
        }
        if practice.is_step_done() {
            lines.extend(paragraphs(&format!("{}{}", labels.now, explanation.now), width));
            if practice.number() + 1 == lesson.steps().len() {
                lines.extend(self.summary(lesson, width));
            }
        }
        lines
    }

    fn summary(&self, lesson: &Lesson, width: u16) -> Vec<Line<'static>> {
        let length = lesson.solution().length(Metric::Htm);
        let total = format!("{} {}", self.words.labels().total, self.words.moves(length));
        let mut lines = vec![Line::styled(self.texts().solved, STRONG)];
        lines.extend(paragraphs(&total, width));
        if let Some((alg, is_shortest)) = &self.comparison {
            let comparison = self.words.comparison(alg.length(Metric::Htm), Metric::Htm, *is_shortest);
            lines.extend(paragraphs(&comparison, width));
            lines.extend(paragraphs(&alg.to_string(), width));
        }
        lines
    }

    /// As much of a text as there is room for, and a sign where there is more.
    fn draw_text(&mut self, frame: &mut Frame<'_>, area: Rect, mut lines: Vec<Line<'static>>) {
        let room = usize::from(area.height);
        if lines.len() <= room {
            self.scrolled = 0;
            return frame.render_widget(Paragraph::new(lines), area);
        }
        // The last line of the room says that there is more.
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

/// The moves of the step; the next one stands out, with brackets where colours and styles are not seen.
fn moves(practice: &Practice, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (number, one) in practice.step().moves().iter().enumerate() {
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

fn is_first_of_stage(lesson: &Lesson, number: usize) -> bool {
    let stage = |number: usize| -> Option<Stage> { lesson.steps().get(number).map(|step| step.stage) };
    number == 0 || stage(number - 1) != stage(number)
}

/// Text in lines that fit.
fn paragraphs(text: &str, width: u16) -> Vec<Line<'static>> {
    text.lines().flat_map(|line| wrapped(line, width.into())).map(Line::from).collect()
}

/// Short texts side by side, each in one piece.
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

/// A text without its first columns.
fn from_column(text: &str, hidden: usize) -> String {
    let mut passed = 0;
    let rest = text.chars().skip_while(|character| {
        let is_hidden = passed < hidden;
        passed += columns(&character.to_string());
        is_hidden
    });
    rest.collect()
}
