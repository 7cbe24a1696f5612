//! Chinese sentences about files.

use super::system_error;
use cubegod_cache::{FileAction, FileError, FileFault, FileType, Reason};

pub(in crate::messages) fn error(error: &FileError) -> String {
    let (path, reason) = (error.path.display(), self::reason(&error.reason));
    match error.action {
        FileAction::Read => format!("无法读取文件“{path}”：{reason}"),
        FileAction::Write => format!("无法写入文件“{path}”：{reason}"),
        FileAction::Lock => format!("无法锁定文件“{path}”：{reason}"),
        FileAction::Remove => format!("无法删除文件“{path}”：{reason}"),
        FileAction::CreateFolder => format!("无法创建文件夹“{path}”：{reason}"),
    }
}

pub(in crate::messages) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::System { kind, message } => system_error(*kind).unwrap_or(message).to_owned(),
        Reason::Fault(fault) => self::fault(fault),
        Reason::Unchanged(reason) => format!("{}；原有文件未改动", self::reason(reason)),
    }
}

fn fault(fault: &FileFault) -> String {
    match fault {
        FileFault::IsFolder => "它是文件夹，请指定文件".into(),
        FileFault::LinkCircle => "它的符号链接形成了循环".into(),
        FileFault::ForeignLink(link) => {
            format!("“{}”是其他用户的符号链接，请删除它或换一个文件名", link.display())
        }
        FileFault::NoFolder(folder) => {
            format!("文件夹“{}”不存在，请先创建它或换一个文件名", folder.display())
        }
        FileFault::FolderIsFile(folder) => format!("“{}”不是文件夹，请换一个文件名", folder.display()),
        FileFault::UnwritableFolder { folder, reason } => {
            let (folder, reason) = (folder.display(), self::reason(reason));
            format!("无法在文件夹“{folder}”中创建文件（{reason}），请换一个文件名")
        }
        FileFault::NotRegular(file_type) => {
            let found = match file_type {
                FileType::SymbolicLink => "符号链接",
                FileType::Folder => "文件夹",
                FileType::Pipe => "命名管道",
                FileType::Other => "设备或套接字",
            };
            format!("它是{found}，不是普通文件（请删除它）")
        }
        FileFault::NotFolder => "它不是文件夹（请删除它）".into(),
        FileFault::HardLink => "它还有另一个名字（硬链接）（请删除它）".into(),
        FileFault::OtherOwner { user } => format!("它属于其他用户（编号 {user}）（请删除它）"),
    }
}
