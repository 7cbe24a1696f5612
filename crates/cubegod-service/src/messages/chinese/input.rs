//! Errors of input.

use super::system_error;
use crate::error::{InputError, InputSource};
use crate::option::Spelling;
use cubegod::formats::records::{MAX_BLOCK_LINES, MAX_LINE, RecordError};

pub(super) fn message(error: &InputError, spelling: Spelling) -> String {
    match error {
        InputError::Unreadable { source, kind, reason } => {
            let advice = match source {
                InputSource::File(name) if name.is_empty() => "（`@` 之后应有文件名）",
                _ => "",
            };
            format!("无法读取{}：{}{advice}", name(source), system_error(*kind).unwrap_or(reason))
        }
        InputError::Utf16 => "看起来是 UTF-16；应为 UTF-8 文本".into(),
        InputError::Gbk => "看起来是 GBK；应为 UTF-8 文本".into(),
        InputError::Binary => "这是二进制文件；应为 UTF-8 文本".into(),
        InputError::NotUtf8 { source, position } => {
            format!("{}的第 {position} 个字节不是 UTF-8；应为文本", name(source))
        }
        InputError::TooLong { source, max } => {
            format!("{}超过 {} MiB；应为一个魔方或一组转动步骤，要短得多", name(source), max >> 20)
        }
        InputError::Record(error) => record(error),
        InputError::NotTextLines { lines } => format!("连续 {lines} 行不是文本，其余内容不再读取"),
        InputError::NoMoves => "没有可读取的内容；应为转动步骤，例如“R U R' U'”".into(),
        InputError::StandardInputTwice => "标准输入（`-`）只能读取一次".into(),
        InputError::NoTerminal { setting } => {
            format!("{} 需要终端；去掉它即可得到文本", spelling.write_setting(setting))
        }
    }
}

fn name(source: &InputSource) -> String {
    match source {
        InputSource::StandardInput => "标准输入".into(),
        InputSource::File(name) => format!("文件“{name}”"),
    }
}

fn record(error: &RecordError) -> String {
    match error {
        RecordError::LongLine { .. } => format!("这一行超过 {} MiB；应为一个魔方，要短得多", MAX_LINE >> 20),
        RecordError::NotText { line, place, byte } => {
            format!("第 {line} 行的第 {place} 个字节 0x{byte:02x} 不是 UTF-8；应为 UTF-8 文本")
        }
        RecordError::LongBlock => {
            format!("这一段超过 {MAX_BLOCK_LINES} 行或 {} MiB；每个魔方之后应有一个空行", MAX_LINE >> 20)
        }
    }
}
