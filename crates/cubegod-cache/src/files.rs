//! Atomic replacement of files, and messages for I/O errors.

use std::fs::File;
use std::io;
use std::path::Path;

/// Writes a file atomically: into a temporary file whose name begins with `prefix`, which then replaces the file at `path`.
/// A device or a pipe is written directly, as it must not be replaced by a file.
///
/// # Errors
///
/// Fails if the temporary file cannot be created, written or renamed, or if `write` fails.
pub fn replace_file(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|entry| !entry.is_file() && !entry.is_dir()) {
        return write(&mut File::options().write(true).open(path)?);
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixListener;

    #[test]
    fn what_is_not_a_regular_file_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _listener = UnixListener::bind(&path).unwrap();
        // A socket cannot be opened as a file.
        assert!(replace_file(&path, ".test-", |file| file.write_all(b"text")).is_err());
        assert!(std::fs::metadata(&path).unwrap().file_type().is_socket());
        let path = folder.path().join("file");
        for text in ["first", "second"] {
            replace_file(&path, ".test-", |file| file.write_all(text.as_bytes())).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
