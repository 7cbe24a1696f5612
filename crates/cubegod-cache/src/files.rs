//! Files that are written whole, and why one could not be.

use std::fs::File;
use std::io;
use std::path::Path;

/// Lets a file be written beside the place that it then takes; the name of that temporary file begins with `prefix`.
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
        // As for any new file; what the user does not want to give is taken off by the system.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(prefix).tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Why a file could not be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    // The system's reason is behind the temporary file's name.
    let error =
        error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>()).unwrap_or(error);
    format!("cannot write the file `{}`: {}", path.display(), reason(error))
}

/// What the system says, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
