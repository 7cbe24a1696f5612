//! The limits of this process and of the threads that it starts.

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setpriority_process, setrlimit};
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

    /// Gives a process that was just started the usual limit of open files, instead of the one of this process.
    pub(crate) fn set_usual_limits(pid: u32) {
        let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
        let limit = getrlimit(Resource::Nofile);
        let usual = limit.maximum.map_or(USUAL_FILES, |maximum| maximum.min(USUAL_FILES));
        let _ = prlimit(Some(pid), Resource::Nofile, Rlimit { current: Some(usual), ..limit });
    }

    /// Gives this thread less processor time than others have.
    pub(crate) fn lower_priority() {
        let _ = setpriority_process(Some(gettid()), NICENESS);
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    pub(crate) fn allow_many_connections() {}

    pub(crate) fn set_usual_limits(_pid: u32) {}

    pub(crate) fn lower_priority() {}
}

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::*;
