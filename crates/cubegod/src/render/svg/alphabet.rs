//! An alphabet of strokes, so that labels need no font.

use super::path::Point;

/// The height of a capital letter in the table below.
const CAPITAL: f64 = 6.0;

/// Returns the strokes of a character as path commands, with capital letters of height 1, centred at the origin.
pub(super) fn strokes(character: char) -> Option<Vec<(char, Vec<Point>)>> {
    let mut commands = parsed(drawing(character)?);
    let columns = || commands.iter().flat_map(|(_, points)| points).map(|&[x, _]| x);
    let middle = (columns().fold(0.0, f64::max) + columns().fold(f64::INFINITY, f64::min)) / 2.0;
    for [x, y] in commands.iter_mut().flat_map(|(_, points)| points) {
        *x = (*x - middle) / CAPITAL;
        *y = *y / CAPITAL - 0.5;
    }
    Some(commands)
}

fn parsed(drawing: &str) -> Vec<(char, Vec<Point>)> {
    let mut commands: Vec<(char, Vec<Point>)> = Vec::new();
    for command in drawing.split_inclusive(|c: char| c.is_ascii_uppercase()) {
        // Each part holds the numbers of the command before it and ends with the letter of the next.
        let (numbers, letter) = match command.chars().next_back() {
            Some(letter) if letter.is_ascii_uppercase() => (&command[..command.len() - 1], Some(letter)),
            _ => (command, None),
        };
        let numbers: Vec<f64> =
            numbers.split_whitespace().map(|n| n.parse().expect("the table holds numbers")).collect();
        if let Some((_, points)) = commands.last_mut() {
            points.extend(numbers.as_chunks::<2>().0);
        }
        commands.extend(letter.map(|letter| (letter, Vec::new())));
    }
    commands
}

