//! Smaller parts of a module: dice buttons, faces of dice with symbols, turns, charts, pages, inventories, at-start
//! stacks, properties. What a record says of
//! each, read from the component and put into it.

use super::links::{attribute, set_attribute};
use crate::vassal::components::Node;
use crate::vassal::sequence;

/// A kind of part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// A button with dice.
    Dice,
    /// A button with dice that show symbols.
    Symbols,
    /// A side of a die that shows symbols.
    Face,
    /// A level of a turn tracker.
    Turn,
    /// A picture in a window of charts.
    Chart,
    /// A page of the help menu.
    Page,
    /// A window with a list of pieces.
    Inventory,
    /// A stack that lies on a map when a game starts.
    Stack,
    /// A global property, of the module, a map or a zone.
    Property,
}

/// What a record says under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Texts.
    List(Vec<String>),
}

impl Said {
    /// As an attribute of a component.
    pub fn text(&self) -> String {
        match self {
            Said::Text(text) => text.clone(),
            Said::Number(number) => number.to_string(),
            Said::Flag(flag) => flag.to_string(),
            Said::List(items) => sequence::encode(items, ','),
        }
    }
}

/// A key of a record, the attribute that it speaks of, how that is read, and what holds if it is not there.
type Field = (&'static str, &'static str, fn(&str) -> Option<Said>, Option<&'static str>);

const DICE: [Field; 6] = [
    ("name", "name", text, Some("")),
    ("count", "nDice", number, Some("2")),
    ("sides", "nSides", number, Some("6")),
    ("plus", "plus", number, Some("0")),
    ("add", "addToTotal", number, Some("0")),
    ("total", "reportTotal", flag, Some("false")),
];
const SYMBOLS: [Field; 1] = [("name", "name", text, Some(""))];
const FACE: [Field; 3] =
    [("name", "text", text, Some("")), ("value", "value", number, Some("0")), ("image", "icon", text, Some(""))];
const INVENTORY: [Field; 3] = [
    ("name", "name", text, Some("")),
    ("filter", "include", text, Some("")),
    ("groups", "groupBy", list_or_none, Some("")),
];
const COUNTED: [Field; 5] = [
    ("name", "name", text, Some("")),
    ("start", "start", number, Some("1")),
    ("step", "incr", number, Some("1")),
    ("loop", "loop", flag, Some("false")),
    ("last", "loopLimit", number, Some("-1")),
];
const LISTED: [Field; 2] = [("name", "name", text, Some("")), ("list", "list", list, None)];
const CHART: [Field; 2] = [("name", "chartName", text, Some("")), ("image", "fileName", text, None)];
const PAGE: [Field; 2] = [("title", "title", text, Some("")), ("file", "fileName", text, None)];
const PDF: [Field; 2] = [("title", "title", text, Some("")), ("file", "pdfFile", text, None)];
const STACK: [Field; 3] = [("name", "name", text, Some("")), ("x", "x", number, None), ("y", "y", number, None)];
const ON_GRID: [Field; 2] = [("name", "name", text, Some("")), ("place", "location", text, None)];
const PROPERTY: [Field; 2] = [("name", "name", text, Some("")), ("value", "initialValue", text, Some(""))];

impl PartKind {
    /// All kinds.
    pub const ALL: [PartKind; 9] = [
        PartKind::Dice,
        PartKind::Symbols,
        PartKind::Face,
        PartKind::Turn,
        PartKind::Chart,
        PartKind::Page,
        PartKind::Inventory,
        PartKind::Stack,
        PartKind::Property,
    ];

    /// The key of its records in `[module]`.
    pub fn word(self) -> &'static str {
        match self {
            PartKind::Dice => "dice",
            PartKind::Symbols => "symbols",
            PartKind::Face => "face",
            PartKind::Turn => "turn",
            PartKind::Chart => "chart",
            PartKind::Page => "page",
            PartKind::Inventory => "inventory",
            PartKind::Stack => "stack",
            PartKind::Property => "property",
        }
    }

    /// The kind of a component.
    pub fn of(node: &Node) -> Option<PartKind> {
        fields(node).map(|(kind, _)| kind)
    }
}

fn fields(node: &Node) -> Option<(PartKind, &'static [Field])> {
    let class = node.component.class();
    Some(match class.rsplit('.').next()? {
        "DiceButton" => (PartKind::Dice, &DICE),
        "SpecialDiceButton" => (PartKind::Symbols, &SYMBOLS),
        "SpecialDieFace" => (PartKind::Face, &FACE),
        "Inventory" if class.ends_with(".module.Inventory") => (PartKind::Inventory, &INVENTORY),
        "CounterTurnLevel" => (PartKind::Turn, &COUNTED),
        "ListTurnLevel" => (PartKind::Turn, &LISTED),
        "Chart" if class.ends_with(".widget.Chart") => (PartKind::Chart, &CHART),
        "HelpFile" => (PartKind::Page, &PAGE),
        "BrowserPDFFile" => (PartKind::Page, &PDF),
        "SetupStack" if attribute(node, "useGridLocation") == Some("true") => (PartKind::Stack, &ON_GRID),
        "SetupStack" => (PartKind::Stack, &STACK),
        "GlobalProperty" | "ZoneProperty" => (PartKind::Property, &PROPERTY),
        _ => return None,
    })
}

