//! The request and its response.

use super::{Method, Options, ReadOutOptions, Response, Session, SolveContext, target};
use crate::check::read_options;
use crate::cube::{ACCEPTING, ReadCube, Selected, Selection, face_letters};
use crate::data::DataText;
use crate::error::{ErrorFields, ErrorKind, RequestError};
use crate::named::{FacesName, FormatName, MetricName, SizeName};
use crate::option::{MessageStyle, OptionId};
use crate::solvers::Solvers;
use crate::time::Time;
use cubegod::data::Expression;
use cubegod::moves::FaceSet;
use cubegod::{Cancellation, Cube};
use serde::{Deserialize, Serialize};

/// A request about one cube.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The cube, in any layout; `?`, `*` or `.` for unknown stickers.
    pub cube: String,
    /// The method; by default the fast search.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub method: Option<Method>,
    /// The metric; by default half turns.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub metric: Option<MetricName>,
    /// Reach this cube instead of the solved one.
    pub target: Option<String>,
    /// End with white up and green in front, not just with one colour per face (2x2).
    #[serde(default)]
    pub exact: bool,
    /// Turn only these faces.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub faces: Option<FacesName>,
    /// Stop at the first solution of at most this length (3x3); a longer one is `too_long`.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub max_length: Option<usize>,
    /// Search for shorter solutions, or prove that there are none, for this long (3x3), within the time limit of the server.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub budget: Option<Time>,
    /// Search this many nodes for shorter solutions (3x3), instead of a time: the answer is the same on every machine.
    pub nodes: Option<u64>,
    /// The number of different solutions, the shortest first (3x3).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10_000))]
    pub solutions: Option<usize>,
    /// Require a solution of at most this many moves, with `optimal`.
    pub at_most: Option<usize>,
    /// Every shortest solution (2x2; 3x3 with `optimal`).
    #[serde(default)]
    pub all: bool,
    /// With `all` or `count`, one solution per symmetry class (3x3 with `optimal`).
    #[serde(default)]
    pub essential: bool,
    /// Only the shortest solutions with the fewest quarter turns, with `optimal`.
    #[serde(default)]
    pub fewest_quarter_turns: bool,
    /// Only the number of shortest solutions (2x2; 3x3 with `optimal`).
    #[serde(default)]
    pub count: bool,
    /// Only the number of moves (2x2; 3x3 with `optimal`).
    #[serde(default)]
    pub distance: bool,
    /// Solve one of the legal cubes that fit the known stickers.
    #[serde(default)]
    pub any: bool,
    /// Solve every cube that fits the known stickers, 1,000 at most.
    #[serde(default)]
    pub each: bool,
    /// Allowed with human methods, whose responses always have stages.
    #[serde(default)]
    pub stages: bool,
    /// Characters on the stickers, one for each.
    pub data: Option<String>,
    /// The layout of the data; by default that of the cube.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub data_from: Option<FormatName>,
    /// Read the data with the face of this colour up.
    pub up: Option<char>,
    /// Read the data with the face of this colour in front.
    pub front: Option<char>,
    /// Read the data in all 24 orientations.
    #[serde(default)]
    pub all_orientations: bool,
    /// Only readings of the data that match this regular expression.
    pub grep: Option<String>,
    /// The layout of the cube; detected if it is not given.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub from: Option<FormatName>,
    /// The size of the cube; detected if it is not given. Moves are applied to a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
}

/// The most cubes that `each` solves.
pub const MAX_EACH: u128 = 1_000;

/// The response to a request: about one cube, or with `each` about every cube that fits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveResponses))]
#[serde(untagged)]
pub enum Responses {
    /// About one cube.
    One(Box<Response>),
    /// About every cube that fits.
    Each(EachResponse),
}

/// The solutions of every cube that fits the known stickers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveEachResponse))]
pub struct EachResponse {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube as it was read, in face letters, `?` for unknown stickers.
    pub cube: String,
    /// The number of cubes that fit.
    pub count: u128,
    /// The response for each of them, or the error.
    pub each: Vec<EachResult>,
}

/// The response about one of several cubes, or the error.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveEachResult))]
#[serde(untagged)]
pub enum EachResult {
    /// The response.
    Solved(Box<Response>),
    /// The error.
    Failed {
        /// The cube, in face letters.
        cube: String,
        /// The error, as programs get it.
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        error: Box<ErrorFields<'static>>,
    },
}

