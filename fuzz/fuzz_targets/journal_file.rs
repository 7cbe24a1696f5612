#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cubegod_fuzz::run("journal_file", data));
