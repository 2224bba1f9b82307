//! Why an edit is not made.

use serde::Serialize;

/// Why an edit is not made. No file was touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What is in the way.
    pub message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What in the data is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<FilePlace>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilePlace {
    /// The file, by its name in the game's folder.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Refusal {
    /// A refusal without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, at: None }
    }

    /// What to do instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A place in the data.
    #[must_use]
    pub fn at(mut self, file: &str, text: &str, byte: usize) -> Self {
        let before = text.get(..byte.min(text.len())).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.at = Some(FilePlace { file: file.to_string(), line, column });
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{}:{}:{}: ", at.file, at.line, at.column)?;
        }
        write!(f, "{}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