/// What a record says of a component, key by key; none: it is of no such kind, or says something that no record can.
pub fn read(node: &Node) -> Option<(PartKind, Vec<(&'static str, Said)>)> {
    let (kind, fields) = fields(node)?;
    let said = |(key, name, read, otherwise): &Field| Some((*key, read(attribute(node, name).or(*otherwise)?)?));
    let mut all = fields.iter().map(said).collect::<Option<Vec<_>>>()?;
    // Charts without a picture are nothing; faces without one are plain.
    all.retain(|(key, said)| kind != PartKind::Face || *key != "image" || !said.text().is_empty());
    Some((kind, all))
}

/// What a component has under the key of its record, as it stands.
pub fn own<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    let (_, name, ..) = fields(node)?.1.iter().find(|(own, ..)| *own == key)?;
    attribute(node, name)
}

/// Puts what a record says under a key into a component, if it says otherwise.
pub fn put(node: &mut Node, key: &str, wanted: &str) {
    let field = fields(node).and_then(|(_, fields)| fields.iter().find(|(own, ..)| *own == key));
    let Some((_, name, read, otherwise)) = field else { return };
    let said = attribute(node, name).or(*otherwise).and_then(read).map(|said| said.text());
    if said.as_deref() != Some(wanted) {
        set_attribute(node, name, wanted);
    }
}

/// A text of one line, and not a long one.
fn text(own: &str) -> Option<Said> {
    is_short(own).then(|| Said::Text(own.to_string()))
}

fn is_short(text: &str) -> bool {
    const LONGEST: usize = 200;
    !text.contains(char::is_control) && text.chars().count() <= LONGEST
}

fn number(own: &str) -> Option<Said> {
    own.trim().parse::<i32>().ok().map(|number| Said::Number(number.into()))
}

fn flag(own: &str) -> Option<Said> {
    own.trim().parse().ok().map(Said::Flag)
}

fn list_or_none(own: &str) -> Option<Said> {
    if own.is_empty() { Some(Said::List(Vec::new())) } else { list(own) }
}

fn list(own: &str) -> Option<Said> {
    let items: Vec<String> = sequence::Decoder::new(own, ',').collect();
    (!own.is_empty() && items.iter().all(|item| is_short(item))).then_some(Said::List(items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::from_xml_as_it_stands;

    fn node(text: &str) -> Node {
        from_xml_as_it_stands(text.as_bytes()).unwrap()
    }

    #[test]
    fn parts_are_read_as_records_say_them() {
        let said = |text: &str| read(&node(text)).map(|(kind, said)| (kind.word(), said));
        let dice = said(r#"<a.DiceButton name="A" nDice="3" nSides="10" reportTotal="true" hotkey="x"/>"#).unwrap();
        let numbers: Vec<(&str, String)> = dice.1.iter().map(|(key, said)| (*key, said.text())).collect();
        let wanted = [("name", "A"), ("count", "3"), ("sides", "10"), ("plus", "0"), ("add", "0"), ("total", "true")];
        assert_eq!((dice.0, numbers), ("dice", wanted.map(|(key, value)| (key, value.to_string())).to_vec()));
        let items = |items: &[&str]| Said::List(items.iter().map(ToString::to_string).collect());
        let turn = said(r#"<a.ListTurnLevel name="P" list="Move,Fight\, hard,Rest"/>"#).unwrap();
        assert_eq!(turn.1[1], ("list", items(&["Move", "Fight, hard", "Rest"])));
        assert_eq!(said(r#"<a.SetupStack name="S" x="5" y="7"/>"#).unwrap().1.len(), 3);
        assert_eq!(
            said(r#"<a.SetupStack name="S" useGridLocation="true" location="0405" x="5"/>"#).unwrap().1.len(),
            2
        );
        let face = said(r#"<a.SpecialDieFace text="Hit" value="2" icon="hit.png"/>"#).unwrap();
        assert_eq!((face.0, face.1.len()), ("face", 3));
        assert_eq!(said(r#"<a.SpecialDieFace text="Miss" icon=""/>"#).unwrap().1[1], ("value", Said::Number(0)));
        assert_eq!(
            said(r#"<a.module.Inventory name="I" groupBy="Side,Type"/>"#).unwrap().1[2].1,
            items(&["Side", "Type"])
        );
        assert_eq!(said(r#"<a.module.Inventory name="I" groupBy=""/>"#).unwrap().1[2].1, items(&[]));
        for none in [
            r#"<a.DiceButton nDice="{n}"/>"#,
            r#"<a.SetupStack name="S"/>"#,
            r#"<a.ListTurnLevel list="a&#10;b"/>"#,
            r#"<a.Other/>"#,
            &format!(r#"<a.GlobalProperty name="Help" initialValue="{}"/>"#, "long ".repeat(41)),
        ] {
            assert_eq!(said(none), None, "{none}");
        }
    }

    #[test]
    fn only_what_differs_is_put_in() {
        let mut dice = node(r#"<a.DiceButton name="A" nDice=" 3" hotkey="x"/>"#);
        let before = dice.clone();
        for (key, value) in [("name", "A"), ("count", "3"), ("sides", "6"), ("plus", "0"), ("other", "1")] {
            put(&mut dice, key, value);
        }
        assert_eq!(dice, before);
        put(&mut dice, "sides", "8");
        assert_eq!((own(&dice, "sides"), own(&dice, "count")), (Some("8"), Some(" 3")));
    }
}
