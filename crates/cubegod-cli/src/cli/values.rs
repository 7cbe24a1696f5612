//! Parsers of argument values: numbers in a range, times, and names from lists.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use cubegod::data::Expression;
use cubegod::formats::Format;
use cubegod::patterns::Pattern;
use cubegod::render::Palette;
use cubegod::{Axis, Face, Metric, Size};
use cubegod_cache::TABLES;
use cubegod_columns::files::Kind;
use cubegod_service::TablesChoice;
use cubegod_service::convert::LetterChoice;
pub(super) use cubegod_service::duration;
use cubegod_service::solve::{self, MAX_SOLUTIONS, MAX_THREADS};
use cubegod_teach::Language;
use regex::{Regex, RegexBuilder};
use std::ffi::OsStr;
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Parses a regular expression of bounded size.
pub(super) fn regex(text: &str) -> Result<Regex, String> {
    let expression = RegexBuilder::new(text).size_limit(1 << 20).build();
    expression.map_err(|error| format!("not a regular expression: {error}"))
}

/// The width of a picture, in pixels.
const WIDTHS: RangeInclusive<u32> = 1..=4096;

/// The number of solutions of one cube.
const SOLUTIONS: RangeInclusive<usize> = 1..=MAX_SOLUTIONS;

/// The number of threads.
const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS;

/// The most different texts of a search: each is kept in memory, so that it is printed once.
pub(super) const MAX_MATCHES: usize = 1_000_000;

pub(super) fn whole_number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse::<T>().map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => "expected a smaller whole number".into(),
        _ => "expected a whole number".into(),
    })
}

/// Parses the length of a solution: 0 would fit only a solved cube.
pub(super) fn length_limit(text: &str) -> Result<usize, String> {
    match whole_number(text) {
        Ok(0) => Err("expected 1 or more".into()),
        result => result,
    }
}

pub(super) fn picture_width(text: &str) -> Result<u32, String> {
    within(text, &WIDTHS)
}

pub(super) fn solution_count(text: &str) -> Result<usize, String> {
    within(text, &SOLUTIONS)
}

pub(super) fn match_count(text: &str) -> Result<usize, String> {
    within(text, &(1..=MAX_MATCHES))
}

pub(super) fn thread_count(text: &str) -> Result<usize, String> {
    within(text, &THREADS)
}

fn within<T>(text: &str, range: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display,
{
    match whole_number(text) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected a whole number from {} to {}", range.start(), range.end())),
    }
}

/// Parses a regular expression.
pub(super) fn expression(text: &str) -> Result<Expression, String> {
    Expression::new(text).map_err(|error| error.to_string())
}

/// Parses `300`, or `114..514` with both ends included.
pub(super) fn move_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim_start_matches('=').parse::<usize>();
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (number(least), number(most)) {
        (Ok(least), Ok(most)) => Ok(least..=most),
        _ => Err("expected a number of moves such as 300, or a range such as 114..514".into()),
    }
}

/// Parses one of these values by its name, in any case; shells complete the names.
fn by_name<T: Copy + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (T, PossibleValue)>,
) -> impl TypedValueParser<Value = T> {
    let (values, names): (Vec<T>, Vec<PossibleValue>) = values.into_iter().unzip();
    PossibleValuesParser::new(names.clone()).try_map(move |given| {
        let mut pairs = names.iter().zip(&values);
        pairs.find(|(name, _)| name.matches(&given, true)).map(|(_, &value)| value).ok_or("no such name")
    })
}

/// Parses one of these values, given with their names and descriptions.
fn described<T: Copy + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let possible = |(value, name, description)| (value, PossibleValue::new(name).help(description));
    by_name(values.into_iter().map(possible))
}

/// Parses a solving method.
pub(super) fn methods() -> impl TypedValueParser<Value = solve::Method> {
    described(solve::Method::ALL.map(|method| {
        let description = match method {
            solve::Method::Fast => "Short solutions by computer search",
            solve::Method::Optimal => "Proven shortest solutions (the 2x2 is always solved so)",
            solve::Method::Layers => {
                "Beginner's method: white layer, middle layer, yellow layer, about 75 moves (3x3)"
            }
            solve::Method::Cfop => {
                "As speedcubers do it: cross, pairs, two of 78 algorithms for the last layer, about 41 moves (3x3)"
            }
            solve::Method::ThreeStep => {
                "Beginner's method: white layer, yellow stickers up, last layer, about 17 moves of U, D, L and R (2x2)"
            }
        };
        (method, method.name(), description)
    }))
}

