//! `alg`: rewrites and counts sequences of moves.

use crate::cli::AlgArguments;
use crate::error::{ErrorKind, Failure, RequestError, Stop, USAGE};
use crate::input::{Inputs, Origin};
use crate::output::Output;
use cubegod::{Alg, Metric};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    alg: String,
    length: usize,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<u64>,
}

pub(crate) fn run(arguments: &AlgArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let mut inputs = Inputs::algs(&arguments.algs)?;
    let mut is_usage = false;
    while let Some(record) = inputs.next() {
        let origin = record.origin;
        let result = match record.text {
            Ok(text) => answer(&text, &origin, arguments, &mut output),
            Err(error) => Err(error.into()),
        };
        is_usage |= origin.is_argument()
            && matches!(&result, Err(Failure::Request(error)) if error.kind() == ErrorKind::BadMoves);
        output.finish_record(&origin, result, inputs.would_wait())?;
    }
    let code = output.finish()?;
    Ok(if is_usage { USAGE } else { code })
}

fn answer(text: &str, origin: &Origin, arguments: &AlgArguments, output: &mut Output) -> Result<(), Failure> {
    let mut alg: Alg =
        text.parse().map_err(|error| RequestError::moves(error, text, origin.lines_above()))?;
    if let Some(axis) = arguments.mirror {
        alg = alg.mirrored(axis);
    }
    if arguments.invert {
        alg = alg.inverse();
    }
    if arguments.simplify {
        alg = alg.simplified(arguments.puzzle);
    }
    let order = arguments.order.then(|| alg.order(arguments.puzzle)).transpose()?;
    if output.is_json() {
        let metric = arguments.metric.unwrap_or_default();
        let answer =
            Answer { alg: alg.to_string(), length: alg.length(metric), metric: metric.name(), order };
        return Ok(output.object(&answer)?);
    }
    let length = arguments.metric.map(|metric: Metric| format!("{} {metric}", alg.length(metric)));
    let order = order.map(|order| format!("order {order}"));
    let fields: Vec<String> = [Some(alg.to_string()), length, order].into_iter().flatten().collect();
    // One answer is easier to read on several lines; many are easier to cut into columns.
    let separator = if origin.is_only_argument() { "\n" } else { "\t" };
    Ok(output.line(&fields.join(separator))?)
}
