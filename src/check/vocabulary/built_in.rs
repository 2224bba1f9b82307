//! Echelons and types of unit that every game can use without declaring them.

use super::Vocabulary;
use crate::check::names::not_built_in;
use crate::look::Set;
use crate::model::{About, Ref, Size, UnitType};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::syntax::{GameFile, GameFiles};

/// Echelons, smallest first: id, name and mark.
const SIZES: [(&str, &str, &str); 12] = [
    ("team", "Team", "\u{2205}"),
    ("squad", "Squad", "\u{2022}"),
    ("section", "Section", "\u{2022}\u{2022}"),
    ("platoon", "Platoon", "\u{2022}\u{2022}\u{2022}"),
    ("company", "Company", "I"),
    ("battalion", "Battalion", "II"),
    ("regiment", "Regiment", "III"),
    ("brigade", "Brigade", "X"),
    ("division", "Division", "XX"),
    ("corps", "Corps", "XXX"),
    ("army", "Army", "XXXX"),
    ("army-group", "Army group", "XXXXX"),
];

impl Vocabulary {
    /// The echelon that a reference names, if it names one; reports one that is neither declared nor built in.
    pub fn size(&self, name: Option<&Sp<String>>, cx: &mut Cx) -> Option<Ref<Size>> {
        let name = name?;
        let found = self.size_names.find(name);
        if found.is_none() {
            let known = self.size_names.ids().chain(SIZES.iter().map(|(id, ..)| *id));
            not_built_in("size", name, known, None, cx);
        }
        found
    }

    /// The type that a reference names; reports one that is neither declared nor a symbol.
    pub fn unit_type(&self, name: &Sp<String>, cx: &mut Cx) -> Option<Ref<UnitType>> {
        let found = self.type_names.find(name);
        if found.is_none() {
            not_built_in("type", name, self.type_names.ids(), self.library.meant(Set::Symbol, name), cx);
        }
        found
    }
}

/// Adds the echelons and types that the game uses and does not declare. Every symbol is a type of its name.
pub fn add(v: &mut Vocabulary, file: &GameFile, files: &GameFiles, cx: &mut Cx) {
    let groups = || files.counters.iter().flat_map(|file| &file.content.groups);
    let units = || groups().flat_map(|group| &group.units);
    let of_formations = file.formations.iter().filter_map(|formation| formation.size.as_ref());
    let sizes: Vec<&Sp<String>> = groups()
        .filter_map(|group| group.size.as_ref())
        .chain(units().filter_map(|unit| unit.size.as_ref()))
        .chain(of_formations)
        .collect();
    for (id, name, mark) in SIZES {
        let used = sizes.iter().find(|size| size.value == id);
        let Some(used) = used.filter(|_| v.size_names.find(id).is_none() && !cx.broken.contains(id)) else { continue };
        v.size_names.declare(&Sp::new(Id(id.to_string()), used.span), cx);
        let (id, name, mark) = (id.to_string(), name.to_string(), Some(mark.to_string()));
        v.sizes.push(Size { id, name, mark, about: About::default() });
    }
    let types =
        groups().filter_map(|group| group.r#type.as_ref()).chain(units().filter_map(|unit| unit.r#type.as_ref()));
    for used in types {
        if v.type_names.find(used).is_some() || cx.broken.contains(used.as_str()) {
            continue;
        }
        let Some(symbol) = v.library.get(Set::Symbol, used) else { continue };
        let (id, name) = (used.value.clone(), symbol.title.clone());
        v.type_names.declare(&Sp::new(Id(id.clone()), used.span), cx);
        v.types.push(UnitType {
            symbol: id.clone(),
            id,
            name,
            colour: None,
            ground: None,
            ink: None,
            groups: Vec::new(),
            about: About::default(),
        });
    }
}
