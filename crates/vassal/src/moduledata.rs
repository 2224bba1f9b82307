//! `moduledata` and `savedata`: what the module manager reads without opening the module or save.

use crate::components::{Component, Node, XmlError, from_xml, to_xml};

/// What stands in `moduledata` and, but for the name, in `savedata`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// Name of the module; none in `savedata`. With the version it is the key of VASSAL's cache of tiles.
    pub name: Option<String>,
    /// Version of the module, in both.
    pub version: String,
    /// One line about the module or the save.
    pub description: String,
    /// Free text, as in the module; left out of `savedata`.
    pub extra1: Option<String>,
    /// Free text, as in the module; left out of `savedata`.
    pub extra2: Option<String>,
    /// The VASSAL it was made with. The manager refuses what is newer in its second number.
    pub vassal_version: String,
    /// Milliseconds since 1970. Given, so that the same game is the same file.
    pub date_saved: u64,
}

impl Metadata {
    /// Name of the entry in a module's zip, and of the copy in a save's.
    pub const MODULE: &'static str = "moduledata";
    /// Name of the entry in a save's zip.
    pub const SAVE: &'static str = "savedata";

    /// As XML.
    pub fn to_xml(&self) -> Vec<u8> {
        let date = self.date_saved.to_string();
        let elements = [
            ("version", Some(&self.version)),
            ("extra1", self.extra1.as_ref()),
            ("extra2", self.extra2.as_ref()),
            ("VassalVersion", Some(&self.vassal_version)),
            ("dateSaved", Some(&date)),
            ("description", Some(&self.description)),
            ("name", self.name.as_ref()),
        ];
        let version = vec![("version".to_string(), "1".to_string())];
        let root = Component::Other { class: "data".to_string(), attributes: version, text: String::new() };
        let children = elements.into_iter().filter_map(|(class, text)| Some(element(class, text?)));
        to_xml(&Node { component: root, children: children.collect() })
    }

    /// From XML. What is missing is empty, and translations are not read.
    pub fn from_xml(bytes: &[u8]) -> Result<Metadata, XmlError> {
        let mut data = Metadata::default();
        for node in from_xml(bytes)?.children {
            let Component::Other { class, attributes, text } = node.component else { continue };
            if attributes.iter().any(|(name, _)| name == "lang") {
                continue;
            }
            match class.as_str() {
                "version" => data.version = text,
                "extra1" => data.extra1 = Some(text),
                "extra2" => data.extra2 = Some(text),
                "VassalVersion" => data.vassal_version = text,
                "dateSaved" => data.date_saved = text.parse().unwrap_or_default(),
                "description" => data.description = text,
                "name" => data.name = Some(text),
                _ => {}
            }
        }
        Ok(data)
    }
}

fn element(class: &str, text: &str) -> Node {
    Node {
        component: Component::Other { class: class.to_string(), attributes: Vec::new(), text: text.to_string() },
        children: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comes_back(name in "\\PC{0,12}", description in "\\PC{0,12}", date_saved: u64, save: bool) {
            let trim = |text: String| text.trim_matches(|c: char| c <= ' ').to_string();
            let data = Metadata {
                name: (!save).then(|| trim(name)),
                version: "1.0".to_string(),
                description: trim(description),
                extra1: None,
                extra2: (!save).then(String::new),
                vassal_version: "3.7.26".to_string(),
                date_saved,
            };
            prop_assert_eq!(Metadata::from_xml(&data.to_xml()).unwrap(), data);
        }
    }

    #[test]
    fn as_vassal_writes() {
        let data = Metadata {
            name: Some("A & B".into()),
            version: "1.0".into(),
            vassal_version: "3.7.26".into(),
            date_saved: 5,
            ..Metadata::default()
        };
        let lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<data version=\"1\">",
            "  <version>1.0</version>",
            "  <VassalVersion>3.7.26</VassalVersion>",
            "  <dateSaved>5</dateSaved>",
            "  <description/>",
            "  <name>A &amp; B</name>",
            "</data>",
        ];
        assert_eq!(String::from_utf8(data.to_xml()).unwrap().lines().collect::<Vec<_>>(), lines);
    }
}
