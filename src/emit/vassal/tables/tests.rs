//! Structure only; that the reports agree with the evaluator was tried with VASSAL's own BeanShell.

use super::{Answer, HEAVIEST, TableButton, buttons, weight};
use crate::compile::{Options, compile, compile_sources};
use crate::model::Model;
use crate::source::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The scaffold of a new game with tables and rules of its own.
fn game(tables: &str, rules: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/new");
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".toml") && !["examples.toml", "rules-operations.toml"].contains(&name.as_str()) {
            let text = std::fs::read_to_string(&path).unwrap();
            texts.insert(name, text.replace("{{id}}", "game").replace("{{title}}", "Game"));
        }
    }
    texts.insert("scenarios.toml".into(), String::new());
    texts.insert("tables.toml".into(), format!("src = \"2\"\n{tables}"));
    texts.insert("rules.toml".into(), format!("src = \"2\"\n{rules}"));
    let texts = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let compiled = compile_sources(Sources::from_texts("game", texts));
    let messages = compiled.messages();
    compiled.game.unwrap_or_else(|| panic!("{}", messages.join("\n"))).model
}

fn button(table: &str) -> TableButton {
    let model = game(table, "");
    buttons(&model).swap_remove(0)
}

const CROSSING: &str = r#"
[[table]]
id = "crossing"
name = "River crossing"
dice = "2d6"
input = [
  { id = "watch", name = "Enemy at the far bank", kind = "choice", choices = ["none", "contests", "controls"] },
  { id = "night", name = "Night", kind = "yes-no", default = true },
  { id = "rafts", name = "Rafts", kind = "number", min = 0, max = 2 },
]
modifier = [
  { add = 1, when = "watch == 'contests'", text = "Enemy contests the far bank", group = "bank" },
  { add = -1, when = "night", text = "Night" },
  { add = 2, when = "watch == 'controls'", text = "Enemy controls the far bank", group = "bank" },
  { add = "0 - rafts", text = "Each raft" },
]
row = [
  { on = "9+", result = "lost", text = "The unit is eliminated." },
  { on = "6-8", result = "back", text = "The unit stays" },
  { on = "5-", result = "over", text = "The unit crosses." },
]
"#;

#[test]
fn a_button_asks_works_out_and_reports() {
    let button = button(CROSSING);
    assert_eq!((button.id.as_str(), button.dice), ("table.crossing", Some((2, 6))));
    let asked: Vec<(&str, &str, &str)> =
        button.asks.iter().map(|ask| (ask.property.as_str(), ask.question.as_str(), ask.default.as_str())).collect();
    assert_eq!(
        asked,
        [
            ("table__crossing__watch", "Enemy at the far bank", "none"),
            ("table__crossing__night", "Night", "yes"),
            ("table__crossing__rafts", "Rafts", "0"),
        ]
    );
    assert_eq!(button.asks[1].answer, Answer::List(vec!["yes".into(), "no".into()]));
    assert_eq!(button.asks[2].answer, Answer::Number { min: 0, max: 2 });
    assert_eq!(button.works.len(), 1);
    assert_eq!(button.works[0].property, "table__crossing___modifiers");
    assert_eq!(
        button.works[0].expression,
        "{(GetString(\"table__crossing__watch\").equals(\"controls\") ? 2 : \
         GetString(\"table__crossing__watch\").equals(\"contests\") ? 1 : 0) + \
         (table__crossing__night.equals(\"yes\") ? -1 : 0) + (0 - table__crossing__rafts)}"
    );
    assert_eq!(
        button.report,
        "{\"River crossing: 2d6 = \" + result1 + \"+\" + result2 + \" = \" + numericalTotal + \
         (GetString(\"table__crossing__watch\").equals(\"controls\") ? \", +2 (Enemy controls the far bank)\" : \
         GetString(\"table__crossing__watch\").equals(\"contests\") ? \", +1 (Enemy contests the far bank)\" : \"\") + \
         (table__crossing__night.equals(\"yes\") ? \", -1 (Night)\" : \"\") + \
         ((0 - table__crossing__rafts) != 0 ? \", \" + ((0 - table__crossing__rafts) > 0 ? \"+\" : \"\") + \
         (0 - table__crossing__rafts) + \" (Each raft)\" : \"\") + \
         (table__crossing___modifiers != 0 ? \": \" + (numericalTotal + table__crossing___modifiers) : \"\") + \". \" + \
         \"The unit crosses.|The unit stays.|The unit is eliminated.\".split(\"[|]\", -1)[\
         \"0011122\".charAt(Math.max(0, Math.min(6, (numericalTotal + table__crossing___modifiers) - 4))) - 48] + \
         \" &lt;\" + GetString(\"PlayerName\") + \"&gt;\"}"
    );
}

