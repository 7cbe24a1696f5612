//! A solved cube, and its response.

use super::{
    LengthNotReached, Options, Proof, ReadOut, ReadingFields, Shortfall, SolverResult, StageFields,
    Unfinished, lines,
};
use crate::certificate::{Certificate, DepthFields};
use crate::cube::ReadCube;
use crate::data::MatchFields;
use crate::option::MessageStyle;
use cubegod::{Alg, Cube, Metric};
use serde::Serialize;

/// A solved cube.
#[derive(Debug)]
pub struct Solved {
    pub(super) result: SolverResult,
    /// The length of the solution in the metric of the options.
    pub length: usize,
    /// The requested length, if the solution is longer.
    pub not_reached: Option<LengthNotReached>,
    /// The data of the solved cube.
    pub read_out: Option<ReadOut>,
    /// Whether the solution is known to be a shortest one in the metric of the options.
    pub optimal: bool,
    /// The time of the search in seconds, without loading or building tables.
    pub seconds: f64,
}

/// The response about one cube.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    puzzle: String,
    /// The cube in face letters; of several that fit, the one that was solved.
    cube: String,
    /// The line of the input that has the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    line: Option<usize>,
    /// The moves; not with `count` or `distance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// All solutions, the shortest first, with `all` or `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// The number of shortest solutions, with `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// The number of moves.
    length: usize,
    /// The stages of a human method.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageFields>>,
    /// The metric.
    metric: &'static str,
    /// The solver.
    method: &'static str,
    /// Whether the solution is known to be a shortest one.
    optimal: bool,
    /// The proven lower bound, if the solution is not proven to be a shortest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// The effort of the proof by depth; the last depth may be incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<DepthFields>>,
    /// The table that the proof used.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// Whether the solution is longer than requested: if it is `optimal`, no solution is shorter; otherwise none was found in the time or with the nodes of the request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    too_long: bool,
    /// The time of the search in seconds.
    seconds: f64,
    /// The data of the solved cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    /// The data in all requested orientations.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingFields>>,
    /// The matches of the expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<MatchFields>>,
    /// The number of cubes that fit, if one of several was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess_of: Option<u128>,
    /// How the text was interpreted, if it is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Response {
    /// Adds the line of the input that has the cube.
    pub fn in_line(self, line: Option<usize>) -> Response {
        Response { line, ..self }
    }
}

impl Solved {
    /// Returns the solution, or the best of several.
    pub fn solution(&self) -> &Alg {
        &self.result.solution
    }

    /// Returns all solutions, where the options ask for several.
    pub fn solutions(&self) -> Option<&[Alg]> {
        self.result.all.as_deref()
    }

    /// Returns the stages of a human method: their names and moves.
    pub fn stages(&self) -> Option<Vec<(&'static str, Alg)>> {
        self.result.human.as_ref().map(|solution| solution.stages())
    }

    fn stage_fields(&self, metric: Metric) -> Option<Vec<StageFields>> {
        let stages = self.stages()?;
        Some(stages.iter().map(|(name, alg)| StageFields::new(name, alg, metric)).collect())
    }

    /// Returns the name of the solver that found the solution.
    pub fn method(&self) -> &'static str {
        self.result.method
    }

    /// Returns the response; `guess_of` is the number of cubes that fit if this is one of several.
    pub fn to_response(
        &self,
        read_cube: &ReadCube,
        cube: &Cube,
        guess_of: Option<u128>,
        options: &Options,
        style: MessageStyle,
    ) -> Response {
        let (result, optimal) = (&self.result, self.optimal);
        let is_one = !options.distance && !options.count;
        let read_out = self.read_out.as_ref().map(ReadOut::to_fields).unwrap_or_default();
        Response {
            puzzle: cube.size().to_string(),
            cube: cube.to_string(),
            line: None,
            solution: is_one.then(|| result.solution.to_string()),
            solutions: result.all.as_ref().map(|all| all.iter().map(Alg::to_string).collect()),
            count: result.count,
            length: self.length,
            stages: self.stage_fields(options.metric),
            metric: options.metric.name(),
            method: result.method,
            optimal,
            at_least: result.proof.as_ref().filter(|_| !optimal).map(|proof| proof.at_least),
            depths: result.proof.as_ref().map(Proof::depth_fields),
            table: result.proof.as_ref().and_then(Proof::table_name),
            too_long: self.not_reached.is_some(),
            seconds: self.seconds,
            data: read_out.data,
            readings: read_out.readings,
            matches: read_out.matches,
            guess_of,
            note: read_cube.note.as_ref().map(|note| note.statement(style.language)),
        }
    }

    /// Returns what an incomplete proof shows; nothing if the proof is complete or there is none.
    pub fn unfinished(&self) -> Option<Unfinished> {
        let proof = self.result.proof.as_ref().filter(|proof| proof.was_stopped)?;
        Some(Unfinished { known: self.length, at_least: proof.at_least })
    }

    /// Returns what the solution lacks: a proof that was stopped, or a length that was not reached.
    pub fn shortfall(&self) -> Option<Shortfall> {
        let unfinished = self.unfinished().map(Shortfall::Unfinished);
        unfinished.or(self.not_reached.map(Shortfall::Length))
    }

    /// Returns the certificate of a complete proof.
    pub fn certificate(&self) -> Option<Certificate> {
        let proof = self.result.proof.as_ref().filter(|_| self.result.optimal)?;
        Some(proof.certificate(&self.result.solution))
    }

    /// Returns the lines of text output: solutions, or their number or length, and the stages. A proof that was stopped has the
    /// best known solution, if the request is for one.
    pub fn lines(&self, options: &Options) -> Vec<String> {
        let result = &self.result;
        if self.unfinished().is_some() && !Unfinished::has_solution(options) {
            return Vec::new();
        }
        let mut output = match (&result.all, result.count) {
            _ if options.distance => vec![self.length.to_string()],
            (_, Some(count)) => vec![count.to_string()],
            (Some(all), None) => all.iter().map(Alg::to_string).collect(),
            (None, None) => vec![result.solution.to_string()],
        };
        if let Some(stages) = self.stage_fields(options.metric).filter(|_| options.stages) {
            output.extend(lines(&stages, self.length));
        }
        output
    }
}
