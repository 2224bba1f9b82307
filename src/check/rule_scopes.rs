//! What names mean in rules that run on a position.

use super::board::{CheckedBoard, scope as place_scope};
use super::exprs::{input_scope, unit_scope};
use super::pieces::Pieces;
use super::vocabulary::Vocabulary;
use crate::expr::{Names, Type};
use crate::model::{EdgeBy, Input};
use crate::syntax::EventOf;
use std::collections::BTreeMap;

/// Fields and their types.
pub type FieldTypes = BTreeMap<String, Type>;

/// What else the rules of a game have names for.
pub struct DeclaredRules<'a> {
    /// The state of play.
    pub conditions: &'a [Input],
    /// Events, with what they happen to.
    pub events: &'a [(String, EventOf, Type)],
    /// Ids of supply rules.
    pub supplies: Vec<&'a str>,
    /// Ids of rules of attack.
    pub attacks: Vec<&'a str>,
}

/// Whether a name asks for supply, of whatever it is asked.
fn asks_for_supply(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    last == "supplied" || name.starts_with("supply.") || name.contains(".supply.")
}

/// What places know of zones of control.
const ZONES: [&str; 2] = ["friend-zoc", "enemy-zoc"];

/// The scopes of rules. See `docs/rules.md` for what each name means.
pub struct RuleScopes {
    base: Names,
    unit: FieldTypes,
    place: FieldTypes,
    place_of_side: FieldTypes,
    marker: FieldTypes,
    kinds: FieldTypes,
    computed: FieldTypes,
    attacks: Vec<String>,
}

/// What a place is to the unit that might go there.
const BEARING: [(&str, Type); 4] = [
    ("overstacks", Type::Bool),
    ("attackers-distance", Type::Number),
    ("unit-supplied", Type::Bool),
    ("unit-supply-steps", Type::Number),
];

