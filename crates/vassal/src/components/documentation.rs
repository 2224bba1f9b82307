//! The Help menu.

use super::{ImageName, choices, component};

choices! {
    /// Part of the Help menu.
    HelpSection {
        /// The module's part.
        User = "user",
        /// VASSAL's part.
        Vassal = "vassal",
    }

    /// Where a help text is.
    HelpSource {
        /// In the zip, by its full path there.
        Archive = "archive",
        /// In VASSAL itself.
        Resource = "resource",
        /// On the player's disk.
        File = "file",
    }
}

component! {
    /// The Help menu. If missing, VASSAL adds one with its own splash and introduction. Children: the
    /// other components of this file.
    Documentation = "VASSAL.build.module.Documentation" {}
}

component! {
    /// Help > About this module: a picture, also the background of the start wizard.
    AboutScreen = "VASSAL.build.module.documentation.AboutScreen" {
        /// Text of the entry.
        title: String = "title", "";
        /// Picture, in `images/`. A missing one is an error at start; empty is none.
        file_name: ImageName = "fileName", "";
    }
}

component! {
    /// A page shown in a window of VASSAL: the simplest way to show HTML of the zip. One file, read by
    /// Swing (HTML 3.2 with a little CSS); pictures are found relative to it only if they are beside it in
    /// the zip. Plain text works too.
    HelpFile = "VASSAL.build.module.documentation.HelpFile" {
        /// Text of the entry.
        title: String = "title", "help";
        /// Path in the zip, for instance `help/rules.html`: no folder is put before it.
        file_name: String = "fileName", "";
        /// Part of the menu.
        section: HelpSection = "vassalDoc", HelpSection::User;
        /// Where the file is.
        source: HelpSource = "fileType", HelpSource::Archive;
    }
}

component! {
    /// A PDF of the zip, opened by the player's browser.
    BrowserPDFFile = "VASSAL.build.module.documentation.BrowserPDFFile" {
        /// Text of the entry.
        title: String = "title", "";
        /// Path in the zip.
        file_name: String = "pdfFile", "";
    }
}
