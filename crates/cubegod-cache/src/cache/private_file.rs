//! Opens the files of a folder that others may be able to write: of a cache, or of a run.
//!
//! Only regular files are opened; links are not followed, and a named pipe is never waited for. The owner must be this user,
//! root, or the owner of the folder, who can replace any file in it anyway. New files and folders are private to the user.

use crate::file_error::{FileFault, FileType};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens a file for reading.
pub(super) fn open(path: &Path) -> io::Result<File> {
    open_with(path, File::options().read(true))
}

/// Opens a file for reading and writing, and creates it, private to the user, if it does not exist.
///
/// # Errors
///
/// Fails if the file cannot be opened or created, is not a regular file, or belongs to another user.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    open_with(path, File::options().create(true).truncate(false).read(true).write(true))
}

/// Like [`open_or_create`], for a file that is written in place: it must have no other name.
pub(super) fn open_to_change(path: &Path) -> io::Result<File> {
    let file = open_or_create(path)?;
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) > 1 {
        return Err(rejected(FileFault::HardLink));
    }
    Ok(file)
}

/// Checks that there is a regular file, or nothing.
pub(super) fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => check_type(&metadata),
        Err(_) => Ok(()),
    }
}

/// Creates a folder and those above it.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates a folder that is private to the user, unless this user has such a folder already.
///
/// # Errors
///
/// Fails if the folder cannot be created, if something else is in its place, or if it belongs to another user, who could change
/// what is kept there.
pub fn create_own_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        result => return result,
    }
    let metadata = fs::symlink_metadata(path)?;
    if !metadata.is_dir() {
        return Err(rejected(FileFault::NotFolder));
    }
    #[cfg(unix)]
    {
        let user = std::os::unix::fs::MetadataExt::uid(&metadata);
        if user != rustix::process::geteuid().as_raw() {
            return Err(rejected(FileFault::OtherOwner { user }));
        }
    }
    Ok(())
}

fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a device can have effects of its own.
    check_replaceable(path)?;
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600).custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    check_type(&metadata)?;
    check_owner(path, &metadata)?;
    Ok(file)
}

fn check_type(metadata: &Metadata) -> io::Result<()> {
    let file_type = metadata.file_type();
    if file_type.is_file() {
        return Ok(());
    }
    let is_pipe = {
        #[cfg(unix)]
        {
            std::os::unix::fs::FileTypeExt::is_fifo(&file_type)
        }
        #[cfg(not(unix))]
        {
            false
        }
    };
    Err(rejected(FileFault::NotRegular(match () {
        () if file_type.is_symlink() => FileType::SymbolicLink,
        () if file_type.is_dir() => FileType::Folder,
        () if is_pipe => FileType::Pipe,
        () => FileType::Other,
    })))
}

#[cfg(unix)]
fn check_owner(path: &Path, metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let user = metadata.uid();
    if user == 0 || user == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let folder = path.parent().map(fs::metadata).transpose()?;
    match folder {
        Some(folder) if folder.uid() == user => Ok(()),
        _ => Err(rejected(FileFault::OtherOwner { user })),
    }
}

#[cfg(not(unix))]
fn check_owner(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}

fn rejected(fault: FileFault) -> io::Error {
    fault.into_error(ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests;