impl RuleScopes {
    /// The scopes of a game.
    pub fn new(vocabulary: &Vocabulary, board: &CheckedBoard, pieces: &Pieces, declared: &DeclaredRules<'_>) -> Self {
        let mut unit = unit_scope(vocabulary).types;
        let words = |words: &mut dyn Iterator<Item = &str>| {
            let mut words: Vec<String> = words.map(str::to_string).chain([String::new()]).collect();
            words.sort();
            words.dedup();
            Type::choice(words)
        };
        let mut states: Vec<&str> =
            pieces.units.iter().flat_map(|unit| unit.steps.iter().map(|step| step.state.as_str())).collect();
        states.sort_unstable();
        states.dedup();
        unit.insert("state".into(), words(&mut states.iter().copied()));
        unit.insert("full-state".into(), words(&mut states.iter().copied()));
        unit.insert("at".into(), Type::Text);
        unit.insert("with".into(), Type::Text);
        unit.insert("strength-now".into(), Type::Number);
        unit.insert("comrades".into(), Type::Number);
        unit.insert("supplied".into(), Type::Bool);
        let named = || declared.supplies.iter().map(|id| (format!("supply.{id}"), Type::Bool));
        let events = |of: EventOf| {
            let own = declared.events.iter().filter(move |(_, own, _)| *own == of);
            own.map(|(name, _, kind)| (name.clone(), kind.clone()))
        };
        unit.extend(named().chain(events(EventOf::Unit)));
        unit.insert("status".into(), Type::list(words(&mut pieces.status_words())));
        unit.insert("formation-status".into(), Type::list(words(&mut pieces.status_words())));
        unit.extend(vocabulary.values.iter().map(|value| (format!("printed-{}", value.id), Type::Number)));
        let mut place = place_scope(board, vocabulary).types;
        place.insert("contested".into(), Type::Bool);
        let features = board.maps.iter().flat_map(|map| map.features.iter().map(|feature| feature.id.as_str()));
        place.entry("feature".into()).or_insert(words(&mut features.into_iter()));
        place.insert("supplied".into(), Type::Bool);
        place.extend(named().chain(events(EventOf::Place)));
        place.extend(vocabulary.sides.iter().map(|side| (format!("units-{}", side.id), Type::Number)));
        place.entry("units".into()).or_insert_with(|| Type::collection(unit.clone()));
        let mut place_of_side = place.clone();
        let counts = ["friends", "enemies", "friends-near", "enemies-near", "enemies-near-alike", "enemy-areas-near"]
            .map(String::from);
        let by_state = states.iter().flat_map(|state| {
            let word = state.replace(' ', "-");
            [format!("enemies-{word}"), format!("friends-{word}")]
        });
        place_of_side.extend(counts.into_iter().chain(by_state).map(|name| (name, Type::Number)));
        place_of_side.extend(ZONES.map(|name| (name.to_string(), Type::Bool)));
        let side = unit.get("side").cloned().unwrap_or(Type::Text);
        let formation = unit.get("formation").cloned().unwrap_or(Type::Text);
        let marker_ids = words(&mut pieces.markers.iter().map(|marker| marker.id.as_str()));
        let faces = pieces.markers.iter().filter_map(|marker| pieces.counters.get(marker.counter.index));
        let faces = faces.flat_map(|counter| std::iter::once(&counter.front).chain(&counter.back));
        let faces = words(&mut faces.map(|face| face.state.as_str()));
        let marker = FieldTypes::from([
            ("id".into(), marker_ids),
            ("side".into(), side),
            ("formation".into(), formation),
            ("face".into(), faces),
        ]);
        let boundaries = || board.maps.iter().flat_map(|map| &map.boundaries);
        let mut kinds = FieldTypes::from([
            ("boundary".into(), words(&mut boundaries().map(|boundary| boundary.id.as_str()))),
            (
                "crossing".into(),
                words(&mut boundaries().flat_map(|boundary| boundary.crossings.iter().map(String::as_str))),
            ),
            ("way".into(), words(&mut board.maps.iter().flat_map(|map| map.ways.iter().map(|way| way.id.as_str())))),
            ("by".into(), words(&mut EdgeBy::ALL.into_iter().map(EdgeBy::word))),
        ]);
        kinds.extend(events(EventOf::Connection));
        let mut base = input_scope(declared.conditions);
        for region in &board.regions {
            base = base.with(format!("region.{}", region.id), Type::collection(place.clone()));
        }
        let attacks = declared.attacks.iter().map(|id| format!("attackers.{id}")).collect();
        Self { base, unit, place, place_of_side, marker, kinds, computed: FieldTypes::new(), attacks }
    }

