//! Conversions of the errors of the library.

use super::{InputError, RequestError};
use crate::certificate::CertificateError;
use crate::diagnosis::Diagnosis;
use cubegod::data::{DataError, ExpressionError};
use cubegod::formats::LayoutError;
use cubegod::moves::NoSuchLayer;
use cubegod::solve::SolveError;
use cubegod::view::UnsupportedSize;
use cubegod::{Cancelled, IllegalCube};
use cubegod_contest::judge::DataSetError;

impl From<Diagnosis> for RequestError {
    fn from(diagnosis: Diagnosis) -> RequestError {
        RequestError::Illegal(Box::new(diagnosis))
    }
}

impl From<LayoutError> for RequestError {
    fn from(error: LayoutError) -> RequestError {
        RequestError::Read { error: error.into(), caret: None }
    }
}

impl From<CertificateError> for RequestError {
    fn from(error: CertificateError) -> RequestError {
        RequestError::Certificate(error)
    }
}

impl From<Cancelled> for RequestError {
    fn from(_: Cancelled) -> RequestError {
        RequestError::Cancelled
    }
}

impl From<InputError> for RequestError {
    fn from(error: InputError) -> RequestError {
        RequestError::Input(error)
    }
}

impl From<DataError> for RequestError {
    fn from(error: DataError) -> RequestError {
        RequestError::Data(error)
    }
}

impl From<ExpressionError> for RequestError {
    fn from(error: ExpressionError) -> RequestError {
        RequestError::Expression(error)
    }
}

impl From<IllegalCube> for RequestError {
    fn from(illegal: IllegalCube) -> RequestError {
        RequestError::IllegalCube(illegal)
    }
}

impl From<NoSuchLayer> for RequestError {
    fn from(error: NoSuchLayer) -> RequestError {
        RequestError::NoLayer(error)
    }
}

impl From<UnsupportedSize> for RequestError {
    fn from(error: UnsupportedSize) -> RequestError {
        RequestError::UnsupportedSize(error)
    }
}

impl From<SolveError> for RequestError {
    fn from(error: SolveError) -> RequestError {
        RequestError::Solve(error)
    }
}

impl From<DataSetError> for RequestError {
    fn from(error: DataSetError) -> RequestError {
        RequestError::Contest(error)
    }
}
