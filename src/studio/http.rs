//! Answers to requests.

use super::clock::Clock;
use super::game::{Good, OpenGame, Snapshot};
use super::pictures::BoardOf;
use super::{SharedStudio, guard, pages, view, write};
use crate::diag::explain;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::Arc;
use tiny_http::{Method, Request, StatusCode};

/// What a page sends is short.
const LARGEST: u64 = 1 << 20;

/// Scripts, styles and pictures come from here only, and no other page may show ours.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Pictures may hold an author's own SVG: nothing in it runs.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/// What is sent back.
struct HttpReply {
    status: u16,
    kind: &'static str,
    body: Arc<Vec<u8>>,
    policy: &'static str,
    /// Whether it never changes.
    lasting: bool,
}

impl HttpReply {
    fn json(value: &Value) -> Self {
        let body = Arc::new(value.to_string().into_bytes());
        Self { status: 200, kind: "application/json", body, policy: PICTURE_POLICY, lasting: false }
    }

    fn page(bytes: Vec<u8>, kind: &'static str) -> Self {
        Self { status: 200, kind, body: Arc::new(bytes), policy: PAGE_POLICY, lasting: false }
    }

    fn picture(body: Arc<Vec<u8>>) -> Self {
        Self { status: 200, kind: "image/svg+xml", body, policy: PICTURE_POLICY, lasting: true }
    }

    fn refused(status: u16, why: &str) -> Self {
        Self { status, ..Self::json(&json!({ "error": why })) }
    }

    fn missing() -> Self {
        Self::refused(404, "there is no such page")
    }
}

/// Answers a request.
pub fn answer(shared: &SharedStudio, mut request: Request) {
    let start = Clock::start();
    let answer = match guard::refusal(&request, shared.address, &shared.token) {
        Some(why) => HttpReply::refused(403, why),
        None if request.url() == "/events" => return shared.hub.listen(request),
        None => match request.method() {
            Method::Get | Method::Head => get(shared, request.url()),
            Method::Post => match body(&mut request) {
                Ok(body) => post(shared, request.url(), &body),
                Err(why) => HttpReply::refused(400, &why),
            },
            _ => HttpReply::refused(405, "the studio does not understand this request"),
        },
    };
    send(request, &answer, &start);
}

fn send(request: Request, answer: &HttpReply, start: &Clock) {
    let cache = if answer.lasting { "private, max-age=31536000, immutable" } else { "no-store" };
    let worked = start.worked().map(|worked| format!(", worked;dur={worked}")).unwrap_or_default();
    let timing = format!("made;dur={}{worked}", start.milliseconds());
    let headers = [
        ("Content-Type", answer.kind),
        ("Content-Length", &answer.body.len().to_string()),
        ("Cache-Control", cache),
        ("Content-Security-Policy", answer.policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Server-Timing", &timing),
        // A connection that a browser keeps open keeps a thread of the server busy. Its pool then lets others wait for
        // that thread when they come at once, so that a page is never whole.
        ("Connection", "close"),
    ];
    let status = StatusCode(answer.status);
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, status.default_reason_phrase());
    headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    head += "\r\n";
    let body: &[u8] = if *request.method() == Method::Head { &[] } else { &answer.body };
    let mut page = request.into_writer();
    // A page that is gone needs no answer.
    let _ = page.write_all(head.as_bytes()).and_then(|()| page.write_all(body)).and_then(|()| page.flush());
}

fn body(request: &mut Request) -> Result<Value, String> {
    if guard::header(request, "Content-Type") != Some("application/json") {
        return Err("the request is not JSON".to_string());
    }
    let mut text = Vec::new();
    let read = request.as_reader().take(LARGEST + 1).read_to_end(&mut text);
    read.map_err(|why| format!("the request breaks off: {why}"))?;
    if text.len() as u64 > LARGEST {
        return Err("the request is too large".to_string());
    }
    serde_json::from_slice(&text).map_err(|why| format!("the request is not JSON: {why}"))
}

/// The parts of an address, percent signs decoded, and what is asked after the `?`.
struct Address {
    parts: Vec<String>,
    query: BTreeMap<String, String>,
}

