//! The results as aligned Markdown tables.

use crate::contestant::{Name, Task};
use crate::message::Sample;
use crate::race::{Column, Plan, Results};
use crate::statistics::{Statistics, length_difference, time_ratio};
use std::fmt::{self, Write};

/// The text of an empty cell.
const NO_VALUE: &str = "–";

/// Returns the report as Markdown.
pub(crate) fn report(plan: &Plan, results: &Results) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{} uniformly random cubes (seed {}), half-turn metric;", plan.cubes, plan.seed)?;
    writeln!(text, "one thread and the CPU time it uses; every solution was applied to its cube.")?;
    writeln!(
        text,
        "A cube times out after {} ms and counts as that long (`>`); a column ends after {} s.",
        plan.cube_limit.as_millis(),
        plan.task_limit.as_secs()
    )?;
    writeln!(text, "\n## Tables\n\n{}", tables(results))?;
    for column in &results.columns {
        match column.task {
            Task::FirstWithin { moves } => {
                writeln!(text, "## First solution of at most {moves} moves\n\n{}", times(plan, column))?;
            }
            Task::BestIn { budget } => {
                let budget = budget.as_millis();
                writeln!(text, "## Best solution in {budget} ms\n\n{}", lengths(plan, column))?;
            }
        }
    }
    write!(text, "{}", comparison(plan, results)?)?;
    Ok(text)
}

fn tables(results: &Results) -> Table {
    let mut table = Table::new(&["solver", "s to build", "MB of memory"]);
    for (name, cost) in &results.tables {
        let megabytes = cost.bytes.map(|bytes| format!("{:.1}", bytes as f64 / 1e6));
        table.add([Some(name.to_string()), Some(format!("{:.2}", cost.cpu.as_secs_f64())), megabytes]);
    }
    table
}

fn times(plan: &Plan, column: &Column) -> Table {
    let mut table =
        Table::new(&["solver", "cubes", "solved", "mean ms", "median ms", "p99 ms", "mean length"]);
    for (name, samples) in &column.samples {
        let statistics = Statistics::to_length(samples, plan.cube_limit);
        let cell = |of: &dyn Fn(&Statistics) -> String| statistics.as_ref().map(of);
        table.add([
            Some(name.to_string()),
            cell(&|all| all.cubes.to_string()),
            cell(&|all| share(all)),
            cell(&|all| all.mean.to_string()),
            cell(&|all| all.median.to_string()),
            cell(&|all| all.high.to_string()),
            mean_length(statistics.as_ref()),
        ]);
    }
    table
}

/// Returns the table of a task with a budget; its times only show whether the budget was kept.
fn lengths(plan: &Plan, column: &Column) -> Table {
    let mut table = Table::new(&["solver", "cubes", "answered", "mean length", "mean ms", "p99 ms"]);
    for &name in &plan.names {
        let statistics = Statistics::in_budget(samples_of(column, name));
        let cell = |of: &dyn Fn(&Statistics) -> String| statistics.as_ref().map(of);
        table.add([
            Some(name.to_string()),
            cell(&|all| all.cubes.to_string()),
            cell(&|all| share(all)),
            mean_length(statistics.as_ref()),
            cell(&|all| all.mean.to_string()),
            cell(&|all| all.high.to_string()),
        ]);
    }
    table
}

fn mean_length(statistics: Option<&Statistics>) -> Option<String> {
    statistics?.length.map(|length| format!("{length:.2}"))
}

fn share(statistics: &Statistics) -> String {
    format!("{:.1}%", statistics.solved as f64 * 100.0 / statistics.cubes as f64)
}

/// Compares each of cubegod's solvers with each peer.
fn comparison(plan: &Plan, results: &Results) -> Result<String, fmt::Error> {
    let pairs: Vec<(Name, Name)> = plan
        .names
        .iter()
        .filter(|name| name.is_ours())
        .flat_map(|&ours| plan.names.iter().filter(|name| !name.is_ours()).map(move |&other| (ours, other)))
        .collect();
    if pairs.is_empty() {
        return Ok(String::new());
    }
    let titles: Vec<String> = results.columns.iter().map(|column| column.task.to_string()).collect();
    let mut heads = vec!["ours : other"];
    heads.extend(titles.iter().map(String::as_str));
    let mut table = Table::new(&heads);
    for (ours, other) in pairs {
        let compared = results.columns.iter().map(|column| {
            let (ours, other) = (samples_of(column, ours), samples_of(column, other));
            match column.task {
                Task::FirstWithin { .. } => {
                    time_ratio(ours, other, plan.cube_limit).map(|ratio| format!("1 : {ratio}"))
                }
                Task::BestIn { .. } => {
                    length_difference(ours, other).map(|moves| format!("{moves:+.2} moves"))
                }
            }
        });
        table.add(std::iter::once(Some(format!("{ours} : {other}"))).chain(compared));
    }
    let mut text = String::from("## cubegod : peer\n\n");
    writeln!(
        text,
        "To a length: mean CPU time over the cubes that both tried; `1 : 3` means that the peer takes three times as long."
    )?;
    writeln!(text, "In a budget: how many moves more the peer needs, over the cubes that both solved.\n")?;
    write!(text, "{table}")?;
    Ok(text)
}

/// Returns the samples of a solver; empty if it does not support the task.
fn samples_of(column: &Column, name: Name) -> &[Sample] {
    column.samples.iter().find(|(other, _)| *other == name).map_or(&[], |(_, samples)| samples)
}

/// Rows of cells; the first column is left-aligned, the others right-aligned.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(heads: &[&str]) -> Table {
        Table { rows: vec![heads.iter().map(|&head| head.to_owned()).collect()] }
    }

    fn add(&mut self, cells: impl IntoIterator<Item = Option<String>>) {
        self.rows.push(cells.into_iter().map(|cell| cell.unwrap_or_else(|| NO_VALUE.to_owned())).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 { write!(f, "| {cell:<width$} ")? } else { write!(f, "| {cell:>width$} ")? }
            }
            writeln!(f, "|")?;
            if number == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let colon = if column == 0 { "-" } else { ":" };
                    write!(f, "|{}{colon}", "-".repeat(width + 1))?;
                }
                writeln!(f, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_aligned_and_empty_ones_are_marked() {
        let mut table = Table::new(&["solver", "≤ 22"]);
        table.add([Some("kewb".to_owned()), Some("> 12.3".to_owned())]);
        table.add([Some("min2phase".to_owned()), None]);
        let expected = "\
| solver    |   ≤ 22 |
|-----------|-------:|
| kewb      | > 12.3 |
| min2phase |      – |
";
        assert_eq!(table.to_string(), expected);
    }
}
