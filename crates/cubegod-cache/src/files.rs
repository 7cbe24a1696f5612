//! Files written for users: the one function behind every `-o`, `--svg`, `--certificate`, batch output and manual page.
//!
//! | the path names | what happens |
//! |---|---|
//! | nothing yet | a file is created, with the permissions of any new file |
//! | a regular file | it is replaced at once, by renaming a complete file; it keeps its permissions and, where possible, its owner |
//! | a device, a pipe, an open file such as `/dev/stdout` | it is written directly |
//! | a symbolic link | the same, for the file that the link leads to; the link stays |
//! | a folder | an error |
//!
//! An error leaves an existing regular file as it was. Other hard links to a replaced file keep the old contents.

use crate::file_error::{FileError, FileFault, Reason};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The prefix of the names of temporary files.
pub const TEMPORARY_PREFIX: &str = ".cubegod-";

/// As many symbolic links as Linux follows.
const MAX_LINKS: usize = 40;

/// Writes a file for a user, as described above.
///
/// # Errors
///
/// Fails if the file cannot be written or if `write` fails; [`cannot_write`] makes a message of it.
pub fn write_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    write_file_through(None, path, write)
}

/// Writes a file for a user like [`write_file`], with the temporary file in a given folder of the same file system.
///
/// # Errors
///
/// See [`write_file`].
pub fn write_file_through(
    temporary_folder: Option<&Path>,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    match Target::of(path)? {
        Target::OpenFile(path) => write(&mut open_file(&path)?),
        Target::Special(path) => write(&mut File::options().write(true).open(path)?),
        Target::Regular(path, existing) => {
            let replaced = replace(temporary_folder, &path, existing.as_ref(), write);
            replaced.map_err(|error| match existing {
                None => error,
                Some(_) => Reason::Unchanged(Box::new(Reason::of(&error))).into_error(error.kind()),
            })
        }
    }
}

/// Checks that [`write_file`] can write a file, without changing anything: before long work whose result is written there.
///
/// # Errors
///
/// Fails if the file or its folder cannot be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::Regular(path, existing) => {
            prepare(folder_of(&path), &path, existing.as_ref())?;
            Ok(())
        }
        // A pipe cannot be opened before it is read.
        Target::OpenFile(_) | Target::Special(_) => Ok(()),
    }
}

/// What a path leads to.
enum Target {
    /// An open file of a process.
    OpenFile(PathBuf),
    /// A device or a pipe.
    Special(PathBuf),
    /// A regular file, which may exist.
    Regular(PathBuf, Option<Metadata>),
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let path = follow_links(path)?;
        if is_open_file(&path) {
            return Ok(Target::OpenFile(path));
        }
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(FileFault::IsFolder.into_error(ErrorKind::IsADirectory)),
            Ok(metadata) if !metadata.is_file() => Ok(Target::Special(path)),
            metadata => Ok(Target::Regular(path, metadata.ok())),
        }
    }
}

/// Writes a temporary file and renames it to the target.
fn replace(
    temporary_folder: Option<&Path>,
    target: &Path,
    existing: Option<&Metadata>,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(target);
    let mut file = prepare(temporary_folder.unwrap_or(folder), target, existing)?;
    write(file.as_file_mut())?;
    if let Some(existing) = existing {
        copy_permissions(file.as_file(), existing)?;
    }
    match file.as_file().sync_all() {
        // Some file systems cannot.
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => {}
        result => result?,
    }
    file.persist(target).map_err(|error| with_folder(&error.error, folder))?;
    Ok(())
}

/// Checks that an existing file may be replaced, and creates the temporary file for that.
fn prepare(folder: &Path, target: &Path, existing: Option<&Metadata>) -> io::Result<NamedTempFile> {
    if existing.is_some() {
        // A file that this user must not write is not replaced, even if the folder allows it.
        File::options().write(true).open(target)?;
    }
    create_temporary(folder, existing.is_some()).map_err(|error| with_folder(&error, folder))
}

