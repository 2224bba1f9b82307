//! The geometry behind maps, free of games, files and drawing.
//!
//! Comes in: points in millimetres, y growing downwards as on a printed page.
//! Goes out: plain values. [`subdivision`] turns the sites and polygons of an area map into one
//! planar subdivision with exactly shared borders; [`cells`] answers every question about a grid of hexes or squares
//! and its printed numbers.
//!
//! Nothing here panics, whatever the numbers are: what is wrong with an input comes back as a value.
//! Only operations that IEEE 754 defines exactly are used (no `sin`, no `hypot`), and nothing
//! iterates over a hash, so the same input gives the same bytes on every machine.

pub mod cells;
mod point;
mod pole;
pub mod polygon;
pub mod subdivision;

pub use point::{Point, distance_to_segment, round_to_micrometre, segment_intersection};
pub use pole::{Pole, pole_of_inaccessibility};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
