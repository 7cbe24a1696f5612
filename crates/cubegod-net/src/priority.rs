//! The priority of threads for the processor.

/// The niceness of a thread that runs only when hardly any other needs its processor.
pub(crate) const LOWEST: i32 = 19;

/// Lowers the priority of this thread, and of those that it starts: adds to its niceness.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority(niceness: i32) {
    use rustix::process::{getpriority_process, setpriority_process};
    use rustix::thread::gettid;
    // Without permission it has the usual priority.
    let now = getpriority_process(Some(gettid())).unwrap_or_default();
    let _ = setpriority_process(Some(gettid()), (now + niceness).min(LOWEST));
}

/// Does nothing: other systems have no priority of a thread that its threads inherit.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority(_niceness: i32) {}
