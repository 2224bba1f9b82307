//! What the position answers: where a game says what an input is taken `from`, that is asked of the pieces that were
//! counted in, of the place of the fight and of the turn, as expressions of VASSAL.

use super::changes::traits_of_units;
use super::fights::{self, Role, place};
use super::names::property;
use super::parts::Parts;
use super::shared_traits::UNITS;
use super::statuses::has_status;
use super::tables::{Answer, Question};
use crate::expr::{Binary, Expr, ExprKind, Form, Gather, JavaCode, Naming, Over, Properties, java_text, to_code};
use crate::model::{Formula, Printed};
use crate::syntax::{AttributeKind, AttributeOf, MapKind};
use std::collections::BTreeSet;

/// Names in which an input asks for units that attack or defend, or for the place where they do.
const OF_ATTACKERS: [&str; 2] = ["attackers", "attack-lead"];

const OF_DEFENDERS: [&str; 4] = ["defenders", "defence-lead", "area", "area-markers"];

/// Of more values than these the highest is not looked for.
const MOST: usize = 40;

/// The roles that a formula asks for.
pub fn roles(formula: &Formula) -> impl Iterator<Item = Role> {
    let names: BTreeSet<&str> = formula.expr.names().into_iter().map(|mention| mention.name).collect();
    let first = |name: &str| name.split('.').next().unwrap_or(name).to_string();
    let own: Vec<String> = names.into_iter().map(first).collect();
    let asks = move |wanted: &[&str]| own.iter().any(|name| wanted.contains(&name.as_str()));
    let roles = [asks(&OF_ATTACKERS).then_some(Role::Attacker), asks(&OF_DEFENDERS).then_some(Role::Defender)];
    roles.into_iter().flatten()
}

/// Whether a formula asks for the unit that leads.
pub fn asks_for_lead(formula: &Formula) -> bool {
    formula
        .expr
        .names()
        .iter()
        .any(|mention| mention.name.starts_with("attack-lead") || mention.name.starts_with("defence-lead"))
}

/// Code for what answers a question; nothing if VASSAL cannot know it. The code gives an empty text while nobody is
/// counted in who could answer: then the place of the fight is that of an earlier one, or of those who attack.
pub fn found(parts: &Parts<'_>, ask: &Question) -> Option<String> {
    let from = ask.from.as_ref()?;
    let code = PositionNames { parts }.code(&from.expr)?;
    let fits = match (&ask.answer, code.form) {
        (Answer::Number { .. }, Form::Whole) => true,
        (Answer::List(_), Form::Bool) => ask.choices.is_empty(),
        (Answer::List(shown), Form::Text) => shown.len() == ask.choices.len(),
        _ => false,
    };
    let nobody: String =
        roles(from).map(|role| format!("{}.equals(\"0\") ? \"\" : ", JavaCode::text(role.number_of()).text)).collect();
    fits.then(|| nobody + &code.part())
}

/// How many units take part in each role, with the code for it.
pub fn numbers(parts: &Parts<'_>) -> [(&'static str, String); 2] {
    Role::ALL.map(|role| (role.number_of(), PositionNames { parts }.count(&role.takes_part()).text))
}

/// Code for the answer to a question as players read it, given the property that holds what was found: the usual one if
/// nothing was.
pub fn answer(ask: &Question, found: &str) -> String {
    let default = java_text(&ask.default);
    let answer = match &ask.answer {
        Answer::Number { min, max } => {
            // VASSAL's `"" + 5` is the number 5, which no text equals: then a second unit would not be counted in.
            format!("String.valueOf(Math.max({min}, Math.min({max}, {})))", JavaCode::whole_or_zero(found).text)
        }
        Answer::List(shown) if !ask.choices.is_empty() => {
            let read = JavaCode::text(found).text;
            let test =
                |(id, words): (&String, &String)| format!("{read}.equals({}) ? {} : ", java_text(id), java_text(words));
            let tests: String = ask.choices.iter().zip(shown).map(test).collect();
            format!("({tests}{default})")
        }
        _ => format!("({} ? \"yes\" : \"no\")", JavaCode::flag(found).text),
    };
    format!("({}.length() == 0 ? {default} : {answer})", JavaCode::text(found).text)
}

