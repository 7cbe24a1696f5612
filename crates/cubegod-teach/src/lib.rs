//! Human methods and explained lessons, in English and Chinese.
//!
//! A [`LessonBuilder`] turns a cube into a [`Lesson`] of stages and steps. Every statement of a step is a fact computed from
//! the cube ([`Reason`], [`Postcondition`], [`Placement`]). [`LessonText`] puts the facts into words, and [`text`], [`page`]
//! and [`fields`] render whole lessons.
//!
//! # Examples
//!
//! ```
//! use cubegod::{Cube, Size};
//! use cubegod_teach::{Language, LessonBuilder, LessonText, Method};
//!
//! let cube = Cube::solved(Size::TWO).unwrap().apply(&"R U F2".parse().unwrap()).unwrap();
//! let lesson = LessonBuilder::new(Method::ThreeStep).lesson(&cube).unwrap();
//! let text = LessonText::new(Language::English);
//! assert_eq!(
//!     text.step(&lesson, 0).observation,
//!     "The white-orange-blue corner is at the top back right, white facing up."
//! );
//! for step in lesson.steps() {
//!     assert!(step.postcondition.holds(&lesson.after(step), &step.places_after()));
//! }
//! ```
#![forbid(unsafe_code)]

mod cfop;
pub mod fields;
mod layers;
mod lesson;
mod lesson_text;
pub mod methods;
mod oriented;
pub mod page;
mod pieces;
mod postcondition;
mod practice;
mod reason;
#[cfg(test)]
mod tests;
pub mod text;
mod three_step;

pub use lesson::{Lesson, Stage, Step, Subject};
pub use lesson_text::{ColorNames, Labels, Language, LessonText, StepText, UnknownLanguage};
pub use pieces::{PieceSet, Placement};
pub use postcondition::Postcondition;
pub use practice::{Displacement, Effect, PathChange, Practice};
pub use reason::{Algorithm, Approach, Disturbance, Insertion, Reason, TopLayerPattern, Variant};

use crate::methods::cfop::CfopSolver;
use crate::methods::three_step::ThreeStepSolver;
use cubegod::Cube;
use cubegod::geometry::Size;
use layers::LayersLessonBuilder;
use std::fmt;
use std::str::FromStr;

/// A human method.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Method {
    /// The 2x2 in three steps: the white layer, the yellow face, the last layer.
    ThreeStep,
    /// The 3x3 layer by layer, with a few algorithms.
    Layers,
    /// The 3x3 as speedcubers do it: cross, pairs, and one algorithm each to orient and to permute the last layer.
    Cfop,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::ThreeStep, Method::Layers, Method::Cfop];

    /// Returns the beginner's method for a size.
    pub fn of_size(size: Size) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.size() == size)
    }

    /// Returns the name in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Method::ThreeStep => "three-step",
            Method::Layers => "layers",
            Method::Cfop => "cfop",
        }
    }

    /// Returns the size of the cubes that the method solves.
    pub const fn size(self) -> Size {
        match self {
            Method::ThreeStep => Size::TWO,
            Method::Layers | Method::Cfop => Size::THREE,
        }
    }

    /// Returns the names of the stages in order.
    pub(crate) fn stage_names(self) -> &'static [&'static str] {
        match self {
            Method::ThreeStep => &methods::three_step::Stage::NAMES,
            Method::Layers => &methods::layers::Stage::NAMES,
            Method::Cfop => &methods::cfop::Stage::NAMES,
        }
    }
}

/// The error for an unknown method.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("unknown method `{0}`; expected one of {methods}", methods = Method::ALL.map(Method::name).join(", "))]
pub struct UnknownMethod(String);

/// Reads a name in any case.
impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        let matches = |method: &Method| method.name().eq_ignore_ascii_case(name);
        Method::ALL.into_iter().find(matches).ok_or_else(|| UnknownMethod(name.chars().take(100).collect()))
    }
}

/// `three-step`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a cube of another size than the method solves.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the method {method} is for {} cubes; this one is {size}", method.size())]
pub struct LessonError {
    /// The method.
    pub method: Method,
    /// The size of the cube.
    pub size: Size,
}

/// Solves cubes by one method and explains the solutions.
///
/// # Examples
///
/// ```
/// use cubegod::Cube;
/// use cubegod_teach::{LessonBuilder, Method};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cube: Cube = "R U R' U'".parse()?;
/// let lesson = LessonBuilder::new(Method::Cfop).lesson(&cube)?;
/// assert!(cube.apply(lesson.solution())?.is_solved());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LessonBuilder {
    solver: Solver,
}

#[derive(Debug)]
enum Solver {
    ThreeStep(Box<ThreeStepSolver>),
    Layers(Box<LayersLessonBuilder>),
    Cfop(Box<CfopSolver>),
}

impl LessonBuilder {
    /// Builds the tables of the method's solver, in less than a tenth of a second.
    pub fn new(method: Method) -> LessonBuilder {
        let solver = match method {
            Method::ThreeStep => Solver::ThreeStep(Box::default()),
            Method::Layers => Solver::Layers(Box::new(LayersLessonBuilder::new())),
            Method::Cfop => Solver::Cfop(Box::default()),
        };
        LessonBuilder { solver }
    }

    /// Returns the method.
    pub fn method(&self) -> Method {
        match self.solver {
            Solver::ThreeStep(_) => Method::ThreeStep,
            Solver::Layers(_) => Method::Layers,
            Solver::Cfop(_) => Method::Cfop,
        }
    }

    /// Solves a cube in the given orientation and explains the solution.
    ///
    /// # Errors
    ///
    /// The method is for cubes of another size.
    pub fn lesson(&self, cube: &Cube) -> Result<Lesson, LessonError> {
        match (&self.solver, cube) {
            (Solver::ThreeStep(solver), Cube::Two(cube)) => Ok(three_step::lesson(solver, cube)),
            (Solver::Layers(builder), Cube::Three(cube, centres)) => {
                Ok(layers::lesson(builder, cube, *centres))
            }
            (Solver::Cfop(solver), Cube::Three(cube, centres)) => Ok(cfop::lesson(solver, cube, *centres)),
            _ => Err(LessonError { method: self.method(), size: cube.size() }),
        }
    }
}
