//! The print-and-play kit.

pub mod settings;

pub use settings::{Marks, Paper, Part, Print, Registration, Settings, Sides};
