//! Durations in requests.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::time::Duration;

/// The end of an error about a time.
const EXPECTED: &str = "expected a time such as `2s` or `100ms`, or a number of seconds such as 0.5";

/// Reads a duration such as `2s`, `100ms` or `1min 30s`; a bare number is seconds.
///
/// # Errors
///
/// The text is not a duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.ok_or_else(|| EXPECTED.into())
}

/// Rounds a number to this many decimal places.
pub fn rounded(number: f64, places: i32) -> f64 {
    let scale = 10_f64.powi(places);
    (number * scale).round() / scale
}

/// A time in a request: a number of seconds, or text such as `2s`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Time(pub Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        deserializer.deserialize_any(TimeVisitor)
    }
}

struct TimeVisitor;

impl Visitor<'_> for TimeVisitor {
    type Value = Time;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of seconds, or a time such as `2s`")
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Time, E> {
        Duration::try_from_secs_f64(seconds).map(Time).map_err(|_| E::custom(EXPECTED))
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Time, E> {
        Ok(Time(Duration::from_secs(seconds)))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Time, E> {
        Err(E::custom(EXPECTED))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Time, E> {
        duration(text).map(Time).map_err(E::custom)
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use super::Time;
    use utoipa::openapi::schema::{OneOfBuilder, Schema, Type};
    use utoipa::openapi::{ObjectBuilder, RefOr};
    use utoipa::{PartialSchema, ToSchema};

    impl PartialSchema for Time {
        fn schema() -> RefOr<Schema> {
            let seconds = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.0));
            let text = ObjectBuilder::new().schema_type(Type::String).examples(["2s", "100ms"]);
            let description = "A number of seconds, or text such as `2s`, `100ms` or `1min 30s`.";
            let either = OneOfBuilder::new().item(seconds).item(text).description(Some(description));
            either.into()
        }
    }

    impl ToSchema for Time {
        fn name() -> std::borrow::Cow<'static, str> {
            "Time".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_words_are_times() {
        let read = |text: &str| serde_json::from_str::<Time>(text).map(|time| time.0);
        assert_eq!(read("2").unwrap(), Duration::from_secs(2));
        assert_eq!(read("0.5").unwrap(), Duration::from_millis(500));
        assert_eq!(read("\"100ms\"").unwrap(), Duration::from_millis(100));
        for bad in ["-1", "-0.5", "1e300", "\"soon\"", "\"-1\"", "\"\""] {
            assert!(read(bad).unwrap_err().to_string().contains("expected a time"), "{bad}");
        }
        assert!(read("true").unwrap_err().to_string().contains("expected a number of seconds"));
    }

    #[test]
    fn numbers_are_rounded_to_decimal_places() {
        assert_eq!(rounded(0.025_397_189, 6), 0.025_397);
        assert_eq!(rounded(1.0 / 3.0, 3).to_string(), "0.333");
    }
}
