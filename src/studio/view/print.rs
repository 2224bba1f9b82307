//! Pages as they will be printed.

use crate::source::presets;
use crate::studio::game::Good;
use serde_json::{Value, json};

/// The pages of the print kit, for a paper and a preset.
pub fn print(good: &Good, preset: &str, paper: Option<&str>) -> Value {
    let names: Vec<&str> = presets().into_iter().map(|(name, _)| name).collect();
    match good.printed(preset, paper) {
        Ok((paper, printed)) => {
            let pages = printed.pages.iter().map(|(key, page)| {
                json!({ "file": page.file, "title": page.title, "name": page.name, "key": key,
                    "width": page.drawing.width, "height": page.drawing.height })
            });
            json!({ "presets": names, "preset": preset, "papers": printed.papers, "paper": paper,
                "pages": pages.collect::<Vec<_>>() })
        }
        Err(why) => json!({ "presets": names, "preset": preset, "papers": [], "paper": null, "pages": [], "why": why }),
    }
}