/// Parses a method that is taught.
pub(super) fn lesson_methods() -> impl TypedValueParser<Value = cubegod_teach::Method> {
    use cubegod_teach::Method;
    described(Method::ALL.map(|method| {
        let description = match method {
            Method::ThreeStep => "White layer, yellow stickers up, last layer (2x2)",
            Method::Layers => "Layer by layer, with four algorithms (3x3)",
            Method::Cfop => "Cross, pairs, and two of 78 algorithms for the last layer (3x3)",
        };
        (method, method.name(), description)
    }))
}

/// Parses how colours are written.
pub(super) fn letters() -> impl TypedValueParser<Value = LetterChoice> {
    described([
        (LetterChoice::Faces, "faces", "Face letters: U R F D L B"),
        (LetterChoice::Colors, "colors", "Colour letters: W R G Y O B"),
        (LetterChoice::Own, "own", "The characters of the input; colour letters for emoji squares"),
    ])
}

/// Parses a palette.
pub(super) fn palettes() -> impl TypedValueParser<Value = Palette> {
    described([
        (Palette::STANDARD, "standard", "The usual colours"),
        (Palette::COLORBLIND, "colorblind", "Colour-blind-safe colours"),
    ])
}

/// Parses the axis of a mirror.
pub(super) fn mirror_axes() -> impl TypedValueParser<Value = Axis> {
    described([
        (Axis::X, "x", "Left and right"),
        (Axis::Y, "y", "Up and down"),
        (Axis::Z, "z", "Front and back"),
    ])
}

/// Parses the name of a layout.
pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    described(Format::ALL.map(|format| (format, format.name(), format.description())))
}

/// Parses the name of a metric.
pub(super) fn metrics() -> impl TypedValueParser<Value = Metric> {
    by_name(Metric::ALL.map(|metric| {
        let aliases: &[&str] = if metric == Metric::Htm { &["obtm", "ftm"] } else { &[] };
        (metric, PossibleValue::new(metric.name()).aliases(aliases))
    }))
}

/// Parses a kind of file.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    by_name(Kind::ALL.map(|kind| (kind, PossibleValue::new(kind.name()))))
}

/// Parses a choice of tables. An empty value is the default, as in an empty environment variable.
pub(super) fn tables_choice() -> impl TypedValueParser<Value = TablesChoice> {
    let choices = TablesChoice::ALL.map(|choice| {
        let description = match choice {
            TablesChoice::Auto => {
                "Large tables if they are cached; else small ones, while the large ones are built and cached"
            }
            TablesChoice::Small => "Small tables, built in each run; nothing is cached",
            TablesChoice::Large => "Large tables; built first if they are not cached",
        };
        (choice, PossibleValue::new(choice.name()).help(description))
    });
    by_name(choices.into_iter().chain([(TablesChoice::Auto, PossibleValue::new("").hide(true))]))
}

/// Parses a language code; shells complete the codes.
#[derive(Clone)]
pub(super) struct LanguageCodes;

impl TypedValueParser for LanguageCodes {
    type Value = Language;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Language, clap::Error> {
        StringValueParser::new().try_map(|code| code.parse::<Language>()).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let codes = Language::ALL.into_iter();
        Some(Box::new(codes.map(|language| PossibleValue::new(language.code()).help(language.name()))))
    }
}

/// Parses the name of a table.
pub(super) fn table_names() -> PossibleValuesParser {
    TABLES.iter().map(|table| PossibleValue::new(table.name()).help(table.purpose)).collect::<Vec<_>>().into()
}

/// Parses any name of a pattern; shells complete the first name.
#[derive(Clone)]
pub(super) struct PatternNames;

impl TypedValueParser for PatternNames {
    type Value = &'static Pattern;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<&'static Pattern, clap::Error> {
        let named = StringValueParser::new().try_map(|name| Pattern::named(&name));
        named.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names =
            Pattern::ALL.iter().map(|pattern| PossibleValue::new(pattern.name).help(pattern.description));
        Some(Box::new(names))
    }
}

/// Parses 2x2 or 3x3.
pub(super) fn small_sizes(text: &str) -> Result<Size, String> {
    match text.parse::<Size>() {
        Ok(size @ (Size::TWO | Size::THREE)) => Ok(size),
        _ => Err("expected 2x2 or 3x3".into()),
    }
}

/// Parses an axis, named by the face at either end.
pub(super) fn axes() -> impl TypedValueParser<Value = Axis> {
    PossibleValuesParser::new(["U", "D", "R", "L", "F", "B"]).try_map(|name| {
        let face = name.chars().next().and_then(|letter| Face::from_letter(letter.to_ascii_uppercase()));
        face.map(Face::axis).ok_or("expected a face")
    })
}
