//! Messages about files and tables.

use super::{chinese, english};
use crate::localized::Localized;
use crate::tables::TableMessage;
use cubegod_cache::{FileError, OpenError, Reason};
use cubegod_teach::Language;

impl Localized for FileError {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Chinese => chinese::files::error(self),
        }
    }
}

impl Localized for Reason {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Chinese => chinese::files::reason(self),
        }
    }
}

impl Localized for TableMessage {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => english::tables::message(self),
            Language::Chinese => chinese::tables::message(self),
        }
    }
}

/// Says why a table cannot be used; nothing where its state says all.
impl Localized for OpenError {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => english::tables::open_error(self),
            Language::Chinese => chinese::tables::open_error(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{NotCached, Remedy};
    use cubegod_cache::{Damage, FileAction, FileFault, FileType, LockError, TableFault};
    use std::fmt::Write;
    use std::io::{self, ErrorKind};
    use std::path::Path;

    const TABLE: &str = "two-phase-large";

    fn file_errors() -> Vec<FileError> {
        let folder = || Path::new("folder").to_owned();
        let no_room = Reason::of(&io::Error::from(ErrorKind::StorageFull));
        let faults = [
            FileFault::IsFolder,
            FileFault::LinkCircle,
            FileFault::ForeignLink(folder()),
            FileFault::NoFolder(folder()),
            FileFault::FolderIsFile(folder()),
            FileFault::UnwritableFolder { folder: folder(), reason: Box::new(no_room.clone()) },
            FileFault::NotRegular(FileType::SymbolicLink),
            FileFault::NotRegular(FileType::Folder),
            FileFault::NotRegular(FileType::Pipe),
            FileFault::NotRegular(FileType::Other),
            FileFault::NotFolder,
            FileFault::HardLink,
            FileFault::OtherOwner { user: 1000 },
        ];
        let reasons = faults.map(Reason::Fault).into_iter();
        let reasons =
            reasons.chain([Reason::Unchanged(Box::new(no_room)), Reason::of(&io::Error::other("odd"))]);
        let actions = [
            FileAction::Read,
            FileAction::Write,
            FileAction::Lock,
            FileAction::Remove,
            FileAction::CreateFolder,
        ];
        reasons
            .zip(actions.into_iter().cycle())
            .map(|(reason, action)| FileError { action, path: Path::new("file").to_owned(), reason })
            .collect()
    }

    fn messages() -> Vec<TableMessage> {
        let file = || FileError::write(Path::new("file"), &io::Error::from(ErrorKind::PermissionDenied));
        let damages = [
            Damage::Empty,
            Damage::NotATable,
            Damage::Truncated,
            Damage::Header,
            Damage::OtherTable("other".into()),
            Damage::Length { found: 7, expected: 9 },
            Damage::Bytes { first: 4096, last: 8191 },
            Damage::Structure,
        ];
        let open_errors = [
            OpenError::NotBuilt,
            OpenError::Faulty(TableFault::OtherVersion),
            OpenError::Unreadable(file()),
            OpenError::NoMemory { bytes: 118_000_000 },
        ];
        let damaged = damages.map(|damage| OpenError::Faulty(TableFault::Damaged(damage)));
        let unusable = |error| TableMessage::Unusable { table: TABLE, error, remedy: Remedy::Rebuilt };
        let mut messages: Vec<TableMessage> = open_errors.into_iter().chain(damaged).map(unusable).collect();
        messages.extend([
            TableMessage::NoFolder,
            TableMessage::Unusable {
                table: TABLE,
                error: OpenError::Faulty(TableFault::OtherVersion),
                remedy: Remedy::Command("`cubegod tables build`".into()),
            },
            TableMessage::Waiting { table: TABLE },
            TableMessage::NotCached { table: TABLE, error: NotCached::NoFolder },
            TableMessage::NotCached { table: TABLE, error: NotCached::File(file()) },
            TableMessage::NotCached { table: TABLE, error: NotCached::Panicked },
            TableMessage::NotRemoved { table: TABLE, error: LockError::Busy },
            TableMessage::NotRemoved { table: TABLE, error: LockError::Unwritable(file()) },
            TableMessage::TooLarge { table: TABLE, bytes: 3_762_158_400, available: 2_000_000_000 },
            TableMessage::Opening { table: TABLE, bytes: 3_762_158_400 },
            TableMessage::Building { table: TABLE, bytes: 235_175_616, faster: None },
            TableMessage::Building {
                table: TABLE,
                bytes: 235_175_616,
                faster: Some("`cubegod tables build optimal-4g`".into()),
            },
        ]);
        messages
    }

    #[test]
    fn every_message_about_files_and_tables_reads_well_in_both_languages() {
        let messages = messages().into_iter().map(|message| Box::new(message) as Box<dyn Localized>);
        let errors = file_errors().into_iter().map(|error| Box::new(error) as Box<dyn Localized>);
        let mut text = String::new();
        for message in messages.chain(errors) {
            // Writing to a string cannot fail.
            let _ =
                writeln!(text, "{}\n  {}", message.text(Language::English), message.text(Language::Chinese));
        }
        insta::assert_snapshot!(text);
    }
}
