//! Commands of a piece: triggers, reports, menus, restrictions.

use super::super::key::Key;
use super::field::{self, token_record, token_words};

token_words! {
    /// How a trigger repeats.
    Loop {
        /// A number of times.
        #[default]
        Counted = "counted",
        /// While an expression holds, tried before each round.
        While = "while",
        /// Until an expression holds, tried after each round.
        Until = "until",
    }
}

token_record! {
    /// Runs other commands of the piece, in their order.
    TriggerAction "macro;" {
        /// The author's description.
        description: String = String::new();
        /// Menu text.
        command: String = "Trigger".into();
        /// Its key.
        key: Key = Key::ctrl('T');
        /// When: an expression; empty: always.
        condition: String = String::new();
        /// Keys that trigger it too.
        watch: Vec<Key> = Vec::new();
        /// What it runs.
        actions: Vec<Key> = Vec::new();
        /// It repeats.
        repeats: bool = false;
        /// Run before the first round.
        before_key: Key = Key::None;
        /// Run after the last round.
        after_key: Key = Key::None;
        /// How it repeats.
        repeat: Loop = Loop::Counted;
        /// The condition of [`Loop::While`].
        while_condition: String = String::new();
        /// The condition of [`Loop::Until`].
        until_condition: String = String::new();
        /// How many times.
        count: String = "1".into() => String::new();
        /// It counts the rounds.
        has_index: bool = false;
        /// In this property.
        index: String = String::new();
        /// From.
        index_start: String = "1".into();
        /// In steps of.
        index_step: String = "1".into();
    }
}

token_record! {
    /// Reports commands in the chat.
    ReportState "report;" {
        /// The keys it reports.
        keys: Vec<Key> = Vec::new();
        /// What it reports.
        format: String = "$location$: $newPieceName$ *".into();
        /// Keys that go back one in [`Self::cycle`].
        cycle_back: Vec<Key> = Vec::new();
        /// One message after another, instead of the format.
        cycle: Vec<String> = Vec::new();
        /// The author's description.
        description: String = String::new();
        /// Reported even while reports are suppressed.
        no_suppress: bool = false;
    }
    state Whole {
        /// Which message of the cycle came last; -1: none yet.
        at: i32 = -1;
    }
}

token_record! {
    /// Deletes the piece.
    Delete "delete;" {
        /// Menu text.
        command: String = "Delete".into();
        /// Its key.
        key: Key = Key::ctrl('D');
        /// The author's description.
        description: String = String::new();
    }
}

token_record! {
    /// Makes another one.
    ClonePiece "clone;" {
        /// Menu text.
        command: String = "Clone".into();
        /// Its key.
        key: Key = Key::ctrl('C');
        /// The author's description.
        description: String = String::new();
    }
}

token_record! {
    /// Puts menu entries of the piece into a menu of their own.
    SubMenu "submenu;" {
        /// Its title.
        title: String = "Sub-Menu".into();
        /// The menu texts it holds.
        commands: Vec<String> = Vec::new();
        /// The author's description.
        description: String = String::new();
    }
}

token_record! {
    /// A line in the menu.
    MenuSeparator "menuSeparator;" {
        /// The author's description.
        description: String = String::new();
        /// A key, for restrictions to refer to.
        key: Key = Key::None;
    }
}

token_record! {
    /// Only some sides may use the piece.
    Restricted "restrict;" {
        /// The sides; none: all.
        sides: Vec<String> = Vec::new();
        /// Then only the player who first moved it or used a command of it.
        by_player: bool = false;
        /// Others may not move it either.
        movement: bool = true;
        /// The author's description.
        description: String = String::new();
    }
    state Whole {
        /// The id of the player who has it.
        owner: String = String::new();
    }
}

token_words! {
    /// What happens to a restricted command.
    Restriction {
        /// It is not in the menu.
        #[default]
        Hide = "Hide",
        /// It is grey in the menu.
        Disable = "Disable",
    }
}

token_record! {
    /// Commands that are there only sometimes. It restricts the traits inside of it.
    RestrictCommands "hideCmd;" {
        /// The author's description.
        description: String = String::new();
        /// How it restricts.
        restriction: Restriction = Restriction::Hide;
        /// When: an expression.
        condition: String = String::new();
        /// What it restricts.
        keys: Vec<Key> = Vec::new();
    }
}

token_words! {
    /// What is deselected.
    Deselection {
        /// The piece.
        #[default]
        This = "D",
        /// All pieces.
        All = "A",
        /// All pieces, and this one is selected.
        Only = "S",
    }
}

token_record! {
    /// Deselects the piece.
    Deselect "deselect;" {
        /// Menu text.
        command: String = "Deselect".into();
        /// Its key.
        key: Key = Key::plain('K') => Key::ctrl('K');
        /// The author's description.
        description: String = String::new();
        /// It also leaves its stack.
        unstack: bool = false;
        /// What is deselected.
        what: Deselection = Deselection::This;
    }
}