/// Returns a character in the commands M, L, Q and Z of SVG; capitals go from 0 (top) to 6 (baseline), small letters from 2 to
/// 8. Similar characters differ: zero has a stroke, O has none; I has no serifs, l has a foot, one has both.
const fn drawing(character: char) -> Option<&'static str> {
    Some(match character {
        'A' => "M0 6L2 0L4 6M.7 4L3.3 4",
        'B' => "M2.2 2.9Q3.6 2.9 3.6 1.4Q3.6 0 2 0L0 0L0 6L2.2 6Q4 6 4 4.4Q4 2.9 2.2 2.9L0 2.9",
        'C' => "M4 1.3Q3.5 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.5 6 4 4.7",
        'D' => "M0 0L0 6L1.6 6Q4 6 4 3Q4 0 1.6 0Z",
        'E' => "M3.6 0L0 0L0 6L3.6 6M0 2.9L3 2.9",
        'F' => "M3.6 0L0 0L0 6M0 2.9L3 2.9",
        'G' => "M4 1.3Q3.5 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4.1 6 4.1 3.3L2.4 3.3",
        'H' => "M0 0L0 6M4 0L4 6M0 2.9L4 2.9",
        'I' => "M0 0L0 6",
        'J' => "M3 0L3 4.3Q3 6 1.5 6Q0 6 0 4.5",
        'K' => "M0 0L0 6M3.8 0L0 3.6M1.4 2.3L4 6",
        'L' => "M0 0L0 6L3.4 6",
        'M' => "M0 6L0 0L2.4 3.8L4.8 0L4.8 6",
        'N' => "M0 6L0 0L4 6L4 0",
        'O' => "M2.1 0Q0 0 0 3Q0 6 2.1 6Q4.2 6 4.2 3Q4.2 0 2.1 0Z",
        'P' => "M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.4 2.2 3.4L0 3.4",
        'Q' => "M2.1 0Q0 0 0 3Q0 6 2.1 6Q4.2 6 4.2 3Q4.2 0 2.1 0ZM2.6 4.4L4.2 6.4",
        'R' => "M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.4 2.2 3.4L0 3.4M1.9 3.4L4 6",
        'S' => "M3.8 1.2Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.5 6 0 4.7",
        'T' => "M0 0L4 0M2 0L2 6",
        'U' => "M0 0L0 3.8Q0 6 2 6Q4 6 4 3.8L4 0",
        'V' => "M0 0L2 6L4 0",
        'W' => "M0 0L1.3 6L2.6 1.2L3.9 6L5.2 0",
        'X' => "M0 0L4 6M4 0L0 6",
        'Y' => "M0 0L2 3L4 0M2 3L2 6",
        'Z' => "M0 0L4 0L0 6L4 6",

        'a' => "M3.4 2L3.4 6M3.4 3.2Q3 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3 6 3.4 4.8",
        'b' => "M0 0L0 6M0 3.2Q.4 2 1.7 2Q3.4 2 3.4 4Q3.4 6 1.7 6Q.4 6 0 4.8",
        'c' => "M3.3 3Q2.9 2 1.8 2Q0 2 0 4Q0 6 1.8 6Q2.9 6 3.3 5",
        'd' => "M3.4 0L3.4 6M3.4 3.2Q3 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3 6 3.4 4.8",
        'e' => "M0 4L3.4 4Q3.4 2 1.7 2Q0 2 0 4Q0 6 1.8 6Q2.8 6 3.3 5.2",
        'f' => "M2.6 .2Q1 -.3 1 1.4L1 6M0 2.2L2.4 2.2",
        'g' => "M3.4 2L3.4 6Q3.4 8 1.7 8Q.6 8 .2 7.3M3.4 3.2Q3 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3 6 3.4 4.8",
        'h' => "M0 0L0 6M0 3.6Q.3 2 1.8 2Q3.2 2 3.2 3.6L3.2 6",
        'i' => "M0 2L0 6M0 .2L0 .3",
        'j' => "M1.4 2L1.4 6.6Q1.4 8 0 8M1.4 .2L1.4 .3",
        'k' => "M0 0L0 6M3 2L0 4.4M1.2 3.5L3.2 6",
        'l' => "M0 0L0 4.8Q0 6 1.2 6",
        'm' => "M0 2L0 6M0 3.4Q.2 2 1.3 2Q2.4 2 2.4 3.4L2.4 6M2.4 3.4Q2.6 2 3.7 2Q4.8 2 4.8 3.4L4.8 6",
        'n' => "M0 2L0 6M0 3.6Q.3 2 1.8 2Q3.2 2 3.2 3.6L3.2 6",
        'o' => "M1.8 2Q0 2 0 4Q0 6 1.8 6Q3.6 6 3.6 4Q3.6 2 1.8 2Z",
        'p' => "M0 2L0 8M0 3.2Q.4 2 1.7 2Q3.4 2 3.4 4Q3.4 6 1.7 6Q.4 6 0 4.8",
        'q' => "M3.4 2L3.4 8M3.4 3.2Q3 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3 6 3.4 4.8",
        'r' => "M0 2L0 6M0 3.8Q.2 2 2.2 2",
        's' => "M3 2.8Q2.6 2 1.6 2Q.2 2 .2 3Q.2 3.8 1.6 4Q3.2 4.2 3.2 5Q3.2 6 1.6 6Q.4 6 0 5.1",
        't' => "M1 .4L1 4.8Q1 6 2.6 5.9M0 2.1L2.4 2.1",
        'u' => "M0 2L0 4.4Q0 6 1.4 6Q2.9 6 3.2 4.4M3.2 2L3.2 6",
        'v' => "M0 2L1.6 6L3.2 2",
        'w' => "M0 2L1.1 6L2.2 2.8L3.3 6L4.4 2",
        'x' => "M0 2L3.2 6M3.2 2L0 6",
        'y' => "M0 2L1.7 6M3.3 2L1.7 6L1 7.4Q.7 8 0 8",
        'z' => "M0 2L3.2 2L0 6L3.2 6",

        '0' => "M1.9 0Q0 0 0 3Q0 6 1.9 6Q3.8 6 3.8 3Q3.8 0 1.9 0ZM1.2 4L2.6 2",
        '1' => "M.2 1.5L1.8 0L1.8 6M.2 6L3.4 6",
        '2' => "M.1 1.5Q.3 0 2 0Q3.8 0 3.8 1.6Q3.8 2.7 2.6 3.7L0 6L4 6",
        '3' => "M.2 1.2Q.7 0 2 0Q3.7 0 3.7 1.5Q3.7 2.9 1.8 2.9Q4 2.9 4 4.4Q4 6 2 6Q.5 6 0 4.7",
        '4' => "M3 6L3 0L0 4.2L4 4.2",
        '5' => "M3.6 0L.5 0L.2 2.8Q1 2.3 2 2.3Q4 2.3 4 4.1Q4 6 2 6Q.5 6 0 4.8",
        '6' => "M3.6 .9Q3.1 0 2.1 0Q0 0 0 3.6Q0 6 2 6Q4 6 4 4.2Q4 2.5 2 2.5Q.2 2.5 0 4.2",
        '7' => "M0 0L4 0L1.4 6",
        '8' => {
            "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Z"
        }
        '9' => "M.4 5.1Q.9 6 1.9 6Q4 6 4 2.4Q4 0 2 0Q0 0 0 1.8Q0 3.5 2 3.5Q3.8 3.5 4 1.8",

        '!' => "M0 0L0 4M0 5.9L0 6",
        '"' => "M0 0L0 1.6M1.4 0L1.4 1.6",
        '#' => "M1.4 .6L.6 5.4M3.4 .6L2.6 5.4M0 2.1L4 2.1M0 3.9L4 3.9",
        '$' => "M3.8 1.2Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.5 6 0 4.7M2 -.9L2 6.9",
        '%' => {
            "M4 0L0 6M.8 0Q0 0 0 .9Q0 1.8 .8 1.8Q1.6 1.8 1.6 .9Q1.6 0 .8 0ZM3.2 4.2Q2.4 4.2 2.4 5.1Q2.4 6 3.2 6Q4 6 4 5.1Q4 4.2 3.2 4.2Z"
        }
        '&' => "M4.2 6L.9 2Q.3 0 1.7 0Q3 .1 2.6 1.6Q2.2 2.4 1.2 3Q0 3.6 0 4.6Q.2 6 1.7 6Q3.6 6 4 3.6",
        '\'' => "M0 0L0 1.6",
        '(' => "M1.3 -.4Q0 1 0 3Q0 5 1.3 6.4",
        ')' => "M0 -.4Q1.3 1 1.3 3Q1.3 5 0 6.4",
        '*' => "M1.7 1L1.7 5M0 2L3.4 4M3.4 2L0 4",
        '+' => "M1.8 1.2L1.8 4.8M0 3L3.6 3",
        ',' => "M.5 5.7L.4 6L0 7",
        '-' => "M0 3L2.6 3",
        '.' => "M0 5.9L0 6",
        '/' => "M3 -.4L0 6.4",
        ':' => "M0 2.4L0 2.5M0 5.4L0 5.5",
        ';' => "M.4 2.4L.4 2.5M.5 5.4L.4 5.8L0 6.8",
        '<' => "M3.2 .8L0 3L3.2 5.2",
        '=' => "M0 2L3.4 2M0 4L3.4 4",
        '>' => "M0 .8L3.2 3L0 5.2",
        '?' => "M0 1.5Q.2 0 1.8 0Q3.5 0 3.5 1.5Q3.5 2.5 2.6 3Q1.8 3.5 1.8 4.3M1.8 5.9L1.8 6",
        '@' => {
            "M3.4 3.1Q3.4 2 2.4 2Q1.4 2 1.4 3.2Q1.4 4.4 2.4 4.4Q3.4 4.4 3.4 3.1L3.4 2M3.4 3.4Q3.5 4.4 4.2 4.3Q4.8 4.2 4.8 2.9Q4.7 0 2.4 0Q0 0 0 3Q0 6 2.6 6Q3.6 6 4.2 5.5"
        }
        '[' => "M1.3 -.4L0 -.4L0 6.4L1.3 6.4",
        '\\' => "M0 -.4L3 6.4",
        ']' => "M0 -.4L1.3 -.4L1.3 6.4L0 6.4",
        '^' => "M0 2L1.5 0L3 2",
        '_' => "M0 6.4L3.6 6.4",
        '`' => "M0 0L.9 1.3",
        '{' => "M1.8 -.4Q.8 -.4 .8 .6L.8 2Q.8 3 0 3Q.8 3 .8 4L.8 5.4Q.8 6.4 1.8 6.4",
        '|' => "M0 -.4L0 6.4",
        '}' => "M0 -.4Q1 -.4 1 .6L1 2Q1 3 1.8 3Q1 3 1 4L1 5.4Q1 6.4 0 6.4",
        '~' => "M0 3.4Q0 2.4 .9 2.4Q1.5 2.4 2 3Q2.5 3.6 3.1 3.6Q4 3.6 4 2.6",
        crate::text::OPEN_BOX => "M0 4.6L0 6L3.2 6L3.2 4.6",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_printable_ascii_character_has_a_distinct_drawing() {
        let drawings: HashSet<&str> = ('!'..='~').map(|c| drawing(c).unwrap()).collect();
        assert_eq!(drawings.len(), 94);
        assert_eq!(strokes('é'), None);
    }

    #[test]
    fn every_command_has_its_points_and_stays_in_its_box() {
        for character in '!'..='~' {
            let commands = strokes(character).unwrap();
            assert_eq!(commands[0].0, 'M');
            for (command, points) in commands {
                let expected = match command {
                    'M' | 'L' => 1,
                    'Q' => 2,
                    'Z' => 0,
                    _ => panic!("{character} has the command {command}"),
                };
                assert_eq!(points.len(), expected, "{character}");
                for [x, y] in points {
                    assert!(x.abs() <= 0.45 && y > -0.7 && y < 0.85, "{character}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn strokes_are_centred() {
        assert_eq!(strokes('I').unwrap(), [('M', vec![[0.0, -0.5]]), ('L', vec![[0.0, 0.5]])]);
    }
}
