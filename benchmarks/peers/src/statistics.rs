//! Means and percentiles of samples, some of which timed out.

use crate::message::Sample;
use std::fmt;
use std::time::Duration;

/// A number or a lower bound.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) value: f64,
    /// Some samples timed out, so the true number is greater.
    pub(crate) is_lower_bound: bool,
}

/// Prints at least three digits, and `>` before a lower bound.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.value {
            value if value < 1.0 => 3,
            value if value < 10.0 => 2,
            value if value < 100.0 => 1,
            _ => 0,
        };
        let sign = if self.is_lower_bound { "> " } else { "" };
        write!(f, "{sign}{:.digits$}", self.value)
    }
}

/// Statistics of the samples of one solver in one column.
pub(crate) struct Statistics {
    /// The number of samples.
    pub(crate) cubes: usize,
    /// The number of samples with a solution.
    pub(crate) solved: usize,
    /// In milliseconds, like the median and the 99th percentile.
    pub(crate) mean: Figure,
    pub(crate) median: Figure,
    pub(crate) high: Figure,
    /// The mean length of the solutions, if any.
    pub(crate) length: Option<f64>,
}

impl Statistics {
    /// Returns statistics of the time to a length, or `None` without samples. A sample without a solution counts as more
    /// than the limit.
    pub(crate) fn to_length(samples: &[Sample], limit: Duration) -> Option<Statistics> {
        Statistics::of(samples, |sample| time_to_length(sample, limit))
    }

    /// Returns statistics of solutions within a budget, or `None` without samples. The time of a sample without a solution
    /// counts as well.
    pub(crate) fn in_budget(samples: &[Sample]) -> Option<Statistics> {
        Statistics::of(samples, |sample| Figure { value: milliseconds(sample.cpu), is_lower_bound: false })
    }

    fn of(samples: &[Sample], time: impl Fn(&Sample) -> Figure) -> Option<Statistics> {
        let lengths: Vec<f64> =
            samples.iter().filter_map(|sample| sample.length).map(|it| it as f64).collect();
        let mut times: Vec<Figure> = samples.iter().map(time).collect();
        // Lower bounds are sorted last, whatever their value.
        times.sort_by(|a, b| a.is_lower_bound.cmp(&b.is_lower_bound).then(a.value.total_cmp(&b.value)));
        Some(Statistics {
            cubes: samples.len(),
            solved: lengths.len(),
            mean: mean_figure(&times)?,
            median: percentile(&times, 50)?,
            high: percentile(&times, 99)?,
            length: mean(&lengths),
        })
    }
}

