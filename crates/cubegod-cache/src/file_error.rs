//! Errors about files, as values: each edge writes them in its own language.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The error for a file or a folder: what cannot be done with it, and the reason.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileError {
    /// What cannot be done.
    pub action: FileAction,
    /// The file or folder.
    pub path: PathBuf,
    /// The reason.
    pub reason: Reason,
}

/// What is done with a file or a folder.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FileAction {
    /// Reads a file.
    Read,
    /// Writes a file.
    Write,
    /// Locks a file.
    Lock,
    /// Removes a file.
    Remove,
    /// Creates a folder.
    CreateFolder,
}

/// The reason why a file or a folder cannot be used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// The reason that the system gives.
    System {
        /// The kind of the error.
        kind: ErrorKind,
        /// The message of the system, without its number.
        message: String,
    },
    /// The file was found unsuitable.
    Fault(FileFault),
    /// A file that exists was not replaced, for this reason.
    Unchanged(Box<Reason>),
}

/// What is wrong with a file or a folder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FileFault {
    /// A folder in the place of a file.
    IsFolder,
    /// Symbolic links that lead in a circle.
    LinkCircle,
    /// A symbolic link that another user may have put into a shared folder.
    ForeignLink(PathBuf),
    /// The folder of a file does not exist.
    NoFolder(PathBuf),
    /// A file in the place of the folder of a file.
    FolderIsFile(PathBuf),
    /// No file can be created in a folder.
    UnwritableFolder {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        reason: Box<Reason>,
    },
    /// Something else than a regular file.
    NotRegular(FileType),
    /// A file in the place of a folder.
    NotFolder,
    /// A file with another name.
    HardLink,
    /// A file or folder of another user.
    OtherOwner {
        /// The number of the user.
        user: u32,
    },
}

/// A type of file.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FileType {
    /// A symbolic link.
    SymbolicLink,
    /// A folder.
    Folder,
    /// A named pipe.
    Pipe,
    /// A device or a socket.
    Other,
}

impl FileError {
    /// Returns the error for a file or a folder that the system cannot use.
    pub fn new(action: FileAction, path: &Path, error: &io::Error) -> FileError {
        FileError { action, path: path.to_owned(), reason: Reason::of(error) }
    }

    /// Returns the error for a file that cannot be written.
    pub fn write(path: &Path, error: &io::Error) -> FileError {
        FileError::new(FileAction::Write, path, error)
    }
}

impl Reason {
    /// Returns the reason of an error of this crate or of the system.
    pub fn of(error: &io::Error) -> Reason {
        // `tempfile` wraps the error of the system together with the path of the temporary file.
        let inner = error.get_ref();
        let error = inner.and_then(|inner| inner.source()?.downcast_ref::<io::Error>()).unwrap_or(error);
        if let Some(reason) = error.get_ref().and_then(|inner| inner.downcast_ref::<Reason>()) {
            return reason.clone();
        }
        let text = error.to_string();
        let message = text.split_once(" (os error").map_or(text.as_str(), |(message, _)| message);
        Reason::System { kind: error.kind(), message: message.to_owned() }
    }

    /// Returns an error with this reason.
    pub(crate) fn into_error(self, kind: ErrorKind) -> io::Error {
        io::Error::new(kind, self)
    }
}

impl FileFault {
    /// Returns an error with this reason.
    pub(crate) fn into_error(self, kind: ErrorKind) -> io::Error {
        Reason::Fault(self).into_error(kind)
    }
}

impl std::error::Error for FileError {}
impl std::error::Error for Reason {}

/// English.
impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = match self.action {
            FileAction::Read => "read the file",
            FileAction::Write => "write the file",
            FileAction::Lock => "lock the file",
            FileAction::Remove => "remove the file",
            FileAction::CreateFolder => "create the folder",
        };
        write!(f, "cannot {action} `{}`: {}", self.path.display(), self.reason)
    }
}

/// English.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::System { message, .. } => f.write_str(message),
            Reason::Fault(fault) => fault.fmt(f),
            Reason::Unchanged(reason) => write!(f, "{reason}; the existing file is unchanged"),
        }
    }
}

/// English.
impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::IsFolder => f.write_str("it is a folder; name a file"),
            FileFault::LinkCircle => f.write_str("its symbolic links lead in a circle"),
            FileFault::ForeignLink(link) => write!(
                f,
                "`{}` is a symbolic link of another user; remove it or name another file",
                link.display()
            ),
            FileFault::NoFolder(folder) => {
                write!(f, "the folder `{}` does not exist; create it or name another file", folder.display())
            }
            FileFault::FolderIsFile(folder) => {
                write!(f, "`{}` is not a folder; name another file", folder.display())
            }
            FileFault::UnwritableFolder { folder, reason } => write!(
                f,
                "no file can be created in the folder `{}` ({reason}); name another file",
                folder.display()
            ),
            FileFault::NotRegular(file_type) => {
                let found = match file_type {
                    FileType::SymbolicLink => "a symbolic link",
                    FileType::Folder => "a folder",
                    FileType::Pipe => "a named pipe",
                    FileType::Other => "a device or a socket",
                };
                write!(f, "it is {found}, not a regular file (remove it)")
            }
            FileFault::NotFolder => f.write_str("it is not a folder (remove it)"),
            FileFault::HardLink => f.write_str("it has another name (a hard link) (remove it)"),
            FileFault::OtherOwner { user } => {
                write!(f, "it belongs to another user (number {user}) (remove it)")
            }
        }
    }
}
