//! How a game is printed: a preset, `print.toml` over it, options of the command line over both.

mod merge;
mod room;
mod values;

pub use values::values;

use crate::diag::Severity;
use crate::model::Model;
use crate::model::print::Print;
use crate::source::decode::Cx;
use crate::source::{FileId, FileKind, Sources};
use crate::syntax::GameFiles;
use room::PaperRoom;

/// Where presets are written: in no file of the game.
const BUILT_IN: FileId = FileId(u32::MAX);

/// The settings of a game; reports everything that is wrong with them.
pub fn check(sources: &Sources, files: &GameFiles, model: Option<&Model>, cx: &mut Cx) -> Option<Print> {
    values(files, cx);
    let of_print = |file: FileId| sources.get(file).is_some_and(|file| file.kind == FileKind::Print);
    // What could not be read would be taken for its default.
    if cx.diags.iter().any(|diag| diag.code.severity == Severity::Error && of_print(diag.primary.span.file)) {
        return None;
    }
    let said = merge::merged(files);
    let print = said.as_ref().map_or_else(Print::default, merge::resolve);
    if let (Some(said), Some(model)) = (&said, model) {
        PaperRoom { said, settings: &print.settings }.check(model, cx);
    }
    Some(print)
}

/// A number for messages: `3.175`, `4`.
fn number(value: f64) -> String {
    format!("{}", (value * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::model::print::{Marks, Paper, Registration};
    use crate::source::presets;
    use crate::syntax::PngSpec;

    /// The settings that files and options come to, and the codes and messages of what is wrong.
    fn print(file: &str, options: &[&str]) -> Result<Print, Vec<String>> {
        let game = "src = \"owner\"\n[game]\ntitle = \"A\"\nversion = \"1.0.0\"\n[[side]]\nid = \"a\"\nname = \"A\"\ncolour = \"#ffffff\"\n";
        let (mut sources, diags) = Sources::from_texts("a", [("game.toml", game), ("print.toml", file)]);
        for text in options {
            sources.add_option("--set", text);
        }
        let checked = check::check(&sources, diags);
        let line = |d: &crate::diag::Diagnostic| {
            format!("{} {}: {}", d.code.id, sources.display_name(d.primary.span.file), d.message)
        };
        checked.print.ok_or_else(|| checked.diags.iter().map(line).collect())
    }

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(print("", &[]).unwrap(), Print::default());
    }

    #[test]
    fn presets_are_read_without_fault_and_go_together() {
        assert_eq!(presets().len(), 5);
        for (name, text) in presets() {
            print(text, &[]).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
            assert_eq!(print(text, &[]), print(&format!("preset = \"{name}\""), &[]), "{name}");
            assert!(!text.contains("preset ="), "{name}: presets do not build on each other");
        }
    }

    #[test]
    fn keys_lie_over_the_preset_and_options_over_both() {
        let file = "preset = \"silhouette\"\nmargin = \"18mm\"\n[registration]\nlength = \"15mm\"\n";
        let printed = print(file, &[]).unwrap();
        let marks = Registration { length: 15.0, ..Registration::default() };
        assert_eq!(printed.settings.registration, Some(marks));
        assert!((printed.settings.margin - 18.0).abs() < 1e-6 && printed.cut && !printed.settings.marks.crop);
        let options = ["crop-marks.length = \"3mm\"", "margin = \"17mm\"", "registration = false", "cut = false"];
        let printed = print(file, &options).unwrap();
        assert_eq!(printed.settings.marks, Marks { crop: true, length: 3.0, ..Marks::default() });
        assert!((printed.settings.margin - 17.0).abs() < 1e-6 && !printed.cut);
        assert_eq!(printed.settings.registration, None);
        let printed = print(file, &["preset = \"home-duplex-a4\""]).unwrap();
        assert!(printed.settings.marks.crop && (printed.settings.margin - 18.0).abs() < 1e-6);
        assert_eq!(printed.settings.papers, [Paper::named("A4").unwrap()]);
    }

    #[test]
    fn papers_by_name_or_size() {
        let papers = print("papers = [\"letter\", \"100mm x 8in\", \"Letter\"]", &[]).unwrap().settings.papers;
        let names: Vec<&str> = papers.iter().map(|paper| paper.name.as_str()).collect();
        assert_eq!(names, ["Letter", "100x203.2mm"]);
    }

    #[test]
    fn switches_and_numbers() {
        let printed = print("png = 0\nblock = [8, 5]\nback-offset = [\"0.3mm\", \"-0.5mm\"]\nparts = \"maps\"", &[]);
        let printed = printed.unwrap();
        assert_eq!((printed.png, printed.settings.block), (PngSpec::None, Some((8, 5))));
        assert_eq!(printed.settings.back_offset, (0.3, -0.5));
        assert_eq!(printed.parts, [crate::syntax::KitPart::Maps]);
        let printed = print("png = 0\nblock = [8, 5]", &["png = true", "block = false"]).unwrap();
        assert_eq!((printed.png, printed.settings.block), (PngSpec::Pages(300), None));
        assert_eq!(print("png = 150", &["png = \"all\""]).unwrap().png, PngSpec::All(300));
    }

    #[test]
    fn faults_are_placed_where_they_were_said() {
        let faults = |file: &str, options: &[&str]| print(file, options).unwrap_err().join("\n");
        assert!(faults("gap = \"-1mm\"", &[]).starts_with("PB1303 print.toml: `gap` is -1 mm"));
        assert!(faults("bleed = \"2mm\"", &["gap = \"1mm\""]).starts_with("PB1305 --set: a bleed of 2 mm"));
        assert!(faults("gap = \"1.9mm\"", &[]).starts_with("PB1305 print.toml: a bleed of 1 mm"));
        assert!(print("gap = \"0mm\"", &[]).is_ok() && print("gap = \"2mm\"", &[]).is_ok());
        assert!(faults("margin = \"100mm\"", &["papers = \"A5\""]).contains("PB1304 --set: a counter of 15.875 mm"));
        assert!(faults("", &["block = [20, 20]"]).contains("PB1304 --set: a block of 20 by 20 counters"));
        assert!(faults("png = 9999", &[]).starts_with("PB1303"));
        assert!(faults("papers = [\"A44\"]", &[]).starts_with("PB1302"));
        assert!(faults("", &["preset = \"home\""]).starts_with("PB1301 --set"));
    }
}