/// Responds to a request.
///
/// # Errors
///
/// The options exclude each other, the text is not a cube, several cubes fit it and neither `any` nor `each` is given, there is
/// no solution, or the search was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod_service::solve::{self, SolveContext};
/// use cubegod_service::{MessageStyle, Solvers};
///
/// let request: solve::Request = serde_json::from_str(r#"{"cube": "R U", "puzzle": "2x2"}"#).unwrap();
/// let solvers = Solvers::with_small_tables();
/// let context = SolveContext::default();
/// let response = solve::respond(&request, &solvers, &context, MessageStyle::NEUTRAL).unwrap();
/// assert_eq!(serde_json::to_value(&response).unwrap()["solution"], "U' R'");
/// ```
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    context: &SolveContext<'_>,
    style: MessageStyle,
) -> Result<Responses, RequestError> {
    let cancellation = context.cancellation;
    let session = Session::new(solvers, request.options(cancellation)?);
    let read = read_options(request.from, request.puzzle);
    let read_cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    let solve = |cube: &Cube, guess_of: Option<u128>| {
        let solved = session.solve(&read_cube, cube, context)?;
        Ok(Box::new(solved.to_response(&read_cube, cube, guess_of, session.options(), style)))
    };
    let each: Vec<EachResult> = match read_cube.select(request.selection(), ACCEPTING, cancellation)? {
        Selected::Only(cube) if request.each => vec![EachResult::Solved(solve(&cube, None)?)],
        Selected::Only(cube) => return solve(&cube, None).map(Responses::One),
        Selected::Any { cube, of } => return solve(&cube, Some(of)).map(Responses::One),
        Selected::Each(several) => {
            let results = several.iter().map(|cube| {
                cancellation.check()?;
                each_result(&cube, solve(&cube, None), style)
            });
            results.collect::<Result<_, _>>()?
        }
    };
    let stickers = &read_cube.reading.stickers;
    let (puzzle, cube) = (stickers.size().to_string(), face_letters(stickers));
    Ok(Responses::Each(EachResponse { puzzle, cube, count: each.len() as u128, each }))
}

/// Returns the result for one of several cubes. A cancelled request ends with the first cube that it concerns.
fn each_result(
    cube: &Cube,
    solved: Result<Box<Response>, RequestError>,
    style: MessageStyle,
) -> Result<EachResult, RequestError> {
    match solved {
        Ok(response) => Ok(EachResult::Solved(response)),
        Err(error) if error.kind() == ErrorKind::Cancelled => Err(error),
        Err(error) => {
            let error = Box::new(error.to_fields(style, None, None));
            Ok(EachResult::Failed { cube: cube.to_string(), error })
        }
    }
}

impl Request {
    fn selection(&self) -> Selection {
        match (self.each, self.any) {
            (true, _) => Selection::Each { max: MAX_EACH },
            (_, true) => Selection::Any,
            _ => Selection::Only,
        }
    }

    /// Returns the options, checked as far as that is possible without the cube.
    pub(super) fn options(&self, cancellation: &Cancellation) -> Result<Options, RequestError> {
        self.check()?;
        let grep = self.grep.as_deref().map(Expression::new).transpose();
        let read = read_options(self.from, self.puzzle);
        let read_target = |text: &String| {
            let reading = cubegod::reading::read_with(text, &read, cancellation)?;
            target(reading.map_err(|error| RequestError::reading(error, text, 0)), cancellation)
        };
        let options = Options {
            method: self.method.unwrap_or_default(),
            metric: self.metric.unwrap_or_default().0,
            target: None,
            exact: self.exact,
            faces: self.faces.map_or(FaceSet::ALL, |faces| faces.0),
            max_length: self.max_length,
            budget: self.budget.map(|time| time.0),
            nodes: self.nodes,
            solutions: self.solutions,
            at_most: self.at_most,
            all: self.all,
            essential: self.essential,
            fewest_quarter_turns: self.fewest_quarter_turns,
            count: self.count,
            distance: self.distance,
            any: self.any,
            stages: self.stages,
            data: DataText::of_request(&self.data, self.data_from)?,
            read_out: ReadOutOptions {
                up: self.up,
                front: self.front,
                all_orientations: self.all_orientations,
                grep: grep?,
            },
        };
        options.check()?;
        // Read last, as it takes longer than everything else.
        Ok(Options { target: self.target.as_ref().map(read_target).transpose()?, ..options })
    }

    fn check(&self) -> Result<(), RequestError> {
        let (all, count, distance) =
            ((self.all, OptionId::All), (self.count, OptionId::Count), (self.distance, OptionId::Distance));
        let data = (self.data.is_some(), OptionId::Data);
        let solutions = (self.solutions.is_some(), OptionId::Solutions);
        RequestError::check_exclusive(&[all, count, distance, solutions])?;
        RequestError::check_exclusive(&[(self.each, OptionId::Each), (self.any, OptionId::Any)])?;
        RequestError::check_exclusive(&[count, data])?;
        RequestError::check_exclusive(&[distance, data])?;
        let all_orientations = (self.all_orientations, OptionId::AllOrientations);
        let (up, front) = ((self.up.is_some(), OptionId::Up), (self.front.is_some(), OptionId::Front));
        RequestError::check_exclusive(&[all_orientations, up])?;
        RequestError::check_exclusive(&[all_orientations, front])?;
        for option in [up, front, all_orientations, (self.grep.is_some(), OptionId::Grep)] {
            RequestError::check_needed(option, data)?;
        }
        Ok(())
    }
}