#[test]
fn odds_are_asked_by_column_unless_they_are_computed_with() {
    let table = |shift: &str| {
        format!(
            r#"
[[table]]
id = "combat"
name = "Combat"
dice = "1d6"
input = [{{ id = "odds", name = "Odds", kind = "number", min = 0 }}]
across = {{ by = "odds", bands = ["<1", "1:1", "3:2", "2:1+"]{shift} }}
row = [{{ on = "1-3", cells = ["AE", "AR", "EX", "DR"] }}, {{ on = "4-6", cells = ["AR", "EX", "DR", "DE"] }}]
results = {{ AE = "Attacker eliminated", AR = "Attacker retreats", EX = "Exchange", DR = "Retreat", DE = "Gone" }}
"#
        )
    };
    let plain = button(&table(""));
    let columns = ["<1", "1:1", "3:2", "2:1+"].map(String::from).to_vec();
    assert_eq!(plain.asks[0].answer, Answer::List(columns));
    assert_eq!(plain.asks[0].default, "<1");
    assert!(plain.works.is_empty());
    assert!(plain.report.contains("AE: Attacker eliminated."), "{}", plain.report);
    let computed = button(&table(", shift = \"if odds > 1.2 then 1 else 0\""));
    assert_eq!(computed.asks[0].answer, Answer::Ratio);
    let works: Vec<&str> = computed.works.iter().map(|work| work.property.as_str()).collect();
    assert_eq!(works, ["table__combat___number_odds", "table__combat___shift"]);
}

#[test]
fn large_tables_stay_small() {
    let bands: Vec<String> = (1..=12).map(|n| format!("\"{n}\"")).collect();
    let row = |n: usize| {
        let cells: Vec<String> = (0..12).map(|m| format!("\"{}{}\"", ["A", "D"][(n + m) % 2], (n * m) % 5)).collect();
        format!("{{ on = \"{n}\", cells = [{}] }}", cells.join(", "))
    };
    let rows: Vec<String> = (1..=12).map(row).collect();
    let table = format!(
        "[[table]]\nid = \"crt\"\nname = \"Combat\"\ndice = \"1d12\"\n\
         input = [{{ id = \"d\", name = \"Difference\", kind = \"number\", min = 1, max = 12 }}]\n\
         across = {{ by = \"d\", bands = [{}] }}\nrow = [{}]\n",
        bands.join(", "),
        rows.join(", ")
    );
    let button = button(&table);
    assert!(button.report.len() < 1000, "{} bytes: {}", button.report.len(), button.report);
}

#[test]
fn tens_and_units_are_read_from_the_dice() {
    let table = "[[table]]\nid = \"e\"\nname = \"!Events\"\ndice = \"d66\"\n\
                 row = [{ on = \"11-36\", text = \"Rain <1 & \\\"$x$\\\"\" }, { on = \"37-66\", text = \"Sun\" }]";
    let button = button(table);
    assert_eq!(button.dice, Some((2, 6)));
    assert!(button.report.starts_with("{\"&#33;Events: d66 = \" + (result1 * 10 + result2) + "), "{}", button.report);
    assert!(button.report.contains(r"Rain &lt;1 &amp; \042\044x\044\042."), "{}", button.report);
}

