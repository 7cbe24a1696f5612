//! Certificates: a proof that can be verified independently.

use crate::cube::face_letters;
use cubegod::solve::optimal::{DepthStats, OptimalTable};
use cubegod::{Alg, Cube3, Metric};
use serde::{Deserialize, Serialize};

/// The claim that a cube has no shorter solution than this one, and what was looked at to know it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// That it is a certificate.
    pub format: Mark,
    /// Of the format.
    pub version: u32,
    /// The 54 stickers in face letters, held with its centres in their usual places.
    pub cube: String,
    /// HTM or QTM.
    #[serde(with = "MetricName")]
    pub metric: Metric,
    /// How many moves the solution has.
    pub length: usize,
    /// Face turns that solve the cube.
    pub solution: String,
    /// Which table said how far positions are at least; nothing where the search was the one that certificates are verified with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<CertifiedTable>,
    /// What was looked at for each number of moves below the length; those that are ruled out at once are left out.
    pub depths: Vec<DepthFields>,
    /// Who claims it.
    pub by: String,
}

/// What every certificate begins with.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Mark {
    /// The only one.
    #[serde(rename = "cubegod certificate")]
    Certificate,
}

/// The metric of a certificate in JSON.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Metric", rename_all = "lowercase")]
enum MetricName {
    Htm,
    Qtm,
    #[serde(skip)]
    Stm,
    #[serde(skip)]
    Etm,
}

/// Which table, and what is in it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedTable {
    /// How many bytes it has.
    pub bytes: u64,
    /// HTM or QTM.
    #[serde(rename = "count", with = "TurnsName")]
    pub metric: Metric,
    /// The CRC-32 of its contents, eight digits to the base of sixteen.
    pub checksum: String,
}

/// The metric of a table in JSON.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Metric")]
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

/// What was looked at for solutions of so many moves.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DepthFields {
    /// How many moves.
    pub moves: usize,
    /// Positions that turns led to.
    pub nodes: u64,
    /// Entries of the table that were read.
    pub looks: u64,
}

impl From<&DepthStats> for DepthFields {
    fn from(depth: &DepthStats) -> DepthFields {
        DepthFields { moves: depth.moves, nodes: depth.stats.nodes, looks: depth.stats.lookups }
    }
}

impl Certificate {
    /// The version that is written.
    pub const VERSION: u32 = 2;

    /// That no solution of the cube is shorter than this one, as a search with this table found, or with none.
    pub fn of(
        cube: &Cube3,
        solution: &Alg,
        metric: Metric,
        table: Option<&OptimalTable>,
        depths: &[DepthStats],
    ) -> Certificate {
        let length = solution.length(metric);
        Certificate {
            format: Mark::Certificate,
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

/// The fingerprint of a table: reads all of it.
pub fn checksum(table: &OptimalTable) -> String {
    format!("{:08x}", crc32fast::hash(table.contents()))
}
