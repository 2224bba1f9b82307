//! VASSAL modules.

pub mod tables;