fn time_to_length(sample: &Sample, limit: Duration) -> Figure {
    match sample.length {
        Some(_) => Figure { value: milliseconds(sample.cpu), is_lower_bound: false },
        None => Figure { value: milliseconds(limit), is_lower_bound: true },
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn mean_figure(figures: &[Figure]) -> Option<Figure> {
    let values: Vec<f64> = figures.iter().map(|figure| figure.value).collect();
    Some(Figure { value: mean(&values)?, is_lower_bound: figures.iter().any(|figure| figure.is_lower_bound) })
}

/// Returns the smallest of the sorted values that is not exceeded by this percentage of them.
fn percentile(sorted: &[Figure], percent: usize) -> Option<Figure> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// Returns the ratio of the time that the other solver takes to a length, over the cubes that both tried. A mean with timeouts is
/// a lower bound; if that is so for ours, there is no ratio.
pub(crate) fn time_ratio(ours: &[Sample], other: &[Sample], limit: Duration) -> Option<Figure> {
    let common = ours.len().min(other.len());
    let ours = Statistics::to_length(&ours[..common], limit)?.mean;
    let other = Statistics::to_length(&other[..common], limit)?.mean;
    (!ours.is_lower_bound).then_some(Figure { value: other.value / ours.value, is_lower_bound: other.is_lower_bound })
}

/// Returns the number of moves that the other solver needs in addition, over the cubes that both solved.
pub(crate) fn length_difference(ours: &[Sample], other: &[Sample]) -> Option<f64> {
    let both = ours.iter().zip(other).filter_map(|(ours, other)| ours.length.zip(other.length));
    let differences: Vec<f64> = both.map(|(ours, other)| other as f64 - ours as f64).collect();
    mean(&differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(1000);

    fn solved(milliseconds: u64, length: usize) -> Sample {
        Sample { cpu: Duration::from_millis(milliseconds), length: Some(length) }
    }

    fn timed_out(milliseconds: u64) -> Sample {
        Sample { cpu: Duration::from_millis(milliseconds), length: None }
    }

    fn exactly(value: f64) -> Figure {
        Figure { value, is_lower_bound: false }
    }

    fn more_than(value: f64) -> Figure {
        Figure { value, is_lower_bound: true }
    }

    #[test]
    fn a_percentile_is_the_smallest_value_that_the_percentage_does_not_exceed() {
        let hundred: Vec<Figure> = (1..=100).map(|value| exactly(value as f64)).collect();
        let of = |values: &[Figure], percent| percentile(values, percent).unwrap().value;
        assert_eq!([1, 50, 99, 100].map(|percent| of(&hundred, percent)), [1.0, 50.0, 99.0, 100.0]);
        assert_eq!([50, 99].map(|percent| of(&hundred[..3], percent)), [2.0, 3.0]);
        assert_eq!([0, 50, 99].map(|percent| of(&hundred[..1], percent)), [1.0, 1.0, 1.0]);
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn a_sample_without_solution_is_sorted_last_and_makes_the_mean_a_lower_bound() {
        // A solver that reports no solution after 5 ms must not count as fast.
        let statistics =
            Statistics::to_length(&[timed_out(5), solved(30, 20), solved(10, 22)], LIMIT).unwrap();
        assert_eq!((statistics.cubes, statistics.solved), (3, 2));
        assert_eq!(statistics.median, exactly(30.0));
        assert_eq!(statistics.high, more_than(1000.0));
        assert_eq!(statistics.mean, more_than(1040.0 / 3.0));
        assert_eq!(statistics.length, Some(21.0));
        assert_eq!(Statistics::to_length(&[timed_out(5)], LIMIT).unwrap().length, None);
        assert!(Statistics::to_length(&[], LIMIT).is_none());
    }

    #[test]
    fn within_a_budget_the_time_of_every_sample_counts() {
        let statistics = Statistics::in_budget(&[timed_out(10), solved(11, 20), solved(12, 19)]).unwrap();
        assert_eq!((statistics.solved, statistics.length), (2, Some(19.5)));
        assert_eq!((statistics.mean, statistics.high), (exactly(11.0), exactly(12.0)));
    }

    #[test]
    fn solvers_are_compared_over_the_cubes_that_both_tried() {
        let ours = [solved(1, 20), solved(3, 20), solved(900, 19)];
        assert_eq!(time_ratio(&ours, &[solved(2, 22), solved(6, 21)], LIMIT), Some(exactly(2.0)));
        assert_eq!(time_ratio(&ours, &[timed_out(1000)], LIMIT), Some(more_than(1000.0)));
        assert_eq!(time_ratio(&[timed_out(1000)], &ours, LIMIT), None);
        assert_eq!(time_ratio(&ours, &[], LIMIT), None);
        assert_eq!(length_difference(&ours, &[solved(2, 22), timed_out(9), solved(2, 20)]), Some(1.5));
        assert_eq!(length_difference(&ours, &[timed_out(9)]), None);
    }

    #[test]
    fn figures_have_three_digits_and_mark_lower_bounds() {
        let text = [0.0193, 5.678, 56.78, 567.8].map(|value| exactly(value).to_string());
        assert_eq!(text, ["0.019", "5.68", "56.8", "568"]);
        assert_eq!(more_than(13.0).to_string(), "> 13.0");
    }
}
