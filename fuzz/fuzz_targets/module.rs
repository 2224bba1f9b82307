#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| punchboard_fuzz::module(data));
