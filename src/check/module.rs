//! The VASSAL module that a game carries along, and the records of its smaller parts.

use crate::diag::codes;
use crate::model::{CarriedModule, ModulePart, PartValue};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{CARRIED, FileKind, Sources, Sp};
use crate::syntax::ModuleDef;
use std::collections::BTreeMap;

/// The module that a game carries: it stands in one folder, and nowhere else.
pub fn carried(module: &ModuleDef, sources: &Sources, cx: &mut Cx) -> CarriedModule {
    if module.carried.value != CARRIED {
        let message = format!("a carried module is in the folder `{CARRIED}`");
        cx.bad_value::<()>(module.carried.span, message, &format!("write `carried = \"{CARRIED}\"`"));
    } else if !sources.own().any(|(_, own)| own.kind == FileKind::Carried) {
        let message = format!("the game's folder has no folder `{CARRIED}`");
        cx.bad_value::<()>(module.carried.span, message, "import the module again, or delete `[module]`");
    }
    for chart in &module.charts {
        has(sources, &chart.image, "no picture", cx);
    }
    for face in module.faces.iter().filter_map(|face| face.image.as_ref()) {
        has(sources, face, "no picture", cx);
    }
    for page in &module.pages {
        has(sources, &page.file, "no file", cx);
    }
    let version = module.version.as_ref().map(|version| version.value.clone());
    CarriedModule { version, parts: parts(module, cx) }
}

/// Reports a file that is not there.
fn has(sources: &Sources, file: &Sp<String>, no: &str, cx: &mut Cx) {
    if !sources.own().any(|(_, own)| own.name == file.value) {
        let message = format!("the game's folder has {no} `{}`", file.value);
        cx.bad_value::<()>(file.span, message, "put it there, or name another");
    }
}

/// The records of smaller parts, each as values by key.
fn parts(module: &ModuleDef, cx: &mut Cx) -> Vec<ModulePart> {
    let mut all = PartList { list: Vec::new(), ids: BTreeMap::new(), cx };
    let text = |text: &str| Some(PartValue::Text(text.to_string()));
    let flag = |flag: bool| text(&flag.to_string());
    let number = |number: i64| text(&number.to_string());
    for own in &module.dice {
        let said = [
            ("count", number(own.count.value)),
            ("sides", number(own.sides.value)),
            ("plus", own.plus.and_then(number)),
        ];
        let rest =
            [("add", own.add.and_then(number)), ("total", own.total.and_then(flag)), ("name", text(&own.name.value))];
        all.add("dice", &own.id, said.into_iter().chain(rest));
    }
    for own in &module.symbols {
        all.add("symbols", &own.id, [("name", text(&own.name.value))]);
    }
    for own in &module.faces {
        let image = own.image.as_ref().and_then(|image| text(&image.value));
        let said = [("name", text(&own.name.value)), ("value", own.value.and_then(number)), ("image", image)];
        all.add("face", &own.id, said);
    }
    for own in &module.turns {
        let list = (!own.list.is_empty()).then(|| PartValue::List(own.list.clone()));
        let said = [("start", own.start.and_then(number)), ("step", own.step.and_then(number)), ("list", list)];
        let rest =
            [("loop", own.wraps.and_then(flag)), ("last", own.last.and_then(number)), ("name", text(&own.name.value))];
        all.add("turn", &own.id, said.into_iter().chain(rest));
    }
    for own in &module.charts {
        all.add("chart", &own.id, [("name", text(&own.name.value)), ("image", text(&own.image.value))]);
    }
    for own in &module.pages {
        all.add("page", &own.id, [("title", text(&own.title.value)), ("file", text(&own.file.value))]);
    }
    for own in &module.inventories {
        let groups = Some(PartValue::List(own.groups.clone()));
        let said = [("filter", own.filter.as_deref().and_then(text)), ("groups", groups)];
        all.add("inventory", &own.id, said.into_iter().chain([("name", text(&own.name.value))]));
    }
    for own in &module.stacks {
        let place = own.place.as_deref().and_then(text);
        let at = [("x", own.x.and_then(number)), ("y", own.y.and_then(number)), ("place", place)];
        all.add("stack", &own.id, at.into_iter().chain([("name", text(&own.name.value))]));
    }
    for own in &module.properties {
        all.add("property", &own.id, [("name", text(&own.name.value)), ("value", text(&own.value.value))]);
    }
    all.list
}

struct PartList<'a> {
    list: Vec<ModulePart>,
    ids: BTreeMap<(&'static str, &'a str), &'a Sp<Id>>,
    cx: &'a mut Cx,
}

impl<'a> PartList<'a> {
    fn add(
        &mut self,
        kind: &'static str,
        id: &'a Sp<Id>,
        said: impl IntoIterator<Item = (&'static str, Option<PartValue>)>,
    ) {
        if let Some(first) = self.ids.insert((kind, id.0.as_str()), id) {
            let message = format!("two records `{kind}` of the module have the id `{}`", id.0);
            let diag = codes::DUPLICATE.at(id.span, message).label("declared again here");
            self.cx.diags.push(diag.also(first.span, "the first"));
        }
        let said = said.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
        self.list.push(ModulePart { kind, id: id.0.clone(), said });
    }
}
