//! How long things take: by the clock and, where the system tells, by the processor's time.

use std::time::Instant;

/// A start.
pub struct Clock {
    start: Instant,
    processor: Option<f64>,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        Self { start: Instant::now(), processor: processor() }
    }

    /// Milliseconds since the start.
    pub fn milliseconds(&self) -> f64 {
        tenths(self.start.elapsed().as_secs_f64() * 1000.0)
    }

    /// Milliseconds that this thread worked since the start: less than went by if the machine has much to do.
    pub fn worked(&self) -> Option<f64> {
        Some(tenths(processor()? - self.processor?))
    }
}

fn tenths(milliseconds: f64) -> f64 {
    (milliseconds * 10.0).round() / 10.0
}

/// Milliseconds that this thread worked since it began; Linux tells it.
fn processor() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}