/// The code of who controls the place of the fight: the marker that lies there, else what is printed.
pub fn control(parts: &Parts<'_>) -> String {
    let position = PositionNames { parts };
    let markers = parts.game.model.markers.iter().filter_map(|marker| {
        let counter = parts.game.model.counters.get(marker.counter.index)?;
        let faces = [Some((1, &counter.front)), counter.back.as_ref().map(|back| (2, back))];
        Some((marker, faces.into_iter().flatten().filter(|(_, face)| face.glyph.as_deref() == Some("control"))))
    });
    let mut tests = String::new();
    for (marker, faces) in markers {
        for (level, face) in faces {
            let Some(side) = face.side.as_ref().or(marker.side.as_ref()) else { continue };
            let here = format!("Id == {} && Step_Level == {level}", java_text(&format!("marker/{}", marker.id)));
            tests += &format!("{} > 0 ? {} : ", position.here(&here).text, java_text(&side.id));
        }
    }
    format!("{tests}{}", position.printed("Control").text)
}

/// The property of something that is printed in the place of the fight.
fn printed_name(name: &str) -> String {
    format!("Printed_{name}")
}

/// What is looked up of the place of the fight before anything else, with the code for it.
pub fn printed(parts: &Parts<'_>) -> Vec<(String, String)> {
    let position = PositionNames { parts };
    let zone = |name: &str| {
        let code = format!("GetZoneProperty({}, {}, {})", java_text(name), place::zone(), place::map());
        (printed_name(name), code)
    };
    let mut all = vec![zone("Control")];
    if !position.by_zone() {
        all.push((printed_name("Terrain"), position.cell_terrain()));
        return all;
    }
    all.extend(["PlaceId", "Terrain", "Class"].map(zone));
    let attributes = parts.game.model.attributes.iter().filter(|own| own.of == AttributeOf::Area);
    all.extend(attributes.map(|own| zone(&property(&own.id))));
    all
}

/// The names of a position.
struct PositionNames<'p> {
    parts: &'p Parts<'p>,
}

