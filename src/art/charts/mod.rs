//! Charts: tables, player aids, turn records and setup cards.
