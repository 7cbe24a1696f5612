//! Chinese, in simplified characters.

use super::{MAX_LISTED, name};
use crate::error::{BatchError, Difference, InputFault, OutputFault, UsageError};
use cubegod_service::{Localized, MessageStyle, OptionId};

pub(super) fn message(error: &BatchError, style: MessageStyle) -> String {
    match error {
        BatchError::Options(error) => error.message(style),
        BatchError::Usage(error) => usage(error, style),
        BatchError::NoColumn { column, found } => format!("没有列“{column}”；{}", list_columns(found)),
        BatchError::DuplicateColumn { column, count } => {
            format!("有 {count} 列都名为“{column}”；应只有一列")
        }
        BatchError::ColumnType { column, found } => {
            format!("列“{column}”的类型是 {found}；应为文本、二进制数据，或 24 或 54 字节的定长二进制数据")
        }
        BatchError::ColumnExists { column } => column_exists(column),
        BatchError::Columns { path, error } => format!("“{}”：{}", path.display(), message(error, style)),
        BatchError::Input { path, line, fault } => {
            let line = line.map(|line| format!("第 {line} 行：")).unwrap_or_default();
            format!("无法读取文件“{}”：{line}{}", path.display(), input(fault))
        }
        BatchError::File(error) => error.text(style.language),
        BatchError::Output { path, fault } => {
            let path = path.display();
            match fault {
                OutputFault::PartsFolder { reason, is_missing } => {
                    let advice = match is_missing {
                        true => "请先创建输出所在的文件夹，或换一个输出文件",
                        false => "全部完成之前，已求解的行保存在那里；请换一个输出文件",
                    };
                    format!("无法使用文件夹“{path}”：{}；{advice}", reason.text(style.language))
                }
                OutputFault::Busy { .. } => {
                    format!("无法写入文件“{path}”：另一次运行正在写入；请等它结束，或换一个输出文件")
                }
                OutputFault::DamagedPart { reason } => {
                    format!("无法读取文件“{path}”：这部分结果已损坏（{reason}）；请删除它，之后会重新求解")
                }
                OutputFault::Encoding { reason } => format!("无法写入“{path}”：{reason}"),
            }
        }
        BatchError::Thread(reason) => format!("无法启动线程：{}", reason.text(style.language)),
        BatchError::Kept { error, rows, folder } => {
            let (message, folder) = (message(error, style), folder.display());
            match **error {
                // The parts of a repaired file would be mixed with those of the old one.
                BatchError::Input { .. } | BatchError::Columns { .. } => format!(
                    "{message}；请修复文件，然后{}，从头开始：“{folder}”中保存的 {rows} 行属于原来的文件",
                    restart(style)
                ),
                _ => format!("{message}；已求解的 {rows} 行保存在“{folder}”，再次运行同一命令可以继续"),
            }
        }
        BatchError::Stopped { .. } => "已停止".into(),
        #[cfg(feature = "arrow")]
        BatchError::Arrow(error) => format!("Arrow 报告错误：{error}"),
    }
}

fn usage(error: &UsageError, style: MessageStyle) -> String {
    match error {
        UsageError::AbsentOption(option) => {
            format!("批处理的每一行只有一个解法；请去掉 {}", name(*option, style))
        }
        UsageError::StandardStream => {
            "批处理会从中断处继续，因此不能使用标准输入或标准输出（`-`）；请指定文件（`solve` 可以读写流）".into()
        }
        UsageError::UnknownKind { path } => {
            let option = style.spelling.option(OptionId::Kind);
            let option = option.map(|option| format!("，或加上 {option}")).unwrap_or_default();
            format!(
                "无法从文件名“{}”判断种类；应以 .txt、.csv、.jsonl、.ndjson 或 .parquet 结尾{option}",
                path.display()
            )
        }
        UsageError::NoParquet => {
            "这个版本在编译时没有加入 Parquet；`cargo install --locked --path crates/cubegod-cli --features parquet` \
             可安装支持它的版本"
                .into()
        }
        UsageError::OutputExists { path } => {
            let advice = match style.spelling.option(OptionId::Overwrite) {
                Some(option) => format!("可用 {option} 替换它"),
                None => "请换一个输出文件".into(),
            };
            format!("输出“{}”已存在；{advice}", path.display())
        }
        UsageError::OutputNotRegular { path } => format!(
            "输出“{}”已存在，且不是普通文件；批处理会从中断处继续，请指定文件（`solve` 可以写入管道）",
            path.display()
        ),
        UsageError::SameFile { source, target } => format!(
            "输入“{}”与输出“{}”是同一个文件；请换一个输出文件",
            source.display(),
            target.display()
        ),
        UsageError::InputAmongParts { source, folder, target } => format!(
            "“{}”在文件夹“{}”中，那里保存“{}”的部分结果；请换一个输出文件",
            source.display(),
            folder.display(),
            target.display()
        ),
        UsageError::ForeignFiles { target, folder, name } => format!(
            "“{}”的部分结果应保存在文件夹“{}”，但那里有其他文件，例如“{name}”；请换一个输出文件",
            target.display(),
            folder.display()
        ),
        UsageError::OtherRun { folder, difference } => format!(
            "“{}”中的部分结果属于另一次运行：{}；请{}，删除它们并从头开始，或换一个输出文件",
            folder.display(),
            self::difference(difference, style),
            restart(style)
        ),
    }
}

