#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cubegod_fuzz::run("engine", data));
