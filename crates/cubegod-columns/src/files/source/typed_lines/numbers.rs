//! The type that holds every number of a column without changing any.

use arrow_schema::DataType;

/// The largest integer up to which a type with fractions holds every integer exactly.
const MOST_EXACT: u128 = 1 << 53;

/// Numbers up to so many digits are kept by a type with fractions, whatever they are.
const FEW_DIGITS: usize = 15;

/// No number of that type has more digits.
const MOST_DIGITS: usize = 800;

/// What numbers there are, of those that make a difference.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// Below zero, and an integer.
    has_negative: bool,
    /// An integer of 64 bits, but only without a sign.
    has_large: bool,
    /// An integer that a type with fractions may change.
    has_fine: bool,
    has_fraction: bool,
    /// What no type holds.
    has_other: bool,
}

impl Numbers {
    /// One number, as JSON writes it.
    pub(super) fn of(text: &str) -> Numbers {
        let has_fraction = text.contains(['.', 'e', 'E']) || text == "-0";
        if has_fraction {
            return Numbers { has_fraction, has_other: !is_kept(text), ..Numbers::default() };
        }
        match text.parse::<i128>() {
            Ok(number) if (i64::MIN.into()..=u64::MAX.into()).contains(&number) => Numbers {
                has_negative: number < 0,
                has_large: number > i64::MAX.into(),
                has_fine: number.unsigned_abs() > MOST_EXACT,
                ..Numbers::default()
            },
            _ => Numbers { has_other: true, ..Numbers::default() },
        }
    }

    /// These and others.
    pub(super) fn and(self, other: Numbers) -> Numbers {
        Numbers {
            has_negative: self.has_negative | other.has_negative,
            has_large: self.has_large | other.has_large,
            has_fine: self.has_fine | other.has_fine,
            has_fraction: self.has_fraction | other.has_fraction,
            has_other: self.has_other | other.has_other,
        }
    }

    /// Text where no type of numbers holds them all.
    pub(super) fn data_type(self) -> DataType {
        let Numbers { has_negative, has_large, has_fine, has_fraction, has_other } = self;
        if has_other || (has_fraction && has_fine) || (has_negative && has_large) {
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

/// Whether a number of 64 bits with a fraction is the same in all digits that are written.
fn is_kept(text: &str) -> bool {
    let Some((digits, exponent)) = decimal(text) else { return false };
    if digits.is_empty() {
        return true;
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_normal() && digits.len() <= FEW_DIGITS => true,
        Ok(number) if number.is_finite() && digits.len() <= MOST_DIGITS => {
            let written = format!("{number:.*e}", digits.len() - 1);
            decimal(&written) == Some((digits, exponent))
        }
        _ => false,
    }
}

/// The digits of a number without zeros around them, and how many of them stand before the point.
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
        numbers.reduce(Numbers::and).unwrap().data_type()
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
    fn fractions_do_not_take_digits_from_integers() {
        assert_eq!(type_of(&["9007199254740992", "-9007199254740992", "0.5"]), DataType::Float64);
        assert_eq!(type_of(&["9007199254740993", "0.5"]), DataType::Utf8);
        assert_eq!(type_of(&["0.5", "-9007199254740993"]), DataType::Utf8);
        assert_eq!(type_of(&["0.5", "18446744073709551615"]), DataType::Utf8);
    }

    #[test]
    fn fractions_keep_the_digits_that_are_written() {
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
            // As many digits as tell every number of the type, which is how some programs write all of them.
            "0.10000000000000001",
            "9007199254740992.0",
            "0.5000000000000000000000000000",
            // A number of the type to its last digit.
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
