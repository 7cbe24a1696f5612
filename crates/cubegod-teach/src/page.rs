//! Lessons as self-contained HTML pages without scripts.

use super::lesson::{Lesson, Step};
use super::lesson_text::LessonText;
use cubegod::color::Color;
use cubegod::moves::{Alg, Metric};
use cubegod::render::Palette;
use cubegod::render::svg::{self, SvgOptions, escaped};
use cubegod::stickers::Stickers;
use std::fmt::Write;

/// Options of a page.
#[derive(Clone, Debug, Default)]
pub struct PageOptions {
    /// The colours.
    pub palette: Palette,
    /// The metric in which moves are counted.
    pub metric: Metric,
    /// Another solution for comparison, and whether it is optimal.
    pub comparison: Option<(Alg, bool)>,
}

const STYLE: &str = include_str!("page.css");

/// Renders a lesson as an HTML page.
pub fn lesson(lesson: &Lesson, lesson_text: &LessonText, options: &PageOptions) -> String {
    let mut page = Page { text: String::new(), lesson, lesson_text, options };
    page.whole();
    page.text
}

struct Page<'a> {
    text: String,
    lesson: &'a Lesson,
    lesson_text: &'a LessonText,
    options: &'a PageOptions,
}

impl Page<'_> {
    fn whole(&mut self) {
        let (lesson, lesson_text, labels) = (self.lesson, self.lesson_text, self.lesson_text.labels());
        let language = match lesson_text.language() {
            super::Language::English => "en",
            super::Language::Chinese => "zh-Hans",
        };
        let title = escaped(&lesson_text.title(lesson));
        self.put(&format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        ));
        let start = lesson.start().clone();
        self.put("<div class=\"start\">");
        self.picture(labels.start, "", &start, &[], true);
        self.picture(labels.start, "", &start, &[], false);
        self.put("</div>\n");
        if lesson.steps().is_empty() {
            self.paragraph("result", labels.solved_already);
        } else {
            self.paragraph("legend", labels.legend);
            self.paragraph("legend", labels.frames);
            self.contents();
            for (number, stage) in lesson.stages().enumerate() {
                let length = lesson_text.moves(lesson.length_of(stage, self.options.metric));
                let name = escaped(&lesson_text.stage(lesson, stage));
                self.put(&format!(
                    "<section id=\"stage-{0}\">\n<h2>{0}. {name} <small>{length}</small></h2>\n",
                    number + 1
                ));
                self.paragraph("purpose", &lesson_text.purpose(lesson, stage));
                if let Some(solved) = lesson_text.already_solved(lesson, stage) {
                    self.paragraph("purpose", &solved);
                }
                let steps: Vec<&Step> = lesson.steps_of(stage).collect();
                if steps.is_empty() {
                    self.paragraph("result", labels.nothing_to_do);
                }
                for (place, step) in steps.into_iter().enumerate() {
                    self.step(&format!("{}.{}", number + 1, place + 1), step);
                }
                self.put("</section>\n");
            }
            self.summary();
        }
        self.put("</main>\n</body>\n</html>\n");
    }

    fn contents(&mut self) {
        let (lesson, lesson_text) = (self.lesson, self.lesson_text);
        self.put("<nav><ol>");
        for (number, stage) in lesson.stages().enumerate() {
            let name = escaped(&lesson_text.stage(lesson, stage));
            self.put(&format!("<li><a href=\"#stage-{}\">{name}</a></li>", number + 1));
        }
        self.put("</ol></nav>\n");
    }

    fn step(&mut self, number: &str, step: &Step) {
        let (lesson, labels) = (self.lesson, self.lesson_text.labels());
        let text = self.lesson_text.explain(lesson, step);
        let [marked_before, marked_after] = lesson.marked(step);
        self.put(&format!("<article id=\"step-{number}\">\n<h3><span>{number}</span> "));
        for one in step.rotation().iter() {
            self.put(&format!("<kbd class=\"whole\">{}</kbd> ", escaped(&one.to_string())));
        }
        self.moves(&step.moves());
        self.put("</h3>\n");
        if let Some(calls) = self.lesson_text.calls(step) {
            self.paragraph("calls", &calls);
        }
        if let Some(rotation) = &text.rotation {
            self.paragraph("rotation", rotation);
        }
        self.paragraph("observation", &text.observation);
        self.paragraph("explanation", &text.explanation);
        self.put("<div class=\"pictures\">");
        self.picture(labels.before, labels.before, &lesson.before(step), &marked_before, false);
        self.picture(labels.after, labels.after, &lesson.after(step), &marked_after, false);
        self.put("</div>\n");
        self.paragraph("result", &format!("{}{}", labels.result, text.result));
        self.put("</article>\n");
    }

    /// Adds a picture; `title` is its accessible name, `caption` the visible text.
    fn picture(
        &mut self,
        title: &str,
        caption: &str,
        stickers: &Stickers<Color>,
        marked: &[usize],
        is_solid: bool,
    ) {
        let cells = self.lesson_text.cells(stickers, marked);
        let options = SvgOptions::new()
            .width(if is_solid { 200 } else { 320 })
            .palette(self.options.palette)
            .title(title.to_owned());
        let drawing = if is_solid { svg::iso(&cells, &options) } else { svg::net(&cells, &options) };
        let caption = match caption {
            "" => String::new(),
            _ => format!("<figcaption>{}</figcaption>", escaped(caption)),
        };
        self.put(&format!("<figure>{drawing}{caption}</figure>"));
    }

    fn moves(&mut self, alg: &Alg) {
        for one in alg.iter() {
            self.put(&format!("<kbd>{}</kbd> ", escaped(&one.to_string())));
        }
    }

    fn summary(&mut self) {
        let (lesson, lesson_text, labels) = (self.lesson, self.lesson_text, self.lesson_text.labels());
        let metric = self.options.metric;
        self.put(&format!("<section id=\"summary\">\n<h2>{}</h2>\n<table>\n", escaped(labels.summary)));
        let mut unmerged = 0;
        for stage in lesson.stages() {
            let length = lesson.length_of(stage, metric);
            unmerged += length;
            let name = escaped(&lesson_text.stage(lesson, stage));
            self.put(&format!("<tr><th scope=\"row\">{name}</th><td>{length}</td></tr>\n"));
        }
        let length = lesson.solution().length(metric);
        let note = match unmerged > length {
            true => format!(" <small>{}</small>", escaped(&lesson_text.before_merging(unmerged))),
            false => String::new(),
        };
        let total = escaped(labels.total);
        self.put(&format!(
            "<tr class=\"total\"><th scope=\"row\">{total}</th><td>{length}{note}</td></tr>\n</table>\n<p>{}</p>\n<p class=\"moves\">",
            escaped(labels.all_moves)
        ));
        self.moves(lesson.solution());
        self.put("</p>\n");
        if let Some((alg, is_shortest)) = &self.options.comparison {
            self.paragraph("comparison", &lesson_text.comparison(alg.length(metric), metric, *is_shortest));
            self.put("<p class=\"moves\">");
            self.moves(alg);
            self.put("</p>\n");
        }
        self.put("</section>\n");
    }

    fn paragraph(&mut self, class: &str, text: &str) {
        self.put(&format!("<p class=\"{class}\">{}</p>\n", escaped(text)));
    }

    fn put(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = self.text.write_str(text);
    }
}
