//! Scores.

/// Points in units of 1 / `SCORE_SCALE` of the game.
pub type Score = i32;