impl Address {
    fn parse(url: &str) -> Self {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let parts = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        let pair = |pair: &str| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(key), decoded(value))
        };
        let query = query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
        Self { parts, query }
    }

    fn asked(&self, key: &str) -> Option<&str> {
        self.query.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn get(shared: &SharedStudio, url: &str) -> HttpReply {
    let address = Address::parse(url);
    let parts: Vec<&str> = address.parts.iter().map(String::as_str).collect();
    let found = match parts.as_slice() {
        [] => pages::front(&shared.token).map(|page| HttpReply::page(page, "text/html; charset=utf-8")),
        ["web", name] => pages::file(name).map(|(bytes, kind)| HttpReply::page(bytes.to_vec(), kind)),
        ["s", name] => name.strip_suffix(".svg").and_then(|key| picture(shared, key)).map(HttpReply::picture),
        ["api", "games"] => Some(HttpReply::json(&games(shared))),
        ["api", "explain", code] => explain(code).map(|(code, page)| {
            HttpReply::json(&json!({ "code": code.id, "name": code.name, "summary": code.summary, "page": page }))
        }),
        ["api", "game", id, what] => {
            shared.game(id).and_then(|game| view_of(shared, game, what, &address)).map(|value| HttpReply::json(&value))
        }
        _ => None,
    };
    found.unwrap_or_else(HttpReply::missing)
}

fn games(shared: &SharedStudio) -> Value {
    let one = |game: &OpenGame| {
        let now = game.now();
        let about = now.good.as_ref().map(|good| &good.sound.model.game);
        json!({ "id": game.id, "title": about.map(|about| &about.title), "version": about.map(|about| &about.version),
            "errors": now.errors })
    };
    json!({ "run": shared.run, "games": shared.games.iter().map(one).collect::<Vec<_>>() })
}

fn view_of(shared: &SharedStudio, game: &OpenGame, what: &str, address: &Address) -> Option<Value> {
    let now = game.now();
    if what == "state" {
        return Some(view::state(game, &now));
    }
    if what == "source" {
        return Some(view::source(sources(&now), &game.folder, address.asked("thing")?));
    }
    let good: &Arc<Good> = now.good.as_ref()?;
    let model = &good.sound.model;
    let scenario = address.asked("scenario");
    match what {
        "board" => match BoardOf::find(model, address.asked("map")?)? {
            BoardOf::Map(n) => view::board(model, sources(&now), n),
            BoardOf::Display(n) => view::display(model, &*game.board(good, BoardOf::Display(n))?, n),
        },
        "sheet" => {
            let drawn = game.board(good, BoardOf::find(model, address.asked("map")?)?)?;
            Some(json!({ "parts": drawn.parts.iter().map(|(key, _)| key).collect::<Vec<_>>() }))
        }
        "setup" => {
            let board = BoardOf::find(model, address.asked("map")?)?;
            view::setup(good, &*game.board(good, board)?, board, scenario?)
        }
        "operations" => Some(view::operations(model)),
        "pieces" => {
            let committed = address.asked("compare").and_then(|_| game.committed(&shared.options.committed));
            let has = address.asked("since").and_then(|number| number.parse().ok());
            Some(view::pieces(good, committed.as_deref(), has))
        }
        "place" => view::place(model, scenario, address.asked("place")?, address.asked("unit")),
        "overlay" => {
            view::overlay(model, address.asked("map")?, scenario, address.asked("kind")?, address.asked("rule"))
        }
        "sheets" => Some(view::sheets(good)),
        "tables" => Some(view::tables(good)),
        "print" => Some(view::print(good, address.asked("preset").unwrap_or_default(), address.asked("paper"))),
        "examples" => Some(view::examples(game, good)),
        "scene" => {
            let step = address.asked("step").and_then(|step| step.parse().ok()).unwrap_or(0);
            view::example_scene(game, good, address.asked("example")?, step)
        }
        _ => None,
    }
}

/// The files that places are looked up in: the present ones, which an editor would open.
fn sources(now: &Snapshot) -> &crate::source::Sources {
    &now.sources
}

/// A picture of any game by its key.
fn picture(shared: &SharedStudio, key: &str) -> Option<Arc<Vec<u8>>> {
    let known = key.len() <= 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !known {
        return None;
    }
    for game in &shared.games {
        let now = game.now();
        let Some(good) = &now.good else { continue };
        if let Some(picture) = shared.pictures.get(key, || good.picture(key).or_else(|| game.part(key))) {
            return Some(picture);
        }
    }
    None
}

fn post(shared: &SharedStudio, url: &str, body: &Value) -> HttpReply {
    let address = Address::parse(url);
    let parts: Vec<&str> = address.parts.iter().map(String::as_str).collect();
    let ["api", "game", id, what] = parts.as_slice() else { return HttpReply::missing() };
    let Some(game) = shared.game(id) else { return HttpReply::missing() };
    let now = game.now();
    match (*what, &now.good) {
        ("roll", Some(good)) => match view::roll(&good.sound.model, body) {
            Ok(value) => HttpReply::json(&value),
            Err(why) => HttpReply::refused(422, &why),
        },
        ("edit", _) => written(write::edit(game, body)),
        ("undo", _) => written(write::undo(game)),
        ("redo", _) => written(write::redo(game)),
        _ => HttpReply::missing(),
    }
}

fn written(done: Result<Value, Value>) -> HttpReply {
    match done {
        Ok(value) => HttpReply::json(&value),
        Err(why) => HttpReply { status: 409, ..HttpReply::json(&why) },
    }
}
