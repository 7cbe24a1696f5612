//! Move metrics.

use super::{Alg, FaceTurn, Layers, Move, Turns};
use std::fmt;
use std::str::FromStr;

/// A metric for the length of a sequence.
///
/// | | face, wide | half turn of it | slice, inner | half turn of it | rotation |
/// |---|---|---|---|---|---|
/// | HTM | 1 | 1 | 2 | 2 | 0 |
/// | QTM | 1 | 2 | 2 | 4 | 0 |
/// | STM | 1 | 1 | 1 | 1 | 0 |
/// | ETM | 1 | 1 | 1 | 1 | 1 |
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// Half-turn metric, also called outer block (OBTM) or face-turn metric (FTM): any turn of an outer block is one.
    #[default]
    Htm,
    /// Quarter-turn metric: a half turn is two.
    Qtm,
    /// Slice-turn metric: any turn of adjacent layers is one.
    Stm,
    /// Execution-turn metric: every move is one, rotations too.
    Etm,
}

/// The error for a name that is not a metric.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("unknown metric `{found}`; expected htm (also obtm, ftm), qtm, stm or etm")]
pub struct MetricError {
    found: String,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 4] = [Metric::Htm, Metric::Qtm, Metric::Stm, Metric::Etm];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Htm => "htm",
            Metric::Qtm => "qtm",
            Metric::Stm => "stm",
            Metric::Etm => "etm",
        }
    }

    /// Returns the length of one move.
    pub const fn of(self, one: Move) -> usize {
        let quarters = match one.turns {
            Turns::Half => 2,
            Turns::Clockwise | Turns::Counterclockwise => 1,
        };
        // A turn of an inner layer equals turns of the two blocks beside it, up to a rotation.
        let blocks = match one.layers {
            Layers::Face(_) | Layers::Wide(_, _) => 1,
            Layers::Inner(_, _, _) | Layers::Slice(_) => 2,
            Layers::Rotation(_) => 0,
        };
        match self {
            Metric::Htm => blocks,
            Metric::Qtm => blocks * quarters,
            Metric::Stm => {
                if blocks > 0 {
                    1
                } else {
                    0
                }
            }
            Metric::Etm => 1,
        }
    }

    /// Returns the length of a sequence of face turns.
    pub fn length(self, turns: &[FaceTurn]) -> usize {
        turns.iter().map(|&turn| self.of(turn.into())).sum()
    }
}

/// Formats the metric as `htm`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name in any case; `obtm` and `ftm` are other names of `htm`.
impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Metric, MetricError> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("obtm") || is("ftm") {
            return Ok(Metric::Htm);
        }
        Metric::ALL
            .into_iter()
            .find(|metric| is(metric.name()))
            .ok_or_else(|| MetricError { found: text.chars().take(20).collect() })
    }
}

impl Alg {
    /// Returns the length in a metric.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::Alg;
    /// use cubegod::moves::Metric;
    ///
    /// let alg: Alg = "R U2 M x".parse().unwrap();
    /// assert_eq!(Metric::ALL.map(|metric| alg.length(metric)), [4, 5, 3, 4]);
    /// ```
    pub fn length(&self, metric: Metric) -> usize {
        self.iter().map(|one| metric.of(one)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read;
    use super::*;

    #[test]
    fn every_kind_of_move_has_the_length_in_the_table() {
        // In the order of ALL: HTM, QTM, STM, ETM.
        for (text, lengths) in [
            ("R", [1, 1, 1, 1]),
            ("R2", [1, 2, 1, 1]),
            ("R'", [1, 1, 1, 1]),
            ("Rw", [1, 1, 1, 1]),
            ("3Rw2", [1, 2, 1, 1]),
            ("M", [2, 2, 1, 1]),
            ("M2", [2, 4, 1, 1]),
            ("2R'", [2, 2, 1, 1]),
            ("2-3R2", [2, 4, 1, 1]),
            ("x", [0, 0, 0, 1]),
            ("y2", [0, 0, 0, 1]),
            ("", [0, 0, 0, 0]),
        ] {
            let alg = read(text);
            assert_eq!(Metric::ALL.map(|metric| alg.length(metric)), lengths, "{text}");
        }
    }

    #[test]
    fn every_name_of_a_metric_is_read() {
        for text in ["htm", "HTM", "obtm", "Obtm", "ftm"] {
            assert_eq!(text.parse(), Ok(Metric::Htm));
        }
        for metric in Metric::ALL {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        assert_eq!(
            "miles".parse::<Metric>().unwrap_err().to_string(),
            "unknown metric `miles`; expected htm (also obtm, ftm), qtm, stm or etm"
        );
    }
}