impl PositionNames<'_> {
    fn code(&self, expr: &Expr) -> Option<JavaCode> {
        if let ExprKind::Binary(Binary::In, left, right) = &expr.kind
            && let (ExprKind::Text(status), ExprKind::Name(name)) = (&left.kind, &right.kind)
        {
            let role = fights::lead(name.strip_suffix(".status")?)?;
            let marker = self.parts.game.model.markers.iter().find(|marker| marker.id == *status)?;
            let lead = format!("{} && {}", role.leads(), has_status(self.parts, marker));
            return Some(JavaCode::new(Form::Bool, format!("{} > 0", self.count(&lead).text)));
        }
        to_code(expr, self).ok()
    }

    /// Pieces on the map of the fight.
    fn count(&self, filter: &str) -> JavaCode {
        JavaCode::atom(Form::Whole, format!("CountMap({}, \"Id\", {})", place::map(), braced(filter)))
    }

    fn sum(&self, of: &str, filter: &str) -> JavaCode {
        JavaCode::atom(Form::Whole, format!("SumMap({}, {}, {})", java_text(of), place::map(), braced(filter)))
    }

    /// Pieces in the place of the fight.
    fn here(&self, filter: &str) -> JavaCode {
        let (function, name) =
            if self.by_zone() { ("CountZone", place::zone()) } else { ("CountLocation", place::location()) };
        JavaCode::atom(Form::Whole, format!("{function}({name}, {}, \"Id\", {})", place::map(), braced(filter)))
    }

    /// Whether places of fights are zones; else they are cells of a grid.
    fn by_zone(&self) -> bool {
        self.parts.game.model.maps.iter().all(|map| map.kind == MapKind::Area)
    }

    /// What is printed in the place of the fight; it was looked up before.
    fn printed(&self, name: &str) -> JavaCode {
        JavaCode::text(&printed_name(name))
    }

    /// Something of the place of the fight.
    fn area(&self, field: &str) -> Option<JavaCode> {
        let model = self.parts.game.model;
        match field {
            "control" => return Some(JavaCode::text(place::CONTROL)),
            "id" if self.by_zone() => return Some(self.printed("PlaceId")),
            "id" => return Some(JavaCode::atom(Form::Text, place::location())),
            "terrain" => return Some(self.printed("Terrain")),
            "class" if self.by_zone() => return Some(self.printed("Class")),
            "contested" => {
                let side = |own: &crate::model::Side| {
                    format!(
                        "{} > 0",
                        self.here(&format!("Layer == \"{UNITS}\" && Side == {}", java_text(&own.id))).text
                    )
                };
                let all: Vec<String> = model.sides.iter().map(side).collect();
                return (all.len() == 2).then(|| JavaCode::new(Form::Bool, all.join(" && ")));
            }
            _ if !self.by_zone() => return None,
            _ => {}
        }
        let attribute = model.attributes.iter().find(|own| own.id == field && own.of == AttributeOf::Area)?;
        let own = printed_name(&property(&attribute.id));
        Some(match attribute.kind {
            AttributeKind::Number => JavaCode::whole_or_zero(&own),
            AttributeKind::YesNo => JavaCode::flag(&own),
            AttributeKind::Text | AttributeKind::Choice => JavaCode::text(&own),
        })
    }

    /// The terrain of a cell: maps list the cells of each.
    fn cell_terrain(&self) -> String {
        let terrains = self.parts.game.model.maps.iter().flat_map(|map| &map.terrains);
        let test = |id: &String| {
            let list = format!("GetMapProperty({}, {})", java_text(&format!("Hexes_{}", property(id))), place::map());
            format!("{list}.contains(\",\" + {} + \",\") ? {} : ", place::location(), java_text(id))
        };
        let mut seen = BTreeSet::new();
        let tests: String = terrains.map(|own| &own.id).filter(|id| seen.insert((*id).clone())).map(test).collect();
        format!("{tests}\"\"")
    }

    /// Something of the unit that leads.
    fn of_lead(&self, role: Role, field: &str) -> Option<JavaCode> {
        let model = self.parts.game.model;
        let lead = role.leads();
        if let Some(value) = value_of(self.parts, field) {
            return Some(self.sum(&property(&value), &lead));
        }
        if field == "side" {
            let test = |side: &crate::model::Side| {
                let own = self.count(&format!("{lead} && Side == {}", java_text(&side.id)));
                format!("{} > 0 ? {} : ", own.text, java_text(&side.id))
            };
            return Some(JavaCode::new(
                Form::Text,
                format!("{}\"\"", model.sides.iter().map(test).collect::<String>()),
            ));
        }
        let attribute = model.attributes.iter().find(|own| own.of == AttributeOf::Unit && own.id == field)?;
        match attribute.kind {
            AttributeKind::Number => Some(self.sum(&property(&attribute.id), &lead)),
            AttributeKind::YesNo => {
                let flag = JavaCode::flag(&property(&attribute.id)).text;
                Some(JavaCode::new(Form::Bool, format!("{} > 0", self.count(&format!("{lead} && {flag}")).text)))
            }
            _ => None,
        }
    }

    /// Units in a role: how many, whether there are some, what they add up to.
    fn units(&self, own: &str, over: &Over<'_>) -> Option<JavaCode> {
        let fitting = |each: &Expr| {
            let code =
                to_code(each, &MemberNames { position: self, fields: unit_fields(self.parts, self.by_zone()) }).ok()?;
            (code.form == Form::Bool).then(|| self.count(&format!("{own} && {}", code.part())).text)
        };
        let all = self.count(own).text;
        match (over.gather, over.each) {
            (Gather::Count, None) => Some(JavaCode::atom(Form::Whole, all)),
            (Gather::Count, Some(each)) => Some(JavaCode::atom(Form::Whole, fitting(each)?)),
            (Gather::Any, Some(each)) => Some(JavaCode::new(Form::Bool, format!("{} > 0", fitting(each)?))),
            (Gather::All, Some(each)) => Some(JavaCode::new(Form::Bool, format!("{} == {all}", fitting(each)?))),
            (Gather::Sum, Some(each)) => Some(self.sum(&property(&self.named_value(each)?), own)),
            (Gather::Highest | Gather::Lowest, Some(each)) => self.best(own, &self.named_value(each)?, over.gather),
            _ => None,
        }
    }

    fn named_value(&self, each: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &each.kind else { return None };
        value_of(self.parts, name)
    }

    /// The highest or lowest value of some units: VASSAL only counts, so each value is asked for in turn.
    fn best(&self, own: &str, value: &str, gather: Gather) -> Option<JavaCode> {
        let steps = self.parts.game.model.units.iter().flat_map(|unit| &unit.steps);
        let printed = steps.filter_map(|step| match step.values.get(value)? {
            Printed::Number(number) => number.to_whole(),
            Printed::Text(_) => None,
        });
        let values: BTreeSet<i64> = printed.collect();
        if values.is_empty() || values.len() > MOST {
            return None;
        }
        let read = JavaCode::whole_or_zero(&property(value)).text;
        let (sign, order): (&str, Vec<i64>) = match gather {
            Gather::Highest => (">=", values.into_iter().rev().collect()),
            _ => ("<=", values.into_iter().collect()),
        };
        let test = |number: &i64| {
            format!("{} > 0 ? {number} : ", self.count(&format!("{own} && ({read}) {sign} {number}")).text)
        };
        let tests: String = order.iter().map(test).collect();
        Some(JavaCode::new(Form::Whole, format!("{} == 0 ? 0 : {tests}0", self.count(own).text)))
    }

    /// Markers or units in the place of the fight.
    fn in_place(&self, units: bool, over: &Over<'_>) -> Option<JavaCode> {
        let fields = if units { unit_fields(self.parts, self.by_zone()) } else { marker_fields() };
        let layer = format!("Layer {} \"{UNITS}\"", if units { "==" } else { "!=" });
        let count = match over.each {
            None => self.here(&layer),
            Some(each) => {
                let code = to_code(each, &MemberNames { position: self, fields }).ok()?;
                let fits = (code.form == Form::Bool).then(|| format!("{layer} && {}", code.part()))?;
                self.here(&fits)
            }
        };
        match over.gather {
            Gather::Count => Some(count),
            Gather::Any => Some(JavaCode::new(Form::Bool, format!("{} > 0", count.text))),
            _ => None,
        }
    }
}

