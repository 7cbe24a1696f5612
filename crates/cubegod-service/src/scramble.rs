//! Random cubes, as moves or in another layout.

use crate::cube::{usual_alphabet, write_in};
use crate::entropy;
use crate::error::RequestError;
use crate::named::{FacesName, FormatName, SizeName};
use crate::option::OptionId;
use crate::solvers::Solvers;
use cubegod::cube::Corner;
use cubegod::formats::Format;
use cubegod::moves::{EndConstraints, FaceSet};
use cubegod::scramble::generator;
use cubegod::solve::SolveError;
use cubegod::{Cancellation, Cube, Cube2, Cube3, Face, Size};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// A request for a random cube.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ScrambleRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The size, 2x2 or 3x3; by default 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
    /// The seed: the same seed gives the same cube. The response has the seed that was used.
    pub seed: Option<u64>,
    /// The layout; with `moves`, the default, the response has `scramble`, otherwise `text`.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub to: Option<FormatName>,
    /// The faces that the moves of a 2x2 turn, at least one of each axis; by default `URF`.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub faces: Option<FacesName>,
}

/// A random cube.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ScrambleResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters.
    pub cube: String,
    /// Moves that make it from a solved one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<String>,
    /// The cube in the requested layout, unless that is moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The seed that was used.
    pub seed: u64,
}

/// Options for random cubes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Options {
    /// The size.
    pub puzzle: Size,
    /// The seed; random if there is none.
    pub seed: Option<u64>,
    /// The layout to write.
    pub to: Format,
    /// Restrictions on the first and the last move.
    pub ends: EndConstraints,
    /// The faces that the moves turn; without it, U, R and F for a 2x2 and all for a 3x3. Faces around one corner leave the
    /// opposite corner at home.
    pub faces: Option<FaceSet>,
}

impl Options {
    /// Checks that there are such cubes.
    ///
    /// # Errors
    ///
    /// There are no random cubes of the size, or the options exclude each other.
    pub fn check(&self) -> Result<(), RequestError> {
        if self.puzzle > Size::THREE {
            return Err(RequestError::NoScramble { size: self.puzzle });
        }
        if self.seed.or_else(entropy::seed).is_none() {
            return Err(RequestError::NoSeed);
        }
        let limited = [(self.ends.not_first, OptionId::NotFirst), (self.ends.not_last, OptionId::NotLast)];
        match limited.into_iter().find(|(face, _)| face.is_some()) {
            Some((_, first)) if self.to != Format::Moves => {
                return Err(RequestError::Conflict {
                    first: first.into(),
                    second: OptionId::To.with(self.to),
                });
            }
            _ => {}
        }
        match self.faces {
            Some(_) if self.puzzle != Size::TWO => {
                let (option, any_of) = (OptionId::Faces, vec![OptionId::Puzzle.with("2x2")]);
                Err(RequestError::Needs { option, any_of })
            }
            Some(faces) if !faces.covers_all_axes() => Err(RequestError::ScrambleFaces { faces }),
            _ => Ok(()),
        }
    }
}

/// Responds to a request.
///
/// # Errors
///
/// There are no random cubes of the size, or the token was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{Solvers, scramble};
///
/// let request: scramble::Request = serde_json::from_str(r#"{"seed": 7, "to": "facelets"}"#).unwrap();
/// let solvers = Solvers::with_small_tables();
/// let response = scramble::respond(&request, &solvers, Cancellation::never()).unwrap();
/// assert_eq!((response.seed, response.scramble, response.text), (7, None, Some(response.cube)));
/// ```
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
) -> Result<Response, RequestError> {
    let options = Options {
        puzzle: request.puzzle.map_or(Size::THREE, |size| size.0),
        seed: request.seed,
        to: request.to.map_or(Format::Moves, |format| format.0),
        ends: EndConstraints::default(),
        faces: request.faces.map(|faces| faces.0),
    };
    options.check()?;
    Scrambles::new(options, solvers).draw(cancellation)?.to_response()
}

/// A sequence of random cubes.
pub struct Scrambles<'a> {
    options: Options,
    solvers: &'a Solvers,
    seed: u64,
    random: ChaCha8Rng,
}

/// A random cube.
#[derive(Clone, Debug)]
pub struct RandomCube {
    cube: Cube,
    /// The moves, if the layout is moves.
    moves: Option<String>,
    to: Format,
    seed: u64,
}

impl<'a> Scrambles<'a> {
    /// Returns the sequence of the seed in the options, or of a random seed.
    pub fn new(options: Options, solvers: &'a Solvers) -> Scrambles<'a> {
        // `Options::check` refuses options without any seed.
        let seed = options.seed.or_else(entropy::seed).unwrap_or_default();
        Scrambles { options, solvers, seed, random: generator(seed) }
    }

    /// Returns the next cube.
    ///
    /// # Errors
    ///
    /// No moves begin and end as requested, or the token was cancelled.
    pub fn draw(&mut self, cancellation: &Cancellation) -> Result<RandomCube, RequestError> {
        cancellation.check()?;
        let Options { puzzle, to, ends, faces, .. } = self.options;
        let is_moves = to == Format::Moves;
        let (cube, moves) = if puzzle == Size::TWO {
            let table = self.solvers.pocket();
            let faces = faces.unwrap_or_else(|| [Face::U, Face::R, Face::F].into_iter().collect());
            let mut cube = Cube2::random_scramble(&mut self.random, table);
            if let Some(corner) = Corner::fixed_by(faces) {
                cube = cube.held_at_home(corner);
            }
            let moves =
                is_moves.then(|| table.moves_making_with(&cube, faces, ends).ok_or(SolveError::NoMoves));
            (Cube::from(cube), moves.transpose()?)
        } else {
            let cube = Cube::from(Cube3::random_scramble(&mut self.random));
            let moves = is_moves.then(|| self.solvers.moves_making(&cube, ends, cancellation));
            (cube, moves.transpose()?)
        };
        Ok(RandomCube { cube, moves: moves.map(|moves| moves.to_string()), to, seed: self.seed })
    }
}

impl RandomCube {
    /// Writes the cube in the layout of the options.
    ///
    /// # Errors
    ///
    /// The layout cannot express the cube.
    pub fn text(&self) -> Result<String, RequestError> {
        match &self.moves {
            Some(moves) => Ok(moves.clone()),
            None => {
                let stickers = self.cube.stickers().map(|&color| Some(color));
                write_in(&stickers, self.to, &usual_alphabet(self.to))
            }
        }
    }

    /// Returns the response.
    ///
    /// # Errors
    ///
    /// The layout cannot express the cube.
    pub fn to_response(self) -> Result<Response, RequestError> {
        let (puzzle, cube) = (self.cube.size().to_string(), self.cube.to_string());
        let text = self.moves.is_none().then(|| self.text()).transpose()?;
        Ok(Response { puzzle, cube, scramble: self.moves, text, seed: self.seed })
    }
}
