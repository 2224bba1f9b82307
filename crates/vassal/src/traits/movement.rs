//! Moving: trails, marks, places to be sent to.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, AsToken, Coded, token_record, token_words};

token_record! {
    /// A mark on pieces that moved.
    MovementMarkable "markmoved;" {
        /// The mark.
        image: String = "moved.gif".into();
        /// Offset to the right.
        x: i32 = 0;
        /// Offset down.
        y: i32 = 0;
        /// Menu text of the command that toggles it.
        command: String = "Toggle whether piece marked as moved".into();
        /// Its key.
        key: Key = Key::ctrl('M');
        /// The author's description.
        description: String = String::new();
        /// A move that ends in the location where it began does not count.
        ignore_same_location: bool = false;
        /// Menu text of the command that sets the mark.
        mark_command: String = "Mark piece as moved".into();
        /// Its key.
        mark_key: Key = Key::None;
        /// Menu text of the command that clears it.
        unmark_command: String = "Mark piece as unmoved".into();
        /// Its key.
        unmark_key: Key = Key::None;
    }
    state Whole {
        /// It has moved.
        moved: bool = false;
    }
}

token_record! {
    /// The fields of a movement trail.
    Trail {
        /// Key of the command that shows and hides it.
        key: Key = Key::ctrl('T');
        /// Its menu text.
        command: String = "Movement Trail".into();
        /// Shown from the start.
        initially_visible: bool = false;
        /// Shown to all players.
        globally_visible: bool = false;
        /// Radius of the circles at its points.
        radius: i32 = 10;
        /// Colour of the circles; empty: none.
        fill: String = "255,255,255".into();
        /// Colour of the lines; empty: none.
        line: String = "0,0,0".into();
        /// Opacity in percent while the piece is selected.
        selected_opacity: i32 = 100;
        /// Opacity in percent otherwise.
        opacity: i32 = 50;
        /// Points are drawn up to so far off the map.
        point_buffer: i32 = 20;
        /// Lines are drawn up to so far off the map.
        line_buffer: i32 = 30;
        /// Width of the lines.
        line_width: f64 = 1.0;
        /// Key that shows it.
        on_key: Key = Key::None;
        /// Key that hides it.
        off_key: Key = Key::None;
        /// Key that clears it.
        clear_key: Key = Key::None;
        /// The author's description.
        description: String = String::new();
    }
}

/// A movement trail, and the way so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Footprint {
    /// How it looks.
    pub trail: Trail,
    /// Shown now. VASSAL takes it for [`Trail::initially_visible`] only where the state ends before it.
    pub visible: bool,
    /// The map on which it began.
    pub map: String,
    /// Where the piece was.
    pub points: Vec<(i32, i32)>,
    /// The piece has moved, or the trail was switched: the visibility is no longer the initial one.
    pub initialized: bool,
}

impl Coded for Footprint {
    const ID: &'static str = "footprint;";
    fn body(&self) -> String {
        sequence::encode(self.trail.fields(), ';')
    }
    fn state(&self) -> String {
        let points = self.points.iter().map(|(x, y)| format!("{x},{y}"));
        let start = [self.visible.put(), self.map.put(), self.points.len().to_string()];
        sequence::encode(start.into_iter().chain(points).chain([self.initialized.put()]), ';')
    }
    fn decode(body: &str, state: &str) -> Self {
        let trail = Trail::read(&mut sequence::decode(body, ';').into_iter(), &mut std::iter::empty());
        let mut tokens = sequence::Decoder::new(state, ';');
        let visible = field::next(&mut tokens, trail.initially_visible);
        let map = field::next(&mut tokens, String::new());
        let count = field::next(&mut tokens, 0);
        let mut points = Vec::new();
        // A count beyond the end of the text costs nothing.
        for point in (0..count).map_while(|_| tokens.next()).filter(|point| !point.is_empty()) {
            let mut parts = sequence::Decoder::new(&point, ',');
            points.push((field::next(&mut parts, 0), field::next(&mut parts, 0)));
        }
        Footprint { trail, visible, map, points, initialized: field::next(&mut tokens, false) }
    }
}

token_words! {
    /// Where a piece is sent.
    Destination {
        /// A point of a map or a board.
        #[default]
        Location = "L",
        /// A grid location of a map or a board, by its name.
        Grid = "G",
        /// A zone.
        Zone = "Z",
        /// A region of an irregular grid.
        Region = "R",
        /// Another counter.
        Counter = "A",
        /// Other counters in turn.
        CounterCycle = "C",
        /// The nearest other counter.
        CounterNearest = "N",
    }
}

token_record! {
    /// Sends the piece somewhere, and back. All texts after the key are message formats.
    SendToLocation "sendto;" {
        /// Menu text.
        command: String = String::new();
        /// Its key.
        key: Key = Key::None;
        /// The map; empty: the one it is on.
        map: String = String::new();
        /// The board.
        board: String = String::new();
        /// From the left.
        x: String = "0".into();
        /// From the top.
        y: String = "0".into();
        /// Menu text of the command that sends it back.
        back_command: String = String::new();
        /// Its key.
        back_key: Key = Key::None;
        /// Added to `x`, times `x_step`.
        x_index: String = "0".into();
        /// Added to `y`, times `y_step`.
        y_index: String = "0".into();
        /// The step of `x_index`.
        x_step: String = "1".into();
        /// The step of `y_index`.
        y_step: String = "1".into();
        /// The author's description.
        description: String = String::new();
        /// Which of the fields hold.
        destination: Destination = Destination::Location;
        /// The zone.
        zone: String = String::new();
        /// The region.
        region: String = String::new();
        /// Which counters: an expression.
        counters: String = String::new();
        /// The grid location.
        grid: String = String::new();
    }
    state List {
        /// The map it came from.
        back_map: String = String::new();
        /// The point there.
        back_x: Option<i32> = None;
        /// The point there.
        back_y: Option<i32> = None;
    }
}

token_record! {
    /// Returns the piece to a deck.
    ReturnToDeck "return;" {
        /// Menu text.
        command: String = "Return to Deck".into();
        /// Its key.
        key: Key = Key::ctrl('R');
        /// The deck in versions below 2; empty: ask.
        deck: String = String::new();
        /// What the player is asked.
        prompt: String = "Select destination".into();
        /// The author's description.
        description: String = String::new();
        /// Version of the trait: 2.
        version: i32 = 2 => 0;
        /// The player is asked for the deck.
        select: bool = true;
        /// Otherwise the deck: an expression.
        deck_expression: String = String::new();
    }
}
