//! A VASSAL module that somebody else made: read with care, looked over for mistakes, and brought into the language.
//!
//! Nothing in a module is trusted. Entries are bounded in number and size, XML has no entities, and no
//! class of a module is ever run.

mod bring;
mod lint;
mod module;
mod outline;
mod page;
mod size;

pub use bring::{Account, Brought, ImportOptions, bring};
pub use lint::{Finding, Grade, Mistake, lint};
pub use module::{Module, ModuleError};
pub use page::{PAGE_START, import_page, page, summary};
