//! Atomic replacement of files, and messages for I/O errors.

use std::fs::File;
use std::io;
use std::path::Path;

/// Writes a file atomically: into a temporary file whose name begins with `prefix`, which then replaces the file at `path`.
///
/// # Errors
///
/// Fails if the temporary file cannot be created, written or renamed, or if `write` fails.
pub fn replace_file(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file; the system applies the umask.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(prefix).tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Returns the message for a file that could not be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    // `tempfile` wraps the error of the system together with the path of the temporary file.
    let error =
        error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>()).unwrap_or(error);
    format!("cannot write the file `{}`: {}", path.display(), reason(error))
}

/// Returns the message of an I/O error without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
