//! Server-Sent Events: what happened, told to every page that listens.

use std::io::Write;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use tiny_http::Request;

/// All pages that listen.
#[derive(Default)]
pub struct ListeningPages(Mutex<Vec<Sender<String>>>);

/// How often a page hears that the studio is still there.
const PULSE: Duration = Duration::from_secs(10);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
    X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\nretry: 500\n\n";

impl ListeningPages {
    /// Tells all pages.
    pub fn tell(&self, event: &str, data: &serde_json::Value) {
        let text = format!("event: {event}\ndata: {data}\n\n");
        if let Ok(mut pages) = self.0.lock() {
            pages.retain(|page| page.send(text.clone()).is_ok());
        }
    }

    /// Lets a page listen, in a thread of its own, until it is gone.
    pub fn listen(&self, request: Request) {
        let (sender, receiver) = channel();
        if let Ok(mut pages) = self.0.lock() {
            pages.push(sender);
        }
        std::thread::spawn(move || feed(request, &receiver));
    }
}

fn feed(request: Request, events: &Receiver<String>) {
    let mut page = request.into_writer();
    let mut text = HEAD.to_string();
    while page.write_all(text.as_bytes()).and_then(|()| page.flush()).is_ok() {
        text = match events.recv_timeout(PULSE) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => ": still here\n\n".to_string(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
    }
}