fn difference(difference: &Difference, style: MessageStyle) -> String {
    match difference {
        Difference::Input => "输入此后已被改动".into(),
        Difference::Setting { name, before, now } => format!("{name} 原来是 {before}，现在是 {now}"),
        Difference::Version => "它们由另一个版本写出".into(),
        Difference::ProofTable { before, now } => format!("证明所用的表原来是 {before}，现在是 {now}"),
        Difference::DamagedManifest => "它们的清单已损坏".into(),
        Difference::Unreadable(reason) => reason.text(style.language),
    }
}

fn input(fault: &InputFault) -> String {
    const QUOTATION: &str = "请补上引号；属于值的引号应写两次，并把值放在两个引号之间";
    match fault {
        InputFault::NotRegular => "它不是普通文件".into(),
        InputFault::Changed => "读取时它被改动了".into(),
        InputFault::EmptyCsv => "它是空文件；应有一行列名，以及每个魔方一行".into(),
        InputFault::EmptyParquet => "它是空文件；没有行的 Parquet 文件也有列的定义".into(),
        InputFault::NotText { lines } => format!("连续 {lines} 行不是文本；应为 UTF-8 编码的魔方"),
        InputFault::NotUtf8Line => "不是 UTF-8；应为 UTF-8 文本".into(),
        InputFault::NotUtf8Name => "有列名不是 UTF-8；应为 UTF-8 文本".into(),
        InputFault::NotUtf8Value { column } => format!("列“{column}”不是 UTF-8；应为 UTF-8 文本"),
        InputFault::LongLine { mebibytes } => {
            format!("超过 {mebibytes} MiB；每行应为一个 JSON 对象")
        }
        InputFault::LongRecord { mebibytes } => format!("超过 {mebibytes} MiB；应为一条记录，要短得多"),
        InputFault::TextAfterValue => {
            "结束一个值的引号之后还有文字；应为逗号或行尾；属于值的引号应写两次".into()
        }
        InputFault::Unclosed { mebibytes: None } => format!("一个值开头的引号没有结束；{QUOTATION}"),
        InputFault::Unclosed { mebibytes: Some(count) } => {
            format!("一个值开头的引号在 {count} MiB 内没有结束；{QUOTATION}")
        }
        InputFault::ValueCount { found, expected } => {
            format!("有 {found} 个值；应与列名一样有 {expected} 个；含逗号的值需要加引号")
        }
        InputFault::NotAnObject { reason, column } => {
            format!("第 {column} 列：{reason}；每行应为一个 JSON 对象")
        }
        InputFault::JsonText { reason } => format!("无法读取字符串：{reason}"),
        InputFault::DuplicateField { name } => {
            format!("字段“{name}”出现了两次；请去掉其中一个或改名")
        }
        InputFault::TooManyFields { name, max } => {
            format!("字段“{name}”超出了限度：此前的行已有 {max} 个不同的字段；请写成 .jsonl，它不需要列")
        }
        InputFault::Lines { first, last, reason } => format!("第 {first} 到 {last} 行：{reason}"),
        InputFault::NotParquet { reason } => format!("它不是完整的 Parquet 文件：{reason}"),
        InputFault::RowGroup { group, groups, first, last, fault } => format!(
            "第 {group} 个行组（共 {groups} 个）的第 {first} 到 {last} 行（都从 0 数起）：{}",
            input(fault)
        ),
        InputFault::MissingRows { count } => format!("缺少 {count} 行；元数据中的行数更多"),
        InputFault::NestedColumn { column, found } => {
            format!("列“{column}”的类型是 {found}，CSV 无法保存；请写成 .parquet 或 .jsonl")
        }
        InputFault::FieldExists { name } => column_exists(name),
        InputFault::Other(reason) => reason.clone(),
    }
}

fn column_exists(column: &str) -> String {
    format!("已有列“{column}”，而结果要加入同名的列；请先改名或去掉它")
}

/// Returns the advice to delete what an earlier run kept.
fn restart(style: MessageStyle) -> String {
    match style.spelling.option(OptionId::Restart) {
        Some(option) => format!("使用 {option}"),
        None => "重新开始批处理".into(),
    }
}

fn list_columns(columns: &[String]) -> String {
    if columns.is_empty() {
        return "一列也没有".into();
    }
    let names: Vec<String> = columns.iter().take(MAX_LISTED).map(|name| format!("“{name}”")).collect();
    let more = match columns.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!("，另有 {more} 列"),
    };
    format!("现有的列：{}{more}", names.join("、"))
}
