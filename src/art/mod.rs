//! What people look at: maps, charts and faces, drawn from the model.
//!
//! In: the [`Model`](crate::model::Model) and the templates. Out: [`Drawing`](crate::draw::Drawing)s.
//! Nothing here reads or writes a file, and no game is named.

pub mod charts;
pub mod contact;
pub mod faces;
pub mod map;
pub mod symbol_sheet;
