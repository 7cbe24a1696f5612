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
use cubegod_service::convert::Letters;
pub(super) use cubegod_service::duration;
use cubegod_service::solve::{self, MAX_SOLUTIONS};
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
const THREADS: RangeInclusive<usize> = 1..=1024;

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

/// A value that is chosen by its name.
pub(crate) trait NamedValue: Copy + Send + Sync + 'static {
    /// Every value.
    const VALUES: &'static [Self];

    /// Returns the name.
    fn name(self) -> &'static str;

    /// Returns the line about the value in the help, if it needs one.
    fn description(self) -> Option<&'static str> {
        None
    }

    /// Returns other names, which the help does not list.
    fn aliases(self) -> &'static [&'static str] {
        &[]
    }
}

/// Parses a name in any case; shells complete the names.
pub(super) fn named_values<T: NamedValue>() -> impl TypedValueParser<Value = T> {
    let possible =
        |&value: &T| PossibleValue::new(value.name()).help(value.description()).aliases(value.aliases());
    PossibleValuesParser::new(T::VALUES.iter().map(possible)).try_map(|given| {
        let is_given = |name: &str| name.eq_ignore_ascii_case(&given);
        let mut values = T::VALUES.iter().copied();
        values
            .find(|value| is_given(value.name()) || value.aliases().iter().any(|name| is_given(name)))
            .ok_or("no such name")
    })
}

impl NamedValue for solve::Method {
    const VALUES: &'static [solve::Method] = &solve::Method::ALL;

    fn name(self) -> &'static str {
        solve::Method::name(self)
    }

    fn description(self) -> Option<&'static str> {
        Some(match self {
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
        })
    }
}

impl NamedValue for cubegod_teach::Method {
    const VALUES: &'static [cubegod_teach::Method] = &cubegod_teach::Method::ALL;

    fn name(self) -> &'static str {
        cubegod_teach::Method::name(self)
    }

    fn description(self) -> Option<&'static str> {
        Some(match self {
            cubegod_teach::Method::ThreeStep => "White layer, yellow stickers up, last layer (2x2)",
            cubegod_teach::Method::Layers => "Layer by layer, with four algorithms (3x3)",
            cubegod_teach::Method::Cfop => "Cross, pairs, and two of 78 algorithms for the last layer (3x3)",
        })
    }
}

impl NamedValue for Letters {
    const VALUES: &'static [Letters] = &[Letters::Faces, Letters::Colors, Letters::Own];

    fn name(self) -> &'static str {
        match self {
            Letters::Faces => "faces",
            Letters::Colors => "colors",
            Letters::Own => "own",
        }
    }

    fn description(self) -> Option<&'static str> {
        Some(match self {
            Letters::Faces => "Face letters: U R F D L B",
            Letters::Colors => "Colour letters: W R G Y O B",
            Letters::Own => "The characters of the input",
        })
    }
}

impl NamedValue for Palette {
    const VALUES: &'static [Palette] = &[Palette::STANDARD, Palette::COLORBLIND];

    fn name(self) -> &'static str {
        if self == Palette::COLORBLIND { "colorblind" } else { "standard" }
    }

    fn description(self) -> Option<&'static str> {
        Some(if self == Palette::COLORBLIND { "Colour-blind-safe colours" } else { "The usual colours" })
    }
}

impl NamedValue for Axis {
    const VALUES: &'static [Axis] = &Axis::ALL;

    fn name(self) -> &'static str {
        match self {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        }
    }

    fn description(self) -> Option<&'static str> {
        Some(match self {
            Axis::X => "Left and right",
            Axis::Y => "Up and down",
            Axis::Z => "Front and back",
        })
    }
}

impl NamedValue for Format {
    const VALUES: &'static [Format] = &Format::ALL;

    fn name(self) -> &'static str {
        Format::name(self)
    }

    fn description(self) -> Option<&'static str> {
        Some(Format::description(self))
    }
}

impl NamedValue for Metric {
    const VALUES: &'static [Metric] = &Metric::ALL;

    fn name(self) -> &'static str {
        Metric::name(self)
    }

    fn aliases(self) -> &'static [&'static str] {
        if self == Metric::Htm { &["obtm", "ftm"] } else { &[] }
    }
}

impl NamedValue for Kind {
    const VALUES: &'static [Kind] = &Kind::ALL;

    fn name(self) -> &'static str {
        Kind::name(self)
    }
}

impl NamedValue for TablesChoice {
    const VALUES: &'static [TablesChoice] = &TablesChoice::ALL;

    fn name(self) -> &'static str {
        TablesChoice::name(self)
    }

    fn description(self) -> Option<&'static str> {
        Some(match self {
            TablesChoice::Auto => {
                "Large tables if they are cached; else small ones, while the large ones are built and cached"
            }
            TablesChoice::Small => "Small tables, built in each run; nothing is cached",
            TablesChoice::Large => "Large tables; built first if they are not cached",
        })
    }

    /// An empty environment variable is the default.
    fn aliases(self) -> &'static [&'static str] {
        if self == TablesChoice::Auto { &[""] } else { &[] }
    }
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
