//! Conversions of the errors of the library.

use super::{ErrorKind, InputError, RequestError};
use crate::certificate::CertificateError;
use crate::diagnosis::Diagnosis;
use cubegod::data::{DataError, ExpressionError};
use cubegod::formats::LayoutError;
use cubegod::moves::NoSuchLayer;
use cubegod::solve::SolveError;
use cubegod::view::UnsupportedSize;
use cubegod::{Cancelled, CubeError, IllegalCube};
use cubegod_contest::judge::DataSetError;

/// Implements the conversion of each error by an expression.
macro_rules! conversions {
    ($($type:ty: $error:pat => $converted:expr,)*) => {$(
        impl From<$type> for RequestError {
            fn from($error: $type) -> RequestError {
                $converted
            }
        }
    )*};
}

conversions! {
    Cancelled: _ => RequestError::Cancelled,
    CertificateError: error => RequestError::Certificate(error),
    CubeError: error => match error {
        CubeError::UnsupportedSize(error) => error.into(),
        CubeError::Illegal(illegal) => illegal.into(),
        CubeError::Unreadable(error) => RequestError::Read { error, caret: None },
        other => RequestError::new(ErrorKind::Ambiguous, other.to_string()),
    },
    DataError: error => RequestError::Data(error),
    DataSetError: error => RequestError::Contest(error),
    Diagnosis: diagnosis => RequestError::Illegal(Box::new(diagnosis)),
    ExpressionError: error => RequestError::Expression(error),
    IllegalCube: illegal => RequestError::IllegalCube(illegal),
    InputError: error => RequestError::Input(error),
    LayoutError: error => RequestError::Read { error: error.into(), caret: None },
    NoSuchLayer: error => RequestError::NoLayer(error),
    SolveError: error => RequestError::Solve(error),
    UnsupportedSize: error => RequestError::UnsupportedSize(error),
}