#[test]
fn without_dice_the_number_asked_for_is_entered_by() {
    let table = "[[table]]\nid = \"r\"\nname = \"Result\"\ninput = [{ id = \"d\", name = \"Difference\", \
                 kind = \"number\" }]\nrow = [{ on = \"<0\", text = \"Bad.\" }, { on = \"0+\", text = \"Good.\" }]";
    let button = button(table);
    assert_eq!(button.dice, None);
    assert_eq!(button.asks[0].answer, Answer::Number { min: -9999, max: 9999 });
    assert!(button.report.starts_with("{\"Result: Difference = \" + table__r__d + \". \" + "), "{}", button.report);
}

#[test]
fn what_is_too_much_for_beanshell_is_asked_for() {
    let deep = format!("1{}{}", " - (night * 2".repeat(14), ")".repeat(14));
    let table = format!(
        "[[table]]\nid = \"t\"\nname = \"T\"\ndice = \"1d6\"\nbeyond = \"nearest\"\n\
         input = [{{ id = \"night\", name = \"Nights\", kind = \"number\", min = 0, max = 1 }}]\n\
         modifier = [{{ add = \"{deep}\", text = \"Much\" }}]\nrow = [{{ on = \"1-6\", text = \"Yes.\" }}]\n"
    );
    let button = button(&table);
    let asked: Vec<&str> = button.asks.iter().map(|ask| ask.question.as_str()).collect();
    assert_eq!(asked, ["Sum of the modifiers"]);
    assert!(button.works.is_empty());
}

#[test]
fn procedures_are_worked_out_in_parts() {
    let rules = r#"
[[condition]]
id = "turn"
name = "Turn"
kind = "number"
min = 1
max = 9
default = 4

[[procedure]]
id = "strength"
name = "Strength"
input = [
  { id = "lead", name = "Lead", kind = "number", min = 0, max = 9 },
  { id = "turn", name = "Turn", kind = "number", min = 1, max = 9, from = "turn" },
  { id = "night", name = "Night", kind = "yes-no" },
]
min = 1
term = [
  { id = "lead", text = "Lead unit", value = "lead" },
  { id = "late", text = "Late", value = 1, when = "turn > 5" },
  { id = "night", text = "Night", times = "1/2", when = "night", round = "up" },
]
"#;
    let model = game("", rules);
    let button = buttons(&model).swap_remove(0);
    assert_eq!(button.id, "procedure.strength");
    assert_eq!(button.asks[1].default, "4", "the default of the condition");
    let works: Vec<(&str, &str)> =
        button.works.iter().map(|work| (work.property.as_str(), work.expression.as_str())).collect();
    assert_eq!(
        works,
        [
            (
                "procedure__strength___part_2",
                "{0 + procedure__strength__lead + (procedure__strength__turn > 5 ? 1 : 0)}"
            ),
            (
                "procedure__strength___total",
                "{Math.max(1, procedure__strength__night.equals(\"yes\") ? \
                 (int) Math.ceil(procedure__strength___part_2 * (1.0 * 1 / 2) - 1.0E-9) : procedure__strength___part_2)}"
            ),
        ]
    );
    assert!(button.report.starts_with("{\"Strength = \" + procedure__strength___total + "), "{}", button.report);
}

#[test]
fn every_table_of_the_games_here_has_a_light_button_with_properties_of_its_own() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for entry in std::fs::read_dir(data).unwrap() {
        let compiled = compile(&entry.unwrap().path(), &Options::default()).unwrap();
        let Some(model) = compiled.game.map(|game| game.model) else { continue };
        let buttons = buttons(&model);
        assert!(buttons.len() >= model.tables.len());
        let mut seen = BTreeSet::new();
        for button in &buttons {
            for property in button.needs() {
                assert!(seen.insert(property.to_string()), "{property} twice");
            }
            assert!(button.asks.iter().all(|ask| ask.question != "Sum of the modifiers"), "{}", button.id);
            let parts = button.asks.iter().any(|ask| !ask.part.is_empty());
            assert!(!parts || button.totals.iter().all(|total| total.name != "Sum of the modifiers"), "{}", button.id);
            assert!(weight(&button.report) < HEAVIEST / 5, "{}: {}", button.id, weight(&button.report));
        }
    }
}
