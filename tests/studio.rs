//! The studio as a browser and an editor see it: requests by hand, files changed on the disk.

use crate::common::desk::Desk;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A studio that is open, with a game of its own.
struct Studio {
    desk: Desk,
    program: Child,
    port: u16,
    token: String,
}

/// What came back: status, headers, body.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }
}

impl Studio {
    fn open() -> Self {
        Self::with(Desk::with_game())
    }

    fn with(desk: Desk) -> Self {
        let mut command = desk.command(&["serve", "my-game"]);
        let mut program = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        let mut studio = Self { desk, program, port, token: String::new() };
        let page = studio.get("/").body;
        let token = page.split("punchboard-token\" content=\"").nth(1).unwrap();
        studio.token = token.split('"').next().unwrap().to_string();
        studio
    }

    /// Sends a request as it is written.
    fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &self.host(), "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let headers =
            format!("{}Content-Type: application/json\r\nX-Punchboard-Token: {}\r\n", self.host(), self.token);
        self.request("POST", path, &headers, &body.to_string())
    }

    fn state(&self) -> Value {
        self.get("/api/game/my-game/state").json()
    }

    /// Waits until a state is as wanted.
    fn wait(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let state = self.state();
            if wanted(&state) {
                return state;
            }
            assert!(Instant::now() < end, "waited for {what}: {state}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Listens to events; what comes back reads the next one.
    fn events(&self) -> impl FnMut() -> Value + use<> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(format!("GET /events HTTP/1.1\r\n{}\r\n", self.host()).as_bytes()).unwrap();
        let mut lines = BufReader::new(stream).lines();
        let head: Vec<String> = lines.by_ref().map(|line| line.unwrap()).take_while(|line| !line.is_empty()).collect();
        assert!(head.iter().any(|line| line == "Content-Type: text/event-stream"), "{head:?}");
        move || loop {
            let line = lines.next().unwrap().unwrap();
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }
}

#[test]
fn only_pages_of_this_studio_on_this_machine_are_answered() {
    let studio = Studio::open();
    let port = studio.port;
    let own = studio.host();
    let refused = [
        ("GET", "/", format!("Host: evil.example:{port}\r\n")),
        ("GET", "/", "Host: 127.0.0.1\r\n".to_string()),
        ("GET", "/", String::new()),
        ("GET", "/", format!("{own}{own}")),
        ("GET", "/api/games", format!("{own}Origin: http://evil.example\r\n")),
        ("GET", "/api/games", format!("{own}Origin: null\r\n")),
        ("GET", "/api/games", format!("{own}Origin: http://127.0.0.1:{}\r\n", port ^ 1)),
        ("GET", "/events", format!("{own}Origin: https://127.0.0.1:{port}\r\n")),
        ("GET", "/api/games", format!("{own}Sec-Fetch-Site: cross-site\r\n")),
        ("POST", "/api/game/my-game/undo", format!("{own}Content-Type: application/json\r\n")),
        ("POST", "/api/game/my-game/undo", format!("{own}X-Punchboard-Token: {}\r\n", "0".repeat(32))),
        ("PUT", "/", own.clone()),
        ("DELETE", "/api/game/my-game/state", own.clone()),
    ];
    for (method, path, headers) in refused {
        let answer = studio.request(method, path, &headers, "{}");
        assert_eq!(answer.status, 403, "{method} {path} {headers}: {}", answer.body);
    }
    for headers in
        [own.clone(), format!("Host: localhost:{port}\r\n"), format!("{own}Origin: http://127.0.0.1:{port}\r\n")]
    {
        assert_eq!(studio.request("GET", "/api/games", &headers, "").status, 200, "{headers}");
    }
}

#[test]
fn no_path_leaves_the_pages_and_the_game() {
    let studio = Studio::open();
    studio.desk.write("secret.toml", "secret = 1");
    for path in [
        "/../secret.toml",
        "/web/../secret.toml",
        "/web/%2e%2e/secret.toml",
        "/web/..%2f..%2fsecret.toml",
        "/web//etc/passwd",
        "/s/../../secret.toml",
        "/s/..%2fsecret.svg",
        "/api/game/..%2f/state",
        "/api/game/%2e%2e/state",
        "/my-game/game.toml",
        "/api/game/my-game/nothing",
        "/api/game/other/state",
        "/api/explain/..%2f..%2fREADME",
    ] {
        let answer = studio.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
        assert!(!answer.body.contains("secret = 1"), "{path}");
    }
    let source = studio.get("/api/game/my-game/source?thing=place:..%2f..%2fsecret.toml").json();
    assert_eq!(source["places"], json!([]));
}

#[test]
fn pages_are_whole_and_may_run_nothing_of_others() {
    let studio = Studio::open();
    let page = studio.get("/");
    assert!(page.head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{}", page.head);
    assert!(!page.body.contains("{{"), "the token is not filled in");
    for (name, bytes) in punchboard::studio::pages() {
        let answer = studio.get(&format!("/web/{name}"));
        if name.ends_with(".html") {
            assert_eq!(answer.status, 404, "{name}: it would show the place of the token");
            continue;
        }
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.body.as_bytes(), bytes, "{name}");
    }
}

#[test]
fn a_saved_file_is_told_and_seen() {
    let studio = Studio::open();
    let before = studio.wait("the first check", |state| state["checking"] == false);
    assert_eq!((before["number"].as_u64(), before["errors"].as_u64()), (Some(1), Some(0)), "{before}");
    let first = |studio: &Studio| studio.get("/api/game/my-game/pieces").json()["counters"][0].clone();
    let old = first(&studio);
    let picture = studio.get(&format!("/s/{}.svg", old["front"]["key"].as_str().unwrap()));
    assert!(picture.head.contains("immutable") && picture.body.starts_with("<svg"), "{}", picture.head);

    let mut next = studio.events();
    let id = old["id"].as_str().unwrap();
    let file = studio.get(&format!("/api/game/my-game/source?thing=unit:{id}")).json()["places"][0].clone();
    let line = file["text"].as_str().unwrap();
    let name = file["file"].as_str().unwrap();
    studio.desk.edit(
        &format!("my-game/{name}"),
        line,
        &line.replacen(&format!("id = \"{id}\""), "id = \"Changed\"", 1),
    );
    let told = next();
    assert_eq!((told["id"].as_str(), told["number"].as_u64()), (Some("my-game"), Some(2)), "{told}");
    assert_eq!(told["fresh"], true, "{told}");
    let new = first(&studio);
    assert_eq!(new["id"], "Changed");
    assert_ne!(new["front"]["key"], old["front"]["key"]);
    // What did not change has the picture that it had.
    let second = |pieces: Value| pieces["counters"][1]["front"]["key"].clone();
    assert!(second(studio.get("/api/game/my-game/pieces").json()).is_string());
}

#[test]
fn broken_files_keep_the_last_good_state() {
    let studio = Studio::open();
    studio.wait("the first check", |state| state["checking"] == false);
    let good = studio.get("/api/game/my-game/pieces").json();
    let whole = std::fs::read_to_string(studio.desk.path().join("my-game/game.toml")).unwrap();
    studio.desk.write("my-game/game.toml", whole.replace("[game]", "[game"));
    let broken = studio.wait("the error", |state| state["errors"] != 0 && state["checking"] == false);
    assert_eq!(broken["fresh"], false);
    let syntax = broken["problems"].as_array().unwrap().iter().find(|own| own["code"] == "PB0101");
    assert!(syntax.unwrap()["file"].as_str().unwrap().ends_with("game.toml"), "{broken}");
    assert_eq!(studio.get("/api/game/my-game/pieces").json(), good, "the last good state is still there");
    assert!(studio.get("/api/explain/PB0101").json()["page"].as_str().unwrap().contains("PB0101"));
    studio.desk.write("my-game/game.toml", whole);
    let mended = studio.wait("the mended file", |state| state["errors"] == 0 && state["checking"] == false);
    assert_eq!(mended["fresh"], true);
}

#[test]
fn a_game_without_a_good_state_is_served_too() {
    let desk = Desk::with_game();
    desk.write("my-game/map.toml", "[map");
    let studio = Studio::with(desk);
    let state = studio.wait("the check", |state| state["checking"] == false);
    assert!(state["errors"].as_u64().unwrap() > 0 && state["game"].is_null(), "{state}");
    assert_eq!(studio.get("/api/game/my-game/pieces").status, 404);
}

#[test]
fn what_is_not_an_edit_is_refused_with_a_reason() {
    let studio = Studio::open();
    for body in [json!({}), json!([]), json!({ "label": "x", "edits": [{ "edit": "fly" }] }), json!({ "label": "x" })] {
        let answer = studio.post("/api/game/my-game/edit", &body);
        assert_eq!(answer.status, 409, "{body}");
        assert!(answer.json()["error"].as_str().unwrap().starts_with("this is not an edit"), "{}", answer.body);
    }
    assert_eq!(studio.post("/api/game/my-game/undo", &json!({})).json()["error"], "there is nothing to take back");
    let large = json!({ "label": "x".repeat(2 << 20), "edits": [] });
    assert_eq!(studio.post("/api/game/my-game/edit", &large).status, 400);
}
