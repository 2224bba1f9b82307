//! Grids: where pieces snap to, and what their location is called.

use super::{Color, ZoneOutline, attribute_record, choices, component};

choices! {
    /// How distances are counted.
    Distance {
        /// Squares at the corners are one step away, as those across sides are.
        Metric = "Metric",
        /// Along rows and columns.
        Manhattan = "Manhattan",
    }

    /// Which number comes first.
    Order {
        /// The column.
        Columns = "H",
        /// The row.
        Rows = "V",
    }

    /// What rows or columns are counted with.
    DigitKind {
        /// 1, 2, 3.
        Numbers = "N",
        /// A, B, C; after Z come AA, BB.
        Letters = "A",
    }
}

component! {
    /// A grid of zones. Children: [`Zone`] each with a grid of its own, and at most one grid for what lies
    /// in no zone. The first zone in the list that holds a point wins.
    ZonedGrid = "VASSAL.build.module.map.boardPicker.board.ZonedGrid" {}
}

component! {
    /// A zone of the board: the property `CurrentZone` of pieces in it. Children: one grid, and
    /// [`ZoneProperty`](super::ZoneProperty).
    Zone = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone" {
        /// Name.
        name: String = "name", "";
        /// Name of a location in it: `$name$` is the zone, `$gridLocation$` the place in its grid.
        location_format: String = "locationFormat", "$name$";
        /// Its outline, in pixels of the board.
        path: ZoneOutline = "path", ZoneOutline::default();
        /// Whether it uses the grid of the board.
        use_parent_grid: bool = "useParentGrid", false;
        /// Whether it can be highlighted.
        use_highlight: bool = "useHighlight", false;
        /// The global property whose value names how.
        highlight_property: String = "highlightProperty", "";
    }
}

component! {
    /// A grid of hexes. Child: [`HexGridNumbering`].
    ///
    /// Hexes have flat tops and stand in columns `width` apart; every other column is shifted down by half
    /// of `height`. With `sideways`, points are up and all is turned: `width` is then the distance of rows
    /// and `height` that of the hexes in a row, and `x0` and `y0` are counted along the turned axes.
    HexGrid = "VASSAL.build.module.map.boardPicker.board.HexGrid" {
        /// Points up, rows instead of columns.
        sideways: bool = "sideways", false;
        /// Centre of the first hex.
        x0: i32 = "x0", 0;
        /// Centre of the first hex.
        y0: i32 = "y0", 32;
        /// Height of a hex.
        height: f64 = "dy", 64.0;
        /// Distance of columns: of regular hexes, height times 0.866.
        width: f64 = "dx", 55.42562584220407;
        /// Whether pieces snap to it.
        snap_to: bool = "snapTo", true;
        /// Whether pieces may lie on sides.
        edges_legal: bool = "edgesLegal", false;
        /// Whether pieces may lie on corners.
        corners_legal: bool = "cornersLegal", false;
        /// Whether it is drawn.
        visible: bool = "visible", false;
        /// Whether centres are drawn.
        dots_visible: bool = "dotsVisible", false;
        /// Its colour.
        color: Option<Color> = "color", Color::BLACK;
    }
}

component! {
    /// A grid of squares in rows and columns. Child: [`SquareGridNumbering`].
    SquareGrid = "VASSAL.build.module.map.boardPicker.board.SquareGrid" {
        /// Centre of the first square.
        x0: i32 = "x0", 0;
        /// Centre of the first square.
        y0: i32 = "y0", 0;
        /// Distance of columns.
        width: f64 = "dx", 48.0;
        /// Distance of rows.
        height: f64 = "dy", 48.0;
        /// How distances are counted.
        range: Distance = "range", Distance::Metric;
        /// Whether pieces snap to it.
        snap_to: bool = "snapTo", true;
        /// Whether pieces may lie on sides.
        edges_legal: bool = "edgesLegal", false;
        /// Whether pieces may lie on corners.
        corners_legal: bool = "cornersLegal", false;
        /// Whether it is drawn.
        visible: bool = "visible", false;
        /// Whether centres are drawn.
        dots_visible: bool = "dotsVisible", false;
        /// Its colour.
        color: Option<Color> = "color", Color::BLACK;
    }
}

component! {
    /// Numbers of squares.
    SquareGridNumbering = "VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering" {
        /// How.
        numbering: CellNumbering = "", CellNumbering::default();
    }
}

component! {
    /// Named points; pieces snap to the nearest, which is their location. Children: [`Region`].
    RegionGrid = "VASSAL.build.module.map.boardPicker.board.RegionGrid" {
        /// Whether pieces snap.
        snap_to: bool = "snapto", true;
        /// Whether names are drawn.
        visible: bool = "visible", false;
        /// Size of the names.
        font_size: i32 = "fontsize", 9;
    }
}

component! {
    /// A named point. Of two on the same point the last counts.
    Region = "VASSAL.build.module.map.boardPicker.board.Region" {
        /// Name, unique on the board if it is to be found by it.
        name: String = "name", "";
        /// Pixels from the left of the board.
        x: i32 = "originx", 0;
        /// Pixels from the top of the board.
        y: i32 = "originy", 0;
    }
}

attribute_record! {
    /// How hexes or squares are numbered.
    CellNumbering {
        /// Which comes first.
        first: Order = "first", Order::Columns;
        /// What stands between.
        separator: String = "sep", "";
        /// Columns.
        columns: DigitKind = "hType", DigitKind::Numbers;
        /// So many digits more than one: 1 gives `01`.
        column_zeros: i32 = "hLeading", 1;
        /// Number of the first column.
        column_start: i32 = "hOff", 1;
        /// Whether columns count from the right.
        columns_descend: bool = "hDescend", false;
        /// Rows.
        rows: DigitKind = "vType", DigitKind::Numbers;
        /// So many digits more than one.
        row_zeros: i32 = "vLeading", 1;
        /// Number of the first row.
        row_start: i32 = "vOff", 1;
        /// Whether rows count from below.
        rows_descend: bool = "vDescend", false;
        /// Name of a location: `$gridLocation$`, or made of `$row$` and `$column$`.
        location_format: String = "locationFormat", "$gridLocation$";
        /// Whether numbers are drawn.
        visible: bool = "visible", false;
        /// Size of the numbers.
        font_size: i32 = "fontSize", 9;
        /// Their colour.
        color: Option<Color> = "color", Color::BLACK;
        /// They are turned by 0, 90, 180 or 270 degrees.
        rotate: i32 = "rotateText", 0;
        /// Their place, to the right.
        x_offset: i32 = "hDrawOff", 0;
        /// Their place, down.
        y_offset: i32 = "vDrawOff", 0;
    } {}
}

component! {
    /// Numbers of hexes.
    HexGridNumbering = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering" {
        /// How.
        numbering: CellNumbering = "", CellNumbering::default();
        /// Whether shifted columns have higher numbers.
        stagger: bool = "stagger", true;
    }
}
