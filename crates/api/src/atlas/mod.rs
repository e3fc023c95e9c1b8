//! Questions about the endgame database.

mod build;
mod check;
mod info;
mod query;

pub use self::build::{AtlasBuild, AtlasBuildReport};
pub use self::check::{AtlasCheck, AtlasCheckReport};
pub use self::info::{AtlasInfo, AtlasInfoReport};
pub use self::query::{AtlasQuery, AtlasQueryReport};
