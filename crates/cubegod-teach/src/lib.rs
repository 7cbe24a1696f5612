//! Human methods and explained lessons, in English and Chinese.
//!
//! A [`Teacher`] turns a cube into a [`Lesson`] of stages and steps. Every statement of a step is a fact computed from the
//! cube ([`Reason`], [`Postcondition`], [`Placement`]). A [`Narrator`] puts the facts into words, and [`text`], [`page`] and
//! [`fields`] render whole lessons.
//!
//! ```
//! use cubegod_teach::{Language, Method, Teacher, Narrator};
//! use cubegod::{Alg, Cube2};
//!
//! let cube = Cube2::SOLVED.apply(&"R U F2".parse::<Alg>().unwrap()).unwrap().stickers();
//! let lesson = Teacher::new(Method::ThreeStep).lesson(&cube).unwrap();
//! let narrator = Narrator::new(Language::English);
//! assert_eq!(
//!     narrator.step(&lesson, 0).seen,
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
pub mod methods;
mod narrator;
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
pub use narrator::{ColorNames, Explanation, Labels, Language, Narrator, UnknownLanguage};
pub use pieces::{PieceSet, Placement};
pub use postcondition::Postcondition;
pub use practice::{Displacement, Effect, PathChange, Practice};
pub use reason::{Algorithm, Approach, Disturbance, Insertion, Reason, Seen, Variant};

use crate::methods::cfop::CfopSolver;
use crate::methods::three_step::ThreeStepSolver;
use cubegod::color::Color;
use cubegod::cube::IllegalCube;
use cubegod::geometry::Size;
use cubegod::stickers::Stickers;
use layers::LayersTeacher;
use std::fmt;

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
}

/// `three-step`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why there is no lesson for a cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// The stickers are not a legal cube.
    #[error(transparent)]
    IllegalCube(#[from] IllegalCube),
    /// The method is for cubes of another size.
    #[error("the method {method} is for {} cubes; this one is {size}", method.size())]
    OtherSize {
        /// The method.
        method: Method,
        /// The size of the cube.
        size: Size,
    },
}

/// Solves cubes by one method and explains the solutions.
#[derive(Debug)]
pub struct Teacher {
    solver: Solver,
}

#[derive(Debug)]
enum Solver {
    ThreeStep(Box<ThreeStepSolver>),
    Layers(Box<LayersTeacher>),
    Cfop(Box<CfopSolver>),
}

impl Teacher {
    /// Builds the tables of the method's solver, in less than a tenth of a second.
    pub fn new(method: Method) -> Teacher {
        let solver = match method {
            Method::ThreeStep => Solver::ThreeStep(Box::default()),
            Method::Layers => Solver::Layers(Box::new(LayersTeacher::new())),
            Method::Cfop => Solver::Cfop(Box::default()),
        };
        Teacher { solver }
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
    /// Fails if the stickers are not a legal cube, or if the method is for cubes of another size.
    pub fn lesson(&self, stickers: &Stickers<Color>) -> Result<Lesson, LessonError> {
        let (method, size) = (self.method(), stickers.size());
        if method.size() != size {
            return Err(LessonError::OtherSize { method, size });
        }
        match &self.solver {
            Solver::ThreeStep(solver) => Ok(three_step::lesson(solver, stickers)?),
            Solver::Layers(teacher) => Ok(layers::lesson(teacher, stickers)?),
            Solver::Cfop(solver) => Ok(cfop::lesson(solver, stickers)?),
        }
    }
}
