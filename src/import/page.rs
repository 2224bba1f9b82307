//! The report on a module as one page of HTML, without scripts and without anything from elsewhere.

use super::bring::Brought;
use super::lint::{Finding, Grade, Mistake};
use super::module::Module;
use std::fmt::Write;

/// How the page begins: by it we know our own pages again.
pub const PAGE_START: &str = "<!doctype html>\n<!-- punchboard lint -->\n";

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin-bottom:0}h2{font-size:1.15rem;margin:2rem 0 .2rem}\
p{margin:.3rem 0}.advice{opacity:.8}ul{margin:.3rem 0;padding-left:1.2rem}\
table{border-collapse:collapse;width:100%;font-size:.92rem}\
td{border-top:1px solid var(--line);padding:.3rem .6rem .3rem 0;vertical-align:top;overflow-wrap:anywhere}\
td:first-child{width:45%}\
.error{color:#c0392b}.warning{color:#b9770e}.note{color:#2471a3}\
@media(prefers-color-scheme:dark){.error{color:#ff8a7a}.warning{color:#f5c26b}.note{color:#8cc8f5}}";

/// The page on a module that was looked over.
pub fn page(module: &Module, findings: &[Finding]) -> String {
    report(&module.title(), "", findings)
}

/// The page on a module that was imported: what became of what, and what looks like a mistake.
pub fn import_page(brought: &Brought) -> String {
    let mut before = String::from("<h2>What became of what</h2>\n<table>\n");
    for (what, found, became) in brought.account.rows() {
        let _ = writeln!(before, "<tr><td>{}<td>{}<td>{}", escape(&what), escape(&found), escape(&became));
    }
    before.push_str("</table>\n");
    if !brought.account.notes.is_empty() {
        before.push_str("<h2>What to know</h2>\n<ul>\n");
        for note in &brought.account.notes {
            let _ = writeln!(before, "<li>{}", escape(note));
        }
        before.push_str("</ul>\n");
    }
    let mut carried: Vec<(&String, &usize)> = brought.account.carried.iter().collect();
    carried.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), kind.as_str()));
    if !carried.is_empty() {
        before.push_str(
            "<h2>Carried as it is</h2>\n<p class=\"advice\">Components without a record stand in the folder <code>module</code>, and are \
             built again byte for byte.</p>\n<table>\n",
        );
        for (kind, count) in carried {
            let _ = writeln!(before, "<tr><td>{}<td>{count}", escape(kind));
        }
        before.push_str("</table>\n");
    }
    before.push_str("<h2>What looks like a mistake in the module</h2>\n");
    report(&brought.title, &before, &brought.findings)
}

fn report((name, version): &(String, String), before: &str, findings: &[Finding]) -> String {
    let mut html = PAGE_START.to_string();
    let title = escape(&format!("{name} {version}"));
    // Writing to a string does not fail.
    let _ = write!(
        html,
        "<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n{before}<p>{}</p>\n",
        escape(&summary(findings)),
    );
    for problem in Mistake::ALL {
        let of_kind: Vec<&Finding> = findings.iter().filter(|finding| finding.problem == *problem).collect();
        if of_kind.is_empty() {
            continue;
        }
        let _ = write!(
            html,
            "<h2><span class=\"{}\">{}</span> ({})</h2>\n<p class=\"advice\">{}</p>\n<table>\n",
            class(problem.grade()),
            escape(problem.title()),
            of_kind.len(),
            escape(problem.advice()),
        );
        for finding in of_kind {
            let _ = writeln!(html, "<tr><td>{}<td>{}", escape(&finding.place), escape(&finding.what));
        }
        html.push_str("</table>\n");
    }
    html.push_str("</html>\n");
    html
}

/// How many of each grade there are, in a sentence.
pub fn summary(findings: &[Finding]) -> String {
    let count = |grade: Grade, one: &str| {
        let count = findings.iter().filter(|finding| finding.problem.grade() == grade).count();
        format!("{count} {one}{}", if count == 1 { "" } else { "s" })
    };
    let [errors, warnings, notes] = [(Grade::Error, "error"), (Grade::Warning, "warning"), (Grade::Note, "note")]
        .map(|(grade, one)| count(grade, one));
    format!("{errors}, {warnings}, {notes}")
}

fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Error => "error",
        Grade::Warning => "warning",
        Grade::Note => "note",
    }
}

/// Texts of a module are not trusted.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
