//! Why there is no answer.

use crate::cube_error::CubeError;

/// Why a request was not answered.
#[derive(Debug)]
pub enum RequestError {
    /// The fields of the request make no sense together; says what would.
    Misuse(String),
    /// Something is wrong with the cube, or with what should be done with it.
    CubeError(CubeError),
    /// Nobody wants the answer any more, and there was none yet.
    Stopped,
}

impl<P: Into<CubeError>> From<P> for RequestError {
    fn from(problem: P) -> RequestError {
        RequestError::CubeError(problem.into())
    }
}

impl RequestError {
    /// Two fields that were given although they exclude each other, where there are such.
    pub(crate) fn unless_apart(given: &[(bool, &str)]) -> Result<(), RequestError> {
        let mut given = given.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| name);
        match (given.next(), given.next()) {
            (Some(first), Some(second)) => {
                Err(RequestError::Misuse(format!("{first} does not go with {second}; leave one of them out")))
            }
            _ => Ok(()),
        }
    }

    /// A field that means nothing without another.
    pub(crate) fn unless_with(
        is_given: bool,
        name: &str,
        needed: bool,
        other: &str,
    ) -> Result<(), RequestError> {
        match is_given && !needed {
            true => Err(RequestError::Misuse(format!("{name} needs {other}; add it, or leave out {name}"))),
            false => Ok(()),
        }
    }
}
