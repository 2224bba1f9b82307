//! The VASSAL module.

mod boards;
mod icons;
mod names;
mod standing;