    /// Lets all rules ask which scenario is played.
    pub fn with_scenarios<'s>(mut self, ids: impl Iterator<Item = &'s str>) -> Self {
        self.base = self.base.with("scenario", Type::choice(ids.map(str::to_string).chain([String::new()])));
        self
    }

    /// Lets inputs ask for what procedures come to, and for parameters.
    pub fn with_computed<'s>(
        mut self,
        procedures: impl Iterator<Item = &'s str>,
        parameters: impl Iterator<Item = &'s str>,
    ) -> Self {
        self.computed.extend(procedures.map(|id| (format!("procedure.{id}"), Type::Number)));
        self.computed.extend(parameters.map(|id| (format!("parameter.{id}"), Type::Number)));
        self
    }

    /// The fields of a unit in a fight: its own, how it stands to the place that is fought for, and what is computed for it.
    fn fighter(&self) -> FieldTypes {
        let mut fields = self.unit.clone();
        let facing = ["boundary", "crossing"].iter().filter_map(|name| self.kinds.get_key_value(*name));
        fields.extend(facing.map(|(name, kind)| (name.clone(), kind.clone())));
        fields.insert("adjacent".into(), Type::Bool);
        fields.extend(
            self.computed
                .iter()
                .filter(|(name, _)| name.starts_with("procedure."))
                .map(|(n, k)| (n.clone(), k.clone())),
        );
        fields
    }

    fn markers(&self) -> Type {
        Type::collection(self.marker.clone())
    }

    fn units(&self) -> Type {
        Type::collection(self.unit.clone())
    }

    /// What lies, stands and borders at a place, and what it is called there.
    fn around(&self) -> [(&'static str, Type); 3] {
        [("markers", self.markers()), ("units", self.units()), ("near", Type::collection(self.place.clone()))]
    }

    fn prefixed(mut names: Names, prefix: &str, fields: &FieldTypes) -> Names {
        for (key, kind) in fields {
            names = names.with(format!("{prefix}.{key}"), kind.clone());
        }
        names
    }

    fn with_unit(&self, mut names: Names) -> Names {
        for (key, kind) in &self.unit {
            names = names.with(key.as_str(), kind.clone());
        }
        names.with("assets", self.units())
    }

    /// Whether a name means something else already: a condition may not have it.
    pub fn taken(&self, name: &str) -> bool {
        self.unit.contains_key(name)
            || self.kinds.contains_key(name)
            || ["spent", "first", "assets", "movers", "scenario", "adjacent", "boundary-name", "entry"].contains(&name)
    }

    /// Whether a name means something in any rule: an event may not have it.
    pub fn known(&self, name: &str) -> bool {
        let names = [&self.base.types, &self.unit, &self.place_of_side, &self.kinds, &self.inputs().types]
            .iter()
            .any(|names| names.contains_key(name));
        names || self.taken(name)
    }

    /// What the size of a hand may depend on: the turn, conditions, regions.
    pub fn hand(&self) -> Names {
        self.base.clone().with("turn", Type::Number)
    }

    /// A unit that moves from one place to the next.
    pub fn crossing(&self) -> Names {
        self.retreat().with("spent", Type::Number).with("first", Type::Bool).with("movers", self.units())
    }

    /// A unit that attacks the next place.
    pub fn attack(&self) -> Names {
        self.retreat().with("entry", Type::Number)
    }

    /// A unit that retreats from one place to the next.
    pub fn retreat(&self) -> Names {
        let mut names = self.step();
        for prefix in ["from", "to"] {
            for (field, kind) in BEARING {
                names = names.with(format!("{prefix}.{field}"), kind);
            }
        }
        names
    }

    /// A unit and two neighbouring places.
    fn step(&self) -> Names {
        let mut names = self.with_unit(self.base.clone());
        for prefix in ["from", "to"] {
            names = Self::prefixed(names, prefix, &self.place_of_side);
            for (key, kind) in self.around() {
                names = names.with(format!("{prefix}.{key}"), kind);
            }
        }
        for (key, kind) in &self.kinds {
            names = names.with(key.as_str(), kind.clone());
        }
        names.with("boundary-name", Type::Text)
    }

    /// A unit that exerts a zone of control into the next place. It cannot ask for supply or zones, which may ask for it.
    pub fn zone(&self) -> Names {
        let mut names = self.step();
        names.types.retain(|name, _| {
            let field = name.rsplit('.').next().unwrap_or(name);
            let collection = name.starts_with("region.") || ["assets", "units", "near"].contains(&field);
            !asks_for_supply(name) && !ZONES.contains(&field) && !collection
        });
        names
    }

    /// What answers inputs: a fight, a unit, conditions, regions.
    pub fn inputs(&self) -> Names {
        let fighter = self.fighter();
        let mut names = self.with_unit(self.base.clone());
        for (key, kind) in fighter.iter().chain(&self.computed) {
            names = names.with(key.as_str(), kind.clone());
        }
        for prefix in ["attack-lead", "defence-lead"] {
            names = Self::prefixed(names, prefix, &self.unit);
        }
        names = Self::prefixed(names, "area", &self.place_of_side);
        for units in ["attackers", "defenders", "attack-assets", "defence-assets"] {
            names = names.with(units, Type::collection(fighter.clone()));
        }
        for (key, kind) in self.around() {
            names = names.with(format!("area-{key}"), kind);
        }
        for markers in ["attack-markers", "defence-markers"] {
            names = names.with(markers, self.markers());
        }
        names.types.entry("units".into()).or_insert_with(|| self.units());
        names
    }

    /// A unit that arrives in a place.
    pub fn arrival(&self) -> Names {
        Self::prefixed(self.with_unit(self.base.clone()), "to", &self.place_of_side).with("to.markers", self.markers())
    }

    /// A unit that a rule of supply is for.
    pub fn supplied_unit(&self) -> Names {
        let mut names = self.base.clone();
        names.types.retain(|name, _| !name.starts_with("region."));
        let fields = self.unit.iter().filter(|(name, _)| !asks_for_supply(name));
        fields.fold(names, |names, (name, kind)| names.with(name.as_str(), kind.clone()))
    }

    /// A unit that hands supply on, and the place where it stands.
    pub fn hub(&self) -> Names {
        let mut names = self.supply();
        names.types.extend(self.supplied_unit().types);
        names
    }

    /// What an operation can ask for, before it has named anything.
    pub fn operation(&self, cards: &FieldTypes, decks: &[String]) -> Names {
        let mut names = self.base.clone();
        for units in ["units", "eliminated", "withdrawn", "waiting"] {
            names = names.with(units, self.units());
        }
        let side = self.unit.get("side").cloned().unwrap_or(Type::Text);
        names = names.with("acting", side.clone()).with("opponent", side).with("turn", Type::Number);
        names = names.with("places", Type::collection(self.spot()));
        let regions: Vec<String> = names.types.keys().filter(|name| name.starts_with("region.")).cloned().collect();
        for region in regions {
            names = names.with(region, Type::collection(self.spot()));
        }
        for (name, kind) in self.computed.iter().filter(|(name, _)| name.starts_with("parameter.")) {
            names = names.with(name.as_str(), kind.clone());
        }
        for deck in decks {
            for pile in ["hand", "discards", "deck"] {
                names = names.with(format!("{pile}.{deck}"), Type::collection(cards.clone()));
            }
            names = names.with(format!("hand-size.{deck}"), Type::Number);
        }
        names
    }

    /// The fields of a unit.
    pub fn unit_fields(&self) -> &FieldTypes {
        &self.unit
    }

    /// The fields of a marker in a place.
    pub fn marker_fields(&self) -> &FieldTypes {
        &self.marker
    }

    /// The fields of a marker that has a name: its copies are alike, whatever face is up.
    pub fn named_marker(&self) -> FieldTypes {
        let mut fields = self.marker.clone();
        fields.remove("face");
        fields
    }

    /// The fields of a place, with what lies, stands and borders there.
    pub fn spot(&self) -> FieldTypes {
        let mut fields = self.place_of_side.clone();
        fields.extend(self.around().map(|(key, kind)| (key.to_string(), kind)));
        let attackers = self.attacks.iter().map(|name| (name.clone(), self.units()));
        fields.extend(attackers);
        fields.insert("near".into(), Type::collection(self.place_of_side.clone()));
        fields
    }

    /// A supply line that goes from one place to the next, away from the unit. It cannot ask for supply.
    pub fn supply_step(&self) -> Names {
        let names = Self::prefixed(self.supply(), "from", &self.unsupplied());
        self.kinds.iter().fold(names, |names, (key, kind)| names.with(key.as_str(), kind.clone()))
    }

    /// What a supply line can ask of a place.
    fn unsupplied(&self) -> FieldTypes {
        let mut fields = self.place_of_side.clone();
        fields.retain(|name, kind| !asks_for_supply(name) && !matches!(kind, Type::Collection(_)));
        fields
    }

    /// A place where a supply line starts or ends. It cannot ask for supply.
    pub fn supply(&self) -> Names {
        let fields = self.unsupplied();
        let mut names = self.base.clone();
        names.types.retain(|name, _| !name.starts_with("region."));
        let names = names.with("side", self.unit.get("side").cloned().unwrap_or(Type::Text));
        Self::prefixed(names, "to", &fields)
    }
}
