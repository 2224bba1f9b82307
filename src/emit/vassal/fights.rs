//! Fights: what a unit does in one, and where one is.

use super::keys::{self, menu};
use super::shared_traits::UNITS;
use crate::vassal::key::Key;

/// What a unit does in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It attacks.
    Attacker,
    /// It defends.
    Defender,
}

/// The property that says what a unit does: 0 nothing, 1 attacks, 2 defends; 3 and 4 the same, and it leads.
pub const FIGHT: &str = "Fight";

impl Role {
    /// Both.
    pub const ALL: [Role; 2] = [Role::Attacker, Role::Defender];

    /// Its number in the property.
    pub fn number(self) -> u8 {
        if self == Role::Attacker { 1 } else { 2 }
    }

    /// A test that a piece is a unit in this role.
    pub fn takes_part(self) -> String {
        format!("Layer == \"{UNITS}\" && ({FIGHT} == {} || {FIGHT} == {})", self.number(), self.number() + 2)
    }

    /// A test that a piece is the unit that leads.
    pub fn leads(self) -> String {
        format!("Layer == \"{UNITS}\" && {FIGHT} == {}", self.number() + 2)
    }

    /// The property of the module that says how many units take part in this role.
    pub fn number_of(self) -> &'static str {
        if self == Role::Attacker { "FightAttackers" } else { "FightDefenders" }
    }

    /// The key of its command.
    pub fn key(self) -> Key {
        if self == Role::Attacker { keys::attack() } else { keys::defend() }
    }

    /// The name of its command.
    pub fn command(self) -> &'static str {
        if self == Role::Attacker { menu::ATTACK } else { menu::DEFEND }
    }
}

/// The role whose leader a formula calls so.
pub fn lead(name: &str) -> Option<Role> {
    match name {
        "attack-lead" => Some(Role::Attacker),
        "defence-lead" => Some(Role::Defender),
        _ => None,
    }
}

/// Where the fight is: properties of the module.
pub mod place {
    /// Map, zone and location, as the unit says them.
    pub const PLACE: &str = "FightPlace";
    pub const CONTROL: &str = "FightControl";
    const PARTS: [&str; 3] = ["FightMap", "FightZone", "FightLocation"];

    pub fn map() -> String {
        read(0)
    }
    pub fn zone() -> String {
        read(1)
    }
    pub fn location() -> String {
        read(2)
    }
    fn read(n: usize) -> String {
        format!("GetString(\"{}\")", PARTS[n])
    }
    /// The parts of the place, each with the expression that it is taken from.
    pub fn parts() -> impl Iterator<Item = (&'static str, String)> {
        let part =
            |(n, name): (usize, &&'static str)| (*name, format!("{{GetString(\"{PLACE}\").split(\"[|]\", -1)[{n}]}}"));
        PARTS.iter().enumerate().map(part).collect::<Vec<_>>().into_iter()
    }
}