/// Creates a temporary file: a private one, or one with the permissions of any new file.
fn create_temporary(folder: &Path, is_private: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system applies the umask.
        let mode = if is_private { 0o600 } else { 0o666 };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = is_private;
    builder.tempfile_in(folder)
}

/// Gives a new file the permissions of the one that it replaces, and its owner and group where the system allows that.
#[cfg(unix)]
fn copy_permissions(file: &File, existing: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    let mut mode = existing.mode() & 0o777;
    if new.uid() != existing.uid() {
        // Only root can give files away.
        let _ = fchown(file, Some(existing.uid()), None);
    }
    if new.gid() != existing.gid() && fchown(file, None, Some(existing.gid())).is_err() {
        // The group is another one now, which gets no more than all others.
        mode = (mode & 0o707) | ((mode & 0o007) << 3 & mode);
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn copy_permissions(file: &File, existing: &Metadata) -> io::Result<()> {
    file.set_permissions(existing.permissions())
}

/// Returns the path that symbolic links lead to, whether or not there is a file.
///
/// # Errors
///
/// Fails if the links lead in a circle, or if another user may have put one of them into a shared folder such as `/tmp`.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            // What looks like a link there is the open file itself.
            Ok(_) if is_open_file(&path) => return Ok(path),
            Ok(link) => {
                check_link(&path)?;
                path = folder_of(&path).join(link);
            }
            Err(_) => return Ok(path),
        }
    }
    Err(FileFault::LinkCircle.into_error(ErrorKind::Other))
}

/// Rejects a link in a folder that all users may write, unless it belongs to this user or to the owner of the folder. Otherwise
/// another user could choose which file is replaced. Systems have this rule too (`protected_symlinks`), but apply it only to
/// links that they follow themselves.
#[cfg(unix)]
fn check_link(link: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    const STICKY_AND_WRITABLE: u32 = 0o1002;
    let folder = fs::metadata(folder_of(link))?;
    let owner = fs::symlink_metadata(link)?.uid();
    let is_shared = folder.mode() & STICKY_AND_WRITABLE == STICKY_AND_WRITABLE;
    if is_shared && owner != rustix::process::geteuid().as_raw() && owner != folder.uid() {
        return Err(FileFault::ForeignLink(link.to_owned()).into_error(ErrorKind::PermissionDenied));
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_link(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns whether a path names an open file of a process, such as `/dev/fd/1` or `/proc/self/fd/1`.
fn is_open_file(path: &Path) -> bool {
    cfg!(unix)
        && fs::canonicalize(folder_of(path)).is_ok_and(|folder| {
            folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"))
        })
}

/// Opens an open file again: at the same place if it is standard output or standard error of this process, else at its end.
fn open_file(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let folder = fs::canonicalize(folder_of(path))?;
        let is_own = folder == Path::new("/dev/fd")
            || folder == Path::new(&format!("/proc/{}/fd", std::process::id()));
        match path.file_name().and_then(|name| name.to_str()) {
            Some("1") if is_own => return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?)),
            Some("2") if is_own => return Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?)),
            _ => {}
        }
    }
    File::options().append(true).open(path)
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Adds to an error of a temporary file which folder it is about, and what to do.
fn with_folder(error: &io::Error, folder: &Path) -> io::Error {
    let (reason, folder) = (Reason::of(error), folder.to_owned());
    let fault = match error.kind() {
        ErrorKind::NotFound => FileFault::NoFolder(folder),
        ErrorKind::NotADirectory => FileFault::FolderIsFile(folder),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            FileFault::UnwritableFolder { folder, reason: Box::new(reason) }
        }
        kind => return reason.into_error(kind),
    };
    fault.into_error(error.kind())
}

/// Returns the message for a file that could not be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    FileError::write(path, error).to_string()
}

/// Returns the message of an I/O error without its number.
pub fn reason(error: &io::Error) -> String {
    Reason::of(error).to_string()
}

#[cfg(test)]
mod tests;
