//! Requests of the service, as JSON.

use crate::{MAX_BYTES, assert_text};
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::{Cancellation, Metric};
use cubegod_service::{MessageStyle, OptimalTables, RequestError, Solvers, Spelling};
use cubegod_teach::Language;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

/// The number of times that a request may check whether it is cancelled. Searches check it every few microseconds.
const MAX_CHECKS: u32 = 2000;

/// Solvers with small tables, and for proofs with tables without bounds, as the smallest ones take a while to build.
pub(crate) static SOLVERS: LazyLock<Solvers> = LazyLock::new(|| {
    let tables = Arc::new(EmptyTables::default());
    Solvers::with_small_tables().with_optimal_tables(tables)
});

/// Tables without bounds, each created when it is first needed.
#[derive(Default)]
struct EmptyTables {
    half_turns: OnceLock<Arc<OptimalTable>>,
    quarter_turns: OnceLock<Arc<OptimalTable>>,
}

impl OptimalTables for EmptyTables {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let place = if smallest.metric() == Metric::Qtm { &self.quarter_turns } else { &self.half_turns };
        let table = || OptimalTable::new(smallest, vec![0; smallest.bytes()]).expect("it has the right size");
        Ok(Arc::clone(place.get_or_init(|| Arc::new(table()))))
    }
}

/// Reads a request and responds to it in both languages. The token is cancelled after a fixed number of checks, so that searches
/// are short and results do not depend on the clock.
///
/// The response must be one line of JSON, and an error must be readable. Both languages must agree on which it is.
pub(crate) fn check_request<Request: DeserializeOwned>(
    data: &[u8],
    respond: impl Fn(&Request, &Cancellation, MessageStyle) -> Result<Vec<u8>, RequestError>,
) {
    if data.len() > MAX_BYTES {
        return;
    }
    // The message for invalid JSON is that of the JSON library; edges put it into their own errors.
    let Ok(request) = serde_json::from_slice::<Request>(data) else { return };
    let [english, chinese] = [Language::English, Language::Chinese].map(|language| {
        let style = MessageStyle::new(Spelling::JSON, language);
        match respond(&request, &bounded(), style) {
            Ok(response) => {
                assert!(serde_json::from_slice::<serde::de::IgnoredAny>(&response).is_ok());
                assert!(!response.contains(&b'\n'));
                None
            }
            Err(error) => {
                assert_text(&error.message(style));
                to_json(&error.to_fields(style, None, Some(1))).expect("errors have a JSON form");
                Some(error.kind())
            }
        }
    });
    assert_eq!(english, chinese);
}

/// Writes a response as JSON.
///
/// # Errors
///
/// Fails if the response has no JSON form, which is a defect.
pub(crate) fn to_json(response: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    Ok(serde_json::to_vec(response).expect("responses have a JSON form"))
}

/// Returns a token that is cancelled after [`MAX_CHECKS`] checks.
fn bounded() -> Cancellation {
    let checks = AtomicU32::new(0);
    Cancellation::when(move || checks.fetch_add(1, Ordering::Relaxed) >= MAX_CHECKS)
}
