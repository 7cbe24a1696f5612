//! The type that holds all numbers of a column unchanged.

use arrow_schema::DataType;

/// Up to this one, `f64` holds every integer exactly.
const MAX_EXACT: u128 = 1 << 53;

/// `f64` keeps all numbers of at most this many digits.
const SAFE_DIGITS: usize = 15;

/// No `f64` has more digits.
const MAX_DIGITS: usize = 800;

/// The properties of numbers that decide their type.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// A negative integer.
    has_negative: bool,
    /// An integer that `u64` holds, but not `i64`.
    has_large: bool,
    /// An integer that `f64` may change.
    has_long: bool,
    has_fraction: bool,
    /// A number that no type holds.
    has_other: bool,
}

impl Numbers {
    /// Returns the properties of a number of JSON.
    pub(super) fn of(text: &str) -> Numbers {
        let has_fraction = text.contains(['.', 'e', 'E']) || text == "-0";
        if has_fraction {
            return Numbers { has_fraction, has_other: !is_exact(text), ..Numbers::default() };
        }
        match text.parse::<i128>() {
            Ok(number) if (i64::MIN.into()..=u64::MAX.into()).contains(&number) => Numbers {
                has_negative: number < 0,
                has_large: number > i64::MAX.into(),
                has_long: number.unsigned_abs() > MAX_EXACT,
                ..Numbers::default()
            },
            _ => Numbers { has_other: true, ..Numbers::default() },
        }
    }

    /// Returns the properties of the numbers of both.
    pub(super) fn merge(self, other: Numbers) -> Numbers {
        Numbers {
            has_negative: self.has_negative | other.has_negative,
            has_large: self.has_large | other.has_large,
            has_long: self.has_long | other.has_long,
            has_fraction: self.has_fraction | other.has_fraction,
            has_other: self.has_other | other.has_other,
        }
    }

    /// Returns the type that holds all of them; text if no type of numbers does.
    pub(super) fn data_type(self) -> DataType {
        let Numbers { has_negative, has_large, has_long, has_fraction, has_other } = self;
        if has_other || (has_fraction && has_long) || (has_negative && has_large) {
            DataType::Utf8
        } else if has_fraction {
            DataType::Float64
        } else if has_large {
            DataType::UInt64
        } else {
            DataType::Int64
        }
    }
}

/// Returns whether `f64` keeps all digits of a number.
fn is_exact(text: &str) -> bool {
    let Some((digits, exponent)) = decimal(text) else { return false };
    if digits.is_empty() {
        return true;
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_normal() && digits.len() <= SAFE_DIGITS => true,
        Ok(number) if number.is_finite() && digits.len() <= MAX_DIGITS => {
            let written = format!("{number:.*e}", digits.len() - 1);
            decimal(&written) == Some((digits, exponent))
        }
        _ => false,
    }
}

/// Returns the digits of a number without leading and trailing zeros, and the position of the decimal point.
fn decimal(text: &str) -> Option<(String, i64)> {
    let text = text.trim_start_matches('-');
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse::<i32>().ok()?.into();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    let zeros = digits.len() - significant.len();
    let significant = significant.trim_end_matches('0');
    match significant {
        "" => Some((String::new(), 0)),
        _ => Some((significant.to_owned(), exponent + whole.len() as i64 - zeros as i64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(numbers: &[&str]) -> DataType {
        let numbers = numbers.iter().map(|text| Numbers::of(text));
        numbers.reduce(Numbers::merge).unwrap().data_type()
    }

    #[test]
    fn integers_keep_all_their_digits() {
        assert_eq!(type_of(&["0", "-1", "9223372036854775807", "-9223372036854775808"]), DataType::Int64);
        assert_eq!(type_of(&["0", "9223372036854775808", "18446744073709551615"]), DataType::UInt64);
        assert_eq!(type_of(&["-1", "9223372036854775808"]), DataType::Utf8);
        assert_eq!(type_of(&["18446744073709551616"]), DataType::Utf8);
        assert_eq!(type_of(&["-9223372036854775809"]), DataType::Utf8);
        assert_eq!(type_of(&[&"9".repeat(100_000)]), DataType::Utf8);
    }

    #[test]
    fn integers_keep_all_their_digits_beside_fractions() {
        assert_eq!(type_of(&["9007199254740992", "-9007199254740992", "0.5"]), DataType::Float64);
        assert_eq!(type_of(&["9007199254740993", "0.5"]), DataType::Utf8);
        assert_eq!(type_of(&["0.5", "-9007199254740993"]), DataType::Utf8);
        assert_eq!(type_of(&["0.5", "18446744073709551615"]), DataType::Utf8);
    }

    #[test]
    fn fractions_keep_all_their_digits() {
        for kept in [
            "0.1",
            "1e3",
            "-0",
            "-0.0",
            "0e999",
            "1.50",
            "3.141592653589793",
            "1.7976931348623157e308",
            "5e-324",
            // Seventeen digits, as some programs write every `f64`.
            "0.10000000000000001",
            "9007199254740992.0",
            "0.5000000000000000000000000000",
            // All digits of an `f64`.
            "0.1000000000000000055511151231257827021181583404541015625",
        ] {
            assert_eq!(type_of(&[kept]), DataType::Float64, "{kept}");
        }
        for other in [
            "9007199254740993.0",
            "3.14159265358979323846",
            "1e400",
            "-1e400",
            "1e-400",
            "1.23456789e-320",
            "1e99999999999999999999",
        ] {
            assert_eq!(type_of(&[other]), DataType::Utf8, "{other}");
        }
        assert_eq!(type_of(&[&format!("0.{}", "3".repeat(1 << 20))]), DataType::Utf8);
    }
}