impl Naming for PositionNames<'_> {
    fn name(&self, name: &str) -> Option<JavaCode> {
        if name == "turn" && self.parts.game.model.rules.sequence.is_some() {
            return Some(JavaCode::whole_or_zero(super::turns::NAME));
        }
        let (of, field) = name.split_once('.')?;
        match of {
            "area" => self.area(field),
            _ => self.of_lead(fights::lead(of)?, field),
        }
    }

    fn over(&self, over: &Over<'_>) -> Option<JavaCode> {
        match over.collection {
            "attackers" => self.units(&Role::Attacker.takes_part(), over),
            "defenders" => self.units(&Role::Defender.takes_part(), over),
            "area-markers" => self.in_place(false, over),
            "area-units" => self.in_place(true, over),
            _ => None,
        }
    }
}

/// Names within a collection: fields of its members first, then those of the position.
struct MemberNames<'p> {
    position: &'p PositionNames<'p>,
    fields: Properties,
}

impl Naming for MemberNames<'_> {
    fn name(&self, name: &str) -> Option<JavaCode> {
        // Counts within counts are beyond VASSAL, but what was found before is at hand.
        self.fields.get(name).cloned().or_else(|| match name {
            "area.control" | "area.id" => self.position.name(name),
            _ => None,
        })
    }
}

fn unit_fields(parts: &Parts<'_>, by_zone: bool) -> Properties {
    let model = parts.game.model;
    let mut fields = traits_of_units(model);
    for value in &model.values {
        fields.insert(value.id.clone(), JavaCode::whole_or_zero(&property(&value.id)));
    }
    fields.insert("state".into(), JavaCode::text("State"));
    fields.insert("at".into(), JavaCode::text(if by_zone { "PlaceId" } else { "LocationName" }));
    fields
}

fn marker_fields() -> Properties {
    let mut fields = Properties::new();
    fields.insert("id".into(), JavaCode::atom(Form::Text, "GetString(\"Id\").replaceFirst(\"marker/\", \"\")"));
    for (name, own) in [("face", "State"), ("side", "Side"), ("formation", "Formation")] {
        fields.insert(name.into(), JavaCode::text(own));
    }
    fields
}

/// The value of a unit that a name stands for: itself, as printed, or what a procedure for a unit starts from.
fn value_of(parts: &Parts<'_>, name: &str) -> Option<String> {
    let model = parts.game.model;
    let known = |name: &str| model.values.iter().find(|known| known.id == name).map(|known| known.id.clone());
    if let Some(value) = known(name).or_else(|| known(name.strip_prefix("printed-")?)) {
        return Some(value);
    }
    let id = name.strip_prefix("procedure.")?;
    let procedure = model.rules.procedures.iter().find(|procedure| procedure.id == id)?;
    let ExprKind::Name(first) = &procedure.inputs.first()?.from.as_ref()?.expr.kind else { return None };
    known(first).or_else(|| known(first.strip_prefix("printed-")?))
}

fn braced(filter: &str) -> String {
    java_text(&format!("{{{filter}}}"))
}
