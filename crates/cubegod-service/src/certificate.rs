//! Certificates: a proof that can be verified independently.

mod error;
mod verified;

pub use error::CertificateError;
pub use verified::{MAX_BYTES, VerifiedCertificate};

use crate::cube::face_letters;
use cubegod::solve::optimal::{DepthStats, OptimalTable};
use cubegod::{Alg, Cube3, Metric};
use serde::{Deserialize, Serialize};

/// A solution of a cube that is claimed to be optimal, and the search that proved it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The name of the file format.
    pub format: CertificateFormat,
    /// The version of the file format.
    pub version: u32,
    /// The 54 stickers in face letters, with the centres in their usual places.
    pub cube: String,
    /// The metric: HTM or QTM.
    #[serde(with = "MetricName")]
    pub metric: Metric,
    /// The length of the solution.
    pub length: usize,
    /// Face turns that solve the cube.
    pub solution: String,
    /// The table of lower bounds that the search used; nothing if it was the search that verifies certificates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<CertifiedTable>,
    /// The effort for each depth below the length. Depths that the table rules out at once are left out.
    pub depths: Vec<DepthFields>,
    /// The program that wrote the certificate.
    pub by: String,
}

/// The name of the file format.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum CertificateFormat {
    /// A certificate.
    #[serde(rename = "cubegod certificate")]
    Certificate,
}

/// The metric of a certificate in JSON.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Metric", rename_all = "lowercase")]
#[non_exhaustive]
enum MetricName {
    Htm,
    Qtm,
    #[serde(skip)]
    Stm,
    #[serde(skip)]
    Etm,
}

/// A table of lower bounds, identified by its size and checksum.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedTable {
    /// The size.
    pub bytes: u64,
    /// The metric: HTM or QTM.
    #[serde(rename = "count", with = "TurnsName")]
    pub metric: Metric,
    /// The CRC-32 of its contents, in eight hexadecimal digits.
    pub checksum: String,
}

/// The metric of a table in JSON.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Metric")]
#[non_exhaustive]
enum TurnsName {
    #[serde(rename = "half turns")]
    Htm,
    #[serde(rename = "quarter turns")]
    Qtm,
    #[serde(skip)]
    Stm,
    #[serde(skip)]
    Etm,
}

/// The effort of the search for solutions of one length.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DepthFields {
    /// The length.
    pub moves: usize,
    /// The number of visited positions.
    pub nodes: u64,
    /// The number of table lookups.
    pub looks: u64,
}

impl From<&DepthStats> for DepthFields {
    fn from(depth: &DepthStats) -> DepthFields {
        DepthFields { moves: depth.moves, nodes: depth.stats.nodes, looks: depth.stats.lookups }
    }
}

impl Certificate {
    /// The version of the file format that is written and read.
    pub const VERSION: u32 = 2;

    /// Returns the certificate of an optimal solution that a search with this table found, or without a table.
    pub fn of(
        cube: &Cube3,
        solution: &Alg,
        metric: Metric,
        table: Option<&OptimalTable>,
        depths: &[DepthStats],
    ) -> Certificate {
        let length = solution.length(metric);
        Certificate {
            format: CertificateFormat::Certificate,
            version: Certificate::VERSION,
            cube: face_letters(&cube.stickers().map(|&color| Some(color))),
            metric,
            length,
            solution: solution.to_string(),
            table: table.map(|table| CertifiedTable {
                bytes: table.spec().bytes() as u64,
                metric,
                checksum: checksum(table),
            }),
            // The nodes of the last depth depend on when the solution is found, and prove nothing.
            depths: depths.iter().filter(|depth| depth.moves < length).map(DepthFields::from).collect(),
            by: format!("cubegod {}", env!("CARGO_PKG_VERSION")),
        }
    }
}

/// Returns the checksum of a table. Reads all of it.
pub fn checksum(table: &OptimalTable) -> String {
    format!("{:08x}", crc32fast::hash(table.contents()))
}
