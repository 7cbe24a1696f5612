//! The limits of this process and of the threads that it starts.

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Resource, Rlimit, getrlimit, setpriority_process, setrlimit};
    use rustix::thread::gettid;

    /// The limit of open files that a login session usually has.
    const USUAL_FILES: u64 = 1024;

    /// How much the threads of hostile clients yield to others.
    const NICENESS: i32 = 10;

    /// Allows this process as many open files as it may have.
    pub(crate) fn allow_many_connections() {
        let limit = getrlimit(Resource::Nofile);
        // Without the permission there are fewer connections, which the report shows.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }

    /// Starts a process under the usual limit of open files, which it inherits.
    pub(crate) fn with_usual_limits<T>(start: impl FnOnce() -> T) -> T {
        let limit = getrlimit(Resource::Nofile);
        let usual = limit.maximum.map_or(USUAL_FILES, |maximum| maximum.min(USUAL_FILES));
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(usual), ..limit });
        let started = start();
        let _ = setrlimit(Resource::Nofile, limit);
        started
    }

    /// Gives this thread less processor time than others have.
    pub(crate) fn lower_priority() {
        let _ = setpriority_process(Some(gettid()), NICENESS);
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    pub(crate) fn allow_many_connections() {}

    pub(crate) fn with_usual_limits<T>(start: impl FnOnce() -> T) -> T {
        start()
    }

    pub(crate) fn lower_priority() {}
}

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::*;
