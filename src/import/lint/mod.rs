//! What looks like a mistake in a module: things that VASSAL passes over in silence, or complains about only
//! when a player meets them.

mod expressions;
mod keys;
mod names;
mod numbers;
mod pictures;
mod prototypes;
mod setups;
mod targets;

use super::module::Module;
use super::outline::ModuleOutline;
use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// VASSAL complains, or something is missing in play.
    Error,
    /// Something does not do what it says.
    Warning,
    /// Worth knowing.
    Note,
}

/// Declares the problems: a name for the report, how bad it is, what it is, and what to do.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $grade:ident, $title:literal, $advice:literal;)*) => {
        /// A kind of mistake.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Mistake { $($(#[$doc])* $name,)* }

        impl Mistake {
            /// All of them, the worst first.
            pub const ALL: &'static [Mistake] = &[$(Mistake::$name,)*];

            /// Its name.
            pub fn word(self) -> &'static str {
                match self { $(Mistake::$name => $word,)* }
            }

            /// How bad it is.
            pub fn grade(self) -> Grade {
                match self { $(Mistake::$name => Grade::$grade,)* }
            }

            /// What it is, as the title of a section.
            pub fn title(self) -> &'static str {
                match self { $(Mistake::$name => $title,)* }
            }

            /// What it means, and what to do.
            pub fn advice(self) -> &'static str {
                match self { $(Mistake::$name => $advice,)* }
            }
        }
    };
}

problems! {
    /// A piece whose text is not one.
    UnreadablePiece = "unreadable-piece", Error, "Pieces that cannot be read",
        "VASSAL refuses the piece, or the whole module. Define the piece again.";
    /// A picture that is not in the module.
    MissingPicture = "missing-picture", Error, "Pictures that are not in the module",
        "VASSAL shows an error when it first draws them. Add the picture to images/, or correct the name; capitals matter.";
    /// A save, page or sound that is not in the module.
    MissingFile = "missing-file", Error, "Files that are not in the module",
        "The menu entry or button that names the file fails. Add the file, or remove the entry.";
    /// A save that cannot be read.
    UnreadableSave = "unreadable-save", Error, "Setups that cannot be read",
        "Players cannot start this setup. Save it again from VASSAL.";
    /// Prototypes that use each other in a circle.
    PrototypeLoop = "prototype-loop", Error, "Prototypes that use themselves",
        "VASSAL reports an infinite loop when a piece uses them. Take one of the uses out.";
    /// An expression that does not end.
    BrokenExpression = "broken-expression", Error, "Expressions that VASSAL cannot read",
        "The expression has an unbalanced bracket or quotation mark, and gives an error in the chat every time it is evaluated.";
    /// A prototype that nobody defined.
    UnknownPrototype = "unknown-prototype", Warning, "Prototypes that do not exist",
        "VASSAL leaves them out without a word: the piece lacks those traits. Define the prototype, or correct the name.";
    /// A map, board, zone, region or deck that does not exist.
    UnknownTarget = "unknown-target", Warning, "Commands that lead nowhere",
        "The command does nothing. Correct the name; capitals and spaces matter.";
    /// A piece of a setup that the module does not define.
    UnknownInSetup = "unknown-in-setup", Warning, "Setups with pieces that the module no longer has",
        "The pieces keep their old traits and pictures: VASSAL's Refresh Counters does not find them. Refresh the setup, or place the pieces again.";
    /// Two pieces with one number.
    SameNumber = "same-number", Warning, "Pieces with the same number (gpid)",
        "Refresh Counters may turn one piece into the other. Save the module from VASSAL's editor, which numbers them anew.";
    /// A piece without a number.
    NoNumber = "no-number", Warning, "Pieces without a number (gpid)",
        "Refresh Counters has to find them by their names. Save the module from VASSAL's editor, which numbers them.";
    /// Two things with one name where names have to be unique.
    SameName = "same-name", Warning, "Names that occur twice",
        "VASSAL finds only one of them by its name. Rename one.";
    /// A named key that is sent, and heard by nothing.
    UnheardKey = "unheard-key", Note, "Key commands that nothing hears",
        "The named command is sent, but no trait, button or deck of the module listens to it.";
    /// A start place outside of its board.
    OffTheBoard = "off-the-board", Note, "Pieces that start off their board",
        "Players see them beyond the edge, or not at all. If that is not meant, move them onto the board.";
    /// A Java class of the module's own.
    OwnClass = "own-class", Note, "Java classes of the module's own",
        "They run with the player's rights, and break when VASSAL changes. Consider whether a trait of VASSAL does the same today.";
    /// A prototype that no piece uses.
    UnusedPrototype = "unused-prototype", Note, "Prototypes that no piece uses",
        "They do no harm. Extensions may use them.";
    /// A picture that nothing shows.
    UnusedPicture = "unused-picture", Note, "Pictures that nothing shows",
        "They make the download larger. Extensions and saved games may still show them.";
    /// A file that an operating system left behind.
    LeftBehind = "left-behind", Note, "Files that do not belong into a module",
        "An operating system or an archive program left them behind. Delete them from the zip.";
}

/// A mistake, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kind of mistake.
    pub problem: Mistake,
    /// The way to the component in VASSAL's editor, or the name of an entry.
    pub place: String,
    /// What exactly.
    pub what: String,
}

/// Looks a module over. The worst come first; within a kind, in the order of the module.
pub fn lint(module: &Module) -> Vec<Finding> {
    let outline = ModuleOutline::new(&module.build);
    let mut findings = Findings { outline: &outline, list: Vec::new() };
    numbers::unreadable(&outline, &mut findings);
    pictures::missing(module, &outline, &mut findings);
    setups::check(module, &outline, &mut findings);
    prototypes::check(&outline, &mut findings);
    expressions::check(&outline, &mut findings);
    targets::check(module, &outline, &mut findings);
    numbers::check(&outline, &mut findings);
    names::check(&outline, &mut findings);
    keys::check(&outline, &mut findings);
    pictures::spare(module, &outline, &mut findings);
    let mut list = findings.list;
    list.sort_by_key(|finding| finding.problem);
    list.dedup();
    list
}

/// Findings so far.
struct Findings<'a> {
    outline: &'a ModuleOutline<'a>,
    list: Vec<Finding>,
}

impl Findings<'_> {
    /// Adds one that is in a component. What no piece comes to have harms nobody: such prototypes are only listed as unused.
    fn at(&mut self, problem: Mistake, part: usize, what: impl Into<String>) {
        if self.outline.is_idle(part) && !matches!(problem, Mistake::UnusedPrototype | Mistake::SameName) {
            return;
        }
        self.entry(problem, self.outline.place(part), what);
    }

    /// Adds one that is elsewhere.
    fn entry(&mut self, problem: Mistake, place: impl Into<String>, what: impl Into<String>) {
        self.list.push(Finding { problem, place: place.into(), what: what.into() });
    }
}

/// Whether a text is computed in play, so that nothing can be said about it here.
fn is_computed(text: &str) -> bool {
    text.contains('$') || text.trim_start().starts_with('{')
}
