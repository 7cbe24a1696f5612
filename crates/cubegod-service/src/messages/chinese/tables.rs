//! Chinese sentences about tables.

use super::files;
use crate::messages::english::tables::gigabytes;
use crate::tables::{NotCached, Remedy, TableMessage};
use cubegod_cache::{Damage, LockError, OpenError, TableFault};

const NO_FOLDER: &str = "没有主文件夹可用来缓存表";

/// Advice for a folder that cannot be written.
const FOLDER_ADVICE: &str = "请把 CUBEGOD_CACHE 设为可写的文件夹";

pub(in crate::messages) fn message(message: &TableMessage) -> String {
    match message {
        TableMessage::NoFolder => format!("{NO_FOLDER}；{FOLDER_ADVICE}"),
        TableMessage::Unusable { table, error, remedy } => {
            let remedy = match remedy {
                Remedy::Rebuilt => "将重新生成".into(),
                Remedy::Command(command) => format!("可用 {command} 重新生成"),
            };
            match error {
                OpenError::NotBuilt => format!("表 {table} 尚未生成；{remedy}"),
                OpenError::Faulty(TableFault::OtherVersion) => format!("表 {table} 是其他版本的；{remedy}"),
                OpenError::Faulty(TableFault::Damaged(damage)) => {
                    format!("表 {table} 已损坏（{}）；{remedy}", self::damage(damage))
                }
                error => format!("无法使用表 {table}：{}；{remedy}", open_error(error)),
            }
        }
        TableMessage::Waiting { table } => format!("另一个进程正在生成表 {table}，等待其完成"),
        TableMessage::NotCached { table, error } => {
            let reason = match error {
                NotCached::NoFolder => NO_FOLDER.into(),
                NotCached::File(error) => files::error(error),
                NotCached::Panicked => return format!("程序有误，请报告：生成表 {table} 时崩溃"),
            };
            format!("无法缓存表 {table}：{reason}；{FOLDER_ADVICE}")
        }
        TableMessage::NotRemoved { table, error } => {
            let reason = match error {
                LockError::Busy => "另一个进程正在生成它，请在其完成后重试".into(),
                LockError::Unwritable(error) => files::error(error),
            };
            format!("无法删除表 {table}：{reason}")
        }
        TableMessage::TooLarge { table, bytes, available } => {
            let (size, available) = (gigabytes(*bytes), gigabytes(*available));
            format!("表 {table}（{size}）放不进可用的 {available} 内存")
        }
        TableMessage::Opening { table, bytes } => {
            format!("正在打开用于证明的表 {table}（{}）", gigabytes(*bytes))
        }
        TableMessage::Building { table, bytes, faster } => {
            let faster = faster.as_ref().map(|command| format!("；{command} 可使证明快数倍"));
            format!("正在生成表 {table}（{}），只需一次{}", gigabytes(*bytes), faster.unwrap_or_default())
        }
    }
}

pub(in crate::messages) fn open_error(error: &OpenError) -> String {
    match error {
        OpenError::NotBuilt | OpenError::Faulty(TableFault::OtherVersion) => String::new(),
        OpenError::Faulty(TableFault::Damaged(damage)) => self::damage(damage),
        OpenError::Unreadable(error) => files::error(error),
        OpenError::NoMemory { bytes } => format!("需要 {} MB 内存，但没有这么多可用", bytes / 1_000_000),
    }
}

fn damage(damage: &Damage) -> String {
    match damage {
        Damage::Empty => "文件为空".into(),
        Damage::NotATable => "不是表文件".into(),
        Damage::Truncated => "文件不完整".into(),
        Damage::Header => "文件头已损坏".into(),
        Damage::OtherTable(name) => format!("它是表 {name}"),
        Damage::Length { found, expected } => format!("有 {found} 字节，应为 {expected} 字节"),
        Damage::Bytes { first, last } => format!("在第 {first} 至 {last} 字节之间"),
        Damage::Structure => "内容结构不正确".into(),
    }
}
