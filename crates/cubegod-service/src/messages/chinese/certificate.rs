//! Errors of certificates.

use crate::certificate::CertificateError;
use crate::option::{OptionId, Spelling};
use cubegod::Metric;

pub(super) fn message(error: &CertificateError, spelling: Spelling) -> String {
    match error {
        CertificateError::TooLong { max } => format!("超过 {} KiB；证书要短得多", max >> 10),
        CertificateError::Malformed { cause, line, column } => {
            let position =
                if *column > 0 { format!("（第 {line} 行第 {column} 列）") } else { String::new() };
            format!("不是有效的证书{position}：{cause}")
        }
        CertificateError::Trailing { line, column } => {
            format!("证书之后还有内容（第 {line} 行第 {column} 列）；应当只有一份证书")
        }
        CertificateError::Format { found, expected } => {
            let writer = spelling.option(OptionId::Certificate).map(|certificate| {
                let method = spelling.write_setting(&OptionId::Method.with("optimal"));
                format!("，即 `solve` 用 {method} 和 {certificate} 写出的格式")
            });
            format!("“format”{}；应为 {expected}{}", value(found), writer.unwrap_or_default())
        }
        CertificateError::Version { found, expected } => {
            format!("“version”{}；应为 {expected}；其他版本的 cubegod 或许能读取", value(found))
        }
        CertificateError::Length { found, max, metric } => {
            format!("“length”是 {found}；最多应为 {max}（{metric}），这对任何魔方都足够")
        }
        CertificateError::StickerCount { found, expected } => {
            format!("“cube”有 {found} 个字符；应为 {expected} 个面的字母")
        }
        CertificateError::Sticker { number, found } => {
            format!("“cube”的第 {number} 个字符是 {found:?}；应为 U R F D L B 之一")
        }
        CertificateError::Centre { face, found } => {
            format!("“cube”中 {face} 面的中心是 {found}；各中心应在通常的位置")
        }
        CertificateError::NotFaceTurn { found } => format!("“solution”中有“{found}”；应当只有面的转动"),
        CertificateError::NotSolved => "“solution”不能还原这个魔方".into(),
        CertificateError::OtherLength { length, field, metric } => {
            format!("“solution”有 {length} 步（{metric}），但“length”是 {field}")
        }
        CertificateError::TableBytes { found } => format!("表的“bytes”是 {found}；没有这样大小的表"),
        CertificateError::Checksum => "表的“checksum”无效；应为八位十六进制数".into(),
        CertificateError::TableMetric { expected } => {
            let expected = if *expected == Metric::Qtm { "quarter turns" } else { "half turns" };
            format!("表的“count”与“metric”不一致；应为“{expected}”")
        }
        CertificateError::Depths { found, has_more, step, length } => {
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            format!(
                "“depths”的步数是 {}{}；应为小于 {length} 且{}的步数，从小到大直到最后一个",
                found.join("、"),
                if *has_more { "……" } else { "" },
                if *step == 2 { "间隔为二" } else { "连续" },
            )
        }
    }
}

fn value(found: &Option<String>) -> String {
    found.as_ref().map_or_else(|| "缺失".to_owned(), |found| format!("是 {found}"))
}
