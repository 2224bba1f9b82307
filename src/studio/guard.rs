//! Who may ask: the pages of this studio in a browser on this machine, and nobody else.
//!
//! Any page on the internet can make a browser send requests to 127.0.0.1. The browser says for which host
//! (`Host`) and from which page (`Origin`); writing needs a token besides, which only our own pages know.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::SocketAddr;
use tiny_http::{Method, Request};

/// The header that holds the token.
pub const TOKEN: &str = "X-Punchboard-Token";

/// A token that nobody can guess.
pub fn token() -> String {
    let mut hash = blake3::Hasher::new();
    for n in 0..4u64 {
        // The keys of hash tables come from the system's source of random numbers.
        hash.update(&RandomState::new().hash_one(n).to_le_bytes());
    }
    hash.finalize().to_hex()[..32].to_string()
}

/// A header of a request.
pub fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
}

/// Why a request is refused; none if it is not.
pub fn refusal(request: &Request, address: SocketAddr, token: &str) -> Option<&'static str> {
    let names = [format!("127.0.0.1:{}", address.port()), format!("localhost:{}", address.port())];
    let hosts = request.headers().iter().filter(|header| header.field.equiv("Host"));
    let hosts: Vec<&str> = hosts.map(|header| header.value.as_str()).collect();
    if !matches!(hosts.as_slice(), [host] if names.iter().any(|name| name == host)) {
        return Some("the studio answers on 127.0.0.1 and localhost only");
    }
    let own = |origin: &str| names.iter().any(|name| origin.strip_prefix("http://") == Some(name));
    if header(request, "Origin").is_some_and(|origin| !own(origin)) {
        return Some("the request comes from a page of somebody else");
    }
    let front = request.url() == "/" && *request.method() == Method::Get;
    if header(request, "Sec-Fetch-Site").is_some_and(|site| !front && !["same-origin", "none"].contains(&site)) {
        return Some("the request comes from a page of somebody else");
    }
    let reads = matches!(request.method(), Method::Get | Method::Head);
    if !reads && header(request, TOKEN) != Some(token) {
        return Some("writing needs the token of the page");
    }
    None
}
