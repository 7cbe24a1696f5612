//! What was proven about a cube, for whoever wants to prove it again.

use crate::cube::face_letters;
use cubegod::solve::optimal::{Count, Depth, OptimalTable};
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
    /// What counts as a move.
    pub metric: CertifiedMetric,
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

/// What can be proven.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CertifiedMetric {
    /// Any turn of a face is one move.
    Htm,
    /// A half turn is two moves.
    Qtm,
}

/// Which table, and what is in it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedTable {
    /// How many bytes it has.
    pub bytes: u64,
    /// What it counts.
    pub count: TurnsCounted,
    /// The CRC-32 of its contents, eight digits to the base of sixteen.
    pub checksum: String,
}

/// What a table counts.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum TurnsCounted {
    /// Any turn of a face is one.
    #[serde(rename = "half turns")]
    HalfTurns,
    /// A half turn is two.
    #[serde(rename = "quarter turns")]
    QuarterTurns,
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

impl From<Count> for TurnsCounted {
    fn from(count: Count) -> TurnsCounted {
        match count {
            Count::HalfTurns => TurnsCounted::HalfTurns,
            Count::QuarterTurns => TurnsCounted::QuarterTurns,
        }
    }
}

impl From<TurnsCounted> for Count {
    fn from(counted: TurnsCounted) -> Count {
        match counted {
            TurnsCounted::HalfTurns => Count::HalfTurns,
            TurnsCounted::QuarterTurns => Count::QuarterTurns,
        }
    }
}

impl From<Count> for CertifiedMetric {
    fn from(count: Count) -> CertifiedMetric {
        match count {
            Count::HalfTurns => CertifiedMetric::Htm,
            Count::QuarterTurns => CertifiedMetric::Qtm,
        }
    }
}

impl From<CertifiedMetric> for Metric {
    fn from(metric: CertifiedMetric) -> Metric {
        match metric {
            CertifiedMetric::Htm => Metric::Htm,
            CertifiedMetric::Qtm => Metric::Qtm,
        }
    }
}

impl From<&Depth> for DepthFields {
    fn from(depth: &Depth) -> DepthFields {
        DepthFields { moves: depth.moves, nodes: depth.effort.nodes, looks: depth.effort.looks }
    }
}

impl Certificate {
    /// The version that is written.
    pub const VERSION: u32 = 2;

    /// That no solution of the cube is shorter than this one, as a search with this table found, or with none.
    pub fn of(
        cube: &Cube3,
        solution: &Alg,
        count: Count,
        table: Option<&OptimalTable>,
        depths: &[Depth],
    ) -> Certificate {
        let metric = CertifiedMetric::from(count);
        let length = solution.length(metric.into());
        Certificate {
            format: Mark::Certificate,
            version: Certificate::VERSION,
            cube: face_letters(&cube.stickers().map(|&color| Some(color))),
            metric,
            length,
            solution: solution.to_string(),
            table: table.map(|table| CertifiedTable {
                bytes: table.card().bytes() as u64,
                count: count.into(),
                checksum: checksum(table),
            }),
            // How much was looked at until the solution turned up is a matter of luck, and proves nothing.
            depths: depths.iter().filter(|depth| depth.moves < length).map(DepthFields::from).collect(),
            by: format!("cubegod {}", env!("CARGO_PKG_VERSION")),
        }
    }
}

/// The fingerprint of a table: reads all of it.
pub fn checksum(table: &OptimalTable) -> String {
    format!("{:08x}", crc32fast::hash(table.contents()))
}
